//! Lines of a file of readings, from where it was left to its end.

use super::Problem;
use super::stranger::Stranger;
use crate::dissent::record::{LINE_AT_MOST, Stored, parse_line};
use crate::dissent::storage::Handle;
use std::io;

/// Bytes before the last known end that must be unchanged for the file to count as the same: enough
/// for several records, since the end of one looks like the end of another.
const FINGERPRINT_AT_MOST: u64 = 4096;

/// How far the file has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) offset: u64,
    /// Lines before the offset.
    pub(super) line: u64,
    /// The last of them is whole but has no line end yet.
    pub(super) is_open: bool,
}

/// What stands after the last line end.
pub(super) enum Tail {
    None,
    /// Not a record, this many bytes.
    Torn(u64),
}

/// Whether what stands after the last line end is looked at. Without the lock it may be a line
/// that another program is writing at this moment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LastLine {
    Leave,
    Take,
}

/// The bytes by which a file is known again, given how far it was read.
pub(super) fn fingerprint(handle: &mut dyn Handle, end: u64) -> io::Result<Vec<u8>> {
    let wanted = end.min(FINGERPRINT_AT_MOST);
    let mut bytes = vec![0; usize::try_from(wanted).unwrap_or_default()];
    let mut filled = 0;
    while filled < bytes.len() {
        let count = handle.read_at(end - wanted + filled as u64, &mut bytes[filled..])?;
        if count == 0 {
            break;
        }
        filled += count;
    }
    bytes.truncate(filled);
    Ok(bytes)
}

pub(super) struct Scanned {
    pub(super) position: Position,
    pub(super) records: Vec<Stored>,
    pub(super) problems: Vec<Problem>,
    pub(super) tail: Tail,
    /// The first line that is neither a record nor what a stopped writer leaves of one.
    pub(super) stranger: Option<Stranger>,
}

impl Scanned {
    /// Takes in a line, given its beginning and its whole length. False when it is no record.
    fn take(&mut self, beginning: &[u8], length: u64) -> bool {
        let line = self.position.line + 1;
        let bytes = match line {
            1 => beginning
                .strip_prefix(crate::card::BOM)
                .unwrap_or(beginning),
            _ => beginning,
        };
        let parsed = if length > LINE_AT_MOST as u64 {
            Err(format!(
                "expected at most {LINE_AT_MOST} bytes, found {length}"
            ))
        } else {
            parse_line(bytes)
        };
        match parsed {
            Ok(reading) => self.records.push(Stored { reading, line }),
            Err(_) if bytes.trim_ascii().is_empty() && length == beginning.len() as u64 => {}
            Err(reason) => {
                if self.stranger.is_none() {
                    self.stranger = Stranger::of(line, bytes, length, &reason);
                }
                self.problems.push(Problem::Unreadable { line, reason });
                return false;
            }
        }
        true
    }
}

/// Reads lines from a position to the end, holding no more than one line's beginning at a time.
pub(super) fn scan(handle: &mut dyn Handle, from: Position, last: LastLine) -> io::Result<Scanned> {
    let mut scanned = Scanned {
        position: from,
        records: Vec::new(),
        problems: Vec::new(),
        tail: Tail::None,
        stranger: None,
    };
    let mut chunk = vec![0; 1 << 16];
    let mut offset = from.offset;
    let mut beginning = Vec::new();
    let mut length = 0;
    loop {
        let count = handle.read_at(offset, &mut chunk)?;
        if count == 0 {
            break;
        }
        offset += count as u64;
        for piece in chunk[..count].split_inclusive(|byte| *byte == b'\n') {
            let body = piece.strip_suffix(b"\n").unwrap_or(piece);
            let room = LINE_AT_MOST.saturating_sub(beginning.len());
            beginning.extend_from_slice(&body[..body.len().min(room)]);
            length += body.len() as u64;
            if body.len() == piece.len() {
                continue;
            }
            if scanned.position.is_open && length == 0 {
                // Only the end of the line that was read before.
                scanned.position.is_open = false;
            } else {
                scanned.take(&beginning, length);
                scanned.position.line += 1;
            }
            scanned.position.offset += length + 1;
            beginning.clear();
            length = 0;
        }
    }
    if last == LastLine::Take && length > 0 {
        scanned.take_last(&beginning, length);
    }
    Ok(scanned)
}

impl Scanned {
    /// A last line without an end is a record whose end is missing, or torn.
    fn take_last(&mut self, beginning: &[u8], length: u64) {
        if self.take(beginning, length) {
            self.position.offset += length;
            self.position.line += 1;
            self.position.is_open = true;
        } else {
            self.problems.pop();
            self.tail = Tail::Torn(length);
        }
    }
}
