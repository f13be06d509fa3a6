//! The order in which documents are listed.

use super::evaluate::Scope;
use super::key::Key;
use super::nearest::nearest;
use super::outside::Published;
use super::selection::Selection;
use super::tally::leading;
use super::word::Judged;
use crate::census::Verdict;
use crate::corpus::{DocumentId, Row};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// What documents are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SortKey {
    /// Host, as text.
    Host,
    /// Path, as text.
    Path,
    /// The card's name, as text.
    Name,
    /// The declared version, as text.
    Declared,
    /// Route, in the order of reports.
    Route,
    /// Family, oldest first.
    Version,
    /// Computed verdict, valid first.
    Verdict,
    /// Published verdict, valid first.
    Published,
    /// Verdict under the family not assigned, valid first.
    Alternative,
    /// Tolerant verdict, valid first.
    Tolerant,
    /// Verdict under 1.0, valid first.
    Newest,
    /// Whether published and computed differ, agreeing first.
    Agree,
    /// Number of violations.
    Faults,
    /// Size of the body.
    Bytes,
    /// HTTP status.
    Status,
    /// Number of hidden characters.
    Hidden,
    /// What the body turned out to be.
    State,
    /// Generation of the keys, newest first.
    Shape,
    /// Position in the corpus.
    Line,
    /// Marked first.
    Mark,
    /// The person's own reading, as text.
    Reading,
}

const NAMES: [(&str, SortKey); 21] = [
    ("host", SortKey::Host),
    ("path", SortKey::Path),
    ("name", SortKey::Name),
    ("declared", SortKey::Declared),
    ("route", SortKey::Route),
    ("version", SortKey::Version),
    ("verdict", SortKey::Verdict),
    ("published", SortKey::Published),
    ("alt", SortKey::Alternative),
    ("tolerant", SortKey::Tolerant),
    ("newest", SortKey::Newest),
    ("agree", SortKey::Agree),
    ("faults", SortKey::Faults),
    ("bytes", SortKey::Bytes),
    ("status", SortKey::Status),
    ("hidden", SortKey::Hidden),
    ("state", SortKey::State),
    ("shape", SortKey::Shape),
    ("line", SortKey::Line),
    ("mark", SortKey::Mark),
    ("reading", SortKey::Reading),
];

/// Names under which a list or a verdict file knows the same.
const ALIASES: [(&str, SortKey); 9] = [
    ("address", SortKey::Host),
    ("document", SortKey::Host),
    ("size", SortKey::Bytes),
    ("version_source", SortKey::Route),
    ("declared_version", SortKey::Declared),
    ("valid", SortKey::Verdict),
    ("tolerant_valid", SortKey::Tolerant),
    ("alternative_valid", SortKey::Alternative),
    ("valid_newest", SortKey::Newest),
];

impl SortKey {
    /// The key with this name, or with another name that queries, lists or verdict files use.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let of_query = || Key::from_name(name).map(Key::as_str);
        let find = |name: &str| NAMES.iter().find(|(known, _)| *known == name);
        find(name)
            .or_else(|| find(of_query()?))
            .or_else(|| ALIASES.iter().find(|(alias, _)| *alias == name))
            .map(|(_, key)| *key)
    }

    /// Every key, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.into_iter().map(|(_, key)| key)
    }

    /// Its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let known = NAMES.iter().find(|(_, key)| *key == self);
        known.map_or("", |(name, _)| name)
    }
}

/// Which end comes first. Documents without a value come last either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }
}

/// Keys by which documents are sorted, the most important first; documents equal in all of them
/// stay in corpus order. Without keys that is the order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sort {
    /// Keys and directions.
    pub keys: Vec<(SortKey, Direction)>,
}

/// A name that is no key to sort by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortError {
    /// As it was given.
    pub found: String,
    /// Byte offset within the text.
    pub offset: usize,
    /// What may have been meant.
    pub suggestion: Option<&'static str>,
}

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        write!(f, "cannot sort by '{}'", self.found)?;
        if let Some(suggestion) = self.suggestion {
            write!(f, "; did you mean '{suggestion}'?")?;
        }
        write!(f, " Expected {names}, each with '-' before it to reverse")
    }
}

impl std::error::Error for SortError {}

impl Sort {
    /// Makes a key the most important one; when it is that already, reverses it.
    pub fn lead_with(&mut self, key: SortKey) {
        let direction = match self.keys.first() {
            Some((first, direction)) if *first == key => direction.reversed(),
            _ => Direction::Ascending,
        };
        self.keys.retain(|(known, _)| *known != key);
        self.keys.insert(0, (key, direction));
    }

    /// Whether documents stay in corpus order.
    #[must_use]
    pub fn is_corpus_order(&self) -> bool {
        matches!(
            self.keys.first(),
            None | Some((SortKey::Line, Direction::Ascending))
        )
    }
}

impl FromStr for Sort {
    type Err = SortError;

    /// Reads `host,-bytes`.
    fn from_str(text: &str) -> Result<Self, SortError> {
        let mut keys: Vec<(SortKey, Direction)> = Vec::new();
        let mut offset = 0;
        for part in text.split(',') {
            let name = part.trim();
            let (direction, name) = match name.strip_prefix('-') {
                Some(name) => (Direction::Descending, name),
                None => (Direction::Ascending, name),
            };
            match SortKey::from_name(name) {
                Some(key) if keys.iter().all(|(known, _)| *known != key) => {
                    keys.push((key, direction));
                }
                Some(_) => {}
                None if name.is_empty() && text.trim().is_empty() => {}
                None => {
                    let others = ALIASES
                        .iter()
                        .chain(&[("alternative", SortKey::Alternative)]);
                    let names = NAMES.iter().chain(others).map(|(name, _)| *name);
                    return Err(SortError {
                        found: name.to_owned(),
                        offset,
                        suggestion: nearest(name, names, 1).first().copied(),
                    });
                }
            }
            offset += part.len() + 1;
        }
        Ok(Self { keys })
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<String> = self
            .keys
            .iter()
            .map(|(key, direction)| match direction {
                Direction::Ascending => key.as_str().to_owned(),
                Direction::Descending => format!("-{}", key.as_str()),
            })
            .collect();
        f.pad(&keys.join(","))
    }
}

/// A key's values, one per document to be sorted.
enum Column<'a> {
    Numbers(Vec<Option<u64>>),
    /// Beside each text its first bytes as a number, which decides most comparisons.
    Texts(Vec<(u64, &'a str)>),
}

/// The documents of a selection in an order.
#[must_use]
pub fn sort(scope: Scope<'_>, selection: &Selection, order: &Sort) -> Vec<DocumentId> {
    let documents: Vec<DocumentId> = selection.iter().collect();
    if order.is_corpus_order() {
        return documents;
    }
    let columns: Vec<(Column<'_>, Direction)> = order
        .keys
        .iter()
        .map(|&(key, direction)| (column(scope, &documents, key), direction))
        .collect();
    let mut positions: Vec<u32> = (0..documents.len() as u32).collect();
    positions.sort_unstable_by(|&left, &right| {
        let orders = columns.iter().map(|(column, direction)| {
            compare(column, *direction, (left as usize, right as usize))
        });
        let decided = orders.into_iter().find(|order| order.is_ne());
        decided.unwrap_or(Ordering::Equal).then(left.cmp(&right))
    });
    positions
        .into_iter()
        .map(|at| documents[at as usize])
        .collect()
}

fn compare(column: &Column<'_>, direction: Direction, (left, right): (usize, usize)) -> Ordering {
    let directed = |order: Ordering| match direction {
        Direction::Ascending => order,
        Direction::Descending => order.reverse(),
    };
    match column {
        Column::Numbers(numbers) => match (numbers[left], numbers[right]) {
            (Some(left), Some(right)) => directed(left.cmp(&right)),
            (left, right) => left.is_none().cmp(&right.is_none()),
        },
        Column::Texts(texts) => match (texts[left], texts[right]) {
            ((_, ""), (_, right)) => Ordering::Equal.then(if right.is_empty() {
                Ordering::Equal
            } else {
                Ordering::Greater
            }),
            (_, (_, "")) => Ordering::Less,
            (left, right) => directed(left.cmp(&right)),
        },
    }
}

fn column<'a>(scope: Scope<'a>, documents: &[DocumentId], key: SortKey) -> Column<'a> {
    let text: Option<fn(&Row<'a>) -> &'a str> = match key {
        SortKey::Host => Some(|row| row.host()),
        SortKey::Path => Some(|row| row.path()),
        SortKey::Name => Some(|row| row.name()),
        SortKey::Declared => Some(|row| row.protocol_version()),
        _ => None,
    };
    let texts = |text: &dyn Fn(DocumentId) -> &'a str| {
        Column::Texts(
            documents
                .iter()
                .map(|&id| {
                    let text = text(id);
                    (leading(text), text)
                })
                .collect(),
        )
    };
    if key == SortKey::Reading {
        return texts(&|id| scope.outside.reading(id).unwrap_or_default());
    }
    if let Some(text) = text {
        return texts(&|id| text(&scope.corpus.row(id)));
    }
    Column::Numbers(
        documents
            .iter()
            .map(|&id| {
                let row = scope.corpus.row(id);
                number(&Judged::new(row, scope.rules, scope.outside), key)
            })
            .collect(),
    )
}

fn number(document: &Judged<'_>, key: SortKey) -> Option<u64> {
    let judgement = &document.judgement;
    let row = &document.row;
    let facts = row.facts();
    let of = |verdict: Option<Verdict>| verdict.map(|verdict| verdict as u64);
    match key {
        SortKey::Route => judgement.route.map(|route| route as u64),
        SortKey::Version => judgement.family.map(|family| family as u64),
        SortKey::Verdict => of(judgement.verdict),
        SortKey::Published => match document.outside.published(row.id()) {
            Published::Given(verdict) => of(Some(verdict)),
            Published::Blank | Published::NoRow => None,
        },
        SortKey::Alternative => of(judgement.alternative.map(|(_, verdict)| verdict)),
        SortKey::Tolerant => of(judgement.tolerant),
        SortKey::Newest => of(judgement.newest),
        SortKey::Agree => document
            .outside
            .agreement(row.id(), judgement)
            .map(|agrees| u64::from(!agrees)),
        SortKey::Faults => judgement
            .family
            .map(|family| u64::from(facts.outcome(family).violation_count)),
        SortKey::Bytes => row.body().map(|body| body.len() as u64),
        SortKey::Status => row.status().map(u64::from),
        SortKey::Hidden => Some(u64::from(facts.hidden_count)),
        SortKey::State => Some(facts.state as u64),
        SortKey::Shape => (facts.state == crate::census::State::Card).then(|| facts.shape() as u64),
        SortKey::Line => Some(u64::from(row.id().0)),
        SortKey::Mark => Some(u64::from(!document.outside.is_marked(row.id()))),
        SortKey::Host | SortKey::Path | SortKey::Name | SortKey::Declared | SortKey::Reading => {
            None
        }
    }
}
