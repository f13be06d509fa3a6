//! `cardex compare`: what can be read off three clouds' cards, and what bad input gets.

use crate::support::{World, argument, envelope};
use serde_json::Value;

fn clouds() -> [String; 3] {
    ["cloud-run", "agentcore", "container-apps"]
        .map(|name| argument(&format!("sample-data/clouds/{name}.json")))
}

fn compared() -> Value {
    let [run, agentcore, apps] = clouds();
    let world = World::new();
    let result = world.run(&["compare", &run, &agentcore, &apps, "--format", "json"]);
    result.ok().json()
}

fn list(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .collect()
}

#[test]
fn three_clouds_differ_where_a_validator_does_not_look() {
    let json = compared();
    let cards = json["cards"].as_array().expect("cards");
    let each = |key: &str| {
        cards
            .iter()
            .map(|card| card[key].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(each("bytes"), [528, 2109, 1924].map(Value::from));
    assert_eq!(each("shape"), ["1.0", "hybrid", "hybrid"].map(Value::from));
    assert_eq!(
        each("route"),
        ["inferred", "conflict", "conflict"].map(Value::from)
    );
    assert_eq!(each("family"), ["1.0", "1.0", "1.0"].map(Value::from));
    assert_eq!(
        each("verdict"),
        ["valid", "invalid", "invalid"].map(Value::from)
    );
    let at = |card: &Value| card["declared"]["at"].clone();
    let at: Vec<_> = cards.iter().map(at).collect();
    assert_eq!(
        at,
        ["per interface", "top level", "top level"].map(Value::from)
    );
    for hybrid in &cards[1..] {
        assert_eq!(hybrid["verdicts"]["0.3"], "valid");
        assert_eq!(hybrid["verdicts"]["1.0"], "invalid");
    }
    let universal = list(&json["universal"]);
    for core in [
        "name",
        "description",
        "version",
        "capabilities",
        "defaultInputModes",
        "defaultOutputModes",
        "skills",
    ] {
        assert!(universal.contains(&core), "{core} in {universal:?}");
    }
    let unserved = list(&json["unserved"]);
    for absent in [
        "securitySchemes",
        "provider",
        "signatures",
        "documentationUrl",
        "iconUrl",
    ] {
        assert!(unserved.contains(&absent), "{absent} in {unserved:?}");
    }
}

#[test]
fn an_explicit_false_is_not_an_absence() {
    let json = compared();
    let rows = json["rows"].as_array().expect("rows");
    let row = rows
        .iter()
        .find(|row| row["path"] == "capabilities.pushNotifications");
    let cells = row.expect("one card has it")["cells"]
        .as_array()
        .expect("cells")
        .clone();
    let kinds: Vec<_> = cells.iter().map(|cell| cell["kind"].clone()).collect();
    assert_eq!(kinds, ["bool", "absent", "absent"].map(Value::from));
    assert_eq!(cells[0]["value"], false);
}

#[test]
fn two_hybrids_are_alike_but_for_hosts_and_a_tag() {
    let [_, agentcore, apps] = clouds();
    let world = World::new();
    let run = world.run(&["compare", &agentcore, &apps, "--format", "json"]);
    let json = run.ok().json();
    let rows = json["rows"].as_array().expect("rows").clone();
    let mut differing: Vec<String> = rows
        .iter()
        .filter(|row| row["state"] != "same")
        .filter(|row| row["cells"][0]["kind"] != "object" && row["cells"][0]["kind"] != "array")
        .filter_map(|row| row["path"].as_str().map(str::to_owned))
        .collect();
    differing.retain(|path| !path.contains("url"));
    // A tag of one is not the tag of the other: two rows.
    assert!(!differing.is_empty());
    assert!(
        differing.iter().all(|path| path.contains(".tags[")),
        "{differing:?}"
    );
}

#[test]
fn a_host_in_two_corpora_shows_a_change_under_one_version() {
    let world = World::new();
    let day = |day: u8| argument(&format!("sample-data/clouds/day-{day}.jsonl.gz"));
    let host = "briefing-gcp-1049501159.us-central1.run.example";
    let arguments = ["compare", "--in", &day(1), "--in", &day(2), host];
    world
        .run(&arguments)
        .ok()
        .says(&["Changed under one version", "'0.0.1' in both"]);
    let json = world
        .run(&[&arguments[..], &["--format", "json"]].concat())
        .ok()
        .json();
    assert_eq!(json["silent_changes"][0]["version"], "0.0.1");
    assert_eq!(json["cards"][0]["bytes"], 1533);
    world
        .run(&[&arguments[..], &["--fail-on-change"]].concat())
        .code(4);
}

#[test]
fn rows_are_left_out_and_values_hidden_when_asked() {
    let world = World::new();
    world
        .write("a.json", r#"{"name":"same","x":1}"#)
        .write("b.json", r#"{"name":"same","x":2,"y":""}"#);
    let rows = |flags: &[&str]| {
        let run = world.run(&[&["compare", "a.json", "b.json", "--format", "csv"], flags].concat());
        let rows = run.ok().csv().split_off(1);
        rows.into_iter()
            .map(|row| row[0].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(&[]), ["name", "x", "y"]);
    assert_eq!(rows(&["--only-differences"]), ["x", "y"]);
    assert_eq!(rows(&["--only-differences", "--presence"]), ["y"]);
    let markdown = ["compare", "a.json", "b.json", "--format", "markdown"];
    world
        .run(&markdown)
        .ok()
        .says(&["| x | different |  | 1 | 2 |", "| y | only |  | – | \"\" |"]);
}

#[test]
fn cards_are_found_in_a_corpus_by_every_address() {
    let world = World::new();
    world.write(
        "a.jsonl",
        [
            envelope("a.example", "{\"x\":1}"),
            envelope("b.example", "{\"x\":1}"),
        ]
        .concat(),
    );
    let run = world.run(&[
        "compare",
        "--in",
        "a.jsonl",
        "a.example",
        "#2",
        "--fail-on-change",
    ]);
    run.ok().says(&["2 cards side by side"]);
}

#[test]
fn bad_input_gets_clear_words() {
    let world = World::new();
    world
        .write("a.json", r#"{"name":"a"}"#)
        .write("list.json", "[1, 2]")
        .write("number.json", "7")
        .write("words.txt", "no card at all")
        .write("c.jsonl", envelope("atlas.example", "{}"));
    for (arguments, parts) in [
        (
            &["a.json"][..],
            &["expected 2 to 12 cards", "found 1", "second card"][..],
        ),
        (&["a.json", "a.json"], &["are the same document"]),
        (
            &["a.json", "b.json"],
            &["b.json: cannot open", "no such file", "--in CORPUS"],
        ),
        (
            &["a.json", "words.txt"],
            &["'words.txt' is no card", "is not JSON: byte"],
        ),
        (
            &["a.json", "number.json"],
            &["'number.json' is no card", "not-an-object"],
        ),
        (&["a.json", "list.json"], &["'list.json' is no card"]),
        (
            &["--in", "c.jsonl", "atlas.example", "atlsa.example"],
            &["no document 'atlsa.example'", "nearest: atlas.example"],
        ),
        (
            &["--in", "c.jsonl", "atlas.example", "#1"],
            &["are the same document"],
        ),
        (
            &["--in", "c.jsonl", "atlas.example"],
            &["found 1", "second corpus"],
        ),
        (
            &[
                "a.json",
                "--in",
                "c.jsonl",
                "atlas.example",
                "--reference",
                "3",
            ],
            &["--reference 3", "1 to 2"],
        ),
    ] {
        let run = world.run(&[&["compare"], arguments].concat());
        run.code(1).complains(parts);
        assert!(run.stdout.is_empty(), "{}", run.describe());
    }
}
