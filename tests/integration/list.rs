//! `cardex list`.

use crate::support::{World, census, envelope, verdicts};

#[test]
fn the_usual_columns_are_those_of_the_terminal() {
    let world = World::new();
    let head = |arguments: &[&str]| {
        let run = world.run(arguments);
        let line = run
            .ok()
            .text()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned();
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let usual = "address route version verdict alternative tolerant faults bytes";
    assert_eq!(head(&["list", &census()]), usual);
    let both = format!("{usual} published agree");
    assert_eq!(head(&["list", &census(), &verdicts()]), both);
}

#[test]
fn rows_are_those_that_pass_in_the_order_asked_for() {
    let world = World::new();
    let query = "route:inferred verdict:invalid field:skills";
    let run = world.run(&[
        "list",
        &census(),
        "--where",
        query,
        "--sort",
        "-bytes",
        "--columns",
        "bytes,fields,route",
        "--format",
        "jsonl",
    ]);
    let rows = run.ok().json_lines();
    assert!(!rows.is_empty());
    let bytes: Vec<u64> = rows
        .iter()
        .filter_map(|row| row["bytes"].as_u64())
        .collect();
    assert!(bytes.windows(2).all(|pair| pair[0] >= pair[1]), "{bytes:?}");
    for row in &rows {
        assert_eq!(row["route"], "inferred");
        let fields = row["fields"].as_array().expect("a list");
        assert!(fields.contains(&"skills".into()), "{row}");
    }
}

#[test]
fn an_order_is_named_as_in_a_query_or_a_list() {
    let world = World::new();
    let sorted = |keys: &str| {
        let arguments = ["list", &census(), "--sort", keys, "--format", "csv"];
        world.run(&arguments).ok().text().to_owned()
    };
    assert_eq!(sorted("-alternative"), sorted("-alt"));
    assert_eq!(sorted("size,family"), sorted("bytes,version"));
    assert_ne!(sorted("-alternative"), sorted("alternative"));
    world
        .run(&["list", &census(), "--sort", "alternativ"])
        .code(1)
        .complains(&["cannot sort by 'alternativ'; did you mean 'alternative'?"]);
}

#[test]
fn an_empty_list_says_that_no_document_passes() {
    let world = World::new();
    world
        .run(&["list", &census(), "--where", "host:nobody.example"])
        .ok()
        .complains(&["no document passes"]);
}

#[test]
fn every_column_can_be_had_and_an_unknown_one_brings_the_nearest() {
    let world = World::new();
    let body =
        "\u{feff}{\"url\":\"u\",\"name\":\"n\",\"name\":\"m\u{200b}\",\"protocolVersion\":\"9x\"}";
    world.write("a.jsonl", envelope("a.example", body));
    let help = world.run(&["list", "--columns", "help"]);
    let names: Vec<String> = help
        .ok()
        .text()
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect();
    assert!(names.len() > 30, "{names:?}");
    let run = world.run(&[
        "list",
        "a.jsonl",
        "--columns",
        &names.join(","),
        "--format",
        "jsonl",
    ]);
    let row = &run.ok().json_lines()[0];
    assert_eq!(row["address"], "a.example/.well-known/agent-card.json");
    assert_eq!(row["line"], 1);
    assert_eq!(row["name"], "m\u{200b}");
    assert_eq!(
        row["notes"],
        serde_json::json!(["bom", "duplicate-keys", "unrecognised-version"])
    );
    assert_eq!(row["hidden"], serde_json::json!(["zero-width"]));
    assert_eq!(row["declared"], "9x");
    assert_eq!(row["version"], "1.0");
    assert_eq!(row["status"], serde_json::Value::Null);
    world
        .run(&["list", "a.jsonl", "--columns", "adress"])
        .code(1)
        .complains(&["no column 'adress'", "address"]);
}

#[test]
fn csv_has_a_header_and_exact_text() {
    let world = World::new();
    world.write(
        "a.jsonl",
        envelope("a.example", r#"{"name":"a \"b\",\u001b"}"#),
    );
    let run = world.run(&[
        "list",
        "a.jsonl",
        "--columns",
        "name,state",
        "--format",
        "csv",
    ]);
    assert_eq!(
        run.ok().csv(),
        [["name", "state"], ["a \"b\",\u{1b}", "card"]]
    );
}

#[test]
fn a_list_of_nothing_is_no_failure() {
    let world = World::new();
    let run = world.run(&[
        "list",
        &census(),
        "--where",
        "host:nowhere.example",
        "--format",
        "csv",
    ]);
    assert_eq!(run.ok().csv().len(), 1);
}
