//! When two JSON values mean the same.
//!
//! Strings are equal by meaning (escapes resolved), numbers only as written, objects whatever the
//! order of their keys. Nothing here goes through `f64`, and nothing recurses.

use crate::card::{Document, Node, decode_string_bytes};
use crate::spec::JsonType;
use std::borrow::Cow;
use std::collections::HashMap;

/// Stands in a meaning for a surrogate without its partner; no UTF-8 text holds this byte, so an
/// escaped backslash before `ud800` never equals the surrogate `\ud800`.
const LONE: u8 = 0xFE;

/// What the inside of a JSON string means, as bytes to compare and to hash, never to show.
pub(super) fn meaning(raw: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', raw).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        let (plain, escape) = rest.split_at(at);
        out.extend_from_slice(plain);
        let (used, lone) = escape_at(escape);
        let (escape, behind) = escape.split_at(used.min(escape.len()));
        match lone {
            Some(unit) => {
                out.push(LONE);
                out.extend_from_slice(&unit.to_be_bytes());
            }
            None => out.extend_from_slice(&decode_string_bytes(escape)),
        }
        rest = behind;
    }
    out.extend_from_slice(rest);
    Cow::Owned(out)
}

/// Bytes of the escape (or pair of them) at the start, and the surrogate that it is without its
/// partner.
fn escape_at(escape: &[u8]) -> (usize, Option<u16>) {
    match unit(escape) {
        None => (2, None),
        Some(high @ 0xD800..0xDC00) => match escape.get(6..).and_then(unit) {
            Some(0xDC00..0xE000) => (12, None),
            _ => (6, Some(high)),
        },
        Some(low @ 0xDC00..0xE000) => (6, Some(low)),
        Some(_) => (6, None),
    }
}

/// The UTF-16 unit of a `\uXXXX` at the start.
fn unit(escape: &[u8]) -> Option<u16> {
    let hex = escape.get(..6)?.strip_prefix(b"\\u")?;
    hex.iter().try_fold(0, |unit, &byte| {
        Some(unit * 16 + (byte as char).to_digit(16)? as u16)
    })
}

/// What a value that holds no other is compared by: a string's meaning, any other's bytes.
pub(super) fn scalar<'a>(node: Node<'a>) -> Cow<'a, [u8]> {
    let raw = node.raw();
    match node.kind() {
        JsonType::String => meaning(raw.get(1..raw.len() - 1).unwrap_or_default()),
        _ => Cow::Borrowed(raw),
    }
}

/// What a member's key is compared by.
pub(super) fn key<'a>(node: Node<'a>) -> Cow<'a, [u8]> {
    meaning(node.raw_key().unwrap_or_default())
}

/// Gives equal numbers to values that mean the same, and only to them.
#[derive(Debug, Default)]
pub(super) struct Classes<'a> {
    scalars: HashMap<(JsonType, Cow<'a, [u8]>), u32>,
    keys: HashMap<Cow<'a, [u8]>, u32>,
    /// By what is in them; the first number tells objects from arrays.
    containers: HashMap<Vec<u32>, u32>,
    count: u32,
}

impl<'a> Classes<'a> {
    /// The class of a value; reads its whole subtree.
    pub(super) fn of(&mut self, node: Node<'a>) -> u32 {
        let document: Document<'a> = node.document();
        let start = node.id().0;
        let length = (node.subtree_end().0 - start) as usize;
        // Children stand behind their parents, so backwards every child has its class in time.
        let mut classes = vec![0; length];
        for offset in (0..length).rev() {
            let id = crate::card::NodeId(start + offset as u32);
            let value = document.node(id);
            classes[offset] = if value.is_container() {
                self.container(value, |child| classes[(child.id().0 - start) as usize])
            } else {
                let entry = self.scalars.entry((value.kind(), scalar(value)));
                *entry.or_insert_with(|| next(&mut self.count))
            };
        }
        classes.first().copied().unwrap_or_default()
    }

    fn container(&mut self, value: Node<'a>, class_of: impl Fn(Node<'a>) -> u32) -> u32 {
        let mut content = vec![u32::from(value.kind() == JsonType::Object)];
        if value.kind() == JsonType::Array {
            content.extend(value.children().map(class_of));
        } else {
            let mut members: Vec<_> = value
                .children()
                .map(|child| {
                    let known = self.keys.len() as u32;
                    let key = *self.keys.entry(key(child)).or_insert(known);
                    (key, class_of(child))
                })
                .collect();
            // Stable: of duplicate keys the last counts, so their order is part of the meaning.
            members.sort_by_key(|&(key, _)| key);
            content.extend(members.into_iter().flat_map(|(key, class)| [key, class]));
        }
        let entry = self.containers.entry(content);
        *entry.or_insert_with(|| next(&mut self.count))
    }
}

fn next(count: &mut u32) -> u32 {
    *count += 1;
    *count
}

/// Whether two documents mean the same: equal but for white space, escapes and the order of keys.
#[must_use]
pub fn equal_in_meaning(left: Document<'_>, right: Document<'_>) -> bool {
    let mut classes = Classes::default();
    classes.of(left.root()) == classes.of(right.root())
}

/// Whether two JSON numbers have the same value, decided on their digits: `1`, `1.0` and `10e-1`
/// do. False where an exponent has more digits than can be reckoned with (18), unless the value
/// is zero or the text the same.
#[must_use]
pub fn equal_in_value(left: &[u8], right: &[u8]) -> bool {
    left == right
        || matches!((Decimal::read(left), Decimal::read(right)),
            (Some(left), Some(right)) if left == right)
}

/// A number without a way to write it twice: `0.d₁d₂… × 10^exponent`, no zero at either end.
#[derive(PartialEq, Eq)]
struct Decimal {
    is_negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    fn read(text: &[u8]) -> Option<Self> {
        let (is_negative, text) = match text.strip_prefix(b"-") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, power) = match text.iter().position(|byte| matches!(byte, b'e' | b'E')) {
            Some(at) => (text.get(..at)?, text.get(at + 1..)?),
            None => (text, &b"0"[..]),
        };
        let (whole, fraction) = match memchr::memchr(b'.', mantissa) {
            Some(at) => (mantissa.get(..at)?, mantissa.get(at + 1..)?),
            None => (mantissa, &b""[..]),
        };
        let all: Vec<u8> = [whole, fraction].concat();
        let Some(first) = all.iter().position(|&digit| digit != b'0') else {
            return Some(Self {
                is_negative: false,
                digits: Vec::new(),
                exponent: 0,
            });
        };
        let last = all.iter().rposition(|&digit| digit != b'0')?;
        let point = i64::try_from(whole.len()).ok()? - i64::try_from(first).ok()?;
        Some(Self {
            is_negative,
            digits: all.get(first..=last)?.to_vec(),
            exponent: exponent(power)?.checked_add(point)?,
        })
    }
}

fn exponent(text: &[u8]) -> Option<i64> {
    let (sign, digits) = match text.first()? {
        b'-' => (-1, text.get(1..)?),
        b'+' => (1, text.get(1..)?),
        _ => (1, text),
    };
    let significant = digits.iter().position(|&digit| digit != b'0');
    let digits = significant.map_or(&b""[..], |at| digits.get(at..).unwrap_or_default());
    (digits.len() <= 18).then(|| {
        digits
            .iter()
            .fold(0, |value: i64, &digit| value * 10 + i64::from(digit - b'0'))
            * sign
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Tree;

    fn equal(left: &str, right: &str) -> bool {
        let trees = [left, right].map(|text| Tree::from_bytes(text.as_bytes()).expect("JSON"));
        equal_in_meaning(
            Document::new(left.as_bytes(), &trees[0]),
            Document::new(right.as_bytes(), &trees[1]),
        )
    }

    #[test]
    fn white_space_escapes_and_key_order_mean_nothing() {
        assert!(equal(
            r#"{"a":1,"b":["x"]}"#,
            r#"{ "b":["\u0078"], "\u0061":1 }"#
        ));
        assert!(!equal("[1,2]", "[2,1]"));
        assert!(!equal("1", "1.0"));
        assert!(!equal("{}", "[]"));
        assert!(!equal(r#""""#, "null"));
        assert!(!equal(r#"{"a":1,"a":2}"#, r#"{"a":2,"a":1}"#));
    }

    #[test]
    fn a_lone_surrogate_equals_itself_and_not_the_text_of_its_escape() {
        assert!(equal(r#""\ud800""#, r#""\uD800""#));
        assert!(!equal(r#""\ud800""#, r#""\\ud800""#));
        assert!(!equal(r#""\ud800\\ud800""#, r#""\\ud800\ud800""#));
        assert!(equal(r#""\ud83d\ude00""#, r#""😀""#));
        assert!(equal(r#""\ud800\ud83d\ude00\n""#, r#""\ud800😀\u000a""#));
    }

    #[test]
    fn numbers_are_equal_in_value_whatever_their_spelling() {
        for (left, right, expected) in [
            ("1", "1.0", true),
            ("1", "10e-1", true),
            ("100", "1E+2", true),
            ("-0", "0e99999999999999999999", true),
            ("0.10", "1e-1", true),
            ("-1", "1", false),
            ("9007199254740993", "9007199254740992", false),
            ("9007199254740993", "9007199254740993.0", true),
            ("1e400", "1e401", false),
            ("1e400", "10e399", true),
            ("1e99999999999999999999", "10e99999999999999999998", false),
            ("12", "1200e-2", true),
            ("1e000000000000000000002", "100", true),
        ] {
            let found = equal_in_value(left.as_bytes(), right.as_bytes());
            assert_eq!(found, expected, "{left} {right}");
        }
    }

    #[test]
    fn deep_documents_are_compared_without_recursion() {
        let deep = |core: &str| format!("{}{core}{}", "[".repeat(50_000), "]".repeat(50_000));
        assert!(equal(&deep("1"), &deep("1")));
        assert!(!equal(&deep("1"), &deep("2")));
    }
}
