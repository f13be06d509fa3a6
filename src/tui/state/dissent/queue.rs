//! Which documents are to be read, and which of them is next.

use super::evidence::{lasting, spoken};
use super::{Dissent, Reach, Similar, give};
use crate::corpus::DocumentId;
use crate::dissent::Cell;
use crate::tui::keymap::QueuePart;
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Notice, Reply};
use std::collections::HashSet;

/// Which documents are in the queue beside those without a version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Those in conflict.
    pub conflicts: bool,
    /// Those whose published verdict differs.
    pub differing: bool,
    /// Everything in the filter, in its order.
    pub everything: bool,
}

/// What the queue was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    generation: u64,
    counted: usize,
    /// A longer look has its number already while it is under way.
    is_busy: bool,
    parts: Parts,
    pinned: Option<DocumentId>,
}

impl Dissent {
    fn make_queue(&mut self, workspace: &Workspace) {
        let shown = workspace.shown();
        let source = Source {
            generation: shown.generation,
            counted: shown.counted,
            is_busy: workspace.is_busy(),
            parts: self.parts,
            pinned: workspace.pinned(),
        };
        if self.source == Some(source) {
            return;
        }
        self.source = Some(source);
        self.queue.clear();
        if self.parts.everything {
            self.queue.extend(shown.order.iter());
        } else {
            let sums = &shown.sums;
            self.queue.extend(sums.unclassified.iter());
            let mut further = Vec::new();
            if self.parts.conflicts {
                further.extend(sums.conflicts.iter().copied());
            }
            if self.parts.differing {
                further.extend(sums.differing.iter().copied());
            }
            let mut known: HashSet<DocumentId> = self.queue.iter().copied().collect();
            further.retain(|id| known.insert(*id));
            self.queue.extend(further);
        }
        if let Some(pinned) = source.pinned
            && !self.queue.contains(&pinned)
        {
            self.queue.insert(0, pinned);
        }
    }

    pub(super) fn is_read(workspace: &Workspace, id: DocumentId) -> bool {
        matches!(workspace.readings().cell(id), Cell::Read(_))
    }

    /// The first document after a position, around, that is not read and not about to be.
    pub(super) fn next_unread(
        &self,
        workspace: &Workspace,
        after: usize,
        about: &HashSet<DocumentId>,
    ) -> Option<DocumentId> {
        let length = self.queue.len();
        (1..=length)
            .filter_map(|step| self.queue.get((after + step) % length))
            .copied()
            .find(|id| !about.contains(id) && !Self::is_read(workspace, *id))
    }

    pub(super) fn toggle(&mut self, part: QueuePart) -> Vec<Reply> {
        let (flag, name) = match part {
            QueuePart::Conflicts => (&mut self.parts.conflicts, "Documents in conflict"),
            QueuePart::Differing => (
                &mut self.parts.differing,
                "Documents whose published verdict differs",
            ),
            QueuePart::Everything => (&mut self.parts.everything, "Everything in the filter"),
        };
        *flag = !*flag;
        let sentence = if *flag {
            format!("{name}: in the queue.")
        } else {
            format!("{name}: no longer in the queue.")
        };
        vec![Reply::Notice(Notice::done(sentence))]
    }

    /// Takes in what is shown: queue, document under the cursor, and what is known of it.
    pub(super) fn follow(&mut self, workspace: &Workspace) {
        self.make_queue(workspace);
        self.read_count = self
            .queue
            .iter()
            .filter(|id| Self::is_read(workspace, **id))
            .count();
        let is_queued = |id: &DocumentId| self.queue.contains(id);
        self.current = workspace
            .cursor()
            .filter(is_queued)
            .or_else(|| self.current.filter(is_queued))
            .or_else(|| {
                let last = self.queue.len().checked_sub(1)?;
                self.next_unread(workspace, last, &HashSet::new())
                    .or_else(|| self.queue.first().copied())
            });
        let Some(id) = self.current else {
            self.seen = None;
            self.remarks.clear();
            self.similar = Similar::default();
            return;
        };
        let row = workspace.corpus().row(id);
        let look = (workspace.shown().generation, workspace.is_busy());
        if self.seen != Some((id, look)) {
            if self.seen.is_none_or(|(seen, _)| seen != id) {
                self.scroll = 0;
                self.reach = Reach::This;
            }
            self.seen = Some((id, look));
            self.lasting = lasting(row, workspace.rules());
            self.similar = self.keys.similar(workspace, row);
        }
        self.remarks = spoken(workspace, row);
        self.remarks.extend(self.lasting.iter().cloned());
        self.remarks
            .extend(give::similar_remarks(workspace, &self.similar));
    }
}
