//! `cardex grade`.

use crate::support::{Run, World, argument, census, envelope, repository, verdicts};
use serde_json::Value;
use std::collections::BTreeSet;

/// What was worked out for the wild documents by a program that shares nothing with this one.
fn expected() -> Vec<Value> {
    let text = std::fs::read_to_string(repository("tests/fixtures/wild.expected.jsonl"))
        .expect("the fixture is there");
    let lines = text.lines().map(serde_json::from_str);
    lines
        .collect::<Result<_, _>>()
        .expect("the fixture is JSON")
}

fn faults(value: &Value) -> BTreeSet<String> {
    let fault = |fault: &Value| match fault {
        Value::String(text) => text.clone(),
        _ => format!(
            "{}:{}",
            fault["path"].as_str().unwrap_or_default(),
            fault["kind"].as_str().unwrap_or_default()
        ),
    };
    value.as_array().into_iter().flatten().map(fault).collect()
}

#[test]
fn wild_documents_get_the_verdicts_that_were_worked_out_for_them() {
    let world = World::new();
    let run = world.run(&[
        "grade",
        &argument("tests/fixtures/wild.jsonl.gz"),
        "--format",
        "jsonl",
    ]);
    let found = run.ok().json_lines();
    let expected = expected();
    assert_eq!((found.len(), expected.len()), (207, 207));
    for (position, (found, expected)) in found.iter().zip(&expected).enumerate() {
        for key in [
            "host",
            "path",
            "state",
            "version_source",
            "version",
            "valid",
            "tolerant_valid",
            "alternative_version",
            "alternative_valid",
            "valid_newest",
        ] {
            assert_eq!(
                found[key], expected[key],
                "{key} of document {position}: {found}"
            );
        }
        let (left, right) = (
            faults(&found["violations"]),
            faults(&expected["violations"]),
        );
        assert_eq!(left, right, "violations of document {position}");
        let declared = |row: &Value| {
            row["declared_version"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        };
        assert_eq!(declared(found), declared(expected), "document {position}");
    }
}

#[test]
fn the_sample_is_graded_as_its_verdict_file_says_and_the_same_every_time() {
    let world = World::new();
    let first = world.run(&["grade", &census()]);
    let second = world.run(&["grade", &census()]);
    first.ok();
    assert_eq!(first.stdout, second.stdout);
    let rows: BTreeSet<Vec<String>> = first.csv().into_iter().collect();
    let file = std::fs::read(repository("sample-data/verdicts.csv")).expect("the sample is there");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(file.as_slice());
    let published: BTreeSet<Vec<String>> = reader
        .records()
        .map(|row| row.expect("CSV").iter().map(str::to_owned).collect())
        .collect();
    assert_eq!(rows.len(), 662);
    assert_eq!(rows, published);
}

#[test]
fn the_columns_are_the_contracts() {
    let world = World::new();
    world.write("a.jsonl", envelope("A.example:443", r#"{"url":"u"}"#));
    assert_eq!(
        world.run(&["grade", "a.jsonl"]).ok().text().lines().next(),
        Some(
            "host,path,sha256,state,version,version_source,declared_version,valid,tolerant_valid,\
             violations,alternative_version,alternative_valid,valid_newest,schema"
        )
    );
}

/// Rows of a CSV file by their position, without the header.
fn rows(run: &Run) -> Vec<Vec<String>> {
    run.csv().split_off(1)
}

#[test]
fn a_filter_streams_the_rows_that_pass_and_changes_none() {
    let world = World::new();
    let all = rows(world.run(&["grade", &census()]).ok());
    let some = rows(
        world
            .run(&[
                "grade",
                &census(),
                "--where",
                "route:conflict verdict:valid",
            ])
            .ok(),
    );
    let conflict: Vec<_> = all
        .into_iter()
        .filter(|row| row[5] == "conflict" && row[7] == "true")
        .collect();
    assert_eq!(conflict.len(), 56);
    assert_eq!(some, conflict);
}

#[test]
fn a_sort_orders_all_rows_and_a_rule_changes_verdicts() {
    let world = World::new();
    let sorted = rows(world.run(&["grade", &census(), "--sort", "-host"]).ok());
    assert_eq!(sorted.len(), 661);
    assert!(sorted.windows(2).all(|pair| pair[0][0] >= pair[1][0]));
    let rule = [
        "grade",
        &census(),
        "--rules",
        "order=declaration",
        "--where",
        "route:conflict",
    ];
    assert_eq!(rows(world.run(&rule).ok()).len(), 0);
}

#[test]
fn published_verdicts_are_asked_where_they_are_and_their_want_is_told() {
    let world = World::new();
    let query = ["grade", &census(), "--where", "agree:yes published:valid"];
    world
        .run(&query)
        .code(1)
        .complains(&["agree:yes", "no verdict file", "--verdicts FILE"]);
    let found = rows(world.run(&[query.as_slice(), &[&verdicts()]].concat()).ok());
    assert_eq!(found.len(), 311);
}

#[test]
fn a_query_that_is_not_understood_says_where() {
    let world = World::new();
    let run = world.run(&["grade", &census(), "--where", "route:infered"]);
    run.code(1)
        .complains(&["--where 'route:infered'", "at byte", "inferred"]);
    assert!(run.stdout.is_empty(), "{}", run.describe());
    world
        .run(&["grade", &census(), "--sort", "hots"])
        .code(1)
        .complains(&["hots", "did you mean 'host'?"]);
}

#[test]
fn defects_are_an_exit_code_only_when_asked() {
    let world = World::new();
    world.write("bad.jsonl", envelope("a.example", r#"{"url":"u"}"#));
    world.write("unclassified.jsonl", envelope("a.example", r#"{"x":"u"}"#));
    world.run(&["grade", "bad.jsonl"]).ok();
    world
        .run(&["grade", "bad.jsonl", "--fail-on-defect"])
        .code(2);
    world
        .run(&["grade", "unclassified.jsonl", "--fail-on-defect"])
        .ok();
    let none = [
        "grade",
        "bad.jsonl",
        "--fail-on-defect",
        "--where",
        "verdict:valid",
    ];
    world.run(&none).ok();
}

#[test]
fn a_file_is_replaced_only_by_force() {
    let world = World::new();
    world
        .write("a.jsonl", envelope("a.example", "{}"))
        .write("out.csv", "mine");
    let run = world.run(&["grade", "a.jsonl", "-o", "out.csv"]);
    run.code(1)
        .complains(&["out.csv: is there already", "--force"]);
    assert_eq!(world.read("out.csv"), b"mine");
    let run = world.run(&["grade", "a.jsonl", "-o", "out.csv", "--force"]);
    assert!(run.ok().stdout.is_empty());
    assert!(world.read("out.csv").starts_with(b"host,path,"));
}
