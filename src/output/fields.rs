//! The fields of a corpus: text and Markdown for people, CSV and JSON for machines.

use super::table::{Align, Table, TableStyle, markdown_cell};
use crate::inventory::{FieldCounts, FieldInventory, FieldLine};
use crate::spec::{Family, JsonType};
use crate::text::{clean, cut_end};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// How an inventory is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldsFormat {
    /// Aligned text.
    Text,
    /// A Markdown table.
    Markdown,
    /// A line a field.
    Csv,
    /// Everything as one JSON object.
    Json,
}

/// An inventory with the lines that are to be written, in order, and the names of its buckets.
#[derive(Clone, Copy, Debug)]
pub struct FieldsReport<'a> {
    /// What was counted.
    pub inventory: &'a FieldInventory,
    /// Its lines, sorted and filtered as wanted.
    pub lines: &'a [FieldLine],
    /// A name per bucket; one bucket needs none.
    pub buckets: &'a [String],
}

/// Columns that examples take in a table for people.
const EXAMPLE_WIDTH: usize = 40;

impl FieldsReport<'_> {
    /// Writes it.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn write(&self, format: FieldsFormat, out: &mut dyn Write) -> io::Result<()> {
        match format {
            FieldsFormat::Text => self.write_for_people(TableStyle::Text, out),
            FieldsFormat::Markdown => self.write_for_people(TableStyle::Markdown, out),
            FieldsFormat::Csv => self.write_csv(out),
            FieldsFormat::Json => {
                serde_json::to_writer(&mut *out, &self.json())?;
                writeln!(out)
            }
        }
    }

    fn bucket_name(&self, bucket: usize) -> &str {
        self.buckets.get(bucket).map_or("", String::as_str)
    }

    fn is_split(&self) -> bool {
        self.inventory.bucket_count() > 1
    }

    fn write_for_people(&self, style: TableStyle, out: &mut dyn Write) -> io::Result<()> {
        let mut header = vec![
            ("field".to_owned(), Align::Left),
            ("category".to_owned(), Align::Left),
            ("required by".to_owned(), Align::Left),
            ("documents".to_owned(), Align::Right),
        ];
        if self.is_split() {
            let buckets = 0..self.inventory.bucket_count();
            header
                .extend(buckets.map(|bucket| (self.bucket_name(bucket).to_owned(), Align::Right)));
        }
        header.extend([
            ("occurrences".to_owned(), Align::Right),
            ("types".to_owned(), Align::Left),
            ("examples".to_owned(), Align::Left),
        ]);
        let mut table = Table::with_columns(header);
        for line in self.lines {
            table.row(self.people_cells(line));
        }
        table.write(style, out)?;
        let unserved: Vec<_> = self.inventory.unserved();
        let names: Vec<_> = unserved.iter().map(|field| field.path.as_str()).collect();
        let names = if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        };
        let mut sentences = vec![format!("In the specification and in no document: {names}")];
        sentences.extend(self.more());
        sentences.iter().try_for_each(|sentence| match style {
            TableStyle::Markdown => writeln!(out, "\n{}", markdown_cell(sentence)),
            TableStyle::Text => writeln!(out, "\n  {}", clean(sentence)),
        })
    }

    /// The sentence for what was too much to be counted one by one.
    fn more(&self) -> Option<String> {
        let more = self.inventory.more();
        let at_least = if more.is_at_least { "at least " } else { "" };
        (more.paths > 0).then(|| {
            format!(
                "and {at_least}{} more paths with {} values, too many to be counted one by one",
                more.paths, more.occurrences
            )
        })
    }

    fn people_cells(&self, line: &FieldLine) -> Vec<String> {
        let total = line.total();
        let at_most = if line.is_at_most { "≤ " } else { "" };
        let mut cells = vec![
            line.path.clone(),
            line.category.label().to_owned(),
            required_by(line).join(" "),
            format!("{at_most}{}", total.documents),
        ];
        if self.is_split() {
            cells.extend(
                line.counts
                    .iter()
                    .map(|counts| counts.documents.to_string()),
            );
        }
        let examples = line.examples.join(" · ");
        cells.extend([
            total.occurrences.to_string(),
            types_text(&total),
            cut_end(&clean(&examples), EXAMPLE_WIDTH).into_owned(),
        ]);
        cells
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let mut header: Vec<String> = [
            "path",
            "category",
            "required_by",
            "documents",
            "occurrences",
        ]
        .map(str::to_owned)
        .to_vec();
        header.extend(JsonType::ALL.map(|kind| kind.to_string()));
        if self.is_split() {
            for bucket in 0..self.inventory.bucket_count() {
                let name = self.bucket_name(bucket);
                header.extend(["documents", "occurrences"].map(|what| format!("{name}: {what}")));
            }
        }
        csv.write_record(&header)?;
        for line in self.lines {
            let total = line.total();
            let mut cells = vec![
                line.path.clone(),
                line.category.label().to_owned(),
                required_by(line).join(" "),
                total.documents.to_string(),
                total.occurrences.to_string(),
            ];
            cells.extend(JsonType::ALL.map(|kind| total.occurrences_of(kind).to_string()));
            if self.is_split() {
                for counts in &line.counts {
                    cells.extend([counts.documents, counts.occurrences].map(|n| n.to_string()));
                }
            }
            csv.write_record(&cells)?;
        }
        csv.flush()
    }

    fn json(&self) -> Json<'_> {
        let more = self.inventory.more();
        Json {
            documents: (0..self.inventory.bucket_count())
                .map(|bucket| BucketJson {
                    bucket: self.bucket_name(bucket),
                    documents: self.inventory.document_count(bucket),
                })
                .collect(),
            fields: self.lines.iter().map(|line| self.json_line(line)).collect(),
            unserved: self
                .inventory
                .unserved()
                .into_iter()
                .map(|field| field.path.as_str())
                .collect(),
            more: MoreJson {
                paths: more.paths,
                at_least: more.is_at_least,
                occurrences: more.occurrences,
            },
        }
    }

    fn json_line<'l>(&'l self, line: &'l FieldLine) -> LineJson<'l> {
        LineJson {
            path: &line.path,
            category: line.category.label(),
            required_by: required_by(line),
            total: counts_json(&line.total()),
            at_most: line.is_at_most,
            deeper: line.is_cut,
            examples: &line.examples,
            buckets: if self.is_split() {
                line.counts.iter().map(counts_json).collect()
            } else {
                Vec::new()
            },
        }
    }
}

fn required_by(line: &FieldLine) -> Vec<&'static str> {
    line.required_by().map(Family::as_str).collect()
}

/// `array 12, object 1`.
fn types_text(counts: &FieldCounts) -> String {
    let types = counts.types().into_iter();
    let types: Vec<_> = types
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    types.join(", ")
}

fn counts_json(counts: &FieldCounts) -> CountsJson {
    let types = counts.types().into_iter().map(|(kind, occurrences)| {
        let documents = counts.documents_with(kind);
        (
            kind.as_str(),
            TypeJson {
                documents,
                occurrences,
            },
        )
    });
    CountsJson {
        documents: counts.documents,
        occurrences: counts.occurrences,
        types: types.collect(),
    }
}

#[derive(Serialize)]
struct Json<'a> {
    documents: Vec<BucketJson<'a>>,
    fields: Vec<LineJson<'a>>,
    unserved: Vec<&'static str>,
    more: MoreJson,
}

#[derive(Serialize)]
struct BucketJson<'a> {
    bucket: &'a str,
    documents: u64,
}

#[derive(Serialize)]
struct LineJson<'a> {
    path: &'a str,
    category: &'static str,
    required_by: Vec<&'static str>,
    #[serde(flatten)]
    total: CountsJson,
    /// Whether `documents` are at most so many.
    at_most: bool,
    /// Whether something deeper was not looked at.
    deeper: bool,
    examples: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    buckets: Vec<CountsJson>,
}

#[derive(Serialize)]
struct CountsJson {
    documents: u64,
    occurrences: u64,
    types: BTreeMap<&'static str, TypeJson>,
}

#[derive(Serialize)]
struct TypeJson {
    documents: u64,
    occurrences: u64,
}

#[derive(Serialize)]
struct MoreJson {
    paths: u64,
    at_least: bool,
    occurrences: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Document, Tree};
    use crate::inventory::FieldLimits;

    fn written(format: FieldsFormat, split: bool) -> String {
        let mut inventory = FieldInventory::new(if split { 2 } else { 1 }, FieldLimits::default());
        let documents = [
            (r#"{"name":"a","x|y":"\u001b[2J"}"#, 0),
            (r#"{"name":1}"#, usize::from(split)),
        ];
        for (text, bucket) in documents {
            let tree = Tree::from_bytes(text.as_bytes()).expect("JSON");
            inventory.add(Document::new(text.as_bytes(), &tree), bucket);
        }
        let report = FieldsReport {
            inventory: &inventory,
            lines: &inventory.lines(),
            buckets: &["left".to_owned(), "right".to_owned()],
        };
        let mut out = Vec::new();
        report.write(format, &mut out).expect("memory");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn csv_has_a_line_per_field_and_columns_per_bucket() {
        let text = written(FieldsFormat::Csv, true);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "path,category,required_by,documents,occurrences,object,array,string,number,boolean,null,left: documents,left: occurrences,right: documents,right: occurrences",
                "name,required core,0.2 0.3 1.0,2,2,0,0,1,1,0,0,1,1,1,1",
                "\"[\"\"x|y\"\"]\",outside the spec,,1,1,0,0,1,0,0,0,1,1,0,0",
            ]
        );
    }

    #[test]
    fn json_tells_types_by_documents_and_values() {
        let json: serde_json::Value =
            serde_json::from_str(&written(FieldsFormat::Json, false)).expect("JSON");
        let name = &json["fields"][0];
        assert_eq!(name["path"], "name");
        assert_eq!(name["documents"], 2);
        assert_eq!(name["types"]["number"]["documents"], 1);
        assert_eq!(name["buckets"], serde_json::Value::Null);
        assert_eq!(json["documents"][0]["documents"], 2);
        let unserved = json["unserved"].as_array().expect("unserved");
        assert!(unserved.iter().any(|field| field == "skills"));
    }

    #[test]
    fn tables_for_people_hold_no_control_character() {
        for format in [FieldsFormat::Text, FieldsFormat::Markdown] {
            let text = written(format, true);
            assert!(
                text.chars()
                    .all(|found| found == '\n' || !found.is_control())
            );
            assert!(text.contains("string 1, number 1"));
        }
    }
}
