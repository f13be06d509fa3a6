//! The text of a pinned schema as values, its order kept.
//!
//! Only the keywords that the pinned files use are known; any other is an error, so that a
//! keyword cannot be written in a schema and silently mean nothing.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use super::Source;
use super::catalogue::Category;
use super::json_type::{JsonType, TypeSet};

/// A whole schema file.
#[derive(Debug, Deserialize)]
pub(super) struct RawSchema {
    #[serde(rename = "x-source")]
    pub(super) source: Source,
    #[serde(rename = "$ref")]
    pub(super) root: String,
    #[serde(rename = "$defs")]
    pub(super) definitions: Pairs<RawType>,
}

/// Reads a schema, given as file name and text.
pub(super) fn parse((file, text): (&str, &str)) -> Result<RawSchema, String> {
    serde_json::from_str(text).map_err(|why| format!("{file}: {why}"))
}

impl RawSchema {
    /// The definition a reference points at, with its name.
    pub(super) fn definition(&self, reference: &str) -> Result<(&str, &RawType), String> {
        reference
            .strip_prefix("#/$defs/")
            .and_then(|name| self.definitions.get(name))
            .ok_or_else(|| format!("'{reference}' points at no definition"))
    }
}

/// One schema object.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct RawType {
    #[serde(rename = "type")]
    pub(super) kinds: Option<Kinds>,
    #[serde(rename = "$ref")]
    pub(super) reference: Option<String>,
    #[serde(default)]
    pub(super) required: Vec<String>,
    #[serde(default)]
    pub(super) properties: Pairs<RawType>,
    pub(super) items: Option<Box<RawType>>,
    pub(super) additional_properties: Option<Box<RawType>>,
    #[serde(default)]
    pub(super) one_of: Vec<RawType>,
    #[serde(rename = "x-category")]
    pub(super) category: Option<Category>,
    /// For readers of the file only.
    #[serde(rename = "$comment")]
    _comment: Option<String>,
}

impl RawType {
    /// The types it accepts; all, when it says nothing.
    pub(super) fn accepts(&self) -> TypeSet {
        match &self.kinds {
            None => TypeSet::ANY,
            Some(Kinds::One(kind)) => std::iter::once(*kind).collect(),
            Some(Kinds::Several(kinds)) => kinds.iter().copied().collect(),
        }
    }
}

/// The keyword `type`: one name or a list.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Kinds {
    One(JsonType),
    Several(Vec<JsonType>),
}

/// An object's members in the order of the file, which is the order of the specification.
#[derive(Debug)]
pub(super) struct Pairs<T>(Vec<(String, T)>);

impl<T> Pairs<T> {
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    pub(super) fn get(&self, name: &str) -> Option<(&str, &T)> {
        self.iter().find(|(known, _)| *known == name)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for Pairs<T> {
    fn default() -> Self {
        Pairs(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for InOrder<T> {
            type Value = Pairs<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
                let mut pairs: Vec<(String, T)> = Vec::new();
                while let Some((name, value)) = members.next_entry::<String, T>()? {
                    if pairs.iter().any(|(known, _)| *known == name) {
                        return Err(serde::de::Error::custom(format!("'{name}' stands twice")));
                    }
                    pairs.push((name, value));
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}
