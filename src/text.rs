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

mod class;
mod finder;
mod hidden;
mod marks;
mod scan;
mod track;
mod width;
mod wrap;

use std::borrow::Cow;
use std::ops::Range;

use crate::text::finder::{Finder, Stacks};
use crate::text::track::Found;

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

#[cfg(test)]
mod samples;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::samples::any_text;

    #[test]
    fn what_would_be_obeyed_becomes_a_mark() {
        for (text, shown, ascii) in [
            ("approved\rREJECT", "approved␍REJECT", "approved<CR>REJECT"),
            ("\u{1b}[2J", "␛[2J", "<ESC>[2J"),
            ("a\tb\nc\0d", "a␉b␊c␀d", "a<TAB>b<LF>c<NUL>d"),
            ("\u{7f}\u{9b}", "␡⟨U+009B⟩", "<DEL><U+009B>"),
            ("\u{202e}x\u{2069}", "⟨RLO⟩x⟨PDI⟩", "<RLO>x<PDI>"),
            ("a\u{200b}b\u{ad}", "a⟨ZWSP⟩b⟨SHY⟩", "a<ZWSP>b<SHY>"),
            ("\u{2028}\u{2029}", "⟨LS⟩⟨PS⟩", "<LS><PS>"),
            ("x\u{e0068}\u{e0069}", "x⟨tag:hi⟩", "x<tag:hi>"),
            ("x\u{e0001}\u{e0069}\u{e007f}", "x⟨tag:␁i␡⟩", "x<tag:.i.>"),
            ("a\u{fe0f}", "a⟨VS16⟩", "a<VS16>"),
            ("😊\u{e0158}\u{e0159}", "😊⟨vs:hi⟩", "😊<vs:hi>"),
            ("😊\u{fe01}\u{fe02}", "😊⟨VS×2⟩", "😊<VSx2>"),
            ("\u{2064}\u{fffa}", "⟨U+2064⟩⟨IAS⟩", "<U+2064><IAS>"),
        ] {
            assert_eq!(clean(text), shown);
            assert_eq!(clean_with(text, Marks::Ascii), ascii);
        }
    }

    #[test]
    fn text_that_is_seen_is_not_touched() {
        for text in [
            "",
            "plain [/] {} %s `code` <b> ⟨RLO⟩",
            "日本 سلام עברית می\u{200c}خواهم",
            "👩\u{200d}💻 🇩🇪 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "\u{f015} \u{e0b0} \u{10fffd} \u{1faff} \u{378}",
            "e\u{301}\u{302}\u{303}",
        ] {
            assert!(
                matches!(clean(text), Cow::Borrowed(same) if same == text),
                "{text:?}"
            );
        }
    }

    #[test]
    fn marks_heaped_on_one_letter_become_a_number() {
        let heap = format!("e{}x", "\u{301}".repeat(100));
        let shown = format!("e{}⟨+70 combining⟩x", "\u{301}".repeat(30));
        assert_eq!(clean(&heap), shown);
        assert!(hidden(&heap).is_empty());
    }

    #[test]
    fn a_chain_of_joined_emoji_ends_somewhere() {
        let chain = "❤\u{fe0f}\u{200d}".repeat(500);
        assert!(width(&clean(&chain)) > 10);
        assert!(width(&clean_cut(&chain, 5, Marks::Unicode)) <= 5);
    }

    #[test]
    fn hidden_text_that_hides_text_is_not_unrolled() {
        let inner: String = "\u{202e}"
            .bytes()
            .filter_map(|byte| char::from_u32(0xe0100 + u32::from(byte) - 16))
            .collect();
        assert_eq!(clean(&format!("x{inner}")), "x⟨VS×3⟩");
    }

    #[test]
    fn a_mark_knows_the_bytes_it_stands_for() {
        let all: Vec<Piece<'_>> = pieces("a\u{202e}b", Marks::Unicode).collect();
        let mark = Piece::Mark {
            shown: "⟨RLO⟩".to_owned(),
            source: 1..4,
        };
        assert_eq!(all, [Piece::Plain("a"), mark, Piece::Plain("b")]);
    }

    /// Written again from the code charts, not from the table that the module uses.
    fn is_never_shown(character: char) -> bool {
        let code = u32::from(character);
        character.is_control()
            || [0xad, 0x34f, 0x61c, 0x180e, 0x200e, 0x200f, 0x3164, 0xfeff].contains(&code)
            || (0x2028..=0x202e).contains(&code)
            || (0x2060..=0x206f).contains(&code)
            || (0xfff9..=0xfffb).contains(&code)
    }

    proptest! {
        #[test]
        fn cleaned_text_holds_nothing_that_hides(text in any_text()) {
            for marks in [Marks::Unicode, Marks::Ascii] {
                let shown = clean_with(&text, marks);
                // The vowel separator is kept after a Mongolian letter, and none is made here.
                prop_assert!(!shown.chars().any(is_never_shown), "{shown:?}");
                prop_assert_eq!(hidden(&shown), []);
            }
        }

        #[test]
        fn cleaning_twice_changes_nothing(text in any_text()) {
            for marks in [Marks::Unicode, Marks::Ascii] {
                let once = clean_with(&text, marks);
                prop_assert_eq!(clean_with(&once, marks), once.clone());
            }
        }

        #[test]
        fn text_is_touched_only_where_something_hides(text in any_text()) {
            let mut at = 0;
            for piece in pieces(&text, Marks::Unicode) {
                at = match piece {
                    Piece::Plain(plain) => {
                        prop_assert_eq!(text.get(at..at + plain.len()), Some(plain));
                        at + plain.len()
                    }
                    Piece::Mark { source, .. } => {
                        prop_assert_eq!(source.start, at);
                        source.end
                    }
                };
            }
            prop_assert_eq!(at, text.len());
        }
    }
}
