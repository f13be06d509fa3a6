//! Several files of readings made one, with everything in which they differ.

use super::log::{Change, News};
use super::reading::{DocumentRef, Identity, Reading, Says};
use super::readings::{Counts, Readings, Record};
use super::record::Stored;
use std::collections::{BTreeSet, HashMap};

/// One file to merge.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name, as the user gave it.
    pub name: String,
    /// Its records, in the order of the file.
    pub records: Vec<Stored>,
}

/// One side of a conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The reading.
    pub reading: Reading,
    /// The file it is from.
    pub source: String,
}

/// A document on which the files do not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Readers say different things. All stand in the merged file; nobody wins.
    BetweenReaders {
        /// The document.
        document: Identity,
        /// Each reader's current reading, by reader.
        sides: Vec<Side>,
    },
    /// One reader says different things in different files. In the merged file the last one counts.
    WithinReader {
        /// The document.
        document: Identity,
        /// What is current in each file, in the order of the files.
        sides: Vec<Side>,
        /// What counts in the merged file.
        counts: Says,
    },
}

/// Several files made one.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// Every record once, in the order in which they count.
    pub records: Vec<Reading>,
    /// Records that were in more than one file, each counted once for every file beyond the first.
    pub duplicate_count: usize,
    /// Everything in which the files differ, in the order of the documents' first records.
    pub conflicts: Vec<Conflict>,
    /// What each reader's current readings say in the merged file, by reader.
    pub counts: Vec<(String, Counts)>,
}

/// Merges files. Each file's own order is kept, for it says which reading is current; between
/// files the earlier time comes first, and at equal times the file given first. A record that
/// several files have alike (copies of one file that were continued apart) is taken once.
#[must_use]
pub fn merge(sources: &[Source]) -> Merged {
    let mut merged = Merged::default();
    interleave(sources, &mut merged);
    let all = in_memory(merged.records.iter().cloned());
    let apart: Vec<Readings> = sources
        .iter()
        .map(|source| in_memory(source.records.iter().map(|stored| stored.reading.clone())))
        .collect();
    let origins = origins(sources);
    for document in all.documents() {
        let readers: BTreeSet<&str> = all
            .history(document)
            .map(|record| record.reading().reader.as_str())
            .collect();
        for reader in readers {
            let sides = within(sources, &apart, document, reader);
            if differ(&sides) {
                let latest = all.latest(document, reader);
                merged.conflicts.push(Conflict::WithinReader {
                    document: document.to_identity(),
                    sides,
                    counts: latest.map_or(Says::Withdrawn, |record| record.reading().says),
                });
            }
        }
        let current = all.current(document).into_iter().map(Record::reading);
        let sides: Vec<Side> = current
            .map(|reading| Side {
                reading: Reading::clone(reading),
                source: origins
                    .get(&**reading)
                    .copied()
                    .unwrap_or_default()
                    .to_owned(),
            })
            .collect();
        if differ(&sides) {
            let document = document.to_identity();
            merged
                .conflicts
                .push(Conflict::BetweenReaders { document, sides });
        }
    }
    let readers = all.readers();
    merged.counts = readers
        .map(|reader| (reader.to_owned(), all.counts(reader)))
        .collect();
    merged
}

/// Puts the records of all files in one order.
fn interleave(sources: &[Source], merged: &mut Merged) {
    let mut files: Vec<File<'_>> = sources.iter().map(File::new).collect();
    let mut taken: HashMap<&Reading, usize> = HashMap::new();
    loop {
        let heads = files.iter_mut().filter(|file| file.head().is_some());
        let Some(file) = heads.min_by_key(|file| file.time) else {
            return;
        };
        let Some(reading) = file.head() else {
            return;
        };
        // The second of two equal records in one file is another giving, not a copy.
        let here = file.seen.entry(reading).or_default();
        *here += 1;
        let so_far = taken.entry(reading).or_default();
        if *here > *so_far {
            *so_far = *here;
            merged.records.push(reading.clone());
        } else {
            merged.duplicate_count += 1;
        }
        file.advance();
    }
}

/// A file on its way into the merged order.
struct File<'a> {
    records: &'a [Stored],
    /// When the next record was written. One that gives no proper time goes with the one before.
    time: Option<jiff::Timestamp>,
    seen: HashMap<&'a Reading, usize>,
}

impl<'a> File<'a> {
    fn new(source: &'a Source) -> Self {
        let mut file = Self {
            records: &source.records,
            time: None,
            seen: HashMap::new(),
        };
        file.read_time();
        file
    }

    fn head(&self) -> Option<&'a Reading> {
        self.records.first().map(|stored| &stored.reading)
    }

    fn advance(&mut self) {
        self.records = self.records.get(1..).unwrap_or_default();
        self.read_time();
    }

    fn read_time(&mut self) {
        let time = self.head().and_then(|reading| reading.time.parse().ok());
        self.time = time.or(self.time);
    }
}

/// The first file that each record is from.
fn origins(sources: &[Source]) -> HashMap<&Reading, &str> {
    let mut origins = HashMap::new();
    for source in sources {
        for stored in &source.records {
            origins
                .entry(&stored.reading)
                .or_insert(source.name.as_str());
        }
    }
    origins
}

/// Readings that stand in this order.
fn in_memory(records: impl Iterator<Item = Reading>) -> Readings {
    let stored = records.zip(1..);
    Readings::of(&News {
        change: Change::Grown,
        records: stored
            .map(|(reading, line)| Stored { reading, line })
            .collect(),
        problems: Vec::new(),
    })
}

fn differ(sides: &[Side]) -> bool {
    sides
        .windows(2)
        .any(|pair| pair[0].reading.says != pair[1].reading.says)
}

/// What one reader last said of a document in each file that has a word of theirs on it. A file
/// whose last word is an earlier word of another file is an older copy, and no side.
fn within(
    sources: &[Source],
    apart: &[Readings],
    document: DocumentRef<'_>,
    reader: &str,
) -> Vec<Side> {
    let said: Vec<Vec<&Reading>> = apart
        .iter()
        .map(|readings| {
            let history = readings.history(document).map(|record| &**record.reading());
            history.filter(|reading| reading.reader == reader).collect()
        })
        .collect();
    let is_superseded = |last: &Reading| {
        let mut others = said.iter().filter_map(|said| said.split_last());
        others.any(|(latest, earlier)| *latest != last && earlier.contains(&last))
    };
    let files = sources.iter().zip(&said);
    files
        .filter_map(|(source, said)| {
            let last = *said.last()?;
            (!is_superseded(last)).then(|| Side {
                reading: last.clone(),
                source: source.name.clone(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dissent::readings::fixtures::{document, draft, signature};
    use crate::spec::Family;

    const AS_0_3: Says = Says::Family(Family::V0_3);

    /// Records of one file: host, reader, what is said, minute of the hour.
    fn source(name: &str, records: &[(&str, &str, Says, u32)]) -> Source {
        let records = records
            .iter()
            .zip(1..)
            .map(|((host, reader, says, minute), line)| {
                let mut reading = draft(host, *says).sign(&signature(reader));
                reading.time = format!("2026-10-12T08:{minute:02}:00Z");
                Stored { reading, line }
            });
        Source {
            name: name.to_owned(),
            records: records.collect(),
        }
    }

    fn order(merged: &Merged) -> Vec<(&str, Says)> {
        let records = merged.records.iter();
        records
            .map(|reading| (reading.document.host.as_str(), reading.says))
            .collect()
    }

    #[test]
    fn two_readers_who_differ_are_a_conflict_that_nobody_wins() {
        let merged = merge(&[
            source(
                "ada.jsonl",
                &[("a", "ada", AS_0_3, 1), ("b", "ada", AS_0_3, 3)],
            ),
            source(
                "bob.jsonl",
                &[("a", "bob", Says::NotACard, 2), ("b", "bob", AS_0_3, 4)],
            ),
        ]);
        assert_eq!(merged.records.len(), 4);
        let [
            Conflict::BetweenReaders {
                document: about,
                sides,
            },
        ] = &merged.conflicts[..]
        else {
            panic!("expected one conflict, found {:?}", merged.conflicts);
        };
        assert_eq!(*about, document("a"));
        let sides: Vec<_> = sides
            .iter()
            .map(|side| (side.source.as_str(), side.reading.says))
            .collect();
        assert_eq!(
            sides,
            [("ada.jsonl", AS_0_3), ("bob.jsonl", Says::NotACard)]
        );
        assert_eq!(merged.counts[1].0, "bob");
        assert_eq!(merged.counts[1].1.by_choice, [0, 1, 0, 1, 0]);
    }

    #[test]
    fn one_reader_who_differs_between_files_is_told_and_the_later_reading_counts() {
        let merged = merge(&[
            source("desk.jsonl", &[("a", "ada", AS_0_3, 9)]),
            source("train.jsonl", &[("a", "ada", Says::CannotTell, 2)]),
        ]);
        assert_eq!(
            order(&merged),
            [("a.example", Says::CannotTell), ("a.example", AS_0_3)]
        );
        let [Conflict::WithinReader { sides, counts, .. }] = &merged.conflicts[..] else {
            panic!("expected one conflict, found {:?}", merged.conflicts);
        };
        assert_eq!((sides.len(), *counts), (2, AS_0_3));
    }

    #[test]
    fn an_older_copy_of_a_file_adds_nothing_and_conflicts_with_nothing() {
        let older = [("a", "ada", AS_0_3, 1)];
        let newer = [("a", "ada", AS_0_3, 1), ("a", "ada", Says::NotACard, 2)];
        for sources in [
            [source("old", &older), source("new", &newer)],
            [source("new", &newer), source("old", &older)],
        ] {
            let merged = merge(&sources);
            assert_eq!(merged.records.len(), 2);
            assert_eq!((merged.duplicate_count, merged.conflicts.len()), (1, 0));
        }
    }

    #[test]
    fn the_order_of_a_file_outlives_a_clock_that_was_set_back() {
        let merged = merge(&[
            source(
                "ada",
                &[("a", "ada", AS_0_3, 30), ("a", "ada", Says::NotACard, 10)],
            ),
            source("bob", &[("b", "bob", AS_0_3, 20)]),
        ]);
        assert_eq!(
            order(&merged),
            [
                ("b.example", AS_0_3),
                ("a.example", AS_0_3),
                ("a.example", Says::NotACard)
            ]
        );
    }

    #[test]
    fn giving_the_same_reading_twice_in_a_moment_is_twice() {
        let file = [
            ("a", "ada", AS_0_3, 1),
            ("a", "ada", Says::Withdrawn, 1),
            ("a", "ada", AS_0_3, 1),
        ];
        let merged = merge(&[source("one", &file), source("copy", &file)]);
        assert_eq!((merged.records.len(), merged.duplicate_count), (3, 3));
        assert_eq!(merged.records[2].says, AS_0_3);
    }

    #[test]
    fn a_fraction_of_a_second_is_later_than_the_second() {
        let mut first = source("first", &[("a", "ada", AS_0_3, 1)]);
        let mut second = source("second", &[("b", "ada", AS_0_3, 1)]);
        first.records[0].reading.time = "2026-10-12T08:01:00.5Z".to_owned();
        second.records[0].reading.time = "2026-10-12T08:01:00Z".to_owned();
        let merged = merge(&[first, second]);
        assert_eq!(order(&merged)[0].0, "b.example");
    }
}
