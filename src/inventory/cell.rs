//! One value of one card in a row.

use crate::card::Node;
use crate::spec::JsonType;
use std::borrow::Cow;

/// What stands in a cell: the six JSON types and nothing at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CellKind {
    /// The card has no such field.
    Absent,
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string, the empty one included.
    String,
    /// An array, the empty one included.
    Array,
    /// An object, the empty one included.
    Object,
}

impl CellKind {
    /// Its name in every output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Null => "null",
            Self::Bool => "bool",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

impl From<JsonType> for CellKind {
    fn from(kind: JsonType) -> Self {
        match kind {
            JsonType::Object => Self::Object,
            JsonType::Array => Self::Array,
            JsonType::String => Self::String,
            JsonType::Number => Self::Number,
            JsonType::Boolean => Self::Bool,
            JsonType::Null => Self::Null,
        }
    }
}

/// One value of one card in a row, or its absence.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    node: Option<Node<'a>>,
}

impl<'a> Cell<'a> {
    pub(super) fn new(node: Option<Node<'a>>) -> Self {
        Self { node }
    }

    /// The value in its document; `None` when absent.
    #[must_use]
    pub fn node(&self) -> Option<Node<'a>> {
        self.node
    }

    /// What stands here.
    #[must_use]
    pub fn kind(&self) -> CellKind {
        self.node
            .map_or(CellKind::Absent, |node| CellKind::from(node.kind()))
    }

    /// Items, members or characters; `None` for what has no length.
    #[must_use]
    pub fn len(&self) -> Option<usize> {
        let node = self.node?;
        match node.kind() {
            JsonType::Object | JsonType::Array => Some(node.child_count()),
            JsonType::String => node.text().map(|text| text.chars().count()),
            JsonType::Number | JsonType::Boolean | JsonType::Null => None,
        }
    }

    /// Whether it is `""`, `[]` or `{}`.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.node.is_some_and(|node| match node.kind() {
            JsonType::Object | JsonType::Array => node.children().next().is_none(),
            JsonType::String => node.raw().len() == 2,
            JsonType::Number | JsonType::Boolean | JsonType::Null => false,
        })
    }

    /// Whether a later member with the same key makes the value ineffective.
    #[must_use]
    pub fn is_shadowed(&self) -> bool {
        self.node.is_some_and(|node| node.is_shadowed())
    }

    /// The meaning of a string, the text of a number, a boolean or `null` as written; `None` for
    /// containers and absence. Untrusted.
    #[must_use]
    pub fn value(&self) -> Option<Cow<'a, str>> {
        let node = self.node?;
        match node.kind() {
            JsonType::String => node.text(),
            JsonType::Object | JsonType::Array => None,
            JsonType::Number | JsonType::Boolean | JsonType::Null => {
                Some(String::from_utf8_lossy(node.raw()))
            }
        }
    }

    /// The cell in one word or value, every kind told apart without colour: `–` for absent, `null`,
    /// `true`, `1.0`, strings in quotes, `[]`, `{}`, `[3]` and `{2}` for containers of 3 and 2.
    /// Untrusted, and as long as the value.
    #[must_use]
    pub fn notation(&self) -> Cow<'a, str> {
        let Some(node) = self.node else {
            return Cow::Borrowed("–");
        };
        let count = |count: usize| match count {
            0 => String::new(),
            count => count.to_string(),
        };
        match node.kind() {
            JsonType::Object => Cow::Owned(format!("{{{}}}", count(node.child_count()))),
            JsonType::Array => Cow::Owned(format!("[{}]", count(node.child_count()))),
            JsonType::String => Cow::Owned(format!("\"{}\"", node.text().unwrap_or_default())),
            JsonType::Number | JsonType::Boolean | JsonType::Null => {
                String::from_utf8_lossy(node.raw())
            }
        }
    }
}
