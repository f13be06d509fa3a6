//! README says what is true: its commands, its keys, its picture.

use cardex::tui::keymap;
use std::path::Path;

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    std::fs::read_to_string(path).expect("README.md is there")
}

/// The keys are printed by `cardex keys`; README's section is that output.
#[test]
fn the_keys_are_those_of_the_key_table() {
    let readme = readme();
    let (_, keys) = readme
        .split_once("<!-- cardex keys -->\n")
        .expect("README has the mark");
    assert_eq!(
        keys.trim(),
        keymap::markdown().trim(),
        "put the output of 'cardex keys' into README"
    );
}

#[test]
fn the_first_screen_has_the_two_commands_and_a_picture() {
    let readme = readme();
    let first: Vec<_> = readme.lines().take(25).collect();
    for wanted in ["cargo run --release", "cargo test"] {
        assert!(first.contains(&wanted), "{wanted}");
    }
    let picture = first
        .iter()
        .find_map(|line| line.split("](sample-data/").nth(1));
    let picture = picture
        .and_then(|rest| rest.strip_suffix(')'))
        .expect("a picture");
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("sample-data")
        .join(picture);
    assert!(path.is_file(), "{}", path.display());
}

#[test]
fn the_queries_it_shows_are_queries() {
    let readme = readme();
    let section = readme
        .split("## Filtering")
        .nth(1)
        .expect("a section about filtering");
    let query = section.split('`').nth(1).expect("an example");
    cardex::query::Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error}"));
}
