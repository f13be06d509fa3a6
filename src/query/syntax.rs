//! Reads a query's text. Every mistake is a place in it and a sentence.

use super::key::{Key, Syntax};
use super::nearest::nearest;
use super::number::Decimal;
use super::piece::{Form, Piece, Quotes, form, pieces, split_at_commas};
use super::range::NumberRange;
use super::term::{Comparison, Condition, Literal, Term, Word};
use super::word::{slots_of, words};
use crate::card::PathPattern;
use crate::spec::JsonType;
use std::fmt;
use std::ops::Range;

/// Why a text is no query, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// Byte offset of the mistake, at the start of a character or at the text's end.
    pub offset: usize,
    /// How many bytes are at fault; 0 where something is missing.
    pub length: usize,
    /// What is wrong and what would be right, without a full stop.
    pub reason: String,
    /// What may have been meant, to stand in place of the bytes at fault.
    pub suggestion: Option<String>,
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        match &self.suggestion {
            Some(suggestion) => write!(f, "; did you mean '{suggestion}'?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for QueryError {}

pub(super) type Result<T> = std::result::Result<T, QueryError>;

fn wrong<T>(place: Range<usize>, reason: impl Into<String>) -> Result<T> {
    Err(QueryError {
        offset: place.start,
        length: place.len(),
        reason: reason.into(),
        suggestion: None,
    })
}

pub(super) fn parse(text: &str) -> Result<Vec<Term>> {
    pieces(text).into_iter().map(parse_term).collect()
}

fn parse_term(whole: Piece<'_>) -> Result<Term> {
    let mut quotes = Quotes::default();
    let mut opened = 0;
    for (at, character) in whole.text.char_indices() {
        if character == '"' && !quotes.is_inside {
            opened = at;
        }
        quotes.feed(character);
    }
    if quotes.is_inside {
        return wrong(whole.from(opened).range(), "the quote is not closed");
    }
    let is_excluded = whole.text.starts_with('-');
    let term = if is_excluded { whole.from(1) } else { whole };
    if term.text.is_empty() {
        return wrong(whole.range(), "expected what to leave out after '-'");
    }
    let condition = match form(term) {
        Form::Key { name, values } => parse_key_term(name, values)?,
        Form::Path {
            pattern,
            comparison,
            values,
        } => parse_comparison(pattern, comparison, values)?,
        Form::Lines(lines) => Condition::Key(Key::Line, key_values(Key::Line, lines)?),
        Form::Words(words) => Condition::Words(parse_words(words)?),
    };
    Ok(Term {
        is_excluded,
        condition,
    })
}

fn parse_key_term(name: Piece<'_>, values: Piece<'_>) -> Result<Condition> {
    let Some(key) = Key::from_name(&name.text.to_ascii_lowercase()) else {
        let names = Key::ALL.map(Key::as_str);
        return Err(QueryError {
            offset: name.at,
            length: name.text.len(),
            reason: format!(
                "there is no key '{}' (put text with a colon in quotes to look for it)",
                name.text
            ),
            suggestion: nearest(name.text, names, 1)
                .first()
                .map(|&key| key.to_owned()),
        });
    };
    Ok(Condition::Key(key, key_values(key, values)?))
}

/// Reads the values of a key.
pub(super) fn key_values(key: Key, values: Piece<'_>) -> Result<Vec<String>> {
    let mut read = Vec::new();
    // `type:skills=object,array`: a kind alone goes on with the path before it.
    let mut path = String::new();
    for part in split_at_commas(values) {
        let value = match key.syntax() {
            Syntax::Pattern => pattern_of(part)?.to_string(),
            Syntax::Type => type_value(part, &mut path)?,
            _ => {
                let literal = literal(part)?;
                key_value(key, &literal.text, part)?
            }
        };
        if !read.contains(&value) {
            read.push(value);
        }
    }
    Ok(read)
}

fn key_value(key: Key, text: &str, part: Piece<'_>) -> Result<String> {
    match key.syntax() {
        Syntax::Word => word_value(key, text, part),
        Syntax::Field => field_value(key, text, part),
        Syntax::Number if text == "none" => Ok(text.to_owned()),
        Syntax::Number => match NumberRange::parse(text) {
            Some(range) => Ok(range.to_string()),
            None => wrong(
                part.range(),
                format!(
                    "expected a number, '>3', '>=3', '<3', '<=3', '2..5' or 'none', found '{text}'"
                ),
            ),
        },
        Syntax::Hex => {
            let is_hex = text.bytes().all(|byte| byte.is_ascii_hexdigit()) && text.len() <= 64;
            if is_hex || text == "none" {
                Ok(text.to_ascii_lowercase())
            } else {
                wrong(part.range(), "expected up to 64 hex digits, or 'none'")
            }
        }
        Syntax::Glob | Syntax::Pattern | Syntax::Type => Ok(text.to_owned()),
    }
}

fn word_value(key: Key, text: &str, part: Piece<'_>) -> Result<String> {
    let lower = text.to_ascii_lowercase();
    let lower = if key == Key::Reading && lower == "cant-tell" {
        "cannot-tell".to_owned()
    } else {
        lower
    };
    if slots_of(key, &lower).is_some() {
        return Ok(lower);
    }
    let known: Vec<&str> = words(key).iter().map(|word| word.text.as_str()).collect();
    const SHOWN: usize = 12;
    let mut shown = known
        .iter()
        .take(SHOWN)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    if known.len() > SHOWN {
        shown.push_str(", …");
    }
    Err(QueryError {
        offset: part.at,
        length: part.text.len(),
        reason: format!("'{text}' is no value of {key}: expected {shown}"),
        suggestion: nearest(text, known, 1).first().map(|&word| word.to_owned()),
    })
}

/// The fields a value of `field` or `missing` means, and its kind of violation if it names one.
pub(super) fn field_slots(key: Key, value: &str) -> Option<(u64, Option<&str>)> {
    let (name, kind) = match value.split_once('=') {
        Some((name, kind)) => (name, Some(kind)),
        None => (value, None),
    };
    if kind.is_some_and(|kind| key != Key::Field || !matches!(kind, "missing" | "null" | "type")) {
        return None;
    }
    let slots = match name.strip_suffix('*') {
        None => slots_of(key, name)?,
        Some(stem) => words(key)
            .iter()
            .filter(|word| {
                let below = word.text.strip_prefix(stem);
                below.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            })
            .fold(0, |slots, word| slots | word.slots),
    };
    (slots != 0).then_some((slots, kind))
}

fn field_value(key: Key, text: &str, part: Piece<'_>) -> Result<String> {
    if field_slots(key, text).is_some() {
        return Ok(text.to_owned());
    }
    let name = text.split('=').next().unwrap_or_default();
    if slots_of(key, name.trim_end_matches('*')).is_some() && text.contains('=') {
        return wrong(
            part.range(),
            format!(
                "expected '{key}:{name}', or with =missing, =null or =type behind 'field:{name}'"
            ),
        );
    }
    let known = words(key).iter().map(|word| word.text.as_str());
    let stem = name.trim_end_matches('*');
    Err(QueryError {
        offset: part.at,
        length: part.text.len(),
        reason: format!(
            "no structural check asks for a field '{name}' (has:{name} looks into the documents)"
        ),
        suggestion: nearest(stem, known, 1).first().map(|&word| word.to_owned()),
    })
}

fn pattern_of(part: Piece<'_>) -> Result<PathPattern> {
    let pattern = read_pattern(part)?;
    if pattern.asks_length() {
        return wrong(
            part.range(),
            "a value is asked for here, not its length (a key named length is written [\"length\"])",
        );
    }
    Ok(pattern)
}

fn read_pattern(part: Piece<'_>) -> Result<PathPattern> {
    PathPattern::parse(part.text).map_err(|error| QueryError {
        offset: part.at + error.offset.min(part.text.len()),
        length: 0,
        reason: error.reason,
        suggestion: None,
    })
}

fn type_value(part: Piece<'_>, path: &mut String) -> Result<String> {
    let equal = part
        .bare_characters()
        .filter(|(_, found)| *found == '=')
        .last();
    let kind = match equal {
        Some((at, _)) => {
            *path = pattern_of(part.part(0, at))?.to_string();
            part.from(at + 1)
        }
        None => part,
    };
    let known = JsonType::ALL.map(JsonType::as_str);
    if path.is_empty() {
        return wrong(
            part.range(),
            "expected a path and a type: type:skills=array",
        );
    }
    let lower = kind.text.to_ascii_lowercase();
    if known.contains(&lower.as_str()) {
        return Ok(format!("{path}={lower}"));
    }
    Err(QueryError {
        offset: kind.at,
        length: kind.text.len(),
        reason: format!(
            "'{}' is no JSON type: expected {}",
            kind.text,
            known.join(", ")
        ),
        suggestion: nearest(kind.text, known, 1)
            .first()
            .map(|&kind| kind.to_owned()),
    })
}

fn parse_comparison(
    pattern: Piece<'_>,
    comparison: Comparison,
    values: Piece<'_>,
) -> Result<Condition> {
    let path = read_pattern(pattern)?;
    let mut literals = Vec::new();
    for part in split_at_commas(values) {
        let literal = literal(part)?;
        if path.asks_length() && (literal.is_quoted || Decimal::parse(&literal.text).is_none()) {
            return wrong(
                part.range(),
                format!("a length is a number, found '{}'", literal.text),
            );
        }
        literals.push(literal);
    }
    Ok(Condition::Path(path, comparison, literals))
}

fn parse_words(words: Piece<'_>) -> Result<Vec<Word>> {
    split_at_commas(words)
        .into_iter()
        .map(|part| {
            if part.text.starts_with('~') {
                let fuzzy = literal(part.from(1))?;
                if fuzzy.text.is_empty() {
                    return wrong(part.range(), "expected letters to look for");
                }
                return Ok(Word::Fuzzy(fuzzy.text));
            }
            let word = literal(part)?;
            Ok(match (word.is_quoted, word.text.is_empty()) {
                (true, true) => return wrong(part.range(), "expected words between the quotes"),
                (true, false) => Word::Exact(word.text),
                (false, _) => Word::Plain(word.text),
            })
        })
        .collect()
}

/// Reads one value, in quotes or without.
fn literal(part: Piece<'_>) -> Result<Literal> {
    if part.text.is_empty() {
        return wrong(part.range(), "expected a value here");
    }
    let Some(quoted) = part.text.strip_prefix('"') else {
        if let Some(at) = part.text.find('"') {
            return wrong(
                part.part(at, at + 1).range(),
                "a quote stands before a value, not within it (put the whole value in quotes)",
            );
        }
        return Ok(Literal {
            text: part.text.to_owned(),
            is_quoted: false,
        });
    };
    let mut text = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                let rest = part.from(at + 2);
                return if rest.text.is_empty() {
                    Ok(Literal {
                        text,
                        is_quoted: true,
                    })
                } else {
                    wrong(rest.range(), "expected ',' or a space after the quote")
                };
            }
            '\\' => match characters.clone().next() {
                Some((_, escaped @ ('"' | '\\'))) => {
                    characters.next();
                    text.push(escaped);
                }
                _ => text.push('\\'),
            },
            other => text.push(other),
        }
    }
    wrong(part.range(), "the quote is not closed")
}
