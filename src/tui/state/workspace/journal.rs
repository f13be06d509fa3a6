//! One undo for everything a person changes.

use super::View;
use crate::corpus::DocumentId;
use crate::dissent::Step;
use crate::tui::message::Shared;

/// A change that can be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Filter, order or rule.
    View {
        /// What it was.
        before: View,
        /// What it became.
        after: View,
    },
    /// A mark was set or taken off; the same change again undoes it.
    Mark(DocumentId),
    /// Readings were given together.
    Readings(Shared<Step>, Way),
}

/// Which way a step of readings goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// They are given.
    Given,
    /// They are taken back.
    TakenBack,
}

impl Change {
    /// The change that takes this one back.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::View { before, after } => Self::View {
                before: after,
                after: before,
            },
            mark @ Self::Mark(_) => mark,
            Self::Readings(step, Way::Given) => Self::Readings(step, Way::TakenBack),
            Self::Readings(step, Way::TakenBack) => Self::Readings(step, Way::Given),
        }
    }
}

/// Changes made, and changes taken back. They hold what was chosen and no documents, so that even
/// a choice about a million of them is small.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    done: Vec<(Change, String)>,
    undone: Vec<(Change, String)>,
}

/// Changes kept.
const KEPT: usize = 1000;

impl Journal {
    /// Keeps a change that was made; `what` names it.
    pub fn record(&mut self, change: Change, what: impl Into<String>) {
        self.undone.clear();
        if self.done.len() == KEPT {
            self.done.remove(0);
        }
        self.done.push((change, what.into()));
    }

    /// The change to be taken back, and its name.
    pub fn undo(&mut self) -> Option<(Change, String)> {
        let entry = self.done.pop()?;
        self.undone.push(entry.clone());
        Some(entry)
    }

    /// The change to be made again, and its name.
    pub fn redo(&mut self) -> Option<(Change, String)> {
        let entry = self.undone.pop()?;
        self.done.push(entry.clone());
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_come_back_in_reverse_order_and_a_new_one_ends_redo() {
        let mut journal = Journal::default();
        let mark = |n| Change::Mark(DocumentId(n));
        journal.record(mark(1), "one");
        journal.record(mark(2), "two");
        assert_eq!(journal.undo(), Some((mark(2), "two".to_owned())));
        assert_eq!(journal.redo(), Some((mark(2), "two".to_owned())));
        assert_eq!(journal.undo(), Some((mark(2), "two".to_owned())));
        journal.record(mark(3), "three");
        assert_eq!(journal.redo(), None);
        assert_eq!(journal.undo(), Some((mark(3), "three".to_owned())));
        assert_eq!(journal.undo(), Some((mark(1), "one".to_owned())));
        assert_eq!(journal.undo(), None);
    }
}
