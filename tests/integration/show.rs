//! `cardex show`.

use crate::support::{World, census, envelope, verdicts};

#[test]
fn raw_is_the_exact_bytes_and_nothing_else() {
    let world = World::new();
    let body = "\u{feff} {\"url\":\"\\u0041\",\r\n\t\"x\":1.00 } ";
    world.write("a.jsonl", envelope("a.example", body));
    let run = world.run(&["show", "a.example", "a.jsonl", "--raw"]);
    assert_eq!(run.ok().stdout, body.as_bytes());
    world
        .run(&["show", "a.example", "a.jsonl", "--raw", "-o", "body.json"])
        .ok();
    assert_eq!(world.read("body.json"), body.as_bytes());
}

#[test]
fn a_document_has_several_addresses() {
    let world = World::new();
    let row = world.run(&[
        "list",
        &census(),
        "--where",
        "#17",
        "--columns",
        "host,path,sha256",
        "--format",
        "csv",
    ]);
    let row = row.ok().csv().remove(1);
    let raw = |address: &str| {
        world
            .run(&["show", address, &census(), "--raw"])
            .ok()
            .stdout
            .clone()
    };
    let by_line = raw("#17");
    assert!(!by_line.is_empty());
    assert_eq!(raw(&format!("{}{}", row[0], row[1])), by_line);
    assert_eq!(raw(&row[2]), by_line);
    assert_eq!(raw(row[2].get(..12).expect("hex digits")), by_line);
}

#[test]
fn an_address_that_leads_nowhere_brings_the_nearest_and_an_ambiguous_one_all() {
    let world = World::new();
    let lines = [
        envelope("atlas.example", "{}"),
        envelope("atlas.example", "[]"),
        envelope("other.example", "{}"),
    ];
    world.write("a.jsonl", lines.concat());
    world
        .run(&["show", "othr.example", "a.jsonl"])
        .code(1)
        .complains(&["no document 'othr.example'", "other.example"]);
    let run = world.run(&["show", "atlas.example", "a.jsonl"]);
    run.code(1).complains(&["fits 2 documents", "#1", "#2"]);
    world
        .run(&["show", "#4", "a.jsonl"])
        .code(1)
        .complains(&["no document '#4'"]);
}

#[test]
fn verdicts_stand_with_their_reasons_and_beside_what_is_published() {
    let world = World::new();
    let found = world.run(&[
        "list",
        &census(),
        "--where",
        "route:conflict cell:1.0-invalid-valid",
        "--columns",
        "address",
        "--format",
        "csv",
    ]);
    let address = found.ok().csv()[1][0].clone();
    let run = world.run(&["show", &address, &census(), &verdicts()]);
    run.ok().says(&[
        "conflict: 1.0",
        "fired        rule 2",
        "not reached  rule 3",
        "a2a-1.0.1.json",
        "a2a-0.3.0.json",
        "they agree on route, version and verdict",
        "alternative  valid at 0.3",
    ]);
    let json = world
        .run(&["show", &address, &census(), &verdicts(), "--format", "json"])
        .ok()
        .json();
    assert_eq!(json["route"], "conflict");
    assert_eq!(json["alternative"]["verdict"], "valid");
    assert_eq!(json["families"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["published"]["agrees"], true);
}

#[test]
fn the_tree_marks_faults_and_near_misses() {
    let world = World::new();
    let body = r#"{"url":"u","default_input_modes":[],"name":7}"#;
    world.write("a.jsonl", envelope("a.example", body));
    world.run(&["show", "a.example", "a.jsonl", "--tree"]).ok().says(&[
        "✗   defaultInputModes  · missing; expected array of string  · near miss: 'default_input_modes'",
        "✗   name: 7  · the schema asks for string",
        "default_input_modes: [0]  · outside the spec",
    ]);
}

#[test]
fn what_has_no_tree_says_why() {
    let world = World::new();
    world.write(
        "a.jsonl",
        [
            envelope("a.example", "{oops"),
            "{\"host\":\"b.example\",\"body\":null}\n".to_owned(),
        ]
        .concat(),
    );
    let run = world.run(&["show", "a.example", "a.jsonl", "--tree"]);
    run.code(1).complains(&["has no tree", "byte 1", "--raw"]);
    world
        .run(&["show", "b.example", "a.jsonl", "--raw"])
        .code(1)
        .complains(&["no body"]);
    world
        .run(&["show", "b.example", "a.jsonl"])
        .ok()
        .says(&["no-body", "not attributed"]);
}
