//! What is open: a document's bytes and everything the census says of it.

use crate::card::{Document, Tree};
use crate::census::{Graded, RuleStep, Rules, grade};
use crate::corpus::{DocumentId, Problem, Row};
use crate::text::Marks;
use crate::tui::state::document::PublishedView;

/// A document, copied out of its corpus.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    pub(super) id: DocumentId,
    pub(super) bytes: Vec<u8>,
    pub(super) has_body: bool,
    pub(super) tree: Option<Tree>,
    pub(super) problem: Option<Problem>,
    pub(super) graded: Graded,
    pub(super) trace: Vec<RuleStep>,
    pub(super) rules: Rules,
    pub(super) published: Option<PublishedView>,
    pub(super) origin: Origin,
    /// How hidden characters are shown.
    pub(super) marks: Marks,
}

/// Where a document came from; empty where unknown. Untrusted text.
#[derive(Debug, Clone, Default)]
pub(super) struct Origin {
    pub(super) address: String,
    pub(super) host: String,
    pub(super) path: String,
    pub(super) status: Option<u16>,
    pub(super) time: String,
    pub(super) sha256: String,
    pub(super) line: u64,
    pub(super) input: String,
}

impl Subject {
    /// Copies a row and grades it; the one parse of its body.
    pub(super) fn new(row: Row<'_>, published: Option<PublishedView>, rules: &Rules) -> Self {
        let body = row.body();
        let bytes = body.unwrap_or_default().to_vec();
        let tree = row.tree();
        let mut subject = Self {
            id: row.id(),
            bytes,
            has_body: body.is_some(),
            tree,
            problem: row.problem().cloned(),
            graded: Graded::without_tree(*row.facts(), rules),
            trace: Vec::new(),
            rules: *rules,
            published,
            origin: Origin {
                address: row.address(),
                host: row.host().to_owned(),
                path: row.path().to_owned(),
                status: row.status(),
                time: row.time().to_owned(),
                sha256: row.sha256_hex(),
                line: row.line(),
                input: row.input_name().to_owned(),
            },
            marks: Marks::Unicode,
        };
        subject.judge(rules);
        subject
    }

    /// Grades it again under a rule.
    pub(super) fn judge(&mut self, rules: &Rules) {
        let facts = self.graded.facts;
        let graded = match self.document() {
            Some(document) => grade(document, facts, rules),
            None => Graded::without_tree(facts, rules),
        };
        self.trace = graded.trace(self.document(), rules);
        self.graded = graded;
        self.rules = *rules;
    }

    /// The document, when its bytes are JSON.
    pub(super) fn document(&self) -> Option<Document<'_>> {
        let tree = self.tree.as_ref()?;
        Some(Document::new(&self.bytes, tree))
    }

    /// Why there is no document to look at.
    pub(super) fn reason(&self) -> String {
        match &self.problem {
            Some(problem) => problem.to_string(),
            None if self.bytes.is_empty() => {
                "the record has no body: it is absent, null or empty".to_owned()
            }
            None => "the body is nothing but white space or null".to_owned(),
        }
    }
}
