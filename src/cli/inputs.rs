//! Which inputs a command has, opened, told apart by content, and loaded.

use super::args::{Arguments, InputArguments};
use super::outcome::Outcome;
use super::{progress, say};
use crate::corpus::{Corpus, InputReport, Mapping, Progress, Source, files_of, load};
use crate::error::{Error, ErrorKind, Place, Result};
use crate::published::{
    Frame, Join, Kind, VerdictFile, join, read_frame, read_verdicts, recognise,
};
use crate::query::nearest;
use clap::CommandFactory as _;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The inputs of a command, opened; every file has been looked at before the long work starts.
pub(crate) struct Opened {
    /// The corpora, in the order given.
    pub(crate) corpora: Vec<Source>,
    /// The verdict file.
    pub(crate) verdicts: Option<Source>,
    /// The frame file.
    pub(crate) frame: Option<Source>,
    /// Whether it is the built-in sample, because nothing else was named.
    pub(crate) is_sample: bool,
    /// Files and directories that hold documents, as named; an empty path stands for what has no
    /// name.
    pub(crate) named: Vec<PathBuf>,
    /// Whether an input had nothing in it and was left out because others have.
    pub(crate) has_empty: bool,
}

/// Refuses to write over an input: what is being read would be gone.
pub(crate) fn refuse_output(inputs: &InputArguments, output: Option<&Path>) -> Result<()> {
    let same = |left: &Path, right: &Path| match (left.canonicalize(), right.canonicalize()) {
        (Ok(left), Ok(right)) => left == right,
        _ => false,
    };
    let named = inputs
        .inputs
        .iter()
        .chain(&inputs.verdicts)
        .chain(&inputs.frame);
    let mut regular = named.filter(|path| path.is_file());
    match output {
        Some(output) if regular.any(|input| same(input, output)) => Err(Error::at(
            Place::file(output.display().to_string()),
            ErrorKind::Invocation(
                "is one of the inputs and would be replaced while it is read; write to another file"
                    .to_owned(),
            ),
        )),
        _ => Ok(()),
    }
}

/// Opens what the arguments name: files and directories, `-`, piped standard input when nothing is
/// named, and else the built-in sample with its tables.
pub(crate) fn open(arguments: &InputArguments) -> Result<Opened> {
    let mut opened = Opened {
        corpora: Vec::new(),
        verdicts: None,
        frame: None,
        is_sample: false,
        named: Vec::new(),
        has_empty: false,
    };
    let mapping = arguments.map.clone().unwrap_or_default();
    let names_nothing =
        arguments.inputs.is_empty() && arguments.verdicts.is_none() && arguments.frame.is_none();
    if names_nothing && std::io::stdin().is_terminal() {
        opened.corpora.push(crate::sample::source()?);
        opened.verdicts = Some(crate::sample::verdict_source()?);
        opened.frame = Some(crate::sample::frame_source()?);
        opened.is_sample = true;
        return Ok(opened);
    }
    if names_nothing {
        opened.take(Source::standard_input()?, &mapping)?;
    }
    for path in &arguments.inputs {
        if path == Path::new("-") {
            opened.take(Source::standard_input()?, &mapping)?;
            // Two of them are not one file, whatever the other is.
            opened.named.extend([PathBuf::new(), PathBuf::new()]);
            continue;
        }
        let files = files_of(path).map_err(|error| or_a_command(error, path))?;
        // What a directory holds is a corpus; a stray table or empty file in it is a record of it.
        let is_directory = files.as_slice() != std::slice::from_ref(path);
        let known = opened.corpora.len();
        for file in files {
            let source = Source::open(&file)?;
            if is_directory {
                opened.corpora.push(source);
                continue;
            }
            match opened.take(source, &mapping) {
                // The others are read all the same; the outcome tells.
                Err(error)
                    if arguments.inputs.len() > 1
                        && matches!(error.kind, ErrorKind::Nothing { .. }) =>
                {
                    say(&error.to_string());
                    opened.has_empty = true;
                }
                taken => taken?,
            }
        }
        if opened.corpora.len() > known {
            opened.named.push(path.clone());
        }
    }
    if let Some(path) = &arguments.verdicts {
        set(&mut opened.verdicts, Source::open(path)?)?;
    }
    if let Some(path) = &arguments.frame {
        set(&mut opened.frame, Source::open(path)?)?;
    }
    Ok(opened)
}

/// The first input that is not there and may have been meant as a command.
pub(super) fn mistyped_command(inputs: &[PathBuf]) -> Option<Error> {
    let mut missing = inputs.iter().filter(|path| !path.exists());
    missing.find_map(|path| {
        nearest_command(path)?;
        let missing = Error::io(
            path.display().to_string(),
            "cannot open",
            std::io::ErrorKind::NotFound.into(),
        );
        Some(or_a_command(missing, path))
    })
}

/// The command whose name is nearly what was given as an input.
fn nearest_command(path: &Path) -> Option<String> {
    // A name with an ending or a directory is meant as a file.
    let word = path.to_str();
    let word = word.filter(|name| !name.contains(['/', '\\', '.']))?;
    let program = Arguments::command();
    let commands = program.get_subcommands().map(clap::Command::get_name);
    nearest(word, commands, 1).first().map(ToString::to_string)
}

/// Adds the command that may have been meant to the error about an input that is not there.
fn or_a_command(error: Error, path: &Path) -> Error {
    let is_missing = matches!(&error.kind, ErrorKind::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound);
    match nearest_command(path).filter(|_| is_missing) {
        Some(command) => {
            Error::invocation(format!("{error}; did you mean the command '{command}'?"))
        }
        None => error,
    }
}

/// Gives a table its place; a second one of a kind is a mistake worth a word.
fn set(place: &mut Option<Source>, source: Source) -> Result<()> {
    if let Some(first) = place {
        return Err(Error::invocation(format!(
            "'{}' and '{}' are both tables of one kind; give one of them",
            first.name, source.name
        )));
    }
    *place = Some(source);
    Ok(())
}

impl Opened {
    fn take(&mut self, source: Source, mapping: &Mapping) -> Result<()> {
        match recognise(&source, mapping)? {
            Kind::Corpus => self.corpora.push(source),
            Kind::Verdicts => set(&mut self.verdicts, source)?,
            Kind::Frame => set(&mut self.frame, source)?,
        }
        Ok(())
    }

    /// Refuses tables where a command needs documents and has none.
    pub(crate) fn need_corpus(&self) -> Result<()> {
        let table = self.verdicts.as_ref().or(self.frame.as_ref());
        match table {
            Some(table) if self.corpora.is_empty() => Err(Error::at(
                Place::file(&table.name),
                ErrorKind::WrongInput {
                    expected: "documents".to_owned(),
                    found: "only a table about them".to_owned(),
                    next: "name the corpus it is about as well".to_owned(),
                },
            )),
            _ => Ok(()),
        }
    }
}

/// Everything a command can be about, in memory.
pub(crate) struct Loaded {
    /// The documents.
    pub(crate) corpus: Corpus,
    /// Published verdicts, joined.
    pub(crate) published: Option<Arc<Join>>,
    /// The requests of the collection.
    pub(crate) frame: Option<Frame>,
    /// Files and directories that hold documents, as named; see [`Opened::named`].
    pub(crate) named: Vec<PathBuf>,
    /// What the damage so far means.
    pub(crate) outcome: Outcome,
}

/// Loads what the arguments name and says aloud what is worth saying.
pub(crate) fn load_all(arguments: &InputArguments) -> Result<Loaded> {
    let opened = open(arguments)?;
    opened.need_corpus()?;
    if opened.is_sample {
        say("no input is named: this is the built-in sample census, which is synthetic");
    }
    let named = opened.named;
    let options = arguments.load_options();
    let (verdicts, frame, mut outcome) =
        read_tables(opened.verdicts, opened.frame, &options.mapping)?;
    let progress = Progress::default();
    let corpus = progress::with_bar(&progress, || load(opened.corpora, &options, &progress));
    outcome = outcome.max(report(corpus.reports(), corpus.len() as u64)?);
    if opened.has_empty {
        outcome = outcome.max(Outcome::Wrong);
    }
    let published = verdicts.map(|file| Arc::new(join(&corpus, Arc::new(file))));
    Ok(Loaded {
        corpus,
        published,
        frame,
        named,
        outcome,
    })
}

/// Reads the tables and says what is odd about them.
pub(crate) fn read_tables(
    verdicts: Option<Source>,
    frame: Option<Source>,
    mapping: &Mapping,
) -> Result<(Option<VerdictFile>, Option<Frame>, Outcome)> {
    let verdicts = verdicts
        .map(|source| read_verdicts(source, mapping))
        .transpose()?;
    let frame = frame
        .map(|source| read_frame(source, mapping))
        .transpose()?;
    let mut outcome = Outcome::Done;
    if let Some(file) = &verdicts {
        file.sentences()
            .iter()
            .for_each(|sentence| say(&format!("{}: {sentence}", file.name())));
        outcome = if file.is_damaged() {
            Outcome::Wrong
        } else {
            outcome
        };
    }
    if let Some(file) = &frame {
        file.sentences()
            .iter()
            .for_each(|sentence| say(&format!("{}: {sentence}", file.name())));
        outcome = if file.is_damaged() {
            Outcome::Wrong
        } else {
            outcome
        };
    }
    Ok((verdicts, frame, outcome))
}

/// Says aloud what reading came to and what outcome it means. `records` is the number read in all.
pub(crate) fn report(reports: &[InputReport], records: u64) -> Result<Outcome> {
    let mut outcome = Outcome::Done;
    let are_many = reports.len() > 8;
    for report in reports {
        if report.is_damaged() {
            outcome = Outcome::Wrong;
        }
        // What is usual is not said once for every file of a directory.
        if !are_many || report.is_damaged() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_input_that_is_nearly_a_command_names_the_command() {
        let missing = || Error::io("x", "cannot open", std::io::ErrorKind::NotFound.into());
        let says = |name: &str| or_a_command(missing(), Path::new(name)).to_string();
        assert!(says("lits").ends_with("; did you mean the command 'list'?"));
        assert!(says("exlpain").ends_with("; did you mean the command 'explain'?"));
        for name in ["list.json", "./lits", "zzzzzz"] {
            assert_eq!(says(name), missing().to_string(), "{name}");
        }
        let denied = Error::io(
            "lits",
            "cannot open",
            std::io::ErrorKind::PermissionDenied.into(),
        );
        let denied = or_a_command(denied, Path::new("lits")).to_string();
        assert!(!denied.contains("did you mean"), "{denied}");
    }
}
