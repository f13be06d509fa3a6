//! The six types of a JSON value, and sets of them.

use std::fmt;

use serde::Deserialize;

/// The type of a JSON value.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JsonType {
    /// `{…}`
    Object,
    /// `[…]`
    Array,
    /// `"…"`
    String,
    /// Any number, whole or not: JSON has one kind.
    Number,
    /// `true` or `false`
    Boolean,
    /// `null`
    Null,
}

impl JsonType {
    /// Every type, in the order in which sets of them are written.
    pub const ALL: [JsonType; 6] = [
        JsonType::Object,
        JsonType::Array,
        JsonType::String,
        JsonType::Number,
        JsonType::Boolean,
        JsonType::Null,
    ];

    /// The type's name as JSON Schema writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            JsonType::Object => "object",
            JsonType::Array => "array",
            JsonType::String => "string",
            JsonType::Number => "number",
            JsonType::Boolean => "boolean",
            JsonType::Null => "null",
        }
    }
}

impl fmt::Display for JsonType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A set of JSON types.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TypeSet(u8);

impl TypeSet {
    /// Every type: what a shape accepts that says nothing.
    pub const ANY: TypeSet = TypeSet(0b11_1111);

    /// Whether the type is in the set.
    #[must_use]
    pub const fn contains(self, kind: JsonType) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// The set without one type.
    #[must_use]
    pub const fn without(self, kind: JsonType) -> TypeSet {
        TypeSet(self.0 & !(1 << kind as u8))
    }

    /// Whether the set has no type at all.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types in the order of [`JsonType::ALL`].
    pub fn iter(self) -> impl Iterator<Item = JsonType> {
        JsonType::ALL
            .into_iter()
            .filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<JsonType> for TypeSet {
    fn from_iter<I: IntoIterator<Item = JsonType>>(kinds: I) -> Self {
        TypeSet(kinds.into_iter().fold(0, |set, kind| set | 1 << kind as u8))
    }
}

impl fmt::Display for TypeSet {
    /// `object`, `object or null`, `array, string or null`; `nothing` for the empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(JsonType::as_str).collect();
        match names.as_slice() {
            [] => f.pad("nothing"),
            [only] => f.pad(only),
            [first @ .., last] => f.pad(&format!("{} or {last}", first.join(", "))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_written_in_a_fixed_order_with_or_before_the_last() {
        let set = |kinds: &[JsonType]| kinds.iter().copied().collect::<TypeSet>().to_string();
        assert_eq!(set(&[]), "nothing");
        assert_eq!(set(&[JsonType::Object]), "object");
        assert_eq!(set(&[JsonType::Null, JsonType::Object]), "object or null");
        assert_eq!(
            set(&[JsonType::Null, JsonType::String, JsonType::Array]),
            "array, string or null"
        );
    }

    #[test]
    fn a_set_has_what_was_put_in_and_nothing_else() {
        let set: TypeSet = [JsonType::Array, JsonType::Null].into_iter().collect();
        let inside: Vec<JsonType> = set.iter().collect();
        assert_eq!(inside, [JsonType::Array, JsonType::Null]);
        assert!(!set.without(JsonType::Null).contains(JsonType::Null));
        assert!(
            set.without(JsonType::Null)
                .without(JsonType::Array)
                .is_empty()
        );
        assert!(
            JsonType::ALL
                .into_iter()
                .all(|kind| TypeSet::ANY.contains(kind))
        );
    }
}
