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
mod follow;
mod hits;
mod raw;
mod rich;
mod subject;
mod take;
mod tree;
mod value;
mod verdicts;
mod window;

use crate::census::Rules;
use crate::corpus::{DocumentId, Row};
use crate::text::Marks;
use crate::tui::keymap::{Command, Move, Yank};
use crate::tui::layout::Area;
use crate::tui::message::{Gesture, Mouse};
use crate::tui::state::Notice;
use crate::tui::state::document::find::Search;
use crate::tui::state::document::raw::RawTab;
use crate::tui::state::document::subject::Subject;
use crate::tui::state::document::tree::TreeTab;
use crate::tui::state::document::verdicts::VerdictsTab;
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
}

impl DocumentTab {
    /// Every tab, in the order of the line of tabs.
    pub const ALL: [Self; 3] = [Self::Tree, Self::Raw, Self::Verdicts];

    /// Its name on the line of tabs.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Tree => "Tree",
            Self::Raw => "Raw",
            Self::Verdicts => "Verdicts",
        }
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
    /// What stands behind its address.
    note: String,
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
            note: String::new(),
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

    /// What a person has made of it, to stand behind its address; empty for nothing.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Keeps what a person has made of it.
    pub fn take_note(&mut self, note: String) {
        self.note = note;
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
        let inside = Self::inside(area);
        if inside == area {
            return Vec::new();
        }
        let columns = |tab: DocumentTab| u16::try_from(tab.label().len() + 2).unwrap_or(u16::MAX);
        let tabs = DocumentTab::ALL;
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
        }
    }

    fn lines_of(&self, item: usize, width: usize) -> Vec<Line> {
        match self.tab {
            DocumentTab::Tree => self.tree.lines(&self.subject, item, width),
            DocumentTab::Raw => self.raw.lines(&self.subject, item, width),
            DocumentTab::Verdicts => self.verdicts.lines(item, width),
        }
    }

    fn change_window(&mut self, area: Area, act: impl FnOnce(&mut Window, &Pane<'_>)) {
        let mut window = self.window(Self::size(area));
        self.with_pane(Self::size(area), |pane| act(&mut window, pane));
        match self.tab {
            DocumentTab::Tree => self.tree.window = window,
            DocumentTab::Raw => self.raw.moved_to(window),
            DocumentTab::Verdicts => self.verdicts.window = window,
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
        DocumentReply::Done
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

/// The first document of an input of this text, for tests of other files.
#[cfg(test)]
pub(crate) fn sample(text: &str) -> OpenDocument {
    tests::opened(text)
}
