//! What each version of the specification says of one field, for a person who asks.

use std::fmt;

use super::catalogue::{Category, FieldFacts, Place, SpecField};
use super::{Family, Source, specification};

/// Everything the pinned schemas say of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The field, its indexes removed and a map's keys written `*`: `securitySchemes.*.type`.
    pub path: String,
    /// Where the inventory puts it.
    pub category: Category,
    /// What each version says, in the order of [`Family::ALL`].
    pub versions: [VersionSays; 3],
}

/// What one version says of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VersionSays {
    /// The family.
    pub family: Family,
    /// The exact version: `0.3.0`.
    pub version: &'static str,
    /// The pinned schema's file name.
    pub file: &'static str,
    /// The official file it was written from.
    pub source: &'static Source,
    /// Type and presence; `None` when the version has no such field.
    pub facts: Option<FieldFacts>,
    /// What the structural check wants here; `None` when it does not look here.
    pub check: Option<Check>,
}

/// What the structural check does at a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The type, in words.
    pub expected: String,
    /// Whether its absence is a violation.
    pub required: bool,
}

/// Explains a field, written as in a violation, with or without indexes: `skills[3].tags`,
/// `skills[].tags`, `["name"]`. A map takes any key: `securitySchemes.oauth.type`. `None` when no
/// version has it; [`nearest_fields`] then helps.
#[must_use]
pub fn explain_field(path: &str) -> Option<Explanation> {
    let mut place = specification().root_place();
    for step in parse_steps(path)? {
        place = take(place, &step)?;
    }
    let field = place.field();
    let versions = Family::ALL.map(|family| version_says(family, field));
    Some(Explanation {
        path: field.path.clone(),
        category: field.category,
        versions,
    })
}

/// Fields that a person may have meant who wrote `path`: those that equal it, then those whose last
/// name equals its last name, once case, `_`, `-`, spaces and indexes are dropped; if there is
/// neither, those whose last name is a slip of the keys away. Each group is in specification
/// order. Empty when nothing is near.
#[must_use]
pub fn nearest_fields(path: &str) -> Vec<&'static str> {
    let wanted = squeeze(path);
    if wanted.is_empty() {
        return Vec::new();
    }
    let name = last_name(&wanted);
    let (mut equal, mut same_name, mut slips) = (Vec::new(), Vec::new(), Vec::new());
    for field in specification().catalogue() {
        let known = squeeze(&field.path);
        let group = match last_name(&known) {
            _ if known == wanted => &mut equal,
            known if known == name => &mut same_name,
            known if is_slip(known, name) => &mut slips,
            _ => continue,
        };
        group.push(field.path.as_str());
    }
    equal.append(&mut same_name);
    if equal.is_empty() { slips } else { equal }
}

fn last_name(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

/// Whether one name becomes the other by one or two edits, and is mostly kept.
fn is_slip(left: &str, right: &str) -> bool {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let allowed = (left.len().min(right.len()) / 3).min(2);
    if left.len().abs_diff(right.len()) > allowed {
        return false;
    }
    // The edit distance's table, a row at a time.
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (done, from) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = done + 1;
        for (column, to) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()] <= allowed
}

fn version_says(family: Family, field: &SpecField) -> VersionSays {
    let specification = specification();
    let schema = specification.schema(family);
    let checked = specification.field_id(&field.path).map(|id| Check {
        expected: specification.expected(family, id),
        required: specification.is_required(family, id),
    });
    VersionSays {
        family,
        version: &schema.version,
        file: schema.file,
        source: &schema.source,
        facts: field.facts(family).cloned(),
        check: checked.filter(|check| !check.expected.is_empty()),
    }
}

/// One step of a written path.
#[derive(PartialEq, Eq, Debug)]
enum Step {
    Member(String),
    Item,
}

fn take<'s>(place: Place<'s>, step: &Step) -> Option<Place<'s>> {
    match step {
        Step::Member(name) => place.member(name),
        Step::Item => place.item(),
    }
}

/// Reads `a.b[3].c`, `a[]` and `["a.b"]`; `None` when the text is no path.
fn parse_steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = path.trim();
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix("[\"") {
            let end = closing_quote(quoted)?;
            // The name is read as a JSON string, since that is how it was written.
            let (name, after) = quoted.split_at_checked(end)?;
            steps.push(Step::Member(
                serde_json::from_str(&format!("\"{name}\"")).ok()?,
            ));
            rest = after.strip_prefix("\"]")?;
        } else if let Some(index) = rest.strip_prefix('[') {
            let (digits, after) = index.split_once(']')?;
            if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            steps.push(Step::Item);
            rest = after;
        } else {
            let name = match rest.strip_prefix('.') {
                Some(after) if !steps.is_empty() => after,
                Some(_) => return None,
                None if steps.is_empty() => rest,
                None => return None,
            };
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let (name, after) = name.split_at_checked(end)?;
            if name.is_empty() {
                return None;
            }
            steps.push(Step::Member(name.to_owned()));
            rest = after;
        }
    }
    (!steps.is_empty()).then_some(steps)
}

/// The byte offset of the quote that ends a JSON string.
fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(offset),
            _ => {}
        }
    }
    None
}

/// A path reduced to what matters when comparing spellings: names joined by dots.
fn squeeze(path: &str) -> String {
    let mut squeezed = String::new();
    let mut is_inside = false;
    for character in path.chars() {
        match character {
            '[' => is_inside = true,
            ']' => is_inside = false,
            _ if is_inside => {}
            '_' | '-' | '"' => {}
            _ if character.is_whitespace() => {}
            _ => squeezed.extend(character.to_lowercase()),
        }
    }
    squeezed
}

impl Explanation {
    /// What one version says, in one line without the version's name at its front.
    #[must_use]
    pub fn line(&self, family: Family) -> String {
        let says = &self.versions[family.index()];
        let Source {
            repository,
            tag,
            path,
            ..
        } = says.source;
        let origin = format!("({}, from {repository} {tag} {path})", says.file);
        let Some(facts) = &says.facts else {
            return format!("no such field {origin}");
        };
        // Items and map values have no name that could be required.
        let (lead, presence) = match facts.required {
            _ if self.path.ends_with("[]") => ("each item: ", ""),
            _ if self.path.ends_with(".*") => ("each value: ", ""),
            true => ("", ", required"),
            false => ("", ", optional"),
        };
        let only = match facts.only_in.as_slice() {
            [] => String::new(),
            types => format!(" in {}", types.join(", ")),
        };
        let check = match &says.check {
            None => String::new(),
            Some(check) => {
                let when = if check.required || presence.is_empty() {
                    ""
                } else {
                    " where it is present"
                };
                format!("; the structural check wants {}{when}", check.expected)
            }
        };
        format!("{lead}{}{presence}{only}{check} {origin}", facts.type_text)
    }
}

impl fmt::Display for Explanation {
    /// A few lines of plain text: the field and its category, then a line a version.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, category) = (&self.path, self.category);
        writeln!(f, "{path} (in the field inventory: {category})")?;
        for family in Family::ALL {
            writeln!(f, "  {family}  {}", self.line(family))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_and_map_keys_are_read_as_the_field_they_stand_in() {
        let path = |text: &str| explain_field(text).map(|explanation| explanation.path);
        assert_eq!(path("skills[3].tags").as_deref(), Some("skills[].tags"));
        assert_eq!(path("skills[].tags[0]").as_deref(), Some("skills[].tags[]"));
        assert_eq!(path("[\"name\"]").as_deref(), Some("name"));
        assert_eq!(
            path("securitySchemes.oauth.type").as_deref(),
            Some("securitySchemes.*.type")
        );
        assert_eq!(
            path("securitySchemes[\"my.own\"].type").as_deref(),
            Some("securitySchemes.*.type")
        );
    }

    #[test]
    fn what_is_no_path_or_no_field_is_not_explained() {
        for text in [
            "",
            ".",
            ".name",
            "name.",
            "skills[",
            "skills[x]",
            "skills[]tags",
            "[\"a",
            "tags",
            "name[0]",
            "provider.url.x",
        ] {
            assert_eq!(explain_field(text), None, "{text}");
        }
    }

    #[test]
    fn each_version_says_its_own_of_the_top_level_url() {
        let url = explain_field("url").expect("0.x has a url");
        assert_eq!(url.category, Category::Legacy0x);
        let [v0_2, v0_3, v1_0] = &url.versions;
        for says in [v0_2, v0_3] {
            let facts = says.facts.as_ref().expect("0.x has a url");
            assert!(facts.required);
            assert_eq!(facts.type_text, "string");
            let wanted = Check {
                expected: "string".to_owned(),
                required: true,
            };
            assert_eq!(says.check, Some(wanted));
        }
        assert_eq!((v1_0.facts.as_ref(), v1_0.check.as_ref()), (None, None));
        assert_eq!(
            (v0_3.file, v0_3.source.tag.as_str()),
            ("a2a-0.3.0.json", "v0.3.0")
        );
    }

    #[test]
    fn the_text_names_type_presence_and_source_of_every_version() {
        let text = explain_field("provider")
            .expect("every version has it")
            .to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "provider (in the field inventory: optional)",
                "  0.2  object (AgentProvider), optional; the structural check wants object where it is \
                 present (a2a-0.2.5.json, from a2aproject/A2A v0.2.5 specification/json/a2a.json)",
                "  0.3  object (AgentProvider), optional; the structural check wants object where it is \
                 present (a2a-0.3.0.json, from a2aproject/A2A v0.3.0 specification/json/a2a.json)",
                "  1.0  object (AgentProvider), optional; the structural check wants object where it is \
                 present (a2a-1.0.1.json, from a2aproject/A2A v1.0.1 specification/a2a.proto)",
            ]
        );
    }

    #[test]
    fn items_and_map_values_are_said_to_be_that() {
        let line = |path: &str| explain_field(path).expect("1.0 has it").line(Family::V1_0);
        let item = line("skills[0]");
        assert!(
            item.starts_with("each item: object (AgentSkill); the structural check wants object ("),
            "{item}"
        );
        let value = line("securitySchemes.oauth");
        assert!(
            value.starts_with("each value: object (SecurityScheme) ("),
            "{value}"
        );
    }

    #[test]
    fn a_field_of_some_choices_names_them() {
        let field = explain_field("securitySchemes.x.in").expect("0.x has it");
        let text = field.line(Family::V0_3);
        assert!(
            text.starts_with("string, required in APIKeySecurityScheme ("),
            "{text}"
        );
    }

    #[test]
    fn another_spelling_leads_to_the_field() {
        assert_eq!(nearest_fields("default_input_modes"), ["defaultInputModes"]);
        assert_eq!(
            nearest_fields("Skills[2].input-modes"),
            ["skills[].inputModes"]
        );
        assert_eq!(nearest_fields("tags"), ["skills[].tags"]);
        assert_eq!(
            nearest_fields("protocol_version"),
            ["protocolVersion", "supportedInterfaces[].protocolVersion"]
        );
        assert_eq!(nearest_fields("provder"), ["provider"]);
        assert_eq!(nearest_fields("skills[].tag"), ["skills[].tags"]);
        assert!(nearest_fields("x-vendor").is_empty());
        assert!(nearest_fields("").is_empty());
    }
}
