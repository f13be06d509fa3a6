//! Every field path of many documents, counted.
//!
//! Documents are fed one at a time and may be forgotten at once; what is kept grows with the
//! number of distinct paths, which [`FieldLimits`] bound whatever the documents hold. Two halves
//! of a corpus can be counted apart and merged, in corpus order, with the same result.
//!
//! Only effective members count (of duplicate keys the last), as in queries. Keys that are free by
//! the specification are one path (`securitySchemes.*`). Outside the specification an object is
//! taken for a map once [`FieldLimits::members`] keys were seen in its place: further ones count
//! under `*`.

mod lines;
mod merge;

pub use lines::{FieldLine, FieldSort};

use crate::card::{Document, Node, NodeId};
use crate::spec::catalogue::Place;
use crate::spec::{JsonType, specification};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// How much a [`FieldInventory`] keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldLimits {
    /// Distinct paths that are counted one by one.
    pub paths: usize,
    /// Levels below the document; what is deeper is not looked at, and its container says so.
    pub depth: u32,
    /// Distinct keys outside the specification in one place; sixteen times as many at the top.
    pub members: u32,
    /// Example values per path.
    pub examples: usize,
    /// Most bytes of one example.
    pub example_bytes: usize,
}

impl Default for FieldLimits {
    fn default() -> Self {
        Self {
            paths: 20_000,
            depth: 32,
            members: 256,
            examples: 3,
            example_bytes: 96,
        }
    }
}

/// What was counted of a path in one bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldCounts {
    /// Documents that have the path at least once.
    pub documents: u64,
    /// Values at the path, all documents together.
    pub occurrences: u64,
    /// Documents that have a value of a type there; in the order of [`JsonType::ALL`].
    pub type_documents: [u64; 6],
    /// Values of a type; in the order of [`JsonType::ALL`]. They sum to `occurrences`.
    pub type_occurrences: [u64; 6],
}

impl FieldCounts {
    /// Adds the counts of other documents.
    pub fn add(&mut self, other: &Self) {
        self.documents += other.documents;
        self.occurrences += other.occurrences;
        for kind in 0..JsonType::ALL.len() {
            self.type_documents[kind] += other.type_documents[kind];
            self.type_occurrences[kind] += other.type_occurrences[kind];
        }
    }

    /// Documents that have a value of this type there.
    #[must_use]
    pub fn documents_with(&self, kind: JsonType) -> u64 {
        self.type_documents[kind as usize]
    }

    /// Values of this type.
    #[must_use]
    pub fn occurrences_of(&self, kind: JsonType) -> u64 {
        self.type_occurrences[kind as usize]
    }

    /// The types seen, most frequent first.
    #[must_use]
    pub fn types(&self) -> Vec<(JsonType, u64)> {
        let all = JsonType::ALL.into_iter();
        let mut seen: Vec<_> = all
            .map(|kind| (kind, self.occurrences_of(kind)))
            .filter(|&(_, count)| count > 0)
            .collect();
        seen.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        seen
    }
}

/// The paths that were too many to be counted one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MorePaths {
    /// How many distinct paths; what is beneath them not included.
    pub paths: u64,
    /// Whether there are at least so many, not exactly.
    pub is_at_least: bool,
    /// Values at these paths.
    pub occurrences: u64,
}

/// Distinct paths beyond the limit that are told apart at all.
const MOST_MORE_PATHS: usize = 200_000;

#[derive(Clone, Debug, PartialEq, Eq)]
enum FieldStep {
    Document,
    Key(Box<str>),
    AnyKey,
    Item,
}

#[derive(Clone, Debug)]
struct FieldNode {
    parent: u32,
    step: FieldStep,
    /// Of the whole path; the same in every inventory.
    hash: u64,
    place: Option<Place<'static>>,
    depth: u32,
    /// Distinct keys outside the specification beneath.
    outside_keys: u32,
    counts: Vec<FieldCounts>,
    /// The last document counted, and the types seen in it.
    stamp: u64,
    stamp_types: u8,
    examples: Vec<String>,
    is_cut: bool,
    is_at_most: bool,
}

/// Every field path of the documents fed to it, in one or more buckets side by side.
#[derive(Clone, Debug)]
pub struct FieldInventory {
    limits: FieldLimits,
    /// Documents per bucket.
    documents: Vec<u64>,
    /// Parents stand before their children; the first is the document itself.
    nodes: Vec<FieldNode>,
    /// By hash; a second path of the same hash stands under the next number.
    known: HashMap<u64, u32>,
    sequence: u64,
    more: BTreeSet<u64>,
    more_is_at_least: bool,
    more_occurrences: u64,
}

/// A step to take from a path, and where it leads in the specification.
struct Wanted<'k> {
    step: WantedStep<'k>,
    place: Option<Place<'static>>,
}

#[derive(Clone, Copy)]
enum WantedStep<'k> {
    Key(&'k str),
    AnyKey,
    Item,
}

impl WantedStep<'_> {
    fn is(self, step: &FieldStep) -> bool {
        match (self, step) {
            (Self::Key(wanted), FieldStep::Key(known)) => wanted == &**known,
            (Self::AnyKey, FieldStep::AnyKey) | (Self::Item, FieldStep::Item) => true,
            _ => false,
        }
    }

    fn hash(self, parent: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        parent.hash(&mut hasher);
        match self {
            Self::Key(key) => key.hash(&mut hasher),
            Self::AnyKey => 1_u8.hash(&mut hasher),
            Self::Item => 2_u8.hash(&mut hasher),
        }
        hasher.finish()
    }

    fn to_step(self) -> FieldStep {
        match self {
            Self::Key(key) => FieldStep::Key(key.into()),
            Self::AnyKey => FieldStep::AnyKey,
            Self::Item => FieldStep::Item,
        }
    }
}

impl FieldInventory {
    /// An empty inventory; with one bucket for a whole corpus, with more for populations to be
    /// held against each other.
    #[must_use]
    pub fn new(buckets: usize, limits: FieldLimits) -> Self {
        let root = FieldNode {
            parent: 0,
            step: FieldStep::Document,
            hash: 0,
            place: Some(specification().root_place()),
            depth: 0,
            outside_keys: 0,
            counts: vec![FieldCounts::default(); buckets],
            stamp: 0,
            stamp_types: 0,
            examples: Vec::new(),
            is_cut: false,
            is_at_most: false,
        };
        Self {
            limits,
            documents: vec![0; buckets],
            nodes: vec![root],
            known: HashMap::new(),
            sequence: 0,
            more: BTreeSet::new(),
            more_is_at_least: false,
            more_occurrences: 0,
        }
    }

    /// Number of buckets.
    #[must_use]
    pub fn bucket_count(&self) -> usize {
        self.documents.len()
    }

    /// Documents fed to a bucket; 0 for one that is not there.
    #[must_use]
    pub fn document_count(&self, bucket: usize) -> u64 {
        self.documents.get(bucket).copied().unwrap_or(0)
    }

    /// What was beyond [`FieldLimits::paths`].
    #[must_use]
    pub fn more(&self) -> MorePaths {
        MorePaths {
            paths: self.more.len() as u64,
            is_at_least: self.more_is_at_least,
            occurrences: self.more_occurrences,
        }
    }

    /// Counts a document. One for a bucket that is not there is not counted at all.
    pub fn add(&mut self, document: Document<'_>, bucket: usize) {
        let Some(count) = self.documents.get_mut(bucket) else {
            return;
        };
        *count += 1;
        self.sequence += 1;
        let end = document.tree().node_count() as u32;
        // The containers around the next node: where each ends, and its path here.
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut id = 0;
        while id < end {
            let node = document.node(NodeId(id));
            while open.last().is_some_and(|&(end, _)| end <= id) {
                open.pop();
            }
            let known = if node.is_shadowed() {
                None
            } else {
                match open.last() {
                    None => Some(0),
                    Some(&(_, parent)) => self.step(parent, node),
                }
            };
            let Some(known) = known else {
                id = node.subtree_end().0;
                continue;
            };
            self.count(known, node, bucket);
            let field = &mut self.nodes[known as usize];
            if field.depth >= self.limits.depth && node.children().next().is_some() {
                field.is_cut = true;
                id = node.subtree_end().0;
                continue;
            }
            if node.is_container() {
                open.push((node.subtree_end().0, known));
            }
            id += 1;
        }
    }

    /// The path of a child; `None` when it is one too many.
    fn step(&mut self, parent: u32, node: Node<'_>) -> Option<u32> {
        let place = self.nodes[parent as usize].place;
        let key = node.key();
        let wanted = match &key {
            None => Wanted {
                step: WantedStep::Item,
                place: place.and_then(Place::item),
            },
            Some(key) => {
                let place = place.and_then(|place| place.member(key));
                let is_map = place.is_some_and(|place| place.field().path.ends_with(".*"));
                Wanted {
                    step: if is_map {
                        WantedStep::AnyKey
                    } else {
                        WantedStep::Key(key)
                    },
                    place,
                }
            }
        };
        let found = self.intern(parent, &wanted);
        if found.is_none() {
            self.more_occurrences += 1;
        }
        found
    }

    /// Finds or makes the path one step further.
    fn intern(&mut self, parent: u32, wanted: &Wanted<'_>) -> Option<u32> {
        let hash = wanted.step.hash(self.nodes[parent as usize].hash);
        let mut slot = hash;
        while let Some(&known) = self.known.get(&slot) {
            let node = &self.nodes[known as usize];
            if node.parent == parent && wanted.step.is(&node.step) {
                return Some(known);
            }
            slot = slot.wrapping_add(1);
        }
        let above = &mut self.nodes[parent as usize];
        if wanted.place.is_none() && matches!(wanted.step, WantedStep::Key(_)) {
            let most = self.limits.members * if above.depth == 0 { 16 } else { 1 };
            if above.outside_keys >= most {
                let folded = Wanted {
                    step: WantedStep::AnyKey,
                    place: None,
                };
                return self.intern(parent, &folded);
            }
        }
        if self.nodes.len() > self.limits.paths {
            if self.more.len() < MOST_MORE_PATHS {
                self.more.insert(hash);
            } else if !self.more.contains(&hash) {
                self.more_is_at_least = true;
            }
            return None;
        }
        let above = &mut self.nodes[parent as usize];
        above.outside_keys += u32::from(wanted.place.is_none());
        let node = FieldNode {
            parent,
            step: wanted.step.to_step(),
            hash,
            place: wanted.place,
            depth: above.depth + 1,
            outside_keys: 0,
            counts: vec![FieldCounts::default(); self.documents.len()],
            stamp: 0,
            stamp_types: 0,
            examples: Vec::new(),
            is_cut: false,
            is_at_most: false,
        };
        let id = self.nodes.len() as u32;
        self.nodes.push(node);
        self.known.insert(slot, id);
        Some(id)
    }

    fn count(&mut self, known: u32, value: Node<'_>, bucket: usize) {
        let kind = value.kind() as usize;
        let field = &mut self.nodes[known as usize];
        if field.stamp != self.sequence {
            field.stamp = self.sequence;
            field.stamp_types = 0;
            field.counts[bucket].documents += 1;
        }
        let counts = &mut field.counts[bucket];
        if field.stamp_types & 1 << kind == 0 {
            field.stamp_types |= 1 << kind;
            counts.type_documents[kind] += 1;
        }
        counts.occurrences += 1;
        counts.type_occurrences[kind] += 1;
        if field.examples.len() < self.limits.examples && !value.is_container() {
            let example = example(value, self.limits.example_bytes);
            if !field.examples.contains(&example) {
                field.examples.push(example);
            }
        }
    }
}

/// A value's JSON text as written, cut at a character and marked with `…` when it is long.
fn example(value: Node<'_>, most: usize) -> String {
    let raw = value.raw();
    if raw.len() <= most {
        return String::from_utf8_lossy(raw).into_owned();
    }
    let head = raw.get(..most).unwrap_or_default();
    let whole = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => {
            let valid = head.get(..error.valid_up_to()).unwrap_or_default();
            std::str::from_utf8(valid).unwrap_or_default()
        }
    };
    format!("{whole}…")
}
