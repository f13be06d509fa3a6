//! Boxes over a place: text to read, the command palette, a list of choices, a question, a line
//! being typed.
//!
//! They form a stack. The topmost sees the key first; what closes it is decided here, what its
//! answer does is decided by its owner.

mod palette;
mod reader;

use crate::tui::cursor::{Extent, ListCursor};
use crate::tui::keymap::{self, Binding, Command, Context, Edit, Move};
use crate::tui::layout::{Area, Layout, Shape, Size};
use crate::tui::message::{Gesture, Mouse};
use crate::tui::prompt::Prompt;
use crate::tui::state::Purpose;

pub use palette::{Palette, Rank};
pub use reader::{Paragraph, Reader, Row};

/// A command with the reason, if there is one, why it can do nothing now.
#[derive(Debug, Clone)]
pub struct Offer {
    /// The line of the key table.
    pub binding: &'static Binding,
    /// Why it cannot be carried out; `None` when it can.
    pub refusal: Option<String>,
}

/// A list of choices: the commands of one context.
#[derive(Debug, Clone)]
pub struct Menu {
    /// Whose commands.
    pub context: Context,
    /// The commands, with what stands against them.
    pub offers: Vec<Offer>,
    /// The row under the cursor.
    pub cursor: ListCursor,
}

/// A question that yes and no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirm {
    /// Goes back with the answer.
    pub purpose: Purpose,
    /// The question.
    pub question: String,
}

/// A line being typed for a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Goes back with the answer.
    pub purpose: Purpose,
    /// What stands before it.
    pub label: String,
    /// The line.
    pub prompt: Prompt,
}

/// A box over the place.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// Text.
    Reader(Reader),
    /// Commands by name.
    Palette(Palette),
    /// Choices.
    Menu(Menu),
    /// A question.
    Confirm(Confirm),
    /// A line.
    Line(Line),
}

/// What became of a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It stays.
    Stay,
    /// It stays and its line has changed.
    Typed,
    /// It goes.
    Close,
    /// It goes, and its answer is a command.
    Run(Command),
    /// It goes, and its answer is the line.
    Accept(Purpose, String),
    /// It goes, and its answer is yes.
    Yes(Purpose),
    /// It goes without an answer.
    Abandon(Purpose),
}

impl Overlay {
    /// Whose keys hold while it is on top.
    #[must_use]
    pub fn context(&self) -> Context {
        match self {
            Self::Reader(_) => Context::Reader,
            Self::Palette(_) => Context::Palette,
            Self::Menu(menu) => menu.context,
            Self::Confirm(_) => Context::Confirm,
            Self::Line(_) => Context::Prompt,
        }
    }

    /// Where it stands. A line is typed where the filter stands; all else is in the middle.
    #[must_use]
    pub fn area(&self, layout: &Layout) -> Area {
        let room = if layout.shape == Shape::Whole {
            layout.body
        } else {
            layout.screen
        };
        let (width, height) = match self {
            Self::Line(_) => return layout.filter,
            Self::Reader(_) => (100, u16::MAX),
            Self::Palette(_) => (76, 18),
            Self::Menu(menu) => (64, rows(menu.offers.len())),
            Self::Confirm(_) => (64, 5),
        };
        room.centred(Size::new(width, height))
    }

    /// Carries out a command of its context.
    pub fn command(&mut self, command: Command, layout: &Layout) -> Outcome {
        let inside = self.area(layout).inside_border();
        match self {
            Self::Reader(reader) => reader.command(command, inside.size()),
            Self::Palette(palette) => palette.command(command, inside.height),
            Self::Menu(menu) => menu.command(command, inside.height),
            Self::Confirm(confirm) => match command {
                Command::Accept => Outcome::Yes(confirm.purpose),
                Command::Cancel => Outcome::Abandon(confirm.purpose),
                _ => Outcome::Stay,
            },
            Self::Line(line) => line.command(command),
        }
    }

    /// Puts typed or pasted text in; `None` where no text is typed.
    pub fn insert(&mut self, text: &str) -> Option<Outcome> {
        match self {
            Self::Palette(palette) => Some(palette.insert(text)),
            Self::Line(line) => Some(typed(line.prompt.insert(text))),
            Self::Reader(_) | Self::Menu(_) | Self::Confirm(_) => None,
        }
    }

    /// The wheel scrolls; a press takes the row under it, or outside the box closes it.
    pub fn mouse(&mut self, mouse: Mouse, layout: &Layout) -> Outcome {
        let step = match mouse.gesture {
            Gesture::ScrollUp => Move::Up,
            Gesture::ScrollDown => Move::Down,
            Gesture::Press => return self.press(mouse, layout),
        };
        self.command(Command::Move(step), layout)
    }

    fn press(&mut self, mouse: Mouse, layout: &Layout) -> Outcome {
        let area = self.area(layout);
        if !area.contains(mouse.column, mouse.row) {
            return match self {
                Self::Line(_) => Outcome::Stay,
                _ => self.command(Command::Cancel, layout),
            };
        }
        let inside = area.inside_border();
        let Some(row) = mouse.row.checked_sub(inside.y).map(usize::from) else {
            return Outcome::Stay;
        };
        match self {
            Self::Menu(menu) => menu.press(row, inside.height),
            Self::Palette(palette) => palette.press(row, inside.height),
            Self::Reader(_) | Self::Confirm(_) | Self::Line(_) => Outcome::Stay,
        }
    }
}

/// Rows of a box around so many lines.
fn rows(lines: usize) -> u16 {
    u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(2)
}

fn typed(change: crate::tui::prompt::Change) -> Outcome {
    match change {
        crate::tui::prompt::Change::Text => Outcome::Typed,
        crate::tui::prompt::Change::Nothing => Outcome::Stay,
    }
}

impl Menu {
    /// A list of the commands of a context.
    #[must_use]
    pub fn new(context: Context, refusal: impl Fn(Command) -> Option<String>) -> Self {
        let offers = keymap::own(context)
            .map(|binding| Offer {
                binding,
                refusal: refusal(binding.command),
            })
            .collect();
        Self {
            context,
            offers,
            cursor: ListCursor::default(),
        }
    }

    fn extent(&self, height: u16) -> Extent {
        Extent::new(self.offers.len(), height)
    }

    fn chosen(&self) -> Outcome {
        let selected = self.cursor.selected(self.offers.len());
        let offer = selected.and_then(|selected| self.offers.get(selected));
        offer.map_or(Outcome::Close, |offer| Outcome::Run(offer.binding.command))
    }

    fn command(&mut self, command: Command, height: u16) -> Outcome {
        match command {
            Command::Move(step) => {
                self.cursor.go(step, self.extent(height));
                Outcome::Stay
            }
            Command::Accept => self.chosen(),
            Command::Cancel => Outcome::Close,
            own => Outcome::Run(own),
        }
    }

    fn press(&mut self, row: usize, height: u16) -> Outcome {
        let extent = self.extent(height);
        let Some(position) = self.cursor.at_row(row, extent) else {
            return Outcome::Stay;
        };
        self.cursor.select(position, extent);
        self.chosen()
    }
}

impl Line {
    fn command(&mut self, command: Command) -> Outcome {
        match command {
            Command::Edit(edit) => typed(self.prompt.edit(edit)),
            Command::Accept if self.prompt.is_choosing() => typed(self.prompt.edit(Edit::Complete)),
            // A faulty line stays, with its fault on screen, so that it can be mended.
            Command::Accept if self.prompt.fault().is_some() => Outcome::Stay,
            Command::Accept => Outcome::Accept(self.purpose, self.prompt.text().to_owned()),
            Command::Cancel => Outcome::Abandon(self.purpose),
            _ => Outcome::Stay,
        }
    }
}
