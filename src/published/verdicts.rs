//! Published verdicts: what a verdict file says of each document.

use super::cell::{
    Cell, Fault, FaultKind, read_bool, read_family, read_faults, read_route, read_sha256,
    read_state,
};
use super::columns::{Column, VERDICT_COLUMNS, VERDICT_URL};
use super::recognise::{Kind, expect};
use super::table::{Note, NoteKind, Reading, Table, read_table};
use crate::census::{Route, State, Verdict};
use crate::corpus::gzip::GzipDamage;
use crate::corpus::{Mapping, Source, normal_host, split_url};
use crate::error::Result;
use crate::spec::Family;
use std::borrow::Cow;

/// What is read of a row beforehand, because every document of a corpus is compared to it.
#[derive(Clone, Copy, Debug)]
struct Read {
    state: Cell<State>,
    route: Cell<Route>,
    family: Cell<Family>,
    valid: Cell<bool>,
    tolerant: Cell<bool>,
    alternative_family: Cell<Family>,
    alternative_valid: Cell<bool>,
    newest: Cell<bool>,
}

/// A verdict file, every cell as written.
#[derive(Debug)]
pub struct VerdictFile {
    table: Table,
    read: Vec<Read>,
    /// Kind of a violation that names none, by the name of the column.
    bare_fault: Option<FaultKind>,
}

/// What a file publishes of a document: the three values that decide agreement. `None` where the
/// file says nothing, or nothing that is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct PublishedVerdict {
    /// How the version was come by.
    pub route: Option<Route>,
    /// The family the document is held to.
    pub family: Option<Family>,
    /// The verdict under it.
    pub verdict: Option<Verdict>,
}

/// Reads a verdict file, CSV or JSON lines.
///
/// # Errors
/// When it is empty, is something else, has no column that identifies a document or none with a
/// verdict, or cannot be read.
pub fn read_verdicts(source: Source, mapping: &Mapping) -> Result<VerdictFile> {
    expect(&source, mapping, Kind::Verdicts)?;
    let reading = Reading {
        known: &VERDICT_COLUMNS,
        mapping,
        expected: "a verdict file (CSV with a header, or JSON lines)",
    };
    let table = read_table(source, reading)?;
    let is_missing = table
        .column_name(Column::Violations as usize)
        .is_some_and(|name| name.eq_ignore_ascii_case("missing"));
    let mut file = VerdictFile {
        table,
        read: Vec::new(),
        bare_fault: is_missing.then_some(FaultKind::Missing),
    };
    file.read = (0..file.table.len())
        .map(|row| file.read_row(row))
        .collect();
    file.note_what_is_unread();
    Ok(file)
}

impl VerdictFile {
    fn cell<T>(&self, row: usize, column: Column, read: impl FnOnce(&str) -> Cell<T>) -> Cell<T> {
        if !self.has(column) {
            return Cell::Absent;
        }
        read(self.table.text(row, column as usize))
    }

    fn read_row(&self, row: usize) -> Read {
        Read {
            state: self.cell(row, Column::State, read_state),
            route: self.cell(row, Column::VersionSource, read_route),
            family: self.cell(row, Column::Version, read_family),
            valid: self.cell(row, Column::Valid, read_bool),
            tolerant: self.cell(row, Column::TolerantValid, read_bool),
            alternative_family: self.cell(row, Column::AlternativeVersion, read_family),
            alternative_valid: self.cell(row, Column::AlternativeValid, read_bool),
            newest: self.cell(row, Column::ValidNewest, read_bool),
        }
    }

    fn note_what_is_unread(&mut self) {
        for row in 0..self.table.len() {
            let read = self.read[row];
            let unread = [
                (Column::State, read.state == Cell::Unread),
                (Column::VersionSource, read.route == Cell::Unread),
                (Column::Version, read.family == Cell::Unread),
                (Column::Valid, read.valid == Cell::Unread),
                (Column::TolerantValid, read.tolerant == Cell::Unread),
                (
                    Column::AlternativeVersion,
                    read.alternative_family == Cell::Unread,
                ),
                (
                    Column::AlternativeValid,
                    read.alternative_valid == Cell::Unread,
                ),
                (Column::ValidNewest, read.newest == Cell::Unread),
            ];
            for (column, is_unread) in unread {
                if is_unread {
                    self.table.note_unread(row, column as usize);
                }
            }
            let (digest, is_nameless) = {
                let row = self.row(row);
                let digest = row.sha256();
                (digest, row.host().is_empty() && digest.value().is_none())
            };
            if digest == Cell::Unread {
                self.table.note_unread(row, Column::Sha256 as usize);
            }
            if is_nameless {
                let line = self.table.line(row);
                self.table.note(NoteKind::Nameless, "", line, "");
            }
        }
    }

    /// As the user gave it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.table.name()
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.len() == 0
    }

    /// A row, from 0.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> VerdictRow<'_> {
        VerdictRow { file: self, row }
    }

    /// Every row, in order.
    pub fn rows(&self) -> impl Iterator<Item = VerdictRow<'_>> {
        (0..self.len()).map(|row| self.row(row))
    }

    /// Whether the file has a column.
    #[must_use]
    pub fn has(&self, column: Column) -> bool {
        self.table.has(column as usize)
    }

    /// The name under which the file has a column. Untrusted text.
    #[must_use]
    pub fn column_name(&self, column: Column) -> Option<&str> {
        self.table.column_name(column as usize)
    }

    /// Names of the columns that play no role, in the order of the file. Untrusted text.
    pub fn extra_names(&self) -> impl Iterator<Item = &str> {
        self.table.extra_names()
    }

    /// What is odd about it, in the order it was met.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        self.table.notes()
    }

    /// What was wrong with its compression.
    #[must_use]
    pub fn damage(&self) -> Option<&GzipDamage> {
        self.table.damage()
    }

    /// Whether something of it may be missing or broken.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.table.is_damaged()
    }

    /// Everything worth saying aloud, a sentence each, most important first. Safe to show.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        self.table.sentences(&VERDICT_COLUMNS)
    }

    /// Whether rows say where a document was: a path of their own or within a URL.
    pub(super) fn has_path(&self) -> bool {
        self.has(Column::Path) || self.table.has(VERDICT_URL)
    }
}

/// A handle on one row of a verdict file.
#[derive(Clone, Copy, Debug)]
pub struct VerdictRow<'f> {
    file: &'f VerdictFile,
    row: usize,
}

impl<'f> VerdictRow<'f> {
    /// Its position in the file, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.row
    }

    /// Line of the file on which it begins, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.file.table.line(self.row)
    }

    /// What stands in a column, as written; empty where there is nothing or no such column.
    /// Untrusted text.
    #[must_use]
    pub fn text(&self, column: Column) -> &'f str {
        self.file.table.text(self.row, column as usize)
    }

    /// Name and text of every cell that is not empty and plays no role. Untrusted text.
    pub fn extras(&self) -> impl Iterator<Item = (&'f str, &'f str)> + use<'f> {
        self.file.table.extras(self.row)
    }

    fn url(&self) -> &'f str {
        self.file.table.text(self.row, VERDICT_URL)
    }

    /// The host, written the one way hosts are; from the URL when there is no other. Empty when
    /// there is none. Untrusted text.
    #[must_use]
    pub fn host(&self) -> String {
        let host = self.text(Column::Host);
        if super::cell::is_empty_word(host) {
            return split_url(self.url()).map_or_else(String::new, |(host, _)| host);
        }
        normal_host(host)
    }

    /// The path; from the URL when there is no other. Empty when there is none. Untrusted text.
    #[must_use]
    pub fn path(&self) -> Cow<'f, str> {
        let path = self.text(Column::Path).trim();
        if super::cell::is_empty_word(path) {
            return split_url(self.url()).map_or(Cow::Borrowed(""), |(_, path)| Cow::Owned(path));
        }
        Cow::Borrowed(path)
    }

    /// Digest of the body.
    #[must_use]
    pub fn sha256(&self) -> Cell<[u8; 32]> {
        self.file.cell(self.row, Column::Sha256, read_sha256)
    }

    fn read(&self) -> &'f Read {
        &self.file.read[self.row]
    }

    /// What the body turned out to be.
    #[must_use]
    pub fn state(&self) -> Cell<State> {
        self.read().state
    }

    /// How the version was come by.
    #[must_use]
    pub fn route(&self) -> Cell<Route> {
        self.read().route
    }

    /// The family the document is held to.
    #[must_use]
    pub fn family(&self) -> Cell<Family> {
        self.read().family
    }

    /// The verdict.
    #[must_use]
    pub fn verdict(&self) -> Cell<Verdict> {
        self.read().valid.map(Verdict::from_pass)
    }

    /// The verdict with a single missing `protocolVersion` set aside.
    #[must_use]
    pub fn tolerant(&self) -> Cell<Verdict> {
        self.read().tolerant.map(Verdict::from_pass)
    }

    /// The family that was not assigned.
    #[must_use]
    pub fn alternative_family(&self) -> Cell<Family> {
        self.read().alternative_family
    }

    /// The verdict under the family that was not assigned.
    #[must_use]
    pub fn alternative_verdict(&self) -> Cell<Verdict> {
        self.read().alternative_valid.map(Verdict::from_pass)
    }

    /// The verdict under 1.0.
    #[must_use]
    pub fn newest(&self) -> Cell<Verdict> {
        self.read().newest.map(Verdict::from_pass)
    }

    /// The violations, sorted, each once; empty where the file lists none or has no such column.
    #[must_use]
    pub fn violations(&self) -> Vec<Fault> {
        read_faults(self.text(Column::Violations), self.file.bare_fault)
    }

    /// The three values that decide agreement.
    #[must_use]
    pub fn published(&self) -> PublishedVerdict {
        PublishedVerdict {
            route: self.route().value(),
            family: self.family().value(),
            verdict: self.verdict().value(),
        }
    }

    /// Whether the file has a column.
    #[must_use]
    pub fn has(&self, column: Column) -> bool {
        self.file.has(column)
    }
}
