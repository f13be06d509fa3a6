//! The keys of the query language: the one table that parsing, completion and help are made from.

use super::word::words;
use std::fmt;

/// What stands before the colon of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Key {
    /// How the document came by its version.
    Route,
    /// The family it is held to.
    Version,
    /// The verdict this program computes.
    Verdict,
    /// The verdict a file publishes.
    Published,
    /// The verdict under the family not assigned.
    Alternative,
    /// Assigned family and verdict, and the alternative verdict: a cell of the transition table.
    Cell,
    /// Whether the verdict changes under the family not assigned.
    Flip,
    /// The verdict with a single missing `protocolVersion` set aside.
    Tolerant,
    /// The verdict under 1.0.
    Newest,
    /// A field at fault.
    Field,
    /// A field that is absent and should not be.
    Missing,
    /// A kind of violation.
    Kind,
    /// Number of violations.
    Faults,
    /// A required key is absent and a near miss is there.
    Near,
    /// The host it came from.
    Host,
    /// The path it came from.
    Path,
    /// The card's name.
    Name,
    /// The top-level `protocolVersion`.
    Declared,
    /// What the body turned out to be.
    State,
    /// The generation its keys belong to.
    Shape,
    /// Kinds of hidden characters in it.
    Hidden,
    /// What was noted while reading it.
    Note,
    /// Whether published and computed agree.
    Agree,
    /// A column in which they differ.
    Differs,
    /// HTTP status.
    Status,
    /// Size of the body in bytes.
    Bytes,
    /// Beginning of the body's digest.
    Sha,
    /// Line number.
    Line,
    /// The input it came in.
    Input,
    /// Whether it is marked.
    Mark,
    /// The person's own reading.
    Reading,
    /// Who has read it.
    Reader,
    /// A tag of a reading.
    Tag,
    /// A value is there.
    Has,
    /// A value is `""`, `[]` or `{}`.
    Empty,
    /// A value is `null`.
    Null,
    /// A value has a JSON type.
    Type,
}

/// How the values of a key are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// One of a list of words.
    Word,
    /// A field of the structural checks, `*` behind it for what is below, `=KIND` for one kind.
    Field,
    /// A text with `*` and `?`, or `none`.
    Glob,
    /// A number, `>N`, `>=N`, `<N`, `<=N`, `N..M`, or `none`.
    Number,
    /// The beginning of a number in hex.
    Hex,
    /// A path pattern.
    Pattern,
    /// A path pattern, `=`, and a JSON type.
    Type,
}

struct Row {
    key: Key,
    name: &'static str,
    syntax: Syntax,
    help: &'static str,
}

const fn row(key: Key, name: &'static str, syntax: Syntax, help: &'static str) -> Row {
    Row {
        key,
        name,
        syntax,
        help,
    }
}

const TABLE: [Row; Key::ALL.len()] = [
    row(
        Key::Route,
        "route",
        Syntax::Word,
        "how the version was come by",
    ),
    row(
        Key::Version,
        "version",
        Syntax::Word,
        "family the document is held to",
    ),
    row(
        Key::Verdict,
        "verdict",
        Syntax::Word,
        "computed: passes the structural check or not",
    ),
    row(
        Key::Published,
        "published",
        Syntax::Word,
        "the verdict in the published file",
    ),
    row(
        Key::Alternative,
        "alt",
        Syntax::Word,
        "verdict under the family not assigned",
    ),
    row(
        Key::Cell,
        "cell",
        Syntax::Word,
        "FAMILY-VERDICT-ALTERNATIVE, a cell of the transition table",
    ),
    row(
        Key::Flip,
        "flip",
        Syntax::Word,
        "whether the verdict changes under the other family",
    ),
    row(
        Key::Tolerant,
        "tolerant",
        Syntax::Word,
        "verdict with a single missing protocolVersion set aside",
    ),
    row(
        Key::Newest,
        "newest",
        Syntax::Word,
        "verdict under 1.0, whatever was assigned",
    ),
    row(
        Key::Field,
        "field",
        Syntax::Field,
        "field at fault; FIELD* with what is below, FIELD=missing|null|type",
    ),
    row(
        Key::Missing,
        "missing",
        Syntax::Field,
        "field that is absent and should not be",
    ),
    row(Key::Kind, "kind", Syntax::Word, "kind of violation"),
    row(
        Key::Faults,
        "faults",
        Syntax::Number,
        "number of violations: 0, >3, 2..5",
    ),
    row(
        Key::Near,
        "near",
        Syntax::Glob,
        "near miss: its key as written, a spelling such as snake_case, or yes",
    ),
    row(Key::Host, "host", Syntax::Glob, "host, with * and ?"),
    row(
        Key::Path,
        "path",
        Syntax::Glob,
        "path it was fetched from, with * and ?",
    ),
    row(
        Key::Name,
        "name",
        Syntax::Glob,
        "the card's name, with * and ?",
    ),
    row(
        Key::Declared,
        "declared",
        Syntax::Glob,
        "top-level protocolVersion, with * and ?",
    ),
    row(
        Key::State,
        "state",
        Syntax::Word,
        "what the body turned out to be",
    ),
    row(
        Key::Shape,
        "shape",
        Syntax::Word,
        "generation its keys belong to",
    ),
    row(
        Key::Hidden,
        "hidden",
        Syntax::Word,
        "kinds of hidden characters in it",
    ),
    row(Key::Note, "note", Syntax::Word, "noted while reading it"),
    row(
        Key::Agree,
        "agree",
        Syntax::Word,
        "whether published and computed agree",
    ),
    row(
        Key::Differs,
        "differs",
        Syntax::Word,
        "column in which published and computed differ",
    ),
    row(
        Key::Status,
        "status",
        Syntax::Number,
        "HTTP status: 200, >=400",
    ),
    row(
        Key::Bytes,
        "bytes",
        Syntax::Number,
        "size of the body: >1000, 200..500",
    ),
    row(
        Key::Sha,
        "sha",
        Syntax::Hex,
        "beginning of the body's SHA-256",
    ),
    row(
        Key::Line,
        "line",
        Syntax::Number,
        "line number; #17 is the same",
    ),
    row(
        Key::Input,
        "input",
        Syntax::Glob,
        "file it came in, with * and ?",
    ),
    row(Key::Mark, "mark", Syntax::Word, "whether you marked it"),
    row(
        Key::Reading,
        "reading",
        Syntax::Word,
        "your own reading of it",
    ),
    row(Key::Reader, "reader", Syntax::Glob, "who has read it"),
    row(Key::Tag, "tag", Syntax::Glob, "tag of a reading"),
    row(
        Key::Has,
        "has",
        Syntax::Pattern,
        "a value is there: has:provider.url",
    ),
    row(
        Key::Empty,
        "empty",
        Syntax::Pattern,
        "a value is \"\", [] or {}",
    ),
    row(Key::Null, "null", Syntax::Pattern, "a value is null"),
    row(
        Key::Type,
        "type",
        Syntax::Type,
        "a value has a JSON type: type:skills=object",
    ),
];

/// Other names under which a key is found.
const ALIASES: [(&str, Key); 8] = [
    ("family", Key::Version),
    ("alternative", Key::Alternative),
    ("sha256", Key::Sha),
    ("marked", Key::Mark),
    ("violations", Key::Faults),
    ("file", Key::Input),
    ("flips", Key::Flip),
    ("transition", Key::Cell),
];

impl Key {
    /// Every key, in the order in which they are offered.
    pub const ALL: [Self; 37] = [
        Self::Route,
        Self::Version,
        Self::Verdict,
        Self::Published,
        Self::Alternative,
        Self::Cell,
        Self::Flip,
        Self::Tolerant,
        Self::Newest,
        Self::Field,
        Self::Missing,
        Self::Kind,
        Self::Faults,
        Self::Near,
        Self::Host,
        Self::Path,
        Self::Name,
        Self::Declared,
        Self::State,
        Self::Shape,
        Self::Hidden,
        Self::Note,
        Self::Agree,
        Self::Differs,
        Self::Status,
        Self::Bytes,
        Self::Sha,
        Self::Line,
        Self::Input,
        Self::Mark,
        Self::Reading,
        Self::Reader,
        Self::Tag,
        Self::Has,
        Self::Empty,
        Self::Null,
        Self::Type,
    ];

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// How it is written before the colon.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.row().name
    }

    /// Other names under which it is found.
    pub(super) fn aliases(self) -> impl Iterator<Item = &'static str> {
        let known = ALIASES.into_iter().filter(move |(_, key)| *key == self);
        known.map(|(alias, _)| alias)
    }

    /// Every word its value can be, as written; empty for a key whose values are no fixed words.
    #[must_use]
    pub fn values(self) -> Vec<&'static str> {
        match self.syntax() {
            Syntax::Word => words(self).iter().map(|word| word.text.as_str()).collect(),
            _ => Vec::new(),
        }
    }

    /// What it asks, in a few words, for completion and help.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.row().help
    }

    pub(super) fn syntax(self) -> Syntax {
        self.row().syntax
    }

    /// Whether answering it takes a look into the document itself, not only at its columns.
    #[must_use]
    pub fn reads_bodies(self) -> bool {
        matches!(
            self,
            Self::Near | Self::Has | Self::Empty | Self::Null | Self::Type
        )
    }

    /// The key with this name or alias.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.key)
            .or_else(|| {
                let known = ALIASES.iter().find(|(alias, _)| *alias == name);
                known.map(|(_, key)| *key)
            })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_stands_at_its_own_place_in_the_table() {
        for (position, key) in Key::ALL.into_iter().enumerate() {
            assert_eq!(key as usize, position);
            assert_eq!(TABLE[position].key, key);
            assert_eq!(Key::from_name(key.as_str()), Some(key));
        }
        assert_eq!(Key::from_name("family"), Some(Key::Version));
        assert_eq!(Key::from_name("nothing"), None);
    }
}
