//! Inputs as streams of decompressed bytes: files, standard input and directories.
//!
//! What an input is (gzip or not, JSON or a table) is decided by its content and never by its
//! name. Progress is counted in compressed bytes, because only their total is known beforehand.

use super::gzip::{DamageSlot, GzipDamage, MAGIC, MemberReader};
use crate::error::{Error, Result};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};

/// How much is read ahead to see what an input is.
const PREFIX: usize = 64 * 1024;

/// What the beginning of an input looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Begins as JSON does.
    Json,
    /// Begins with some other text: a table, or damage.
    Text,
    /// Not a single byte, or nothing but white space.
    Empty,
}

/// An opened input: decompressed bytes, how far it is read, and what was wrong with it.
pub struct Source {
    /// As the user gave it; `standard input` for `-`.
    pub name: String,
    /// Size on disk, where it is known.
    pub size: Option<u64>,
    prefix: Vec<u8>,
    prefix_read: usize,
    /// Whether the prefix is all there is.
    is_whole_prefix: bool,
    reader: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
    damage: DamageSlot,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl Source {
    /// Opens a file.
    ///
    /// # Errors
    /// When it is not there, cannot be read, or is a directory.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Error::io(&name, "cannot open", error))?;
        let metadata = file
            .metadata()
            .map_err(|error| Error::io(&name, "cannot open", error))?;
        if metadata.is_dir() {
            let error = io::Error::from(io::ErrorKind::IsADirectory);
            return Err(Error::io(name, "cannot read", error));
        }
        let size = metadata.is_file().then_some(metadata.len());
        Self::from_reader(name, size, file)
    }

    /// Takes standard input.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn standard_input() -> Result<Self> {
        Self::from_reader("standard input".to_owned(), None, io::stdin())
    }

    /// Takes bytes that are in memory.
    ///
    /// # Errors
    /// Never for memory; the signature is that of its siblings.
    pub fn from_bytes(name: impl Into<String>, bytes: &'static [u8]) -> Result<Self> {
        Self::from_reader(name.into(), Some(bytes.len() as u64), bytes)
    }

    /// Takes any reader. `size` is its length in bytes as stored, where known.
    ///
    /// # Errors
    /// When its beginning cannot be read.
    pub fn from_reader(
        name: String,
        size: Option<u64>,
        reader: impl Read + Send + 'static,
    ) -> Result<Self> {
        let read = Arc::new(AtomicU64::new(0));
        let damage = DamageSlot::default();
        let mut raw = BufReader::with_capacity(
            256 * 1024,
            Counted {
                reader,
                read: Arc::clone(&read),
            },
        );
        let mut first = [0_u8; 2];
        let found =
            fill(&mut raw, &mut first).map_err(|error| Error::io(&name, "cannot read", error))?;
        let head = io::Cursor::new(first).take(found as u64);
        let reader: Box<dyn Read + Send> = if first == MAGIC {
            let whole = BufReader::with_capacity(256 * 1024, head.chain(raw));
            Box::new(MemberReader::new(whole, Arc::clone(&damage)))
        } else {
            Box::new(head.chain(raw))
        };
        let mut source = Self {
            name,
            size,
            prefix: Vec::new(),
            prefix_read: 0,
            is_whole_prefix: false,
            reader,
            read,
            damage,
        };
        source.look_ahead()?;
        Ok(source)
    }

    /// Reads the beginning: up to the first line end behind something, or [`PREFIX`] bytes.
    fn look_ahead(&mut self) -> Result<()> {
        let mut prefix = vec![0; PREFIX];
        let mut filled = 0;
        while filled < PREFIX {
            let count = match self.reader.read(&mut prefix[filled..]) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Error::io(&self.name, "cannot read", error)),
            };
            filled += count;
            self.is_whole_prefix = count == 0;
            let seen = prefix[..filled].trim_ascii_start();
            if count == 0 || seen.contains(&b'\n') {
                break;
            }
        }
        prefix.truncate(filled);
        self.prefix = prefix;
        Ok(())
    }

    /// The first decompressed bytes, which are still to be read.
    #[must_use]
    pub fn prefix(&self) -> &[u8] {
        &self.prefix
    }

    /// What it looks like, by its first bytes.
    #[must_use]
    pub fn content(&self) -> Content {
        let bytes = self
            .prefix
            .strip_prefix(crate::card::BOM)
            .unwrap_or(&self.prefix);
        match bytes.trim_ascii_start().first() {
            None if self.is_whole_prefix => Content::Empty,
            // White space without end is no table; what follows it can only be records.
            None => Content::Json,
            Some(b'{' | b'[' | b'"') => Content::Json,
            Some(_) => Content::Text,
        }
    }

    /// Counter of the stored (compressed) bytes read so far.
    #[must_use]
    pub fn progress(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// What was wrong with its compression, once it has been read.
    #[must_use]
    pub fn damage(&self) -> Option<GzipDamage> {
        self.damage
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let ahead = &self.prefix[self.prefix_read..];
        if ahead.is_empty() {
            self.prefix = Vec::new();
            self.prefix_read = 0;
            return self.reader.read(buffer);
        }
        let count = ahead.len().min(buffer.len());
        buffer[..count].copy_from_slice(&ahead[..count]);
        self.prefix_read += count;
        Ok(count)
    }
}

/// Reads until the buffer is full or the input ends; says how much was read.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match reader.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

struct Counted<R> {
    reader: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// The files an argument stands for: itself, or for a directory its `.json`, `.jsonl` and `.gz`
/// files at every depth, sorted by path. Links to directories are not followed.
///
/// # Errors
/// When the argument or a directory below it cannot be read, or a directory holds no such file.
pub fn files_of(path: &Path) -> Result<Vec<PathBuf>> {
    let name = path.display().to_string();
    let metadata =
        std::fs::metadata(path).map_err(|error| Error::io(&name, "cannot open", error))?;
    if !metadata.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    let mut pending = vec![path.to_owned()];
    while let Some(directory) = pending.pop() {
        let shown = directory.display().to_string();
        let failed = |error| Error::io(&shown, "cannot read the directory", error);
        for entry in std::fs::read_dir(&directory).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            let path = entry.path();
            if kind.is_dir() {
                pending.push(path);
            } else if is_card_file(&path) && path.is_file() {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        let expected = "a directory with .json, .jsonl or .gz files at some depth";
        return Err(Error::at(
            crate::error::Place::file(name),
            crate::error::ErrorKind::Nothing { expected },
        ));
    }
    files.sort();
    Ok(files)
}

/// By its ending; a file of readings that was kept beside a corpus holds no documents.
fn is_card_file(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    if name.ends_with(".dissent.jsonl") {
        return false;
    }
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    ["json", "jsonl", "gz"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::super::gzip::compress;
    use super::*;

    fn read_all(mut source: Source) -> Vec<u8> {
        let mut out = Vec::new();
        source.read_to_end(&mut out).expect("memory reads");
        out
    }

    #[test]
    fn gzip_is_known_by_its_bytes_and_plain_text_is_left_alone() {
        let plain = Source::from_bytes("a.gz", b"{\"a\":1}\n").expect("opens");
        assert_eq!(plain.content(), Content::Json);
        assert_eq!(read_all(plain), b"{\"a\":1}\n");
        let packed = io::Cursor::new(compress(b"host,path\n"));
        let packed = Source::from_reader("a.json".into(), None, packed).expect("opens");
        assert_eq!(packed.content(), Content::Text);
        assert_eq!(read_all(packed), b"host,path\n");
    }

    #[test]
    fn an_input_that_begins_with_much_white_space_is_not_empty() {
        let bytes = [vec![b' '; 3 * PREFIX], b"\n{}\n".to_vec()].concat();
        let source = Source::from_reader("x".into(), None, io::Cursor::new(bytes.clone()));
        let source = source.expect("opens");
        assert_eq!(source.content(), Content::Json);
        assert_eq!(read_all(source), bytes);
    }

    #[test]
    fn an_empty_or_one_byte_input_is_no_crash() {
        for (bytes, content) in [
            (&b""[..], Content::Empty),
            (b"\x1F", Content::Text),
            (b" \n ", Content::Empty),
        ] {
            let source = Source::from_bytes("x", bytes).expect("opens");
            assert_eq!(source.content(), content, "{bytes:?}");
            assert_eq!(read_all(source), bytes);
        }
    }

    #[test]
    fn a_directory_gives_its_card_files_sorted() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let below = folder.path().join("b");
        std::fs::create_dir(&below).expect("creates");
        for name in [
            "z.JSON",
            "b/a.jsonl.gz",
            "notes.txt",
            "a.jsonl",
            "a.jsonl.dissent.jsonl",
        ] {
            std::fs::write(folder.path().join(name), "x").expect("writes");
        }
        let files = files_of(folder.path()).expect("lists");
        let names: Vec<_> = files
            .iter()
            .map(|path| {
                path.strip_prefix(folder.path())
                    .expect("below")
                    .display()
                    .to_string()
            })
            .collect();
        assert_eq!(names, ["a.jsonl", "b/a.jsonl.gz", "z.JSON"]);
        let empty = tempfile::tempdir().expect("a temporary directory");
        assert!(files_of(empty.path()).is_err());
    }
}
