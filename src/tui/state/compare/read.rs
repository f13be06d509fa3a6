//! The line under the cursor in full: for the part below the lines, for a box, for explanations.

use super::sheet::{Identity, Line, Section, Sheet};
use crate::inventory::{CellKind, RowId, RowState, Step, WordSide, word_difference};
use crate::spec::JsonType;
use crate::spec::explain::{explain_field, nearest_fields};

/// Bytes of a text up to which the part below the lines shows which words differ.
const SHORT: usize = 16 * 1024;
/// Characters of an unchanged stretch that the part below the lines leaves whole.
const STRETCH: usize = 60;

/// A stretch of a text. Untrusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// In both, or not compared.
    Plain(String),
    /// Only in the reference.
    Gone(String),
    /// Only in the other.
    Added(String),
}

/// A line of text, as stretches.
pub type Paragraph = Vec<Stretch>;

fn plain(text: impl Into<String>) -> Paragraph {
    vec![Stretch::Plain(text.into())]
}

/// A paragraph as text, what is gone as `[-…-]`, what is added as `{+…+}`.
#[must_use]
pub fn marked(paragraph: &[Stretch]) -> String {
    let stretches = paragraph.iter().map(|stretch| match stretch {
        Stretch::Plain(text) => text.clone(),
        Stretch::Gone(text) => format!("[-{text}-]"),
        Stretch::Added(text) => format!("{{+{text}+}}"),
    });
    stretches.collect()
}

impl Sheet {
    fn name(&self, column: usize) -> &str {
        let card = self.comparison.identities().get(column);
        card.map(|card| card.name.as_str()).unwrap_or_default()
    }

    /// What the part below the lines says of a line.
    #[must_use]
    pub fn summary_of(&self, line: Line, column: usize) -> Vec<Paragraph> {
        match line {
            Line::Section(section) => vec![plain(section_words(section))],
            Line::Silent(change) => vec![plain(self.silent(change))],
            Line::Identity(identity) => vec![plain(self.identity_words(identity, column))],
            Line::Axis(axis) => match self.comparison.axes().get(axis) {
                None => Vec::new(),
                Some(axis) => {
                    let value = axis.values.get(column).map(|value| value.notation());
                    let lead = if axis.agree {
                        "All agree. What a difference would cost: "
                    } else {
                        ""
                    };
                    vec![
                        plain(format!("{lead}{}", axis.consequence)),
                        plain(format!(
                            "{}: {}",
                            self.name(column),
                            value.unwrap_or_default()
                        )),
                    ]
                }
            },
            Line::Field(section, position) => vec![plain(match section {
                Section::Everywhere => "Every card has it.".to_owned(),
                Section::OnOne => {
                    let mut columns = 0..self.column_count();
                    let carrier = columns.find(|&at| self.carries(section, position, at));
                    format!("Only {} has it.", self.name(carrier.unwrap_or(0)))
                }
                _ => "The specification has it; no card here does.".to_owned(),
            })],
            Line::Row(id) => {
                let mut paragraphs = vec![plain(self.row_words(id))];
                paragraphs.extend(self.values_below(id, column));
                paragraphs
            }
        }
    }

    /// The value under the cursor, and where it differs from the reference's.
    fn values_below(&self, id: RowId, column: usize) -> Vec<Paragraph> {
        let reference = self.comparison.reference();
        let texts = [reference, column].map(|at| self.comparison.cell(id, at));
        let is_short = texts
            .iter()
            .all(|cell| cell.node().is_none_or(|node| node.raw().len() <= SHORT));
        if column != reference
            && is_short
            && self.comparison.relation(id, column) == RowState::Different
            && texts.iter().all(|cell| cell.kind() == CellKind::String)
        {
            let [left, right] = texts.map(|cell| cell.value().unwrap_or_default());
            let mut paragraph = plain(format!(
                "[-{}-] {{+{}+}}: ",
                self.name(reference),
                self.name(column)
            ));
            paragraph.extend(words(&left, &right).into_iter().map(shortened));
            return vec![paragraph];
        }
        let is_same = self.comparison.relation(id, column) == RowState::Same;
        let shown: Vec<usize> = if column == reference || is_same {
            vec![column]
        } else {
            vec![column, reference]
        };
        shown
            .into_iter()
            .map(|at| plain(format!("{}: {}", self.name(at), self.value(id, at, SHORT))))
            .collect()
    }

    /// A value as JSON text, at most so many bytes of it.
    fn value(&self, id: RowId, column: usize, most: usize) -> String {
        let cell = self.comparison.cell(id, column);
        let Some(node) = cell.node() else {
            return "absent".to_owned();
        };
        let raw = node.raw();
        if raw.len() <= most {
            return match node.kind() {
                JsonType::String => format!("\"{}\"", node.text().unwrap_or_default()),
                _ => String::from_utf8_lossy(raw).into_owned(),
            };
        }
        let head = raw.get(..most).unwrap_or_default();
        let head = String::from_utf8_lossy(head);
        format!(
            "{}… ({} bytes in all)",
            head.trim_end_matches('\u{fffd}'),
            raw.len()
        )
    }

    /// State, category, pairing and notes of a row, as a sentence.
    #[must_use]
    pub fn row_words(&self, id: RowId) -> String {
        let row = self.comparison.row(id);
        let mut parts = vec![match row.state {
            RowState::Same => "the same on every card".to_owned(),
            RowState::Different if self.is_opened(id) => {
                "differs in the rows beneath (~ where the cells read alike)".to_owned()
            }
            RowState::Different => "differs".to_owned(),
            RowState::Order => "only the order differs".to_owned(),
            RowState::Type => {
                let mut kinds: Vec<&str> = (0..self.column_count())
                    .map(|column| self.comparison.cell(id, column).kind().as_str())
                    .collect();
                kinds.sort_unstable();
                kinds.dedup();
                format!("of several types: {}", kinds.join(", "))
            }
            RowState::Only => {
                let presence = self.comparison.presence(id);
                format!("on {} of {} cards", presence.count(), self.column_count())
            }
        }];
        parts.push(row.category.label().to_owned());
        if let Some(by) = row.alignment() {
            parts.push(format!("paired by {by}"));
        }
        parts.extend(self.counted_words(id));
        let notes = row.notes;
        let known = [
            (notes.equal_in_value, "equal in value, written otherwise"),
            (notes.keys_reordered, "keys in another order"),
            (notes.items_reordered, "items in another order"),
            (notes.is_capped, "too much to open: compared as one value"),
            (notes.is_set, "compared as a set"),
            (notes.can_switch_pairing, "A pairs it otherwise"),
        ];
        let said = known.into_iter().filter(|(is_so, _)| *is_so);
        parts.extend(said.map(|(_, words)| words.to_owned()));
        parts.join("; ")
    }

    /// Whether a container has its items or members in rows of their own.
    fn is_opened(&self, id: RowId) -> bool {
        self.comparison.row(id).end.0 > id.0 + 1
    }

    /// What the `#2` of a path says, the innermost; `None` without one.
    fn counted_words(&self, id: RowId) -> Option<String> {
        let lineage = self.comparison.lineage(id).into_iter().rev();
        lineage
            .map(|row| self.comparison.row(row).step)
            .find_map(|step| match step {
                Step::Item(index, count) if count > 1 => Some(format!(
                    "#{count}: number {count} of the rows written [{index}]; places are counted on the first card that has the item, so it is another item than in [{index}]"
                )),
                Step::Member(count) if count > 1 => Some(format!(
                    "#{count}: its key stands more than once in the object, and this is number {count}"
                )),
                _ => None,
            })
    }

    fn silent(&self, change: usize) -> String {
        let Some(change) = self.comparison.silent_changes().get(change) else {
            return String::new();
        };
        let version = match &change.version {
            Some(version) => format!("version is '{version}' in both"),
            None => "neither has a version".to_owned(),
        };
        format!(
            "{} and {} are readings of one card and differ, and {version}: a client that caches by version keeps the old one.",
            self.name(change.before),
            self.name(change.after)
        )
    }

    fn identity_words(&self, identity: Identity, column: usize) -> String {
        let Some(card) = self.comparison.identities().get(column) else {
            return String::new();
        };
        let name = &card.name;
        match identity {
            Identity::Path => format!("{name}: served by {} at {}", card.host, card.path),
            Identity::Size => format!("{name}: {} bytes, sha256 {}", card.byte_count, card.sha256),
            Identity::Shape => format!(
                "{name}: read off the top-level keys; 1.0 has supportedInterfaces, 0.x has url and protocolVersion, hybrid has both."
            ),
            Identity::Declares => format!(
                "{name}: declared {}; what a card declares and what its keys are can differ.",
                card.declared.at().as_str()
            ),
            Identity::Version => format!(
                "{name}: version {} of the agent itself, which says nothing of the protocol.",
                card.version.as_deref().unwrap_or("–")
            ),
            Identity::HeldTo => format!(
                "{name}: what the rule makes of it. Valid means that it passes the structural check of that family."
            ),
            Identity::Under => format!(
                "{name}: whether it passes the structural check of each family, whatever it is held to."
            ),
        }
    }

    /// The line in full, for a box.
    #[must_use]
    pub fn whole(&self, line: Line, column: usize) -> Vec<String> {
        let Line::Row(id) = line else {
            let mut paragraphs: Vec<String> = self
                .summary_of(line, column)
                .iter()
                .map(|paragraph| marked(paragraph))
                .collect();
            if let Line::Axis(axis) = line {
                let values = self.comparison.axes().get(axis).map(|axis| &axis.values);
                paragraphs.truncate(1);
                for (at, value) in values.into_iter().flatten().enumerate() {
                    paragraphs.push(String::new());
                    paragraphs.push(format!("{}: {}", self.name(at), value.notation()));
                }
            }
            return paragraphs;
        };
        const MOST: usize = 1 << 20;
        let mut paragraphs = vec![self.row_words(id)];
        for column in 0..self.column_count() {
            paragraphs.push(String::new());
            paragraphs.push(format!("{}:", self.name(column)));
            paragraphs.push(self.value(id, column, MOST));
        }
        let reference = self.comparison.reference();
        let left = self.comparison.cell(id, reference);
        for column in 0..self.column_count() {
            let right = self.comparison.cell(id, column);
            let both = [left, right].map(|cell| cell.kind());
            if self.comparison.relation(id, column) != RowState::Different
                || both != [CellKind::String; 2]
            {
                continue;
            }
            let difference = words(
                &left.value().unwrap_or_default(),
                &right.value().unwrap_or_default(),
            );
            paragraphs.push(String::new());
            paragraphs.push(format!(
                "From {} to {}, [-gone-] and {{+added+}}:",
                self.name(reference),
                self.name(column)
            ));
            paragraphs.push(marked(&difference));
        }
        paragraphs
    }

    /// What the schemas say of the line's field, or what the line means.
    #[must_use]
    pub fn explanation(&self, line: Line, column: usize) -> (String, Vec<String>) {
        let path = match line {
            // A key that stands twice is one field of the specification.
            Line::Row(id) => self.comparison.plain_path(id),
            Line::Field(section, position) => self.field(section, position).to_owned(),
            other => {
                let label = self.label(other);
                return (label, self.whole(other, column));
            }
        };
        let paragraphs = match explain_field(&path) {
            Some(explanation) => explanation.to_string().lines().map(str::to_owned).collect(),
            None => {
                let mut paragraphs =
                    vec!["No pinned schema has this field: it is outside the spec.".to_owned()];
                let near = nearest_fields(&path);
                if !near.is_empty() {
                    paragraphs.push(format!("Near to it: {}.", near.join(", ")));
                }
                paragraphs
            }
        };
        (path, paragraphs)
    }
}

/// The words of two texts as stretches.
fn words(left: &str, right: &str) -> Paragraph {
    let difference = word_difference(left, right);
    let stretch = |piece: &crate::inventory::WordPiece| {
        let text = piece.text(left, right).to_owned();
        match piece.side {
            WordSide::Both => Stretch::Plain(text),
            WordSide::Left => Stretch::Gone(text),
            WordSide::Right => Stretch::Added(text),
        }
    };
    difference.pieces.iter().map(stretch).collect()
}

/// A long unchanged stretch by its ends, so that what changed is in sight.
fn shortened(stretch: Stretch) -> Stretch {
    let Stretch::Plain(text) = &stretch else {
        return stretch;
    };
    let count = text.chars().count();
    if count <= STRETCH {
        return stretch;
    }
    let half = STRETCH / 2;
    let head: String = text.chars().take(half).collect();
    let tail: String = text.chars().skip(count - half).collect();
    Stretch::Plain(format!("{head}…{tail}"))
}

fn section_words(section: Section) -> &'static str {
    match section {
        Section::Cards => "Who the cards are. i explains a line, Enter folds a section.",
        Section::Costs => {
            "Where cards can differ for a client that reads them. Put the cursor on a line to see what the difference costs."
        }
        Section::Fields(_) => {
            "Every field path of this category at every level, in the order served. A path is in the category of its own place in the specification."
        }
        Section::Everywhere => "Field paths that every card has, indexes removed.",
        Section::OnOne => "Field paths that only one of the cards has.",
        Section::Nowhere => {
            "The specification has these fields and no card here does; only the outermost are listed."
        }
    }
}
