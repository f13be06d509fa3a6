//! Texts for the property tests of this module.

use proptest::prelude::*;

/// Ordinary pieces of text from everywhere, and markup that must mean nothing.
const SEEN: &[&str] = &[
    "a",
    "Agent",
    " ",
    "  ",
    "-",
    "7",
    "0",
    "#",
    "e\u{301}",
    "日本",
    "字",
    "한글",
    "ｶﾞ",
    "ﾊﾟ",
    "سلام",
    "می\u{200c}خواهم",
    "क्\u{200d}ष",
    "עברית",
    "ไทย",
    "👩\u{200d}💻",
    "❤\u{fe0f}",
    "🏳\u{fe0f}\u{200d}🌈",
    "👍🏽",
    "🇩🇪",
    "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "1\u{fe0f}\u{20e3}",
    "\u{f015}",
    "\u{10fffd}",
    "[/]",
    "{}",
    "%s",
    "`",
    "<b>",
    "\\",
    "\"",
    "/",
    "葛\u{e0100}",
];

/// Pieces that hide, or that would be obeyed.
const UNSEEN: &[&str] = &[
    "\0",
    "\u{1b}[2J",
    "\u{7}",
    "\u{7f}",
    "\u{9b}31m",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\u{8}",
    "\u{c}",
    "\u{2028}",
    "\u{202e}",
    "\u{2066}",
    "\u{61c}",
    "\u{200b}",
    "\u{200c}",
    "\u{200d}",
    "\u{feff}",
    "\u{ad}",
    "\u{180e}",
    "\u{e0068}\u{e0069}",
    "\u{e0001}",
    "\u{e007f}",
    "🏴\u{e0067}\u{e0062}",
    "\u{fe0f}",
    "\u{fe00}",
    "\u{e0158}\u{e0159}",
    "\u{fff9}",
    "\u{301}",
    "\u{3164}",
];

/// Text with nothing hidden in it, but for what neighbours make of it.
pub(super) fn seen() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(SEEN), 0..24).prop_map(|all| all.concat())
}

/// Any text: the pieces above in any order, and arbitrary characters.
pub(super) fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => proptest::sample::select(SEEN).prop_map(str::to_owned),
        4 => proptest::sample::select(UNSEEN).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => (0x2000_u32..0x2070).prop_map(|code| char::from_u32(code).into_iter().collect()),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|all| all.concat())
}
