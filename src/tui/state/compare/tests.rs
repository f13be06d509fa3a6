//! Keys in, state out, on the three clouds and on cards worked out by hand.

use super::*;
use crate::corpus::{Corpus, LoadOptions, Progress, Source, load};
use crate::query::{Facet, Query};
use crate::sample::{clouds, jsonl_line};
use crate::tui::app::{App, Setup};
use crate::tui::keymap::Key;
use crate::tui::layout::Size;
use crate::tui::message::Effect;
use crate::tui::state::Places;
use crate::tui::state::workspace::{Data, View};
use crate::tui::theme::{GlyphSet, ThemeName};
use std::io::Cursor;

fn corpus(text: &str) -> Corpus {
    let reader = Cursor::new(text.as_bytes().to_vec());
    let source = Source::from_reader("test".to_owned(), None, reader).expect("opens");
    load(vec![source], &LoadOptions::default(), &Progress::default())
}

/// A program in the place, with every document of the corpus marked.
fn app(corpus: Corpus, size: Size) -> App {
    let data = Data {
        corpus,
        ..Data::default()
    };
    let mut workspace = Workspace::new(data, View::default(), vec![Facet::Route]);
    workspace.refresh();
    let ids: Vec<DocumentId> = workspace.corpus().rows().map(|row| row.id()).collect();
    for id in ids {
        workspace.toggle_mark(id);
    }
    let setup = Setup {
        size,
        place: PlaceName::Compare,
        theme: ThemeName::Mono,
        glyphs: GlyphSet::Unicode,
        mouse: false,
        rank: |_, names| (0..names.len()).collect(),
    };
    let mut app = App::new(setup, Places::default(), workspace);
    app.update(Msg::Resized(size));
    app
}

fn three_clouds() -> App {
    let lines: Vec<String> = clouds::day_2().iter().map(jsonl_line).collect();
    app(corpus(&lines.join("\n")), Size::new(120, 40))
}

fn cards(bodies: &[&str]) -> App {
    app(corpus(&bodies.join("\n")), Size::new(100, 30))
}

fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let keys = keys.chars().map(|key| match key {
        '\t' => Key::Tab,
        '\n' => Key::Enter,
        '←' => Key::Left,
        '→' => Key::Right,
        other => Key::Char(other),
    });
    keys.flat_map(|key| app.update(Msg::Key(key))).collect()
}

fn compare(app: &App) -> &Compare {
    &app.places().compare
}

fn sheet(app: &App) -> &Sheet {
    compare(app).sheet().expect("cards are compared")
}

fn labels(app: &App) -> Vec<String> {
    let compare = compare(app);
    (0..)
        .map_while(|position| compare.line(position))
        .map(|line| sheet(app).label(line))
        .collect()
}

#[track_caller]
fn go_to(app: &mut App, label: &str) {
    press(app, "g");
    let position = labels(app).iter().position(|known| known == label);
    let position = position.unwrap_or_else(|| panic!("no line '{label}'"));
    press(app, &"j".repeat(position));
    assert_eq!(here(app), label);
}

fn here(app: &App) -> String {
    sheet(app).label(compare(app).current().expect("a line"))
}

fn shown(app: &App, column: usize) -> Shown {
    let compare = compare(app);
    let line = compare.current().expect("a line");
    sheet(app).cell(line, column, compare.show())
}

#[track_caller]
fn latest(app: &App) -> &str {
    app.notices().latest().map_or("", |notice| &notice.sentence)
}

#[test]
fn without_two_marks_the_place_says_how_to_mark() {
    let app = cards(&[r#"{"name":"a"}"#]);
    assert!(compare(&app).sheet().is_none());
    let refusal = app.refusal(Command::OnlyDifferences).expect("refused");
    assert!(refusal.contains("1 marked"), "{refusal}");
    assert_eq!(app.refusal(Command::Close), None);
}

#[test]
fn the_first_twelve_of_more_marks_are_columns_and_the_heading_says_so() {
    let app = cards(&[r#"{"name":"a"}"#; 14]);
    assert_eq!(sheet(&app).column_count(), 12);
    let heading = compare(&app).heading(app.workspace());
    assert_eq!(heading[0], "the first 12 of 14 marked cards");
}

#[test]
fn marks_taken_off_elsewhere_are_followed() {
    let mut app = three_clouds();
    assert_eq!(sheet(&app).column_count(), 3);
    press(&mut app, "→-");
    assert_eq!(sheet(&app).column_count(), 2);
    assert!(latest(&app).contains("no longer marked"));
    press(&mut app, "u");
    assert_eq!(sheet(&app).column_count(), 3);
}

#[test]
fn every_kind_of_cell_is_told_apart_in_text() {
    let mut app = cards(&[
        r#"{"x":{"a":null,"b":true,"c":false,"d":"","e":[],"f":{},"g":1.0,"h":[3],"i":{"k":1},"j":"null"}}"#,
        r#"{"x":{}}"#,
    ]);
    let mut seen = Vec::new();
    for key in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] {
        go_to(&mut app, &format!("x.{key}"));
        assert_eq!(shown(&app, 1), Shown::Absent, "{key}");
        let text = match shown(&app, 0) {
            Shown::Literal(text) | Shown::Text(text) | Shown::Container(text) => text,
            other => panic!("{key}: {other:?}"),
        };
        seen.push(text);
    }
    assert_eq!(
        seen,
        [
            "null", "true", "false", "\"\"", "[]", "{}", "1.0", "[1 item]", "{1 key}", "\"null\""
        ]
    );
}

#[test]
fn only_differences_hides_equal_rows_and_keeps_the_cursor_on_its_line() {
    let mut app = three_clouds();
    go_to(&mut app, "version");
    press(&mut app, "D");
    assert_eq!(here(&app), "version");
    assert!(!labels(&app).iter().any(|label| label == "name"));
    press(&mut app, "D");
    assert_eq!(here(&app), "version");
    assert!(labels(&app).iter().any(|label| label == "name"));
}

#[test]
fn presence_shows_no_values_and_differs_only_where_a_card_lacks_the_field() {
    let mut app = three_clouds();
    press(&mut app, "PD");
    // The three versions differ in value alone.
    assert!(!labels(&app).iter().any(|label| label == "version"));
    go_to(&mut app, "protocolVersion");
    assert_eq!(shown(&app, 0), Shown::Absent);
    assert_eq!(shown(&app, 1), Shown::Present);
}

#[test]
fn a_reference_is_chosen_and_let_go_of_by_the_same_key() {
    let mut app = cards(&[r#"{"name":"a"}"#, r#"{"name":"b"}"#, r#"{"name":"b"}"#]);
    go_to(&mut app, "name");
    let line = compare(&app).current().expect("a line");
    let changed = |app: &App| [0, 1, 2].map(|column| sheet(app).is_changed(line, column));
    assert_eq!(changed(&app), [false, true, true]);
    press(&mut app, "→r");
    assert_eq!(changed(&app), [true, false, false]);
    assert_eq!(compare(&app).reference(), Some(1));
    press(&mut app, "r");
    assert_eq!(compare(&app).reference(), None);
    assert_eq!(changed(&app), [false, true, true]);
}

#[test]
fn pairing_is_switched_for_the_array_around_the_cursor() {
    let skills = |ids: [&str; 2]| {
        format!(
            r#"{{"skills":[{{"id":"{}"}},{{"id":"{}"}}]}}"#,
            ids[0], ids[1]
        )
    };
    let mut app = cards(&[&skills(["a", "b"]), &skills(["b", "a"])]);
    go_to(&mut app, "skills[0].id");
    let state = |app: &App| {
        let line = compare(app).current().expect("a line");
        sheet(app).state_word(line, compare(app).show())
    };
    assert_eq!(state(&app), "same");
    press(&mut app, "A");
    assert_eq!(here(&app), "skills[0].id");
    assert_eq!(state(&app), "differ");
    press(&mut app, "A");
    assert_eq!(state(&app), "same");
    go_to(&mut app, "shape");
    assert!(app.refusal(Command::Pairing).is_some());
}

#[test]
fn enter_folds_a_section_and_reads_a_line() {
    let mut app = three_clouds();
    let before = labels(&app).len();
    press(&mut app, "\n");
    // Seven lines about who the cards are.
    assert_eq!(labels(&app).len(), before - 7);
    press(&mut app, "\n");
    assert_eq!(labels(&app).len(), before);
    go_to(&mut app, "version");
    press(&mut app, "\n");
    assert_eq!(app.overlays().len(), 1);
}

#[test]
fn words_that_differ_are_marked() {
    let mut app = cards(&[
        r#"{"description":"answers in one page"}"#,
        r#"{"description":"answers in two pages"}"#,
    ]);
    go_to(&mut app, "description");
    let line = compare(&app).current().expect("a line");
    let text = sheet(&app).whole(line, 0).join("\n");
    assert!(text.contains("[-one-]{+two+} [-page-]{+pages+}"), "{text}");
}

#[test]
fn tab_goes_from_heading_to_heading_around() {
    let mut app = three_clouds();
    let mut titles = Vec::new();
    for _ in Section::ALL {
        press(&mut app, "\t");
        titles.push(here(&app));
    }
    let mut expected: Vec<&str> = Section::ALL.map(Section::title).to_vec();
    expected.rotate_left(1);
    assert_eq!(titles, expected);
}

#[test]
fn find_goes_through_paths_and_values() {
    let mut app = three_clouds();
    press(&mut app, "fcustom_agent\n");
    assert_eq!(here(&app), "skills[0].tags[0]#2");
    press(&mut app, "fno such text\n");
    assert!(latest(&app).contains("in no path and no value"));
}

#[test]
fn yank_copies_value_path_pointer_row_and_comparison() {
    let mut app = cards(&[
        r#"{"skills":[{"id":"a","n":1.0}]}"#,
        r#"{"skills":[{"id":"a"}]}"#,
    ]);
    go_to(&mut app, "skills[0].n");
    let mut copied = |key: &str| match press(&mut app, &format!("y{key}")).as_slice() {
        [Effect::CopyText { text, .. }] => text.clone(),
        other => panic!("{key}: {other:?}"),
    };
    assert_eq!(copied("v"), "1.0");
    assert_eq!(copied("p"), "skills[0].n");
    assert_eq!(copied("P"), "/skills/0/n");
    assert_eq!(copied("r").lines().count(), 3);
    assert!(copied("m").starts_with("# 2 cards side by side"));
    press(&mut app, "→");
    let refusal = app.refusal(Command::Yank(Yank::Value)).expect("refused");
    assert!(refusal.contains("does not have"), "{refusal}");
}

#[test]
fn values_whole_take_several_lines_and_the_cursor_stays_in_sight() {
    let long = "word ".repeat(400);
    let bodies = ["1", "2"].map(|end| {
        format!(r#"{{"name":"{long}{end}","description":"{long}{end}","version":"{end}"}}"#)
    });
    let mut app = cards(&[&bodies[0], &bodies[1]]);
    press(&mut app, "V");
    let count = labels(&app).len();
    for _ in 0..count {
        let compare = compare(&app);
        let area = compare.areas(&app.layout()).lines;
        let placed = compare.placed(area);
        let selected = compare.selected().expect("a line");
        let rows: u16 = placed.iter().map(|line| line.height).sum();
        assert!(rows <= area.height);
        assert!(placed.iter().any(|line| line.position == selected));
        press(&mut app, "j");
    }
}

#[test]
fn a_column_that_is_no_json_stands_beside_the_others() {
    let mut app = cards(&[r#"{"name":"a"}"#, "{oops", "[1]"]);
    go_to(&mut app, "shape of the keys");
    assert!(matches!(shown(&app, 1), Shown::Plain(text) if text.starts_with("no JSON")));
    go_to(&mut app, "name");
    assert_eq!(shown(&app, 1), Shown::Absent);
}

#[test]
fn two_thousand_skills_are_compared_once_and_only_what_is_seen_is_looked_at() {
    let skills = |word: &str| {
        let skills: Vec<String> = (0..2_000)
            .map(|number| format!(r#"{{"id":"s{number}","description":"{word} {number}"}}"#))
            .collect();
        format!(r#"{{"name":"a","skills":[{}]}}"#, skills.join(","))
    };
    let mut app = cards(&[&skills("one"), &skills("two")]);
    let made = std::ptr::from_ref(sheet(&app));
    press(&mut app, "Gkkkk");
    press(&mut app, "gjjj");
    assert_eq!(made, std::ptr::from_ref(sheet(&app)));
    let compare = compare(&app);
    let area = compare.areas(&app.layout()).lines;
    assert_eq!(compare.placed(area).len(), usize::from(area.height));
}

#[test]
fn a_filter_does_not_touch_the_columns() {
    let mut app = three_clouds();
    press(&mut app, "/host:nobody\n");
    assert_eq!(
        app.workspace().query(),
        Query::parse("host:nobody").expect("a query")
    );
    assert_eq!(sheet(&app).column_count(), 3);
}

#[test]
fn cells_that_read_alike_and_differ_inside_are_told_from_those_that_read_otherwise() {
    let mut app = cards(&[
        r#"{"skills":[{"id":"a","name":"x"}],"name":"p"}"#,
        r#"{"skills":[{"id":"a","name":"y"}],"name":"q"}"#,
    ]);
    for (label, is_inside) in [("skills", true), ("skills[0].name", false), ("name", false)] {
        go_to(&mut app, label);
        let line = compare(&app).current().expect("a line");
        assert!(sheet(&app).is_changed(line, 1), "{label}");
        assert_eq!(sheet(&app).is_changed_inside(line, 1), is_inside, "{label}");
        let words: String = sheet(&app)
            .summary_of(line, 1)
            .iter()
            .map(|text| marked(text))
            .collect();
        assert_eq!(words.contains("in the rows beneath"), is_inside, "{words}");
    }
}

#[test]
fn a_number_behind_a_path_is_explained_and_its_field_is_the_specifications() {
    let mut app = cards(&[
        r#"{"additionalInterfaces":[{"url":"u","transport":"GRPC"}]}"#,
        r#"{"additionalInterfaces":[{"url":"w","transport":"GRPC"},{"url":"u","transport":"GRPC"}]}"#,
    ]);
    go_to(&mut app, "additionalInterfaces[0]#2.url");
    let line = compare(&app).current().expect("a line");
    let words: String = sheet(&app)
        .summary_of(line, 1)
        .iter()
        .map(|text| marked(text))
        .collect();
    assert!(
        words.contains("#2: number 2 of the rows written [0]"),
        "{words}"
    );
    let (title, _) = sheet(&app).explanation(line, 1);
    assert_eq!(title, "additionalInterfaces[0].url");
}

#[test]
fn the_count_of_what_agrees_says_that_it_is_of_axes() {
    let app = cards(&[r#"{"name":"a"}"#, r#"{"name":"a"}"#]);
    let tally = sheet(&app).tally(Section::Costs);
    assert!(tally.ends_with(" axes agree"), "{tally}");
}
