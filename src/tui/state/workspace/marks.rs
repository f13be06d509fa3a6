//! Documents a person has marked, in the order of marking: the columns of a comparison.

use crate::corpus::DocumentId;
use std::collections::HashSet;

/// Marked documents.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    order: Vec<DocumentId>,
    set: HashSet<DocumentId>,
}

impl Marks {
    /// Marks a document or takes the mark off; says whether it is marked now.
    pub fn toggle(&mut self, id: DocumentId) -> bool {
        if self.set.remove(&id) {
            self.order.retain(|known| *known != id);
            return false;
        }
        self.set.insert(id);
        self.order.push(id);
        true
    }

    /// Whether a document is marked.
    #[must_use]
    pub fn contains(&self, id: DocumentId) -> bool {
        self.set.contains(&id)
    }

    /// The marked documents in the order of marking.
    #[must_use]
    pub fn order(&self) -> &[DocumentId] {
        &self.order
    }

    /// A set of them to be shared with a look through the corpus.
    #[must_use]
    pub fn set(&self) -> HashSet<DocumentId> {
        self.set.clone()
    }
}
