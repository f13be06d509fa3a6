//! `cardex report`: all the paper's tables for these files.

use super::args::{ReportArguments, TextFormat};
use super::inputs;
use super::outcome::Outcome;
use super::sink::{Existing, Sink};
use crate::error::Result;
use crate::output::report::{ReportFormat, write};
use crate::totals::{Report, ReportInput};

/// Counts everything and writes it.
pub(super) fn run(command: &ReportArguments) -> Result<Outcome> {
    let mut sink = Sink::open(
        command.output.as_deref(),
        Existing::from_force(command.force),
    )?;
    let loaded = inputs::load_all(&command.inputs)?;
    let input = ReportInput {
        corpus: &loaded.corpus,
        selection: None,
        published: loaded.published.as_ref(),
        frame: loaded.frame.as_ref(),
    };
    let report = Report::of(input, &command.view.rules);
    let format = match command.format {
        TextFormat::Text => ReportFormat::Text,
        TextFormat::Json => ReportFormat::Json,
        TextFormat::Markdown => ReportFormat::Markdown,
    };
    let written = write(&report, format, &mut sink);
    sink.check(written)?;
    sink.finish()?;
    Ok(loaded.outcome)
}
