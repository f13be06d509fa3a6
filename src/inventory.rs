//! Cards side by side, and every field of a corpus.
//!
//! Comes in: the exact bytes of two to twelve documents ([`compare`]), or the documents of a
//! corpus one at a time ([`FieldInventory`]). Goes out: rows of field paths with a state each,
//! what tells the cards apart and what that costs a client, and counts per field path. Here, above
//! the census and below every screen and writer, so that a terminal and a file show one result.
//! Knows no file, no terminal and no command line.
//!
//! # What is compared
//!
//! Every field path at every nesting level has a row, in the order the first card serves it; what
//! only other cards have stands at its place there. The document itself has a row only where some
//! column is not a JSON object. A row's *category* is that of its own place in the specification;
//! what is in no pinned schema is outside the specification, wherever it hangs.
//!
//! * Strings are equal by meaning, numbers as written (`1.0` and `1` differ, noted as equal in
//!   value), objects whatever the order of their keys (noted).
//! * A key that an object has twice has a row for each, the second one `name#2`.
//! * Arrays of strings are sets: their items are paired by value, so rows tell what was added and
//!   what is gone, and an array whose items only moved is in state *order*.
//! * Items of arrays of objects are paired by what identifies them ([`AlignedBy`]) where that is
//!   unique in both columns; what is left over is paired by its place in the array, with other
//!   leftovers or with a row that others were paired into ([`Row::alignment`] says so). [`Options`]
//!   pair any array by place. A path writes the index that an item has in the first column that
//!   has it; where two rows of one array would be written alike, the second ends in `#2`.
//! * A container's state says whether anything in it differs.
//!
//! # States and sums
//!
//! A [`RowState`] is decided over all columns, no column being special: absent somewhere is
//! [`RowState::Only`]; else of several JSON types [`RowState::Type`]; else anything unequal
//! [`RowState::Different`], only moved [`RowState::Order`], otherwise [`RowState::Same`]. A
//! [`Summary`] counts rows by state, containers included, so that it is the number of rows that a
//! filter on the state shows; [`Comparison::leaf_summary`] counts only rows with no rows beneath.
//! A reference column changes no state: [`Comparison::relation`] says how one cell stands to the
//! reference's, and [`Comparison::column_summary`] counts that.
//!
//! # Limits
//!
//! Beyond [`Options::depth_cap`] levels, and once there are [`Options::row_cap`] rows, a container
//! is compared as one value (by meaning, so key order is free) and its row says so.

mod align;
mod axes;
mod cell;
mod compare;
mod comparison;
mod fields;
mod identity;
mod meaning;
mod report;
mod row;
mod rows;
mod silent;
mod words;

#[cfg(test)]
mod tests;

pub use align::MOST_COLUMNS;
pub use axes::{Axis, AxisValue};
pub use cell::{Cell, CellKind};
pub use compare::compare;
pub use comparison::Comparison;
pub use fields::{FieldCounts, FieldInventory, FieldLimits, FieldLine, FieldSort, MorePaths};
pub use identity::{Agreement, CardIdentity, DeclaredAt, DeclaredVersions};
pub use meaning::{equal_in_meaning, equal_in_value};
pub use report::{
    CardReport, CellReport, ComparisonReport, DeclaredReport, RowReport, ValueReport,
    VerdictsReport,
};
pub use row::{Notes, Presence, Row, RowId, RowState, SetChange, Step, Summary};
pub use silent::{Change, SilentChange, change};
pub use words::{WordDifference, WordPiece, WordSide, word_difference};

use crate::census::{Facts, Rules};
use std::collections::BTreeSet;

/// One card that goes into a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// What the column is called: a file, a host, `#17`. Of equal names the second becomes
    /// `name (2)`. Untrusted.
    pub name: &'a str,
    /// The host it was fetched from; empty when not known.
    pub host: &'a str,
    /// The path it was fetched from; empty when not known.
    pub path: &'a str,
    /// The document's exact bytes; empty when there is no body.
    pub body: &'a [u8],
    /// The document's facts when a corpus has them already; read from the body otherwise.
    pub facts: Option<Facts>,
}

/// How to compare.
#[derive(Clone, Debug)]
pub struct Options {
    /// The column that the others are held against; `None` for no column in particular.
    pub reference: Option<usize>,
    /// Whether every array is paired by place.
    pub all_by_position: bool,
    /// The arrays paired by place all the same, as [`Comparison::path`] writes them.
    pub by_position: BTreeSet<String>,
    /// Levels below the document that have rows of their own.
    pub depth_cap: usize,
    /// Rows after which containers are no longer opened.
    pub row_cap: usize,
    /// The rule under which routes and verdicts are told.
    pub rules: Rules,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            reference: None,
            all_by_position: false,
            by_position: BTreeSet::new(),
            depth_cap: 64,
            row_cap: 1_000_000,
            rules: Rules::default(),
        }
    }
}

/// By what the items of an array came to stand in one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AlignedBy {
    /// Skills: the same `id`.
    Id,
    /// Interfaces: the same `url` and the same binding (`protocolBinding` or `transport`).
    UrlAndBinding,
    /// Extensions: the same `uri`.
    Uri,
    /// Signatures: the same `protected`.
    Protected,
    /// Strings: the same value; the n-th with the n-th where a value repeats.
    Value,
    /// The same place in the array.
    Position,
}

impl AlignedBy {
    /// Its name in every output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::UrlAndBinding => "url+binding",
            Self::Uri => "uri",
            Self::Protected => "protected",
            Self::Value => "value",
            Self::Position => "position",
        }
    }
}

/// Too few or too many cards for a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongColumnCount(pub usize);

impl std::fmt::Display for WrongColumnCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "expected 2 to {MOST_COLUMNS} cards to compare, found {}",
            self.0
        )
    }
}

impl std::error::Error for WrongColumnCount {}
