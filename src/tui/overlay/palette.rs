//! Finds a command by its name.
//!
//! How names are matched and ordered is handed in as a function, so that the program has one
//! fuzzy matcher, in the module for queries.

use crate::tui::cursor::{Extent, ListCursor};
use crate::tui::keymap::{Command, Edit, Move};
use crate::tui::overlay::{Offer, Outcome};
use crate::tui::prompt::{Change, Prompt};

/// Positions of the names that match a pattern, best first; an empty pattern keeps all, in order.
pub type Rank = fn(pattern: &str, names: &[&str]) -> Vec<usize>;

/// The command palette: a line and the commands that match it.
#[derive(Debug, Clone)]
pub struct Palette {
    /// What is typed.
    pub prompt: Prompt,
    /// Every command that can be asked for.
    pub offers: Vec<Offer>,
    /// Positions in `offers` of those that match, best first.
    pub found: Vec<usize>,
    /// The row under the cursor.
    pub cursor: ListCursor,
    rank: Rank,
}

impl Palette {
    /// A palette with nothing typed.
    #[must_use]
    pub fn new(offers: Vec<Offer>, rank: Rank) -> Self {
        let found = (0..offers.len()).collect();
        Self {
            prompt: Prompt::default(),
            offers,
            found,
            cursor: ListCursor::default(),
            rank,
        }
    }

    /// Rows of the list in a box that has `height` rows inside: the first is the line.
    #[must_use]
    pub fn extent(&self, height: u16) -> Extent {
        Extent::new(self.found.len(), height.saturating_sub(1))
    }

    /// Puts text in.
    pub fn insert(&mut self, text: &str) -> Outcome {
        let change = self.prompt.insert(text);
        self.follow(change)
    }

    /// Carries out a command.
    pub fn command(&mut self, command: Command, height: u16) -> Outcome {
        match command {
            Command::Move(step) => self.step(step, height),
            Command::Edit(Edit::Older) => self.step(Move::Up, height),
            Command::Edit(Edit::Newer | Edit::Complete) => self.step(Move::Down, height),
            Command::Edit(edit) => {
                let change = self.prompt.edit(edit);
                self.follow(change)
            }
            Command::Accept => self.chosen(),
            Command::Cancel => Outcome::Close,
            _ => Outcome::Stay,
        }
    }

    /// Takes the command in a row of the box.
    pub fn press(&mut self, row: usize, height: u16) -> Outcome {
        let extent = self.extent(height);
        let position = row
            .checked_sub(1)
            .and_then(|row| self.cursor.at_row(row, extent));
        let Some(position) = position else {
            return Outcome::Stay;
        };
        self.cursor.select(position, extent);
        self.chosen()
    }

    fn step(&mut self, step: Move, height: u16) -> Outcome {
        self.cursor.go(step, self.extent(height));
        Outcome::Stay
    }

    fn follow(&mut self, change: Change) -> Outcome {
        if change == Change::Text {
            let names: Vec<&str> = self.offers.iter().map(|offer| offer.binding.name).collect();
            self.found = (self.rank)(self.prompt.text(), &names);
            self.found.retain(|position| *position < names.len());
            self.cursor = ListCursor::default();
        }
        Outcome::Stay
    }

    fn chosen(&self) -> Outcome {
        let selected = self.cursor.selected(self.found.len());
        let position = selected.and_then(|selected| self.found.get(selected));
        let offer = position.and_then(|position| self.offers.get(*position));
        // Nothing matches: the box stays, so that the line can be changed.
        offer.map_or(Outcome::Stay, |offer| Outcome::Run(offer.binding.command))
    }
}
