//! One document for people and programs: its tree with every fault on its line, and its verdicts
//! with the reasons for them.
//!
//! Texts of the document are cleaned before they are written for people, and exact in JSON.

mod sheet;
mod tree;

pub use sheet::write_text;
pub use tree::{TreeLine, tree_lines, write_tree};

use crate::card::Document;
use crate::census::{
    Graded, RuleStep, Rules, State, Verdict, Violation, ViolationKind, violations,
};
use crate::corpus::Row;
use crate::published::{Agreement, Column, VerdictRow, computed_text, differing_columns};
use crate::spec::{Family, specification};
use crate::text::{Hidden, hidden};
use serde::Serialize;
use std::io::{self, Write};

/// Most hidden texts that are listed one by one.
const HIDDEN_LISTED: usize = 100;

/// One document with everything the census says of it.
#[derive(Clone, Debug, Serialize)]
pub struct DocumentReport {
    /// How a person addresses it.
    pub address: String,
    /// Host it came from; empty when unknown.
    pub host: String,
    /// Path it came from; empty when unknown.
    pub path: String,
    /// The input it came in.
    pub input: String,
    /// Its line there.
    pub line: u64,
    /// HTTP status.
    pub status: Option<u16>,
    /// When it was fetched, as written; empty when unknown.
    pub time: String,
    /// Size of its exact bytes; `None` where there is no body.
    pub bytes: Option<usize>,
    /// Digest of its exact bytes; empty where there is no body.
    pub sha256: String,
    /// What the body turned out to be.
    pub state: &'static str,
    /// Why it cannot be read.
    pub problem: Option<String>,
    /// The card's name; empty when there is none.
    pub name: String,
    /// Generation of the keys; `None` when it is no card.
    pub shape: Option<&'static str>,
    /// The rule of attribution, as it is written.
    pub rules: String,
    /// How it came by its version; `None` when it is not attributed.
    pub route: Option<&'static str>,
    /// The family it is held to.
    pub version: Option<&'static str>,
    /// The version as declared; empty when there is none.
    pub declared_version: String,
    /// Whether that version is none this program knows.
    pub unrecognised_version: bool,
    /// Every rule in the order tried.
    pub trace: Vec<StepReport>,
    /// The verdict.
    pub verdict: Option<&'static str>,
    /// The verdict with a single missing `protocolVersion` set aside.
    pub tolerant: Option<&'static str>,
    /// The verdict under 1.0.
    pub newest: Option<&'static str>,
    /// The family not assigned and the verdict under it.
    pub alternative: Option<AlternativeReport>,
    /// The pinned schema that was applied; empty where there is no family.
    pub schema: &'static str,
    /// The strict check under every family; empty when it is no card.
    pub families: Vec<FamilyReport>,
    /// Published beside computed; `None` without a row of a verdict file.
    pub published: Option<PublishedReport>,
    /// Faults under the assigned family.
    pub violations: Vec<ViolationReport>,
    /// What was noted while reading it, in the words of the query language.
    pub notes: Vec<String>,
    /// Number of hidden characters.
    pub hidden_count: u32,
    /// The first hidden characters and where they stand.
    pub hidden: Vec<HiddenReport>,
}

/// A rule of the trace.
#[derive(Clone, Debug, Serialize)]
pub struct StepReport {
    /// Its number in the paper's order.
    pub rule: u8,
    /// What it asks.
    pub summary: &'static str,
    /// Whether it was tried.
    pub reached: bool,
    /// Whether it decided.
    pub fired: bool,
    /// What it found or missed.
    pub evidence: String,
}

/// The verdict under the family not assigned.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AlternativeReport {
    /// That family.
    pub version: &'static str,
    /// The verdict under it.
    pub verdict: &'static str,
}

/// The strict check under one family.
#[derive(Clone, Debug, Serialize)]
pub struct FamilyReport {
    /// The family.
    pub version: &'static str,
    /// The pinned schema.
    pub schema: &'static str,
    /// Its source: repository, tag and path.
    pub source: String,
    /// The verdict.
    pub verdict: &'static str,
    /// Number of violations.
    pub violation_count: u32,
    /// Their paths and kinds, sorted by path.
    pub violations: Vec<ViolationReport>,
}

/// One fault.
#[derive(Clone, Debug, Serialize)]
pub struct ViolationReport {
    /// Where.
    pub path: String,
    /// `missing` or `type`.
    pub kind: &'static str,
    /// What the schema asks for.
    pub expected: String,
    /// The type found, of a wrong type.
    pub found: Option<&'static str>,
    /// A key that differs only in spelling.
    pub near_miss: Option<String>,
}

/// A verdict file's row beside what is computed.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedReport {
    /// Line of the row in its file.
    pub line: u64,
    /// Whether route, version and verdict are equal.
    pub agrees: bool,
    /// Column by column.
    pub columns: Vec<PublishedColumn>,
    /// Columns that play no role here.
    pub extras: Vec<(String, String)>,
}

/// One column of the row.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedColumn {
    /// Its name in a verdict file.
    pub column: &'static str,
    /// As published.
    pub published: String,
    /// As computed.
    pub computed: String,
    /// Whether the two differ.
    pub differs: bool,
}

/// Hidden characters at a place.
#[derive(Clone, Debug, Serialize)]
pub struct HiddenReport {
    /// The path of the value, or of the member whose key it is.
    pub path: String,
    /// Whether it stands in the key.
    pub in_key: bool,
    /// What kind of hiding it is.
    pub kind: &'static str,
    /// The character's name, or what the run is.
    pub name: String,
    /// How many characters it is.
    pub count: u32,
    /// What a run of tags or selectors spells.
    pub decoded: Option<String>,
}

impl ViolationReport {
    fn of(violation: &Violation) -> Self {
        Self {
            path: violation.path.clone(),
            kind: violation.kind.as_str(),
            expected: violation.expected.clone(),
            found: match violation.kind {
                ViolationKind::Missing => None,
                ViolationKind::WrongType { found } => Some(found.as_str()),
            },
            near_miss: violation.near_miss.clone(),
        }
    }

    /// The fault in one sentence without its path. Untrusted where there is a near miss.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut text = match self.found {
            None => format!("missing; expected {}", self.expected),
            Some(found) => format!("expected {}, found {found}", self.expected),
        };
        if let Some(near) = &self.near_miss {
            text.push_str(&format!("; near miss: '{near}'"));
        }
        text
    }
}

impl DocumentReport {
    /// Everything about a document; parses it once.
    #[must_use]
    pub fn of(row: Row<'_>, rules: &Rules, published: Option<VerdictRow<'_>>) -> Self {
        let tree = row.tree();
        let body = row.body().unwrap_or_default();
        let document = tree.as_ref().map(|tree| Document::new(body, tree));
        let graded = row.grade(rules);
        let judgement = &graded.judgement;
        let facts = row.facts();
        let word = |verdict: Option<Verdict>| verdict.map(Verdict::as_str);
        let is_card = facts.state == State::Card;
        Self {
            address: row.address(),
            host: row.host().to_owned(),
            path: row.path().to_owned(),
            input: row.input_name().to_owned(),
            line: row.line(),
            status: row.status(),
            time: row.time().to_owned(),
            bytes: row.body().map(<[u8]>::len),
            sha256: row.sha256_hex(),
            state: facts.state.as_str(),
            problem: row.problem().map(ToString::to_string),
            name: row.name().to_owned(),
            shape: is_card.then(|| facts.shape().as_str()),
            rules: rules.to_string(),
            route: judgement.route.map(|route| route.as_str()),
            version: judgement.family.map(Family::as_str),
            declared_version: graded.declared_version.clone(),
            unrecognised_version: graded.has_unrecognised_version(),
            trace: graded
                .trace(document, rules)
                .into_iter()
                .map(step)
                .collect(),
            verdict: word(judgement.verdict),
            tolerant: word(judgement.tolerant),
            newest: word(judgement.newest),
            alternative: judgement
                .alternative
                .map(|(family, verdict)| AlternativeReport {
                    version: family.as_str(),
                    verdict: verdict.as_str(),
                }),
            schema: graded.schema,
            families: document
                .filter(|_| is_card)
                .map(|document| families(document, &graded))
                .unwrap_or_default(),
            published: published.map(|published| PublishedReport::of(row, published, &graded)),
            violations: graded.violations.iter().map(ViolationReport::of).collect(),
            notes: super::list::notes(row),
            hidden_count: facts.hidden_count,
            hidden: document
                .filter(|_| facts.hidden_count > 0)
                .map(hidden_places)
                .unwrap_or_default(),
        }
    }
}

fn step(step: RuleStep) -> StepReport {
    StepReport {
        rule: step.rule.number(),
        summary: step.rule.topic().summary,
        reached: step.reached,
        fired: step.fired,
        evidence: step.evidence,
    }
}

fn families(document: Document<'_>, graded: &Graded) -> Vec<FamilyReport> {
    let report = |family: Family| {
        let schema = specification().schema(family);
        let outcome = graded.facts.outcome(family);
        let source = &schema.source;
        FamilyReport {
            version: family.as_str(),
            schema: schema.file,
            source: format!("{} {} {}", source.repository, source.tag, source.path),
            verdict: Verdict::from_pass(outcome.passes()).as_str(),
            violation_count: outcome.violation_count,
            violations: violations(document.root(), family)
                .iter()
                .map(ViolationReport::of)
                .collect(),
        }
    };
    Family::ALL.into_iter().map(report).collect()
}

impl PublishedReport {
    fn of(row: Row<'_>, published: VerdictRow<'_>, graded: &Graded) -> Self {
        let differing = differing_columns(published, graded);
        let columns = Column::COMPARED.into_iter();
        Self {
            line: published.line(),
            agrees: Agreement::of(Some(published), &graded.judgement) == Agreement::Agrees,
            columns: columns
                .filter(|&column| published.has(column))
                .map(|column| PublishedColumn {
                    column: column.name(),
                    published: published.text(column).to_owned(),
                    computed: computed_text(column, row, graded),
                    differs: differing.contains(&column),
                })
                .collect(),
            extras: published
                .extras()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
        }
    }
}

fn hidden_places(document: Document<'_>) -> Vec<HiddenReport> {
    let mut found = Vec::new();
    for node in document.nodes() {
        let key = node.key();
        let text = node.text();
        for (text, in_key) in [(key, true), (text, false)] {
            for hidden in text.map(|text| hidden(&text)).unwrap_or_default() {
                if found.len() == HIDDEN_LISTED {
                    return found;
                }
                found.push(hidden_report(node.path().notation(), in_key, hidden));
            }
        }
    }
    found
}

fn hidden_report(path: String, in_key: bool, hidden: Hidden) -> HiddenReport {
    HiddenReport {
        path,
        in_key,
        kind: hidden.kind.name(),
        name: hidden.name.into_owned(),
        count: hidden.count,
        decoded: hidden.decoded,
    }
}

/// Writes a report as JSON.
///
/// # Errors
/// When the writer refuses.
pub fn write_json(report: &DocumentReport, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}

#[cfg(test)]
mod tests;
