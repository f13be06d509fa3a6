//! Grows the catalogue: from the types of all families to one tree of places.

use super::super::JsonType;
use super::super::read::{RawSchema, RawType};
use super::{Catalogue, Category, Family, FieldFacts, Node, SpecField};

/// What each family says of a place, in the order of [`Family::ALL`].
type InFamily = [Option<FieldFacts>; 3];

/// Grows the places of a card from one schema per family, in the order of [`Family::ALL`].
pub(super) fn grow(schemas: &[RawSchema; 3]) -> Result<Catalogue, String> {
    let mut growth = Growth {
        schemas,
        fields: Vec::new(),
        nodes: Vec::new(),
    };
    let mut card = Described::default();
    for (family, schema) in Family::ALL.into_iter().zip(schemas) {
        let (name, root) = schema.definition(&schema.root)?;
        card.in_family[family.index()] = Some(FieldFacts {
            required: false,
            type_text: format!("object ({name})"),
            only_in: Vec::new(),
        });
        card.below.push(View {
            family,
            raw: root,
            trail: vec![name.to_owned()],
        });
    }
    let field = SpecField {
        path: String::new(),
        category: Category::RequiredCore,
        in_family: card.in_family,
    };
    growth.grow(field, Naming::Unnamed, card.below)?;
    Ok(growth.finish())
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

/// A place that is about to be grown: what is said of it, and the types that may stand there.
#[derive(Default)]
struct Described<'s> {
    in_family: InFamily,
    below: Vec<View<'s>>,
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
        if let Some(values) = self.content(&views, |raw| raw.additional_properties.as_deref())? {
            let field = SpecField {
                path: format!("{path}.*"),
                category,
                in_family: values.in_family,
            };
            let grown = self.grow(field, Naming::Unnamed, values.below)?;
            self.nodes[node].any_member = Some(grown);
        }
        if let Some(items) = self.content(&views, |raw| raw.items.as_deref())? {
            let field = SpecField {
                path: format!("{path}[]"),
                category,
                in_family: items.in_family,
            };
            let grown = self.grow(field, Naming::Unnamed, items.below)?;
            self.nodes[node].item = Some(grown);
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
                    type_text: self.type_text(&having)?,
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
    fn content(
        &self,
        views: &[View<'s>],
        part: impl Fn(&'s RawType) -> Option<&'s RawType>,
    ) -> Result<Option<Described<'s>>, String> {
        let mut described = Described::default();
        for family in Family::ALL {
            let of_family = views.iter().filter(|view| view.family == family);
            let having: Vec<(&View<'s>, &'s RawType)> = of_family
                .filter_map(|view| Some((view, part(view.raw)?)))
                .collect();
            for (view, raw) in &having {
                described.below.extend(self.resolve(view, raw)?);
            }
            if !having.is_empty() {
                described.in_family[family.index()] = Some(FieldFacts {
                    required: false,
                    type_text: self.type_text(&having)?,
                    only_in: Vec::new(),
                });
            }
        }
        let is_there = described.in_family.iter().any(Option::is_some);
        Ok(is_there.then_some(described))
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

    /// The distinct types of a field in words, given with the types it is a part of.
    fn type_text(&self, having: &[(&View<'s>, &'s RawType)]) -> Result<String, String> {
        let mut texts: Vec<String> = Vec::new();
        for (view, raw) in having {
            let text = match &raw.reference {
                Some(reference) => {
                    let (name, _) = self.schemas[view.family.index()].definition(reference)?;
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
    raw.accepts().contains(JsonType::Object)
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
