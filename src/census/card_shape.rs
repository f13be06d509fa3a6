//! A card's shape, read off its keys and never off the version it declares.

use super::facts::KeySet;
use std::fmt;

/// Which generation of the protocol the keys of a card belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CardShape {
    /// `supportedInterfaces` and no key that only 0.x has for the purpose.
    V1_0,
    /// `supportedInterfaces` and legacy keys together.
    Hybrid,
    /// Only legacy keys, with at least one that 0.2 before 0.2.5 did not have.
    V0_3,
    /// Only legacy keys, and none of those.
    V0_2,
    /// Neither.
    Unrecognised,
}

impl CardShape {
    /// Every shape, newest first.
    pub const ALL: [Self; 5] = [
        Self::V1_0,
        Self::Hybrid,
        Self::V0_3,
        Self::V0_2,
        Self::Unrecognised,
    ];

    /// Reads the shape off the top-level keys. Legacy keys are `url`, `preferredTransport` and
    /// `additionalInterfaces`.
    #[must_use]
    pub fn of(keys: KeySet) -> Self {
        let any = |names: &[&str]| names.iter().any(|name| keys.has(name));
        let is_legacy = any(&["url", "preferredTransport", "additionalInterfaces"]);
        match (keys.has("supportedInterfaces"), is_legacy) {
            (true, false) => Self::V1_0,
            (true, true) => Self::Hybrid,
            (false, true) => {
                if any(&[
                    "protocolVersion",
                    "preferredTransport",
                    "additionalInterfaces",
                    "signatures",
                ]) {
                    Self::V0_3
                } else {
                    Self::V0_2
                }
            }
            (false, false) => Self::Unrecognised,
        }
    }

    /// Its name in files, queries and on screen.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V1_0 => "1.0",
            Self::Hybrid => "hybrid",
            Self::V0_3 => "0.3",
            Self::V0_2 => "0.2",
            Self::Unrecognised => "unrecognised",
        }
    }
}

impl fmt::Display for CardShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
