//! Which documents, in which order, under which rule: `--where`, `--sort` and `--rules` carried out.

use super::args::{ReadingArguments, ViewArguments};
use super::inputs::Loaded;
use super::readings::{Mine, origin, reader};
use super::say;
use crate::census::{Judgement, Rules};
use crate::corpus::{Corpus, DocumentId};
use crate::dissent::DocumentRef;
use crate::error::{Error, ErrorKind, Result};
use crate::published::{Agreement, Join, differing_columns};
use crate::query::{
    Key, Outside, Published, Query, Scope, Selection, Sort, SortKey, Work, evaluate, sort,
};

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

/// Everything known beside the documents themselves.
pub(super) struct Known<'a> {
    corpus: &'a Corpus,
    published: Option<&'a Join>,
    mine: Option<Mine>,
    rules: Rules,
}

impl<'a> Known<'a> {
    /// What a query about these inputs can ask; readings are opened only where it asks for them.
    pub(super) fn of(
        loaded: &'a Loaded,
        view: &View,
        arguments: &ReadingArguments,
    ) -> Result<Self> {
        view.check_published(loaded.published.is_some())?;
        let mine = if view.asks_readings() || view.shows_reading {
            let path = crate::dissent::log_path(
                arguments.dissent.as_deref(),
                origin(&loaded.named, &loaded.corpus.digest()),
            )?;
            let (mine, _) = Mine::open(&path, &reader(arguments)?, &loaded.corpus)?;
            if mine.is_empty() {
                say(&format!("{}: no reading is kept there", path.display()));
            }
            Some(mine)
        } else {
            None
        };
        Ok(Self {
            corpus: &loaded.corpus,
            published: loaded.published.as_ref(),
            mine,
            rules: view.rules,
        })
    }

    pub(super) fn scope<'s>(&'s self, rules: &'s Rules) -> Scope<'s> {
        Scope {
            corpus: self.corpus,
            rules,
            outside: self,
        }
    }

    fn document(&self, id: DocumentId) -> DocumentRef<'_> {
        DocumentRef::of_row(self.corpus.row(id))
    }
}

impl Outside for Known<'_> {
    fn published(&self, document: DocumentId) -> Published {
        match self.published.and_then(|join| join.row_for(document)) {
            None => Published::NoRow,
            Some(row) => match row.published().verdict {
                None => Published::Blank,
                Some(verdict) => Published::Given(verdict),
            },
        }
    }

    fn agreement(&self, document: DocumentId, judgement: &Judgement) -> Option<bool> {
        match self.published?.agreement(document, judgement) {
            Agreement::Agrees => Some(true),
            Agreement::Disagrees => Some(false),
            Agreement::NoRow => None,
        }
    }

    fn differs(&self, document: DocumentId, column: &str) -> bool {
        let row = self.published.and_then(|join| join.row_for(document));
        row.is_some_and(|row| {
            let graded = self.corpus.row(document).grade(&self.rules);
            let mut columns = differing_columns(row, &graded).into_iter();
            columns.any(|found| found.name() == column)
        })
    }

    fn reading(&self, document: DocumentId) -> Option<&str> {
        let says = self.mine.as_ref()?.says(document)?;
        Some(says.as_str())
    }

    fn readers(&self, document: DocumentId) -> Vec<&str> {
        let Some(mine) = &self.mine else {
            return Vec::new();
        };
        let records = mine.readings.current(self.document(document)).into_iter();
        records
            .map(|record| record.reading().reader.as_str())
            .collect()
    }

    fn tags(&self, document: DocumentId) -> Vec<&str> {
        let Some(mine) = &self.mine else {
            return Vec::new();
        };
        let records = mine.readings.current(self.document(document)).into_iter();
        records
            .flat_map(|record| record.reading().tags.iter().map(String::as_str))
            .collect()
    }
}
