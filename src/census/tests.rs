//! The census on documents small enough to judge by hand.

use super::*;
use crate::card::{Document, Tree};
use crate::spec::Family;

/// A complete 0.3 card without `protocolVersion`.
const OLD: &str = r#""name":"n","description":"d","url":"u","version":"1","capabilities":{},
    "defaultInputModes":[],"defaultOutputModes":[],"skills":[]"#;
/// A complete 1.0 card.
const NEW: &str = r#""name":"n","description":"d","version":"1","capabilities":{},"defaultInputModes":[],
    "defaultOutputModes":[],"skills":[],"supportedInterfaces":[]"#;

fn graded(text: &str, rules: &Rules) -> Graded {
    let tree = Tree::from_bytes(text.as_bytes()).expect("the test's own JSON parses");
    let document = Document::new(text.as_bytes(), &tree);
    grade(document, Facts::of(document), rules)
}

/// `members` of a card; several texts joined.
fn card(members: &[&str]) -> String {
    format!("{{{}}}", members.join(","))
}

fn routed(text: &str) -> (Route, Option<Family>) {
    let judgement = graded(text, &Rules::default()).judgement;
    (
        judgement.route.expect("cards and other JSON have a route"),
        judgement.family,
    )
}

fn faults(text: &str) -> String {
    let listed: Vec<_> = graded(text, &Rules::default())
        .violations
        .iter()
        .map(|violation| format!("{}:{}", violation.path, violation.kind))
        .collect();
    listed.join(";")
}

const V1_CONTEXT: &str = r#""@context":"https://a2a-protocol.org/v1/agent-card.jsonld""#;

#[test]
fn the_first_rule_that_applies_decides() {
    for (text, route, family) in [
        (
            card(&[V1_CONTEXT, r#""url":"u","protocolVersion":"0.3""#]),
            Route::Declared,
            Some(Family::V1_0),
        ),
        (
            card(&[
                r#""@context":[{},"https://schema.org","https://a2a-protocol.org/v0.2.5/agentcard"]"#,
            ]),
            Route::Declared,
            Some(Family::V0_2),
        ),
        (
            card(&[r#""@context":"https://a2a-protocol.org/agent-card","url":1"#]),
            Route::Inferred,
            Some(Family::V0_3),
        ),
        (
            card(&[r#""supportedInterfaces":null"#]),
            Route::Inferred,
            Some(Family::V1_0),
        ),
        (
            card(&[r#""supportedInterfaces":[],"protocolVersion":null"#]),
            Route::Inferred,
            Some(Family::V1_0),
        ),
        (
            card(&[r#""supportedInterfaces":[],"protocolVersion":" \u00a0\t""#]),
            Route::Inferred,
            Some(Family::V1_0),
        ),
        (
            card(&[r#""supportedInterfaces":[],"protocolVersion":"1.0""#]),
            Route::Conflict,
            Some(Family::V1_0),
        ),
        (
            card(&[r#""supportedInterfaces":[],"protocolVersion":42"#]),
            Route::Conflict,
            Some(Family::V1_0),
        ),
        (
            card(&[r#""protocolVersion":"0.2.9""#]),
            Route::Declared,
            Some(Family::V0_2),
        ),
        (
            card(&[r#""protocolVersion":"","url":"""#]),
            Route::Inferred,
            Some(Family::V0_3),
        ),
        (
            card(&[r#""protocolVersion":42,"url":null"#]),
            Route::Inferred,
            Some(Family::V0_3),
        ),
        (
            card(&[r#""protocolVersion":42"#]),
            Route::Unclassified,
            None,
        ),
        (
            card(&[r#""protocol\u0056ersion":"0.3""#]),
            Route::Declared,
            Some(Family::V0_3),
        ),
        (
            card(&[r#""protocolVersion":"0.2","protocolVersion":"0.3""#]),
            Route::Declared,
            Some(Family::V0_3),
        ),
        (
            card(&[r#""interfaces":[],"agent":{"url":"u"}"#]),
            Route::Unclassified,
            None,
        ),
        ("[1]".to_owned(), Route::Unclassified, None),
        ("null".to_owned(), Route::Unclassified, None),
    ] {
        assert_eq!(routed(&text), (route, family), "{text}");
    }
}

#[test]
fn a_complete_card_is_valid_and_each_absence_is_a_fault() {
    assert_eq!(faults(&card(&[OLD, r#""protocolVersion":"0.3.0""#])), "");
    assert_eq!(faults(&card(&[OLD])), "protocolVersion:missing");
    assert_eq!(faults(&card(&[NEW])), "");
    assert_eq!(
        faults(r#"{"supportedInterfaces":[{}]}"#),
        "capabilities:missing;defaultInputModes:missing;defaultOutputModes:missing;description:missing;\
         name:missing;skills:missing;supportedInterfaces[0].protocolBinding:missing;\
         supportedInterfaces[0].protocolVersion:missing;supportedInterfaces[0].url:missing;version:missing"
    );
}

#[test]
fn types_are_checked_down_to_the_items() {
    let with = |more: &str| faults(&card(&[OLD, r#""protocolVersion":"0.3.0""#, more]));
    assert_eq!(
        with(r#""skills":[{"id":"i","name":"n","description":"d","tags":[42,"t",null]}]"#),
        "skills[0].tags[0]:type;skills[0].tags[2]:type"
    );
    assert_eq!(
        with(r#""skills":[1,{"id":null,"name":"","description":"","tags":[]}]"#),
        "skills[0]:type;skills[1].id:type"
    );
    assert_eq!(with(r#""skills":{}"#), "skills:type");
    assert_eq!(
        with(r#""defaultInputModes":["a",1]"#),
        "defaultInputModes[1]:type"
    );
    assert_eq!(with(r#""capabilities":[]"#), "capabilities:type");
    assert_eq!(with(r#""url":5"#), "url:type");
}

#[test]
fn an_optional_container_may_be_absent_or_null_but_nothing_else_than_its_type() {
    let with = |more: &str| faults(&card(&[OLD, r#""protocolVersion":"0.3.0""#, more]));
    assert_eq!(with(r#""provider":null,"additionalInterfaces":null"#), "");
    assert_eq!(
        with(r#""provider":"p","additionalInterfaces":{}"#),
        "additionalInterfaces:type;provider:type"
    );
    assert_eq!(
        with(r#""provider":{"url":"u"},"additionalInterfaces":[{"url":"u"},7]"#),
        "additionalInterfaces[0].transport:missing;additionalInterfaces[1]:type;provider.organization:missing"
    );
    // 1.0 has no additionalInterfaces; nothing is asked of it there.
    assert_eq!(faults(&card(&[NEW, r#""additionalInterfaces":5"#])), "");
}

#[test]
fn tolerance_sets_aside_one_missing_protocol_version_and_nothing_else() {
    let tolerant = |text: &str| graded(text, &Rules::default()).judgement.tolerant;
    assert_eq!(tolerant(&card(&[OLD])), Some(Verdict::Valid));
    assert_eq!(
        tolerant(&card(&[OLD, r#""protocolVersion":42"#])),
        Some(Verdict::Invalid)
    );
    assert_eq!(
        tolerant(&card(&[OLD, r#""name":7"#])),
        Some(Verdict::Invalid)
    );
    let unversioned_interface = r#""supportedInterfaces":[{"url":"u","protocolBinding":"b"}]"#;
    assert_eq!(
        tolerant(&card(&[NEW, unversioned_interface])),
        Some(Verdict::Invalid)
    );
}

#[test]
fn inferred_and_conflict_have_an_alternative_and_declared_has_none() {
    let judged = |text: &str| graded(text, &Rules::default()).judgement;
    let inferred = judged(&card(&[OLD]));
    assert_eq!(inferred.alternative, Some((Family::V1_0, Verdict::Invalid)));
    let conflict = judged(&card(&[
        OLD,
        r#""protocolVersion":"0.3","supportedInterfaces":[{}]"#,
    ]));
    assert_eq!(conflict.verdict, Some(Verdict::Invalid));
    assert_eq!(conflict.alternative, Some((Family::V0_3, Verdict::Valid)));
    assert!(conflict.flips());
    let declared = judged(&card(&[OLD, r#""protocolVersion":"0.3""#]));
    assert_eq!(
        (declared.alternative, declared.newest),
        (None, Some(Verdict::Invalid))
    );
    assert_eq!(judged("{}").newest, None);
}

#[test]
fn a_near_miss_is_named_beside_the_missing_key() {
    let text = card(&[r#""url":"u","default_input_modes":[],"Skills":[]"#]);
    let near: Vec<_> = graded(&text, &Rules::default())
        .violations
        .into_iter()
        .filter_map(|violation| Some((violation.path, violation.near_miss?)))
        .collect();
    let expected = [
        ("defaultInputModes", "default_input_modes"),
        ("skills", "Skills"),
    ];
    assert_eq!(
        near,
        expected.map(|(path, near)| (path.to_owned(), near.to_owned()))
    );
}

#[test]
fn each_switch_moves_what_it_says() {
    let judged = |text: &str, rules: &str| {
        let rules = rules.parse().expect("a rule the test wrote");
        let judgement = graded(text, &rules).judgement;
        (judgement.route, judgement.family, judgement.verdict)
    };
    let hybrid = card(&[OLD, r#""protocolVersion":"0.3","supportedInterfaces":[{}]"#]);
    assert_eq!(
        judged(&hybrid, "order=declaration"),
        (
            Some(Route::Declared),
            Some(Family::V0_3),
            Some(Verdict::Valid)
        )
    );
    let agreeing = card(&[NEW, r#""protocolVersion":"v1""#]);
    assert_eq!(judged(&agreeing, "paper").0, Some(Route::Conflict));
    assert_eq!(
        judged(&agreeing, "agreeing-1.0=declared"),
        (
            Some(Route::Declared),
            Some(Family::V1_0),
            Some(Verdict::Valid)
        )
    );
    assert_eq!(
        judged(&hybrid, "agreeing-1.0=declared").0,
        Some(Route::Conflict)
    );
    assert_eq!(
        judged(&card(&[OLD]), "bare-url=none"),
        (Some(Route::Unclassified), None, None)
    );
    assert_eq!(
        judged("{}", "unclassified=fail"),
        (Some(Route::Unclassified), None, Some(Verdict::Invalid))
    );
    assert_eq!(judged(&card(&[OLD]), "tolerant=on").2, Some(Verdict::Valid));
    let all = judged(&card(&[OLD, r#""protocolVersion":"0.3""#]), "all=1.0");
    assert_eq!(
        all,
        (
            Some(Route::Declared),
            Some(Family::V1_0),
            Some(Verdict::Invalid)
        )
    );
}

#[test]
fn the_trace_ends_at_the_rule_that_fired() {
    let text = card(&[r#""url":"https://a.example","protocolVersion":"""#]);
    let tree = Tree::from_bytes(text.as_bytes()).expect("JSON");
    let document = Document::new(text.as_bytes(), &tree);
    let trace = attribution_trace(Some(document), State::Card, &Rules::default());
    let seen: Vec<_> = trace
        .iter()
        .map(|step| (step.rule.number(), step.reached, step.fired))
        .collect();
    assert_eq!(
        seen,
        [
            (1, true, false),
            (2, true, false),
            (3, true, false),
            (4, true, true),
            (5, false, false)
        ]
    );
    assert_eq!(
        trace[2].evidence,
        "protocolVersion is a blank string and names none"
    );
}

#[test]
fn the_declared_version_is_verbatim() {
    let declared = |text: &str| graded(text, &Rules::default()).declared_version;
    assert_eq!(
        declared(&card(&[r#""protocolVersion":" v0.3 ""#])),
        " v0.3 "
    );
    assert_eq!(
        declared(&card(&[V1_CONTEXT, r#""protocolVersion":"0.3""#])),
        "v1"
    );
    assert_eq!(declared(&card(&[r#""protocolVersion":42,"url":"""#])), "");
    let flagged = graded(&card(&[r#""protocolVersion":"draft""#]), &Rules::default());
    assert!(flagged.has_unrecognised_version());
    assert_eq!(flagged.judgement.family, Some(Family::V0_3));
}

#[test]
fn the_shape_is_read_off_the_keys() {
    for (text, shape) in [
        (
            r#"{"supportedInterfaces":[],"protocolVersion":"0.3"}"#,
            CardShape::V1_0,
        ),
        (r#"{"supportedInterfaces":[],"url":"u"}"#, CardShape::Hybrid),
        (r#"{"url":"u","protocolVersion":"1.0"}"#, CardShape::V0_3),
        (r#"{"url":"u","signatures":[]}"#, CardShape::V0_3),
        (r#"{"additionalInterfaces":[]}"#, CardShape::V0_3),
        (r#"{"url":"u","name":"n"}"#, CardShape::V0_2),
        (
            r#"{"name":"n","protocolVersion":"0.3"}"#,
            CardShape::Unrecognised,
        ),
    ] {
        assert_eq!(
            graded(text, &Rules::default()).facts.shape(),
            shape,
            "{text}"
        );
    }
}
