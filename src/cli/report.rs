//! `cardex report`: all the paper's tables for these files.

use super::args::{ReportArguments, TextFormat};
use super::inputs;
use super::outcome::{Outcome, changes, defects};
use super::sink::{Existing, Sink};
use super::view::{Known, View};
use crate::error::Result;
use crate::output::report::{ReportFormat, write, write_difference};
use crate::totals::{Report, ReportInput, difference};

/// Counts everything and writes it.
pub(super) fn run(command: &ReportArguments) -> Result<Outcome> {
    let view = View::of(&command.view)?;
    let output = command.output.output.as_deref();
    inputs::refuse_output(&command.inputs, output)?;
    let mut sink = Sink::open(output, Existing::from_force(command.output.force))?;
    let loaded = inputs::load_all(&command.inputs)?;
    let selection = if view.is_everything() {
        None
    } else {
        Some(view.select(&Known::of(&loaded, &view, &command.readings)?))
    };
    let input = ReportInput {
        corpus: &loaded.corpus,
        selection: selection.as_deref(),
        published: loaded.published.as_deref(),
        frame: loaded.frame.as_ref(),
    };
    let report = Report::of(input, &view.rules);
    let format = match command.format {
        TextFormat::Text => ReportFormat::Text,
        TextFormat::Json => ReportFormat::Json,
        TextFormat::Markdown => ReportFormat::Markdown,
    };
    let (totals, states) = (report.totals.verdicts, report.totals.states);
    let has_defect = totals.invalid + states.unparseable > 0;
    let (written, has_changed) = match &command.against {
        None => (write(&report, format, &mut sink), false),
        Some(rules) => {
            let other = Report::of(input, rules);
            let difference = difference(&report.totals, &other.totals);
            let has_changed = difference.iter().any(|figure| figure.delta() != 0);
            let written = write_difference((&report, &other), &difference, (format, &mut sink));
            (written, has_changed)
        }
    };
    sink.check(written)?;
    sink.finish()?;
    Ok(loaded
        .outcome
        .max(defects(command.fail_on_defect, has_defect))
        .max(changes(command.fail_on_change, has_changed)))
}
