//! Bytes to tree, by the grammar of RFC 8259, without recursion.

use super::text::decode_string_bytes;
use super::{BOM, Entry, HAS_KEY, KEY_ESCAPED, NONE, REPEATS, SHADOWED, TRUE, Tree, VALUE_ESCAPED};
use crate::spec::JsonType;
use std::fmt;

/// Why some bytes are not one JSON value, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Byte offset within the document, byte order mark included.
    pub offset: usize,
    /// What was expected or found there.
    pub reason: Reason,
}

/// What is wrong with the bytes at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The bytes end inside a value; what was expected next.
    Ended(&'static str),
    /// Some other byte than what was expected.
    Expected(&'static str, u8),
    /// A complete value is followed by this byte.
    TrailingText(u8),
    /// A control character stands unescaped in a string.
    ControlInString(u8),
    /// A backslash is followed by something JSON does not define.
    BadEscape,
    /// Bytes that are not UTF-8; up to four of them.
    NotUtf8(Vec<u8>),
    /// Longer than this program can index (4 GiB).
    TooLong,
}

impl SyntaxError {
    /// Whether more bytes could still complete the value.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        matches!(self.reason, Reason::Ended(_))
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, reason } = self;
        match reason {
            Reason::Ended(what) => write!(f, "ends at byte {offset} where {what} was expected"),
            Reason::Expected(what, found) => {
                write!(
                    f,
                    "byte {offset}: expected {what}, found {}",
                    ByteName(*found)
                )
            }
            Reason::TrailingText(found) => write!(
                f,
                "byte {offset}: the JSON value is complete, but {} follows",
                ByteName(*found)
            ),
            Reason::ControlInString(found) => write!(
                f,
                "byte {offset}: {} stands unescaped in a string",
                ByteName(*found)
            ),
            Reason::BadEscape => {
                write!(
                    f,
                    "byte {offset}: a backslash that begins no escape of JSON"
                )
            }
            Reason::NotUtf8(bytes) => {
                write!(f, "byte {offset}: not UTF-8:")?;
                bytes.iter().try_for_each(|byte| write!(f, " {byte:02X}"))
            }
            Reason::TooLong => write!(f, "longer than 4 GiB, which is more than can be indexed"),
        }
    }
}

impl std::error::Error for SyntaxError {}

/// A byte as a person reads it.
struct ByteName(u8);

impl fmt::Display for ByteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            byte @ 0x21..=0x7E => write!(f, "'{}'", byte as char),
            byte => write!(f, "byte 0x{byte:02X}"),
        }
    }
}

/// Parses one JSON value and fills `tree` with it. The tree's former content is gone whatever the
/// result; after an error it holds what was read up to there and must not be looked at.
///
/// # Errors
/// The first place at which the bytes are not UTF-8 or not one JSON value. Encoding is checked
/// first, so an invalid byte is reported even behind an earlier syntax error.
pub fn parse(bytes: &[u8], tree: &mut Tree) -> Result<(), SyntaxError> {
    tree.entries.clear();
    tree.shadowed_count = 0;
    tree.had_bom = bytes.starts_with(BOM);
    if u32::try_from(bytes.len()).is_err() {
        return Err(SyntaxError {
            offset: bytes.len(),
            reason: Reason::TooLong,
        });
    }
    if let Err(error) = std::str::from_utf8(bytes) {
        let offset = error.valid_up_to();
        let found = bytes[offset..].iter().take(4).copied().collect();
        return Err(SyntaxError {
            offset,
            reason: Reason::NotUtf8(found),
        });
    }
    let start = if tree.had_bom { BOM.len() } else { 0 };
    Parser {
        bytes,
        position: start,
        tree,
        open: NONE,
    }
    .document()
}

struct Parser<'a> {
    bytes: &'a [u8],
    position: usize,
    tree: &'a mut Tree,
    /// The innermost container that is still open, or `NONE`.
    open: u32,
}

/// A key between its quotes, and whether it holds escapes.
#[derive(Clone, Copy, Default)]
struct Key {
    start: u32,
    end: u32,
    flags: u8,
}

impl Parser<'_> {
    fn document(mut self) -> Result<(), SyntaxError> {
        let mut key = Key::default();
        loop {
            self.skip_space();
            let opened = self.value(key)?;
            key = Key::default();
            if opened {
                if self.tree.entries[self.open as usize].kind == JsonType::Object {
                    self.skip_space();
                    if self.peek() == Some(b'}') {
                        self.close();
                    } else {
                        key = self.key("a key in quotes or '}'")?;
                        continue;
                    }
                } else {
                    self.skip_space();
                    if self.peek() == Some(b']') {
                        self.close();
                    } else {
                        continue;
                    }
                }
            }
            match self.after_value()? {
                Next::Value(next_key) => key = next_key,
                Next::End => return Ok(()),
            }
        }
    }

    /// Closes what ends here and finds out what comes next.
    fn after_value(&mut self) -> Result<Next, SyntaxError> {
        loop {
            self.skip_space();
            if self.open == NONE {
                return match self.peek() {
                    None => Ok(Next::End),
                    Some(byte) => Err(self.error(Reason::TrailingText(byte))),
                };
            }
            let in_object = self.tree.entries[self.open as usize].kind == JsonType::Object;
            match self.peek() {
                Some(b',') => {
                    self.position += 1;
                    if !in_object {
                        return Ok(Next::Value(Key::default()));
                    }
                    self.skip_space();
                    return Ok(Next::Value(self.key("a key in quotes")?));
                }
                Some(b'}') if in_object => self.close(),
                Some(b']') if !in_object => self.close(),
                _ => {
                    return Err(self.expected(if in_object {
                        "',' or '}'"
                    } else {
                        "',' or ']'"
                    }));
                }
            }
        }
    }

    /// Reads one value, or opens one container; says whether it opened one.
    fn value(&mut self, key: Key) -> Result<bool, SyntaxError> {
        let start = self.position;
        let (kind, flags) = match self.peek() {
            Some(b'"') => (
                JsonType::String,
                if self.string()? { VALUE_ESCAPED } else { 0 },
            ),
            Some(b'{') => (JsonType::Object, 0),
            Some(b'[') => (JsonType::Array, 0),
            Some(b't') => (self.literal(b"true", JsonType::Boolean)?, TRUE),
            Some(b'f') => (self.literal(b"false", JsonType::Boolean)?, 0),
            Some(b'n') => (self.literal(b"null", JsonType::Null)?, 0),
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                (JsonType::Number, 0)
            }
            _ => return Err(self.expected("a JSON value")),
        };
        let opens = matches!(kind, JsonType::Object | JsonType::Array);
        if opens {
            self.position += 1;
        }
        let id = self.tree.entries.len() as u32;
        let index = match self.open {
            NONE => 0,
            open => {
                // While a container is open its `next` counts the children seen so far.
                let parent = &mut self.tree.entries[open as usize];
                parent.next += 1;
                parent.next - 1
            }
        };
        self.tree.entries.push(Entry {
            key_start: key.start,
            key_end: key.end,
            start: start as u32,
            end: self.position as u32,
            parent: self.open,
            next: if opens { 0 } else { id + 1 },
            index,
            kind,
            flags: flags | key.flags,
        });
        if opens {
            self.open = id;
        }
        Ok(opens)
    }

    /// Ends the innermost container at the bracket under the position.
    fn close(&mut self) {
        self.position += 1;
        let id = self.open;
        let end = self.tree.entries.len() as u32;
        let entry = &mut self.tree.entries[id as usize];
        let child_count = entry.next;
        entry.end = self.position as u32;
        entry.next = end;
        self.open = entry.parent;
        if entry.kind == JsonType::Object && child_count > 1 {
            self.mark_duplicates(id, end);
        }
    }

    /// Marks members whose key a later member repeats. Sorted rather than hashed into a map, so
    /// that keys chosen to collide cost no more than others.
    fn mark_duplicates(&mut self, id: u32, end: u32) {
        let mut keys = std::mem::take(&mut self.tree.scratch);
        keys.clear();
        let mut child = id + 1;
        while child < end {
            keys.push((self.key_signature(child), child));
            child = self.tree.entries[child as usize].next;
        }
        if keys.len() <= 12 {
            let repeated = keys
                .iter()
                .enumerate()
                .any(|(at, (left, _))| keys[at + 1..].iter().any(|(right, _)| left == right));
            if repeated {
                self.mark_sorted(&mut keys);
            }
        } else {
            keys.sort_unstable();
            if keys.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                self.mark_sorted(&mut keys);
            }
        }
        self.tree.scratch = keys;
    }

    fn mark_sorted(&mut self, keys: &mut [(u64, u32)]) {
        keys.sort_by(|left, right| {
            left.0
                .cmp(&right.0)
                .then_with(|| self.key_of(left.1).cmp(&self.key_of(right.1)))
                .then(left.1.cmp(&right.1))
        });
        for pair in keys.windows(2) {
            let (left, right) = (pair[0], pair[1]);
            if left.0 == right.0 && self.key_of(left.1) == self.key_of(right.1) {
                self.tree.entries[left.1 as usize].flags |= SHADOWED;
                self.tree.entries[right.1 as usize].flags |= REPEATS;
                self.tree.shadowed_count += 1;
            }
        }
    }

    fn key_of(&self, id: u32) -> std::borrow::Cow<'_, [u8]> {
        let entry = &self.tree.entries[id as usize];
        let raw = &self.bytes[entry.key_start as usize..entry.key_end as usize];
        if entry.flags & KEY_ESCAPED == 0 {
            std::borrow::Cow::Borrowed(raw)
        } else {
            std::borrow::Cow::Owned(decode_string_bytes(raw))
        }
    }

    /// Equal keys have equal signatures; most different keys have different ones.
    fn key_signature(&self, id: u32) -> u64 {
        let key = self.key_of(id);
        let mut signature = key.len() as u64;
        for chunk in key.chunks(8) {
            let mut word = [0_u8; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            signature = (signature.rotate_left(5) ^ u64::from_le_bytes(word))
                .wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        signature
    }

    fn key(&mut self, expected: &'static str) -> Result<Key, SyntaxError> {
        if self.peek() != Some(b'"') {
            return Err(self.expected(expected));
        }
        let start = self.position as u32 + 1;
        let escaped = self.string()?;
        let end = self.position as u32 - 1;
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.expected("':'"));
        }
        self.position += 1;
        Ok(Key {
            start,
            end,
            flags: HAS_KEY | if escaped { KEY_ESCAPED } else { 0 },
        })
    }

    /// Reads a string from its opening quote to behind the closing one; says whether it holds escapes.
    fn string(&mut self) -> Result<bool, SyntaxError> {
        self.position += 1;
        let mut escaped = false;
        loop {
            self.position += plain_length(&self.bytes[self.position..]);
            match self.peek() {
                None => return Err(self.error(Reason::Ended("the end of a string"))),
                Some(b'"') => {
                    self.position += 1;
                    return Ok(escaped);
                }
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                Some(control) => return Err(self.error(Reason::ControlInString(control))),
            }
        }
    }

    fn escape(&mut self) -> Result<(), SyntaxError> {
        match self.bytes.get(self.position + 1) {
            None => {
                self.position += 1;
                Err(self.error(Reason::Ended("the rest of an escape")))
            }
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.position += 2;
                Ok(())
            }
            Some(b'u') => {
                for offset in 2..6 {
                    match self.bytes.get(self.position + offset) {
                        None => {
                            self.position += offset;
                            return Err(self.error(Reason::Ended("the rest of an escape")));
                        }
                        Some(byte) if byte.is_ascii_hexdigit() => {}
                        Some(_) => return Err(self.error(Reason::BadEscape)),
                    }
                }
                self.position += 6;
                Ok(())
            }
            Some(_) => Err(self.error(Reason::BadEscape)),
        }
    }

    fn literal(&mut self, word: &[u8], kind: JsonType) -> Result<JsonType, SyntaxError> {
        for &byte in word {
            if self.peek() != Some(byte) {
                return Err(self.expected("a JSON value"));
            }
            self.position += 1;
        }
        Ok(kind)
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        if self.peek() == Some(b'-') {
            self.position += 1;
        }
        match self.peek() {
            Some(b'0') => self.position += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.expected("a digit")),
        }
        if self.peek() == Some(b'.') {
            self.position += 1;
            self.at_least_one_digit()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.position += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.position += 1;
            }
            self.at_least_one_digit()?;
        }
        Ok(())
    }

    fn at_least_one_digit(&mut self) -> Result<(), SyntaxError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.expected("a digit"));
        }
        self.digits();
        Ok(())
    }

    fn digits(&mut self) {
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.position += 1;
        }
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.position += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn expected(&self, what: &'static str) -> SyntaxError {
        self.error(match self.peek() {
            Some(byte) => Reason::Expected(what, byte),
            None => Reason::Ended(what),
        })
    }

    fn error(&self, reason: Reason) -> SyntaxError {
        SyntaxError {
            offset: self.position,
            reason,
        }
    }
}

/// What follows a complete value inside the document.
enum Next {
    /// Another value, with its key when it is a member.
    Value(Key),
    /// Nothing: the document is complete.
    End,
}

/// Number of leading bytes that are neither a quote, a backslash nor a control character; eight at
/// a time, because most of a corpus is the inside of strings.
fn plain_length(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let mut length = 0;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("chunks of eight"));
        let zero_in = |word: u64| word.wrapping_sub(ONES) & !word & HIGHS;
        let quote = zero_in(word ^ (ONES * u64::from(b'"')));
        let backslash = zero_in(word ^ (ONES * u64::from(b'\\')));
        let control = word.wrapping_sub(ONES * 0x20) & !word & HIGHS;
        let found = quote | backslash | control;
        if found != 0 {
            // A borrow can only spoil bytes above the first real hit, and the lowest is taken.
            return length + (found.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    length
        + chunks
            .remainder()
            .iter()
            .position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20)
            .unwrap_or(chunks.remainder().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: impl AsRef<[u8]>) -> SyntaxError {
        Tree::from_bytes(text.as_ref()).expect_err("the test's text is not JSON")
    }

    #[test]
    fn what_rfc_8259_allows_parses() {
        for text in [
            "null",
            " true ",
            "-0",
            "1e999",
            "1.0E+2",
            "1234567890123456789012345678901234567890",
            r#""\ud800""#,
            r#""\uDC00x""#,
            "\u{feff}{}",
            r#"{"":{"":[]}}"#,
            "[1,\r\n\t2]",
            "\"\u{7f}\"",
        ] {
            assert_eq!(
                Tree::from_bytes(text.as_bytes()).map(|_| ()),
                Ok(()),
                "{text:?}"
            );
        }
    }

    #[test]
    fn what_it_does_not_allow_is_refused_with_its_place() {
        for (text, offset) in [
            ("NaN", 0),
            ("[1,]", 3),
            ("{\"a\":1,}", 7),
            ("01", 1),
            ("1.", 2),
            ("{a:1}", 1),
            ("\"a\nb\"", 2),
            ("{} x", 3),
            ("// c\n{}", 0),
            ("", 0),
            ("  ", 2),
            (r#""\x""#, 1),
            (r#""\u12g4""#, 1),
            ("[1 2]", 3),
            ("-", 1),
            ("Infinity", 0),
            ("{\"a\" 1}", 5),
            ("'a'", 0),
            ("tru", 3),
            ("[}", 1),
            ("{]", 1),
        ] {
            assert_eq!(error(text).offset, offset, "{text:?}");
        }
    }

    #[test]
    fn a_prefix_is_told_from_a_mistake() {
        for text in [
            "{\"a\":",
            "[",
            "\"abc",
            "tru",
            "{\"a\":1,",
            "\"\\u00",
            "\"\\",
            "1.",
            "",
            "-",
        ] {
            assert!(error(text).is_incomplete(), "{text:?}");
        }
        for text in ["{\"a\":1,}", "\"a\nb", "trx", "{} {}"] {
            assert!(!error(text).is_incomplete(), "{text:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_utf8_are_named() {
        let found = error(b"{\"a\":\"\xFF\xFEx\"}");
        assert_eq!(found.to_string(), "byte 6: not UTF-8: FF FE 78 22");
    }

    #[test]
    fn nesting_costs_no_stack() {
        let depth = 200_000;
        let text = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let tree = Tree::from_bytes(text.as_bytes()).expect("nesting is JSON");
        assert_eq!(tree.node_count(), depth);
    }

    proptest! {
        #[test]
        fn plain_length_agrees_with_a_plain_loop(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let plain = bytes
                .iter()
                .position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20)
                .unwrap_or(bytes.len());
            prop_assert_eq!(plain_length(&bytes), plain);
        }

        #[test]
        fn any_bytes_parse_or_fail_within_the_document(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Err(error) = Tree::from_bytes(&bytes) {
                prop_assert!(error.offset <= bytes.len());
            }
        }

        /// serde_json is the judge of the grammar wherever its own limits do not interfere.
        #[test]
        fn json_like_text_is_judged_as_serde_json_judges_it(text in r#"[\[\]{}",:0-9eE.\-+ \\untrfalse]{0,24}"#) {
            let theirs = serde_json::from_str::<serde::de::IgnoredAny>(&text);
            let ours = Tree::from_bytes(text.as_bytes());
            prop_assert_eq!(theirs.is_ok(), ours.is_ok(), "{} {:?}", text, theirs);
        }
    }
}
