//! Tables as they are written: CSV and JSON lines into rows that keep every cell's text.
//!
//! Texts stand in blocks, one behind the other, with where each cell ends; empty cells take no
//! room. A million rows of a verdict file take about as much memory as the file itself.

use super::columns::{Known, assign};
use super::lines::{Counted, LineStarts};
use crate::card::{BOM, Document, Tree};
use crate::corpus::gzip::GzipDamage;
use crate::corpus::{Content, Mapping, Source};
use crate::error::{Error, ErrorKind, Place, Result};
use crate::spec::JsonType;
use crate::text::{Marks, clean_cut};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

/// A block of text is closed once it is this long.
const BLOCK: usize = 1 << 20;
/// Most bytes of one cell that are kept.
const CELL_AT_MOST: usize = 16 << 20;
/// Longest JSON line that is read.
const LINE_AT_MOST: usize = 64 << 20;
/// A row of more lines than this is probably one whose quote was never closed.
const ROW_LINES_AT_MOST: u64 = 1000;
/// Most columns that get a name of their own.
const COLUMNS_AT_MOST: usize = 1024;
/// Most notes that are kept apart by column.
const NOTES_AT_MOST: usize = 256;
/// Name of the column that holds what has no column.
const UNNAMED: &str = "(no column)";

/// What is odd about a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoteKind {
    /// A JSON line that is no JSON object.
    BrokenLine,
    /// A value that is not understood.
    Unread,
    /// A row with fewer cells than the header.
    ShortRow,
    /// A row with more cells than the header.
    LongRow,
    /// A row that goes over very many lines, as after a quote that is never closed.
    ManyLines,
    /// Bytes that are not UTF-8, replaced by U+FFFD.
    NotUtf8,
    /// A cell so long that only its beginning is kept.
    Cut,
    /// A row that names neither a host nor a digest.
    Nameless,
}

/// Something odd about a table, however often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What is odd.
    pub kind: NoteKind,
    /// The column it is about; empty where it is about rows. Untrusted text.
    pub column: String,
    /// How often.
    pub count: u64,
    /// Line where it is first so.
    pub line: u64,
    /// What stands there, or its beginning; empty where that says nothing. Untrusted text.
    pub example: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            column,
            count,
            line,
            ..
        } = self;
        let column = clean_cut(column, 40, Marks::Unicode);
        let example = clean_cut(&self.example, 40, Marks::Unicode);
        let (rows, values) = if *count == 1 {
            ("row", "value")
        } else {
            ("rows", "values")
        };
        match self.kind {
            NoteKind::BrokenLine => write!(
                f,
                "{count} {rows} no JSON object (first on line {line}); kept as written"
            ),
            NoteKind::Unread => write!(
                f,
                "{count} {values} of column '{column}' not understood (first on line {line}: '{example}'); kept as written"
            ),
            NoteKind::ShortRow => write!(
                f,
                "{count} {rows} with fewer cells than the header (first on line {line}); the others count as empty"
            ),
            NoteKind::LongRow => write!(
                f,
                "{count} {rows} with more cells than the header (first on line {line}); kept as extras"
            ),
            NoteKind::ManyLines => write!(
                f,
                "{count} {rows} over more than {ROW_LINES_AT_MOST} lines (first on line {line}); is a quote not closed there?"
            ),
            NoteKind::NotUtf8 => write!(
                f,
                "{count} {values} of column '{column}' not UTF-8 (first on line {line}: '{example}'); shown with U+FFFD"
            ),
            NoteKind::Cut => write!(
                f,
                "{count} {values} of column '{column}' longer than {} MiB (first on line {line}); the beginning is kept",
                CELL_AT_MOST >> 20
            ),
            NoteKind::Nameless => write!(
                f,
                "{count} {rows} without a host or a digest (first on line {line}), which nothing can be joined to"
            ),
        }
    }
}

#[derive(Debug)]
struct TableColumn {
    name: String,
    slot: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct StoredCell {
    column: u32,
    /// Where its text ends in the block; it begins where the cell before it ends.
    end: u32,
}

#[derive(Clone, Copy, Debug)]
struct StoredRow {
    line: u64,
    first_cell: usize,
    block: u32,
    start: u32,
}

/// A table with every cell as written.
#[derive(Debug)]
pub(super) struct Table {
    name: String,
    columns: Vec<TableColumn>,
    /// Column of each role.
    by_slot: Vec<Option<u32>>,
    blocks: Vec<String>,
    cells: Vec<StoredCell>,
    rows: Vec<StoredRow>,
    notes: Vec<Note>,
    broken_lines: u64,
    damage: Option<GzipDamage>,
}

impl Table {
    fn new(name: String, known: &[Known]) -> Self {
        Self {
            name,
            columns: Vec::new(),
            by_slot: vec![None; known.len()],
            blocks: vec![String::new()],
            cells: Vec::new(),
            rows: Vec::new(),
            notes: Vec::new(),
            broken_lines: 0,
            damage: None,
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn notes(&self) -> &[Note] {
        &self.notes
    }

    pub(super) fn has(&self, slot: usize) -> bool {
        self.by_slot[slot].is_some()
    }

    /// Name of the column that plays a role; `None` where none does. Untrusted text.
    pub(super) fn column_name(&self, slot: usize) -> Option<&str> {
        let column = self.by_slot[slot]?;
        Some(&self.columns[column as usize].name)
    }

    /// Names of the columns that play no role. Untrusted text.
    pub(super) fn extra_names(&self) -> impl Iterator<Item = &str> {
        let extras = self.columns.iter().filter(|column| column.slot.is_none());
        extras.map(|column| column.name.as_str())
    }

    pub(super) fn damage(&self) -> Option<&GzipDamage> {
        self.damage.as_ref()
    }

    pub(super) fn is_damaged(&self) -> bool {
        self.broken_lines > 0 || self.damage.as_ref().is_some_and(GzipDamage::loses_data)
    }

    pub(super) fn line(&self, row: usize) -> u64 {
        self.rows[row].line
    }

    /// The cells of a row that are not empty: column and text, in the order of the file.
    fn cells(&self, row: usize) -> impl Iterator<Item = (u32, &str)> {
        let stored = self.rows[row];
        let next = self.rows.get(row + 1);
        let end = next.map_or(self.cells.len(), |next| next.first_cell);
        let block = &self.blocks[stored.block as usize];
        let mut start = stored.start as usize;
        self.cells[stored.first_cell..end].iter().map(move |cell| {
            let text = block.get(start..cell.end as usize).unwrap_or_default();
            start = cell.end as usize;
            (cell.column, text)
        })
    }

    /// What stands in a row in the column of a role; empty where there is nothing or no column.
    pub(super) fn text(&self, row: usize, slot: usize) -> &str {
        let Some(column) = self.by_slot[slot] else {
            return "";
        };
        self.cells(row)
            .find(|(at, _)| *at == column)
            .map_or("", |(_, text)| text)
    }

    /// Name and text of the cells in a row that play no role and are not empty.
    pub(super) fn extras(&self, row: usize) -> impl Iterator<Item = (&str, &str)> {
        self.cells(row).filter_map(|(column, text)| {
            let column = &self.columns[column as usize];
            column
                .slot
                .is_none()
                .then_some((column.name.as_str(), text))
        })
    }

    /// Everything worth saying aloud; safe to show.
    pub(super) fn sentences(&self, known: &[Known]) -> Vec<String> {
        let mut sentences: Vec<String> = self.damage.iter().map(ToString::to_string).collect();
        sentences.extend(self.notes.iter().map(ToString::to_string));
        let renamed: Vec<String> = known
            .iter()
            .enumerate()
            .filter_map(|(slot, role)| Some((role.name, self.column_name(slot)?)))
            .filter(|(role, name)| role != name)
            .map(|(role, name)| format!("{role} in '{}'", clean_cut(name, 40, Marks::Unicode)))
            .collect();
        if !renamed.is_empty() {
            sentences.push(format!("columns are read as {}", renamed.join(", ")));
        }
        sentences
    }

    /// Notes something, once per kind and column with a count.
    pub(super) fn note(&mut self, kind: NoteKind, column: &str, line: u64, example: &str) {
        let column = if self.notes.len() < NOTES_AT_MOST {
            column
        } else {
            "(others)"
        };
        let known = self
            .notes
            .iter_mut()
            .find(|note| note.kind == kind && note.column == column);
        match known {
            Some(note) => note.count += 1,
            None => self.notes.push(Note {
                kind,
                column: column.to_owned(),
                count: 1,
                line,
                example: example.chars().take(80).collect(),
            }),
        }
    }

    /// Notes that what a role's column says in a row is not understood.
    pub(super) fn note_unread(&mut self, row: usize, slot: usize) {
        let column = self.column_name(slot).unwrap_or_default().to_owned();
        let example: String = self.text(row, slot).chars().take(80).collect();
        self.note(NoteKind::Unread, &column, self.line(row), &example);
    }

    fn add_columns(&mut self, names: Vec<String>, roles: Vec<Option<usize>>) {
        for (name, slot) in names.into_iter().zip(roles) {
            self.add_column(name, slot);
        }
    }

    /// Adds a column; one that comes late takes a role only if nobody plays it.
    fn add_column(&mut self, name: String, slot: Option<usize>) -> u32 {
        let number = self.columns.len() as u32;
        let slot = slot.filter(|&slot| self.by_slot[slot].is_none());
        if let Some(slot) = slot {
            self.by_slot[slot] = Some(number);
        }
        self.columns.push(TableColumn { name, slot });
        number
    }

    fn begin_row(&mut self, line: u64) {
        if self.blocks.last().is_none_or(|block| block.len() >= BLOCK) {
            self.blocks.push(String::new());
        }
        let block = self.blocks.len() - 1;
        self.rows.push(StoredRow {
            line,
            first_cell: self.cells.len(),
            block: block as u32,
            start: self.blocks[block].len() as u32,
        });
    }

    /// Appends a cell to the last row.
    fn push_cell(&mut self, column: u32, text: &str) {
        if text.is_empty() {
            return;
        }
        let Some(block) = self.blocks.last_mut() else {
            return;
        };
        let room = (u32::MAX as usize - block.len()).min(CELL_AT_MOST);
        let kept = if text.len() <= room {
            text
        } else {
            let end = (0..=room).rev().find(|&end| text.is_char_boundary(end));
            end.and_then(|end| text.get(..end)).unwrap_or_default()
        };
        block.push_str(kept);
        let end = block.len() as u32;
        self.cells.push(StoredCell { column, end });
        if kept.len() < text.len() {
            let line = self.rows.last().map_or(0, |row| row.line);
            let name = self.columns[column as usize].name.clone();
            self.note(NoteKind::Cut, &name, line, "");
        }
    }

    fn push_bytes(&mut self, column: u32, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        if matches!(text, Cow::Owned(_)) {
            let line = self.rows.last().map_or(0, |row| row.line);
            let name = self.columns[column as usize].name.clone();
            self.note(NoteKind::NotUtf8, &name, line, &text);
        }
        self.push_cell(column, &text);
    }

    /// The column for what has none.
    fn unnamed_column(&mut self) -> u32 {
        let position = self
            .columns
            .iter()
            .position(|column| column.slot.is_none() && column.name == UNNAMED);
        match position {
            Some(position) => position as u32,
            None => self.add_column(UNNAMED.to_owned(), None),
        }
    }
}

/// How a table is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading<'a> {
    pub(super) known: &'static [Known],
    pub(super) mapping: &'a Mapping,
    /// What a file that is empty should have been.
    pub(super) expected: &'static str,
}

/// Reads a whole table.
pub(super) fn read_table(source: Source, reading: Reading<'_>) -> Result<Table> {
    let mut table = Table::new(source.name.clone(), reading.known);
    match content_of(&source) {
        Content::Json => read_json_lines(source, &mut table, reading)?,
        Content::Text => read_csv(source, &mut table, reading)?,
        Content::Empty => {
            let expected = reading.expected;
            let place = Place::file(&source.name);
            return Err(Error::at(place, ErrorKind::Nothing { expected }));
        }
    }
    Ok(table)
}

/// What a source looks like; a header whose names are quoted begins like a JSON text and is none.
pub(super) fn content_of(source: &Source) -> Content {
    let prefix = source.prefix();
    let prefix = prefix
        .strip_prefix(BOM)
        .unwrap_or(prefix)
        .trim_ascii_start();
    if source.content() != Content::Json || !prefix.starts_with(b"\"") {
        return source.content();
    }
    let line = prefix.split(|&byte| byte == b'\n').next().unwrap_or(prefix);
    match Tree::from_bytes(line.trim_ascii()) {
        Ok(_) => Content::Json,
        Err(_) => Content::Text,
    }
}

/// The delimiter that makes the most names of a header known, and those names.
pub(super) fn header_of(prefix: &[u8], reading: Reading<'_>) -> (u8, Vec<String>) {
    let mut best: Option<((usize, usize), u8, Vec<String>)> = None;
    for delimiter in *b",;\t" {
        let names = first_record(prefix, delimiter);
        let roles = assign(&names, reading.known, reading.mapping);
        let score = (roles.iter().flatten().count(), names.len());
        if best.as_ref().is_none_or(|(known, ..)| score > *known) {
            best = Some((score, delimiter, names));
        }
    }
    best.map_or((b',', Vec::new()), |(_, delimiter, names)| {
        (delimiter, names)
    })
}

fn first_record(prefix: &[u8], delimiter: u8) -> Vec<String> {
    let mut reader = csv_reader(prefix, delimiter);
    let mut record = csv::ByteRecord::new();
    match reader.read_byte_record(&mut record) {
        Ok(true) => names_of(&record),
        _ => Vec::new(),
    }
}

fn names_of(record: &csv::ByteRecord) -> Vec<String> {
    record
        .iter()
        .map(|name| String::from_utf8_lossy(name).trim().to_owned())
        .collect()
}

fn csv_reader<R: Read>(reader: R, delimiter: u8) -> csv::Reader<R> {
    csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(reader)
}

fn read_csv(source: Source, table: &mut Table, reading: Reading<'_>) -> Result<()> {
    let (delimiter, _) = header_of(source.prefix(), reading);
    let name = source.name.clone();
    let starts = Rc::new(RefCell::new(LineStarts::default()));
    let counted = Counted {
        reader: source,
        starts: Rc::clone(&starts),
    };
    let mut reader = csv_reader(counted, delimiter);
    let mut record = csv::ByteRecord::new();
    let failed = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => Error::io(&name, "cannot read", error),
        other => Error::io(&name, "cannot read", io::Error::other(format!("{other:?}"))),
    };
    if reader.read_byte_record(&mut record).map_err(failed)? {
        let names = names_of(&record);
        let roles = assign(&names, reading.known, reading.mapping);
        table.add_columns(names, roles);
    }
    let width = table.columns.len();
    while reader.read_byte_record(&mut record).map_err(failed)? {
        let inner = inner_lines(&record);
        let begin = record.position().map_or(0, csv::Position::byte);
        let line = starts.borrow_mut().line_from(begin);
        // Where lines end in a bare carriage return, records are counted instead.
        let line = line.unwrap_or(table.rows.len() as u64 + 2);
        table.begin_row(line);
        for (column, bytes) in record.iter().enumerate().take(width) {
            table.push_bytes(column as u32, bytes);
        }
        if record.len() > width {
            let column = table.unnamed_column();
            for bytes in record.iter().skip(width) {
                table.push_bytes(column, bytes);
            }
            table.note(NoteKind::LongRow, "", line, "");
        } else if record.len() < width {
            table.note(NoteKind::ShortRow, "", line, "");
        }
        if inner > ROW_LINES_AT_MOST {
            table.note(NoteKind::ManyLines, "", line, "");
        }
    }
    table.damage = reader.into_inner().reader.damage();
    Ok(())
}

/// Line ends within a record; counted only where there may be many.
fn inner_lines(record: &csv::ByteRecord) -> u64 {
    if record.as_slice().len() as u64 <= ROW_LINES_AT_MOST {
        return 0;
    }
    memchr::memchr_iter(b'\n', record.as_slice()).count() as u64
}

fn read_json_lines(source: Source, table: &mut Table, reading: Reading<'_>) -> Result<()> {
    let name = source.name.clone();
    let mut reader = BufReader::with_capacity(256 * 1024, source);
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let (mut bytes, mut tree, mut line) = (Vec::new(), Tree::new(), 0);
    loop {
        line += 1;
        let read = read_line(&mut reader, &mut bytes);
        let whole = read.map_err(|error| Error::io(&name, "cannot read", error))?;
        if whole == Line::End {
            break;
        }
        let text = bytes.strip_prefix(BOM).filter(|_| line == 1);
        let text = text.unwrap_or(&bytes).trim_ascii();
        if text.is_empty() {
            continue;
        }
        table.begin_row(line);
        let is_object = whole == Line::Whole
            && crate::card::parse(text, &mut tree).is_ok()
            && Document::new(text, &tree).root().kind() == JsonType::Object;
        if is_object {
            push_members(table, &mut numbers, Document::new(text, &tree), reading);
        } else {
            let column = table.unnamed_column();
            table.push_bytes(column, text);
            table.broken_lines += 1;
            table.note(NoteKind::BrokenLine, "", line, "");
        }
    }
    table.damage = reader.into_inner().damage();
    Ok(())
}

/// Appends an object's members to the last row.
fn push_members(
    table: &mut Table,
    numbers: &mut HashMap<String, u32>,
    document: Document<'_>,
    reading: Reading<'_>,
) {
    let mut fresh = Vec::new();
    let members: Vec<_> = document
        .root()
        .children()
        .filter(|member| !member.is_shadowed())
        .map(|member| {
            let key = member.key_bytes().unwrap_or_default();
            (String::from_utf8_lossy(&key).into_owned(), member)
        })
        .collect();
    for (key, _) in &members {
        if !numbers.contains_key(key) && numbers.len() + fresh.len() < COLUMNS_AT_MOST {
            fresh.push(key.clone());
        }
    }
    let roles = assign(&fresh, reading.known, reading.mapping);
    for (key, slot) in fresh.into_iter().zip(roles) {
        let number = table.add_column(key.clone(), slot);
        numbers.insert(key, number);
    }
    for (key, member) in &members {
        match numbers.get(key) {
            Some(&column) => match member.kind() {
                JsonType::Null => {}
                JsonType::String => {
                    let text = member.text_bytes().unwrap_or_default();
                    table.push_bytes(column, &text);
                }
                _ => table.push_bytes(column, member.raw()),
            },
            None => {
                let column = table.unnamed_column();
                table.push_cell(column, key);
                table.push_bytes(column, member.raw());
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Whole,
    /// Longer than is read; its beginning stands in the buffer.
    TooLong,
    End,
}

fn read_line(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<Line> {
    bytes.clear();
    let most = LINE_AT_MOST as u64 + 1;
    let read = reader.by_ref().take(most).read_until(b'\n', bytes)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if (read as u64) < most || bytes.ends_with(b"\n") {
        return Ok(Line::Whole);
    }
    bytes.truncate(4096);
    reader.skip_until(b'\n')?;
    Ok(Line::TooLong)
}
