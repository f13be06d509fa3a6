//! What stands in a cell: every spelling that is understood, and none that is guessed.

use crate::card::{Document, Node, Tree};
use crate::census::{Route, State, ViolationKind, declared_version};
use crate::spec::{Family, JsonType};
use std::fmt;

/// What a table says at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Cell<T> {
    /// The table has no such column.
    #[default]
    Absent,
    /// The column is there and the cell is empty.
    Empty,
    /// A value.
    Is(T),
    /// Something is written there that is no such value; the text is kept.
    Unread,
}

impl<T> Cell<T> {
    /// The value, where there is one.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Is(value) => Some(value),
            _ => None,
        }
    }

    /// The same cell with its value changed into another.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Cell<U> {
        match self {
            Self::Absent => Cell::Absent,
            Self::Empty => Cell::Empty,
            Self::Is(value) => Cell::Is(change(value)),
            Self::Unread => Cell::Unread,
        }
    }
}

impl<T: PartialEq> Cell<T> {
    /// Whether it contradicts a computed value; a column that is not there contradicts nothing.
    pub fn differs_from(&self, computed: Option<&T>) -> bool {
        match (self, computed) {
            (Self::Absent, _) | (Self::Empty, None) => false,
            (Self::Is(published), Some(computed)) => published != computed,
            _ => true,
        }
    }
}

/// What a published violation says is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// A required key is absent.
    Missing,
    /// A value has another JSON type than the schema asks for.
    Type,
}

impl FaultKind {
    /// `missing` or `type`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Type => "type",
        }
    }

    /// The kind of a computed violation.
    #[must_use]
    pub fn of(kind: ViolationKind) -> Self {
        match kind {
            ViolationKind::Missing => Self::Missing,
            ViolationKind::WrongType { .. } => Self::Type,
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        match folded(text).as_str() {
            "missing" | "absent" | "required" => Some(Self::Missing),
            "type" | "wrongtype" | "null" => Some(Self::Type),
            _ => None,
        }
    }
}

/// One violation as a table lists it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault {
    /// Where; as written. Untrusted text.
    pub path: String,
    /// What is wrong; `None` where the table does not say.
    pub kind: Option<FaultKind>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Some(kind) => write!(f, "{}:{}", self.path, kind.as_str()),
            None => f.write_str(&self.path),
        }
    }
}

/// A short word with case, `_`, `-` and spaces dropped; nothing that long is a known word.
fn folded(text: &str) -> String {
    text.chars()
        .filter(|character| !matches!(character, '_' | '-') && !character.is_whitespace())
        .take(32)
        .flat_map(char::to_lowercase)
        .collect()
}

/// Whether a cell stands for nothing.
pub(super) fn is_empty_word(text: &str) -> bool {
    let text = text.trim();
    text.is_empty()
        || ["null", "none", "nan", "n/a", "na", "-"]
            .iter()
            .any(|word| text.eq_ignore_ascii_case(word))
}

/// Reads a cell by its words; `None` from `read` makes it [`Cell::Unread`].
fn read_word<T>(text: &str, read: impl FnOnce(&str) -> Option<T>) -> Cell<T> {
    if is_empty_word(text) {
        return Cell::Empty;
    }
    read(&folded(text)).map_or(Cell::Unread, Cell::Is)
}

/// Reads true or false in any spelling.
pub(super) fn read_bool(text: &str) -> Cell<bool> {
    if text.trim().eq_ignore_ascii_case("unclassified") {
        return Cell::Empty;
    }
    read_word(text, |word| match word {
        "true" | "t" | "1" | "1.0" | "yes" | "y" | "valid" | "pass" | "passed" => Some(true),
        "false" | "f" | "0" | "0.0" | "no" | "n" | "invalid" | "fail" | "failed" => Some(false),
        _ => None,
    })
}

/// Reads a route.
pub(super) fn read_route(text: &str) -> Cell<Route> {
    read_word(text, |word| {
        Route::ALL.into_iter().find(|route| route.as_str() == word)
    })
}

/// Reads a state.
pub(super) fn read_state(text: &str) -> Cell<State> {
    read_word(text, |word| {
        State::ALL
            .into_iter()
            .find(|state| folded(state.as_str()) == word)
    })
}

/// Reads a family by its name or by any version that belongs to one.
pub(super) fn read_family(text: &str) -> Cell<Family> {
    if is_empty_word(text) || text.trim().eq_ignore_ascii_case("unclassified") {
        return Cell::Empty;
    }
    let version = declared_version(text);
    if version.is_recognised {
        Cell::Is(version.family)
    } else {
        Cell::Unread
    }
}

/// Reads a digest: 64 hex digits of any case, with or without `sha256:` before them.
pub(super) fn read_sha256(text: &str) -> Cell<[u8; 32]> {
    if is_empty_word(text) {
        return Cell::Empty;
    }
    let text = text.trim();
    let digits = text
        .split_once(':')
        .filter(|(name, _)| folded(name) == "sha256")
        .map_or(text, |(_, digits)| digits)
        .as_bytes();
    if digits.len() != 64 {
        return Cell::Unread;
    }
    let mut digest = [0; 32];
    for (byte, pair) in digest.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |at: usize| char::from(pair[at]).to_digit(16);
        let (Some(high), Some(low)) = (digit(0), digit(1)) else {
            return Cell::Unread;
        };
        *byte = (high * 16 + low) as u8;
    }
    Cell::Is(digest)
}

/// Reads an HTTP status; a table tool may have made a decimal number of it.
pub(super) fn read_status(text: &str) -> Cell<u16> {
    if is_empty_word(text) {
        return Cell::Empty;
    }
    let text = text.trim();
    let digits = text.strip_suffix(".0").unwrap_or(text);
    digits.parse().map_or(Cell::Unread, Cell::Is)
}

/// Reads a list of violations: a JSON array of texts or of objects with `path` (or `field`) and
/// `kind` (or `type`), or texts joined by `;`, `|` or commas. `bare` is the kind of a text that
/// names none. Sorted, each once.
pub(super) fn read_faults(text: &str, bare: Option<FaultKind>) -> Vec<Fault> {
    let text = text.trim();
    if is_empty_word(text) {
        return Vec::new();
    }
    let mut faults = read_json_faults(text, bare).unwrap_or_else(|| {
        // A list as some languages print it: ['a', 'b'].
        let inner = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .unwrap_or(text);
        inner
            .split([';', '|', ','])
            .filter_map(|item| read_fault(item, bare))
            .collect()
    });
    faults.sort();
    faults.dedup();
    faults
}

fn read_fault(text: &str, bare: Option<FaultKind>) -> Option<Fault> {
    let text = text.trim().trim_matches(['\'', '"']).trim();
    if text.is_empty() {
        return None;
    }
    let (path, kind) = match text.rsplit_once(':') {
        Some((path, word)) => match FaultKind::from_text(word) {
            Some(kind) => (path.trim(), Some(kind)),
            None => (text, bare),
        },
        None => (text, bare),
    };
    Some(Fault {
        path: path.to_owned(),
        kind,
    })
}

fn read_json_faults(text: &str, bare: Option<FaultKind>) -> Option<Vec<Fault>> {
    if !text.starts_with('[') {
        return None;
    }
    let tree = Tree::from_bytes(text.as_bytes()).ok()?;
    let root = Document::new(text.as_bytes(), &tree).root();
    if root.kind() != JsonType::Array {
        return None;
    }
    let faults = root.children().filter_map(|item| {
        if item.kind() == JsonType::Object {
            let member = |names: [&str; 2]| names.iter().find_map(|name| text_of(item, name));
            let path = member(["path", "field"])?;
            let kind = member(["kind", "type"]);
            return Some(Fault {
                path,
                kind: kind.map_or(bare, |kind| FaultKind::from_text(&kind)),
            });
        }
        read_fault(&item.text()?, bare)
    });
    Some(faults.collect())
}

fn text_of(object: Node<'_>, name: &str) -> Option<String> {
    Some(object.member(name)?.text()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_verdict_is_read() {
        for text in [
            "true", "True", "TRUE", "1", "yes", "Yes", "valid", "Valid", "pass", " true ", "1.0",
        ] {
            assert_eq!(read_bool(text), Cell::Is(true), "{text}");
        }
        for text in [
            "false", "False", "0", "no", "NO", "invalid", "fail", "Fail", "0.0",
        ] {
            assert_eq!(read_bool(text), Cell::Is(false), "{text}");
        }
        for text in ["", " ", "null", "None", "NaN", "n/a", "-", "unclassified"] {
            assert_eq!(read_bool(text), Cell::Empty, "{text:?}");
        }
        for text in ["maybe", "2", "truely", "valid?"] {
            assert_eq!(read_bool(text), Cell::Unread, "{text}");
        }
    }

    #[test]
    fn a_route_or_state_is_one_of_four() {
        assert_eq!(read_route("Declared"), Cell::Is(Route::Declared));
        assert_eq!(read_route("unclassified "), Cell::Is(Route::Unclassified));
        assert_eq!(read_route("guessed"), Cell::Unread);
        assert_eq!(read_route(""), Cell::Empty);
        assert_eq!(read_state("not_an_object"), Cell::Is(State::NotAnObject));
        assert_eq!(read_state("no-body"), Cell::Is(State::NoBody));
        assert_eq!(read_state("bodyless"), Cell::Unread);
    }

    #[test]
    fn a_version_is_read_as_its_family() {
        for (text, family) in [
            ("0.2", Family::V0_2),
            ("0.3", Family::V0_3),
            ("0.3.0", Family::V0_3),
            ("1", Family::V1_0),
            ("v1.0.1", Family::V1_0),
        ] {
            assert_eq!(read_family(text), Cell::Is(family), "{text}");
        }
        assert_eq!(read_family("2.0"), Cell::Unread);
        assert_eq!(read_family("none"), Cell::Empty);
    }

    #[test]
    fn a_digest_has_64_hex_digits() {
        let digest = Cell::Is([0xAB; 32]);
        assert_eq!(read_sha256(&"ab".repeat(32)), digest);
        assert_eq!(
            read_sha256(&format!(" SHA256:{} ", "AB".repeat(32))),
            digest
        );
        assert_eq!(read_sha256(&"ab".repeat(31)), Cell::Unread);
        assert_eq!(read_sha256(&format!("{}é", "ab".repeat(31))), Cell::Unread);
        assert_eq!(read_sha256(""), Cell::Empty);
    }

    #[test]
    fn violations_are_read_in_every_form() {
        let expected = "skills[0].tags[1]:type url:missing";
        for text in [
            "url:missing;skills[0].tags[1]:type",
            "skills[0].tags[1]:type|url:missing",
            "skills[0].tags[1]:type, url:missing",
            "skills[0].tags[1]:type, url:missing, url:missing",
            r#"["url:missing", "skills[0].tags[1]:type"]"#,
            r#"[{"path":"url","kind":"missing"},{"field":"skills[0].tags[1]","kind":"type","found":"number"}]"#,
            "['url:missing', 'skills[0].tags[1]:wrong type']",
        ] {
            let faults = read_faults(text, None);
            let shown: Vec<_> = faults.iter().map(ToString::to_string).collect();
            assert_eq!(shown.join(" "), expected, "{text}");
        }
        for text in ["", "[]", "null", " ; "] {
            assert_eq!(read_faults(text, None), [], "{text:?}");
        }
    }

    #[test]
    fn a_violation_without_a_kind_has_the_kind_of_its_column() {
        let bare = read_faults("url", None);
        assert_eq!(bare[0].kind, None);
        let missing = read_faults("url", Some(FaultKind::Missing));
        assert_eq!(missing[0].kind, Some(FaultKind::Missing));
        let odd = read_faults("url: field required here", None);
        assert_eq!(odd[0].path, "url: field required here");
    }

    #[test]
    fn a_status_may_be_a_decimal_number() {
        assert_eq!(read_status("200"), Cell::Is(200));
        assert_eq!(read_status("404.0"), Cell::Is(404));
        assert_eq!(read_status("timeout"), Cell::Unread);
        assert_eq!(read_status("99999"), Cell::Unread);
    }

    #[test]
    fn a_column_that_is_not_there_contradicts_nothing() {
        assert!(!Cell::Absent.differs_from(Some(&true)));
        assert!(!Cell::<bool>::Empty.differs_from(None));
        assert!(Cell::Empty.differs_from(Some(&true)));
        assert!(Cell::Is(true).differs_from(None));
        assert!(Cell::Is(true).differs_from(Some(&false)));
        assert!(Cell::<bool>::Unread.differs_from(None));
    }
}
