//! A query's text in pieces: terms apart at white space, alternatives at commas, neither within
//! quotes.

use super::term::Comparison;
use std::ops::Range;

/// A stretch of the query's text, which knows where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> Piece<'t> {
    pub(super) fn range(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// The part from `from` to `to`, which are the offsets of characters within the piece.
    pub(super) fn part(self, from: usize, to: usize) -> Self {
        Self {
            text: self.text.get(from..to).unwrap_or_default(),
            at: self.at + from,
        }
    }

    pub(super) fn from(self, from: usize) -> Self {
        self.part(from, self.text.len())
    }

    /// Its characters outside quotes, with their offsets; the quote that opens is among them.
    pub(super) fn bare_characters(self) -> impl Iterator<Item = (usize, char)> + 't {
        let mut state = Quotes::default();
        self.text.char_indices().filter(move |(_, character)| {
            let was_inside = state.is_inside;
            state.feed(*character);
            !was_inside
        })
    }
}

/// Follows a text in and out of double quotes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quotes {
    pub(super) is_inside: bool,
    is_escaped: bool,
}

impl Quotes {
    pub(super) fn feed(&mut self, character: char) {
        if self.is_inside && self.is_escaped {
            self.is_escaped = false;
        } else if self.is_inside && character == '\\' {
            self.is_escaped = true;
        } else if character == '"' {
            self.is_inside = !self.is_inside;
        }
    }
}

/// The terms of a text, apart at white space outside quotes.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut start = None;
    let mut quotes = Quotes::default();
    for (at, character) in text.char_indices() {
        if character.is_whitespace() && !quotes.is_inside {
            if let Some(from) = start.take() {
                pieces.push(Piece { text, at: 0 }.part(from, at));
            }
            continue;
        }
        quotes.feed(character);
        start.get_or_insert(at);
    }
    if let Some(from) = start {
        pieces.push(Piece { text, at: 0 }.from(from));
    }
    pieces
}

/// What a term's text is, by its first telling character outside quotes.
pub(super) enum Form<'t> {
    Key {
        name: Piece<'t>,
        values: Piece<'t>,
    },
    Path {
        pattern: Piece<'t>,
        comparison: Comparison,
        values: Piece<'t>,
    },
    Lines(Piece<'t>),
    Words(Piece<'t>),
}

/// Tells what a term's text is.
pub(super) fn form(term: Piece<'_>) -> Form<'_> {
    if let Some(rest) = term.text.strip_prefix('#')
        && rest.starts_with(|first: char| first.is_ascii_digit())
    {
        return Form::Lines(term.from(1));
    }
    if term.text.starts_with(['"', '~']) {
        return Form::Words(term);
    }
    for (at, character) in term.bare_characters() {
        let follows = term
            .text
            .get(at + character.len_utf8()..)
            .unwrap_or_default();
        let is_equal = follows.starts_with('=');
        let comparison = match character {
            ',' => break,
            ':' if is_key_name(term.part(0, at).text) => {
                return Form::Key {
                    name: term.part(0, at),
                    values: term.from(at + 1),
                };
            }
            '=' => Comparison::Equal,
            '!' if is_equal => Comparison::NotEqual,
            '<' if is_equal => Comparison::AtMost,
            '<' => Comparison::Less,
            '>' if is_equal => Comparison::AtLeast,
            '>' => Comparison::More,
            _ => continue,
        };
        return Form::Path {
            pattern: term.part(0, at),
            comparison,
            values: term.from(at + comparison.as_str().len()),
        };
    }
    Form::Words(term)
}

fn is_key_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// The alternatives of a term's values.
pub(super) fn split_at_commas(values: Piece<'_>) -> Vec<Piece<'_>> {
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, character) in values.bare_characters() {
        if character == ',' {
            parts.push(values.part(from, at));
            from = at + 1;
        }
    }
    parts.push(values.from(from));
    parts
}
