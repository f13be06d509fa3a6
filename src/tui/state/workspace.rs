//! What all places share: the corpus and its tables, the view on it, marks, and one undo for all.
//!
//! Comes in: documents as they are loaded, choices of the person. Goes out: what is shown
//! ([`Shown`]): the documents in order and the counts of every pane, computed by `query` and
//! `totals` and by nothing here. Places borrow it; only [`Workspace`]'s own methods change it.
//!
//! Looking through a large corpus, or into the bodies of a middling one, is ordered from the
//! driver as an [`Effect::Survey`]; a small one is looked through at once.

mod journal;
mod lines;
mod marks;
mod readings;
mod reproduce;
mod sums;
mod survey;

pub use journal::{Change, Journal, Way};
pub use marks::Marks;
pub use readings::{Intent, MyReadings, OpenedReadings, ReadingsNews, ReadingsOrder, SaveOrder};
pub use reproduce::CommandLines;
pub use sums::Sums;
pub use survey::{Shown, SurveyRequest};

use crate::census::Rules;
use crate::corpus::{Corpus, DocumentId, Row, Segment};
use crate::published::{Frame, Join};
use crate::query::{Facet, Key, Query, Selection, Sort, SortKey, Term, Work};
use crate::tui::message::{Effect, LoadProgress, Loaded, Shared};
use std::sync::Arc;

/// Which documents are shown, in which order, under which rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The filter.
    pub query: Query,
    /// The order.
    pub sort: Sort,
    /// The rule of attribution.
    pub rules: Rules,
    /// Nothing but these documents, picked by something that no query says; `None` for all.
    pub only: Option<Only>,
}

/// Documents picked one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Only {
    /// What they have in common: `98 documents that moved in 'conflict'`.
    pub what: String,
    /// Which they are.
    pub documents: Arc<Selection>,
}

/// What is open.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// The documents that have arrived.
    pub corpus: Corpus,
    /// Published verdicts, once everything has arrived.
    pub published: Option<Arc<Join>>,
    /// The requests of the collection.
    pub frame: Option<Arc<Frame>>,
    /// What the first line calls it.
    pub title: String,
    /// The inputs as arguments of a command line; empty for the built-in sample.
    pub arguments: Vec<String>,
    /// How far loading has come; `None` when it has ended.
    pub loading: Option<LoadProgress>,
}

/// The shared state.
#[derive(Debug, Default)]
pub struct Workspace {
    data: Data,
    view: View,
    /// All filters are held back for a moment; the same key brings them back.
    is_suspended: bool,
    marks: Marks,
    shown: Shown,
    cursor: Option<DocumentId>,
    /// Where the cursor was before a line was typed; it goes back there whenever it can.
    anchor: Option<DocumentId>,
    /// Number of the last look that was begun; what is shown may be of an earlier one.
    generation: u64,
    /// What moved the cursor, to be told once.
    sentence: Option<String>,
    journal: Journal,
    history: History,
    facets: Vec<Facet>,
    pending: Option<Pending>,
    readings: MyReadings,
    /// A document that a person wants to read although it may be in no queue.
    pinned: Option<DocumentId>,
}

/// A look through the corpus that is under way elsewhere.
#[derive(Debug)]
struct Pending {
    generation: u64,
    work: Arc<Work>,
}

/// Past and future views.
#[derive(Debug, Default)]
struct History {
    views: Vec<View>,
    position: usize,
}

/// Views kept to step through.
const VIEWS: usize = 500;
/// Columns of that many documents are looked through at once, without a thread.
const AT_ONCE: usize = 60_000;
/// Bodies of that many documents are looked into at once, without a thread.
const BODIES_AT_ONCE: usize = 2_000;

impl Workspace {
    /// A workspace on a corpus that will be loaded, or is loaded already, with the panes' facets.
    #[must_use]
    pub fn new(data: Data, view: View, facets: Vec<Facet>) -> Self {
        let history = History {
            views: vec![view.clone()],
            position: 0,
        };
        Self {
            data,
            view,
            facets,
            history,
            ..Self::default()
        }
    }

    /// What is open.
    #[must_use]
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The documents that have arrived.
    #[must_use]
    pub fn corpus(&self) -> &Corpus {
        &self.data.corpus
    }

    /// The view as chosen, suspended or not.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The rule of attribution.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.view.rules
    }

    /// The filter that is in force: none while it is suspended.
    #[must_use]
    pub fn query(&self) -> Query {
        if self.is_suspended {
            Query::default()
        } else {
            self.view.query.clone()
        }
    }

    /// The only documents looked at; `None` for all, and while the filter is suspended.
    pub(super) fn only(&self) -> Option<Arc<Selection>> {
        let only = self.view.only.as_ref().filter(|_| !self.is_suspended);
        only.map(|only| Arc::clone(&only.documents))
    }

    /// Whether documents are filtered at all, by a query or one by one.
    #[must_use]
    pub fn is_filtered(&self) -> bool {
        !self.view.query.is_empty() || self.view.only.is_some()
    }

    /// Removes the whole filter.
    pub fn clear_filter(&mut self) -> Vec<Effect> {
        let view = View {
            query: Query::default(),
            only: None,
            ..self.view.clone()
        };
        self.change_view(view, "no filter")
    }

    /// Whether the filter is held back.
    #[must_use]
    pub fn is_suspended(&self) -> bool {
        self.is_suspended
    }

    /// What is shown.
    #[must_use]
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Whether what is shown is about to be replaced by the result of a longer look.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// The marked documents.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The document under the cursor.
    #[must_use]
    pub fn cursor(&self) -> Option<DocumentId> {
        self.cursor
    }

    /// The row under the cursor.
    #[must_use]
    pub fn current(&self) -> Option<Row<'_>> {
        self.cursor.map(|id| self.data.corpus.row(id))
    }

    /// The facets of the panes, in order.
    #[must_use]
    pub fn facets(&self) -> &[Facet] {
        &self.facets
    }

    /// Puts the cursor on a document.
    pub fn select(&mut self, id: Option<DocumentId>) {
        self.cursor = id;
    }

    /// Keeps the cursor's document at hand for a reading.
    pub fn pin(&mut self) {
        self.pinned = self.cursor;
    }

    /// The document kept at hand for a reading.
    #[must_use]
    pub fn pinned(&self) -> Option<DocumentId> {
        self.pinned
    }

    /// Takes another facet for a pane.
    pub fn set_facet(&mut self, pane: usize, facet: Facet) -> Vec<Effect> {
        if let Some(place) = self.facets.get_mut(pane) {
            *place = facet;
        }
        self.refresh()
    }

    /// Documents have arrived; they are counted with the next [`Workspace::progressed`].
    pub fn arrived(&mut self, segment: Arc<Segment>) {
        self.data.corpus.push(segment);
    }

    /// Loading has come so far: what has arrived is counted now.
    pub fn progressed(&mut self, progress: LoadProgress) -> Vec<Effect> {
        self.data.loading = Some(progress);
        if self.shown.counted == self.data.corpus.len() {
            Vec::new()
        } else {
            self.refresh()
        }
    }

    /// Loading has ended.
    pub fn finished(&mut self, loaded: &Loaded) -> Vec<Effect> {
        self.data.loading = None;
        self.data.corpus.set_reports(loaded.reports.clone());
        self.data.published.clone_from(&loaded.published);
        self.data.frame.clone_from(&loaded.frame);
        self.refresh()
    }

    /// Everything was read again: the corpus starts anew, view, marks and undo stay.
    pub fn reloading(&mut self) {
        self.data.corpus = Corpus::for_inputs(self.data.corpus.input_names().to_vec());
        self.data.published = None;
        self.data.loading = Some(LoadProgress::default());
        self.cursor = None;
        self.anchor = None;
        self.marks = Marks::default();
        if let Some(pending) = self.pending.take() {
            pending.work.cancel();
        }
        // What was shown names documents that are not there any more, and so does a look that has
        // ended and is on its way: the generation moves on past it.
        self.generation += 1;
        self.shown = Shown {
            generation: self.generation,
            ..Shown::default()
        };
        // Positions mean other documents now.
        self.view.only = None;
        let views = self.history.views.iter_mut();
        views.for_each(|view| view.only = None);
        self.pinned = None;
        self.readings.forget_positions();
        // Changes name documents by their position, which may be another one's now.
        self.journal = Journal::default();
    }

    /// What moved the cursor without being asked to, once.
    pub fn take_sentence(&mut self) -> Option<String> {
        self.sentence.take()
    }

    /// Changes the view; `what` says it for undo.
    pub fn change_view(&mut self, view: View, what: impl Into<String>) -> Vec<Effect> {
        self.is_suspended = false;
        if view == self.view {
            return Vec::new();
        }
        let before = std::mem::replace(&mut self.view, view.clone());
        self.journal.record(
            Change::View {
                before,
                after: view.clone(),
            },
            what,
        );
        self.history.push(view);
        self.refresh()
    }

    /// Changes the filter.
    pub fn change_query(&mut self, query: Query) -> Vec<Effect> {
        let what = if query.is_empty() {
            "no filter".to_owned()
        } else {
            format!("filter {query}")
        };
        let view = View {
            query,
            ..self.view.clone()
        };
        self.change_view(view, what)
    }

    /// Shows what a query would show, without keeping it: for a line that is being typed.
    pub fn preview(&mut self, query: Query) -> Vec<Effect> {
        self.anchor = self.anchor.or(self.cursor);
        self.view.query = query;
        self.refresh()
    }

    /// Ends a preview: the view is again what it was, and was never changed.
    pub fn end_preview(&mut self, query: Query) {
        self.view.query = query;
        self.cursor = self.anchor.take().or(self.cursor);
    }

    /// Holds the filter back, or brings it back.
    pub fn suspend_filter(&mut self) -> Vec<Effect> {
        self.is_suspended = !self.is_suspended;
        self.refresh()
    }

    /// Marks a document or takes the mark off; says whether it is marked now.
    pub fn toggle_mark(&mut self, id: DocumentId) -> (bool, Vec<Effect>) {
        let is_marked = self.marks.toggle(id);
        let address = self.data.corpus.row(id).address();
        let what = if is_marked {
            format!("mark on {address}")
        } else {
            format!("mark off {address}")
        };
        self.journal.record(Change::Mark(id), what);
        (
            is_marked,
            if self.asks_for_marks() {
                self.refresh()
            } else {
                Vec::new()
            },
        )
    }

    /// Whether filter or order depend on what is marked.
    fn asks_for_marks(&self) -> bool {
        let terms = self.view.query.terms().iter();
        let mut keys = self.view.sort.keys.iter();
        terms.filter_map(Term::key).any(|key| key == Key::Mark)
            || keys.any(|(key, _)| *key == SortKey::Mark)
    }

    /// Takes the last change back; the sentence says which it was.
    pub fn undo(&mut self) -> Result<(String, Vec<Effect>), &'static str> {
        let (change, what) = self.journal.undo().ok_or("Nothing to take back.")?;
        let effects = self.apply(change.reversed());
        Ok((format!("Taken back: {what}."), effects))
    }

    /// Makes the last change taken back again.
    pub fn redo(&mut self) -> Result<(String, Vec<Effect>), &'static str> {
        let (change, what) = self.journal.redo().ok_or("Nothing to make again.")?;
        let effects = self.apply(change);
        Ok((format!("Made again: {what}."), effects))
    }

    fn apply(&mut self, change: Change) -> Vec<Effect> {
        self.is_suspended = false;
        match change {
            Change::View { after, .. } => {
                self.view = after.clone();
                self.history.push(after);
            }
            Change::Mark(id) => {
                self.marks.toggle(id);
            }
            Change::Readings(step, way) => return self.step_readings(&step, way),
        }
        self.refresh()
    }

    /// Steps to the view before (-1) or after (1); `None` when there is none.
    pub fn step_view(&mut self, step: isize) -> Option<Vec<Effect>> {
        let position = self.history.position.checked_add_signed(step)?;
        let view = self.history.views.get(position)?.clone();
        self.history.position = position;
        let before = std::mem::replace(&mut self.view, view.clone());
        self.is_suspended = false;
        self.journal.record(
            Change::View {
                before,
                after: view,
            },
            "a step through past views",
        );
        Some(self.refresh())
    }

    /// Looks through the corpus anew, at once or by order.
    pub fn refresh(&mut self) -> Vec<Effect> {
        if let Some(pending) = self.pending.take() {
            pending.work.cancel();
        }
        self.generation += 1;
        let generation = self.generation;
        let request = SurveyRequest::of(self, generation);
        let limit = if request.query().reads_bodies() {
            BODIES_AT_ONCE
        } else {
            AT_ONCE
        };
        if self.data.corpus.len() <= limit {
            if let Some(shown) = request.run() {
                self.surveyed(shown);
            }
            return Vec::new();
        }
        self.pending = Some(Pending {
            generation,
            work: request.work(),
        });
        vec![Effect::Survey(Shared(Arc::new(request)))]
    }

    /// A look through the corpus has ended; an outdated one is dropped. When the cursor's document
    /// is no longer shown, that is told by [`Workspace::take_sentence`].
    pub fn surveyed(&mut self, shown: Shown) {
        let is_other = |pending: &Pending| pending.generation != shown.generation;
        if shown.generation < self.shown.generation || self.pending.as_ref().is_some_and(is_other) {
            return;
        }
        self.pending = None;
        let was_at = self
            .cursor
            .and_then(|id| self.shown.position(id))
            .unwrap_or(0);
        self.shown = shown;
        if let Some(anchor) = self.anchor.filter(|id| self.shown.selection.contains(*id)) {
            self.cursor = Some(anchor);
        }
        match self.cursor {
            Some(id) if self.shown.selection.contains(id) => {}
            None => self.cursor = self.shown.order.first().copied(),
            Some(id) => {
                let near = was_at.min(self.shown.order.len().saturating_sub(1));
                self.cursor = self.shown.order.get(near).copied();
                // Hosts alone: both must fit into one line.
                let named = |row: Row<'_>| match row.host() {
                    "" => row.line_address(),
                    host => host.to_owned(),
                };
                let gone = named(self.data.corpus.row(id));
                let sentence = match self.current() {
                    Some(row) => {
                        format!("{gone} is filtered out; the cursor is on {}.", named(row))
                    }
                    None => format!("{gone} is filtered out, as is every other document."),
                };
                // While a line is typed the cursor only visits.
                self.sentence = self.anchor.is_none().then_some(sentence);
            }
        }
    }
}

impl History {
    fn push(&mut self, view: View) {
        if self.views.get(self.position) == Some(&view) {
            return;
        }
        self.views.truncate(self.position + 1);
        self.views.push(view);
        if self.views.len() > VIEWS {
            self.views.remove(0);
        }
        self.position = self.views.len() - 1;
    }
}
