//! Terms made ready to be held against many documents.

use super::fuzzy::is_subsequence;
use super::glob::{Case, Glob};
use super::inside::{Inside, PathTest, contains_ignoring_case};
use super::key::{Key, Syntax};
use super::range::NumberRange;
use super::syntax::field_slots;
use super::term::{Condition, Term, Word};
use super::word::{Judged, field_bits, slots, slots_of};
use crate::card::PathPattern;
use crate::corpus::hex;
use crate::spec::JsonType;

/// A term ready for use.
pub(super) struct Test {
    pub(super) is_excluded: bool,
    pub(super) reads_bodies: bool,
    /// The bit of the key it is about; terms without a key share the highest one.
    pub(super) group: u64,
    question: Question,
}

/// The group of terms that no pane is about.
const NO_KEY: u64 = 1 << 63;

/// The bit of a key in a set of groups.
pub(super) fn group_of(key: Key) -> u64 {
    1 << key as u32
}

enum Question {
    Slots(Key, u64),
    /// Slots of any kind of violation, and of one kind each.
    Fields(u64, Vec<(u64, String)>),
    Numbers(Key, Vec<NumberRange>, IfNone),
    Globs(Key, Vec<Glob>, IfNone),
    Digests(Vec<String>, IfNone),
    Near(Vec<NearTest>),
    Has(Vec<PathPattern>),
    Empty(Vec<PathPattern>),
    Null(Vec<PathPattern>),
    Types(Vec<(PathPattern, JsonType)>),
    Path(PathTest),
    Words(Vec<Word>),
}

/// Whether a document without a value fits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IfNone {
    Fits,
    DoesNot,
}

enum NearTest {
    Any,
    None,
    Spelling(&'static str),
    Key(Glob),
}

/// Ways in which keys are spelt, as `near:` names them.
pub(super) const SPELLINGS: [&str; 6] = [
    "snake_case",
    "kebab-case",
    "PascalCase",
    "UPPERCASE",
    "lowercase",
    "spaced",
];

/// The way a key is spelt; empty when it is none with a name.
pub(super) fn spelling(key: &str) -> &'static str {
    let has_upper = key.chars().any(char::is_uppercase);
    let has_lower = key.chars().any(char::is_lowercase);
    if key.contains(char::is_whitespace) {
        "spaced"
    } else if key.contains('_') {
        "snake_case"
    } else if key.contains('-') {
        "kebab-case"
    } else if has_upper && !has_lower {
        "UPPERCASE"
    } else if has_lower && !has_upper {
        "lowercase"
    } else if key.starts_with(char::is_uppercase) {
        "PascalCase"
    } else {
        ""
    }
}

impl Test {
    pub(super) fn new(term: &Term) -> Self {
        Self {
            is_excluded: term.is_excluded,
            reads_bodies: term.reads_bodies(),
            group: term.key().map_or(NO_KEY, group_of),
            question: question(&term.condition),
        }
    }

    /// Whether the document passes the term.
    pub(super) fn passes(&self, document: &Judged<'_>, inside: &mut Inside<'_>) -> bool {
        self.fits(document, inside) != self.is_excluded
    }

    fn fits(&self, document: &Judged<'_>, inside: &mut Inside<'_>) -> bool {
        match &self.question {
            Question::Slots(key, wanted) => slots(*key, document) & wanted != 0,
            Question::Fields(any, kinds) => {
                slots(Key::Field, document) & any != 0
                    || kinds
                        .iter()
                        .any(|(fields, kind)| faults(document, kind) & fields != 0)
            }
            Question::Numbers(key, ranges, none) => match number(*key, document) {
                Some(number) => ranges.iter().any(|range| range.contains(number)),
                None => *none == IfNone::Fits,
            },
            Question::Globs(key, globs, none) => {
                let mut has_value = false;
                let mut found = false;
                each_text(*key, document, |text| {
                    has_value = true;
                    found |= globs.iter().any(|glob| glob.matches(text));
                });
                found || (!has_value && *none == IfNone::Fits)
            }
            Question::Digests(prefixes, none) => match document.row.sha256() {
                Some(digest) => {
                    let digest = hex(digest);
                    prefixes
                        .iter()
                        .any(|prefix| digest.starts_with(prefix.as_str()))
                }
                None => *none == IfNone::Fits,
            },
            Question::Near(tests) => {
                let keys = near_keys(document, inside);
                tests.iter().any(|test| match test {
                    NearTest::Any => !keys.is_empty(),
                    NearTest::None => keys.is_empty(),
                    NearTest::Spelling(name) => keys.iter().any(|key| spelling(key) == *name),
                    NearTest::Key(glob) => keys.iter().any(|key| glob.matches(key)),
                })
            }
            Question::Has(patterns) => inside
                .document()
                .is_some_and(|found| patterns.iter().any(|pattern| pattern.has(found))),
            Question::Empty(patterns) => inside.any_value(patterns, super::inside::is_empty_value),
            Question::Null(patterns) => {
                inside.any_value(patterns, |node| node.kind() == JsonType::Null)
            }
            Question::Types(pairs) => inside.document().is_some_and(|found| {
                pairs
                    .iter()
                    .any(|(pattern, kind)| pattern.select(found).any(|node| node.kind() == *kind))
            }),
            Question::Path(test) => inside.document().is_some_and(|found| test.fits(found)),
            Question::Words(words) => words.iter().any(|word| has_word(word, document, inside)),
        }
    }
}

fn question(condition: &Condition) -> Question {
    match condition {
        Condition::Path(pattern, comparison, literals) => {
            Question::Path(PathTest::new(pattern.clone(), *comparison, literals))
        }
        Condition::Words(words) => Question::Words(
            words
                .iter()
                .map(|word| match word {
                    Word::Plain(text) => Word::Plain(text.to_lowercase()),
                    Word::Fuzzy(text) => Word::Fuzzy(text.to_lowercase()),
                    Word::Exact(text) => Word::Exact(text.to_lowercase()),
                })
                .collect(),
        ),
        Condition::Key(key, values) => key_question(*key, values),
    }
}

fn key_question(key: Key, values: &[String]) -> Question {
    let none = if values.iter().any(|value| value == "none") {
        IfNone::Fits
    } else {
        IfNone::DoesNot
    };
    let given = values.iter().filter(|value| *value != "none");
    let patterns = || {
        values
            .iter()
            .filter_map(|value| PathPattern::parse(value).ok())
            .collect()
    };
    match (key, key.syntax()) {
        (Key::Near, _) => Question::Near(values.iter().map(|value| near_test(value)).collect()),
        (Key::Has, _) => Question::Has(patterns()),
        (Key::Empty, _) => Question::Empty(patterns()),
        (_, Syntax::Pattern) => Question::Null(patterns()),
        (_, Syntax::Word) => {
            let all = values.iter().filter_map(|value| slots_of(key, value));
            Question::Slots(key, all.fold(0, |all, slots| all | slots))
        }
        (_, Syntax::Field) => {
            let mut any = 0;
            let mut kinds = Vec::new();
            for (slots, kind) in values.iter().filter_map(|value| field_slots(key, value)) {
                match kind {
                    None => any |= slots,
                    Some(kind) => kinds.push((slots, kind.to_owned())),
                }
            }
            if key == Key::Missing {
                Question::Slots(key, any)
            } else {
                Question::Fields(any, kinds)
            }
        }
        (_, Syntax::Glob) => {
            let globs = given.map(|value| Glob::new(value, Case::Ignored)).collect();
            Question::Globs(key, globs, none)
        }
        (_, Syntax::Number) => {
            let ranges = given
                .filter_map(|value| NumberRange::parse(value))
                .collect();
            Question::Numbers(key, ranges, none)
        }
        (_, Syntax::Hex) => Question::Digests(given.cloned().collect(), none),
        (_, Syntax::Type) => Question::Types(
            values
                .iter()
                .filter_map(|value| {
                    let (path, kind) = value.rsplit_once('=')?;
                    let kinds = JsonType::ALL.into_iter();
                    let kind = kinds.into_iter().find(|known| known.as_str() == kind)?;
                    Some((PathPattern::parse(path).ok()?, kind))
                })
                .collect(),
        ),
    }
}

fn near_test(value: &str) -> NearTest {
    match value {
        "yes" => NearTest::Any,
        "none" | "no" => NearTest::None,
        value => match SPELLINGS.into_iter().find(|known| *known == value) {
            Some(spelling) => NearTest::Spelling(spelling),
            None => NearTest::Key(Glob::new(value, Case::Told)),
        },
    }
}

/// Keys, as written, that a required key of the assigned family may have been meant by.
pub(super) fn near_keys(document: &Judged<'_>, inside: &mut Inside<'_>) -> Vec<String> {
    let Some(family) = document.judgement.family else {
        return Vec::new();
    };
    if document.row.facts().outcome(family).missing.is_empty() {
        return Vec::new();
    }
    let Some(found) = inside.document() else {
        return Vec::new();
    };
    let violations = crate::census::violations(found.root(), family);
    violations
        .into_iter()
        .filter_map(|violation| violation.near_miss)
        .collect()
}

/// Slots of the fields with a kind of violation.
fn faults(document: &Judged<'_>, kind: &str) -> u64 {
    document.judgement.family.map_or(0, |family| {
        let outcome = document.row.facts().outcome(family);
        field_bits(match kind {
            "missing" => outcome.missing,
            "null" => outcome.null,
            _ => outcome.wrong_type,
        })
    })
}

/// The number a numeric key asks for.
pub(super) fn number(key: Key, document: &Judged<'_>) -> Option<u64> {
    let row = &document.row;
    match key {
        Key::Faults => {
            let family = document.judgement.family?;
            Some(u64::from(row.facts().outcome(family).violation_count))
        }
        Key::Status => row.status().map(u64::from),
        Key::Bytes => row.body().map(|body| body.len() as u64),
        Key::Line => Some(row.line()),
        _ => None,
    }
}

/// Hands over the texts a key asks for; an empty text is none.
pub(super) fn each_text<'a>(key: Key, document: &Judged<'a>, mut take: impl FnMut(&'a str)) {
    let row = &document.row;
    let text = match key {
        Key::Host => row.host(),
        Key::Path => row.path(),
        Key::Name => row.name(),
        Key::Declared => row.protocol_version(),
        Key::Input => row.input_name(),
        Key::Reader => {
            return document
                .outside
                .readers(row.id())
                .into_iter()
                .for_each(take);
        }
        Key::Tag => return document.outside.tags(row.id()).into_iter().for_each(take),
        _ => "",
    };
    if !text.is_empty() {
        take(text);
    }
}

fn has_word(word: &Word, document: &Judged<'_>, inside: &mut Inside<'_>) -> bool {
    let shown = [document.row.host(), document.row.name()];
    match word {
        Word::Plain(text) => shown
            .iter()
            .any(|shown| contains_ignoring_case(shown, text)),
        Word::Fuzzy(text) => shown.iter().any(|shown| is_subsequence(text, shown)),
        Word::Exact(text) => {
            shown
                .iter()
                .any(|shown| contains_ignoring_case(shown, text))
                || inside.has_text(text)
        }
    }
}
