//! Writes the rows of a comparison, without recursion over the documents.

use super::align::{ABSENT, Aligned, Cells, Container, MOST_COLUMNS, items, members};
use super::meaning::{Classes, equal_in_value, scalar};
use super::row::{Notes, Row, RowId, RowState, Step, push_step};
use super::{AlignedBy, Options};
use crate::card::{Document, Node, NodeId};
use crate::spec::catalogue::{Category, Place};
use crate::spec::{JsonType, specification};
use std::collections::HashMap;

/// Rows with their own states; containers do not know yet what is beneath them.
pub(super) struct Written {
    pub(super) rows: Vec<Row>,
    /// By row and column.
    pub(super) cells: Vec<u32>,
    /// By row and column.
    pub(super) relations: Vec<RowState>,
    /// By row; the document is its own.
    pub(super) parents: Vec<u32>,
}

/// Writes every row, parents before children.
pub(super) fn write_rows(documents: &[Option<Document<'_>>], options: &Options) -> Written {
    let reference = options.reference.filter(|&column| column < documents.len());
    let mut writer = Writer {
        documents,
        options,
        reference: reference.unwrap_or(0),
        classes: Classes::default(),
        pending: Vec::new(),
        written: Written {
            rows: Vec::new(),
            cells: Vec::new(),
            relations: Vec::new(),
            parents: Vec::new(),
        },
    };
    let mut cells = [ABSENT; MOST_COLUMNS];
    for (cell, document) in cells.iter_mut().zip(documents) {
        if document.is_some() {
            *cell = 0;
        }
    }
    writer.pending.push(Pending {
        parent: 0,
        depth: 0,
        step: Step::Document,
        aligned_by: None,
        is_partly_by_position: false,
        place: Some(specification().root_place()),
        cells,
        path: (!options.by_position.is_empty()).then(String::new),
    });
    while let Some(pending) = writer.pending.pop() {
        writer.write(&pending);
    }
    writer.written
}

/// A row that is known and not yet written.
struct Pending {
    parent: u32,
    depth: u32,
    step: Step,
    aligned_by: Option<AlignedBy>,
    is_partly_by_position: bool,
    place: Option<Place<'static>>,
    cells: Cells,
    /// Kept only when some array is paired by place on request.
    path: Option<String>,
}

struct Writer<'b> {
    documents: &'b [Option<Document<'b>>],
    options: &'b Options,
    reference: usize,
    classes: Classes<'b>,
    /// The next row is the last.
    pending: Vec<Pending>,
    written: Written,
}

/// The children of a row, before they are rows.
#[derive(Default)]
struct Below {
    members: Aligned,
    items: Aligned,
    /// For a capped row, what each column's value means.
    classes: Vec<(usize, u32)>,
}

impl<'b> Writer<'b> {
    fn nodes(&self, cells: &Cells) -> Vec<Container<'b>> {
        let columns = self.documents.iter().zip(cells).enumerate();
        columns
            .filter(|&(_, (_, &cell))| cell != ABSENT)
            .filter_map(|(column, (document, &cell))| {
                Some((column, document.as_ref()?.node(NodeId(cell))))
            })
            .collect()
    }

    fn write(&mut self, pending: &Pending) {
        let id = self.written.rows.len() as u32;
        let present = self.nodes(&pending.cells);
        let mut notes = Notes {
            equal_in_value: are_equal_in_value(&present),
            is_partly_by_position: pending.is_partly_by_position,
            ..Notes::default()
        };
        let below = self.look_below(&present, pending, &mut notes);
        let relations: Vec<_> = (0..self.documents.len())
            .map(|column| self.relation(&present, column, &below))
            .collect();
        let state = if present.len() < self.documents.len() {
            RowState::Only
        } else {
            relations.iter().copied().max().unwrap_or(RowState::Same)
        };
        let stride = self.documents.len();
        let written = &mut self.written;
        written.cells.extend(pending.cells.iter().take(stride));
        written.relations.extend(relations);
        written.parents.push(pending.parent);
        written.rows.push(Row {
            parent: (pending.depth > 1).then_some(RowId(pending.parent)),
            step: pending.step,
            category: pending
                .place
                .map_or(Category::OutsideSpec, |place| place.field().category),
            state,
            aligned_by: pending.aligned_by,
            notes,
            depth: pending.depth,
            end: RowId(id + 1),
        });
        self.open(id, pending, below);
    }

    /// Aligns what the row's containers hold, unless they are compared as one value each.
    fn look_below(
        &mut self,
        present: &[Container<'b>],
        pending: &Pending,
        notes: &mut Notes,
    ) -> Below {
        let of_kind = |kind: JsonType| -> Vec<Container<'b>> {
            let nodes = present.iter().copied();
            nodes.filter(|(_, node)| node.kind() == kind).collect()
        };
        let (objects, arrays) = (of_kind(JsonType::Object), of_kind(JsonType::Array));
        let containers = objects.iter().chain(&arrays);
        let child_count: usize = containers.map(|(_, node)| node.child_count()).sum();
        if child_count == 0 {
            return Below::default();
        }
        let row_count = self.written.rows.len() + self.pending.len() + child_count;
        notes.is_capped =
            pending.depth as usize >= self.options.depth_cap || row_count > self.options.row_cap;
        if notes.is_capped {
            let classes = present.iter().map(|&(column, node)| {
                let class = self.classes.of(node);
                (column, class)
            });
            return Below {
                classes: classes.collect(),
                ..Below::default()
            };
        }
        let name = present.first().and_then(|(_, node)| node.key());
        let by_position = self.options.all_by_position
            || pending
                .path
                .as_ref()
                .is_some_and(|path| self.options.by_position.contains(path));
        let below = Below {
            members: members(&objects),
            items: items(&arrays, name.as_deref().unwrap_or_default(), by_position),
            classes: Vec::new(),
        };
        notes.keys_reordered = below.members.is_reordered;
        notes.items_reordered = below.items.is_reordered;
        notes.is_set = below.items.is_set;
        notes.can_switch_pairing = below.items.can_switch;
        below
    }

    /// How a column's cell stands to the reference's, whatever is beneath.
    fn relation(&self, present: &[Container<'b>], column: usize, below: &Below) -> RowState {
        let node = |wanted: usize| {
            let mut nodes = present.iter();
            nodes
                .find(|(column, _)| *column == wanted)
                .map(|&(_, node)| node)
        };
        match (node(self.reference), node(column)) {
            (None, None) => RowState::Same,
            (None, Some(_)) | (Some(_), None) => RowState::Only,
            (Some(_), Some(_)) if column == self.reference => RowState::Same,
            (Some(left), Some(right)) if left.kind() != right.kind() => RowState::Type,
            (Some(left), Some(right)) if !left.is_container() => {
                equality(left.raw() == right.raw() || scalar(left) == scalar(right))
            }
            _ if !below.classes.is_empty() => {
                let class = |wanted: usize| {
                    let mut classes = below.classes.iter();
                    classes.find(|(column, _)| *column == wanted)
                };
                equality(
                    class(column).map(|found| found.1)
                        == class(self.reference).map(|found| found.1),
                )
            }
            (Some(left), _)
                if left.kind() == JsonType::Array
                    && !below.items.is_same_order(self.reference, column) =>
            {
                RowState::Order
            }
            _ => RowState::Same,
        }
    }

    /// Makes the children the next rows.
    fn open(&mut self, id: u32, pending: &Pending, below: Below) {
        let first = self.pending.len();
        for slot in below.members.slots {
            let key = self.key(&slot.cells);
            self.push(Pending {
                parent: id,
                depth: pending.depth + 1,
                step: Step::Member(slot.occurrence),
                aligned_by: None,
                is_partly_by_position: false,
                place: pending.place.and_then(|place| place.member(&key)),
                cells: slot.cells,
                path: pending.path.clone(),
            });
        }
        let mut written: HashMap<u32, u32> = HashMap::new();
        for slot in below.items.slots {
            let index = self.index(&slot.cells);
            let count = written.entry(index).or_insert(0);
            *count += 1;
            let step = Step::Item(index, *count);
            self.push(Pending {
                parent: id,
                depth: pending.depth + 1,
                step,
                aligned_by: slot.aligned_by,
                is_partly_by_position: slot.is_partly_by_position,
                place: pending.place.and_then(Place::item),
                cells: slot.cells,
                path: pending.path.clone(),
            });
        }
        self.pending[first..].reverse();
    }

    fn push(&mut self, mut pending: Pending) {
        if let Some(path) = &mut pending.path {
            push_step(pending.step, &self.key(&pending.cells), path);
        }
        self.pending.push(pending);
    }

    fn first(&self, cells: &Cells) -> Option<Node<'b>> {
        self.nodes(cells).first().map(|&(_, node)| node)
    }

    fn key(&self, cells: &Cells) -> String {
        let key = self.first(cells).and_then(|node| node.key());
        key.unwrap_or_default().into_owned()
    }

    fn index(&self, cells: &Cells) -> u32 {
        self.first(cells).map_or(0, |node| node.index() as u32)
    }
}

fn equality(is_equal: bool) -> RowState {
    if is_equal {
        RowState::Same
    } else {
        RowState::Different
    }
}

/// Whether all are numbers, some differ as written, and none in value.
fn are_equal_in_value(present: &[Container<'_>]) -> bool {
    let Some((&(_, first), others)) = present.split_first() else {
        return false;
    };
    present
        .iter()
        .all(|(_, node)| node.kind() == JsonType::Number)
        && others.iter().any(|(_, node)| node.raw() != first.raw())
        && others
            .iter()
            .all(|(_, node)| equal_in_value(first.raw(), node.raw()))
}
