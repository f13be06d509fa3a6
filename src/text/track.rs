//! Which characters of a text nobody sees, told from those that do their proper work.
//!
//! One tracker serves both the decoded text and the raw JSON, so that what is counted while
//! loading and what is explained on screen cannot disagree. It denies by category and keeps by
//! context: controls, bidi controls, line separators and everything with the Unicode property
//! `Default_Ignorable_Code_Point` is found, unless the neighbours show that it is needed there.
//! What the category does not hold (new emoji, private use, unassigned) is never touched.

use crate::text::class::{
    Class, carries_mongolian, class, fits, is_joining, is_pictograph, is_unspaced,
};

/// Stands for "nothing that could carry what follows": a start, an end, or something found.
const NO_NEIGHBOUR: char = '\0';

/// The longest region code in a flag made of tags (`gbeng` has five, ISO 3166-2 allows six).
const LONGEST_REGION: u8 = 6;
/// The shortest region code in a flag made of tags: two letters of a country and one more.
const SHORTEST_REGION: u8 = 3;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// One character.
    Char(char),
    /// A run of tag characters.
    Tags,
    /// A run of variation selectors.
    Selectors,
    /// Combining marks beyond the tallest stack; found only when cleaning.
    Stack,
}

/// One find, with the bytes it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// First byte.
    pub(super) start: usize,
    /// The byte after the last.
    pub(super) end: usize,
    /// How many characters it takes; more than one only for runs.
    pub(super) count: u32,
    /// What stands there.
    pub(super) what: What,
}

/// What cannot be judged before the next character is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pending {
    /// Nothing waits.
    Nothing,
    /// A joiner after an emoji: kept when another emoji follows.
    Joiner,
    /// A selector after a base that it fits: kept unless a second one follows.
    Selector,
    /// Tags after a black flag: kept when they spell a region and end as they must.
    Flag(u8),
    /// A run of tags, found whatever follows.
    Tags,
    /// A run of selectors, found whatever follows.
    Selectors,
}

/// Judges characters fed one after the other.
#[derive(Debug)]
pub(super) struct Tracker {
    previous: char,
    pending: Pending,
    since: usize,
    /// Characters since then.
    length: u32,
}

impl Tracker {
    /// A tracker at the start of a text.
    pub(super) fn new() -> Self {
        Self {
            previous: NO_NEIGHBOUR,
            pending: Pending::Nothing,
            since: 0,
            length: 0,
        }
    }

    /// Takes the next character, which starts at byte `at`. A run of printable ASCII may be
    /// given as its last character at the run's first byte: nothing in between can matter.
    #[inline]
    pub(super) fn feed(&mut self, character: char, at: usize, found: &mut impl FnMut(Found)) {
        let class = class(character);
        if self.pending == Pending::Nothing && class == Class::Plain {
            self.previous = character;
            return;
        }
        if self.continues(character, class) {
            return;
        }
        self.settle(character, at, found);
        self.begin(character, class, at, found);
    }

    /// Ends the text at byte `at`; what still waits is judged without a neighbour.
    pub(super) fn finish(&mut self, at: usize, found: &mut impl FnMut(Found)) {
        self.settle(NO_NEIGHBOUR, at, found);
        self.previous = NO_NEIGHBOUR;
    }

    /// Whether a joiner stands after an emoji, and the next character decides.
    pub(super) fn awaits_an_emoji(&self) -> bool {
        self.pending == Pending::Joiner
    }

    /// Whether the character belongs to the run that waits, which then goes on or closes.
    fn continues(&mut self, character: char, class: Class) -> bool {
        let next = match (self.pending, class) {
            (Pending::Flag(length), Class::Tag) => flag_goes_on(length, character),
            (Pending::Tags, Class::Tag) => Pending::Tags,
            (Pending::Selector | Pending::Selectors, Class::Selector) => Pending::Selectors,
            _ => return false,
        };
        self.pending = next;
        self.previous = NO_NEIGHBOUR;
        self.length = self.length.saturating_add(1);
        true
    }

    fn settle(&mut self, next: char, at: usize, found: &mut impl FnMut(Found)) {
        let what = match self.pending {
            Pending::Nothing | Pending::Selector => None,
            Pending::Joiner if is_pictograph(next) => None,
            Pending::Joiner => Some(What::Char('\u{200d}')),
            Pending::Flag(_) | Pending::Tags => Some(What::Tags),
            Pending::Selectors => Some(What::Selectors),
        };
        self.pending = Pending::Nothing;
        if let Some(what) = what {
            self.previous = NO_NEIGHBOUR;
            found(Found {
                start: self.since,
                end: at,
                count: self.length,
                what,
            });
        }
    }

    fn begin(&mut self, character: char, class: Class, at: usize, found: &mut impl FnMut(Found)) {
        let previous = self.previous;
        self.since = at;
        self.length = 1;
        self.pending = match class {
            Class::Tag if previous == '\u{1f3f4}' && is_tag_letter(character) => Pending::Flag(1),
            Class::Tag => Pending::Tags,
            Class::Selector if fits(character, previous) => Pending::Selector,
            Class::Selector => Pending::Selectors,
            Class::Joiner if is_pictograph(previous) || previous == '\u{fe0f}' => Pending::Joiner,
            _ => Pending::Nothing,
        };
        let kept = match class {
            Class::Plain => true,
            Class::Tag | Class::Selector => {
                matches!(self.pending, Pending::Flag(_) | Pending::Selector)
            }
            Class::Joiner => self.pending == Pending::Joiner || is_joining(previous),
            Class::NonJoiner => is_joining(previous),
            Class::WordSpace => is_unspaced(previous),
            Class::Mongolian => carries_mongolian(character, previous),
            Class::Control | Class::Break | Class::Separator => false,
            Class::Bidi | Class::Invisible => false,
        };
        self.previous = if kept { character } else { NO_NEIGHBOUR };
        if !kept && self.pending == Pending::Nothing {
            found(Found {
                start: at,
                end: at.saturating_add(character.len_utf8()),
                count: 1,
                what: What::Char(character),
            });
        }
    }
}

fn flag_goes_on(length: u8, character: char) -> Pending {
    let country = length < 2;
    match character {
        '\u{e007f}' if length >= SHORTEST_REGION => Pending::Nothing,
        _ if length == LONGEST_REGION => Pending::Tags,
        _ if is_tag_letter(character) => Pending::Flag(length.saturating_add(1)),
        '\u{e0030}'..='\u{e0039}' if !country => Pending::Flag(length.saturating_add(1)),
        _ => Pending::Tags,
    }
}

fn is_tag_letter(character: char) -> bool {
    matches!(character, '\u{e0061}'..='\u{e007a}')
}
