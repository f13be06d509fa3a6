//! What the terminal layer can be told ([`Msg`]) and what it can order ([`Effect`]).
//!
//! Reading these two enums is reading everything that enters and leaves the state. Variants of
//! [`Msg`] say what the person or the world did; variants of [`Effect`] are orders to the driver,
//! the only part that touches the terminal, the clipboard, a process or a file.

use std::path::PathBuf;
use std::sync::Arc;

use crate::corpus::{InputReport, ProgressSnapshot, Segment};
use crate::published::{Frame, Join};
use crate::tui::keymap::{Command, Key};
use crate::tui::layout::Size;
use crate::tui::state::fields::{Inventoried, InventoryRequest};
use crate::tui::state::report::{CountRequest, Counted};
use crate::tui::state::workspace::{ReadingsNews, ReadingsOrder, Shown, SurveyRequest};

/// Something large on its way between threads. Two are equal when they are the same one.
#[derive(Debug)]
pub struct Shared<T>(pub Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Eq for Shared<T> {}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Msg {
    // ── the person ──────────────────────────────────────────────────────────────────────────────
    /// A key was pressed (or repeats). Releases never become a message.
    Key(Key),
    /// Text was pasted: one paste, whatever it contains, line ends included.
    Paste(String),
    /// A mouse button or wheel was used; only while the mouse is captured.
    Mouse(Mouse),
    /// A command was chosen by name instead of by key.
    Command(Command),

    // ── the terminal ────────────────────────────────────────────────────────────────────────────
    /// The terminal has this many cells now.
    Resized(Size),
    /// The program came back to the foreground.
    Resumed,
    /// Going to the background was asked for and is impossible; the reason.
    SuspendRefused(String),

    // ── the loader ──────────────────────────────────────────────────────────────────────────────
    /// Documents have arrived.
    Arrived(Shared<Segment>),
    /// Loading has come so far.
    Progressed(LoadProgress),
    /// Everything that will come has come.
    Loaded(Shared<Loaded>),
    /// Reading everything again has begun.
    Reloading,

    // ── the outcome of an effect ────────────────────────────────────────────────────────────────
    /// [`Effect::CopyText`] ended: the sentence says which way was taken, or why none worked.
    Copied(Result<String, String>),
    /// [`Effect::WriteFile`] ended.
    Written {
        /// The file asked for.
        path: PathBuf,
        /// Nothing, or a sentence that says what stood in the way.
        outcome: Result<(), String>,
    },
    /// The pager was left, or could not be started; then the reason.
    PagerClosed(Result<(), String>),
    /// [`Effect::Survey`] ended.
    Surveyed(Shared<Shown>),
    /// Something happened to the person's readings.
    Readings(Shared<ReadingsNews>),
    /// [`Effect::Inventory`] ended.
    Inventoried(Shared<Inventoried>),
    /// [`Effect::Count`] ended.
    Counted(Shared<Counted>),
    /// Something outside went wrong and the person should know.
    Failed(String),
}

/// How far loading has come, and how fast it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoadProgress {
    /// Bytes and documents.
    pub snapshot: ProgressSnapshot,
    /// Stored bytes a second.
    pub rate: u64,
    /// Seconds left at this rate; `None` when the size is unknown.
    pub seconds_left: Option<u64>,
}

/// What loading came to.
#[derive(Debug, Default)]
pub struct Loaded {
    /// A report per input.
    pub reports: Vec<InputReport>,
    /// Published verdicts joined to the documents, with a verdict file.
    pub published: Option<Arc<Join>>,
    /// The requests of the collection, with a frame file.
    pub frame: Option<Arc<Frame>>,
    /// What was decided about the inputs; for the list of notices.
    pub remarks: Vec<String>,
    /// What is wrong with the inputs; shown at once, the most important last.
    pub sentences: Vec<String>,
}

/// Documents to be written to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportOrder {
    /// Where, as the person typed it.
    pub path: PathBuf,
    /// What and in which form.
    pub request: Shared<crate::output::export::ExportRequest>,
    /// What to do with a file that is there already.
    pub overwrite: Overwrite,
}

/// An order to the driver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// End the program.
    Quit,
    /// Go to the background, as Ctrl-Z does in any other program.
    Suspend,
    /// Capture the mouse, or give it back to the terminal.
    SetMouse(bool),
    /// Put `text` on the clipboard exactly as it is.
    CopyText {
        /// The text, byte for byte; never cleaned, cut or wrapped.
        text: String,
        /// What it is, for the status line: `value`, `JSON Pointer`.
        what: String,
    },
    /// Show these bytes in the person's pager, unchanged.
    OpenPager {
        /// What the pager reads on its standard input.
        bytes: Vec<u8>,
    },
    /// Look through the corpus on another thread.
    Survey(Shared<SurveyRequest>),
    /// Count the fields of the documents shown on another thread.
    Inventory(Shared<InventoryRequest>),
    /// Count the tables of the report on another thread.
    Count(Shared<CountRequest>),
    /// Write documents to a file.
    Export(ExportOrder),
    /// Put the time on readings, or write them.
    Readings(Shared<ReadingsOrder>),
    /// Read all inputs again.
    Reload,
    /// Write a file.
    WriteFile {
        /// Where, as the person typed it.
        path: PathBuf,
        /// What, byte for byte.
        bytes: Vec<u8>,
        /// What to do with a file that is there already.
        overwrite: Overwrite,
    },
}

/// What writing does to a file that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overwrite {
    /// Leave it and report that it is there.
    Refuse,
    /// Replace it: the person was asked and agreed.
    Replace,
}

/// A use of the mouse, in cells counted from the top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    /// What was done.
    pub gesture: Gesture,
    /// Column, from 0.
    pub column: u16,
    /// Row, from 0.
    pub row: u16,
}

/// The uses of the mouse the program knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gesture {
    /// The first button went down.
    Press,
    /// The wheel turned towards the start.
    ScrollUp,
    /// The wheel turned towards the end.
    ScrollDown,
}
