//! Cells, states and the pairing of items.

use super::*;
use crate::spec::catalogue::Category;

#[test]
fn every_kind_of_cell_is_told_apart() {
    let left =
        r#"{"a":null,"b":false,"c":"","d":[],"e":{},"f":"x","g":[1,2],"h":{"i":1},"j":-1.50e3}"#;
    let comparison = compared(&[left, "{}"]);
    let shown: Vec<_> = comparison
        .rows()
        .filter(|&id| comparison.row(id).depth == 1)
        .map(|id| {
            let cell = comparison.cell(id, 0);
            (
                cell.kind().as_str(),
                cell.notation().into_owned(),
                cell.len(),
            )
        })
        .collect();
    let expected = [
        ("null", "null", None),
        ("bool", "false", None),
        ("string", "\"\"", Some(0)),
        ("array", "[]", Some(0)),
        ("object", "{}", Some(0)),
        ("string", "\"x\"", Some(1)),
        ("array", "[2]", Some(2)),
        ("object", "{1}", Some(1)),
        ("number", "-1.50e3", None),
    ];
    let expected = expected.map(|(kind, shown, len)| (kind, shown.to_owned(), len));
    assert_eq!(shown, expected);
    let first = comparison.rows().next().expect("a row");
    assert_eq!(comparison.cell(first, 1).kind(), CellKind::Absent);
    assert_eq!(comparison.cell(first, 1).notation(), "–");
    assert!(
        comparison
            .rows()
            .all(|id| comparison.row(id).state == RowState::Only)
    );
}

#[test]
fn each_state_has_its_row_and_its_count() {
    let comparison = compared(&[
        r#"{"name":"a","version":"1","url":1,"tags":["x","y"],"gone":0}"#,
        r#"{"name":"a","version":"2","url":"1","tags":["y","x"]}"#,
    ]);
    assert_eq!(
        lines(&comparison),
        [
            r#"name same "a" | "a""#,
            r#"version different "1" | "2""#,
            r#"url type 1 | "1""#,
            "tags order [2] | [2]",
            r#"tags[0] same "x" | "x""#,
            r#"tags[1] same "y" | "y""#,
            "gone only 0 | –",
        ]
    );
    let summary = Summary {
        same: 3,
        different: 1,
        only: 1,
        type_differs: 1,
        order: 1,
    };
    assert_eq!(comparison.summary(), summary);
    assert_eq!(summary.total(), 7);
    let leaves = Summary {
        order: 0,
        ..summary
    };
    assert_eq!(comparison.leaf_summary(), leaves);
    let core = comparison.category_summary(Category::RequiredCore);
    assert_eq!((core.same, core.different, core.total()), (1, 1, 2));
}

#[test]
fn what_only_later_cards_have_stands_at_its_place() {
    let comparison = compared(&[
        r#"{"a":1,"c":1,"e":1}"#,
        r#"{"z":1,"a":1,"b":1,"e":1,"f":1}"#,
        r#"{"c":1,"d":1}"#,
    ]);
    let paths: Vec<_> = comparison.rows().map(|id| comparison.path(id)).collect();
    assert_eq!(paths, ["z", "a", "b", "c", "d", "e", "f"]);
}

#[test]
fn a_duplicate_key_has_its_own_row() {
    let comparison = compared(&[r#"{"name":"a","name":"b"}"#, r#"{"name":"a"}"#]);
    assert_eq!(
        lines(&comparison),
        [r#"name same "a" | "a""#, r#"name#2 only "b" | –"#]
    );
    assert!(comparison.cell(row(&comparison, "name"), 0).is_shadowed());
    assert!(!comparison.cell(row(&comparison, "name"), 1).is_shadowed());
}

#[test]
fn numbers_are_compared_as_written_and_noted_as_equal_in_value() {
    let comparison = compared(&[r#"{"a":1.0,"b":2,"c":1}"#, r#"{"a":1,"b":3,"c":1}"#]);
    let noted = |path| {
        let row = comparison.row(row(&comparison, path));
        (row.state, row.notes.equal_in_value)
    };
    assert_eq!(noted("a"), (RowState::Different, true));
    assert_eq!(noted("b"), (RowState::Different, false));
    assert_eq!(noted("c"), (RowState::Same, false));
}

#[test]
fn escapes_equal_what_they_mean() {
    let comparison = compared(&[r#"{"n\u0061me":"\u00e9\/"}"#, r#"{"name":"é/"}"#]);
    assert_eq!(lines(&comparison), [r#"name same "é/" | "é/""#]);
}

#[test]
fn the_order_of_keys_is_noted_and_makes_no_difference() {
    let comparison = compared(&[r#"{"x":{"a":1,"b":2}}"#, r#"{"x":{"b":2,"a":1}}"#]);
    let x = comparison.row(row(&comparison, "x"));
    assert_eq!((x.state, x.notes.keys_reordered), (RowState::Same, true));
    assert_eq!(comparison.summary().same, 3);
}

const SKILLS: [&str; 2] = [
    r#"{"skills":[{"id":"a","name":"A"},{"id":"b","name":"B"},{"id":"c"}]}"#,
    r#"{"skills":[{"id":"b","name":"B!"},{"id":"a","name":"A"},{"id":"d"}]}"#,
];

#[test]
fn skills_are_paired_by_id_and_what_is_left_by_position() {
    let comparison = compared(&SKILLS);
    assert_eq!(
        lines(&comparison),
        [
            "skills different [3] | [3]",
            "skills[0] same {2} | {2}",
            r#"skills[0].id same "a" | "a""#,
            r#"skills[0].name same "A" | "A""#,
            "skills[1] different {2} | {2}",
            r#"skills[1].id same "b" | "b""#,
            r#"skills[1].name different "B" | "B!""#,
            "skills[2] different {1} | {1}",
            r#"skills[2].id different "c" | "d""#,
        ]
    );
    let aligned = |path| comparison.row(row(&comparison, path)).aligned_by;
    assert_eq!(aligned("skills[0]"), Some(AlignedBy::Id));
    assert_eq!(aligned("skills[1]"), Some(AlignedBy::Id));
    assert_eq!(aligned("skills[2]"), Some(AlignedBy::Position));
    assert_eq!(aligned("skills[0].id"), None);
    let skills = comparison.row(row(&comparison, "skills")).notes;
    assert!(skills.items_reordered && skills.can_switch_pairing && !skills.is_set);
}

#[test]
fn an_id_that_is_not_unique_pairs_nothing() {
    let comparison = compared(&[
        r#"{"skills":[{"id":"a","n":1},{"id":"a","n":2}]}"#,
        r#"{"skills":[{"id":"x"},{"id":"a","n":1}]}"#,
    ]);
    let first = comparison.row(row(&comparison, "skills[0]"));
    assert_eq!(first.aligned_by, Some(AlignedBy::Position));
    let id = row(&comparison, "skills[0].id");
    assert_eq!(comparison.cell(id, 1).notation(), "\"x\"");
}

#[test]
fn interfaces_extensions_and_signatures_have_their_own_identity() {
    let left = r#"{
        "supportedInterfaces":[{"url":"u","protocolBinding":"JSONRPC"},{"url":"u","protocolBinding":"GRPC"}],
        "additionalInterfaces":[{"url":"u","transport":"GRPC"}],
        "capabilities":{"extensions":[{"uri":"e1"},{"uri":"e2"}]},
        "signatures":[{"protected":"p","signature":"s"}]}"#;
    let right = r#"{
        "supportedInterfaces":[{"url":"u","protocolBinding":"GRPC"},{"url":"v","protocolBinding":"JSONRPC"}],
        "additionalInterfaces":[{"url":"w","transport":"GRPC"},{"url":"u","transport":"GRPC"}],
        "capabilities":{"extensions":[{"uri":"e2"}]},
        "signatures":[{"protected":"q"},{"protected":"p","signature":"s"}]}"#;
    let comparison = compared(&[left, right]);
    let items: Vec<_> = comparison
        .rows()
        .filter_map(|id| {
            let by = comparison.row(id).aligned_by?.as_str();
            let index = |column| comparison.cell(id, column).node().map(|node| node.index());
            Some((comparison.path(id), by, index(0), index(1)))
        })
        .collect();
    let expected = [
        ("supportedInterfaces[0]", "position", Some(0), None),
        ("supportedInterfaces[1]", "url+binding", Some(1), Some(0)),
        ("supportedInterfaces[1]#2", "position", None, Some(1)),
        ("additionalInterfaces[0]", "position", None, Some(0)),
        ("additionalInterfaces[0]#2", "url+binding", Some(0), Some(1)),
        ("capabilities.extensions[0]", "position", Some(0), None),
        ("capabilities.extensions[1]", "uri", Some(1), Some(0)),
        ("signatures[0]", "position", None, Some(0)),
        ("signatures[0]#2", "protected", Some(0), Some(1)),
    ];
    let expected = expected.map(|(path, by, left, right)| (path.to_owned(), by, left, right));
    assert_eq!(items, expected);
}

#[test]
fn the_pairing_of_an_array_can_be_switched() {
    let options = Options {
        by_position: BTreeSet::from(["skills".to_owned()]),
        ..Options::default()
    };
    for options in [
        options,
        Options {
            all_by_position: true,
            ..Options::default()
        },
    ] {
        let comparison = compared_with(&SKILLS, &options);
        let first = row(&comparison, "skills[0].id");
        assert_eq!(comparison.row(first).state, RowState::Different);
        let skills = comparison.row(row(&comparison, "skills"));
        assert!(skills.notes.can_switch_pairing);
    }
}

#[test]
fn sets_tell_what_was_added_and_what_is_gone() {
    let comparison = compared(&[
        r#"{"defaultInputModes":["a","b","b","c"]}"#,
        r#"{"defaultInputModes":["c","b","d"]}"#,
    ]);
    assert_eq!(
        lines(&comparison),
        [
            "defaultInputModes different [4] | [3]",
            r#"defaultInputModes[0] only "a" | –"#,
            r#"defaultInputModes[1] same "b" | "b""#,
            r#"defaultInputModes[2] only – | "d""#,
            r#"defaultInputModes[2]#2 only "b" | –"#,
            r#"defaultInputModes[3] same "c" | "c""#,
        ]
    );
    let modes = row(&comparison, "defaultInputModes");
    assert!(comparison.row(modes).notes.is_set);
    let change = SetChange { added: 1, gone: 2 };
    assert_eq!(comparison.set_change(modes, 1), Some(change));
    assert_eq!(comparison.set_change(modes, 0), Some(SetChange::default()));
}

#[test]
fn a_nested_field_is_in_the_category_of_its_own_place() {
    let comparison = compared(&[
        r#"{"capabilities":{"streaming":true,"x":1},"skills":[{"id":"a","examples":["e"]}],
            "url":"u","provider":{"url":"p"},"supportedInterfaces":[{"url":"i"}],"x":{"name":1}}"#,
        "{}",
    ]);
    let category = |path| comparison.row(row(&comparison, path)).category.label();
    for (path, expected) in [
        ("capabilities", "required core"),
        ("capabilities.streaming", "optional"),
        ("capabilities.x", "outside the spec"),
        ("skills[0].id", "required core"),
        ("skills[0].examples[0]", "optional"),
        ("url", "legacy 0.x"),
        ("provider.url", "optional"),
        ("supportedInterfaces[0].url", "1.0 era"),
        ("x.name", "outside the spec"),
    ] {
        assert_eq!(category(path), expected, "{path}");
    }
}

#[test]
fn deep_nesting_is_compared_as_one_value_from_the_cap_on() {
    let deep = |core: &str| {
        format!(
            "{{\"x\":{}{core}{}}}",
            "[".repeat(10_000),
            "]".repeat(10_000)
        )
    };
    let comparison = compared(&[&deep("1"), &deep("2")]);
    assert_eq!(comparison.rows().count(), 64);
    let last = comparison.rows().last().expect("rows");
    let row = comparison.row(last);
    assert_eq!((row.depth, row.notes.is_capped), (64, true));
    assert!(
        comparison
            .rows()
            .all(|id| comparison.row(id).state == RowState::Different)
    );
    let equal = compared(&[&deep("1"), &deep(" 1 ")]);
    assert_eq!(equal.summary().same, 64);
}

#[test]
fn too_many_rows_are_compared_as_one_value() {
    let options = Options {
        row_cap: 10,
        ..Options::default()
    };
    let many: Vec<_> = (0..100).map(|n| n.to_string()).collect();
    let body = |last: u8| format!("{{\"a\":1,\"many\":[{},{last}]}}", many.join(","));
    let comparison = compared_with(&[&body(1), &body(2)], &options);
    let many = row(&comparison, "many");
    assert!(comparison.row(many).notes.is_capped);
    assert_eq!(comparison.row(many).state, RowState::Different);
    assert_eq!(comparison.rows().count(), 2);
}

#[test]
fn any_column_can_be_the_reference_and_no_state_changes() {
    let bodies = [r#"{"a":1,"b":1}"#, r#"{"a":2,"b":1}"#, r#"{"a":2}"#];
    let against = |reference| {
        let options = Options {
            reference: Some(reference),
            ..Options::default()
        };
        let comparison = compared_with(&bodies, &options);
        let a = row(&comparison, "a");
        let b = row(&comparison, "b");
        assert_eq!(comparison.row(a).state, RowState::Different);
        assert_eq!(comparison.row(b).state, RowState::Only);
        [a, b].map(|id| [0, 1, 2].map(|column| comparison.relation(id, column)))
    };
    use RowState::{Different, Only, Same};
    assert_eq!(
        against(0),
        [[Same, Different, Different], [Same, Same, Only]]
    );
    assert_eq!(against(2), [[Different, Same, Same], [Only, Only, Same]]);
}

#[test]
fn a_column_that_is_no_card_says_what_it_is() {
    let comparison = compared(&["{\"a\":1}", "<html>", "", "[1]"]);
    let states: Vec<_> = comparison
        .identities()
        .iter()
        .map(|card| {
            (
                card.facts.state.as_str(),
                card.problem.is_some(),
                card.shape.is_some(),
            )
        })
        .collect();
    assert_eq!(
        states,
        [
            ("card", false, true),
            ("unparseable", true, false),
            ("no-body", false, false),
            ("not-an-object", false, false),
        ]
    );
    let whole = comparison.rows().next().expect("the document itself");
    assert_eq!(comparison.path(whole), "");
    assert_eq!(comparison.cell(whole, 3).notation(), "[1]");
    assert_eq!(comparison.identities()[2].sha256, "");
}

#[test]
fn one_card_or_thirteen_are_refused() {
    let many: Vec<_> = std::iter::repeat_n(column("{}"), 13).collect();
    let options = Options::default();
    assert_eq!(
        compare(&many[..1], &options).err(),
        Some(WrongColumnCount(1))
    );
    assert_eq!(compare(&many, &options).err(), Some(WrongColumnCount(13)));
    assert!(compare(&many[..12], &options).is_ok());
}
