//! Fields that a structural check can fault, as small numbers and sets of them.
//!
//! A corpus keeps a set of faulted fields per document and family; as one machine word it costs
//! next to nothing, and totals per field are a walk over bits.

/// A field of the structural checks of all families together. Ordered as the fields' text.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldId(u8);

impl FieldId {
    /// The document itself, whose text is empty and so sorts first. A card is an object, so no
    /// card has a fault here.
    pub const ROOT: FieldId = FieldId(0);

    /// The field's position among all fields, the document itself being 0. Below 64.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of fields.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FieldSet(u64);

impl FieldSet {
    /// The set without a field.
    pub const EMPTY: FieldSet = FieldSet(0);

    /// Adds a field.
    pub const fn insert(&mut self, field: FieldId) {
        self.0 |= 1 << field.0;
    }

    /// Whether the field is in the set.
    #[must_use]
    pub const fn contains(self, field: FieldId) -> bool {
        self.0 & (1 << field.0) != 0
    }

    /// The set without one field.
    #[must_use]
    pub const fn without(self, field: FieldId) -> FieldSet {
        FieldSet(self.0 & !(1 << field.0))
    }

    /// What is in either set.
    #[must_use]
    pub const fn union(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 | other.0)
    }

    /// What is in both sets.
    #[must_use]
    pub const fn intersection(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 & other.0)
    }

    /// Whether no field is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many fields are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The fields in the order of their text.
    pub fn iter(self) -> impl Iterator<Item = FieldId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            // At most 63, since `left` is not zero.
            let lowest = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(FieldId(lowest))
        })
    }
}

impl FromIterator<FieldId> for FieldSet {
    fn from_iter<I: IntoIterator<Item = FieldId>>(fields: I) -> Self {
        let mut set = FieldSet::EMPTY;
        for field in fields {
            set.insert(field);
        }
        set
    }
}

/// The fields' texts, sorted; a field's number is its position.
#[derive(Debug)]
pub(super) struct FieldTable(Vec<String>);

impl FieldTable {
    pub(super) fn new(mut names: Vec<String>) -> Result<FieldTable, String> {
        names.sort_unstable();
        names.dedup();
        if names.first().is_none_or(|first| !first.is_empty()) {
            return Err("the structural part describes no document".to_owned());
        }
        if names.len() > 64 {
            return Err(format!("{} fields do not fit into one word", names.len()));
        }
        Ok(FieldTable(names))
    }

    pub(super) fn name(&self, field: FieldId) -> &str {
        &self.0[field.index()]
    }

    pub(super) fn id(&self, name: &str) -> Option<FieldId> {
        let position = self
            .0
            .binary_search_by(|known| known.as_str().cmp(name))
            .ok()?;
        u8::try_from(position).ok().map(FieldId)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = FieldId> + '_ {
        (0..=u8::MAX).map(FieldId).take(self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_its_fields_back_in_order() {
        let mut set = FieldSet::EMPTY;
        assert!(set.is_empty());
        for field in [FieldId(63), FieldId(0), FieldId(17), FieldId(17)] {
            set.insert(field);
        }
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [FieldId(0), FieldId(17), FieldId(63)]
        );
        assert_eq!(set.len(), 3);
        assert!(set.contains(FieldId(63)));
        assert!(!set.contains(FieldId(62)));
        let rest = set.without(FieldId(0));
        assert_eq!(rest.iter().collect::<Vec<_>>(), [FieldId(17), FieldId(63)]);
        assert_eq!(rest.union([FieldId(0)].into_iter().collect()), set);
        assert_eq!(rest.intersection(set), rest);
    }

    #[test]
    fn more_fields_than_a_word_has_bits_are_refused() {
        let names = |count: usize| {
            std::iter::once(String::new())
                .chain((1..count).map(|n| format!("f{n}")))
                .collect::<Vec<_>>()
        };
        assert!(FieldTable::new(names(64)).is_ok());
        assert!(FieldTable::new(names(65)).is_err());
    }
}
