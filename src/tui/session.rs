//! Puts the program together: takes the terminal, starts the threads, runs the loop, gives back.

use std::io;
use std::sync::mpsc::{self, Sender};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::tui::app::{App, Setup, Startup};
use crate::tui::driver::{self, Ended, Event};
use crate::tui::hands::{RealHands, Tools};
use crate::tui::input::Input;
use crate::tui::layout::Size;
use crate::tui::signals;
use crate::tui::state::Places;
use crate::tui::state::workspace::Workspace;
use crate::tui::terminal::{self, Claim, ScreenWriter};

/// What the program opens with.
#[derive(Debug, Default)]
pub struct Start {
    /// The places.
    pub places: Places,
    /// What they share.
    pub workspace: Workspace,
    /// What is to be done once everything has been loaded.
    pub startup: Startup,
}

/// Runs the terminal program until it ends; the terminal is restored when this returns.
///
/// `begin` gets the way in for background work (loading, for one) and is called before the first
/// frame; it must only start threads.
///
/// # Errors
///
/// When there is no terminal, or it cannot be taken over or drawn to.
pub fn run(
    setup: Setup,
    tools: Tools,
    start: Start,
    begin: impl FnOnce(Sender<Event>),
) -> io::Result<Ended> {
    let (inbox, events) = mpsc::channel();
    // Whether there is colour is the theme's business: a dropped colour would undo reverse video.
    crossterm::style::force_color_output(true);
    let at_panic = inbox.clone();
    terminal::guard_panics(move || {
        // The loop may have ended; then nobody needs to know.
        let _ = at_panic.send(Event::Panicked);
    });
    let signals = signals::watch(inbox.clone())?;
    let claim = Claim::take(setup.mouse)?;
    let input = Input::start(inbox.clone())?;
    let mut terminal = Terminal::new(CrosstermBackend::new(ScreenWriter::default()))?;
    let size = terminal.size()?;
    let mut app = App::new(
        Setup {
            size: Size::new(size.width, size.height),
            ..setup
        },
        start.places,
        start.workspace,
    );
    app.expect(start.startup);
    begin(inbox.clone());
    let mut hands = RealHands::new(tools, input, inbox);
    let ended = driver::run(&mut terminal, &mut app, &events, &mut hands);
    let is_terminal_there =
        matches!(ended, Ok(Ended::Quit | Ended::Signal(_))) && !is_hangup(&ended);
    hands.finish(is_terminal_there);
    drop(claim);
    drop(signals);
    ended
}

fn is_hangup(ended: &io::Result<Ended>) -> bool {
    const SIGHUP: i32 = 1;
    matches!(ended, Ok(Ended::Signal(SIGHUP)))
}
