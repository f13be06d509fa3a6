//! `cardex dissent`.

use crate::support::{World, envelope};

const COMPLETE_0_3: &str = r#"{"name":"n","description":"d","url":"u","version":"1","protocolVersion":"0.3.0","capabilities":{},"defaultInputModes":[],"defaultOutputModes":[],"skills":[]}"#;

/// One valid 0.3 card, and two unclassified documents.
fn world() -> World {
    let world = World::new();
    let lines = [
        envelope("card.example", COMPLETE_0_3),
        envelope("odd.example", r#"{"name":"odd"}"#),
        envelope("even.example", r#"{"name":"even"}"#),
    ];
    world.write("c.jsonl", lines.concat());
    world
}

#[test]
fn a_reading_is_kept_beside_the_corpus_and_counts() {
    let world = world();
    let reason = ["--reason", "it names an agent"];
    let add = ["dissent", "add", "odd.example", "0.3", "c.jsonl"];
    world.run(&add).code(1).complains(&[
        "a reason is needed",
        "gives the verdict 'invalid'",
        "--reason",
    ]);
    assert_eq!(world.files(), ["c.jsonl"]);
    world
        .run(&[&add[..], &reason].concat())
        .ok()
        .complains(&["saved as line 1", "c.jsonl.dissent.jsonl"]);
    let line = String::from_utf8(world.read("c.jsonl.dissent.jsonl")).expect("text");
    let record: serde_json::Value = serde_json::from_str(line.trim_end()).expect("a JSON line");
    assert_eq!(record["host"], "odd.example");
    assert_eq!(record["reader"], "ada");
    assert_eq!(record["reading"], "0.3");
    let run = world.run(&["dissent", "list", "c.jsonl"]);
    run.ok()
        .says(&["odd.example", "it names an agent", "+1", "−1"]);
    // A question about readings is a question for every command.
    let rows = world.run(&[
        "list",
        "c.jsonl",
        "--where",
        "reading:0.3",
        "--columns",
        "host,reading",
        "--format",
        "csv",
    ]);
    assert_eq!(rows.ok().csv()[1..], [["odd.example", "0.3"]]);
}

#[test]
fn the_last_reading_counts_and_earlier_ones_are_kept() {
    let world = world();
    let add = |reading: &str| {
        let arguments = [
            "dissent",
            "add",
            "odd.example",
            reading,
            "c.jsonl",
            "--reason",
            "because",
        ];
        world.run(&arguments).ok();
    };
    add("0.3");
    add("not-a-card");
    let current = world.run(&["dissent", "list", "c.jsonl"]);
    assert!(
        !current.ok().text().contains("0.3"),
        "{}",
        current.describe()
    );
    let all = world.run(&["dissent", "list", "c.jsonl", "--all"]);
    all.ok().says(&["0.3", "not an A2A card", "line 2"]);
    add("withdrawn");
    let none = world.run(&[
        "list",
        "c.jsonl",
        "--where",
        "reading:not-a-card",
        "--format",
        "csv",
    ]);
    assert_eq!(none.ok().csv().len(), 1);
    world
        .run(&["dissent", "add", "odd.example", "v0.3", "c.jsonl"])
        .code(1)
        .complains(&["0.2, 0.3, 1.0, not-a-card, cannot-tell"]);
}

#[test]
fn an_export_has_the_verdict_as_read() {
    let world = world();
    let add = [
        "dissent",
        "add",
        "card.example",
        "1.0",
        "c.jsonl",
        "--reason",
        "try",
    ];
    world.run(&add).ok();
    let csv = world.run(&["dissent", "export", "c.jsonl"]).ok().csv();
    assert_eq!(csv.len(), 4);
    assert_eq!(csv[0][14..], ["reader", "reading", "reason"]);
    // The card is held to 1.0, where it has no interfaces.
    assert_eq!((csv[1][4].as_str(), csv[1][7].as_str()), ("1.0", "false"));
    assert_eq!(csv[1][9], "supportedInterfaces:missing");
    assert_eq!(csv[2][14..], ["", "", ""]);
    let run = world.run(&["dissent", "export", "c.jsonl", "--format", "markdown"]);
    run.ok().says(&[
        "# Readings of c.jsonl",
        "| card.example/.well-known/agent-card.json |",
    ]);
}

#[test]
fn two_readers_are_merged_and_their_agreement_is_told() {
    let world = world();
    for (reader, host, reading) in [
        ("ada", "odd.example", "not-a-card"),
        ("ada", "even.example", "cannot-tell"),
        ("bob", "odd.example", "not-a-card"),
        ("bob", "even.example", "not-a-card"),
    ] {
        let file = format!("{reader}.jsonl");
        world
            .run(&[
                "dissent",
                "add",
                host,
                reading,
                "c.jsonl",
                "--reader",
                reader,
                "--dissent",
                &file,
            ])
            .ok();
    }
    let run = world.run(&[
        "dissent",
        "merge",
        "ada.jsonl",
        "bob.jsonl",
        "-o",
        "both.jsonl",
    ]);
    run.ok()
        .says(&["4 records", "conflicts: 1", "even.example", "both stand"]);
    assert_eq!(
        String::from_utf8_lossy(&world.read("both.jsonl"))
            .lines()
            .count(),
        4
    );
    world
        .run(&[
            "dissent",
            "merge",
            "ada.jsonl",
            "bob.jsonl",
            "-o",
            "both.jsonl",
        ])
        .code(1)
        .complains(&["--force"]);
    world
        .run(&[
            "dissent",
            "merge",
            "ada.jsonl",
            "bob.jsonl",
            "-o",
            "both.jsonl",
            "--force",
        ])
        .ok();
    // Both read two documents, and agree on one: 50 %. By chance ada says "not a card" of half and
    // bob of all: pe = 1/2, so kappa = (1/2 - 1/2) / (1 - 1/2) = 0.
    let run = world.run(&["dissent", "agree", "ada", "bob", "both.jsonl"]);
    run.ok()
        .says(&["agreement: 50.0% (1 of 2)", "Cohen's kappa: 0.000"]);
    world
        .run(&["dissent", "agree", "ada", "bop", "both.jsonl"])
        .code(1)
        .complains(&["no reader 'bop'", "bob"]);
}

#[test]
fn several_inputs_keep_their_readings_in_the_data_directory() {
    let world = world();
    world.write("d.jsonl", envelope("d.example", "{}"));
    let run = world.run(&[
        "dissent",
        "add",
        "d.example",
        "cannot-tell",
        "c.jsonl",
        "d.jsonl",
    ]);
    run.ok().complains(&["saved as line 1", ".dissent.jsonl"]);
    assert!(
        !world.files().contains(&"c.jsonl.dissent.jsonl".to_owned()),
        "{}",
        run.describe()
    );
    world
        .run(&["dissent", "list", "c.jsonl", "d.jsonl"])
        .ok()
        .says(&["d.example", "can't tell"]);
}

#[test]
fn who_has_no_user_name_reads_as_anonymous_and_is_told_so_once() {
    let world = world();
    let run = |arguments: &[&str]| {
        let mut command = world.command(arguments);
        let output = command.env_remove("USER").output().expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let add = ["dissent", "add", "odd.example", "not-a-card", "c.jsonl"];
    let (code, _, said) = run(&add);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("by anonymous"), "{said}");
    assert_eq!(said.matches("--reader NAME").count(), 1, "{said}");
    let (_, listed, said) = run(&[
        "list",
        "c.jsonl",
        "--where",
        "reading:not-a-card",
        "--columns",
        "host,reading",
    ]);
    assert!(listed.contains("odd.example"), "{listed}");
    assert_eq!(said.matches("--reader NAME").count(), 1, "{said}");
    // A name that was given and is empty is a mistake, not nobody.
    let nameless = [&add[..], &["--reader", " "]].concat();
    world
        .run(&nameless)
        .code(1)
        .complains(&["--reader", "empty name"]);
}

#[test]
fn a_corpus_given_as_the_file_of_readings_is_refused_and_not_touched() {
    let world = world();
    let corpus = world.read("c.jsonl");
    let given = ["c.jsonl", "--dissent", "c.jsonl"];
    let reason = ["--reason", "it names an agent"];
    let add = ["dissent", "add", "odd.example", "0.3"];
    for command in [
        [&["dissent", "list"][..], &given].concat(),
        [&["dissent", "export"][..], &given].concat(),
        [&["list", "--where", "reading:0.3"][..], &given].concat(),
        [&add[..], &given, &reason].concat(),
        vec!["dissent", "merge", "c.jsonl", "c.jsonl"],
    ] {
        world
            .run(&command)
            .code(1)
            .complains(&["c.jsonl: expected a file of readings", "no reading in it"]);
        assert_eq!(world.files(), ["c.jsonl"], "{command:?}");
        assert_eq!(world.read("c.jsonl"), corpus, "{command:?}");
    }
}

#[test]
fn commands_that_read_leave_a_torn_line_where_it_is() {
    let world = world();
    let reading = r#"{"host":"odd.example","reader":"ada","reading":"0.3","time":"t"}"#;
    let text = format!("{reading}\n{{\"host\":\"ev");
    let name = "c.jsonl.dissent.jsonl";
    world.write(name, &text);
    for command in [
        vec!["dissent", "list", "c.jsonl"],
        vec!["dissent", "export", "c.jsonl"],
        vec!["list", "c.jsonl", "--where", "reading:0.3"],
        vec!["dissent", "merge", name, name],
    ] {
        world
            .run(&command)
            .ok()
            .complains(&["line 2 broke off", "left where it is"]);
        assert_eq!(world.files(), ["c.jsonl", name], "{command:?}");
        assert_eq!(world.read(name), text.as_bytes(), "{command:?}");
    }
}
