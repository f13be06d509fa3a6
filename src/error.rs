//! Every sentence a user sees when something cannot be done.
//!
//! An [`Error`] says where ([`Place`]), what was found, what was expected and the next step. It
//! ends a command; what is wrong with a *document* is data, belongs to that document and is no
//! error. The terminal shows the same text as a notice.

use std::fmt;
use std::io;

/// A file, and where in it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Place {
    /// The path as the user gave it, or what stands for it (`standard input`).
    pub file: String,
    /// Line number from 1, where one is known.
    pub line: Option<u64>,
}

impl Place {
    /// A whole file.
    pub fn file(name: impl Into<String>) -> Self {
        Self {
            file: name.into(),
            line: None,
        }
    }

    /// A line of a file.
    pub fn line(name: impl Into<String>, line: u64) -> Self {
        Self {
            file: name.into(),
            line: Some(line),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

/// What is wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The operating system refused; what was being done, and its reason.
    Io {
        /// What was attempted: `cannot open`, `cannot write`.
        attempt: &'static str,
        /// The system's reason.
        source: io::Error,
    },
    /// An input holds nothing to read: empty, or no record in it.
    Nothing {
        /// What would have been expected.
        expected: &'static str,
    },
    /// An input is something else than it was given for.
    WrongInput {
        /// What it was given for.
        expected: String,
        /// What it is.
        found: String,
        /// What to do instead.
        next: String,
    },
    /// A name, number or pattern the user gave does not lead anywhere.
    NoSuch {
        /// What kind of thing: `document`, `field`.
        what: &'static str,
        /// As the user wrote it.
        given: String,
        /// What there is instead, nearest first; may be empty.
        nearest: Vec<String>,
    },
    /// What the user gave fits several things.
    Ambiguous {
        /// What kind of thing.
        what: &'static str,
        /// As the user wrote it.
        given: String,
        /// Everything it fits, as it could be written instead.
        candidates: Vec<String>,
    },
    /// Something the user wrote is not understood, at a place within it.
    Syntax {
        /// What was being read: `query`, `--map`.
        what: &'static str,
        /// As the user wrote it.
        text: String,
        /// Byte offset of the mistake within the text.
        offset: usize,
        /// What is wrong and what would be right.
        reason: String,
    },
    /// A file is there already and was not to be replaced.
    Exists,
    /// The invocation cannot be carried out as given; a whole sentence.
    Invocation(String),
}

/// What is wrong, and where.
#[derive(Debug)]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where, when it is about a file.
    pub place: Option<Place>,
}

/// The result of whatever can fail for a reason the user should read.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error about no file in particular.
    #[must_use]
    pub fn new(kind: ErrorKind) -> Self {
        Self { kind, place: None }
    }

    /// An error at a place.
    #[must_use]
    pub fn at(place: Place, kind: ErrorKind) -> Self {
        Self {
            kind,
            place: Some(place),
        }
    }

    /// The operating system refused to do something with a file.
    pub fn io(file: impl Into<String>, attempt: &'static str, source: io::Error) -> Self {
        Self::at(Place::file(file), ErrorKind::Io { attempt, source })
    }

    /// An invocation that cannot be carried out; a whole sentence.
    pub fn invocation(sentence: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invocation(sentence.into()))
    }

    /// Whether it only says that whoever reads the output has gone away, which is no failure.
    #[must_use]
    pub fn is_broken_pipe(&self) -> bool {
        matches!(&self.kind, ErrorKind::Io { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        match &self.kind {
            ErrorKind::Io { attempt, source } => write!(f, "{attempt}: {}", reason(source)),
            ErrorKind::Nothing { expected } => write!(f, "nothing to read; expected {expected}"),
            ErrorKind::WrongInput {
                expected,
                found,
                next,
            } => {
                write!(f, "expected {expected}, found {found}; {next}")
            }
            ErrorKind::NoSuch {
                what,
                given,
                nearest,
            } => {
                write!(f, "no {what} '{given}'")?;
                list(f, "; nearest: ", nearest)
            }
            ErrorKind::Ambiguous {
                what,
                given,
                candidates,
            } => {
                write!(f, "'{given}' fits {} {what}s", candidates.len())?;
                list(f, ": ", candidates)
            }
            ErrorKind::Syntax {
                what,
                text,
                offset,
                reason,
            } => {
                write!(f, "{what} '{text}', at byte {offset}: {reason}")
            }
            ErrorKind::Exists => {
                write!(
                    f,
                    "is there already; choose another name, or --force to replace it"
                )
            }
            ErrorKind::Invocation(sentence) => f.write_str(sentence),
        }
    }
}

/// The system's reason in words a person would use, where those of the library are bare.
fn reason(source: &io::Error) -> String {
    match source.kind() {
        io::ErrorKind::NotFound => "there is no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => source.to_string(),
    }
}

fn list(f: &mut fmt::Formatter<'_>, lead: &str, items: &[String]) -> fmt::Result {
    const SHOWN: usize = 8;
    if items.is_empty() {
        return Ok(());
    }
    let shown: Vec<_> = items.iter().take(SHOWN).map(String::as_str).collect();
    write!(f, "{lead}{}", shown.join(", "))?;
    if items.len() > SHOWN {
        write!(f, " and {} more", items.len() - SHOWN)?;
    }
    Ok(())
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ErrorKind::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_the_place_and_what_to_do() {
        let missing = Error::io(
            "cards.jsonl.gz",
            "cannot open",
            io::ErrorKind::NotFound.into(),
        );
        assert_eq!(
            missing.to_string(),
            "cards.jsonl.gz: cannot open: there is no such file or directory"
        );
        let there = Error::at(Place::line("a.csv", 7), ErrorKind::Exists);
        assert!(there.to_string().starts_with("a.csv:7: is there already"));
    }

    #[test]
    fn long_lists_are_cut_and_counted() {
        let candidates = (0..11).map(|n| format!("#{n}")).collect();
        let error = Error::new(ErrorKind::Ambiguous {
            what: "document",
            given: "x".into(),
            candidates,
        });
        assert!(error.to_string().ends_with("#6, #7 and 3 more"), "{error}");
    }
}
