//! Soft wrapping for a reader: lines come one at a time, so a megabyte opens at once.

use std::borrow::Cow;
use std::iter::FusedIterator;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::text::clean_with;
use crate::text::marks::Marks;
use crate::text::width::columns;

/// The lines of a text at a width. See [`wrap`].
#[derive(Clone, Debug)]
pub struct Wrap<'a> {
    text: &'a str,
    width: usize,
    at: usize,
    done: bool,
}

/// Wraps a text into lines of at most `width` columns (0 is taken for 1).
///
/// Breaks at white space, which the line break swallows, between wide characters, and inside a
/// word only where the word alone is wider than the line; a line feed always breaks. No grapheme is
/// split: one that is wider than `width` has a line to itself and is the only thing that can be
/// too wide. An empty text is one empty line; a line feed at the very end opens no further line.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Wrap<'_> {
    Wrap {
        text,
        width: width.max(1),
        at: 0,
        done: false,
    }
}

impl<'a> Wrap<'a> {
    /// The lines as byte ranges of the text.
    pub fn ranges(self) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let mut lines = self;
        std::iter::from_fn(move || lines.next_range())
    }

    fn next_range(&mut self) -> Option<Range<usize>> {
        if self.done {
            return None;
        }
        let rest = self.text.get(self.at..).unwrap_or_default();
        let (length, taken) = first_line(rest, self.width);
        let start = self.at;
        self.at = start + taken;
        self.done = self.at >= self.text.len();
        Some(start..start + length)
    }
}

impl<'a> Iterator for Wrap<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let range = self.next_range()?;
        self.text.get(range)
    }
}

impl FusedIterator for Wrap<'_> {}

/// Bytes shown on the first line, and bytes that are gone with it.
fn first_line(text: &str, width: usize) -> (usize, usize) {
    let mut used = 0;
    // End of the line and beginning of the next at the last place where a break is good.
    let mut good: Option<(usize, usize)> = None;
    // The end of the last word seen; nothing while the line is only indented.
    let mut word_end: Option<usize> = None;
    for (at, grapheme) in text.grapheme_indices(true) {
        if matches!(grapheme, "\n" | "\r\n") {
            return (at, at + grapheme.len());
        }
        let wide = columns(grapheme);
        let space = grapheme.chars().all(is_break_space);
        if space {
            if let Some(end) = word_end {
                good = Some((end, at + grapheme.len()));
            }
        } else if wide > 1 && word_end == Some(at) {
            good = Some((at, at));
        }
        if used + wide > width && at > 0 {
            return match (space, word_end) {
                (true, Some(end)) => (end, at + spaces_length(text.get(at..))),
                _ => good.unwrap_or((at, at)),
            };
        }
        used += wide;
        if !space {
            let end = at + grapheme.len();
            word_end = Some(end);
            if wide > 1 {
                good = Some((end, end));
            }
        }
    }
    (text.len(), text.len())
}

/// White space at which a line may break: not the spaces made to hold words together.
fn is_break_space(character: char) -> bool {
    character.is_whitespace()
        && !matches!(character, '\n' | '\r' | '\u{a0}' | '\u{2007}' | '\u{202f}')
}

/// The spaces that a soft break swallows, and the line feed right behind them.
fn spaces_length(text: Option<&str>) -> usize {
    let text = text.unwrap_or_default();
    let spaces: usize = text
        .chars()
        .take_while(|c| is_break_space(*c))
        .map(char::len_utf8)
        .sum();
    let rest = text.get(spaces..).unwrap_or_default();
    let line_feed = match rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')) {
        Some(behind) => rest.len() - behind.len(),
        None => 0,
    };
    spaces + line_feed
}

/// The lines of a text as they stand, without their ends (`\n` or `\r\n`), each cleaned: what the
/// raw view shows. A carriage return elsewhere is a mark like any other.
pub fn visible_lines(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    visible_lines_with(text, Marks::Unicode)
}

/// [`visible_lines`] with marks of the given kind.
pub fn visible_lines_with(text: &str, marks: Marks) -> impl Iterator<Item = Cow<'_, str>> {
    text.lines().map(move |line| clean_with(line, marks))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::samples::any_text;
    use crate::text::{clean, width};

    fn lines(text: &str, width: usize) -> Vec<&str> {
        wrap(text, width).collect()
    }

    #[test]
    fn lines_break_at_spaces_which_are_swallowed() {
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert_eq!(lines("one two three", 8), ["one two", "three"]);
        assert_eq!(lines("one    two", 4), ["one", "two"]);
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken() {
        assert_eq!(lines("a abcdefg b", 3), ["a", "abc", "def", "g b"]);
    }

    #[test]
    fn indentation_stays_with_its_word() {
        assert_eq!(lines("  one two", 5), ["  one", "two"]);
        assert_eq!(lines("  onetwo", 5), ["  one", "two"]);
    }

    #[test]
    fn wide_characters_break_between_each_other() {
        assert_eq!(lines("日本語です", 5), ["日本", "語で", "す"]);
        assert_eq!(lines("ab日本", 4), ["ab日", "本"]);
    }

    #[test]
    fn spaces_made_to_hold_do_not_break() {
        assert_eq!(lines("a 10\u{a0}km", 5), ["a", "10\u{a0}km"]);
    }

    #[test]
    fn line_feeds_break_and_an_empty_text_is_a_line() {
        assert_eq!(lines("", 5), [""]);
        assert_eq!(lines("a\n\nb\r\nc\n", 5), ["a", "", "b", "c"]);
        assert_eq!(lines("abcde   \nf", 5), ["abcde", "f"]);
    }

    #[test]
    fn a_megabyte_opens_at_its_first_line() {
        let text = "word ".repeat(4_000_000);
        for _ in 0..1000 {
            let first: Vec<&str> = wrap(&text, 11).take(2).collect();
            assert_eq!(first, ["word word", "word word"]);
        }
    }

    #[test]
    fn the_raw_view_splits_lines_and_marks_what_is_left() {
        let seen: Vec<_> = visible_lines("a\r\nb\rc\n\td").collect();
        assert_eq!(seen, ["a", "b␍c", "␉d"]);
    }

    proptest! {
        #[test]
        fn no_line_is_too_wide_and_nothing_but_spaces_is_lost(text in any_text(), columns in 1_usize..30) {
            let text = clean(&text);
            let mut at = 0;
            for range in wrap(&text, columns).ranges() {
                let lost = text.get(at..range.start).expect("ranges are in order and on characters");
                prop_assert!(lost.chars().all(is_break_space), "{lost:?}");
                let line = text.get(range.clone()).expect("ranges are on characters");
                prop_assert!(width(line) <= columns || line.graphemes(true).count() == 1);
                at = range.end;
            }
            let lost = text.get(at..).expect("ranges are on characters");
            prop_assert!(lost.chars().all(is_break_space));
        }

        #[test]
        fn lines_and_ranges_are_the_same(text in any_text(), columns in 0_usize..30) {
            let by_range: Vec<_> = wrap(&text, columns).ranges().filter_map(|r| text.get(r)).collect();
            prop_assert_eq!(lines(&text, columns), by_range);
        }
    }
}
