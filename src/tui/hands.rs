//! Carries out effects in the real world: terminal, clipboard, pager, files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use crate::tui::clipboard::{self, Answer, Load, Step, Surroundings, SystemClipboard, Way};
use crate::tui::driver::{Event, Hands, Performed};
use crate::tui::input::Input;
use crate::tui::message::{Effect, ExportOrder, Msg, Overwrite, Shared};
use crate::tui::state::fields::{Inventoried, InventoryRequest};
use crate::tui::state::report::CountRequest;
use crate::tui::state::workspace::{ReadingsOrder, SurveyRequest};
use crate::tui::{signals, terminal};

/// Writes a file, or says in a sentence why not. Handed in: this module opens no files.
pub type WriteFile = fn(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), String>;

/// Starts reading all inputs again and sends what comes. Handed in: this module opens no files.
pub type Reload = Arc<dyn Fn(Sender<Event>) + Send + Sync>;

/// Puts the time on readings, which comes back at once, or has them written. Handed in: this module
/// reads no clock and opens no files.
pub type KeepReadings = Arc<dyn Fn(Shared<ReadingsOrder>) -> Option<Msg> + Send + Sync>;

/// What the hands need to know.
#[derive(Clone)]
pub struct Tools {
    /// Which way copied text takes.
    pub way: Way,
    /// What the surroundings say about the ways there are.
    pub around: Surroundings,
    /// The file for copied text when no path was given.
    pub clipboard_file: PathBuf,
    /// The pager as a shell command; `less` when none was given.
    pub pager: Option<String>,
    /// Writes files.
    pub write_file: WriteFile,
    /// Writes exported documents.
    pub export: fn(&ExportOrder) -> Result<(), String>,
    /// Starts reading all inputs again; what comes is sent to the loop.
    pub reload: Reload,
    /// Keeps readings.
    pub readings: KeepReadings,
}

/// The hands of the running program.
pub struct RealHands {
    tools: Tools,
    input: Input,
    inbox: Sender<Event>,
    /// Started with the first text that goes there.
    system: Option<SystemClipboard>,
    /// The next "continued" answers our own stop; the terminal is back already.
    was_stopped_here: bool,
}

impl RealHands {
    /// Hands that answer to `inbox` and can pause `input`.
    #[must_use]
    pub fn new(tools: Tools, input: Input, inbox: Sender<Event>) -> Self {
        Self {
            tools,
            input,
            inbox,
            system: None,
            was_stopped_here: false,
        }
    }

    /// Throws unread input away, unless the terminal is gone, and hands copied text over.
    pub fn finish(self, is_terminal_there: bool) {
        if is_terminal_there {
            self.input.drain();
        }
        if let Some(system) = self.system {
            system.finish();
        }
    }

    /// Looks through the corpus on a thread of its own.
    fn survey(&self, request: Shared<SurveyRequest>) {
        let inbox = self.inbox.clone();
        thread::spawn(move || {
            // A cancelled look has no result, and the program may have ended meanwhile.
            if let Some(shown) = request.0.run() {
                let _ = inbox.send(Event::Msg(Msg::Surveyed(Shared(Arc::new(shown)))));
            }
        });
    }

    /// Counts fields on a thread of its own.
    fn inventory(&self, request: Shared<InventoryRequest>) {
        let inbox = self.inbox.clone();
        thread::spawn(move || {
            // A cancelled count has no result, and the program may have ended meanwhile.
            if let Some(counted) = request.0.run() {
                let result = Inventoried {
                    counted: Shared(Arc::new(counted)),
                    request: request.0,
                };
                let _ = inbox.send(Event::Msg(Msg::Inventoried(Shared(Arc::new(result)))));
            }
        });
    }

    /// Counts the report's tables on a thread of its own.
    fn count(&self, request: Shared<CountRequest>) {
        let inbox = self.inbox.clone();
        thread::spawn(move || {
            // The program may have ended meanwhile.
            let _ = inbox.send(Event::Msg(Msg::Counted(Shared(Arc::new(request.0.run())))));
        });
    }

    /// Writes documents on a thread of its own.
    fn export(&self, order: ExportOrder) {
        let (inbox, export) = (self.inbox.clone(), self.tools.export);
        thread::spawn(move || {
            let outcome = export(&order);
            let _ = inbox.send(Event::Msg(Msg::Written {
                path: order.path,
                outcome,
            }));
        });
    }

    fn copy(&mut self, load: Load) -> Performed {
        let step = clipboard::first_step(&self.tools.way, self.tools.around, &load.text);
        self.step(step, load)
    }

    fn step(&mut self, step: Step, load: Load) -> Performed {
        match step {
            Step::AskSystem => self.ask_system(load),
            Step::WriteToTerminal(bytes) => {
                let outcome = write_to_terminal(&bytes).map_err(|error| {
                    format!("Not copied: the terminal cannot be written to ({error}).")
                });
                Performed::Telling(Msg::Copied(
                    outcome.map(|()| clipboard::sent_sentence(&load)),
                ))
            }
            Step::WriteToFile(path) => {
                let path = path.unwrap_or_else(|| self.tools.clipboard_file.clone());
                let bytes = load.text.as_bytes();
                let outcome = (self.tools.write_file)(&path, bytes, Overwrite::Replace);
                let outcome = match outcome {
                    Ok(()) => Ok(format!("Written to {}: {}.", path.display(), load.what)),
                    Err(why) => Err(format!("Not copied: {why}")),
                };
                Performed::Telling(Msg::Copied(outcome))
            }
            Step::GiveUp(why) => {
                Performed::Telling(Msg::Copied(Err(format!("Not copied: {why}."))))
            }
        }
    }

    fn ask_system(&mut self, load: Load) -> Performed {
        if self.system.is_none() {
            match SystemClipboard::start() {
                Ok(system) => self.system = Some(system),
                Err(error) => {
                    return self.clipboard_answered(Answer::Refused(load, error.to_string()));
                }
            }
        }
        if let Some(system) = &self.system {
            let inbox = self.inbox.clone();
            system.ask(load, move |answer| {
                // The program may have ended meanwhile.
                let _ = inbox.send(Event::Clipboard(answer));
            });
        }
        Performed::Silently
    }

    /// Gives the terminal away for as long as `errand` takes.
    fn away<T>(&mut self, errand: impl FnOnce() -> T) -> io::Result<T> {
        self.input.pause();
        terminal::restore();
        let outcome = errand();
        let back = terminal::reclaim();
        self.input.resume();
        back.map(|()| outcome)
    }

    fn suspend(&mut self) -> Performed {
        self.was_stopped_here = true;
        let outcome = self.away(signals::stop_here).and_then(|stopped| stopped);
        match outcome {
            Ok(()) => Performed::AwayAndBack(Msg::Resumed),
            Err(error) => {
                self.was_stopped_here = false;
                let why = format!("Cannot go to the background: {error}.");
                Performed::AwayAndBack(Msg::SuspendRefused(why))
            }
        }
    }

    fn page(&mut self, bytes: &[u8]) -> Performed {
        let pager = self
            .tools
            .pager
            .clone()
            .unwrap_or_else(|| "less".to_owned());
        let outcome = self.away(|| {
            let _away = signals::away();
            run_pager(&pager, bytes)
        });
        let outcome = outcome.and_then(|ran| ran).map_err(|error| {
            format!("The pager '{pager}' failed: {error}; set PAGER to another one.")
        });
        Performed::AwayAndBack(Msg::PagerClosed(outcome))
    }
}

impl Hands for RealHands {
    fn perform(&mut self, effect: Effect) -> Performed {
        match effect {
            // The loop ends by itself; there is nothing to carry out.
            Effect::Quit => Performed::Silently,
            Effect::Readings(order) => match (self.tools.readings)(order) {
                Some(msg) => Performed::Telling(msg),
                None => Performed::Silently,
            },
            Effect::Suspend => self.suspend(),
            Effect::SetMouse(captured) => match terminal::set_mouse(captured) {
                Ok(()) => Performed::Silently,
                Err(error) => Performed::Telling(Msg::Failed(format!(
                    "The terminal does not take the request for the mouse: {error}."
                ))),
            },
            Effect::CopyText { text, what } => self.copy(Load { text, what }),
            Effect::OpenPager { bytes } => self.page(&bytes),
            Effect::Survey(request) => {
                self.survey(request);
                Performed::Silently
            }
            Effect::Inventory(request) => {
                self.inventory(request);
                Performed::Silently
            }
            Effect::Count(request) => {
                self.count(request);
                Performed::Silently
            }
            Effect::Export(order) => {
                self.export(order);
                Performed::Silently
            }
            Effect::Reload => {
                (self.tools.reload)(self.inbox.clone());
                Performed::Silently
            }
            Effect::WriteFile {
                path,
                bytes,
                overwrite,
            } => {
                let outcome = (self.tools.write_file)(&path, &bytes, overwrite);
                Performed::Telling(Msg::Written { path, outcome })
            }
        }
    }

    fn continued(&mut self) -> Performed {
        if std::mem::take(&mut self.was_stopped_here) {
            return Performed::Silently;
        }
        match self.away(|| ()) {
            Ok(()) => Performed::AwayAndBack(Msg::Resumed),
            Err(error) => Performed::Telling(Msg::Failed(format!(
                "The terminal could not be taken back: {error}."
            ))),
        }
    }

    fn clipboard_answered(&mut self, answer: Answer) -> Performed {
        match answer {
            Answer::Taken(sentence) => Performed::Telling(Msg::Copied(Ok(sentence))),
            Answer::Refused(load, why) => {
                let (way, around) = (&self.tools.way, self.tools.around);
                let step = clipboard::next_step(way, around, &load.text, why);
                self.step(step, load)
            }
        }
    }
}

/// The same writer as the frames use, between two of them, so that nothing is torn apart.
fn write_to_terminal(bytes: &[u8]) -> io::Result<()> {
    let mut out = terminal::ScreenWriter::default();
    out.write_all(bytes)?;
    out.flush()
}

fn run_pager(pager: &str, bytes: &[u8]) -> io::Result<()> {
    let mut child = pager_command(pager).stdin(Stdio::piped()).spawn()?;
    let status = feed(&mut child, bytes)?;
    // A shell says with 126 and 127 that it could not run the command at all.
    if matches!(status.code(), Some(126 | 127)) {
        return Err(io::Error::other("the shell could not run it"));
    }
    Ok(())
}

/// Waits for the child's end while a thread gives it the bytes.
fn feed(child: &mut Child, bytes: &[u8]) -> io::Result<ExitStatus> {
    let stdin = child.stdin.take();
    thread::scope(|scope| {
        scope.spawn(move || {
            // A pager that is left early closes the pipe; that is no failure.
            let _ = stdin.map(|mut stdin| stdin.write_all(bytes));
        });
        child.wait()
    })
}

/// `PAGER` may hold arguments (`less -S`), so the shell takes it apart.
#[cfg(unix)]
fn pager_command(pager: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", pager]);
    command
}

#[cfg(not(unix))]
fn pager_command(pager: &str) -> Command {
    let mut words = pager.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("more"));
    command.args(words);
    command
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_pager_left_early_is_no_failure() {
        // More than a pipe holds, so that writing is under way when the reader leaves.
        let bytes = vec![b'x'; 1 << 20];
        assert!(run_pager("head -c 1 > /dev/null", &bytes).is_ok());
        assert!(run_pager("exit 3", b"").is_ok());
    }

    #[test]
    fn a_pager_gets_the_bytes_unchanged() {
        let bytes = b"\x1b[2J\0\xff\r\n";
        let length = bytes.len();
        let pager = format!("test $(od -An -v -tx1 | wc -w) -eq {length} || exit 127");
        assert!(run_pager(&pager, bytes).is_ok());
        assert!(run_pager(&pager, b"").is_err());
    }

    #[test]
    fn a_pager_that_is_not_there_is_told() {
        assert!(run_pager("no-such-pager 2> /dev/null", b"x").is_err());
    }
}
