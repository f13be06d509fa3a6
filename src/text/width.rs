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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::samples::{any_text, seen};
    use crate::text::{clean, clean_cut};

    #[test]
    fn columns_are_those_of_the_terminal() {
        for (text, columns) in [
            ("", 0),
            ("agent", 5),
            ("日本", 4),
            ("e\u{301}", 1),
            ("👩\u{200d}💻", 2),
            ("🇩🇪", 2),
            ("ﾊ", 1),
            ("❤\u{fe0f}", 2),
            ("\u{f015}", 1),
            ("…", 1),
        ] {
            assert_eq!(width(text), columns, "{text:?}");
        }
    }

    #[test]
    fn a_text_that_fits_is_not_copied() {
        assert!(matches!(cut_end("agent", 5), Cow::Borrowed("agent")));
        assert!(matches!(fit("agent", 5), Cow::Borrowed("agent")));
    }

    #[test]
    fn cutting_leaves_the_part_that_was_asked_for() {
        assert_eq!(cut_end("abcdefgh", 5), "abcd…");
        assert_eq!(cut_start("abcdefgh", 5), "…efgh");
        assert_eq!(cut_middle("abcdefgh", 5), "ab…gh");
        assert_eq!(cut("abcdefgh", 5, Cut::End, Marks::Ascii), "abcd~");
    }

    #[test]
    fn widths_zero_and_one_leave_nothing_and_the_ellipsis() {
        for cut in [cut_end, cut_middle, cut_start] {
            assert_eq!(cut("日本", 0), "");
            assert_eq!(cut("日本", 1), "…");
            assert_eq!(cut("", 0), "");
            assert_eq!(cut("x", 1), "x");
        }
    }

    #[test]
    fn a_wide_character_is_not_halved() {
        assert_eq!(cut_end("日本語", 4), "日…");
        assert_eq!(fit("日本語", 4), "日… ");
        assert_eq!(pad_start("語", 5), "   語");
        assert_eq!(pad_end("語", 5), "語   ");
    }

    #[test]
    fn a_window_shows_half_of_a_wide_character_as_a_space() {
        assert_eq!(window("a日b", 0, 4), "a日b");
        assert_eq!(window("a日b", 2, 2), " b");
        assert_eq!(window("a日b", 0, 2), "a ");
        assert_eq!(window("a日b", 9, 2), "");
        assert_eq!(window("日", 0, 0), "");
    }

    #[test]
    fn a_huge_text_is_cut_without_being_read() {
        // Reading all of it once for each cut would take this test minutes.
        let huge = "日".repeat(20_000_000);
        for columns in 0..200 {
            assert_eq!(
                width(&cut_end(&huge, columns)) + (columns + 1) % 2,
                columns.max(1)
            );
            assert!(width(&clean_cut(&huge, columns, Marks::Unicode)) <= columns);
            assert!(width(&cut_start(&huge, columns)) <= columns);
            assert!(width(&cut_middle(&huge, columns)) <= columns);
        }
    }

    fn is_made_of_whole_graphemes(part: &str, whole: &str) -> bool {
        let whole: Vec<&str> = whole.graphemes(true).collect();
        part.graphemes(true)
            .all(|grapheme| grapheme == "…" || whole.contains(&grapheme))
    }

    proptest! {
        #[test]
        fn no_cut_is_too_wide_or_splits_a_grapheme(text in seen(), width in 0_usize..40) {
            for cut in [cut_end, cut_middle, cut_start] {
                let shown = cut(&text, width);
                prop_assert!(super::width(&shown) <= width);
                prop_assert!(is_made_of_whole_graphemes(&shown, &text), "{shown:?}");
            }
        }

        #[test]
        fn fitting_takes_exactly_the_width(text in any_text(), width in 0_usize..40) {
            let text = clean(&text);
            prop_assert_eq!(super::width(&fit(&text, width)), width);
            prop_assert_eq!(super::width(&pad_end(&text, width)), width);
            prop_assert_eq!(super::width(&pad_start(&text, width)), width);
        }

        #[test]
        fn a_cell_is_the_cleaned_text_cut(text in any_text(), times in 1_usize..60, width in 0_usize..40) {
            let text = text.repeat(times);
            let whole = clean(&text);
            prop_assert_eq!(clean_cut(&text, width, Marks::Unicode), cut_end(&whole, width));
        }

        #[test]
        fn windows_are_no_wider_than_asked(text in seen(), skip in 0_usize..30, width in 0_usize..30) {
            let all = super::width(&text);
            let seen = window(&text, skip, width);
            prop_assert!(super::width(&seen) <= width.min(all.saturating_sub(skip)));
        }
    }
}
