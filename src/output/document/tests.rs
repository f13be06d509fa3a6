//! Tests of documents written for people.

use super::*;
use crate::corpus::{Corpus, LoadOptions, Progress, Source, load};

fn corpus(text: String) -> Corpus {
    let reader = std::io::Cursor::new(text.into_bytes());
    let source = Source::from_reader("in".into(), None, reader).expect("memory opens");
    load(vec![source], &LoadOptions::default(), &Progress::default())
}

fn tree_text(text: &str) -> String {
    let corpus = corpus(text.to_owned());
    let row = corpus.rows().next().expect("one document");
    let graded = row.grade(&Rules::default());
    let tree = row.tree().expect("JSON");
    let document = Document::new(row.body().expect("a body"), &tree);
    let mut out = Vec::new();
    write_tree(document, &graded, &mut out).expect("memory takes it");
    String::from_utf8(out).expect("text")
}

fn sheet_text(text: &str) -> String {
    let corpus = corpus(text.to_owned());
    let row = corpus.rows().next().expect("one document");
    let mut out = Vec::new();
    let report = DocumentReport::of(row, &Rules::default(), None);
    write_text(&report, &mut out).expect("memory takes it");
    String::from_utf8(out).expect("text")
}

/// A 1.0 card that lacks a skill's tags under their proper name, with a vendor's key.
const CARD: &str = concat!(
    r#"{"name":"a","description":"b","version":1,"capabilities":{},"supportedInterfaces":[],"#,
    r#""defaultInputModes":[],"defaultOutputModes":[],"skills":[{"id":"i","name":"n","#,
    r#""description":"d","Tags":[]}],"x-vendor":{"a b":null}}"#,
);

#[test]
fn a_fault_stands_on_its_line_with_what_was_expected() {
    let text = tree_text(CARD);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "  {9}");
    assert!(
        lines.contains(&"✗   version: 1  · the schema asks for string"),
        "{text}"
    );
    let skill = lines.iter().position(|line| line.trim() == "0: {4}");
    let skill = skill.expect("the skill has a line");
    assert_eq!(
        lines[skill + 1],
        "✗       tags  · missing; expected array of string  · near miss: 'Tags'"
    );
    assert!(
        lines.contains(&"    x-vendor: {1}  · outside the spec"),
        "{text}"
    );
    // Only the outermost foreign key is marked: what is in it is the vendor's own affair.
    assert!(lines.contains(&"      \"a b\": null"), "{text}");
}

#[test]
fn what_hides_is_named_and_never_written_as_it_is() {
    let text = tree_text("{\"name\":\"a\u{202e}b\",\"k\":1,\"k\":2}");
    assert!(
        text.contains("name: \"a⟨RLO⟩b\"  · hidden: RIGHT-TO-LEFT OVERRIDE"),
        "{text}"
    );
    assert!(
        text.contains("k: 1  · outside the spec  · a later duplicate counts"),
        "{text}"
    );
    assert!(!text.contains('\u{202e}'));
}

#[test]
fn nesting_costs_lines_and_not_the_stack() {
    let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    let text = tree_text(&format!("{{\"x\":{deep}}}"));
    assert_eq!(text.lines().count(), 5_002);
    assert!(text.contains("(level 5001) 0: 1"));
    assert!(text.len() < 1_000_000);
}

#[test]
fn the_sheet_says_why_and_under_which_schema() {
    let text = sheet_text(CARD);
    for part in [
        "inferred: 1.0",
        "▸ fired        rule 2  supportedInterfaces is an array of 0, and protocolVersion says nothing",
        "  not reached  rule 4",
        "verdict      invalid",
        "alternative  invalid at 0.3",
        "Violations under 1.0 (a2a-1.0.1.json)",
        "✗ skills[0].tags  missing; expected array of string; near miss: 'Tags'",
        "✗ version  expected string, found number",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn a_document_that_is_no_json_has_a_reason_and_no_verdict() {
    let text = sheet_text("nonsense\n");
    assert!(text.contains("state    unparseable"), "{text}");
    assert!(text.contains("problem  "), "{text}");
    assert!(text.contains("not attributed"), "{text}");
    assert!(text.contains("verdict      –"), "{text}");
}
