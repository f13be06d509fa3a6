//! One look through the corpus: what is asked, and what is shown of it.

use super::{Sums, Workspace};
use crate::census::Rules;
use crate::corpus::{Corpus, DocumentId};
use crate::query::{
    Beside, Facet, Pane, Query, Scope, Selection, Sort, Work, sort, survey, term_counts,
};
use std::sync::Arc;

/// Everything a look needs, shared and not borrowed, so that a thread can make it.
#[derive(Clone, Debug)]
pub struct SurveyRequest {
    generation: u64,
    corpus: Corpus,
    query: Query,
    order: Sort,
    rules: Rules,
    beside: Beside,
    facets: Vec<Facet>,
    work: Arc<Work>,
    /// Agreement of the file with the check, when corpus and rule are those of the last look.
    agreement: Option<(usize, usize)>,
}

/// What is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Which look it is of; later looks have larger numbers.
    pub generation: u64,
    /// Documents that had arrived.
    pub counted: usize,
    /// The documents shown.
    pub selection: Selection,
    /// The same in the order of the list.
    pub order: Arc<Vec<DocumentId>>,
    /// A pane per facet.
    pub panes: Vec<Pane>,
    /// Documents whose published and computed verdict are equal, and documents that have both.
    pub agreement: Option<(usize, usize)>,
    /// The rule it was made under.
    pub rules: Rules,
    /// Documents that pass each term of the filter by itself; empty where there is but one term,
    /// or where that would take as long again.
    pub term_counts: Vec<usize>,
    /// Totals of the documents shown, and what of them a person may want to read.
    pub sums: Sums,
}

impl Shown {
    /// Where a document stands in the list.
    #[must_use]
    pub fn position(&self, id: DocumentId) -> Option<usize> {
        if !self.selection.contains(id) {
            return None;
        }
        // Corpus order is the usual one, and there the selection knows.
        let rank = self.selection.rank(id);
        if self.order.get(rank) == Some(&id) {
            return Some(rank);
        }
        self.order.iter().position(|&known| known == id)
    }
}

impl SurveyRequest {
    pub(super) fn of(workspace: &Workspace, generation: u64) -> Self {
        let data = &workspace.data;
        let is_same = workspace.shown.counted == data.corpus.len()
            && workspace.shown.rules == workspace.view.rules;
        Self {
            generation,
            corpus: data.corpus.clone(),
            query: workspace.query(),
            order: workspace.view.sort.clone(),
            rules: workspace.view.rules,
            beside: Beside::new(data.published.clone(), workspace.marks.set())
                .with_judged(data.corpus.clone(), workspace.view.rules)
                .with_voices(workspace.readings.voices())
                .with_only(workspace.only()),
            facets: workspace.facets.clone(),
            work: Arc::default(),
            agreement: workspace.shown.agreement.filter(|_| is_same),
        }
    }

    /// Which look it is.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The filter.
    #[must_use]
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// The handle that can end it.
    #[must_use]
    pub fn work(&self) -> Arc<Work> {
        Arc::clone(&self.work)
    }

    /// Looks through the corpus; `None` when it was cancelled.
    #[must_use]
    pub fn run(&self) -> Option<Shown> {
        let scope = Scope {
            corpus: &self.corpus,
            rules: &self.rules,
            outside: &self.beside,
        };
        let found = survey(scope, &self.query, &self.facets, &self.work)?;
        let order = sort(scope, &found.selection, &self.order);
        Some(Shown {
            generation: self.generation,
            counted: self.corpus.len(),
            sums: Sums::of(scope, &order, &self.beside),
            order: Arc::new(order),
            selection: found.selection,
            panes: found.panes,
            agreement: self
                .agreement
                .or_else(|| self.beside.agreement_counts(&self.corpus, &self.rules)),
            rules: self.rules,
            term_counts: if self.query.terms().len() > 1 && !self.query.reads_bodies() {
                term_counts(scope, &self.query, &self.work)?
            } else {
                Vec::new()
            },
        })
    }
}
