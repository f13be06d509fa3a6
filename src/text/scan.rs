//! Counting hidden characters in JSON as it was served, escapes included, without parsing it.
//!
//! This runs over every byte of a corpus while it loads. Nothing here knows where a string
//! begins: between two strings stand quotes, and a quote carries no joiner and no selector, so
//! the finds are those of the decoded strings.

use crate::text::finder::plain_length;
use crate::text::hidden::HiddenCounts;
use crate::text::track::Tracker;

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
        let (character, length) = match rest {
            [0x80..=0xff, ..] => decode(rest),
            _ => ascii(rest),
        };
        tracker.feed(character, at, &mut |found| counts.count(found));
        at = at.saturating_add(length);
    }
    tracker.finish(at, &mut |found| counts.count(found));
    counts
}

/// A run of what hides nothing, given as its last character, or the one character that may.
fn ascii(bytes: &[u8]) -> (char, usize) {
    let neutral = neutral_length(bytes);
    match neutral.checked_sub(1).and_then(|last| bytes.get(last)) {
        Some(last) => (char::from(*last), neutral),
        None if bytes.first() == Some(&b'\\') => unescape(bytes),
        None => decode(bytes),
    }
}

/// How many bytes at the front hide nothing: printable ASCII, white space, and escapes of such. A
/// document inside a JSON string is full of `\"`, so these must not end the run.
fn neutral_length(bytes: &[u8]) -> usize {
    let mut length = 0;
    loop {
        let rest = bytes.get(length..).unwrap_or_default();
        let plain = plain_length(rest, b'\\');
        length += plain;
        match rest.get(plain..) {
            Some([b'\n' | b'\r' | b'\t', ..]) => length += 1,
            Some([b'\\', b'"' | b'\\' | b'/' | b'n' | b'r' | b't', ..]) => length += 2,
            _ => return length,
        }
    }
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
    let low = |byte: u8| u32::from(byte & 0x3f);
    // The smallest code is the first that needs so many bytes: what spells less is not UTF-8.
    let (code, length, smallest) = match *bytes {
        [only @ 0..=0x7f, ..] => (u32::from(only), 1, 0),
        [a @ 0xe0..=0xef, b @ 0x80..=0xbf, c @ 0x80..=0xbf, ..] => {
            (u32::from(a & 0xf) << 12 | low(b) << 6 | low(c), 3, 0x800)
        }
        [a @ 0xc2..=0xdf, b @ 0x80..=0xbf, ..] => (u32::from(a & 0x1f) << 6 | low(b), 2, 0x80),
        [
            a @ 0xf0..=0xf4,
            b @ 0x80..=0xbf,
            c @ 0x80..=0xbf,
            d @ 0x80..=0xbf,
            ..,
        ] => {
            let code = u32::from(a & 0x7) << 18 | low(b) << 12 | low(c) << 6 | low(d);
            (code, 4, 0x10000)
        }
        _ => return ('\u{fffd}', 1),
    };
    match char::from_u32(code) {
        Some(character) if code >= smallest => (character, length),
        _ => ('\u{fffd}', 1),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::samples::any_text;

    fn counts(bidi: u32, zero_width: u32, tag: u32, control: u32) -> HiddenCounts {
        HiddenCounts {
            bidi,
            zero_width,
            tag,
            control,
        }
    }

    fn escaped_throughout(text: &str) -> String {
        let units: String = text
            .encode_utf16()
            .map(|unit| format!("\\u{unit:04x}"))
            .collect();
        format!("\"{units}\"")
    }

    #[test]
    fn space_between_tokens_is_not_hidden() {
        let raw = "\u{feff}{\r\n\t\"name\" : \"x\"\n}";
        assert_eq!(scan_json(raw.as_bytes()), counts(0, 0, 0, 0));
    }

    #[test]
    fn escapes_count_as_what_they_stand_for() {
        for (raw, expected) in [
            (r#""\u202e\u2066""#, counts(2, 0, 0, 0)),
            (r#""a\u200B\uFEFF""#, counts(0, 2, 0, 0)),
            (r#""\udb40\udc68\udb40\udc69""#, counts(0, 0, 2, 0)),
            (r#""\u0000\b\f\u001b\u009b""#, counts(0, 0, 0, 5)),
            (r#""\n\r\t\/\"\\""#, counts(0, 0, 0, 0)),
            (r#""\\u202e""#, counts(0, 0, 0, 0)),
            (r#""\ud83d\udc69\u200d\ud83d\udcbb""#, counts(0, 0, 0, 0)),
        ] {
            assert_eq!(scan_json(raw.as_bytes()), expected, "{raw}");
        }
    }

    #[test]
    fn strings_beside_each_other_do_not_join() {
        let raw = "[\"👩\",\"\u{200d}💻\",\"\u{e0068}\",\"\u{e0069}\"]";
        assert_eq!(scan_json(raw.as_bytes()), counts(0, 1, 2, 0));
    }

    #[test]
    fn damaged_bytes_and_escapes_are_passed_over() {
        for raw in [
            &b"\"\\"[..],
            b"\"\\u20",
            b"\"\\ud800\"",
            b"\"\\ud800\\u0041\"",
            b"\xff\xfe\xc2",
            b"\xe2\x80",
            b"\xc0\x9b",
        ] {
            assert_eq!(scan_json(raw), counts(0, 0, 0, 0), "{raw:?}");
        }
        assert_eq!(scan_json(b"\\\x1b"), counts(0, 0, 0, 1));
        assert_eq!(scan_json(b"\\ud800\\u202e"), counts(1, 0, 0, 0));
    }

    proptest! {
        #[test]
        fn bytes_decode_like_utf_8(character in any::<char>(), bytes in any::<[u8; 4]>()) {
            let text = String::from(character);
            prop_assert_eq!(decode(text.as_bytes()), (character, text.len()));
            let expected = match std::str::from_utf8(&bytes) {
                Ok(text) => text.chars().next(),
                Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()])
                    .ok()
                    .and_then(|valid| valid.chars().next()),
            };
            prop_assert_eq!(decode(&bytes).0, expected.unwrap_or('\u{fffd}'));
        }

        #[test]
        fn raw_and_escaped_json_count_like_the_decoded_text(text in any_text()) {
            let expected = HiddenCounts::of(&text);
            let raw = serde_json::to_string(&text).expect("a string has a JSON form");
            prop_assert_eq!(scan_json(raw.as_bytes()), expected);
            prop_assert_eq!(scan_json(escaped_throughout(&text).as_bytes()), expected);
        }

        #[test]
        fn a_document_counts_like_all_its_strings(texts in proptest::collection::vec(any_text(), 0..5)) {
            let raw = serde_json::to_string_pretty(&texts).expect("strings have a JSON form");
            let all: u32 = texts.iter().map(|text| HiddenCounts::of(text).total()).sum();
            prop_assert_eq!(scan_json(raw.as_bytes()).total(), all);
        }

        #[test]
        fn no_bytes_make_it_panic(raw in proptest::collection::vec(any::<u8>(), 0..200)) {
            let found = scan_json(&raw).total();
            prop_assert!(usize::try_from(found).is_ok_and(|found| found <= raw.len()));
        }
    }
}
