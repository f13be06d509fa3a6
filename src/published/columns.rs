//! Which columns tables have, and the names they are known under.

use crate::card::folded_key;
use crate::corpus::Mapping;

/// A column that plays a role, by its own name first, then the other names it is looked for under.
#[derive(Debug)]
pub(super) struct Known {
    /// The role as `--map` writes it; a name in verdict files as well.
    pub(super) name: &'static str,
    /// Names, the most telling first.
    pub(super) aliases: &'static [&'static str],
}

const fn known(name: &'static str, aliases: &'static [&'static str]) -> Known {
    Known { name, aliases }
}

const HOST: Known = known("host", &["host", "domain", "hostname", "origin"]);
const PATH: Known = known("path", &["path", "well_known_path", "well_known"]);
const URL: Known = known("url", &["url", "card_url", "fetched_url", "source_url"]);

/// Columns of a verdict file: [`Column::ALL`] in order, then the URL that may stand for host and
/// path.
pub(super) const VERDICT_COLUMNS: [Known; 15] = [
    HOST,
    PATH,
    known("sha256", &["sha256", "body_sha256", "sha256sum", "digest"]),
    known("state", &["state"]),
    known(
        "version",
        &[
            "version",
            "attributed_version",
            "assigned_version",
            "spec_version",
        ],
    ),
    known(
        "version_source",
        &[
            "version_source",
            "route",
            "attribution",
            "attribution_route",
            "source",
        ],
    ),
    known("declared_version", &["declared_version"]),
    known(
        "valid",
        &["valid", "verdict", "assigned_verdict", "strict_valid"],
    ),
    known("tolerant_valid", &["tolerant_valid", "tolerant"]),
    known("violations", &["violations", "errors", "faults", "missing"]),
    known(
        "alternative_version",
        &["alternative_version", "alt_version"],
    ),
    known(
        "alternative_valid",
        &["alternative_valid", "alt_valid", "alternative_verdict"],
    ),
    known("valid_newest", &["valid_newest"]),
    known("schema", &["schema"]),
    URL,
];

/// Position of the URL in [`VERDICT_COLUMNS`].
pub(super) const VERDICT_URL: usize = 14;

/// Columns of a frame file.
pub(super) const FRAME_COLUMNS: [Known; 5] = [
    HOST,
    PATH,
    known("status", &["status", "status_code", "http_status"]),
    known("is_card", &["is_card", "card", "recognised", "parsed"]),
    URL,
];

pub(super) const FRAME_HOST: usize = 0;
pub(super) const FRAME_PATH: usize = 1;
pub(super) const FRAME_STATUS: usize = 2;
pub(super) const FRAME_IS_CARD: usize = 3;
pub(super) const FRAME_URL: usize = 4;

/// A column of a verdict file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// The host the document was fetched from.
    Host,
    /// The path it was fetched from.
    Path,
    /// Digest of the body's exact bytes.
    Sha256,
    /// What the body turned out to be.
    State,
    /// The family the document is held to.
    Version,
    /// The route by which the version was come by.
    VersionSource,
    /// The version as the document writes it.
    DeclaredVersion,
    /// The verdict.
    Valid,
    /// The verdict with a single missing `protocolVersion` set aside.
    TolerantValid,
    /// What is at fault.
    Violations,
    /// The family that was not assigned.
    AlternativeVersion,
    /// The verdict under it.
    AlternativeValid,
    /// The verdict under 1.0.
    ValidNewest,
    /// The schema that was applied.
    Schema,
}

impl Column {
    /// Every column, in the order of a verdict file.
    pub const ALL: [Self; 14] = [
        Self::Host,
        Self::Path,
        Self::Sha256,
        Self::State,
        Self::Version,
        Self::VersionSource,
        Self::DeclaredVersion,
        Self::Valid,
        Self::TolerantValid,
        Self::Violations,
        Self::AlternativeVersion,
        Self::AlternativeValid,
        Self::ValidNewest,
        Self::Schema,
    ];

    /// The columns that decide whether a published verdict agrees with the computed one.
    pub const DECIDING: [Self; 3] = [Self::VersionSource, Self::Version, Self::Valid];

    /// The columns that say something of a document rather than which document it is: those that
    /// are compared.
    pub const COMPARED: [Self; 11] = [
        Self::State,
        Self::Version,
        Self::VersionSource,
        Self::DeclaredVersion,
        Self::Valid,
        Self::TolerantValid,
        Self::Violations,
        Self::AlternativeVersion,
        Self::AlternativeValid,
        Self::ValidNewest,
        Self::Schema,
    ];

    /// Its name in verdict files and in `--map`.
    #[must_use]
    pub fn name(self) -> &'static str {
        VERDICT_COLUMNS[self as usize].name
    }

    /// The names it is looked for under, the most telling first.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        VERDICT_COLUMNS[self as usize].aliases
    }
}

/// Which role each name plays: for every name its position in `known`. A role goes to one name
/// only, the mapped one or else the one with the earliest alias; of equal names to the first.
pub(super) fn assign(names: &[String], known: &[Known], mapping: &Mapping) -> Vec<Option<usize>> {
    let folded: Vec<String> = names.iter().map(|name| folded_key(name.trim())).collect();
    let mut roles = vec![None; names.len()];
    // What the user mapped goes first, so that no alias of another role takes its name away.
    let mut given = vec![false; known.len()];
    for (slot, role) in known.iter().enumerate() {
        let position = mapping
            .key_for(role.name)
            .and_then(|key| names.iter().position(|name| name.trim() == key.trim()));
        if let Some(position) = position {
            roles[position] = Some(slot);
            given[slot] = true;
        }
    }
    for (slot, role) in known.iter().enumerate().filter(|(slot, _)| !given[*slot]) {
        let position = role.aliases.iter().find_map(|alias| {
            let alias = folded_key(alias);
            (0..names.len()).find(|&at| roles[at].is_none() && folded[at] == alias)
        });
        if let Some(position) = position {
            roles[position] = Some(slot);
        }
    }
    roles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assigned(names: &[&str], mapping: &str) -> Vec<Option<&'static str>> {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let mapping = if mapping.is_empty() {
            Mapping::default()
        } else {
            mapping.parse().expect("a mapping")
        };
        assign(&names, &VERDICT_COLUMNS, &mapping)
            .into_iter()
            .map(|slot| slot.map(|slot| VERDICT_COLUMNS[slot].name))
            .collect()
    }

    #[test]
    fn every_alias_is_known_however_it_is_spelled() {
        for (role, aliases) in [
            (
                "version_source",
                "route attribution attribution_route source version_source",
            ),
            (
                "version",
                "attributed_version assigned_version spec_version version",
            ),
            ("valid", "verdict assigned_verdict strict_valid valid"),
            ("tolerant_valid", "tolerant tolerant_valid"),
            ("violations", "errors faults missing violations"),
            ("alternative_version", "alt_version alternative_version"),
            (
                "alternative_valid",
                "alt_valid alternative_verdict alternative_valid",
            ),
            ("host", "host domain hostname origin"),
            ("path", "path well_known_path well_known"),
            ("url", "url card_url fetched_url source_url"),
        ] {
            for alias in aliases.split(' ') {
                let spaced = alias.replace('_', " ");
                for name in [alias, &alias.to_uppercase(), &spaced] {
                    assert_eq!(assigned(&[name], ""), [Some(role)], "{name}");
                }
            }
        }
    }

    #[test]
    fn the_most_telling_name_wins_and_the_other_is_an_extra() {
        assert_eq!(
            assigned(&["source", "version_source", "other"], ""),
            [None, Some("version_source"), None]
        );
        assert_eq!(assigned(&["valid", "valid"], ""), [Some("valid"), None]);
    }

    #[test]
    fn a_mapped_name_beats_every_alias() {
        assert_eq!(
            assigned(&["valid", "ok"], "valid=ok"),
            [None, Some("valid")]
        );
        assert_eq!(
            assigned(&["version", "v"], "valid=version,version=v"),
            [Some("valid"), Some("version")]
        );
    }

    #[test]
    fn a_mapping_for_another_file_leaves_the_aliases_in_force() {
        assert_eq!(assigned(&["host"], "host=domain_name"), [Some("host")]);
    }

    #[test]
    fn columns_stand_where_their_number_says() {
        for (position, column) in Column::ALL.iter().enumerate() {
            assert_eq!(*column as usize, position);
        }
        let names: Vec<_> = Column::ALL.iter().map(|column| column.name()).collect();
        assert_eq!(
            names.join(","),
            "host,path,sha256,state,version,version_source,declared_version,valid,tolerant_valid,violations,\
             alternative_version,alternative_valid,valid_newest,schema"
        );
        assert_eq!(VERDICT_COLUMNS[VERDICT_URL].name, "url");
    }
}
