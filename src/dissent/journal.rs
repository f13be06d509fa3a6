//! What can be taken back in this session.
//!
//! Taking back adds records, like everything else: the reading that stood before is given again,
//! or the one that stands is withdrawn. So an undo survives a crash and travels in merged files.

use super::reading::{Reading, Says, Signature};
use std::fmt;
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Exchange {
    before: Option<Arc<Reading>>,
    after: Arc<Reading>,
}

/// Readings that were given together and are taken back together. Holds a few words per document.
#[derive(Clone, Debug, Default)]
pub struct Step {
    exchanges: Vec<Exchange>,
}

impl Step {
    pub(super) fn push(&mut self, before: Option<Arc<Reading>>, after: Arc<Reading>) {
        self.exchanges.push(Exchange { before, after });
    }

    /// The readings given.
    pub fn readings(&self) -> impl Iterator<Item = &Arc<Reading>> {
        self.exchanges.iter().map(|exchange| &exchange.after)
    }

    /// How many readings were given.
    #[must_use]
    pub fn len(&self) -> usize {
        self.exchanges.len()
    }

    /// Whether none was given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exchanges.is_empty()
    }

    /// The readings to give so that everything stands as before this step. In reverse, so that a
    /// document read twice in one step ends where it began.
    #[must_use]
    pub fn undone(&self, signature: &Signature) -> Vec<Reading> {
        let backwards = self.exchanges.iter().rev();
        backwards
            .map(|exchange| match &exchange.before {
                Some(before) => before.again(signature),
                None => exchange.after.withdrawn(signature),
            })
            .collect()
    }

    /// The readings to give so that everything stands as after this step.
    #[must_use]
    pub fn redone(&self, signature: &Signature) -> Vec<Reading> {
        let readings = self.readings();
        readings.map(|reading| reading.again(signature)).collect()
    }
}

/// What was said of what: `reading of a.example/card as 0.3`, `12 readings`. Untrusted text.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exchanges.as_slice() {
            [Exchange { after, .. }] if after.says == Says::Withdrawn => {
                write!(
                    f,
                    "withdrawal of the reading of {}",
                    after.document.as_ref()
                )
            }
            [Exchange { after, .. }] => {
                write!(
                    f,
                    "reading of {} as {}",
                    after.document.as_ref(),
                    after.says.words()
                )
            }
            several => write!(f, "{} readings", several.len()),
        }
    }
}

/// Steps of this session, done and undone. For those who keep one journal of everything a person
/// does, a [`Step`] is enough.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl Journal {
    /// Takes note of a step. What was undone before can no longer be redone.
    pub fn record(&mut self, step: Step) {
        if !step.is_empty() {
            self.done.push(step);
            self.undone.clear();
        }
    }

    /// The step that an undo takes back: its [`Step::undone`] readings are to be given. `None` when
    /// there is nothing left.
    pub fn undo(&mut self) -> Option<&Step> {
        let step = self.done.pop()?;
        self.undone.push(step);
        self.undone.last()
    }

    /// The step that a redo brings back: its [`Step::redone`] readings are to be given.
    pub fn redo(&mut self) -> Option<&Step> {
        let step = self.undone.pop()?;
        self.done.push(step);
        self.done.last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dissent::readings::fixtures::{document, draft, signature, standing};
    use crate::dissent::{Readings, Says};
    use crate::spec::Family;

    const AS_0_3: Says = Says::Family(Family::V0_3);

    #[test]
    fn undo_and_redo_give_readings_and_keep_the_history() {
        let mut readings = Readings::default();
        let mut journal = Journal::default();
        for says in [AS_0_3, Says::NotACard] {
            let given = readings.give(vec![draft("a", says).sign(&signature("ada"))]);
            journal.record(given.step);
        }
        let mut seen = Vec::new();
        for _ in 0..2 {
            let step = journal
                .undo()
                .expect("two steps were done")
                .undone(&signature("ada"));
            readings.give(step);
            seen.push(standing(&readings, "a", "ada"));
        }
        assert!(journal.undo().is_none());
        for _ in 0..2 {
            let step = journal
                .redo()
                .expect("two steps were undone")
                .redone(&signature("ada"));
            readings.give(step);
            seen.push(standing(&readings, "a", "ada"));
        }
        assert!(journal.redo().is_none());
        assert_eq!(
            seen,
            [Some(AS_0_3), None, Some(AS_0_3), Some(Says::NotACard)]
        );
        let said: Vec<_> = readings
            .history(document("a").as_ref())
            .map(|record| record.reading().says)
            .collect();
        let withdrawn = Says::Withdrawn;
        assert_eq!(
            said,
            [
                AS_0_3,
                Says::NotACard,
                AS_0_3,
                withdrawn,
                AS_0_3,
                Says::NotACard
            ]
        );
    }

    #[test]
    fn a_document_read_twice_in_one_step_ends_where_it_began() {
        let mut readings = Readings::default();
        let sign = signature("ada");
        let both = [AS_0_3, Says::NotACard].map(|says| draft("a", says).sign(&sign));
        let step = readings.give(both.to_vec()).step;
        assert_eq!(step.to_string(), "2 readings");
        readings.give(step.undone(&sign));
        assert_eq!(standing(&readings, "a", "ada"), None);
    }

    #[test]
    fn a_new_step_ends_what_could_be_redone() {
        let mut readings = Readings::default();
        let mut journal = Journal::default();
        let mut give = |journal: &mut Journal, says| {
            journal.record(
                readings
                    .give(vec![draft("a", says).sign(&signature("ada"))])
                    .step,
            );
        };
        give(&mut journal, AS_0_3);
        assert_eq!(
            journal.undo().map(ToString::to_string).as_deref(),
            Some("reading of a.example/p as 0.3")
        );
        give(&mut journal, Says::NotACard);
        assert!(journal.redo().is_none());
    }
}
