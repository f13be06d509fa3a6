//! What reaches the screen: hostile text, every size, no colour, ASCII.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::widgets::Widget;

use super::*;
use crate::text::Marks;
use crate::tui::keymap::{Command, Move};
use crate::tui::layout::Size;
use crate::tui::state::document::{DocumentTab, PublishedView, sample};
use crate::tui::theme::{GlyphSet, ThemeName};

const HOSTILE: &str = "{\"url\":\"\\u001b[2J\\u001b]52;c;AAAA\\u0007\\u009b\u{202e}txt\\u202c\u{e0068}\u{e0069}\",\
     \"na\\nme\u{1f468}\u{200d}\u{1f4bb}\":\"\u{65e5}\u{672c} \u{5e9}\u{5dc}\u{5d5}\u{5dd} a\\rb\\tc\\u0000\",\"[/]{}%s`<b>\":1,\
     \"skills\":[{\"\u{202e}id\":7}],\"e\":\"\u{301}x\"}";

fn look(glyphs: GlyphSet) -> Look {
    Look::of(ThemeName::Mono, glyphs)
}

fn drawn(document: &OpenDocument, glyphs: GlyphSet, size: Size) -> Buffer {
    let area = Rect::new(0, 0, size.width, size.height);
    let mut buffer = Buffer::empty(area);
    (&DocumentView {
        document,
        look: look(glyphs),
        is_focused: true,
    })
        .render(area, &mut buffer);
    buffer
}

fn text(buffer: &Buffer) -> String {
    let area = buffer.area;
    (area.top()..area.bottom())
        .map(|y| {
            let row: String = (area.left()..area.right())
                .map(|x| buffer[(x, y)].symbol())
                .collect();
            row + "\n"
        })
        .collect()
}

fn in_tab(json: &str, tab: DocumentTab, marks: Marks) -> OpenDocument {
    let mut document = sample(json).with_marks(marks);
    document.publish(Some(PublishedView {
        columns: vec![(
            "va\u{1b}lid".to_owned(),
            "\u{202e}".to_owned(),
            "x".to_owned(),
            true,
        )],
        extra: vec![("\u{7}".to_owned(), "\n".to_owned())],
        line: 1,
        file: "f\u{1b}".to_owned(),
    }));
    document.go_to_tab(tab);
    document
}

#[test]
fn nothing_of_a_hostile_document_is_obeyed_or_lost() {
    for tab in DocumentTab::ALL {
        for wrap in [false, true] {
            let mut document = in_tab(HOSTILE, tab, Marks::Unicode);
            if wrap {
                document.update(Command::Wrap, Area::new(0, 0, Size::new(100, 60)));
            }
            let screen = text(&drawn(&document, GlyphSet::Unicode, Size::new(100, 60)));
            for character in screen.chars().filter(|character| *character != '\n') {
                assert!(!character.is_control(), "{tab:?}: {character:?}");
                let code = u32::from(character);
                let is_hiding = (0x202a..=0x202e).contains(&code)
                    || (0x2066..=0x2069).contains(&code)
                    || (0xe0000..=0xe007f).contains(&code);
                assert!(!is_hiding, "{tab:?}: {character:?}");
            }
        }
    }
    let tree = text(&drawn(
        &in_tab(HOSTILE, DocumentTab::Tree, Marks::Unicode),
        GlyphSet::Unicode,
        Size::new(100, 60),
    ));
    for shown in [
        "␛[2J␛]52;c;AAAA␇",
        "⟨RLO⟩txt",
        "⟨tag:hi⟩",
        "na␊me",
        "a␍b␉c␀",
        "[/]{}%s`<b>",
        "hidden text: \"hi\"",
        "RIGHT-TO-LEFT OVERRIDE",
        "◌",
    ] {
        assert!(tree.contains(shown), "'{shown}' in\n{tree}");
    }
}

#[test]
fn every_size_is_drawn_in_every_tab_and_every_move_works_there() {
    for tab in DocumentTab::ALL {
        for wrap in [false, true] {
            for (width, height) in [
                (0, 0),
                (1, 1),
                (2, 2),
                (1, 40),
                (200, 1),
                (19, 5),
                (20, 5),
                (21, 4),
                (40, 10),
                (80, 24),
                (400, 120),
            ] {
                let size = Size::new(width, height);
                let area = Area::new(0, 0, size);
                let mut document = in_tab(HOSTILE, tab, Marks::Unicode);
                if wrap {
                    document.update(Command::Wrap, area);
                }
                for command in [
                    Command::Move(Move::Last),
                    Command::Move(Move::Up),
                    Command::Move(Move::PageUp),
                    Command::Move(Move::Left),
                    Command::NextViolation,
                    Command::FoldLevel,
                ] {
                    document.update(command, area);
                    drawn(&document, GlyphSet::Unicode, size);
                }
            }
        }
    }
}

#[test]
fn a_view_of_another_size_than_the_state_believes_is_drawn() {
    let document = in_tab(HOSTILE, DocumentTab::Verdicts, Marks::Unicode);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 10, 4));
    (&DocumentView {
        document: &document,
        look: look(GlyphSet::Unicode),
        is_focused: false,
    })
        .render(Rect::new(5, 2, 300, 300), &mut buffer);
}

#[test]
fn ascii_draws_ascii_for_a_document_of_ascii() {
    let json = r#"{"url":"a\u001b\u202e","skills":[{"id":7}],"supportedInterfaces":[]}"#;
    for tab in DocumentTab::ALL {
        let document = in_tab(json, tab, Marks::Ascii);
        let screen = text(&drawn(&document, GlyphSet::Ascii, Size::new(100, 80)));
        let other: String = screen
            .chars()
            .filter(|character| !character.is_ascii())
            .collect();
        assert_eq!(other.replace(['·', '≠', '–'], ""), "", "{tab:?}");
    }
}

#[test]
fn without_colour_selection_marks_and_faults_are_told() {
    let document = in_tab(HOSTILE, DocumentTab::Tree, Marks::Unicode);
    let buffer = drawn(&document, GlyphSet::Unicode, Size::new(100, 60));
    assert_eq!(buffer[(1, 1)].symbol(), "▸");
    assert!(buffer[(1, 1)].modifier.contains(Modifier::REVERSED));
    assert!(!buffer[(1, 2)].modifier.contains(Modifier::REVERSED));
    let escape = (0..100)
        .flat_map(|x| (0..60).map(move |y| (x, y)))
        .find(|place| buffer[*place].symbol() == "␛");
    let place = escape.expect("the escape is marked");
    assert!(buffer[place].modifier.contains(Modifier::UNDERLINED));
}

#[test]
fn wide_and_right_to_left_text_leaves_the_border_straight() {
    let document = in_tab(HOSTILE, DocumentTab::Tree, Marks::Unicode);
    for width in 20..90 {
        let buffer = drawn(&document, GlyphSet::Unicode, Size::new(width, 20));
        for y in 1..19 {
            assert_eq!(
                buffer[(width - 1, y)].symbol(),
                "│",
                "width {width}, row {y}"
            );
        }
    }
}

#[test]
fn the_border_carries_address_tabs_and_place() {
    let mut document = in_tab(HOSTILE, DocumentTab::Tree, Marks::Unicode);
    let area = Area::new(0, 0, Size::new(100, 20));
    document.find("txt", area);
    let screen = text(&drawn(&document, GlyphSet::Unicode, Size::new(100, 20)));
    let first = screen.lines().next().unwrap_or_default();
    let last = screen.lines().last().unwrap_or_default();
    assert!(first.contains("#1"), "{first}");
    assert!(first.contains("▸Tree  Raw  Verdicts ─"), "{first}");
    assert!(
        last.contains(" url ") && last.contains(" 1/1 txt "),
        "{last}"
    );
}
