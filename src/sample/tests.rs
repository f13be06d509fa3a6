//! Holds the sample to the published totals with a restatement of the rules of its own.
//!
//! It shares no line with the program's checker on purpose: two implementations that agree say
//! more about the sample than one that checks itself.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Family {
    V02,
    V03,
    V10,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Route {
    Declared,
    Conflict,
    Inferred,
}

fn parse(document: &SampleDocument) -> Value {
    let text = document.body.trim_start_matches('\u{feff}');
    serde_json::from_str(text).expect("every body of the sample is JSON")
}

fn attribute(card: &Value) -> Option<(Route, Family)> {
    let card = card.as_object()?;
    let declared = card.get("protocolVersion");
    if card.get("@context")
        == Some(&Value::from(
            "https://a2a-protocol.org/v1/agent-card.jsonld",
        ))
    {
        return Some((Route::Declared, Family::V10));
    }
    if card.contains_key("supportedInterfaces") {
        let silent = match declared {
            None | Some(Value::Null) => true,
            Some(Value::String(text)) => text.trim().is_empty(),
            Some(_) => false,
        };
        let route = if silent {
            Route::Inferred
        } else {
            Route::Conflict
        };
        return Some((route, Family::V10));
    }
    if let Some(Value::String(text)) = declared
        && !text.trim().is_empty()
    {
        let family = match text.trim_start_matches('v').split('.').collect::<Vec<_>>()[..] {
            ["1", ..] => Family::V10,
            ["0", "0" | "1" | "2", ..] => Family::V02,
            _ => Family::V03,
        };
        return Some((Route::Declared, family));
    }
    card.contains_key("url")
        .then_some((Route::Inferred, Family::V03))
}

/// The fields at fault; a missing one with `missing` before it, one of another type without.
fn faults(card: &Value, family: Family) -> BTreeSet<String> {
    let mut faults = BTreeSet::new();
    let mut strings = |object: &Value, place: &str, keys: &[&str]| {
        for key in keys {
            match object.get(key) {
                None => _ = faults.insert(format!("missing {place}{key}")),
                Some(Value::String(_)) => {}
                Some(_) => _ = faults.insert(format!("{place}{key}")),
            }
        }
    };
    strings(card, "", &["name", "description", "version"]);
    if family != Family::V10 {
        strings(card, "", &["url", "protocolVersion"]);
    }
    let list = |value: &Value, key: &str| {
        value
            .get(key)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    for skill in list(card, "skills")
        .iter()
        .filter(|skill| skill.is_object())
    {
        strings(skill, "skills[].", &["id", "name", "description"]);
    }
    if let Some(provider) = card.get("provider").filter(|provider| !provider.is_null()) {
        strings(provider, "provider.", &["organization", "url"]);
    }
    let (interfaces, keys): (_, &[&str]) = match family {
        Family::V10 => (
            "supportedInterfaces",
            &["url", "protocolBinding", "protocolVersion"],
        ),
        _ => ("additionalInterfaces", &["url", "transport"]),
    };
    for entry in list(card, interfaces)
        .iter()
        .filter(|entry| entry.is_object())
    {
        strings(entry, &format!("{interfaces}[]."), keys);
    }

    let mut containers = |object: &Value,
                          place: &str,
                          key: &str,
                          fits: fn(&Value) -> bool,
                          items: fn(&Value) -> bool| {
        match object.get(key) {
            None => _ = faults.insert(format!("missing {place}{key}")),
            Some(value) if !fits(value) => _ = faults.insert(format!("{place}{key}")),
            Some(Value::Array(entries)) if !entries.iter().all(items) => {
                faults.insert(format!("{place}{key}[]"));
            }
            Some(_) => {}
        }
    };
    containers(card, "", "capabilities", Value::is_object, |_| true);
    containers(
        card,
        "",
        "defaultInputModes",
        Value::is_array,
        Value::is_string,
    );
    containers(
        card,
        "",
        "defaultOutputModes",
        Value::is_array,
        Value::is_string,
    );
    containers(card, "", "skills", Value::is_array, Value::is_object);
    for skill in list(card, "skills")
        .iter()
        .filter(|skill| skill.is_object())
    {
        containers(
            skill,
            "skills[].",
            "tags",
            Value::is_array,
            Value::is_string,
        );
    }
    if family == Family::V10 || card.get(interfaces).is_some_and(|value| !value.is_null()) {
        containers(card, "", interfaces, Value::is_array, Value::is_object);
    }
    faults
}

struct Graded {
    document: SampleDocument,
    card: Value,
    attribution: Option<(Route, Family)>,
    faults: BTreeSet<String>,
}

fn graded() -> Vec<Graded> {
    let grade = |document: SampleDocument| {
        let card = parse(&document);
        let attribution = attribute(&card);
        let faults = attribution
            .map(|(_, family)| faults(&card, family))
            .unwrap_or_default();
        Graded {
            document,
            card,
            attribution,
            faults,
        }
    };
    census().documents.into_iter().map(grade).collect()
}

#[test]
fn routes_and_verdicts_are_the_published_ones() {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for document in graded() {
        let route = document.attribution.map(|(route, _)| route);
        *counts
            .entry((route, document.faults.is_empty()))
            .or_default() += 1;
    }
    let expected = BTreeMap::from([
        ((None, true), 53),
        ((Some(Route::Declared), true), 189),
        ((Some(Route::Declared), false), 25),
        ((Some(Route::Conflict), true), 56),
        ((Some(Route::Conflict), false), 42),
        ((Some(Route::Inferred), true), 66),
        ((Some(Route::Inferred), false), 230),
    ]);
    assert_eq!(counts, expected);
}

#[test]
fn violated_fields_are_the_published_ones_and_no_others() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for document in graded() {
        let fields: BTreeSet<&str> = document
            .faults
            .iter()
            .map(|fault| fault.trim_start_matches("missing "))
            .collect();
        for field in fields {
            *counts.entry(field.to_owned()).or_default() += 1;
        }
    }
    let expected = [
        ("capabilities", 20),
        ("defaultInputModes", 129),
        ("defaultOutputModes", 129),
        ("description", 1),
        ("name", 1),
        ("protocolVersion", 219),
        ("provider.organization", 1),
        ("provider.url", 4),
        ("skills", 71),
        ("skills[]", 1),
        ("skills[].description", 3),
        ("skills[].id", 3),
        ("skills[].tags", 11),
        ("supportedInterfaces", 6),
        ("supportedInterfaces[].protocolBinding", 36),
        ("supportedInterfaces[].protocolVersion", 40),
        ("version", 52),
    ];
    let expected: BTreeMap<String, usize> = expected.map(|(field, n)| (field.to_owned(), n)).into();
    assert_eq!(counts, expected);
}

#[test]
fn the_missing_version_explains_what_the_paper_says_it_explains() {
    let missing = "missing protocolVersion";
    let inferred: Vec<Graded> = graded()
        .into_iter()
        .filter(|document| {
            matches!(document.attribution, Some((Route::Inferred, _)))
                && !document.faults.is_empty()
        })
        .collect();
    assert_eq!(
        inferred
            .iter()
            .filter(|document| document.faults.contains(missing))
            .count(),
        219
    );
    let alone =
        |document: &&Graded| document.faults.len() == 1 && document.faults.contains(missing);
    assert_eq!(inferred.iter().filter(alone).count(), 95);
    assert_eq!(graded().iter().filter(alone).count(), 95);
}

#[test]
fn the_alternative_table_is_the_published_one() {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for document in graded() {
        let Some((Route::Conflict | Route::Inferred, family)) = document.attribution else {
            continue;
        };
        let other = match family {
            Family::V10 => Family::V03,
            _ => Family::V10,
        };
        let alternative = faults(&document.card, other).is_empty();
        *counts
            .entry((family, document.faults.is_empty(), alternative))
            .or_default() += 1;
    }
    let expected = BTreeMap::from([
        ((Family::V03, false, false), 220),
        ((Family::V10, true, true), 49),
        ((Family::V10, true, false), 73),
        ((Family::V10, false, true), 37),
        ((Family::V10, false, false), 15),
    ]);
    assert_eq!(counts, expected);
}

#[test]
fn the_newest_version_refuses_189_documents_that_pass_their_own() {
    let mut counts: BTreeMap<Family, usize> = BTreeMap::new();
    let mut newest_valid = 0;
    for document in graded() {
        let Some((_, family)) = document.attribution else {
            continue;
        };
        let newest = faults(&document.card, Family::V10).is_empty();
        newest_valid += usize::from(newest);
        if document.faults.is_empty() && !newest {
            *counts.entry(family).or_default() += 1;
        }
    }
    assert_eq!(
        counts,
        BTreeMap::from([(Family::V02, 23), (Family::V03, 166)])
    );
    assert_eq!(newest_valid, 122);
}

/// The two switches of the rule: a declaration read before the shape, and an agreeing `1.0`.
#[test]
fn conflicts_split_as_the_plan_says() {
    let (mut old, mut new) = ([0; 2], [0; 2]);
    for document in graded() {
        if !matches!(document.attribution, Some((Route::Conflict, _))) {
            continue;
        }
        let names_new = document.card["protocolVersion"]
            .as_str()
            .expect("a string")
            .starts_with('1');
        let family = if names_new { Family::V10 } else { Family::V03 };
        let side = if names_new { &mut new } else { &mut old };
        side[usize::from(faults(&document.card, family).is_empty())] += 1;
    }
    assert_eq!((old, new), ([0, 78], [5, 15]));
}

#[test]
fn the_frame_is_the_published_one() {
    let census = census();
    let hosts: BTreeSet<&str> = census.frame.iter().map(|row| row.host.as_str()).collect();
    assert_eq!((hosts.len(), census.frame.len()), (2_164, 3_750));
    let at = |path: &str| census.frame.iter().filter(|row| row.path == path).count();
    assert_eq!((at(CURRENT_PATH), at(LEGACY_PATH)), (2_164, 1_586));
    let cards = |path: &str| -> BTreeSet<(&str, &str)> {
        let rows = census
            .frame
            .iter()
            .filter(|row| row.is_card && row.path == path && row.status == 200);
        rows.map(|row| (row.host.as_str(), row.path.as_str()))
            .collect()
    };
    let (current, legacy) = (cards(CURRENT_PATH), cards(LEGACY_PATH));
    assert_eq!((current.len(), legacy.len()), (578, 85));
    let parsed: BTreeSet<(&str, &str)> = census
        .documents
        .iter()
        .map(|document| (document.host.as_str(), document.path.as_str()))
        .collect();
    assert_eq!(current.intersection(&parsed).count(), 577);
    assert_eq!(legacy.intersection(&parsed).count(), 84);
    assert_eq!(census.frame.iter().filter(|row| row.is_card).count(), 663);
}

#[test]
fn every_host_serves_one_document_and_is_an_example() {
    let census = census();
    let hosts: BTreeSet<&str> = census
        .documents
        .iter()
        .map(|document| document.host.as_str())
        .collect();
    assert_eq!((hosts.len(), census.documents.len()), (661, 661));
    assert!(
        hosts
            .iter()
            .all(|host| host.ends_with(".example") && !host.contains(char::is_uppercase))
    );
}

#[test]
fn two_calls_give_the_same_bytes() {
    let (first, second) = (census(), census());
    assert_eq!(to_jsonl(&first.documents), to_jsonl(&second.documents));
    assert_eq!(frame_csv(&first.frame), frame_csv(&second.frame));
    let take = |seed| generated(seed).take(50).collect::<Vec<_>>();
    assert_eq!(take(1), take(1));
    assert_ne!(take(1), take(2));
}

#[test]
fn sizes_are_spread_as_real_ones_are() {
    let mut sizes: Vec<usize> = census()
        .documents
        .iter()
        .map(|document| document.body.len())
        .collect();
    sizes.sort_unstable();
    assert!(sizes[1] <= 300, "{:?}", &sizes[..5]);
    assert!(
        (50_000..=60_000).contains(&sizes[660]),
        "{:?}",
        &sizes[655..]
    );
    assert!((1_000..=6_000).contains(&sizes[330]));
    let usual = sizes
        .iter()
        .filter(|size| (1_000..=6_000).contains(*size))
        .count();
    assert!(usual > 661 / 2, "{usual}");
}

#[test]
fn the_unclassified_are_of_every_kind() {
    let unclassified: Vec<Value> = graded()
        .into_iter()
        .filter(|document| document.attribution.is_none())
        .map(|document| document.card)
        .collect();
    let having = |key: &str| {
        unclassified
            .iter()
            .filter(|card| card.get(key).is_some())
            .count()
    };
    assert_eq!(
        unclassified.iter().filter(|card| card.is_array()).count(),
        1
    );
    assert_eq!(
        unclassified.iter().filter(|card| card.is_string()).count(),
        1
    );
    assert_eq!((having("accepts"), having("registrations")), (14, 11));
    assert_eq!(
        (having("agent"), having("agents"), having("interfaces")),
        (3, 3, 3)
    );
    assert!(having("endpoints") >= 11 && having("protocol_version") == 6);
}

#[test]
fn oddities_are_where_a_reader_can_find_them() {
    let documents = graded();
    let having = |text: &str| {
        let holds = |document: &&Graded| {
            let body = document.card.get("description").and_then(Value::as_str);
            body.is_some_and(|body| body.contains(text))
        };
        documents.iter().filter(holds).count()
    };
    assert_eq!(
        (
            having("\u{202e}"),
            having("\u{200b}"),
            having("\u{1b}"),
            having("\r")
        ),
        (2, 2, 1, 1)
    );
    assert_eq!(having("\u{e0052}\u{e0061}\u{e006e}\u{e006b}"), 2);
    // Some of it unescaped, where a search of the raw text has to find it.
    let raw = |text: &str| {
        documents
            .iter()
            .filter(|document| document.document.body.contains(text))
            .count()
    };
    assert_eq!((raw("\u{202e}"), raw("\u{e0052}")), (2, 2));
    let marked = documents
        .iter()
        .filter(|document| document.document.body.starts_with('\u{feff}'))
        .count();
    assert_eq!(marked, 5);
    let twice = documents
        .iter()
        .filter(|document| document.document.body.contains("Coming soon."))
        .count();
    assert_eq!(twice, 6);
    let announced = documents.iter().filter(|document| {
        document
            .document
            .headers
            .iter()
            .any(|(name, _)| name == "X-A2A-Extensions")
    });
    assert!(announced.count() >= 6);
}

#[test]
fn a_frame_file_has_a_row_for_every_request() {
    let census = census();
    let bytes = frame_csv(&census.frame);
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let header = reader.headers().expect("a header").clone();
    assert_eq!(header, vec!["host", "path", "status", "is_card"]);
    let cards = reader
        .records()
        .map(|record| record.expect("four fields")[3].to_owned());
    let cards: Vec<String> = cards.collect();
    assert_eq!(cards.len(), 3_750);
    assert_eq!(cards.iter().filter(|card| *card == "true").count(), 663);
}

#[test]
fn an_envelope_holds_the_body_exactly() {
    for document in census().documents {
        let envelope: Value =
            serde_json::from_str(&jsonl_line(&document)).expect("an envelope is JSON");
        assert_eq!(envelope["body"].as_str(), Some(document.body.as_str()));
        assert_eq!(envelope["host"].as_str(), Some(document.host.as_str()));
        assert_eq!(envelope["status"].as_u64(), Some(200));
    }
}

#[test]
fn generated_documents_are_about_three_kilobytes_and_all_from_other_hosts() {
    let documents: Vec<SampleDocument> = generated(7).take(2_000).collect();
    let hosts: BTreeSet<&str> = documents
        .iter()
        .map(|document| document.host.as_str())
        .collect();
    assert_eq!(hosts.len(), 2_000);
    let bytes: usize = documents.iter().map(|document| document.body.len()).sum();
    assert!(
        (2_700..=3_300).contains(&(bytes / 2_000)),
        "{}",
        bytes / 2_000
    );
    let routes: BTreeSet<_> = documents
        .iter()
        .map(|document| attribute(&parse(document)))
        .collect();
    assert!(routes.len() >= 6, "{routes:?}");
}
