//! What a document claims about its version, and the trace of the rule over these claims.

use super::rules::{Agreeing, All, BareUrl, Order, Rules};
use super::version::{DeclaredVersion, declared_version};
use super::{Route, State};
use crate::card::{Document, Node};
use crate::spec::{Family, JsonType};
use std::borrow::Cow;

/// What the telling keys of a card say; everything attribution needs to know of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claims {
    /// What `@context` says.
    pub context: ContextClaim,
    /// Whether `supportedInterfaces` is present, whatever its value.
    pub has_interfaces: bool,
    /// What the top-level `protocolVersion` says.
    pub protocol_version: VersionClaim,
    /// Whether a top-level `url` is present, whatever its value.
    pub has_url: bool,
}

/// What `@context` says of the version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContextClaim {
    /// No `@context`, or none that names the A2A agent-card vocabulary.
    None,
    /// Names the vocabulary without a version.
    Unversioned,
    /// Names the vocabulary of a version.
    Named(DeclaredVersion),
}

/// What the top-level `protocolVersion` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VersionClaim {
    /// The key is not there.
    Absent,
    /// `null`.
    Null,
    /// A string that is empty or white space.
    Blank,
    /// A string that names a version.
    Named(DeclaredVersion),
    /// Any other JSON type.
    NotText,
}

impl Claims {
    /// The claims of a document that makes none.
    pub const NONE: Self = Self {
        context: ContextClaim::None,
        has_interfaces: false,
        protocol_version: VersionClaim::Absent,
        has_url: false,
    };

    /// Whether `protocolVersion` says anything: neither absent, `null` nor blank.
    #[must_use]
    pub fn declares_something(&self) -> bool {
        matches!(
            self.protocol_version,
            VersionClaim::Named(_) | VersionClaim::NotText
        )
    }

    /// Reads the claim of a `protocolVersion` member.
    pub(super) fn of_protocol_version(node: Node<'_>) -> VersionClaim {
        match node.text() {
            Some(text) if text.trim().is_empty() => VersionClaim::Blank,
            Some(text) => VersionClaim::Named(declared_version(&text)),
            None if node.kind() == JsonType::Null => VersionClaim::Null,
            None => VersionClaim::NotText,
        }
    }

    /// Reads the claim of an `@context` member.
    pub(super) fn of_context(node: Node<'_>) -> ContextClaim {
        match context_url(node) {
            None => ContextClaim::None,
            Some(url) => match version_segment(&url) {
                None => ContextClaim::Unversioned,
                Some(segment) => ContextClaim::Named(declared_version(segment)),
            },
        }
    }
}

/// The string of an `@context` that names the A2A agent-card vocabulary: the value itself, or the
/// first such item of an array.
fn context_url<'a>(node: Node<'a>) -> Option<Cow<'a, str>> {
    let named = |node: Node<'a>| node.text().filter(|text| is_vocabulary(text));
    match node.kind() {
        JsonType::Array => node.children().find_map(named),
        _ => named(node),
    }
}

/// Host and path of an absolute http(s) URL, without user, port, query and fragment.
fn host_and_path(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.trim().split_once("://")?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let rest = rest.split(['?', '#']).next()?;
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = authority.rsplit('@').next()?;
    Some((host.split(':').next()?, path))
}

fn is_vocabulary(url: &str) -> bool {
    let Some((host, path)) = host_and_path(url) else {
        return false;
    };
    let last = path.rsplit('/').next().unwrap_or_default();
    (host.eq_ignore_ascii_case("a2a-protocol.org")
        || host.eq_ignore_ascii_case("www.a2a-protocol.org"))
        && (last.starts_with("agent-card") || last.starts_with("agentcard"))
}

/// The first path segment of the form `v<digit>…`.
fn version_segment(url: &str) -> Option<&str> {
    host_and_path(url)?.1.split('/').find(|segment| {
        segment
            .strip_prefix('v')
            .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    })
}

/// The path segment that names the version in a card's `@context`, as written.
pub(super) fn context_version_text(root: Node<'_>) -> Option<String> {
    let url = context_url(root.member("@context")?)?;
    version_segment(&url).map(str::to_owned)
}

/// What attribution decides from the claims of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Attribution {
    pub(super) rule: RuleNumber,
    pub(super) route: Route,
    pub(super) family: Option<Family>,
}

/// The rules of attribution, by their number in the paper's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleNumber {
    /// `@context` names the vocabulary of a version.
    Context,
    /// `supportedInterfaces` is present.
    Interfaces,
    /// `protocolVersion` names a version.
    ProtocolVersion,
    /// A top-level `url` is present.
    Url,
    /// Nothing that the rule recognises.
    Nothing,
}

impl RuleNumber {
    /// Every rule in the paper's order.
    pub const ALL: [Self; 5] = [
        Self::Context,
        Self::Interfaces,
        Self::ProtocolVersion,
        Self::Url,
        Self::Nothing,
    ];

    /// The order in which these rules are tried under `rules`.
    #[must_use]
    pub fn in_order(rules: &Rules) -> [Self; 5] {
        match rules.order {
            Order::Shape => Self::ALL,
            Order::Declaration => [
                Self::Context,
                Self::ProtocolVersion,
                Self::Interfaces,
                Self::Url,
                Self::Nothing,
            ],
        }
    }

    /// The rule's number, 1 to 5.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Context => 1,
            Self::Interfaces => 2,
            Self::ProtocolVersion => 3,
            Self::Url => 4,
            Self::Nothing => 5,
        }
    }

    /// The key it looks at; empty for the last.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Context => "@context",
            Self::Interfaces => "supportedInterfaces",
            Self::ProtocolVersion => "protocolVersion",
            Self::Url => "url",
            Self::Nothing => "",
        }
    }

    /// Route and family if this rule applies to the claims.
    fn apply(self, claims: &Claims, rules: &Rules) -> Option<(Route, Option<Family>)> {
        match self {
            Self::Context => match claims.context {
                ContextClaim::Named(version) => Some((Route::Declared, Some(version.family))),
                ContextClaim::None | ContextClaim::Unversioned => None,
            },
            Self::Interfaces => claims.has_interfaces.then(|| {
                let agrees = matches!(
                    claims.protocol_version,
                    VersionClaim::Named(version) if version.family == Family::V1_0
                );
                let route = match (claims.declares_something(), rules.agreeing) {
                    (false, _) => Route::Inferred,
                    (true, Agreeing::Declared) if agrees => Route::Declared,
                    (true, _) => Route::Conflict,
                };
                (route, Some(Family::V1_0))
            }),
            Self::ProtocolVersion => match claims.protocol_version {
                VersionClaim::Named(version) => Some((Route::Declared, Some(version.family))),
                _ => None,
            },
            Self::Url => (claims.has_url && rules.bare_url == BareUrl::V0_3)
                .then_some((Route::Inferred, Some(Family::V0_3))),
            Self::Nothing => Some((Route::Unclassified, None)),
        }
    }
}

/// Which rule decides for these claims, and what it decides.
pub(super) fn attribute(claims: &Claims, rules: &Rules) -> Attribution {
    let decided = RuleNumber::in_order(rules).into_iter().find_map(|rule| {
        rule.apply(claims, rules)
            .map(|(route, family)| (rule, route, family))
    });
    let (rule, route, family) = decided.unwrap_or((RuleNumber::Nothing, Route::Unclassified, None));
    let family = match (family, rules.all) {
        (Some(_), All::V1_0) => Some(Family::V1_0),
        (family, _) => family,
    };
    Attribution {
        rule,
        route,
        family,
    }
}

/// One rule of the trace: whether it decided, and on what evidence or for want of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleStep {
    /// Which rule.
    pub rule: RuleNumber,
    /// Whether it decided; the rules after it were not reached.
    pub fired: bool,
    /// Whether it was tried at all.
    pub reached: bool,
    /// What it found or missed, with the value as served, for a person. Untrusted text inside.
    pub evidence: String,
}

/// Walks the rule over a document and says of every rule what it saw, in the order tried.
#[must_use]
pub fn attribution_trace(
    document: Option<Document<'_>>,
    state: State,
    rules: &Rules,
) -> Vec<RuleStep> {
    let root = document
        .map(|document| document.root())
        .filter(|root| root.kind() == JsonType::Object);
    let claims = root.map_or(Claims::NONE, super::facts::claims_of);
    let has_route = matches!(state, State::Card | State::NotAnObject);
    let decided = attribute(&claims, rules).rule;
    let mut reached = has_route;
    RuleNumber::in_order(rules)
        .into_iter()
        .map(|rule| {
            let fired = reached && rule == decided;
            let step = RuleStep {
                rule,
                fired,
                reached,
                evidence: evidence(rule, root, &claims, state, rules),
            };
            reached &= !fired;
            step
        })
        .collect()
}

fn evidence(
    rule: RuleNumber,
    root: Option<Node<'_>>,
    claims: &Claims,
    state: State,
    rules: &Rules,
) -> String {
    let Some(root) = root else {
        return match (rule, state) {
            (RuleNumber::Nothing, State::NotAnObject) => "valid JSON, but no object".to_owned(),
            (_, State::NotAnObject) => "no object, so it has no keys".to_owned(),
            _ => format!("the document is in state {state} and is not attributed"),
        };
    };
    let served = |key: &str| root.member(key).map(value_as_served);
    match rule {
        RuleNumber::Context => match (claims.context, served("@context")) {
            (_, None) => "no @context".to_owned(),
            (ContextClaim::None, Some(value)) => {
                format!("@context {value} is not the A2A agent-card vocabulary")
            }
            (ContextClaim::Unversioned, Some(value)) => {
                format!("@context {value} is the A2A vocabulary but names no version")
            }
            (ContextClaim::Named(version), Some(value)) => {
                format!("@context {value} names {}", family_named(version))
            }
        },
        RuleNumber::Interfaces => match served("supportedInterfaces") {
            None => "no supportedInterfaces".to_owned(),
            Some(value) if claims.declares_something() => {
                let declared = served("protocolVersion").unwrap_or_default();
                let also = if rules.agreeing == Agreeing::Declared {
                    "an agreeing one counts as declared under this rule"
                } else {
                    "so the two are in conflict, whatever it says"
                };
                format!("supportedInterfaces is {value}, and protocolVersion is {declared}: {also}")
            }
            Some(value) => {
                format!("supportedInterfaces is {value}, and protocolVersion says nothing")
            }
        },
        RuleNumber::ProtocolVersion => match (claims.protocol_version, served("protocolVersion")) {
            (VersionClaim::Named(version), Some(value)) => {
                format!("protocolVersion {value} names {}", family_named(version))
            }
            (VersionClaim::Blank, _) => {
                "protocolVersion is a blank string and names none".to_owned()
            }
            (_, Some(value)) => format!("protocolVersion is {value}, not a string"),
            (_, None) => "no protocolVersion".to_owned(),
        },
        RuleNumber::Url => match served("url") {
            Some(value) if rules.bare_url == BareUrl::None => {
                format!("url is {value}, but a bare url claims nothing under this rule")
            }
            Some(value) => format!("url is {value}: how 0.x says where to reach an agent"),
            None => "no top-level url".to_owned(),
        },
        RuleNumber::Nothing => "none of the keys above".to_owned(),
    }
}

fn family_named(version: DeclaredVersion) -> String {
    if version.is_recognised {
        version.family.to_string()
    } else {
        format!(
            "no version known here; the nearest family is {}",
            version.family
        )
    }
}

/// A value for a sentence: scalars as served and cut, containers by size.
fn value_as_served(node: Node<'_>) -> String {
    match node.kind() {
        JsonType::Object => format!("an object of {}", node.child_count()),
        JsonType::Array => match node.children().next() {
            Some(first) if node.child_count() == 1 && !first.is_container() => {
                format!("[{}]", value_as_served(first))
            }
            _ => format!("an array of {}", node.child_count()),
        },
        _ => {
            let raw = String::from_utf8_lossy(node.raw());
            if raw.chars().count() > 80 {
                raw.chars().take(77).chain("…\"".chars()).collect()
            } else {
                raw.into_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabulary_is_known_by_host_and_last_segment() {
        for (url, expected) in [
            (
                "https://a2a-protocol.org/v1/agent-card.jsonld",
                Some(Some("v1")),
            ),
            (
                "HTTPS://WWW.A2A-Protocol.org:443/x/v0.3.0/agentcard",
                Some(Some("v0.3.0")),
            ),
            ("https://a2a-protocol.org/agent-card.jsonld#v1", Some(None)),
            ("https://a2a-protocol.org/version/agent-card", Some(None)),
            ("https://a2a-protocol.org/v1/Agent-Card", None),
            ("https://a2a-protocol.org/v1/context", None),
            ("https://a2a-protocol.org.example/v1/agent-card", None),
            ("https://schema.org/", None),
            ("a2a-protocol.org/v1/agent-card", None),
            ("ftp://a2a-protocol.org/v1/agent-card", None),
            (
                "https://user@a2a-protocol.org/v1/agent-card?x=/y",
                Some(Some("v1")),
            ),
        ] {
            let found = is_vocabulary(url).then(|| version_segment(url));
            assert_eq!(found, expected, "{url}");
        }
    }
}
