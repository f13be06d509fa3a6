//! Keys in, state and effects out; nothing is drawn here.

use super::*;

/// Keeps the names that contain the pattern.
fn containing(pattern: &str, names: &[&str]) -> Vec<usize> {
    (0..names.len())
        .filter(|index| names[*index].contains(pattern))
        .collect()
}

fn app(size: Size) -> App {
    let setup = Setup {
        size,
        place: PlaceName::Census,
        theme: ThemeName::Auto,
        glyphs: GlyphSet::Unicode,
        mouse: false,
        rank: containing,
    };
    App::new(setup, Places::default(), Workspace::default())
}

fn press(app: &mut App, keys: &[Key]) -> Vec<Effect> {
    keys.iter()
        .flat_map(|key| app.update(Msg::Key(*key)))
        .collect()
}

fn letters(text: &str) -> Vec<Key> {
    text.chars().map(Key::Char).collect()
}

#[track_caller]
fn latest(app: &App) -> &str {
    app.notices().latest().map_or("", |notice| &notice.sentence)
}

const WHOLE: Size = Size::new(80, 24);

#[test]
fn q_quits_in_a_place_and_ctrl_c_quits_everywhere() {
    assert_eq!(press(&mut app(WHOLE), &letters("q")), [Effect::Quit]);
    for before in ["?", ":", "!", ""] {
        let mut app = app(WHOLE);
        press(&mut app, &letters(before));
        assert_eq!(
            press(&mut app, &[Key::Control('c')]),
            [Effect::Quit],
            "after '{before}'"
        );
    }
}

#[test]
fn q_is_a_letter_in_the_palette() {
    let mut app = app(WHOLE);
    assert_eq!(press(&mut app, &letters(":q")), []);
    let Some(Overlay::Palette(palette)) = app.overlays().last() else {
        panic!("palette is open")
    };
    assert_eq!(palette.prompt.text(), "q");
}

#[test]
fn the_palette_runs_the_command_it_found() {
    let mut app = app(WHOLE);
    press(&mut app, &letters(":theme"));
    assert_eq!(press(&mut app, &[Key::Enter]), []);
    assert!(app.overlays().is_empty());
    assert_eq!(latest(&app), "Theme: dark.");
}

#[test]
fn a_palette_without_a_match_stays_open() {
    let mut app = app(WHOLE);
    press(&mut app, &letters(":zzz"));
    press(&mut app, &[Key::Enter]);
    assert_eq!(app.overlays().len(), 1);
    press(&mut app, &[Key::Esc]);
    assert!(app.overlays().is_empty());
}

#[test]
fn a_refused_command_says_why_and_changes_nothing() {
    let mut app = app(WHOLE);
    assert_eq!(press(&mut app, &letters("o")), []);
    assert_eq!(latest(&app), "There is no document under the cursor.");
    assert!(app.overlays().is_empty());
    press(&mut app, &letters("1"));
    assert_eq!(latest(&app), "You are in Census already.");
}

#[test]
fn a_key_without_a_meaning_says_so() {
    let mut app = app(WHOLE);
    press(&mut app, &[Key::Function(5)]);
    assert_eq!(latest(&app), "F5 does nothing here; ? lists the keys.");
    press(&mut app, &letters("2"));
    assert_eq!(latest(&app), "");
    assert_eq!(app.place(), PlaceName::Compare);
}

#[test]
fn a_paste_is_one_change_of_the_line_and_runs_no_key() {
    let mut app = app(WHOLE);
    assert_eq!(app.update(Msg::Paste("q\u{3}".to_owned())), []);
    assert_eq!(
        latest(&app),
        "A paste goes into a prompt: open one first, then paste."
    );
    press(&mut app, &letters(":"));
    assert_eq!(app.update(Msg::Paste("q\nq".to_owned())), []);
    let Some(Overlay::Palette(palette)) = app.overlays().last() else {
        panic!("palette is open")
    };
    assert_eq!(palette.prompt.text(), "q\nq");
}

#[test]
fn the_mouse_is_captured_on_request_only() {
    let mut app = app(WHOLE);
    assert_eq!(press(&mut app, &letters("m")), [Effect::SetMouse(true)]);
    assert_eq!(press(&mut app, &letters("m")), [Effect::SetMouse(false)]);
}

#[test]
fn a_press_on_a_tab_goes_to_its_place() {
    let mut app = app(WHOLE);
    let press = |column, row| {
        Msg::Mouse(Mouse {
            gesture: Gesture::Press,
            column,
            row,
        })
    };
    app.update(press(12, 1));
    assert_eq!(app.place(), PlaceName::Compare);
    app.update(press(79, 1));
    assert_eq!(app.place(), PlaceName::Compare);
}

#[test]
fn a_press_outside_a_box_closes_it() {
    let mut app = app(WHOLE);
    press(&mut app, &letters(":"));
    let outside = Mouse {
        gesture: Gesture::Press,
        column: 0,
        row: 0,
    };
    app.update(Msg::Mouse(outside));
    assert!(app.overlays().is_empty());
}

#[test]
fn resizing_keeps_what_is_open() {
    let mut app = app(WHOLE);
    press(&mut app, &letters(":und"));
    for size in [
        Size::default(),
        Size::new(1, 1),
        Size::new(40, 10),
        Size::new(400, 120),
    ] {
        app.update(Msg::Resized(size));
        press(&mut app, &[Key::Down, Key::Up]);
    }
    app.update(Msg::Resized(WHOLE));
    let Some(Overlay::Palette(palette)) = app.overlays().last() else {
        panic!("palette is open")
    };
    assert_eq!(palette.prompt.text(), "und");
}

#[test]
fn what_was_said_can_be_read_again_and_the_log_is_bounded() {
    let mut app = app(WHOLE);
    for number in 0..NOTICES + 5 {
        app.update(Msg::Failed(format!("fault {number}")));
    }
    assert_eq!(app.notices().log().count(), NOTICES);
    assert_eq!(
        app.notices()
            .log()
            .next()
            .map(|notice| notice.sentence.as_str()),
        Some("fault 5")
    );
}

#[test]
fn an_empty_filter_offers_every_key_before_anything_is_typed() {
    let mut app = app(WHOLE);
    press(&mut app, &letters("/"));
    let Some(Overlay::Line(line)) = app.overlays.last() else {
        panic!("the filter is asked for");
    };
    let offered: Vec<&str> = line
        .prompt
        .suggestions()
        .iter()
        .map(|way| way.text.as_str())
        .collect();
    let keys = crate::query::Key::ALL.map(|key| format!("{key}:"));
    assert_eq!(offered, keys);
    // Enter takes the line as it is, not the first of them.
    press(&mut app, &[Key::Enter]);
    assert!(app.workspace().view().query.is_empty());
}
