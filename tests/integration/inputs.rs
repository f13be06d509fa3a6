//! What can be given as input, what damage does, and how the program meets a terminal or a pipe.

use crate::support::{Run, World, census, envelope, gzipped, repository};
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

const LINES: &str =
    "{\"url\":\"https://a.example/\",\"x\":1}\n\n{\"url\":\"https://b.example/\"}\r\n[1]";

fn states(run: &Run) -> Vec<String> {
    let rows = run.csv().split_off(1);
    rows.into_iter()
        .map(|row| format!("{} {}", row[0], row[1]))
        .collect()
}

fn list(world: &World, input: &str) -> Run {
    world.run(&["list", input, "--columns", "host,state", "--format", "csv"])
}

#[test]
fn every_form_of_input_holds_the_same_documents() {
    let world = World::new();
    let bytes = LINES.as_bytes();
    let (first, second) = bytes.split_at(40);
    let members = [gzipped(first), gzipped(second)].concat();
    world
        .write("lines.jsonl", LINES)
        .write("lines.gz", gzipped(bytes))
        .write("members.gz", members)
        .write("bom.jsonl", format!("\u{feff}{LINES}\n"))
        .write("array.json", "[\n {\"url\":\"https://a.example/\",\"x\":1},\n {\"url\":\"https://b.example/\"}, [1]\n]")
        .write("folder/1.json", "{\n  \"url\": \"https://a.example/\"\n}\n")
        .write("folder/deeper/2.json", "{\"url\":\"https://b.example/\"}")
        .write("folder/e.jsonl", "[1]\n")
        .write("folder/notes.txt", "not read");
    let expected = ["a.example card", "b.example card", " not-an-object"];
    for input in [
        "lines.jsonl",
        "lines.gz",
        "members.gz",
        "bom.jsonl",
        "array.json",
        "folder",
    ] {
        let run = list(&world, input);
        assert_eq!(states(run.ok()), expected, "{input}");
    }
    let stdin = world.run_with(
        &["list", "-", "--columns", "host,state", "--format", "csv"],
        bytes,
    );
    assert_eq!(states(stdin.ok()), expected);
    let piped = world.run_with(
        &["list", "--columns", "host,state", "--format", "csv"],
        &gzipped(bytes),
    );
    assert_eq!(states(piped.ok()), expected);
}

#[test]
fn bad_bodies_are_data_and_a_damaged_input_is_code_1() {
    let world = World::new();
    let bodies = [
        envelope("a.example", "{}"),
        envelope("b.example", "oops"),
        envelope("c.example", ""),
    ];
    let whole = bodies.concat();
    world.write("bodies.jsonl", &whole);
    let run = list(&world, "bodies.jsonl");
    assert_eq!(
        states(run.ok()),
        [
            "a.example card",
            "b.example unparseable",
            "c.example no-body"
        ]
    );

    world.write("line.jsonl", format!("{whole}{{\"host\": oops}}\n"));
    let run = list(&world, "line.jsonl");
    assert_eq!(states(run.code(1)).len(), 4);

    let long: String = (0..400)
        .map(|n| envelope(&format!("h{n}.example"), "{}"))
        .collect();
    let packed = gzipped(long.as_bytes());
    world.write("cut.jsonl.gz", &packed[..packed.len() - 40]);
    let run = list(&world, "cut.jsonl.gz");
    run.code(1).complains(&["cut.jsonl.gz"]);
    assert!(states(&run).len() > 10, "{}", run.describe());

    world.write("tail.jsonl.gz", [packed, vec![0; 64]].concat());
    let run = list(&world, "tail.jsonl.gz");
    assert_eq!(states(&run).len(), 400);
    assert!(!run.stderr.contains("cut short"), "{}", run.describe());
}

#[test]
fn nothing_to_read_is_code_3_and_a_file_that_is_not_there_1() {
    let world = World::new();
    world
        .write("empty.jsonl", "")
        .write("blank.jsonl", "\n\n")
        .write("folder/a.txt", "x");
    for command in ["list", "report", "grade", "fields"] {
        for input in ["empty.jsonl", "blank.jsonl"] {
            world
                .run(&[command, input])
                .code(3)
                .complains(&[input, "nothing to read"]);
        }
        let run = world.run(&[command, "missing.jsonl"]);
        run.code(1)
            .complains(&["missing.jsonl: cannot open: there is no such file or directory"]);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.describe());
        let folder = world.run(&[command, "folder"]);
        assert!(matches!(folder.code, Some(1 | 3)), "{}", folder.describe());
    }
}

#[test]
fn a_table_that_fits_nothing_names_its_columns_and_what_to_write() {
    let world = World::new();
    world
        .write("t.csv", "alpha,beta\n1,2\n")
        .write("v.csv", "host,version,valid\na.example,0.3,true\n");
    world
        .run(&["report", &census(), "t.csv"])
        .code(1)
        .complains(&["'alpha'", "'beta'", "--map"]);
    world.run(&["report", "v.csv"]).code(1).complains(&[
        "v.csv",
        "only a table",
        "name the corpus",
    ]);
    world
        .run(&["grade", "v.csv"])
        .code(1)
        .complains(&["v.csv", "only a table"]);
    let corpus = census();
    world
        .run(&["report", "--verdicts", &corpus, &corpus])
        .code(1);
}

#[test]
fn columns_of_other_names_are_mapped() {
    let world = World::new();
    world.write(
        "a.jsonl",
        "{\"site\":\"a.example\",\"payload\":\"{\\\"url\\\":\\\"u\\\"}\"}\n",
    );
    let run = world.run(&[
        "list",
        "a.jsonl",
        "--map",
        "host=site,body=payload",
        "--columns",
        "host,route",
        "--format",
        "csv",
    ]);
    assert_eq!(run.ok().csv()[1], ["a.example", "inferred"]);
}

#[test]
fn the_written_sample_is_the_committed_one() {
    let world = World::new();
    world.run(&["sample", "--out", "out"]).ok();
    let files = world.files();
    assert!(files.len() >= 8, "{files:?}");
    for file in files {
        let name = file
            .strip_prefix("out")
            .map_or(file.as_str(), |name| name.trim_start_matches(['/', '\\']));
        let committed = std::fs::read(repository("sample-data").join(name));
        let committed = committed.unwrap_or_else(|error| panic!("sample-data/{name}: {error}"));
        assert!(world.read(&file) == committed, "{name} differs");
    }
    world
        .run(&["sample", "--out", "out"])
        .code(1)
        .complains(&["--force"]);
}

#[test]
fn a_pipe_that_is_closed_ends_the_program_quietly() {
    let world = World::new();
    for arguments in [
        &["list"][..],
        &["grade"],
        &["grade", "--sort", "host"],
        &["report", "--format", "json"],
    ] {
        let mut command = world.command(&[arguments, &[&census()]].concat());
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut reader =
            BufReader::with_capacity(16, child.stdout.take().expect("it was asked for"));
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line comes");
        drop(reader);
        let mut stderr = String::new();
        let mut errors = child.stderr.take().expect("it was asked for");
        errors.read_to_string(&mut stderr).expect("text");
        let code = child.wait().expect("the program ends").code();
        assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
        assert!(
            !stderr.contains("panick") && !stderr.contains("pipe"),
            "{arguments:?}: {stderr}"
        );
    }
}

#[test]
fn without_a_terminal_the_program_says_which_commands_write() {
    let world = World::new();
    world
        .run(&[&census()])
        .code(1)
        .complains(&["report", "grade", "compare"]);
}

/// What no text for people may hold.
fn is_unclean(character: char) -> bool {
    (character.is_control() && character != '\n')
        || matches!(u32::from(character),
            0x200b | 0x202a..=0x202e | 0x2066..=0x2069 | 0xfeff | 0xe0000..=0xe007f)
}

#[test]
fn nothing_that_a_terminal_obeys_leaves_a_document() {
    let world = World::new();
    let evil = "\u{1b}]52;c;aGk=\u{7}\u{1b}[2J\u{202e}\u{200b}\u{e0068}\u{9b}31m\r\n|";
    let card = serde_json::json!({
        "name": evil, "description": evil, "url": evil, "version": evil, "protocolVersion": evil,
        "capabilities": {evil: evil}, "skills": [{"id": evil, "name": evil, "TAGS": [evil]}],
        "default_input_modes": [evil], evil: {"a": evil}, "@context": [evil],
    });
    let other = serde_json::json!({evil: evil, "name": 7, "skills": [{"id": evil}]});
    let line = |host: &str, body: String| {
        let record =
            serde_json::json!({"host": host, "path": evil, "fetched_at": evil, "body": body});
        format!("{record}\n")
    };
    let lines = [
        line(evil, card.to_string()),
        line("b.example", other.to_string()),
        line("c.example", format!("{{{evil}")),
    ];
    world
        .write("evil.jsonl", lines.concat())
        .write("a.json", card.to_string())
        .write("b.json", other.to_string())
        .write(
            "v.csv",
            format!(
                "host,path,valid,version,version_source,note\nb.example,,{},x,y,\"{}\"\n",
                "maybe",
                evil.replace('"', "")
            ),
        );
    let add = [
        "dissent",
        "add",
        "#1",
        "not-a-card",
        "evil.jsonl",
        "--reader",
        "eve",
        "--reason",
        evil,
    ];
    let added = world.run(&add);
    added.ok();
    let mut runs = vec![added];
    for arguments in [
        &["list", "evil.jsonl"][..],
        &[
            "list",
            "evil.jsonl",
            "v.csv",
            "--columns",
            "address,name,path,time,problem,declared_version,violations,published",
        ],
        &["report", "evil.jsonl", "v.csv"],
        &["report", "evil.jsonl", "v.csv", "--format", "markdown"],
        &["report", "evil.jsonl", "--against", "all=1.0"],
        &["show", "#1", "evil.jsonl"],
        &["show", "#1", "evil.jsonl", "--tree"],
        &["show", "#2", "evil.jsonl", "v.csv"],
        &["show", "#3", "evil.jsonl"],
        &["show", "#3", "evil.jsonl", "--tree"],
        &["show", evil, "evil.jsonl"],
        &["compare", "a.json", "b.json"],
        &["compare", "a.json", "b.json", "--format", "markdown"],
        &["compare", "--in", "evil.jsonl", "#1", "#2"],
        &["fields", "evil.jsonl"],
        &["fields", "evil.jsonl", "--format", "markdown"],
        &["fields", "evil.jsonl", "--split", "name"],
        &["dissent", "list", "evil.jsonl", "--reader", "eve"],
        &[
            "dissent",
            "export",
            "evil.jsonl",
            "--format",
            "markdown",
            "--reader",
            "eve",
        ],
        &[
            "dissent",
            "merge",
            "evil.jsonl.dissent.jsonl",
            "evil.jsonl.dissent.jsonl",
        ],
        &["dissent", "agree", evil, "eve", "evil.jsonl.dissent.jsonl"],
        &["explain", evil],
        &["list", "evil.jsonl", "--where", evil],
        &["list", evil],
    ] {
        runs.push(world.run(arguments));
    }
    for run in &runs {
        assert!(matches!(run.code, Some(0 | 1)), "{}", run.describe());
        assert!(
            !run.text().chars().any(is_unclean),
            "stdout of {:?}",
            run.describe()
        );
        assert!(
            !run.stderr.chars().any(is_unclean),
            "stderr of {:?}",
            run.describe()
        );
    }
}
