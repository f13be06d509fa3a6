//! The open document: one document looked at as a tree, as bytes, and as verdicts.
//!
//! A component and no place: whoever shows it hands on commands of
//! [`Context::Document`](crate::tui::keymap::Context::Document) and uses of the mouse, with the
//! area it is drawn in, and does what the [`DocumentReply`] asks. It copies what it needs, so the
//! corpus may grow or be reloaded meanwhile.
//!
//! Its text is cleaned here, since the heights of wrapped rows are state;
//! [`OpenDocument::with_marks`] says how.

mod branch;
mod find;
mod raw;
mod rich;
mod subject;
mod tree;
mod value;
mod verdicts;
mod window;

use crate::card::NodeId;
use crate::census::{Rules, explain};
use crate::corpus::{DocumentId, Row};
use crate::spec::explain::{explain_field, nearest_fields};
use crate::text::{self, Marks};
use crate::tui::keymap::{Command, Move, Yank};
use crate::tui::layout::Area;
use crate::tui::message::{Gesture, Mouse};
use crate::tui::state::Notice;
use crate::tui::state::document::find::Search;
use crate::tui::state::document::raw::RawTab;
use crate::tui::state::document::subject::Subject;
use crate::tui::state::document::tree::{Part, TreeTab};
use crate::tui::state::document::verdicts::{About, VerdictsTab};
use crate::tui::state::document::window::{Pane, Window};

pub use crate::tui::state::document::find::Hits;
pub use crate::tui::state::document::rich::{Line, Span, Tone};

#[cfg(test)]
mod tests;

/// The ways to look at a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum DocumentTab {
    /// Keys and values, folding, violations on their line.
    #[default]
    Tree,
    /// The exact bytes.
    Raw,
    /// The rule's trace, every verdict, published beside computed.
    Verdicts,
    /// Not part of this version.
    Findings,
    /// Not part of this version.
    Audit,
    /// Not part of this version.
    Snapshot,
}

impl DocumentTab {
    /// Every tab, in the order of the line of tabs.
    pub const ALL: [Self; 6] = [
        Self::Tree,
        Self::Raw,
        Self::Verdicts,
        Self::Findings,
        Self::Audit,
        Self::Snapshot,
    ];

    /// Its name on the line of tabs.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Tree => "Tree",
            Self::Raw => "Raw",
            Self::Verdicts => "Verdicts",
            Self::Findings => "Findings",
            Self::Audit => "Audit",
            Self::Snapshot => "Snapshot",
        }
    }

    /// Whether it shows anything yet.
    #[must_use]
    pub const fn is_there(self) -> bool {
        matches!(self, Self::Tree | Self::Raw | Self::Verdicts)
    }

    fn beside(self, by: usize) -> Self {
        let all = Self::ALL;
        all[(self as usize + by) % all.len()]
    }
}

/// A column of a verdict file: its name, the published value, the computed value, and whether the
/// two differ.
pub type PublishedColumn = (String, String, String, bool);

/// What a verdict file says of a document, beside what is computed. Untrusted text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublishedView {
    /// Columns that both know.
    pub columns: Vec<PublishedColumn>,
    /// Columns that only the file has: name and value.
    pub extra: Vec<(String, String)>,
    /// Line of the file on which the row begins, from 1.
    pub line: u64,
    /// Name of the file.
    pub file: String,
}

/// How a person looks at documents; carried from one document to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewing {
    /// The tab on screen.
    pub tab: DocumentTab,
    /// Whether the tree wraps long values; else it cuts them in the middle.
    pub wraps_tree: bool,
    /// Whether the raw view wraps long lines; else it cuts them at the edge.
    pub wraps_raw: bool,
}

impl Default for Viewing {
    fn default() -> Self {
        Self {
            tab: DocumentTab::Tree,
            wraps_tree: false,
            wraps_raw: true,
        }
    }
}

/// What an open document answers to a command or a use of the mouse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentReply {
    /// It was done; there is nothing to say.
    Done,
    /// It is no command of an open document.
    NotMine,
    /// A sentence for the person.
    Say(Notice),
    /// Text for a box.
    Read {
        /// Title of the box.
        title: String,
        /// Paragraphs, not cleaned.
        paragraphs: Vec<String>,
    },
    /// Text for the clipboard, exactly as it is.
    Copy {
        /// The text.
        text: String,
        /// What it is.
        what: &'static str,
    },
}

/// A row of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownLine {
    /// What stands on it.
    pub line: Line,
    /// Whether it belongs to what is under the cursor.
    pub is_selected: bool,
    /// Whether it is the first such row.
    pub is_first: bool,
}

/// Columns of the gutter in which the pointer stands.
const GUTTER: usize = 2;
/// For questions whose answer no size changes.
const ANY_SIZE: (usize, usize) = (80, 1);
/// Columns that the raw view moves sideways at once.
const SIDEWAYS: usize = 8;

/// A document that someone looks at.
#[derive(Debug, Clone)]
pub struct OpenDocument {
    subject: Subject,
    tab: DocumentTab,
    tree: TreeTab,
    raw: RawTab,
    verdicts: VerdictsTab,
    search: Option<Search>,
    /// Where the cursor was when a search began to be typed.
    anchor: Option<usize>,
}

impl OpenDocument {
    /// Opens a document as a tree, everything unfolded.
    #[must_use]
    pub fn open(row: Row<'_>, published: Option<PublishedView>, rules: &Rules) -> Self {
        let subject = Subject::new(row, published, rules);
        let viewing = Viewing::default();
        Self {
            tree: TreeTab::new(&subject, viewing.wraps_tree),
            raw: RawTab::new(&subject, viewing.wraps_raw),
            verdicts: VerdictsTab::default(),
            search: None,
            anchor: None,
            tab: viewing.tab,
            subject,
        }
    }

    /// The same document, looked at as another one was.
    #[must_use]
    pub fn with_viewing(mut self, viewing: Viewing) -> Self {
        if viewing.wraps_tree != self.tree.is_wrapped {
            self.tree.toggle_wrap(&self.subject, ANY_SIZE);
        }
        self.raw.is_wrapped = viewing.wraps_raw;
        self.tab = viewing.tab;
        self.prepared()
    }

    /// The same document with marks of this kind for hidden characters.
    #[must_use]
    pub fn with_marks(mut self, marks: Marks) -> Self {
        self.subject.marks = marks;
        self.verdicts = VerdictsTab::default();
        self.prepared()
    }

    /// How it is looked at.
    #[must_use]
    pub fn viewing(&self) -> Viewing {
        Viewing {
            tab: self.tab,
            wraps_tree: self.tree.is_wrapped,
            wraps_raw: self.raw.is_wrapped,
        }
    }

    /// Which document of the corpus it is.
    #[must_use]
    pub fn id(&self) -> DocumentId {
        self.subject.id
    }

    /// How a person addresses it. Untrusted text.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.subject.origin.address
    }

    /// The tab on screen.
    #[must_use]
    pub fn tab(&self) -> DocumentTab {
        self.tab
    }

    /// Its exact bytes; empty where there is no body. For the pager.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.subject.bytes
    }

    /// Judges it under another rule; folds and cursor stay.
    pub fn judge(&mut self, rules: &Rules) {
        self.subject.judge(rules);
        let family = self.subject.graded.judgement.family;
        self.tree.look_through(&self.subject, family);
        self.forget_verdicts();
    }

    /// Puts what a verdict file says beside the computed verdict; `None` for no row.
    pub fn publish(&mut self, published: Option<PublishedView>) {
        self.subject.published = published;
        self.forget_verdicts();
    }

    fn forget_verdicts(&mut self) {
        let window = self.verdicts.window;
        self.verdicts = VerdictsTab {
            entries: Vec::new(),
            window,
        };
        if self.tab == DocumentTab::Verdicts {
            self.verdicts.prepare(&self.subject);
        }
    }

    /// The part of an area in which rows stand: inside a border where there is room for one, below
    /// a line of tabs where there is room for that.
    #[must_use]
    pub fn inside(area: Area) -> Area {
        if area.height >= 5 && area.width >= 20 {
            area.inside_border()
        } else if area.height >= 2 {
            area.split_top(1).1
        } else {
            area
        }
    }

    /// The tabs and where they stand, for an area it is drawn in. In a narrow one only those that
    /// show something.
    #[must_use]
    pub fn tab_areas(&self, area: Area) -> Vec<(DocumentTab, Area)> {
        /// Columns for the title beside the tabs.
        const TITLE: u16 = 24;
        let inside = Self::inside(area);
        if inside == area {
            return Vec::new();
        }
        let columns = |tab: DocumentTab| u16::try_from(tab.label().len() + 2).unwrap_or(u16::MAX);
        let mut tabs = DocumentTab::ALL.to_vec();
        if area.width < tabs.iter().map(|tab| columns(*tab)).sum::<u16>() + TITLE {
            tabs.retain(|tab| tab.is_there() || *tab == self.tab);
        }
        let (mut rest, _) = area.split_top(1);
        if inside.x > area.x {
            // The title keeps the left of the border, the tabs stand at its right end.
            let whole: u16 = tabs.iter().map(|tab| columns(*tab)).sum();
            let (before_corner, _) = rest.split_left(rest.width.saturating_sub(2));
            rest = before_corner
                .split_left(before_corner.width.saturating_sub(whole).max(1))
                .1;
        }
        let mut areas = Vec::new();
        for tab in tabs {
            let (place, after) = rest.split_left(columns(tab));
            if place.width == columns(tab) {
                areas.push((tab, place));
            }
            rest = after;
        }
        areas
    }

    fn size(area: Area) -> (usize, usize) {
        let inside = Self::inside(area);
        let width = usize::from(inside.width).saturating_sub(GUTTER);
        (width, usize::from(inside.height))
    }

    fn prepared(mut self) -> Self {
        self.prepare();
        self
    }

    fn prepare(&mut self) {
        match self.tab {
            DocumentTab::Raw => self.raw.prepare(&self.subject),
            DocumentTab::Verdicts => self.verdicts.prepare(&self.subject),
            _ => {}
        }
    }

    fn window(&self, size: (usize, usize)) -> Window {
        match self.tab {
            DocumentTab::Tree => self.tree.window,
            DocumentTab::Raw => self.raw.window(&self.subject, size),
            DocumentTab::Verdicts => self.verdicts.window,
            _ => Window::default(),
        }
    }

    /// The item under the cursor, which no size changes.
    fn cursor(&self) -> Option<usize> {
        let length = self.with_pane(ANY_SIZE, |pane| pane.len);
        self.window(ANY_SIZE).cursor(length)
    }

    fn with_pane<T>(
        &self,
        (width, height): (usize, usize),
        look: impl FnOnce(&Pane<'_>) -> T,
    ) -> T {
        match self.tab {
            DocumentTab::Tree => {
                let rows = |item: usize| self.tree.height(&self.subject, item, width);
                look(&self.tree.pane(height, &rows))
            }
            DocumentTab::Raw => {
                let rows = |item: usize| self.raw.lines(&self.subject, item, width).len();
                look(&self.raw.pane(height, &rows))
            }
            DocumentTab::Verdicts => {
                let rows = |item: usize| self.verdicts.lines(item, width).len();
                look(&self.verdicts.pane(height, &rows))
            }
            _ => {
                let rows = |_: usize| 1;
                look(&Pane {
                    len: 1,
                    height,
                    rows: &rows,
                })
            }
        }
    }

    fn lines_of(&self, item: usize, width: usize) -> Vec<Line> {
        match self.tab {
            DocumentTab::Tree => self.tree.lines(&self.subject, item, width),
            DocumentTab::Raw => self.raw.lines(&self.subject, item, width),
            DocumentTab::Verdicts => self.verdicts.lines(item, width),
            later => {
                let text = absent(later);
                rich::sentence(&text, Tone::Dim, self.subject.marks).wrapped(width, 0)
            }
        }
    }

    fn change_window(&mut self, area: Area, act: impl FnOnce(&mut Window, &Pane<'_>)) {
        let mut window = self.window(Self::size(area));
        self.with_pane(Self::size(area), |pane| act(&mut window, pane));
        match self.tab {
            DocumentTab::Tree => self.tree.window = window,
            DocumentTab::Raw => self.raw.moved_to(window),
            DocumentTab::Verdicts => self.verdicts.window = window,
            _ => {}
        }
    }

    /// The rows on screen, from the top; as many as there is room for, or fewer.
    #[must_use]
    pub fn shown(&self, area: Area) -> Vec<ShownLine> {
        let (width, height) = Self::size(area);
        let needle = self
            .search
            .as_ref()
            .map_or("", |search| search.needle.as_str());
        self.with_pane((width, height), |pane| {
            let window = self.window((width, height)).settled(pane);
            let cursor = window.cursor(pane.len);
            let mut shown = Vec::with_capacity(height);
            for (item, skip, rows) in window.visible(pane) {
                let lines = self.lines_of(item, width).into_iter().skip(skip).take(rows);
                for (index, line) in lines.enumerate() {
                    shown.push(ShownLine {
                        line: line.with_hits(needle),
                        is_selected: cursor == Some(item),
                        is_first: index == 0,
                    });
                }
            }
            shown
        })
    }

    /// Position of the cursor from 1 and number of rows to choose from: rows of the tree, chunks
    /// of the bytes, lines of the verdicts.
    #[must_use]
    pub fn position(&self) -> (usize, usize) {
        let length = self.with_pane(ANY_SIZE, |pane| pane.len);
        (self.cursor().map_or(0, |at| at + 1), length)
    }

    /// Where the cursor is, for the line below the rows: a path, a byte and line, or nothing.
    /// Untrusted text.
    #[must_use]
    pub fn place(&self) -> String {
        match self.tab {
            DocumentTab::Tree => self.path().map(|path| path.notation()).unwrap_or_default(),
            DocumentTab::Raw => {
                let Some(item) = self.cursor() else {
                    return String::new();
                };
                match (self.raw.number(&self.subject, item), self.raw.range(item)) {
                    (Some((line, _)), Some(range)) => format!("line {line}, byte {}", range.start),
                    _ => String::new(),
                }
            }
            _ => String::new(),
        }
    }

    /// What the last search found in this tab; `None` while nothing is searched for.
    #[must_use]
    pub fn hits(&self) -> Option<Hits> {
        self.search.as_ref().map(Search::hits)
    }

    /// Why a command can do nothing here and now; `None` when it can.
    #[must_use]
    pub fn refusal(&self, command: Command) -> Option<String> {
        let is_tree = self.tab == DocumentTab::Tree && self.subject.tree.is_some();
        match command {
            Command::FoldLevel | Command::UnfoldLevel | Command::UnfoldAll if !is_tree => {
                Some("Only a tree can be folded.".to_owned())
            }
            Command::NextViolation | Command::PreviousViolation
                if self.tree.violations.is_empty() =>
            {
                Some(self.no_violation())
            }
            Command::NextHit | Command::PreviousHit if self.search.is_none() => {
                Some("Nothing has been searched for in this document.".to_owned())
            }
            Command::Wrap if !matches!(self.tab, DocumentTab::Tree | DocumentTab::Raw) => {
                Some("The lines of this view are always wrapped.".to_owned())
            }
            Command::Pager | Command::Yank(Yank::Document) if !self.subject.has_body => {
                Some("The record has no body.".to_owned())
            }
            _ => None,
        }
    }

    fn no_violation(&self) -> String {
        match self.tree.lens {
            Some(family) => format!("The document has no violation under {family}."),
            None => "The document is held to no version, so it has no violations.".to_owned(),
        }
    }

    /// Carries out a command. `area` is the area it is drawn in.
    pub fn update(&mut self, command: Command, area: Area) -> DocumentReply {
        if let Some(reason) = self.refusal(command) {
            return DocumentReply::Say(Notice::warning(reason));
        }
        let pane = Self::size(area);
        match command {
            Command::Move(step @ (Move::Left | Move::Right)) => self.sideways(step, pane),
            Command::Move(step) => {
                self.change_window(area, |window, pane| window.go(step, pane));
                DocumentReply::Done
            }
            Command::NextTab => self.go_to_tab(self.tab.beside(1)),
            Command::PreviousTab => self.go_to_tab(self.tab.beside(DocumentTab::ALL.len() - 1)),
            Command::Open => self.follow(area),
            Command::Wrap => self.toggle_wrap(pane),
            Command::FoldLevel => self.fold_level(pane),
            Command::UnfoldLevel => self.unfold_level(pane),
            Command::UnfoldAll => {
                self.tree.fold_to(&self.subject, None, pane);
                DocumentReply::Done
            }
            Command::NextViolation => self.step_violation(true, area),
            Command::PreviousViolation => self.step_violation(false, area),
            Command::NextHit => self.step_hit(true, area),
            Command::PreviousHit => self.step_hit(false, area),
            Command::Explain => self.explain(),
            Command::Yank(what) => match self.yank(what) {
                Some((text, what)) => DocumentReply::Copy { text, what },
                None => match self.yank_refusal(what) {
                    Some(reason) => DocumentReply::Say(Notice::warning(reason)),
                    None => DocumentReply::NotMine,
                },
            },
            _ => DocumentReply::NotMine,
        }
    }

    /// Shows another tab.
    pub fn go_to_tab(&mut self, tab: DocumentTab) -> DocumentReply {
        if tab != self.tab {
            self.tab = tab;
            self.search = None;
            self.anchor = None;
        }
        self.prepare();
        if tab.is_there() {
            DocumentReply::Done
        } else {
            DocumentReply::Say(Notice::warning(absent(tab)))
        }
    }

    fn sideways(&mut self, step: Move, pane: (usize, usize)) -> DocumentReply {
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

    fn fold_or_step(&mut self, step: Move, pane: (usize, usize)) -> DocumentReply {
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

    fn follow(&mut self, area: Area) -> DocumentReply {
        match self.tab {
            DocumentTab::Tree => self.follow_in_tree(Self::size(area)),
            DocumentTab::Verdicts => self.follow_to_tree(area),
            _ => DocumentReply::Say(Notice::warning("There is nothing to follow here.")),
        }
    }

    fn follow_in_tree(&mut self, pane: (usize, usize)) -> DocumentReply {
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
    fn follow_near_miss(&mut self, index: usize, pane: (usize, usize)) -> DocumentReply {
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

    fn follow_to_tree(&mut self, area: Area) -> DocumentReply {
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

    fn toggle_wrap(&mut self, pane: (usize, usize)) -> DocumentReply {
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

    fn fold_level(&mut self, pane: (usize, usize)) -> DocumentReply {
        let depth = self.tree.shown_depth();
        if depth <= 1 {
            return DocumentReply::Say(Notice::warning("Everything is folded."));
        }
        self.tree.fold_to(&self.subject, Some(depth - 1), pane);
        DocumentReply::Say(Notice::done(format!("Folded to depth {}.", depth - 1)))
    }

    fn unfold_level(&mut self, pane: (usize, usize)) -> DocumentReply {
        let depth = self.tree.shown_depth() + 1;
        let before = self.tree.rows.len();
        self.tree.fold_to(&self.subject, Some(depth), pane);
        if self.tree.rows.len() == before {
            return DocumentReply::Say(Notice::warning("Everything is unfolded."));
        }
        DocumentReply::Say(Notice::done(format!("Unfolded to depth {depth}.")))
    }

    fn step_violation(&mut self, is_forward: bool, area: Area) -> DocumentReply {
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

    /// Searches the current tab while a text is being typed: always from where the cursor was when
    /// typing began. An empty text ends the search.
    pub fn find(&mut self, needle: &str, area: Area) -> Option<Hits> {
        let anchor = self.anchor.unwrap_or_else(|| self.cursor().unwrap_or(0));
        self.anchor = Some(anchor);
        if needle.is_empty() {
            self.search = None;
            self.change_window(area, |window, pane| window.select(anchor, pane));
            return None;
        }
        let from = self.search_key(anchor);
        let mut search = match (self.tab, self.subject.document()) {
            (DocumentTab::Tree, Some(document)) => {
                let holding = document.nodes().filter(|node| {
                    let key = node
                        .key_bytes()
                        .is_some_and(|key| find::holds(&key, needle.as_bytes()));
                    key || match node.text_bytes() {
                        Some(text) => find::holds(&text, needle.as_bytes()),
                        None => !node.is_container() && find::holds(node.raw(), needle.as_bytes()),
                    }
                });
                Search::new(needle, holding.map(|node| node.id().0 as usize))
            }
            (DocumentTab::Raw, _) => {
                Search::new(needle, find::places(&self.subject.bytes, needle.as_bytes()))
            }
            (DocumentTab::Verdicts, _) => {
                let entries = self.verdicts.entries.iter().enumerate();
                let holding = entries.filter(|(_, entry)| {
                    find::holds(entry.text.whole().text().as_bytes(), needle.as_bytes())
                });
                Search::new(needle, holding.map(|(index, _)| index))
            }
            _ => Search::new(needle, std::iter::empty()),
        };
        let to = search.start(from);
        self.search = Some(search);
        match to {
            Some(to) => self.go_to_hit(to, area),
            None => self.change_window(area, |window, pane| window.select(anchor, pane)),
        }
        self.hits()
    }

    /// The search was typed and taken: the cursor stays where it is.
    pub fn end_find(&mut self) -> Option<Notice> {
        self.anchor = None;
        let search = self.search.as_ref()?;
        Some(found_notice(&search.hits()))
    }

    /// The search was given up: the cursor goes back to where it was.
    pub fn cancel_find(&mut self, area: Area) {
        self.search = None;
        if let Some(anchor) = self.anchor.take() {
            self.change_window(area, |window, pane| window.select(anchor, pane));
        }
    }

    /// What hits are compared with: the node, byte or line of an item.
    fn search_key(&self, item: usize) -> usize {
        match self.tab {
            DocumentTab::Tree => self.tree.rows.get(item).map_or(0, |row| row.node as usize),
            DocumentTab::Raw => self.raw.range(item).map_or(0, |range| range.start),
            _ => item,
        }
    }

    fn go_to_hit(&mut self, to: usize, area: Area) {
        let pane = Self::size(area);
        match self.tab {
            DocumentTab::Tree => {
                let node = u32::try_from(to).unwrap_or(u32::MAX);
                self.tree.reveal(&self.subject, node, pane);
            }
            DocumentTab::Raw => self.raw.reveal(&self.subject, to, pane),
            _ => self.change_window(area, |window, pane| window.select(to, pane)),
        }
    }

    fn step_hit(&mut self, is_forward: bool, area: Area) -> DocumentReply {
        let here = self.search_key(self.cursor().unwrap_or(0));
        let raw_item = self.cursor();
        let Some(search) = &mut self.search else {
            return DocumentReply::NotMine;
        };
        // Several hits of the raw view may stand in what the cursor is on; then the last hit
        // tells where to go on from.
        let last = search.at.and_then(|at| search.places.get(at).copied());
        let is_in_raw = self.tab == DocumentTab::Raw;
        let from = match last {
            Some(last) if is_in_raw => {
                let item = raw_item.and_then(|item| self.raw.range(item));
                if item.is_some_and(|range| range.contains(&last)) {
                    last
                } else {
                    here
                }
            }
            _ => here,
        };
        let to = search.step(from, is_forward);
        let hits = search.hits();
        if let Some(to) = to {
            self.go_to_hit(to, area);
        }
        DocumentReply::Say(found_notice(&hits))
    }

    fn path(&self) -> Option<crate::card::Path> {
        branch::path(&self.tree, &self.subject, self.tree.current()?)
    }

    /// What can be copied: of the tree's row the value (of a string the decoded text, of anything
    /// else the exact bytes), path, JSON Pointer and jq expression; in the raw view the value is
    /// the line; the document is its exact bytes in every tab. `None` when there is no such thing
    /// here, or when it is not text.
    #[must_use]
    pub fn yank(&self, what: Yank) -> Option<(String, &'static str)> {
        let is_tree = self.tab == DocumentTab::Tree;
        match what {
            Yank::Value if is_tree => {
                let row = self.tree.current()?;
                if matches!(row.part, Part::Missing(_)) {
                    return None;
                }
                let node = self.subject.document()?.node(NodeId(row.node));
                match node.text() {
                    Some(text) => Some((text.into_owned(), "value, decoded")),
                    None => Some((exact(node.raw())?, "value")),
                }
            }
            Yank::Value if self.tab == DocumentTab::Raw => {
                let item = self.cursor()?;
                let line = self.raw.line_range(&self.subject, item)?;
                Some((exact(self.subject.bytes.get(line)?)?, "line"))
            }
            Yank::Path if is_tree => Some((self.path()?.notation(), "path")),
            Yank::Pointer if is_tree => Some((self.path()?.pointer(), "JSON Pointer")),
            Yank::Jq if is_tree => Some((self.path()?.jq(), "jq expression")),
            Yank::Document if self.subject.has_body => {
                Some((exact(&self.subject.bytes)?, "document"))
            }
            Yank::Host if !self.subject.origin.host.is_empty() => {
                Some((self.subject.origin.host.clone(), "host"))
            }
            _ => None,
        }
    }

    fn yank_refusal(&self, what: Yank) -> Option<String> {
        let no_text = "It is not UTF-8, so it cannot be copied as text; the pager and the export keep its bytes.";
        Some(match what {
            Yank::Value if self.tab == DocumentTab::Raw => no_text.to_owned(),
            Yank::Document => no_text.to_owned(),
            Yank::Value => "There is no value under the cursor.".to_owned(),
            Yank::Path | Yank::Pointer | Yank::Jq => "Paths are copied from the tree.".to_owned(),
            Yank::Host => "The document has no host.".to_owned(),
            Yank::Row | Yank::Comparison => return None,
        })
    }

    fn explain(&self) -> DocumentReply {
        match self.tab {
            DocumentTab::Tree => self.explain_field(),
            DocumentTab::Verdicts => match self
                .verdicts
                .current()
                .and_then(|entry| entry.about.clone())
            {
                Some(About::Topic(name)) => topic_box(name),
                Some(About::Field(path)) => field_box(&path),
                None => topic_box("valid"),
            },
            _ => topic_box("hidden"),
        }
    }

    fn explain_field(&self) -> DocumentReply {
        let Some(path) = self.path() else {
            return topic_box("valid");
        };
        if path.segments.is_empty() {
            return DocumentReply::Read {
                title: "The document".to_owned(),
                paragraphs: vec![verdicts::held_to(&self.subject), topic_text("valid")],
            };
        }
        let reply = field_box(&path.notation());
        let row = self.tree.current();
        match (reply, row) {
            (
                DocumentReply::Read {
                    title,
                    mut paragraphs,
                },
                Some(row),
            ) if row.part == Part::Hidden => {
                paragraphs.insert(0, topic_text("hidden"));
                DocumentReply::Read { title, paragraphs }
            }
            (reply, _) => reply,
        }
    }

    /// A press takes a tab or a row (a second press follows it); the wheel scrolls.
    pub fn mouse(&mut self, mouse: Mouse, area: Area) -> DocumentReply {
        /// Rows that one turn of the wheel moves.
        const TURN: isize = 3;
        let by = match mouse.gesture {
            Gesture::ScrollUp => -TURN,
            Gesture::ScrollDown => TURN,
            Gesture::Press => return self.press(mouse, area),
        };
        self.change_window(area, |window, pane| window.scroll(by, pane));
        DocumentReply::Done
    }

    fn press(&mut self, mouse: Mouse, area: Area) -> DocumentReply {
        let tabs = self.tab_areas(area);
        let tab = tabs
            .iter()
            .find(|(_, area)| area.contains(mouse.column, mouse.row));
        if let Some((tab, _)) = tab {
            return self.go_to_tab(*tab);
        }
        let inside = Self::inside(area);
        if !inside.contains(mouse.column, mouse.row) {
            return DocumentReply::Done;
        }
        let row = usize::from(mouse.row.saturating_sub(inside.y));
        let window = self.window(Self::size(area));
        let (item, length) = self.with_pane(Self::size(area), |pane| {
            (window.at_row(row, pane), pane.len)
        });
        let Some(item) = item else {
            return DocumentReply::Done;
        };
        let is_again = window.cursor(length) == Some(item);
        let can_follow = match self.tab {
            DocumentTab::Tree => true,
            DocumentTab::Verdicts => self
                .verdicts
                .entries
                .get(item)
                .is_some_and(|entry| entry.target.is_some()),
            _ => false,
        };
        if is_again && can_follow {
            return self.follow(area);
        }
        self.change_window(area, |window, pane| window.select(item, pane));
        DocumentReply::Done
    }

    /// How hidden characters are shown.
    #[must_use]
    pub fn marks(&self) -> Marks {
        self.subject.marks
    }
}

/// Bytes as text, if they are.
fn exact(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(str::to_owned)
}

fn absent(tab: DocumentTab) -> String {
    format!("{} is not part of this version of cardex.", tab.label())
}

fn found_notice(hits: &Hits) -> Notice {
    let needle = text::clean_cut(&hits.needle, 40, Marks::Unicode);
    match (hits.count, hits.wrapped) {
        (0, _) => Notice::warning(format!("'{needle}' is not in this view.")),
        (_, true) => Notice::done(format!("{hits} '{needle}', round the end")),
        (_, false) => Notice::done(format!("{hits} '{needle}'")),
    }
}

fn topic_text(name: &str) -> String {
    explain::topic(name)
        .map(|topic| format!("{}: {} {}", topic.name, topic.summary, topic.detail))
        .unwrap_or_default()
}

fn topic_box(name: &'static str) -> DocumentReply {
    match explain::topic(name) {
        Some(topic) => DocumentReply::Read {
            title: topic.name.to_owned(),
            paragraphs: vec![topic.summary.to_owned(), topic.detail.to_owned()],
        },
        None => DocumentReply::Say(Notice::warning("There is nothing to explain here.")),
    }
}

fn field_box(path: &str) -> DocumentReply {
    let paragraphs = match explain_field(path) {
        Some(explanation) => explanation
            .to_string()
            .lines()
            .map(|line| line.trim().to_owned())
            .collect(),
        None => {
            let mut paragraphs = vec![
                "No pinned version of the specification says anything of this path. Extra keys are allowed by every \
                 version; the structural check passes over them."
                    .to_owned(),
            ];
            let near = nearest_fields(path);
            if !near.is_empty() {
                paragraphs.push(format!("Fields with a similar name: {}.", near.join(", ")));
            }
            paragraphs
        }
    };
    DocumentReply::Read {
        title: path.to_owned(),
        paragraphs,
    }
}

/// The first document of an input of this text, for tests of other files.
#[cfg(test)]
pub(crate) fn sample(text: &str) -> OpenDocument {
    tests::opened(text)
}
