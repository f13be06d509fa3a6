//! Takes the terminal over and gives it back, in every case: normal end, error, panic of any
//! thread, signal, suspension.
//!
//! The state of the terminal belongs to the process, so it is a static here: a panic hook and a
//! signal thread have to reach it. Everything that is drawn goes through [`ScreenWriter`], which
//! writes only while the terminal is taken: a frame that was half done when another thread
//! panicked does not end up in the person's shell.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::style::ResetColor;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};

/// Columns of the terminal; `None` when there is none, or it does not know.
#[must_use]
pub fn width() -> Option<u16> {
    let (columns, _) = crossterm::terminal::size().ok()?;
    (columns > 0).then_some(columns)
}

/// What of the terminal is ours at the moment.
#[derive(Debug, Clone, Copy)]
struct Held {
    is_taken: bool,
    has_mouse: bool,
}

static HELD: Mutex<Held> = Mutex::new(Held {
    is_taken: false,
    has_mouse: false,
});

/// How long giving the terminal back waits for a write that is under way. A terminal that was
/// stopped with Ctrl-S may never finish it.
const PATIENCE: Duration = Duration::from_millis(300);

fn held() -> MutexGuard<'static, Held> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The terminal, taken over; given back when this is dropped.
#[derive(Debug)]
pub struct Claim(());

impl Claim {
    /// Takes the terminal over: raw mode, alternate screen, bracketed paste, and the mouse if
    /// wanted. On an error everything is given back first.
    ///
    /// # Errors
    ///
    /// When there is no terminal, or it refuses.
    pub fn take(mouse: bool) -> io::Result<Self> {
        enter(mouse)?;
        Ok(Self(()))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        restore();
    }
}

fn enter(mouse: bool) -> io::Result<()> {
    let mut held = held();
    // From here on something may be changed, so that `restore` has something to do.
    *held = Held {
        is_taken: true,
        has_mouse: mouse,
    };
    let mut out = io::stdout();
    let entered = enable_raw_mode()
        .and_then(|()| execute!(out, EnterAlternateScreen, EnableBracketedPaste, Hide))
        .and_then(|()| {
            if mouse {
                execute!(out, EnableMouseCapture)
            } else {
                Ok(())
            }
        });
    drop(held);
    entered.inspect_err(|_| restore())
}

/// Whether the terminal is taken at the moment.
#[must_use]
pub fn is_taken() -> bool {
    held().is_taken
}

/// Captures the mouse, or gives it back to the terminal.
///
/// # Errors
///
/// When the terminal cannot be written to.
pub fn set_mouse(captured: bool) -> io::Result<()> {
    let mut held = held();
    held.has_mouse = captured;
    if !held.is_taken {
        return Ok(());
    }
    let mut out = io::stdout();
    if captured {
        execute!(out, EnableMouseCapture)
    } else {
        execute!(out, DisableMouseCapture)
    }
}

/// Gives the terminal back, if it is taken. Safe to call from any thread, any number of times.
///
/// Errors are not reported: there is no one to report to when the terminal itself is gone.
pub fn restore() {
    let until = Instant::now() + PATIENCE;
    let guard = loop {
        match HELD.try_lock() {
            Ok(guard) => break Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => break Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if Instant::now() >= until => break None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    if let Some(mut held) = guard {
        if !held.is_taken {
            return;
        }
        held.is_taken = false;
        leave();
    } else {
        leave();
    }
}

fn leave() {
    let mut out = io::stdout();
    // The mouse is let go of even when it was not captured: that does no harm, and a program that
    // ran from here may have left it on.
    let _ = queue!(out, DisableMouseCapture, DisableBracketedPaste, ResetColor);
    let _ = queue!(out, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// Takes the terminal again after [`restore`], the mouse as it was.
///
/// # Errors
///
/// When the terminal refuses.
pub fn reclaim() -> io::Result<()> {
    let mouse = held().has_mouse;
    enter(mouse)
}

/// Makes a panic of any thread give the terminal back first, print its message then, and call
/// `tell` last.
pub fn guard_panics(tell: impl Fn() + Send + Sync + 'static) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        restore();
        before(panic);
        tell();
    }));
}

/// Collects what is drawn and passes it on in one piece per flush, while the terminal is taken.
#[derive(Debug, Default)]
pub struct ScreenWriter {
    frame: Vec<u8>,
}

impl Write for ScreenWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let held = held();
        let written = if held.is_taken {
            write_out(&self.frame)
        } else {
            Ok(())
        };
        self.frame.clear();
        written
    }
}

fn write_out(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

#[cfg(all(test, unix))]
mod tests;
