//! Searches an open document: from the cursor, round the end, counted.
//!
//! Case is ignored in ASCII letters; everything else is compared as it is. The tree is searched
//! in keys and values as they mean, the raw view in bytes as they were served.

use std::fmt;

/// Most hits that are kept; beyond that the count is a lower bound and says so.
pub(super) const MOST: usize = 100_000;

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hits {
    /// What was searched for.
    pub needle: String,
    /// Which hit is under the cursor, from 1; `None` when there is none.
    pub at: Option<usize>,
    /// How many there are.
    pub count: usize,
    /// Whether there are more than `count`.
    pub is_capped: bool,
    /// Whether the last step went round the end or the start of the document.
    pub wrapped: bool,
}

impl fmt::Display for Hits {
    /// `3/17`, `0/0`, `3/≥100000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = if self.is_capped { "≥" } else { "" };
        write!(f, "{}/{bound}{}", self.at.unwrap_or(0), self.count)
    }
}

/// The places of a search in the current tab.
#[derive(Debug, Clone, Default)]
pub(super) struct Search {
    pub(super) needle: String,
    /// Item (node, byte offset, line) of each hit, rising.
    pub(super) places: Vec<usize>,
    pub(super) is_capped: bool,
    pub(super) at: Option<usize>,
    pub(super) wrapped: bool,
}

impl Search {
    /// Collects the places.
    pub(super) fn new(needle: &str, places: impl Iterator<Item = usize>) -> Self {
        let mut places: Vec<usize> = places.take(MOST + 1).collect();
        let is_capped = places.len() > MOST;
        places.truncate(MOST);
        Self {
            needle: needle.to_owned(),
            places,
            is_capped,
            at: None,
            wrapped: false,
        }
    }

    /// The first hit at or behind `from`, or the first of all.
    pub(super) fn start(&mut self, from: usize) -> Option<usize> {
        let next = self.places.partition_point(|place| *place < from);
        self.wrapped = next == self.places.len() && !self.places.is_empty();
        self.at = (!self.places.is_empty()).then_some(if self.wrapped { 0 } else { next });
        self.place()
    }

    /// The hit behind `from`, or before it.
    pub(super) fn step(&mut self, from: usize, is_forward: bool) -> Option<usize> {
        let last = self.places.len().checked_sub(1)?;
        let (to, wrapped) = if is_forward {
            let next = self.places.partition_point(|place| *place <= from);
            (next, next > last)
        } else {
            let before = self.places.partition_point(|place| *place < from);
            (before.wrapping_sub(1), before == 0)
        };
        self.wrapped = wrapped;
        self.at = Some(match (wrapped, is_forward) {
            (false, _) => to,
            (true, true) => 0,
            (true, false) => last,
        });
        self.place()
    }

    fn place(&self) -> Option<usize> {
        self.places.get(self.at?).copied()
    }

    /// What to say of it.
    pub(super) fn hits(&self) -> Hits {
        Hits {
            needle: self.needle.clone(),
            at: self.at.map(|at| at + 1),
            count: self.places.len(),
            is_capped: self.is_capped,
            wrapped: self.wrapped,
        }
    }
}

/// Where `needle` begins in `haystack`, without overlaps, ASCII case ignored.
pub(super) fn places<'a>(haystack: &'a [u8], needle: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let first = needle.first().copied().unwrap_or_default();
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    let mut at = if needle.is_empty() { haystack.len() } else { 0 };
    std::iter::from_fn(move || {
        loop {
            let found = at + memchr::memchr2(lower, upper, haystack.get(at..)?)?;
            let candidate = haystack.get(found..found + needle.len())?;
            if candidate.eq_ignore_ascii_case(needle) {
                at = found + needle.len();
                return Some(found);
            }
            at = found + 1;
        }
    })
}

/// Whether `needle` stands in `haystack`, ASCII case ignored.
pub(super) fn holds(haystack: &[u8], needle: &[u8]) -> bool {
    places(haystack, needle).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_ignore_ascii_case_and_do_not_overlap() {
        let found = |hay: &str, needle: &str| -> Vec<usize> {
            places(hay.as_bytes(), needle.as_bytes()).collect()
        };
        assert_eq!(found("aAaA", "aa"), [0, 2]);
        assert_eq!(found("xay", "A"), [1]);
        assert_eq!(found("日本", "本"), [3]);
        assert_eq!(found("abc", ""), [0; 0]);
        assert_eq!(found("ab", "abc"), [0; 0]);
    }

    #[test]
    fn a_search_begins_at_the_cursor_and_goes_round() {
        let mut search = Search::new("x", [2, 5, 9].into_iter());
        assert_eq!((search.start(5), search.wrapped), (Some(5), false));
        assert_eq!(search.hits().to_string(), "2/3");
        assert_eq!((search.step(9, true), search.wrapped), (Some(2), true));
        assert_eq!((search.step(2, false), search.wrapped), (Some(9), true));
        assert_eq!((search.step(9, false), search.wrapped), (Some(5), false));
        assert_eq!((search.start(10), search.wrapped), (Some(2), true));
    }

    #[test]
    fn nothing_found_is_nought_of_nought() {
        let mut search = Search::new("x", std::iter::empty());
        assert_eq!((search.start(0), search.step(0, true)), (None, None));
        assert_eq!(search.hits().to_string(), "0/0");
    }

    #[test]
    fn too_many_hits_are_a_lower_bound() {
        let mut search = Search::new("x", 0..MOST + 5);
        search.start(0);
        assert_eq!(search.hits().to_string(), format!("1/≥{MOST}"));
    }
}
