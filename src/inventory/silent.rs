//! Two readings of one agent: whether the card changed, and whether its `version` says so.

use super::identity::{CardIdentity, as_text};
use super::meaning::equal_in_meaning;
use crate::card::Document;

/// What became of a card between two readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The same bytes.
    None,
    /// Other bytes that mean the same: white space, escapes or the order of keys.
    BytesOnly,
    /// Another meaning, and `version` moved too (or came, or went).
    WithVersion,
    /// Another meaning under the same `version`: a client cannot tell from it that what it cached
    /// is stale. Holds the `version` as written; `None` when neither reading has one.
    Silent(Option<String>),
}

/// Compares two readings of the same host and path.
#[must_use]
pub fn change(before: Document<'_>, after: Document<'_>) -> Change {
    if before.bytes() == after.bytes() {
        return Change::None;
    }
    if equal_in_meaning(before, after) {
        return Change::BytesOnly;
    }
    let version = |document: Document<'_>| document.root().member("version").map(as_text);
    let (before, after) = (version(before), version(after));
    if before == after {
        Change::Silent(after)
    } else {
        Change::WithVersion
    }
}

/// Two columns of a comparison that are readings of one host and path, and changed while
/// `version` did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SilentChange {
    /// The earlier column.
    pub before: usize,
    /// The later column.
    pub after: usize,
    /// The `version` of both, as written; `None` when neither has one. Untrusted.
    pub version: Option<String>,
}

/// Compares each column with the previous one of the same host and path.
pub(super) fn silent_changes(
    documents: &[Option<Document<'_>>],
    identities: &[CardIdentity],
) -> Vec<SilentChange> {
    let is_same_place = |left: usize, right: usize| {
        let (left, right) = (&identities[left], &identities[right]);
        !left.host.is_empty() && left.host == right.host && left.path == right.path
    };
    (1..documents.len())
        .filter_map(|after| {
            let before = (0..after)
                .rev()
                .find(|&before| is_same_place(before, after))?;
            match change(documents[before]?, documents[after]?) {
                Change::Silent(version) => Some(SilentChange {
                    before,
                    after,
                    version,
                }),
                Change::None | Change::BytesOnly | Change::WithVersion => None,
            }
        })
        .collect()
}
