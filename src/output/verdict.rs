//! The verdict file: a row a document, as CSV or JSONL.
//!
//! Columns: `host,path,sha256,state,version,version_source,declared_version,valid,tolerant_valid,`
//! `violations,alternative_version,alternative_valid,valid_newest,schema`. Booleans are `true` and
//! `false`, empty where there is no verdict; violations are `path:kind` joined by `;`, sorted by
//! path as text. The JSONL form has the same names, `null` for empty, violations as objects, and
//! `unrecognised_version` and `line` besides.

use crate::census::{Graded, Verdict, Violation, ViolationKind};
use crate::corpus::{Arrived, Provenance, hex};
use crate::spec::Family;
use serde::Serialize;
use std::io::{self, Write};

/// The columns, in order.
pub const COLUMNS: [&str; 14] = [
    "host",
    "path",
    "sha256",
    "state",
    "version",
    "version_source",
    "declared_version",
    "valid",
    "tolerant_valid",
    "violations",
    "alternative_version",
    "alternative_valid",
    "valid_newest",
    "schema",
];

/// The form of a verdict file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictFormat {
    /// CSV with a header.
    Csv,
    /// A JSON object a line.
    Jsonl,
}

/// Which document a row is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Empty when unknown.
    pub host: &'a str,
    /// Empty when unknown.
    pub path: &'a str,
    /// `None` where there is no body.
    pub sha256: Option<&'a [u8; 32]>,
    /// Line in its input, from 1.
    pub line: u64,
}

impl<'a> Subject<'a> {
    /// The subject of a record on its way through.
    #[must_use]
    pub fn of_arrived(arrived: &'a Arrived<'_>, sha256: Option<&'a [u8; 32]>) -> Self {
        let Provenance { host, path, .. } = &arrived.provenance;
        Self {
            host,
            path,
            sha256,
            line: arrived.line,
        }
    }

    /// The subject of a document in memory.
    #[must_use]
    pub fn of_row(row: crate::corpus::Row<'a>) -> Self {
        Self {
            host: row.host(),
            path: row.path(),
            sha256: row.sha256(),
            line: row.line(),
        }
    }
}

fn boolean(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None => "",
        Some(Verdict::Valid) => "true",
        Some(Verdict::Invalid) => "false",
    }
}

/// Violations as one text: `skills:missing;version:type`.
#[must_use]
pub fn violations_text(violations: &[Violation]) -> String {
    let mut out = String::new();
    for violation in violations {
        if !out.is_empty() {
            out.push(';');
        }
        out.push_str(&violation.path);
        out.push(':');
        out.push_str(violation.kind.as_str());
    }
    out
}

/// A row's cells as text, in the order of [`COLUMNS`].
#[must_use]
pub fn cells(subject: Subject<'_>, graded: &Graded) -> [String; 14] {
    let judgement = &graded.judgement;
    let family = |family: Option<Family>| family.map_or("", Family::as_str).to_owned();
    [
        subject.host.to_owned(),
        subject.path.to_owned(),
        subject.sha256.map(|digest| hex(digest)).unwrap_or_default(),
        graded.facts.state.to_string(),
        family(judgement.family),
        judgement
            .route
            .map(|route| route.to_string())
            .unwrap_or_default(),
        graded.declared_version.clone(),
        boolean(judgement.verdict).to_owned(),
        boolean(judgement.tolerant).to_owned(),
        violations_text(&graded.violations),
        family(judgement.alternative.map(|(family, _)| family)),
        boolean(judgement.alternative.map(|(_, verdict)| verdict)).to_owned(),
        boolean(judgement.newest).to_owned(),
        graded.schema.to_owned(),
    ]
}

#[derive(Serialize)]
struct JsonRow<'a> {
    host: Option<&'a str>,
    path: Option<&'a str>,
    sha256: Option<String>,
    state: &'static str,
    version: Option<&'static str>,
    version_source: Option<&'static str>,
    declared_version: Option<&'a str>,
    valid: Option<bool>,
    tolerant_valid: Option<bool>,
    violations: Vec<JsonViolation<'a>>,
    alternative_version: Option<&'static str>,
    alternative_valid: Option<bool>,
    valid_newest: Option<bool>,
    schema: Option<&'static str>,
    unrecognised_version: bool,
    line: u64,
}

#[derive(Serialize)]
struct JsonViolation<'a> {
    path: &'a str,
    kind: &'static str,
    expected: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    near_miss: Option<&'a str>,
}

fn non_empty(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

fn json_row<'a>(subject: Subject<'a>, graded: &'a Graded) -> JsonRow<'a> {
    let judgement = &graded.judgement;
    JsonRow {
        host: non_empty(subject.host),
        path: non_empty(subject.path),
        sha256: subject.sha256.map(|digest| hex(digest)),
        state: graded.facts.state.as_str(),
        version: judgement.family.map(Family::as_str),
        version_source: judgement.route.map(|route| route.as_str()),
        declared_version: non_empty(&graded.declared_version),
        valid: judgement.verdict.map(Verdict::is_valid),
        tolerant_valid: judgement.tolerant.map(Verdict::is_valid),
        violations: graded.violations.iter().map(json_violation).collect(),
        alternative_version: judgement.alternative.map(|(family, _)| family.as_str()),
        alternative_valid: judgement.alternative.map(|(_, verdict)| verdict.is_valid()),
        valid_newest: judgement.newest.map(Verdict::is_valid),
        schema: non_empty(graded.schema).map(|_| graded.schema),
        unrecognised_version: graded.has_unrecognised_version(),
        line: subject.line,
    }
}

fn json_violation(violation: &Violation) -> JsonViolation<'_> {
    JsonViolation {
        path: &violation.path,
        kind: violation.kind.as_str(),
        expected: &violation.expected,
        found: match violation.kind {
            ViolationKind::Missing => None,
            ViolationKind::WrongType { found } => Some(found.as_str()),
        },
        near_miss: violation.near_miss.as_deref(),
    }
}

/// Writes the header, where the format has one.
///
/// # Errors
/// When the writer refuses.
pub fn write_header(format: VerdictFormat, out: &mut impl Write) -> io::Result<()> {
    match format {
        VerdictFormat::Csv => writeln!(out, "{}", COLUMNS.join(",")),
        VerdictFormat::Jsonl => Ok(()),
    }
}

/// Writes rows of a verdict file, without the header.
pub enum VerdictWriter<W: Write> {
    /// As CSV.
    Csv(Box<csv::Writer<W>>),
    /// As a JSON object a line.
    Jsonl(W),
}

impl<W: Write> VerdictWriter<W> {
    /// Writes to `out`.
    pub fn new(format: VerdictFormat, out: W) -> Self {
        match format {
            VerdictFormat::Csv => {
                let builder = csv::WriterBuilder::new()
                    .has_headers(false)
                    .from_writer(out);
                Self::Csv(Box::new(builder))
            }
            VerdictFormat::Jsonl => Self::Jsonl(out),
        }
    }

    /// Writes one row.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn write(&mut self, subject: Subject<'_>, graded: &Graded) -> io::Result<()> {
        match self {
            Self::Csv(csv) => Ok(csv.write_record(cells(subject, graded))?),
            Self::Jsonl(out) => {
                let mut line = serde_json::to_vec(&json_row(subject, graded))?;
                line.push(b'\n');
                out.write_all(&line)
            }
        }
    }

    /// Hands everything on and gives the writer back.
    ///
    /// # Errors
    /// When the writer refuses.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Self::Csv(csv) => csv
                .into_inner()
                .map_err(|error| io::Error::from(error.error().kind())),
            Self::Jsonl(out) => Ok(out),
        }
    }
}
