//! Tables beside a corpus: published verdicts and the frame of a collection.
//!
//! Comes in: a CSV table (or, for verdicts, JSON lines) and a [`Corpus`](crate::corpus::Corpus).
//! Goes out: rows that keep every value as written, which row belongs to which document
//! ([`Join`]), where a published verdict and the computed one are equal ([`Agreement`]), and the
//! denominators of the collection ([`FrameTotals`]). A published verdict is a fact of its own: it
//! never replaces the computed one, nor the other way round.
//!
//! # Reading
//!
//! * What a file is, is decided by its content ([`recognise`]), never by its name.
//! * Columns come in any order, under any known alias ([`Column::aliases`]) with case, `_`, `-` and
//!   spaces not told apart. The column names of published files are not known, so the aliases are
//!   a guess, and `--map` overrides it. A mapped name that a table does not have leaves the aliases
//!   in force, since one `--map` serves several files.
//! * Comma, semicolon or tab, whichever makes more of the header's names known.
//! * Columns that play no role are kept as extras. A value that cannot be read is kept as written
//!   and noted, a row with too few or too many cells likewise. Nothing is dropped.
//! * *Interpretation:* `null`, `none`, `nan`, `n/a`, `na` and `-` stand for an empty cell, in any
//!   case, and `unclassified` for an empty verdict. A full version (`0.3.0`, `v1`) in `version` is
//!   read as its family.
//!
//! # Joining
//!
//! A row joins a document on host, and on path and sha256 where both have one; a side without a
//! host joins on sha256. The n-th of equal rows joins the n-th of equal documents (equal: same
//! host, path and sha256). A row that fits several different documents is ambiguous and joins
//! none. *Interpretation:* a document that has exactly the row's host, path and sha256 is preferred
//! to one that merely does not contradict them. Every row is exactly one of joined, without a
//! document, duplicate (its documents are taken by earlier rows) and ambiguous.

mod agreement;
mod cell;
mod columns;
mod frame;
mod join;
mod lines;
mod recognise;
mod table;
mod verdicts;

pub use agreement::{
    Agreement, AgreementReport, ByColumn, Difference, RowReference, agreement, computed_text,
    differing_columns,
};
pub use cell::{Cell, Fault, FaultKind};
pub use columns::Column;
pub use frame::{
    CURRENT_PATH, Frame, FrameOutcome, FramePair, FrameReport, FrameRow, FrameTotals, LEGACY_PATH,
    frame_totals, read_frame,
};
pub use join::{Fate, Join, join};
pub use recognise::{Kind, recognise};
pub use table::{Note, NoteKind};
pub use verdicts::{PublishedVerdict, VerdictFile, VerdictRow, read_verdicts};

#[cfg(test)]
mod tests;
