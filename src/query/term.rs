//! The parts of a query, and their text.

use super::key::{Key, Syntax};
use crate::card::PathPattern;
use std::fmt;

/// One condition; a document passes a query when it passes every term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Whether documents that fit are left out. Those that have no value are kept.
    pub is_excluded: bool,
    /// What is asked.
    pub condition: Condition,
}

/// What a term asks of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `key:value,value`: one of the values fits. Values are as the key writes them.
    Key(Key, Vec<String>),
    /// `path=value`: some value at the path compares so with one of the literals.
    Path(PathPattern, Comparison, Vec<Literal>),
    /// Words without a key: one of them is found.
    Words(Vec<Word>),
}

/// A word without a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Part of the host or the name, in any case.
    Plain(String),
    /// Its letters stand in the host or the name in this order, with others between them.
    Fuzzy(String),
    /// Stands exactly so, but for upper and lower case, in host, name or document.
    Exact(String),
}

/// How a value of a document is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`: some value is one of the literals.
    Equal,
    /// `!=`: there are values and none is one of the literals.
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// How it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }
}

/// A value as a person writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// Its text, without quotes.
    pub text: String,
    /// Whether it stood in quotes: then it means this string, else also a number, `true`, `false`
    /// or `null`, and `*` and `?` stand for other characters.
    pub is_quoted: bool,
}

/// Appends a value, in quotes where it could not be read back without.
pub(super) fn push_value(out: &mut String, value: &str) {
    if value.is_empty() || value.contains(is_special) {
        push_quoted(out, value);
    } else {
        out.push_str(value);
    }
}

/// Appends a value in quotes.
pub(super) fn push_quoted(out: &mut String, value: &str) {
    out.push('"');
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('"');
}

fn is_special(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | '"')
}

fn push_list<T>(out: &mut String, items: &[T], mut push: impl FnMut(&mut String, &T)) {
    for (position, item) in items.iter().enumerate() {
        if position > 0 {
            out.push(',');
        }
        push(out, item);
    }
}

impl fmt::Display for Condition {
    /// The condition as it can be read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        match self {
            Self::Key(key, values) => {
                out.push_str(key.as_str());
                out.push(':');
                // Patterns carry their own quotes.
                let is_pattern = matches!(key.syntax(), Syntax::Pattern | Syntax::Type);
                push_list(&mut out, values, |out, value| {
                    if is_pattern {
                        out.push_str(value);
                    } else {
                        push_value(out, value);
                    }
                });
            }
            Self::Path(pattern, comparison, literals) => {
                out.push_str(&pattern.to_string());
                out.push_str(comparison.as_str());
                push_list(&mut out, literals, |out, literal| {
                    if literal.is_quoted {
                        push_quoted(out, &literal.text);
                    } else {
                        out.push_str(&literal.text);
                    }
                });
            }
            Self::Words(words) => push_list(&mut out, words, |out, word| match word {
                Word::Plain(text) => out.push_str(text),
                Word::Fuzzy(text) => {
                    out.push('~');
                    push_value(out, text);
                }
                Word::Exact(text) => push_quoted(out, text),
            }),
        }
        f.pad(&out)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_excluded { "-" } else { "" };
        write!(f, "{sign}{}", self.condition)
    }
}

impl Term {
    /// The key it is about, when it has one.
    #[must_use]
    pub fn key(&self) -> Option<Key> {
        match &self.condition {
            Condition::Key(key, _) => Some(*key),
            _ => None,
        }
    }

    /// Whether answering it takes a look into the documents themselves.
    #[must_use]
    pub fn reads_bodies(&self) -> bool {
        match &self.condition {
            Condition::Key(key, _) => key.reads_bodies(),
            Condition::Path(..) => true,
            Condition::Words(words) => words.iter().any(|word| matches!(word, Word::Exact(_))),
        }
    }
}
