//! Three clouds' cards for one agent: what can be read off the cards themselves.

use super::*;
use crate::census::{Route, Verdict};
use crate::sample::clouds;
use crate::spec::Family;
use crate::spec::catalogue::Category;

const CLOUD_RUN: usize = 0;
const AGENTCORE: usize = 1;
const CONTAINER_APPS: usize = 2;

fn three_clouds() -> Comparison {
    let documents = clouds::day_2();
    let columns: Vec<_> = documents
        .iter()
        .zip(["cloud-run", "agentcore", "container-apps"])
        .map(|(document, name)| Column {
            name,
            host: &document.host,
            path: &document.path,
            body: document.body.as_bytes(),
            facts: None,
        })
        .collect();
    compare(&columns, &Options::default()).expect("three columns")
}

fn axis<'c>(comparison: &'c Comparison, key: &str) -> &'c Axis {
    let mut axes = comparison.axes().iter();
    axes.find(|axis| axis.key == key).expect("an axis")
}

fn told(comparison: &Comparison, key: &str) -> Vec<String> {
    let values = axis(comparison, key).values.iter();
    values.map(AxisValue::notation).collect()
}

#[test]
fn all_three_have_the_seven_fields_of_the_core() {
    let comparison = three_clouds();
    let universal = comparison.universal();
    for field in [
        "name",
        "description",
        "version",
        "capabilities",
        "defaultInputModes",
        "defaultOutputModes",
        "skills",
    ] {
        assert!(universal.iter().any(|path| path == field), "{field}");
    }
}

#[test]
fn one_has_the_shape_of_1_0_and_two_are_hybrids() {
    let comparison = three_clouds();
    assert_eq!(told(&comparison, "shape"), ["1.0", "hybrid", "hybrid"]);
    assert_eq!(told(&comparison, "bytes"), ["528", "2109", "1924"]);
    assert!(!axis(&comparison, "shape").agree);
}

#[test]
fn the_version_is_declared_in_opposite_places() {
    let comparison = three_clouds();
    let at: Vec<_> = comparison
        .identities()
        .iter()
        .map(|card| card.declared.at())
        .collect();
    use DeclaredAt::{PerInterface, TopLevel};
    assert_eq!(at, [PerInterface, TopLevel, TopLevel]);
    assert_eq!(told(&comparison, "declared_version"), ["–", "0.3", "0.3"]);
    assert_eq!(
        told(&comparison, "interface_versions"),
        ["1.0", "none", "none"]
    );
    let row = |path| comparison.presence(row(&comparison, path)).0;
    assert_eq!(row("protocolVersion"), 0b110);
    assert_eq!(row("supportedInterfaces[0].protocolVersion"), 0b001);
    assert_eq!((row("url"), row("preferredTransport")), (0b110, 0b110));
}

#[test]
fn absent_is_not_false() {
    let comparison = three_clouds();
    let push = row(&comparison, "capabilities.pushNotifications");
    let cells = [CLOUD_RUN, AGENTCORE, CONTAINER_APPS]
        .map(|column| comparison.cell(push, column).notation().into_owned());
    assert_eq!(cells, ["false", "–", "–"]);
    assert_eq!(comparison.row(push).state, RowState::Only);
    assert!(axis(&comparison, "true_capabilities").agree);
    assert!(!axis(&comparison, "false_capabilities").agree);
}

#[test]
fn two_are_identical_but_for_hosts_and_one_tag() {
    let documents = clouds::day_2();
    let bodies = [&documents[AGENTCORE].body, &documents[CONTAINER_APPS].body];
    let comparison = compared(&[bodies[0], bodies[1]]);
    let differing: Vec<_> = comparison
        .rows()
        .filter(|&id| !comparison.has_rows_beneath(id))
        .filter(|&id| comparison.row(id).state != RowState::Same)
        .map(|id| comparison.path(id))
        .collect();
    assert_eq!(
        differing,
        [
            "skills[0].tags[4]",
            "skills[0].tags[4]#2",
            "supportedInterfaces[0].url",
            "url",
        ]
    );
    let tags = row(&comparison, "skills[0].tags");
    let change = SetChange { added: 1, gone: 1 };
    assert_eq!(comparison.set_change(tags, 1), Some(change));
    assert!(comparison.unique().is_empty(), "the same fields on both");
    let summary = comparison.leaf_summary();
    assert_eq!(
        (summary.different, summary.only, summary.type_differs),
        (2, 2, 0)
    );
}

#[test]
fn the_same_fields_are_missing_from_every_card() {
    let unserved = three_clouds().unserved();
    for field in [
        "provider",
        "documentationUrl",
        "iconUrl",
        "securitySchemes",
        "securityRequirements",
        "security",
        "signatures",
        "additionalInterfaces",
        "capabilities.extensions",
        "skills[].examples",
        "skills[].inputModes",
    ] {
        assert!(unserved.contains(&field), "{field} in {unserved:?}");
    }
    for field in [
        "protocolVersion",
        "url",
        "provider.url",
        "supportedInterfaces",
    ] {
        assert!(!unserved.contains(&field), "{field}");
    }
}

#[test]
fn the_skills_have_one_shape_and_nothing_else_in_common() {
    let comparison = three_clouds();
    assert_eq!(told(&comparison, "skill_count"), ["1", "1", "1"]);
    let ids = told(&comparison, "skill_ids");
    assert_eq!(ids, ["briefing_agent", "sourced_briefs", "sourced_briefs"]);
    let skill = row(&comparison, "skills[0]");
    assert_eq!(comparison.row(skill).alignment(), Some("id+position"));
    for (path, state) in [
        ("skills[0].id", RowState::Different),
        ("skills[0].name", RowState::Different),
        ("skills[0].description", RowState::Different),
        ("description", RowState::Same),
        ("name", RowState::Same),
    ] {
        assert_eq!(
            comparison.row(row(&comparison, path)).state,
            state,
            "{path}"
        );
    }
    let described = row(&comparison, "skills[0].description");
    let lengths = [0, 1, 2].map(|column| comparison.cell(described, column).len());
    assert_eq!(lengths, [Some(69), Some(1258), Some(1258)]);
}

#[test]
fn nobody_is_signed_names_a_scheme_or_goes_outside_the_specification() {
    let comparison = three_clouds();
    assert_eq!(told(&comparison, "signed"), ["no", "no", "no"]);
    assert_eq!(told(&comparison, "security_schemes"), ["–", "–", "–"]);
    assert_eq!(
        told(&comparison, "outside_fields"),
        ["none", "none", "none"]
    );
    assert_eq!(comparison.rows_in(Category::OutsideSpec).count(), 0);
}

#[test]
fn the_rule_infers_one_and_finds_two_in_conflict() {
    let comparison = three_clouds();
    let judged: Vec<_> = comparison
        .identities()
        .iter()
        .map(|card| {
            let verdict = |family| card.verdict_under(family);
            (
                card.judgement.route,
                card.judgement.family,
                card.judgement.verdict,
                verdict(Family::V0_3),
                verdict(Family::V1_0),
            )
        })
        .collect();
    let (valid, invalid) = (Some(Verdict::Valid), Some(Verdict::Invalid));
    let v1 = Some(Family::V1_0);
    let hybrid = (Some(Route::Conflict), v1, invalid, valid, invalid);
    assert_eq!(judged[CLOUD_RUN].0, Some(Route::Inferred));
    assert_eq!((judged[CLOUD_RUN].1, judged[CLOUD_RUN].2), (v1, valid));
    assert_eq!(judged[1..], [hybrid, hybrid]);
}

#[test]
fn a_card_that_changed_under_one_version_is_named() {
    let (before, after) = (clouds::day_1(), clouds::day_2());
    let columns: Vec<_> = [&before[CLOUD_RUN], &after[CLOUD_RUN]]
        .iter()
        .map(|document| Column {
            name: "cloud-run",
            host: &document.host,
            path: &document.path,
            body: document.body.as_bytes(),
            facts: None,
        })
        .collect();
    let comparison = compare(&columns, &Options::default()).expect("two columns");
    let silent = SilentChange {
        before: 0,
        after: 1,
        version: Some("0.0.1".to_owned()),
    };
    assert_eq!(comparison.silent_changes(), [silent]);
    let sizes: Vec<_> = comparison
        .identities()
        .iter()
        .map(|card| card.byte_count)
        .collect();
    assert_eq!(sizes, [1533, 528]);
    let gone: Vec<_> = comparison
        .rows()
        .filter(|&id| comparison.row(id).aligned_by == Some(AlignedBy::Position))
        .map(|id| comparison.path(id))
        .collect();
    assert_eq!(gone, ["skills[1]", "skills[2]", "skills[3]"]);
    assert!(three_clouds().silent_changes().is_empty());
}

#[test]
fn a_change_is_told_from_other_bytes_and_from_a_new_version() {
    let told = |before: &str, after: &str| {
        with(before, |before| with(after, |after| change(before, after)))
    };
    let card = r#"{"version":"1","name":"a"}"#;
    assert_eq!(told(card, card), Change::None);
    assert_eq!(
        told(card, r#"{"name": "a", "version":"1"}"#),
        Change::BytesOnly
    );
    assert_eq!(
        told(card, r#"{"version":"1","name":"b"}"#),
        Change::Silent(Some("1".to_owned()))
    );
    assert_eq!(
        told(card, r#"{"version":"2","name":"b"}"#),
        Change::WithVersion
    );
    assert_eq!(told(card, r#"{"name":"b"}"#), Change::WithVersion);
    assert_eq!(told("{}", "[]"), Change::Silent(None));
}

#[test]
fn the_json_value_has_every_part() {
    let comparison = three_clouds();
    let json = serde_json::to_value(comparison.report()).expect("JSON");
    let card = &json["cards"][0];
    for (key, expected) in [
        ("name", "cloud-run"),
        ("shape", "1.0"),
        ("verdict", "valid"),
    ] {
        assert_eq!(card[key], expected);
    }
    assert_eq!(card["bytes"], 528);
    assert_eq!(card["declared"]["top_level"], serde_json::Value::Null);
    assert_eq!(card["declared"]["interfaces"][0], "1.0");
    let rows = json["rows"].as_array().expect("rows");
    let count = |state: &str| rows.iter().filter(|row| row["state"] == state).count() as u64;
    for state in ["same", "different", "only", "type", "order"] {
        assert_eq!(json["summary"][state], count(state), "{state}");
    }
    let push = rows
        .iter()
        .find(|row| row["path"] == "capabilities.pushNotifications")
        .expect("a row");
    assert_eq!(push["category"], "optional");
    assert_eq!(push["cells"][0]["kind"], "bool");
    assert_eq!(push["cells"][0]["value"], false);
    assert_eq!(push["cells"][1]["kind"], "absent");
    assert_eq!(
        json["unique"]["capabilities.pushNotifications"],
        "cloud-run"
    );
    assert_eq!(json["axes"][0]["key"], "shape");
    assert_eq!(json["axes"][0]["values"][1], "hybrid");
    let unserved = json["unserved"].as_array().expect("unserved");
    assert!(unserved.iter().any(|field| field == "signatures"));
}
