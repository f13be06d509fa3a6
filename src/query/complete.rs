//! Ways to go on typing a query.

use super::compile::SPELLINGS;
use super::evaluate::Scope;
use super::key::{Key, Syntax};
use super::piece::{Form, Piece, form, pieces, split_at_commas};
use super::term::push_value;
use super::word::words;
use crate::spec::{JsonType, specification};
use std::collections::BTreeSet;
use std::ops::Range;

/// A way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The bytes of the line that `text` takes the place of; ends at the cursor.
    pub range: Range<usize>,
    /// What to put there.
    pub text: String,
    /// What it means; may be empty.
    pub note: String,
}

/// Most ways that are offered.
const OFFERED: usize = 64;

/// Ways to go on typing at the cursor, a byte offset into the line: keys, a key's values, fields
/// of the specification, hosts of the corpus. Empty where there is nothing to offer.
#[must_use]
pub fn complete(line: &str, cursor: usize, scope: Scope<'_>) -> Vec<Completion> {
    let Some(before) = line.get(..cursor) else {
        return Vec::new();
    };
    let nothing = Piece {
        text: "",
        at: cursor,
    };
    let all = pieces(before);
    let at_end = |piece: &&Piece<'_>| piece.range().end == cursor;
    let term = all.last().filter(at_end).copied().unwrap_or(nothing);
    let term = term.from(usize::from(term.text.starts_with('-')));
    let mut found = match form(term) {
        Form::Words(words) => keys_and_paths(words),
        Form::Key { name, values } => match Key::from_name(&name.text.to_ascii_lowercase()) {
            Some(key) => values_of(key, values, scope),
            None => Vec::new(),
        },
        Form::Path { .. } | Form::Lines(_) => Vec::new(),
    };
    found.truncate(OFFERED);
    found
}

/// Keys that begin with what is typed, fields that do, then keys whose name or help holds it: who
/// does not know a key's name knows a word for what it asks. All keys where nothing is typed.
fn keys_and_paths(typed: Piece<'_>) -> Vec<Completion> {
    let lower = typed.text.to_ascii_lowercase();
    let completion = |text: String, note: String| Completion {
        range: typed.range(),
        text,
        note,
    };
    let offer = |key: Key| completion(format!("{key}:"), key.help().to_owned());
    let begins = |key: &Key| {
        let mut names = std::iter::once(key.as_str()).chain(key.aliases());
        names.any(|name| name.starts_with(&lower))
    };
    let mut found: Vec<Completion> = Key::ALL.into_iter().filter(begins).map(offer).collect();
    let length = typed.text.chars().count();
    // Fewer letters stand in every help.
    let holds = |key: &Key| {
        let help = key.help().to_ascii_lowercase();
        length > 2 && !begins(key) && (key.as_str().contains(&lower) || help.contains(&lower))
    };
    let held: Vec<Completion> = Key::ALL.into_iter().filter(holds).map(offer).collect();
    // A path in front of a comparison; one letter would offer half the specification.
    if length > 1 {
        let room = OFFERED.saturating_sub(found.len() + held.len());
        let paths = paths(typed.text).take(room);
        found.extend(paths.map(|(path, types)| completion(path.to_owned(), types)));
    }
    found.extend(held);
    found
}

/// Paths of the specification that begin so, with their type in the newest version that has them.
fn paths(typed: &str) -> impl Iterator<Item = (&'static str, String)> + '_ {
    let all = specification().catalogue().iter();
    all.filter(move |field| field.path.starts_with(typed))
        .map(|field| {
            let newest = field.in_family.iter().rev().flatten().next();
            let types = newest.map(|facts| facts.type_text.clone());
            (field.path.as_str(), types.unwrap_or_default())
        })
}

fn values_of(key: Key, values: Piece<'_>, scope: Scope<'_>) -> Vec<Completion> {
    let mut given = split_at_commas(values);
    let Some(last) = given.pop() else {
        return Vec::new();
    };
    let typed = last.text;
    let completion = |text: &str, note: &str| Completion {
        range: last.range(),
        text: text.to_owned(),
        note: note.to_owned(),
    };
    let is_given = |text: &str| given.iter().any(|value| value.text == text);
    let lower = typed.to_ascii_lowercase();
    let starts = |text: &&str| text.to_ascii_lowercase().starts_with(&lower);
    let mut found: Vec<Completion> = match (key, key.syntax()) {
        (_, Syntax::Word | Syntax::Field) => words(key)
            .iter()
            .filter(|word| starts(&word.text.as_str()))
            .map(|word| {
                let note = if word.label == word.text {
                    ""
                } else {
                    &word.label
                };
                completion(&word.text, note)
            })
            .collect(),
        (Key::Near, _) => ["yes", "none"]
            .into_iter()
            .chain(SPELLINGS)
            .filter(starts)
            .map(|text| completion(text, ""))
            .collect(),
        (_, Syntax::Glob) => known_texts(key, lower.strip_prefix('"').unwrap_or(&lower), scope)
            .into_iter()
            .map(|text| completion(&text, ""))
            .collect(),
        (_, Syntax::Type) if typed.contains('=') => {
            let (path, kind) = typed.rsplit_once('=').unwrap_or_default();
            JsonType::ALL
                .into_iter()
                .filter(|known| known.as_str().starts_with(kind))
                .map(|known| completion(&format!("{path}={known}"), ""))
                .collect()
        }
        (_, Syntax::Pattern | Syntax::Type) => paths(typed)
            .map(|(path, types)| completion(path, &types))
            .collect(),
        (_, Syntax::Number | Syntax::Hex) => Vec::new(),
    };
    // What is there already is no way to go on.
    found.retain(|way| !is_given(&way.text));
    found
}

/// The first texts of the corpus, in their order, that begin so.
fn known_texts(key: Key, typed: &str, scope: Scope<'_>) -> Vec<String> {
    let mut found: BTreeSet<&str> = BTreeSet::new();
    for row in scope.corpus.rows() {
        let text = match key {
            Key::Host => row.host(),
            Key::Path => row.path(),
            Key::Name => row.name(),
            Key::Declared => row.protocol_version(),
            Key::Input => row.input_name(),
            _ => return Vec::new(),
        };
        let begins = text
            .get(..typed.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(typed));
        if begins && !text.is_empty() && !found.contains(text) {
            found.insert(text);
            if found.len() > OFFERED {
                found.pop_last();
            }
        }
    }
    let quoted = found.into_iter().map(|text| {
        let mut out = String::new();
        push_value(&mut out, text);
        out
    });
    quoted.collect()
}
