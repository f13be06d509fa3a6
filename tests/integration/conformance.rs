//! The fast checker held against the `jsonschema` crate on the structural part of each schema.

use cardex::card::{Document, Tree};
use cardex::census::{Facts, ViolationKind, violations};
use cardex::spec::{Family, specification};
use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static VALIDATORS: LazyLock<[Validator; 3]> = LazyLock::new(|| Family::ALL.map(validator));

fn validator(family: Family) -> Validator {
    let text = specification().text(family);
    let mut schema: Value = serde_json::from_str(text).expect("the pinned schemas are JSON");
    schema["$ref"] = json!("#/$defs/structural");
    jsonschema::validator_for(&schema).expect("the pinned schemas are schemas")
}

/// A JSON Pointer in the program's notation, for the plain keys that occur here.
fn notation(pointer: &str, last: Option<&str>) -> String {
    let mut path = String::new();
    for segment in pointer.split('/').skip(1).chain(last) {
        if segment.bytes().all(|byte| byte.is_ascii_digit()) {
            path.push_str(&format!("[{segment}]"));
        } else {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(segment);
        }
    }
    path
}

fn theirs(family: Family, card: &Value) -> BTreeSet<String> {
    let errors = VALIDATORS[family.index()].iter_errors(card);
    let told = errors.map(|error| {
        let pointer = error.instance_path().to_string();
        match error.kind() {
            ValidationErrorKind::Required { property } => {
                format!("{}:missing", notation(&pointer, property.as_str()))
            }
            ValidationErrorKind::Type { .. } => format!("{}:type", notation(&pointer, None)),
            other => format!("{pointer}:unexpected {other:?}"),
        }
    });
    told.collect()
}

#[track_caller]
fn assert_agreement(card: &Value) {
    let text = card.to_string();
    let tree = Tree::from_bytes(text.as_bytes()).expect("serde_json writes JSON");
    let document = Document::new(text.as_bytes(), &tree);
    let facts = Facts::of(document);
    for family in Family::ALL {
        let listed = violations(document.root(), family);
        let ours: BTreeSet<_> = listed
            .iter()
            .map(|violation| format!("{}:{}", violation.path, violation.kind))
            .collect();
        assert_eq!(ours, theirs(family, card), "{family}: {text}");
        let outcome = facts.outcome(family);
        assert_eq!(outcome.passes(), ours.is_empty(), "{family}: {text}");
        assert_eq!(
            outcome.violation_count as usize,
            listed.len(),
            "{family}: {text}"
        );
        let fields: BTreeSet<_> = listed.iter().map(|violation| violation.field).collect();
        assert_eq!(outcome.fields().iter().collect::<BTreeSet<_>>(), fields);
        let missing = listed
            .iter()
            .filter(|violation| violation.kind == ViolationKind::Missing)
            .map(|violation| violation.field);
        assert_eq!(outcome.missing, missing.collect(), "{family}: {text}");
    }
}

#[test]
fn cards_made_by_hand_are_judged_alike() {
    let complete = json!({
        "name": "n", "description": "d", "url": "u", "version": "1", "protocolVersion": "0.3.0",
        "capabilities": {}, "defaultInputModes": [], "defaultOutputModes": [], "skills": [],
        "supportedInterfaces": []
    });
    assert_agreement(&complete);
    assert_agreement(&json!({}));
    for key in [
        "provider",
        "additionalInterfaces",
        "supportedInterfaces",
        "skills",
        "tags",
        "url",
        "defaultInputModes",
    ] {
        for value in [
            json!(null),
            json!(false),
            json!(0),
            json!(""),
            json!([]),
            json!({}),
            json!([null, 1, "", [], {}]),
        ] {
            let mut card = complete.clone();
            card[key] = value;
            assert_agreement(&card);
        }
    }
}

/// The whole synthetic census, whose documents have every fault its plan asks for.
#[test]
fn the_sample_census_is_judged_alike() {
    let mut compared = 0;
    for document in cardex::sample::census().documents {
        let text = document.body.trim_start_matches('\u{feff}');
        if let Ok(card @ Value::Object(_)) = serde_json::from_str::<Value>(text) {
            assert_agreement(&card);
            compared += 1;
        }
    }
    assert!(compared > 600, "{compared}");
}

/// Any small value.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-z]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,3}", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// An object with some of these keys, each well-typed or anything.
fn object(members: Vec<(&'static str, BoxedStrategy<Value>)>) -> BoxedStrategy<Value> {
    let members = members.into_iter().map(|(key, good)| {
        let value =
            prop_oneof![6 => good.prop_map(Some), 1 => any_value().prop_map(Some), 1 => Just(None)];
        value.prop_map(move |value| value.map(|value| (key.to_owned(), value)))
    });
    members
        .collect::<Vec<_>>()
        .prop_map(|members| Value::Object(members.into_iter().flatten().collect::<Map<_, _>>()))
        .boxed()
}

fn text() -> BoxedStrategy<Value> {
    "[a-z]{0,4}".prop_map(Value::from).boxed()
}

fn list(item: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let item = prop_oneof![9 => item, 1 => any_value()];
    prop::collection::vec(item, 0..3)
        .prop_map(Value::from)
        .boxed()
}

fn card() -> BoxedStrategy<Value> {
    let skill = || {
        object(vec![
            ("id", text()),
            ("name", text()),
            ("description", text()),
            ("tags", list(text())),
        ])
    };
    let interface = || {
        object(vec![
            ("url", text()),
            ("transport", text()),
            ("protocolBinding", text()),
            ("protocolVersion", text()),
        ])
    };
    object(vec![
        ("name", text()),
        ("description", text()),
        ("url", text()),
        ("version", text()),
        ("protocolVersion", text()),
        ("capabilities", Just(json!({"streaming": true})).boxed()),
        ("defaultInputModes", list(text())),
        ("defaultOutputModes", list(text())),
        ("skills", list(skill())),
        (
            "provider",
            object(vec![("organization", text()), ("url", text())]),
        ),
        ("additionalInterfaces", list(interface())),
        ("supportedInterfaces", list(interface())),
        ("vendor", any_value().boxed()),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn made_cards_are_judged_alike(card in card()) {
        assert_agreement(&card);
    }
}
