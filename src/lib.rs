//! **cardex** explores corpora of A2A ("Agent2Agent") agent cards: which version of the
//! specification each document is held to, by which route, and what that decision does to the
//! verdict.
//!
//! # The flow
//!
//! Data flows one way, and the module list below is in that order. A module uses only modules
//! above it; `tests/integration/architecture.rs` keeps it so.
//!
//! ```text
//! bytes ──► documents ──► facts ──► judgement ──► selection ──► figures ──► screen | file
//! corpus    card          census    census        query         totals      tui    | output
//!           (tree)        (facts)   (under Rules)               inventory
//!                                                               dissent
//! ```
//!
//! * A document's **facts** ([`census::Facts`]) do not depend on the rule of attribution: which of
//!   the telling keys it has, and which fields each family's schema finds at fault. They are
//!   computed once, while loading, and take a few dozen bytes.
//! * A **judgement** ([`census::Judgement`]) is a pure function of facts and [`census::Rules`].
//!   Changing the rule never reads a document again.
//! * A document becomes a tree ([`card::Tree`]) only when someone looks at it.
//!
//! # The words
//!
//! | word | meaning |
//! | --- | --- |
//! | record | one line (or one array element) of an input, as it arrived |
//! | document | the body a record carries, exact bytes; in exactly one [`census::State`] |
//! | card | a document that is a JSON object |
//! | corpus | all documents of all inputs, in the order given |
//! | family | `0.2`, `0.3` or `1.0`: the versions that share one pinned schema |
//! | attribution | the family a document is held to, and the route that led there |
//! | route | `declared`, `conflict`, `inferred` or `unclassified` |
//! | violation | a path and a kind (`missing` or `type`) at which the structural check fails |
//! | field | a violation's path with its indexes removed: `skills[].tags` |
//! | verdict | valid or invalid under a family; *computed* by this program or *published* by a file |
//! | alternative | the verdict under the family that was not assigned |
//! | tolerant | the verdict with a single missing top-level `protocolVersion` set aside |
//! | newest | the verdict under family `1.0`, whatever was assigned |
//! | agreement | published and computed route, family and verdict are equal |
//! | frame | every request of the collection: the denominators |
//! | facet | one way of splitting the corpus; its buckets with counts make a pane |
//! | reading | one person's own judgement of one document |
//!
//! "Valid" always means *passes the structural check*, never *is compliant*.

#![doc(html_no_source)]

// In flow order; the blank lines keep rustfmt from sorting them.
pub mod text;

pub mod spec;

pub mod error;

pub mod card;

pub mod census;

pub mod corpus;

pub mod published;

pub mod dissent;

pub mod query;

pub mod totals;

pub mod inventory;

pub mod output;

pub mod sample;

pub mod tui;

pub mod cli;
