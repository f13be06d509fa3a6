//! Counts of texts, of which there may be a million different ones.
//!
//! Sorted now and then instead of hashed: hosts are strangers' texts, and merging two tallies is
//! joining two lists.

use std::borrow::Cow;

/// How often each text was met.
#[derive(Debug, Default)]
pub(super) struct Tally<'a> {
    /// The first bytes of each text, which decide most comparisons; the text; its count.
    entries: Vec<(u64, Cow<'a, str>, u32)>,
    /// How many entries there were when equal ones were last put together.
    compacted: usize,
}

/// Entries that are not worth putting together.
const FEW: usize = 1 << 14;

impl<'a> Tally<'a> {
    pub(super) fn add(&mut self, text: Cow<'a, str>, count: u32) {
        self.entries.push((leading(&text), text, count));
        if self.entries.len() > self.compacted * 2 + FEW {
            self.compact();
        }
    }

    pub(super) fn join(&mut self, mut other: Self) {
        self.entries.append(&mut other.entries);
    }

    /// Each text once, in the order of the texts, with its count.
    pub(super) fn into_counts(mut self) -> Vec<(String, u32)> {
        self.compact();
        let entries = self.entries.into_iter();
        entries
            .map(|(_, text, count)| (text.into_owned(), count))
            .collect()
    }

    fn compact(&mut self) {
        let entries = &mut self.entries;
        entries.sort_unstable_by(|left, right| (left.0, &left.1).cmp(&(right.0, &right.1)));
        entries.dedup_by(|later, kept| {
            let is_same = later.0 == kept.0 && later.1 == kept.1;
            if is_same {
                kept.2 += later.2;
            }
            is_same
        });
        self.compacted = entries.len();
    }
}

/// The first bytes of a text as a number: texts are ordered as these numbers are, or tie.
pub(super) fn leading(text: &str) -> u64 {
    let mut bytes = [0; 8];
    for (byte, found) in bytes.iter_mut().zip(text.bytes()) {
        *byte = found;
    }
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_counted_together_however_many_there_are() {
        let (mut left, mut right) = (Tally::default(), Tally::default());
        for number in 0..50_000_u32 {
            left.add(Cow::Owned(format!("host-{}", number % 7)), 1);
            right.add(
                Cow::Borrowed(if number % 2 == 0 { "host-1" } else { "" }),
                1,
            );
        }
        left.join(right);
        let counts = left.into_counts();
        let texts: Vec<&str> = counts.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "", "host-0", "host-1", "host-2", "host-3", "host-4", "host-5", "host-6"
            ]
        );
        // 50,000 = 7 × 7,142 + 6, so numbers 0 to 5 come once more.
        assert_eq!(counts[0].1, 25_000);
        assert_eq!(counts[1].1, 7_143);
        assert_eq!(counts[2].1, 25_000 + 7_143);
        assert_eq!(counts[7].1, 7_142);
    }
}
