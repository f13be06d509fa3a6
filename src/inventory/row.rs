//! What a row of a comparison is, and how rows are counted.

use super::AlignedBy;
use crate::card::push_key;
use crate::spec::catalogue::Category;
use std::fmt::Write as _;

/// How the cells of a row compare; see the module's states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowState {
    /// All equal.
    Same,
    /// Equal but for the order of array items.
    Order,
    /// Present everywhere, of one type, and not equal.
    Different,
    /// Present everywhere, of several JSON types.
    Type,
    /// Absent in some.
    Only,
}

impl RowState {
    /// Every state, in the order in which they are told.
    pub const ALL: [Self; 5] = [
        Self::Same,
        Self::Different,
        Self::Only,
        Self::Type,
        Self::Order,
    ];

    /// Its name in every output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Order => "order",
            Self::Different => "different",
            Self::Type => "type",
            Self::Only => "only",
        }
    }
}

/// Rows counted by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Summary {
    /// All equal.
    pub same: usize,
    /// Present everywhere, of one type, and not equal.
    pub different: usize,
    /// Absent in some.
    pub only: usize,
    /// Of several JSON types.
    #[serde(rename = "type")]
    pub type_differs: usize,
    /// Equal but for the order of array items.
    pub order: usize,
}

impl Summary {
    /// Counts one row.
    pub fn add(&mut self, state: RowState) {
        *match state {
            RowState::Same => &mut self.same,
            RowState::Different => &mut self.different,
            RowState::Only => &mut self.only,
            RowState::Type => &mut self.type_differs,
            RowState::Order => &mut self.order,
        } += 1;
    }

    /// How many rows are in a state.
    #[must_use]
    pub fn count(&self, state: RowState) -> usize {
        match state {
            RowState::Same => self.same,
            RowState::Different => self.different,
            RowState::Only => self.only,
            RowState::Type => self.type_differs,
            RowState::Order => self.order,
        }
    }

    /// All rows.
    #[must_use]
    pub fn total(&self) -> usize {
        RowState::ALL.iter().map(|&state| self.count(state)).sum()
    }
}

/// Position of a row in a comparison; rows stand in the order served, parents before children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId(pub u32);

/// The step from a row's parent to the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The document itself.
    Document,
    /// A member. Of equal keys the how-manieth, from 1.
    Member(u32),
    /// An item: its index in the first column that has it, and of rows that would be written alike
    /// the how-manieth, from 1.
    Item(u32, u32),
}

/// What else there is to say of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Numbers that differ as written and not in value.
    pub equal_in_value: bool,
    /// Objects whose shared keys stand in another order, which makes no difference.
    pub keys_reordered: bool,
    /// Arrays whose shared items stand in another order.
    pub items_reordered: bool,
    /// Too deep or one too many: the containers were compared as one value each.
    pub is_capped: bool,
    /// An item that some columns have in this row by what identifies it, and at least one for
    /// want of that by its place.
    pub is_partly_by_position: bool,
    /// An array of strings, compared as a set.
    pub is_set: bool,
    /// An array whose items can be paired in another way than they are: by place when something
    /// identifies them, and back.
    pub can_switch_pairing: bool,
}

/// One field path.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The row of the container; `None` for rows of the document's own members.
    pub parent: Option<RowId>,
    /// The step from there.
    pub step: Step,
    /// The category of its place in the specification.
    pub category: Category,
    /// How its cells compare.
    pub state: RowState,
    /// For items of arrays, what brought them into one row.
    pub aligned_by: Option<AlignedBy>,
    /// What else there is to say.
    pub notes: Notes,
    /// Levels below the document; members of the document are at 1.
    pub depth: u32,
    /// One past the last row beneath this one.
    pub end: RowId,
}

impl Row {
    /// What brought the items of an array into this row, in words; `None` for members. `id+position`
    /// where only some of the columns were paired by what identifies the item.
    #[must_use]
    pub fn alignment(&self) -> Option<&'static str> {
        let by = self.aligned_by?;
        Some(match (by, self.notes.is_partly_by_position) {
            (AlignedBy::Id, true) => "id+position",
            (AlignedBy::UrlAndBinding, true) => "url+binding+position",
            (AlignedBy::Uri, true) => "uri+position",
            (AlignedBy::Protected, true) => "protected+position",
            _ => by.as_str(),
        })
    }
}

/// Which columns have a row's field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Presence(pub u16);

impl Presence {
    /// Whether a column has it.
    #[must_use]
    pub fn has(self, column: usize) -> bool {
        self.0.checked_shr(column as u32).unwrap_or(0) & 1 == 1
    }

    /// How many columns have it.
    #[must_use]
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// What a column's set has more and less than the reference's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetChange {
    /// Items that the reference does not have.
    pub added: usize,
    /// Items that only the reference has.
    pub gone: usize,
}

/// Appends a step to a path; `key` counts for members only.
pub(super) fn push_step(step: Step, key: &str, path: &mut String) {
    let repeat = match step {
        Step::Document => return,
        Step::Member(occurrence) => {
            push_key(path, key);
            occurrence
        }
        Step::Item(index, occurrence) => {
            let _ = write!(path, "[{index}]");
            occurrence
        }
    };
    if repeat > 1 {
        let _ = write!(path, "#{repeat}");
    }
}
