//! `cardex list`: documents as rows of chosen columns.

use super::args::{ListArguments, ListFormat};
use super::outcome::{Outcome, defects};
use super::sink::{Existing, Sink};
use super::view::{Known, View};
use super::{inputs, print, say};
use crate::census::{State, Verdict};
use crate::corpus::DocumentId;
use crate::error::{Error, ErrorKind, Result};
use crate::output::list::{ListColumn, ListStyle, ListWriter, Listed, Screen};
use crate::query::{Outside as _, nearest};
use crate::text::clean;
use std::fmt::Write as _;
use std::io;

/// Lists the documents that the view asks for.
pub(super) fn run(command: &ListArguments) -> Result<Outcome> {
    if command.columns.iter().any(|name| name == "help") {
        return print(help().as_bytes());
    }
    let chosen = columns(&command.columns)?;
    let mut view = View::of(&command.view)?;
    view.shows_reading = chosen.contains(&ListColumn::Reading);
    let output = command.output.output.as_deref();
    inputs::refuse_output(&command.inputs, output)?;
    let mut sink = Sink::open(output, Existing::from_force(command.output.force))?;
    let loaded = inputs::load_all(&command.inputs)?;
    let known = Known::of(&loaded, &view, &command.readings)?;
    let ids = view.select(&known);
    let screen = sink.screen_width().map(|width| Screen {
        width,
        may_leave_out: chosen.is_empty(),
    });
    let columns = if chosen.is_empty() {
        ListColumn::usual(loaded.published.is_some())
    } else {
        chosen
    };
    let style = match command.format {
        ListFormat::Text => ListStyle::Text,
        ListFormat::Csv => ListStyle::Csv,
        ListFormat::Jsonl => ListStyle::Jsonl,
    };
    let mut has_defect = false;
    let mut write = |id: DocumentId, writer: &mut ListWriter<'_>| -> io::Result<()> {
        let row = loaded.corpus.row(id);
        let graded = writer.needs_grade().then(|| row.grade(&view.rules));
        let judgement = row.judgement(&view.rules);
        has_defect |=
            judgement.verdict == Some(Verdict::Invalid) || row.facts().state == State::Unparseable;
        writer.write(&Listed {
            graded: graded.as_ref(),
            reading: known.beside().reading(id).unwrap_or_default(),
            ..Listed::new(row, judgement, loaded.published.as_deref())
        })
    };
    if ids.is_empty() {
        say("no document passes, so the list is empty");
    }
    let written = (|| {
        let mut writer = ListWriter::new(columns, style, &mut sink)?.fitted(screen);
        for id in ids {
            write(id, &mut writer)?;
        }
        writer.finish()
    })();
    let left_out = sink.check(written)?;
    sink.finish()?;
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.into_iter().map(ListColumn::as_str).collect();
        say(&format!(
            "no room for the columns {}; a wider terminal, a pipe or --columns has them",
            names.join(", ")
        ));
    }
    Ok(loaded
        .outcome
        .max(defects(command.fail_on_defect, has_defect)))
}

fn columns(names: &[String]) -> Result<Vec<ListColumn>> {
    let names = names.iter().map(|name| name.trim());
    names.filter(|name| !name.is_empty()).map(column).collect()
}

fn column(name: &str) -> Result<ListColumn> {
    ListColumn::from_name(name).ok_or_else(|| {
        let all: Vec<&str> = ListColumn::all().map(ListColumn::as_str).collect();
        let mut near = nearest(name, all.iter().copied(), 5);
        if near.is_empty() {
            near = all;
        }
        let error = Error::new(ErrorKind::NoSuch {
            what: "column",
            given: clean(name).into_owned(),
            nearest: near.into_iter().map(str::to_owned).collect(),
        });
        Error::invocation(format!(
            "{error}; '--columns help' lists them all with what they hold"
        ))
    })
}

fn help() -> String {
    let mut out = String::from("Columns of a list:\n");
    for column in ListColumn::all() {
        let _ = writeln!(out, "  {:<22} {}", column.as_str(), column.help());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_column_brings_the_nearest_names() {
        let error = column("verdct").expect_err("no such column").to_string();
        assert!(error.contains("'verdct'; nearest: verdict"), "{error}");
        assert!(error.contains("'--columns help'"), "{error}");
    }
}
