//! Readings, written: the verdict file with readings beside it, Markdown, and the tables of the
//! commands that list, merge and compare readings.

use super::table::{Align, Table, TableStyle, markdown_cell, percentage, thousands};
use super::verdict::{COLUMNS, Subject, cells};
use crate::census::Graded;
use crate::dissent::{
    Agreement, CLASSES, Class, Conflict, Counts, Kept, Merged, PROGRAM, Reading, Record, Says,
    Side, Tallies,
};
use std::io::{self, Write};

/// What stands after the columns of a verdict file.
pub const READING_COLUMNS: [&str; 3] = ["reader", "reading", "reason"];

/// One document with one reading of it, or with none.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Which document.
    pub subject: Subject<'a>,
    /// Its verdict: as computed, or as read ([`crate::dissent::grade_as_read`]).
    pub graded: &'a Graded,
    /// The reading; `None` leaves its three cells empty.
    pub reading: Option<&'a Reading>,
}

/// Writes the columns of the verdict file and those of the reading, as CSV with a header. A document
/// that several people have read has a row for each. Texts are exact.
///
/// # Errors
/// When the writer refuses.
pub fn write_csv<'a>(
    rows: impl IntoIterator<Item = Row<'a>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS.iter().chain(&READING_COLUMNS))?;
    for row in rows {
        let reading = match row.reading {
            Some(reading) => [
                reading.reader.as_str(),
                reading.says.as_str(),
                reading.reason.as_str(),
            ],
            None => [""; 3],
        };
        let verdict = cells(row.subject, row.graded);
        csv.write_record(verdict.iter().map(String::as_str).chain(reading))?;
    }
    csv.flush()
}

/// What a report of readings says before it lists them.
#[derive(Clone, Debug)]
pub struct Preface<'a> {
    /// What the corpus is called. Untrusted text.
    pub corpus: &'a str,
    /// Whose readings the totals follow. Untrusted text.
    pub reader: &'a str,
    /// The rule of attribution, as it is written.
    pub rules: &'a str,
    /// The totals of the documents listed, or of the corpus: as the caller chose.
    pub tallies: &'a Tallies,
}

/// Writes the totals and a table of readings, as Markdown. Documents without a reading are not
/// listed.
///
/// # Errors
/// When the writer refuses.
pub fn write_markdown<'a>(
    preface: &Preface<'_>,
    rows: impl IntoIterator<Item = Row<'a>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "# Readings of {}\n", markdown_cell(preface.corpus))?;
    writeln!(
        out,
        "Reader: {} · rule: {} · written by {PROGRAM}. *Valid* means: passes the structural check.\n",
        markdown_cell(preface.reader),
        markdown_cell(preface.rules),
    )?;
    tallies_table(preface.tallies).write(TableStyle::Markdown, out)?;
    writeln!(out)?;
    let mut table = Table::new(
        [
            "document", "sha256", "verdict", "reader", "reading", "reason", "tags",
        ]
        .map(|name| (name, Align::Left)),
    );
    for row in rows {
        let Some(reading) = row.reading else {
            continue;
        };
        let verdict = row.graded.judgement.verdict;
        table.row([
            reading.document.as_ref().to_string(),
            short_digest(reading),
            verdict.map_or("–", |verdict| verdict.as_str()).to_owned(),
            reading.reader.clone(),
            reading.says.words().to_owned(),
            reading.reason.clone(),
            reading.tags.join(", "),
        ]);
    }
    table.write(TableStyle::Markdown, out)
}

fn short_digest(reading: &Reading) -> String {
    let digest = reading.document.sha256;
    digest.map_or_else(String::new, |digest| crate::corpus::hex(&digest[..6]))
}

/// Totals as published, as computed and as read, with the differences that reading makes.
#[must_use]
pub fn tallies_table(tallies: &Tallies) -> Table {
    let mut table = Table::new([
        ("documents", Align::Left),
        ("as published", Align::Right),
        ("as computed", Align::Right),
        ("as read", Align::Right),
        ("read − computed", Align::Right),
        ("read − published", Align::Right),
    ]);
    let from_computed = tallies.read.minus(&tallies.computed);
    let from_published = tallies.read.minus(&tallies.published);
    for class in Class::ALL {
        table.row([
            class.to_string(),
            thousands(tallies.published.of(class)),
            thousands(tallies.computed.of(class)),
            thousands(tallies.read.of(class)),
            difference(from_computed[class.index()]),
            difference(from_published[class.index()]),
        ]);
    }
    table
}

/// `+3`, `−2`, `0`.
fn difference(number: i64) -> String {
    let size = thousands(number.unsigned_abs());
    match number {
        0 => size,
        1.. => format!("+{size}"),
        _ => format!("−{size}"),
    }
}

/// Readings, one a row.
#[must_use]
pub fn readings_table<'a>(records: impl IntoIterator<Item = &'a Record>) -> Table {
    let mut table = Table::new(
        [
            "document", "sha256", "reader", "reading", "reason", "tags", "time", "kept",
        ]
        .map(|name| (name, Align::Left)),
    );
    for record in records {
        let reading = record.reading();
        table.row([
            reading.document.as_ref().to_string(),
            short_digest(reading),
            reading.reader.clone(),
            reading.says.words().to_owned(),
            reading.reason.clone(),
            reading.tags.join(", "),
            reading.time.clone(),
            match record.kept() {
                Kept::OnDisk { line } => format!("line {line}"),
                Kept::Pending => "not yet".to_owned(),
                Kept::NotSaved { reason } => format!("not saved: {reason}"),
            },
        ]);
    }
    table
}

/// Writes how far two readers agree: the table, the percentage, kappa and the documents they differ
/// on.
///
/// # Errors
/// When the writer refuses.
pub fn write_agreement(
    agreement: &Agreement,
    style: TableStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let [left, right] = [&agreement.left, &agreement.right].map(|reader| plain(reader, style));
    let common = agreement.common_count();
    writeln!(
        out,
        "{} {} read by both {left} (rows) and {right} (columns); {} by {left} alone, {} by {right} alone\n",
        thousands(common),
        if common == 1 { "document" } else { "documents" },
        thousands(agreement.left_only),
        thousands(agreement.right_only),
    )?;
    agreement_table(agreement).write(style, out)?;
    writeln!(
        out,
        "\nagreement: {} ({} of {})",
        percentage(agreement.percent()),
        thousands(agreement.agreed_count()),
        thousands(common),
    )?;
    match agreement.kappa() {
        Some(kappa) => writeln!(out, "Cohen's kappa: {kappa:.3}")?,
        None if common == 0 => writeln!(out, "Cohen's kappa: none, no document was read by both")?,
        None => writeln!(
            out,
            "Cohen's kappa: none, both say one and the same of every document"
        )?,
    }
    if agreement.differing.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let mut table = Table::with_columns(
        ["differing", &agreement.left, &agreement.right]
            .map(|name| (crate::text::clean(name).into_owned(), Align::Left))
            .to_vec(),
    );
    for (document, left, right) in &agreement.differing {
        table.row([
            document.as_ref().to_string(),
            left.words().to_owned(),
            right.words().to_owned(),
        ]);
    }
    table.write(style, out)
}

fn agreement_table(agreement: &Agreement) -> Table {
    let names = CLASSES.map(|class| (class.words(), Align::Right));
    let [a, b, c, d, e] = names;
    let mut table = Table::new([("", Align::Left), a, b, c, d, e, ("all", Align::Right)]);
    for (class, row) in CLASSES.iter().zip(&agreement.table) {
        let all = row.iter().sum();
        let cells = row.iter().copied().chain([all]).map(thousands);
        table.row([class.words().to_owned()].into_iter().chain(cells));
    }
    let columns: Vec<u64> = (0..CLASSES.len())
        .map(|column| agreement.table.iter().map(|row| row[column]).sum())
        .collect();
    let cells = columns.into_iter().chain([agreement.common_count()]);
    table.row(["all".to_owned()].into_iter().chain(cells.map(thousands)));
    table
}

/// Writes what merging came to: counts by reader, and every conflict.
///
/// # Errors
/// When the writer refuses.
pub fn write_merge(merged: &Merged, style: TableStyle, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{} records, {} copies of them set aside; conflicts: {}\n",
        thousands(merged.records.len() as u64),
        thousands(merged.duplicate_count as u64),
        thousands(merged.conflicts.len() as u64),
    )?;
    counts_table(&merged.counts).write(style, out)?;
    if merged.conflicts.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    conflicts_table(&merged.conflicts).write(style, out)
}

fn counts_table(counts: &[(String, Counts)]) -> Table {
    let [a, b, c, d, e] = Says::CHOICES.map(|choice| (choice.words(), Align::Right));
    let mut table = Table::new([
        ("reader", Align::Left),
        a,
        b,
        c,
        d,
        e,
        ("all", Align::Right),
    ]);
    for (reader, counts) in counts {
        let cells = counts.by_choice.iter().copied().chain([counts.total()]);
        table.row([reader.clone()].into_iter().chain(cells.map(thousands)));
    }
    table
}

fn conflicts_table(conflicts: &[Conflict]) -> Table {
    let mut table = Table::new(
        ["conflict", "reader", "reading", "reason", "file", "outcome"]
            .map(|name| (name, Align::Left)),
    );
    for conflict in conflicts {
        let (document, sides, outcome) = match conflict {
            Conflict::BetweenReaders { document, sides } => {
                (document, sides, "both stand".to_owned())
            }
            Conflict::WithinReader {
                document,
                sides,
                counts,
            } => (document, sides, format!("'{}' counts", counts.words())),
        };
        for Side { reading, source } in sides {
            table.row([
                document.as_ref().to_string(),
                reading.reader.clone(),
                reading.says.words().to_owned(),
                reading.reason.clone(),
                source.clone(),
                outcome.clone(),
            ]);
        }
    }
    table
}

fn plain(text: &str, style: TableStyle) -> String {
    match style {
        TableStyle::Text => crate::text::clean(text).into_owned(),
        TableStyle::Markdown => markdown_cell(text),
    }
}

#[cfg(test)]
mod tests;
