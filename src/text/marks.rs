//! What stands on screen for a character that nobody would see, and its name in full.

use std::borrow::Cow;

use crate::text::class::{Class, class};
use crate::text::hidden::hidden;
use crate::text::track::{Found, What};

/// How the marks for hidden characters are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// Control pictures (`␛`) and mathematical brackets (`⟨RLO⟩`).
    #[default]
    Unicode,
    /// Plain ASCII throughout: `<ESC>`, `<RLO>`, and `~` where text was cut.
    Ascii,
}

impl Marks {
    /// What stands where text was cut; one column wide.
    #[must_use]
    pub fn ellipsis(self) -> &'static str {
        match self {
            Self::Unicode => "…",
            Self::Ascii => "~",
        }
    }

    fn bracket(self, inner: &str) -> String {
        match self {
            Self::Unicode => format!("⟨{inner}⟩"),
            Self::Ascii => format!("<{inner}>"),
        }
    }

    fn times(self) -> char {
        match self {
            Self::Unicode => '×',
            Self::Ascii => 'x',
        }
    }
}

/// The short names of the C0 controls, in order.
const C0: [&str; 32] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR",
    "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
    "FS", "GS", "RS", "US",
];

/// The long names of the C0 controls, in order.
const C0_NAMES: [&str; 32] = [
    "NULL",
    "START OF HEADING",
    "START OF TEXT",
    "END OF TEXT",
    "END OF TRANSMISSION",
    "ENQUIRY",
    "ACKNOWLEDGE",
    "BELL",
    "BACKSPACE",
    "CHARACTER TABULATION",
    "LINE FEED",
    "LINE TABULATION",
    "FORM FEED",
    "CARRIAGE RETURN",
    "SHIFT OUT",
    "SHIFT IN",
    "DATA LINK ESCAPE",
    "DEVICE CONTROL ONE",
    "DEVICE CONTROL TWO",
    "DEVICE CONTROL THREE",
    "DEVICE CONTROL FOUR",
    "NEGATIVE ACKNOWLEDGE",
    "SYNCHRONOUS IDLE",
    "END OF TRANSMISSION BLOCK",
    "CANCEL",
    "END OF MEDIUM",
    "SUBSTITUTE",
    "ESCAPE",
    "INFORMATION SEPARATOR FOUR",
    "INFORMATION SEPARATOR THREE",
    "INFORMATION SEPARATOR TWO",
    "INFORMATION SEPARATOR ONE",
];

/// The mark for a find.
pub(super) fn mark(text: &str, found: Found, marks: Marks) -> String {
    let source = text.get(found.start..found.end).unwrap_or_default();
    match found.what {
        What::Char(character) => char_mark(character, marks),
        What::Tags => marks.bracket(&format!("tag:{}", tags_shown(source, marks))),
        What::Selectors => selectors_mark(source, marks),
        What::Stack => {
            let count = source.chars().count();
            marks.bracket(&format!("+{count} combining"))
        }
    }
}

/// The text that a run of tag characters spells; what spells nothing is left out.
pub(super) fn decode_tags(source: &str) -> String {
    source.chars().filter_map(tag_letter).collect()
}

fn tag_letter(character: char) -> Option<char> {
    let code = u32::from(character).checked_sub(0xe0000)?;
    char::from_u32(code).filter(|c| matches!(c, ' '..='~'))
}

/// The text that a run of variation selectors spells when each is taken for a byte, the way such
/// text is smuggled; nothing when the bytes are no readable text.
pub(super) fn decode_selectors(source: &str) -> Option<String> {
    // The first selector may be the emoji's own.
    let smuggled = source.strip_prefix('\u{fe0f}').unwrap_or(source);
    let bytes: Option<Vec<u8>> = smuggled.chars().map(selector_byte).collect();
    let decoded = String::from_utf8(bytes?).ok()?;
    let readable = !decoded
        .chars()
        .any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r'));
    (readable && !decoded.is_empty()).then_some(decoded)
}

fn selector_byte(character: char) -> Option<u8> {
    selector_number(character).and_then(|number| u8::try_from(number.checked_sub(1)?).ok())
}

/// 1 to 256, as in the character's name.
fn selector_number(character: char) -> Option<u32> {
    let code = u32::from(character);
    match code {
        0xfe00..=0xfe0f => Some(code - 0xfe00 + 1),
        0xe0100..=0xe01ef => Some(code - 0xe0100 + 17),
        _ => None,
    }
}

fn tags_shown(source: &str, marks: Marks) -> String {
    source
        .chars()
        .map(|character| {
            let code = u32::from(character).saturating_sub(0xe0000);
            match (tag_letter(character), marks) {
                (Some(letter), _) => letter,
                // U+E0001 and U+E007F begin and end a tag.
                (None, Marks::Unicode) if code < 0x20 => picture(code),
                (None, Marks::Unicode) if code == 0x7f => '␡',
                (None, Marks::Unicode) => '·',
                (None, Marks::Ascii) => '.',
            }
        })
        .collect()
}

fn selectors_mark(source: &str, marks: Marks) -> String {
    let mut selectors = source.chars();
    match (selectors.next(), selectors.count()) {
        (Some(only), 0) => char_mark(only, marks),
        (_, others) => match decode_selectors(source) {
            // Hidden text may hide text in turn. Each layer is at most a third of the one
            // around it, but one layer is all a reader needs.
            Some(text) if hidden(&text).is_empty() => {
                marks.bracket(&format!("vs:{}", shown_on_one_line(&text, marks)))
            }
            _ => marks.bracket(&format!("VS{}{}", marks.times(), others + 1)),
        },
    }
}

/// Only breaks and separators can be left in a text without hidden characters.
fn shown_on_one_line(text: &str, marks: Marks) -> String {
    crate::text::clean_with(text, marks).into_owned()
}

fn picture(code: u32) -> char {
    char::from_u32(0x2400 + code).unwrap_or('␦')
}

fn char_mark(character: char, marks: Marks) -> String {
    let code = u32::from(character);
    match (marks, code) {
        (Marks::Unicode, 0..0x20) => picture(code).to_string(),
        (Marks::Unicode, 0x7f) => "␡".to_owned(),
        _ => marks.bracket(&short_name(character)),
    }
}

/// `RLO`, `ZWSP`, or the code point where there is no usual abbreviation.
fn short_name(character: char) -> Cow<'static, str> {
    let code = u32::from(character);
    if let Some(name) = usize::try_from(code).ok().and_then(|i| C0.get(i)) {
        return Cow::Borrowed(name);
    }
    if let Some(number) = selector_number(character) {
        return Cow::Owned(format!("VS{number}"));
    }
    Cow::Borrowed(match character {
        '\u{7f}' => "DEL",
        '\u{ad}' => "SHY",
        '\u{34f}' => "CGJ",
        '\u{61c}' => "ALM",
        '\u{115f}' => "HCF",
        '\u{1160}' => "HJF",
        '\u{180b}' => "FVS1",
        '\u{180c}' => "FVS2",
        '\u{180d}' => "FVS3",
        '\u{180e}' => "MVS",
        '\u{180f}' => "FVS4",
        '\u{200b}' => "ZWSP",
        '\u{200c}' => "ZWNJ",
        '\u{200d}' => "ZWJ",
        '\u{200e}' => "LRM",
        '\u{200f}' => "RLM",
        '\u{2028}' => "LS",
        '\u{2029}' => "PS",
        '\u{202a}' => "LRE",
        '\u{202b}' => "RLE",
        '\u{202c}' => "PDF",
        '\u{202d}' => "LRO",
        '\u{202e}' => "RLO",
        '\u{2060}' => "WJ",
        '\u{2066}' => "LRI",
        '\u{2067}' => "RLI",
        '\u{2068}' => "FSI",
        '\u{2069}' => "PDI",
        '\u{3164}' => "HF",
        '\u{feff}' => "BOM",
        '\u{ffa0}' => "HWHF",
        '\u{fff9}' => "IAA",
        '\u{fffa}' => "IAS",
        '\u{fffb}' => "IAT",
        _ => return Cow::Owned(format!("U+{code:04X}")),
    })
}

/// The character's name in the Unicode standard, or its code point with what kind of thing it is.
pub(super) fn full_name(character: char) -> Cow<'static, str> {
    let code = u32::from(character);
    if let Some(name) = usize::try_from(code).ok().and_then(|i| C0_NAMES.get(i)) {
        return Cow::Borrowed(name);
    }
    if let Some(number) = selector_number(character) {
        return Cow::Owned(format!("VARIATION SELECTOR-{number}"));
    }
    match unicode_name(character) {
        Some(name) => Cow::Borrowed(name),
        None => match class(character) {
            Class::Control => Cow::Owned(format!("CONTROL U+{code:04X}")),
            _ => Cow::Owned(format!("INVISIBLE CHARACTER U+{code:04X}")),
        },
    }
}

fn unicode_name(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{7f}' => "DELETE",
        '\u{85}' => "NEXT LINE",
        '\u{8d}' => "REVERSE LINE FEED",
        '\u{90}' => "DEVICE CONTROL STRING",
        '\u{9b}' => "CONTROL SEQUENCE INTRODUCER",
        '\u{9c}' => "STRING TERMINATOR",
        '\u{9d}' => "OPERATING SYSTEM COMMAND",
        '\u{9e}' => "PRIVACY MESSAGE",
        '\u{9f}' => "APPLICATION PROGRAM COMMAND",
        '\u{ad}' => "SOFT HYPHEN",
        '\u{34f}' => "COMBINING GRAPHEME JOINER",
        '\u{61c}' => "ARABIC LETTER MARK",
        '\u{115f}' => "HANGUL CHOSEONG FILLER",
        '\u{1160}' => "HANGUL JUNGSEONG FILLER",
        '\u{17b4}' => "KHMER VOWEL INHERENT AQ",
        '\u{17b5}' => "KHMER VOWEL INHERENT AA",
        '\u{180b}' => "MONGOLIAN FREE VARIATION SELECTOR ONE",
        '\u{180c}' => "MONGOLIAN FREE VARIATION SELECTOR TWO",
        '\u{180d}' => "MONGOLIAN FREE VARIATION SELECTOR THREE",
        '\u{180e}' => "MONGOLIAN VOWEL SEPARATOR",
        '\u{180f}' => "MONGOLIAN FREE VARIATION SELECTOR FOUR",
        '\u{200b}' => "ZERO WIDTH SPACE",
        '\u{200c}' => "ZERO WIDTH NON-JOINER",
        '\u{200d}' => "ZERO WIDTH JOINER",
        '\u{200e}' => "LEFT-TO-RIGHT MARK",
        '\u{200f}' => "RIGHT-TO-LEFT MARK",
        '\u{2028}' => "LINE SEPARATOR",
        '\u{2029}' => "PARAGRAPH SEPARATOR",
        '\u{202a}' => "LEFT-TO-RIGHT EMBEDDING",
        '\u{202b}' => "RIGHT-TO-LEFT EMBEDDING",
        '\u{202c}' => "POP DIRECTIONAL FORMATTING",
        '\u{202d}' => "LEFT-TO-RIGHT OVERRIDE",
        '\u{202e}' => "RIGHT-TO-LEFT OVERRIDE",
        '\u{2060}' => "WORD JOINER",
        '\u{2061}' => "FUNCTION APPLICATION",
        '\u{2062}' => "INVISIBLE TIMES",
        '\u{2063}' => "INVISIBLE SEPARATOR",
        '\u{2064}' => "INVISIBLE PLUS",
        '\u{2066}' => "LEFT-TO-RIGHT ISOLATE",
        '\u{2067}' => "RIGHT-TO-LEFT ISOLATE",
        '\u{2068}' => "FIRST STRONG ISOLATE",
        '\u{2069}' => "POP DIRECTIONAL ISOLATE",
        '\u{206a}' => "INHIBIT SYMMETRIC SWAPPING",
        '\u{206b}' => "ACTIVATE SYMMETRIC SWAPPING",
        '\u{206c}' => "INHIBIT ARABIC FORM SHAPING",
        '\u{206d}' => "ACTIVATE ARABIC FORM SHAPING",
        '\u{206e}' => "NATIONAL DIGIT SHAPES",
        '\u{206f}' => "NOMINAL DIGIT SHAPES",
        '\u{3164}' => "HANGUL FILLER",
        '\u{feff}' => "ZERO WIDTH NO-BREAK SPACE",
        '\u{ffa0}' => "HALFWIDTH HANGUL FILLER",
        '\u{fff9}' => "INTERLINEAR ANNOTATION ANCHOR",
        '\u{fffa}' => "INTERLINEAR ANNOTATION SEPARATOR",
        '\u{fffb}' => "INTERLINEAR ANNOTATION TERMINATOR",
        _ => return None,
    })
}
