//! Place 3, dissent: documents to read, what is known of each, and what reading them changes.
//!
//! The queue has what the rule left open first. It follows the filter, and its cursor is the one of
//! the workspace wherever that is on a document of the queue.

mod areas;
mod evidence;
mod give;
mod queue;
mod taking;

pub use areas::{Areas, Focus, areas};
pub use evidence::{Remark, Similar, Tone, rows};
pub use queue::Parts;

use crate::corpus::DocumentId;
use crate::dissent::Says;
use crate::tui::cursor::{Extent, ListCursor};
use crate::tui::keymap::{Command, Context, Move, PlaceName, Yank};
use crate::tui::layout::{Layout, Shape};
use crate::tui::message::{Gesture, Mouse, Msg};
use crate::tui::state::census::replies;
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Input, Notice, Place, Purpose, Reply};
use evidence::KeySets;
use give::{Given, Plan};
use queue::Source;
use std::path::PathBuf;

/// Which documents the next reading goes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// The one under the cursor.
    #[default]
    This,
    /// It and all with the same top-level keys.
    Similar,
    /// Everything in the filter.
    Shown,
}

/// The state of the place.
#[derive(Debug, Default)]
pub struct Dissent {
    focus: Focus,
    is_zoomed: bool,
    parts: Parts,
    reach: Reach,
    list: ListCursor,
    scroll: usize,
    totals_scroll: usize,
    queue: Vec<DocumentId>,
    source: Option<Source>,
    read_count: usize,
    current: Option<DocumentId>,
    /// Document and look that the evidence is of.
    seen: Option<(DocumentId, (u64, bool))>,
    lasting: Vec<Remark>,
    remarks: Vec<Remark>,
    similar: Similar,
    keys: KeySets,
    plan: Option<Plan>,
    last: Option<Given>,
    reasons: Vec<String>,
}

impl Dissent {
    /// Which part has the keys.
    #[must_use]
    pub fn focus(&self) -> Focus {
        self.focus
    }

    /// What is in the queue.
    #[must_use]
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// The documents to read, in order.
    #[must_use]
    pub fn queue(&self) -> &[DocumentId] {
        &self.queue
    }

    /// How many of them the person has read.
    #[must_use]
    pub fn read_count(&self) -> usize {
        self.read_count
    }

    /// The document under the cursor.
    #[must_use]
    pub fn current(&self) -> Option<DocumentId> {
        self.current
    }

    /// What is known of it.
    #[must_use]
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// First row of the evidence on screen.
    #[must_use]
    pub fn scroll(&self) -> usize {
        self.scroll
    }

    /// First row of the totals on screen.
    #[must_use]
    pub fn totals_scroll(&self) -> usize {
        self.totals_scroll
    }

    /// Which documents the next reading goes to, in words.
    #[must_use]
    pub fn reach_words(&self, workspace: &Workspace) -> String {
        match self.reach {
            Reach::This => "this document".to_owned(),
            Reach::Similar => format!("it and {} similar", self.similar.ids.len()),
            Reach::Shown => format!("all {} shown", workspace.shown().order.len()),
        }
    }

    /// Where everything stands.
    #[must_use]
    pub fn areas(&self, layout: &Layout) -> Areas {
        let alone = self.is_zoomed || layout.shape != Shape::Whole;
        areas(layout.body, self.focus, alone)
    }

    /// The list's cursor on the current document, for a list of this height.
    #[must_use]
    pub fn list_cursor(&self, height: u16) -> ListCursor {
        let position = self.position().unwrap_or(0);
        let mut cursor = self.list;
        cursor.select(position, Extent::new(self.queue.len(), height));
        cursor
    }

    fn position(&self) -> Option<usize> {
        let current = self.current?;
        self.queue.iter().position(|&id| id == current)
    }

    fn command(
        &mut self,
        workspace: &mut Workspace,
        command: Command,
        layout: &Layout,
    ) -> Vec<Reply> {
        match command {
            Command::NextPane => self.focus = self.focus.next(),
            Command::PreviousPane => self.focus = self.focus.previous(),
            Command::Zoom => self.is_zoomed = !self.is_zoomed,
            Command::Close => return self.close(),
            Command::Move(step) => self.step(workspace, step, layout),
            Command::Disagree => return vec![Reply::Menu(Context::ReadingMenu)],
            Command::Read(says) => return self.plan(workspace, says),
            Command::ReadAgain => return self.again(workspace),
            Command::ReadingReason => return self.ask_reason_again(workspace),
            Command::ReadingScope => self.reach = self.next_reach(),
            Command::Queue(part) => return self.toggle(part),
            Command::SaveReadings => return replies(workspace.save_readings()),
            Command::SaveReadingsTo => return taking::ask_file(),
            Command::Open => return vec![Reply::Go(PlaceName::Census)],
            Command::NextHit | Command::PreviousHit | Command::Find => {
                return vec![Reply::Notice(Notice::warning(
                    "Nothing to search here; / filters the documents, and the queue follows.",
                ))];
            }
            Command::Pager => return taking::pager(workspace),
            Command::Yank(what) => return taking::yank(workspace, what),
            Command::Explain => return taking::explain(),
            _ => {}
        }
        Vec::new()
    }

    fn close(&mut self) -> Vec<Reply> {
        if self.reach != Reach::This {
            self.reach = Reach::This;
        } else if self.is_zoomed {
            self.is_zoomed = false;
        } else if self.focus != Focus::Queue {
            self.focus = Focus::Queue;
        } else {
            return vec![Reply::Go(PlaceName::Census)];
        }
        Vec::new()
    }

    fn next_reach(&self) -> Reach {
        match self.reach {
            Reach::This if !self.similar.ids.is_empty() => Reach::Similar,
            Reach::This | Reach::Similar => Reach::Shown,
            Reach::Shown => Reach::This,
        }
    }

    fn step(&mut self, workspace: &mut Workspace, step: Move, layout: &Layout) {
        let areas = self.areas(layout);
        if self.focus == Focus::Evidence {
            let inside = areas.evidence.inside_border();
            let rows = rows(
                &self.remarks,
                usize::from(inside.width),
                crate::text::Marks::Unicode,
            )
            .len();
            let mut cursor = ListCursor::default();
            let most = rows.saturating_sub(usize::from(inside.height));
            let extent = Extent::new(most + 1, inside.height);
            cursor.select(self.scroll, extent);
            cursor.go(step, extent);
            self.scroll = cursor.selected(most + 1).unwrap_or(0);
            return;
        }
        if self.focus == Focus::Totals {
            // Classes and a head are the most rows there are.
            let length = crate::dissent::Class::ALL.len() + 1;
            let extent = Extent::new(length, length);
            let mut cursor = ListCursor::default();
            cursor.select(self.totals_scroll, extent);
            cursor.go(step, extent);
            let height = usize::from(areas.totals.inside_border().height);
            let to = cursor.selected(length).unwrap_or(0);
            self.totals_scroll = to.min(length.saturating_sub(height));
            return;
        }
        let height = areas.queue.inside_border().height;
        let extent = Extent::new(self.queue.len(), height);
        self.list = self.list_cursor(height);
        self.list.go(step, extent);
        self.select_at(workspace, self.list.selected(self.queue.len()));
    }

    fn select_at(&mut self, workspace: &mut Workspace, position: Option<usize>) {
        let id = position.and_then(|position| self.queue.get(position).copied());
        if let Some(id) = id {
            self.select(workspace, id);
        }
    }

    fn select(&mut self, workspace: &mut Workspace, id: DocumentId) {
        self.reach = Reach::This;
        self.current = Some(id);
        workspace.select(Some(id));
    }

    fn mouse(&mut self, workspace: &mut Workspace, mouse: Mouse, layout: &Layout) -> Vec<Reply> {
        let areas = self.areas(layout);
        let Some(focus) = areas.at(mouse.column, mouse.row) else {
            return Vec::new();
        };
        match mouse.gesture {
            Gesture::ScrollUp | Gesture::ScrollDown => {
                let step = if mouse.gesture == Gesture::ScrollUp {
                    Move::Up
                } else {
                    Move::Down
                };
                let before = std::mem::replace(&mut self.focus, focus);
                for _ in 0..3 {
                    self.step(workspace, step, layout);
                }
                self.focus = before;
            }
            Gesture::Press => {
                self.focus = focus;
                let inside = areas.queue.inside_border();
                if focus == Focus::Queue && inside.contains(mouse.column, mouse.row) {
                    let extent = Extent::new(self.queue.len(), inside.height);
                    self.list = self.list_cursor(inside.height);
                    let position = self.list.at_row(usize::from(mouse.row - inside.y), extent);
                    self.select_at(workspace, position);
                }
            }
        }
        Vec::new()
    }

    fn accepted(&mut self, workspace: &mut Workspace, purpose: Purpose, text: &str) -> Vec<Reply> {
        match purpose {
            Purpose::Reason => self.take_reason(workspace, text),
            Purpose::ReadingsFile if text.trim().is_empty() => vec![Reply::Notice(
                Notice::warning("Nothing was written: no file was named."),
            )],
            Purpose::ReadingsFile => {
                replies(workspace.save_readings_to(PathBuf::from(text.trim())))
            }
            _ => Vec::new(),
        }
    }
}

impl Place for Dissent {
    fn context(&self) -> Context {
        Context::Dissent
    }

    fn heading(&self, workspace: &Workspace) -> Vec<String> {
        let mut parts = workspace.heading();
        let lost = workspace.readings().lost_count();
        if lost > 0 {
            // First, so that no narrow line loses it.
            let noun = if lost == 1 { "reading" } else { "readings" };
            parts.insert(0, format!("{lost} {noun} NOT SAVED"));
        }
        parts
    }

    fn refusal(&self, workspace: &Workspace, command: Command) -> Option<String> {
        let is_reading = matches!(
            command,
            Command::Disagree
                | Command::Read(_)
                | Command::ReadAgain
                | Command::ReadingReason
                | Command::ReadingScope
        );
        let needs_document = is_reading
            || matches!(
                command,
                Command::Open | Command::Pager | Command::YankMenu | Command::Yank(_)
            );
        if needs_document && self.current.is_none() {
            return Some("There is no document in the queue.".to_owned());
        }
        if is_reading && !workspace.readings().is_open() {
            return Some("Readings are not loaded yet.".to_owned());
        }
        let has_own = self.current.is_some_and(|id| Self::is_read(workspace, id));
        match command {
            Command::Read(Says::Withdrawn) | Command::ReadingReason
                if !has_own && self.reach == Reach::This =>
            {
                Some("You have no reading of this document.".to_owned())
            }
            Command::ReadAgain if self.last.is_none() => {
                Some("Nothing was read yet in this session.".to_owned())
            }
            Command::SaveReadings if workspace.readings().lost_count() == 0 => {
                Some("Every reading is saved.".to_owned())
            }
            Command::Yank(Yank::Host | Yank::Document) => None,
            Command::Yank(_) => Some("Enter goes to the document; there it can be copied.".into()),
            Command::Mark | Command::Compare => {
                Some("Documents are marked in the census; Enter goes there.".to_owned())
            }
            Command::Edit(_) | Command::Accept | Command::Cancel => {
                Some("Nothing is being typed.".to_owned())
            }
            _ => None,
        }
    }

    fn update(
        &mut self,
        workspace: &mut Workspace,
        input: Input<'_>,
        layout: &Layout,
    ) -> Vec<Reply> {
        match input {
            Input::Command(command) => self.command(workspace, command, layout),
            Input::Mouse(mouse) => self.mouse(workspace, mouse, layout),
            Input::Typed { purpose, prompt } => {
                if purpose == Purpose::Reason {
                    self.judge_reason(workspace, prompt);
                }
                Vec::new()
            }
            Input::Accepted { purpose, text } => self.accepted(workspace, purpose, &text),
            Input::Confirmed(Purpose::ReadMany) => self.commit(workspace),
            Input::Cancelled(Purpose::Reason | Purpose::ReadMany) => {
                self.plan = None;
                Vec::new()
            }
            Input::News(Msg::Reloading) => {
                *self = Self {
                    parts: self.parts,
                    last: self.last.take(),
                    reasons: std::mem::take(&mut self.reasons),
                    ..Self::default()
                };
                Vec::new()
            }
            Input::Confirmed(_) | Input::Cancelled(_) | Input::News(_) => Vec::new(),
        }
    }

    fn sync(&mut self, workspace: &Workspace) {
        self.follow(workspace);
    }
}

#[cfg(test)]
pub(crate) mod tests;
