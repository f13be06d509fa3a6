//! What people have said of the documents of a corpus, by position: for queries and lists.

use super::column::{Cell, Column};
use super::reading::DocumentRef;
use super::readings::Readings;
use std::collections::{BTreeMap, BTreeSet};

/// One reader's readings, and who else has read which document.
#[derive(Clone, Debug)]
pub struct Voices {
    column: Column,
    said: BTreeMap<usize, Said>,
}

/// What current readings of one document have beside their judgement.
#[derive(Clone, Debug, Default)]
struct Said {
    readers: Vec<String>,
    tags: Vec<String>,
}

impl Voices {
    /// Reads a corpus of `count` documents; `document_at` gives the document at a position.
    #[must_use]
    pub fn of<'a>(
        readings: &Readings,
        reader: &str,
        count: usize,
        document_at: impl Fn(usize) -> DocumentRef<'a>,
    ) -> Self {
        let column = Column::of(readings, reader, (0..count).map(&document_at));
        let mut voices = Self {
            column,
            said: BTreeMap::new(),
        };
        if readings.records().next().is_some() {
            for position in 0..count {
                voices.hear(readings, position, document_at(position));
            }
        }
        voices
    }

    /// The reader's own readings.
    #[must_use]
    pub fn column(&self) -> &Column {
        &self.column
    }

    /// Everyone with a current reading of exactly the document at a position, by name.
    #[must_use]
    pub fn readers(&self, position: usize) -> &[String] {
        self.said
            .get(&position)
            .map_or(&[], |said| said.readers.as_slice())
    }

    /// Every tag that a current reading of it carries, each once.
    #[must_use]
    pub fn tags(&self, position: usize) -> &[String] {
        self.said
            .get(&position)
            .map_or(&[], |said| said.tags.as_slice())
    }

    /// Brings the documents that changed readings are about up to date; see [`Column::refresh`].
    pub fn refresh<'a, 'b>(
        &mut self,
        readings: &Readings,
        changed: &[DocumentRef<'a>],
        document_at: impl Fn(usize) -> DocumentRef<'b>,
    ) -> Vec<(usize, Cell)> {
        let positions: BTreeSet<usize> = changed
            .iter()
            .flat_map(|&document| self.column.positions(document, &document_at))
            .collect();
        for position in positions {
            self.hear(readings, position, document_at(position));
        }
        self.column
            .refresh(readings, changed.iter().copied(), document_at)
    }

    fn hear(&mut self, readings: &Readings, position: usize, document: DocumentRef<'_>) {
        let mut said = Said::default();
        let mut tags = BTreeSet::new();
        for record in readings.current(document) {
            let reading = record.reading();
            said.readers.push(reading.reader.clone());
            tags.extend(reading.tags.iter().cloned());
        }
        said.tags = tags.into_iter().collect();
        if said.readers.is_empty() {
            self.said.remove(&position);
        } else {
            self.said.insert(position, said);
        }
    }
}

impl Default for Voices {
    fn default() -> Self {
        Self::of(&Readings::default(), "", 0, |_| DocumentRef {
            host: "",
            path: "",
            sha256: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dissent::readings::fixtures::{document, draft, signature};
    use crate::dissent::{Identity, Says};

    #[test]
    fn everyone_who_reads_a_document_is_heard_and_a_withdrawal_ends_it() {
        let corpus = [document("a"), document("b"), document("a")];
        let at = |position: usize| Identity::as_ref(&corpus[position]);
        let mut readings = Readings::default();
        let mut voices = Voices::of(&readings, "ada", corpus.len(), at);
        let mut tagged = draft("a", Says::NotACard);
        tagged.tags = vec!["wrapper".to_owned()];
        readings.give(vec![
            tagged.sign(&signature("ada")),
            draft("a", Says::CannotTell).sign(&signature("bob")),
        ]);
        let moved = voices.refresh(&readings, &[at(0)], at);
        assert_eq!(moved, [(0, Cell::Unread), (2, Cell::Unread)]);
        assert_eq!(voices.readers(0), ["ada", "bob"]);
        assert_eq!(voices.readers(2), ["ada", "bob"]);
        assert!(voices.readers(1).is_empty());
        assert_eq!(voices.tags(0), ["wrapper"]);
        readings.give(vec![
            draft("a", Says::Withdrawn).sign(&signature("ada")),
            draft("a", Says::Withdrawn).sign(&signature("bob")),
        ]);
        voices.refresh(&readings, &[at(0)], at);
        assert!(voices.readers(0).is_empty() && voices.tags(0).is_empty());
    }
}
