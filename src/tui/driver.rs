//! The loop: waits for an event, lets the state change, carries out what it orders, draws.
//!
//! It sleeps while nothing happens, draws at most every 16 ms while much does, and draws the first
//! frame before it waits for anything. What touches the world is behind [`Hands`], so that the
//! whole loop runs in a test.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::Rect;

use crate::tui::app::App;
use crate::tui::clipboard;
use crate::tui::layout::Size;
use crate::tui::message::{Effect, Msg};
use crate::tui::view;

/// The shortest time between two frames.
const FRAME: Duration = Duration::from_millis(16);

/// Something for the loop.
#[derive(Debug)]
pub enum Event {
    /// For the state.
    Msg(Msg),
    /// The terminal, or another process, asks the program to pause.
    Suspend,
    /// The program was continued after a pause.
    Continued,
    /// A signal asks the program to end; its number.
    Stop(i32),
    /// A thread panicked; the terminal is restored already.
    Panicked,
    /// The terminal cannot be read any more; why.
    Lost(String),
    /// The system clipboard answered.
    Clipboard(clipboard::Answer),
}

/// Why the loop ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The person asked for it.
    Quit,
    /// A signal with this number asked for it.
    Signal(i32),
    /// A thread panicked; its message is printed.
    Panicked,
    /// The terminal is gone; why.
    Lost(String),
}

/// What became of an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Performed {
    /// It is done, or its outcome will come as an [`Event`].
    Silently,
    /// It is done, and this is to be told.
    Telling(Msg),
    /// It is done, and the screen was given away meanwhile: all of it must be drawn again.
    AwayAndBack(Msg),
}

/// Carries out effects. [`Effect::Quit`] never gets here.
pub trait Hands {
    /// Carries out an effect, between two frames.
    fn perform(&mut self, effect: Effect) -> Performed;

    /// Takes the terminal back after the process was stopped and continued from outside.
    fn continued(&mut self) -> Performed;

    /// Goes on with a copy after the system clipboard answered.
    fn clipboard_answered(&mut self, answer: clipboard::Answer) -> Performed;
}

/// Runs the program until it ends.
///
/// # Errors
///
/// When the terminal cannot be drawn to.
pub fn run<B>(
    terminal: &mut Terminal<B>,
    app: &mut App,
    inbox: &Receiver<Event>,
    hands: &mut dyn Hands,
) -> io::Result<Ended>
where
    B: Backend,
    B::Error: Send + Sync + 'static,
{
    let mut turn = Turn {
        app,
        hands,
        is_stale: false,
    };
    loop {
        if std::mem::take(&mut turn.is_stale) {
            let area = Rect::from((ratatui::layout::Position::ORIGIN, size_of(terminal)?));
            terminal.resize(area).map_err(io::Error::other)?;
        }
        // What the terminal says now is right, whatever its last message was.
        let size = size_of(terminal)?;
        let size = Size::new(size.width, size.height);
        if turn.app.layout().screen.size() != size {
            turn.app.update(Msg::Resized(size));
        }
        terminal
            .draw(|frame| view::draw(turn.app, frame))
            .map_err(io::Error::other)?;
        let drawn = Instant::now();
        let Ok(event) = inbox.recv() else {
            return Ok(no_one_left());
        };
        if let Some(ended) = turn.take(event) {
            return Ok(ended);
        }
        if let Some(ended) = turn.take_more(inbox, drawn) {
            return Ok(ended);
        }
    }
}

fn no_one_left() -> Ended {
    Ended::Lost("nothing reads the terminal any more".to_owned())
}

fn size_of<B>(terminal: &Terminal<B>) -> io::Result<ratatui::layout::Size>
where
    B: Backend,
    B::Error: Send + Sync + 'static,
{
    terminal.size().map_err(io::Error::other)
}

/// What is handled between two frames.
struct Turn<'a> {
    app: &'a mut App,
    hands: &'a mut dyn Hands,
    /// Whether the screen holds something else than the last frame.
    is_stale: bool,
}

impl Turn<'_> {
    /// Takes further events until a frame is due; at once when none is waiting and one was due.
    fn take_more(&mut self, inbox: &Receiver<Event>, drawn: Instant) -> Option<Ended> {
        let started = Instant::now();
        let due = (drawn + FRAME).max(started);
        loop {
            let now = Instant::now();
            // Events without end must not keep the screen from being drawn.
            if now >= due + FRAME {
                return None;
            }
            match inbox.recv_timeout(due.saturating_duration_since(now)) {
                Ok(event) => {
                    if let Some(ended) = self.take(event) {
                        return Some(ended);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => return Some(no_one_left()),
            }
        }
    }

    fn take(&mut self, event: Event) -> Option<Ended> {
        let effects = match event {
            Event::Msg(msg) => self.app.update(msg),
            Event::Suspend => vec![Effect::Suspend],
            Event::Continued => {
                let performed = self.hands.continued();
                self.settle(performed)
            }
            Event::Clipboard(answer) => {
                let performed = self.hands.clipboard_answered(answer);
                self.settle(performed)
            }
            Event::Stop(signal) => return Some(Ended::Signal(signal)),
            Event::Panicked => return Some(Ended::Panicked),
            Event::Lost(why) => return Some(Ended::Lost(why)),
        };
        self.perform(effects)
    }

    fn perform(&mut self, effects: Vec<Effect>) -> Option<Ended> {
        let mut waiting = std::collections::VecDeque::from(effects);
        while let Some(effect) = waiting.pop_front() {
            if effect == Effect::Quit {
                return Some(Ended::Quit);
            }
            let performed = self.hands.perform(effect);
            waiting.extend(self.settle(performed));
        }
        None
    }

    fn settle(&mut self, performed: Performed) -> Vec<Effect> {
        match performed {
            Performed::Silently => Vec::new(),
            Performed::Telling(msg) => self.app.update(msg),
            Performed::AwayAndBack(msg) => {
                self.is_stale = true;
                self.app.update(msg)
            }
        }
    }
}

#[cfg(test)]
mod tests;
