//! The structural check: presence and JSON type of what a family's schema requires.
//!
//! Two results from one walk: an [`Outcome`] (sets of fields, for every document of a corpus) and
//! the list of [`Violation`]s with paths (for one document that someone looks at). The walk is as
//! deep as the schema's structural part and no deeper, whatever the document.

use crate::card::{Node, NodeId, near_miss, push_key};
use crate::spec::{Family, FieldId, FieldSet, JsonType, Shape, specification};
use std::fmt;

/// Which fields a structural check faults in one document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Fields absent somewhere.
    pub missing: FieldSet,
    /// Fields that are `null` somewhere.
    pub null: FieldSet,
    /// Fields of some other wrong type somewhere.
    pub wrong_type: FieldSet,
    /// Number of violations, each place counted.
    pub violation_count: u32,
}

impl Outcome {
    /// Whether nothing is at fault.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.violation_count == 0
    }

    /// Whether nothing is at fault once a single missing top-level `protocolVersion` is set aside.
    #[must_use]
    pub fn passes_tolerantly(&self) -> bool {
        self.passes()
            || (self.violation_count == 1
                && specification()
                    .field_id("protocolVersion")
                    .is_some_and(|field| self.missing.contains(field)))
    }

    /// Every field at fault, whatever the kind.
    #[must_use]
    pub fn fields(&self) -> FieldSet {
        self.missing.union(self.null).union(self.wrong_type)
    }
}

/// What is wrong at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViolationKind {
    /// A required key is absent.
    Missing,
    /// The value has another JSON type than the schema asks for.
    WrongType {
        /// The type found.
        found: JsonType,
    },
}

impl ViolationKind {
    /// `missing` or `type`, as verdict files write it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::WrongType { .. } => "type",
        }
    }
}

impl fmt::Display for ViolationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One fault of a document under one family's schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where, with indexes: `skills[3].tags`. Keys are the schema's own, so this text is trusted.
    pub path: String,
    /// The path without indexes, as a field of the specification.
    pub field: FieldId,
    /// What is wrong.
    pub kind: ViolationKind,
    /// What the schema asks for there: `array of string`.
    pub expected: String,
    /// For a missing key: a key of the same object that differs only in `_`, `-`, spaces and case.
    /// Untrusted text.
    pub near_miss: Option<String>,
    /// The value at fault, or for a missing key the object that lacks it.
    pub node: NodeId,
}

/// Receives what the walk finds.
trait Faults {
    /// The object lacks the member that `shape` describes.
    fn missing(&mut self, object: Node<'_>, key: &str, shape: &Shape);
    /// The value has a type that `shape` does not accept.
    fn wrong_type(&mut self, value: Node<'_>, shape: &Shape);
}

/// More members than any object of a structural part asks for.
const MEMBERS_AT_MOST: usize = 32;

fn walk(node: Node<'_>, shape: &Shape, faults: &mut impl Faults) {
    if !shape.accepts.contains(node.kind()) {
        faults.wrong_type(node, shape);
        return;
    }
    match node.kind() {
        JsonType::Object if !shape.members.is_empty() => {
            let mut found: [Option<Node<'_>>; MEMBERS_AT_MOST] = [None; MEMBERS_AT_MOST];
            for child in node.children().filter(|child| !child.is_shadowed()) {
                let position = shape
                    .members
                    .iter()
                    .position(|member| child.key_is(&member.name));
                if let Some(slot) = position.and_then(|position| found.get_mut(position)) {
                    *slot = Some(child);
                }
            }
            for (member, found) in shape.members.iter().zip(found) {
                match found {
                    Some(child) => walk(child, &member.shape, faults),
                    None if member.required => faults.missing(node, &member.name, &member.shape),
                    None => {}
                }
            }
        }
        JsonType::Array => {
            if let Some(item_shape) = &shape.items {
                for item in node.children() {
                    walk(item, item_shape, faults);
                }
            }
        }
        _ => {}
    }
}

impl Faults for Outcome {
    fn missing(&mut self, _object: Node<'_>, _key: &str, shape: &Shape) {
        self.missing.insert(shape.field);
        self.violation_count = self.violation_count.saturating_add(1);
    }

    fn wrong_type(&mut self, value: Node<'_>, shape: &Shape) {
        let set = if value.kind() == JsonType::Null {
            &mut self.null
        } else {
            &mut self.wrong_type
        };
        set.insert(shape.field);
        self.violation_count = self.violation_count.saturating_add(1);
    }
}

/// Checks a document against the structural part of a schema; fields only.
pub(super) fn outcome(root: Node<'_>, shape: &Shape) -> Outcome {
    let mut outcome = Outcome::default();
    walk(root, shape, &mut outcome);
    outcome
}

struct Listing {
    family: Family,
    violations: Vec<Violation>,
}

impl Faults for Listing {
    fn missing(&mut self, object: Node<'_>, key: &str, shape: &Shape) {
        let mut path = object.path().notation();
        push_key(&mut path, key);
        let near_miss = near_miss(object, key)
            .and_then(|near| near.key())
            .map(|near| near.into_owned());
        self.push(path, shape, ViolationKind::Missing, near_miss, object.id());
    }

    fn wrong_type(&mut self, value: Node<'_>, shape: &Shape) {
        let kind = ViolationKind::WrongType {
            found: value.kind(),
        };
        self.push(value.path().notation(), shape, kind, None, value.id());
    }
}

impl Listing {
    fn push(
        &mut self,
        path: String,
        shape: &Shape,
        kind: ViolationKind,
        near: Option<String>,
        node: NodeId,
    ) {
        self.violations.push(Violation {
            path,
            field: shape.field,
            kind,
            expected: specification().expected(self.family, shape.field),
            near_miss: near,
            node,
        });
    }
}

/// Lists every violation of a card under a family, sorted by path as text. Empty for a document
/// that is no object: it is not checked.
#[must_use]
pub fn violations(root: Node<'_>, family: Family) -> Vec<Violation> {
    if root.kind() != JsonType::Object {
        return Vec::new();
    }
    let mut listing = Listing {
        family,
        violations: Vec::new(),
    };
    walk(
        root,
        &specification().schema(family).structural,
        &mut listing,
    );
    listing
        .violations
        .sort_by(|left, right| left.path.cmp(&right.path));
    listing.violations
}
