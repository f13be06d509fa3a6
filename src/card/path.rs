//! Paths through a document: the program's own notation, JSON Pointer and jq.

use super::{Node, NodeId};
use crate::spec::JsonType;
use std::fmt::Write as _;

/// One step into a container.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    /// A member of an object, by its key with escapes resolved.
    Key(String),
    /// An item of an array, from 0.
    Index(usize),
}

/// The steps from a document to one of its values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Path {
    /// Outermost first; empty for the document itself.
    pub segments: Vec<Segment>,
}

/// Whether a key is written in paths as it is: not empty, and only ASCII letters, digits, `_`, `-`,
/// `$` and `@`. Any other key is written `["like this"]`.
#[must_use]
pub fn is_plain_key(key: &str) -> bool {
    !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$' | b'@'))
}

/// Appends one member step to a path in the program's notation.
pub fn push_key(path: &mut String, key: &str) {
    if is_plain_key(key) {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(key);
    } else {
        push_quoted_key(path, key);
    }
}

/// Appends a member step in brackets and quotes, whatever the key.
pub fn push_quoted_key(path: &mut String, key: &str) {
    path.push('[');
    path.push_str(&serde_json::Value::from(key).to_string());
    path.push(']');
}

impl Path {
    pub(super) fn of(node: Node<'_>) -> Self {
        let mut segments: Vec<_> = std::iter::successors(Some(node), Node::parent)
            .take_while(|node| node.id() != NodeId(0))
            .map(|node| match node.key() {
                Some(key) => Segment::Key(key.into_owned()),
                None => Segment::Index(node.index()),
            })
            .collect();
        segments.reverse();
        Self { segments }
    }

    /// The program's notation: `skills[3].tags`, `["a.b"].c`; empty for the document itself.
    #[must_use]
    pub fn notation(&self) -> String {
        let mut out = String::new();
        for segment in &self.segments {
            match segment {
                Segment::Key(key) => push_key(&mut out, key),
                Segment::Index(index) => {
                    let _ = write!(out, "[{index}]");
                }
            }
        }
        out
    }

    /// The notation with indexes removed: `skills[].tags`.
    #[must_use]
    pub fn field(&self) -> String {
        let mut out = String::new();
        for segment in &self.segments {
            match segment {
                Segment::Key(key) => push_key(&mut out, key),
                Segment::Index(_) => out.push_str("[]"),
            }
        }
        out
    }

    /// JSON Pointer, RFC 6901: `/skills/3/tags`; empty for the document itself.
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut out = String::new();
        for segment in &self.segments {
            out.push('/');
            match segment {
                Segment::Key(key) => out.push_str(&key.replace('~', "~0").replace('/', "~1")),
                Segment::Index(index) => {
                    let _ = write!(out, "{index}");
                }
            }
        }
        out
    }

    /// An expression for jq: `.skills[3].tags`, `.["a.b"]`; `.` for the document itself.
    #[must_use]
    pub fn jq(&self) -> String {
        let mut out = String::from(".");
        for segment in &self.segments {
            match segment {
                Segment::Key(key) if is_jq_name(key) => {
                    if out.len() > 1 {
                        out.push('.');
                    }
                    out.push_str(key);
                }
                Segment::Key(key) => push_quoted_key(&mut out, key),
                Segment::Index(index) => {
                    let _ = write!(out, "[{index}]");
                }
            }
        }
        out
    }
}

fn is_jq_name(key: &str) -> bool {
    let mut bytes = key.bytes();
    bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl<'a> Node<'a> {
    /// Follows steps from this value; of duplicate keys the last counts.
    #[must_use]
    pub fn follow(&self, segments: &[Segment]) -> Option<Node<'a>> {
        segments
            .iter()
            .try_fold(*self, |node, segment| match segment {
                Segment::Key(key) => node.member(key),
                Segment::Index(index) => node.item(*index),
            })
    }

    /// Whether it is an object or an array.
    #[must_use]
    pub fn is_container(&self) -> bool {
        matches!(self.kind(), JsonType::Object | JsonType::Array)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Tree};
    use super::*;

    fn path(segments: &[Segment]) -> Path {
        Path {
            segments: segments.to_vec(),
        }
    }

    #[test]
    fn a_path_is_written_three_ways() {
        let key = |key: &str| Segment::Key(key.to_owned());
        let plain = path(&[key("skills"), Segment::Index(3), key("tags")]);
        assert_eq!(plain.notation(), "skills[3].tags");
        assert_eq!(plain.field(), "skills[].tags");
        assert_eq!(plain.pointer(), "/skills/3/tags");
        assert_eq!(plain.jq(), ".skills[3].tags");
        let odd = path(&[key("a.b"), key("x-y"), key("m/n~o"), Segment::Index(0)]);
        assert_eq!(odd.notation(), r#"["a.b"].x-y["m/n~o"][0]"#);
        assert_eq!(odd.pointer(), "/a.b/x-y/m~1n~0o/0");
        assert_eq!(odd.jq(), r#".["a.b"]["x-y"]["m/n~o"][0]"#);
        assert_eq!(path(&[]).jq(), ".");
    }

    #[test]
    fn a_nodes_path_leads_back_to_it() {
        let text = br#"{"a":[{"b":1},{"b":[true]}],"":{"x y":0}}"#;
        let tree = Tree::from_bytes(text).expect("JSON");
        let document = Document::new(text, &tree);
        for node in document.nodes() {
            let found = document
                .root()
                .follow(&node.path().segments)
                .expect("the path leads somewhere");
            assert_eq!(found.id(), node.id());
        }
    }
}
