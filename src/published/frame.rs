//! The frame: every request of a collection, and the denominators it gives.

use super::cell::{Cell, is_empty_word, read_bool, read_status};
use super::columns::{
    FRAME_COLUMNS, FRAME_HOST, FRAME_IS_CARD, FRAME_PATH, FRAME_STATUS, FRAME_URL,
};
use super::recognise::{Kind, expect};
use super::table::{Note, NoteKind, Reading, Table, read_table};
use crate::census::State;
use crate::corpus::gzip::GzipDamage;
use crate::corpus::{Corpus, Mapping, Source, normal_host, split_url};
use crate::error::Result;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Where agents publish their card since 0.3.0.
pub const CURRENT_PATH: &str = "/.well-known/agent-card.json";
/// Where they did before.
pub const LEGACY_PATH: &str = "/.well-known/agent.json";

/// A frame file, every cell as written.
#[derive(Debug)]
pub struct Frame {
    table: Table,
}

/// Reads a frame file.
///
/// # Errors
/// When it is empty, is something else, has no column that names a host or none that says what
/// came of a request, or cannot be read.
pub fn read_frame(source: Source, mapping: &Mapping) -> Result<Frame> {
    expect(&source, mapping, Kind::Frame)?;
    let reading = Reading {
        known: &FRAME_COLUMNS,
        mapping,
        expected: "a frame file (CSV with a header)",
    };
    let mut frame = Frame {
        table: read_table(source, reading)?,
    };
    for row in 0..frame.table.len() {
        let (status, is_card, is_nameless) = {
            let row = frame.row(row);
            (row.status(), row.is_card(), row.host().is_empty())
        };
        if status == Cell::Unread {
            frame.table.note_unread(row, FRAME_STATUS);
        }
        if is_card == Cell::Unread {
            frame.table.note_unread(row, FRAME_IS_CARD);
        }
        if is_nameless {
            let line = frame.table.line(row);
            frame.table.note(NoteKind::Nameless, "", line, "");
        }
    }
    Ok(frame)
}

impl Frame {
    /// As the user gave it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.table.name()
    }

    /// Number of requests.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there is no request.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.len() == 0
    }

    /// A request, from 0.
    ///
    /// # Panics
    /// When there is no such request.
    #[must_use]
    pub fn row(&self, row: usize) -> FrameRow<'_> {
        FrameRow { frame: self, row }
    }

    /// Every request, in order.
    pub fn rows(&self) -> impl Iterator<Item = FrameRow<'_>> {
        (0..self.len()).map(|row| self.row(row))
    }

    /// What is odd about it, in the order it was met.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        self.table.notes()
    }

    /// What was wrong with its compression.
    #[must_use]
    pub fn damage(&self) -> Option<&GzipDamage> {
        self.table.damage()
    }

    /// Whether something of it may be missing or broken.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.table.is_damaged()
    }

    /// Everything worth saying aloud, a sentence each, most important first. Safe to show.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        self.table.sentences(&FRAME_COLUMNS)
    }
}

/// A handle on one request of a frame.
#[derive(Clone, Copy, Debug)]
pub struct FrameRow<'f> {
    frame: &'f Frame,
    row: usize,
}

impl<'f> FrameRow<'f> {
    /// Line of the file on which it begins, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.frame.table.line(self.row)
    }

    fn text(&self, slot: usize) -> &'f str {
        self.frame.table.text(self.row, slot)
    }

    /// The host that was asked, written the one way hosts are. Empty when there is none.
    /// Untrusted text.
    #[must_use]
    pub fn host(&self) -> String {
        let host = self.text(FRAME_HOST);
        if is_empty_word(host) {
            return split_url(self.text(FRAME_URL)).map_or_else(String::new, |(host, _)| host);
        }
        normal_host(host)
    }

    /// The path that was asked for. Empty when there is none. Untrusted text.
    #[must_use]
    pub fn path(&self) -> Cow<'f, str> {
        let path = self.text(FRAME_PATH).trim();
        if is_empty_word(path) {
            return split_url(self.text(FRAME_URL))
                .map_or(Cow::Borrowed(""), |(_, path)| Cow::Owned(path));
        }
        Cow::Borrowed(path)
    }

    /// The HTTP status of the answer.
    #[must_use]
    pub fn status(&self) -> Cell<u16> {
        if !self.frame.table.has(FRAME_STATUS) {
            return Cell::Absent;
        }
        read_status(self.text(FRAME_STATUS))
    }

    /// The status as written. Untrusted text.
    #[must_use]
    pub fn status_text(&self) -> &'f str {
        self.text(FRAME_STATUS)
    }

    /// Whether the answer was recognised as an agent card.
    #[must_use]
    pub fn is_card(&self) -> Cell<bool> {
        if !self.frame.table.has(FRAME_IS_CARD) {
            return Cell::Absent;
        }
        read_bool(self.text(FRAME_IS_CARD))
    }

    /// Name and text of every cell that is not empty and plays no role. Untrusted text.
    pub fn extras(&self) -> impl Iterator<Item = (&'f str, &'f str)> + use<'f> {
        self.frame.table.extras(self.row)
    }
}

/// The denominators of a census. What counts cards is `None` where the frame does not say which
/// answers were cards; what counts documents is `None` without a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FrameTotals {
    /// Distinct hosts that were asked.
    pub hosts: usize,
    /// Requests: rows of the frame.
    pub requests: usize,
    /// Hosts with a card at the current path.
    pub current_path_cards: Option<usize>,
    /// Hosts with a card at the legacy path.
    pub legacy_path_cards: Option<usize>,
    /// Hosts with a card at any path.
    pub hosts_with_card: Option<usize>,
    /// Hosts that were asked for the legacy path.
    pub asked_legacy: usize,
    /// Documents of the corpus that are JSON.
    pub parsed: Option<usize>,
    /// Those from the current path.
    pub parsed_current: Option<usize>,
    /// Those from the legacy path.
    pub parsed_legacy: Option<usize>,
    /// Hosts with paths where a card was recognised and of which the corpus has no document that
    /// is JSON.
    pub recognised_but_not_in_corpus: Option<usize>,
}

/// A host and a path of the frame. Untrusted text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FramePair {
    /// The host.
    pub host: String,
    /// The path; empty where the frame names none.
    pub path: String,
}

/// How many requests for a path ended in a status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FrameOutcome {
    /// The path; empty where the frame names none. Untrusted text.
    pub path: String,
    /// The status: digits, else as written, empty where there is none. Untrusted text.
    pub status: String,
    /// Number of requests.
    pub requests: usize,
    /// Number of those that were recognised as a card.
    pub cards: usize,
}

/// What a frame says, with and without a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FrameReport {
    /// The denominators.
    pub totals: FrameTotals,
    /// Where a card was recognised that the corpus does not have, in the order of the frame; empty
    /// without a corpus.
    pub recognised_but_not_in_corpus: Vec<FramePair>,
    /// Requests by path and status: the current path, the legacy path, then others by name; within
    /// a path numbers first.
    pub outcomes: Vec<FrameOutcome>,
}

/// Counts a frame, and a corpus against it.
#[must_use]
pub fn frame_totals(frame: &Frame, corpus: Option<&Corpus>) -> FrameReport {
    let mut count = Count::default();
    for row in frame.rows() {
        count.add(row);
    }
    let knows_cards = frame.table.has(FRAME_IS_CARD);
    let cards = |number: usize| knows_cards.then_some(number);
    let at = |path: &str| {
        let pairs = count.cards.iter();
        pairs.filter(|pair| pair.path == path).count()
    };
    let card_hosts: HashSet<_> = count.cards.iter().map(|pair| &pair.host).collect();
    let parsed = corpus.map(Parsed::of);
    let missing = match &parsed {
        Some(parsed) => parsed.lacks(&count.cards),
        None => Vec::new(),
    };
    let totals = FrameTotals {
        hosts: count.hosts.len(),
        requests: frame.len(),
        current_path_cards: cards(at(CURRENT_PATH)),
        legacy_path_cards: cards(at(LEGACY_PATH)),
        hosts_with_card: cards(card_hosts.len()),
        asked_legacy: count.hosts.values().filter(|legacy| **legacy).count(),
        parsed: parsed.as_ref().map(|parsed| parsed.all),
        parsed_current: parsed.as_ref().map(|parsed| parsed.current),
        parsed_legacy: parsed.as_ref().map(|parsed| parsed.legacy),
        recognised_but_not_in_corpus: parsed.as_ref().and_then(|_| cards(missing.len())),
    };
    FrameReport {
        totals,
        recognised_but_not_in_corpus: missing,
        outcomes: count.outcomes(),
    }
}

/// Place of a path in the table of outcomes, then its name.
type PathKey = (u8, String);
/// Numbers before other texts, then each by itself.
type StatusKey = (bool, u16, String);

#[derive(Default)]
struct Count {
    /// Every host, and whether it was asked for the legacy path.
    hosts: HashMap<String, bool>,
    /// Hosts with paths that gave a card, each once, in the order of the frame.
    cards: Vec<FramePair>,
    seen_cards: HashSet<FramePair>,
    outcomes: BTreeMap<(PathKey, StatusKey), (usize, usize)>,
}

impl Count {
    fn add(&mut self, row: FrameRow<'_>) {
        let (host, path) = (row.host(), row.path());
        let is_card = row.is_card() == Cell::Is(true);
        let rank = match &*path {
            CURRENT_PATH => 0,
            LEGACY_PATH => 1,
            _ => 2,
        };
        let status = match row.status() {
            Cell::Is(status) => (false, status, String::new()),
            Cell::Unread => (true, 0, row.status_text().trim().to_owned()),
            Cell::Absent | Cell::Empty => (true, 0, String::new()),
        };
        let key = ((rank, path.clone().into_owned()), status);
        let outcome = self.outcomes.entry(key).or_default();
        outcome.0 += 1;
        outcome.1 += usize::from(is_card);
        if host.is_empty() {
            return;
        }
        if is_card {
            let pair = FramePair {
                host: host.clone(),
                path: path.clone().into_owned(),
            };
            if self.seen_cards.insert(pair.clone()) {
                self.cards.push(pair);
            }
        }
        *self.hosts.entry(host).or_default() |= rank == 1;
    }

    fn outcomes(self) -> Vec<FrameOutcome> {
        let outcomes = self.outcomes.into_iter();
        outcomes
            .map(
                |(((_, path), (is_text, number, text)), (requests, cards))| FrameOutcome {
                    path,
                    status: if is_text { text } else { number.to_string() },
                    requests,
                    cards,
                },
            )
            .collect()
    }
}

/// The documents of a corpus that are JSON.
struct Parsed<'c> {
    all: usize,
    current: usize,
    legacy: usize,
    pairs: HashSet<(&'c str, &'c str)>,
    hosts: HashSet<&'c str>,
}

impl<'c> Parsed<'c> {
    fn of(corpus: &'c Corpus) -> Self {
        let mut parsed = Self {
            all: 0,
            current: 0,
            legacy: 0,
            pairs: HashSet::new(),
            hosts: HashSet::new(),
        };
        for row in corpus.rows() {
            if !matches!(row.facts().state, State::Card | State::NotAnObject) {
                continue;
            }
            let path = row.path().trim();
            parsed.all += 1;
            parsed.current += usize::from(path == CURRENT_PATH);
            parsed.legacy += usize::from(path == LEGACY_PATH);
            parsed.pairs.insert((row.host(), path));
            parsed.hosts.insert(row.host());
        }
        parsed
    }

    /// The pairs that no document is from. A side without a path is from any path of its host.
    fn lacks(&self, cards: &[FramePair]) -> Vec<FramePair> {
        let is_there = |pair: &&FramePair| {
            let host = pair.host.as_str();
            let is_exact = self.pairs.contains(&(host, pair.path.as_str()));
            is_exact
                || self.pairs.contains(&(host, ""))
                || (pair.path.is_empty() && self.hosts.contains(host))
        };
        let absent = cards.iter().filter(|pair| !is_there(pair));
        absent.cloned().collect()
    }
}
