//! The document as a tree: key order as served, folding, and each violation on its own line.
//!
//! The rows are one flat list, made without recursion; a row is a few numbers, and its text is
//! made only while it is on screen.
//!
//! ```text
//!  {3}  ✗ 2 violations under 0.3            the document itself
//!  ✗ version  missing · the 0.3.0 …         what an object lacks, before its members
//!  ▾ skills: [1]
//!    ▾ 0: {4}
//!      ✗ tags  missing · … · near miss: "Tags"
//!      id: "invoice"
//! ```

use crate::card::{Document, Node, NodeId};
use crate::census::{Violation, violations};
use crate::spec::Family;
use crate::tui::state::document::find;
use crate::tui::state::document::rich::{Line, Tone, sentence};
use crate::tui::state::document::subject::Subject;
use crate::tui::state::document::value;
use crate::tui::state::document::window::{Pane, Window};

/// What a row shows of its node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Key and value.
    Value,
    /// A later part of a long string; never 0.
    Chunk(u32),
    /// The names of what hides in it.
    Hidden,
    /// A key that it lacks: position in the violations.
    Missing(u32),
}

/// A row of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TreeRow {
    pub(super) node: u32,
    pub(super) depth: u32,
    pub(super) part: Part,
}

/// The tree of an open document.
#[derive(Debug, Clone)]
pub(super) struct TreeTab {
    pub(super) rows: Vec<TreeRow>,
    folded: Vec<bool>,
    /// Under the family whose schema the tree is marked with.
    pub(super) violations: Vec<Violation>,
    /// Positions in `violations`, by node.
    by_node: Vec<u32>,
    /// The family the violations are of; `None` when the document is held to none.
    pub(super) lens: Option<Family>,
    /// Nodes in which something hides, rising.
    hidden: Vec<u32>,
    /// Long strings by node, and where their chunks begin.
    long: Vec<(u32, Vec<u32>)>,
    /// Whether long values are wrapped; else they are cut in the middle.
    pub(super) is_wrapped: bool,
    pub(super) window: Window,
}

impl TreeTab {
    /// Everything unfolded, marked with the violations of the assigned family.
    pub(super) fn new(subject: &Subject, is_wrapped: bool) -> Self {
        let mut tab = Self {
            rows: Vec::new(),
            folded: Vec::new(),
            violations: Vec::new(),
            by_node: Vec::new(),
            lens: None,
            hidden: Vec::new(),
            long: Vec::new(),
            is_wrapped,
            window: Window::default(),
        };
        if let Some(document) = subject.document() {
            let nodes = document.tree().node_count();
            tab.folded = vec![false; nodes];
            let hides = !subject.graded.facts.hidden.is_empty();
            for node in document.nodes() {
                if hides && value::hides(node) {
                    tab.hidden.push(node.id().0);
                }
                if node.raw().len() > value::CHUNK && !node.is_container() {
                    let starts = value::chunk_starts(value::inside(node));
                    tab.long.push((node.id().0, starts));
                }
            }
        }
        tab.look_through(subject, subject.graded.judgement.family);
        tab
    }

    /// Marks the tree with the violations of a family.
    pub(super) fn look_through(&mut self, subject: &Subject, family: Option<Family>) {
        self.lens = family;
        self.violations = match (subject.document(), family) {
            (Some(_), family) if family == subject.graded.judgement.family => {
                subject.graded.violations.clone()
            }
            (Some(document), Some(family)) => violations(document.root(), family),
            _ => Vec::new(),
        };
        self.by_node = (0..self.violations.len())
            .map(|index| index as u32)
            .collect();
        let violations = &self.violations;
        self.by_node
            .sort_by_key(|index| violations.get(*index as usize).map(|found| found.node));
        self.rebuild(subject);
    }

    fn rebuild(&mut self, subject: &Subject) {
        self.rows.clear();
        let Some(document) = subject.document() else {
            return;
        };
        let count = u32::try_from(document.tree().node_count()).unwrap_or(u32::MAX);
        // Where the subtrees around the node end.
        let mut ends: Vec<u32> = Vec::new();
        let (mut id, mut hidden, mut long, mut faults) = (0, 0, 0, 0);
        while id < count {
            while ends.last().is_some_and(|end| *end <= id) {
                ends.pop();
            }
            let end = document.node(NodeId(id)).subtree_end().0;
            let depth = u32::try_from(ends.len()).unwrap_or(u32::MAX);
            let row = |part| TreeRow {
                node: id,
                depth,
                part,
            };
            self.rows.push(row(Part::Value));
            long += skip(&self.long, long, |(node, _)| *node < id);
            if self.is_wrapped
                && let Some((_, starts)) = self.long.get(long).filter(|(node, _)| *node == id)
            {
                let chunks = u32::try_from(starts.len()).unwrap_or(u32::MAX);
                self.rows
                    .extend((1..chunks).map(|chunk| row(Part::Chunk(chunk))));
            }
            hidden += skip(&self.hidden, hidden, |node| *node < id);
            if self.hidden.get(hidden) == Some(&id) {
                self.rows.push(row(Part::Hidden));
            }
            let node_of = |index: &u32| {
                self.violations
                    .get(*index as usize)
                    .map(|found| found.node.0)
            };
            faults += skip(&self.by_node, faults, |index| node_of(index) < Some(id));
            if self.folded.get(id as usize) == Some(&true) {
                id = end;
                continue;
            }
            for index in self.by_node.iter().skip(faults) {
                if node_of(index) != Some(id) {
                    break;
                }
                if self.is_missing(*index) {
                    self.rows.push(row(Part::Missing(*index)));
                }
            }
            if end > id + 1 {
                ends.push(end);
            }
            id += 1;
        }
    }

    fn is_missing(&self, index: u32) -> bool {
        self.violations
            .get(index as usize)
            .is_some_and(|found| found.kind == crate::census::ViolationKind::Missing)
    }

    /// The violation of the wrong type at a node.
    pub(super) fn wrong_type(&self, node: u32) -> Option<&Violation> {
        let range = self.faults_within(node, node + 1);
        range
            .filter(|index| !self.is_missing(*index))
            .find_map(|index| self.violations.get(index as usize))
    }

    /// How many violations a subtree has, the node's own wrong type left out.
    pub(super) fn count_below(&self, document: Document<'_>, node: u32) -> usize {
        let end = document.node(NodeId(node)).subtree_end().0;
        let own = usize::from(self.wrong_type(node).is_some());
        self.faults_within(node, end).count().saturating_sub(own)
    }

    fn faults_within(&self, from: u32, to: u32) -> impl Iterator<Item = u32> {
        let node_of = |index: &u32| {
            self.violations
                .get(*index as usize)
                .map(|found| found.node.0)
        };
        let start = self
            .by_node
            .partition_point(|index| node_of(index) < Some(from));
        let end = self
            .by_node
            .partition_point(|index| node_of(index) < Some(to));
        self.by_node
            .get(start..end)
            .unwrap_or_default()
            .iter()
            .copied()
    }

    /// Whether the line that names what hides in a node holds a text.
    pub(super) fn hidden_line_holds(&self, node: Node<'_>, needle: &str) -> bool {
        self.hidden.binary_search(&node.id().0).is_ok()
            && find::holds(
                value::hidden_notes(node).join(" · ").as_bytes(),
                needle.as_bytes(),
            )
    }

    /// Where the chunks of a node's string begin.
    pub(super) fn chunks(&self, node: u32) -> &[u32] {
        self.long
            .binary_search_by_key(&node, |(long, _)| *long)
            .ok()
            .and_then(|at| self.long.get(at))
            .map_or(&[], |(_, starts)| starts)
    }

    /// Whether a container is folded.
    pub(super) fn is_folded(&self, node: u32) -> bool {
        self.folded.get(node as usize) == Some(&true)
    }

    /// Number of rows; one, which says why, for a document without a tree.
    pub(super) fn len(&self) -> usize {
        self.rows.len().max(1)
    }

    /// The row under the cursor.
    pub(super) fn current(&self) -> Option<TreeRow> {
        let at = self.window.cursor(self.rows.len())?;
        self.rows.get(at).copied()
    }

    /// Rows of the screen that an item takes.
    pub(super) fn lines(&self, subject: &Subject, item: usize, width: usize) -> Vec<Line> {
        match self.rows.get(item) {
            Some(row) => super::branch::lines(self, subject, *row, width),
            None => {
                let why = format!("No tree: {}. Raw shows what there is.", subject.reason());
                sentence(&why, Tone::Warning, subject.marks).wrapped(width, 0)
            }
        }
    }

    /// Rows of the screen that an item takes, without making them where that is known.
    pub(super) fn height(&self, subject: &Subject, item: usize, width: usize) -> usize {
        if !self.is_wrapped && !self.rows.is_empty() {
            return 1;
        }
        self.lines(subject, item, width).len()
    }

    /// The position of a node's own row, if it is not folded away.
    fn position(&self, node: u32) -> Option<usize> {
        let at = self.rows.partition_point(|row| row.node < node);
        (self.rows.get(at)?.node == node).then_some(at)
    }

    /// Keeps the cursor on its row, or on the nearest one around it, while the rows change.
    fn change(&mut self, subject: &Subject, pane: (usize, usize), act: impl FnOnce(&mut Self)) {
        let before = self.current();
        act(self);
        self.rebuild(subject);
        let Some(before) = before else { return };
        let at = self.rows.partition_point(|row| row.node <= before.node);
        let same = self.rows.get(..at).unwrap_or_default();
        // Its own row again, else the first row of its node, else the nearest container left.
        let to = same
            .iter()
            .rposition(|row| *row == before)
            .or_else(|| self.position(before.node))
            .or_else(|| self.nearest_around(subject, before.node))
            .unwrap_or(0);
        self.select(subject, to, pane);
    }

    fn nearest_around(&self, subject: &Subject, node: u32) -> Option<usize> {
        let document = subject.document()?;
        let around = std::iter::successors(Some(document.node(NodeId(node))), |node| node.parent());
        around.skip(1).find_map(|node| self.position(node.id().0))
    }

    /// Moves the cursor onto an item.
    pub(super) fn select(
        &mut self,
        subject: &Subject,
        item: usize,
        (width, height): (usize, usize),
    ) {
        let mut window = self.window;
        window.select(
            item,
            &self.pane(height, &|item| self.height(subject, item, width)),
        );
        self.window = window;
    }

    /// What the window looks at.
    pub(super) fn pane<'a>(&self, height: usize, rows: &'a dyn Fn(usize) -> usize) -> Pane<'a> {
        Pane {
            len: self.len(),
            height,
            rows,
        }
    }

    /// Folds or unfolds one container. Returns whether there was something to do.
    pub(super) fn fold(
        &mut self,
        subject: &Subject,
        node: u32,
        fold: bool,
        pane: (usize, usize),
    ) -> bool {
        let is_container = subject.document().is_some_and(|document| {
            let node = document.node(NodeId(node));
            node.is_container() && node.subtree_end().0 > node.id().0 + 1
        });
        let lacks = self
            .faults_within(node, node + 1)
            .any(|index| self.is_missing(index));
        if (!is_container && !lacks) || self.is_folded(node) == fold {
            return false;
        }
        self.change(subject, pane, |tab| {
            if let Some(folded) = tab.folded.get_mut(node as usize) {
                *folded = fold;
            }
        });
        true
    }

    /// Folds everything from a depth on, and unfolds what is above it.
    pub(super) fn fold_to(&mut self, subject: &Subject, depth: Option<u32>, pane: (usize, usize)) {
        let Some(document) = subject.document() else {
            return;
        };
        self.change(subject, pane, |tab| {
            let mut ends: Vec<u32> = Vec::new();
            for node in document.nodes() {
                let (id, end) = (node.id().0, node.subtree_end().0);
                while ends.last().is_some_and(|end| *end <= id) {
                    ends.pop();
                }
                if let Some(folded) = tab.folded.get_mut(id as usize) {
                    *folded = node.is_container()
                        && depth.is_some_and(|depth| ends.len() as u32 >= depth);
                }
                if end > id + 1 {
                    ends.push(end);
                }
            }
        });
    }

    /// Depth of the deepest row that is there now.
    pub(super) fn shown_depth(&self) -> u32 {
        self.rows.iter().map(|row| row.depth).max().unwrap_or(0)
    }

    /// Wraps long values, or cuts them.
    pub(super) fn toggle_wrap(&mut self, subject: &Subject, pane: (usize, usize)) {
        self.change(subject, pane, |tab| tab.is_wrapped = !tab.is_wrapped);
    }

    /// Unfolds whatever is around a node and puts the cursor on it.
    pub(super) fn reveal(&mut self, subject: &Subject, node: u32, pane: (usize, usize)) {
        let Some(document) = subject.document() else {
            return;
        };
        let around =
            std::iter::successors(document.node(NodeId(node)).parent(), |node| node.parent());
        let mut has_changed = false;
        for container in around {
            if let Some(folded) = self.folded.get_mut(container.id().0 as usize) {
                has_changed |= *folded;
                *folded = false;
            }
        }
        if has_changed {
            self.rebuild(subject);
        }
        if let Some(at) = self.position(node) {
            self.select(subject, at, pane);
        }
    }

    /// Goes to a violation: its missing key's line, or the value of the wrong type.
    pub(super) fn reveal_violation(
        &mut self,
        subject: &Subject,
        index: usize,
        pane: (usize, usize),
    ) {
        let Some(node) = self.violations.get(index).map(|found| found.node.0) else {
            return;
        };
        if self.is_folded(node) && self.is_missing(index as u32) {
            self.fold(subject, node, false, pane);
        }
        self.reveal(subject, node, pane);
        let line = Part::Missing(index as u32);
        let from = self.position(node).unwrap_or(0);
        let rows = self.rows.get(from..).unwrap_or_default();
        let at = rows
            .iter()
            .take_while(|row| row.node == node)
            .position(|row| row.part == line);
        if let Some(at) = at {
            self.select(subject, from + at, pane);
        }
    }

    /// The violation after the cursor in the order of the document, or before it; and whether the
    /// step went round the end.
    pub(super) fn next_violation(&self, is_forward: bool) -> Option<(usize, bool)> {
        let last = self.by_node.len().checked_sub(1)?;
        let here = self.current()?;
        let key = |index: u32| {
            let node = self
                .violations
                .get(index as usize)
                .map_or(0, |found| found.node.0);
            let line = if self.is_missing(index) {
                Some(index)
            } else {
                None
            };
            (node, line)
        };
        let at = match here.part {
            Part::Missing(index) => (here.node, Some(index)),
            _ => (here.node, None),
        };
        let (to, wrapped) = if is_forward {
            let next = self.by_node.partition_point(|index| key(*index) <= at);
            (next, next > last)
        } else {
            let before = self.by_node.partition_point(|index| key(*index) < at);
            (before.wrapping_sub(1), before == 0)
        };
        let to = match (wrapped, is_forward) {
            (false, _) => to,
            (true, true) => 0,
            (true, false) => last,
        };
        self.by_node.get(to).map(|index| (*index as usize, wrapped))
    }
}

/// How many entries from `at` on are passed over.
fn skip<T>(list: &[T], at: usize, is_before: impl Fn(&T) -> bool) -> usize {
    list.iter()
        .skip(at)
        .take_while(|entry| is_before(entry))
        .count()
}
