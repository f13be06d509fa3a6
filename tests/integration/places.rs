//! Screens of the places where cards stand side by side and where fields are counted: every size,
//! hostile values, no colour, ASCII.

use cardex::corpus::{Corpus, DocumentId, LoadOptions, Progress, Source, load};
use cardex::query::Facet;
use cardex::sample::{clouds, jsonl_line};
use cardex::tui::app::{App, Setup};
use cardex::tui::keymap::{Key, PlaceName};
use cardex::tui::layout::Size;
use cardex::tui::message::Msg;
use cardex::tui::state::Places;
use cardex::tui::state::workspace::{Data, View, Workspace};
use cardex::tui::theme::{GlyphSet, ThemeName};
use cardex::tui::view::draw;
use insta::assert_snapshot;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::io::Cursor;

/// Controls, bidi, wide, combining and joined characters, in keys and values.
const HOSTILE: [&str; 2] = [
    "{\"name\":\"\\u001b[2J\\u001b]52;c;AAAA\\u0007\",\"description\":\"\u{65e5}\u{672c}\u{8a9e}\u{306e}\u{540d}\u{524d} \u{5e9}\u{5dc}\u{5d5}\u{5dd}\",\"version\":\"\u{1f468}\u{200d}\u{1f4bb}\u{1f468}\u{200d}\u{1f4bb} e\u{301}\",\"na\\nme\\u202e\":null,\"x\":{\"a\":null,\"b\":true,\"c\":false,\"d\":\"\",\"e\":[],\"f\":{},\"g\":1.0,\"h\":[3],\"i\":{\"k\":1}}}",
    "{\"name\":\"plain\",\"description\":\"\u{202e}txt\u{e0068}\u{e0069}\",\"version\":\"1\",\"x\":{}}",
];

fn corpus(lines: &[String]) -> Corpus {
    let reader = Cursor::new(lines.join("\n").into_bytes());
    let source = Source::from_reader("test".to_owned(), None, reader).expect("opens");
    load(vec![source], &LoadOptions::default(), &Progress::default())
}

fn three_clouds() -> Vec<String> {
    clouds::day_2().iter().map(jsonl_line).collect()
}

fn hostile() -> Vec<String> {
    HOSTILE.map(str::to_owned).to_vec()
}

/// The program in a place, every document marked.
fn app(lines: &[String], place: PlaceName, glyphs: GlyphSet) -> App {
    let data = Data {
        corpus: corpus(lines),
        ..Data::default()
    };
    let mut workspace = Workspace::new(data, View::default(), vec![Facet::Route]);
    workspace.refresh();
    let ids: Vec<DocumentId> = workspace.corpus().rows().map(|row| row.id()).collect();
    for id in ids {
        workspace.toggle_mark(id);
    }
    let setup = Setup {
        size: Size::new(80, 24),
        place,
        theme: ThemeName::Mono,
        glyphs,
        mouse: false,
        rank: |_, names| (0..names.len()).collect(),
    };
    App::new(setup, Places::default(), workspace)
}

fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        let key = match key {
            '\t' => Key::Tab,
            '\n' => Key::Enter,
            '→' => Key::Right,
            other => Key::Char(other),
        };
        app.update(Msg::Key(key));
    }
}

fn screen(app: &mut App, width: u16, height: u16) -> String {
    app.update(Msg::Resized(Size::new(width, height)));
    let backend = TestBackend::new(width, height);
    let mut terminal = Terminal::new(backend).expect("a test terminal has a size");
    terminal
        .draw(|frame| draw(app, frame))
        .expect("a test terminal takes everything");
    let buffer = terminal.backend().buffer();
    let mut lines = Vec::new();
    for y in 0..height {
        let mut line = String::new();
        let mut covered = 0;
        for x in 0..width {
            // The cells behind a wide character are covered by it.
            if covered > 0 {
                covered -= 1;
                continue;
            }
            let symbol = buffer[(x, y)].symbol();
            covered = cardex::text::width(symbol).saturating_sub(1);
            line.push_str(symbol);
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

fn shot(lines: &[String], place: PlaceName, keys: &str, (width, height): (u16, u16)) -> String {
    let mut app = app(lines, place, GlyphSet::Unicode);
    screen(&mut app, width, height);
    press(&mut app, keys);
    screen(&mut app, width, height)
}

#[test]
fn no_size_and_no_value_panics() {
    for place in [PlaceName::Compare, PlaceName::Fields] {
        for lines in [hostile(), three_clouds(), Vec::new()] {
            for keys in ["", "V", "PD", "S\t\t→", "V→→jjjj\n", "fx"] {
                let mut app = app(&lines, place, GlyphSet::Unicode);
                press(&mut app, keys);
                for width in [0, 1, 2, 39, 40, 41, 60, 80, 81, 120, 200] {
                    for height in [0, 1, 2, 9, 10, 11, 17, 18, 24, 40, 60] {
                        if width > 0 && height > 0 {
                            screen(&mut app, width, height);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn nothing_that_a_terminal_obeys_or_hides_is_drawn() {
    for place in [PlaceName::Compare, PlaceName::Fields] {
        for keys in ["", "V", "\t\t\n", "jjj\n"] {
            let text = shot(&hostile(), place, keys, (120, 60));
            let bad = text.chars().find(|&character| {
                (character.is_control() && character != '\n')
                    || matches!(character, '\u{202a}'..='\u{202e}' | '\u{e0000}'..='\u{e007f}')
            });
            assert_eq!(bad, None, "{text}");
        }
    }
}

#[test]
fn columns_stay_straight_whatever_is_in_them() {
    // 100 - 8 - 25 leaves 67: two cards of 33, the second from column 66 on.
    let text = shot(&hostile(), PlaceName::Compare, "", (100, 60));
    let row = |name: &str| {
        let mut rows = text.lines().filter(|line| line.contains(name));
        rows.next_back()
            .unwrap_or_else(|| panic!("no '{name}' in\n{text}"))
    };
    for (name, value) in [("differ name", "\"plain\""), ("differ version", "\"1\"")] {
        let line = row(name);
        let at = line.find(value).expect("the second card's value");
        let before = line.get(..at).expect("a character starts there");
        assert_eq!(cardex::text::width(before), 68, "{line}");
    }
}

#[test]
fn every_kind_of_cell_is_told_apart_without_colour() {
    let text = shot(&hostile(), PlaceName::Compare, "G", (100, 70));
    for (path, shown) in [
        ("x.a", "null"),
        ("x.b", "true"),
        ("x.c", "false"),
        ("x.d", "\"\""),
        ("x.e", "[]"),
        ("x.f", "{}"),
        ("x.g", "1.0"),
        ("x.h", "[1 item]"),
        ("x.i", "{1 key}"),
    ] {
        let mut lines = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        let line = lines.find(|words| words.get(1) == Some(&path));
        let line = line.unwrap_or_else(|| panic!("no {path} in\n{text}"));
        assert_eq!(line[2..].join(" "), format!("{shown} !–"), "{path}");
    }
}

#[test]
fn ascii_screens_hold_nothing_but_ascii() {
    for place in [PlaceName::Compare, PlaceName::Fields] {
        for keys in ["", "V", "P", "S", "D"] {
            let mut app = app(&three_clouds(), place, GlyphSet::Ascii);
            press(&mut app, keys);
            let text = screen(&mut app, 120, 60);
            assert!(text.is_ascii(), "{text}");
        }
    }
}

#[test]
fn three_clouds_side_by_side() {
    let cards = three_clouds();
    let compare = |keys, size| shot(&cards, PlaceName::Compare, keys, size);
    assert_snapshot!("compare_80x24", compare("\t\t", (80, 24)));
    assert_snapshot!("compare_40x10", compare("\t\t", (40, 10)));
    assert_snapshot!("compare_120x40", compare("fdescription\n→", (120, 40)));
    assert_snapshot!("compare_200x60", compare("", (200, 60)));
    assert_snapshot!("compare_differences_120x40", compare("D→r", (120, 40)));
    assert_snapshot!("compare_whole_120x40", compare("Vftags\n", (120, 40)));
}

#[test]
fn twelve_cards_scroll_sideways() {
    let cards: Vec<String> = (0..12)
        .map(|number| format!(r#"{{"name":"card {number}","version":"{number}"}}"#))
        .collect();
    let text = shot(&cards, PlaceName::Compare, "\t\t→→→→→→→", (160, 50));
    assert!(text.contains("cards 4 to 8 of 12"), "{text}");
    assert_snapshot!("compare_twelve_160x50", text);
    let text = shot(&cards, PlaceName::Compare, "", (80, 24));
    assert!(text.contains("cards 1 to 2 of 12"), "{text}");
}

#[test]
fn hostile_values_side_by_side() {
    let text = shot(&hostile(), PlaceName::Compare, "\t\t", (120, 40));
    assert_snapshot!("compare_hostile_120x40", text);
}

#[test]
fn without_marks_the_way_there_is_told() {
    let text = shot(&[], PlaceName::Compare, "", (80, 24));
    assert!(text.contains("mark 2 to 12 cards"), "{text}");
}

#[test]
fn fields_of_three_clouds() {
    let fields = |keys, size| shot(&three_clouds(), PlaceName::Fields, keys, size);
    assert_snapshot!("fields_80x24", fields("j", (80, 24)));
    assert_snapshot!("fields_40x10", fields("j", (40, 10)));
    assert_snapshot!("fields_200x60", fields("j", (200, 60)));
    assert_snapshot!("fields_split_120x40", fields("Sj", (120, 40)));
}
