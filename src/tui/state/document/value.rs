//! Shows one value of a document: its key, its text as served, and what hides in it.
//!
//! A string may be a hundred megabytes. Wrapped, it is a row of chunks, each laid out only when it
//! is on screen; cut, only its two ends are ever decoded. No chunk ends inside a character or an
//! escape.

use std::borrow::Cow;

use crate::card::{Node, decode_string, is_plain_key};
use crate::output::table::thousands;
use crate::spec::JsonType;
use crate::text::{self, Marks};
use crate::tui::state::document::rich::{Rich, Tone};

/// Bytes of a long string that are laid out together.
pub(super) const CHUNK: usize = 8 << 10;

/// The bytes between the quotes of a string; empty for other types.
pub(super) fn inside<'a>(node: Node<'a>) -> &'a [u8] {
    if node.kind() != JsonType::String {
        return &[];
    }
    let raw = node.raw();
    raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default()
}

/// What a part of a string's inside means. Only the part is read, however long the string.
fn meaning(part: Option<&[u8]>) -> Cow<'_, str> {
    // A tree is only made of bytes that are UTF-8, and no part ends inside a character.
    decode_string(std::str::from_utf8(part.unwrap_or_default()).unwrap_or_default())
}

/// Where the chunks of a string's inside begin, the first at 0.
pub(super) fn chunk_starts(inside: &[u8]) -> Vec<u32> {
    let mut starts = vec![0];
    let mut at = 0;
    while inside.len() - at > CHUNK {
        at = boundary(inside, at, CHUNK);
        starts.push(u32::try_from(at).unwrap_or(u32::MAX));
    }
    starts
}

/// The last place within `most` bytes of `from` that splits no character and no escape; at least
/// one character further.
fn boundary(bytes: &[u8], from: usize, most: usize) -> usize {
    let mut at = from;
    while at < bytes.len() {
        let next = at + token_length(bytes.get(at..).unwrap_or_default());
        if next - from > most && at > from {
            return at;
        }
        at = next;
    }
    bytes.len()
}

/// Bytes of the character or escape at the front; a pair of surrogates is one.
fn token_length(bytes: &[u8]) -> usize {
    let length = match bytes {
        [
            b'\\',
            b'u',
            b'd' | b'D',
            b'8' | b'9' | b'a' | b'b' | b'A' | b'B',
            _,
            _,
            b'\\',
            b'u',
            ..,
        ] => 12,
        [b'\\', b'u', ..] => 6,
        [b'\\', ..] | [0xc0..=0xdf, ..] => 2,
        [0xe0..=0xef, ..] => 3,
        [0xf0..=0xff, ..] => 4,
        _ => 1,
    };
    length.min(bytes.len().max(1))
}

/// The last `most` bytes or fewer, from a place that surely splits nothing; empty if there is none.
fn tail(bytes: &[u8], most: usize) -> &[u8] {
    /// Longest escape: a pair of surrogates.
    const ESCAPE: usize = 12;
    let from = bytes.len().saturating_sub(most).max(ESCAPE);
    let start = (from..bytes.len()).find(|start| {
        let before = bytes.get(start - ESCAPE..*start).unwrap_or_default();
        let here = bytes.get(*start..).unwrap_or_default();
        // A backslash that follows none begins an escape; it may still be half of a pair.
        let is_escape = here.first() == Some(&b'\\') && before.last() != Some(&b'\\');
        let is_half = matches!(
            here,
            [b'\\', b'u', b'd' | b'D', b'c'..=b'f' | b'C'..=b'F', ..]
        );
        let is_character = !matches!(here.first(), Some(0x80..=0xbf));
        is_character && (!before.contains(&b'\\') || (is_escape && !is_half))
    });
    start
        .and_then(|start| bytes.get(start..))
        .unwrap_or_default()
}

/// The key of a member or the index of an item; `None` for the document itself.
pub(super) fn label(node: Node<'_>, marks: Marks) -> Option<Rich> {
    let mut rich = Rich::default();
    match node.key() {
        Some(key) if is_plain_key(&key) => rich.push(&key, Tone::Key),
        Some(key) => rich
            .push("\"", Tone::Key)
            .push_outside(&start_of(&key, 400), Tone::Key, marks)
            .push("\"", Tone::Key),
        None if node.parent().is_some() => rich.push(&node.index().to_string(), Tone::Key),
        None => return None,
    };
    Some(rich)
}

/// The beginning of a key that no screen could show whole.
fn start_of(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// Size of a container as in `{4}` and `[2]`.
pub(super) fn size(node: Node<'_>) -> Option<String> {
    match node.kind() {
        JsonType::Object => Some(format!("{{{}}}", thousands(node.child_count() as u64))),
        JsonType::Array => Some(format!("[{}]", thousands(node.child_count() as u64))),
        _ => None,
    }
}

/// The value on one row, in at most `width` columns: a string keeps both ends and says how long it
/// is when its middle is left out.
pub(super) fn on_one_row(node: Node<'_>, width: usize, marks: Marks) -> Rich {
    let mut rich = Rich::default();
    if let Some(size) = size(node) {
        rich.push(&size, Tone::Dim);
        return rich;
    }
    if node.kind() != JsonType::String {
        let raw = String::from_utf8_lossy(node.raw());
        return cut_literal(&raw, width, marks);
    }
    let inside = inside(node);
    let enough = width.saturating_mul(4).saturating_add(1024);
    if inside.len() <= enough * 2 {
        quoted(&meaning(Some(inside)), &mut rich, marks);
        if rich.width() <= width {
            return rich;
        }
    } else {
        let head = inside.get(..boundary(inside, 0, enough));
        let ends = [meaning(head), meaning(Some(tail(inside, enough)))];
        quoted(&ends.concat(), &mut rich, marks);
    }
    let length = format!(" ({} bytes)", thousands(inside.len() as u64));
    let mut cut = rich.cut_middle(width.saturating_sub(text::width(&length)).max(3), marks);
    cut.push(&length, Tone::Dim);
    cut
}

fn cut_literal(raw: &str, width: usize, marks: Marks) -> Rich {
    let mut rich = Rich::default();
    rich.push(raw, Tone::Literal);
    if rich.width() <= width {
        return rich;
    }
    let length = format!(" ({} digits and signs)", thousands(raw.len() as u64));
    let mut cut = rich.cut_middle(width.saturating_sub(text::width(&length)).max(3), marks);
    cut.push(&length, Tone::Dim);
    cut
}

fn quoted(text: &str, rich: &mut Rich, marks: Marks) {
    rich.push("\"", Tone::String)
        .push_outside(text, Tone::String, marks)
        .push("\"", Tone::String);
}

/// One chunk of a value for reading: line feeds of the text end a row, each with its mark.
pub(super) fn for_reading(node: Node<'_>, starts: &[u32], chunk: usize, marks: Marks) -> Vec<Rich> {
    if node.kind() != JsonType::String {
        return vec![match size(node) {
            Some(size) => {
                let mut rich = Rich::default();
                rich.push(&size, Tone::Dim);
                rich
            }
            None => {
                let mut rich = Rich::default();
                rich.push(&String::from_utf8_lossy(node.raw()), Tone::Literal);
                rich
            }
        }];
    }
    let inside = inside(node);
    let place = |index: usize| starts.get(index).map(|start| *start as usize);
    let part = place(chunk).unwrap_or(0)..place(chunk + 1).unwrap_or(inside.len());
    let decoded = meaning(inside.get(part));
    let mut rows: Vec<Rich> = decoded
        .split_inclusive('\n')
        .map(|line| {
            let mut rich = Rich::default();
            rich.push_outside(line, Tone::String, marks);
            rich
        })
        .collect();
    if rows.is_empty() {
        rows.push(Rich::default());
    }
    if chunk == 0
        && let Some(first) = rows.first_mut()
    {
        let mut opened = Rich::default();
        opened.push("\"", Tone::String).append(first);
        *first = opened;
    }
    if place(chunk + 1).is_none()
        && let Some(last) = rows.last_mut()
    {
        last.push("\"", Tone::String);
    }
    rows
}

/// Whether the key or the text of a node hides something.
pub(super) fn hides(node: Node<'_>) -> bool {
    let hides = |text: &str| !text.is_ascii() || text.bytes().any(|byte| byte.is_ascii_control());
    let is_hiding = |text: &str| hides(text) && !text::hidden(text).is_empty();
    node.key().is_some_and(|key| is_hiding(&key))
        || node.text().is_some_and(|text| is_hiding(&text))
}

/// Most hidden characters that are named one by one.
const NAMED: usize = 200;

/// What hides in the key and the text of a node, named and decoded: one sentence each.
pub(super) fn hidden_notes(node: Node<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(key) = node.key() {
        name_hidden("in the key", &key, &mut notes);
    }
    if let Some(text) = node.text() {
        name_hidden("", &text, &mut notes);
    }
    notes
}

fn name_hidden(place: &str, text: &str, notes: &mut Vec<String>) {
    let place = if place.is_empty() {
        String::new()
    } else {
        format!(" {place}")
    };
    // In order of the first of each name, with how often it stands there.
    let mut names: Vec<(std::borrow::Cow<'static, str>, usize)> = Vec::new();
    let mut decoded = Vec::new();
    for found in text::hidden(text) {
        if let Some(text) = found.decoded {
            decoded.push(text);
        }
        if let Some((_, count)) = names.iter_mut().find(|(name, _)| *name == found.name) {
            *count += 1;
        } else if names.len() < NAMED {
            names.push((found.name, 1));
        }
    }
    if !decoded.is_empty() {
        notes.push(format!("hidden text{place}: \"{}\"", decoded.concat()));
    }
    if !names.is_empty() {
        let listed: Vec<String> = names
            .iter()
            .map(|(name, count)| match count {
                1 => name.to_string(),
                _ => format!("{name} ({count} times)"),
            })
            .collect();
        notes.push(format!("hidden characters{place}: {}", listed.join(", ")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Document, Tree};

    fn with<T>(json: &str, look: impl FnOnce(Node<'_>) -> T) -> T {
        let tree = Tree::from_bytes(json.as_bytes()).expect("the test's own JSON parses");
        look(Document::new(json.as_bytes(), &tree).root())
    }

    fn shown(json: &str, width: usize) -> String {
        with(json, |node| {
            on_one_row(node, width, Marks::Unicode).whole().text()
        })
    }

    #[test]
    fn values_are_shown_as_written() {
        assert_eq!(shown("1e999", 20), "1e999");
        assert_eq!(shown("-0.00", 20), "-0.00");
        assert_eq!(shown("[1,2]", 20), "[2]");
        assert_eq!(shown(r#""a\nb""#, 20), "\"a␊b\"");
        assert_eq!(shown(r#""\ud800""#, 20), "\"\\ud800\"");
    }

    #[test]
    fn a_long_string_keeps_both_ends_and_says_its_length() {
        assert_eq!(
            shown(r#""abcdefghijklmnopqrstuvwxyz""#, 20),
            "\"abc…xyz\" (26 bytes)"
        );
    }

    #[test]
    fn a_huge_string_is_read_at_its_ends_only() {
        let json = format!("\"start{}end\"", "\u{65e5}\\n".repeat(1_000_000));
        let text = shown(&json, 40);
        assert!(text.starts_with("\"start日␊"), "{text}");
        assert!(text.contains("end\" (5,000,008 bytes)"), "{text}");
        assert_eq!(text::width(&text), 40);
    }

    #[test]
    fn chunks_split_no_escape_and_lose_nothing() {
        for piece in [r"\ud83d\ude00", "日", r"\\", r"\u0041", "a"] {
            let inside = format!("x{}", piece.repeat(5000));
            let json = format!("\"{inside}\"");
            with(&json, |node| {
                let starts = chunk_starts(inside.as_bytes());
                let whole: String = (0..starts.len())
                    .flat_map(|chunk| for_reading(node, &starts, chunk, Marks::Unicode))
                    .map(|rich| rich.whole().text())
                    .collect();
                assert_eq!(whole, format!("\"{}\"", decode_string(&inside)), "{piece}");
            });
        }
    }

    #[test]
    fn what_hides_is_named_counted_and_decoded() {
        let json = "\"a\u{202e}b\u{202e}\u{e0068}\u{e0069}\"";
        with(json, |node| {
            assert!(hides(node));
            assert_eq!(
                hidden_notes(node),
                [
                    "hidden text: \"hi\"",
                    "hidden characters: RIGHT-TO-LEFT OVERRIDE (2 times), 2 TAG CHARACTERS"
                ]
            );
        });
        with("\"plain\\n日本\"", |node| assert!(!hides(node)));
    }
}
