use super::super::specification;
use super::*;

/// The field at a path whose steps are separated by spaces; `[]` is an item.
fn place(steps: &str) -> Option<Place<'static>> {
    steps
        .split(' ')
        .try_fold(specification().root_place(), |place, step| match step {
            "[]" => place.item(),
            name => place.member(name),
        })
}

fn field(steps: &str) -> &'static SpecField {
    place(steps)
        .unwrap_or_else(|| panic!("no place at '{steps}'"))
        .field()
}

#[test]
fn nested_fields_have_the_category_of_their_own_place() {
    use Category::{Era1_0, Legacy0x, Optional, RequiredCore};
    for (steps, category) in [
        ("skills [] id", RequiredCore),
        ("skills [] tags", RequiredCore),
        ("skills [] tags []", RequiredCore),
        ("skills [] examples", Optional),
        ("skills [] security", Legacy0x),
        ("skills [] securityRequirements [] schemes", Era1_0),
        ("provider url", Optional),
        ("capabilities streaming", Optional),
        ("capabilities stateTransitionHistory", Legacy0x),
        ("capabilities extendedAgentCard", Era1_0),
        ("capabilities extensions [] uri", Optional),
        ("supportedInterfaces [] url", Era1_0),
        ("supportedInterfaces [] protocolVersion", Era1_0),
        ("additionalInterfaces [] url", Legacy0x),
        ("signatures [] protected", Optional),
        ("securitySchemes anything", Optional),
        ("securitySchemes anything type", Legacy0x),
        ("securitySchemes anything apiKeySecurityScheme", Era1_0),
        ("securitySchemes anything apiKeySecurityScheme name", Era1_0),
    ] {
        assert_eq!(field(steps).category, category, "{steps}");
    }
}

/// The rule, applied to every nested field of the schemas: an era that a parent belongs to is
/// inherited, else presence in the families decides.
#[test]
fn every_nested_category_follows_the_rule() {
    fn check(parent: Place<'_>, is_in_core: bool) -> usize {
        let mut count = 0;
        let above = parent.field().category;
        for name in parent.member_names() {
            let place = parent.member(name).expect("a member is found by name");
            let field = place.field();
            let [v0_2, v0_3, v1_0] = &field.in_family;
            let is_in_0x = v0_2.is_some() || v0_3.is_some();
            let is_required = field
                .in_family
                .iter()
                .all(|facts| facts.as_ref().is_some_and(|facts| facts.required));
            let expected = match (above, is_in_0x, v1_0.is_some()) {
                (Category::Era1_0 | Category::Legacy0x, _, _) => above,
                (_, false, _) => Category::Era1_0,
                (_, true, false) => Category::Legacy0x,
                (_, true, true) if is_required && is_in_core => Category::RequiredCore,
                (_, true, true) => Category::Optional,
            };
            // The top level is not ruled but listed; another test holds the list.
            if !parent.field().path.is_empty() {
                assert_eq!(field.category, expected, "{}", field.path);
                count += 1;
            }
            count += check_content(place, field.category == Category::RequiredCore);
        }
        count
    }
    fn check_content(place: Place<'_>, is_in_core: bool) -> usize {
        let contents = [
            place.item(),
            place.catalogue.nodes[place.node]
                .any_member
                .map(|node| Place { node, ..place }),
        ];
        let inside: usize = contents
            .into_iter()
            .flatten()
            .map(|content| {
                assert_eq!(content.field().category, place.field().category);
                check_content(content, is_in_core)
            })
            .sum();
        inside + check(place, is_in_core)
    }
    let nested_count = check(specification().root_place(), true);
    let named_count = specification().catalogue().len();
    assert_eq!(
        nested_count + specification().top_level_keys().len(),
        named_count
    );
}

#[test]
fn the_catalogue_is_in_specification_order_with_what_only_0x_has_beside_its_siblings() {
    let paths: Vec<&str> = specification()
        .catalogue()
        .iter()
        .map(|field| field.path.as_str())
        .collect();
    let at = |path: &str| {
        paths
            .iter()
            .position(|known| *known == path)
            .unwrap_or_else(|| panic!("no '{path}'"))
    };
    assert_eq!(paths.first(), Some(&"name"));
    for pair in [
        ["supportedInterfaces", "supportedInterfaces[].url"],
        ["supportedInterfaces[].protocolVersion", "provider"],
        ["skills[].securityRequirements", "skills[].security"],
        ["skills[].security", "signatures"],
        ["iconUrl", "additionalInterfaces"],
        [
            "capabilities.extendedAgentCard",
            "capabilities.stateTransitionHistory",
        ],
    ] {
        assert!(at(pair[0]) < at(pair[1]), "{pair:?}");
    }
    assert!(
        paths
            .iter()
            .all(|path| !path.is_empty() && !path.ends_with("[]") && !path.ends_with('*'))
    );
    let mut distinct = paths.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), paths.len());
}

#[test]
fn facts_are_what_each_family_says() {
    let facts = |steps: &str, family: Family| {
        let facts = field(steps).facts(family)?;
        Some((
            facts.type_text.as_str(),
            facts.required,
            facts.only_in.join(" "),
        ))
    };
    let plain = |text, required| Some((text, required, String::new()));
    assert_eq!(
        facts("skills [] tags", Family::V0_3),
        plain("array of string", true)
    );
    assert_eq!(
        facts("provider", Family::V1_0),
        plain("object (AgentProvider)", false)
    );
    assert_eq!(
        facts("securitySchemes", Family::V1_0),
        plain("map of SecurityScheme", false)
    );
    assert_eq!(facts("signatures", Family::V0_2), None);
    assert_eq!(
        facts("signatures", Family::V0_3),
        plain("array of AgentCardSignature", false)
    );
    assert_eq!(
        facts("security", Family::V0_2),
        plain("array of map of array of string", false)
    );
    assert_eq!(
        facts("capabilities extensions [] uri", Family::V0_3),
        plain("string", true)
    );
    assert_eq!(
        facts("capabilities extensions [] uri", Family::V1_0),
        plain("string", false)
    );
    assert_eq!(
        facts("securitySchemes x type", Family::V0_3),
        plain("string", true)
    );
    assert_eq!(
        facts("securitySchemes x in", Family::V0_3),
        Some(("string", true, "APIKeySecurityScheme".to_owned()))
    );
    assert_eq!(
        facts("securitySchemes x flows implicit scopes", Family::V0_2),
        plain("map of string", true)
    );
    assert_eq!(
        facts("skills []", Family::V1_0),
        plain("object (AgentSkill)", false)
    );
}

#[test]
fn what_no_family_has_is_no_place() {
    for steps in [
        "vendor",
        "skills id",
        "skills [] vendor",
        "name []",
        "provider []",
        "securitySchemes x vendor",
        "securitySchemes []",
        "capabilities extensions [] params anything",
    ] {
        assert!(place(steps).is_none(), "{steps}");
    }
    assert!(place("capabilities extensions [] params").is_some_and(Place::is_free_form));
    assert!(!place("securitySchemes").is_some_and(Place::is_free_form));
    assert!(!place("provider").is_some_and(Place::is_free_form));
}

#[test]
fn a_type_that_contains_itself_is_opened_once() {
    let own: RawSchema = serde_json::from_str(
        r##"{"x-source":{"repository":"r","tag":"t","path":"p","sha256":"s"},"$ref":"#/$defs/Card","$defs":{
            "Card":{"type":"object","properties":{"node":{"$ref":"#/$defs/Node","x-category":"optional"}}},
            "Node":{"type":"object","properties":{
                "next":{"$ref":"#/$defs/Node","x-category":"optional"},
                "all":{"type":"array","items":{"$ref":"#/$defs/Node"},"x-category":"optional"}}}}}"##,
    )
    .expect("a small schema");
    let empty = || -> RawSchema {
        serde_json::from_str(
            r##"{"x-source":{"repository":"r","tag":"t","path":"p","sha256":"s"},"$ref":"#/$defs/Card",
                "$defs":{"Card":{"type":"object"}}}"##,
        )
        .expect("a small schema")
    };
    let catalogue = Catalogue::build(&[empty(), own, empty()]).expect("a finite catalogue");
    let paths: Vec<&str> = catalogue
        .fields()
        .iter()
        .map(|field| field.path.as_str())
        .collect();
    assert_eq!(paths, ["node", "node.next", "node.all"]);
}
