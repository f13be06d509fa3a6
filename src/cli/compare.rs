//! `cardex compare`: cards side by side.

use super::args::{CompareArguments, CompareFormat};
use super::inputs;
use super::outcome::{Outcome, changes};
use super::sink::{Existing, Sink};
use crate::census::State;
use crate::corpus::{Corpus, DocumentId, LoadOptions, Progress, Row, Source, load};
use crate::error::{Error, ErrorKind, Result};
use crate::inventory::{Column, MOST_COLUMNS, Options, RowState, compare};
use crate::output::compare::{
    CompareFormat as Form, Shown, ShownCells, ShownRows, write_comparison,
};
use crate::query::resolve;
use std::path::Path;

/// A card found, and the corpus that it is in.
struct Found {
    /// What the column is called.
    name: String,
    /// Position in the corpora.
    corpus: usize,
    id: DocumentId,
}

/// Finds the cards and compares them.
pub(super) fn run(command: &CompareArguments) -> Result<Outcome> {
    let mut sink = Sink::open(
        command.output.output.as_deref(),
        Existing::from_force(command.output.force),
    )?;
    let mut finder = Finder::open(command)?;
    let found = finder.find_all(&command.cards)?;
    if found.len() < 2 || found.len() > MOST_COLUMNS {
        return Err(wrong_count(&found, command));
    }
    let columns: Vec<Column<'_>> = found
        .iter()
        .map(|card| {
            let row = finder.corpora[card.corpus].row(card.id);
            Column {
                name: &card.name,
                host: row.host(),
                path: row.path(),
                body: row.body().unwrap_or_default(),
                facts: Some(*row.facts()),
            }
        })
        .collect();
    let options = Options {
        reference: reference(command, columns.len())?,
        all_by_position: command.by_position,
        rules: command.rules,
        ..Options::default()
    };
    let comparison =
        compare(&columns, &options).map_err(|error| Error::invocation(error.to_string()))?;
    let form = match command.format {
        CompareFormat::Text => Form::Text,
        CompareFormat::Markdown => Form::Markdown,
        CompareFormat::Csv => Form::Csv,
        CompareFormat::Json => Form::Json,
    };
    let written = write_comparison(&comparison, form, shown(command), &mut sink);
    sink.check(written)?;
    sink.finish()?;
    let summary = comparison.summary();
    let has_changed = summary.total() > summary.count(RowState::Same);
    Ok(finder
        .outcome
        .max(changes(command.fail_on_change, has_changed)))
}

fn shown(command: &CompareArguments) -> Shown {
    Shown {
        rows: if command.only_differences {
            ShownRows::Differing
        } else {
            ShownRows::All
        },
        cells: if command.presence {
            ShownCells::Presence
        } else if command.whole {
            ShownCells::Whole
        } else {
            ShownCells::Values
        },
    }
}

/// The reference column, from the number counted from 1.
fn reference(command: &CompareArguments, count: usize) -> Result<Option<usize>> {
    match command.reference {
        None => Ok(None),
        Some(number) if (1..=count).contains(&number) => Ok(Some(number - 1)),
        Some(number) => Err(Error::invocation(format!(
            "--reference {number}: expected a number from 1 to {count}, one of the cards compared"
        ))),
    }
}

fn wrong_count(found: &[Found], command: &CompareArguments) -> Error {
    let next = match (found.len(), command.corpora.len()) {
        (0 | 1, 0) => "name a second card, or a corpus with --in FILE for each version of this one",
        (0 | 1, _) => {
            "name a second card, or a second corpus with --in FILE to compare this one in both"
        }
        _ => "name fewer",
    };
    Error::invocation(format!(
        "expected 2 to {MOST_COLUMNS} cards to compare, found {}; {next}",
        found.len()
    ))
}

/// Looks cards up in the corpora that `--in` names, and in files.
struct Finder {
    /// Those of `--in` first, then one for each file.
    corpora: Vec<Corpus>,
    searched_count: usize,
    outcome: Outcome,
    options: LoadOptions,
}

impl Finder {
    fn open(command: &CompareArguments) -> Result<Self> {
        let mut finder = Self {
            corpora: Vec::new(),
            searched_count: command.corpora.len(),
            outcome: Outcome::Done,
            options: LoadOptions {
                mapping: command.map.clone().unwrap_or_default(),
                ..LoadOptions::default()
            },
        };
        for path in &command.corpora {
            let loaded = inputs::load_all(&command.inputs(path.clone()))?;
            finder.outcome = finder.outcome.max(loaded.outcome);
            finder.corpora.push(loaded.corpus);
        }
        Ok(finder)
    }

    fn find_all(&mut self, cards: &[String]) -> Result<Vec<Found>> {
        // The same host in two corpora.
        if let ([only], true) = (cards, self.searched_count > 1) {
            return (0..self.searched_count)
                .map(|corpus| {
                    let id = resolve(&self.corpora[corpus], only).map_err(|error| {
                        let name = self.corpus_name(corpus);
                        Error::invocation(format!("{name}: {error}"))
                    })?;
                    Ok(Found {
                        name: format!("{only} in {}", self.corpus_name(corpus)),
                        corpus,
                        id,
                    })
                })
                .collect();
        }
        let found: Vec<Found> = cards
            .iter()
            .map(|card| self.find(card))
            .collect::<Result<_>>()?;
        for (position, card) in found.iter().enumerate() {
            let mut earlier = found[..position].iter();
            if let Some(same) =
                earlier.find(|other| (other.corpus, other.id) == (card.corpus, card.id))
            {
                return Err(Error::invocation(format!(
                    "'{}' and '{}' are the same document; name two different ones",
                    same.name, card.name
                )));
            }
        }
        Ok(found)
    }

    fn find(&mut self, card: &str) -> Result<Found> {
        let mut failed = None;
        for corpus in 0..self.searched_count {
            match resolve(&self.corpora[corpus], card) {
                Ok(id) => {
                    return Ok(Found {
                        name: card.to_owned(),
                        corpus,
                        id,
                    });
                }
                Err(error) => {
                    let is_first = failed.is_none();
                    let is_ambiguous = matches!(error.kind, ErrorKind::Ambiguous { .. });
                    if is_first || is_ambiguous {
                        failed = Some(error);
                    }
                }
            }
        }
        let path = Path::new(card);
        match failed {
            // A name that could be a file's is one when it is there.
            Some(error) if !path.is_file() => Err(error),
            _ => self.find_file(card),
        }
    }

    fn find_file(&mut self, card: &str) -> Result<Found> {
        let path = Path::new(card);
        let known = self.corpora.iter().skip(self.searched_count);
        let known = known.zip(self.searched_count..);
        let same_file = known
            .filter(|(corpus, _)| {
                corpus
                    .input_names()
                    .first()
                    .is_some_and(|name| name == card)
            })
            .map(|(_, position)| position)
            .next();
        let position = match same_file {
            Some(position) => position,
            None => {
                self.corpora.push(self.load_file(path)?);
                self.corpora.len() - 1
            }
        };
        let corpus = &self.corpora[position];
        match corpus.len() {
            1 => Ok(Found {
                name: card.to_owned(),
                corpus: position,
                id: DocumentId(0),
            }),
            count => Err(Error::invocation(format!(
                "'{card}' holds {count} documents; name one of them with --in {card} and HOST or #LINE"
            ))),
        }
    }

    fn load_file(&self, path: &Path) -> Result<Corpus> {
        let source = Source::open(path).map_err(|error| {
            let is_missing = matches!(&error.kind, ErrorKind::Io { source, .. }
                if source.kind() == std::io::ErrorKind::NotFound);
            if is_missing && self.searched_count == 0 {
                Error::invocation(format!(
                    "{error}; a card that is not a file of its own is looked up with --in CORPUS"
                ))
            } else {
                error
            }
        })?;
        let corpus = load(vec![source], &self.options, &Progress::default());
        if corpus.is_empty() {
            return Err(Error::at(
                crate::error::Place::file(path.display().to_string()),
                ErrorKind::Nothing {
                    expected: "one card as JSON",
                },
            ));
        }
        let is_card = |row: Row<'_>| row.facts().state == State::Card;
        if corpus.rows().any(is_card) {
            return Ok(corpus);
        }
        let first = corpus.row(DocumentId(0));
        let reason = match first.problem() {
            Some(problem) => problem.to_string(),
            None => format!("found a document in state {}", first.facts().state),
        };
        Err(Error::invocation(format!(
            "'{}' is no card: expected a JSON object; {reason}",
            path.display()
        )))
    }

    fn corpus_name(&self, corpus: usize) -> String {
        self.corpora[corpus]
            .input_names()
            .first()
            .cloned()
            .unwrap_or_default()
    }
}
