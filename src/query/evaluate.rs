//! Holds a query against a corpus: which documents pass, and what every pane counts, in one pass.
//!
//! Columns are asked before bodies are opened, a body is parsed once for all terms, and a document
//! that fails the filters of two panes counts in none, so it is left as soon as that is known.

use super::Query;
use super::compile::{Test, each_text, group_of, near_keys, number};
use super::facet::{Facet, Pane};
use super::inside::Inside;
use super::key::{Key, Syntax};
use super::outside::Outside;
use super::selection::Selection;
use super::tally::Tally;
use super::word::{Judged, slots};
use crate::card::Tree;
use crate::census::Rules;
use crate::corpus::{Corpus, DocumentId};
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// What a query is held against.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The documents.
    pub corpus: &'a Corpus,
    /// The rule that judges them.
    pub rules: &'a Rules,
    /// What is known beside the corpus.
    pub outside: &'a dyn Outside,
}

/// Lets another thread watch a long look through a corpus, and end it.
#[derive(Debug, Default)]
pub struct Work {
    is_cancelled: AtomicBool,
    done: AtomicUsize,
}

impl Work {
    /// Ends the work soon; it then has no result.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Documents looked at.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// Which documents pass a query, and what the panes count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The documents that pass every term.
    pub selection: Selection,
    /// A pane per facet asked for, in that order.
    pub panes: Vec<Pane>,
}

/// The documents that pass a query; `None` when the work was cancelled.
#[must_use]
pub fn evaluate(scope: Scope<'_>, query: &Query, work: &Work) -> Option<Selection> {
    survey(scope, query, &[], work).map(|survey| survey.selection)
}

/// The documents that pass a query and, for each facet, how many documents that pass every filter
/// but the facet's own are in each of its buckets; `None` when the work was cancelled.
#[must_use]
pub fn survey(scope: Scope<'_>, query: &Query, facets: &[Facet], work: &Work) -> Option<Survey> {
    if query.is_empty() && facets.is_empty() {
        return Some(Survey {
            selection: Selection::all(scope.corpus.len()),
            panes: Vec::new(),
        });
    }
    let mut tests: Vec<Test> = query.terms().iter().map(Test::new).collect();
    tests.sort_by_key(|test| test.reads_bodies);
    let pass = Pass {
        scope,
        tests: &tests,
        facets,
        pane_groups: facets
            .iter()
            .fold(0, |groups, facet| groups | group_of(facet.key())),
    };
    let (words, counters) = pass.over_all(work)?;
    let panes = facets.iter().zip(counters).map(|(&facet, counter)| Pane {
        facet,
        total: counter.total as usize,
        buckets: match counter.counts {
            Counts::Slots(counts) => Pane::of_slots(facet, &counts, query),
            Counts::Texts(tally) => Pane::of_texts(facet, tally.into_counts(), query),
        },
    });
    Some(Survey {
        panes: panes.collect(),
        selection: Selection::from_words(words),
    })
}

/// How many documents pass each term by itself, in the order of the query's terms; `None` when the
/// work was cancelled.
#[must_use]
pub fn term_counts(scope: Scope<'_>, query: &Query, work: &Work) -> Option<Vec<usize>> {
    let mut counts = Vec::new();
    for term in query.terms() {
        let alone = Query::from_terms(vec![term.clone()]);
        counts.push(evaluate(scope, &alone, work)?.len());
    }
    Some(counts)
}

/// Documents taken at once by a thread; a multiple of 64.
const CHUNK: usize = 2048;

struct Pass<'a> {
    scope: Scope<'a>,
    tests: &'a [Test],
    facets: &'a [Facet],
    /// Groups whose failure keeps a document out of the selection but not out of a pane.
    pane_groups: u64,
}

impl<'a> Pass<'a> {
    fn over_all(&self, work: &Work) -> Option<(Vec<u64>, Vec<Counter<'a>>)> {
        let count = self.scope.corpus.len();
        let next = AtomicUsize::new(0);
        let run = || {
            let mut tree = Tree::new();
            let mut counters: Vec<_> = self
                .facets
                .iter()
                .map(|&facet| Counter::new(facet))
                .collect();
            let mut chunks = Vec::new();
            loop {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                let start = chunk.saturating_mul(CHUNK);
                if start >= count || work.is_cancelled() {
                    return (chunks, counters);
                }
                let end = (start + CHUNK).min(count);
                let words = self.over(start..end, &mut tree, &mut counters);
                tree.shrink_above(1 << 20);
                chunks.push((chunk, words));
                work.done.fetch_add(end - start, Ordering::Relaxed);
            }
        };
        let available = thread::available_parallelism().map_or(1, usize::from);
        let workers = available.min(8).min(count.div_ceil(CHUNK));
        let mut results = Vec::new();
        thread::scope(|scope| {
            // This thread is one of the workers.
            let others: Vec<_> = (1..workers).map(|_| scope.spawn(run)).collect();
            results.push(run());
            for other in others {
                match other.join() {
                    Ok(result) => results.push(result),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        if work.is_cancelled() {
            return None;
        }
        let mut words = vec![0; count.div_ceil(64)];
        let mut sums: Vec<_> = self
            .facets
            .iter()
            .map(|&facet| Counter::new(facet))
            .collect();
        for (chunks, counters) in results {
            for (chunk, found) in chunks {
                let start = chunk * CHUNK / 64;
                words[start..start + found.len()].copy_from_slice(&found);
            }
            for (sum, counter) in sums.iter_mut().zip(counters) {
                sum.add(counter);
            }
        }
        Some((words, sums))
    }

    /// Looks at a stretch of the corpus; the bits of those that pass.
    fn over(
        &self,
        range: std::ops::Range<usize>,
        tree: &mut Tree,
        counters: &mut [Counter<'a>],
    ) -> Vec<u64> {
        let mut words = vec![0; range.len().div_ceil(64)];
        let start = range.start;
        for at in range {
            let row = self.scope.corpus.row(DocumentId(at as u32));
            if !self.scope.outside.is_considered(row.id()) {
                continue;
            }
            let document = Judged::new(row, self.scope.rules, self.scope.outside);
            let mut inside = Inside::new(row, tree);
            let Some(failed) = self.failed(&document, &mut inside) else {
                continue;
            };
            if failed == 0 {
                words[(at - start) / 64] |= 1 << ((at - start) % 64);
            }
            for (counter, facet) in counters.iter_mut().zip(self.facets) {
                if failed & !group_of(facet.key()) == 0 {
                    counter.count(&document, &mut inside);
                }
            }
        }
        words
    }

    /// The group whose filter the document fails, or no bit; `None` when it counts nowhere.
    fn failed(&self, document: &Judged<'_>, inside: &mut Inside<'_>) -> Option<u64> {
        let mut failed = 0_u64;
        for test in self.tests {
            if failed & test.group == 0 && !test.passes(document, inside) {
                failed |= test.group;
                if failed & !self.pane_groups != 0 || failed.count_ones() > 1 {
                    return None;
                }
            }
        }
        Some(failed)
    }
}

/// What one pane has counted.
struct Counter<'a> {
    facet: Facet,
    total: u32,
    counts: Counts<'a>,
}

enum Counts<'a> {
    Slots(Box<[u32; 64]>),
    Texts(Tally<'a>),
}

impl<'a> Counter<'a> {
    fn new(facet: Facet) -> Self {
        Self {
            facet,
            total: 0,
            counts: if facet.is_closed() {
                Counts::Slots(Box::new([0; 64]))
            } else {
                Counts::Texts(Tally::default())
            },
        }
    }

    fn count(&mut self, document: &Judged<'a>, inside: &mut Inside<'_>) {
        self.total += 1;
        let key = self.facet.key();
        match &mut self.counts {
            Counts::Slots(counts) => {
                let mut left = slots(key, document);
                while left != 0 {
                    counts[left.trailing_zeros() as usize] += 1;
                    left &= left - 1;
                }
            }
            Counts::Texts(tally) => {
                let mut texts = Vec::new();
                match key {
                    Key::Near => {
                        texts.extend(near_keys(document, inside).into_iter().map(Cow::Owned));
                    }
                    Key::Reader | Key::Tag => {
                        each_text(key, document, |text| texts.push(Cow::Borrowed(text)));
                    }
                    // One text at most: no list is needed.
                    _ => return tally.add(single_text(key, document), 1),
                }
                texts.sort_unstable();
                texts.dedup();
                if texts.is_empty() {
                    texts.push(Cow::Borrowed("none"));
                }
                texts.into_iter().for_each(|text| tally.add(text, 1));
            }
        }
    }

    fn add(&mut self, other: Self) {
        self.total += other.total;
        match (&mut self.counts, other.counts) {
            (Counts::Slots(sums), Counts::Slots(counts)) => {
                for (sum, count) in sums.iter_mut().zip(*counts) {
                    *sum += count;
                }
            }
            (Counts::Texts(sums), Counts::Texts(counts)) => sums.join(counts),
            _ => {}
        }
    }
}

fn single_text<'a>(key: Key, document: &Judged<'a>) -> Cow<'a, str> {
    if key.syntax() == Syntax::Number {
        let number = number(key, document);
        return number.map_or(Cow::Borrowed("none"), |number| {
            Cow::Owned(number.to_string())
        });
    }
    let mut found = "none";
    each_text(key, document, |text| found = text);
    Cow::Borrowed(found)
}
