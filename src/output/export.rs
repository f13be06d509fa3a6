//! The documents of a view as a file: with their exact bytes, as verdicts, or as a table.

use super::dissent::{Row as Written, write_csv};
use super::table::{Align, Table, TableStyle, thousands};
use super::verdict::{Subject, VerdictFormat, VerdictWriter, violations_text, write_header};
use crate::card::Document;
use crate::census::{Graded, Rules};
use crate::corpus::gzip::{Finish, compressor};
use crate::corpus::{Corpus, DocumentId, Row};
use crate::dissent::{Reading, grade_as_read};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

/// Form of exported documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// An envelope a line, the body as its exact text.
    Jsonl,
    /// The same, compressed.
    JsonlGz,
    /// The verdict file.
    Csv,
    /// A table for people.
    Markdown,
    /// The verdict file with a person's readings beside it, graded as read.
    Readings,
}

/// Documents to be exported; holds the corpus, so that it can be written by another thread.
#[derive(Clone, Debug)]
pub struct ExportRequest {
    /// The documents.
    pub corpus: Corpus,
    /// Which of them, in this order.
    pub order: Arc<Vec<DocumentId>>,
    /// In which form.
    pub form: ExportForm,
    /// The rule for verdicts.
    pub rules: Rules,
    /// The person's readings of them; only [`ExportForm::Readings`] needs any.
    pub readings: BTreeMap<DocumentId, Arc<Reading>>,
}

#[derive(Serialize)]
struct Envelope<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    host: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "str::is_empty")]
    fetched_at: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    headers: Option<&'a RawValue>,
    body: Option<&'a str>,
}

impl ExportRequest {
    /// Writes the documents.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.form {
            ExportForm::Jsonl => self.rows().try_for_each(|row| write_envelope(row, out)),
            ExportForm::JsonlGz => {
                let mut packed = compressor(out);
                self.rows()
                    .try_for_each(|row| write_envelope(row, &mut packed))?;
                packed.finish().map(|_| ())
            }
            ExportForm::Csv => {
                let mut out = out;
                write_header(VerdictFormat::Csv, &mut out)?;
                let mut writer = VerdictWriter::new(VerdictFormat::Csv, out);
                for row in self.rows() {
                    writer.write(Subject::of_row(row), &row.grade(&self.rules))?;
                }
                writer.finish().map(|_| ())
            }
            ExportForm::Readings => self.write_readings(out),
            ExportForm::Markdown => self.table().write(TableStyle::Markdown, out),
        }
    }

    /// A row a document; without a reading as computed.
    fn write_readings(&self, out: &mut dyn Write) -> io::Result<()> {
        let graded: Vec<Graded> = self
            .rows()
            .map(|row| {
                let tree = row.tree();
                let document = tree
                    .as_ref()
                    .map(|tree| Document::new(row.body().unwrap_or_default(), tree));
                let says = self.readings.get(&row.id()).map(|reading| reading.says);
                grade_as_read(document, row.grade(&self.rules), &self.rules, says)
            })
            .collect();
        let written = self.rows().zip(&graded).map(|(row, graded)| Written {
            subject: Subject::of_row(row),
            graded,
            reading: self.readings.get(&row.id()).map(|reading| &**reading),
        });
        write_csv(written, out)
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.order.iter().map(|&id| self.corpus.row(id))
    }

    fn table(&self) -> Table {
        let mut table = Table::new([
            ("document", Align::Left),
            ("route", Align::Left),
            ("version", Align::Left),
            ("verdict", Align::Left),
            ("alternative", Align::Left),
            ("violations", Align::Left),
            ("bytes", Align::Right),
        ]);
        for row in self.rows() {
            let graded = row.grade(&self.rules);
            let judgement = graded.judgement;
            let text = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
            table.row([
                row.address(),
                text(judgement.route.map(|route| route.to_string())),
                text(judgement.family.map(|family| family.to_string())),
                text(judgement.verdict.map(|verdict| verdict.to_string())),
                text(
                    judgement
                        .alternative
                        .map(|(family, verdict)| format!("{verdict} at {family}")),
                ),
                violations_text(&graded.violations),
                thousands(row.body().map_or(0, <[u8]>::len) as u64),
            ]);
        }
        table
    }
}

/// One record a line. A body that is not UTF-8 cannot stand in a JSON string; only a line of bare
/// documents can be one, and it is written as it arrived.
fn write_envelope(row: Row<'_>, out: &mut dyn Write) -> io::Result<()> {
    let body = row.body().map(std::str::from_utf8).transpose();
    let Ok(body) = body else {
        out.write_all(row.body().unwrap_or_default())?;
        return out.write_all(b"\n");
    };
    let headers = std::str::from_utf8(row.headers())
        .ok()
        .filter(|headers| !headers.is_empty());
    let envelope = Envelope {
        host: row.host(),
        path: row.path(),
        status: row.status(),
        fetched_at: row.time(),
        headers: headers.and_then(|headers| serde_json::from_str(headers).ok()),
        body,
    };
    serde_json::to_writer(&mut *out, &envelope)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{LoadOptions, Progress, Source, load};

    fn corpus(bytes: Vec<u8>) -> Corpus {
        let source = Source::from_reader("in".into(), None, io::Cursor::new(bytes)).expect("opens");
        load(vec![source], &LoadOptions::default(), &Progress::default())
    }

    #[test]
    fn exported_documents_load_again_with_the_same_bytes_and_provenance() {
        let text = "{\"host\":\"a.example\",\"path\":\"/p\",\"status\":200,\"fetched_at\":\"t\",\"headers\":{\"x\":[1]},\
                    \"body\":\"\\ufeff{ \\\"a\\\":1.0,\\r\\n\\\"b\\\":\\\"\\\\ud800\\\"}\"}\n{\"host\":\"b.example\",\"body\":{ }}\n\
                    {\"host\":\"c.example\"}\n";
        let before = corpus(text.as_bytes().to_vec());
        let order = Arc::new(before.rows().map(|row| row.id()).collect());
        let forms = [ExportForm::Jsonl, ExportForm::JsonlGz];
        for form in forms {
            let request = ExportRequest {
                corpus: before.clone(),
                order: Arc::clone(&order),
                form,
                rules: Rules::default(),
                readings: BTreeMap::new(),
            };
            let mut out = Vec::new();
            request.write(&mut out).expect("memory takes it");
            let after = corpus(out);
            let told = |corpus: &Corpus| {
                let row = |row: Row<'_>| {
                    (
                        row.address(),
                        row.status(),
                        row.body().map(<[u8]>::to_vec),
                        row.sha256_hex(),
                        row.headers().to_vec(),
                    )
                };
                corpus.rows().map(row).collect::<Vec<_>>()
            };
            assert_eq!(told(&after), told(&before));
        }
    }

    #[test]
    fn readings_stand_beside_the_verdict_they_give_and_the_rest_is_as_computed() {
        use crate::dissent::{DocumentRef, Draft, Says, Signature};
        let text = "{\"host\":\"a.example\",\"path\":\"/p\",\"body\":{}}\n\
                    {\"host\":\"b.example\",\"path\":\"/p\",\"body\":{}}\n";
        let corpus = corpus(text.as_bytes().to_vec());
        let signature = Signature {
            reader: "ada".to_owned(),
            time: "2026-10-12T08:30:00Z".to_owned(),
            rules: Rules::default(),
        };
        let draft = Draft {
            document: DocumentRef::of_row(corpus.row(DocumentId(0))).to_identity(),
            says: Says::Family(crate::spec::Family::V0_3),
            reason: "looks, like it".to_owned(),
            tags: Vec::new(),
        };
        let reading = Arc::new(draft.sign(&signature));
        let request = ExportRequest {
            order: Arc::new(vec![DocumentId(0), DocumentId(1)]),
            corpus,
            form: ExportForm::Readings,
            rules: Rules::default(),
            readings: BTreeMap::from([(DocumentId(0), reading)]),
        };
        let mut out = Vec::new();
        request.write(&mut out).expect("memory takes it");
        let mut csv = csv::Reader::from_reader(out.as_slice());
        let head = csv.headers().expect("a header").clone();
        let at = |name: &str| head.iter().position(|known| known == name).expect(name);
        let wanted = ["host", "version", "reader", "reading", "reason"].map(at);
        let rows: Vec<Vec<String>> = csv
            .records()
            .map(|row| {
                let row = row.expect("a row");
                wanted.map(|column| row[column].to_owned()).to_vec()
            })
            .collect();
        assert_eq!(
            rows[0],
            ["a.example", "0.3", "ada", "0.3", "looks, like it"]
        );
        assert_eq!(rows[1], ["b.example", "", "", "", ""]);
    }
}
