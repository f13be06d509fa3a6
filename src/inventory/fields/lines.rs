//! What an inventory says, a line per path.

use super::{FieldCounts, FieldInventory, FieldNode, FieldStep};
use crate::card::push_key;
use crate::spec::catalogue::{Category, Place, SpecField};
use crate::spec::{Family, specification};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// One field path of a corpus.
#[derive(Clone, Debug)]
pub struct FieldLine {
    /// Indexes removed, free keys folded: `skills[].tags`, `securitySchemes.*.type`. Can be read as
    /// a path pattern. Untrusted, though whatever is not a plain name stands quoted.
    pub path: String,
    /// The category of its place in the specification.
    pub category: Category,
    /// What the specification says of it; `None` outside the specification.
    pub spec: Option<&'static SpecField>,
    /// Whether it is outside the specification and what it stands in is not.
    pub is_outermost_outside: bool,
    /// Counts per bucket.
    pub counts: Vec<FieldCounts>,
    /// The first different values that are no containers, as JSON text, cut when long. Untrusted.
    pub examples: Vec<String>,
    /// Whether something deeper than the limit stands in it.
    pub is_cut: bool,
    /// Whether the documents are at most so many; see [`FieldInventory::merge`].
    pub is_at_most: bool,
}

impl FieldLine {
    /// All buckets together.
    #[must_use]
    pub fn total(&self) -> FieldCounts {
        self.counts
            .iter()
            .fold(FieldCounts::default(), |mut total, counts| {
                total.add(counts);
                total
            })
    }

    /// The families that require it wherever its container stands.
    pub fn required_by(&self) -> impl Iterator<Item = Family> + '_ {
        Family::ALL.into_iter().filter(|&family| {
            self.spec
                .and_then(|field| field.facts(family))
                .is_some_and(|facts| facts.required)
        })
    }
}

/// Orders of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FieldSort {
    /// By category, in specification order; outside the specification by text.
    #[default]
    Specification,
    /// Most documents first.
    Documents,
    /// Most values first.
    Occurrences,
    /// By text.
    Path,
}

impl FieldSort {
    /// Every order.
    pub const ALL: [Self; 4] = [
        Self::Specification,
        Self::Documents,
        Self::Occurrences,
        Self::Path,
    ];

    /// Its name in every output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Specification => "specification",
            Self::Documents => "documents",
            Self::Occurrences => "occurrences",
            Self::Path => "path",
        }
    }

    /// Sorts lines that [`FieldInventory::lines`] gave; ties stay in their order.
    pub fn sort(self, lines: &mut [FieldLine]) {
        match self {
            Self::Specification => {}
            Self::Documents => lines.sort_by_key(|line| Reverse(line.total().documents)),
            Self::Occurrences => lines.sort_by_key(|line| Reverse(line.total().occurrences)),
            Self::Path => lines.sort_by(|left, right| left.path.cmp(&right.path)),
        }
    }
}

impl FieldInventory {
    /// Every path seen, the document itself not among them: by category, and in each in the order
    /// of the specification, outside it by text.
    #[must_use]
    pub fn lines(&self) -> Vec<FieldLine> {
        let mut lines: Vec<FieldLine> = self
            .in_order()
            .into_iter()
            .map(|id| self.line(id))
            .collect();
        lines.sort_by_key(|line| line.category);
        lines
    }

    /// The vendors' fields: paths outside the specification, most documents first.
    #[must_use]
    pub fn outside(&self) -> Vec<FieldLine> {
        let mut lines = self.lines();
        lines.retain(|line| line.category == Category::OutsideSpec);
        FieldSort::Documents.sort(&mut lines);
        lines
    }

    /// Fields of the specification that no document has, in specification order; the outermost
    /// only: under a field that nobody serves there is nothing to serve.
    #[must_use]
    pub fn unserved(&self) -> Vec<&'static SpecField> {
        let places = self.nodes.iter().filter(|node| is_seen(node));
        let served: BTreeSet<&str> = places
            .filter_map(|node| Some(node.place?.field().path.as_str()))
            .collect();
        let fields = specification().catalogue().iter();
        fields
            .filter(|field| !served.contains(field.path.as_str()))
            .filter(|field| match field.path.rsplit_once('.') {
                None => true,
                Some((container, _)) => served.contains(container),
            })
            .collect()
    }

    fn line(&self, id: u32) -> FieldLine {
        let node = &self.nodes[id as usize];
        let spec = node.place.map(Place::field);
        FieldLine {
            path: self.path(id),
            category: spec.map_or(Category::OutsideSpec, |field| field.category),
            spec,
            is_outermost_outside: spec.is_none()
                && self.nodes[node.parent as usize].place.is_some(),
            counts: node.counts.clone(),
            examples: node.examples.clone(),
            is_cut: node.is_cut,
            is_at_most: node.is_at_most,
        }
    }

    fn path(&self, id: u32) -> String {
        let parent = |&id: &u32| (id != 0).then(|| self.nodes[id as usize].parent);
        let mut lineage: Vec<u32> = std::iter::successors(Some(id), parent).collect();
        lineage.reverse();
        let mut path = String::new();
        for id in lineage {
            match &self.nodes[id as usize].step {
                FieldStep::Document => {}
                FieldStep::Key(key) => push_key(&mut path, key),
                FieldStep::AnyKey if path.is_empty() => path.push('*'),
                FieldStep::AnyKey => path.push_str(".*"),
                FieldStep::Item => path.push_str("[]"),
            }
        }
        path
    }

    /// Every path but the document itself, parents before children, siblings in specification
    /// order and then by text.
    fn in_order(&self) -> Vec<u32> {
        let mut siblings: Vec<u32> = (1..self.nodes.len() as u32).collect();
        siblings.sort_by_cached_key(|&id| {
            let node = &self.nodes[id as usize];
            (node.parent, self.rank(node))
        });
        let mut first = vec![0_usize; self.nodes.len() + 1];
        for &id in &siblings {
            first[self.nodes[id as usize].parent as usize + 1] += 1;
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let children = |id: u32| {
            let range = first[id as usize]..first[id as usize + 1];
            siblings.get(range).unwrap_or_default().iter().rev()
        };
        let mut order = Vec::with_capacity(siblings.len());
        let mut pending: Vec<u32> = children(0).copied().collect();
        while let Some(id) = pending.pop() {
            if is_seen(&self.nodes[id as usize]) {
                order.push(id);
            }
            pending.extend(children(id));
        }
        order
    }

    fn rank(&self, node: &FieldNode) -> (usize, String) {
        let parent = self.nodes[node.parent as usize].place;
        match &node.step {
            FieldStep::Key(key) => {
                let position =
                    parent.and_then(|place| place.member_names().position(|name| name == &**key));
                (
                    position.map_or(usize::MAX, |position| position + 1),
                    key.to_string(),
                )
            }
            FieldStep::Document | FieldStep::AnyKey | FieldStep::Item => (0, String::new()),
        }
    }
}

fn is_seen(node: &FieldNode) -> bool {
    node.counts.iter().any(|counts| counts.occurrences > 0)
}
