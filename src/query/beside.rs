//! What is known beside the corpus in a running program: published verdicts and a person's marks.

use super::outside::{Outside, Published};
use crate::census::{Judgement, Rules};
use crate::corpus::{Corpus, DocumentId};
use crate::published::{Agreement, Join};
use std::collections::HashSet;
use std::sync::Arc;

/// Published verdicts and marks; a clone shares the file.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    published: Option<Arc<Join>>,
    marks: HashSet<DocumentId>,
}

impl Beside {
    /// With a verdict file, if there is one, and marked documents.
    #[must_use]
    pub fn new(published: Option<Arc<Join>>, marks: HashSet<DocumentId>) -> Self {
        Self { published, marks }
    }

    /// Documents whose published and computed verdict are equal, and documents that have both;
    /// `None` without a verdict file.
    #[must_use]
    pub fn agreement_counts(&self, corpus: &Corpus, rules: &Rules) -> Option<(usize, usize)> {
        let join = self.published.as_ref()?;
        let (mut agree, mut joined) = (0, 0);
        for row in corpus.rows() {
            match join.agreement(row.id(), &row.judgement(rules)) {
                Agreement::Agrees => (agree, joined) = (agree + 1, joined + 1),
                Agreement::Disagrees => joined += 1,
                Agreement::NoRow => {}
            }
        }
        Some((agree, joined))
    }
}

impl Outside for Beside {
    fn published(&self, document: DocumentId) -> Published {
        match self
            .published
            .as_ref()
            .and_then(|join| join.row_for(document))
        {
            None => Published::NoRow,
            Some(row) => row
                .published()
                .verdict
                .map_or(Published::Blank, Published::Given),
        }
    }

    fn agreement(&self, document: DocumentId, judgement: &Judgement) -> Option<bool> {
        match self.published.as_ref()?.agreement(document, judgement) {
            Agreement::Agrees => Some(true),
            Agreement::Disagrees => Some(false),
            Agreement::NoRow => None,
        }
    }

    fn is_marked(&self, document: DocumentId) -> bool {
        self.marks.contains(&document)
    }
}
