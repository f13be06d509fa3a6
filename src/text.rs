//! Untrusted text: what nobody sees made visible, and everything measured in display columns.
//!
//! Here, below everything else, because every string of a document passes through this module
//! before a terminal sees it. Terminals obey control characters, drawing libraries drop them
//! without a word, and models read what neither shows; a card can be written for that difference.
//! So nothing is removed: each such character becomes a mark, and the text under the mark stays as
//! it was for copying and export.
//!
//! Knows nothing of colours, documents or JSON beyond its escapes. Marks can be forged by a text
//! that holds the same brackets: [`pieces`] tells real marks apart, and [`hidden`] lists them.

mod hidden;
mod marks;
mod scan;
mod track;
mod width;
mod wrap;

use std::borrow::Cow;
use std::ops::Range;

use crate::text::track::{Finder, Found, Stacks};

pub use crate::text::hidden::{Hidden, HiddenCounts, HiddenKind, HiddenKinds, hidden};
pub use crate::text::marks::Marks;
pub use crate::text::scan::scan_json;
pub use crate::text::width::{
    Cut, cut, cut_end, cut_middle, cut_start, fit, fit_with, pad_end, pad_start, width, window,
};
pub use crate::text::wrap::{Wrap, visible_lines, visible_lines_with, wrap};

/// A stretch of a text as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Shown as it is.
    Plain(&'a str),
    /// A mark for something that would not be seen.
    Mark {
        /// What is shown.
        shown: String,
        /// Where the marked bytes stand in the text.
        source: Range<usize>,
    },
}

/// A text in the pieces in which it is shown, so that marks can be drawn in a style of their own.
pub fn pieces(text: &str, marks: Marks) -> impl Iterator<Item = Piece<'_>> {
    let mut finder = Finder::new(text, Stacks::Found);
    let mut next: Option<Found> = finder.next();
    let mut at = 0;
    std::iter::from_fn(move || {
        let end = next.map_or(text.len(), |found| found.start);
        if at < end {
            let plain = text.get(at..end)?;
            at = end;
            return Some(Piece::Plain(plain));
        }
        let found = next?;
        next = finder.next();
        at = found.end;
        Some(Piece::Mark {
            shown: marks::mark(text, found, marks),
            source: found.start..found.end,
        })
    })
}

/// The text on one line, with a mark for everything that would not be seen or would be obeyed:
/// `␛`, `␊`, `⟨RLO⟩`, `⟨ZWSP⟩`, `⟨tag:hidden text⟩`. Cleaning twice changes nothing.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    clean_with(text, Marks::Unicode)
}

/// [`clean`] with marks of the given kind.
#[must_use]
pub fn clean_with(text: &str, marks: Marks) -> Cow<'_, str> {
    if Finder::new(text, Stacks::Found).next().is_none() {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len() + 16);
    for piece in pieces(text, marks) {
        match piece {
            Piece::Plain(plain) => cleaned.push_str(plain),
            Piece::Mark { shown, .. } => cleaned.push_str(&shown),
        }
    }
    Cow::Owned(cleaned)
}

/// Bytes of a text that are enough to fill one column, whatever they are: cleaned text holds no
/// taller stack of marks, and no longer chain of joined emoji, on one character.
const BYTES_PER_COLUMN: usize = 512;

/// The text cleaned and cut at its end, in at most `width` columns. Reads only as much of the
/// text as can be shown: the one to use for cells, where a value may be a hundred megabytes.
#[must_use]
pub fn clean_cut(text: &str, width: usize, marks: Marks) -> Cow<'_, str> {
    let most = width.saturating_add(2).saturating_mul(BYTES_PER_COLUMN);
    let mut length = width.saturating_mul(4).saturating_add(64);
    while length < text.len() {
        let end = (0..=length).rev().find(|end| text.is_char_boundary(*end));
        let head = end.and_then(|end| text.get(..end)).unwrap_or_default();
        let cleaned = clean_with(head, marks);
        // The last characters of the piece may be judged wrongly for want of what follows.
        let settled = self::width(&cleaned) > width.saturating_add(16);
        if settled {
            return shown_cut(cleaned, width, marks);
        }
        if length > most {
            let room = width.saturating_sub(1);
            let more = marks.ellipsis();
            let shown = format!("{}{more}", cut(&cleaned, room, Cut::End, marks));
            return Cow::Owned(cut(&shown, width, Cut::End, marks).into_owned());
        }
        length = length.saturating_mul(4);
    }
    shown_cut(clean_with(text, marks), width, marks)
}

fn shown_cut(cleaned: Cow<'_, str>, width: usize, marks: Marks) -> Cow<'_, str> {
    match cleaned {
        Cow::Borrowed(text) => cut(text, width, Cut::End, marks),
        Cow::Owned(text) => Cow::Owned(cut(&text, width, Cut::End, marks).into_owned()),
    }
}
