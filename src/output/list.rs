//! Documents as rows of chosen columns: aligned text, CSV or JSON lines.

mod column;

pub use column::{ListColumn, notes};

use super::table::{Table, TableStyle, thousands};
use crate::census::{Graded, Judgement};
use crate::corpus::Row;
use crate::published::{Join, VerdictRow};
use crate::text::{Marks, clean_cut};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// Columns of the screen that one cell of the aligned text may take; a stranger's long name must
/// not push the rest out of sight.
const CELL_WIDTH: usize = 72;

/// What a cell holds. Texts are as they are in the document, and untrusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// There is no such thing for this document.
    None,
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// Several texts.
    List(Vec<String>),
}

impl Value {
    fn text(text: &str) -> Self {
        if text.is_empty() {
            Self::None
        } else {
            Self::Text(text.to_owned())
        }
    }

    fn list(items: Vec<String>) -> Self {
        Self::List(items)
    }

    /// As one text: nothing for nothing, lists joined by `;`.
    fn plain(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Flag(flag) => flag.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::List(items) => items.join(";"),
        }
    }

    /// For people: nothing is a dash, numbers are grouped.
    fn shown(&self, column: ListColumn) -> String {
        match self {
            Self::None => "–".to_owned(),
            Self::Number(number) if column != ListColumn::Line && column != ListColumn::Status => {
                thousands(*number)
            }
            Self::List(items) if items.is_empty() => "–".to_owned(),
            other => {
                let most = if column == ListColumn::Sha256 {
                    64
                } else {
                    CELL_WIDTH
                };
                clean_cut(&other.plain(), most, Marks::Unicode).into_owned()
            }
        }
    }
}

/// What a row is made from.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// The document.
    pub row: Row<'a>,
    /// What the rule makes of it.
    pub judgement: Judgement,
    /// Its full answer, where a column needs it; see `needs_grade`.
    pub graded: Option<&'a Graded>,
    /// Its row in the verdict file, when there is a file.
    pub published: Option<VerdictRow<'a>>,
    /// What the reader says of it; empty without a reading.
    pub reading: &'a str,
}

impl<'a> Listed<'a> {
    /// A document with what is published of it.
    #[must_use]
    pub fn new(row: Row<'a>, judgement: Judgement, join: Option<&'a Join>) -> Self {
        Self {
            row,
            judgement,
            graded: None,
            published: join.and_then(|join| join.row_for(row.id())),
            reading: "",
        }
    }
}

/// Form of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListStyle {
    /// Aligned columns for a terminal.
    Text,
    /// CSV with a header.
    Csv,
    /// A JSON object a line.
    Jsonl,
}

/// The screen that aligned text is fitted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Its columns.
    pub width: usize,
    /// Whether columns may be left out; not where a person chose them.
    pub may_leave_out: bool,
}

/// Writes a list row by row. Aligned text is written when the last row is known.
pub struct ListWriter<'w> {
    columns: Vec<ListColumn>,
    screen: Option<Screen>,
    form: Form<'w>,
}

enum Form<'w> {
    Text(Table, &'w mut dyn Write),
    Csv(Box<csv::Writer<&'w mut dyn Write>>),
    Jsonl(&'w mut dyn Write),
}

impl<'w> ListWriter<'w> {
    /// Begins a list.
    ///
    /// # Errors
    /// When the writer refuses the header.
    pub fn new(
        columns: Vec<ListColumn>,
        style: ListStyle,
        out: &'w mut dyn Write,
    ) -> io::Result<Self> {
        let names = columns.iter().map(|column| column.as_str());
        let form = match style {
            ListStyle::Text => {
                let heads = columns
                    .iter()
                    .map(|column| (column.as_str().to_owned(), column.align()));
                Form::Text(Table::with_columns(heads.collect()), out)
            }
            ListStyle::Csv => {
                let mut csv = Box::new(csv::Writer::from_writer(out));
                csv.write_record(names)?;
                Form::Csv(csv)
            }
            ListStyle::Jsonl => Form::Jsonl(out),
        };
        Ok(Self {
            columns,
            screen: None,
            form,
        })
    }

    /// Fits aligned text to a screen; other forms are for programs and stay as they are.
    #[must_use]
    pub fn fitted(self, screen: Option<Screen>) -> Self {
        Self { screen, ..self }
    }

    /// Whether some column needs the documents graded.
    #[must_use]
    pub fn needs_grade(&self) -> bool {
        self.columns.iter().any(|column| column.needs_grade())
    }

    /// Adds a document.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn write(&mut self, listed: &Listed<'_>) -> io::Result<()> {
        let columns = self.columns.iter();
        let values = columns.map(|&column| (column, column.value(listed)));
        match &mut self.form {
            Form::Text(table, _) => {
                table.row(values.map(|(column, value)| value.shown(column)));
                Ok(())
            }
            Form::Csv(csv) => Ok(csv.write_record(values.map(|(_, value)| value.plain()))?),
            Form::Jsonl(out) => {
                let mut line = serde_json::to_vec(&Object(values.collect()))?;
                line.push(b'\n');
                out.write_all(&line)
            }
        }
    }

    /// Writes what is left, and returns the columns for which the screen had no room.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn finish(self) -> io::Result<Vec<ListColumn>> {
        match self.form {
            Form::Text(mut table, out) => {
                let left_out = self.screen.map_or_else(Vec::new, |screen| {
                    let at = |column| self.columns.iter().position(|known| *known == column);
                    let spared = ListColumn::SPARED
                        .into_iter()
                        .filter(|_| screen.may_leave_out);
                    table.fit(screen.width, &spared.filter_map(at).collect::<Vec<_>>())
                });
                table.write(TableStyle::Text, out)?;
                Ok(left_out.into_iter().map(|at| self.columns[at]).collect())
            }
            Form::Csv(mut csv) => csv.flush().map(|()| Vec::new()),
            Form::Jsonl(_) => Ok(Vec::new()),
        }
    }
}

struct Object(Vec<(ListColumn, Value)>);

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (column, value) in &self.0 {
            map.serialize_entry(column.as_str(), value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::Rules;
    use crate::corpus::{Corpus, LoadOptions, Progress, Source, load};

    fn corpus(text: &'static str) -> Corpus {
        let source = Source::from_bytes("in", text.as_bytes()).expect("memory opens");
        load(vec![source], &LoadOptions::default(), &Progress::default())
    }

    fn listed(style: ListStyle, columns: &[ListColumn]) -> String {
        let corpus = corpus("{\"url\":\"https://a.example/\",\"name\":\"a,\\u001b[2J\"}\n[1]\n");
        let mut out = Vec::new();
        let mut writer = ListWriter::new(columns.to_vec(), style, &mut out).expect("memory");
        for row in corpus.rows() {
            let graded = row.grade(&Rules::default());
            let listed = Listed {
                graded: Some(&graded),
                ..Listed::new(row, graded.judgement, None)
            };
            writer.write(&listed).expect("memory takes it");
        }
        writer.finish().expect("memory takes it");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn every_column_stands_once_in_the_table_and_is_found_by_its_name() {
        for column in ListColumn::all() {
            assert_eq!(ListColumn::from_name(column.as_str()), Some(column));
        }
        assert_eq!(ListColumn::from_name("alt"), Some(ListColumn::Alternative));
        assert_eq!(ListColumn::from_name("nothing"), None);
        let all = [ListColumn::Address, ListColumn::UnrecognisedVersion];
        assert!(all.iter().all(|column| !column.help().is_empty()));
    }

    #[test]
    fn text_for_people_is_cleaned_and_text_for_programs_exact() {
        let columns = [ListColumn::Name, ListColumn::Route];
        assert_eq!(
            listed(ListStyle::Text, &columns),
            "  name    route\n  a,␛[2J  inferred\n  –       unclassified\n"
        );
        assert_eq!(
            listed(ListStyle::Csv, &columns),
            "name,route\n\"a,\u{1b}[2J\",inferred\n,unclassified\n"
        );
        assert_eq!(
            listed(ListStyle::Jsonl, &columns),
            "{\"name\":\"a,\\u001b[2J\",\"route\":\"inferred\"}\n{\"name\":null,\"route\":\"unclassified\"}\n"
        );
    }

    #[test]
    fn the_columns_of_a_verdict_file_are_written_as_one_writes_them() {
        let columns = [
            "version_source",
            "valid",
            "alternative_version",
            "schema",
            "faults",
        ];
        let columns = columns.map(|name| ListColumn::from_name(name).expect("a column"));
        // A url and a name: eight of the ten fields that 0.3 requires are missing but for two.
        assert_eq!(
            listed(ListStyle::Csv, &columns),
            "version_source,valid,alternative_version,schema,faults\n\
             inferred,false,1.0,a2a-0.3.0.json,7\nunclassified,,,,\n"
        );
    }
}
