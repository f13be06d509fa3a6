//! The paper's tables as text, JSON or Markdown.

use super::table::{Align, Table, TableStyle, markdown_cell, percentage, thousands};
use crate::spec::specification;
use crate::text::clean;
use crate::totals::{Figure, Report, percent};
use std::io::{self, Write};

/// Form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// Tables for a terminal.
    Text,
    /// One JSON object.
    Json,
    /// Tables to paste into a document.
    Markdown,
}

/// Writes a report.
///
/// # Errors
/// When the writer refuses.
pub fn write(report: &Report, format: ReportFormat, out: &mut dyn Write) -> io::Result<()> {
    match format {
        ReportFormat::Json => {
            serde_json::to_writer_pretty(&mut *out, report)?;
            writeln!(out)
        }
        ReportFormat::Text => Prose {
            style: TableStyle::Text,
            out,
        }
        .report(report),
        ReportFormat::Markdown => Prose {
            style: TableStyle::Markdown,
            out,
        }
        .report(report),
    }
}

/// Writes what differs between two reports of the same documents under two rules, before the
/// reports themselves.
///
/// # Errors
/// When the writer refuses.
pub fn write_difference(
    (before, after): (&Report, &Report),
    figures: &[Figure],
    (format, out): (ReportFormat, &mut dyn Write),
) -> io::Result<()> {
    let style = match format {
        ReportFormat::Json => {
            let both = serde_json::json!({
                "before": before,
                "after": after,
                "differences": figures,
            });
            serde_json::to_writer_pretty(&mut *out, &both)?;
            return writeln!(out);
        }
        ReportFormat::Text => TableStyle::Text,
        ReportFormat::Markdown => TableStyle::Markdown,
    };
    let mut prose = Prose { style, out };
    prose.heading("Two rules side by side")?;
    prose.differences(&before.rules, &after.rules, figures)?;
    for (title, report) in [("First", before), ("Second", after)] {
        prose.heading(&format!("{title} rule: {}", report.rules))?;
        prose.report(report)?;
    }
    Ok(())
}

/// `+3`, `−2`, `0`.
fn signed(number: i64) -> String {
    let size = thousands(number.unsigned_abs());
    match number {
        0 => size,
        1.. => format!("+{size}"),
        _ => format!("−{size}"),
    }
}

/// How many rows of an open-ended list a report for people shows; the JSON has all.
const LISTED: usize = 100;

struct Prose<'w> {
    style: TableStyle,
    out: &'w mut dyn Write,
}

impl Prose<'_> {
    fn report(&mut self, report: &Report) -> io::Result<()> {
        let rule = match report.rules.as_str() {
            "paper" => "the paper's".to_owned(),
            other => format!("{other} (not the paper's)"),
        };
        self.heading("Census")?;
        self.line(&format!(
            "Rule: {rule}. Valid means: passes the structural check; never: is compliant."
        ))?;
        self.verdicts(report)?;
        self.routes(report)?;
        self.fields(report)?;
        self.newest(report)?;
        self.transitions(report)?;
        self.frame(report)?;
        self.agreement(report)?;
        self.unclassified(report)
    }

    fn differences(&mut self, before: &str, after: &str, figures: &[Figure]) -> io::Result<()> {
        let columns = [
            ("table".to_owned(), Align::Left),
            ("figure".to_owned(), Align::Left),
            (before.to_owned(), Align::Right),
            (after.to_owned(), Align::Right),
            ("difference".to_owned(), Align::Right),
        ];
        let mut table = Table::with_columns(columns.to_vec());
        let mut equal_count = 0;
        for figure in figures {
            if figure.delta() == 0 {
                equal_count += 1;
                continue;
            }
            table.row([
                figure.section.to_owned(),
                figure.name.clone(),
                thousands(figure.before),
                thousands(figure.after),
                signed(figure.delta()),
            ]);
        }
        if table.is_empty() {
            return self.line(&format!("No figure differs; {equal_count} are equal."));
        }
        self.table(&table)?;
        self.line(&format!("{equal_count} other figures are equal."))
    }

    fn heading(&mut self, title: &str) -> io::Result<()> {
        match self.style {
            TableStyle::Text => writeln!(self.out, "\n{title}"),
            TableStyle::Markdown => writeln!(self.out, "\n## {title}\n"),
        }
    }

    /// A sentence; its untrusted parts are cleaned.
    fn line(&mut self, text: &str) -> io::Result<()> {
        match self.style {
            TableStyle::Text => writeln!(self.out, "  {}", clean(text)),
            TableStyle::Markdown => writeln!(self.out, "{}\n", clean(text)),
        }
    }

    fn table(&mut self, table: &Table) -> io::Result<()> {
        table.write(self.style, self.out)?;
        match self.style {
            TableStyle::Text => Ok(()),
            TableStyle::Markdown => writeln!(self.out),
        }
    }

    fn counts<const N: usize>(&mut self, rows: [(&str, u64); N]) -> io::Result<()> {
        let mut table = Table::new([("", Align::Left), ("documents", Align::Right)]);
        for (name, count) in rows {
            table.row([name.to_owned(), thousands(count)]);
        }
        self.table(&table)
    }

    fn verdicts(&mut self, report: &Report) -> io::Result<()> {
        let (verdicts, states) = (report.totals.verdicts, report.totals.states);
        self.heading("Required-field structural conformance")?;
        self.counts([
            ("valid", verdicts.valid),
            ("invalid", verdicts.invalid),
            ("no recognised A2A claim", verdicts.unclassified),
            ("unparseable", states.unparseable),
            ("no body", states.no_body),
            ("all documents", verdicts.documents),
        ])
    }

    fn routes(&mut self, report: &Report) -> io::Result<()> {
        let totals = &report.totals;
        self.heading("By attribution route")?;
        let mut table = Table::new([
            ("route", Align::Left),
            ("n", Align::Right),
            ("valid", Align::Right),
            ("invalid", Align::Right),
            ("invalid rate", Align::Right),
        ]);
        let routes = totals.routes;
        for (name, route) in [
            ("declared", routes.declared),
            ("conflict", routes.conflict),
            ("inferred", routes.inferred),
        ] {
            let counts = [route.n, route.valid, route.invalid].map(thousands);
            table.row(
                [name.to_owned()]
                    .into_iter()
                    .chain(counts)
                    .chain([percentage(route.invalid_percent())]),
            );
        }
        self.table(&table)?;
        let inferred = totals.inferred_invalid;
        self.line(&format!(
            "Of the {} inferred failures {} include a missing protocolVersion and {} include nothing else; setting that \
             one absence aside would change {} verdicts (tolerant).",
            routes.inferred.invalid,
            inferred.include_missing_protocol_version,
            inferred.nothing_but_protocol_version,
            totals.tolerant_valid_changes
        ))
    }

    fn fields(&mut self, report: &Report) -> io::Result<()> {
        let totals = &report.totals;
        self.heading("Documents per violated field")?;
        let judged = totals.verdicts.valid + totals.verdicts.invalid;
        let mut table = Table::new([
            ("field", Align::Left),
            ("documents", Align::Right),
            ("of verdicts", Align::Right),
        ]);
        for (field, count) in &totals.documents_per_violated_field.0 {
            table.row([
                specification().field_name(*field).to_owned(),
                thousands(*count),
                percentage(percent(*count, judged)),
            ]);
        }
        if table.is_empty() {
            return self.line("No violation.");
        }
        self.table(&table)
    }

    fn newest(&mut self, report: &Report) -> io::Result<()> {
        let fails = report.totals.fails_newest;
        self.heading("Grading everything against 1.0")?;
        self.counts([
            ("valid as attributed, fail at 1.0", fails.total),
            ("of these attributed 0.3", fails.v0_3),
            ("of these attributed 0.2", fails.v0_2),
        ])
    }

    fn transitions(&mut self, report: &Report) -> io::Result<()> {
        let alternative = &report.totals.alternative;
        self.heading("The verdict under the version not assigned")?;
        let mut table = Table::new([
            ("assigned", Align::Left),
            ("assigned verdict", Align::Left),
            ("alternative verdict", Align::Left),
            ("documents", Align::Right),
        ]);
        for row in &alternative.table {
            table.row([
                row.assigned.to_string(),
                row.assigned_verdict.to_string(),
                row.alternative_verdict.to_string(),
                thousands(row.n),
            ]);
        }
        self.table(&table)?;
        self.line(&format!(
            "{} of {} ({}) change verdict under the alternative.",
            alternative.changed,
            alternative.documents,
            percentage(percent(alternative.changed, alternative.documents))
        ))
    }

    fn frame(&mut self, report: &Report) -> io::Result<()> {
        let Some(details) = &report.frame_details else {
            return Ok(());
        };
        let totals = &details.totals;
        self.heading("Frame")?;
        let mut table = Table::new([("", Align::Left), ("", Align::Right)]);
        let known =
            |count: Option<usize>| count.map_or_else(|| "–".to_owned(), |n| thousands(n as u64));
        for (name, count) in [
            ("hosts asked", Some(totals.hosts)),
            ("requests", Some(totals.requests)),
            ("cards at the current path", totals.current_path_cards),
            ("hosts asked at the legacy path", Some(totals.asked_legacy)),
            ("cards at the legacy path", totals.legacy_path_cards),
            ("hosts with a card", totals.hosts_with_card),
            ("parsed", totals.parsed),
            ("parsed from the current path", totals.parsed_current),
            ("parsed from the legacy path", totals.parsed_legacy),
            (
                "recognised, but not in the corpus",
                totals.recognised_but_not_in_corpus,
            ),
        ] {
            table.row([name.to_owned(), known(count)]);
        }
        self.table(&table)?;
        for pair in details.recognised_but_not_in_corpus.iter().take(LISTED) {
            self.line(&format!("not in the corpus: {}{}", pair.host, pair.path))?;
        }
        let mut table = Table::new([
            ("path", Align::Left),
            ("status", Align::Left),
            ("requests", Align::Right),
            ("cards", Align::Right),
        ]);
        for outcome in details.outcomes.iter().take(LISTED) {
            table.row([
                outcome.path.clone(),
                outcome.status.clone(),
                thousands(outcome.requests as u64),
                thousands(outcome.cards as u64),
            ]);
        }
        self.table(&table)
    }

    fn agreement(&mut self, report: &Report) -> io::Result<()> {
        let Some(agreement) = &report.agreement else {
            return Ok(());
        };
        self.heading("Published against computed")?;
        self.line(&format!(
            "{} of {} joined rows agree on route, version and verdict; {} rows in all.",
            agreement.agree, agreement.joined, agreement.rows
        ))?;
        let mut table = Table::new([("column", Align::Left), ("rows that differ", Align::Right)]);
        for (column, count) in &agreement.by_column.0 {
            table.row([column.name().to_owned(), thousands(*count as u64)]);
        }
        self.table(&table)?;
        if !agreement.disagree.is_empty() {
            let mut table = Table::new([
                ("document", Align::Left),
                ("column", Align::Left),
                ("published", Align::Left),
                ("computed", Align::Left),
            ]);
            for difference in agreement.disagree.iter().take(LISTED) {
                table.row([
                    format!("{}{}", difference.host, difference.path),
                    difference.column.to_owned(),
                    difference.published.clone(),
                    difference.computed.clone(),
                ]);
            }
            self.table(&table)?;
            self.more(agreement.disagree.len())?;
        }
        for (name, rows) in [
            ("rows without a document", &agreement.rows_without_document),
            ("documents without a row", &agreement.documents_without_row),
            ("duplicate rows", &agreement.duplicate_rows),
            ("ambiguous rows", &agreement.ambiguous_rows),
        ] {
            if !rows.is_empty() {
                let first: Vec<_> = rows
                    .iter()
                    .take(5)
                    .map(|row| format!("{}{} (line {})", row.host, row.path, row.line))
                    .collect();
                let more = if rows.len() > 5 { ", …" } else { "" };
                self.line(&format!(
                    "{}: {} ({}{more})",
                    name,
                    rows.len(),
                    first.join(", ")
                ))?;
            }
        }
        Ok(())
    }

    fn unclassified(&mut self, report: &Report) -> io::Result<()> {
        if report.unclassified.is_empty() {
            return Ok(());
        }
        self.heading("Unclassified documents, one by one")?;
        let mut table = Table::new([
            ("document", Align::Left),
            ("sha256", Align::Left),
            ("top-level keys", Align::Left),
        ]);
        for document in report.unclassified.iter().take(LISTED) {
            let keys = document.top_level_keys.join(" ");
            table.row([
                format!("{}{}", document.host, document.path),
                document.sha256.chars().take(12).collect(),
                crate::text::clean_cut(&keys, 100, crate::text::Marks::Unicode).into_owned(),
            ]);
        }
        self.table(&table)?;
        self.more(report.unclassified.len())
    }

    fn more(&mut self, count: usize) -> io::Result<()> {
        if count <= LISTED {
            return Ok(());
        }
        let more = format!("and {} more; --format json lists all.", count - LISTED);
        self.line(&markdown_safe(&more, self.style))
    }
}

fn markdown_safe(text: &str, style: TableStyle) -> String {
    match style {
        TableStyle::Text => text.to_owned(),
        TableStyle::Markdown => markdown_cell(text),
    }
}
