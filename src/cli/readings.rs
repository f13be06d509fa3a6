//! A person's readings beside a corpus: whose they are, which file they are in, and the file opened.

use super::args::ReadingArguments;
use super::say;
use crate::corpus::{Corpus, DocumentId};
use crate::dissent::{Column, DocumentRef, Log, NOBODY, News, Origin, Readings, Says};
use crate::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// Readings of the documents of a corpus.
pub(super) struct Mine {
    /// Everything in it.
    pub(super) readings: Readings,
    column: Column,
}

impl Mine {
    /// Reads a file of readings, which need not be there, and says what is odd about it. The file is
    /// left alone.
    pub(super) fn open(path: &Path, reader: &str, corpus: &Corpus) -> Result<Self> {
        let (log, news) = Log::look(path)?;
        say_problems(log.name(), &news);
        let readings = Readings::of(&news);
        let documents = corpus.rows().map(DocumentRef::of_row);
        let column = Column::of(&readings, reader, documents);
        Ok(Self { readings, column })
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

/// What a person is told who is named neither by the arguments nor by the system.
const UNNAMED: &str = "the system gives no user name, so your readings are those of 'anonymous'; --reader NAME names you";

/// Whose readings are the user's own: `--reader`, else the system's user name; `None` without one.
pub(super) fn named(arguments: &ReadingArguments) -> Result<Option<String>> {
    let given = |name: String| Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    if let Some(name) = &arguments.reader {
        return given(name.clone()).map(Some).ok_or_else(|| {
            Error::invocation("--reader: expected whose readings are meant, found an empty name")
        });
    }
    let mut names = ["USER", "LOGNAME", "USERNAME"].into_iter();
    Ok(names.find_map(|name| given(std::env::var(name).ok()?)))
}

/// The same; [`NOBODY`] without one, which is said once.
pub(super) fn reader(arguments: &ReadingArguments) -> Result<String> {
    static SAID: Once = Once::new();
    Ok(named(arguments)?.unwrap_or_else(|| {
        SAID.call_once(|| say(UNNAMED));
        NOBODY.to_owned()
    }))
}
