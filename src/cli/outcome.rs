//! How a run went, as an exit code.

use super::say;
use crate::error::{Error, ErrorKind};
use std::process::ExitCode;

/// How a run went. Ordered: of several outcomes the later one decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// 0: done. Bad bodies are data and no failure; so is a reader that went away.
    #[default]
    Done,
    /// 4: something changed, and the user asked to be told by `--fail-on-change`.
    Changed,
    /// 2: defects were found, and the user asked to be told by `--fail-on-defect`.
    Defects,
    /// 1: the invocation was wrong, or an input is damaged; what arrived was processed.
    Wrong,
    /// 3: nothing could be read at all.
    Nothing,
    /// 128 and the number of the signal that ended the terminal.
    Signal(i32),
    /// 101: the program failed; its message says where.
    Panicked,
}

impl Outcome {
    /// The exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Wrong => 1,
            Self::Defects => 2,
            Self::Nothing => 3,
            Self::Changed => 4,
            Self::Signal(number) => {
                u8::try_from(number).map_or(255, |number| 128_u8.saturating_add(number))
            }
            Self::Panicked => 101,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome.code())
    }
}

/// What `--fail-on-defect` makes of a result.
pub(super) fn defects(is_asked: bool, has_defect: bool) -> Outcome {
    if is_asked && has_defect {
        Outcome::Defects
    } else {
        Outcome::Done
    }
}

/// What `--fail-on-change` makes of a result.
pub(super) fn changes(is_asked: bool, has_changed: bool) -> Outcome {
    if is_asked && has_changed {
        Outcome::Changed
    } else {
        Outcome::Done
    }
}

/// Says what went wrong, if anything did, and names the outcome.
pub(super) fn conclude(result: Result<Outcome, Error>) -> Outcome {
    match result {
        Ok(outcome) => outcome,
        Err(error) if error.is_broken_pipe() => Outcome::Done,
        Err(error) => {
            say(&error.to_string());
            match error.kind {
                ErrorKind::Nothing { .. } => Outcome::Nothing,
                _ => Outcome::Wrong,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_the_documented_ones_and_the_worst_decides() {
        let codes = [
            Outcome::Done,
            Outcome::Wrong,
            Outcome::Defects,
            Outcome::Nothing,
            Outcome::Changed,
        ];
        assert_eq!(codes.map(Outcome::code), [0, 1, 2, 3, 4]);
        assert_eq!(
            Outcome::Done.max(Outcome::Wrong).max(Outcome::Defects),
            Outcome::Wrong
        );
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let error = Error::io(
            "standard output",
            "cannot write",
            std::io::ErrorKind::BrokenPipe.into(),
        );
        assert_eq!(conclude(Err(error)), Outcome::Done);
    }
}
