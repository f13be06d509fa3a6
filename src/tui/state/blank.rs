//! The place shown while no corpus is open.
//!
//! The first frame is drawn before any input is read; this is what it holds.

use crate::tui::keymap::{Command, Context};
use crate::tui::layout::Layout;
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Input, Place, Reply};

/// A place without data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Blank;

/// What it says, on screen and when a command needs data.
pub const SENTENCE: &str = "No corpus is open.";

impl Place for Blank {
    fn context(&self) -> Context {
        Context::Global
    }

    fn refusal(&self, _workspace: &Workspace, _command: Command) -> Option<String> {
        Some(SENTENCE.to_owned())
    }

    fn update(
        &mut self,
        _workspace: &mut Workspace,
        _input: Input<'_>,
        _layout: &Layout,
    ) -> Vec<Reply> {
        Vec::new()
    }
}
