//! What a JSON string means: its escapes resolved.

use std::borrow::Cow;

/// The meaning of a string's inside (between the quotes) as bytes. The inside must be valid JSON.
///
/// A surrogate without its partner has no meaning as text; it stays as its six characters
/// (`\ud800`), so that it is visible and two different ones stay different.
#[must_use]
pub fn decode_string_bytes(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    decode_into(raw, &mut out);
    out
}

/// Appends the meaning of a string's inside to `out`; see [`decode_string_bytes`]. Returns whether
/// a surrogate without its partner was met.
pub(crate) fn decode_into(raw: &[u8], out: &mut Vec<u8>) -> bool {
    let mut rest = raw;
    let mut lone = false;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        let escape = &rest[at..];
        let used = match escape.get(1) {
            Some(b'u') => {
                let (used, was_lone) = decode_unicode(escape, out);
                lone |= was_lone;
                used
            }
            Some(&letter) => {
                out.push(match letter {
                    b'b' => 0x08,
                    b'f' => 0x0C,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    other => other,
                });
                2
            }
            None => {
                out.push(b'\\');
                1
            }
        };
        rest = &escape[used..];
    }
    out.extend_from_slice(rest);
    lone
}

/// Decodes the `\uXXXX` (or pair of them) at the start of `escape`; returns the bytes used and
/// whether it was a surrogate without its partner.
fn decode_unicode(escape: &[u8], out: &mut Vec<u8>) -> (usize, bool) {
    let Some(first) = unit(escape) else {
        let used = escape.len().min(2);
        out.extend_from_slice(&escape[..used]);
        return (used, true);
    };
    let pair = if (0xD800..0xDC00).contains(&first) {
        unit(&escape[6..])
            .filter(|second| (0xDC00..0xE000).contains(second))
            .map(|second| 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    } else {
        None
    };
    match char::from_u32(pair.unwrap_or(first)) {
        Some(character) => {
            let mut buffer = [0; 4];
            out.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
            (if pair.is_some() { 12 } else { 6 }, false)
        }
        None => {
            out.extend_from_slice(&escape[..6]);
            (6, true)
        }
    }
}

/// The UTF-16 unit of a `\uXXXX` at the start of `escape`.
fn unit(escape: &[u8]) -> Option<u32> {
    let hex = escape.get(..6)?.strip_prefix(b"\\u")?;
    hex.iter().try_fold(0, |unit, &byte| {
        Some(unit * 16 + (byte as char).to_digit(16)?)
    })
}

/// Like [`decode_string_bytes`], as text, borrowed when there is nothing to resolve.
#[must_use]
pub fn decode_string(raw: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return Cow::Borrowed(raw);
    }
    Cow::Owned(into_string(decode_string_bytes(raw.as_bytes())))
}

/// Text from bytes that decoding made. They are UTF-8 when the source was; should they not be, the
/// replacement character shows it.
pub(super) fn into_string(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_mean_what_json_says() {
        assert_eq!(
            decode_string(r#"a\"\\\/\b\f\n\r\t\u0041z"#),
            "a\"\\/\u{8}\u{c}\n\r\tAz"
        );
        assert_eq!(decode_string(r"\ud83d\ude00"), "😀");
    }

    #[test]
    fn a_lone_surrogate_stays_as_written() {
        assert_eq!(decode_string(r"\ud800"), r"\ud800");
        assert_eq!(decode_string(r"\uDC00\ud83dx"), r"\uDC00\ud83dx");
        assert_eq!(decode_string(r"\ud83d\ud83d\ude00"), r"\ud83d😀");
    }

    proptest! {
        #[test]
        fn what_serde_json_writes_decodes_to_itself(text in any::<String>()) {
            let json = serde_json::to_string(&text).expect("a string serialises");
            let inside = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            prop_assert_eq!(decode_string(inside.expect("quoted")), text);
        }
    }
}
