//! What tells cards apart for a client, and what a difference costs.

use super::fields::FieldInventory;
use super::identity::{CardIdentity, as_text};
use crate::card::{Document, Node};
use crate::spec::JsonType;

/// What a card says on one axis. Untrusted text.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum AxisValue {
    /// It says nothing: the key is not there.
    Absent,
    /// One text.
    Text(String),
    /// Several, sorted, each once; empty when the key is there and holds none.
    List(Vec<String>),
    /// A number of things.
    Count(u64),
    /// Yes or no.
    Flag(bool),
}

impl AxisValue {
    fn list(mut items: Vec<String>) -> Self {
        items.sort_unstable();
        items.dedup();
        Self::List(items)
    }

    /// The value in one line, untrusted: `–` when absent, `none` for an empty list.
    #[must_use]
    pub fn notation(&self) -> String {
        match self {
            Self::Absent => "–".to_owned(),
            Self::Text(text) => text.clone(),
            Self::List(items) if items.is_empty() => "none".to_owned(),
            Self::List(items) => items.join(", "),
            Self::Count(count) => count.to_string(),
            Self::Flag(true) => "yes".to_owned(),
            Self::Flag(false) => "no".to_owned(),
        }
    }
}

/// One way in which cards can differ for a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name in files.
    pub key: &'static str,
    /// Its name on screen.
    pub label: &'static str,
    /// What each card says, in column order.
    pub values: Vec<AxisValue>,
    /// Whether all say the same.
    pub agree: bool,
    /// What a difference costs a client.
    pub consequence: &'static str,
}

/// What an axis is told from.
struct Subject<'a> {
    /// `None` when the column is no JSON object.
    root: Option<Node<'a>>,
    identity: &'a CardIdentity,
    fields: &'a FieldInventory,
    column: usize,
}

struct Definition {
    key: &'static str,
    label: &'static str,
    read: fn(&Subject<'_>) -> AxisValue,
    consequence: &'static str,
}

const AXES: [Definition; 16] = [
    Definition {
        key: "shape",
        label: "shape",
        read: |subject| match subject.identity.shape {
            Some(shape) => AxisValue::Text(shape.as_str().to_owned()),
            None => AxisValue::Absent,
        },
        consequence: "A client written for one generation looks for keys that a card of another shape does not have. The presence of supportedInterfaces tells the generations apart; a declared version may not.",
    },
    Definition {
        key: "declared_version",
        label: "declared version",
        read: |subject| text(subject.identity.declared.top_level.clone()),
        consequence: "A client that chooses its protocol by the top-level protocolVersion speaks another version to each of these agents, or finds none to choose.",
    },
    Definition {
        key: "interface_versions",
        label: "interface versions",
        read: interface_versions,
        consequence: "A client that chooses its protocol per interface finds other versions, or none where an entry leaves it out.",
    },
    Definition {
        key: "transports",
        label: "transports",
        read: transports,
        consequence: "A client has to speak every transport listed here to reach all of these agents.",
    },
    Definition {
        key: "true_capabilities",
        label: "capabilities said to be there",
        read: |subject| capabilities(subject, true),
        consequence: "What a client may count on with one agent it must not assume of another.",
    },
    Definition {
        key: "false_capabilities",
        label: "capabilities said not to be there",
        read: |subject| capabilities(subject, false),
        consequence: "An explicit false is an answer. A key that is left out is none: a client has to probe or to guess.",
    },
    Definition {
        key: "input_modes",
        label: "input modes",
        read: |subject| strings(subject, "defaultInputModes"),
        consequence: "A message in a type that one agent takes may be refused by another.",
    },
    Definition {
        key: "output_modes",
        label: "output modes",
        read: |subject| strings(subject, "defaultOutputModes"),
        consequence: "An answer may come in a type that a client made for another of these agents cannot read.",
    },
    Definition {
        key: "security_schemes",
        label: "security schemes",
        read: security_schemes,
        consequence: "A client cannot get its credentials in one way for all. Where no scheme is declared, the card does not say why a request will be refused.",
    },
    Definition {
        key: "signed",
        label: "signed",
        read: |subject| match subject.root {
            Some(root) => AxisValue::Flag(has_items(root, "signatures")),
            None => AxisValue::Absent,
        },
        consequence: "An unsigned card is a claim by whoever can serve the path; only a signed one can be tied to its publisher.",
    },
    Definition {
        key: "skill_count",
        label: "number of skills",
        read: |subject| match array(subject, "skills") {
            Some(skills) => AxisValue::Count(skills.child_count() as u64),
            None => AxisValue::Absent,
        },
        consequence: "A router that weighs agents by their skills weighs how finely a card is written, not what an agent can do.",
    },
    Definition {
        key: "skill_ids",
        label: "skill ids",
        read: |subject| {
            each_skill(subject, |skill| {
                skill.member("id").map(as_text).into_iter().collect()
            })
        },
        consequence: "A route that is kept by skill id does not carry over from one of these cards to another.",
    },
    Definition {
        key: "tags",
        label: "tags",
        read: |subject| {
            each_skill(subject, |skill| {
                let tags = skill.member("tags");
                tags.map(|tags| tags.children().map(as_text).collect())
                    .unwrap_or_default()
            })
        },
        consequence: "A search by tag finds some of these agents and misses others, whatever they can do.",
    },
    Definition {
        key: "provider",
        label: "provider",
        read: provider,
        consequence: "A client that groups or trusts agents by provider treats these differently, or cannot place them.",
    },
    Definition {
        key: "outside_fields",
        label: "fields outside the spec",
        read: outside_fields,
        consequence: "A client that reads these fields is bound to the vendors that write them; every other client ignores what they say.",
    },
    Definition {
        key: "bytes",
        label: "bytes",
        read: |subject| AxisValue::Count(subject.identity.byte_count as u64),
        consequence: "Whoever reads the card pays for its size, a model in tokens.",
    },
];

/// What each card says on each axis.
pub(super) fn axes(
    documents: &[Option<Document<'_>>],
    identities: &[CardIdentity],
    fields: &FieldInventory,
) -> Vec<Axis> {
    let subjects: Vec<_> = documents
        .iter()
        .zip(identities)
        .enumerate()
        .map(|(column, (document, identity))| Subject {
            root: document
                .map(|document| document.root())
                .filter(|root| root.kind() == JsonType::Object),
            identity,
            fields,
            column,
        })
        .collect();
    AXES.iter()
        .map(|axis| {
            let values: Vec<_> = subjects.iter().map(axis.read).collect();
            Axis {
                key: axis.key,
                label: axis.label,
                agree: values.windows(2).all(|pair| pair[0] == pair[1]),
                values,
                consequence: axis.consequence,
            }
        })
        .collect()
}

fn text(text: Option<String>) -> AxisValue {
    text.map_or(AxisValue::Absent, AxisValue::Text)
}

fn array<'a>(subject: &Subject<'a>, key: &str) -> Option<Node<'a>> {
    let member = subject.root?.member(key)?;
    (member.kind() == JsonType::Array).then_some(member)
}

fn has_items(root: Node<'_>, key: &str) -> bool {
    root.member(key).is_some_and(|member| {
        member.kind() == JsonType::Array && member.children().next().is_some()
    })
}

/// The items of an array; what is no array stands for itself.
fn strings(subject: &Subject<'_>, key: &str) -> AxisValue {
    match subject.root.and_then(|root| root.member(key)) {
        None => AxisValue::Absent,
        Some(member) if member.kind() == JsonType::Array => {
            AxisValue::list(member.children().map(as_text).collect())
        }
        Some(member) => AxisValue::Text(as_text(member)),
    }
}

fn interface_versions(subject: &Subject<'_>) -> AxisValue {
    if array(subject, "supportedInterfaces").is_none() {
        return AxisValue::Absent;
    }
    let versions = subject.identity.declared.interfaces.iter();
    AxisValue::list(versions.flatten().cloned().collect())
}

fn transports(subject: &Subject<'_>) -> AxisValue {
    let Some(root) = subject.root else {
        return AxisValue::Absent;
    };
    let preferred = root.member("preferredTransport");
    let mut found: Vec<String> = preferred.map(as_text).into_iter().collect();
    let mut is_there = preferred.is_some();
    for (list, key) in [
        ("supportedInterfaces", "protocolBinding"),
        ("additionalInterfaces", "transport"),
    ] {
        let Some(interfaces) = array(subject, list) else {
            continue;
        };
        is_there = true;
        let bindings = interfaces.children();
        found.extend(bindings.filter_map(|interface| interface.member(key).map(as_text)));
    }
    if is_there {
        AxisValue::list(found)
    } else {
        AxisValue::Absent
    }
}

fn capabilities(subject: &Subject<'_>, wanted: bool) -> AxisValue {
    let capabilities = subject.root.and_then(|root| root.member("capabilities"));
    match capabilities {
        Some(object) if object.kind() == JsonType::Object => {
            let said = object.children().filter(|child| {
                !child.is_shadowed()
                    && child.kind() == JsonType::Boolean
                    && child.is_true() == wanted
            });
            AxisValue::list(
                said.filter_map(|child| Some(child.key()?.into_owned()))
                    .collect(),
            )
        }
        Some(other) => AxisValue::Text(as_text(other)),
        None => AxisValue::Absent,
    }
}

/// `name: kind`; the kind is `type` before 1.0, and from then on the name of the only member.
fn security_schemes(subject: &Subject<'_>) -> AxisValue {
    let schemes = subject.root.and_then(|root| root.member("securitySchemes"));
    let Some(schemes) = schemes.filter(|schemes| schemes.kind() == JsonType::Object) else {
        return text(schemes.map(as_text));
    };
    let named = schemes.children().filter(|child| !child.is_shadowed());
    let named = named.filter_map(|scheme| {
        let name = scheme.key()?;
        let kind = match scheme.member("type") {
            Some(kind) => Some(as_text(kind)),
            None => scheme
                .children()
                .find_map(|child| Some(child.key()?.into_owned())),
        };
        Some(match kind {
            Some(kind) => format!("{name}: {kind}"),
            None => name.into_owned(),
        })
    });
    AxisValue::list(named.collect())
}

fn each_skill(subject: &Subject<'_>, read: fn(Node<'_>) -> Vec<String>) -> AxisValue {
    match array(subject, "skills") {
        Some(skills) => AxisValue::list(skills.children().flat_map(read).collect()),
        None => AxisValue::Absent,
    }
}

fn provider(subject: &Subject<'_>) -> AxisValue {
    let provider = subject.root.and_then(|root| root.member("provider"));
    let Some(provider) = provider else {
        return AxisValue::Absent;
    };
    let named = ["organization", "url"]
        .into_iter()
        .find_map(|key| provider.member(key));
    AxisValue::Text(as_text(named.unwrap_or(provider)))
}

fn outside_fields(subject: &Subject<'_>) -> AxisValue {
    if subject.root.is_none() {
        return AxisValue::Absent;
    }
    let lines = subject.fields.outside().into_iter();
    let mine =
        lines.filter(|line| line.is_outermost_outside && line.counts[subject.column].documents > 0);
    AxisValue::list(mine.map(|line| line.path).collect())
}
