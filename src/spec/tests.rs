use std::collections::BTreeMap;

use serde_json::Value;

use super::catalogue::Category;
use super::*;

fn schema_value(family: Family) -> Value {
    serde_json::from_str(specification().text(family)).expect("every pinned schema is JSON")
}

fn definition(family: Family, name: &str) -> Value {
    schema_value(family)["$defs"][name].clone()
}

/// The names of an array of strings, sorted.
fn names(list: &Value) -> Vec<String> {
    let items = list.as_array().expect("an array of names");
    let mut names: Vec<String> = items
        .iter()
        .map(|name| name.as_str().expect("a name").to_owned())
        .collect();
    names.sort();
    names
}

const TOP_0X: [&str; 9] = [
    "capabilities",
    "defaultInputModes",
    "defaultOutputModes",
    "description",
    "name",
    "protocolVersion",
    "skills",
    "url",
    "version",
];
const TOP_1_0: [&str; 8] = [
    "capabilities",
    "defaultInputModes",
    "defaultOutputModes",
    "description",
    "name",
    "skills",
    "supportedInterfaces",
    "version",
];

fn required_at_top(family: Family) -> &'static [&'static str] {
    match family {
        Family::V0_2 | Family::V0_3 => &TOP_0X,
        Family::V1_0 => &TOP_1_0,
    }
}

fn required_of_an_interface(family: Family) -> &'static [&'static str] {
    match family {
        Family::V0_2 | Family::V0_3 => &["transport", "url"],
        Family::V1_0 => &["protocolBinding", "protocolVersion", "url"],
    }
}

#[test]
fn every_embedded_schema_is_read() {
    Specification::read(FILES).expect("every embedded schema is readable");
}

#[test]
fn a_schema_names_its_version_and_the_official_file() {
    let expected = [
        (
            "a2a-0.2.5.json",
            "0.2.5",
            "v0.2.5",
            "specification/json/a2a.json",
            "c2514a88",
        ),
        (
            "a2a-0.3.0.json",
            "0.3.0",
            "v0.3.0",
            "specification/json/a2a.json",
            "97d6e243",
        ),
        (
            "a2a-1.0.1.json",
            "1.0.1",
            "v1.0.1",
            "specification/a2a.proto",
            "e195bf96",
        ),
    ];
    for (family, (file, version, tag, path, sha256)) in Family::ALL.into_iter().zip(expected) {
        let schema = specification().schema(family);
        assert_eq!(
            (schema.family, schema.file, schema.version.as_str()),
            (family, file, version)
        );
        assert_eq!(schema.source.repository, "a2aproject/A2A");
        assert_eq!(
            (schema.source.tag.as_str(), schema.source.path.as_str()),
            (tag, path)
        );
        assert!(schema.source.sha256.starts_with(sha256));
        assert_eq!(schema.source.sha256.len(), 64);
        let comment = schema_value(family)["$comment"]
            .as_str()
            .expect("a comment")
            .to_owned();
        for part in [
            &schema.source.repository,
            &schema.source.tag,
            &schema.source.path,
            &schema.source.sha256,
        ] {
            assert!(
                comment.contains(part.as_str()),
                "{file}: the comment does not name '{part}'"
            );
        }
    }
}

#[test]
fn a_family_is_read_back_from_its_name_only() {
    for family in Family::ALL {
        assert_eq!(family.to_string().parse(), Ok(family));
        assert_eq!(Family::ALL[family.index()], family);
    }
    let unknown: Result<Family, _> = "0.3.0".parse();
    assert_eq!(
        unknown.expect_err("a version is no family").to_string(),
        "expected a family (0.2, 0.3 or 1.0), found '0.3.0'"
    );
}

#[test]
fn the_required_lists_are_those_of_the_census() {
    for family in Family::ALL {
        let required = |name: &str| names(&definition(family, name)["required"]);
        assert_eq!(required("structural"), required_at_top(family), "{family}");
        assert_eq!(
            required("structuralSkill"),
            ["description", "id", "name", "tags"],
            "{family}"
        );
        assert_eq!(
            required("structuralProvider"),
            ["organization", "url"],
            "{family}"
        );
        assert_eq!(
            required("structuralInterface"),
            required_of_an_interface(family),
            "{family}"
        );
    }
}

#[test]
fn the_structural_part_and_the_full_types_require_the_same() {
    let pairs = [
        ("structural", "AgentCard"),
        ("structuralSkill", "AgentSkill"),
        ("structuralProvider", "AgentProvider"),
        ("structuralInterface", "AgentInterface"),
    ];
    for family in Family::ALL {
        for (structural, full) in pairs {
            assert_eq!(
                names(&definition(family, structural)["required"]),
                names(&definition(family, full)["required"]),
                "{family}: {structural} and {full}"
            );
        }
    }
}

/// What the structural check wants at every field, in words; `null` beside a type counts as absent.
#[test]
fn the_compiled_shape_wants_what_the_census_wants() {
    let shared = [
        ("capabilities", "object", true),
        ("defaultInputModes", "array of string", true),
        ("defaultInputModes[]", "string", false),
        ("defaultOutputModes", "array of string", true),
        ("defaultOutputModes[]", "string", false),
        ("description", "string", true),
        ("name", "string", true),
        ("provider", "object", false),
        ("provider.organization", "string", true),
        ("provider.url", "string", true),
        ("skills", "array of object", true),
        ("skills[]", "object", false),
        ("skills[].description", "string", true),
        ("skills[].id", "string", true),
        ("skills[].name", "string", true),
        ("skills[].tags", "array of string", true),
        ("skills[].tags[]", "string", false),
        ("version", "string", true),
    ];
    let only_0x = [
        ("additionalInterfaces", "array of object", false),
        ("additionalInterfaces[]", "object", false),
        ("additionalInterfaces[].transport", "string", true),
        ("additionalInterfaces[].url", "string", true),
        ("protocolVersion", "string", true),
        ("url", "string", true),
    ];
    let only_1_0 = [
        ("supportedInterfaces", "array of object", true),
        ("supportedInterfaces[]", "object", false),
        ("supportedInterfaces[].protocolBinding", "string", true),
        ("supportedInterfaces[].protocolVersion", "string", true),
        ("supportedInterfaces[].url", "string", true),
    ];
    let specification = specification();
    for family in Family::ALL {
        let own: &[(&str, &str, bool)] = if family == Family::V1_0 {
            &only_1_0
        } else {
            &only_0x
        };
        let wanted: BTreeMap<&str, (String, bool)> = shared
            .iter()
            .chain(own)
            .map(|&(field, expected, required)| (field, (expected.to_owned(), required)))
            .collect();
        let found: BTreeMap<&str, (String, bool)> = specification
            .fields()
            .map(|id| {
                let asked = (
                    specification.expected(family, id),
                    specification.is_required(family, id),
                );
                (specification.field_name(id), asked)
            })
            .filter(|(_, (expected, _))| !expected.is_empty())
            .collect();
        assert_eq!(found, wanted, "{family}");
    }
}

#[test]
fn null_is_accepted_in_optional_containers_and_nowhere_else() {
    let specification = specification();
    for family in Family::ALL {
        let lenient: Vec<&str> = specification
            .fields()
            .filter(|&id| {
                let shape = specification.schema(family).structural.find(id);
                shape.is_some_and(|shape| shape.accepts.contains(JsonType::Null))
            })
            .map(|id| specification.field_name(id))
            .collect();
        let containers: &[&str] = match family {
            Family::V1_0 => &["provider"],
            _ => &["additionalInterfaces", "provider"],
        };
        assert_eq!(lenient, containers, "{family}");
    }
}

#[test]
fn fields_are_numbered_in_the_order_of_their_text() {
    let specification = specification();
    let texts: Vec<&str> = specification
        .fields()
        .map(|id| specification.field_name(id))
        .collect();
    assert!(texts.is_sorted());
    // 18 that the families share, 6 of 0.x, 5 of 1.0.
    assert_eq!(texts.len(), 29);
    for text in texts {
        let id = specification
            .field_id(text)
            .expect("a field is found by its text");
        assert_eq!(specification.field_name(id), text);
    }
    assert_eq!(specification.field_id("iconUrl"), None);
    assert_eq!(specification.field_name(FieldId::ROOT), "");
}

#[test]
fn a_schema_validator_reads_the_structural_part_as_it_stands() {
    let minimal_0x = serde_json::json!({
        "name": "", "description": "", "url": "", "version": "", "protocolVersion": "",
        "capabilities": {}, "defaultInputModes": [], "defaultOutputModes": [], "skills": [],
        "provider": null, "additionalInterfaces": null, "x": 1
    });
    let minimal_1_0 = serde_json::json!({
        "name": "", "description": "", "version": "", "capabilities": {}, "supportedInterfaces": [],
        "defaultInputModes": [], "defaultOutputModes": [], "skills": [], "provider": null, "x": 1
    });
    for family in Family::ALL {
        let mut schema = schema_value(family);
        schema["$ref"] = Value::from("#/$defs/structural");
        let validator = jsonschema::validator_for(&schema).expect("a schema a validator accepts");
        let fitting = if family == Family::V1_0 {
            &minimal_1_0
        } else {
            &minimal_0x
        };
        assert!(validator.is_valid(fitting), "{family}");
        for key in required_at_top(family) {
            let mut lacking = fitting.clone();
            lacking.as_object_mut().expect("an object").remove(*key);
            assert!(!validator.is_valid(&lacking), "{family} without {key}");
            let mut null = fitting.clone();
            null[*key] = Value::Null;
            assert!(!validator.is_valid(&null), "{family} with null in {key}");
        }
        let mut skill = fitting.clone();
        skill["skills"] =
            serde_json::json!([{"id": "", "name": "", "description": "", "tags": [42]}]);
        assert!(
            !validator.is_valid(&skill),
            "{family} with a number among tags"
        );
    }
}

#[test]
fn the_full_schemas_are_schemas_too() {
    for family in Family::ALL {
        let schema = schema_value(family);
        jsonschema::meta::validate(&schema).expect("a valid schema of draft 2020-12");
        let validator =
            jsonschema::validator_for(&schema).expect("every reference leads somewhere");
        assert!(!validator.is_valid(&serde_json::json!({})), "{family}");
    }
}

#[test]
fn the_top_level_keys_are_in_specification_order() {
    assert_eq!(
        specification().top_level_keys(),
        [
            "name",
            "description",
            "supportedInterfaces",
            "provider",
            "version",
            "documentationUrl",
            "capabilities",
            "securitySchemes",
            "securityRequirements",
            "defaultInputModes",
            "defaultOutputModes",
            "skills",
            "signatures",
            "iconUrl",
            "additionalInterfaces",
            "preferredTransport",
            "protocolVersion",
            "security",
            "supportsAuthenticatedExtendedCard",
            "url",
        ]
    );
}

#[test]
fn top_level_categories_are_those_of_the_field_inventory() {
    let expected = [
        (
            Category::RequiredCore,
            "name description version capabilities defaultInputModes defaultOutputModes skills",
        ),
        (Category::Era1_0, "supportedInterfaces securityRequirements"),
        (
            Category::Legacy0x,
            "url preferredTransport additionalInterfaces security supportsAuthenticatedExtendedCard",
        ),
        (
            Category::Optional,
            "protocolVersion provider iconUrl documentationUrl securitySchemes signatures",
        ),
    ];
    let mut wanted: Vec<(&str, Category)> = expected
        .into_iter()
        .flat_map(|(category, keys)| keys.split(' ').map(move |key| (key, category)))
        .collect();
    wanted.sort_unstable();
    let root = specification().root_place();
    let mut found: Vec<(&str, Category)> = root
        .member_names()
        .map(|name| {
            (
                name,
                root.member(name)
                    .expect("a member is found by name")
                    .field()
                    .category,
            )
        })
        .collect();
    found.sort_unstable();
    assert_eq!(found, wanted);
}

#[test]
fn a_schema_with_an_unknown_keyword_or_a_lost_reference_is_refused() {
    let [(file, text), second, third] = FILES;
    let broken = |from: &str, to: &str| -> &'static str {
        assert!(text.contains(from));
        Box::leak(text.replacen(from, to, 1).into_boxed_str())
    };
    for (from, to) in [
        (
            "\"$ref\": \"#/$defs/AgentProvider\"",
            "\"$ref\": \"#/$defs/Nobody\"",
        ),
        ("\"items\"", "\"prefixItems\""),
        (
            "\"x-category\": \"optional\"",
            "\"x-category\": \"perhaps\"",
        ),
        (", \"x-category\": \"optional\"", ""),
        ("\"#/$defs/structuralSkill\"", "\"#/$defs/structural\""),
    ] {
        let refused = Specification::read([(file, broken(from, to)), second, third]);
        assert!(refused.is_err(), "{from} became {to}");
    }
}
