//! All readings in memory: the current one of a document and a reader, and what stood before it.

use super::journal::Step;
use super::log::{Change, News};
use super::reading::{DocumentRef, Identity, Reading, Says};
use super::record::Stored;
use index::Index;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

mod index;

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
struct Reader {
    number: u32,
    counts: Counts,
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
    index: Index,
    readers: BTreeMap<String, Reader>,
    /// The record that counts, by document and reader; a withdrawal is one too.
    latest: HashMap<(u32, u32), RecordId>,
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

    /// A reader's current reading of a document, or of another version of it. Of very many
    /// versions only the last ones are looked at.
    #[must_use]
    pub fn reading_for(&self, document: DocumentRef<'_>, reader: &str) -> Option<Standing<'_>> {
        let number = self.readers.get(reader)?.number;
        let exact = self.index.find(document);
        if let Some(record) = exact.and_then(|position| self.standing(position, number)) {
            return Some(Standing::Current(record));
        }
        self.index
            .other_versions(document)
            .filter_map(|position| self.standing(position, number))
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
        let known = self.index.find(document);
        let ids = known.map(|position| self.index.document(position).records.as_slice());
        ids.unwrap_or_default().iter().map(|id| self.record(*id))
    }

    /// Every record, in the order in which it was taken in.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.values()
    }

    /// Every document anyone has ever read, in the order of their first readings.
    pub fn documents(&self) -> impl Iterator<Item = DocumentRef<'_>> {
        let known = self.index.documents().iter();
        known.map(|document| document.identity.as_ref())
    }

    /// Everyone who has ever read, by name.
    pub fn readers(&self) -> impl Iterator<Item = &str> {
        self.readers.keys().map(String::as_str)
    }

    /// How many documents a reader has read.
    #[must_use]
    pub fn counts(&self, reader: &str) -> Counts {
        let known = self.readers.get(reader);
        known.map(|known| known.counts).unwrap_or_default()
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

    /// What a reader last said of exactly this document, unless it was taken back.
    pub(super) fn latest(&self, document: DocumentRef<'_>, reader: &str) -> Option<&Record> {
        let number = self.readers.get(reader)?.number;
        self.standing(self.index.find(document)?, number)
    }

    fn standing(&self, document: u32, reader: u32) -> Option<&Record> {
        let record = self.record(*self.latest.get(&(document, reader))?);
        (record.reading.says != Says::Withdrawn).then_some(record)
    }

    fn choice(&self, (document, reader): (u32, u32)) -> Option<usize> {
        self.standing(document, reader)?.reading.says.index()
    }

    fn add(&mut self, reading: Arc<Reading>, kept: Kept) -> RecordId {
        let id = RecordId(self.next);
        self.next += 1;
        self.insert(Record { id, reading, kept });
        id
    }

    fn insert(&mut self, record: Record) {
        let reading = Arc::clone(&record.reading);
        let (id, order) = (record.id, record.order());
        let whose = self.whose(&reading);
        let before = self.choice(whose);
        self.unsaved_count += usize::from(!matches!(record.kept, Kept::OnDisk { .. }));
        self.records.insert(id, record);
        let known = &self.index.document(whose.0).records;
        let behind = known.iter().rev();
        let later = behind.take_while(|other| self.record(**other).order() > order);
        let position = known.len() - later.count();
        let document = self.index.document_mut(whose.0);
        document.records.insert(position, id);
        let latest = self.latest.get(&whose).copied();
        if latest.is_none_or(|latest| self.record(latest).order() < order) {
            self.latest.insert(whose, id);
        }
        self.recount(&reading.reader, before, self.choice(whose));
    }

    /// The document and the reader of a reading, by number.
    fn whose(&mut self, reading: &Reading) -> (u32, u32) {
        let document = self.index.find_or_add(&reading.document);
        if let Some(reader) = self.readers.get(&reading.reader) {
            return (document, reader.number);
        }
        let number = u32::try_from(self.readers.len()).expect("4 billion readers fit no memory");
        let reader = Reader {
            number,
            counts: Counts::default(),
        };
        self.readers.insert(reading.reader.clone(), reader);
        (document, number)
    }

    fn recount(&mut self, reader: &str, before: Option<usize>, after: Option<usize>) {
        if let Some(reader) = self.readers.get_mut(reader) {
            reader.counts.shift(before, after);
        }
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
        let whose = self.whose(&reading);
        let before = self.choice(whose);
        let document = self.index.document_mut(whose.0);
        document.records.retain(|known| *known != id);
        if self.latest.get(&whose) == Some(&id) {
            let mut behind = self.index.document(whose.0).records.iter().rev().copied();
            let previous =
                behind.find(|other| self.record(*other).reading.reader == reading.reader);
            match previous {
                Some(previous) => self.latest.insert(whose, previous),
                None => self.latest.remove(&whose),
            };
        }
        self.recount(&reading.reader, before, self.choice(whose));
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
