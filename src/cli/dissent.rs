//! `cardex dissent`: readings from the command line.

use super::args::{
    AddArguments, AgreeArguments, DissentCommand, ExportArguments, ExportFormat,
    ListReadingsArguments, MergeArguments, ReadingArguments,
};
use super::inputs::{self, Loaded};
use super::outcome::Outcome;
use super::readings::{Mine, named, origin, reader, say_problems};
use super::sink::{Existing, Sink};
use super::view::{Known, View};
use super::{print, say};
use crate::card::Document;
use crate::corpus::{DocumentId, Row};
use crate::dissent::{
    Consequence, DocumentRef, Draft, Log, Readings, Record, Says, Signature, Source, Tallied,
    Tallies, agreement, check_reason, grade_as_read, log_path, merge, read,
};
use crate::error::{Error, ErrorKind, Place, Result};
use crate::output::dissent::{
    Preface, Row as Written, readings_table, tallies_table, write_agreement, write_csv,
    write_markdown, write_merge,
};
use crate::output::table::TableStyle;
use crate::output::verdict::Subject;
use crate::query::{nearest, resolve};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Carries one of the commands out.
pub(super) fn run(command: &DissentCommand) -> Result<Outcome> {
    match command {
        DissentCommand::List(command) => list(command),
        DissentCommand::Add(command) => add(command),
        DissentCommand::Export(command) => export(command),
        DissentCommand::Merge(command) => merge_files(command),
        DissentCommand::Agree(command) => agree(command),
    }
}

/// The file of readings that belongs to the inputs.
fn path_of(loaded: &Loaded, arguments: &ReadingArguments) -> Result<PathBuf> {
    log_path(
        arguments.dissent.as_deref(),
        origin(&loaded.named, &loaded.corpus.digest()),
    )
}

/// A corpus with its readings, and the documents of it that are asked for.
struct Desk {
    loaded: Loaded,
    mine: Mine,
    reader: String,
    path: PathBuf,
}

impl Desk {
    fn open(loaded: Loaded, arguments: &ReadingArguments) -> Result<Self> {
        let path = path_of(&loaded, arguments)?;
        let reader = whose(arguments, &path)?;
        let mine = Mine::open(&path, &reader, &loaded.corpus)?;
        say(&format!(
            "readings of {reader} in {}: {} of {} documents read",
            path.display(),
            mine.column().counts().read(),
            loaded.corpus.len()
        ));
        Ok(Self {
            loaded,
            mine,
            reader,
            path,
        })
    }

    fn row(&self, id: DocumentId) -> Row<'_> {
        self.loaded.corpus.row(id)
    }

    /// The totals of the documents asked for, as published, computed and read.
    fn tallies(&self, ids: &[DocumentId], view: &View) -> Tallies {
        let subjects = ids.iter().map(|&id| {
            let published = self.loaded.published.as_ref();
            let published = published.and_then(|join| join.row_for(id));
            Tallied {
                facts: self.row(id).facts(),
                published: published.map(|row| row.published()),
                says: self.mine.says(id),
            }
        });
        Tallies::of(subjects, &view.rules)
    }

    /// The current readings of a document: the reader's, or everybody's.
    fn current(&self, id: DocumentId, everybody: bool) -> Vec<&Record> {
        let mut records = self
            .mine
            .readings
            .current(DocumentRef::of_row(self.row(id)));
        records.retain(|record| everybody || record.reading().reader == self.reader);
        records
    }
}

/// Whose readings are meant: `--reader`, the user of the system, or the only one there is.
fn whose(arguments: &ReadingArguments, path: &Path) -> Result<String> {
    if arguments.reader.is_some() || !path.exists() {
        return reader(arguments);
    }
    let readings = Readings::of(&read(path)?);
    let readers: Vec<&str> = readings.readers().collect();
    match (named(arguments)?, readers.as_slice()) {
        (Some(name), readers) if readers.contains(&name.as_str()) => Ok(name),
        (_, [only]) => Ok((*only).to_owned()),
        (Some(name), _) => Ok(name),
        (None, _) => reader(arguments),
    }
}

fn list(command: &ListReadingsArguments) -> Result<Outcome> {
    let view = View::of(&command.view)?;
    let mut sink = Sink::open(
        command.output.output.as_deref(),
        Existing::from_force(command.output.force),
    )?;
    let loaded = inputs::load_all(&command.inputs)?;
    let ids = view.select(&Known::of(&loaded, &view, &command.readings)?);
    let desk = Desk::open(loaded, &command.readings)?;
    let everybody = command.readings.reader.is_none();
    let table = if command.all {
        let records = desk.mine.readings.records();
        readings_table(records.filter(|record| everybody || record.reading().reader == desk.reader))
    } else {
        readings_table(ids.iter().flat_map(|&id| desk.current(id, everybody)))
    };
    let tallies = desk.tallies(&ids, &view);
    let written = tallies_table(&tallies)
        .write(TableStyle::Text, &mut sink)
        .and_then(|()| writeln!(sink))
        .and_then(|()| table.write(TableStyle::Text, &mut sink));
    sink.check(written)?;
    sink.finish()?;
    Ok(desk.loaded.outcome)
}

fn add(command: &AddArguments) -> Result<Outcome> {
    let says: Says = command
        .reading
        .parse()
        .map_err(|error: crate::dissent::NotAReading| Error::invocation(error.to_string()))?;
    let reader = reader(&command.readings)?;
    let loaded = inputs::load_all(&command.inputs)?;
    let path = path_of(&loaded, &command.readings)?;
    let row = loaded
        .corpus
        .row(resolve(&loaded.corpus, &command.address)?);
    let document = DocumentRef::of_row(row);
    if !document.is_distinct() {
        return Err(Error::invocation(format!(
            "'{}' has neither host nor body, so a reading could not be found again",
            row.address()
        )));
    }
    let reason = command.reason.trim();
    let consequence = check_reason(row.facts(), &command.rules, says, reason)
        .map_err(|error| Error::invocation(format!("{error}; give it with --reason TEXT")))?;
    let signature = Signature {
        reader,
        time: now(),
        rules: command.rules,
    };
    let draft = Draft {
        document: document.to_identity(),
        says,
        reason: reason.to_owned(),
        tags: command.tags.clone(),
    };
    let (mut log, news) = Log::open(&path)?;
    say_problems(log.name(), &news);
    make_folder(&path)?;
    let lines = log.append(&[draft.sign(&signature)])?;
    let line = lines.first().copied().unwrap_or_default();
    let what = match consequence {
        Consequence::Gives(verdict) => format!("gives the verdict {verdict}"),
        Consequence::TakesAway(verdict) => format!("takes away the verdict {verdict}"),
        Consequence::TurnsInto(verdict) => format!("turns the verdict into {verdict}"),
        Consequence::Keeps => "keeps the verdict".to_owned(),
    };
    say(&format!(
        "{}: read as {} by {}; it {what}; saved as line {line} of {}",
        row.address(),
        says.words(),
        signature.reader,
        path.display()
    ));
    Ok(loaded.outcome)
}

/// The moment, in UTC, to the second.
fn now() -> String {
    let now = jiff::Timestamp::now();
    let second = jiff::Timestamp::from_second(now.as_second()).unwrap_or(now);
    second.to_string()
}

/// Makes the data directory when it is the first time.
fn make_folder(path: &Path) -> Result<()> {
    let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    else {
        return Ok(());
    };
    std::fs::create_dir_all(folder).map_err(|error| {
        Error::io(
            folder.display().to_string(),
            "cannot make the directory",
            error,
        )
    })
}

fn export(command: &ExportArguments) -> Result<Outcome> {
    let view = View::of(&command.view)?;
    let mut sink = Sink::open(
        command.output.output.as_deref(),
        Existing::from_force(command.output.force),
    )?;
    let loaded = inputs::load_all(&command.inputs)?;
    let ids = view.select(&Known::of(&loaded, &view, &command.readings)?);
    let desk = Desk::open(loaded, &command.readings)?;
    let graded: Vec<_> = ids
        .iter()
        .map(|&id| {
            let row = desk.row(id);
            let tree = row.tree();
            let document = tree
                .as_ref()
                .map(|tree| Document::new(row.body().unwrap_or_default(), tree));
            let records = desk.current(id, command.all);
            let grade = |says| grade_as_read(document, row.grade(&view.rules), &view.rules, says);
            let rows = records.into_iter().map(|record| {
                (
                    grade(Some(record.reading().says)),
                    Some(&**record.reading()),
                )
            });
            let mut rows: Vec<_> = rows.collect();
            if rows.is_empty() {
                rows.push((grade(None), None));
            }
            (row, rows)
        })
        .collect();
    let rows = graded.iter().flat_map(|(row, rows)| {
        rows.iter().map(|(graded, reading)| Written {
            subject: Subject::of_row(*row),
            graded,
            reading: *reading,
        })
    });
    let written = match command.format {
        ExportFormat::Csv => write_csv(rows, &mut sink),
        ExportFormat::Markdown => {
            let names = desk.loaded.corpus.input_names().join(", ");
            let preface = Preface {
                corpus: &names,
                reader: &desk.reader,
                rules: &view.rules.to_string(),
                tallies: &desk.tallies(&ids, &view),
            };
            write_markdown(&preface, rows, &mut sink)
        }
    };
    sink.check(written)?;
    sink.finish()?;
    if desk.mine.is_empty() {
        say(&format!(
            "{}: no reading is kept there",
            desk.path.display()
        ));
    }
    Ok(desk.loaded.outcome)
}

fn sources(files: &[PathBuf]) -> Result<Vec<Source>> {
    let source = |path: &PathBuf| {
        let news = read(path)?;
        let name = path.display().to_string();
        say_problems(&name, &news);
        if news.records.is_empty() {
            return Err(Error::at(
                Place::file(name),
                ErrorKind::Nothing {
                    expected: "readings, a JSON object a line",
                },
            ));
        }
        Ok(Source {
            name,
            records: news.records,
        })
    };
    files.iter().map(source).collect()
}

fn style(markdown: bool) -> TableStyle {
    if markdown {
        TableStyle::Markdown
    } else {
        TableStyle::Text
    }
}

fn merge_files(command: &MergeArguments) -> Result<Outcome> {
    if let Some(path) = command.output.as_deref().filter(|path| path.exists())
        && !command.force
    {
        return Err(Error::at(
            Place::file(path.display().to_string()),
            ErrorKind::Exists,
        ));
    }
    let merged = merge(&sources(&command.files)?);
    if let Some(path) = &command.output {
        write_log(path, &merged.records)?;
        say(&format!(
            "{}: {} readings written",
            path.display(),
            merged.records.len()
        ));
    }
    let mut out = Vec::new();
    write_merge(&merged, style(command.markdown), &mut out).expect("memory takes every row");
    print(&out)
}

/// Writes a file of readings that is there whole or not at all.
fn write_log(path: &Path, records: &[crate::dissent::Reading]) -> Result<()> {
    let failed = |error| Error::io(path.display().to_string(), "cannot write", error);
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let aside = tempfile::Builder::new()
        .prefix(".cardex-")
        .tempdir_in(folder)
        .map_err(failed)?;
    let fresh = aside.path().join("readings.jsonl");
    let (mut log, _) = Log::open(&fresh)?;
    log.append(records)?;
    drop(log);
    std::fs::rename(&fresh, path).map_err(failed)
}

fn agree(command: &AgreeArguments) -> Result<Outcome> {
    let merged = merge(&sources(&command.files)?);
    let mut readings = Readings::default();
    readings.give(merged.records);
    for name in [&command.left, &command.right] {
        if !readings.readers().any(|reader| reader == name) {
            let readers: Vec<&str> = readings.readers().collect();
            let mut near = nearest(name, readers.iter().copied(), 5);
            if near.is_empty() {
                near = readers;
            }
            return Err(Error::new(ErrorKind::NoSuch {
                what: "reader",
                given: name.clone(),
                nearest: near.into_iter().map(str::to_owned).collect(),
            }));
        }
    }
    let agreement = agreement(&readings, &command.left, &command.right);
    let mut out = Vec::new();
    write_agreement(&agreement, style(command.markdown), &mut out).expect("memory takes every row");
    print(&out)
}
