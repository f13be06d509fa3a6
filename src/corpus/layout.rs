//! How an input carries its documents: in envelopes or bare, and under which keys.

use crate::card::{Document, Node, Tree};
use crate::error::{Error, ErrorKind, Result};
use crate::spec::JsonType;
use std::str::FromStr;

/// What an envelope can say about its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The host it was fetched from.
    Host,
    /// The path it was fetched from.
    Path,
    /// The whole URL it was fetched from.
    Url,
    /// The document itself.
    Body,
    /// The HTTP status.
    Status,
    /// When it was fetched.
    Time,
    /// The response's headers.
    Headers,
}

/// The keys each role is looked for under; the first that a record has wins. The column names of
/// published files are not known, so these are a guess, and `--map` overrides it.
const ALIASES: [(Role, &str, &[&str]); 7] = [
    (
        Role::Host,
        "host",
        &["host", "domain", "hostname", "origin"],
    ),
    (
        Role::Path,
        "path",
        &["path", "well_known_path", "well_known"],
    ),
    (
        Role::Url,
        "url",
        &["url", "card_url", "fetched_url", "source_url"],
    ),
    (
        Role::Body,
        "body",
        &[
            "body",
            "raw",
            "raw_body",
            "text",
            "content",
            "card",
            "agent_card",
            "document",
            "json",
            "data",
        ],
    ),
    (
        Role::Status,
        "status",
        &["status", "status_code", "http_status"],
    ),
    (
        Role::Time,
        "time",
        &["fetched_at", "retrieved_at", "timestamp", "date"],
    ),
    (Role::Headers, "headers", &["headers"]),
];

/// Keys that make an object a card rather than an envelope.
const CARD_KEYS: [&str; 5] = [
    "name",
    "skills",
    "supportedInterfaces",
    "protocolVersion",
    "capabilities",
];

/// Which key plays which role, where the user has said so: `host=domain,body=payload`. Serves the
/// tables as well, whose columns have roles of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    pairs: Vec<(String, String)>,
}

impl Mapping {
    /// The key that the user gave to a role.
    #[must_use]
    pub fn key_for(&self, role: &str) -> Option<&str> {
        self.pairs
            .iter()
            .rev()
            .find(|(known, _)| known == role)
            .map(|(_, key)| key.as_str())
    }

    /// Whether the user gave no key to any role.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

/// As `--map` takes it.
impl std::fmt::Display for Mapping {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pairs: Vec<_> = self
            .pairs
            .iter()
            .map(|(role, key)| format!("{role}={key}"))
            .collect();
        f.write_str(&pairs.join(","))
    }
}

/// The roles `--map` knows: those of envelopes, then those of tables.
const MAPPED_ROLES: [&str; 20] = [
    "host",
    "path",
    "url",
    "body",
    "status",
    "time",
    "headers",
    "sha256",
    "state",
    "version",
    "version_source",
    "declared_version",
    "valid",
    "tolerant_valid",
    "violations",
    "alternative_version",
    "alternative_valid",
    "valid_newest",
    "schema",
    "is_card",
];

impl FromStr for Mapping {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut pairs = Vec::new();
        let mut offset = 0;
        for part in text.split(',') {
            let wrong = |reason: String| {
                Error::new(ErrorKind::Syntax {
                    what: "--map",
                    text: text.to_owned(),
                    offset,
                    reason,
                })
            };
            let Some((role, key)) = part.split_once('=') else {
                return Err(wrong(
                    "expected ROLE=KEY, like host=domain,body=payload".to_owned(),
                ));
            };
            let role = role.trim();
            if !MAPPED_ROLES.contains(&role) {
                return Err(wrong(format!(
                    "no role '{role}'; roles are {}",
                    MAPPED_ROLES.join(", ")
                )));
            }
            if key.is_empty() {
                return Err(wrong(format!("expected a key behind '{role}='")));
            }
            pairs.push((role.to_owned(), key.to_owned()));
            offset += part.len() + 1;
        }
        Ok(Self { pairs })
    }
}

/// The members of one envelope by role; a role nobody plays is `None`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Roles<'a> {
    members: [Option<Node<'a>>; ALIASES.len()],
    card_key: bool,
}

impl<'a> Roles<'a> {
    /// Finds who plays which role in a record; nobody does unless it is an object.
    pub(super) fn of(record: Node<'a>, mapping: &Mapping) -> Self {
        let mut roles = Self::default();
        if record.kind() != JsonType::Object {
            return roles;
        }
        let mut ranks = [usize::MAX; ALIASES.len()];
        for child in record.children().filter(|child| !child.is_shadowed()) {
            roles.card_key |= CARD_KEYS.iter().any(|key| child.key_is(key));
            for (slot, (_, name, aliases)) in ALIASES.iter().enumerate() {
                // A mapped key wins; one that a record does not have leaves the aliases in force,
                // since one mapping serves several files.
                let is_mapped = mapping.key_for(name).is_some_and(|key| child.key_is(key));
                let rank = match is_mapped {
                    true => Some(0),
                    false => {
                        let alias = aliases.iter().position(|alias| child.key_is(alias));
                        alias.map(|rank| rank + 1)
                    }
                };
                if rank.is_some_and(|rank| rank < ranks[slot]) {
                    ranks[slot] = rank.unwrap_or(usize::MAX);
                    roles.members[slot] = Some(child);
                }
            }
        }
        roles
    }

    pub(super) fn get(&self, role: Role) -> Option<Node<'a>> {
        let slot = ALIASES.iter().position(|(known, _, _)| *known == role)?;
        self.members[slot]
    }

    /// Whether this record shows that its input is one of envelopes.
    fn is_envelope(&self, mapping: &Mapping) -> bool {
        let body = self.get(Role::Body);
        let is_mapped = mapping
            .key_for("body")
            .is_some_and(|key| body.is_some_and(|body| body.key_is(key)));
        self.get(Role::Body).is_some()
            && (self.get(Role::Host).is_some() || self.get(Role::Url).is_some())
            && (is_mapped || !self.card_key)
    }

    /// Which keys play which role, for saying aloud what was decided.
    fn named(&self) -> Vec<(&'static str, String)> {
        ALIASES
            .iter()
            .zip(self.members)
            .filter_map(|((_, name, _), member)| Some((*name, member?.key()?.into_owned())))
            .collect()
    }
}

/// How an input carries its documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In objects that carry them with their provenance; which keys play which role.
    Envelope(Vec<(&'static str, String)>),
    /// As they are.
    Bare,
    /// As they are, though nothing in the first records looks like a card; the keys found.
    BareUnlikely(Vec<String>),
}

impl Layout {
    /// Whether documents come in envelopes.
    #[must_use]
    pub fn is_envelope(&self) -> bool {
        matches!(self, Self::Envelope(_))
    }

    /// What was decided, in a sentence; keys in it are untrusted text.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Envelope(roles) => {
                let roles: Vec<_> = roles
                    .iter()
                    .map(|(role, key)| {
                        if role == key {
                            key.clone()
                        } else {
                            format!("{role} in '{key}'")
                        }
                    })
                    .collect();
                format!("records are envelopes: {}", roles.join(", "))
            }
            Self::Bare => "records are bare documents".to_owned(),
            Self::BareUnlikely(keys) => format!(
                "records are taken as bare documents, but look like neither cards nor envelopes: found the keys {}; if one \
                 of them carries the document, say so: --map host=KEY,body=KEY",
                keys.iter()
                    .map(|key| format!("'{key}'"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        }
    }
}

/// How many records decide the layout of an input.
pub(super) const DECIDING_RECORDS: usize = 100;

/// Looks at the first records of an input until one shows that it is an envelope.
#[derive(Debug, Default)]
pub(super) struct LayoutVote {
    seen: usize,
    is_envelope: Option<Vec<(&'static str, String)>>,
    has_card_key: bool,
    keys: Vec<String>,
    tree: Tree,
}

impl LayoutVote {
    /// Looks at one record; says whether enough has been seen.
    pub(super) fn look(&mut self, record: &[u8], mapping: &Mapping) -> bool {
        self.seen += 1;
        if crate::card::parse(record, &mut self.tree).is_ok() {
            let root = Document::new(record, &self.tree).root();
            let roles = Roles::of(root, mapping);
            if roles.is_envelope(mapping) {
                self.is_envelope = Some(roles.named());
            }
            self.has_card_key |= roles.card_key || root.member("url").is_some();
            if self.keys.is_empty() && root.kind() == JsonType::Object {
                self.keys = root
                    .children()
                    .take(12)
                    .filter_map(|child| child.key())
                    .map(|key| key.into_owned())
                    .collect();
            }
        }
        self.is_envelope.is_some() || self.seen >= DECIDING_RECORDS
    }

    /// Whether any record has been looked at.
    pub(super) fn has_seen(&self) -> bool {
        self.seen > 0
    }

    pub(super) fn decide(self) -> Layout {
        match self.is_envelope {
            Some(roles) => Layout::Envelope(roles),
            None if self.has_card_key || self.keys.is_empty() => Layout::Bare,
            None => Layout::BareUnlikely(self.keys),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(records: &[&str], mapping: &str) -> Layout {
        let mapping = if mapping.is_empty() {
            Mapping::default()
        } else {
            mapping.parse().expect("a mapping")
        };
        let mut vote = LayoutVote::default();
        for record in records {
            if vote.look(record.as_bytes(), &mapping) {
                break;
            }
        }
        vote.decide()
    }

    #[test]
    fn an_envelope_has_a_body_and_an_address_and_is_no_card() {
        assert!(decide(&[r#"{"host":"a","body":"{}"}"#], "").is_envelope());
        assert!(decide(&[r#"{"source_url":"https://a","agent_card":{}}"#], "").is_envelope());
        assert!(decide(&["nonsense", "1", r#"{"domain":"a","raw":null}"#], "").is_envelope());
        assert_eq!(
            decide(&[r#"{"host":"a","body":"{}","name":"n"}"#], ""),
            Layout::Bare
        );
        assert_eq!(
            decide(&[r#"{"url":"https://a","name":"n"}"#], ""),
            Layout::Bare
        );
        assert_eq!(decide(&[r#"{"url":"https://a"}"#], ""), Layout::Bare);
    }

    #[test]
    fn a_mapping_overrides_the_aliases() {
        let record = r#"{"site":"a","payload":"{}","body":"no"}"#;
        let mapped = decide(&[record], "host=site,body=payload");
        let expected = [("host", "site".to_owned()), ("body", "payload".to_owned())];
        assert_eq!(mapped, Layout::Envelope(expected.to_vec()));
    }

    #[test]
    fn a_mapped_key_that_no_record_has_leaves_the_aliases_in_force() {
        let layout = decide(
            &[r#"{"host":"a","path":"/p","body":"{}"}"#],
            "host=h,path=p,valid=ok",
        );
        assert!(layout.is_envelope());
    }

    #[test]
    fn when_nothing_fits_the_keys_are_named() {
        let layout = decide(&[r#"{"site":"a","payload":"{}"}"#], "");
        assert_eq!(
            layout,
            Layout::BareUnlikely(vec!["site".to_owned(), "payload".to_owned()])
        );
        assert!(layout.sentence().contains("--map"));
    }

    #[test]
    fn a_wrong_mapping_says_where_and_what() {
        let error = "host=a,bodi=b"
            .parse::<Mapping>()
            .expect_err("no such role")
            .to_string();
        assert!(error.contains("at byte 7: no role 'bodi'"), "{error}");
    }
}
