//! One count of every field path: what is asked, and what came of it.

use crate::card::{Document, Tree, parse};
use crate::census::Rules;
use crate::corpus::{Corpus, DocumentId};
use crate::inventory::{FieldInventory, FieldLimits};
use crate::query::{Beside, Facet, Query, Scope, Selection, Work, evaluate, survey};
use crate::tui::state::workspace::Workspace;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Most values of a facet that stand side by side.
pub const MOST_BUCKETS: usize = 12;
/// So many documents and bytes are counted at once, without a thread.
const AT_ONCE: (usize, usize) = (2_000, 16 << 20);
/// A tree that grew larger than so many nodes is given back.
const TREE: usize = 1 << 20;

/// Everything a count needs, shared and not borrowed, so that a thread can make it.
#[derive(Debug)]
pub struct InventoryRequest {
    corpus: Corpus,
    order: Arc<Vec<DocumentId>>,
    query: Query,
    rules: Rules,
    beside: Beside,
    split: Option<Facet>,
    is_cancelled: AtomicBool,
}

/// One of the populations that are counted side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// As a query writes it; empty for everything. Untrusted where the facet is open.
    pub value: String,
    /// What the column is called; likewise.
    pub label: String,
}

/// What a count came to.
#[derive(Debug)]
pub struct Counted {
    /// The counts, a bucket each.
    pub inventory: FieldInventory,
    /// The populations; one when nothing is split.
    pub buckets: Vec<Bucket>,
    /// Documents shown that are no JSON or have no body.
    pub skipped: usize,
    /// Documents in values of the facet for which there was no column.
    pub beyond: usize,
}

impl InventoryRequest {
    /// Asks for the fields of the documents shown.
    #[must_use]
    pub fn of(workspace: &Workspace, split: Option<Facet>) -> Self {
        let published = workspace.data().published.clone();
        Self {
            corpus: workspace.corpus().clone(),
            order: Arc::clone(&workspace.shown().order),
            query: workspace.query(),
            rules: *workspace.rules(),
            beside: Beside::new(published, workspace.marks().set()),
            split,
            is_cancelled: AtomicBool::new(false),
        }
    }

    /// Whether it asks what another would ask now: the same documents under the same rule.
    #[must_use]
    pub fn is_about(&self, workspace: &Workspace, split: Option<Facet>) -> bool {
        self.asks_the_same(workspace, split) && Arc::ptr_eq(&self.order, &workspace.shown().order)
    }

    /// Whether only more documents may have arrived since.
    #[must_use]
    pub fn asks_the_same(&self, workspace: &Workspace, split: Option<Facet>) -> bool {
        self.split == split && self.rules == *workspace.rules() && self.query == workspace.query()
    }

    /// Whether it is soon done.
    #[must_use]
    pub fn is_small(&self) -> bool {
        let bytes = self.order.iter().map(|&id| {
            let body = self.corpus.row(id).body();
            body.map_or(0, <[u8]>::len)
        });
        self.order.len() <= AT_ONCE.0 && bytes.sum::<usize>() <= AT_ONCE.1
    }

    /// Ends it soon; it then has no result.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Counts; `None` when it was cancelled.
    #[must_use]
    pub fn run(&self) -> Option<Counted> {
        let (buckets, selections, beyond) = self.buckets()?;
        let mut inventory = FieldInventory::new(buckets.len(), FieldLimits::default());
        let mut tree = Tree::new();
        let mut skipped = 0;
        for &id in self.order.iter() {
            if self.is_cancelled.load(Ordering::Relaxed) {
                return None;
            }
            let bucket = match selections.as_slice() {
                [] => Some(0),
                some => some.iter().position(|selection| selection.contains(id)),
            };
            let Some(bucket) = bucket else {
                continue;
            };
            let row = self.corpus.row(id);
            let body = row.body().filter(|_| row.problem().is_none());
            tree.shrink_above(TREE);
            match body.filter(|body| parse(body, &mut tree).is_ok()) {
                Some(body) => inventory.add(Document::new(body, &tree), bucket),
                None => skipped += 1,
            }
        }
        Some(Counted {
            inventory,
            buckets,
            skipped,
            beyond,
        })
    }

    /// The populations, and which documents are in each; no selections when nothing is split.
    fn buckets(&self) -> Option<(Vec<Bucket>, Vec<Selection>, usize)> {
        let everything = Bucket {
            value: String::new(),
            label: "documents".to_owned(),
        };
        let Some(facet) = self.split else {
            return Some((vec![everything], Vec::new(), 0));
        };
        let scope = Scope {
            corpus: &self.corpus,
            rules: &self.rules,
            outside: &self.beside,
        };
        let work = Work::default();
        let pane = survey(scope, &Query::default(), &[facet], &work)?;
        let values = pane.panes.into_iter().flat_map(|pane| pane.buckets);
        let (mut buckets, mut selections, mut beyond) = (Vec::new(), Vec::new(), 0);
        for found in values.filter(|bucket| bucket.count > 0) {
            let mut query = Query::default();
            query.toggle(facet.key(), &found.value);
            let selection = evaluate(scope, &query, &work)?;
            let count = self.order.iter().filter(|&&id| selection.contains(id));
            let count = count.count();
            if count == 0 {
                continue;
            }
            if buckets.len() == MOST_BUCKETS {
                beyond += count;
                continue;
            }
            buckets.push(Bucket {
                value: found.value,
                label: found.label,
            });
            selections.push(selection);
        }
        if buckets.is_empty() {
            return Some((vec![everything], Vec::new(), 0));
        }
        Some((buckets, selections, beyond))
    }
}
