//! Hidden characters named, decoded and counted: what a person does not see and a model reads.

use std::borrow::Cow;

use crate::text::class::{Class, class};
use crate::text::finder::{Finder, Stacks};
use crate::text::marks::{decode_selectors, decode_tags, full_name};
use crate::text::track::{Found, What};

/// The four ways in which a text can hold what nobody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HiddenKind {
    /// Controls that reorder the text on screen.
    Bidi,
    /// Characters that take no room.
    ZeroWidth,
    /// Tag characters and variation selectors that spell a second text.
    Tag,
    /// C0 controls other than tab, line feed and carriage return, DEL, and C1 controls.
    Control,
}

impl HiddenKind {
    /// Every kind, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::Bidi, Self::ZeroWidth, Self::Tag, Self::Control];

    /// The word used on screen, in queries and in output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bidi => "bidi",
            Self::ZeroWidth => "zero-width",
            Self::Tag => "tag",
            Self::Control => "control",
        }
    }

    /// The kind with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Why it matters in a card, in one sentence.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        match self {
            Self::Bidi => {
                "Bidirectional controls change the order in which a person sees the text, while a \
                 model reads it in the order it is stored, so the two can read different sentences."
            }
            Self::ZeroWidth => {
                "Zero-width characters cannot be seen, yet they make two names that look alike \
                 differ, split words that a filter looks for, and can spell a message bit by bit."
            }
            Self::Tag => {
                "Tag characters and runs of variation selectors spell text that no screen shows \
                 and many models read, which makes them a carrier for instructions to the model."
            }
            Self::Control => {
                "Control characters are orders to a terminal (clear, move, set the title or the \
                 clipboard), and a card has no use for them in its text."
            }
        }
    }

    fn bit(self) -> u8 {
        match self {
            Self::Bidi => 1,
            Self::ZeroWidth => 2,
            Self::Tag => 4,
            Self::Control => 8,
        }
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HiddenKinds(u8);

impl HiddenKinds {
    /// No kind.
    pub const NONE: Self = Self(0);

    /// Whether the kind is in the set.
    #[must_use]
    pub fn contains(self, kind: HiddenKind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// Whether the set is empty: nothing is hidden.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with this kind in it.
    #[must_use]
    pub fn with(self, kind: HiddenKind) -> Self {
        Self(self.0 | kind.bit())
    }

    /// The kinds that are in either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds, in the order of [`HiddenKind::ALL`].
    pub fn iter(self) -> impl Iterator<Item = HiddenKind> {
        HiddenKind::ALL
            .into_iter()
            .filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<HiddenKind> for HiddenKinds {
    fn from_iter<T: IntoIterator<Item = HiddenKind>>(kinds: T) -> Self {
        kinds.into_iter().fold(Self::NONE, Self::with)
    }
}

/// One hidden character, or one run of characters that spell a hidden text together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// What kind of hiding it is.
    pub kind: HiddenKind,
    /// Where it starts, in bytes of the text.
    pub offset: usize,
    /// How many bytes it takes.
    pub len: usize,
    /// How many characters it is; more than one only for runs.
    pub count: u32,
    /// Its name in the Unicode standard, or what the run is: `RIGHT-TO-LEFT OVERRIDE`.
    pub name: Cow<'static, str>,
    /// The text that a run of tags or variation selectors spells, uncleaned. `None` for single
    /// characters and for runs that spell nothing readable.
    pub decoded: Option<String>,
}

/// Everything hidden in a text, in order. What does its proper work is not hidden: joiners in
/// emoji and in scripts that need them, flags made of tags, a variation selector after a base
/// that it fits, tab, line feed, carriage return, and the line separators.
#[must_use]
pub fn hidden(text: &str) -> Vec<Hidden> {
    Finder::new(text, Stacks::Left)
        .filter_map(|found| explained(text, found))
        .collect()
}

fn explained(text: &str, found: Found) -> Option<Hidden> {
    let kind = kind_of(found.what)?;
    let source = text.get(found.start..found.end).unwrap_or_default();
    let length = found.count;
    let (name, decoded) = match found.what {
        What::Char(character) => (full_name(character), None),
        What::Tags => {
            let decoded = Some(decode_tags(source)).filter(|text| !text.is_empty());
            let name = format!("{} TAG {}", length, plural(length, "CHARACTER"));
            (Cow::Owned(name), decoded)
        }
        What::Selectors if length == 1 => {
            let only = source.chars().next().unwrap_or_default();
            (full_name(only), None)
        }
        What::Selectors | What::Stack => {
            let name = format!("{} VARIATION {}", length, plural(length, "SELECTOR"));
            (Cow::Owned(name), decode_selectors(source))
        }
    };
    Some(Hidden {
        kind,
        offset: found.start,
        len: found.end.saturating_sub(found.start),
        count: length,
        name,
        decoded,
    })
}

fn plural(count: u32, noun: &str) -> String {
    match count {
        1 => noun.to_owned(),
        _ => format!("{noun}S"),
    }
}

/// The kind of a find; none for line breaks, which are shown in one line but hide nothing.
pub(super) fn kind_of(what: What) -> Option<HiddenKind> {
    let character = match what {
        What::Char(character) => character,
        What::Tags | What::Selectors => return Some(HiddenKind::Tag),
        What::Stack => return None,
    };
    match class(character) {
        Class::Plain | Class::Break | Class::Separator => None,
        Class::Control => Some(HiddenKind::Control),
        Class::Bidi => Some(HiddenKind::Bidi),
        Class::Tag | Class::Selector => Some(HiddenKind::Tag),
        Class::Invisible
        | Class::Joiner
        | Class::NonJoiner
        | Class::WordSpace
        | Class::Mongolian => Some(HiddenKind::ZeroWidth),
    }
}

/// How many characters of each kind there are. A run, which is one entry in [`hidden`], counts with
/// all its characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HiddenCounts {
    /// Bidirectional controls.
    pub bidi: u32,
    /// Zero-width characters.
    pub zero_width: u32,
    /// Tag characters and variation selectors.
    pub tag: u32,
    /// Control characters.
    pub control: u32,
}

impl HiddenCounts {
    /// Counts what is hidden in a decoded text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut counts = Self::default();
        for found in Finder::new(text, Stacks::Left) {
            counts.count(found);
        }
        counts
    }

    /// The count of one kind.
    #[must_use]
    pub fn get(self, kind: HiddenKind) -> u32 {
        match kind {
            HiddenKind::Bidi => self.bidi,
            HiddenKind::ZeroWidth => self.zero_width,
            HiddenKind::Tag => self.tag,
            HiddenKind::Control => self.control,
        }
    }

    /// All kinds together; stops at the largest number instead of starting anew.
    #[must_use]
    pub fn total(self) -> u32 {
        HiddenKind::ALL
            .into_iter()
            .fold(0, |sum: u32, kind| sum.saturating_add(self.get(kind)))
    }

    /// Whether nothing is hidden.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The kinds that occur.
    #[must_use]
    pub fn kinds(self) -> HiddenKinds {
        HiddenKind::ALL
            .into_iter()
            .filter(|kind| self.get(*kind) > 0)
            .collect()
    }

    pub(super) fn count(&mut self, found: Found) {
        let place = match kind_of(found.what) {
            Some(HiddenKind::Bidi) => &mut self.bidi,
            Some(HiddenKind::ZeroWidth) => &mut self.zero_width,
            Some(HiddenKind::Tag) => &mut self.tag,
            Some(HiddenKind::Control) => &mut self.control,
            None => return,
        };
        *place = place.saturating_add(found.count);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::samples::any_text;

    fn only(text: &str) -> Hidden {
        let mut all = hidden(text);
        assert_eq!(all.len(), 1, "{text:?}: {all:?}");
        all.remove(0)
    }

    #[test]
    fn an_override_is_named_with_its_place() {
        let found = only("abc\u{202e}def");
        assert_eq!(found.kind, HiddenKind::Bidi);
        assert_eq!((found.offset, found.len, found.count), (3, 3, 1));
        assert_eq!(found.name, "RIGHT-TO-LEFT OVERRIDE");
        assert_eq!(found.decoded, None);
    }

    #[test]
    fn tags_are_one_find_with_their_text() {
        let found = only("ok\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}.");
        assert_eq!(found.kind, HiddenKind::Tag);
        assert_eq!((found.offset, found.len, found.count), (2, 24, 6));
        assert_eq!(found.name, "6 TAG CHARACTERS");
        assert_eq!(found.decoded.as_deref(), Some("ignore"));
    }

    #[test]
    fn every_character_of_a_run_counts() {
        let tags: String = std::iter::repeat_n('\u{e0061}', 55).collect();
        let counts = HiddenCounts::of(&format!("a{tags}b\u{e0061}\u{200b}"));
        assert_eq!((counts.tag, counts.zero_width, counts.total()), (56, 1, 57));
        // Two selectors behind a base that the first fits are a run of two.
        assert_eq!(HiddenCounts::of("😊\u{fe0f}\u{e0158}").tag, 2);
        // A flag that spells no region: the four tags count, the flag before them is seen.
        assert_eq!(
            HiddenCounts::of("🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}").tag,
            4
        );
    }

    #[test]
    fn bytes_in_variation_selectors_are_read() {
        // U+E0100 is selector 17, the byte 16: 'h' is 0x68, 'i' is 0x69.
        for text in [
            "😊\u{e0158}\u{e0159}",
            "😊\u{fe0f}\u{e0158}\u{e0159}",
            "字\u{e0158}\u{e0159}",
        ] {
            let found = only(text);
            assert_eq!(found.kind, HiddenKind::Tag);
            assert_eq!(found.decoded.as_deref(), Some("hi"), "{text:?}");
        }
    }

    #[test]
    fn what_does_its_proper_work_is_not_hidden() {
        for text in [
            "line\nfeed\r\nand\ttab",
            "👩\u{200d}💻 🏳\u{fe0f}\u{200d}🌈 ❤\u{fe0f}\u{200d}🔥 👩🏽\u{200d}🚒",
            "می\u{200c}خواهم",
            "क्\u{200d}ष ക\u{d4d}\u{200d}",
            "\u{1780}\u{200b}\u{1781}",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "1\u{fe0f}\u{20e3} ©\u{fe0f} 葛\u{e0100} \u{2229}\u{fe00}",
            "\u{1820}\u{180b}\u{180e}",
            "\u{2028}",
            "\u{f015}\u{10ffff}\u{1fffd}",
        ] {
            assert_eq!(hidden(text), [], "{text:?}");
        }
    }

    #[test]
    fn the_same_characters_elsewhere_are_hidden() {
        for (text, kind) in [
            ("pay\u{200d}pal", HiddenKind::ZeroWidth),
            ("pay\u{200c}pal", HiddenKind::ZeroWidth),
            ("pay\u{200b}pal", HiddenKind::ZeroWidth),
            ("👩\u{200d}x", HiddenKind::ZeroWidth),
            ("👩\u{200d}", HiddenKind::ZeroWidth),
            ("\u{200d}👩", HiddenKind::ZeroWidth),
            ("ن\u{200c}\u{200d}", HiddenKind::ZeroWidth),
            ("\u{ad}", HiddenKind::ZeroWidth),
            ("a\u{fe0f}", HiddenKind::Tag),
            ("🏴\u{e0067}\u{e0062}", HiddenKind::Tag),
            (
                "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e0061}\u{e0061}\u{e007f}",
                HiddenKind::Tag,
            ),
            ("a\u{e0067}\u{e0062}\u{e0073}\u{e007f}", HiddenKind::Tag),
            ("\u{7f}", HiddenKind::Control),
            ("\u{9b}", HiddenKind::Control),
            ("\u{b}", HiddenKind::Control),
        ] {
            assert_eq!(only(text).kind, kind, "{text:?}");
        }
    }

    #[test]
    fn sets_of_kinds_hold_what_was_put_in() {
        let set = HiddenKinds::NONE
            .with(HiddenKind::Tag)
            .with(HiddenKind::Bidi);
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [HiddenKind::Bidi, HiddenKind::Tag]
        );
        assert!(!set.contains(HiddenKind::Control));
        assert!(HiddenKinds::NONE.is_empty() && !set.is_empty());
        for kind in HiddenKind::ALL {
            assert_eq!(HiddenKind::from_name(kind.name()), Some(kind));
        }
    }

    proptest! {
        #[test]
        fn counts_are_the_characters_of_the_list(text in any_text()) {
            let list = hidden(&text);
            let counts = HiddenCounts::of(&text);
            for kind in HiddenKind::ALL {
                let of_kind = list.iter().filter(|h| h.kind == kind);
                let listed: usize = of_kind
                    .map(|h| text.get(h.offset..h.offset + h.len).map_or(0, |run| run.chars().count()))
                    .sum();
                prop_assert_eq!(usize::try_from(counts.get(kind)).ok(), Some(listed));
                prop_assert_eq!(counts.kinds().contains(kind), listed > 0);
            }
            prop_assert_eq!(counts.total(), list.iter().map(|h| h.count).sum::<u32>());
        }

        #[test]
        fn finds_are_in_order_and_on_characters(text in any_text()) {
            let mut at = 0;
            for found in hidden(&text) {
                prop_assert!(found.offset >= at && found.len > 0);
                at = found.offset + found.len;
                prop_assert!(text.get(found.offset..at).is_some());
            }
        }
    }
}
