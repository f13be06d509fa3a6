//! Counting hidden characters in JSON as it was served, escapes included, without parsing it.
//!
//! This runs over every byte of a corpus while it loads. Nothing here knows where a string
//! begins: between two strings stand quotes, and a quote carries no joiner and no selector, so
//! the finds are those of the decoded strings.

use crate::text::hidden::HiddenCounts;
use crate::text::track::{Tracker, plain_length};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Counts what is hidden in the raw bytes of a JSON document, or of the inside of a JSON string.
///
/// `\uXXXX` escapes count as what they stand for, pairs of surrogates as one character; line
/// breaks and tabs never count, nor does a byte order mark before everything else. An escape that
/// is escaped itself (a document inside a string inside a document) is not looked into.
#[must_use]
pub fn scan_json(raw: &[u8]) -> HiddenCounts {
    let mut counts = HiddenCounts::default();
    let mut tracker = Tracker::new();
    let mut at = if raw.starts_with(BYTE_ORDER_MARK) {
        BYTE_ORDER_MARK.len()
    } else {
        0
    };
    while let Some(rest) = raw.get(at..).filter(|rest| !rest.is_empty()) {
        let plain = plain_length(rest, is_special);
        let (character, length) = match plain.checked_sub(1).and_then(|last| rest.get(last)) {
            Some(last) => (char::from(*last), plain),
            None if rest.first() == Some(&b'\\') => unescape(rest),
            None => decode(rest),
        };
        tracker.feed(character, at, &mut |found| counts.count(found.what));
        at = at.saturating_add(length);
    }
    tracker.finish(at, &mut |found| counts.count(found.what));
    counts
}

/// Whether the byte can be part of something hidden, or of an escape.
fn is_special(byte: u8) -> bool {
    let space = (byte == b'\n') | (byte == b'\r') | (byte == b'\t');
    ((byte < 0x20) & !space) | (byte > 0x7e) | (byte == b'\\')
}

/// The character that an escape stands for and how many bytes it takes. What is no escape of
/// JSON stands for itself; half a surrogate pair for U+FFFD.
fn unescape(bytes: &[u8]) -> (char, usize) {
    match bytes.get(1) {
        None => ('\\', 1),
        Some(b'u') => unescape_code(bytes),
        Some(b'b') => ('\u{8}', 2),
        Some(b'f') => ('\u{c}', 2),
        Some(b'n') => ('\n', 2),
        Some(b'r') => ('\r', 2),
        Some(b't') => ('\t', 2),
        Some(byte) if byte.is_ascii_graphic() => (char::from(*byte), 2),
        // The byte after the backslash is judged on its own.
        Some(_) => ('\\', 1),
    }
}

fn unescape_code(bytes: &[u8]) -> (char, usize) {
    let Some(unit) = code_unit(bytes) else {
        return ('u', 2);
    };
    if !(0xd800..0xdc00).contains(&unit) {
        return (char::from_u32(unit).unwrap_or('\u{fffd}'), 6);
    }
    let low = bytes
        .get(6..)
        .and_then(code_unit)
        .filter(|low| (0xdc00..0xe000).contains(low));
    match low {
        Some(low) => {
            let code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
            (char::from_u32(code).unwrap_or('\u{fffd}'), 12)
        }
        None => ('\u{fffd}', 6),
    }
}

/// The number of `\uXXXX` at the front.
fn code_unit(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |code: u32, digit| {
        let value = char::from(*digit).to_digit(16)?;
        Some(code << 4 | value)
    })
}

/// The character at the front and how many bytes it takes; U+FFFD for a byte that is not UTF-8.
fn decode(bytes: &[u8]) -> (char, usize) {
    let length = match bytes.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => 1,
    };
    bytes
        .get(..length)
        .and_then(|sequence| std::str::from_utf8(sequence).ok())
        .and_then(|text| text.chars().next())
        .map_or(('\u{fffd}', 1), |character| (character, length))
}
