//! What a character is by its category, and what its neighbour can carry by its script.

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

/// Whether a variation selector has a meaning after this base: emoji style after emoji and
/// keycaps, ideographic variants after ideographs, the standardised rest after what is no
/// alphabet of the first blocks (mathematics, East Asian punctuation, Myanmar, hieroglyphs).
pub(super) fn fits(selector: char, base: char) -> bool {
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
pub(super) fn is_pictograph(character: char) -> bool {
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
pub(super) fn is_joining(character: char) -> bool {
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
pub(super) fn is_unspaced(character: char) -> bool {
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
pub(super) fn carries_mongolian(character: char, previous: char) -> bool {
    match previous {
        '\u{1820}'..='\u{18aa}' => true,
        '\u{180b}'..='\u{180d}' | '\u{180f}' => character == '\u{180e}',
        _ => false,
    }
}
