//! One count of the report's tables: what is asked, and what comes back.

use crate::census::Rules;
use crate::corpus::{Corpus, DocumentId};
use crate::published::{Frame, Join};
use crate::totals::{Report, ReportInput};
use crate::tui::state::workspace::Workspace;
use std::sync::Arc;

/// Everything a count needs, shared and not borrowed, so that a thread can make it.
#[derive(Clone, Debug)]
pub struct CountRequest {
    generation: u64,
    corpus: Corpus,
    order: Arc<Vec<DocumentId>>,
    published: Option<Arc<Join>>,
    frame: Option<Arc<Frame>>,
    rules: Rules,
    has_filter: bool,
}

/// The tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The look through the corpus whose documents were counted.
    pub generation: u64,
    /// Whether a filter was in force.
    pub has_filter: bool,
    /// What came out.
    pub report: Report,
}

impl CountRequest {
    pub(super) fn of(workspace: &Workspace) -> Self {
        let (data, shown) = (workspace.data(), workspace.shown());
        Self {
            generation: shown.generation,
            corpus: data.corpus.clone(),
            order: Arc::clone(&shown.order),
            published: data.published.clone(),
            frame: data.frame.clone(),
            // What is shown was looked for under this rule, whatever was chosen since.
            rules: shown.rules,
            has_filter: !workspace.query().is_empty(),
        }
    }

    /// Counts.
    #[must_use]
    pub fn run(&self) -> Counted {
        let input = ReportInput {
            corpus: &self.corpus,
            selection: Some(&self.order),
            published: self.published.as_deref(),
            frame: self.frame.as_deref(),
        };
        Counted {
            generation: self.generation,
            has_filter: self.has_filter,
            report: Report::of(input, &self.rules),
        }
    }
}
