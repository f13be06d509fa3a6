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
use super::read::{RawSchema, RawType};

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
        let mut growth = Growth {
            schemas,
            fields: Vec::new(),
            nodes: Vec::new(),
        };
        let mut views = Vec::new();
        let mut in_family = [None, None, None];
        for (family, schema) in Family::ALL.into_iter().zip(schemas) {
            let (name, root) = schema.definition(&schema.root)?;
            in_family[family.index()] = Some(FieldFacts {
                required: false,
                type_text: format!("object ({name})"),
                only_in: Vec::new(),
            });
            views.push(View {
                family,
                raw: root,
                trail: vec![name.to_owned()],
            });
        }
        let card = SpecField {
            path: String::new(),
            category: Category::RequiredCore,
            in_family,
        };
        growth.grow(card, Naming::Unnamed, views)?;
        Ok(growth.finish())
    }

    /// The named fields, in specification order.
    pub(super) fn fields(&self) -> &[SpecField] {
        &self.fields[..self.named_count]
    }

    /// The place of a whole card.
    pub(super) fn root(&self) -> Place<'_> {
        // The card is the first place that `build` grows.
        Place {
            catalogue: self,
            node: 0,
        }
    }
}

/// Whether a place is a field with a name of its own.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Naming {
    Named,
    Unnamed,
}

/// One type that may stand at a place: no reference, no choice.
struct View<'s> {
    family: Family,
    raw: &'s RawType,
    /// The definitions entered on the way here; the last is the type's own name, unless the type
    /// is written in place.
    trail: Vec<String>,
}

struct Growth<'s> {
    schemas: &'s [RawSchema; 3],
    fields: Vec<(Naming, SpecField)>,
    nodes: Vec<Node>,
}

impl<'s> Growth<'s> {
    /// Adds a place and all places under it; gives its node.
    fn grow(
        &mut self,
        field: SpecField,
        naming: Naming,
        views: Vec<View<'s>>,
    ) -> Result<usize, String> {
        let (path, category) = (field.path.clone(), field.category);
        let node = self.nodes.len();
        self.nodes.push(Node {
            field: self.fields.len(),
            members: Vec::new(),
            any_member: None,
            item: None,
            free_form: views.iter().any(|view| is_free_form(view.raw)),
        });
        self.fields.push((naming, field));

        for name in member_names(&views) {
            let (member, below) = self.member(&path, name, &views)?;
            let grown = self.grow(member, Naming::Named, below)?;
            self.nodes[node].members.push((name.to_owned(), grown));
        }
        let values = |raw: &'s RawType| raw.additional_properties.as_deref();
        if let Some((facts, below)) = self.content(&views, values)? {
            let value = SpecField {
                path: format!("{path}.*"),
                category,
                in_family: facts,
            };
            self.nodes[node].any_member = Some(self.grow(value, Naming::Unnamed, below)?);
        }
        let items = |raw: &'s RawType| raw.items.as_deref();
        if let Some((facts, below)) = self.content(&views, items)? {
            let item = SpecField {
                path: format!("{path}[]"),
                category,
                in_family: facts,
            };
            self.nodes[node].item = Some(self.grow(item, Naming::Unnamed, below)?);
        }
        Ok(node)
    }

    /// A member as all types of a place describe it.
    fn member(
        &self,
        parent: &str,
        name: &str,
        views: &[View<'s>],
    ) -> Result<(SpecField, Vec<View<'s>>), String> {
        let dot = if parent.is_empty() { "" } else { "." };
        let path = format!("{parent}{dot}{name}");
        let mut category = None;
        let mut in_family = [None, None, None];
        let mut below = Vec::new();
        for family in Family::ALL {
            let of_family = || views.iter().filter(|view| view.family == family);
            let having: Vec<(&View<'s>, &'s RawType)> = of_family()
                .filter_map(|view| Some((view, view.raw.properties.get(name)?.1)))
                .collect();
            for (view, raw) in &having {
                let own = raw
                    .category
                    .ok_or_else(|| format!("'{path}' has no category"))?;
                if *category.get_or_insert(own) != own {
                    return Err(format!("'{path}' has two categories"));
                }
                below.extend(self.resolve(view, raw)?);
            }
            if !having.is_empty() {
                let is_partial = having.len() < of_family().count();
                let owners = having
                    .iter()
                    .filter_map(|(view, _)| view.trail.last().cloned());
                in_family[family.index()] = Some(FieldFacts {
                    required: having
                        .iter()
                        .all(|(view, _)| view.raw.required.iter().any(|r| r == name)),
                    type_text: self
                        .type_texts(having.iter().map(|&(view, raw)| (view.family, raw)))?,
                    only_in: if is_partial {
                        owners.collect()
                    } else {
                        Vec::new()
                    },
                });
            }
        }
        let category = category.ok_or_else(|| format!("'{path}' is in no family"))?;
        Ok((
            SpecField {
                path,
                category,
                in_family,
            },
            below,
        ))
    }

    /// The items or the values of a place, as all its types describe them; `None` when it has none.
    #[expect(
        clippy::type_complexity,
        reason = "the pair is taken apart where it is made"
    )]
    fn content(
        &self,
        views: &[View<'s>],
        part: impl Fn(&'s RawType) -> Option<&'s RawType>,
    ) -> Result<Option<([Option<FieldFacts>; 3], Vec<View<'s>>)>, String> {
        let mut in_family = [None, None, None];
        let mut below = Vec::new();
        for family in Family::ALL {
            let of_family = views.iter().filter(|view| view.family == family);
            let having: Vec<(&View<'s>, &'s RawType)> = of_family
                .filter_map(|view| Some((view, part(view.raw)?)))
                .collect();
            for (view, raw) in &having {
                below.extend(self.resolve(view, raw)?);
            }
            if !having.is_empty() {
                in_family[family.index()] = Some(FieldFacts {
                    required: false,
                    type_text: self
                        .type_texts(having.iter().map(|&(view, raw)| (view.family, raw)))?,
                    only_in: Vec::new(),
                });
            }
        }
        Ok(in_family
            .iter()
            .any(Option::is_some)
            .then_some((in_family, below)))
    }

    /// The types that may stand where `from` has `raw`: its reference followed, its choice taken
    /// apart. A definition that was entered on the way here is not entered again.
    fn resolve(&self, from: &View<'s>, raw: &'s RawType) -> Result<Vec<View<'s>>, String> {
        let schema = &self.schemas[from.family.index()];
        let mut found = Vec::new();
        let mut open = vec![(raw, from.trail.clone())];
        while let Some((raw, mut trail)) = open.pop() {
            if let Some(reference) = &raw.reference {
                let (name, definition) = schema.definition(reference)?;
                if !trail.iter().any(|entered| entered == name) {
                    trail.push(name.to_owned());
                    open.push((definition, trail));
                }
            } else if raw.one_of.is_empty() {
                found.push(View {
                    family: from.family,
                    raw,
                    trail,
                });
            } else {
                // Last in, first out: reversed, so that the first choice is found first.
                open.extend(
                    raw.one_of
                        .iter()
                        .rev()
                        .map(|choice| (choice, trail.clone())),
                );
            }
        }
        Ok(found)
    }

    /// The distinct types of a field in words.
    fn type_texts(
        &self,
        types: impl Iterator<Item = (Family, &'s RawType)>,
    ) -> Result<String, String> {
        let mut texts: Vec<String> = Vec::new();
        for (family, raw) in types {
            let text = match &raw.reference {
                Some(reference) => {
                    let (name, _) = self.schemas[family.index()].definition(reference)?;
                    format!("object ({name})")
                }
                None => type_text(raw),
            };
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        Ok(texts.join(" or "))
    }

    fn finish(mut self) -> Catalogue {
        // `nodes` refer to fields by position, so the new positions are worked out first.
        let named_count = self
            .fields
            .iter()
            .filter(|(naming, _)| *naming == Naming::Named)
            .count();
        let (mut next_named, mut next_unnamed) = (0, named_count);
        let mut positions = Vec::with_capacity(self.fields.len());
        for (naming, _) in &self.fields {
            let next = match naming {
                Naming::Named => &mut next_named,
                Naming::Unnamed => &mut next_unnamed,
            };
            positions.push(*next);
            *next += 1;
        }
        for node in &mut self.nodes {
            node.field = positions[node.field];
        }
        let (named, unnamed): (Vec<_>, Vec<_>) = self
            .fields
            .into_iter()
            .partition(|(naming, _)| *naming == Naming::Named);
        let fields = named
            .into_iter()
            .chain(unnamed)
            .map(|(_, field)| field)
            .collect();
        Catalogue {
            fields,
            named_count,
            nodes: self.nodes,
        }
    }
}

/// The names of all members, newest family first: its order is the one a reader knows.
fn member_names<'s>(views: &[View<'s>]) -> Vec<&'s str> {
    let mut names: Vec<&'s str> = Vec::new();
    for family in Family::ALL.into_iter().rev() {
        for view in views.iter().filter(|view| view.family == family) {
            for (name, _) in view.raw.properties.iter() {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }
    names
}

/// An object of which nothing is said.
fn is_free_form(raw: &RawType) -> bool {
    raw.accepts().contains(super::JsonType::Object)
        && raw.properties.is_empty()
        && raw.additional_properties.is_none()
}

/// A type in words, a reference by its bare name.
fn type_text(raw: &RawType) -> String {
    if let Some(reference) = &raw.reference {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(values) = &raw.additional_properties {
        return format!("map of {}", type_text(values));
    }
    match &raw.items {
        Some(item) => format!("{} of {}", raw.accepts(), type_text(item)),
        None => raw.accepts().to_string(),
    }
}

#[cfg(test)]
mod tests;
