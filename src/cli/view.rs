//! Which documents, in which order, under which rule: `--where`, `--sort` and `--rules` carried out.

use super::args::{ReadingArguments, ViewArguments};
use super::inputs::Loaded;
use super::readings::{Mine, origin, reader};
use super::say;
use crate::census::Rules;
use crate::corpus::{Corpus, DocumentId};
use crate::dissent::{DocumentRef, Voices};
use crate::error::{Error, ErrorKind, Result};
use crate::query::{Beside, Key, Query, Scope, Selection, Sort, SortKey, Work, evaluate, sort};
use std::collections::HashSet;
use std::sync::Arc;

/// What the arguments ask for, read and understood before anything is opened.
pub(super) struct View {
    pub(super) query: Query,
    pub(super) sort: Sort,
    pub(super) rules: Rules,
    /// Whether readings are wanted whatever the query asks.
    pub(super) shows_reading: bool,
}

impl View {
    pub(super) fn of(arguments: &ViewArguments) -> Result<Self> {
        Ok(Self {
            query: parse_query(arguments.filter.as_deref())?,
            sort: parse_sort(arguments.sort.as_deref())?,
            rules: arguments.rules,
            shows_reading: false,
        })
    }

    /// Whether every document counts, in the order of the corpus.
    pub(super) fn is_everything(&self) -> bool {
        self.query.is_empty() && self.sort.is_corpus_order()
    }

    /// What is asked of the verdict file, as the user wrote it; `None` for nothing.
    pub(super) fn asks_published(&self) -> Option<String> {
        let asks = |key: &Key| matches!(key, Key::Published | Key::Agree | Key::Differs);
        let mut terms = self.query.terms().iter();
        let term = terms.find(|term| term.key().as_ref().is_some_and(asks));
        let mut keys = self.sort.keys.iter().map(|(key, _)| key);
        let key = keys.find(|key| matches!(key, SortKey::Published | SortKey::Agree));
        term.map(ToString::to_string)
            .or_else(|| key.map(|key| format!("--sort {}", key.as_str())))
    }

    /// Whether something is asked of a person's readings.
    pub(super) fn asks_readings(&self) -> bool {
        let asks = |key: Key| matches!(key, Key::Reading | Key::Reader | Key::Tag);
        let mut terms = self.query.terms().iter();
        let mut keys = self.sort.keys.iter();
        terms.any(|term| term.key().is_some_and(asks))
            || keys.any(|(key, _)| *key == SortKey::Reading)
    }

    /// Whether one document after the other can be asked, with nothing known beside it.
    pub(super) fn is_streamable(&self) -> bool {
        self.sort.is_corpus_order() && self.asks_published().is_none() && !self.asks_readings()
    }

    /// Refuses a question that only a verdict file answers, where there is none.
    pub(super) fn check_published(&self, is_there: bool) -> Result<()> {
        match self.asks_published() {
            Some(asked) if !is_there => Err(Error::invocation(format!(
                "'{asked}' asks for published verdicts, and no verdict file is among the inputs; \
                 name it beside the corpus, or with --verdicts FILE"
            ))),
            _ => Ok(()),
        }
    }

    /// The documents asked for, in their order.
    pub(super) fn select(&self, known: &Known<'_>) -> Vec<DocumentId> {
        let scope = known.scope(&self.rules);
        sort(scope, &pass(scope, &self.query), &self.sort)
    }
}

/// The documents that pass a query.
pub(super) fn pass(scope: Scope<'_>, query: &Query) -> Selection {
    evaluate(scope, query, &Work::default()).expect("nobody cancels this work")
}

/// Reads `--where`.
pub(super) fn parse_query(text: Option<&str>) -> Result<Query> {
    let text = text.unwrap_or_default();
    Query::parse(text).map_err(|error| {
        Error::new(ErrorKind::Syntax {
            what: "--where",
            text: text.to_owned(),
            offset: error.offset,
            reason: error.to_string(),
        })
    })
}

fn parse_sort(text: Option<&str>) -> Result<Sort> {
    let text = text.unwrap_or_default();
    text.parse().map_err(|error: crate::query::SortError| {
        Error::new(ErrorKind::Syntax {
            what: "--sort",
            text: text.to_owned(),
            offset: error.offset,
            reason: error.to_string(),
        })
    })
}

/// The documents and everything known beside them.
pub(super) struct Known<'a> {
    corpus: &'a Corpus,
    beside: Beside,
}

impl<'a> Known<'a> {
    /// What a query about these inputs can ask; readings are opened only where it asks for them.
    pub(super) fn of(
        loaded: &'a Loaded,
        view: &View,
        arguments: &ReadingArguments,
    ) -> Result<Self> {
        view.check_published(loaded.published.is_some())?;
        let corpus = &loaded.corpus;
        let mut beside = Beside::new(loaded.published.clone(), HashSet::new())
            .with_judged(corpus.clone(), view.rules);
        if view.asks_readings() || view.shows_reading {
            let path = crate::dissent::log_path(
                arguments.dissent.as_deref(),
                origin(&loaded.named, &corpus.digest()),
            )?;
            let reader = reader(arguments)?;
            let mine = Mine::open(&path, &reader, corpus)?;
            if mine.is_empty() {
                say(&format!("{}: no reading is kept there", path.display()));
            }
            let document_at =
                |position| DocumentRef::of_row(corpus.row(DocumentId(position as u32)));
            let voices = Voices::of(&mine.readings, &reader, corpus.len(), document_at);
            beside = beside.with_voices(Arc::new(voices));
        }
        Ok(Self { corpus, beside })
    }

    pub(super) fn scope<'s>(&'s self, rules: &'s Rules) -> Scope<'s> {
        Scope {
            corpus: self.corpus,
            rules,
            outside: &self.beside,
        }
    }

    /// What is known beside the documents.
    pub(super) fn beside(&self) -> &Beside {
        &self.beside
    }
}
