//! The columns that are counted are the columns that are drawn.

use cardex::text;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Pieces of every width that a grapheme can have.
const PIECES: &[&str] = &[
    "agent",
    " ",
    "e\u{301}",
    "日本",
    "한글",
    "ﾊﾟ",
    "ｶﾞ",
    "سلام",
    "می\u{200c}خواهم",
    "क्\u{200d}ष",
    "\u{1780}\u{17d2}\u{1780}",
    "ไทย\u{e33}",
    "👩\u{200d}💻",
    "👩🏽\u{200d}🚒",
    "❤\u{fe0f}",
    "❤",
    "🇩🇪",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "1\u{fe0f}\u{20e3}",
    "葛\u{e0100}",
    "\u{f015}",
    "\u{202e}",
    "\u{200b}",
    "\u{1b}[2J",
    "\u{e0068}\u{e0069}",
    "\n",
];

fn drawn_columns(shown: &str) -> usize {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 2000, 1));
    let (end, _) = buffer.set_stringn(0, 0, shown, 2000, Style::new());
    usize::from(end)
}

proptest! {
    #[test]
    fn counted_columns_are_the_drawn_columns(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..30),
    ) {
        let text = pieces.concat();
        let shown = text::clean(&text);
        prop_assert_eq!(text::width(&shown), drawn_columns(&shown));
        prop_assert_eq!(text::width(&text), drawn_columns(&text));
    }

    #[test]
    fn any_character_takes_the_columns_it_is_drawn_in(character in any::<char>()) {
        let text = String::from(character);
        let shown = text::clean(&text);
        prop_assert_eq!(text::width(&shown), drawn_columns(&shown));
    }
}
