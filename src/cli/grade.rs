//! `cardex grade`: the verdict file, streamed.

use super::args::{GradeArguments, GradeFormat};
use super::outcome::Outcome;
use super::sink::{Existing, Sink};
use super::{inputs, progress};
use crate::census::{Graded, Rules, grade};
use crate::corpus::load::{Batch, run as run_pipeline};
use crate::corpus::{Arrived, Progress};
use crate::error::Result;
use crate::output::verdict::{Subject, VerdictFormat, VerdictWriter, write_header};
use sha2::{Digest as _, Sha256};
use std::io::Write as _;
use std::ops::ControlFlow;

/// Grades every document of the inputs.
pub(super) fn run(command: &GradeArguments) -> Result<Outcome> {
    let format = match command.format {
        GradeFormat::Csv => VerdictFormat::Csv,
        GradeFormat::Jsonl => VerdictFormat::Jsonl,
    };
    let opened = inputs::open(&command.inputs)?;
    let mut sink = Sink::open(
        command.output.as_deref(),
        Existing::from_force(command.force),
    )?;
    let header = write_header(format, &mut sink);
    sink.check(header)?;
    let options = command.inputs.load_options();
    let progress = Progress::default();
    let rules = command.view.rules;
    let mut failed = Ok(());
    let reports =
        progress::with_bar(&progress, || {
            let work = |batch: &mut Batch<'_>| rows(batch, format, &rules);
            run_pipeline(opened.corpora, &options, &progress, work, |rows| match sink
                .write_all(&rows)
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Err(error);
                    ControlFlow::Break(())
                }
            })
        });
    sink.check(failed)?;
    sink.finish()?;
    inputs::report(&reports, progress.snapshot().documents)
}

/// The rows of a batch, ready to be written.
fn rows(batch: &mut Batch<'_>, format: VerdictFormat, rules: &Rules) -> Vec<u8> {
    let mut writer = VerdictWriter::new(format, Vec::new());
    batch.each(|arrived, sha256| {
        let sha256 = sha256.or_else(|| arrived.body.map(|body| Sha256::digest(body).into()));
        let graded = graded(&arrived, rules);
        writer
            .write(Subject::of_arrived(&arrived, sha256.as_ref()), &graded)
            .expect("memory takes every row");
    });
    writer.finish().expect("memory takes every row")
}

fn graded(arrived: &Arrived<'_>, rules: &Rules) -> Graded {
    match arrived.document {
        Some(document) => grade(document, arrived.facts, rules),
        None => Graded::without_tree(arrived.facts, rules),
    }
}
