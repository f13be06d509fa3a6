//! The finds of a decoded text, one after the other.

use std::collections::VecDeque;

use unicode_width::UnicodeWidthChar;

use crate::text::class::{Class, class};
use crate::text::track::{Found, Tracker, What};

/// Marks stacked on one character beyond this many are shown as a number: Unicode's stream-safe
/// format (UAX #15) stops at 30, and no language comes near it.
const TALLEST_STACK: usize = 30;

/// Whether tall stacks of combining marks are found as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stacks {
    /// They are left alone: they are seen.
    Left,
    /// They are found: one character must not hold megabytes.
    Found,
}

/// The finds of a text, in order, read only as far as asked.
#[derive(Debug)]
pub(super) struct Finder<'a> {
    text: &'a str,
    at: usize,
    tracker: Tracker,
    stacks: Stacks,
    stacked: usize,
    ready: VecDeque<Found>,
}

impl<'a> Finder<'a> {
    /// Starts at the beginning of the text.
    pub(super) fn new(text: &'a str, stacks: Stacks) -> Self {
        Self {
            text,
            at: 0,
            tracker: Tracker::new(),
            stacks,
            stacked: 0,
            ready: VecDeque::new(),
        }
    }

    fn step(&mut self, rest: &'a str) {
        let plain = printable_length(rest.as_bytes());
        if let Some(last) = plain.checked_sub(1).and_then(|i| rest.as_bytes().get(i)) {
            self.stacked = 0;
            self.feed(char::from(*last), plain);
        } else if let Some(character) = rest.chars().next() {
            if self.stacks == Stacks::Found && self.is_too_tall(character) {
                self.take_stack(rest);
            } else {
                self.feed(character, character.len_utf8());
            }
        }
    }

    fn feed(&mut self, character: char, length: usize) {
        let ready = &mut self.ready;
        self.tracker
            .feed(character, self.at, &mut |found| ready.push_back(found));
        self.at = self.at.saturating_add(length);
    }

    fn is_too_tall(&mut self, character: char) -> bool {
        if !stacks_up(character) {
            // An emoji joined to the one before it is still the same character on screen.
            let joined = self.tracker.awaits_an_emoji();
            if !joined && character.width() != Some(0) {
                self.stacked = 0;
            }
            return false;
        }
        self.stacked = self.stacked.saturating_add(1);
        self.stacked > TALLEST_STACK
    }

    fn take_stack(&mut self, rest: &'a str) {
        let stack = rest.chars().take_while(|c| stacks_up(*c));
        let (count, length) = stack.fold((0_u32, 0), |(count, length), character| {
            (count.saturating_add(1), length + character.len_utf8())
        });
        let start = self.at;
        self.at = start.saturating_add(length);
        let ready = &mut self.ready;
        self.tracker
            .finish(start, &mut |found| ready.push_back(found));
        ready.push_back(Found {
            start,
            end: self.at,
            count,
            what: What::Stack,
        });
    }
}

/// Whether the character takes no column of its own and is not found for another reason.
fn stacks_up(character: char) -> bool {
    matches!(
        class(character),
        Class::Plain | Class::Joiner | Class::NonJoiner
    ) && character.width() == Some(0)
}

impl Iterator for Finder<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some(found) = self.ready.pop_front() {
                return Some(found);
            }
            match self.text.get(self.at..) {
                Some(rest) if !rest.is_empty() => self.step(rest),
                _ => {
                    let ready = &mut self.ready;
                    self.tracker
                        .finish(self.at, &mut |found| ready.push_back(found));
                    return self.ready.pop_front();
                }
            }
        }
    }
}

/// How many bytes at the front are printable ASCII.
fn printable_length(bytes: &[u8]) -> usize {
    plain_length(bytes, b'\x7f')
}

/// How many bytes at the front are printable ASCII other than `stop`.
///
/// Eight bytes are asked at once: a subtraction borrows into the top bit of each byte that is too
/// small. The borrow can reach the bytes above, so only the lowest answer is sure, and only that
/// one is taken.
pub(super) fn plain_length(bytes: &[u8], stop: u8) -> usize {
    const ONES: u64 = u64::MAX / 0xff;
    const TOPS: u64 = ONES << 7;
    let stops = ONES * u64::from(stop);
    let (words, rest) = bytes.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let small = word.wrapping_sub(ONES * 0x20) & !word;
        let delete = (word ^ (ONES * 0x7f)).wrapping_sub(ONES);
        let stopping = (word ^ stops).wrapping_sub(ONES) & !(word ^ stops);
        let found = (small | delete & !(word ^ (ONES * 0x7f)) | stopping | word) & TOPS;
        if found != 0 {
            return at * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    let plain = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != stop;
    let end = rest.iter().position(|byte| !plain(byte));
    words.len() * 8 + end.unwrap_or(rest.len())
}
