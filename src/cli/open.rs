//! `cardex` without a command: opens the terminal.

use super::args::{OpenArguments, PlaceArgument};
use super::inputs::{self, Opened};
use super::outcome::Outcome;
use super::say;
use super::scribe::{Desk, Opening, Scribe};
use super::sink::{Existing, Sink};
use crate::corpus::{Corpus, LoadEvent, LoadOptions, Progress, load_in_background};
use crate::error::{Error, ErrorKind, Result};
use crate::published::{join, read_frame, read_verdicts};
use crate::query::fuzzy;
use crate::tui::app::{Setup, Startup};
use crate::tui::clipboard::{Surroundings, Way};
use crate::tui::driver::{Ended, Event};
use crate::tui::hands::Tools;
use crate::tui::keymap::PlaceName;
use crate::tui::layout::Size;
use crate::tui::message::{ExportOrder, LoadProgress, Loaded, Msg, Overwrite, Shared};
use crate::tui::session::{self, Start};
use crate::tui::state::Places;
use crate::tui::state::census::facets;
use crate::tui::state::workspace::{Data, View, Workspace};
use crate::tui::theme::{GlyphSet, Glyphs, ThemeName};
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Opens the terminal and stays there until the person leaves.
pub(super) fn run(arguments: OpenArguments) -> Result<Outcome> {
    if !std::io::stdout().is_terminal() {
        if let Some(error) = inputs::mistyped_command(&arguments.inputs.inputs) {
            return Err(error);
        }
        return Err(Error::invocation(
            "standard output is no terminal; to write to a file or pipe use 'cardex report', 'cardex grade', \
             'cardex list' or 'cardex compare' (see 'cardex --help')",
        ));
    }
    let view = view(&arguments)?;
    // Standard input may come late; the screen does not wait for it.
    let opened = if arguments.inputs.read_standard_input() {
        None
    } else {
        Some(opened(&arguments)?)
    };
    let data = data(&arguments, opened.as_ref());
    let startup = Startup {
        open: arguments.document.clone(),
        marks: arguments.mark.clone(),
    };
    let glyphs = if arguments.ascii {
        GlyphSet::Ascii
    } else {
        GlyphSet::Unicode
    };
    let start = Start {
        workspace: Workspace::new(data, view, facets()),
        places: Places::with_marks(Glyphs::of(glyphs).marks),
        startup,
    };
    let setup = Setup {
        size: Size::default(),
        place: place(arguments.place),
        theme: ThemeName::chosen(arguments.theme, std::env::var("NO_COLOR").ok().as_deref()),
        glyphs,
        mouse: arguments.mouse,
        rank,
    };
    let options = LoadOptions {
        is_eager: opened.is_none(),
        ..arguments.inputs.load_options()
    };
    let scribe = Scribe::start(arguments.readings.clone());
    let desk = scribe.desk();
    let tools = tools(&arguments, &desk);
    let ended = session::run(setup, tools, start, |inbox| {
        begin(
            move || opened.map_or_else(|| self::opened(&arguments), Ok),
            options,
            (inbox, desk),
        );
    });
    // Whatever ended the terminal, what was read is written first.
    let lost = scribe.finish();
    if lost > 0 {
        say(&format!("{lost} readings could not be saved and are lost"));
    }
    let ended = ended.map_err(|error| {
        Error::new(ErrorKind::Io {
            attempt: "cannot use the terminal",
            source: error,
        })
    })?;
    Ok(match ended {
        Ended::Quit => Outcome::Done,
        Ended::Signal(number) => Outcome::Signal(number),
        Ended::Panicked => Outcome::Panicked,
        Ended::Lost(why) => {
            say(&why);
            Outcome::Wrong
        }
    })
}

pub(super) fn view(arguments: &OpenArguments) -> Result<View> {
    let view = super::view::View::of(&arguments.view)?;
    Ok(View {
        query: view.query,
        sort: view.sort,
        rules: view.rules,
        only: None,
    })
}

/// The inputs, opened and told apart.
fn opened(arguments: &OpenArguments) -> Result<Opened> {
    let opened = inputs::open(&arguments.inputs)?;
    opened.need_corpus()?;
    Ok(opened)
}

fn data(arguments: &OpenArguments, opened: Option<&Opened>) -> Data {
    let names = match opened {
        Some(opened) => opened
            .corpora
            .iter()
            .map(|source| source.name.clone())
            .collect(),
        None => vec!["standard input".to_owned()],
    };
    let title = title(&names);
    Data {
        corpus: Corpus::for_inputs(names),
        title,
        arguments: words(arguments),
        loading: Some(LoadProgress::default()),
        ..Data::default()
    }
}

/// The words of a command line that opens the same inputs and the same readings.
pub(super) fn words(arguments: &OpenArguments) -> Vec<String> {
    let mut words = arguments.inputs.words();
    let dissent = arguments.readings.dissent.iter();
    words.extend(dissent.map(|path| format!("--dissent={}", path.display())));
    let reader = arguments.readings.reader.iter();
    words.extend(reader.map(|name| format!("--reader={name}")));
    words
}

/// What the first line calls the inputs.
pub(super) fn title(names: &[String]) -> String {
    match names {
        [one] if one == crate::sample::NAME => one.clone(),
        [one] => Path::new(one)
            .file_name()
            .map_or(one.clone(), |name| name.to_string_lossy().into_owned()),
        many => format!("{} files", many.len()),
    }
}

pub(super) fn place(place: PlaceArgument) -> PlaceName {
    match place {
        PlaceArgument::Census => PlaceName::Census,
        PlaceArgument::Compare => PlaceName::Compare,
        PlaceArgument::Dissent => PlaceName::Dissent,
        PlaceArgument::Rules => PlaceName::Rules,
        PlaceArgument::Fields => PlaceName::Fields,
        PlaceArgument::Report => PlaceName::Report,
    }
}

/// How the palette matches names.
pub(super) fn rank(pattern: &str, names: &[&str]) -> Vec<usize> {
    fuzzy::rank(pattern, names, names.len())
        .into_iter()
        .map(|found| found.index)
        .collect()
}

fn tools(arguments: &OpenArguments, desk: &Desk) -> Tools {
    let again = arguments.clone();
    let (to_reload, to_keep) = (desk.clone(), desk.clone());
    Tools {
        way: arguments.clipboard.clone().unwrap_or(Way::Auto),
        around: Surroundings::from_variables(|name| {
            std::env::var_os(name).is_some_and(|value| !value.is_empty())
        }),
        clipboard_file: std::env::temp_dir().join("cardex-clipboard.txt"),
        pager: std::env::var("PAGER")
            .ok()
            .filter(|pager| !pager.trim().is_empty()),
        write_file,
        export,
        reload: Arc::new(move |inbox| reload(&again, (inbox, to_reload.clone()))),
        readings: Arc::new(move |order| to_keep.keep(order)),
    }
}

fn write_file(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), String> {
    let write = || {
        let mut sink = Sink::open(Some(path), existing(overwrite))?;
        let written = sink.write_all(bytes);
        sink.check(written)?;
        sink.finish()
    };
    write().map_err(|error: Error| error.to_string())
}

fn export(order: &ExportOrder) -> Result<(), String> {
    let write = || {
        let mut sink = Sink::open(Some(&order.path), existing(order.overwrite))?;
        let written = order.request.0.write(&mut sink);
        sink.check(written)?;
        sink.finish()
    };
    write().map_err(|error: Error| error.to_string())
}

fn existing(overwrite: Overwrite) -> Existing {
    match overwrite {
        Overwrite::Refuse => Existing::Keep,
        Overwrite::Replace => Existing::Replace,
    }
}

/// Reads all inputs again; standard input cannot be.
fn reload(arguments: &OpenArguments, (inbox, desk): (Sender<Event>, Desk)) {
    let failed = |sentence: String| {
        // The program may have ended meanwhile.
        let _ = inbox.send(Event::Msg(Msg::Failed(sentence)));
    };
    let is_stdin = |path: &std::path::PathBuf| path == Path::new("-");
    let inputs = &arguments.inputs.inputs;
    if inputs.iter().any(is_stdin) || (inputs.is_empty() && !std::io::stdin().is_terminal()) {
        return failed("Standard input cannot be read again.".to_owned());
    }
    match inputs::open(&arguments.inputs) {
        Err(error) => failed(error.to_string()),
        Ok(opened) => {
            let _ = inbox.send(Event::Msg(Msg::Reloading));
            begin(
                move || Ok(opened),
                arguments.inputs.load_options(),
                (inbox, desk),
            );
        }
    }
}

/// Starts reading everything; what comes is sent to the loop.
fn begin(
    open: impl FnOnce() -> Result<Opened> + Send + 'static,
    options: LoadOptions,
    (inbox, desk): (Sender<Event>, Desk),
) {
    thread::spawn(move || {
        let failed = inbox.clone();
        let outcome = open()
            .map_err(|error| error.to_string())
            .and_then(|opened| {
                let named = opened.named.clone();
                let corpus = read(opened, options, inbox.clone())?;
                desk.open(Opening {
                    corpus,
                    named,
                    inbox,
                });
                Ok(())
            });
        if let Err(sentence) = outcome {
            // Nobody listens when the program has ended meanwhile.
            let nothing = Msg::Loaded(Shared(Arc::new(Loaded::default())));
            let _ = failed.send(Event::Msg(nothing));
            let _ = failed.send(Event::Msg(Msg::Failed(sentence)));
        }
    });
}

/// Least time between two counts while loading.
const PACE: Duration = Duration::from_millis(150);

fn read(opened: Opened, options: LoadOptions, inbox: Sender<Event>) -> Result<Corpus, String> {
    let progress = Arc::new(Progress::default());
    let mapping = options.mapping.clone();
    let (verdicts, frame) = (opened.verdicts, opened.frame);
    let events = load_in_background(opened.corpora, options, Arc::clone(&progress))
        .map_err(|error| format!("Nothing can be loaded: {error}."))?;
    // Tables are read while documents arrive.
    let tables = Mutex::new(None);
    let mut corpus = Corpus::default();
    let mut pace = Pace::new();
    thread::scope(|scope| {
        let tables = &tables;
        scope.spawn(move || {
            let read = (
                verdicts.map(|source| read_verdicts(source, &mapping)),
                frame.map(|source| read_frame(source, &mapping)),
            );
            *tables.lock().unwrap_or_else(PoisonError::into_inner) = Some(read);
        });
        loop {
            match events.recv_timeout(PACE) {
                Ok(LoadEvent::Segment(segment)) => {
                    corpus.push(Arc::clone(&segment));
                    send(&inbox, Msg::Arrived(Shared(segment)))?;
                }
                Ok(LoadEvent::Finished(reports)) => {
                    corpus.set_reports(reports);
                    return Ok(());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("Loading stopped unexpectedly.".to_owned());
                }
            }
            if let Some(told) = pace.due(&progress, corpus.len()) {
                send(&inbox, Msg::Progressed(told))?;
            }
        }
    })?;
    let (verdicts, frame) = tables
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .unwrap_or_default();
    let (mut remarks, mut sentences) = (Vec::new(), Vec::new());
    for report in corpus.reports() {
        let name = Path::new(&report.name).file_name().map_or_else(
            || report.name.clone(),
            |name| name.to_string_lossy().into_owned(),
        );
        let said = report
            .sentences()
            .into_iter()
            .rev()
            .map(|sentence| format!("{name}: {sentence}"));
        let needs_attention = report.is_damaged()
            || report.damage.is_some()
            || matches!(report.layout, crate::corpus::Layout::BareUnlikely(_));
        if needs_attention {
            sentences.extend(said)
        } else {
            remarks.extend(said)
        }
    }
    if corpus.is_empty() {
        sentences.push(
            "There is no record in the input: a JSON document, or an envelope that carries one."
                .to_owned(),
        );
    }
    let verdicts = keep(verdicts, &mut sentences);
    if let Some(file) = &verdicts {
        sentences.extend(
            file.sentences()
                .into_iter()
                .map(|sentence| format!("{}: {sentence}", file.name())),
        );
    }
    let frame = keep(frame, &mut sentences);
    if let Some(file) = &frame {
        sentences.extend(
            file.sentences()
                .into_iter()
                .map(|sentence| format!("{}: {sentence}", file.name())),
        );
    }
    let loaded = Loaded {
        published: verdicts.map(|file| Arc::new(join(&corpus, Arc::new(file)))),
        frame: frame.map(Arc::new),
        reports: corpus.reports().to_vec(),
        remarks,
        sentences,
    };
    send(&inbox, Msg::Loaded(Shared(Arc::new(loaded))))?;
    Ok(corpus)
}

/// A table that was read; what stood in the way becomes a sentence.
fn keep<T>(table: Option<Result<T>>, sentences: &mut Vec<String>) -> Option<T> {
    match table? {
        Ok(table) => Some(table),
        Err(error) => {
            sentences.push(error.to_string());
            None
        }
    }
}

fn send(inbox: &Sender<Event>, msg: Msg) -> Result<(), String> {
    let sent = inbox.send(Event::Msg(msg));
    sent.map_err(|error| format!("The program has ended ({error})."))
}

/// When what has arrived is counted anew: often at first, then with every tenth more, so that
/// counting never takes most of the time.
struct Pace {
    started: Instant,
    last: Instant,
    counted: usize,
}

impl Pace {
    fn new() -> Self {
        let now = Instant::now();
        Self {
            started: now,
            last: now,
            counted: 0,
        }
    }

    fn due(&mut self, progress: &Progress, count: usize) -> Option<LoadProgress> {
        let since = self.last.elapsed();
        let has_grown = count > self.counted + self.counted / 10;
        let is_first = self.counted == 0 && count > 0;
        if !is_first && (since < PACE || (!has_grown && since < PACE * 6)) {
            return None;
        }
        self.last = Instant::now();
        self.counted = count;
        let snapshot = progress.snapshot();
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        let rate = snapshot.read as f64 / seconds;
        let left = snapshot
            .total
            .map(|total| total.saturating_sub(snapshot.read) as f64 / rate.max(1.0));
        Some(LoadProgress {
            snapshot,
            rate: rate as u64,
            seconds_left: left.map(|left| left.ceil() as u64),
        })
    }
}
