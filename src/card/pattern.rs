//! Path patterns: what a person types to say which values of a document they mean.
//!
//! A pattern is a path in the program's notation in which arrays need not be spelt out:
//! `skills.tags` are the tags of every skill, as `skills[].tags` are. Only a document that is an
//! array as a whole is not crossed unasked: its values have no field's name. Matching follows
//! effective members only (of duplicate keys the last), never recurses, and keeps no list.
//!
//! | written | means |
//! | --- | --- |
//! | `capabilities.streaming` | a member of a member |
//! | `skills[0].id` | the member of one item, counted from 0 |
//! | `skills[].tags`, `skills.tags` | the member of every item |
//! | `securitySchemes.*.type` | the member of every member |
//! | `["a.b"].c` | a key that is not a plain name, as a JSON string |
//! | `skills.length` | how many items, members or characters a value has |
//!
//! A key named `length` or `*` is written `["length"]`, `["*"]`; `length` alone is a key.

use super::path::{push_key, push_quoted_key};
use super::{Children, Document, Node, decode_string};
use crate::spec::{JsonType, TypeSet};
use std::fmt;

/// One step of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PatternStep {
    /// The member with this key; of an array, of each item.
    Key(String),
    /// Every member, whatever its key; of an array, of each item.
    AnyKey,
    /// One item of an array, from 0.
    Index(usize),
    /// Every item of an array.
    AnyIndex,
}

/// Which values of a document a person means, and whether they mean the values or their length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathPattern {
    steps: Vec<PatternStep>,
    asks_length: bool,
    is_exact: bool,
}

/// Why a text is no path pattern, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// Byte offset within the text, at the start of a character or at its end.
    pub offset: usize,
    /// What was expected there, as a sentence without a full stop.
    pub reason: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.reason)
    }
}

impl std::error::Error for PatternError {}

impl PathPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// When the text is empty or not written as the module's table says.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        let mut reader = Reader {
            text,
            at: 0,
            steps: Vec::new(),
            last_is_bare: false,
        };
        reader.read()?;
        let mut steps = reader.steps;
        let asks_length = reader.last_is_bare
            && steps.len() > 1
            && steps.last() == Some(&PatternStep::Key("length".to_owned()));
        if asks_length {
            steps.pop();
        }
        Ok(Self {
            steps,
            asks_length,
            is_exact: false,
        })
    }

    /// The same pattern with every array spelt out: `a.b` no longer means `a[].b`. So read, the
    /// path of a field inventory means exactly the values that were counted there.
    #[must_use]
    pub fn exactly(mut self) -> Self {
        self.is_exact = true;
        self
    }

    /// The steps, outermost first; without the `length` at the end.
    #[must_use]
    pub fn steps(&self) -> &[PatternStep] {
        &self.steps
    }

    /// Whether it ends in `.length`, so that it means [`PathPattern::lengths`].
    #[must_use]
    pub fn asks_length(&self) -> bool {
        self.asks_length
    }

    /// The values it means, in the order served. A `length` at the end is not looked at: these
    /// are the values that would be measured.
    pub fn select<'p, 'a>(&'p self, document: Document<'a>) -> Select<'p, 'a> {
        Select {
            pattern: self,
            start: Some(document.root()),
            frames: Vec::new(),
        }
    }

    /// Whether the document has at least one such value, `null` included.
    #[must_use]
    pub fn has(&self, document: Document<'_>) -> bool {
        self.select(document).next().is_some()
    }

    /// The JSON types of such values.
    #[must_use]
    pub fn types(&self, document: Document<'_>) -> TypeSet {
        self.select(document).map(|node| node.kind()).collect()
    }

    /// The values a comparison looks at: those it means, an array replaced by its items (and
    /// theirs). An empty array has none.
    pub fn values<'p, 'a>(&'p self, document: Document<'a>) -> impl Iterator<Item = Node<'a>> + 'p
    where
        'a: 'p,
    {
        self.select(document).flat_map(items_of)
    }

    /// The length of each value it means that has one: items of an array, effective members of an
    /// object, characters of a string.
    pub fn lengths<'p, 'a>(&'p self, document: Document<'a>) -> impl Iterator<Item = usize> + 'p
    where
        'a: 'p,
    {
        self.select(document).filter_map(length_of)
    }
}

impl fmt::Display for PathPattern {
    /// The pattern as it can be read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        for (position, step) in self.steps.iter().enumerate() {
            match step {
                PatternStep::Key(key) if key == "length" && position > 0 => {
                    push_quoted_key(&mut out, key);
                }
                PatternStep::Key(key) => push_key(&mut out, key),
                PatternStep::AnyKey if out.is_empty() => out.push('*'),
                PatternStep::AnyKey => out.push_str(".*"),
                PatternStep::Index(index) => out.push_str(&format!("[{index}]")),
                PatternStep::AnyIndex => out.push_str("[]"),
            }
        }
        if self.asks_length {
            out.push_str(".length");
        }
        f.pad(&out)
    }
}

/// An array's items and theirs; any other value itself. Lazily, without recursion.
fn items_of<'a>(node: Node<'a>) -> impl Iterator<Item = Node<'a>> {
    let mut whole = Some(node);
    let mut open: Vec<Children<'a>> = Vec::new();
    std::iter::from_fn(move || {
        loop {
            let next = match whole.take() {
                Some(node) => node,
                None => match open.last_mut()?.next() {
                    Some(child) => child,
                    None => {
                        open.pop();
                        continue;
                    }
                },
            };
            if next.kind() != JsonType::Array {
                return Some(next);
            }
            open.push(next.children());
        }
    })
}

fn length_of(node: Node<'_>) -> Option<usize> {
    match node.kind() {
        JsonType::Array => Some(node.child_count()),
        JsonType::Object => Some(node.children().filter(|child| !child.is_shadowed()).count()),
        JsonType::String => node.text().map(|text| text.chars().count()),
        JsonType::Number | JsonType::Boolean | JsonType::Null => None,
    }
}

/// Iterator over the values a pattern means.
#[derive(Clone, Debug)]
pub struct Select<'p, 'a> {
    pattern: &'p PathPattern,
    start: Option<Node<'a>>,
    frames: Vec<Frame<'a>>,
}

/// A container whose children are being tried.
#[derive(Clone, Debug)]
struct Frame<'a> {
    children: Children<'a>,
    /// The step that each child has yet to take.
    step: usize,
    /// Whether the children are members of which only the effective ones count.
    members: bool,
}

impl<'a> Select<'_, 'a> {
    /// Takes steps from a value until it is one that is meant, or opens a container whose
    /// children go on.
    fn advance(&mut self, mut node: Node<'a>, mut step: usize) -> Option<Node<'a>> {
        loop {
            let Some(next) = self.pattern.steps.get(step) else {
                return Some(node);
            };
            let is_array = node.kind() == JsonType::Array;
            let names_key = matches!(next, PatternStep::Key(_) | PatternStep::AnyKey);
            if is_array && names_key && (self.pattern.is_exact || step == 0) {
                return None;
            }
            node = match next {
                PatternStep::Key(key) if !is_array => node.member(key)?,
                PatternStep::Index(index) => node.item(*index)?,
                PatternStep::Key(_) => return self.open(node, step),
                PatternStep::AnyIndex if is_array => return self.open(node, step + 1),
                PatternStep::AnyKey if is_array => return self.open(node, step),
                PatternStep::AnyKey => return self.open(node, step + 1),
                PatternStep::AnyIndex => return None,
            };
            step += 1;
        }
    }

    fn open(&mut self, container: Node<'a>, step: usize) -> Option<Node<'a>> {
        self.frames.push(Frame {
            children: container.children(),
            step,
            members: container.kind() == JsonType::Object,
        });
        None
    }
}

impl<'a> Iterator for Select<'_, 'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        if let Some(root) = self.start.take()
            && let Some(found) = self.advance(root, 0)
        {
            return Some(found);
        }
        loop {
            let frame = self.frames.last_mut()?;
            let step = frame.step;
            match frame.children.next() {
                None => {
                    self.frames.pop();
                }
                Some(child) if frame.members && child.is_shadowed() => {}
                Some(child) => {
                    if let Some(found) = self.advance(child, step) {
                        return Some(found);
                    }
                }
            }
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    steps: Vec<PatternStep>,
    /// Whether the last step is a key written without quotes.
    last_is_bare: bool,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn wrong<T>(&self, reason: impl Into<String>) -> Result<T, PatternError> {
        Err(PatternError {
            offset: self.at,
            reason: reason.into(),
        })
    }

    fn read(&mut self) -> Result<(), PatternError> {
        if self.text.is_empty() {
            return self.wrong("expected a path such as 'skills[].tags', found nothing");
        }
        while !self.rest().is_empty() {
            if self.rest().starts_with('[') {
                self.read_brackets()?;
                continue;
            }
            if self.rest().starts_with('.') {
                if self.steps.is_empty() {
                    return self
                        .wrong("expected a key, found '.' (a path does not begin with one)");
                }
                self.at += 1;
            } else if !self.steps.is_empty() {
                return self.wrong("expected '.' or '[' after ']'");
            }
            self.read_bare_key()?;
        }
        Ok(())
    }

    fn read_bare_key(&mut self) -> Result<(), PatternError> {
        let rest = self.rest();
        let end = rest.find(['.', '[', ']', '"']).unwrap_or(rest.len());
        let key = rest.get(..end).unwrap_or_default();
        if key.is_empty() {
            return match rest.chars().next() {
                None => self.wrong("expected a key after '.', found the end"),
                Some(found) => self.wrong(format!(
                    "expected a key, found '{found}' (write a key that holds it as [\"…\"])"
                )),
            };
        }
        self.at += end;
        if self.rest().starts_with([']', '"']) {
            return self.wrong(
                "expected '.', '[' or the end (write a key that holds this character as [\"…\"])",
            );
        }
        self.last_is_bare = true;
        self.steps.push(match key {
            "*" => PatternStep::AnyKey,
            key => PatternStep::Key(key.to_owned()),
        });
        Ok(())
    }

    fn read_brackets(&mut self) -> Result<(), PatternError> {
        self.at += 1;
        self.last_is_bare = false;
        let rest = self.rest();
        let step = if let Some(quoted) = rest.strip_prefix('"') {
            let length = self.quoted_length(quoted)?;
            let raw = quoted.get(..length).unwrap_or_default();
            self.at += length + 2;
            PatternStep::Key(decode_string(raw).into_owned())
        } else {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let number = rest.get(..digits).unwrap_or_default();
            if number.is_empty() {
                PatternStep::AnyIndex
            } else if let Ok(index) = number.parse() {
                self.at += digits;
                PatternStep::Index(index)
            } else {
                return self.wrong(format!("'{number}' is too large to count items"));
            }
        };
        if !self.rest().starts_with(']') {
            return self.wrong(match step {
                PatternStep::AnyIndex => "expected a number, a quoted key or ']' after '['",
                _ => "expected ']'",
            });
        }
        self.at += 1;
        self.steps.push(step);
        Ok(())
    }

    /// Bytes up to the quote that ends a key, given the text behind the one that begins it.
    fn quoted_length(&self, quoted: &str) -> Result<usize, PatternError> {
        let mut escaped = false;
        let end = quoted.bytes().position(|byte| {
            let is_end = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            is_end
        });
        end.map_or_else(|| self.wrong("the quoted key has no closing '\"'"), Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tree;
    use super::*;
    use proptest::prelude::*;

    const CARD: &str = r#"{"name":"x","capabilities":{"streaming":true},
        "skills":[{"id":"a","tags":["t","u"]},{"id":"b","tags":"t"},7,{"tags":[]}],
        "a.b":{"c":1,"length":9},"grid":[[1,2],[{"id":3}]],"n":1,"n":null,
        "securitySchemes":{"k":{"type":"apiKey"},"o":{"type":"oauth2"}}}"#;

    fn pattern(text: &str) -> PathPattern {
        PathPattern::parse(text).expect("the test's own pattern")
    }

    fn raws(text: &str, look: impl Fn(&PathPattern, Document<'_>) -> Vec<String>) -> Vec<String> {
        let tree = Tree::from_bytes(CARD.as_bytes()).expect("JSON");
        look(&pattern(text), Document::new(CARD.as_bytes(), &tree))
    }

    fn raw(node: Node<'_>) -> String {
        String::from_utf8_lossy(node.raw()).into_owned()
    }

    fn selected(text: &str) -> Vec<String> {
        raws(text, |pattern, document| {
            pattern.select(document).map(raw).collect()
        })
    }

    fn values(text: &str) -> Vec<String> {
        raws(text, |pattern, document| {
            pattern.values(document).map(raw).collect()
        })
    }

    fn lengths(text: &str) -> Vec<String> {
        raws(text, |pattern, document| {
            assert!(pattern.asks_length());
            pattern.lengths(document).map(|n| n.to_string()).collect()
        })
    }

    #[test]
    fn arrays_are_crossed_with_or_without_brackets() {
        let tags = [r#"["t","u"]"#, r#""t""#, "[]"];
        assert_eq!(selected("skills.tags"), tags);
        assert_eq!(selected("skills[].tags"), tags);
        assert_eq!(selected("skills[0].id"), [r#""a""#]);
        assert_eq!(selected("skills[2]"), ["7"]);
        assert_eq!(selected("skills[9].id"), [""; 0]);
        assert_eq!(selected("skills[].tags[]"), [r#""t""#, r#""u""#]);
        assert_eq!(selected("grid.id"), ["3"]);
        assert_eq!(selected("grid[][]"), ["1", "2", r#"{"id":3}"#]);
    }

    #[test]
    fn members_are_found_by_any_key_and_by_odd_keys() {
        assert_eq!(selected("capabilities.streaming"), ["true"]);
        assert_eq!(selected(r#"["a.b"].c"#), ["1"]);
        assert_eq!(selected(r#"["a\u002eb"].c"#), ["1"]);
        assert_eq!(
            selected("securitySchemes.*.type"),
            [r#""apiKey""#, r#""oauth2""#]
        );
        assert_eq!(selected("n"), ["null"]);
        assert_eq!(selected("name.first"), [""; 0]);
        assert_eq!(selected("*").len(), 7, "of the two n the last counts");
    }

    #[test]
    fn values_are_what_stands_in_the_arrays() {
        assert_eq!(values("skills.tags"), [r#""t""#, r#""u""#, r#""t""#]);
        assert_eq!(values("grid"), ["1", "2", r#"{"id":3}"#]);
        assert_eq!(values("capabilities.streaming"), ["true"]);
    }

    #[test]
    fn length_measures_unless_it_is_quoted_or_alone() {
        assert_eq!(lengths("skills.length"), ["4"]);
        assert_eq!(lengths("skills.tags.length"), ["2", "1", "0"]);
        assert_eq!(lengths("securitySchemes.length"), ["2"]);
        assert_eq!(lengths("n.length"), [""; 0]);
        assert!(!pattern("length").asks_length());
        assert_eq!(selected(r#"["a.b"]["length"]"#), ["9"]);
    }

    #[test]
    fn the_types_of_all_values_are_told() {
        let tree = Tree::from_bytes(CARD.as_bytes()).expect("JSON");
        let document = Document::new(CARD.as_bytes(), &tree);
        let types = pattern("skills.tags").types(document).to_string();
        assert_eq!(types, "array or string");
        assert!(pattern("n").has(document));
        assert!(!pattern("provider.url").has(document));
    }

    #[test]
    fn an_exact_pattern_crosses_only_the_arrays_it_spells_out() {
        let exact = |text: &str| {
            raws(text, |pattern, document| {
                let pattern = pattern.clone().exactly();
                pattern.select(document).map(raw).collect()
            })
        };
        assert_eq!(exact("skills.tags"), [""; 0]);
        assert_eq!(exact("skills[].tags").len(), 3);
        assert_eq!(exact("grid[].id"), [""; 0]);
        assert_eq!(exact("grid[][].id"), ["3"]);
    }

    #[test]
    fn a_document_that_is_an_array_is_crossed_only_when_asked() {
        let text = br#"[{"name":"x"}]"#;
        let tree = Tree::from_bytes(text).expect("JSON");
        let document = Document::new(text, &tree);
        assert!(!pattern("name").has(document));
        assert!(pattern("[].name").has(document));
    }

    #[test]
    fn a_wrong_pattern_says_where() {
        for (text, offset) in [
            ("", 0),
            (".a", 0),
            ("a.", 2),
            ("a..b", 2),
            ("a[", 2),
            ("a[x]", 2),
            ("a[1", 3),
            ("a[1]b", 4),
            ("a]", 1),
            ("a[\"b]", 2),
            ("ä\"", 2),
            ("a[99999999999999999999999]", 2),
        ] {
            let error = PathPattern::parse(text).expect_err(text);
            assert_eq!(error.offset, offset, "{text}: {error}");
        }
    }

    #[test]
    fn deep_nesting_is_crossed_without_recursion() {
        let text = format!("{}1{}", "[".repeat(50_000), "]".repeat(50_000));
        let tree = Tree::from_bytes(text.as_bytes()).expect("JSON");
        let document = Document::new(text.as_bytes(), &tree);
        assert!(!pattern("a.b").has(document));
        assert_eq!(pattern("[]").values(document).count(), 1);
    }

    proptest! {
        #[test]
        fn a_pattern_is_read_again_from_its_own_text(
            steps in proptest::collection::vec(prop_oneof![
                any::<String>().prop_map(PatternStep::Key),
                prop_oneof![Just("length"), Just("*"), Just("skills")]
                    .prop_map(|key| PatternStep::Key(key.to_owned())),
                Just(PatternStep::AnyKey),
                any::<usize>().prop_map(PatternStep::Index),
                Just(PatternStep::AnyIndex),
            ], 1..6),
            asks_length: bool,
        ) {
            let pattern = PathPattern { steps, asks_length, is_exact: false };
            prop_assert_eq!(PathPattern::parse(&pattern.to_string()), Ok(pattern));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in r#"[a.\[\]"*\\0-9ä]{0,12}"#) {
            let _ = PathPattern::parse(&text);
        }
    }
}
