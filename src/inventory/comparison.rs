//! The result of a comparison: rows, cells, sums.

use super::align::ABSENT;
use super::cell::{Cell, CellKind};
use super::fields::FieldInventory;
use super::identity::CardIdentity;
use super::row::{Presence, Row, RowId, RowState, SetChange, Step, Summary, push_step};
use super::silent::SilentChange;
use super::{Axis, Options};
use crate::card::{Document, NodeId, Tree};
use crate::spec::catalogue::Category;
use std::borrow::Cow;

/// A document of a comparison, owned.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) bytes: Vec<u8>,
    /// `None` when it is not JSON, or not there.
    pub(super) tree: Option<Tree>,
}

impl Side {
    pub(super) fn document(&self) -> Option<Document<'_>> {
        let tree = self.tree.as_ref()?;
        Some(Document::new(&self.bytes, tree))
    }
}

/// Cards side by side. Owns its documents, so that it can be kept and drawn from.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub(super) sides: Vec<Side>,
    pub(super) identities: Vec<CardIdentity>,
    pub(super) options: Options,
    /// Row 0 is the document itself, whether it is shown or not.
    pub(super) rows: Vec<Row>,
    /// Nodes by row and column.
    pub(super) cells: Vec<u32>,
    /// How each cell stands to the reference's (or the first column's), by row and column.
    pub(super) relations: Vec<RowState>,
    pub(super) shows_document: bool,
    pub(super) axes: Vec<Axis>,
    pub(super) fields: FieldInventory,
    pub(super) silent: Vec<SilentChange>,
}

impl Comparison {
    /// Number of cards.
    #[must_use]
    pub fn column_count(&self) -> usize {
        self.sides.len()
    }

    /// The options it was made with; a switch makes a new comparison from changed ones.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Who each card is, in column order.
    #[must_use]
    pub fn identities(&self) -> &[CardIdentity] {
        &self.identities
    }

    /// A column's document; `None` when it is not JSON.
    #[must_use]
    pub fn document(&self, column: usize) -> Option<Document<'_>> {
        self.sides.get(column)?.document()
    }

    /// The exact bytes of a column's document.
    #[must_use]
    pub fn body(&self, column: usize) -> &[u8] {
        self.sides
            .get(column)
            .map_or(&[], |side| side.bytes.as_slice())
    }

    /// Every row, in the order served.
    pub fn rows(&self) -> impl Iterator<Item = RowId> + '_ {
        let first = u32::from(!self.shows_document);
        (first..self.rows.len() as u32).map(RowId)
    }

    /// Every row of a category, in the order served.
    pub fn rows_in(&self, category: Category) -> impl Iterator<Item = RowId> + '_ {
        self.rows()
            .filter(move |&id| self.row(id).category == category)
    }

    /// What is known of a row.
    ///
    /// # Panics
    /// When the row is not one of this comparison.
    #[must_use]
    pub fn row(&self, id: RowId) -> &Row {
        &self.rows[id.0 as usize]
    }

    /// Whether rows stand beneath it.
    #[must_use]
    pub fn has_rows_beneath(&self, id: RowId) -> bool {
        self.row(id).end.0 > id.0 + 1
    }

    /// The cell of a row in a column.
    #[must_use]
    pub fn cell(&self, id: RowId, column: usize) -> Cell<'_> {
        let node = self.node_index(id, column);
        Cell::new(node.and_then(|node| Some(self.document(column)?.node(NodeId(node)))))
    }

    fn node_index(&self, id: RowId, column: usize) -> Option<u32> {
        let stride = self.column_count();
        let at = (column < stride).then_some(id.0 as usize * stride + column)?;
        self.cells.get(at).copied().filter(|&node| node != ABSENT)
    }

    /// Which columns have the row's field.
    #[must_use]
    pub fn presence(&self, id: RowId) -> Presence {
        let columns = 0..self.column_count();
        Presence(
            columns
                .filter(|&column| self.node_index(id, column).is_some())
                .fold(0, |bits, column| bits | 1 << column),
        )
    }

    /// How a column's cell stands to the reference's (the first column's when there is none):
    /// `Only` when one of the two is absent, `Same` when both are.
    #[must_use]
    pub fn relation(&self, id: RowId, column: usize) -> RowState {
        let at = id.0 as usize * self.column_count() + column;
        self.relations.get(at).copied().unwrap_or(RowState::Same)
    }

    /// Whether a column's container looks like the reference's, of one type and as many items or
    /// members, and something in it differs.
    #[must_use]
    pub fn differs_inside(&self, id: RowId, column: usize) -> bool {
        let [own, other] = [column, self.reference()].map(|column| self.cell(id, column));
        matches!(
            self.relation(id, column),
            RowState::Different | RowState::Order
        ) && matches!(own.kind(), CellKind::Array | CellKind::Object)
            && own.len() == other.len()
    }

    /// The path of a row without what tells apart rows that would be written alike: `skills[0].tags`
    /// for `skills[0]#2.tags`, as the specification has it.
    #[must_use]
    pub fn plain_path(&self, id: RowId) -> String {
        let mut out = String::new();
        for row in self.lineage(id) {
            let step = match self.row(row).step {
                Step::Document => Step::Document,
                Step::Member(_) => Step::Member(1),
                Step::Item(index, _) => Step::Item(index, 1),
            };
            push_step(step, &self.key(row), &mut out);
        }
        out
    }

    /// The column the others are held against: the reference, or the first.
    #[must_use]
    pub fn reference(&self) -> usize {
        self.options
            .reference
            .filter(|&column| column < self.column_count())
            .unwrap_or(0)
    }

    /// The path of a row: `skills[0].tags`, `name#2`. Empty for the document itself. Untrusted:
    /// keys are the documents' own, though whatever is not a plain name stands quoted.
    #[must_use]
    pub fn path(&self, id: RowId) -> String {
        let mut out = String::new();
        for row in self.lineage(id) {
            self.push_step(row, &mut out);
        }
        out
    }

    /// The last step of a row's path: `tags`, `[0]`, `name#2`.
    #[must_use]
    pub fn label(&self, id: RowId) -> String {
        let mut out = String::new();
        self.push_step(id, &mut out);
        out
    }

    /// The row and what it is in, outermost first; without the document itself.
    #[must_use]
    pub fn lineage(&self, id: RowId) -> Vec<RowId> {
        let mut lineage: Vec<_> =
            std::iter::successors(Some(id), |&row| self.row(row).parent).collect();
        lineage.reverse();
        lineage
    }

    fn push_step(&self, id: RowId, out: &mut String) {
        push_step(self.row(id).step, &self.key(id), out);
    }

    /// The key of a member; empty for items.
    fn key(&self, id: RowId) -> Cow<'_, str> {
        let mut cells = (0..self.column_count()).map(|column| self.cell(id, column));
        let key = cells.find_map(|cell| cell.node()?.key());
        key.unwrap_or_default()
    }

    /// Rows by state, all categories.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.count(self.rows())
    }

    /// Rows by state in one category.
    #[must_use]
    pub fn category_summary(&self, category: Category) -> Summary {
        self.count(self.rows_in(category))
    }

    /// Rows by state, only those with no rows beneath: values, and empty or unopened containers.
    #[must_use]
    pub fn leaf_summary(&self) -> Summary {
        self.count(self.rows().filter(|&id| !self.has_rows_beneath(id)))
    }

    fn count(&self, rows: impl Iterator<Item = RowId>) -> Summary {
        rows.fold(Summary::default(), |mut summary, id| {
            summary.add(self.row(id).state);
            summary
        })
    }

    /// Rows by how one column stands to the reference.
    #[must_use]
    pub fn column_summary(&self, column: usize) -> Summary {
        self.rows().fold(Summary::default(), |mut summary, id| {
            summary.add(self.relation(id, column));
            summary
        })
    }

    /// For a row of an array compared as a set, what a column has more and less than the
    /// reference; `None` for other rows, and where one of the two has no array.
    #[must_use]
    pub fn set_change(&self, id: RowId, column: usize) -> Option<SetChange> {
        let reference = self.reference();
        let is_array = |column: usize| self.cell(id, column).kind() == CellKind::Array;
        if !self.row(id).notes.is_set || !is_array(column) || !is_array(reference) {
            return None;
        }
        let mut change = SetChange::default();
        for item in (id.0 + 1..self.row(id).end.0).map(RowId) {
            let presence = self.presence(item);
            match (presence.has(column), presence.has(reference)) {
                (true, false) => change.added += 1,
                (false, true) => change.gone += 1,
                _ => {}
            }
        }
        Some(change)
    }

    /// What tells the cards apart for a client, in a fixed order.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The fields of all cards, a bucket per column.
    #[must_use]
    pub fn fields(&self) -> &FieldInventory {
        &self.fields
    }

    /// Columns that are two readings of one host and path, and changed while `version` did not.
    #[must_use]
    pub fn silent_changes(&self) -> &[SilentChange] {
        &self.silent
    }

    /// Field paths that every card has.
    #[must_use]
    pub fn universal(&self) -> Vec<String> {
        let columns = self.column_count();
        self.field_lines(|carriers| carriers.len() == columns)
            .map(|(path, _)| path)
            .collect()
    }

    /// Field paths that one card has and no other, with its column.
    #[must_use]
    pub fn unique(&self) -> Vec<(String, usize)> {
        self.field_lines(|carriers| carriers.len() == 1)
            .filter_map(|(path, carriers)| Some((path, *carriers.first()?)))
            .collect()
    }

    fn field_lines(
        &self,
        keep: impl Fn(&[usize]) -> bool,
    ) -> impl Iterator<Item = (String, Vec<usize>)> {
        let lines = self.fields.lines().into_iter();
        lines.filter_map(move |line| {
            let carriers: Vec<_> = (0..line.counts.len())
                .filter(|&column| line.counts[column].documents > 0)
                .collect();
            keep(&carriers).then_some((line.path, carriers))
        })
    }

    /// Fields of the specification that no card has, the outermost only: where `provider` is
    /// listed, `provider.url` goes without saying.
    #[must_use]
    pub fn unserved(&self) -> Vec<&'static str> {
        let fields = self.fields.unserved().into_iter();
        fields.map(|field| field.path.as_str()).collect()
    }
}
