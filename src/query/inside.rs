//! Looks into a document itself, parsed at most once for all terms.

use super::glob::{Case, Glob, has_wildcard};
use super::number::Decimal;
use super::term::{Comparison, Literal};
use crate::card::{Document, Node, PathPattern, Tree, parse};
use crate::census::State;
use crate::corpus::Row;
use crate::spec::JsonType;
use std::cmp::Ordering;

/// A document that is parsed when the first term asks for it, into a tree used again and again.
pub(super) struct Inside<'t> {
    row: Row<'t>,
    tree: &'t mut Tree,
    is_parsed: Option<bool>,
}

impl<'t> Inside<'t> {
    pub(super) fn new(row: Row<'t>, tree: &'t mut Tree) -> Self {
        Self {
            row,
            tree,
            is_parsed: None,
        }
    }

    /// The document; `None` where the body is not JSON or not there.
    pub(super) fn document(&mut self) -> Option<Document<'_>> {
        let is_json = matches!(self.row.facts().state, State::Card | State::NotAnObject);
        let body = self.row.body().filter(|_| is_json)?;
        let tree = &mut *self.tree;
        if *self
            .is_parsed
            .get_or_insert_with(|| parse(body, tree).is_ok())
        {
            Some(Document::new(body, self.tree))
        } else {
            None
        }
    }

    /// Whether some value that one of the patterns means is as asked.
    pub(super) fn any_value(
        &mut self,
        patterns: &[PathPattern],
        is_asked: impl Fn(Node<'_>) -> bool,
    ) -> bool {
        self.document().is_some_and(|document| {
            patterns
                .iter()
                .any(|pattern| pattern.select(document).any(&is_asked))
        })
    }

    /// Whether a lower-case text stands in the body, as served or as its strings read.
    pub(super) fn has_text(&mut self, wanted: &str) -> bool {
        let Some(body) = self.row.body() else {
            return false;
        };
        if bytes_contain_ignoring_case(body, wanted) {
            return true;
        }
        if memchr::memchr(b'\\', body).is_none() {
            return false;
        }
        self.document().is_some_and(|document| {
            document.nodes().any(|node| {
                let in_key = node
                    .key()
                    .is_some_and(|key| contains_ignoring_case(&key, wanted));
                in_key
                    || node
                        .text()
                        .is_some_and(|text| contains_ignoring_case(&text, wanted))
            })
        })
    }
}

/// `""`, `[]` or `{}`.
pub(super) fn is_empty_value(node: Node<'_>) -> bool {
    match node.kind() {
        JsonType::String => node.raw() == b"\"\"",
        JsonType::Array | JsonType::Object => node.children().next().is_none(),
        _ => false,
    }
}

/// Whether a lower-case text stands in another, in any case.
pub(super) fn contains_ignoring_case(text: &str, wanted: &str) -> bool {
    bytes_contain_ignoring_case(text.as_bytes(), wanted)
}

fn bytes_contain_ignoring_case(bytes: &[u8], wanted: &str) -> bool {
    if !wanted.is_ascii() {
        return String::from_utf8_lossy(bytes)
            .to_lowercase()
            .contains(wanted);
    }
    let wanted = wanted.as_bytes();
    let Some(&first) = wanted.first() else {
        return true;
    };
    let Some(last_start) = bytes.len().checked_sub(wanted.len()) else {
        return false;
    };
    let starts = &bytes[..=last_start];
    memchr::memchr2_iter(first, first.to_ascii_uppercase(), starts)
        .any(|at| bytes[at..at + wanted.len()].eq_ignore_ascii_case(wanted))
}

/// `path=value`, ready for use.
pub(super) struct PathTest {
    pattern: PathPattern,
    comparison: Comparison,
    wanted: Vec<Wanted>,
}

/// A literal, in all the ways it can be meant.
struct Wanted {
    text: String,
    is_quoted: bool,
    number: Option<Decimal>,
    glob: Option<Glob>,
}

impl PathTest {
    pub(super) fn new(pattern: PathPattern, comparison: Comparison, literals: &[Literal]) -> Self {
        let wanted = literals
            .iter()
            .map(|literal| Wanted {
                text: literal.text.clone(),
                is_quoted: literal.is_quoted,
                number: Decimal::parse(&literal.text).filter(|_| !literal.is_quoted),
                glob: (!literal.is_quoted && has_wildcard(&literal.text))
                    .then(|| Glob::new(&literal.text, Case::Told)),
            })
            .collect();
        Self {
            pattern,
            comparison,
            wanted,
        }
    }

    pub(super) fn fits(&self, document: Document<'_>) -> bool {
        if self.pattern.asks_length() {
            let lengths = self.pattern.lengths(document);
            let numbers = lengths.filter_map(|length| Decimal::parse(&length.to_string()));
            return self.holds(numbers, |length, wanted| {
                wanted.number.as_ref().map(|number| length.cmp(number))
            });
        }
        self.holds(self.pattern.values(document), |node, wanted| {
            wanted.compare(*node)
        })
    }

    /// Applies the comparison to all values there are.
    fn holds<T>(
        &self,
        mut values: impl Iterator<Item = T>,
        compare: impl Fn(&T, &Wanted) -> Option<Ordering>,
    ) -> bool {
        let fits = |value: &T, is_right: fn(Ordering) -> bool| {
            let mut wanted = self.wanted.iter();
            wanted.any(|wanted| compare(value, wanted).is_some_and(is_right))
        };
        if self.comparison == Comparison::NotEqual {
            let mut values = values.peekable();
            return values.peek().is_some() && !values.any(|value| fits(&value, Ordering::is_eq));
        }
        let is_right = match self.comparison {
            Comparison::Equal | Comparison::NotEqual => Ordering::is_eq,
            Comparison::Less => Ordering::is_lt,
            Comparison::AtMost => Ordering::is_le,
            Comparison::More => Ordering::is_gt,
            Comparison::AtLeast => Ordering::is_ge,
        };
        values.any(|value| fits(&value, is_right))
    }
}

impl Wanted {
    /// How a value stands to the literal; `None` when the two cannot be compared.
    fn compare(&self, node: Node<'_>) -> Option<Ordering> {
        match node.kind() {
            JsonType::Number => {
                let number = self.number.as_ref()?;
                let found = Decimal::parse(std::str::from_utf8(node.raw()).ok()?)?;
                Some(found.cmp(number))
            }
            JsonType::String => {
                let text = node.text()?;
                if self.glob.as_ref().is_some_and(|glob| glob.matches(&text)) {
                    return Some(Ordering::Equal);
                }
                let order = (*text).cmp(self.text.as_str());
                // As text "10" stands before "3", which nobody means who wrote a number.
                (order.is_eq() || self.number.is_none()).then_some(order)
            }
            JsonType::Boolean | JsonType::Null if !self.is_quoted => {
                (node.raw() == self.text.as_bytes()).then_some(Ordering::Equal)
            }
            _ => None,
        }
    }
}
