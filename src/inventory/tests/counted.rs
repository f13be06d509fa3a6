//! The fields of a corpus.

use super::*;
use crate::card::PathPattern;
use crate::sample;
use crate::spec::catalogue::Category;
use crate::spec::{Family, JsonType};

fn counted(documents: &[&str], limits: FieldLimits) -> FieldInventory {
    let mut inventory = FieldInventory::new(1, limits);
    for text in documents {
        with(text, |document| inventory.add(document, 0));
    }
    inventory
}

fn line(inventory: &FieldInventory, path: &str) -> FieldLine {
    let mut lines = inventory.lines().into_iter();
    lines
        .find(|line| line.path == path)
        .unwrap_or_else(|| panic!("no line '{path}'"))
}

#[test]
fn a_field_of_several_types_shows_each_with_its_counts() {
    let documents = [
        r#"{"skills":[{"id":"a","tags":["x","y"]},{"id":7,"tags":"x"}]}"#,
        r#"{"skills":{"a":1}}"#,
        r#"{"skills":[],"x-vendor":true}"#,
        "[1]",
    ];
    let inventory = counted(&documents, FieldLimits::default());
    assert_eq!(inventory.document_count(0), 4);
    let skills = line(&inventory, "skills").total();
    assert_eq!((skills.documents, skills.occurrences), (3, 3));
    assert_eq!(
        skills.types(),
        [(JsonType::Array, 2), (JsonType::Object, 1)]
    );
    let id = line(&inventory, "skills[].id");
    let total = id.total();
    assert_eq!((total.documents, total.occurrences), (1, 2));
    assert_eq!(total.documents_with(JsonType::Number), 1);
    assert_eq!(id.examples, ["\"a\"", "7"]);
    assert_eq!(id.category, Category::RequiredCore);
    assert_eq!(id.required_by().collect::<Vec<_>>(), Family::ALL);
    let vendor = line(&inventory, "x-vendor");
    assert!(vendor.is_outermost_outside && vendor.spec.is_none());
    assert_eq!(line(&inventory, "skills[].tags[]").total().occurrences, 2);
    let outside: Vec<_> = inventory
        .outside()
        .into_iter()
        .map(|line| line.path)
        .collect();
    assert_eq!(outside, ["[]", "skills.a", "x-vendor"]);
}

#[test]
fn free_keys_of_the_specification_are_one_path() {
    let text = r#"{"securitySchemes":{"a":{"type":"apiKey"},"b":{"type":"oauth2"}}}"#;
    let inventory = counted(&[text], FieldLimits::default());
    let kind = line(&inventory, "securitySchemes.*.type");
    assert_eq!(kind.total().occurrences, 2);
    assert_eq!(kind.total().documents, 1);
    assert_ne!(kind.category, Category::OutsideSpec);
}

#[test]
fn duplicates_count_once_and_as_the_last() {
    let inventory = counted(&[r#"{"name":1,"name":"x"}"#], FieldLimits::default());
    let total = line(&inventory, "name").total();
    assert_eq!((total.documents, total.occurrences), (1, 1));
    assert_eq!(total.types(), [(JsonType::String, 1)]);
}

#[test]
fn objects_used_as_maps_are_folded_and_paths_beyond_the_limit_are_said() {
    let members: Vec<_> = (0..1000).map(|n| format!("\"k{n}\":{n}")).collect();
    let map = format!("{{\"x\":{{{}}}}}", members.join(","));
    let inventory = counted(&[&map], FieldLimits::default());
    assert_eq!(inventory.lines().len(), 1 + 256 + 1);
    let rest = line(&inventory, "x.*").total();
    assert_eq!((rest.documents, rest.occurrences), (1, 1000 - 256));
    assert_eq!(inventory.more(), MorePaths::default());

    let limits = FieldLimits {
        paths: 100,
        ..FieldLimits::default()
    };
    let few = counted(&[&map, &map], limits);
    assert_eq!(few.lines().len(), 100);
    let more = MorePaths {
        paths: 1000 - 99,
        is_at_least: false,
        occurrences: 2 * (1000 - 99),
    };
    assert_eq!(few.more(), more);
}

#[test]
fn what_is_too_deep_is_said_and_not_followed() {
    let deep = format!("{{\"x\":{}{}}}", "[".repeat(50_000), "]".repeat(50_000));
    let inventory = counted(&[&deep], FieldLimits::default());
    let lines = inventory.lines();
    assert_eq!(lines.len(), 32);
    assert!(lines.iter().filter(|line| line.is_cut).count() == 1);
}

#[test]
fn long_examples_are_cut_at_a_character() {
    let text = format!("{{\"name\":\"{}\"}}", "é".repeat(500));
    let inventory = counted(&[&text], FieldLimits::default());
    let example = line(&inventory, "name").examples.remove(0);
    // One quote, and as many two-byte characters as fit into 95 bytes.
    assert_eq!(example, format!("\"{}…", "é".repeat(47)));
}

#[test]
fn two_halves_merged_are_the_whole() {
    let documents = sample::census().documents;
    let count = |range: std::ops::Range<usize>| {
        let mut inventory = FieldInventory::new(2, FieldLimits::default());
        for (index, document) in documents
            .iter()
            .enumerate()
            .skip(range.start)
            .take(range.len())
        {
            if let Ok(tree) = Tree::from_bytes(document.body.as_bytes()) {
                inventory.add(Document::new(document.body.as_bytes(), &tree), index % 2);
            }
        }
        inventory
    };
    let whole = count(0..documents.len());
    let mut merged = count(0..300);
    merged.merge(&count(300..documents.len()));
    let shown = |inventory: &FieldInventory| format!("{:#?}", inventory.lines());
    assert!(shown(&whole) == shown(&merged), "merging changes a line");
    assert_eq!(whole.document_count(0), merged.document_count(0));
}

#[test]
fn documents_are_those_that_the_path_as_a_pattern_finds() {
    let documents = sample::census().documents;
    let trees: Vec<_> = documents
        .iter()
        .filter_map(|document| {
            let tree = Tree::from_bytes(document.body.as_bytes()).ok()?;
            Some((document.body.as_bytes(), tree))
        })
        .collect();
    let mut inventory = FieldInventory::new(1, FieldLimits::default());
    for (bytes, tree) in &trees {
        inventory.add(Document::new(bytes, tree), 0);
    }
    assert!(inventory.lines().len() > 50);
    for line in inventory.lines() {
        let pattern = PathPattern::parse(&line.path).expect(&line.path).exactly();
        let carriers = trees
            .iter()
            .filter(|(bytes, tree)| pattern.has(Document::new(bytes, tree)))
            .count() as u64;
        assert_eq!(carriers, line.total().documents, "{}", line.path);
    }
}

#[test]
fn buckets_stand_side_by_side() {
    let mut inventory = FieldInventory::new(2, FieldLimits::default());
    with(r#"{"url":"u"}"#, |document| inventory.add(document, 0));
    with(r#"{"url":"u"}"#, |document| inventory.add(document, 1));
    with(r#"{"url":null}"#, |document| inventory.add(document, 1));
    with(r#"{"url":1}"#, |document| inventory.add(document, 2));
    let counts = line(&inventory, "url").counts;
    assert_eq!((counts[0].documents, counts[1].documents), (1, 2));
    assert_eq!(counts[1].documents_with(JsonType::Null), 1);
}
