//! Keys to state, for every tab.

use std::io::Cursor;

use super::*;
use crate::corpus::{Corpus, LoadOptions, Progress, Source, load};
use crate::tui::layout::Size;

/// Opens the first document of an input of these bytes.
pub(crate) fn opened(bytes: impl Into<Vec<u8>>) -> OpenDocument {
    opened_under(bytes, &Rules::default())
}

fn opened_under(bytes: impl Into<Vec<u8>>, rules: &Rules) -> OpenDocument {
    OpenDocument::open(corpus(bytes).row(DocumentId(0)), None, rules)
}

fn corpus(bytes: impl Into<Vec<u8>>) -> Corpus {
    let cursor = Cursor::new(bytes.into());
    let source = Source::from_reader("in".to_owned(), None, cursor).expect("bytes in memory open");
    load(vec![source], &LoadOptions::default(), &Progress::default())
}

fn area(width: u16, height: u16) -> Area {
    Area::new(0, 0, Size::new(width, height))
}

const WIDE: Area = Area {
    x: 0,
    y: 0,
    width: 120,
    height: 40,
};

pub(crate) fn rows(document: &OpenDocument, area: Area) -> Vec<String> {
    let shown = document.shown(area);
    shown.iter().map(|shown| shown.line.text()).collect()
}

fn selected(document: &OpenDocument) -> String {
    let shown = document.shown(WIDE);
    let row = shown.iter().find(|shown| shown.is_selected);
    row.map(|row| row.line.text().trim().to_owned())
        .unwrap_or_default()
}

#[track_caller]
fn walk(document: &mut OpenDocument, steps: &[(Command, &str)]) {
    for (number, (command, expected)) in steps.iter().enumerate() {
        document.update(*command, WIDE);
        let found = selected(document);
        assert!(
            found.starts_with(expected),
            "step {number}, {command:?}: '{found}' does not begin with '{expected}'"
        );
    }
}

const CARD: &str = r#"{"name":"n","description":"d","url":"https://a.example","version":"1","protocolVersion":"0.3.0",
"capabilities":{"streaming":true},"defaultInputModes":[],"default_output_modes":[],
"skills":[{"id":"invoice","name":"n","description":"d","Tags":[]},{"id":7,"name":"n","description":"d","tags":["a"]}],
"x-vendor":{"deep":[1,2]}}"#;

fn card() -> OpenDocument {
    opened(CARD)
}

#[test]
fn the_tree_shows_keys_in_order_with_violations_on_their_lines() {
    let shown = rows(&card(), WIDE);
    let expected = [
        "▾ {10}  ✗ 3 violations under 0.3",
        "✗ defaultOutputModes  missing · the 0.3.0 schema requires an array of string · near miss: \"default_output_modes\"",
        "  name: \"n\"",
        "  description: \"d\"",
        "  url: \"https://a.example\"",
        "  version: \"1\"",
        "  protocolVersion: \"0.3.0\"",
        "▾ capabilities: {1}",
        "    streaming: true",
        "  defaultInputModes: [0]",
        "  default_output_modes: [0]  outside the spec",
        "▾ skills: [2]",
        "  ▾ 0: {4}",
        "    ✗ tags  missing · the 0.3.0 schema requires an array of string · near miss: \"Tags\"",
        "      id: \"invoice\"",
        "      name: \"n\"",
        "      description: \"d\"",
        "      Tags: [0]  outside the spec",
        "  ▾ 1: {4}",
        "    ✗ id: 7  ✗ number found · the 0.3.0 schema requires a string",
        "      name: \"n\"",
        "      description: \"d\"",
        "    ▾ tags: [1]",
        "        0: \"a\"",
        "▾ x-vendor: {1}  outside the spec",
        "  ▾ deep: [2]",
        "      0: 1",
        "      1: 2",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn where_a_line_does_not_fit_the_near_miss_goes_first() {
    let shown = rows(&card(), Area { width: 84, ..WIDE });
    let start = "✗ defaultOutputModes  missing · near miss: \"default_output_modes\" · the 0.3.0";
    assert!(shown[1].starts_with(start), "{}", shown[1]);
}

#[test]
fn folding_and_moving() {
    let last = Command::Move(Move::Last);
    let (left, right) = (Command::Move(Move::Left), Command::Move(Move::Right));
    let (up, down) = (Command::Move(Move::Up), Command::Move(Move::Down));
    walk(
        &mut card(),
        &[
            (last, "1: 2"),
            (left, "▾ deep: [2]"),
            (left, "▸ deep: [2]"),
            (left, "▾ x-vendor: {1}"),
            (left, "▸ x-vendor: {1}"),
            (up, "0: \"a\""),
            (left, "▾ tags"),
            (left, "▸ tags: [1]"),
            (right, "▾ tags: [1]"),
            (right, "0: \"a\""),
            (left, "▾ tags"),
            (left, "▸ tags"),
            (left, "▾ 1: {4}"),
            (Command::Open, "▸ 1: {4}  ✗ 1 violation inside"),
            (Command::Open, "▾ 1: {4}"),
            (down, "✗ id: 7"),
            (Command::FoldLevel, "▸ 1: {4}"),
            (Command::FoldLevel, "▸ skills: [2]  ✗ 2 violations inside"),
            (Command::FoldLevel, "▸ skills"),
            (Command::UnfoldLevel, "▾ skills"),
            (down, "▸ 0: {4}  ✗ 1 violation inside"),
            (Command::UnfoldAll, "▾ 0: {4}"),
            (Command::Move(Move::First), "▾ {10}"),
            (
                left,
                "▸ {10}  ✗ 3 violations under 0.3 · ✗ 3 violations inside",
            ),
            (down, "▸ {10}"),
            (right, "▾ {10}"),
        ],
    );
}

#[test]
fn violations_are_gone_to_round_the_end_and_unfolded() {
    let mut document = card();
    walk(
        &mut document,
        &[
            (Command::FoldLevel, ""),
            (Command::FoldLevel, ""),
            (Command::FoldLevel, "▾ {10}"),
            (Command::NextViolation, "✗ defaultOutputModes"),
            (Command::NextViolation, "✗ tags  missing"),
            (Command::NextViolation, "✗ id: 7"),
            (Command::NextViolation, "✗ defaultOutputModes"),
            (Command::PreviousViolation, "✗ id: 7"),
            (Command::PreviousViolation, "✗ tags"),
            (Command::Open, "Tags: [0]"),
        ],
    );
    let said = document.update(Command::PreviousViolation, WIDE);
    assert_eq!(said, DocumentReply::Done);
}

#[test]
fn a_document_without_violations_says_so_and_one_without_a_version_too() {
    let mut fine = opened(
        r#"{"supportedInterfaces":[],"name":"","description":"","version":"","capabilities":{},"defaultInputModes":[],"defaultOutputModes":[],"skills":[]}"#,
    );
    assert_eq!(
        rows(&fine, WIDE)[0],
        "▾ {8}  ✓ passes the structural check of 1.0"
    );
    let said = |document: &mut OpenDocument| match document.update(Command::NextViolation, WIDE) {
        DocumentReply::Say(notice) => notice.sentence,
        other => panic!("{other:?}"),
    };
    assert_eq!(said(&mut fine), "The document has no violation under 1.0.");
    let mut odd = opened(r#"{"agent":1}"#);
    assert_eq!(
        said(&mut odd),
        "The document is held to no version, so it has no violations."
    );
}

#[test]
fn free_form_objects_have_no_keys_outside_the_spec() {
    let document = opened(
        r#"{"capabilities":{"extensions":[{"uri":"u","params":{"anything":{"goes":1}},"extra":1}]},"url":"u"}"#,
    );
    let shown = rows(&document, WIDE);
    let marked: Vec<_> = shown
        .iter()
        .filter(|row| row.contains(branch::OUTSIDE))
        .map(|row| row.trim())
        .collect();
    assert_eq!(marked, ["extra: 1  outside the spec"]);
}

#[test]
fn duplicates_a_mark_and_hidden_text_are_named() {
    let document = opened("\u{feff}{\"url\":1,\"url\":\"a\u{202e}b\u{e0068}\u{e0069}\"}");
    let shown = rows(&document, WIDE);
    let remarks = " · begins with a byte order mark · 1 duplicate key · 3 hidden characters";
    assert!(shown[0].ends_with(remarks), "{}", shown[0]);
    let find = |what: &str| shown.iter().any(|row| row.contains(what));
    assert!(find("url: 1  shadowed by a later duplicate"));
    assert!(find(
        "url: \"a⟨RLO⟩b⟨tag:hi⟩\"  repeats an earlier key; this one counts"
    ));
    assert!(find(
        "! hidden text: \"hi\" · hidden characters: RIGHT-TO-LEFT OVERRIDE, 2 TAG CHARACTERS"
    ));
}

#[test]
fn find_reaches_the_line_that_names_what_hides() {
    let mut document = opened("{\"url\":\"a\",\"name\":\"x\u{202e}y\"}");
    let hits = document.find("hidden", WIDE).expect("the line says it");
    assert_eq!(hits.count, 1);
    assert!(
        selected(&document).starts_with("name: "),
        "{}",
        selected(&document)
    );
    let hits = document.find("left override", WIDE);
    assert_eq!(hits.map(|hits| hits.count), Some(1));
}

#[test]
fn what_is_copied_is_the_source() {
    let mut document = opened(r#"{"url":"a\n\u0062","n":1.50,"o":{"a b":[ 1 ]}}"#);
    let yank = |document: &OpenDocument, what| document.yank(what).map(|(text, _)| text);
    for (to, value, path, pointer, jq) in [
        ("url", "a\nb", "url", "/url", ".url"),
        ("n", "1.50", "n", "/n", ".n"),
        ("o", r#"{"a b":[ 1 ]}"#, "o", "/o", ".o"),
        ("a b", "[ 1 ]", r#"o["a b"]"#, "/o/a b", r#".o["a b"]"#),
    ] {
        document.find(to, WIDE);
        document.end_find();
        let found =
            [Yank::Value, Yank::Path, Yank::Pointer, Yank::Jq].map(|what| yank(&document, what));
        let expected = [value, path, pointer, jq].map(|text| Some(text.to_owned()));
        assert_eq!(found, expected);
        document.find("", WIDE);
        document.update(Command::Move(Move::First), WIDE);
    }
    let whole = yank(&document, Yank::Document);
    assert_eq!(
        whole.as_deref(),
        Some(r#"{"url":"a\n\u0062","n":1.50,"o":{"a b":[ 1 ]}}"#)
    );
    document.update(Command::NextViolation, WIDE);
    assert_eq!(yank(&document, Yank::Path).as_deref(), Some("capabilities"));
    assert_eq!(yank(&document, Yank::Value), None);
}

#[test]
fn find_starts_at_the_cursor_wraps_and_counts() {
    let mut document = card();
    document.find("invoice", WIDE);
    document.end_find();
    assert_eq!(selected(&document), "id: \"invoice\"");
    let hits = document.find("description", WIDE).expect("it is there");
    assert_eq!(hits.to_string(), "2/3");
    assert_eq!(
        document.end_find().map(|notice| notice.sentence).as_deref(),
        Some("2/3 'description'")
    );
    let mut seen = Vec::new();
    for _ in 0..3 {
        if let DocumentReply::Say(notice) = document.update(Command::NextHit, WIDE) {
            seen.push(notice.sentence);
        }
    }
    assert_eq!(
        seen,
        [
            "3/3 'description'",
            "1/3 'description', round the end",
            "2/3 'description'"
        ]
    );
    assert_eq!(
        document.find("no such thing", WIDE).map(|hits| hits.count),
        Some(0)
    );
    document.cancel_find(WIDE);
    assert_eq!(selected(&document), "description: \"d\"");
}

#[test]
fn find_unfolds_what_it_finds() {
    let mut document = card();
    while matches!(document.update(Command::FoldLevel, WIDE), DocumentReply::Say(notice) if notice.sentence.starts_with("Folded"))
    {
    }
    document.find("INVOICE", WIDE);
    assert_eq!(selected(&document), "id: \"invoice\"");
}

#[test]
fn the_tabs_go_round_both_ways() {
    let mut document = card();
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push(document.tab());
        document.update(Command::NextTab, WIDE);
    }
    assert_eq!(seen, DocumentTab::ALL);
    assert_eq!(document.tab(), DocumentTab::Tree);
    document.update(Command::PreviousTab, WIDE);
    assert_eq!(document.tab(), DocumentTab::Verdicts);
}

fn at(bytes: impl Into<Vec<u8>>, tab: DocumentTab) -> OpenDocument {
    let mut document = opened(bytes);
    document.go_to_tab(tab);
    document
}

#[test]
fn raw_lines_are_numbered_and_keep_every_byte_visible() {
    let document = at(
        "{\r\n\t\"url\": \"a\u{7f}\",\n\n \"x\": 1}",
        DocumentTab::Raw,
    );
    let shown = rows(&document, WIDE);
    assert_eq!(
        &shown[shown.len() - 4..],
        ["1 {␍", "2 ␉\"url\": \"a␡\",", "3 ", "4  \"x\": 1}"]
    );
}

#[test]
fn a_wrapped_raw_line_is_whole_and_a_cut_one_moves_sideways() {
    let json = format!("{{\"url\":\"{}\"}}", "0123456789".repeat(5));
    let mut document = at(json.as_str(), DocumentTab::Raw);
    let narrow = area(34, 10);
    let shown = rows(&document, narrow);
    assert_eq!(shown.len(), 3);
    let joined: String = shown
        .iter()
        .map(|row| row.get(2..).unwrap_or_default())
        .collect();
    assert_eq!(joined, json);
    document.update(Command::Wrap, narrow);
    assert_eq!(rows(&document, narrow).len(), 1);
    document.update(Command::Move(Move::Right), narrow);
    assert!(rows(&document, narrow)[0].starts_with("1 0123"));
    assert_eq!(document.yank(Yank::Value).map(|(text, _)| text), Some(json));
}

#[test]
fn the_place_of_a_syntax_error_is_shown_under_the_bytes() {
    let good = r#"{"name":"n","url":"https://a.example"}"#;
    let bad = format!("{good}\n{{\"a\":1,,\"b\":2}}\n");
    let corpus = corpus(bad);
    let mut document = OpenDocument::open(corpus.row(DocumentId(1)), None, &Rules::default());
    assert!(
        rows(&document, WIDE)[0].starts_with("No tree: the body is not JSON"),
        "{:?}",
        rows(&document, WIDE)
    );
    document.go_to_tab(DocumentTab::Raw);
    let shown = rows(&document, WIDE);
    let line = shown
        .iter()
        .position(|row| row.starts_with("1 {\"a\":1,,"))
        .expect("the line is there");
    assert_eq!(shown[line + 1], "         ^");
    assert!(
        shown[line + 2].contains("byte 7: expected"),
        "{}",
        shown[line + 2]
    );
}

#[test]
fn a_syntax_error_far_in_is_scrolled_to() {
    let good = r#"{"name":"n","url":"https://a.example"}"#;
    let bytes = format!("{good}\n{{\"a\":\"{}\",,}}\n", "x".repeat(100_000));
    let corpus = corpus(bytes);
    let mut document = OpenDocument::open(corpus.row(DocumentId(1)), None, &Rules::default());
    document.go_to_tab(DocumentTab::Raw);
    let shown = document.shown(area(80, 20));
    assert!(shown.iter().any(|row| row.line.text().trim() == "^"));
}

#[test]
fn bytes_that_are_not_utf_8_are_shown_and_not_copied_as_something_else() {
    let mut bytes = br#"{"name":"n","url":"https://a.example"}"#.to_vec();
    bytes.extend(b"\n{\"url\":\"\xff\xfe\"}\n");
    let corpus = corpus(bytes);
    let mut document = OpenDocument::open(corpus.row(DocumentId(1)), None, &Rules::default());
    document.go_to_tab(DocumentTab::Raw);
    let shown = rows(&document, WIDE).join("\n");
    assert!(shown.contains("⟨FF⟩⟨FE⟩"), "{shown}");
    assert!(shown.contains("not UTF-8 from byte 8 on"), "{shown}");
    assert_eq!(document.yank(Yank::Document), None);
    assert!(matches!(
        document.update(Command::Yank(Yank::Document), WIDE),
        DocumentReply::Say(notice) if notice.sentence.starts_with("It is not UTF-8")
    ));
}

#[test]
fn a_record_without_a_body_says_so_in_every_tab() {
    let bytes =
        "{\"host\":\"a.example\",\"body\":\"{}\"}\n{\"host\":\"b.example\",\"body\":null}\n";
    let corpus = corpus(bytes);
    let mut document = OpenDocument::open(corpus.row(DocumentId(1)), None, &Rules::default());
    for (tab, expected) in [
        (DocumentTab::Tree, "No tree: the record has no body"),
        (
            DocumentTab::Raw,
            "✗ No body to show: the record has no body",
        ),
        (DocumentTab::Verdicts, "Attribution"),
    ] {
        document.go_to_tab(tab);
        assert!(
            rows(&document, WIDE)[0].starts_with(expected),
            "{tab:?}: {:?}",
            rows(&document, WIDE)
        );
    }
    assert!(rows(&document, WIDE)[1].contains("Not attributed: the document is in state no-body"));
}

#[test]
fn verdicts_tell_the_trace_every_family_and_where_violations_are() {
    let mut document = at(CARD, DocumentTab::Verdicts);
    let tall = area(120, 100);
    let shown = rows(&document, tall);
    let has = |what: &str| {
        assert!(
            shown.iter().any(|row| row.contains(what)),
            "'{what}' in {shown:#?}"
        )
    };
    has("Held to 0.3 (a2a-0.3.0.json), route declared: rule 3 was the first that applied.");
    has("· rule 1  did not fire: no @context");
    has("✓ rule 3  fired: protocolVersion \"0.3.0\" names 0.3");
    has("– rule 4  not reached");
    has("It never means: is compliant.");
    has("0.2 and 0.3 ask the same of a document");
    has("Violations under 0.2 and 0.3 (a2a-0.3.0.json), the version assigned: 3");
    has("✗ skills[0].tags  missing · expected an array of string · near miss: \"Tags\"");
    has("✗ skills[1].id  type · expected a string, found number");
    has("Violations under 1.0 (a2a-1.0.1.json): 4");
    has("only the computed verdict stands");
    document.find("skills[1].id", tall);
    document.update(Command::Open, WIDE);
    assert_eq!(document.tab(), DocumentTab::Tree);
    assert!(selected(&document).starts_with("✗ id: 7"));
}

#[test]
fn a_violation_of_another_family_is_shown_through_that_family() {
    let mut document = at(CARD, DocumentTab::Verdicts);
    document.find("✗ supportedInterfaces", WIDE);
    let said = document.update(Command::Open, WIDE);
    assert!(
        matches!(said, DocumentReply::Say(notice) if notice.sentence.contains("under 1.0, which is not the version assigned"))
    );
    assert!(
        selected(&document)
            .starts_with("✗ supportedInterfaces  missing · the 1.0.1 schema requires")
    );
}

#[test]
fn published_stands_beside_computed_with_differences_marked() {
    let view = PublishedView {
        columns: vec![
            (
                "valid".to_owned(),
                "true".to_owned(),
                "false".to_owned(),
                true,
            ),
            (
                "version".to_owned(),
                "0.3".to_owned(),
                "0.3".to_owned(),
                false,
            ),
        ],
        extra: vec![("note".to_owned(), "\u{1b}[2J".to_owned())],
        line: 1042,
        file: "verdicts.csv".to_owned(),
    };
    let mut document = at(CARD, DocumentTab::Verdicts);
    document.publish(Some(view));
    let shown = rows(&document, area(120, 100));
    let has = |what: &str| {
        assert!(
            shown.iter().any(|row| row.contains(what)),
            "'{what}' in {shown:#?}"
        )
    };
    has("The row at line 1,042 of verdicts.csv differs in 1 column.");
    has("≠   valid      true       false");
    has("=   version    0.3        0.3");
    has("␛[2J");
}

#[test]
fn another_rule_moves_the_marks() {
    let hybrid = r#"{"url":"u","protocolVersion":"0.3","supportedInterfaces":[]}"#;
    let mut document = opened(hybrid);
    assert!(rows(&document, WIDE)[0].contains("under 1.0"));
    document.judge(&"order=declaration".parse().expect("a rule"));
    assert!(rows(&document, WIDE)[0].contains("under 0.3"));
}

#[test]
fn every_tab_explains_what_is_under_the_cursor() {
    let mut document = card();
    let title = |document: &mut OpenDocument| match document.update(Command::Explain, WIDE) {
        DocumentReply::Read { title, paragraphs } => {
            assert!(paragraphs.iter().any(|text| !text.is_empty()));
            title
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(title(&mut document), "The document");
    document.update(Command::NextViolation, WIDE);
    assert_eq!(title(&mut document), "defaultOutputModes");
    document.find("x-vendor", WIDE);
    assert_eq!(title(&mut document), "x-vendor");
    document.go_to_tab(DocumentTab::Verdicts);
    document.find("rule 2", WIDE);
    assert_eq!(title(&mut document), "rule 2");
}

#[test]
fn wrapped_values_break_at_their_line_feeds_and_keep_the_mark() {
    let mut document = opened(r#"{"url":"one\ntwo three"}"#);
    document.update(Command::Wrap, area(40, 10));
    let shown = rows(&document, area(40, 30));
    let at = shown
        .iter()
        .position(|row| row.contains("one"))
        .expect("the value is there");
    assert_eq!(shown[at..at + 2], ["  url: \"one␊", "       two three\""]);
}

#[test]
fn depth_and_length_cost_nothing_but_rows() {
    let deep = format!("{{\"url\":{}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let mut document = opened(deep);
    // 9 keys are missing, one of them nothing: url is there, and no string.
    let missing = 8;
    assert_eq!(document.position(), (1, 10_002 + missing));
    document.update(Command::Move(Move::Last), WIDE);
    assert!(
        selected(&document).starts_with("…10000"),
        "{}",
        selected(&document)
    );
    document.update(Command::Wrap, area(20, 6));
    rows(&document, area(20, 6));

    let long = format!("{{\"url\":[{}0]}}", "0,".repeat(99_999));
    let mut document = opened(long);
    document.update(Command::Move(Move::Last), WIDE);
    assert_eq!(selected(&document), "99999: 0");
    document.update(Command::Move(Move::Left), WIDE);
    document.update(Command::Move(Move::Left), WIDE);
    assert!(selected(&document).starts_with("▸ url: [100,000]"));
    assert_eq!(
        document.yank(Yank::Path).map(|(text, _)| text).as_deref(),
        Some("url")
    );
}

#[test]
fn a_long_string_is_laid_out_where_it_is_looked_at() {
    let json = format!("{{\"url\":\"{}\"}}", "lorem ipsum ".repeat(1_000_000));
    let mut document = opened(json);
    for tab in [DocumentTab::Tree, DocumentTab::Raw] {
        document.go_to_tab(tab);
        for step in [
            Move::Last,
            Move::PageUp,
            Move::Up,
            Move::First,
            Move::PageDown,
        ] {
            document.update(Command::Move(step), WIDE);
            assert!(document.shown(WIDE).len() <= 38);
        }
        if tab == DocumentTab::Tree {
            document.update(Command::Wrap, WIDE);
            document.update(Command::Move(Move::Last), WIDE);
            assert!(
                rows(&document, WIDE)
                    .last()
                    .is_some_and(|row| row.ends_with("ipsum \"")
                        || row.ends_with("ipsum\"")
                        || row.trim() == "\"")
            );
        }
    }
}

#[test]
fn a_press_takes_a_row_and_again_follows_it() {
    let mut document = card();
    let press = |row| Mouse {
        gesture: Gesture::Press,
        column: 5,
        row,
    };
    document.mouse(press(8), WIDE);
    assert_eq!(selected(&document), "▾ capabilities: {1}");
    document.mouse(press(8), WIDE);
    assert_eq!(selected(&document), "▸ capabilities: {1}");
    let (_, raw) = document.tab_areas(WIDE)[1];
    document.mouse(
        Mouse {
            column: raw.x,
            row: raw.y,
            ..press(0)
        },
        WIDE,
    );
    assert_eq!(document.tab(), DocumentTab::Raw);
}
