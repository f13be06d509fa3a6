//! Which characters of a text nobody sees, told from those that do their proper work.
//!
//! One tracker serves both the decoded text and the raw JSON, so that what is counted while
//! loading and what is explained on screen cannot disagree. It denies by category and keeps by
//! context: controls, bidi controls, line separators and everything with the Unicode property
//! `Default_Ignorable_Code_Point` is found, unless the neighbours show that it is needed there.
//! What the category does not hold (new emoji, private use, unassigned) is never touched.

use std::collections::VecDeque;

use unicode_width::UnicodeWidthChar;

/// Stands for "nothing that could carry what follows": a start, an end, or something found.
const NO_NEIGHBOUR: char = '\0';

/// The longest region code in a flag made of tags (`gbeng` has five, ISO 3166-2 allows six).
const LONGEST_REGION: u8 = 6;
/// The shortest region code in a flag made of tags: two letters of a country and one more.
const SHORTEST_REGION: u8 = 3;

/// Marks stacked on one character beyond this many are shown as a number: Unicode's stream-safe
/// format (UAX #15) stops at 30, and no language comes near it.
const TALLEST_STACK: usize = 30;

/// What a single character is, before its neighbours are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Shows itself.
    Plain,
    /// C0 other than the three breaks, DEL, C1.
    Control,
    /// Tab, line feed, carriage return.
    Break,
    /// U+2028 and U+2029.
    Separator,
    /// Changes the order in which text is shown.
    Bidi,
    /// Takes no room and has no business in a card, wherever it stands.
    Invisible,
    /// U+200D, which emoji and joining scripts need.
    Joiner,
    /// U+200C, which joining scripts need.
    NonJoiner,
    /// U+200B, which scripts without spaces need.
    WordSpace,
    /// Mongolian variation selectors and vowel separator.
    Mongolian,
    /// U+E0000 to U+E007F and the unassigned rest of that block's surroundings.
    Tag,
    /// U+FE00 to U+FE0F and U+E0100 to U+E01EF.
    Selector,
}

/// The class of a character.
pub(super) fn class(character: char) -> Class {
    // Most letters of the world, before the long list is walked.
    if matches!(character, ' '..='~' | '\u{ae}'..='\u{34e}' | '\u{3165}'..='\u{fdff}') {
        return Class::Plain;
    }
    match character {
        '\t' | '\n' | '\r' => Class::Break,
        '\0'..='\u{9f}' => Class::Control,
        '\u{2028}' | '\u{2029}' => Class::Separator,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Class::Bidi
        }
        '\u{200b}' => Class::WordSpace,
        '\u{200c}' => Class::NonJoiner,
        '\u{200d}' => Class::Joiner,
        '\u{180b}'..='\u{180f}' => Class::Mongolian,
        '\u{ad}'
        | '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' => Class::Invisible,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => Class::Selector,
        '\u{e0000}'..='\u{e0fff}' => Class::Tag,
        _ => Class::Plain,
    }
}

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
}

impl Tracker {
    /// A tracker at the start of a text.
    pub(super) fn new() -> Self {
        Self {
            previous: NO_NEIGHBOUR,
            pending: Pending::Nothing,
            since: 0,
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
                what,
            });
        }
    }

    fn begin(&mut self, character: char, class: Class, at: usize, found: &mut impl FnMut(Found)) {
        let previous = self.previous;
        self.since = at;
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

/// Whether a variation selector has a meaning after this base: emoji style after emoji and
/// keycaps, ideographic variants after ideographs, the standardised rest after what is no
/// alphabet of the first blocks (mathematics, East Asian punctuation, Myanmar, hieroglyphs).
fn fits(selector: char, base: char) -> bool {
    match selector {
        '\u{fe0e}' | '\u{fe0f}' => {
            is_pictograph(base) || matches!(base, '0'..='9' | '#' | '*' | '\u{1f1e6}'..='\u{1f1ff}')
        }
        '\u{fe00}'..='\u{fe0d}' => {
            base == '0'
                || (base >= '\u{1000}' && !base.is_whitespace() && class(base) == Class::Plain)
        }
        _ => is_ideograph(base),
    }
}

fn is_ideograph(character: char) -> bool {
    matches!(
        character,
        '\u{3005}'..='\u{3007}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3fffd}'
    )
}

/// Unicode's `Extended_Pictographic`, widened to the whole emoji planes so that new emoji join.
fn is_pictograph(character: char) -> bool {
    matches!(
        character,
        '\u{1f000}'..='\u{1f1e5}' | '\u{1f200}'..='\u{1fffd}'
            | '\u{2600}'..='\u{27bf}'
            | '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
            | '\u{2194}'..='\u{2199}' | '\u{21a9}' | '\u{21aa}' | '\u{231a}' | '\u{231b}'
            | '\u{2328}' | '\u{2388}' | '\u{23cf}' | '\u{23e9}'..='\u{23fa}' | '\u{24c2}'
            | '\u{25aa}' | '\u{25ab}' | '\u{25b6}' | '\u{25c0}' | '\u{25fb}'..='\u{25fe}'
            | '\u{2934}' | '\u{2935}' | '\u{2b05}'..='\u{2b07}' | '\u{2b1b}' | '\u{2b1c}'
            | '\u{2b50}' | '\u{2b55}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
    )
}

/// Scripts whose letters change shape by their neighbours: there the joiner and the non-joiner
/// are spelling.
fn is_joining(character: char) -> bool {
    if class(character) != Class::Plain {
        return false;
    }
    matches!(
        character,
        '\u{591}'..='\u{7bf}' // Hebrew, Arabic, Syriac, Thaana
            | '\u{7ca}'..='\u{7ff}' // N'Ko
            | '\u{840}'..='\u{dff}' // Mandaic, Arabic, the scripts of India, Sinhala
            | '\u{f00}'..='\u{109f}' // Tibetan, Myanmar
            | '\u{1780}'..='\u{18af}' // Khmer, Mongolian
            | '\u{1a00}'..='\u{1c7f}' // Buginese to Lepcha
            | '\u{1cd0}'..='\u{1cff}' // Vedic
            | '\u{2d30}'..='\u{2d7f}' // Tifinagh
            | '\u{a800}'..='\u{abff}' // Syloti Nagri to Meetei Mayek
            | '\u{fb1d}'..='\u{fdff}' // Hebrew and Arabic presentation forms
            | '\u{fe70}'..='\u{fefc}'
            | '\u{10a00}'..='\u{10fff}' // Kharoshthi to Sogdian, with Old Turkic
            | '\u{11000}'..='\u{11fff}' // Brahmi and its descendants
            | '\u{1e900}'..='\u{1e95f}' // Adlam
    )
}

/// Scripts written without spaces, whose words U+200B parts.
fn is_unspaced(character: char) -> bool {
    matches!(
        character,
        '\u{e01}'..='\u{eff}' // Thai, Lao
            | '\u{1000}'..='\u{109f}' // Myanmar
            | '\u{1780}'..='\u{17b3}' // Khmer, without its two invisible vowels
            | '\u{17b6}'..='\u{17ff}'
            | '\u{1950}'..='\u{19df}' // Tai Le, New Tai Lue
            | '\u{1a20}'..='\u{1aaf}' // Tai Tham
            | '\u{a9e0}'..='\u{a9ff}'
            | '\u{aa60}'..='\u{aadf}'
    )
}

/// Mongolian letters take a variation selector, and letter or selector the vowel separator.
fn carries_mongolian(character: char, previous: char) -> bool {
    match previous {
        '\u{1820}'..='\u{18aa}' => true,
        '\u{180b}'..='\u{180d}' | '\u{180f}' => character == '\u{180e}',
        _ => false,
    }
}

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
            let joined = self.tracker.pending == Pending::Joiner;
            if !joined && character.width() != Some(0) {
                self.stacked = 0;
            }
            return false;
        }
        self.stacked = self.stacked.saturating_add(1);
        self.stacked > TALLEST_STACK
    }

    fn take_stack(&mut self, rest: &'a str) {
        let length: usize = rest
            .chars()
            .take_while(|c| stacks_up(*c))
            .map(char::len_utf8)
            .sum();
        let start = self.at;
        self.at = start.saturating_add(length);
        let ready = &mut self.ready;
        self.tracker
            .finish(start, &mut |found| ready.push_back(found));
        ready.push_back(Found {
            start,
            end: self.at,
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
