//! Keys in, state and effects out.

use super::*;
use crate::corpus::{
    Corpus, LoadEvent, LoadOptions, Progress, Segment, Source, load, load_in_background,
};
use crate::tui::app::{App, Setup};
use crate::tui::keymap::Key as Press;
use crate::tui::layout::Size;
use crate::tui::state::Places;
use crate::tui::state::workspace::{Data, View};
use crate::tui::theme::{GlyphSet, ThemeName};
use std::io::Cursor;

/// One 0.3 card by its shape, one 1.0 card, one of neither, one that is no JSON.
const LINES: [&str; 4] = [
    r#"{"name":"a","url":"u","protocolVersion":"0.3.0","skills":[{"id":"s","tags":["x","y"]}],"vendor":1}"#,
    r#"{"name":"b","supportedInterfaces":[],"skills":{"id":"s"},"vendor":"two"}"#,
    r#"{"name":3,"skills":[]}"#,
    "{oops",
];

fn source(lines: &[&str]) -> Source {
    let reader = Cursor::new(lines.join("\n").into_bytes());
    Source::from_reader("test".to_owned(), None, reader).expect("opens")
}

/// The documents as they arrive.
fn segment() -> Arc<Segment> {
    let sources = vec![source(&LINES)];
    let events = load_in_background(sources, LoadOptions::default(), Arc::default());
    match events.expect("a thread").recv() {
        Ok(LoadEvent::Segment(segment)) => segment,
        _ => panic!("documents come first"),
    }
}

fn corpus(lines: &[&str]) -> Corpus {
    let source = source(lines);
    load(vec![source], &LoadOptions::default(), &Progress::default())
}

fn app(lines: &[&str]) -> (App, Vec<Effect>) {
    let data = Data {
        corpus: corpus(lines),
        ..Data::default()
    };
    let mut workspace = Workspace::new(data, View::default(), vec![Facet::Route]);
    workspace.refresh();
    let size = Size::new(100, 40);
    let setup = Setup {
        size,
        place: PlaceName::Fields,
        theme: ThemeName::Mono,
        glyphs: GlyphSet::Unicode,
        mouse: false,
        rank: |_, names| (0..names.len()).collect(),
    };
    let mut app = App::new(setup, Places::default(), workspace);
    let effects = app.update(Msg::Resized(size));
    (app, effects)
}

fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let keys = keys.chars().map(|key| match key {
        '\n' => Press::Enter,
        '\u{1b}' => Press::Esc,
        '→' => Press::Right,
        other => Press::Char(other),
    });
    keys.flat_map(|key| app.update(Msg::Key(key))).collect()
}

fn fields(app: &App) -> &Fields {
    &app.places().fields
}

fn labels(app: &App) -> Vec<String> {
    let fields = fields(app);
    fields
        .lines()
        .iter()
        .map(|&line| fields.label(line))
        .collect()
}

#[track_caller]
fn go_to(app: &mut App, label: &str) {
    press(app, "g");
    let position = labels(app).iter().position(|known| known == label);
    let position = position.unwrap_or_else(|| panic!("no line '{label}'"));
    press(app, &"j".repeat(position));
}

#[track_caller]
fn field<'a>(app: &'a App, path: &str) -> &'a FieldLine {
    let mut all = fields(app).fields.iter();
    all.find(|field| field.path == path).expect("a path")
}

#[test]
fn every_path_is_counted_in_documents_and_values() {
    let (app, effects) = app(&LINES);
    assert_eq!(effects, []);
    let tags = field(&app, "skills[].tags[]").total();
    assert_eq!((tags.documents, tags.occurrences), (1, 2));
    assert_eq!(field(&app, "name").total().documents, 3);
    assert_eq!(fields(&app).counted().expect("counted").skipped, 1);
}

#[test]
fn a_cursor_that_was_not_moved_is_at_the_top_when_documents_arrive() {
    let (mut app, _) = app(&[]);
    app.update(Msg::Arrived(Shared(segment())));
    app.update(Msg::Progressed(crate::tui::message::LoadProgress::default()));
    assert_eq!(field(&app, "name").total().documents, 3);
    assert_eq!(fields(&app).cursor().selected(9), Some(0));
}

#[test]
fn a_field_of_several_types_says_how_many_documents_have_each() {
    let (app, _) = app(&LINES);
    assert_eq!(
        types(field(&app, "skills")),
        [(JsonType::Array, 2), (JsonType::Object, 1)]
    );
}

#[test]
fn enter_narrows_the_census_to_the_carriers() {
    let (mut app, _) = app(&LINES);
    go_to(&mut app, "vendor");
    press(&mut app, "\n");
    assert_eq!(app.place(), PlaceName::Census);
    assert_eq!(app.workspace().query().to_string(), "has:vendor");
    let shown = app.workspace().shown().order.len() as u64;
    assert_eq!(shown, 2);
}

#[test]
fn on_a_type_enter_narrows_to_the_carriers_of_that_type() {
    let (mut app, _) = app(&LINES);
    go_to(&mut app, "skills");
    press(&mut app, "→→\n");
    assert_eq!(app.workspace().query().to_string(), "type:skills=object");
    assert_eq!(app.workspace().shown().order.len(), 1);
}

#[test]
fn populations_stand_side_by_side_and_sum_to_all() {
    let (mut app, _) = app(&LINES);
    press(&mut app, "SSS");
    assert_eq!(fields(&app).split(), Some(Facet::Of(Key::Shape)));
    let name = field(&app, "name");
    assert!(name.counts.len() > 1);
    let sum: u64 = name.counts.iter().map(|counts| counts.documents).sum();
    assert_eq!(sum, 3);
    let supported = field(&app, "supportedInterfaces");
    let carriers = supported
        .counts
        .iter()
        .filter(|counts| counts.documents > 0);
    assert_eq!(carriers.count(), 1);
    press(&mut app, "SSS");
    assert_eq!(fields(&app).split(), None);
    assert_eq!(field(&app, "name").counts.len(), 1);
}

#[test]
fn on_a_population_enter_narrows_to_it_as_well() {
    let (mut app, _) = app(&LINES);
    press(&mut app, "SSS");
    go_to(&mut app, "name");
    press(&mut app, "→");
    let bucket = fields(&app).counted().expect("counted").buckets[0].clone();
    press(&mut app, "\n");
    let query = app.workspace().query();
    assert!(query.is_chosen(Key::Shape, &bucket.value), "{query}");
    let name_has = query.to_string();
    assert!(name_has.contains("has:name"), "{name_has}");
}

#[test]
fn another_filter_is_counted_anew() {
    let (mut app, _) = app(&LINES);
    press(&mut app, "/has:vendor\n");
    assert_eq!(field(&app, "name").total().documents, 2);
    press(&mut app, "u");
    assert_eq!(field(&app, "name").total().documents, 3);
}

#[test]
fn paths_are_found_by_name_while_it_is_typed_and_escape_shows_all_again() {
    let (mut app, _) = app(&LINES);
    let all = labels(&app).len();
    press(&mut app, "fVEND");
    assert_eq!(fields(&app).fields.len(), 1);
    press(&mut app, "\u{1b}");
    assert_eq!(labels(&app).len(), all);
    press(&mut app, "fvend\n\u{1b}");
    assert_eq!(labels(&app).len(), all);
    assert_eq!(app.place(), PlaceName::Fields);
}

#[test]
fn orders_go_round_and_the_cursor_stays_on_its_path() {
    let (mut app, _) = app(&LINES);
    go_to(&mut app, "vendor");
    for sort in [
        FieldSort::Documents,
        FieldSort::Occurrences,
        FieldSort::Path,
        FieldSort::Specification,
    ] {
        press(&mut app, "s");
        assert_eq!(fields(&app).sort(), sort);
        let line = fields(&app).current().expect("a line");
        assert_eq!(fields(&app).label(line), "vendor");
    }
}

#[test]
fn fields_that_nobody_serves_are_listed_and_lead_nowhere() {
    let (mut app, _) = app(&LINES);
    go_to(&mut app, "provider");
    assert_eq!(fields(&app).current(), Some(Line::Unserved("provider")));
    assert!(app.refusal(Command::Open).is_some());
}

#[test]
fn a_large_corpus_is_counted_by_order_and_an_outdated_count_is_dropped() {
    let line = r#"{"name":"a"}"#;
    let (mut app, effects) = app(&[line; 2_001]);
    let [Effect::Inventory(first)] = effects.as_slice() else {
        panic!("{effects:?}")
    };
    assert!(fields(&app).is_pending() && fields(&app).counted().is_none());
    let effects = press(&mut app, "S");
    let [Effect::Inventory(second)] = effects.as_slice() else {
        panic!("{effects:?}")
    };
    // Another question ends the first count.
    assert!(first.0.run().is_none());
    let answer = |request: &Shared<InventoryRequest>, app: &mut App| {
        let counted = InventoryRequest::of(app.workspace(), None)
            .run()
            .expect("counts");
        let result = Inventoried {
            request: Arc::clone(&request.0),
            counted: Shared(Arc::new(counted)),
        };
        app.update(Msg::Inventoried(Shared(Arc::new(result))));
    };
    answer(first, &mut app);
    assert!(fields(&app).counted().is_none());
    answer(second, &mut app);
    assert!(!fields(&app).is_pending());
    assert_eq!(field(&app, "name").total().documents, 2_001);
}
