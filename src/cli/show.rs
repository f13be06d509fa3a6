//! `cardex show`: one document by its address.

use super::args::{ShowArguments, ShowFormat};
use super::inputs;
use super::outcome::Outcome;
use super::sink::{Existing, Sink};
use crate::card::Document;
use crate::corpus::Row;
use crate::error::{Error, Result};
use crate::output::document::{DocumentReport, write_json, write_text, write_tree};
use crate::query::resolve;
use std::io::Write as _;

/// Shows the document at the address.
pub(super) fn run(command: &ShowArguments) -> Result<Outcome> {
    let loaded = inputs::load_all(&command.inputs())?;
    let row = loaded
        .corpus
        .row(resolve(&loaded.corpus, &command.address)?);
    let mut sink = Sink::open(
        command.output.output.as_deref(),
        Existing::from_force(command.output.force),
    )?;
    let written = if command.raw {
        sink.write_all(body(row)?)
    } else if command.tree {
        let tree = row.tree().ok_or_else(|| no_tree(row))?;
        let graded = row.grade(&command.rules);
        write_tree(Document::new(body(row)?, &tree), &graded, &mut sink)
    } else {
        let published = loaded.published.as_ref();
        let published = published.and_then(|join| join.row_for(row.id()));
        let report = DocumentReport::of(row, &command.rules, published);
        match command.format {
            ShowFormat::Text => write_text(&report, &mut sink),
            ShowFormat::Json => write_json(&report, &mut sink),
        }
    };
    sink.check(written)?;
    sink.finish()?;
    Ok(loaded.outcome)
}

fn body(row: Row<'_>) -> Result<&[u8]> {
    row.body().ok_or_else(|| {
        Error::invocation(format!(
            "'{}' has no body, so there is nothing to show; --verdicts says what is known of it",
            row.address()
        ))
    })
}

fn no_tree(row: Row<'_>) -> Error {
    match row.problem() {
        Some(problem) => Error::invocation(format!(
            "'{}' has no tree: {problem}; --raw shows its bytes",
            row.address()
        )),
        None => Error::invocation(format!("'{}' has no body and no tree", row.address())),
    }
}
