//! Keeps the file of readings while the terminal is open: one thread writes, in the order given, and
//! looks every now and then what others have added.

use super::args::ReadingArguments;
use super::readings::{named, origin};
use crate::corpus::{Corpus, DocumentId};
use crate::dissent::{
    DocumentRef, Log, NOBODY, News, Reading, Readings, Voices, log_path, save_elsewhere,
};
use crate::error::{Error, Result};
use crate::tui::driver::Event;
use crate::tui::message::{Msg, Shared};
use crate::tui::state::workspace::{OpenedReadings, ReadingsNews, ReadingsOrder, SaveOrder};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often the file is looked at while nothing is written.
const LOOK: Duration = Duration::from_secs(2);

/// What the thread is asked to do.
enum Order {
    /// Find and read the file that belongs to a corpus.
    Open(Box<Opening>),
    /// Write readings.
    Keep(Shared<ReadingsOrder>),
    /// Everything was asked for.
    Finish,
}

/// A corpus whose readings are wanted.
pub(super) struct Opening {
    /// The documents.
    pub(super) corpus: Corpus,
    /// Files and directories they came from, as named.
    pub(super) named: Vec<PathBuf>,
    /// Where news go.
    pub(super) inbox: Sender<Event>,
}

/// The thread's other end.
pub(super) struct Scribe {
    orders: Sender<Order>,
    thread: JoinHandle<usize>,
}

/// A way to give it orders.
#[derive(Clone)]
pub(super) struct Desk {
    orders: Sender<Order>,
}

impl Scribe {
    /// Starts the thread.
    pub(super) fn start(arguments: ReadingArguments) -> Self {
        let (orders, waiting) = mpsc::channel();
        let work = Work {
            arguments,
            log: Err("the file of readings is not open".to_owned()),
            inbox: None,
            lost: 0,
        };
        Self {
            orders,
            thread: thread::spawn(move || work.run(&waiting)),
        }
    }

    /// A way to give it orders.
    pub(super) fn desk(&self) -> Desk {
        Desk {
            orders: self.orders.clone(),
        }
    }

    /// Waits until everything asked for is written; returns how many readings could not be in the end.
    pub(super) fn finish(self) -> usize {
        // A thread that is gone has said so itself.
        let _ = self.orders.send(Order::Finish);
        self.thread.join().unwrap_or_default()
    }
}

impl Desk {
    /// Has the readings of a corpus opened; the news comes by itself.
    pub(super) fn open(&self, opening: Opening) {
        self.order(Order::Open(Box::new(opening)));
    }

    /// Puts the time on readings, at once, or has them written.
    pub(super) fn keep(&self, order: Shared<ReadingsOrder>) -> Option<Msg> {
        if let ReadingsOrder::Stamp(intent) = &*order.0 {
            let (intent, time) = (intent.clone(), now());
            return Some(message(ReadingsNews::Stamped { intent, time }));
        }
        self.order(Order::Keep(order));
        None
    }

    fn order(&self, order: Order) {
        // A thread that is gone has said so itself.
        let _ = self.orders.send(order);
    }
}

/// The moment, in UTC, to the second.
fn now() -> String {
    let now = jiff::Timestamp::now();
    let second = jiff::Timestamp::from_second(now.as_second()).unwrap_or(now);
    second.to_string()
}

fn message(news: ReadingsNews) -> Msg {
    Msg::Readings(Shared(Arc::new(news)))
}

/// What the thread has.
struct Work {
    arguments: ReadingArguments,
    /// The file, or why there is none.
    log: std::result::Result<Log, String>,
    inbox: Option<Sender<Event>>,
    /// Readings whose last writing failed.
    lost: usize,
}

impl Work {
    fn run(mut self, orders: &Receiver<Order>) -> usize {
        loop {
            match orders.recv_timeout(LOOK) {
                Ok(Order::Open(opening)) => self.open(*opening),
                Ok(Order::Keep(order)) => match &*order.0 {
                    // Answered by the desk.
                    ReadingsOrder::Stamp(_) => {}
                    ReadingsOrder::Save(order) => self.save(order),
                    ReadingsOrder::SaveTo { path, readings } => self.save_to(path, readings),
                },
                Err(RecvTimeoutError::Timeout) => self.look(),
                Ok(Order::Finish) | Err(RecvTimeoutError::Disconnected) => return self.lost,
            }
        }
    }

    fn tell(&self, news: ReadingsNews) {
        if let Some(inbox) = &self.inbox {
            // The program may have ended meanwhile.
            let _ = inbox.send(Event::Msg(message(news)));
        }
    }

    fn open(&mut self, opening: Opening) {
        let corpus = &opening.corpus;
        self.inbox = Some(opening.inbox);
        let mut sentences = Vec::new();
        // Place 3 says beside the name how to give one; a notice would hide what loading has to say.
        let name = named(&self.arguments).unwrap_or_else(|error| {
            sentences.push(error.to_string());
            None
        });
        let reader = name.unwrap_or_else(|| NOBODY.to_owned());
        let digest = match opening.named.as_slice() {
            [_] => String::new(),
            _ => corpus.digest(),
        };
        let chosen = self.arguments.dissent.as_deref();
        let path = log_path(chosen, origin(&opening.named, &digest));
        let opened = path.and_then(|path| Log::look(&path));
        let (readings, file) = match opened {
            Ok((log, news)) => {
                let problems = news.problems.iter();
                sentences.extend(problems.map(|problem| format!("{}: {problem}", log.name())));
                let name = log.name().to_owned();
                self.log = Ok(log);
                (Readings::of(&news), name)
            }
            Err(error) => {
                sentences.push(format!("Readings cannot be kept: {error}"));
                self.log = Err(error.to_string());
                (Readings::default(), "no file".to_owned())
            }
        };
        let voices = Voices::of(&readings, &reader, corpus.len(), |position| {
            DocumentRef::of_row(corpus.row(DocumentId(position as u32)))
        });
        self.tell(ReadingsNews::Opened(Mutex::new(Some(Box::new(
            OpenedReadings {
                readings,
                voices,
                reader,
                file,
                sentences,
            },
        )))));
    }

    fn save(&mut self, order: &Arc<SaveOrder>) {
        let order = Arc::clone(order);
        let saved = match &mut self.log {
            Ok(log) => make_folder(Path::new(log.name()))
                .and_then(|()| log.append(&order.readings))
                .map_err(|error| error.to_string()),
            Err(why) => Err(why.clone()),
        };
        match saved {
            Ok(lines) => {
                self.lost = 0;
                self.tell(ReadingsNews::Saved { order, lines });
                self.look();
            }
            Err(reason) => {
                // An order has everything in it that was not written before.
                self.lost = order.readings.len();
                self.tell(ReadingsNews::NotSaved { order, reason });
            }
        }
    }

    fn save_to(&mut self, path: &Path, readings: &[Reading]) {
        let mut all = Readings::default();
        all.give(readings.to_vec());
        let moved = make_folder(path).and_then(|()| save_elsewhere(path, &all));
        match moved {
            Ok((log, news)) => {
                self.lost = 0;
                let file = log.name().to_owned();
                self.log = Ok(log);
                self.tell(ReadingsNews::Moved { file, news });
            }
            Err(error) => self.tell(ReadingsNews::NotMoved(error.to_string())),
        }
    }

    /// Tells what others have added. What cannot be read now may be readable next time.
    fn look(&mut self) {
        let news = match &mut self.log {
            Ok(log) => log.poll().unwrap_or_else(|_| News::default()),
            Err(_) => return,
        };
        if !news.is_empty() {
            self.tell(ReadingsNews::Looked(news));
        }
    }
}

/// Makes the data directory when it is the first time.
fn make_folder(path: &Path) -> Result<()> {
    let folder = path.parent();
    let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| {
        Error::io(
            folder.display().to_string(),
            "cannot make the directory",
            error,
        )
    })
}
