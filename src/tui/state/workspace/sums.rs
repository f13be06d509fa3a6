//! Totals of what is shown: under the paper's rule, under the rule in force, and as a person reads.

use crate::census::{Route, Rules};
use crate::corpus::DocumentId;
use crate::dissent::{Tallied, Tallies};
use crate::query::{Beside, Outside as _, Scope};
use crate::totals::Totals;
use std::sync::Arc;

/// Totals of some documents, and those of them worth reading again, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The tables under the paper's rule.
    pub papers: Totals,
    /// The tables under the rule in force.
    pub rules: Totals,
    /// As published, as computed and as read.
    pub tallies: Tallies,
    /// Documents without a version.
    pub unclassified: Arc<Vec<DocumentId>>,
    /// Documents whose declaration and shape are in conflict.
    pub conflicts: Arc<Vec<DocumentId>>,
    /// Documents whose published and computed verdict differ.
    pub differing: Arc<Vec<DocumentId>>,
}

impl Sums {
    pub(super) fn of(scope: Scope<'_>, order: &[DocumentId], beside: &Beside) -> Self {
        let row = |id: &DocumentId| scope.corpus.row(*id);
        let facts = || order.iter().map(|id| row(id).facts());
        let rules = Totals::of(facts(), scope.rules);
        let papers = if scope.rules.is_papers() {
            rules.clone()
        } else {
            Totals::of(facts(), &Rules::default())
        };
        let tallied = order.iter().map(|id| Tallied {
            facts: row(id).facts(),
            published: beside.row(*id),
            says: beside.says(*id),
        });
        let tallies = Tallies::of(tallied, scope.rules);
        let (mut unclassified, mut conflicts, mut differing) = (vec![], vec![], vec![]);
        for id in order {
            let judgement = row(id).judgement(scope.rules);
            match judgement.route {
                Some(Route::Unclassified) => unclassified.push(*id),
                Some(Route::Conflict) => conflicts.push(*id),
                _ => {}
            }
            if beside.agreement(*id, &judgement) == Some(false) {
                differing.push(*id);
            }
        }
        Self {
            papers,
            rules,
            tallies,
            unclassified: Arc::new(unclassified),
            conflicts: Arc::new(conflicts),
            differing: Arc::new(differing),
        }
    }
}
