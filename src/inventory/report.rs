//! A comparison as a value to be written: the JSON form.

use super::cell::{Cell, CellKind};
use super::comparison::Comparison;
use super::identity::CardIdentity;
use super::row::{RowId, Summary};
use super::{Axis, AxisValue};
use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

/// A comparison as JSON: `cards`, `summary`, `leaves`, `rows`, `axes`, `universal`, `unique`,
/// `unserved`, `silent_changes`. Rows are written as they are reached, not gathered.
#[derive(Clone, Copy, Debug)]
pub struct ComparisonReport<'a>(&'a Comparison);

impl Comparison {
    /// The value that is written as JSON.
    #[must_use]
    pub fn report(&self) -> ComparisonReport<'_> {
        ComparisonReport(self)
    }
}

impl Serialize for ComparisonReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let comparison = self.0;
        let mut map = serializer.serialize_map(None)?;
        let cards: Vec<_> = comparison.identities().iter().map(card).collect();
        map.serialize_entry("cards", &cards)?;
        map.serialize_entry("reference", &comparison.options().reference)?;
        map.serialize_entry("summary", &comparison.summary())?;
        map.serialize_entry("leaves", &comparison.leaf_summary())?;
        map.serialize_entry("categories", &Categories(comparison))?;
        map.serialize_entry("rows", &Rows(comparison))?;
        let axes: Vec<_> = comparison.axes().iter().map(AxisReport::of).collect();
        map.serialize_entry("axes", &axes)?;
        map.serialize_entry("universal", &comparison.universal())?;
        map.serialize_entry("unique", &Unique(comparison))?;
        map.serialize_entry("unserved", &comparison.unserved())?;
        let silent: Vec<_> = comparison
            .silent_changes()
            .iter()
            .map(|change| SilentReport {
                before: change.before,
                after: change.after,
                version: change.version.as_deref(),
            })
            .collect();
        map.serialize_entry("silent_changes", &silent)?;
        map.end()
    }
}

/// One card of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct CardReport<'a> {
    /// What the column is called.
    pub name: &'a str,
    /// Empty when not known.
    pub host: &'a str,
    /// Empty when not known.
    pub path: &'a str,
    /// Size of the exact bytes.
    pub bytes: usize,
    /// Lower-case hex; empty when there is no body.
    pub sha256: &'a str,
    /// `card`, `not-an-object`, `unparseable` or `no-body`.
    pub state: &'static str,
    /// Read off the keys; `null` when it is no card.
    pub shape: Option<&'static str>,
    /// The versions it declares.
    pub declared: DeclaredReport<'a>,
    /// The card's own `version`.
    pub version: Option<&'a str>,
    /// How it came by its family.
    pub route: Option<&'static str>,
    /// The family it is held to.
    pub family: Option<&'static str>,
    /// The verdict under that family.
    pub verdict: Option<&'static str>,
    /// The strict verdict under each family.
    pub verdicts: VerdictsReport,
}

/// The versions of the protocol that a card declares.
#[derive(Clone, Debug, Serialize)]
pub struct DeclaredReport<'a> {
    /// Top-level `protocolVersion`; `null` when absent.
    pub top_level: Option<&'a str>,
    /// Per entry of `supportedInterfaces`; `null` where absent.
    pub interfaces: &'a [Option<String>],
    /// `nowhere`, `top level`, `per interface` or `both`.
    pub at: &'static str,
}

/// Strict verdicts by family; `null` when it is no card.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct VerdictsReport {
    /// Under 0.2.
    #[serde(rename = "0.2")]
    pub v0_2: Option<&'static str>,
    /// Under 0.3.
    #[serde(rename = "0.3")]
    pub v0_3: Option<&'static str>,
    /// Under 1.0.
    #[serde(rename = "1.0")]
    pub v1_0: Option<&'static str>,
}

fn card(identity: &CardIdentity) -> CardReport<'_> {
    use crate::spec::Family;
    let verdict = |family: Family| identity.verdict_under(family).map(|found| found.as_str());
    CardReport {
        name: &identity.name,
        host: &identity.host,
        path: &identity.path,
        bytes: identity.byte_count,
        sha256: &identity.sha256,
        state: identity.facts.state.as_str(),
        shape: identity.shape.map(|shape| shape.as_str()),
        declared: DeclaredReport {
            top_level: identity.declared.top_level.as_deref(),
            interfaces: &identity.declared.interfaces,
            at: identity.declared.at().as_str(),
        },
        version: identity.version.as_deref(),
        route: identity.judgement.route.map(|route| route.as_str()),
        family: identity.judgement.family.map(|family| family.as_str()),
        verdict: identity.judgement.verdict.map(|found| found.as_str()),
        verdicts: VerdictsReport {
            v0_2: verdict(Family::V0_2),
            v0_3: verdict(Family::V0_3),
            v1_0: verdict(Family::V1_0),
        },
    }
}

struct Categories<'a>(&'a Comparison);

impl Serialize for Categories<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use crate::spec::catalogue::Category;
        let summaries: Vec<(&str, Summary)> = Category::ALL
            .into_iter()
            .map(|category| (category.label(), self.0.category_summary(category)))
            .collect();
        serializer.collect_map(summaries)
    }
}

struct Rows<'a>(&'a Comparison);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(None)?;
        for id in self.0.rows() {
            sequence.serialize_element(&self.0.row_report(id))?;
        }
        sequence.end()
    }
}

/// One row of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct RowReport<'a> {
    /// Empty for the document itself.
    pub path: String,
    /// The category of its place in the specification.
    pub category: &'static str,
    /// `same`, `different`, `only`, `type` or `order`.
    pub state: &'static str,
    /// What brought the items of an array into one row; `null` for members.
    pub aligned_by: Option<&'static str>,
    /// Whether the numbers differ as written and not in value.
    pub equal_in_value: bool,
    /// Whether the containers were compared as one value each, not opened.
    pub capped: bool,
    /// In column order.
    pub cells: Vec<CellReport<'a>>,
}

impl Comparison {
    /// One row as it is written in JSON.
    #[must_use]
    pub fn row_report(&self, id: RowId) -> RowReport<'_> {
        let row = self.row(id);
        RowReport {
            path: self.path(id),
            category: row.category.label(),
            state: row.state.as_str(),
            aligned_by: row.alignment(),
            equal_in_value: row.notes.equal_in_value,
            capped: row.notes.is_capped,
            cells: (0..self.column_count())
                .map(|column| CellReport::of(self.cell(id, column)))
                .collect(),
        }
    }
}

/// One cell of a row.
#[derive(Clone, Debug, Serialize)]
pub struct CellReport<'a> {
    /// `absent`, `null`, `bool`, `number`, `string`, `array` or `object`.
    pub kind: &'static str,
    /// A boolean, the meaning of a string, a number's written text as a string; `null` for
    /// absence, `null` and containers.
    pub value: ValueReport<'a>,
    /// Items, members or characters; `null` for what has no length.
    pub len: Option<usize>,
}

/// A cell's value in JSON.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum ValueReport<'a> {
    /// Absence, `null`, a container.
    None,
    /// `true` or `false`.
    Bool(bool),
    /// A string's meaning or a number's text.
    Text(std::borrow::Cow<'a, str>),
}

impl<'a> CellReport<'a> {
    fn of(cell: Cell<'a>) -> Self {
        Self {
            kind: cell.kind().as_str(),
            value: match (cell.kind(), cell.value()) {
                (CellKind::Bool, _) => {
                    ValueReport::Bool(cell.node().is_some_and(|node| node.is_true()))
                }
                (CellKind::Number | CellKind::String, Some(text)) => ValueReport::Text(text),
                _ => ValueReport::None,
            },
            len: cell.len(),
        }
    }
}

#[derive(Serialize)]
struct AxisReport<'a> {
    key: &'static str,
    label: &'static str,
    values: &'a [AxisValue],
    agree: bool,
    consequence: &'static str,
}

impl<'a> AxisReport<'a> {
    fn of(axis: &'a Axis) -> Self {
        Self {
            key: axis.key,
            label: axis.label,
            values: &axis.values,
            agree: axis.agree,
            consequence: axis.consequence,
        }
    }
}

struct Unique<'a>(&'a Comparison);

impl Serialize for Unique<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unique = self.0.unique();
        let mut map = serializer.serialize_map(Some(unique.len()))?;
        for (path, column) in &unique {
            let name = self.0.identities().get(*column).map(|card| &card.name);
            map.serialize_entry(path, &name)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct SilentReport<'a> {
    before: usize,
    after: usize,
    version: Option<&'a str>,
}
