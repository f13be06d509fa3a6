//! Telling a file of readings from a file that is something else, which is never written to.

use crate::dissent::record::LINE_AT_MOST;
use crate::error::{Error, ErrorKind, Place};
use serde::de::IgnoredAny;

/// What every record begins with, as this program writes it.
const BEGINNING: &[u8] = b"{\"host\":";

/// What every gzip file begins with (RFC 1952, section 2.3.1).
const GZIP: &[u8] = &[0x1f, 0x8b];

/// A line that no writer of readings leaves behind, not even one that was stopped. A file that has
/// one and no reading is not a file of readings.
pub(super) struct Stranger {
    line: u64,
    what: String,
}

impl Stranger {
    /// Looks at a line that is no record, given its beginning, its whole length and what is wrong
    /// with it. `None`: it is what a stopped writer leaves.
    pub(super) fn of(line: u64, bytes: &[u8], length: u64, reason: &str) -> Option<Self> {
        if is_torn_record(bytes, length) {
            return None;
        }
        let what = if line == 1 && bytes.starts_with(GZIP) {
            "compressed data (gzip)".to_owned()
        } else {
            reason.to_owned()
        };
        Some(Self { line, what })
    }

    /// Why the file is refused.
    pub(super) fn refusal(&self, name: &str) -> Error {
        let Self { line, what } = self;
        Error::at(
            Place::file(name),
            ErrorKind::WrongInput {
                expected: "a file of readings, a JSON object a line".to_owned(),
                found: format!("no reading in it; line {line}: {what}"),
                next: "it is left as it is; name a file of readings, or one that is not there yet"
                    .to_owned(),
            },
        )
    }
}

/// Whether this is the first part of a record. A whole JSON value never is: a record breaks off
/// before its last brace, which is what tells it from a line of a corpus.
fn is_torn_record(bytes: &[u8], length: u64) -> bool {
    let common = bytes.len().min(BEGINNING.len());
    bytes[..common] == BEGINNING[..common]
        && length <= LINE_AT_MOST as u64
        && serde_json::from_slice::<IgnoredAny>(bytes).is_err()
}
