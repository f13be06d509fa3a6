//! What is known beside the corpus in a running program: published verdicts, a person's marks and
//! readings, and which documents are looked at.

use super::outside::{Outside, Published};
use crate::census::{Judgement, Rules};
use crate::corpus::{Corpus, DocumentId};
use crate::dissent::{Says, Voices};
use crate::published::{Agreement, Join, PublishedVerdict, differing_columns};
use crate::query::Selection;
use std::collections::HashSet;
use std::sync::Arc;

/// Published verdicts, marks and readings; a clone shares the file and the readings.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    published: Option<Arc<Join>>,
    marks: HashSet<DocumentId>,
    voices: Option<Arc<Voices>>,
    only: Option<Arc<Selection>>,
    /// The documents and the rule, for questions about single columns of a verdict file.
    judged: Option<(Corpus, Rules)>,
}

impl Beside {
    /// With a verdict file, if there is one, and marked documents.
    #[must_use]
    pub fn new(published: Option<Arc<Join>>, marks: HashSet<DocumentId>) -> Self {
        Self {
            published,
            marks,
            ..Self::default()
        }
    }

    /// The same with readings.
    #[must_use]
    pub fn with_voices(self, voices: Arc<Voices>) -> Self {
        Self {
            voices: Some(voices),
            ..self
        }
    }

    /// The same, able to compute a document's columns under a rule.
    #[must_use]
    pub fn with_judged(self, corpus: Corpus, rules: Rules) -> Self {
        Self {
            judged: Some((corpus, rules)),
            ..self
        }
    }

    /// The same, looking only at these documents; `None` for all.
    #[must_use]
    pub fn with_only(self, only: Option<Arc<Selection>>) -> Self {
        Self { only, ..self }
    }

    /// The person's own reading of exactly this document.
    #[must_use]
    pub fn says(&self, document: DocumentId) -> Option<Says> {
        self.voices
            .as_ref()?
            .column()
            .cell(document.0 as usize)
            .says()
    }

    /// The document's row in the verdict file.
    #[must_use]
    pub fn row(&self, document: DocumentId) -> Option<PublishedVerdict> {
        let row = self.published.as_ref()?.row_for(document)?;
        Some(row.published())
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

    fn differs(&self, document: DocumentId, column: &str) -> bool {
        let row = self
            .published
            .as_ref()
            .and_then(|join| join.row_for(document));
        let (Some(row), Some((corpus, rules))) = (row, &self.judged) else {
            return false;
        };
        let graded = corpus.row(document).grade(rules);
        let mut columns = differing_columns(row, &graded).into_iter();
        columns.any(|found| found.name() == column)
    }

    fn is_considered(&self, document: DocumentId) -> bool {
        self.only
            .as_ref()
            .is_none_or(|only| only.contains(document))
    }

    fn reading(&self, document: DocumentId) -> Option<&str> {
        self.says(document).map(Says::as_str)
    }

    fn readers(&self, document: DocumentId) -> Vec<&str> {
        let voices = self.voices.as_ref();
        let readers = voices.map_or(&[][..], |voices| voices.readers(document.0 as usize));
        readers.iter().map(String::as_str).collect()
    }

    fn tags(&self, document: DocumentId) -> Vec<&str> {
        let voices = self.voices.as_ref();
        let tags = voices.map_or(&[][..], |voices| voices.tags(document.0 as usize));
        tags.iter().map(String::as_str).collect()
    }

    fn is_marked(&self, document: DocumentId) -> bool {
        self.marks.contains(&document)
    }
}
