//! The structural part of a schema, compiled so that a check walks a document without a lookup.

use super::field::{FieldId, FieldTable};
use super::json_type::{JsonType, TypeSet};
use super::read::{RawSchema, RawType};

/// The definition that holds the structural part of every schema.
const STRUCTURAL: &str = "#/$defs/structural";

/// How deep the structural part may nest. It needs four levels; the limit turns a definition that
/// refers to itself into an error.
const DEEPEST: usize = 16;

/// What a value at one place must be.
#[derive(Debug, PartialEq, Eq)]
pub struct Shape {
    /// The field of the place.
    pub field: FieldId,
    /// The JSON types that are no fault. Where `null` is among others, it counts as absent.
    pub accepts: TypeSet,
    /// What is asked of an object's members, in specification order. Other members are free.
    pub members: Vec<Member>,
    /// What is asked of each item of an array; `None` when anything may stand there.
    pub items: Option<Box<Shape>>,
}

/// What is asked of one member of an object.
#[derive(Debug, PartialEq, Eq)]
pub struct Member {
    /// The key.
    pub name: String,
    /// Whether an object without the key is at fault.
    pub required: bool,
    /// What its value must be.
    pub shape: Shape,
}

impl Shape {
    /// The shape of a field in or under this one.
    #[must_use]
    pub fn find(&self, field: FieldId) -> Option<&Shape> {
        if self.field == field {
            return Some(self);
        }
        let members = self.members.iter().map(|member| &member.shape);
        members
            .chain(self.items.as_deref())
            .find_map(|shape| shape.find(field))
    }

    /// Whether a field in or under this one is required of the object it is a member of.
    #[must_use]
    pub fn requires(&self, field: FieldId) -> bool {
        let shapes = self.members.iter().map(|member| &member.shape);
        self.members
            .iter()
            .any(|member| member.required && member.shape.field == field)
            || shapes
                .chain(self.items.as_deref())
                .any(|shape| shape.requires(field))
    }

    /// The shape in words: `array of string`. `null` is left out beside other types.
    pub(super) fn describe(&self) -> String {
        let kinds = match self.accepts.without(JsonType::Null) {
            rest if rest.is_empty() => self.accepts,
            rest => rest,
        };
        match &self.items {
            Some(item) if kinds.contains(JsonType::Array) => {
                format!("{kinds} of {}", item.describe())
            }
            _ => kinds.to_string(),
        }
    }
}

/// Adds the text of every field of a schema's structural part.
pub(super) fn collect_fields(schema: &RawSchema, names: &mut Vec<String>) -> Result<(), String> {
    let (_, root) = schema.definition(STRUCTURAL)?;
    collect(
        schema,
        root,
        Spot {
            field: String::new(),
            depth: 0,
        },
        names,
    )
}

/// Compiles a schema's structural part. `fields` holds every field of it.
pub(super) fn compile(schema: &RawSchema, fields: &FieldTable) -> Result<Shape, String> {
    let (_, root) = schema.definition(STRUCTURAL)?;
    build(
        schema,
        root,
        Spot {
            field: String::new(),
            depth: 0,
        },
        fields,
    )
}

/// Where in the structural part the walk is.
struct Spot {
    field: String,
    depth: usize,
}

impl Spot {
    fn member(&self, name: &str) -> Spot {
        let dot = if self.field.is_empty() { "" } else { "." };
        Spot {
            field: format!("{}{dot}{name}", self.field),
            depth: self.depth + 1,
        }
    }

    fn item(&self) -> Spot {
        Spot {
            field: format!("{}[]", self.field),
            depth: self.depth + 1,
        }
    }
}

/// Follows a reference, and refuses what the structural part must not use.
fn resolve<'s>(
    schema: &'s RawSchema,
    raw: &'s RawType,
    spot: &Spot,
) -> Result<&'s RawType, String> {
    if spot.depth > DEEPEST {
        return Err(format!(
            "the structural part nests without end at '{}'",
            spot.field
        ));
    }
    let resolved = match &raw.reference {
        None => raw,
        Some(reference) => schema.definition(reference)?.1,
    };
    if resolved.reference.is_some()
        || !resolved.one_of.is_empty()
        || resolved.additional_properties.is_some()
    {
        return Err(format!(
            "the structural part uses more than type, required, properties and items at '{}'",
            spot.field
        ));
    }
    let unknown = resolved
        .required
        .iter()
        .find(|name| resolved.properties.get(name).is_none());
    match unknown {
        Some(name) => Err(format!(
            "'{name}' is required at '{}' and has no type",
            spot.field
        )),
        None => Ok(resolved),
    }
}

fn collect(
    schema: &RawSchema,
    raw: &RawType,
    spot: Spot,
    names: &mut Vec<String>,
) -> Result<(), String> {
    let raw = resolve(schema, raw, &spot)?;
    for (name, member) in raw.properties.iter() {
        collect(schema, member, spot.member(name), names)?;
    }
    if let Some(item) = &raw.items {
        collect(schema, item, spot.item(), names)?;
    }
    names.push(spot.field);
    Ok(())
}

fn build(
    schema: &RawSchema,
    raw: &RawType,
    spot: Spot,
    fields: &FieldTable,
) -> Result<Shape, String> {
    let raw = resolve(schema, raw, &spot)?;
    let mut members = Vec::new();
    for (name, member) in raw.properties.iter() {
        members.push(Member {
            name: name.to_owned(),
            required: raw.required.iter().any(|required| required == name),
            shape: build(schema, member, spot.member(name), fields)?,
        });
    }
    let items = match &raw.items {
        None => None,
        Some(item) => Some(Box::new(build(schema, item, spot.item(), fields)?)),
    };
    let field = fields
        .id(&spot.field)
        .ok_or_else(|| format!("'{}' is not in the table of fields", spot.field))?;
    Ok(Shape {
        field,
        accepts: raw.accepts(),
        members,
        items,
    })
}
