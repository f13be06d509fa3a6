//! One document as an ordered tree over its exact bytes.
//!
//! Comes in: the bytes of a document. Goes out: a [`Tree`] of byte spans that keeps key order,
//! duplicate keys and the spelling of numbers, and the [`Document`] view that pairs a tree with
//! its bytes. Used by the census (facts), by inventories and by every view of an open document.
//!
//! JSON here is the grammar of RFC 8259 and nothing else: lone surrogates, `1e999`, integers of 40
//! digits and deep nesting are JSON; `NaN`, comments, trailing commas and trailing text are not.
//! `serde_json::Value` refuses the former and forgets the latter, which is why it is not used on
//! documents. Parsing never recurses, so nesting costs memory and not stack.

mod near;
mod parse;
mod path;
mod pattern;
mod text;

pub use near::{folded_key, near_miss};
pub use parse::{Reason, SyntaxError, parse};
pub use path::{Path, Segment, is_plain_key, push_key, push_quoted_key};
pub use pattern::{PathPattern, PatternError, PatternStep, Select};
pub(crate) use text::decode_into;
pub use text::{decode_string, decode_string_bytes};

use crate::spec::JsonType;
use std::borrow::Cow;

/// The byte order mark that some publishers put before a document; skipped and noted.
pub const BOM: &[u8] = b"\xEF\xBB\xBF";

const NONE: u32 = u32::MAX;

/// One value of a document: where it stands in the bytes and in the tree.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The raw key between its quotes; empty and `start == 0` when the value is no member.
    key_start: u32,
    key_end: u32,
    start: u32,
    end: u32,
    parent: u32,
    /// One past the last node of this value's subtree.
    next: u32,
    /// Position among the siblings.
    index: u32,
    kind: JsonType,
    flags: u8,
}

const HAS_KEY: u8 = 1;
const KEY_ESCAPED: u8 = 2;
const VALUE_ESCAPED: u8 = 4;
/// A later member of the same object has the same key, and the last one counts.
const SHADOWED: u8 = 8;
const TRUE: u8 = 16;
/// An earlier member of the same object has the same key.
const REPEATS: u8 = 32;

/// The nodes of one document in the order served; reusable, so that a loader parses a hundred
/// thousand documents into one allocation.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    entries: Vec<Entry>,
    had_bom: bool,
    shadowed_count: u32,
    scratch: Vec<(u64, u32)>,
}

impl Tree {
    /// An empty tree, ready for [`parse`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Parses `bytes` into a fresh tree.
    ///
    /// # Errors
    /// When the bytes are not one JSON value; see [`SyntaxError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SyntaxError> {
        let mut tree = Self::new();
        parse(bytes, &mut tree)?;
        Ok(tree)
    }

    /// Number of values in the document, containers included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.entries.len()
    }

    /// Whether the document began with a byte order mark.
    #[must_use]
    pub fn had_bom(&self) -> bool {
        self.had_bom
    }

    /// Number of members that a later member with the same key makes ineffective.
    #[must_use]
    pub fn shadowed_count(&self) -> u32 {
        self.shadowed_count
    }

    /// Gives memory back when a single huge document has grown the tree beyond `limit` nodes.
    pub fn shrink_above(&mut self, limit: usize) {
        if self.entries.capacity() > limit {
            self.entries = Vec::new();
            self.scratch = Vec::new();
        }
    }
}

/// The index of a value in a [`Tree`]: 0 is the document itself, and order is the order served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A parsed document: its exact bytes and the tree over them.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    bytes: &'a [u8],
    tree: &'a Tree,
}

impl<'a> Document<'a> {
    /// Pairs a tree with the bytes it was parsed from.
    #[must_use]
    pub fn new(bytes: &'a [u8], tree: &'a Tree) -> Self {
        Self { bytes, tree }
    }

    /// The exact bytes.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The tree of spans.
    #[must_use]
    pub fn tree(&self) -> &'a Tree {
        self.tree
    }

    /// The document's own value.
    #[must_use]
    pub fn root(&self) -> Node<'a> {
        self.node(NodeId(0))
    }

    /// The value at an index of this document's tree.
    ///
    /// # Panics
    /// When the index is not one of this tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'a> {
        let entry = &self.tree.entries[id.0 as usize];
        Node {
            document: *self,
            id,
            entry,
        }
    }

    /// Every value, in the order served.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let document = *self;
        (0..self.tree.entries.len()).map(move |index| document.node(NodeId(index as u32)))
    }
}

/// A handle on one value of a document.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    document: Document<'a>,
    id: NodeId,
    entry: &'a Entry,
}

impl<'a> Node<'a> {
    /// Its index in the tree.
    #[must_use]
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// The document it belongs to.
    #[must_use]
    pub fn document(&self) -> Document<'a> {
        self.document
    }

    /// Its JSON type.
    #[must_use]
    pub fn kind(&self) -> JsonType {
        self.entry.kind
    }

    /// Whether it is the literal `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.entry.flags & TRUE != 0
    }

    /// Its bytes as served, quotes and brackets included.
    #[must_use]
    pub fn raw(&self) -> &'a [u8] {
        &self.document.bytes[self.entry.start as usize..self.entry.end as usize]
    }

    /// Where its bytes stand in the document.
    #[must_use]
    pub fn span(&self) -> std::ops::Range<usize> {
        self.entry.start as usize..self.entry.end as usize
    }

    /// The meaning of a string value, escapes resolved; `None` for other types. A lone surrogate
    /// has no meaning as text and stays as it was written.
    #[must_use]
    pub fn text(&self) -> Option<Cow<'a, str>> {
        let bytes = self.text_bytes()?;
        Some(match bytes {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(text::into_string(bytes)),
        })
    }

    /// Like [`Node::text`], as bytes and without a check; cheaper for comparisons.
    #[must_use]
    pub fn text_bytes(&self) -> Option<Cow<'a, [u8]>> {
        if self.entry.kind != JsonType::String {
            return None;
        }
        let raw = &self.document.bytes[self.entry.start as usize + 1..self.entry.end as usize - 1];
        Some(if self.entry.flags & VALUE_ESCAPED == 0 {
            Cow::Borrowed(raw)
        } else {
            Cow::Owned(decode_string_bytes(raw))
        })
    }

    /// Whether it is a member of an object.
    #[must_use]
    pub fn has_key(&self) -> bool {
        self.entry.flags & HAS_KEY != 0
    }

    /// Its key with escapes resolved, when it is a member of an object.
    #[must_use]
    pub fn key(&self) -> Option<Cow<'a, str>> {
        let bytes = self.key_bytes()?;
        Some(match bytes {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(text::into_string(bytes)),
        })
    }

    /// Its key with escapes resolved, as bytes.
    #[must_use]
    pub fn key_bytes(&self) -> Option<Cow<'a, [u8]>> {
        let raw = self.raw_key()?;
        Some(if self.entry.flags & KEY_ESCAPED == 0 {
            Cow::Borrowed(raw)
        } else {
            Cow::Owned(decode_string_bytes(raw))
        })
    }

    /// Its key as served, between the quotes.
    #[must_use]
    pub fn raw_key(&self) -> Option<&'a [u8]> {
        self.has_key().then(|| {
            &self.document.bytes[self.entry.key_start as usize..self.entry.key_end as usize]
        })
    }

    /// Whether its key means `name`.
    #[must_use]
    pub fn key_is(&self, name: &str) -> bool {
        if self.entry.flags & (HAS_KEY | KEY_ESCAPED) == HAS_KEY {
            self.raw_key() == Some(name.as_bytes())
        } else {
            self.key_bytes().is_some_and(|key| *key == *name.as_bytes())
        }
    }

    /// Whether a later member with the same key makes this one ineffective.
    #[must_use]
    pub fn is_shadowed(&self) -> bool {
        self.entry.flags & SHADOWED != 0
    }

    /// Whether an earlier member of the same object has the same key.
    #[must_use]
    pub fn repeats_key(&self) -> bool {
        self.entry.flags & REPEATS != 0
    }

    /// Position among its siblings, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.entry.index as usize
    }

    /// The container it stands in; `None` for the document itself.
    #[must_use]
    pub fn parent(&self) -> Option<Node<'a>> {
        (self.entry.parent != NONE).then(|| self.document.node(NodeId(self.entry.parent)))
    }

    /// The members or items it holds, in the order served; shadowed members included.
    pub fn children(&self) -> Children<'a> {
        Children {
            document: self.document,
            next: self.id.0 + 1,
            end: self.entry.next,
        }
    }

    /// Number of members or items, shadowed members included.
    #[must_use]
    pub fn child_count(&self) -> usize {
        self.children().count()
    }

    /// Index of the first node behind this value's subtree.
    #[must_use]
    pub fn subtree_end(&self) -> NodeId {
        NodeId(self.entry.next)
    }

    /// The effective member with that key: of duplicates the last one.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<Node<'a>> {
        if self.entry.kind != JsonType::Object {
            return None;
        }
        self.children()
            .find(|child| !child.is_shadowed() && child.key_is(name))
    }

    /// The item at an index of an array.
    #[must_use]
    pub fn item(&self, index: usize) -> Option<Node<'a>> {
        if self.entry.kind != JsonType::Array {
            return None;
        }
        self.children().nth(index)
    }

    /// The steps that lead from the document to this value.
    #[must_use]
    pub fn path(&self) -> Path {
        Path::of(*self)
    }

    /// Number of containers around this value.
    #[must_use]
    pub fn depth(&self) -> usize {
        std::iter::successors(self.parent(), Node::parent).count()
    }
}

/// Iterator over the direct children of a value.
#[derive(Clone, Debug)]
pub struct Children<'a> {
    document: Document<'a>,
    next: u32,
    end: u32,
}

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        if self.next >= self.end {
            return None;
        }
        let node = self.document.node(NodeId(self.next));
        self.next = node.entry.next;
        Some(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<T>(text: &str, look: impl FnOnce(Document<'_>) -> T) -> T {
        let tree = Tree::from_bytes(text.as_bytes()).expect("the test's own JSON parses");
        look(Document::new(text.as_bytes(), &tree))
    }

    #[test]
    fn the_last_of_duplicate_keys_counts_and_both_are_kept() {
        with(r#"{"a":1,"b":2,"\u0061":3}"#, |document| {
            let root = document.root();
            assert_eq!(root.child_count(), 3);
            assert_eq!(root.member("a").map(|node| node.raw()), Some(&b"3"[..]));
            let flags: Vec<_> = root
                .children()
                .map(|node| (node.is_shadowed(), node.repeats_key()))
                .collect();
            assert_eq!(flags, [(true, false), (false, false), (false, true)]);
            assert_eq!(document.tree().shadowed_count(), 1);
        });
    }

    #[test]
    fn duplicates_are_found_in_objects_of_many_members() {
        let mut text = String::from("{");
        for index in 0..40 {
            text.push_str(&format!("\"a-long-common-prefix-{index}\":0,"));
        }
        text.push_str("\"a-long-common-prefix-7\":1}");
        with(&text, |document| {
            assert_eq!(document.tree().shadowed_count(), 1);
            let seven = document.root().member("a-long-common-prefix-7");
            assert_eq!(seven.map(|node| node.raw()), Some(&b"1"[..]));
        });
    }

    #[test]
    fn children_skip_grandchildren() {
        with(r#"{"a":[1,[2,3]],"b":{}}"#, |document| {
            let kinds: Vec<_> = document.root().children().map(|node| node.kind()).collect();
            assert_eq!(kinds, [JsonType::Array, JsonType::Object]);
            let a = document.root().member("a").expect("a is there");
            assert_eq!(a.item(1).map(|node| node.child_count()), Some(2));
            assert_eq!(a.item(2).map(|node| node.id()), None);
        });
    }
}
