//! Reads the terminal on a thread of its own and turns its events into messages.
//!
//! Keys come from the terminal itself when standard input is a pipe (`zcat corpus.gz | cardex -`):
//! crossterm opens `/dev/tty` then. The thread can be paused, so that a pager gets its keys.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use crossterm::event::{
    self, Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton,
    MouseEvent, MouseEventKind,
};

use crate::tui::driver::Event;
use crate::tui::keymap::Key;
use crate::tui::layout::Size;
use crate::tui::message::{Gesture, Mouse, Msg};

/// How often the thread looks whether it is to pause.
const LOOK: Duration = Duration::from_millis(100);
/// How long one waits for the thread to pause.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long input that nobody wants any more is thrown away.
const DRAIN: Duration = Duration::from_millis(50);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Read,
    Pause,
    End,
}

#[derive(Debug)]
struct State {
    wanted: Wanted,
    is_reading: bool,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while paused; says whether to read on.
    fn may_read(&self) -> bool {
        let mut state = self.lock();
        while state.wanted == Wanted::Pause {
            state.is_reading = false;
            self.changed.notify_all();
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        state.is_reading = state.wanted == Wanted::Read;
        self.changed.notify_all();
        state.is_reading
    }

    fn want(&self, wanted: Wanted) {
        self.lock().wanted = wanted;
        self.changed.notify_all();
    }
}

/// The thread that reads the terminal; ends when this is dropped.
#[derive(Debug)]
pub struct Input {
    shared: Arc<Shared>,
}

impl Input {
    /// Starts to read.
    ///
    /// # Errors
    ///
    /// When the system refuses a thread.
    pub fn start(inbox: Sender<Event>) -> io::Result<Self> {
        let state = Mutex::new(State {
            wanted: Wanted::Read,
            is_reading: true,
        });
        let shared = Arc::new(Shared {
            state,
            changed: Condvar::new(),
        });
        let theirs = Arc::clone(&shared);
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || {
                if let Err(error) = read(&theirs, &inbox) {
                    // Nobody listens any more when the program is ending; that is no loss.
                    let _ = inbox.send(Event::Lost(error.to_string()));
                }
                theirs.lock().is_reading = false;
                theirs.changed.notify_all();
            })?;
        Ok(Self { shared })
    }

    /// Stops reading until [`Self::resume`]; returns when the terminal is free, or after half a
    /// second if the thread does not answer (a terminal that is gone keeps it busy).
    pub fn pause(&self) -> bool {
        self.shared.want(Wanted::Pause);
        let state = self.shared.lock();
        let waited = self
            .shared
            .changed
            .wait_timeout_while(state, PATIENCE, |state| state.is_reading);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Reads again.
    pub fn resume(&self) {
        self.shared.want(Wanted::Read);
    }

    /// Throws away what was typed, and what the terminal answered, but was not read yet: it would
    /// end up in the person's shell.
    pub fn drain(&self) {
        if !self.pause() {
            return;
        }
        let until = Instant::now() + DRAIN;
        while Instant::now() < until && matches!(event::poll(Duration::ZERO), Ok(true)) {
            if event::read().is_err() {
                return;
            }
        }
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.shared.want(Wanted::End);
    }
}

fn read(shared: &Shared, inbox: &Sender<Event>) -> io::Result<()> {
    while shared.may_read() {
        if !event::poll(LOOK)? {
            continue;
        }
        if let Some(msg) = translate(event::read()?)
            && inbox.send(Event::Msg(msg)).is_err()
        {
            break;
        }
    }
    Ok(())
}

/// The message for an event of the terminal; `None` for those that mean nothing here.
#[must_use]
pub fn translate(event: TerminalEvent) -> Option<Msg> {
    match event {
        // Some terminals, and Windows always, also report that a key was let go.
        TerminalEvent::Key(key) if key.kind == KeyEventKind::Release => None,
        TerminalEvent::Key(key) => translate_key(key).map(Msg::Key),
        TerminalEvent::Paste(text) => Some(Msg::Paste(text)),
        TerminalEvent::Resize(width, height) => Some(Msg::Resized(Size::new(width, height))),
        TerminalEvent::Mouse(mouse) => translate_mouse(mouse).map(Msg::Mouse),
        TerminalEvent::FocusGained | TerminalEvent::FocusLost => None,
    }
}

fn translate_key(key: KeyEvent) -> Option<Key> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    Some(match key.code {
        // AltGr arrives as Ctrl and Alt on Windows: the character is what was meant.
        KeyCode::Char(char) if control && alt => Key::Char(char),
        KeyCode::Char(char) if control => Key::Control(char.to_ascii_lowercase()),
        KeyCode::Char(char) if alt => Key::Alt(char),
        KeyCode::Char(char) => Key::Char(char),
        KeyCode::F(number) => Key::Function(number),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Tab if shift => Key::BackTab,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left if control => Key::ControlLeft,
        KeyCode::Left => Key::Left,
        KeyCode::Right if control => Key::ControlRight,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        _ => return None,
    })
}

fn translate_mouse(mouse: MouseEvent) -> Option<Mouse> {
    let gesture = match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Gesture::Press,
        MouseEventKind::ScrollUp => Gesture::ScrollUp,
        MouseEventKind::ScrollDown => Gesture::ScrollDown,
        _ => return None,
    };
    Some(Mouse {
        gesture,
        column: mouse.column,
        row: mouse.row,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Option<Msg> {
        translate(TerminalEvent::Key(KeyEvent::new(code, modifiers)))
    }

    #[test]
    fn a_key_that_is_let_go_is_no_second_press() {
        let released = KeyEvent::new_with_kind(
            KeyCode::Char('q'),
            KeyModifiers::NONE,
            KeyEventKind::Release,
        );
        assert_eq!(translate(TerminalEvent::Key(released)), None);
        let repeated = KeyEventKind::Repeat;
        let repeated = KeyEvent::new_with_kind(KeyCode::Char('j'), KeyModifiers::NONE, repeated);
        assert_eq!(
            translate(TerminalEvent::Key(repeated)),
            Some(Msg::Key(Key::Char('j')))
        );
    }

    #[test]
    fn modifiers_become_part_of_the_key() {
        let none = KeyModifiers::NONE;
        for (code, modifiers, expected) in [
            (KeyCode::Char('G'), KeyModifiers::SHIFT, Key::Char('G')),
            (KeyCode::Char('c'), KeyModifiers::CONTROL, Key::Control('c')),
            (
                KeyCode::Char('C'),
                KeyModifiers::CONTROL | KeyModifiers::SHIFT,
                Key::Control('c'),
            ),
            (KeyCode::Char('b'), KeyModifiers::ALT, Key::Alt('b')),
            (
                KeyCode::Char('@'),
                KeyModifiers::ALT | KeyModifiers::CONTROL,
                Key::Char('@'),
            ),
            (KeyCode::Tab, KeyModifiers::SHIFT, Key::BackTab),
            (KeyCode::BackTab, KeyModifiers::SHIFT, Key::BackTab),
            (KeyCode::Left, KeyModifiers::CONTROL, Key::ControlLeft),
            (KeyCode::Enter, none, Key::Enter),
        ] {
            assert_eq!(
                key(code, modifiers),
                Some(Msg::Key(expected)),
                "{code:?} {modifiers:?}"
            );
        }
        assert_eq!(key(KeyCode::CapsLock, none), None);
    }

    #[test]
    fn a_paste_stays_in_one_piece() {
        let text = "a\r\nb\u{1b}[A".to_owned();
        assert_eq!(
            translate(TerminalEvent::Paste(text.clone())),
            Some(Msg::Paste(text))
        );
    }
}
