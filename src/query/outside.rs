//! What a query can ask that no corpus knows: published verdicts, a person's marks and readings.

use crate::census::{Judgement, Verdict};
use crate::corpus::DocumentId;

/// What the published file says of a document's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Published {
    /// No row of the file joins the document.
    NoRow,
    /// A row joins it and gives no verdict.
    Blank,
    /// A row joins it and says this.
    Given(Verdict),
}

/// Answers about documents that do not come from their bytes. Every method has the answer of
/// somebody who knows nothing, so that an implementation gives only what it has.
pub trait Outside: Sync {
    /// What the published file says of the verdict.
    fn published(&self, _document: DocumentId) -> Published {
        Published::NoRow
    }

    /// Whether published and computed route, family and verdict are equal; `None` without a row.
    fn agreement(&self, _document: DocumentId, _judgement: &Judgement) -> Option<bool> {
        None
    }

    /// Whether the published row differs from what is computed in this column of a verdict file.
    fn differs(&self, _document: DocumentId, _column: &str) -> bool {
        false
    }

    /// Whether the document is looked at at all; what is not counts nowhere.
    fn is_considered(&self, _document: DocumentId) -> bool {
        true
    }

    /// Whether the person has marked the document.
    fn is_marked(&self, _document: DocumentId) -> bool {
        false
    }

    /// The person's own reading: a family's name, `not-a-card` or `cannot-tell`; `None` where there
    /// is none.
    fn reading(&self, _document: DocumentId) -> Option<&str> {
        None
    }

    /// Everyone who has read the document.
    fn readers(&self, _document: DocumentId) -> Vec<&str> {
        Vec::new()
    }

    /// Every tag that a reading of the document carries.
    fn tags(&self, _document: DocumentId) -> Vec<&str> {
        Vec::new()
    }
}

/// Somebody who knows nothing: a corpus alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingOutside;

impl Outside for NothingOutside {}
