//! Which documents of a corpus: a bit each, so that a million take 125 kB and undo can keep many.

use crate::corpus::DocumentId;

/// Documents that are counted together while looking for the n-th one.
const BLOCK_WORDS: usize = 64;

/// A set of documents, in corpus order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    words: Vec<u64>,
    /// How many documents stand before each block.
    before: Vec<u32>,
    len: usize,
}

impl Selection {
    /// All of the first `count` documents.
    #[must_use]
    pub fn all(count: usize) -> Self {
        let mut words = vec![u64::MAX; count.div_ceil(64)];
        if let Some(last) = words.last_mut()
            && !count.is_multiple_of(64)
        {
            *last = (1 << (count % 64)) - 1;
        }
        Self::from_words(words)
    }

    pub(super) fn from_words(words: Vec<u64>) -> Self {
        let mut len = 0;
        let mut before = Vec::with_capacity(words.len().div_ceil(BLOCK_WORDS));
        for block in words.chunks(BLOCK_WORDS) {
            before.push(len as u32);
            len += block
                .iter()
                .map(|word| word.count_ones() as usize)
                .sum::<usize>();
        }
        Self { words, before, len }
    }

    /// Number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the document is one of them.
    #[must_use]
    pub fn contains(&self, document: DocumentId) -> bool {
        let word = self.words.get(document.0 as usize / 64);
        word.is_some_and(|word| word & (1 << (document.0 % 64)) != 0)
    }

    /// The documents, in corpus order.
    pub fn iter(&self) -> impl Iterator<Item = DocumentId> + '_ {
        self.words.iter().zip(0_u32..).flat_map(|(&word, at)| {
            let mut left = word;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let bit = left.trailing_zeros();
                left &= left - 1;
                Some(DocumentId(at * 64 + bit))
            })
        })
    }

    /// The document at a position among them, from 0.
    #[must_use]
    pub fn nth(&self, position: usize) -> Option<DocumentId> {
        if position >= self.len {
            return None;
        }
        let block = self
            .before
            .partition_point(|&before| before as usize <= position)
            - 1;
        let mut left = position - self.before[block] as usize;
        for at in block * BLOCK_WORDS..self.words.len() {
            let mut word = self.words[at];
            let count = word.count_ones() as usize;
            if left >= count {
                left -= count;
                continue;
            }
            for _ in 0..left {
                word &= word - 1;
            }
            return Some(DocumentId(at as u32 * 64 + word.trailing_zeros()));
        }
        None
    }

    /// How many of them stand before the document; its position when it is one of them.
    #[must_use]
    pub fn rank(&self, document: DocumentId) -> usize {
        let word = (document.0 as usize / 64).min(self.words.len());
        let block = word / BLOCK_WORDS;
        let Some(&before) = self.before.get(block) else {
            return self.len;
        };
        let whole = &self.words[block * BLOCK_WORDS..word];
        let mut rank = before as usize;
        rank += whole
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum::<usize>();
        if let Some(word) = self.words.get(word) {
            rank += (word & ((1 << (document.0 % 64)) - 1)).count_ones() as usize;
        }
        rank
    }

    /// What is in one of the two and not in the other.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.combine(other, |left, right| left & !right)
    }

    /// What is in both.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.combine(other, |left, right| left & right)
    }

    fn combine(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        let words = self.words.iter().zip(others);
        Self::from_words(words.map(|(&left, right)| combine(left, right)).collect())
    }

    /// Bytes of memory it holds, about.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.words.capacity() * 8 + self.before.capacity() * 4
    }
}

impl FromIterator<DocumentId> for Selection {
    fn from_iter<I: IntoIterator<Item = DocumentId>>(documents: I) -> Self {
        let mut words = Vec::new();
        for document in documents {
            let at = document.0 as usize / 64;
            if words.len() <= at {
                words.resize(at + 1, 0);
            }
            words[at] |= 1 << (document.0 % 64);
        }
        Self::from_words(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_of_a_million_take_less_than_a_tenth_of_a_megabyte_and_a_half() {
        let all = Selection::all(1_000_000);
        assert_eq!(all.len(), 1_000_000);
        assert!(all.memory() < 150_000, "{}", all.memory());
        assert!(!all.contains(DocumentId(1_000_000)));
        assert!(all.contains(DocumentId(999_999)));
        assert_eq!(Selection::all(0).iter().count(), 0);
        assert_eq!(Selection::all(64).len(), 64);
    }

    proptest! {
        #[test]
        fn a_selection_answers_as_a_sorted_set_does(
            left in proptest::collection::btree_set(0_u32..20_000, 0..300),
            right in proptest::collection::btree_set(0_u32..20_000, 0..300),
        ) {
            let of = |set: &BTreeSet<u32>| set.iter().map(|&id| DocumentId(id)).collect::<Selection>();
            let ids = |selection: &Selection| selection.iter().map(|id| id.0).collect::<Vec<_>>();
            let (first, second) = (of(&left), of(&right));
            prop_assert_eq!(first.len(), left.len());
            prop_assert_eq!(ids(&first), left.iter().copied().collect::<Vec<_>>());
            for (position, &id) in left.iter().enumerate() {
                prop_assert_eq!(first.nth(position), Some(DocumentId(id)));
                prop_assert_eq!(first.rank(DocumentId(id)), position);
            }
            prop_assert_eq!(first.nth(left.len()), None);
            for &id in &right {
                prop_assert_eq!(first.rank(DocumentId(id)), left.range(..id).count());
                prop_assert_eq!(first.contains(DocumentId(id)), left.contains(&id));
            }
            prop_assert_eq!(ids(&first.difference(&second)), left.difference(&right).copied().collect::<Vec<_>>());
            prop_assert_eq!(ids(&first.intersection(&second)), left.intersection(&right).copied().collect::<Vec<_>>());
        }
    }
}
