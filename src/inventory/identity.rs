//! Who a card is: where it comes from, its shape, what it declares, how it is judged.

use super::Column;
use crate::card::{Document, Node, SyntaxError};
use crate::census::{CardShape, Facts, Judgement, Rules, State, Verdict, declared_version, judge};
use crate::spec::{Family, JsonType};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// Where a card declares versions of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeclaredAt {
    /// Nowhere.
    Nowhere,
    /// In its top-level `protocolVersion` only.
    TopLevel,
    /// In some entry of `supportedInterfaces` only.
    PerInterface,
    /// In both.
    Both,
}

impl DeclaredAt {
    /// Its name in every output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Nowhere => "nowhere",
            Self::TopLevel => "top level",
            Self::PerInterface => "per interface",
            Self::Both => "both",
        }
    }
}

/// Whether the versions a card declares belong to one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agreement {
    /// There are not two to hold against each other.
    NothingToCompare,
    /// They all belong to one family.
    Agree,
    /// They do not.
    Disagree,
}

/// The versions of the protocol that a card declares, as written. Untrusted text; what is no
/// string stands as its JSON text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredVersions {
    /// Top-level `protocolVersion`; `None` when absent.
    pub top_level: Option<String>,
    /// `protocolVersion` of each entry of `supportedInterfaces`, in order; `None` where absent.
    pub interfaces: Vec<Option<String>>,
}

impl DeclaredVersions {
    fn read(root: Node<'_>) -> Self {
        let version = |object: Node<'_>| object.member("protocolVersion").map(as_text);
        let interfaces = root.member("supportedInterfaces");
        let interfaces = interfaces.filter(|node| node.kind() == JsonType::Array);
        Self {
            top_level: version(root),
            interfaces: interfaces
                .map(|node| node.children().map(version).collect())
                .unwrap_or_default(),
        }
    }

    /// Where versions are declared.
    #[must_use]
    pub fn at(&self) -> DeclaredAt {
        let per_interface = self.interfaces.iter().any(Option::is_some);
        match (self.top_level.is_some(), per_interface) {
            (false, false) => DeclaredAt::Nowhere,
            (true, false) => DeclaredAt::TopLevel,
            (false, true) => DeclaredAt::PerInterface,
            (true, true) => DeclaredAt::Both,
        }
    }

    /// Whether they belong to one family.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        let all = self
            .top_level
            .iter()
            .chain(self.interfaces.iter().flatten());
        let families: Vec<Family> = all.map(|text| declared_version(text).family).collect();
        match families.split_first() {
            None | Some((_, [])) => Agreement::NothingToCompare,
            Some((first, rest)) if rest.iter().all(|family| family == first) => Agreement::Agree,
            Some(_) => Agreement::Disagree,
        }
    }
}

/// The meaning of a string, the JSON text of anything else.
pub(super) fn as_text(node: Node<'_>) -> String {
    match node.text() {
        Some(text) => text.into_owned(),
        None => String::from_utf8_lossy(node.raw()).into_owned(),
    }
}

/// Who a card of a comparison is.
#[derive(Clone, Debug)]
pub struct CardIdentity {
    /// What the column is called. Untrusted.
    pub name: String,
    /// The host it was fetched from; empty when not known.
    pub host: String,
    /// The path it was fetched from; empty when not known.
    pub path: String,
    /// Size of the document's exact bytes.
    pub byte_count: usize,
    /// SHA-256 of the document's exact bytes, lower-case hex; empty when there is no body.
    pub sha256: String,
    /// Why it is not JSON; `None` when it is, or when there is no body.
    pub problem: Option<SyntaxError>,
    /// What no rule changes: state, keys, and what each family's check finds.
    pub facts: Facts,
    /// What the rule makes of it.
    pub judgement: Judgement,
    /// The shape read off its keys; `None` when it is no card.
    pub shape: Option<CardShape>,
    /// The versions of the protocol that it declares.
    pub declared: DeclaredVersions,
    /// The card's own `version` as written; `None` when absent. Untrusted.
    pub version: Option<String>,
}

impl CardIdentity {
    pub(super) fn read(
        column: &Column<'_>,
        document: Option<Document<'_>>,
        problem: Option<SyntaxError>,
        rules: Rules,
    ) -> Self {
        let is_blank = column.body.iter().all(u8::is_ascii_whitespace);
        let facts = column.facts.unwrap_or_else(|| match document {
            Some(document) => Facts::of(document),
            None if is_blank => Facts::without_tree(State::NoBody, column.body),
            None => Facts::without_tree(State::Unparseable, column.body),
        });
        let root = document.map(|document| document.root());
        Self {
            name: column.name.to_owned(),
            host: column.host.to_owned(),
            path: column.path.to_owned(),
            byte_count: column.body.len(),
            sha256: sha256(column.body),
            problem: problem.filter(|_| facts.state != State::NoBody),
            facts,
            judgement: judge(&facts, &rules),
            shape: (facts.state == State::Card).then(|| facts.shape()),
            declared: root.map(DeclaredVersions::read).unwrap_or_default(),
            version: root.and_then(|root| root.member("version")).map(as_text),
        }
    }

    /// The strict verdict under a family, whatever the rule assigned; `None` when it is no card.
    #[must_use]
    pub fn verdict_under(&self, family: Family) -> Option<Verdict> {
        (self.facts.state == State::Card)
            .then(|| Verdict::from_pass(self.facts.outcome(family).passes()))
    }
}

fn sha256(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return String::new();
    }
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
