//! Every field of every family, with the category that the field inventory puts it in.
//!
//! Fields nest by place, not by type: `url` of a provider and `url` of an interface are two
//! fields. A place is reached by walking from the whole card, one member or item at a time, in
//! step with a walk through a document; the families are walked together.
//!
//! Limits: a type that contains itself is opened once on the way down, so the catalogue is finite;
//! no type of the pinned versions does. What stands inside a free-form object (`params` of an
//! extension, `header` of a signature) is in no schema and so outside the specification, though
//! the specification invites it: [`Place::is_free_form`] tells the two apart.

use std::fmt;

use serde::Deserialize;

use super::Family;
use super::read::RawSchema;

mod grow;

/// Where in the field inventory a field belongs.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
pub enum Category {
    /// In every family, and required wherever it stands.
    #[serde(rename = "required core")]
    RequiredCore,
    /// Came with 1.0.
    #[serde(rename = "1.0 era")]
    Era1_0,
    /// Only in versions before 1.0.
    #[serde(rename = "legacy 0.x")]
    Legacy0x,
    /// Known to the specification, before and in 1.0, and not part of the core.
    #[serde(rename = "optional")]
    Optional,
    /// In no pinned schema. Stands in no schema file.
    #[serde(skip)]
    OutsideSpec,
}

impl Category {
    /// Every category, in the order in which they are shown.
    pub const ALL: [Category; 5] = [
        Category::RequiredCore,
        Category::Era1_0,
        Category::Legacy0x,
        Category::Optional,
        Category::OutsideSpec,
    ];

    /// The category's name, the same in every output.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Category::RequiredCore => "required core",
            Category::Era1_0 => "1.0 era",
            Category::Legacy0x => "legacy 0.x",
            Category::Optional => "optional",
            Category::OutsideSpec => "outside the spec",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.label())
    }
}

/// One field of the specification, all families together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecField {
    /// Its place: `skills[].tags`; a map's values are `*`: `securitySchemes.*.type`.
    pub path: String,
    /// Its category. An array's items and a map's values have the category of their container.
    pub category: Category,
    /// What each family says of it, in the order of [`Family::ALL`]; `None` where a family does
    /// not have it.
    pub in_family: [Option<FieldFacts>; 3],
}

impl SpecField {
    /// What a family says of the field.
    #[must_use]
    pub fn facts(&self, family: Family) -> Option<&FieldFacts> {
        self.in_family[family.index()].as_ref()
    }
}

/// What one family says of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldFacts {
    /// Whether the object it is a member of must have it. Never true of an array's items and a
    /// map's values.
    pub required: bool,
    /// Its type in words: `array of string`, `object (AgentProvider)`, `map of SecurityScheme`.
    pub type_text: String,
    /// Where the object may be one of several types and not all have the field: those that do.
    /// Empty otherwise. `required` then holds for these.
    pub only_in: Vec<String>,
}

/// All places of a card, as a tree.
#[derive(Debug)]
pub(super) struct Catalogue {
    /// Named fields first, in specification order; then the card itself, items and map values.
    fields: Vec<SpecField>,
    named_count: usize,
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    /// Position in `Catalogue::fields`.
    field: usize,
    /// In specification order.
    members: Vec<(String, usize)>,
    /// The values of a map, whose keys are free.
    any_member: Option<usize>,
    item: Option<usize>,
    free_form: bool,
}

/// A place in a card that the specification knows.
#[derive(Copy, Clone, Debug)]
pub struct Place<'s> {
    catalogue: &'s Catalogue,
    node: usize,
}

impl<'s> Place<'s> {
    /// The place of a member of an object that stands here. A map takes any name. `None` when the
    /// member is outside the specification.
    #[must_use]
    pub fn member(self, name: &str) -> Option<Place<'s>> {
        let here = self.here();
        let named = here
            .members
            .iter()
            .find(|(known, _)| known == name)
            .map(|&(_, node)| node);
        named.or(here.any_member).map(|node| Place { node, ..self })
    }

    /// The place of each item of an array that stands here; `None` when no family has an array
    /// here.
    #[must_use]
    pub fn item(self) -> Option<Place<'s>> {
        self.here().item.map(|node| Place { node, ..self })
    }

    /// What the specification says of this place.
    #[must_use]
    pub fn field(self) -> &'s SpecField {
        &self.catalogue.fields[self.here().field]
    }

    /// The names of the members that some family has here, in specification order. Empty where
    /// the keys are free.
    pub fn member_names(self) -> impl Iterator<Item = &'s str> {
        self.here().members.iter().map(|(name, _)| name.as_str())
    }

    /// Whether some family lets an object stand here without saying what is in it.
    #[must_use]
    pub fn is_free_form(self) -> bool {
        self.here().free_form
    }

    fn here(self) -> &'s Node {
        &self.catalogue.nodes[self.node]
    }
}

impl Catalogue {
    /// Builds the catalogue from one schema per family, in the order of [`Family::ALL`].
    pub(super) fn build(schemas: &[RawSchema; 3]) -> Result<Catalogue, String> {
        grow::grow(schemas)
    }

    /// The named fields, in specification order.
    pub(super) fn fields(&self) -> &[SpecField] {
        &self.fields[..self.named_count]
    }

    /// The place of a whole card.
    pub(super) fn root(&self) -> Place<'_> {
        // The card is the first place that is grown.
        Place {
            catalogue: self,
            node: 0,
        }
    }
}

#[cfg(test)]
mod tests;
