//! A writer per result and format.
//!
//! Comes in: a result that another module computed. Goes out: bytes to any [`std::io::Write`]. What
//! is written for machines (CSV, JSON) carries text exactly; what is written for people (text,
//! Markdown) passes [`crate::text::clean`] first.

pub mod compare;
pub mod dissent;
pub mod document;
pub mod export;
pub mod fields;
pub mod list;
pub mod report;
pub mod table;
pub mod verdict;

use std::io;

/// The error itself, where a CSV writer has wrapped what a disk or a pipe said: a pipe that is
/// closed must be told from a disk that is full.
#[must_use]
pub fn cause(error: io::Error) -> io::Error {
    match error.downcast::<csv::Error>() {
        Ok(wrapped) => match wrapped.into_kind() {
            csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("the table cannot be written: {other:?}")),
        },
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_known_behind_a_table() {
        let pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
        let wrapped = io::Error::from(csv::Error::from(pipe()));
        assert_eq!(cause(wrapped).kind(), io::ErrorKind::BrokenPipe);
        assert_eq!(cause(pipe()).kind(), io::ErrorKind::BrokenPipe);
    }
}
