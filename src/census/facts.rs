//! What is true of a document under every rule.

use super::attribution::{Claims, ContextClaim, VersionClaim};
use super::conformance::{Outcome, outcome};
use super::{CardShape, State};
use crate::card::{Document, Node};
use crate::spec::{Family, JsonType, specification};
use crate::text::{HiddenCounts, HiddenKinds, scan_json};

/// Which top-level keys that some version of the specification has are present in a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeySet(u32);

impl KeySet {
    /// Whether the key is present; false for a key that no version has.
    #[must_use]
    pub fn has(self, key: &str) -> bool {
        specification()
            .top_level_keys()
            .iter()
            .position(|known| known == key)
            .is_some_and(|position| self.0 & (1 << position) != 0)
    }

    fn insert(&mut self, key: &[u8]) {
        let known = specification().top_level_keys();
        if let Some(position) = known.iter().position(|known| known.as_bytes() == key) {
            self.0 |= 1 << position;
        }
    }
}

/// Everything the census knows of a document that no rule changes; small and `Copy`, so that a
/// corpus keeps one per document and never reads the document again to judge it anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// What the body turned out to be.
    pub state: State,
    /// What the telling keys say.
    pub claims: Claims,
    /// Which of the specification's top-level keys are present.
    pub keys: KeySet,
    /// What each family's structural check finds, by [`Family::index`]; clean unless a card.
    pub outcomes: [Outcome; 3],
    /// Number of members that a later duplicate makes ineffective.
    pub shadowed_count: u32,
    /// Whether the body began with a byte order mark.
    pub had_bom: bool,
    /// Which kinds of hidden characters stand in it.
    pub hidden: HiddenKinds,
    /// How many hidden characters stand in it, those of a run one by one.
    pub hidden_count: u32,
}

impl Facts {
    /// Facts of a document that is not JSON, or not there.
    #[must_use]
    pub fn without_tree(state: State, body: &[u8]) -> Self {
        let hidden = HiddenCounts::default();
        Self {
            state,
            claims: Claims::NONE,
            keys: KeySet::default(),
            outcomes: [Outcome::default(); 3],
            shadowed_count: 0,
            had_bom: body.starts_with(crate::card::BOM),
            hidden: hidden.kinds(),
            hidden_count: 0,
        }
    }

    /// Facts of a document that is JSON.
    #[must_use]
    pub fn of(document: Document<'_>) -> Self {
        let root = document.root();
        let is_card = root.kind() == JsonType::Object;
        let hidden = scan_json(document.bytes());
        let mut facts = Self {
            state: if is_card {
                State::Card
            } else {
                State::NotAnObject
            },
            claims: Claims::NONE,
            keys: KeySet::default(),
            outcomes: [Outcome::default(); 3],
            shadowed_count: document.tree().shadowed_count(),
            had_bom: document.tree().had_bom(),
            hidden: hidden.kinds(),
            hidden_count: hidden.total(),
        };
        if is_card {
            facts.claims = claims_of(root);
            for child in root.children() {
                if let Some(key) = child.key_bytes() {
                    facts.keys.insert(&key);
                }
            }
            facts.outcomes = outcomes(root);
        }
        facts
    }

    /// What a family's structural check finds.
    #[must_use]
    pub fn outcome(&self, family: Family) -> &Outcome {
        &self.outcomes[family.index()]
    }

    /// The shape of the card, read off its keys.
    #[must_use]
    pub fn shape(&self) -> CardShape {
        CardShape::of(self.keys)
    }

    /// Whether the version that attribution could read is none this program knows.
    #[must_use]
    pub fn has_unrecognised_version(&self) -> bool {
        match (self.claims.context, self.claims.protocol_version) {
            (ContextClaim::Named(version), _) | (_, VersionClaim::Named(version)) => {
                !version.is_recognised
            }
            _ => false,
        }
    }
}

/// Reads the claims off a card's top level.
pub(super) fn claims_of(root: Node<'_>) -> Claims {
    let mut claims = Claims::NONE;
    for child in root.children().filter(|child| !child.is_shadowed()) {
        let Some(key) = child.key_bytes() else {
            continue;
        };
        match &*key {
            b"@context" => claims.context = Claims::of_context(child),
            b"supportedInterfaces" => claims.has_interfaces = true,
            b"protocolVersion" => claims.protocol_version = Claims::of_protocol_version(child),
            b"url" => claims.has_url = true,
            _ => {}
        }
    }
    claims
}

/// Checks a card against every family, a structural part that two families share only once.
fn outcomes(root: Node<'_>) -> [Outcome; 3] {
    let specification = specification();
    let shape = |family: Family| &specification.schema(family).structural;
    let older = outcome(root, shape(Family::V0_3));
    let oldest = if specification.have_same_structure(Family::V0_2, Family::V0_3) {
        older
    } else {
        outcome(root, shape(Family::V0_2))
    };
    [oldest, older, outcome(root, shape(Family::V1_0))]
}
