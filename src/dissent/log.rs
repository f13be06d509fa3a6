//! The file of readings: read, followed, and added to without losing what was acknowledged.

use super::reading::Reading;
use super::record::{LINE_AT_MOST, Stored, line_of};
use super::storage::{FileStorage, Handle, Stamp, Storage};
use crate::error::{Error, ErrorKind, Place, Result};
use scan::{LastLine, Position, Tail, fingerprint, scan};
use std::fmt;
use std::io;
use std::path::Path;
use stranger::Stranger;

mod elsewhere;
mod news;
mod scan;
mod stranger;

pub use elsewhere::save_elsewhere;
pub use news::{Change, News, Problem};

/// How often an addition starts over because the file was replaced under it.
const ATTEMPTS: usize = 5;

/// A file of readings. Created with its first record; nothing is written before.
pub struct Log {
    storage: Box<dyn Storage>,
    name: String,
    position: Position,
    fingerprint: Vec<u8>,
    stamp: Option<Stamp>,
    has_reading: bool,
    stranger: Option<Stranger>,
    inbox: News,
    is_name_synced: bool,
    has_told_of_locks: bool,
}

/// What becomes of a torn last line when a file is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TornLine {
    SetAside,
    Leave,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log")
            .field("name", &self.name)
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

impl Log {
    /// Opens a file of readings, which need not be there yet, and reads all of it. A last line that
    /// broke off is moved aside where that is possible.
    ///
    /// # Errors
    /// When there is something that cannot be read, or that is no file of readings: it has lines and
    /// none of them is one, not even one that broke off.
    pub fn open(path: &Path) -> Result<(Self, News)> {
        refuse_special(path)?;
        Self::open_in(
            Box::new(FileStorage::new(path)),
            path.to_string_lossy().into_owned(),
        )
    }

    /// The same, and the file is left alone: a last line that broke off is moved aside by the first
    /// addition. For those who only read, or do not know yet whether they will write.
    ///
    /// # Errors
    /// As [`Log::open`].
    pub fn look(path: &Path) -> Result<(Self, News)> {
        refuse_special(path)?;
        Self::load(
            Box::new(FileStorage::new(path)),
            path.to_string_lossy().into_owned(),
            TornLine::Leave,
        )
    }

    pub(super) fn open_in(storage: Box<dyn Storage>, name: String) -> Result<(Self, News)> {
        Self::load(storage, name, TornLine::SetAside)
    }

    fn load(storage: Box<dyn Storage>, name: String, torn: TornLine) -> Result<(Self, News)> {
        let mut log = Self {
            storage,
            name,
            position: Position::default(),
            fingerprint: Vec::new(),
            stamp: None,
            has_reading: false,
            stranger: None,
            inbox: News::default(),
            is_name_synced: false,
            has_told_of_locks: false,
        };
        let reading = log.storage.open_to_read();
        if let Some(mut handle) = reading.map_err(|error| log.error("cannot open", error))? {
            log.catch_up(&mut *handle, LastLine::Leave)
                .map_err(|error| log.error("cannot read", error))?;
            let size = handle
                .size()
                .map_err(|error| log.error("cannot read", error))?;
            drop(handle);
            log.refuse_stranger()?;
            if size > log.position.offset {
                log.open_last_line(torn)?;
            }
        }
        let news = std::mem::take(&mut log.inbox);
        Ok((log, news))
    }

    /// Looks at a last line without an end: mended where that is wanted and the file can be written,
    /// else only read.
    fn open_last_line(&mut self, torn: TornLine) -> Result<()> {
        if torn == TornLine::SetAside
            && let Ok(mut handle) = self.storage.open_to_append()
        {
            self.tell_of_locks(&*handle);
            let tail = self
                .catch_up(&mut *handle, LastLine::Take)
                .map_err(|error| self.error("cannot read", error))?;
            self.refuse_stranger()?;
            if let Tail::Torn(bytes) = tail
                && !self.set_aside(&mut *handle, bytes)
            {
                self.tell_torn(bytes, None);
            }
            return Ok(());
        }
        let Ok(Some(mut handle)) = self.storage.open_to_read() else {
            return Ok(());
        };
        let tail = self
            .catch_up(&mut *handle, LastLine::Take)
            .map_err(|error| self.error("cannot read", error))?;
        self.refuse_stranger()?;
        if let Tail::Torn(bytes) = tail {
            self.tell_torn(bytes, None);
        }
        Ok(())
    }

    /// Refuses a file that is something else than a file of readings.
    fn refuse_stranger(&self) -> Result<()> {
        match &self.stranger {
            Some(stranger) if !self.has_reading => Err(stranger.refusal(&self.name)),
            _ => Ok(()),
        }
    }

    /// The file's name, as it was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What others have added since the last look. Cheap when nothing has changed; never waits. A
    /// file that was cut, replaced, or rewritten near what was its end is read anew; a change far
    /// before the end of the same file is seen when it is opened next.
    ///
    /// # Errors
    /// When the file cannot be read; the next look may succeed.
    pub fn poll(&mut self) -> Result<News> {
        let handle = self.storage.open_to_read();
        match handle.map_err(|error| self.error("cannot open", error))? {
            Some(mut handle) => {
                self.catch_up(&mut *handle, LastLine::Leave)
                    .map_err(|error| self.error("cannot read", error))?;
            }
            None if self.position.offset > 0 => self.restart(Change::Gone),
            None => {}
        }
        Ok(std::mem::take(&mut self.inbox))
    }

    /// Adds readings, all or none, and returns their lines once they are on the disk. What others
    /// added in the meantime comes with the next [`Log::poll`].
    ///
    /// # Errors
    /// When they are not on the disk: the file is then as it was before, as far as it can be. That
    /// includes a file of something else that was put in its place.
    pub fn append(&mut self, readings: &[Reading]) -> Result<Vec<u64>> {
        let text = self.encode(readings)?;
        if readings.is_empty() {
            return Ok(Vec::new());
        }
        for _ in 0..ATTEMPTS {
            let handle = self.storage.open_to_append();
            let mut handle = handle.map_err(|error| self.error("cannot write", error))?;
            self.tell_of_locks(&*handle);
            let tail = self
                .catch_up(&mut *handle, LastLine::Take)
                .map_err(|error| self.error("cannot read", error))?;
            self.refuse_stranger()?;
            let lead = self.mend(&mut *handle, tail);
            let bytes = [lead, &text].concat();
            self.add(&mut *handle, &bytes)
                .map_err(|error| self.error("cannot write", error))?;
            if handle.is_current() {
                return Ok(self.commit(&mut *handle, readings, bytes.len()));
            }
        }
        let replaced = io::Error::other("another program keeps replacing the file");
        Err(self.error("cannot write", replaced))
    }

    fn encode(&self, readings: &[Reading]) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        for reading in readings {
            let line = line_of(reading);
            let length = line.len();
            let refusal = if !reading.document.as_ref().is_distinct() {
                "a document without host and body cannot be told from others, so nobody can have a \
                 reading of it"
                    .to_owned()
            } else if length > LINE_AT_MOST {
                format!(
                    "a reading has {length} bytes, expected at most {LINE_AT_MOST}; shorten its reason"
                )
            } else {
                text.extend_from_slice(&line);
                continue;
            };
            return Err(Error::at(
                Place::file(&self.name),
                ErrorKind::Invocation(refusal),
            ));
        }
        Ok(text)
    }

    /// Writes and syncs; on failure cuts the file back.
    fn add(&mut self, handle: &mut dyn Handle, bytes: &[u8]) -> io::Result<()> {
        let before = handle.size()?;
        let mut outcome = handle.add(bytes).and_then(|()| handle.sync());
        if outcome.is_ok() && !self.is_name_synced {
            outcome = self.storage.sync_name();
        }
        if outcome.is_err() && handle.is_locked() {
            // Where this fails too, the next addition finds a torn line and deals with it.
            let _ = handle.truncate(before).and_then(|()| handle.sync());
        }
        self.is_name_synced |= outcome.is_ok();
        outcome
    }

    /// Takes note of what was just written.
    fn commit(&mut self, handle: &mut dyn Handle, readings: &[Reading], added: usize) -> Vec<u64> {
        let first = self.position.line + 1;
        let lines: Vec<u64> = (first..).take(readings.len()).collect();
        self.position = Position {
            offset: self.position.offset + added as u64,
            line: self.position.line + readings.len() as u64,
            is_open: false,
        };
        self.has_reading = true;
        self.take_fingerprint(handle);
        if self.inbox.change != Change::Grown {
            // Whoever hears that the file was replaced starts afresh, and must not lose these.
            let own = readings.iter().cloned().zip(&lines);
            self.inbox
                .records
                .extend(own.map(|(reading, &line)| Stored { reading, line }));
        }
        lines
    }

    /// Makes the end of the file a line end, or says what must be written first so that it is.
    fn mend(&mut self, handle: &mut dyn Handle, tail: Tail) -> &'static [u8] {
        match tail {
            Tail::None if self.position.is_open => b"\n",
            Tail::None => b"",
            Tail::Torn(bytes) if self.set_aside(handle, bytes) => b"",
            Tail::Torn(bytes) => {
                self.tell_torn(bytes, None);
                // From now on a line like any other, whose end is still to be written.
                self.position.offset += bytes;
                self.position.line += 1;
                self.position.is_open = true;
                b"\n"
            }
        }
    }

    /// Moves a torn last line to another file. Only under the lock: without it, the line may be
    /// one that is being written.
    fn set_aside(&mut self, handle: &mut dyn Handle, bytes: u64) -> bool {
        if !handle.is_locked() {
            return false;
        }
        let offset = self.position.offset;
        let Ok(file) = handle.set_aside(offset) else {
            return false;
        };
        if handle
            .truncate(offset)
            .and_then(|()| handle.sync())
            .is_err()
        {
            return false;
        }
        self.tell_torn(bytes, Some(file));
        true
    }

    fn tell_of_locks(&mut self, handle: &dyn Handle) {
        if !handle.is_locked() && !self.has_told_of_locks {
            self.has_told_of_locks = true;
            self.inbox.problems.push(Problem::NoLocks);
        }
    }

    fn tell_torn(&mut self, bytes: u64, moved_to: Option<String>) {
        self.inbox.problems.push(Problem::Torn {
            line: self.position.line + 1,
            bytes,
            moved_to,
        });
    }

    /// Reads what is new into the inbox; everything, when the file is not the one that was read.
    fn catch_up(&mut self, handle: &mut dyn Handle, last: LastLine) -> io::Result<Tail> {
        if self.position.offset > 0 && !self.is_same(handle)? {
            let is_empty = handle.size()? == 0;
            self.restart(if is_empty {
                Change::Gone
            } else {
                Change::Replaced
            });
        }
        self.stamp = handle.stamp();
        let scanned = scan(handle, self.position, last)?;
        self.position = scanned.position;
        self.has_reading |= !scanned.records.is_empty();
        self.stranger = self.stranger.take().or(scanned.stranger);
        self.inbox.records.extend(scanned.records);
        self.inbox.problems.extend(scanned.problems);
        self.take_fingerprint(handle);
        Ok(scanned.tail)
    }

    /// Whether the file still begins with what was read of it.
    fn is_same(&self, handle: &mut dyn Handle) -> io::Result<bool> {
        if handle.stamp() != self.stamp || handle.size()? < self.position.offset {
            return Ok(false);
        }
        Ok(fingerprint(handle, self.position.offset)? == self.fingerprint)
    }

    fn take_fingerprint(&mut self, handle: &mut dyn Handle) {
        // An unreadable one matches nothing, and the next look reads the file anew.
        self.fingerprint = fingerprint(handle, self.position.offset).unwrap_or_default();
    }

    fn restart(&mut self, change: Change) {
        self.position = Position::default();
        self.fingerprint.clear();
        self.stamp = None;
        self.has_reading = false;
        self.stranger = None;
        self.is_name_synced = false;
        self.inbox.change = change;
        self.inbox.records.clear();
        // What was said of lines of the old file is no longer true of this one.
        self.inbox
            .problems
            .retain(|problem| matches!(problem, Problem::NoLocks));
    }

    fn error(&self, attempt: &'static str, source: io::Error) -> Error {
        Error::io(&self.name, attempt, source)
    }
}

/// Refuses what is there and is no file: a device may be read without end, a pipe never answers.
fn refuse_special(path: &Path) -> Result<()> {
    let is_special = std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    if !is_special {
        return Ok(());
    }
    Err(Error::at(
        Place::file(path.to_string_lossy()),
        ErrorKind::WrongInput {
            expected: "a file of readings".to_owned(),
            found: "a directory, device or pipe".to_owned(),
            next: "name a file, or one that is not there yet".to_owned(),
        },
    ))
}

/// Reads a file of readings and leaves it alone: no lock, nothing moved.
///
/// # Errors
/// When it is not there, cannot be read, or is no file of readings.
pub fn read(path: &Path) -> Result<News> {
    refuse_special(path)?;
    let name = path.to_string_lossy();
    let storage = FileStorage::new(path);
    let handle = storage
        .open_to_read()
        .and_then(|handle| handle.ok_or_else(|| io::ErrorKind::NotFound.into()));
    let mut handle = handle.map_err(|error| Error::io(&*name, "cannot open", error))?;
    let scanned = scan(&mut *handle, Position::default(), LastLine::Take)
        .map_err(|error| Error::io(&*name, "cannot read", error))?;
    if let Some(stranger) = &scanned.stranger
        && scanned.records.is_empty()
    {
        return Err(stranger.refusal(&name));
    }
    let mut news = News {
        change: Change::Grown,
        records: scanned.records,
        problems: scanned.problems,
    };
    if let Tail::Torn(bytes) = scanned.tail {
        news.problems.push(Problem::Torn {
            line: scanned.position.line + 1,
            bytes,
            moved_to: None,
        });
    }
    Ok(news)
}

#[cfg(test)]
mod tests;
