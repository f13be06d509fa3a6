//! A person's readings in the running program.
//!
//! A reading takes three steps: a place orders it ([`Workspace::read`]), the driver puts the time
//! on it, and it is given here and ordered to be saved. So the state reads no clock, and a reading
//! counts on screen at once and is called saved only when it is on the disk.

use super::{Change, Way, Workspace};
use crate::corpus::DocumentId;
use crate::dissent::{
    Cell, DocumentRef, Draft, Identity, Kept, News, Reading, Readings, Record, RecordId, Signature,
    Standing, Step, Tallied, Voices,
};
use crate::query::{Facet, Key, SortKey};
use crate::tui::message::{Effect, Shared};
use crate::tui::state::Notice;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Readings, whose they are, and where they are kept.
#[derive(Debug, Default)]
pub struct MyReadings {
    readings: Readings,
    voices: Arc<Voices>,
    reader: String,
    file: String,
    is_open: bool,
}

/// The file of readings, opened for a corpus.
#[derive(Debug)]
pub struct OpenedReadings {
    /// Everything in it.
    pub readings: Readings,
    /// The same by position in the corpus.
    pub voices: Voices,
    /// Whose readings are the person's own.
    pub reader: String,
    /// The file, as it is shown.
    pub file: String,
    /// What is to be told about it.
    pub sentences: Vec<String>,
}

/// Readings that wait for the time to be put on them.
#[derive(Clone, Debug)]
pub enum Intent {
    /// To be given.
    Give(Vec<Draft>),
    /// A step to be taken back.
    TakeBack(Arc<Step>),
    /// A step taken back to be made again.
    GiveAgain(Arc<Step>),
}

/// Readings to be written, in this order.
#[derive(Debug)]
pub struct SaveOrder {
    /// Their names.
    pub ids: Vec<RecordId>,
    /// The readings.
    pub readings: Vec<Reading>,
}

/// What the driver is asked to do about readings.
#[derive(Debug)]
pub enum ReadingsOrder {
    /// Put the time on them.
    Stamp(Intent),
    /// Write them.
    Save(Arc<SaveOrder>),
    /// Write all of these to another file, and go on there.
    SaveTo {
        /// Where, as the person typed it.
        path: PathBuf,
        /// Every reading there is.
        readings: Vec<Reading>,
    },
}

/// What happened to readings.
#[derive(Debug)]
pub enum ReadingsNews {
    /// Their file was opened; taken out by whom it is for.
    Opened(Mutex<Option<Box<OpenedReadings>>>),
    /// The time was put on them.
    Stamped {
        /// What was meant.
        intent: Intent,
        /// RFC 3339, UTC.
        time: String,
    },
    /// They are on the disk, at these lines.
    Saved {
        /// Which.
        order: Arc<SaveOrder>,
        /// A line each.
        lines: Vec<u64>,
    },
    /// They could not be written.
    NotSaved {
        /// Which.
        order: Arc<SaveOrder>,
        /// Why not.
        reason: String,
    },
    /// A look at the file brought something.
    Looked(News),
    /// The file is another one now.
    Moved {
        /// Its name.
        file: String,
        /// All of it.
        news: News,
    },
    /// It could not be moved; why.
    NotMoved(String),
}

impl MyReadings {
    /// All readings of the file, everybody's.
    #[must_use]
    pub fn all(&self) -> &Readings {
        &self.readings
    }

    /// Readings by position in the corpus.
    #[must_use]
    pub fn voices(&self) -> Arc<Voices> {
        Arc::clone(&self.voices)
    }

    /// Whose readings are the person's own.
    #[must_use]
    pub fn reader(&self) -> &str {
        &self.reader
    }

    /// The file they are kept in.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Whether the file has been looked into, so that readings can be given.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// What the person has made of a document.
    #[must_use]
    pub fn cell(&self, id: DocumentId) -> Cell {
        self.voices.column().cell(id.0 as usize)
    }

    /// How many readings could not be written and would be lost with the program.
    #[must_use]
    pub fn lost_count(&self) -> usize {
        self.readings.not_saved().len()
    }

    /// The person's current reading of a document, or of an earlier version of it.
    #[must_use]
    pub fn mine(&self, document: DocumentRef<'_>) -> Option<Standing<'_>> {
        self.readings.reading_for(document, &self.reader)
    }

    pub(super) fn forget_positions(&mut self) {
        self.voices = Arc::default();
        self.is_open = false;
    }
}

impl Workspace {
    /// The person's readings.
    #[must_use]
    pub fn readings(&self) -> &MyReadings {
        &self.readings
    }

    /// The person's readings of the documents shown.
    #[must_use]
    pub fn own_readings(&self) -> BTreeMap<DocumentId, Arc<Reading>> {
        let shown = self.shown.order.iter();
        let read = shown.filter(|id| matches!(self.readings.cell(**id), Cell::Read(_)));
        let own = read.filter_map(|&id| {
            let standing = self
                .readings
                .mine(DocumentRef::of_row(self.data.corpus.row(id)))?;
            match standing {
                Standing::Current(record) => Some((id, Arc::clone(record.reading()))),
                Standing::EarlierVersion(_) => None,
            }
        });
        own.collect()
    }

    /// Has readings given: they count once the driver has put the time on them.
    pub fn read(&mut self, drafts: Vec<Draft>) -> Vec<Effect> {
        if drafts.is_empty() {
            return Vec::new();
        }
        vec![order(ReadingsOrder::Stamp(Intent::Give(drafts)))]
    }

    pub(super) fn step_readings(&mut self, step: &Shared<Step>, way: Way) -> Vec<Effect> {
        let step = Arc::clone(&step.0);
        vec![order(ReadingsOrder::Stamp(match way {
            Way::Given => Intent::GiveAgain(step),
            Way::TakenBack => Intent::TakeBack(step),
        }))]
    }

    /// Tries once more to write what could not be written.
    pub fn save_readings(&mut self) -> Vec<Effect> {
        let lost = self.readings.readings.not_saved();
        // Until the file is open again, its records have other names.
        if lost.is_empty() || !self.readings.is_open {
            return Vec::new();
        }
        vec![save(lost)]
    }

    /// Has all readings written to another file, where they are kept from then on.
    #[must_use]
    pub fn save_readings_to(&self, path: PathBuf) -> Vec<Effect> {
        let records = self.readings.readings.records();
        let readings = records.map(|record| Reading::clone(record.reading()));
        vec![order(ReadingsOrder::SaveTo {
            path,
            readings: readings.collect(),
        })]
    }

    /// Takes in what happened to readings; returns what is to be told and done.
    pub fn readings_news(&mut self, news: &ReadingsNews) -> (Vec<Notice>, Vec<Effect>) {
        match news {
            ReadingsNews::Opened(opened) => {
                let opened = opened.lock().unwrap_or_else(PoisonError::into_inner).take();
                opened.map_or_else(Default::default, |opened| self.opened(*opened))
            }
            ReadingsNews::Stamped { intent, time } => (Vec::new(), self.stamped(intent, time)),
            ReadingsNews::Saved { order, lines } => {
                self.readings.readings.mark_saved(&order.ids, lines);
                (Vec::new(), self.reread(&of_order(order)))
            }
            ReadingsNews::NotSaved { order, reason } => {
                self.readings.readings.mark_not_saved(&order.ids, reason);
                let count = self.readings.lost_count();
                let sentence = format!(
                    "{count} not saved (W tries again, S saves to another file): {reason}."
                );
                (
                    vec![Notice::failure(sentence)],
                    self.reread(&of_order(order)),
                )
            }
            ReadingsNews::Looked(news) => self.looked(news),
            ReadingsNews::Moved { file, news } => {
                self.readings.file.clone_from(file);
                let (mut notices, effects) = self.looked(news);
                let count = self.readings.readings.records().count();
                notices.push(Notice::done(format!(
                    "Readings are kept in {file} from now on; records there: {count}."
                )));
                (notices, effects)
            }
            ReadingsNews::NotMoved(reason) => (vec![Notice::failure(reason.clone())], Vec::new()),
        }
    }

    fn opened(&mut self, opened: OpenedReadings) -> (Vec<Notice>, Vec<Effect>) {
        let mut readings = opened.readings;
        let lost: Vec<Reading> = self
            .readings
            .readings
            .not_saved()
            .into_iter()
            .map(|record| Reading::clone(record.reading()))
            .collect();
        let again = readings.give(lost);
        self.readings = MyReadings {
            readings,
            voices: Arc::new(opened.voices),
            reader: opened.reader,
            file: opened.file,
            is_open: true,
        };
        let notices = opened.sentences.into_iter().map(Notice::warning).collect();
        if again.ids.is_empty() {
            return (notices, self.refresh());
        }
        let mut effects = self.save_these(&again.ids);
        effects.extend(self.read_all_again());
        (notices, effects)
    }

    fn stamped(&mut self, intent: &Intent, time: &str) -> Vec<Effect> {
        let signature = Signature {
            reader: self.readings.reader.clone(),
            time: time.to_owned(),
            rules: self.view.rules,
        };
        let given = match intent {
            Intent::Give(drafts) => drafts
                .iter()
                .map(|draft| draft.clone().sign(&signature))
                .collect(),
            Intent::TakeBack(step) => step.undone(&signature),
            Intent::GiveAgain(step) => step.redone(&signature),
        };
        let documents: Vec<Identity> = given
            .iter()
            .map(|reading: &Reading| reading.document.clone())
            .collect();
        let lost: Vec<RecordId> = self
            .readings
            .readings
            .not_saved()
            .iter()
            .map(|record| record.id())
            .collect();
        let given = self.readings.readings.give(given);
        if matches!(intent, Intent::Give(_)) {
            let what = given.step.to_string();
            let step = Shared(Arc::new(given.step));
            self.journal
                .record(Change::Readings(step, Way::Given), what);
        }
        // What could not be written before is tried again, first, so that the order stays.
        let mut effects = self.save_these(&[lost, given.ids].concat());
        effects.extend(self.reread(&documents));
        effects
    }

    fn save_these(&self, ids: &[RecordId]) -> Vec<Effect> {
        let records: Vec<&Record> = self
            .readings
            .readings
            .records()
            .filter(|record| !matches!(record.kept(), Kept::OnDisk { .. }))
            .filter(|record| ids.binary_search(&record.id()).is_ok())
            .collect();
        vec![save(records)]
    }

    fn looked(&mut self, news: &News) -> (Vec<Notice>, Vec<Effect>) {
        let file = &self.readings.file;
        let notices = news
            .problems
            .iter()
            .map(|problem| Notice::warning(format!("{file}: {problem}")))
            .collect();
        let effects = match self.readings.readings.take(news) {
            Some(documents) => self.reread(&documents),
            None => self.read_all_again(),
        };
        (notices, effects)
    }

    /// Brings everything up to date after the whole file became another.
    fn read_all_again(&mut self) -> Vec<Effect> {
        let corpus = &self.data.corpus;
        let mine = &mut self.readings;
        mine.voices = Arc::new(Voices::of(
            &mine.readings,
            &mine.reader,
            corpus.len(),
            |position| DocumentRef::of_row(corpus.row(DocumentId(position as u32))),
        ));
        self.refresh()
    }

    /// Brings columns and totals up to date after readings of these documents changed.
    fn reread(&mut self, documents: &[Identity]) -> Vec<Effect> {
        let corpus = &self.data.corpus;
        let mine = &mut self.readings;
        let changed: Vec<DocumentRef<'_>> = documents.iter().map(Identity::as_ref).collect();
        let voices = Arc::make_mut(&mut mine.voices);
        let moved = voices.refresh(&mine.readings, &changed, |position| {
            DocumentRef::of_row(corpus.row(DocumentId(position as u32)))
        });
        if self.pending.is_some() || self.asks_readings() {
            return self.refresh();
        }
        let rules = self.view.rules;
        for (position, before) in moved {
            let id = DocumentId(position as u32);
            if !self.shown.selection.contains(id) {
                continue;
            }
            let join = self.data.published.as_ref();
            let tallied = Tallied {
                facts: corpus.row(id).facts(),
                published: join
                    .and_then(|join| join.row_for(id))
                    .map(|row| row.published()),
                says: before.says(),
            };
            let says = self.readings.voices.column().cell(position).says();
            self.shown.sums.tallies.reread(tallied, says, &rules);
        }
        Vec::new()
    }

    /// Whether what is shown depends on readings.
    fn asks_readings(&self) -> bool {
        let is_about = |key: Key| matches!(key, Key::Reading | Key::Reader | Key::Tag);
        let mut terms = self.view.query.terms().iter();
        let mut keys = self.view.sort.keys.iter();
        terms.any(|term| term.key().is_some_and(is_about))
            || keys.any(|(key, _)| *key == SortKey::Reading)
            || self.facets.iter().copied().map(Facet::key).any(is_about)
    }
}

fn of_order(order: &SaveOrder) -> Vec<Identity> {
    let readings = order.readings.iter();
    readings.map(|reading| reading.document.clone()).collect()
}

fn save(records: Vec<&Record>) -> Effect {
    let readings = records
        .iter()
        .map(|record| Reading::clone(record.reading()));
    order(ReadingsOrder::Save(Arc::new(SaveOrder {
        readings: readings.collect(),
        ids: records.iter().map(|record| record.id()).collect(),
    })))
}

fn order(order: ReadingsOrder) -> Effect {
    Effect::Readings(Shared(Arc::new(order)))
}
