//! A JSON value that keeps what real documents vary in: key order, duplicate keys, the spelling of
//! numbers, layout and escapes.
//!
//! `serde_json::Value` keeps none of these, and the card tree reads them instead of making them.
//! The writer recurses, over values this module's siblings build: a few levels deep.

use std::fmt::Write as _;

/// A value to be written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    /// As it will be written: `1.0` and `1e3` stay that.
    Number(String),
    Text(String),
    List(Vec<Json>),
    Map(Object),
}

impl Json {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn number(spelling: impl ToString) -> Self {
        Self::Number(spelling.to_string())
    }

    pub(super) fn texts<T: AsRef<str>>(texts: &[T]) -> Self {
        Self::List(texts.iter().map(|text| Self::text(text.as_ref())).collect())
    }

    /// An object whose values are all strings.
    pub(super) fn map_of_texts(entries: &[(&str, &str)]) -> Self {
        let mut map = Object::default();
        for (key, text) in entries {
            map.set(key, Self::text(*text));
        }
        Self::Map(map)
    }

    fn is_container(&self) -> bool {
        matches!(self, Self::List(_) | Self::Map(_))
    }

    pub(super) fn as_map_mut(&mut self) -> Option<&mut Object> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }
}

/// An object's entries in the order they will be written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Object(pub(super) Vec<(String, Json)>);

impl Object {
    /// Replaces the value of `key`, or appends the entry.
    pub(super) fn set(&mut self, key: &str, value: Json) {
        match self.get_mut(key) {
            Some(old) => *old = value,
            None => self.0.push((key.to_owned(), value)),
        }
    }

    pub(super) fn with(mut self, key: &str, value: Json) -> Self {
        self.set(key, value);
        self
    }

    pub(super) fn get(&self, key: &str) -> Option<&Json> {
        self.0
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        self.0
            .iter_mut()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    pub(super) fn remove(&mut self, key: &str) {
        self.0.retain(|(name, _)| name != key);
    }

    /// Gives the entry another name and leaves it where it stands.
    pub(super) fn rename(&mut self, key: &str, new: &str) {
        for (name, _) in &mut self.0 {
            if name == key {
                new.clone_into(name);
            }
        }
    }

    /// The objects in the list at `key`; none when it is absent or no list.
    pub(super) fn objects_mut(&mut self, key: &str) -> Vec<&mut Object> {
        match self.get_mut(key) {
            Some(Json::List(items)) => items.iter_mut().filter_map(Json::as_map_mut).collect(),
            _ => Vec::new(),
        }
    }
}

/// Which characters are written as `\u` escapes although JSON does not ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    /// None: UTF-8 as it is.
    Needed,
    /// Everything beyond ASCII, as Python's `json.dumps` does.
    NonAscii,
    /// Everything beyond ASCII, and `/` as `\/`, as PHP's `json_encode` does.
    NonAsciiAndSlash,
}

/// How a document is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// One step of indentation; `None` for a single line.
    pub(super) indent: Option<&'static str>,
    /// The line end between entries; of no effect without an indent.
    pub(super) newline: &'static str,
    /// What stands between the entries of a single line: `,` or `, `.
    pub(super) comma: &'static str,
    /// What stands between key and value: `:` or `: `.
    pub(super) colon: &'static str,
    /// Lists of plain values stay on one line, as people write them by hand.
    pub(super) short_lists: bool,
    pub(super) escapes: Escapes,
}

impl Layout {
    pub(super) const COMPACT: Self = Self {
        indent: None,
        newline: "\n",
        comma: ",",
        colon: ":",
        short_lists: false,
        escapes: Escapes::Needed,
    };

    pub(super) const SPACED: Self = Self {
        comma: ", ",
        colon: ": ",
        ..Self::COMPACT
    };

    pub(super) const fn indented(indent: &'static str) -> Self {
        Self {
            indent: Some(indent),
            colon: ": ",
            ..Self::COMPACT
        }
    }
}

/// The text of `value` in `layout`.
pub(super) fn write(value: &Json, layout: Layout) -> String {
    let mut text = String::new();
    Writer {
        layout,
        out: &mut text,
    }
    .value(value, 0);
    text
}

struct Writer<'out> {
    layout: Layout,
    out: &'out mut String,
}

impl Writer<'_> {
    fn value(&mut self, value: &Json, depth: usize) {
        match value {
            Json::Null => self.out.push_str("null"),
            Json::Bool(flag) => self.out.push_str(if *flag { "true" } else { "false" }),
            Json::Number(spelling) => self.out.push_str(spelling),
            Json::Text(text) => self.string(text),
            Json::List(items) => {
                let flat = self.layout.short_lists && !items.iter().any(Json::is_container);
                self.out.push('[');
                for (position, item) in items.iter().enumerate() {
                    self.before_entry(position, depth + 1, flat);
                    self.value(item, depth + 1);
                }
                self.after_entries(items.is_empty() || flat, depth);
                self.out.push(']');
            }
            Json::Map(Object(entries)) => {
                self.out.push('{');
                for (position, (key, item)) in entries.iter().enumerate() {
                    self.before_entry(position, depth + 1, false);
                    self.string(key);
                    self.out.push_str(self.layout.colon);
                    self.value(item, depth + 1);
                }
                self.after_entries(entries.is_empty(), depth);
                self.out.push('}');
            }
        }
    }

    fn before_entry(&mut self, position: usize, depth: usize, flat: bool) {
        let own_line = self.layout.indent.is_some() && !flat;
        if position > 0 {
            self.out.push_str(match (own_line, flat) {
                (true, _) => ",",
                (false, true) => ", ",
                (false, false) => self.layout.comma,
            });
        }
        if own_line {
            self.line_start(depth);
        }
    }

    fn after_entries(&mut self, flat: bool, depth: usize) {
        if self.layout.indent.is_some() && !flat {
            self.line_start(depth);
        }
    }

    fn line_start(&mut self, depth: usize) {
        self.out.push_str(self.layout.newline);
        for _ in 0..depth {
            self.out.push_str(self.layout.indent.unwrap_or(""));
        }
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        for character in text.chars() {
            self.character(character);
        }
        self.out.push('"');
    }

    fn character(&mut self, character: char) {
        let escape_all = self.layout.escapes != Escapes::Needed;
        match character {
            '"' => self.out.push_str("\\\""),
            '\\' => self.out.push_str("\\\\"),
            '\n' => self.out.push_str("\\n"),
            '\r' => self.out.push_str("\\r"),
            '\t' => self.out.push_str("\\t"),
            '/' if self.layout.escapes == Escapes::NonAsciiAndSlash => self.out.push_str("\\/"),
            _ if character < ' ' || (escape_all && !character.is_ascii()) => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    let _ = write!(self.out, "\\u{unit:04x}");
                }
            }
            _ => self.out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Json {
        Json::Map(
            Object::default()
                .with("a/b", Json::texts(&["é", "👍"]))
                .with("n", Json::number("1e3"))
                .with("o", Json::Map(Object::default())),
        )
    }

    #[test]
    fn a_compact_layout_has_no_space() {
        assert_eq!(
            write(&small(), Layout::COMPACT),
            r#"{"a/b":["é","👍"],"n":1e3,"o":{}}"#
        );
    }

    #[test]
    fn php_style_escapes_slashes_and_surrogate_pairs() {
        let layout = Layout {
            escapes: Escapes::NonAsciiAndSlash,
            ..Layout::SPACED
        };
        assert_eq!(
            write(&small(), layout),
            r#"{"a\/b": ["\u00e9", "\ud83d\udc4d"], "n": 1e3, "o": {}}"#
        );
    }

    #[test]
    fn indented_layouts_keep_short_lists_on_a_line_when_asked() {
        let layout = Layout {
            short_lists: true,
            ..Layout::indented("\t")
        };
        assert_eq!(
            write(&small(), layout),
            "{\n\t\"a/b\": [\"é\", \"👍\"],\n\t\"n\": 1e3,\n\t\"o\": {}\n}"
        );
    }

    #[test]
    fn control_characters_are_always_escaped() {
        assert_eq!(
            write(&Json::text("\u{1b}[1m"), Layout::COMPACT),
            "\"\\u001b[1m\""
        );
    }
}
