//! Comparisons: Markdown to paste into a report, text for a terminal, CSV and JSON for machines.

use super::table::{Align, Table, TableStyle, markdown_cell};
use crate::inventory::{AxisValue, CardIdentity, Comparison, RowId, RowState, Summary};
use crate::spec::Family;
use crate::spec::catalogue::Category;
use crate::text::{clean, cut_middle};
use std::cell::Cell as StdCell;
use std::io::{self, Write};

/// How a comparison is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareFormat {
    /// Aligned text.
    Text,
    /// Markdown tables.
    Markdown,
    /// The rows as CSV.
    Csv,
    /// Everything as one JSON object.
    Json,
}

/// Which rows are shown. JSON has all of them whatever is shown, since its rows say their state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownRows {
    /// Every row.
    #[default]
    All,
    /// Rows in any state but `same`.
    Differing,
}

/// What is shown of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownCells {
    /// Its value; aligned text leaves out the middle of a long one and says so.
    #[default]
    Values,
    /// Its value, however long.
    Whole,
    /// Whether there is one.
    Presence,
}

/// What is shown of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Which rows. With [`ShownCells::Presence`] rows differ only where a card lacks the field.
    pub rows: ShownRows,
    /// What of their cells.
    pub cells: ShownCells,
}

impl From<ShownRows> for Shown {
    fn from(rows: ShownRows) -> Self {
        Self {
            rows,
            cells: ShownCells::default(),
        }
    }
}

impl Shown {
    fn has(self, comparison: &Comparison, id: RowId) -> bool {
        let state = comparison.row(id).state;
        match (self.rows, self.cells) {
            (ShownRows::All, _) => true,
            (ShownRows::Differing, ShownCells::Values | ShownCells::Whole) => {
                state != RowState::Same
            }
            (ShownRows::Differing, ShownCells::Presence) => state == RowState::Only,
        }
    }
}

/// Columns that a value takes in aligned text before its middle is cut out.
const VALUE_WIDTH: usize = 60;

/// Writes a comparison. Only aligned text ever cuts a value: what is pasted or read by a program
/// has all of it.
///
/// # Errors
/// When the writer refuses.
pub fn write_comparison(
    comparison: &Comparison,
    format: CompareFormat,
    shown: impl Into<Shown>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let shown = shown.into();
    match format {
        CompareFormat::Text => write_for_people(comparison, TableStyle::Text, shown, out),
        CompareFormat::Markdown => write_for_people(comparison, TableStyle::Markdown, shown, out),
        CompareFormat::Csv => write_csv(comparison, shown, out),
        CompareFormat::Json => write_json(comparison, out),
    }
}

/// Writes everything as one JSON object on one line.
///
/// # Errors
/// When the writer refuses.
pub fn write_json(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &comparison.report())?;
    writeln!(out)
}

/// Writes the rows as CSV: `path,category,state,aligned_by`, then for each card the kind, the value
/// and the length of its cell. Values are exact: a string's meaning, a number's written text; a
/// value that begins with `=`, `+`, `-` or `@` is no formula and a spreadsheet should be told so.
///
/// # Errors
/// When the writer refuses.
pub fn write_csv(comparison: &Comparison, shown: Shown, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let mut header: Vec<String> = ["path", "category", "state", "aligned_by"]
        .map(str::to_owned)
        .to_vec();
    for card in comparison.identities() {
        header.extend(["kind", "value", "len"].map(|part| format!("{}: {part}", card.name)));
    }
    csv.write_record(&header)?;
    for id in comparison.rows().filter(|&id| shown.has(comparison, id)) {
        let row = comparison.row(id);
        csv.write_field(comparison.path(id))?;
        csv.write_field(row.category.label())?;
        csv.write_field(row.state.as_str())?;
        csv.write_field(row.alignment().unwrap_or_default())?;
        for column in 0..comparison.column_count() {
            let cell = comparison.cell(id, column);
            csv.write_field(cell.kind().as_str())?;
            let value = match shown.cells {
                ShownCells::Values | ShownCells::Whole => cell.value().unwrap_or_default(),
                ShownCells::Presence => "".into(),
            };
            csv.write_field(value.as_bytes())?;
            csv.write_field(cell.len().map(|len| len.to_string()).unwrap_or_default())?;
        }
        csv.write_record(None::<&[u8]>)?;
    }
    csv.flush()
}

/// One row as a Markdown table, for pasting.
#[must_use]
pub fn row_markdown(comparison: &Comparison, id: RowId) -> String {
    let mut table = rows_table(comparison);
    table.row(row_cells(comparison, id, &Fit::default()));
    let mut text = Vec::new();
    table
        .write(TableStyle::Markdown, &mut text)
        .expect("memory takes every byte");
    String::from_utf8(text).expect("a table is written from text")
}

fn write_for_people(
    comparison: &Comparison,
    style: TableStyle,
    shown: Shown,
    out: &mut dyn Write,
) -> io::Result<()> {
    let fit = Fit::of(style, shown.cells);
    let mut page = Page { style, out };
    page.title(&format!("{} cards side by side", comparison.column_count()))?;
    page.table(&identity_table(comparison, &fit))?;
    for change in comparison.silent_changes() {
        let name = |column: usize| {
            let card = comparison.identities().get(column);
            card.map(|card| card.name.as_str()).unwrap_or_default()
        };
        let version = match &change.version {
            Some(version) => format!("is '{version}' in both"),
            None => "is in neither".to_owned(),
        };
        page.line(&format!(
            "Changed under one version: '{}' and '{}' differ, and version {version}.",
            name(change.before),
            name(change.after),
        ))?;
    }
    page.heading("Summary")?;
    page.table(&summary_table(comparison))?;
    page.heading("What tells them apart, and what it costs a client")?;
    page.table(&axes_table(comparison, &fit))?;
    for category in Category::ALL {
        let mut table = rows_table(comparison);
        for id in comparison.rows_in(category) {
            if shown.has(comparison, id) {
                let mut cells = row_cells(comparison, id, &fit);
                if shown.cells == ShownCells::Presence {
                    show_presence(comparison, id, &mut cells);
                }
                table.row(cells);
            }
        }
        if !table.is_empty() {
            page.heading(&format!("Fields: {category}"))?;
            page.table(&table)?;
        }
    }
    page.heading("Fields on every card, on one, on none")?;
    page.list("On every card", &comparison.universal())?;
    for (column, card) in comparison.identities().iter().enumerate() {
        let unique = comparison.unique().into_iter();
        let mine: Vec<_> = unique
            .filter(|(_, carrier)| *carrier == column)
            .map(|(path, _)| path)
            .collect();
        page.list(&format!("Only on {}", card.name), &mine)?;
    }
    let unserved: Vec<_> = comparison
        .unserved()
        .into_iter()
        .map(str::to_owned)
        .collect();
    page.list("In the specification and on no card", &unserved)?;
    if fit.has_cut.get() {
        writeln!(
            page.out,
            "\nValues of more than {VALUE_WIDTH} columns are cut where '…' stands; --whole or another --format has all of them."
        )?;
    }
    Ok(())
}

/// How long a value may be, and whether one was longer.
#[derive(Debug, Default)]
struct Fit {
    /// `None` for any length.
    most: Option<usize>,
    has_cut: StdCell<bool>,
}

impl Fit {
    fn of(style: TableStyle, cells: ShownCells) -> Self {
        let is_cut = style == TableStyle::Text && cells != ShownCells::Whole;
        Self {
            most: is_cut.then_some(VALUE_WIDTH),
            ..Self::default()
        }
    }

    /// The value, its middle left out where it is too long. A table cleans what it is given.
    fn value(&self, text: &str) -> String {
        let Some(most) = self.most else {
            return text.to_owned();
        };
        let whole = clean(text);
        let cut = cut_middle(&whole, most);
        if cut != whole {
            self.has_cut.set(true);
        }
        cut.into_owned()
    }
}

/// Headings and tables in one style.
struct Page<'o> {
    style: TableStyle,
    out: &'o mut dyn Write,
}

impl Page<'_> {
    fn title(&mut self, text: &str) -> io::Result<()> {
        match self.style {
            TableStyle::Markdown => writeln!(self.out, "# {}\n", markdown_cell(text)),
            TableStyle::Text => writeln!(self.out, "{}\n", clean(text)),
        }
    }

    fn heading(&mut self, text: &str) -> io::Result<()> {
        match self.style {
            TableStyle::Markdown => writeln!(self.out, "\n## {}\n", markdown_cell(text)),
            TableStyle::Text => writeln!(self.out, "\n{}", clean(text)),
        }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        match self.style {
            TableStyle::Markdown => writeln!(self.out, "\n{}", markdown_cell(text)),
            TableStyle::Text => writeln!(self.out, "  {}", clean(text)),
        }
    }

    fn list(&mut self, label: &str, items: &[String]) -> io::Result<()> {
        let items = if items.is_empty() {
            "none".to_owned()
        } else {
            items.join(", ")
        };
        match self.style {
            TableStyle::Markdown => writeln!(
                self.out,
                "- {}: {}",
                markdown_cell(label),
                markdown_cell(&items)
            ),
            TableStyle::Text => writeln!(self.out, "  {}: {}", clean(label), clean(&items)),
        }
    }

    fn table(&mut self, table: &Table) -> io::Result<()> {
        table.write(self.style, self.out)
    }
}

fn columns(first: &[(&str, Align)], comparison: &Comparison) -> Vec<(String, Align)> {
    let first = first.iter().map(|&(name, align)| (name.to_owned(), align));
    let cards = comparison.identities().iter();
    first
        .chain(cards.map(|card| (card.name.clone(), Align::Left)))
        .collect()
}

fn identity_table(comparison: &Comparison, fit: &Fit) -> Table {
    let mut table = Table::with_columns(columns(&[("card", Align::Left)], comparison));
    let mut line = |label: &str, read: &dyn Fn(&CardIdentity) -> String| {
        let cells = comparison.identities().iter().map(read);
        table.row(std::iter::once(label.to_owned()).chain(cells));
    };
    let or_dash = |text: Option<&str>| text.unwrap_or("–").to_owned();
    line("host", &|card| card.host.clone());
    line("path", &|card| fit.value(&card.path));
    line("bytes", &|card| card.byte_count.to_string());
    line("sha256", &|card| card.sha256.clone());
    line("state", &|card| match &card.problem {
        Some(problem) => format!("{}: {problem}", card.facts.state),
        None => card.facts.state.to_string(),
    });
    line("shape", &|card| {
        or_dash(card.shape.map(|shape| shape.as_str()))
    });
    line("version declared", &|card| fit.value(&declared(card)));
    line("version of the agent", &|card| {
        fit.value(card.version.as_deref().unwrap_or("–"))
    });
    line("route", &|card| {
        or_dash(card.judgement.route.map(|route| route.as_str()))
    });
    line("held to", &|card| {
        or_dash(card.judgement.family.map(Family::as_str))
    });
    line("verdict", &|card| {
        or_dash(card.judgement.verdict.map(|found| found.as_str()))
    });
    for family in Family::ALL {
        line(&format!("verdict under {family}"), &|card| {
            or_dash(card.verdict_under(family).map(|found| found.as_str()))
        });
    }
    table
}

/// `top level 0.3, interfaces –, 1.0`.
fn declared(card: &CardIdentity) -> String {
    let declared = &card.declared;
    let mut parts = vec![declared.at().as_str().to_owned()];
    if let Some(version) = &declared.top_level {
        parts.push(format!("top level '{version}'"));
    }
    if declared.interfaces.iter().any(Option::is_some) {
        let versions = declared.interfaces.iter();
        let versions: Vec<_> = versions
            .map(|version| match version {
                Some(version) => format!("'{version}'"),
                None => "–".to_owned(),
            })
            .collect();
        parts.push(format!("interfaces {}", versions.join(", ")));
    }
    parts.join(" · ")
}

fn summary_table(comparison: &Comparison) -> Table {
    let mut header = vec![("rows".to_owned(), Align::Left)];
    let states = RowState::ALL.iter();
    header.extend(states.map(|state| (state.as_str().to_owned(), Align::Right)));
    header.push(("all".to_owned(), Align::Right));
    let mut table = Table::with_columns(header);
    let mut line = |label: &str, summary: Summary| {
        let counts = RowState::ALL.iter().map(|&state| summary.count(state));
        let counts = counts
            .chain([summary.total()])
            .map(|count| count.to_string());
        table.row(std::iter::once(label.to_owned()).chain(counts));
    };
    for category in Category::ALL {
        line(category.label(), comparison.category_summary(category));
    }
    line("all rows", comparison.summary());
    line("values only", comparison.leaf_summary());
    table
}

fn axes_table(comparison: &Comparison, fit: &Fit) -> Table {
    let first = [("axis", Align::Left), ("agree", Align::Left)];
    let mut header = columns(&first, comparison);
    header.push(("what a difference costs".to_owned(), Align::Left));
    let mut table = Table::with_columns(header);
    for axis in comparison.axes() {
        let values = axis.values.iter().map(AxisValue::notation);
        let values = values.map(|value| fit.value(&value));
        let (agree, cost) = if axis.agree {
            ("yes", "")
        } else {
            ("no", axis.consequence)
        };
        let cells = [axis.label, agree].map(str::to_owned).into_iter();
        table.row(cells.chain(values).chain([cost.to_owned()]));
    }
    table
}

fn rows_table(comparison: &Comparison) -> Table {
    let first = [
        ("field", Align::Left),
        ("state", Align::Left),
        ("paired by", Align::Left),
    ];
    Table::with_columns(columns(&first, comparison))
}

fn row_cells(comparison: &Comparison, id: RowId, fit: &Fit) -> Vec<String> {
    let row = comparison.row(id);
    let mut state = row.state.as_str().to_owned();
    let mut others = (0..comparison.column_count()).filter(|&at| at != comparison.reference());
    if row.state == RowState::Different && others.all(|at| comparison.differs_inside(id, at)) {
        // The cells read alike; the rows beneath say what it is.
        state.push_str(" inside");
    }
    if row.notes.equal_in_value {
        state.push_str(", equal in value");
    }
    if row.notes.is_capped {
        state.push_str(", compared as one value");
    }
    let mut cells = vec![
        comparison.path(id),
        state,
        row.alignment().unwrap_or_default().to_owned(),
    ];
    for column in 0..comparison.column_count() {
        cells.push(fit.value(&comparison.cell(id, column).notation()));
    }
    cells
}

/// Leaves of the cells of the cards only whether they are there.
fn show_presence(comparison: &Comparison, id: RowId, cells: &mut [String]) {
    let presence = comparison.presence(id);
    let first = cells.len() - comparison.column_count();
    for (column, cell) in cells.iter_mut().skip(first).enumerate() {
        let shown = if presence.has(column) { "yes" } else { "–" };
        shown.clone_into(cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inventory::{Column, Options, compare};
    use crate::sample::clouds;

    #[test]
    fn presence_says_nothing_of_values_and_differs_where_a_card_lacks_the_field() {
        let comparison = compared([r#"{"name":"x","a":1}"#, r#"{"name":"y"}"#]);
        let shown = Shown {
            rows: ShownRows::Differing,
            cells: ShownCells::Presence,
        };
        let mut out = Vec::new();
        let written = write_comparison(&comparison, CompareFormat::Markdown, shown, &mut out);
        written.expect("memory");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(text.contains("| a | only |  | yes | – |"), "{text}");
        assert!(!text.contains("| name | different"), "{text}");
    }

    fn compared(bodies: [&str; 2]) -> Comparison {
        let columns = bodies.map(|body| Column {
            name: "a|b",
            host: "a.example",
            path: "",
            body: body.as_bytes(),
            facts: None,
        });
        compare(&columns, &Options::default()).expect("two columns")
    }

    fn written(comparison: &Comparison, format: CompareFormat, shown: ShownRows) -> String {
        let mut out = Vec::new();
        write_comparison(comparison, format, shown, &mut out).expect("memory");
        String::from_utf8(out).expect("UTF-8")
    }

    const HOSTILE: [&str; 2] = [
        r#"{"name":"x|y\n\u001b[2J\u202e","na|me\r":"=1+1","n":-1.0}"#,
        r#"{"name":"","n":null}"#,
    ];

    #[test]
    fn csv_carries_exact_data() {
        let text = written(&compared(HOSTILE), CompareFormat::Csv, ShownRows::All);
        let mut csv = csv::Reader::from_reader(text.as_bytes());
        let header = csv.headers().expect("a header").clone();
        assert_eq!(header.get(4), Some("a|b: kind"));
        assert_eq!(header.get(8), Some("a|b (2): value"));
        let rows: Vec<_> = csv.records().collect::<Result<_, _>>().expect("CSV");
        let cells: Vec<Vec<_>> = rows.iter().map(|row| row.iter().collect()).collect();
        assert_eq!(
            cells,
            [
                vec![
                    "name",
                    "required core",
                    "different",
                    "",
                    "string",
                    "x|y\n\u{1b}[2J\u{202e}",
                    "9",
                    "string",
                    "",
                    "0"
                ],
                vec![
                    "[\"na|me\\r\"]",
                    "outside the spec",
                    "only",
                    "",
                    "string",
                    "=1+1",
                    "4",
                    "absent",
                    "",
                    ""
                ],
                vec![
                    "n",
                    "outside the spec",
                    "type",
                    "",
                    "number",
                    "-1.0",
                    "",
                    "null",
                    "null",
                    ""
                ],
            ]
        );
    }

    #[test]
    fn tables_for_people_stay_tables_whatever_is_in_them() {
        for format in [CompareFormat::Markdown, CompareFormat::Text] {
            let text = written(&compared(HOSTILE), format, ShownRows::All);
            let is_safe = |character: char| {
                character == '\n' || !character.is_control() && character != '\u{202e}'
            };
            assert!(text.chars().all(is_safe), "{text}");
        }
        let text = written(&compared(HOSTILE), CompareFormat::Markdown, ShownRows::All);
        let row = text.lines().find(|line| line.starts_with("| name |"));
        let row = row.expect("a row").replace("\\|", "");
        assert_eq!(row.matches('|').count(), 6, "{row}");
    }

    #[test]
    fn only_differing_rows_are_shown_on_request() {
        let comparison = compared([
            r#"{"name":"a","version":"1"}"#,
            r#"{"name":"a","version":"2"}"#,
        ]);
        let all = written(&comparison, CompareFormat::Text, ShownRows::All);
        let differing = written(&comparison, CompareFormat::Text, ShownRows::Differing);
        let row = |text: &str, path: &str| text.lines().any(|line| line.trim().starts_with(path));
        assert!(row(&all, "name ") && row(&all, "version  "));
        assert!(!row(&differing, "name ") && row(&differing, "version  "));
    }

    #[test]
    fn json_is_one_object_with_numbers_as_written() {
        let text = written(&compared(HOSTILE), CompareFormat::Json, ShownRows::All);
        let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(json["rows"][2]["cells"][0]["value"], "-1.0");
        assert_eq!(json["rows"][2]["cells"][1]["kind"], "null");
        assert_eq!(json["unique"]["[\"na|me\\r\"]"], "a|b");
        assert_eq!(json["cards"][1]["name"], "a|b (2)");
    }

    #[test]
    fn a_row_is_copied_whole() {
        let documents = clouds::day_2();
        let comparison = compared([&documents[0].body, &documents[1].body]);
        let mut rows = comparison.rows();
        let described = rows
            .find(|&id| comparison.path(id) == "skills[0].description")
            .expect("a row");
        let text = row_markdown(&comparison, described);
        assert_eq!(text.lines().count(), 3);
        assert!(text.len() > 1258);
    }

    #[test]
    fn markdown_has_every_value_whole_and_text_says_how_to_see_them() {
        let long = format!("https://a.example/{}|end", "x".repeat(200));
        let card = |number: u8| {
            format!(
                r#"{{"protocolVersion":"0.3.{number}","url":"{long}{number}","skills":[{{"id":"a","tags":["{long}"]}}]}}"#
            )
        };
        let bodies = [card(1), card(2)];
        let path = format!("/{}", "p".repeat(200));
        let columns: Vec<Column<'_>> = bodies
            .iter()
            .map(|body| Column {
                name: "a",
                host: "a.example",
                path: &path,
                body: body.as_bytes(),
                facts: None,
            })
            .collect();
        let comparison = compare(&columns, &Options::default()).expect("two columns");
        let whole = written(&comparison, CompareFormat::Markdown, ShownRows::All);
        assert!(!whole.contains('…'), "{whole}");
        assert!(whole.contains(&path), "{whole}");
        assert!(whole.contains(&long.replace('|', "\\|")), "{whole}");

        let text = written(&comparison, CompareFormat::Text, ShownRows::All);
        assert!(!text.contains(&long) && text.contains('…'), "{text}");
        assert!(text.contains("--whole"), "{text}");
        let mut out = Vec::new();
        let shown = Shown {
            cells: ShownCells::Whole,
            ..Shown::default()
        };
        write_comparison(&comparison, CompareFormat::Text, shown, &mut out).expect("memory");
        let text = String::from_utf8(out).expect("UTF-8");
        assert!(text.contains(&long) && text.contains(&path), "{text}");
        assert!(!text.contains('…') && !text.contains("--whole"), "{text}");
    }

    #[test]
    fn a_container_whose_cells_read_alike_differs_inside() {
        let comparison = compared([
            r#"{"skills":[{"id":"a","name":"x"}],"x":[1]}"#,
            r#"{"skills":[{"id":"a","name":"y"}],"x":[1,2]}"#,
        ]);
        let text = written(&comparison, CompareFormat::Markdown, ShownRows::All);
        let row = |start: &str| text.lines().find(|line| line.starts_with(start));
        let skills = row("| skills |").expect("a row");
        assert!(skills.contains("| different inside |"), "{skills}");
        let x = row("| x |").expect("a row");
        assert!(x.contains("| different |"), "{x}");
    }

    #[test]
    fn a_silent_change_is_said_above_the_rows() {
        let comparison = compared([
            r#"{"version":"1","name":"a"}"#,
            r#"{"version":"1","name":"b"}"#,
        ]);
        let text = written(&comparison, CompareFormat::Text, ShownRows::Differing);
        assert!(text.contains("Changed under one version: 'a|b' and 'a|b (2)' differ"));
    }
}
