//! What the A2A specification says of an agent card, read from the pinned schemas.
//!
//! The files under `schemas/` are the only place where a required field, a type or a category is
//! written down; everything here is compiled from them. They are embedded, so a program answers
//! the same everywhere, and an answer can name the file it rests on.
//!
//! Limits: a schema says what the specification's own types say. Rules that the specification
//! states in prose (how a URL must look, which transports exist) are not here.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use serde::Deserialize;

pub mod catalogue;
pub mod explain;
mod field;
mod json_type;
mod read;
mod shape;

pub use field::{FieldId, FieldSet};
pub use json_type::{JsonType, TypeSet};
pub use shape::{Member, Shape};

use catalogue::{Catalogue, Place, SpecField};
use field::FieldTable;

/// The versions of the specification that share one pinned schema.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// Major 0 with a minor up to 2: held to version 0.2.5.
    V0_2,
    /// Every other 0.x: held to version 0.3.0.
    V0_3,
    /// Major 1 and above: held to version 1.0.1.
    V1_0,
}

impl Family {
    /// Every family, oldest first. A family's position here is its index wherever families are
    /// kept in an array.
    pub const ALL: [Family; 3] = [Family::V0_2, Family::V0_3, Family::V1_0];

    /// The family's name, the same in every output: `0.2`, `0.3`, `1.0`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Family::V0_2 => "0.2",
            Family::V0_3 => "0.3",
            Family::V1_0 => "1.0",
        }
    }

    /// Position in [`Family::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is not the name of a family. It is kept as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFamily(pub String);

impl fmt::Display for UnknownFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a family (0.2, 0.3 or 1.0), found '{}'", self.0)
    }
}

impl std::error::Error for UnknownFamily {}

impl FromStr for Family {
    type Err = UnknownFamily;

    /// Reads exactly the names that [`Family::as_str`] gives. The version that a *document*
    /// declares is read elsewhere, with more patience.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Family::ALL
            .into_iter()
            .find(|family| family.as_str() == text)
            .ok_or_else(|| UnknownFamily(text.to_owned()))
    }
}

/// The official file that a pinned schema was written from.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// `owner/name` on GitHub.
    pub repository: String,
    /// The release's tag, e.g. `v0.3.0`.
    pub tag: String,
    /// The file's path in the repository at that tag.
    pub path: String,
    /// SHA-256 of that file, in lower-case hex.
    pub sha256: String,
}

/// One pinned schema.
#[derive(Debug)]
pub struct Schema {
    /// The family whose documents are held to it.
    pub family: Family,
    /// Its file name, which every verdict names: `a2a-0.3.0.json`.
    pub file: &'static str,
    /// The exact version it pins: `0.3.0`.
    pub version: String,
    /// Where its facts come from.
    pub source: Source,
    /// The structural part: what a document of this family must have, and of which JSON type.
    pub structural: Shape,
    text: &'static str,
}

const FILES: [(&str, &str); 3] = [
    ("a2a-0.2.5.json", include_str!("../schemas/a2a-0.2.5.json")),
    ("a2a-0.3.0.json", include_str!("../schemas/a2a-0.3.0.json")),
    ("a2a-1.0.1.json", include_str!("../schemas/a2a-1.0.1.json")),
];

/// All pinned schemas, with what they have in common: one table of fields, one catalogue.
#[derive(Debug)]
pub struct Specification {
    schemas: [Schema; 3],
    fields: FieldTable,
    catalogue: Catalogue,
    top_level_keys: Vec<String>,
    same_structure: [[bool; 3]; 3],
}

/// The specification as embedded in this program. Read once, on first use.
#[must_use]
pub fn specification() -> &'static Specification {
    static SPECIFICATION: OnceLock<Specification> = OnceLock::new();
    SPECIFICATION.get_or_init(|| {
        Specification::read(FILES).expect("a test of this module reads the same embedded files")
    })
}

impl Specification {
    /// Reads one schema per family, in the order of [`Family::ALL`], each as file name and text.
    fn read(files: [(&'static str, &'static str); 3]) -> Result<Specification, String> {
        let [oldest, middle, newest] = files;
        let raws = [
            read::parse(oldest)?,
            read::parse(middle)?,
            read::parse(newest)?,
        ];

        let mut names = Vec::new();
        for raw in &raws {
            shape::collect_fields(raw, &mut names)?;
        }
        let fields = FieldTable::new(names)?;

        let compile = |family: Family| -> Result<Schema, String> {
            let ((file, text), raw) = (files[family.index()], &raws[family.index()]);
            Ok(Schema {
                family,
                file,
                version: raw.source.tag.trim_start_matches('v').to_owned(),
                source: raw.source.clone(),
                structural: shape::compile(raw, &fields).map_err(|why| format!("{file}: {why}"))?,
                text,
            })
        };
        let schemas = [
            compile(Family::V0_2)?,
            compile(Family::V0_3)?,
            compile(Family::V1_0)?,
        ];

        let catalogue = Catalogue::build(&raws)?;
        let top_level_keys: Vec<String> =
            catalogue.root().member_names().map(str::to_owned).collect();
        if top_level_keys.len() > 32 {
            return Err("more top-level keys than a 32-bit mask can hold".to_owned());
        }
        let same_structure = Family::ALL.map(|left| {
            Family::ALL
                .map(|right| schemas[left.index()].structural == schemas[right.index()].structural)
        });
        Ok(Specification {
            schemas,
            fields,
            catalogue,
            top_level_keys,
            same_structure,
        })
    }

    /// The schema a family is held to.
    #[must_use]
    pub fn schema(&self, family: Family) -> &Schema {
        &self.schemas[family.index()]
    }

    /// Whether two families ask the same of a document, so that one check answers for both.
    #[must_use]
    pub fn have_same_structure(&self, left: Family, right: Family) -> bool {
        self.same_structure[left.index()][right.index()]
    }

    /// A schema's text, exactly as embedded.
    #[must_use]
    pub fn text(&self, family: Family) -> &'static str {
        self.schema(family).text
    }

    /// A field's text: `skills[].tags`. Empty for the document itself.
    #[must_use]
    pub fn field_name(&self, field: FieldId) -> &str {
        self.fields.name(field)
    }

    /// The field with this text, when a structural check of any family can fault it.
    #[must_use]
    pub fn field_id(&self, name: &str) -> Option<FieldId> {
        self.fields.id(name)
    }

    /// Every field that a structural check of some family can fault, in the order of the fields'
    /// text. The document itself ([`FieldId::ROOT`]) is not among them.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> + '_ {
        self.fields.ids().filter(|&id| id != FieldId::ROOT)
    }

    /// What a family's structural check wants at a field, to stand after "requires" or "expects":
    /// `array of string`, `object`. The `null` that an optional container may be is left out: it
    /// counts as absent and is nothing to aim for. Empty when the family asks nothing there.
    #[must_use]
    pub fn expected(&self, family: Family, field: FieldId) -> String {
        self.schema(family)
            .structural
            .find(field)
            .map(Shape::describe)
            .unwrap_or_default()
    }

    /// Whether a family's structural check faults a document in which the field is absent (its
    /// parent being there).
    #[must_use]
    pub fn is_required(&self, family: Family, field: FieldId) -> bool {
        self.schema(family).structural.requires(field)
    }

    /// Every top-level key that any family has, in specification order: 1.0's first, then those
    /// that only 0.x has. At most 32, so that a `u32` can hold which of them a document has.
    #[must_use]
    pub fn top_level_keys(&self) -> &[String] {
        &self.top_level_keys
    }

    /// Every named field of every family, nested ones included, in specification order: 1.0's
    /// order first, and beside its siblings what only 0.x has. Array items and map values, which
    /// have no name of their own, are places but not in this list.
    #[must_use]
    pub fn catalogue(&self) -> &[SpecField] {
        self.catalogue.fields()
    }

    /// The place of a whole card, from which every other place is reached.
    #[must_use]
    pub fn root_place(&self) -> Place<'_> {
        self.catalogue.root()
    }
}

#[cfg(test)]
mod tests;
