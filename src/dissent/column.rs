//! One reader's readings of the documents of a corpus, by position.
//!
//! A query over a million documents asks for each document's reading; this keeps the answers in a
//! byte each, with their counts, and brings them up to date one document at a time.

use super::reading::{DocumentRef, Says};
use super::readings::{Readings, Standing};
use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// What a reader has made of one document of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Unread,
    /// This.
    Read(Says),
    /// Only an earlier version has a reading.
    EarlierVersion,
}

impl Cell {
    /// What the reader says of exactly this document; for [`super::Tallied::says`].
    #[must_use]
    pub fn says(self) -> Option<Says> {
        match self {
            Self::Read(says) => Some(says),
            Self::Unread | Self::EarlierVersion => None,
        }
    }
}

/// How many documents of the corpus have which reading; they sum to the documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellCounts {
    /// By [`Says::index`].
    pub by_choice: [u64; Says::CHOICES.len()],
    /// Documents of which only an earlier version has a reading.
    pub earlier_version: u64,
    /// Documents without any.
    pub unread: u64,
}

impl CellCounts {
    /// Documents with a reading that counts.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.by_choice.iter().sum()
    }

    fn slot(&mut self, cell: Cell) -> &mut u64 {
        match cell {
            Cell::EarlierVersion => &mut self.earlier_version,
            Cell::Read(says) => match says.index() {
                Some(index) => &mut self.by_choice[index],
                None => &mut self.unread,
            },
            Cell::Unread => &mut self.unread,
        }
    }
}

/// One reader's readings of every document of a corpus.
#[derive(Clone, Debug)]
pub struct Column {
    reader: String,
    cells: Vec<Cell>,
    counts: CellCounts,
    hasher: RandomState,
    /// Hash of the place and position, sorted: finds the documents that a reading is about.
    places: Vec<(u32, u32)>,
}

impl Column {
    /// Reads a whole corpus, given its documents in order.
    #[must_use]
    pub fn of<'a>(
        readings: &Readings,
        reader: &str,
        documents: impl IntoIterator<Item = DocumentRef<'a>>,
    ) -> Self {
        let mut column = Self {
            reader: reader.to_owned(),
            cells: Vec::new(),
            counts: CellCounts::default(),
            hasher: RandomState::new(),
            places: Vec::new(),
        };
        for (position, document) in documents.into_iter().enumerate() {
            let cell = cell_of(readings, reader, document);
            *column.counts.slot(cell) += 1;
            column.cells.push(cell);
            let position =
                u32::try_from(position).expect("a corpus of 4 billion documents fits no memory");
            column.places.push((column.place_hash(document), position));
        }
        column.places.sort_unstable();
        column
    }

    /// Whose readings these are.
    #[must_use]
    pub fn reader(&self) -> &str {
        &self.reader
    }

    /// The reading of the document at a position; unread beyond the end.
    #[must_use]
    pub fn cell(&self, position: usize) -> Cell {
        self.cells.get(position).copied().unwrap_or(Cell::Unread)
    }

    /// Every reading, by position.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many documents have which reading.
    #[must_use]
    pub fn counts(&self) -> &CellCounts {
        &self.counts
    }

    /// Brings the documents that changed readings are about up to date, other versions at the same
    /// places included, and returns each of them whose cell became another, with the cell it had.
    /// `document_at` gives the corpus' document at a position.
    pub fn refresh<'a, 'b>(
        &mut self,
        readings: &Readings,
        changed: impl IntoIterator<Item = DocumentRef<'a>>,
        document_at: impl Fn(usize) -> DocumentRef<'b>,
    ) -> Vec<(usize, Cell)> {
        // Each place once, however many of its documents changed.
        let hashes: BTreeSet<u32> = changed
            .into_iter()
            .map(|document| self.place_hash(document))
            .collect();
        let mut moved = Vec::new();
        for hash in hashes {
            let first = self.places.partition_point(|(known, _)| *known < hash);
            let here = self.places[first..].iter();
            for &(_, position) in here.take_while(|(known, _)| *known == hash) {
                let position = position as usize;
                let cell = cell_of(readings, &self.reader, document_at(position));
                let before = std::mem::replace(&mut self.cells[position], cell);
                if before != cell {
                    *self.counts.slot(before) -= 1;
                    *self.counts.slot(cell) += 1;
                    moved.push((position, before));
                }
            }
        }
        moved
    }

    /// The positions of the documents found at a document's place, whatever their bytes.
    /// `document_at` gives the corpus' document at a position.
    pub(super) fn positions<'a, 'b>(
        &self,
        document: DocumentRef<'a>,
        document_at: impl Fn(usize) -> DocumentRef<'b>,
    ) -> Vec<usize> {
        let hash = self.place_hash(document);
        let first = self.places.partition_point(|(known, _)| *known < hash);
        let here = self.places[first..].iter();
        here.take_while(|(known, _)| *known == hash)
            .map(|&(_, position)| position as usize)
            .filter(|&position| {
                let found = document_at(position);
                found.is_same_place(document) || found == document
            })
            .collect()
    }

    /// Half of a hash is enough: a document that shares it by chance is only looked at in vain.
    fn place_hash(&self, document: DocumentRef<'_>) -> u32 {
        let hash = if document.host.is_empty() {
            self.hasher.hash_one((document.path, document.sha256))
        } else {
            self.hasher.hash_one((document.host, document.path))
        };
        (hash >> 32) as u32
    }
}

fn cell_of(readings: &Readings, reader: &str, document: DocumentRef<'_>) -> Cell {
    match readings.reading_for(document, reader) {
        None => Cell::Unread,
        Some(Standing::Current(record)) => Cell::Read(record.reading().says),
        Some(Standing::EarlierVersion(_)) => Cell::EarlierVersion,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dissent::Identity;
    use crate::dissent::readings::fixtures::{document, draft, signature, version};
    use proptest::prelude::*;

    #[test]
    fn a_column_says_of_each_document_what_was_read_and_of_which_version() {
        let mut readings = Readings::default();
        readings.give(vec![
            draft("a", Says::NotACard).sign(&signature("ada")),
            draft("b", Says::CannotTell).sign(&signature("ada")),
            draft("c", Says::NotACard).sign(&signature("bob")),
        ]);
        let corpus = [document("a"), version("b", 2), document("c"), document("a")];
        let column = Column::of(&readings, "ada", corpus.iter().map(Identity::as_ref));
        let not_a_card = Cell::Read(Says::NotACard);
        assert_eq!(
            column.cells(),
            [not_a_card, Cell::EarlierVersion, Cell::Unread, not_a_card]
        );
        let counts = column.counts();
        assert_eq!(
            (counts.read(), counts.earlier_version, counts.unread),
            (2, 1, 1)
        );
    }

    proptest! {
        #[test]
        fn refreshing_what_changed_equals_reading_the_corpus_again(
            corpus in prop::collection::vec((0u8..4, 0u8..3), 0..12),
            given in prop::collection::vec((0u8..4, 0u8..3, 0usize..6, any::<bool>()), 0..12),
        ) {
            let name = |host: u8| ["", "a", "b", "c"][host as usize];
            let corpus: Vec<_> = corpus.iter().map(|(host, bytes)| version(name(*host), *bytes)).collect();
            let refs = || corpus.iter().map(Identity::as_ref);
            let mut readings = Readings::default();
            let mut column = Column::of(&readings, "ada", refs());
            for (host, bytes, says, is_mine) in given {
                let says = Says::CHOICES.get(says).copied().unwrap_or(Says::Withdrawn);
                let mut new = draft("a", says).sign(&signature(if is_mine { "ada" } else { "bob" }));
                new.document = version(name(host), bytes);
                readings.give(vec![new.clone()]);
                column.refresh(&readings, [new.document.as_ref()], |at| corpus[at].as_ref());
                let anew = Column::of(&readings, "ada", refs());
                prop_assert_eq!(column.cells(), anew.cells());
                prop_assert_eq!(column.counts(), anew.counts());
            }
        }
    }
}
