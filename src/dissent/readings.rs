//! All readings in memory: the current one of a document and a reader, and what stood before it.

use super::journal::Step;
use super::log::{Change, News};
use super::reading::{DocumentRef, Identity, Reading, Says};
use super::record::Stored;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;
use std::sync::Arc;

/// Names a record among all readings. Stays valid while the record is not on the disk, and until
/// the file is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(u64);

/// Whether a record is where it is safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// On the disk.
    OnDisk {
        /// Its line in the file.
        line: u64,
    },
    /// Given, and not yet on the disk.
    Pending,
    /// Only in memory; it will be lost with this program.
    NotSaved {
        /// Why it could not be written.
        reason: Arc<str>,
    },
}

/// A reading and where it is kept.
#[derive(Clone, Debug)]
pub struct Record {
    id: RecordId,
    reading: Arc<Reading>,
    kept: Kept,
}

impl Record {
    /// Its name.
    #[must_use]
    pub fn id(&self) -> RecordId {
        self.id
    }

    /// The reading.
    #[must_use]
    pub fn reading(&self) -> &Arc<Reading> {
        &self.reading
    }

    /// Where it is kept.
    #[must_use]
    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    /// The order in which records count: that of the file, then that of giving.
    fn order(&self) -> (u64, RecordId) {
        match self.kept {
            Kept::OnDisk { line } => (line, self.id),
            Kept::Pending | Kept::NotSaved { .. } => (u64::MAX, self.id),
        }
    }
}

/// A reader's current reading of a document.
#[derive(Clone, Copy, Debug)]
pub enum Standing<'a> {
    /// Of exactly this document.
    Current(&'a Record),
    /// Of other bytes that were found at the same place. Shown, and counted nowhere.
    EarlierVersion(&'a Record),
}

/// How many documents a reader has a current reading of, by what it says. These are all documents
/// of the file, whether the corpus at hand has them or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By [`Says::index`].
    pub by_choice: [u64; Says::CHOICES.len()],
}

impl Counts {
    /// Documents read.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.by_choice.iter().sum()
    }

    fn shift(&mut self, before: Option<usize>, after: Option<usize>) {
        if let Some(index) = before {
            self.by_choice[index] -= 1;
        }
        if let Some(index) = after {
            self.by_choice[index] += 1;
        }
    }
}

#[derive(Debug)]
struct Document {
    identity: Identity,
    /// In the order in which they count.
    records: Vec<RecordId>,
}

/// Readings just given.
#[derive(Debug)]
pub struct Given {
    /// Their names, in the order given: for [`Readings::mark_saved`] and
    /// [`Readings::mark_not_saved`].
    pub ids: Vec<RecordId>,
    /// What can be undone.
    pub step: Step,
}

/// Everything that is known of readings. A look-up touches one document, never all of them.
#[derive(Debug, Default)]
pub struct Readings {
    next: u64,
    records: BTreeMap<RecordId, Record>,
    documents: Vec<Document>,
    places: HashMap<u64, Vec<u32>>,
    hasher: RandomState,
    counts: BTreeMap<String, Counts>,
    unsaved_count: usize,
}

impl Readings {
    /// Readings as a file has them.
    #[must_use]
    pub fn of(news: &News) -> Self {
        let mut readings = Self::default();
        readings.take(news);
        readings
    }

    /// Takes in what a look at the file brought. Returns the documents concerned; `None` stands for
    /// all, after the file was replaced or lost.
    pub fn take(&mut self, news: &News) -> Option<Vec<Identity>> {
        match news.change {
            Change::Grown => {}
            Change::Replaced => self.forget_stored(),
            Change::Gone => self.lose_file(),
        }
        for stored in &news.records {
            self.add_stored(stored);
        }
        let documents = news
            .records
            .iter()
            .map(|stored| stored.reading.document.clone());
        (news.change == Change::Grown).then(|| documents.collect())
    }

    /// Takes in readings that were just given, to be written next.
    pub fn give(&mut self, readings: Vec<Reading>) -> Given {
        let mut ids = Vec::with_capacity(readings.len());
        let mut step = Step::default();
        for reading in readings {
            let reading = Arc::new(reading);
            let before = self.latest(reading.document.as_ref(), &reading.reader);
            let before = before.map(|record| Arc::clone(&record.reading));
            step.push(before, Arc::clone(&reading));
            ids.push(self.add(reading, Kept::Pending));
        }
        Given { ids, step }
    }

    /// Takes note that records are on the disk, at these lines.
    pub fn mark_saved(&mut self, ids: &[RecordId], lines: &[u64]) {
        for (&id, &line) in ids.iter().zip(lines) {
            self.mark(id, Kept::OnDisk { line });
        }
    }

    /// Takes note that records could not be written, and why. They count all the same.
    pub fn mark_not_saved(&mut self, ids: &[RecordId], reason: &str) {
        let reason: Arc<str> = reason.into();
        for &id in ids {
            let reason = Arc::clone(&reason);
            self.mark(id, Kept::NotSaved { reason });
        }
    }

    /// A reader's current reading of a document, or of another version of it.
    #[must_use]
    pub fn reading_for(&self, document: DocumentRef<'_>, reader: &str) -> Option<Standing<'_>> {
        if let Some(record) = self.latest(document, reader) {
            return Some(Standing::Current(record));
        }
        if document.host.is_empty() {
            return None;
        }
        self.at_place(document)
            .filter(|known| known.identity.as_ref().is_same_place(document))
            .filter(|known| known.identity.sha256 != document.sha256)
            .filter_map(|known| self.latest_in(known, reader))
            .max_by_key(|record| record.order())
            .map(Standing::EarlierVersion)
    }

    /// Every reader's current reading of exactly this document, by reader.
    #[must_use]
    pub fn current(&self, document: DocumentRef<'_>) -> Vec<&Record> {
        let mut latest: BTreeMap<&str, &Record> = BTreeMap::new();
        for record in self.history(document) {
            latest.insert(&record.reading.reader, record);
        }
        let standing = latest.into_values();
        standing
            .filter(|record| record.reading.says != Says::Withdrawn)
            .collect()
    }

    /// Everything ever said of exactly this document, in the order in which it counts, withdrawals
    /// included.
    pub fn history(&self, document: DocumentRef<'_>) -> impl Iterator<Item = &Record> {
        let ids = self.find(document).map(|known| known.records.as_slice());
        ids.unwrap_or_default().iter().map(|id| self.record(*id))
    }

    /// Every record, in the order in which it was taken in.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }

    /// Every document anyone has ever read, in the order of their first readings.
    pub fn documents(&self) -> impl Iterator<Item = DocumentRef<'_>> {
        self.documents.iter().map(|known| known.identity.as_ref())
    }

    /// Everyone who has ever read, by name.
    pub fn readers(&self) -> impl Iterator<Item = &str> {
        self.counts.keys().map(String::as_str)
    }

    /// How many documents a reader has read.
    #[must_use]
    pub fn counts(&self, reader: &str) -> Counts {
        self.counts.get(reader).copied().unwrap_or_default()
    }

    /// Number of records that are not on the disk.
    #[must_use]
    pub fn unsaved_count(&self) -> usize {
        self.unsaved_count
    }

    /// The records whose writing failed, in the order given: to be tried again.
    #[must_use]
    pub fn not_saved(&self) -> Vec<&Record> {
        if self.unsaved_count == 0 {
            return Vec::new();
        }
        let records = self.records.values();
        records
            .filter(|record| matches!(record.kept, Kept::NotSaved { .. }))
            .collect()
    }

    fn record(&self, id: RecordId) -> &Record {
        self.records
            .get(&id)
            .expect("a document names only records that are kept")
    }

    fn place_hash(&self, document: DocumentRef<'_>) -> u64 {
        if document.host.is_empty() {
            self.hasher.hash_one((document.path, document.sha256))
        } else {
            self.hasher.hash_one((document.host, document.path))
        }
    }

    fn at_place(&self, document: DocumentRef<'_>) -> impl Iterator<Item = &Document> {
        let found = self.places.get(&self.place_hash(document));
        let indexes = found.map(Vec::as_slice).unwrap_or_default();
        indexes.iter().map(|&index| &self.documents[index as usize])
    }

    fn find(&self, document: DocumentRef<'_>) -> Option<&Document> {
        self.at_place(document)
            .find(|known| known.identity.as_ref() == document)
    }

    /// What a reader last said of exactly this document, unless it was taken back.
    pub(super) fn latest(&self, document: DocumentRef<'_>, reader: &str) -> Option<&Record> {
        self.latest_in(self.find(document)?, reader)
    }

    fn latest_in(&self, document: &Document, reader: &str) -> Option<&Record> {
        let backwards = document.records.iter().rev().map(|id| self.record(*id));
        backwards
            .into_iter()
            .find(|record| record.reading.reader == reader)
            .filter(|record| record.reading.says != Says::Withdrawn)
    }

    fn choice(&self, document: DocumentRef<'_>, reader: &str) -> Option<usize> {
        self.latest(document, reader)?.reading.says.index()
    }

    /// Does something to a document's records and keeps the counts right.
    fn counted(&mut self, reading: &Reading, change: impl FnOnce(&mut Self)) {
        let document = reading.document.as_ref();
        let before = self.choice(document, &reading.reader);
        change(self);
        let after = self.choice(document, &reading.reader);
        if let Some(counts) = self.counts.get_mut(&reading.reader) {
            counts.shift(before, after);
        } else {
            let mut counts = Counts::default();
            counts.shift(before, after);
            self.counts.insert(reading.reader.clone(), counts);
        }
    }

    fn add(&mut self, reading: Arc<Reading>, kept: Kept) -> RecordId {
        let id = RecordId(self.next);
        self.next += 1;
        self.insert(Record { id, reading, kept });
        id
    }

    fn insert(&mut self, record: Record) {
        let reading = Arc::clone(&record.reading);
        self.counted(&reading, |readings| {
            let index = readings.index_of(&record.reading.document);
            let order = record.order();
            let known = &readings.documents[index].records;
            let behind = known.iter().rev();
            let later = behind
                .take_while(|id| readings.record(**id).order() > order)
                .count();
            let position = known.len() - later;
            readings.documents[index]
                .records
                .insert(position, record.id);
            readings.unsaved_count += usize::from(!matches!(record.kept, Kept::OnDisk { .. }));
            readings.records.insert(record.id, record);
        });
    }

    fn index_of(&mut self, identity: &Identity) -> usize {
        let hash = self.place_hash(identity.as_ref());
        let indexes = self.places.entry(hash).or_default();
        let found = indexes
            .iter()
            .find(|index| self.documents[**index as usize].identity == *identity);
        if let Some(index) = found {
            return *index as usize;
        }
        let index = self.documents.len();
        indexes.push(u32::try_from(index).expect("a file of 4 billion records fits no memory"));
        self.documents.push(Document {
            identity: identity.clone(),
            records: Vec::new(),
        });
        index
    }

    fn mark(&mut self, id: RecordId, kept: Kept) {
        let Some(mut record) = self.remove(id) else {
            return;
        };
        record.kept = kept;
        self.insert(record);
    }

    fn remove(&mut self, id: RecordId) -> Option<Record> {
        let reading = Arc::clone(&self.records.get(&id)?.reading);
        let index = self.index_of(&reading.document);
        self.counted(&reading, |readings| {
            readings.documents[index]
                .records
                .retain(|known| *known != id);
        });
        let record = self.records.remove(&id)?;
        self.unsaved_count -= usize::from(!matches!(record.kept, Kept::OnDisk { .. }));
        Some(record)
    }

    /// Takes in a record of the file, which may be one of this program's own that was believed not
    /// to be there.
    fn add_stored(&mut self, stored: &Stored) {
        let line = stored.line;
        let own = (self.unsaved_count > 0).then(|| {
            let mut history = self.history(stored.reading.document.as_ref());
            history
                .find(|record| {
                    !matches!(record.kept, Kept::OnDisk { .. }) && *record.reading == stored.reading
                })
                .map(Record::id)
        });
        match own.flatten() {
            Some(id) => self.mark(id, Kept::OnDisk { line }),
            None => {
                self.add(Arc::new(stored.reading.clone()), Kept::OnDisk { line });
            }
        }
    }

    fn forget_stored(&mut self) {
        let kept: Vec<Record> = std::mem::take(&mut self.records)
            .into_values()
            .filter(|record| !matches!(record.kept, Kept::OnDisk { .. }))
            .collect();
        *self = Self {
            next: self.next,
            ..Self::default()
        };
        for record in kept {
            self.insert(record);
        }
    }

    fn lose_file(&mut self) {
        let reason: Arc<str> = "the file they were in is gone".into();
        let records = std::mem::take(&mut self.records);
        *self = Self {
            next: self.next,
            ..Self::default()
        };
        for mut record in records.into_values() {
            if matches!(record.kept, Kept::OnDisk { .. }) {
                let reason = Arc::clone(&reason);
                record.kept = Kept::NotSaved { reason };
            }
            self.insert(record);
        }
    }
}

#[cfg(test)]
pub(super) mod fixtures {
    //! Documents and readings that several tests share.

    use super::{Readings, Standing};
    use crate::census::Rules;
    use crate::dissent::{Draft, Identity, Says, Signature};

    pub(in crate::dissent) fn version(host: &str, bytes: u8) -> Identity {
        Identity {
            host: if host.is_empty() {
                String::new()
            } else {
                format!("{host}.example")
            },
            path: "/p".to_owned(),
            sha256: Some([bytes; 32]),
        }
    }

    pub(in crate::dissent) fn document(host: &str) -> Identity {
        version(host, 1)
    }

    pub(in crate::dissent) fn draft(host: &str, says: Says) -> Draft {
        Draft {
            document: document(host),
            says,
            reason: "because".to_owned(),
            tags: Vec::new(),
        }
    }

    pub(in crate::dissent) fn signature(reader: &str) -> Signature {
        Signature {
            reader: reader.to_owned(),
            time: "2026-10-12T08:30:00Z".to_owned(),
            rules: Rules::default(),
        }
    }

    /// What a reader currently says of exactly this document.
    pub(in crate::dissent) fn standing(
        readings: &Readings,
        host: &str,
        reader: &str,
    ) -> Option<Says> {
        match readings.reading_for(document(host).as_ref(), reader) {
            Some(Standing::Current(record)) => Some(record.reading().says),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
