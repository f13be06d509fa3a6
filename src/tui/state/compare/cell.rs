//! What stands in a cell, before it is drawn.

use super::sheet::{Identity, Line, Sheet, Show};
use crate::card::Node;
use crate::census::Verdict;
use crate::inventory::{AxisValue, CardIdentity, Cell, CellKind, RowState};
use crate::output::table::thousands;
use crate::spec::{Family, JsonType};

/// Bytes of a value from which on only its ends are looked at.
const LONG: usize = 4 * 1024;
/// Bytes of each end.
const END: usize = 1024;

/// A cell's content. All text is untrusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The card has no such field.
    Absent,
    /// The field is there, and no more is asked.
    Present,
    /// `null`, `true`, `false` or a number as written.
    Literal(String),
    /// A string in quotes.
    Text(String),
    /// `[]`, `{}`, `[3 items]`, `{2 keys}`.
    Container(String),
    /// Words of this program.
    Plain(String),
    /// Words of this program and a verdict.
    Judged(String, Verdict),
    /// The verdict under each family, in the order of [`Family::ALL`].
    Under([Option<Verdict>; 3]),
    /// Nothing is said in this column.
    Blank,
}

impl Sheet {
    /// What stands in a cell.
    #[must_use]
    pub fn cell(&self, line: Line, column: usize, show: &Show) -> Shown {
        match line {
            Line::Section(_) | Line::Silent(_) => Shown::Blank,
            Line::Identity(identity) => {
                let card = self.comparison.identities().get(column);
                card.map_or(Shown::Blank, |card| identity_cell(card, identity))
            }
            Line::Axis(axis) => {
                let axis = self.comparison.axes().get(axis);
                match axis.and_then(|axis| axis.values.get(column)) {
                    None | Some(AxisValue::Absent) => Shown::Absent,
                    Some(value) => Shown::Plain(value.notation()),
                }
            }
            Line::Field(section, position) => {
                if self.carries(section, position, column) {
                    Shown::Present
                } else {
                    Shown::Absent
                }
            }
            Line::Row(id) => {
                let cell = self.comparison.cell(id, column);
                if show.presence_only && cell.kind() != CellKind::Absent {
                    return Shown::Present;
                }
                let mut shown = value_cell(cell);
                let change = self.comparison.set_change(id, column);
                if let (Shown::Container(text), Some(change)) = (&mut shown, change) {
                    if change.added > 0 {
                        text.push_str(&format!(" +{}", change.added));
                    }
                    if change.gone > 0 {
                        text.push_str(&format!(" -{}", change.gone));
                    }
                }
                shown
            }
        }
    }

    /// Whether a cell differs from the reference's, or the first column's.
    #[must_use]
    pub fn is_changed(&self, line: Line, column: usize) -> bool {
        match line {
            Line::Row(id) => self.comparison.relation(id, column) != RowState::Same,
            Line::Axis(axis) => self.comparison.axes().get(axis).is_some_and(|axis| {
                axis.values.get(column) != axis.values.get(self.comparison.reference())
            }),
            _ => false,
        }
    }

    /// Whether a cell that differs reads as the reference's does, because what differs is inside.
    #[must_use]
    pub fn is_changed_inside(&self, line: Line, column: usize) -> bool {
        matches!(line, Line::Row(id) if self.comparison.differs_inside(id, column)
            && self.comparison.set_change(id, column).is_none_or(|change| change.added + change.gone == 0))
    }

    /// The word before a line's path: how its cells compare.
    #[must_use]
    pub fn state_word(&self, line: Line, show: &Show) -> &'static str {
        match line {
            Line::Row(id) if show.presence_only => {
                if self.comparison.presence(id).count() == self.column_count() {
                    "same"
                } else {
                    "only"
                }
            }
            Line::Row(id) => match self.comparison.row(id).state {
                RowState::Different => "differ",
                other => other.as_str(),
            },
            Line::Axis(axis) => match self.comparison.axes().get(axis) {
                Some(axis) if axis.agree => "agree",
                _ => "differ",
            },
            Line::Section(_) | Line::Silent(_) | Line::Identity(_) | Line::Field(..) => "",
        }
    }
}

fn value_cell(cell: Cell<'_>) -> Shown {
    let Some(node) = cell.node() else {
        return Shown::Absent;
    };
    match node.kind() {
        JsonType::Object => Shown::Container(container(node, ("{", "}"), ("key", "keys"))),
        JsonType::Array => Shown::Container(container(node, ("[", "]"), ("item", "items"))),
        JsonType::String => Shown::Text(quoted(node)),
        JsonType::Number | JsonType::Boolean | JsonType::Null => Shown::Literal(ends(node.raw())),
    }
}

/// `[]` and `{}`, or how many: never to be taken for a value in brackets.
fn container(node: Node<'_>, (open, close): (&str, &str), (one, more): (&str, &str)) -> String {
    match node.child_count() {
        0 => format!("{open}{close}"),
        1 => format!("{open}1 {one}{close}"),
        count => format!("{open}{} {more}{close}", thousands(count as u64)),
    }
}

/// A string in quotes; of a long one both ends, as written.
fn quoted(node: Node<'_>) -> String {
    if node.raw().len() > LONG {
        return ends(node.raw());
    }
    format!("\"{}\"", node.text().unwrap_or_default())
}

/// Bytes as text; of many only both ends, with `…` between them.
fn ends(raw: &[u8]) -> String {
    if raw.len() <= LONG {
        return String::from_utf8_lossy(raw).into_owned();
    }
    let is_inside = |&&byte: &&u8| byte & 0xC0 == 0x80;
    let head = raw.get(..END).unwrap_or_default();
    let cut = head.len() - head.iter().rev().take_while(is_inside).count();
    // A character that goes on beyond the end is left out whole.
    let head = head.get(..cut.saturating_sub(1)).unwrap_or_default();
    let tail = raw.get(raw.len() - END..).unwrap_or_default();
    let skip = tail.iter().take_while(is_inside).count();
    let tail = tail.get(skip..).unwrap_or_default();
    format!(
        "{}…{}",
        String::from_utf8_lossy(head),
        String::from_utf8_lossy(tail)
    )
}

fn identity_cell(card: &CardIdentity, identity: Identity) -> Shown {
    let text = |text: &str| {
        if text.is_empty() {
            Shown::Absent
        } else {
            Shown::Plain(text.to_owned())
        }
    };
    match identity {
        Identity::Path => text(&card.path),
        Identity::Size => {
            let digest: String = card.sha256.chars().take(12).collect();
            let bytes = thousands(card.byte_count as u64);
            Shown::Plain(format!("{bytes}  {digest}").trim_end().to_owned())
        }
        Identity::Shape => match (card.shape, &card.problem) {
            (Some(shape), _) => text(shape.as_str()),
            (None, Some(problem)) => Shown::Plain(format!("no JSON: {problem}")),
            (None, None) => Shown::Plain(card.facts.state.to_string()),
        },
        Identity::Declares => Shown::Plain(declared(card)),
        Identity::Version => card.version.as_deref().map_or(Shown::Absent, text),
        Identity::HeldTo => {
            let Some(route) = card.judgement.route else {
                return Shown::Plain(card.facts.state.to_string());
            };
            let family = card.judgement.family.map(Family::as_str);
            let words = format!("{} {route}", family.unwrap_or_default());
            match card.judgement.verdict {
                Some(verdict) => Shown::Judged(words, verdict),
                None => Shown::Plain(words.trim_start().to_owned()),
            }
        }
        Identity::Under => Shown::Under(Family::ALL.map(|family| card.verdict_under(family))),
    }
}

/// `0.3 at the top; interfaces 1.0, –`.
fn declared(card: &CardIdentity) -> String {
    let declared = &card.declared;
    let mut parts = Vec::new();
    if let Some(version) = &declared.top_level {
        parts.push(format!("{version} at the top"));
    }
    if declared.interfaces.iter().any(Option::is_some) {
        let versions = declared.interfaces.iter();
        let versions: Vec<&str> = versions
            .map(|version| version.as_deref().unwrap_or("–"))
            .collect();
        parts.push(format!("{} per interface", versions.join(", ")));
    }
    if parts.is_empty() {
        return declared.at().as_str().to_owned();
    }
    parts.join("; ")
}
