//! The pipeline: decompress → split → open and grade, on all cores, in input order.
//!
//! One thread reads; each worker has a queue of its own and gets every n-th block, and the results
//! are collected in the same turn. Order is kept without sorting, and the queues are short, so
//! memory does not depend on the corpus' size.

use super::envelope::{Arrived, Carriage, Opener};
use super::reader::{Block, InputReport, Records, is_blank, read_input, without_line_end};
use super::segment::Segment;
use super::source::Source;
use super::{Corpus, LoadOptions};
use crate::census::{Facts, State};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How far loading has come; read by a progress bar while others write it.
#[derive(Debug, Default)]
pub struct Progress {
    counters: Mutex<Vec<Arc<AtomicU64>>>,
    total: AtomicU64,
    documents: AtomicU64,
    cancelled: AtomicBool,
}

/// A progress at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgressSnapshot {
    /// Stored (compressed) bytes read.
    pub read: u64,
    /// Stored bytes in all; `None` when some input's size is unknown.
    pub total: Option<u64>,
    /// Documents opened.
    pub documents: u64,
}

impl ProgressSnapshot {
    /// Part done, 0 to 1; `None` when the whole is unknown.
    #[must_use]
    pub fn fraction(&self) -> Option<f64> {
        let total = self.total.filter(|&total| total > 0)?;
        Some((self.read as f64 / total as f64).min(1.0))
    }
}

impl Progress {
    fn start(&self, sources: &[Source]) {
        let counters = sources.iter().map(Source::progress).collect();
        *self.counters.lock().unwrap_or_else(PoisonError::into_inner) = counters;
        let total = sources
            .iter()
            .map(|source| source.size)
            .sum::<Option<u64>>();
        self.total
            .store(total.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// How far it is now.
    #[must_use]
    pub fn snapshot(&self) -> ProgressSnapshot {
        let counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let total = self.total.load(Ordering::Relaxed);
        ProgressSnapshot {
            read: counters
                .iter()
                .map(|counter| counter.load(Ordering::Relaxed))
                .sum(),
            total: (total != u64::MAX).then_some(total),
            documents: self.documents.load(Ordering::Relaxed),
        }
    }

    /// Asks the loader to stop soon; what has arrived stays.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// What a block came to, beside the work's own result.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    records: u64,
    blank_lines: u64,
    broken_lines: u64,
}

/// What the pipeline hands on, in input order.
enum Step<T> {
    Worked(u16, Counts, T),
    Ended(u16, InputReport),
}

/// A block of records on its way through a worker.
pub struct Batch<'b> {
    block: &'b Block,
    options: &'b LoadOptions,
    counts: Counts,
}

impl Batch<'_> {
    /// Position of the input these records are from.
    #[must_use]
    pub fn input(&self) -> u16 {
        self.block.input
    }

    /// Opens every record in order. The second argument of `take` is the digest of the body where
    /// it is known already because the body itself was too long to be kept.
    pub fn each(&mut self, mut take: impl FnMut(Arrived<'_>, Option<[u8; 32]>)) {
        let mut opener = Opener::default();
        let carriage = Carriage {
            is_envelope: self.block.is_envelope,
            mapping: &self.options.mapping,
            max_line: self.options.max_line,
        };
        let counts = &mut self.counts;
        let mut open = |record: &[u8], line: u64| {
            let arrived = opener.open(record, line, carriage);
            counts.records += 1;
            let is_broken = arrived
                .problem
                .as_ref()
                .is_some_and(super::Problem::is_of_the_input);
            counts.broken_lines += u64::from(is_broken);
            take(arrived, None);
        };
        match &self.block.records {
            Records::Lines { bytes, first } => {
                let (mut at, mut blank_lines) = (0, 0);
                for line in *first.. {
                    let rest = &bytes[at..];
                    if rest.is_empty() {
                        break;
                    }
                    let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
                    let text = &rest[..end];
                    if is_blank(text) {
                        blank_lines += 1;
                    } else {
                        open(&text[..without_line_end(text)], line);
                    }
                    at += end;
                }
                self.counts.blank_lines += blank_lines;
            }
            Records::Elements {
                bytes,
                ranges,
                first,
            } => {
                for (range, line) in ranges.iter().zip(*first..) {
                    open(&bytes[range.clone()], line);
                }
            }
            Records::TooLong(long) => {
                self.counts.records += 1;
                self.counts.broken_lines += 1;
                let arrived = Arrived {
                    line: long.line,
                    provenance: super::Provenance::default(),
                    body: Some(&long.head),
                    document: None,
                    problem: Some(long.problem.clone()),
                    facts: Facts::without_tree(State::Unparseable, &long.head),
                };
                take(arrived, Some(long.sha256));
            }
        }
    }
}

/// Runs all inputs through `work` on all cores and hands the results to `take` in input order.
/// `take` may stop it. Returns a report per input that was begun.
pub fn run<T: Send>(
    sources: Vec<Source>,
    options: &LoadOptions,
    progress: &Progress,
    work: impl Fn(&mut Batch<'_>) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) -> Vec<InputReport> {
    progress.start(&sources);
    let mut reports: Vec<InputReport> = Vec::new();
    let mut counts = vec![Counts::default(); sources.len()];
    thread::scope(|scope| {
        let worker_count = thread::available_parallelism()
            .map_or(2, usize::from)
            .clamp(1, 16);
        let mut inputs = Vec::new();
        let mut outputs = Vec::new();
        for _ in 0..worker_count {
            let (block_sender, block_receiver) = sync_channel::<Item>(2);
            let (step_sender, step_receiver) = sync_channel::<Step<T>>(2);
            inputs.push(block_sender);
            outputs.push(step_receiver);
            let work = &work;
            scope.spawn(move || worker(&block_receiver, &step_sender, options, work));
        }
        scope.spawn(move || read_all(sources, options, progress, &inputs));
        let mut stopped = false;
        'turns: loop {
            for output in &outputs {
                let Ok(step) = output.recv() else {
                    break 'turns;
                };
                match step {
                    Step::Worked(input, count, result) => {
                        let sum = &mut counts[usize::from(input)];
                        sum.records += count.records;
                        sum.blank_lines += count.blank_lines;
                        sum.broken_lines += count.broken_lines;
                        progress
                            .documents
                            .fetch_add(count.records, Ordering::Relaxed);
                        if !stopped && take(result).is_break() {
                            stopped = true;
                            progress.cancel();
                        }
                    }
                    Step::Ended(input, mut report) => {
                        let sum = counts[usize::from(input)];
                        report.records = sum.records;
                        report.blank_lines = sum.blank_lines;
                        report.broken_lines = sum.broken_lines;
                        reports.push(report);
                    }
                }
            }
        }
    });
    reports
}

enum Item {
    Block(Block),
    Ended(u16, InputReport),
}

fn read_all(
    sources: Vec<Source>,
    options: &LoadOptions,
    progress: &Progress,
    workers: &[SyncSender<Item>],
) {
    let mut turn = 0;
    let mut send = |item: Item| {
        let sent = workers[turn].send(item);
        turn = (turn + 1) % workers.len();
        if sent.is_err() || progress.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    for (source, input) in sources.into_iter().zip(0..) {
        let report = read_input(source, input, options, &mut |block| {
            send(Item::Block(block))
        });
        if send(Item::Ended(input, report)).is_break() {
            return;
        }
    }
}

fn worker<T>(
    blocks: &Receiver<Item>,
    steps: &SyncSender<Step<T>>,
    options: &LoadOptions,
    work: &(impl Fn(&mut Batch<'_>) -> T + Sync),
) {
    for item in blocks {
        let step = match item {
            Item::Block(block) => {
                let mut batch = Batch {
                    block: &block,
                    options,
                    counts: Counts::default(),
                };
                let result = work(&mut batch);
                Step::Worked(block.input, batch.counts, result)
            }
            Item::Ended(input, report) => Step::Ended(input, report),
        };
        if steps.send(step).is_err() {
            return;
        }
    }
}

/// Keeps a batch in memory.
pub fn segment(batch: &mut Batch<'_>) -> Segment {
    let mut segment = Segment::default();
    let input = batch.input();
    batch.each(|arrived, sha256| segment.push(arrived, input, sha256));
    segment.finish();
    segment
}

/// What a loader in the background tells.
#[derive(Debug)]
pub enum LoadEvent {
    /// More documents, to be appended in this order.
    Segment(Arc<Segment>),
    /// Everything that will come has come; a report per input.
    Finished(Vec<InputReport>),
}

/// Loads in the background; events come in order, the last is [`LoadEvent::Finished`].
///
/// # Errors
/// When the system gives no thread.
pub fn load_in_background(
    sources: Vec<Source>,
    options: LoadOptions,
    progress: Arc<Progress>,
) -> std::io::Result<Receiver<LoadEvent>> {
    let (sender, receiver) = sync_channel(8);
    thread::Builder::new()
        .name("load".to_owned())
        .spawn(move || {
            let reports = run(
                sources,
                &options,
                &progress,
                segment,
                |segment| match sender.send(LoadEvent::Segment(Arc::new(segment))) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                },
            );
            // The receiver may be gone already, when the program is ending.
            let _ = sender.send(LoadEvent::Finished(reports));
        })?;
    Ok(receiver)
}

/// Loads everything and returns when it is there.
#[must_use]
pub fn load(sources: Vec<Source>, options: &LoadOptions, progress: &Progress) -> Corpus {
    let mut corpus = Corpus::default();
    let reports = run(sources, options, progress, segment, |segment| {
        corpus.push(Arc::new(segment));
        ControlFlow::Continue(())
    });
    corpus.set_reports(reports);
    corpus
}
