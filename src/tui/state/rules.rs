//! Place 4, rules: the rule of attribution as switches, and what flipping them moves.
//!
//! The tables are those of the documents shown, under the paper's rule and under the one in force;
//! both are computed with every look through the corpus ([`Workspace::shown`]).

use crate::census::Rules;
use crate::census::explain::SWITCH_NOTES;
use crate::output::table::thousands;
use crate::query::{NothingOutside, Query, Scope, Selection, Work, evaluate};
use crate::totals::{Figure, difference};
use crate::tui::cursor::{Extent, ListCursor};
use crate::tui::keymap::{Command, Context, Move, PlaceName};
use crate::tui::layout::{Area, Layout, Shape};
use crate::tui::message::{Gesture, Mouse};
use crate::tui::state::census::replies;
use crate::tui::state::workspace::{Only, View, Workspace};
use crate::tui::state::{Input, Notice, Place, Reply};
use std::sync::Arc;

/// A part of the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The switches.
    #[default]
    Switches,
    /// The tables.
    Figures,
}

/// Areas of both parts, borders included; empty where a part is not on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// The switches.
    pub switches: Area,
    /// The tables.
    pub figures: Area,
}

/// A row of the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureRow {
    /// Begins a table.
    Section(&'static str),
    /// A figure under both rules.
    Figure(Figure),
}

/// The state of the place.
#[derive(Debug, Default)]
pub struct RulesPlace {
    focus: Focus,
    is_zoomed: bool,
    switch: usize,
    list: ListCursor,
    rows: Vec<FigureRow>,
    /// Look through the corpus that the rows are of.
    seen: Option<(u64, usize, bool)>,
}

impl RulesPlace {
    /// Which part has the keys.
    #[must_use]
    pub fn focus(&self) -> Focus {
        self.focus
    }

    /// The switch under the cursor.
    #[must_use]
    pub fn switch(&self) -> usize {
        self.switch
    }

    /// The rows of the tables.
    #[must_use]
    pub fn rows(&self) -> &[FigureRow] {
        &self.rows
    }

    /// How many figures differ.
    #[must_use]
    pub fn changed_count(&self) -> usize {
        let figures = self.rows.iter();
        figures
            .filter(|row| matches!(row, FigureRow::Figure(figure) if figure.delta() != 0))
            .count()
    }

    /// The cursor of the tables, for a height.
    #[must_use]
    pub fn list_cursor(&self, height: u16) -> ListCursor {
        self.list.kept(Extent::new(self.rows.len(), height))
    }

    /// Where everything stands.
    #[must_use]
    pub fn areas(&self, layout: &Layout) -> Areas {
        let body = layout.body;
        if self.is_zoomed || layout.shape != Shape::Whole {
            return match self.focus {
                Focus::Switches => Areas {
                    switches: body,
                    ..Areas::default()
                },
                Focus::Figures => Areas {
                    figures: body,
                    ..Areas::default()
                },
            };
        }
        let (switches, figures) = body.split_left(body.width * 2 / 5);
        Areas { switches, figures }
    }

    fn command(
        &mut self,
        workspace: &mut Workspace,
        command: Command,
        layout: &Layout,
    ) -> Vec<Reply> {
        match command {
            Command::NextPane | Command::PreviousPane => {
                self.focus = match self.focus {
                    Focus::Switches => Focus::Figures,
                    Focus::Figures => Focus::Switches,
                };
            }
            Command::Zoom => self.is_zoomed = !self.is_zoomed,
            Command::Close if self.is_zoomed => self.is_zoomed = false,
            Command::Close if self.focus == Focus::Figures => self.focus = Focus::Switches,
            Command::Close => return vec![Reply::Go(PlaceName::Census)],
            Command::Move(step) => self.step(step, layout),
            Command::Mark => return self.flip(workspace),
            Command::Open if self.focus == Focus::Switches => return self.flip(workspace),
            Command::Open => return self.follow(workspace),
            Command::PapersRule => {
                let rules = Rules::default();
                let view = View {
                    rules,
                    ..workspace.view().clone()
                };
                let mut all = replies(workspace.change_view(view, "the paper's rule again"));
                all.push(Reply::Notice(Notice::done(
                    "The rule is the paper's again; u brings yours back.",
                )));
                return all;
            }
            Command::Explain => return self.explain(),
            _ => {}
        }
        Vec::new()
    }

    fn step(&mut self, step: Move, layout: &Layout) {
        match self.focus {
            Focus::Switches => {
                let extent = Extent::new(Rules::SWITCH_COUNT, Rules::SWITCH_COUNT);
                let mut cursor = ListCursor::default();
                cursor.select(self.switch, extent);
                cursor.go(step, extent);
                self.switch = cursor.selected(Rules::SWITCH_COUNT).unwrap_or(0);
            }
            Focus::Figures => {
                let height = self.areas(layout).figures.inside_border().height;
                // One row is the head of the table.
                let extent = Extent::new(self.rows.len(), height.saturating_sub(1));
                self.list.go(step, extent);
            }
        }
    }

    fn flip(&mut self, workspace: &mut Workspace) -> Vec<Reply> {
        let rules = *workspace.rules();
        let (switch, flipped) = (self.switch, !rules.is_flipped(self.switch));
        let setting = Rules::settings(switch)[usize::from(flipped)];
        let what = format!("{}={setting}", Rules::switch_name(switch));
        let view = View {
            rules: rules.with_switch(switch, flipped),
            ..workspace.view().clone()
        };
        let mut all = replies(workspace.change_view(view, what.clone()));
        let whose = if flipped { "" } else { ", as the paper has it" };
        all.push(Reply::Notice(Notice::done(format!("{what}{whose}."))));
        all
    }

    fn figure(&self) -> Option<&Figure> {
        match self.rows.get(self.list.selected(self.rows.len())?)? {
            FigureRow::Figure(figure) => Some(figure),
            FigureRow::Section(_) => None,
        }
    }

    /// Shows exactly the documents that count in a figure under one of the two rules only.
    fn follow(&mut self, workspace: &mut Workspace) -> Vec<Reply> {
        let Some(figure) = self.figure() else {
            return vec![Reply::Notice(Notice::warning(
                "This row is a heading; go to a figure.",
            ))];
        };
        let moved = moved(workspace, figure);
        let Some(moved) = moved.filter(|moved| !moved.is_empty()) else {
            return vec![Reply::Notice(Notice::warning(format!(
                "No document moves in '{}'.",
                figure.name
            )))];
        };
        let count = moved.len();
        let noun = if count == 1 { "document" } else { "documents" };
        let count = thousands(count as u64);
        let what = format!("{count} {noun} that moved in '{}'", figure.name);
        let only = Only {
            what: what.clone(),
            documents: Arc::new(moved),
        };
        let view = View {
            only: Some(only),
            ..workspace.view().clone()
        };
        let mut all = replies(workspace.change_view(view, format!("only the {what}")));
        all.push(Reply::Notice(Notice::done(format!(
            "Only the {what}; x shows all again."
        ))));
        all.push(Reply::Go(PlaceName::Census));
        all
    }

    fn explain(&self) -> Vec<Reply> {
        let switch = self.switch;
        let [papers, other] = Rules::settings(switch);
        vec![Reply::Read {
            title: format!("{}={papers}, or {other}", Rules::switch_name(switch)),
            paragraphs: vec![SWITCH_NOTES[switch].to_owned()],
        }]
    }

    fn mouse(&mut self, workspace: &mut Workspace, mouse: Mouse, layout: &Layout) -> Vec<Reply> {
        let areas = self.areas(layout);
        let at = |area: Area| area.contains(mouse.column, mouse.row);
        let focus = if at(areas.switches) {
            Focus::Switches
        } else if at(areas.figures) {
            Focus::Figures
        } else {
            return Vec::new();
        };
        match mouse.gesture {
            Gesture::Press => {
                self.focus = focus;
                let inside = areas.figures.inside_border().split_top(1).1;
                if focus == Focus::Figures && at(inside) {
                    let extent = Extent::new(self.rows.len(), inside.height);
                    if let Some(position) =
                        self.list.at_row(usize::from(mouse.row - inside.y), extent)
                    {
                        self.list.select(position, extent);
                    }
                }
                let _ = workspace;
            }
            Gesture::ScrollUp | Gesture::ScrollDown => {
                let step = if mouse.gesture == Gesture::ScrollUp {
                    Move::Up
                } else {
                    Move::Down
                };
                let before = std::mem::replace(&mut self.focus, focus);
                self.step(step, layout);
                self.focus = before;
            }
        }
        Vec::new()
    }
}

/// The documents shown that a figure counts under the paper's rule or the one in force, and not
/// under both; `None` where it counts all documents.
fn moved(workspace: &Workspace, figure: &Figure) -> Option<Selection> {
    let query = Query::parse(&figure.query)
        .ok()
        .filter(|query| !query.is_empty())?;
    let under = |rules: &Rules| {
        let scope = Scope {
            corpus: workspace.corpus(),
            rules,
            outside: &NothingOutside,
        };
        evaluate(scope, &query, &Work::default())
    };
    let papers = under(&Rules::default())?;
    let mine = under(workspace.rules())?;
    let shown = &workspace.shown().selection;
    let ids = shown
        .iter()
        .filter(|&id| papers.contains(id) != mine.contains(id));
    Some(ids.collect())
}

impl Place for RulesPlace {
    fn context(&self) -> Context {
        Context::Rules
    }

    fn refusal(&self, workspace: &Workspace, command: Command) -> Option<String> {
        match command {
            Command::PapersRule if workspace.rules().is_papers() => {
                Some("The rule is the paper's already.".to_owned())
            }
            Command::Mark if self.focus == Focus::Figures => {
                Some("Tab goes to the switches; Enter lists the documents that moved.".to_owned())
            }
            Command::Open if self.focus == Focus::Figures && workspace.rules().is_papers() => {
                Some("Nothing moves under the paper's own rule; flip a switch first.".to_owned())
            }
            Command::Yank(_)
            | Command::Pager
            | Command::Compare
            | Command::Disagree
            | Command::Find
            | Command::NextHit
            | Command::PreviousHit => {
                Some("That is about a document; 1 goes to the census.".into())
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
            _ => Vec::new(),
        }
    }

    fn sync(&mut self, workspace: &Workspace) {
        let shown = workspace.shown();
        // A longer look has its number already while it is under way.
        let seen = (shown.generation, shown.counted, workspace.is_busy());
        if self.seen == Some(seen) {
            return;
        }
        self.seen = Some(seen);
        self.rows.clear();
        let mut section = "";
        for figure in difference(&shown.sums.papers, &shown.sums.rules) {
            if figure.section != section {
                section = figure.section;
                self.rows.push(FigureRow::Section(section));
            }
            self.rows.push(FigureRow::Figure(figure));
        }
    }
}

#[cfg(test)]
mod tests;
