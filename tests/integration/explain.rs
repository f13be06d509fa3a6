//! `cardex explain`, and what the program says of itself.

use crate::support::World;

#[test]
fn fields_rules_and_words_are_explained() {
    let world = World::new();
    world.run(&["explain", "skills[3].tags"]).ok().says(&[
        "skills[].tags",
        "array of string",
        "v1.0.1",
    ]);
    world
        .run(&["explain", "rule 2", "tolerant"])
        .ok()
        .says(&["supportedInterfaces", "protocolVersion"]);
    world.run(&["explain"]).ok().says(&["rule 1", "near miss"]);
    world
        .run(&["explain", "skils"])
        .code(1)
        .complains(&["no field, rule or word 'skils'", "skills"]);
}

#[test]
fn the_query_language_can_be_found_from_every_where() {
    let world = World::new();
    world.run(&["explain", "query"]).ok().says(&[
        "flip             whether the verdict changes",
        "hidden ",
        "skills.length>3",
    ]);
    world
        .run(&["explain", "route:", "order"])
        .ok()
        .says(&["values: declared", "order=declaration"]);
    for command in ["grade", "report", "list", "fields", "screen"] {
        world
            .run(&[command, "--help"])
            .ok()
            .says(&["cardex explain query"]);
    }
    for path in [
        &["--help"][..],
        &["dissent", "list", "--help"],
        &["dissent", "export", "--help"],
    ] {
        world.run(path).ok().says(&["cardex explain query"]);
    }
    world
        .run(&["explain", "foo"])
        .code(1)
        .complains(&["no field, rule or word 'foo'; 'cardex explain' lists"]);
}

#[test]
fn a_mistyped_command_is_told_from_a_missing_file() {
    let world = World::new();
    world
        .run(&["lits"])
        .code(1)
        .complains(&["lits: ", "did you mean the command 'list'?"]);
}

#[test]
fn every_command_has_help_with_an_example() {
    let world = World::new();
    for command in [
        "grade", "report", "list", "show", "compare", "fields", "dissent", "explain", "sample",
    ] {
        let run = world.run(&[command, "--help"]);
        run.ok().says(&["Example", &format!("cardex {command}")]);
    }
    for command in ["list", "add", "export", "merge", "agree"] {
        let run = world.run(&["dissent", command, "--help"]);
        run.ok()
            .says(&["Example", &format!("cardex dissent {command}")]);
    }
    let version = concat!("cardex ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(world.run(&["--version"]).ok().text(), version);
}

#[test]
fn a_wrong_invocation_is_code_1() {
    let world = World::new();
    world
        .run(&["list", "--no-such-flag"])
        .code(1)
        .complains(&["--no-such-flag"]);
    world.run(&["show"]).code(1).complains(&["ADDRESS"]);
}

#[test]
fn manual_and_completions_cover_the_commands() {
    let world = World::new();
    world
        .run(&["man"])
        .ok()
        .says(&["CARDEX COMPARE", "CARDEX DISSENT ADD", "fail\\-on\\-change"]);
    world.run(&["man", "--out", "man"]).ok();
    assert!(world.read("man/cardex-dissent-add.1").starts_with(b".ie"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        world
            .run(&["completions", shell])
            .ok()
            .says(&["dissent", "only-differences"]);
    }
}
