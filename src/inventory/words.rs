//! Which words of two texts differ.
//!
//! Bounded by sizes and not by a clock, so that the same two texts always give the same pieces:
//! what both begin and end with is set aside, and of the rest only so much is aligned word by
//! word. Beyond that the rest is one difference, and the result says that it is not complete.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation as _;

/// Most bytes of one side that are split into words.
const MOST_BYTES: usize = 128 * 1024;

/// Most words of one side that are aligned; the cost is the square of it at worst.
const MOST_WORDS: usize = 2_000;

/// Where a piece of text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordSide {
    /// In both.
    Both,
    /// Only in the left text.
    Left,
    /// Only in the right text.
    Right,
}

/// A stretch of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordPiece {
    /// Where it stands.
    pub side: WordSide,
    /// Its bytes in the left text; empty, at the place where it would stand, when it is not there.
    pub left: Range<usize>,
    /// Its bytes in the right text, likewise.
    pub right: Range<usize>,
}

impl WordPiece {
    /// Its text, given the texts that were compared.
    #[must_use]
    pub fn text<'t>(&self, left: &'t str, right: &'t str) -> &'t str {
        let found = match self.side {
            WordSide::Both | WordSide::Left => left.get(self.left.clone()),
            WordSide::Right => right.get(self.right.clone()),
        };
        found.unwrap_or_default()
    }
}

/// The words of two texts, in order, each in exactly one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordDifference {
    /// Neighbours differ in side; of a replacement the left words come first.
    pub pieces: Vec<WordPiece>,
    /// False when the texts were too long to be aligned word by word throughout.
    pub is_complete: bool,
}

/// Compares two texts word by word. A word, white space between words and a punctuation mark are
/// one word each, as Unicode divides text (UAX #29).
#[must_use]
pub fn word_difference(left: &str, right: &str) -> WordDifference {
    let shared_start = common_prefix(left, right);
    let (left_rest, right_rest) = (after(left, shared_start), after(right, shared_start));
    let shared_end = common_suffix(left_rest, right_rest);
    let (left_end, right_end) = (left.len() - shared_end, right.len() - shared_end);
    let mut pieces = Pieces::default();
    pieces.push(WordSide::Both, 0..shared_start, 0..shared_start);
    let middles = (
        left.get(shared_start..left_end).unwrap_or_default(),
        right.get(shared_start..right_end).unwrap_or_default(),
    );
    let is_complete = middle(middles, shared_start, &mut pieces);
    pieces.push(WordSide::Both, left_end..left.len(), right_end..right.len());
    WordDifference {
        pieces: pieces.0,
        is_complete,
    }
}

fn after(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// Bytes that both begin with, back to a white space so that no word is divided.
fn common_prefix(left: &str, right: &str) -> usize {
    let bytes = left.bytes().zip(right.bytes());
    let shared = bytes.take_while(|(left, right)| left == right).count();
    if shared == left.len() && shared == right.len() {
        return shared;
    }
    let head = left.as_bytes().get(..shared).unwrap_or_default();
    head.iter().rposition(|&byte| byte == b' ').unwrap_or(0)
}

/// Bytes that both end with, up to a white space so that no word is divided.
fn common_suffix(left: &str, right: &str) -> usize {
    let bytes = left.bytes().rev().zip(right.bytes().rev());
    let shared = bytes.take_while(|(left, right)| left == right).count();
    let tail = left
        .as_bytes()
        .get(left.len() - shared..)
        .unwrap_or_default();
    let space = tail.iter().position(|&byte| byte == b' ');
    space.map_or(0, |space| shared - space)
}

/// Aligns what lies between; false when it was too long.
fn middle((left, right): (&str, &str), start: usize, pieces: &mut Pieces) -> bool {
    let whole = |pieces: &mut Pieces| {
        let (left_end, right_end) = (start + left.len(), start + right.len());
        pieces.push(WordSide::Left, start..left_end, start..start);
        pieces.push(WordSide::Right, left_end..left_end, start..right_end);
    };
    if left.is_empty() || right.is_empty() {
        whole(pieces);
        return true;
    }
    if left.len().max(right.len()) > MOST_BYTES {
        whole(pieces);
        return false;
    }
    let left_words: Vec<&str> = left.split_word_bounds().collect();
    let right_words: Vec<&str> = right.split_word_bounds().collect();
    if left_words.len().max(right_words.len()) > MOST_WORDS {
        whole(pieces);
        return false;
    }
    let ends = |words: &[&str]| -> Vec<usize> {
        let lengths = words.iter().map(|word| word.len());
        let ends = lengths.scan(start, |end, length| {
            *end += length;
            Some(*end)
        });
        std::iter::once(start).chain(ends).collect()
    };
    let (left_ends, right_ends) = (ends(&left_words), ends(&right_words));
    for op in capture_diff_slices(Algorithm::Myers, &left_words, &right_words) {
        let (old, new) = (op.old_range(), op.new_range());
        let left = left_ends[old.start]..left_ends[old.end];
        let right = right_ends[new.start]..right_ends[new.end];
        if let DiffOp::Equal { .. } = op {
            pieces.push(WordSide::Both, left, right);
        } else {
            pieces.push(WordSide::Left, left.clone(), right.start..right.start);
            pieces.push(WordSide::Right, left.end..left.end, right);
        }
    }
    true
}

#[derive(Default)]
struct Pieces(Vec<WordPiece>);

impl Pieces {
    fn push(&mut self, side: WordSide, left: Range<usize>, right: Range<usize>) {
        let is_empty = match side {
            WordSide::Both | WordSide::Left => left.is_empty(),
            WordSide::Right => right.is_empty(),
        };
        if is_empty {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.side == side => {
                last.left.end = left.end;
                last.right.end = right.end;
            }
            _ => self.0.push(WordPiece { side, left, right }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(left: &str, right: &str) -> Vec<String> {
        let difference = word_difference(left, right);
        let piece = |piece: &WordPiece| {
            let sign = match piece.side {
                WordSide::Both => '=',
                WordSide::Left => '-',
                WordSide::Right => '+',
            };
            format!("{sign}{}", piece.text(left, right))
        };
        difference.pieces.iter().map(piece).collect()
    }

    #[test]
    fn the_words_that_differ_are_named() {
        assert_eq!(
            shown("one two three four", "one 2 three four"),
            ["=one ", "-two", "+2", "= three four"]
        );
        assert_eq!(
            shown("model:nova", "model:mini"),
            ["-model:nova", "+model:mini"]
        );
        assert_eq!(shown("same", "same"), ["=same"]);
        assert_eq!(shown("", "new"), ["+new"]);
        assert_eq!(shown("", ""), [""; 0]);
        assert_eq!(shown("a b", "a b c"), ["=a b", "+ c"]);
    }

    #[test]
    fn texts_too_long_are_one_difference_and_say_so() {
        let left = "x y ".repeat(MOST_WORDS);
        let right = "z w ".repeat(MOST_WORDS);
        let difference = word_difference(&left, &right);
        assert!(!difference.is_complete);
        assert!(difference.pieces.len() <= 3);
        let long = "word ".repeat(1_000_000);
        let changed = format!("{long}end");
        assert_eq!(
            shown(&long, &changed).last().map(String::as_str),
            Some("+end")
        );
        assert!(word_difference(&long, &changed).is_complete);
    }

    proptest! {
        #[test]
        fn the_pieces_of_a_side_are_its_text(
            left in "[ab é\u{301}😀\n]{0,24}",
            right in "[ab é\u{301}😀\n]{0,24}",
        ) {
            let difference = word_difference(&left, &right);
            let without = |side: WordSide| -> String {
                let pieces = difference.pieces.iter().filter(|piece| piece.side != side);
                pieces.map(|piece| piece.text(&left, &right)).collect()
            };
            prop_assert_eq!(without(WordSide::Right), left.clone());
            prop_assert_eq!(without(WordSide::Left), right.clone());
            for piece in difference.pieces.iter().filter(|piece| piece.side == WordSide::Both) {
                prop_assert_eq!(left.get(piece.left.clone()), right.get(piece.right.clone()));
            }
        }
    }
}
