//! The census of one document: facts, attribution, conformance, judgement.
//!
//! Comes in: a parsed document ([`crate::card::Document`]) and the [`Rules`]. Goes out, in two
//! steps: [`Facts`], which no rule changes and which a loader computes once, and the
//! [`Judgement`], a pure function of facts and rules. [`grade`] gives both with every detail a
//! verdict file or an open document shows. Anyone may call it; it knows no file and no screen.
//!
//! # The rule of attribution
//!
//! The first that applies decides which family's schema a document is held to:
//!
//! 1. **`@context`** names the A2A agent-card vocabulary: a string, or the first such string of an
//!    array, that is a URL with host `a2a-protocol.org` or `www.a2a-protocol.org` (any case) whose
//!    last path segment begins with `agent-card` or `agentcard`. The version is its first path
//!    segment of the form `v<digit>…`; route `declared`. *Interpretation:* without such a segment
//!    it names no version and the later rules decide. *Interpretation:* a URL here is one with the
//!    scheme `http` or `https`, and its path is compared as written.
//! 2. **`supportedInterfaces`** is present, whatever its value: `1.0`. Route `conflict` when a
//!    top-level `protocolVersion` is there too that is neither `null` nor a blank string
//!    (*interpretation*), whatever it says; else `inferred`.
//! 3. **`protocolVersion`** is a string that is not blank: the version it names, route `declared`.
//!    *Interpretation:* a blank string names none; the field is present and a string all the same.
//! 4. **`url`** is present at the top level, whatever its value: `0.3`, route `inferred`.
//! 5. Otherwise **unclassified**: no version and no verdict.
//!
//! Blank means empty or Unicode white space. A card is attributed by these rules; a document that
//! is JSON but no object is unclassified; one that is unparseable or has no body has no route.
//!
//! # Structural conformance
//!
//! Presence and JSON type of every required field at the top level, in each skill, in `provider`
//! and in the interface list, as `$defs/structural` of each pinned schema says, and nothing else.
//! `null` in a required field is a wrong type; `null` in an optional container counts as absent
//! (*interpretation*). Empty values satisfy presence and type. *Valid* means "passes this check"
//! and never "is compliant".

mod attribution;
mod card_shape;
mod conformance;
pub mod explain;
mod facts;
mod grade;
mod rules;
mod version;

pub use attribution::{
    Claims, ContextClaim, RuleNumber, RuleStep, VersionClaim, attribution_trace,
};
pub use card_shape::CardShape;
pub use conformance::{Outcome, Violation, ViolationKind, violations};
pub use facts::{Facts, KeySet};
pub use grade::{Graded, grade};
pub use rules::{
    Agreeing, All, BareUrl, Judgement, Order, Rules, Tolerance, UnclassifiedCount, Unknown, judge,
};
pub use version::{DeclaredVersion, declared_version};

use std::fmt;

#[cfg(test)]
mod tests;

/// What a record's body turned out to be; every record is in exactly one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// A JSON object.
    Card,
    /// Valid JSON, anything but an object.
    NotAnObject,
    /// Not JSON, not UTF-8, or a line too long to be read.
    Unparseable,
    /// No body, `null` in its place, or nothing but white space.
    NoBody,
}

impl State {
    /// Every state, in the order reports list them.
    pub const ALL: [Self; 4] = [
        Self::Card,
        Self::NotAnObject,
        Self::Unparseable,
        Self::NoBody,
    ];

    /// Its name in files, queries and on screen.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::NotAnObject => "not-an-object",
            Self::Unparseable => "unparseable",
            Self::NoBody => "no-body",
        }
    }
}

/// How a document came by its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Route {
    /// The document names its version.
    Declared,
    /// The document names a version and has the shape of 1.0 as well.
    Conflict,
    /// The version is concluded from the shape.
    Inferred,
    /// The document asserts nothing that the rule recognises.
    Unclassified,
}

impl Route {
    /// Every route, in the order reports list them.
    pub const ALL: [Self; 4] = [
        Self::Declared,
        Self::Conflict,
        Self::Inferred,
        Self::Unclassified,
    ];

    /// Its name in files, queries and on screen.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Declared => "declared",
            Self::Conflict => "conflict",
            Self::Inferred => "inferred",
            Self::Unclassified => "unclassified",
        }
    }
}

/// Whether a document passes the structural check; never whether it is compliant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Passes the structural check.
    Valid,
    /// Has at least one violation.
    Invalid,
}

impl Verdict {
    /// Valid when `passes`.
    #[must_use]
    pub fn from_pass(passes: bool) -> Self {
        if passes { Self::Valid } else { Self::Invalid }
    }

    /// Whether it is valid.
    #[must_use]
    pub fn is_valid(self) -> bool {
        self == Self::Valid
    }

    /// Its name in queries and on screen.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        if self.is_valid() { "valid" } else { "invalid" }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
