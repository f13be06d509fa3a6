//! Turns signals into events, so that the program ends and pauses in an orderly way.
//!
//! A program that is too busy to answer is ended all the same, its terminal restored.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use crate::tui::driver::Event;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::mpsc::Sender;
    use std::thread;
    use std::time::Duration;

    use rustix::process::{Signal, getpid, getsid, kill_current_process_group};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::{Handle, Signals};
    use signal_hook::low_level::emulate_default_handler;

    use crate::tui::driver::Event;
    use crate::tui::terminal;

    /// How long the program may take to end after a signal.
    const GRACE: Duration = Duration::from_secs(2);

    /// Signals are events while this lives.
    #[derive(Debug)]
    pub struct Watch {
        handle: Handle,
    }

    impl Watch {
        pub(super) fn start(inbox: Sender<Event>) -> io::Result<Self> {
            let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
            let handle = signals.handle();
            thread::Builder::new()
                .name("signals".to_owned())
                .spawn(move || {
                    for signal in signals.forever() {
                        if super::is_away() && matches!(signal, SIGINT | SIGQUIT | SIGTSTP) {
                            // Meant for the pager; the terminal is not ours, so stopping is all there
                            // is to do with it here.
                            let _ = if signal == SIGTSTP {
                                stop_here()
                            } else {
                                Ok(())
                            };
                            continue;
                        }
                        let event = match signal {
                            SIGTSTP => Event::Suspend,
                            SIGCONT => Event::Continued,
                            _ => Event::Stop(signal),
                        };
                        let is_heard = inbox.send(event).is_ok();
                        if matches!(signal, SIGTERM | SIGHUP | SIGINT | SIGQUIT) {
                            end_later(signal, is_heard);
                        }
                    }
                })?;
            Ok(Self { handle })
        }
    }

    /// Ends the process as the signal would have, unless it ends by itself in time.
    fn end_later(signal: i32, is_heard: bool) {
        let end = move || {
            if is_heard {
                thread::sleep(GRACE);
            }
            terminal::restore();
            // Ends the process; should it fail there is nothing left to try.
            let _ = emulate_default_handler(signal);
        };
        let _ = thread::Builder::new()
            .name("deadline".to_owned())
            .spawn(end);
    }

    impl Drop for Watch {
        fn drop(&mut self) {
            self.handle.close();
        }
    }

    /// Stops the whole process group, as the terminal itself would at Ctrl-Z: in `zcat … | cardex -`
    /// the shell goes on only when every process of the job has stopped.
    pub(super) fn stop_here() -> io::Result<()> {
        if getsid(None)? == getpid() {
            return Err(io::Error::other("no shell started cardex"));
        }
        kill_current_process_group(Signal::STOP)?;
        Ok(())
    }
}

#[cfg(not(unix))]
mod unix {
    use std::io;
    use std::sync::mpsc::Sender;

    use crate::tui::driver::Event;

    /// Signals are events while this lives; this platform has none that are handled.
    #[derive(Debug)]
    pub struct Watch;

    impl Watch {
        pub(super) fn start(_inbox: Sender<Event>) -> io::Result<Self> {
            Ok(Self)
        }
    }

    pub(super) fn stop_here() -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

pub use unix::Watch;

static AWAY: AtomicBool = AtomicBool::new(false);

/// While this lives, another program has the terminal: an interrupt is meant for that one.
#[derive(Debug)]
pub struct Away(());

/// Says that another program has the terminal until the value is dropped.
#[must_use]
pub fn away() -> Away {
    AWAY.store(true, Ordering::SeqCst);
    Away(())
}

impl Drop for Away {
    fn drop(&mut self) {
        AWAY.store(false, Ordering::SeqCst);
    }
}

#[cfg(unix)]
fn is_away() -> bool {
    AWAY.load(Ordering::SeqCst)
}

/// Starts to turn SIGTERM, SIGHUP, SIGINT, SIGTSTP and SIGCONT into events.
///
/// # Errors
///
/// When the system refuses handlers or a thread.
pub fn watch(inbox: Sender<Event>) -> std::io::Result<Watch> {
    Watch::start(inbox)
}

/// Stops the process until it is continued from outside. The terminal must be restored before.
///
/// # Errors
///
/// When the platform has no such thing.
pub fn stop_here() -> std::io::Result<()> {
    unix::stop_here()
}
