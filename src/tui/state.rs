//! What a place is, and what a place and the program say to each other.
//!
//! # Adding a place
//!
//! 1. `state/NAME.rs`: the state, with `impl Place`. It names nothing of the drawing library; it
//!    changes only in [`Place::update`], from an [`Input`] and the [`Layout`], and answers with
//!    [`Reply`]s.
//! 2. `view/NAME.rs`: a struct that borrows the state and a [`Look`](crate::tui::theme::Look), with
//!    `impl Widget for &NameView<'_>`. It only reads.
//! 3. A field in [`Places`] with its two lines there, and an arm in `view/place.rs`.
//! 4. Keys of its own: lines in the table of [`keymap`](crate::tui::keymap), under its context.
//!
//! Background work sends a [`Msg`], which reaches every place as
//! [`Input::News`].

pub mod census;
pub mod compare;
pub mod dissent;
pub mod document;
pub mod fields;
pub mod report;
pub mod rules;
pub mod workspace;

use crate::text::Marks;
use crate::tui::keymap::{Command, Context, PlaceName};
use crate::tui::layout::Layout;
use crate::tui::message::{Effect, Mouse, Msg};
use crate::tui::prompt::Prompt;
use crate::tui::state::census::Census;
use crate::tui::state::compare::Compare;
use crate::tui::state::dissent::Dissent;
use crate::tui::state::fields::Fields;
use crate::tui::state::report::Report;
use crate::tui::state::rules::RulesPlace;
use crate::tui::state::workspace::Workspace;

/// One of the six screens a person works in.
pub trait Place {
    /// Whose keys hold now; a place with several panes answers by the pane that has the keys.
    fn context(&self) -> Context;

    /// What is open and how much of it, in parts, for the first line of the screen.
    fn heading(&self, workspace: &Workspace) -> Vec<String> {
        workspace.heading()
    }

    /// The active filter for the line above the hints.
    fn filter(&self, workspace: &Workspace) -> FilterLine {
        workspace.filter_line()
    }

    /// Why a command can do nothing here and now, as a sentence for the person; `None` when it can.
    /// Help, hints and palette show it, and the command is not sent while there is one.
    fn refusal(&self, workspace: &Workspace, command: Command) -> Option<String>;

    /// What the places share has changed, perhaps by another place: take it in. Called for the place
    /// on screen after every message.
    fn sync(&mut self, _workspace: &Workspace) {}

    /// The orders that [`Place::sync`] gave rise to; asked for right after it.
    fn orders(&mut self) -> Vec<Effect> {
        Vec::new()
    }

    /// Changes the state. Reads no clock, no file, no clipboard.
    fn update(
        &mut self,
        workspace: &mut Workspace,
        input: Input<'_>,
        layout: &Layout,
    ) -> Vec<Reply>;
}

/// Something for the place to act on.
#[derive(Debug)]
pub enum Input<'a> {
    /// A command that the program does not carry out by itself and that was not refused.
    Command(Command),
    /// A use of the mouse in the body of the screen.
    Mouse(Mouse),
    /// A line that the place asked for changes; suggestions and a fault may be put into it.
    Typed {
        /// Why it was asked for.
        purpose: Purpose,
        /// The line.
        prompt: &'a mut Prompt,
    },
    /// The line was taken. It has no fault.
    Accepted {
        /// Why it was asked for.
        purpose: Purpose,
        /// The line.
        text: String,
    },
    /// The line, or the question, was left without an answer: what was before it holds again.
    Cancelled(Purpose),
    /// The question was answered with yes.
    Confirmed(Purpose),
    /// Something happened in the world; also sent to places that are not on screen.
    News(&'a Msg),
}

/// What a place answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// An order to the driver.
    Effect(Effect),
    /// A sentence for the person.
    Notice(Notice),
    /// Go to another place.
    Go(PlaceName),
    /// Let the person type a line.
    Ask {
        /// Comes back with the answer.
        purpose: Purpose,
        /// What stands before the line: `/`, `find`.
        label: String,
        /// What is in it at first, with its history.
        prompt: Prompt,
    },
    /// Let the person choose among the commands of a context.
    Menu(Context),
    /// Ask yes or no.
    Confirm {
        /// Comes back with the answer.
        purpose: Purpose,
        /// What yes does, as a question.
        question: String,
    },
    /// Show text in a box.
    Read {
        /// Title of the box.
        title: String,
        /// Paragraphs; they are cleaned and wrapped when drawn.
        paragraphs: Vec<String>,
    },
}

/// Why a line or an answer was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// The filter of the corpus.
    Filter,
    /// The order of the list.
    Sort,
    /// A search in the pane.
    Find,
    /// A search in the open document.
    FindInDocument,
    /// The name of a file to write.
    FileName,
    /// Whether to replace a file that is there.
    Replace,
    /// Why a document is read as it is.
    Reason,
    /// Whether to read several documents at once.
    ReadMany,
    /// The file to keep readings in from now on.
    ReadingsFile,
    /// Whether to leave although readings would be lost.
    Leave,
    /// The name of a file for the report.
    ReportName,
    /// Whether to replace a file that is there with the report.
    ReplaceReport,
}

/// The line above the hints.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FilterLine {
    /// The terms of the filter, each with the documents it lets pass by itself, where that is
    /// counted; none for no filter.
    pub terms: Vec<(String, Option<usize>)>,
    /// Whether the filter is held back.
    pub is_suspended: bool,
    /// How much of the corpus it shows: `220 of 661 shown`.
    pub shown: String,
}

/// How much a notice asks for attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It was done.
    Done,
    /// It was not done, or needs care.
    Warning,
    /// It failed.
    Failure,
}

/// A sentence for the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// How much it asks for attention.
    pub weight: Weight,
    /// The sentence; cleaned when drawn.
    pub sentence: String,
}

impl Notice {
    /// Something was done.
    #[must_use]
    pub fn done(sentence: impl Into<String>) -> Self {
        Self {
            weight: Weight::Done,
            sentence: sentence.into(),
        }
    }

    /// Something was not done, and why.
    #[must_use]
    pub fn warning(sentence: impl Into<String>) -> Self {
        Self {
            weight: Weight::Warning,
            sentence: sentence.into(),
        }
    }

    /// Something failed.
    #[must_use]
    pub fn failure(sentence: impl Into<String>) -> Self {
        Self {
            weight: Weight::Failure,
            sentence: sentence.into(),
        }
    }
}

/// The state of every place.
#[derive(Debug, Default)]
pub struct Places {
    /// Place 1.
    pub census: Census,
    /// Place 2.
    pub compare: Compare,
    /// Place 3.
    pub dissent: Dissent,
    /// Place 4.
    pub rules: RulesPlace,
    /// Place 5.
    pub fields: Fields,
    /// Place 6.
    pub report: Report,
}

impl Places {
    /// Every place at its start, with marks of this kind for hidden characters.
    #[must_use]
    pub fn with_marks(marks: Marks) -> Self {
        Self {
            census: Census::with_marks(marks),
            ..Self::default()
        }
    }

    /// The state of a place.
    #[must_use]
    pub fn get(&self, name: PlaceName) -> &dyn Place {
        match name {
            PlaceName::Census => &self.census,
            PlaceName::Compare => &self.compare,
            PlaceName::Dissent => &self.dissent,
            PlaceName::Rules => &self.rules,
            PlaceName::Fields => &self.fields,
            PlaceName::Report => &self.report,
        }
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, name: PlaceName) -> &mut dyn Place {
        match name {
            PlaceName::Census => &mut self.census,
            PlaceName::Compare => &mut self.compare,
            PlaceName::Dissent => &mut self.dissent,
            PlaceName::Rules => &mut self.rules,
            PlaceName::Fields => &mut self.fields,
            PlaceName::Report => &mut self.report,
        }
    }

    /// Every state once, for news.
    pub fn all_mut(&mut self) -> Vec<&mut dyn Place> {
        vec![
            &mut self.census,
            &mut self.compare,
            &mut self.dissent,
            &mut self.rules,
            &mut self.fields,
            &mut self.report,
        ]
    }
}
