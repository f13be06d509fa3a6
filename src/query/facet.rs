//! Ways of splitting a corpus, and what their panes count.

use super::Query;
use super::key::Key;
use super::word::{Word, is_narrow, words};
use crate::census::Verdict;
use crate::spec::Family;

/// One way of splitting the corpus. The value of a bucket is what stands behind the facet's key
/// in a query, so that a pane and the query line are one filter in two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Facet {
    /// Routes, and the two states without one.
    Route,
    /// Routes with the family each led to.
    RouteVersion,
    /// Buckets of a key: words where it has a list of them, else whatever the documents say.
    Of(Key),
}

impl Facet {
    /// The violated fields.
    pub const FIELD: Self = Self::Of(Key::Field);
    /// Cells of the transition table.
    pub const CELL: Self = Self::Of(Key::Cell);

    /// The key its buckets are values of.
    #[must_use]
    pub fn key(self) -> Key {
        match self {
            Self::Route | Self::RouteVersion => Key::Route,
            Self::Of(key) => key,
        }
    }

    /// Whether a document is in exactly one bucket, so that the buckets sum to the documents that
    /// pass the other filters.
    #[must_use]
    pub fn is_single_valued(self) -> bool {
        !matches!(
            self.key(),
            Key::Field
                | Key::Missing
                | Key::Kind
                | Key::Near
                | Key::Hidden
                | Key::Note
                | Key::Differs
                | Key::Reader
                | Key::Tag
        )
    }

    /// Whether its buckets are known beforehand, and a pane shows the empty ones too.
    #[must_use]
    pub fn is_closed(self) -> bool {
        !words(self.key()).is_empty()
    }

    /// The words that are its buckets.
    pub(super) fn bucket_words(self) -> impl Iterator<Item = &'static Word> {
        let names_family = |word: &Word| {
            Family::ALL
                .iter()
                .any(|family| word.text.ends_with(family.as_str()))
        };
        let is_route = move |word: &Word| word.text != "none" && !names_family(word);
        words(self.key()).iter().filter(move |word| match self {
            Self::Route | Self::Of(Key::Route) => is_route(word),
            Self::RouteVersion | Self::Of(_) => is_narrow(self.key(), word),
        })
    }
}

/// One value of a facet, and how many documents have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// As a query writes it. Untrusted text where the facet is not closed.
    pub value: String,
    /// What a pane shows. Untrusted text where the facet is not closed.
    pub label: String,
    /// Documents that pass every other filter and have this value.
    pub count: usize,
    /// Whether the filter asks for it.
    pub is_chosen: bool,
    /// Whether the filter leaves it out.
    pub is_excluded: bool,
}

/// A facet's buckets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pane {
    /// Which facet.
    pub facet: Facet,
    /// Closed facets in their own order, fields and open facets the most frequent first.
    pub buckets: Vec<Bucket>,
    /// Documents that pass every filter but this facet's own.
    pub total: usize,
}

impl Pane {
    pub(super) fn of_slots(facet: Facet, counts: &[u32; 64], query: &Query) -> Vec<Bucket> {
        let mut buckets: Vec<Bucket> = facet
            .bucket_words()
            .map(|word| {
                let slots = (0..64).filter(|slot| word.slots & (1 << slot) != 0);
                let count = slots.map(|slot: usize| counts[slot] as usize).sum();
                bucket(facet, &word.text, &word.label, count, query)
            })
            .collect();
        if matches!(facet.key(), Key::Field | Key::Missing) {
            let is_last = |bucket: &Bucket| bucket.value != bucket.label;
            buckets.sort_by_key(|bucket| (is_last(bucket), std::cmp::Reverse(bucket.count)));
        }
        buckets
    }

    pub(super) fn of_texts(facet: Facet, counts: Vec<(String, u32)>, query: &Query) -> Vec<Bucket> {
        let mut counts = counts;
        counts.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
        counts
            .into_iter()
            .map(|(value, count)| {
                let label = if value == "none" { "no value" } else { &value };
                bucket(facet, &value, label, count as usize, query)
            })
            .collect()
    }

    /// The bucket with a value.
    #[must_use]
    pub fn bucket(&self, value: &str) -> Option<&Bucket> {
        self.buckets.iter().find(|bucket| bucket.value == value)
    }

    /// Sum of all buckets; equal to the total where the facet is single-valued.
    #[must_use]
    pub fn sum(&self) -> usize {
        self.buckets.iter().map(|bucket| bucket.count).sum()
    }
}

fn bucket(facet: Facet, value: &str, label: &str, count: usize, query: &Query) -> Bucket {
    Bucket {
        is_chosen: query.is_chosen(facet.key(), value),
        is_excluded: query.is_left_out(facet.key(), value),
        value: value.to_owned(),
        label: label.to_owned(),
        count,
    }
}

/// A row of the transition table: a family and verdict as assigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransitionRow {
    /// The family assigned.
    pub family: Family,
    /// The verdict under it.
    pub verdict: Verdict,
    /// The buckets of alternatively valid and alternatively invalid.
    pub cells: [Bucket; 2],
}

impl TransitionRow {
    /// Documents of the row, both cells.
    #[must_use]
    pub fn total(&self) -> usize {
        self.cells.iter().map(|cell| cell.count).sum()
    }

    /// What stands behind `cell:` to mean the whole row.
    #[must_use]
    pub fn value(&self) -> String {
        format!("{}-{}-any", self.family, self.verdict)
    }
}

/// The pane of [`Facet::CELL`] as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransitionTable {
    /// Every family and verdict, oldest family first, valid before invalid.
    pub rows: Vec<TransitionRow>,
    /// Documents without an alternative.
    pub without: Bucket,
    /// Documents whose verdict changes.
    pub changed: usize,
    /// Documents with an alternative.
    pub total: usize,
}

impl TransitionTable {
    /// Arranges the buckets of [`Facet::CELL`]; `None` for a pane of another facet.
    #[must_use]
    pub fn of(pane: &Pane) -> Option<Self> {
        let mut rows = Vec::new();
        for family in Family::ALL {
            for verdict in [Verdict::Valid, Verdict::Invalid] {
                let cell = |alternative: Verdict| {
                    pane.bucket(&format!("{family}-{verdict}-{alternative}"))
                        .cloned()
                };
                rows.push(TransitionRow {
                    family,
                    verdict,
                    cells: [cell(Verdict::Valid)?, cell(Verdict::Invalid)?],
                });
            }
        }
        let changed = rows.iter().map(|row| match row.verdict {
            Verdict::Valid => row.cells[1].count,
            Verdict::Invalid => row.cells[0].count,
        });
        Some(Self {
            changed: changed.sum(),
            total: rows.iter().map(TransitionRow::total).sum(),
            without: pane.bucket("none")?.clone(),
            rows,
        })
    }
}
