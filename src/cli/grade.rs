//! `cardex grade`: the verdict file, streamed where that is possible.

use super::args::{GradeArguments, GradeFormat};
use super::outcome::{Outcome, defects};
use super::sink::{Existing, Sink};
use super::view::{Known, View, pass};
use super::{inputs, progress};
use crate::census::{Graded, Rules, State, Verdict, grade};
use crate::corpus::load::{Batch, run as run_pipeline, segment};
use crate::corpus::{Arrived, Corpus, DocumentId, Progress, Row};
use crate::error::Result;
use crate::output::verdict::{Subject, VerdictFormat, VerdictWriter, write_header};
use crate::query::{NothingOutside, Scope};
use sha2::{Digest as _, Sha256};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Grades every document of the inputs that the view asks for.
pub(super) fn run(command: &GradeArguments) -> Result<Outcome> {
    let view = View::of(&command.view)?;
    let format = match command.format {
        GradeFormat::Csv => VerdictFormat::Csv,
        GradeFormat::Jsonl => VerdictFormat::Jsonl,
    };
    if view.is_streamable() {
        stream(command, &view, format)
    } else {
        write_sorted(command, &view, format)
    }
}

/// Rows of a batch, ready to be written, and whether a defect is among them.
#[derive(Default)]
struct Rows {
    bytes: Vec<u8>,
    has_defect: bool,
}

impl Rows {
    fn take(&mut self, graded: &Graded) {
        self.has_defect |= is_defect(graded);
    }
}

fn is_defect(graded: &Graded) -> bool {
    graded.judgement.verdict == Some(Verdict::Invalid) || graded.facts.state == State::Unparseable
}

fn stream(command: &GradeArguments, view: &View, format: VerdictFormat) -> Result<Outcome> {
    let opened = inputs::open(&command.inputs)?;
    opened.need_corpus()?;
    let has_empty = opened.has_empty;
    let names: Vec<String> = opened
        .corpora
        .iter()
        .map(|source| source.name.clone())
        .collect();
    let output = command.output.output.as_deref();
    inputs::refuse_output(&command.inputs, output)?;
    let mut sink = Sink::open(output, Existing::from_force(command.output.force))?;
    let header = write_header(format, &mut sink);
    sink.check(header)?;
    let options = command.inputs.load_options();
    let progress = Progress::default();
    let mut failed = Ok(());
    let mut has_defect = false;
    let reports = progress::with_bar(&progress, || {
        let work = |batch: &mut Batch<'_>| {
            if view.query.is_empty() {
                all_rows(batch, format, &view.rules)
            } else {
                passing_rows(batch, format, (view, &names))
            }
        };
        run_pipeline(opened.corpora, &options, &progress, work, |rows| {
            has_defect |= rows.has_defect;
            match sink.write_all(&rows.bytes) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Err(error);
                    ControlFlow::Break(())
                }
            }
        })
    });
    sink.check(failed)?;
    sink.finish()?;
    let mut outcome = inputs::report(&reports, progress.snapshot().documents)?;
    if has_empty {
        outcome = outcome.max(Outcome::Wrong);
    }
    Ok(outcome.max(defects(command.fail_on_defect, has_defect)))
}

fn all_rows(batch: &mut Batch<'_>, format: VerdictFormat, rules: &Rules) -> Rows {
    let mut rows = Rows::default();
    let mut writer = VerdictWriter::new(format, Vec::new());
    batch.each(|arrived, sha256| {
        let sha256 = sha256.or_else(|| arrived.body.map(|body| Sha256::digest(body).into()));
        let graded = graded(&arrived, rules);
        rows.take(&graded);
        writer
            .write(Subject::of_arrived(&arrived, sha256.as_ref()), &graded)
            .expect("memory takes every row");
    });
    rows.bytes = writer.finish().expect("memory takes every row");
    rows
}

/// The rows of a batch that pass the query, asked of a corpus that is this batch alone.
fn passing_rows(
    batch: &mut Batch<'_>,
    format: VerdictFormat,
    (view, names): (&View, &[String]),
) -> Rows {
    let mut corpus = Corpus::for_inputs(names.to_vec());
    corpus.push(Arc::new(segment(batch)));
    let scope = Scope {
        corpus: &corpus,
        rules: &view.rules,
        outside: &NothingOutside,
    };
    let mut rows = Rows::default();
    let mut writer = VerdictWriter::new(format, Vec::new());
    for id in pass(scope, &view.query).iter() {
        let row = corpus.row(id);
        let graded = row.grade(&view.rules);
        rows.take(&graded);
        writer
            .write(Subject::of_row(row), &graded)
            .expect("memory takes every row");
    }
    rows.bytes = writer.finish().expect("memory takes every row");
    rows
}

fn graded(arrived: &Arrived<'_>, rules: &Rules) -> Graded {
    match arrived.document {
        Some(document) => grade(document, arrived.facts, rules),
        None => Graded::without_tree(arrived.facts, rules),
    }
}

fn write_sorted(command: &GradeArguments, view: &View, format: VerdictFormat) -> Result<Outcome> {
    let output = command.output.output.as_deref();
    inputs::refuse_output(&command.inputs, output)?;
    let mut sink = Sink::open(output, Existing::from_force(command.output.force))?;
    let loaded = inputs::load_all(&command.inputs)?;
    let ids = view.select(&Known::of(&loaded, view, &command.readings)?);
    let header = write_header(format, &mut sink);
    sink.check(header)?;
    let mut writer = VerdictWriter::new(format, &mut sink);
    let mut has_defect = false;
    let mut written = Ok(());
    for row in rows(&loaded.corpus, &ids) {
        let graded = row.grade(&view.rules);
        has_defect |= is_defect(&graded);
        written = writer.write(Subject::of_row(row), &graded);
        if written.is_err() {
            break;
        }
    }
    let written = written.and(writer.finish().map(drop));
    sink.check(written)?;
    sink.finish()?;
    Ok(loaded
        .outcome
        .max(defects(command.fail_on_defect, has_defect)))
}

fn rows<'c>(corpus: &'c Corpus, ids: &'c [DocumentId]) -> impl Iterator<Item = Row<'c>> {
    ids.iter().map(|&id| corpus.row(id))
}
