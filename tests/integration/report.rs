//! `cardex report`.

use crate::support::{World, census, envelope, frame, repository, verdicts};
use serde_json::Value;

/// Every number of `expected` must stand at the same place in `found`.
fn hold(expected: &Value, found: &Value, place: &str) -> usize {
    match expected {
        Value::Object(members) => members
            .iter()
            .filter(|(key, _)| !matches!(key.as_str(), "source" | "derived" | "note"))
            .map(|(key, value)| hold(value, &found[key], &format!("{place}.{key}")))
            .sum(),
        Value::Array(items) => {
            assert_eq!(found.as_array().map(Vec::len), Some(items.len()), "{place}");
            let pairs = items.iter().enumerate();
            pairs
                .map(|(index, item)| hold(item, &found[index], &format!("{place}[{index}]")))
                .sum()
        }
        value => {
            assert_eq!(value, found, "{place}");
            1
        }
    }
}

#[test]
fn the_sample_gives_every_published_number() {
    let world = World::new();
    let run = world.run(&[
        "report",
        &census(),
        &verdicts(),
        &frame(),
        "--format",
        "json",
    ]);
    let text = std::fs::read(repository("tests/fixtures/published.json")).expect("the fixture");
    let published: Value = serde_json::from_slice(&text).expect("the fixture is JSON");
    let found = run.ok().json();
    let count = hold(&published, &found, "");
    // 10 of the frame, 4 verdicts, 9 of the routes, 3 of their failures, 6 fields, 3 at 1.0, and
    // of the alternatives 2 sums and 5 rows of 4.
    assert_eq!(count, 57);
    assert_eq!(found["unclassified"].as_array().map(Vec::len), Some(53));
    assert_eq!(found["agreement"]["agree"], 661);
    assert_eq!(found["agreement"]["rows"], 661);
    assert_eq!(found["agreement"]["disagree"], serde_json::json!([]));
}

#[test]
fn sections_whose_input_is_absent_are_null() {
    let world = World::new();
    let found = world
        .run(&["report", &census(), "--format", "json"])
        .ok()
        .json();
    assert_eq!(
        (&found["frame"], &found["agreement"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(found["rules"], "paper");
}

#[test]
fn the_order_of_files_does_not_matter() {
    let world = World::new();
    let first = world.run(&["report", &census(), &verdicts(), &frame()]);
    let other = world.run(&["report", &frame(), &census(), &verdicts()]);
    assert_eq!(first.ok().stdout, other.ok().stdout);
    first.says(&["Rule: the paper's", "inferred", "230"]);
}

#[test]
fn a_filter_selects_the_tables_and_leaves_statements_about_files() {
    let world = World::new();
    let query = [
        "report",
        &census(),
        &verdicts(),
        "--where",
        "route:inferred",
        "--format",
        "json",
    ];
    let found = world.run(&query).ok().json();
    assert_eq!(found["verdicts"]["documents"], 296);
    assert_eq!(found["routes"]["declared"]["n"], 0);
    assert_eq!(found["agreement"]["joined"], 661);
}

#[test]
fn two_rules_stand_side_by_side_with_what_differs() {
    let world = World::new();
    let rules = ["report", &census(), "--against", "order=declaration"];
    let json = world
        .run(&[&rules[..], &["--format", "json"]].concat())
        .ok()
        .json();
    assert_eq!(json["before"]["routes"]["conflict"]["n"], 98);
    assert_eq!(json["after"]["routes"]["conflict"]["n"], 0);
    let figures = json["differences"].as_array().expect("a list");
    let conflict = figures.iter().find(|figure| figure["name"] == "conflict");
    let conflict = conflict.expect("conflicts are a figure");
    assert_eq!(
        (
            &conflict["before"],
            &conflict["after"],
            &conflict["delta"],
            &conflict["query"]
        ),
        (
            &98.into(),
            &0.into(),
            &(-98).into(),
            &"route:conflict".into()
        )
    );
    world
        .run(&rules)
        .ok()
        .says(&["Two rules side by side", "−98", "+98", "First rule: paper"]);
    world
        .run(&[&rules[..], &["--fail-on-change"]].concat())
        .code(4);
    let same = [
        "report",
        &census(),
        "--against",
        "paper",
        "--fail-on-change",
    ];
    world.run(&same).ok().says(&["No figure differs"]);
}

#[test]
fn the_rule_is_named_in_every_form() {
    let world = World::new();
    for format in ["text", "markdown", "json"] {
        let run = world.run(&[
            "report",
            &census(),
            "--rules",
            "tolerant=on",
            "--format",
            format,
        ]);
        run.ok().says(&["tolerant=on"]);
    }
    world
        .run(&["report", &census(), "--rules", "tolerant=maybe"])
        .code(1)
        .complains(&["tolerant=off or tolerant=on"]);
}

#[test]
fn defects_are_an_exit_code_when_asked() {
    let world = World::new();
    world.write("a.jsonl", envelope("a.example", "not json"));
    world.run(&["report", "a.jsonl"]).ok();
    world
        .run(&["report", "a.jsonl", "--fail-on-defect"])
        .code(2);
}
