//! Whole screens at every size, and what text alone cannot show.

use crate::tui::state::workspace::Workspace;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Modifier;

use super::*;
use crate::tui::app::Setup;
use crate::tui::keymap::{Key, PlaceName};
use crate::tui::layout::Size;
use crate::tui::message::Msg;
use crate::tui::overlay::{Confirm, Line};
use crate::tui::prompt::{Fault, Prompt, Suggestion};
use crate::tui::state::{Places, Purpose};
use crate::tui::theme::{GlyphSet, ThemeName};

fn app(size: Size, glyphs: GlyphSet) -> App {
    let setup = Setup {
        size,
        place: PlaceName::Census,
        theme: ThemeName::Mono,
        glyphs,
        mouse: false,
        rank: |_, names| (0..names.len()).collect(),
    };
    App::new(setup, Places::default(), Workspace::default())
}

fn screen(app: &App, size: Size) -> Buffer {
    let backend = TestBackend::new(size.width, size.height);
    let mut terminal = Terminal::new(backend).expect("a test terminal has a size");
    terminal
        .draw(|frame| draw(app, frame))
        .expect("a test terminal takes everything");
    terminal.backend().buffer().clone()
}

fn lines(buffer: &Buffer) -> Vec<String> {
    let area = buffer.area;
    (area.top()..area.bottom())
        .map(|y| {
            (area.left()..area.right())
                .map(|x| buffer[(x, y)].symbol())
                .collect()
        })
        .collect()
}

fn pressed(size: Size, glyphs: GlyphSet, keys: &str) -> App {
    let mut app = app(size, glyphs);
    for key in keys.chars() {
        app.update(Msg::Key(Key::Char(key)));
    }
    app
}

#[test]
fn no_size_panics_whatever_is_open() {
    for keys in ["", "?", ":", "!", ":zz"] {
        let mut app = pressed(Size::new(80, 24), GlyphSet::Unicode, keys);
        for width in (0..=44).chain([79, 80, 200, 400]) {
            for height in (0..=12).chain([23, 24, 120]) {
                let size = Size::new(width, height);
                app.update(Msg::Resized(size));
                screen(&app, size);
            }
        }
    }
}

#[test]
fn a_screen_smaller_or_larger_than_the_state_believes_is_drawn_too() {
    let app = pressed(Size::new(80, 24), GlyphSet::Unicode, "?");
    for size in [
        Size::new(1, 1),
        Size::new(30, 30),
        Size::new(100, 3),
        Size::new(120, 40),
    ] {
        screen(&app, size);
    }
}

#[test]
fn below_40x10_one_line_says_what_is_needed() {
    let size = Size::new(39, 10);
    let shown = lines(&screen(&app(size, GlyphSet::Unicode), size));
    assert_eq!(shown[0].trim_end(), "too small (need 40×10)");
    assert!(shown[1..].iter().all(|line| line.trim().is_empty()));
}

#[test]
fn the_current_tab_is_told_by_a_mark_and_by_reverse_video() {
    let size = Size::new(80, 24);
    let buffer = screen(&pressed(size, GlyphSet::Unicode, "3"), size);
    let line = &lines(&buffer)[1];
    assert!(line.contains("▸3 Dissent"), "{line}");
    let reversed = |x: u16| buffer[(x, 1)].modifier.contains(Modifier::REVERSED);
    let expected: Vec<bool> = (0..80).map(|x| (23..34).contains(&x)).collect();
    assert_eq!((0..80).map(reversed).collect::<Vec<bool>>(), expected);
}

#[test]
fn ascii_screens_hold_nothing_but_ascii() {
    for keys in ["", "?", ":", "!", "/", "m"] {
        for size in [Size::new(80, 24), Size::new(40, 10), Size::new(10, 2)] {
            let mut app = app(Size::new(80, 24), GlyphSet::Ascii);
            app.update(Msg::Failed("日本 \u{1b}[2J \u{202e}".to_owned()));
            for key in keys.chars() {
                app.update(Msg::Key(Key::Char(key)));
            }
            app.update(Msg::Resized(size));
            for line in lines(&screen(&app, size)) {
                let ours = line.replace(['日', '本'], "");
                assert!(ours.is_ascii(), "'{keys}' {size:?}: {line}");
            }
        }
    }
}

#[test]
fn hostile_text_reaches_no_cell_uncleaned() {
    let mut app = app(Size::new(80, 24), GlyphSet::Unicode);
    app.update(Msg::Failed(
        "a\u{1b}]52;c;eA==\u{7}\u{202e}b\rc\u{e0041}".to_owned(),
    ));
    let shown = lines(&screen(&app, Size::new(80, 24))).concat();
    for hidden in ['\u{1b}', '\u{7}', '\r', '\u{202e}', '\u{e0041}'] {
        assert!(!shown.contains(hidden), "{hidden:?}");
    }
    assert!(shown.contains("␛"), "{shown}");
}

#[test]
fn the_way_to_help_and_out_is_on_the_smallest_screen() {
    let size = Size::new(40, 10);
    let shown = lines(&screen(&app(size, GlyphSet::Unicode), size));
    let hints = shown.last().expect("ten lines");
    assert!(
        hints.contains("? help") && hints.contains("q quit"),
        "{hints}"
    );
}

#[test]
fn a_box_shows_its_own_keys_even_over_a_place_that_can_do_nothing() {
    let size = Size::new(80, 24);
    let shown = lines(&screen(&pressed(size, GlyphSet::Unicode, "?"), size));
    let hints = shown.last().expect("24 lines");
    assert!(hints.starts_with(" Up up  Down down  Esc close"), "{hints}");
}

fn line(text: &str, fault: Option<Fault>) -> Line {
    let mut prompt = Prompt::new(text, Vec::new());
    prompt.blame(fault);
    Line {
        purpose: Purpose::Filter,
        label: "/".to_owned(),
        prompt,
    }
}

fn drawn(line: &Line, width: u16) -> (Buffer, Option<(u16, u16)>) {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, 12));
    let area = Area::new(0, 11, Size::new(width, 1));
    let view = LineView {
        line,
        look: Look::of(ThemeName::Mono, GlyphSet::Unicode),
    };
    (&view).render(area.rect(), &mut buffer);
    let cursor = view.cursor(area);
    (buffer, cursor)
}

#[test]
fn the_cursor_stands_behind_what_was_typed_counted_in_columns() {
    let (buffer, cursor) = drawn(&line("日本a\n", None), 40);
    assert_eq!(lines(&buffer)[11].trim_end(), " / 日 本 a␊");
    assert_eq!(cursor, Some((3 + 2 + 2 + 1 + 1, 11)));
}

#[test]
fn a_line_longer_than_its_room_is_moved_so_that_the_cursor_is_seen() {
    let (buffer, cursor) = drawn(&line(&"abcdefghij".repeat(9), None), 20);
    assert_eq!(cursor, Some((19, 11)));
    assert_eq!(lines(&buffer)[11], " / efghijabcdefghij ".to_owned());
}

#[test]
fn a_faults_place_is_marked_in_the_line() {
    let fault = Fault {
        at: 5,
        sentence: "'b' is no key".to_owned(),
    };
    let (buffer, _) = drawn(&line("aaaa b", Some(fault)), 60);
    let marked: Vec<u16> = (0..60)
        .filter(|x| buffer[(*x, 11)].modifier.contains(Modifier::UNDERLINED))
        .collect();
    assert_eq!(marked, [8]);
}

#[test]
fn suggestions_stand_above_the_line_with_the_chosen_one_marked() {
    let mut line = line("rou", None);
    let suggestion = |text: &str| Suggestion {
        from: 0,
        text: text.to_owned(),
        note: "a note".to_owned(),
    };
    line.prompt
        .suggest(vec![suggestion("route:"), suggestion("rows:")]);
    let shown = lines(&drawn(&line, 60).0);
    assert!(shown[8].starts_with("│▸route:  a note"), "{}", shown[8]);
    assert!(shown[9].starts_with("│ rows:   a note"), "{}", shown[9]);
}

#[test]
fn a_question_keeps_its_answers_however_long_it_is() {
    let confirm = Confirm {
        purpose: Purpose::Replace,
        question: "word ".repeat(99),
    };
    let mut buffer = Buffer::empty(Rect::new(0, 0, 30, 5));
    let look = Look::of(ThemeName::Mono, GlyphSet::Unicode);
    (&ConfirmBox {
        confirm: &confirm,
        look,
    })
        .render(buffer.area, &mut buffer);
    assert!(lines(&buffer)[3].contains("y yes   n no"));
}
