//! A person's readings beside a corpus: whose they are, which file they are in, and the file opened.

use super::args::ReadingArguments;
use super::say;
use crate::corpus::{Corpus, DocumentId};
use crate::dissent::{Column, DocumentRef, Log, News, Origin, Readings, Says};
use crate::error::{Error, Result};
use std::path::{Path, PathBuf};

/// Readings of the documents of a corpus.
pub(super) struct Mine {
    /// Everything in it.
    pub(super) readings: Readings,
    column: Column,
}

impl Mine {
    /// Opens a file of readings, which need not be there, and says what is odd about it.
    pub(super) fn open(path: &Path, reader: &str, corpus: &Corpus) -> Result<(Self, Log)> {
        let (log, news) = Log::open(path)?;
        say_problems(log.name(), &news);
        let readings = Readings::of(&news);
        let documents = corpus.rows().map(DocumentRef::of_row);
        let column = Column::of(&readings, reader, documents);
        Ok((Self { readings, column }, log))
    }

    /// What the reader says of exactly this document.
    pub(super) fn says(&self, document: DocumentId) -> Option<Says> {
        self.column.cell(document.0 as usize).says()
    }

    /// How many documents of the corpus have which reading.
    pub(super) fn column(&self) -> &Column {
        &self.column
    }

    /// Whether there is no reading of anybody.
    pub(super) fn is_empty(&self) -> bool {
        self.readings.records().next().is_none()
    }
}

/// Says what is odd about a file of readings.
pub(super) fn say_problems(name: &str, news: &News) {
    for problem in &news.problems {
        say(&format!("{name}: {problem}"));
    }
}

/// Where the readings of these inputs belong: beside the corpus when it is one file or directory.
pub(super) fn origin<'a>(named: &'a [PathBuf], digest: &'a str) -> Origin<'a> {
    match named {
        [only] => Origin::File(only),
        _ => Origin::Nowhere(digest),
    }
}

/// Whose readings are the user's own: `--reader`, else the system's user name.
pub(super) fn reader(arguments: &ReadingArguments) -> Result<String> {
    let from_system = || {
        ["USER", "LOGNAME", "USERNAME"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok())
    };
    let name = arguments.reader.clone().or_else(from_system);
    match name.map(|name| name.trim().to_owned()) {
        Some(name) if !name.is_empty() => Ok(name),
        _ => Err(Error::invocation(
            "the system gives no user name; say whose readings are meant with --reader NAME",
        )),
    }
}
