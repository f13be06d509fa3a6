//! What a look at a file of readings brings.

use crate::dissent::record::Stored;
use std::fmt;

/// What happened to the file as a whole since it was last looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Change {
    /// Nothing but additions.
    #[default]
    Grown,
    /// It was cut, rewritten or replaced: what is reported is its whole content.
    Replaced,
    /// It is not there any more: nothing that was read from it is on the disk.
    Gone,
}

/// What there is to know about a file of readings, beside the readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The last line broke off in the middle; its writer was stopped.
    Torn {
        /// The line.
        line: u64,
        /// How many bytes it has.
        bytes: u64,
        /// The file it was moved to. `None`: it is still where it was.
        moved_to: Option<String>,
    },
    /// A line is no record. It stays where it is.
    Unreadable {
        /// The line.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// The file system has no locks: two programs may write at once.
    NoLocks,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Torn {
                line,
                bytes,
                moved_to,
            } => {
                write!(
                    f,
                    "line {line} broke off after {bytes} bytes and is no reading; "
                )?;
                match moved_to {
                    Some(file) => write!(f, "it was moved to {file}"),
                    None => f.write_str("it is left where it is"),
                }
            }
            Self::Unreadable { line, reason } => {
                write!(
                    f,
                    "line {line} is no reading and is left where it is: {reason}"
                )
            }
            Self::NoLocks => f.write_str(
                "this file system has no locks; let only one program at a time write readings here",
            ),
        }
    }
}

/// What a look at the file brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// What happened to the file as a whole.
    pub change: Change,
    /// Records in the order of the file: all of them when it was replaced, else the new ones.
    pub records: Vec<Stored>,
    /// What is to be told about the file.
    pub problems: Vec<Problem>,
}

impl News {
    /// Whether there is nothing to tell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
