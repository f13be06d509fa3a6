//! The published verdict and the computed one, side by side.

use super::cell::{Fault, FaultKind, is_empty_word};
use super::columns::Column;
use super::join::Join;
use super::verdicts::VerdictRow;
use crate::census::{Graded, Judgement, Rules, Verdict, Violation};
use crate::corpus::{Corpus, Row, hex};
use serde::{Serialize, Serializer};
use std::thread;

/// Whether what is published of a document is what is computed of it: route, family and verdict
/// are equal, unclassified included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agreement {
    /// All three are equal, as far as the file has them.
    Agrees,
    /// One of the three differs.
    Disagrees,
    /// Nothing is published of the document.
    NoRow,
}

impl Agreement {
    /// Every agreement, in the order reports list them.
    pub const ALL: [Self; 3] = [Self::Agrees, Self::Disagrees, Self::NoRow];

    /// Its name in queries and on screen.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Disagrees => "disagrees",
            Self::NoRow => "no-row",
        }
    }

    /// Compares a row with a judgement; reads no document.
    #[must_use]
    pub fn of(row: Option<VerdictRow<'_>>, judgement: &Judgement) -> Self {
        let Some(row) = row else {
            return Self::NoRow;
        };
        let differs = row.route().differs_from(judgement.route.as_ref())
            || row.family().differs_from(judgement.family.as_ref())
            || row.verdict().differs_from(judgement.verdict.as_ref());
        if differs {
            Self::Disagrees
        } else {
            Self::Agrees
        }
    }
}

impl std::fmt::Display for Agreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// Which row or document is meant. All text is untrusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowReference {
    /// Its host; empty where there is none.
    pub host: String,
    /// Its path; empty where there is none.
    pub path: String,
    /// Digest in lower-case hex, of a row as written; empty where there is none.
    pub sha256: String,
    /// Line in its file, or number of its element, from 1.
    pub line: u64,
}

impl RowReference {
    fn of_row(row: VerdictRow<'_>) -> Self {
        let digest = row.sha256().value();
        Self {
            host: row.host(),
            path: row.path().into_owned(),
            sha256: digest.map_or_else(
                || row.text(Column::Sha256).to_owned(),
                |digest| hex(&digest),
            ),
            line: row.line(),
        }
    }

    fn of_document(row: Row<'_>) -> Self {
        Self {
            host: row.host().to_owned(),
            path: row.path().to_owned(),
            sha256: row.sha256_hex(),
            line: row.line(),
        }
    }
}

/// One value that differs. All text is untrusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The document's host; empty when unknown.
    pub host: String,
    /// The document's path; empty when unknown.
    pub path: String,
    /// Digest of its body in lower-case hex; empty where there is none.
    pub sha256: String,
    /// Name of the column.
    pub column: &'static str,
    /// What the file says, as written; may be empty.
    pub published: String,
    /// What is computed, as a verdict file writes it; may be empty.
    pub computed: String,
}

/// Number of differing rows for each compared column, in the order of a verdict file. A column
/// that the file does not have is not compared and not listed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ByColumn(pub Vec<(Column, usize)>);

impl ByColumn {
    /// Number of rows that differ in a column; `None` where it is not compared.
    #[must_use]
    pub fn get(&self, column: Column) -> Option<usize> {
        let found = self.0.iter().find(|(known, _)| *known == column);
        found.map(|(_, count)| *count)
    }
}

impl Serialize for ByColumn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(column, count)| (column.name(), count)))
    }
}

/// A verdict file held against a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AgreementReport {
    /// Rows of the file.
    pub rows: usize,
    /// Rows that belong to a document.
    pub joined: usize,
    /// Joined rows whose route, version and verdict are the computed ones.
    pub agree: usize,
    /// Differences in each column, the deciding three included.
    pub by_column: ByColumn,
    /// Every difference of every joined row, in the order of the corpus and of the columns.
    pub disagree: Vec<Difference>,
    /// Rows that no document fits.
    pub rows_without_document: Vec<RowReference>,
    /// Documents that no row belongs to.
    pub documents_without_row: Vec<RowReference>,
    /// Rows whose documents are all taken by earlier rows.
    pub duplicate_rows: Vec<RowReference>,
    /// Rows that fit several different documents.
    pub ambiguous_rows: Vec<RowReference>,
}

/// What one document's row comes to.
#[derive(Default)]
struct Tally {
    agree: usize,
    counts: [usize; Column::ALL.len()],
    differences: Vec<Difference>,
}

/// Compares every joined row with what is computed of its document. Bodies are read again, on all
/// cores, where the file lists violations or declared versions.
#[must_use]
pub fn agreement(corpus: &Corpus, join: &Join, rules: &Rules) -> AgreementReport {
    let pairs: Vec<_> = join.joined().collect();
    let tallies = tally_all(corpus, &pairs, rules);
    let compared = compared_columns(join);
    let mut counts: Vec<(Column, usize)> = compared.iter().map(|&column| (column, 0)).collect();
    let (mut agree, mut disagree) = (0, Vec::new());
    for tally in tallies {
        agree += tally.agree;
        for (column, count) in &mut counts {
            *count += tally.counts[*column as usize];
        }
        disagree.extend(tally.differences);
    }
    AgreementReport {
        rows: join.file().len(),
        joined: pairs.len(),
        agree,
        by_column: ByColumn(counts),
        disagree,
        rows_without_document: join
            .rows_without_document()
            .map(RowReference::of_row)
            .collect(),
        documents_without_row: join
            .documents_without_row()
            .map(|id| RowReference::of_document(corpus.row(id)))
            .collect(),
        duplicate_rows: join.duplicate_rows().map(RowReference::of_row).collect(),
        ambiguous_rows: join.ambiguous_rows().map(RowReference::of_row).collect(),
    }
}

fn compared_columns(join: &Join) -> Vec<Column> {
    let all = Column::COMPARED.into_iter();
    all.filter(|column| join.file().has(*column)).collect()
}

type Pair<'j> = (crate::corpus::DocumentId, VerdictRow<'j>);

/// Tallies in the order of the pairs, a part per core.
fn tally_all(corpus: &Corpus, pairs: &[Pair<'_>], rules: &Rules) -> Vec<Tally> {
    const WORTH_A_THREAD: usize = 2_000;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let part = pairs.len().div_ceil(cores).max(WORTH_A_THREAD);
    let tally = |pairs: &[Pair<'_>]| {
        let mut tally = Tally::default();
        for (id, row) in pairs {
            tally.add(corpus.row(*id), *row, rules);
        }
        tally
    };
    let mut parts = pairs.chunks(part);
    let first = parts.next().unwrap_or_default();
    thread::scope(|scope| {
        let others: Vec<_> = parts.map(|part| scope.spawn(move || tally(part))).collect();
        let mut tallies = vec![tally(first)];
        tallies.extend(
            others
                .into_iter()
                .map(|other| other.join().expect("comparing does not panic")),
        );
        tallies
    })
}

impl Tally {
    fn add(&mut self, document: Row<'_>, row: VerdictRow<'_>, rules: &Rules) {
        let judgement = document.judgement(rules);
        if Agreement::of(Some(row), &judgement) == Agreement::Agrees {
            self.agree += 1;
        }
        let needs_body = row.has(Column::DeclaredVersion)
            || (row.has(Column::Violations) && !judgement.violated.is_empty());
        let graded = if needs_body {
            document.grade(rules)
        } else {
            bodiless(document, judgement)
        };
        for column in Column::COMPARED {
            if !row.has(column) || !differs(column, row, &graded) {
                continue;
            }
            self.counts[column as usize] += 1;
            self.differences.push(Difference {
                host: document.host().to_owned(),
                path: document.path().to_owned(),
                sha256: document.sha256_hex(),
                column: column.name(),
                published: row.text(column).to_owned(),
                computed: computed_text(column, document, &graded),
            });
        }
    }
}

/// The columns in which a row differs from what is computed of its document, of those that the
/// file has.
#[must_use]
pub fn differing_columns(row: VerdictRow<'_>, graded: &Graded) -> Vec<Column> {
    Column::COMPARED
        .into_iter()
        .filter(|&column| row.has(column) && differs(column, row, graded))
        .collect()
}

/// What is said of a document as far as its body need not be read.
fn bodiless(document: Row<'_>, judgement: Judgement) -> Graded {
    let schema = judgement.family.map_or("", |family| {
        crate::spec::specification().schema(family).file
    });
    Graded {
        facts: *document.facts(),
        judgement,
        declared_version: String::new(),
        violations: Vec::new(),
        schema,
    }
}

/// Whether a row and a document differ in a column that the file has.
fn differs(column: Column, row: VerdictRow<'_>, graded: &Graded) -> bool {
    let judgement = &graded.judgement;
    match column {
        Column::State => row.state().differs_from(Some(&graded.facts.state)),
        Column::Version => row.family().differs_from(judgement.family.as_ref()),
        Column::VersionSource => row.route().differs_from(judgement.route.as_ref()),
        Column::DeclaredVersion => {
            let (published, computed) = (row.text(column), graded.declared_version.as_str());
            published.trim() != computed.trim()
                && !(is_empty_word(published) && computed.trim().is_empty())
        }
        Column::Valid => row.verdict().differs_from(judgement.verdict.as_ref()),
        Column::TolerantValid => row.tolerant().differs_from(judgement.tolerant.as_ref()),
        Column::Violations => violations_differ(&row.violations(), &graded.violations),
        Column::AlternativeVersion => {
            let family = judgement.alternative.map(|(family, _)| family);
            row.alternative_family().differs_from(family.as_ref())
        }
        Column::AlternativeValid => {
            let verdict = judgement.alternative.map(|(_, verdict)| verdict);
            row.alternative_verdict().differs_from(verdict.as_ref())
        }
        Column::ValidNewest => row.newest().differs_from(judgement.newest.as_ref()),
        Column::Schema => {
            let published = row.text(column);
            schema_name(published) != schema_name(graded.schema)
                && !(is_empty_word(published) && graded.schema.is_empty())
        }
        Column::Host | Column::Path | Column::Sha256 => false,
    }
}

/// File name of a schema without folders and extension.
fn schema_name(text: &str) -> String {
    let name = text.trim().rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.to_ascii_lowercase();
    name.strip_suffix(".json").unwrap_or(&name).to_owned()
}

/// Compares as sets; where the file names no kinds, by path only.
fn violations_differ(published: &[Fault], computed: &[Violation]) -> bool {
    let has_kinds = published.iter().all(|fault| fault.kind.is_some());
    let fault = |path: &str, kind: FaultKind| Fault {
        path: path.to_owned(),
        kind: has_kinds.then_some(kind),
    };
    let mut left: Vec<_> = published
        .iter()
        .map(|found| Fault {
            path: found.path.clone(),
            kind: found.kind.filter(|_| has_kinds),
        })
        .collect();
    let mut right: Vec<_> = computed
        .iter()
        .map(|found| fault(&found.path, FaultKind::of(found.kind)))
        .collect();
    for side in [&mut left, &mut right] {
        side.sort();
        side.dedup();
    }
    left != right
}

/// What is computed of a document in a column, as a verdict file writes it.
#[must_use]
pub fn computed_text(column: Column, document: Row<'_>, graded: &Graded) -> String {
    let judgement = &graded.judgement;
    let verdict = |verdict: Option<Verdict>| match verdict {
        Some(Verdict::Valid) => "true".to_owned(),
        Some(Verdict::Invalid) => "false".to_owned(),
        None => String::new(),
    };
    match column {
        Column::Host => document.host().to_owned(),
        Column::Path => document.path().to_owned(),
        Column::Sha256 => document.sha256_hex(),
        Column::State => graded.facts.state.as_str().to_owned(),
        Column::Version => judgement
            .family
            .map_or("", |family| family.as_str())
            .to_owned(),
        Column::VersionSource => judgement
            .route
            .map_or("", |route| route.as_str())
            .to_owned(),
        Column::DeclaredVersion => graded.declared_version.clone(),
        Column::Valid => verdict(judgement.verdict),
        Column::TolerantValid => verdict(judgement.tolerant),
        Column::Violations => {
            let faults = graded.violations.iter();
            let texts: Vec<_> = faults
                .map(|fault| format!("{}:{}", fault.path, fault.kind.as_str()))
                .collect();
            texts.join(";")
        }
        Column::AlternativeVersion => judgement
            .alternative
            .map_or("", |(family, _)| family.as_str())
            .to_owned(),
        Column::AlternativeValid => verdict(judgement.alternative.map(|(_, verdict)| verdict)),
        Column::ValidNewest => verdict(judgement.newest),
        Column::Schema => graded.schema.to_owned(),
    }
}
