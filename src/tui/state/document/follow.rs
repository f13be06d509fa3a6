//! Moving, folding and following in the open document.

use crate::card::NodeId;
use crate::tui::keymap::Move;
use crate::tui::layout::Area;
use crate::tui::state::Notice;
use crate::tui::state::document::DocumentReply;
use crate::tui::state::document::DocumentTab;
use crate::tui::state::document::OpenDocument;
use crate::tui::state::document::SIDEWAYS;
use crate::tui::state::document::tree::Part;

impl OpenDocument {
    pub(super) fn sideways(&mut self, step: Move, pane: (usize, usize)) -> DocumentReply {
        match self.tab {
            DocumentTab::Tree => self.fold_or_step(step, pane),
            DocumentTab::Raw if self.raw.is_wrapped => DocumentReply::Say(Notice::warning(
                "The lines are wrapped; there is nothing to the side.",
            )),
            DocumentTab::Raw => {
                self.raw.column = match step {
                    Move::Left => self.raw.column.saturating_sub(SIDEWAYS),
                    _ => self.raw.column.saturating_add(SIDEWAYS),
                };
                DocumentReply::Done
            }
            _ => DocumentReply::Done,
        }
    }

    pub(super) fn fold_or_step(&mut self, step: Move, pane: (usize, usize)) -> DocumentReply {
        let (Some(row), Some(document)) = (self.tree.current(), self.subject.document()) else {
            return DocumentReply::Done;
        };
        let is_value = row.part == Part::Value;
        let parent = document
            .node(NodeId(row.node))
            .parent()
            .map(|node| node.id().0);
        if step == Move::Right {
            if is_value && !self.tree.fold(&self.subject, row.node, false, pane) {
                let node = document.node(NodeId(row.node));
                if let Some(child) = node.children().next() {
                    self.tree.reveal(&self.subject, child.id().0, pane);
                }
            }
            return DocumentReply::Done;
        }
        if is_value && self.tree.fold(&self.subject, row.node, true, pane) {
            return DocumentReply::Done;
        }
        let to = if is_value { parent } else { Some(row.node) };
        if let Some(to) = to {
            self.tree.reveal(&self.subject, to, pane);
        }
        DocumentReply::Done
    }

    pub(super) fn follow(&mut self, area: Area) -> DocumentReply {
        match self.tab {
            DocumentTab::Tree => self.follow_in_tree(Self::size(area)),
            DocumentTab::Verdicts => self.follow_to_tree(area),
            _ => DocumentReply::Say(Notice::warning("There is nothing to follow here.")),
        }
    }

    pub(super) fn follow_in_tree(&mut self, pane: (usize, usize)) -> DocumentReply {
        let Some(row) = self.tree.current() else {
            return DocumentReply::Say(Notice::warning("There is nothing to follow here."));
        };
        match row.part {
            Part::Value => {
                let fold = !self.tree.is_folded(row.node);
                if self.tree.fold(&self.subject, row.node, fold, pane) {
                    return DocumentReply::Done;
                }
                DocumentReply::Say(Notice::warning("This value has nothing to unfold."))
            }
            Part::Missing(index) => self.follow_near_miss(index as usize, pane),
            Part::Hidden | Part::Chunk(_) => {
                self.tree.reveal(&self.subject, row.node, pane);
                DocumentReply::Done
            }
        }
    }

    /// Goes to the key that a missing one was nearly.
    pub(super) fn follow_near_miss(&mut self, index: usize, pane: (usize, usize)) -> DocumentReply {
        let found = self.tree.violations.get(index);
        let near = found.and_then(|found| {
            let object = self.subject.document()?.node(found.node);
            object
                .member(found.near_miss.as_deref()?)
                .map(|node| node.id().0)
        });
        match near {
            Some(node) => {
                self.tree.reveal(&self.subject, node, pane);
                DocumentReply::Say(Notice::done("The near miss."))
            }
            None => DocumentReply::Say(Notice::warning("The key is missing, and none is near it.")),
        }
    }

    pub(super) fn follow_to_tree(&mut self, area: Area) -> DocumentReply {
        let Some(target) = self.verdicts.current().and_then(|entry| entry.target) else {
            return DocumentReply::Say(Notice::warning(
                "There is nothing to follow here; violations lead to the tree.",
            ));
        };
        self.go_to_tab(DocumentTab::Tree);
        if self.tree.lens != Some(target.family) {
            self.tree.look_through(&self.subject, Some(target.family));
        }
        self.tree
            .reveal_violation(&self.subject, target.index, Self::size(area));
        if self.subject.graded.judgement.family == Some(target.family) {
            return DocumentReply::Done;
        }
        DocumentReply::Say(Notice::done(format!(
            "The tree is marked with the violations under {}, which is not the version assigned.",
            target.family
        )))
    }

    pub(super) fn toggle_wrap(&mut self, pane: (usize, usize)) -> DocumentReply {
        let is_wrapped = if self.tab == DocumentTab::Tree {
            self.tree.toggle_wrap(&self.subject, pane);
            self.tree.is_wrapped
        } else {
            self.raw.is_wrapped = !self.raw.is_wrapped;
            self.raw.column = 0;
            self.raw.is_wrapped
        };
        let sentence = match (is_wrapped, self.tab) {
            (true, _) => "Long lines are wrapped.",
            (false, DocumentTab::Tree) => "Long values are cut in the middle.",
            (false, _) => "Long lines are cut at the edge; left and right move along them.",
        };
        DocumentReply::Say(Notice::done(sentence))
    }

    pub(super) fn fold_level(&mut self, pane: (usize, usize)) -> DocumentReply {
        let depth = self.tree.shown_depth();
        if depth <= 1 {
            return DocumentReply::Say(Notice::warning("Everything is folded."));
        }
        self.tree.fold_to(&self.subject, Some(depth - 1), pane);
        DocumentReply::Say(Notice::done(format!("Folded to depth {}.", depth - 1)))
    }

    pub(super) fn unfold_level(&mut self, pane: (usize, usize)) -> DocumentReply {
        let depth = self.tree.shown_depth() + 1;
        let before = self.tree.rows.len();
        self.tree.fold_to(&self.subject, Some(depth), pane);
        if self.tree.rows.len() == before {
            return DocumentReply::Say(Notice::warning("Everything is unfolded."));
        }
        DocumentReply::Say(Notice::done(format!("Unfolded to depth {depth}.")))
    }

    pub(super) fn step_violation(&mut self, is_forward: bool, area: Area) -> DocumentReply {
        // Coming from another tab, the first is the nearest.
        self.go_to_tab(DocumentTab::Tree);
        let Some((index, wrapped)) = self.tree.next_violation(is_forward) else {
            return DocumentReply::Say(Notice::warning(self.no_violation()));
        };
        self.tree
            .reveal_violation(&self.subject, index, Self::size(area));
        match (wrapped, is_forward) {
            (false, _) => DocumentReply::Done,
            (true, true) => {
                DocumentReply::Say(Notice::done("After the last violation comes the first."))
            }
            (true, false) => {
                DocumentReply::Say(Notice::done("Before the first violation comes the last."))
            }
        }
    }
}
