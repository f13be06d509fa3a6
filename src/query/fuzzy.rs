//! Names found by some of their letters.
//!
//! A cheap test (are the letters there in this order?) keeps the scorer from texts that cannot
//! match, scoring runs on all cores and can be cancelled, and positions are computed only for
//! what is handed out.

use super::evaluate::Work;
use crate::corpus::{Corpus, DocumentId};
use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A text that has the letters of a pattern in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Which of the candidates.
    pub index: usize,
    /// The higher the better.
    pub score: i64,
    /// Positions of the pattern's letters, counted in characters from 0.
    pub positions: Vec<usize>,
}

/// A document whose host or name has the letters of a pattern in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which document.
    pub document: DocumentId,
    /// The higher the better.
    pub score: i64,
    /// Positions in the host, counted in characters from 0; empty when only the name matches.
    pub host: Vec<usize>,
    /// Positions in the name; empty when only the host matches.
    pub name: Vec<usize>,
}

/// Longest pattern and longest part of a text that are looked at, in characters.
const LONGEST: usize = 256;
/// Texts scored between two looks at the cancel flag.
const CHUNK: usize = 1024;

/// The best `limit` of the candidates, best first, equal ones in their order. An empty pattern
/// matches everything in order.
#[must_use]
pub fn rank(pattern: &str, candidates: &[&str], limit: usize) -> Vec<Match> {
    let scorer = Scorer::new(pattern);
    let mut scored: Vec<(i64, usize)> = candidates
        .iter()
        .enumerate()
        .filter_map(|(index, text)| Some((scorer.score(text)?, index)))
        .collect();
    best_first(&mut scored, limit);
    let matches = scored.into_iter().map(|(score, index)| Match {
        index,
        score,
        positions: scorer.positions(candidates[index]),
    });
    matches.collect()
}

/// The best `limit` documents by host or name, best first, equal ones in corpus order; `None` when
/// the work was cancelled.
#[must_use]
pub fn rank_documents(
    pattern: &str,
    corpus: &Corpus,
    limit: usize,
    work: &Work,
) -> Option<Vec<Found>> {
    let count = corpus.len();
    let next = AtomicUsize::new(0);
    let run = || {
        let scorer = Scorer::new(pattern);
        let mut scored = Vec::new();
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= count || work.is_cancelled() {
                best_first(&mut scored, limit);
                return scored;
            }
            for at in start..(start + CHUNK).min(count) {
                let row = corpus.row(DocumentId(at as u32));
                let score = scorer.score(row.host()).max(scorer.score(row.name()));
                scored.extend(score.map(|score| (score, at)));
            }
            if scored.len() > limit.saturating_mul(4).saturating_add(CHUNK) {
                best_first(&mut scored, limit);
            }
        }
    };
    let workers = thread::available_parallelism()
        .map_or(1, usize::from)
        .min(8);
    let mut scored = Vec::new();
    thread::scope(|scope| {
        let others: Vec<_> = (1..workers).map(|_| scope.spawn(run)).collect();
        scored.extend(run());
        for other in others {
            match other.join() {
                Ok(found) => scored.extend(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    if work.is_cancelled() {
        return None;
    }
    best_first(&mut scored, limit);
    let scorer = Scorer::new(pattern);
    let found = scored.into_iter().map(|(score, at)| {
        let row = corpus.row(DocumentId(at as u32));
        Found {
            document: row.id(),
            score,
            host: scorer.positions(row.host()),
            name: scorer.positions(row.name()),
        }
    });
    Some(found.collect())
}

fn best_first(scored: &mut Vec<(i64, usize)>, limit: usize) {
    scored.sort_unstable_by(|left, right| right.0.cmp(&left.0).then(left.1.cmp(&right.1)));
    scored.truncate(limit);
}

struct Scorer {
    pattern: String,
    matcher: SkimMatcherV2,
}

impl Scorer {
    fn new(pattern: &str) -> Self {
        Self {
            pattern: head(pattern).to_lowercase(),
            matcher: SkimMatcherV2::default().ignore_case(),
        }
    }

    fn score(&self, text: &str) -> Option<i64> {
        let text = head(text);
        if !is_subsequence(&self.pattern, text) {
            return None;
        }
        self.matcher.fuzzy_match(text, &self.pattern)
    }

    fn positions(&self, text: &str) -> Vec<usize> {
        let text = head(text);
        if !is_subsequence(&self.pattern, text) {
            return Vec::new();
        }
        let found = self.matcher.fuzzy_indices(text, &self.pattern);
        found.map_or_else(Vec::new, |(_, positions)| positions)
    }
}

/// The beginning of a text, whole characters.
fn head(text: &str) -> &str {
    let end = text
        .char_indices()
        .nth(LONGEST)
        .map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

/// Whether the letters of a lower-case pattern stand in the text in their order, in any case.
pub(super) fn is_subsequence(pattern: &str, text: &str) -> bool {
    let mut wanted = pattern.chars();
    let Some(mut next) = wanted.next() else {
        return true;
    };
    for found in text.chars() {
        let is_next = if found.is_ascii() {
            found.to_ascii_lowercase() == next
        } else {
            found == next || found.to_lowercase().eq([next])
        };
        if is_next {
            match wanted.next() {
                Some(letter) => next = letter,
                None => return true,
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_order_match_and_others_do_not() {
        for (pattern, text, expected) in [
            ("", "", true),
            ("abc", "aXbXc", true),
            ("abc", "ABC", true),
            ("abc", "acb", false),
            ("ä", "Ä", true),
            ("aa", "a", false),
        ] {
            assert_eq!(is_subsequence(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn letters_that_stand_together_come_first_with_their_positions() {
        let candidates = ["b-i-l-l.example", "billing.example", "nothing", "mobill"];
        let ranked = rank("bill", &candidates, 3);
        assert_eq!(ranked[0].index, 1);
        assert_eq!(ranked[0].positions, [0, 1, 2, 3]);
        assert_eq!(ranked.len(), 3, "what lacks a letter is left out");
        assert_eq!(rank("bill", &candidates, 1).len(), 1);
    }

    #[test]
    fn an_empty_pattern_keeps_the_order() {
        let order: Vec<_> = rank("", &["b", "a"], 9)
            .iter()
            .map(|found| found.index)
            .collect();
        assert_eq!(order, [0, 1]);
    }

    #[test]
    fn a_text_without_end_is_not_scored_to_its_end() {
        let long = "a".repeat(10_000_000);
        assert_eq!(rank(&long, &[&long], 1).len(), 1);
    }
}
