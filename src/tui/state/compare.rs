//! Place 2: marked cards side by side.
//!
//! One list of lines under headings: who the cards are, what tells them apart and what that costs,
//! every field path by category, and which fields are on every card, on one, on none. The columns
//! are the marked documents in the order of marking, at most twelve. The comparison is made once
//! per marks, reference and pairing and kept; everything else is a look at it.

mod areas;
mod cell;
mod find;
mod read;
mod sheet;
mod take;

pub use areas::{Areas, Grid, LEAD, areas, grid};
pub use cell::Shown;
pub use read::{Paragraph, Stretch, marked};
pub use sheet::{Identity, Line, Section, Sheet, Show, summary_text};

use crate::census::Rules;
use crate::corpus::DocumentId;
use crate::inventory::{MOST_COLUMNS, Options, RowId};
use crate::text;
use crate::tui::cursor::{Extent, ListCursor};
use crate::tui::keymap::{Command, Context, Move, PlaceName, Yank};
use crate::tui::layout::{Area, Layout};
use crate::tui::message::{Gesture, Mouse, Msg};
use crate::tui::prompt::Prompt;
use crate::tui::state::census::replies;
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Input, Notice, Place, Purpose, Reply};
use std::collections::BTreeSet;

/// Lines at most that a cell takes when values are shown whole; the rest is in the box.
const MOST_LINES: u16 = 12;

/// What a comparison was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Origin {
    documents: Vec<DocumentId>,
    rules: Rules,
    reference: Option<usize>,
    by_position: BTreeSet<String>,
}

/// The state of the place.
#[derive(Debug, Default)]
pub struct Compare {
    origin: Option<Origin>,
    sheet: Option<Sheet>,
    reference: Option<usize>,
    by_position: BTreeSet<String>,
    show: Show,
    lines: Vec<Line>,
    cursor: ListCursor,
    column: usize,
    first_column: usize,
    is_zoomed: bool,
    pattern: String,
}

/// A line on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Position among the lines.
    pub position: usize,
    /// Rows below the top of the lines.
    pub top: u16,
    /// Rows it takes.
    pub height: u16,
}

impl Compare {
    /// The comparison; `None` while fewer than two documents are marked.
    #[must_use]
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref()
    }

    /// What the person wants to see.
    #[must_use]
    pub fn show(&self) -> &Show {
        &self.show
    }

    /// The column that the others are held against, when one was chosen.
    #[must_use]
    pub fn reference(&self) -> Option<usize> {
        self.reference
    }

    /// The column under the cursor.
    #[must_use]
    pub fn column(&self) -> usize {
        let count = self.sheet.as_ref().map_or(0, Sheet::column_count);
        self.column.min(count.saturating_sub(1))
    }

    /// A line by its position.
    #[must_use]
    pub fn line(&self, position: usize) -> Option<Line> {
        self.lines.get(position).copied()
    }

    /// The position of the line under the cursor.
    #[must_use]
    pub fn selected(&self) -> Option<usize> {
        self.cursor.selected(self.lines.len())
    }

    /// The line under the cursor.
    #[must_use]
    pub fn current(&self) -> Option<Line> {
        self.line(self.selected()?)
    }

    /// Where everything stands.
    #[must_use]
    pub fn areas(&self, layout: &Layout) -> Areas {
        areas(layout.body, self.is_zoomed)
    }

    /// How a line is divided.
    #[must_use]
    pub fn grid(&self, width: u16) -> Grid {
        let count = self.sheet.as_ref().map_or(0, Sheet::column_count);
        grid(width, count, self.column(), self.first_column)
    }

    /// The lines on screen, top to bottom: only these are ever looked at.
    #[must_use]
    pub fn placed(&self, area: Area) -> Vec<Placed> {
        let extent = Extent::new(self.lines.len(), area.height);
        let Some(selected) = self.selected() else {
            return Vec::new();
        };
        let mut start = self.cursor.visible(extent).start;
        if self.show.whole {
            // The line under the cursor has to fit below those before it.
            let mut room = u32::from(area.height);
            let mut first = selected;
            for position in (start..=selected).rev() {
                let height = u32::from(self.height(position, area));
                if height > room {
                    break;
                }
                room -= height;
                first = position;
            }
            start = first;
        }
        let mut placed = Vec::new();
        let mut top = 0;
        for position in start..self.lines.len() {
            if top >= area.height {
                break;
            }
            let height = self.height(position, area).min(area.height - top);
            placed.push(Placed {
                position,
                top,
                height,
            });
            top += height;
        }
        placed
    }

    /// Rows of the screen that a line takes.
    fn height(&self, position: usize, area: Area) -> u16 {
        let (true, Some(sheet), Some(line)) = (self.show.whole, &self.sheet, self.line(position))
        else {
            return 1;
        };
        let grid = self.grid(area.width);
        let most = area.height.clamp(1, MOST_LINES);
        let width = usize::from(grid.cell.saturating_sub(3)).max(1);
        let heights = grid.cards.clone().map(|column| {
            let (Shown::Text(text) | Shown::Plain(text)) = sheet.cell(line, column, &self.show)
            else {
                return 1;
            };
            let room = width * usize::from(most);
            let shown = text::clean_cut(&text, room, text::Marks::Unicode);
            u16::try_from(text::wrap(&shown, width).count()).unwrap_or(most)
        });
        heights.max().unwrap_or(1).clamp(1, most)
    }

    /// Makes the comparison anew when what it was made from has changed.
    fn catch_up(&mut self, workspace: &Workspace) {
        let marked = workspace.marks().order();
        let origin = Origin {
            documents: marked.iter().take(MOST_COLUMNS).copied().collect(),
            rules: *workspace.rules(),
            reference: self.reference,
            by_position: self.by_position.clone(),
        };
        if self.origin.as_ref() == Some(&origin) {
            return;
        }
        let is_same_cards = self
            .origin
            .as_ref()
            .is_some_and(|before| before.documents == origin.documents);
        if !is_same_cards {
            self.reference = None;
            self.by_position.clear();
        }
        let options = Options {
            reference: self.reference,
            by_position: self.by_position.clone(),
            rules: origin.rules,
            ..Options::default()
        };
        let here = self.anchor();
        self.sheet = Sheet::of(workspace, &options);
        self.origin = Some(Origin {
            reference: self.reference,
            by_position: self.by_position.clone(),
            ..origin
        });
        self.arrange(here);
    }

    /// What the cursor is on, in words that outlive the comparison.
    fn anchor(&self) -> Option<(Line, String)> {
        let line = self.current()?;
        Some((line, self.sheet.as_ref()?.label(line)))
    }

    /// Lists the lines anew, the cursor on the line that it was on, or where that was.
    fn arrange(&mut self, here: Option<(Line, String)>) {
        let Some(sheet) = &self.sheet else {
            self.lines.clear();
            return;
        };
        self.lines = sheet.lines(&self.show);
        let Some((line, label)) = here else {
            return;
        };
        let is_row = matches!(line, Line::Row(_));
        let found = self.lines.iter().position(|&known| match known {
            Line::Row(_) if is_row => sheet.label(known) == label,
            other => other == line && !is_row,
        });
        if let Some(position) = found {
            let extent = Extent::new(self.lines.len(), usize::MAX);
            self.cursor.select(position, extent);
        }
    }

    /// Changes what is shown; the cursor stays on its line.
    fn reshow(&mut self, change: impl FnOnce(&mut Show)) {
        let here = self.anchor();
        change(&mut self.show);
        self.arrange(here);
    }

    fn go(&mut self, step: Move, layout: &Layout) {
        let area = self.areas(layout).lines;
        match step {
            Move::Left => self.column = self.column().saturating_sub(1),
            Move::Right => self.column = self.column() + 1,
            step => {
                let extent = Extent::new(self.lines.len(), area.height);
                self.cursor.go(step, extent);
            }
        }
        self.column = self.column();
        self.first_column = self.grid(area.width).cards.start;
    }

    /// To the next heading, or the one before, around.
    fn go_section(&mut self, is_next: bool, layout: &Layout) {
        let here = self.selected().unwrap_or(0);
        let is_heading = |&at: &usize| matches!(self.lines.get(at), Some(Line::Section(_)));
        let count = self.lines.len();
        let found = if is_next {
            (here + 1..count).chain(0..=here).find(is_heading)
        } else {
            (0..here).rev().chain((here..count).rev()).find(is_heading)
        };
        if let Some(position) = found {
            let area = self.areas(layout).lines;
            let extent = Extent::new(count, area.height);
            // The section's lines come into sight with its heading.
            let last = (position + usize::from(area.height).saturating_sub(1)).min(count - 1);
            self.cursor.select(last, extent);
            self.cursor.select(position, extent);
        }
    }

    fn command(
        &mut self,
        workspace: &mut Workspace,
        command: Command,
        layout: &Layout,
    ) -> Vec<Reply> {
        match command {
            Command::Move(step) => self.go(step, layout),
            Command::NextPane => self.go_section(true, layout),
            Command::PreviousPane => self.go_section(false, layout),
            Command::Zoom => self.is_zoomed = !self.is_zoomed,
            Command::OnlyDifferences => self.reshow(|show| show.only_differences ^= true),
            Command::PresenceOnly => self.reshow(|show| show.presence_only ^= true),
            Command::WholeValues => self.reshow(|show| show.whole ^= true),
            Command::Reference => return self.refer(workspace),
            Command::Pairing => return self.pair(workspace),
            Command::Exclude => return self.drop_column(workspace),
            Command::Open => return self.open(),
            Command::Explain => {
                let found = self.current().zip(self.sheet.as_ref());
                let Some((line, sheet)) = found else {
                    return Vec::new();
                };
                let (title, paragraphs) = sheet.explanation(line, self.column());
                return vec![Reply::Read { title, paragraphs }];
            }
            Command::Close if self.is_zoomed => self.is_zoomed = false,
            Command::Close => return vec![Reply::Go(PlaceName::Census)],
            Command::Find => {
                return vec![Reply::Ask {
                    purpose: Purpose::Find,
                    label: "find in paths and values".to_owned(),
                    prompt: Prompt::new(self.pattern.clone(), Vec::new()),
                }];
            }
            Command::NextHit => return self.find(true, layout),
            Command::PreviousHit => return self.find(false, layout),
            Command::Yank(what) => return self.yank(workspace, what),
            Command::Pager => return self.pager(),
            _ => {}
        }
        Vec::new()
    }

    fn open(&mut self) -> Vec<Reply> {
        match (self.current(), &self.sheet) {
            (Some(Line::Section(section)), _) => {
                self.reshow(|show| {
                    if !show.folded.remove(&section) {
                        show.folded.insert(section);
                    }
                });
                Vec::new()
            }
            (Some(line), Some(sheet)) => vec![Reply::Read {
                title: sheet.label(line),
                paragraphs: sheet.whole(line, self.column()),
            }],
            _ => Vec::new(),
        }
    }

    /// Makes the column under the cursor the reference, or lets go of it.
    fn refer(&mut self, workspace: &Workspace) -> Vec<Reply> {
        let column = self.column();
        self.reference = (self.reference != Some(column)).then_some(column);
        let sentence = match self.reference {
            Some(_) => format!("The others are held against {}.", self.name(column)),
            None => "No reference any more: marks are against the first column.".to_owned(),
        };
        self.catch_up(workspace);
        vec![Reply::Notice(Notice::done(sentence))]
    }

    fn name(&self, column: usize) -> String {
        let card = self
            .sheet
            .as_ref()
            .and_then(|sheet| sheet.comparison.identities().get(column));
        card.map(|card| card.name.clone()).unwrap_or_default()
    }

    /// The nearest array around a row whose items can be paired otherwise.
    fn pairable(&self) -> Option<RowId> {
        let (Some(Line::Row(id)), Some(sheet)) = (self.current(), &self.sheet) else {
            return None;
        };
        let mut around = sheet.comparison.lineage(id).into_iter().rev();
        around.find(|&row| sheet.comparison.row(row).notes.can_switch_pairing)
    }

    /// Pairs the array around the cursor by place, or again by what identifies its items.
    fn pair(&mut self, workspace: &Workspace) -> Vec<Reply> {
        let array = self.pairable().zip(self.sheet.as_ref());
        let Some(path) = array.map(|(row, sheet)| sheet.comparison.path(row)) else {
            return Vec::new();
        };
        let sentence = if self.by_position.remove(&path) {
            format!("{path}: paired by what identifies an item.")
        } else {
            self.by_position.insert(path.clone());
            format!("{path}: paired by position.")
        };
        self.catch_up(workspace);
        vec![Reply::Notice(Notice::done(sentence))]
    }

    /// Takes the mark off the card under the cursor.
    fn drop_column(&mut self, workspace: &mut Workspace) -> Vec<Reply> {
        let column = self.column();
        let sheet = self.sheet.as_ref();
        let Some(&id) = sheet.and_then(|sheet| sheet.documents.get(column)) else {
            return Vec::new();
        };
        let sentence = format!(
            "{} is no longer marked; u marks it again.",
            self.name(column)
        );
        let (_, effects) = workspace.toggle_mark(id);
        let mut answers = replies(effects);
        answers.push(Reply::Notice(Notice::done(sentence)));
        self.catch_up(workspace);
        answers
    }

    fn mouse(&mut self, mouse: Mouse, layout: &Layout) -> Vec<Reply> {
        let areas = self.areas(layout);
        match mouse.gesture {
            Gesture::ScrollUp => (0..3).for_each(|_| self.go(Move::Up, layout)),
            Gesture::ScrollDown => (0..3).for_each(|_| self.go(Move::Down, layout)),
            Gesture::Press => {
                let grid = self.grid(areas.lines.width);
                if let Some(column) = grid.card_at(mouse.column.saturating_sub(areas.lines.x))
                    && (areas.lines.contains(mouse.column, mouse.row)
                        || areas.head.contains(mouse.column, mouse.row))
                {
                    self.column = column;
                }
                if areas.lines.contains(mouse.column, mouse.row) {
                    let row = mouse.row - areas.lines.y;
                    let mut placed = self.placed(areas.lines).into_iter();
                    let hit = placed.find(|line| (line.top..line.top + line.height).contains(&row));
                    if let Some(line) = hit {
                        let extent = Extent::new(self.lines.len(), areas.lines.height);
                        self.cursor.select(line.position, extent);
                    }
                }
            }
        }
        Vec::new()
    }
}

impl Place for Compare {
    fn context(&self) -> Context {
        Context::Compare
    }

    fn heading(&self, workspace: &Workspace) -> Vec<String> {
        let Some(sheet) = &self.sheet else {
            return workspace.heading();
        };
        let marked = workspace.marks().order().len();
        let cards = if marked > MOST_COLUMNS {
            format!("the first {MOST_COLUMNS} of {marked} marked cards")
        } else {
            format!("{marked} cards")
        };
        vec![cards, summary_text(sheet.summary)]
    }

    fn refusal(&self, workspace: &Workspace, command: Command) -> Option<String> {
        let needs_cards = !matches!(
            command,
            Command::Close | Command::Edit(_) | Command::Accept | Command::Cancel
        );
        if self.sheet.is_none() && needs_cards {
            return Some(format!(
                "Nothing is compared: mark two documents or more in the census (space); {} marked.",
                workspace.marks().order().len()
            ));
        }
        match command {
            Command::Pairing if self.pairable().is_none() => Some(
                "Put the cursor on an array whose items can be paired otherwise, or in one."
                    .to_owned(),
            ),
            Command::NextHit | Command::PreviousHit if self.pattern.is_empty() => {
                Some("Nothing was searched for yet; f searches.".to_owned())
            }
            Command::Yank(Yank::Comparison) => None,
            Command::Yank(what) => self.yanked(workspace, what).err().map(str::to_owned),
            Command::Edit(_) | Command::Accept | Command::Cancel => {
                Some("Nothing is being typed.".to_owned())
            }
            _ => None,
        }
    }

    fn sync(&mut self, workspace: &Workspace) {
        self.catch_up(workspace);
    }

    fn update(
        &mut self,
        workspace: &mut Workspace,
        input: Input<'_>,
        layout: &Layout,
    ) -> Vec<Reply> {
        match input {
            Input::Command(command) => self.command(workspace, command, layout),
            Input::Mouse(mouse) => self.mouse(mouse, layout),
            Input::Accepted {
                purpose: Purpose::Find,
                text,
            } => {
                text.trim().clone_into(&mut self.pattern);
                if self.pattern.is_empty() {
                    return Vec::new();
                }
                self.find(true, layout)
            }
            Input::News(Msg::Reloading) => {
                self.origin = None;
                self.sheet = None;
                self.lines.clear();
                Vec::new()
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
