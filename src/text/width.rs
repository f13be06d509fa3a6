//! Display columns: measuring, cutting and padding by what a person sees as one character.
//!
//! The numbers are those of the terminal library that draws the screen, grapheme by grapheme, so
//! that a column counted here is a column there. Cutting reads no more of a text than fits.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::text::Marks;

/// Which part of a text gives way when it is too wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The beginning goes, the end is kept.
    Start,
    /// Beginning and end are kept.
    Middle,
    /// The end goes, the beginning is kept.
    End,
}

/// The columns one grapheme takes.
pub(super) fn columns(grapheme: &str) -> usize {
    if grapheme.chars().any(char::is_control) {
        // Never drawn.
        return 0;
    }
    if grapheme.len() == 1 {
        return 1;
    }
    // Terminals draw the halfwidth sound marks in a cell of their own; unicode-width takes them
    // for combining marks.
    let sound_marks = grapheme
        .chars()
        .filter(|c| matches!(c, '\u{ff9e}' | '\u{ff9f}'))
        .count();
    grapheme.width() + sound_marks
}

/// How many columns a text takes on screen. Control characters take none: clean the text first.
#[must_use]
pub fn width(text: &str) -> usize {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.len();
    }
    text.graphemes(true).map(columns).sum()
}

/// Whether the text takes at most so many columns; reads no further than needed.
fn fits(text: &str, width: usize) -> bool {
    let mut used: usize = 0;
    text.graphemes(true).all(|grapheme| {
        used += columns(grapheme);
        used <= width
    })
}

/// The longest beginning that takes at most so many columns, and the columns it takes.
pub(super) fn head(text: &str, width: usize) -> (&str, usize) {
    let mut used = 0;
    for (at, grapheme) in text.grapheme_indices(true) {
        let next = used + columns(grapheme);
        if next > width {
            return (text.get(..at).unwrap_or_default(), used);
        }
        used = next;
    }
    (text, used)
}

/// The longest end that takes at most so many columns.
fn tail(text: &str, width: usize) -> &str {
    let mut used = 0;
    for (at, grapheme) in text.grapheme_indices(true).rev() {
        used += columns(grapheme);
        if used > width {
            return text.get(at + grapheme.len()..).unwrap_or_default();
        }
    }
    text
}

/// The text in at most `width` columns, with an ellipsis for what was left out; nothing at
/// width 0. No grapheme is split, so a column may stay free where a wide one does not fit.
#[must_use]
pub fn cut(text: &str, width: usize, cut: Cut, marks: Marks) -> Cow<'_, str> {
    if fits(text, width) {
        return Cow::Borrowed(text);
    }
    let ellipsis = marks.ellipsis();
    let Some(room) = width.checked_sub(1) else {
        return Cow::Borrowed("");
    };
    Cow::Owned(match cut {
        Cut::Start => format!("{ellipsis}{}", tail(text, room)),
        Cut::Middle => {
            let back = room / 2;
            let (front, used) = head(text, room - back);
            format!("{front}{ellipsis}{}", tail(text, room - used))
        }
        Cut::End => format!("{}{ellipsis}", head(text, room).0),
    })
}

/// The beginning of the text in at most `width` columns: `a long na…`.
#[must_use]
pub fn cut_end(text: &str, width: usize) -> Cow<'_, str> {
    cut(text, width, Cut::End, Marks::Unicode)
}

/// Beginning and end of the text in at most `width` columns: `a lo…name`.
#[must_use]
pub fn cut_middle(text: &str, width: usize) -> Cow<'_, str> {
    cut(text, width, Cut::Middle, Marks::Unicode)
}

/// The end of the text in at most `width` columns: `…long name`.
#[must_use]
pub fn cut_start(text: &str, width: usize) -> Cow<'_, str> {
    cut(text, width, Cut::Start, Marks::Unicode)
}

/// The text in exactly `width` columns: spaces behind it, or cut at its end.
#[must_use]
pub fn pad_end(text: &str, width: usize) -> String {
    fit(text, width).into_owned()
}

/// The text in exactly `width` columns: spaces before it, or cut at its end.
#[must_use]
pub fn pad_start(text: &str, width: usize) -> String {
    let (text, missing) = measured(text, width, Marks::Unicode);
    let mut padded = " ".repeat(missing);
    padded.push_str(&text);
    padded
}

/// The text in exactly `width` columns: spaces behind it, or cut at its end.
#[must_use]
pub fn fit(text: &str, width: usize) -> Cow<'_, str> {
    fit_with(text, width, Marks::Unicode)
}

/// [`fit`] with the ellipsis of the given marks.
#[must_use]
pub fn fit_with(text: &str, width: usize, marks: Marks) -> Cow<'_, str> {
    let (text, missing) = measured(text, width, marks);
    if missing == 0 {
        return text;
    }
    let mut padded = text.into_owned();
    padded.push_str(&" ".repeat(missing));
    Cow::Owned(padded)
}

fn measured(text: &str, width: usize, marks: Marks) -> (Cow<'_, str>, usize) {
    let text = cut(text, width, Cut::End, marks);
    let missing = width.saturating_sub(self::width(&text));
    (text, missing)
}

/// What a window sees of a text that is moved left by `skip` columns: at most `width` columns. A
/// wide character of which only half would be seen shows as a space. Reads no further than needed.
#[must_use]
pub fn window(text: &str, skip: usize, width: usize) -> String {
    let end = skip.saturating_add(width);
    let mut seen = String::new();
    let mut column: usize = 0;
    for grapheme in text.graphemes(true) {
        let next = column.saturating_add(columns(grapheme));
        if column >= end {
            break;
        }
        if column >= skip && next <= end {
            seen.push_str(grapheme);
        } else if next > skip {
            let spaces = next.min(end) - column.max(skip);
            seen.push_str(&" ".repeat(spaces));
        }
        column = next;
    }
    seen
}
