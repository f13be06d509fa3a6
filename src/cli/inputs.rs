//! Which inputs a command has, opened and told apart.

use super::args::InputArguments;
use super::outcome::Outcome;
use super::say;
use crate::corpus::{InputReport, Source, files_of};
use crate::error::{Error, ErrorKind, Place, Result};
use std::io::IsTerminal as _;
use std::path::Path;

/// The inputs of a command, opened; every file has been looked at before the long work starts.
pub(super) struct Opened {
    /// The corpora, in the order given.
    pub(super) corpora: Vec<Source>,
}

/// Opens what the arguments name: files and directories, `-`, piped standard input when nothing is
/// named, and else the built-in sample.
pub(super) fn open(arguments: &InputArguments) -> Result<Opened> {
    let mut corpora = Vec::new();
    if arguments.inputs.is_empty() {
        corpora.push(if std::io::stdin().is_terminal() {
            crate::sample::source()?
        } else {
            Source::standard_input()?
        });
    }
    for path in &arguments.inputs {
        if path == Path::new("-") {
            corpora.push(Source::standard_input()?);
            continue;
        }
        for file in files_of(path)? {
            corpora.push(Source::open(&file)?);
        }
    }
    Ok(Opened { corpora })
}

/// Says aloud what reading came to and what outcome it means. `records` is the number read in all.
pub(super) fn report(reports: &[InputReport], records: u64) -> Result<Outcome> {
    let mut outcome = Outcome::Done;
    let many = reports.len() > 8;
    for report in reports {
        if report.is_damaged() {
            outcome = Outcome::Wrong;
        }
        // What is usual is said once and not for every file of a directory.
        if !many || report.is_damaged() {
            for sentence in report.sentences() {
                say(&format!("{}: {sentence}", report.name));
            }
        }
    }
    if records == 0 {
        let name = reports
            .first()
            .map_or("input", |report| report.name.as_str());
        let expected = "at least one record: a JSON document, or an envelope that carries one";
        return Err(Error::at(
            Place::file(name),
            ErrorKind::Nothing { expected },
        ));
    }
    Ok(outcome)
}
