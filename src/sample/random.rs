//! Repeatable randomness: splitmix64, so that the same seed gives the same bytes on every machine.
//!
//! It lives here because nothing else in the program may depend on chance, and because a
//! crate's generator could change its sequence between releases and with it the sample's files.

/// A stream of numbers that its seed determines completely.
#[derive(Clone, Debug)]
pub(super) struct Random {
    state: u64,
}

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A stream of its own for the `index`-th document: changing how one document is made leaves
    /// every other as it was.
    pub(super) fn for_document(seed: u64, index: u64) -> Self {
        let mut mixer = Self::new(seed ^ index.wrapping_mul(0xd134_2543_de82_ef95));
        Self::new(mixer.next())
    }

    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, and without, `limit`; 0 when `limit` is 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        // The modulo's bias is far below anything a sample of this size could show.
        match u64::try_from(limit) {
            Ok(limit) if limit > 0 => usize::try_from(self.next() % limit).unwrap_or(0),
            _ => 0,
        }
    }

    /// A number from `least` to `most`, both included.
    pub(super) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most.saturating_sub(least) + 1)
    }

    /// True in `percent` of 100 cases.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `choices`, which must not be empty.
    pub(super) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Puts `items` in a random order (Fisher and Yates).
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }

    /// `length` lower-case hexadecimal digits.
    pub(super) fn hex(&mut self, length: usize) -> String {
        (0..length)
            .map(|_| char::from(b"0123456789abcdef"[self.below(16)]))
            .collect()
    }

    /// `length` characters of the URL-safe base64 alphabet.
    pub(super) fn base64(&mut self, length: usize) -> String {
        const ALPHABET: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        (0..length)
            .map(|_| char::from(ALPHABET[self.below(64)]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the reference implementation of splitmix64 for the seed 1234567.
    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn a_shuffle_loses_nothing() {
        let mut items: Vec<usize> = (0..100).collect();
        Random::new(7).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
