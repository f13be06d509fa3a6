//! Which documents a person means: queries, facets, order, and names found again.
//!
//! Comes in: a text or a choice in a pane, and the corpus with its rule ([`Scope`]). Goes out: a
//! [`Selection`], the counts of every pane ([`Survey`]), a sorted list. A pane's choices and the
//! query line are one filter in two forms: a pane edits the [`Query`], and its text can always be
//! read back.
//!
//! # The language
//!
//! Terms stand apart by white space, and a document passes when it passes every one.
//!
//! | written | finds |
//! | --- | --- |
//! | `word` | part of the host or the name |
//! | `~wrd` | letters of the host or the name, in this order |
//! | `"exact words"` | host, name, or the text of the document, as served or as it reads |
//! | `key:value` | see [`Key`]; `none` means that there is no value |
//! | `skills.length>3` | a value in the document: `=`, `!=`, `<`, `<=`, `>`, `>=` |
//! | `#17` | line 17 |
//!
//! A comma within a term means *or*. A leading `-` leaves out what fits and keeps what has no
//! value, so that a term, its exclusion without the missing ones, and the missing ones part the
//! corpus. Values with spaces, commas or quotes stand in double quotes, in which `\"` and `\\` are
//! a quote and a backslash.
//!
//! Upper and lower case differ only within documents: in keys, values of paths and near misses.
//! Numbers in documents are compared as written, whatever their size.
//!
//! Limits: words without a key look at the name's beginning where a name is very long.

mod address;
mod beside;
mod compile;
mod complete;
mod evaluate;
mod facet;
pub mod fuzzy;
mod glob;
mod inside;
mod key;
mod nearest;
mod number;
mod outside;
mod piece;
mod range;
mod selection;
mod sort;
mod syntax;
mod tally;
mod term;
mod word;

pub use address::resolve;
pub use beside::Beside;
pub use complete::{Completion, complete};
pub use evaluate::{Scope, Survey, Work, evaluate, survey, term_counts};
pub use facet::{Bucket, Facet, Pane, TransitionRow, TransitionTable};
pub use key::Key;
pub use nearest::{nearest, nearest_hosts};
pub use outside::{NothingOutside, Outside, Published};
pub use selection::Selection;
pub use sort::{Direction, Sort, SortError, SortKey, sort};
pub use syntax::QueryError;
pub use term::{Comparison, Condition, Literal, Term, Word};

use piece::Piece;
use std::fmt;
use std::str::FromStr;

#[cfg(test)]
mod tests;

/// A filter: terms, all of which a document must pass. The empty one lets every document pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    terms: Vec<Term>,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// When some part is not understood; the error points at it.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        Ok(Self {
            terms: syntax::parse(text)?,
        })
    }

    pub(crate) fn from_terms(terms: Vec<Term>) -> Self {
        Self { terms }
    }

    /// The terms in the order written.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Whether every document passes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether some term looks into the documents themselves, which takes longer than columns.
    #[must_use]
    pub fn reads_bodies(&self) -> bool {
        self.terms.iter().any(Term::reads_bodies)
    }

    /// Adds the terms of another query.
    pub fn extend(&mut self, other: &Self) {
        for term in &other.terms {
            if !self.terms.contains(term) {
                self.terms.push(term.clone());
            }
        }
    }

    /// Takes a term away; nothing happens when there is none at that position.
    pub fn remove(&mut self, position: usize) {
        if position < self.terms.len() {
            self.terms.remove(position);
        }
    }

    /// Takes every term about a key away.
    pub fn clear(&mut self, key: Key) {
        self.terms.retain(|term| term.key() != Some(key));
    }

    /// Whether the filter asks for this value of a key, by itself or with others in one word:
    /// `field:skills*` asks for `skills[].tags`.
    #[must_use]
    pub fn is_chosen(&self, key: Key, value: &str) -> bool {
        self.covers(key, value, false)
    }

    /// Whether the filter leaves this value of a key out, by itself or with others in one word.
    #[must_use]
    pub fn is_left_out(&self, key: Key, value: &str) -> bool {
        self.covers(key, value, true)
    }

    /// Chooses a value in the key's pane, or takes the choice back. Several choices of a pane are
    /// one term, with *or* between them. Returns whether the key can have that value.
    pub fn toggle(&mut self, key: Key, value: &str) -> bool {
        self.flip(key, value, false)
    }

    /// Leaves a value of the key's pane out, or takes that back. Returns whether the key can have
    /// that value.
    pub fn exclude(&mut self, key: Key, value: &str) -> bool {
        self.flip(key, value, true)
    }

    fn covers(&self, key: Key, value: &str, excluded: bool) -> bool {
        let wanted = word::value_slots(key, value);
        let mut covered = 0;
        for known in self.values(key, excluded) {
            if known == value {
                return true;
            }
            covered |= word::value_slots(key, known);
        }
        wanted != 0 && wanted & !covered == 0
    }

    fn values(&self, key: Key, excluded: bool) -> impl Iterator<Item = &String> {
        self.terms
            .iter()
            .filter(move |term| term.is_excluded == excluded)
            .flat_map(move |term| match &term.condition {
                Condition::Key(found, values) if *found == key => values.as_slice(),
                _ => &[],
            })
    }

    fn flip(&mut self, key: Key, value: &str, excluded: bool) -> bool {
        let mut quoted = String::new();
        if matches!(key, Key::Has | Key::Empty | Key::Null | Key::Type) {
            quoted.push_str(value);
        } else {
            term::push_quoted(&mut quoted, value);
        }
        let piece = Piece {
            text: &quoted,
            at: 0,
        };
        let Ok(mut values) = syntax::key_values(key, piece) else {
            return false;
        };
        let was_there = values.iter().all(|value| self.covers(key, value, excluded));
        for value in &values {
            self.forget(key, value);
        }
        if was_there {
            return true;
        }
        let mut terms = self.terms.iter_mut();
        let same_term = terms.find_map(|term| match &mut term.condition {
            Condition::Key(found, known) if *found == key && term.is_excluded == excluded => {
                Some(known)
            }
            _ => None,
        });
        match same_term {
            Some(known) => known.append(&mut values),
            None => self.terms.push(Term {
                is_excluded: excluded,
                condition: Condition::Key(key, values),
            }),
        }
        true
    }

    /// Takes a value of a key out of all terms, and terms without values out of the query. A word
    /// that means the value with others is replaced by those others.
    fn forget(&mut self, key: Key, value: &str) {
        let slots = word::value_slots(key, value);
        self.terms.retain_mut(|term| match &mut term.condition {
            Condition::Key(found, known) if *found == key => {
                let mut kept: Vec<String> = Vec::new();
                for word in known.drain(..).filter(|known| known != value) {
                    let meant = word::value_slots(key, &word);
                    let rest = if slots != 0 && slots & !meant == 0 {
                        word::narrow_words(key, meant & !slots)
                    } else {
                        vec![word]
                    };
                    let new = rest.into_iter().filter(|word| !kept.contains(word));
                    kept.extend(new.collect::<Vec<_>>());
                }
                *known = kept;
                !known.is_empty()
            }
            _ => true,
        });
    }
}

impl FromStr for Query {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Self, QueryError> {
        Self::parse(text)
    }
}

impl fmt::Display for Query {
    /// The query as it can be read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<String> = self.terms.iter().map(Term::to_string).collect();
        f.pad(&terms.join(" "))
    }
}
