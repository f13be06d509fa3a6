//! One input to blocks of records: the first, sequential stage of the pipeline.

use super::gzip::GzipDamage;
use super::layout::{Layout, LayoutVote};
use super::source::Source;
use super::{LoadOptions, Problem};
use crate::card::{BOM, Document, Reason, Tree, parse};
use crate::spec::JsonType;
use sha2::{Digest, Sha256};
use std::io::{self, Read};
use std::ops::{ControlFlow, Range};

/// Aimed size of a block; large enough to make a hand-over cheap, small enough to bound memory.
const BLOCK: usize = 512 * 1024;
/// How much of a file is gathered to see whether it is one JSON value.
const WHOLE_LIMIT: usize = 1 << 30;
/// How much of an over-long line is kept to be looked at.
const HEAD: usize = 4096;

/// Some records of one input, in order.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) input: u16,
    pub(super) is_envelope: bool,
    pub(super) records: Records,
}

#[derive(Debug)]
pub(super) enum Records {
    /// Whole lines; the number of the first.
    Lines { bytes: Vec<u8>, first: u64 },
    /// Elements of an array, or a file that is one value; the number of the first.
    Elements {
        bytes: Vec<u8>,
        ranges: Vec<Range<usize>>,
        first: u64,
    },
    /// A line that was too long to be kept.
    TooLong(LongLine),
}

/// What is kept of a line beyond the limit.
#[derive(Clone, Debug)]
pub(super) struct LongLine {
    pub(super) line: u64,
    pub(super) head: Vec<u8>,
    pub(super) sha256: [u8; 32],
    pub(super) problem: Problem,
}

/// What reading an input came to.
#[derive(Clone, Debug)]
pub struct InputReport {
    /// As the user gave it.
    pub name: String,
    /// How it carries its documents.
    pub layout: Layout,
    /// Whether it was read as one JSON value rather than line by line.
    pub is_whole: bool,
    /// Lines with nothing but white space, skipped.
    pub blank_lines: u64,
    /// Decompressed bytes read.
    pub bytes: u64,
    /// What was wrong with its compression.
    pub damage: Option<GzipDamage>,
    /// Why reading stopped before the end.
    pub stopped: Option<String>,
    /// Records whose line was broken, counted by whoever opened them.
    pub broken_lines: u64,
    /// Records in it.
    pub records: u64,
}

impl InputReport {
    /// Whether something of this input may be missing or broken; trailing bytes after complete
    /// gzip data are told but are no damage to the data.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.broken_lines > 0
            || self.stopped.is_some()
            || self.damage.as_ref().is_some_and(GzipDamage::loses_data)
    }

    /// Everything worth saying aloud, a sentence each, most important first. Keys in them are
    /// untrusted text.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut out = Vec::new();
        out.extend(self.damage.as_ref().map(ToString::to_string));
        out.extend(self.stopped.clone());
        if self.broken_lines > 0 {
            out.push(format!(
                "{} lines are broken and listed as unparseable",
                self.broken_lines
            ));
        }
        if self.records > 0 {
            out.push(self.layout.sentence());
        }
        if self.blank_lines > 0 {
            out.push(format!("{} blank lines are skipped", self.blank_lines));
        }
        out
    }
}

/// Reads one input to its end and hands on its records in blocks.
pub(super) fn read_input(
    source: Source,
    input: u16,
    options: &LoadOptions,
    emit: &mut dyn FnMut(Block) -> ControlFlow<()>,
) -> InputReport {
    let mut reader = BlockReader::new(source, options);
    let form = reader.form();
    let layout = match &form {
        Form::Lines => reader.vote_on_lines(),
        Form::Whole(ranges) => reader.vote_on(ranges),
    };
    let is_envelope = layout.is_envelope();
    let is_whole = matches!(form, Form::Whole(_));
    let mut send = |records| {
        emit(Block {
            input,
            is_envelope,
            records,
        })
    };
    let _ = match form {
        Form::Lines => reader.emit_lines(&mut send),
        Form::Whole(ranges) => reader.emit_elements(ranges, &mut send),
    };
    InputReport {
        name: reader.source.name.clone(),
        layout,
        is_whole,
        blank_lines: 0,
        bytes: reader.bytes,
        damage: reader.source.damage(),
        stopped: reader.stopped,
        broken_lines: 0,
        records: 0,
    }
}

enum Form {
    Lines,
    /// The file is one value; these are its records.
    Whole(Vec<Range<usize>>),
}

struct BlockReader<'o> {
    source: Source,
    options: &'o LoadOptions,
    buffer: Vec<u8>,
    ended: bool,
    bytes: u64,
    stopped: Option<String>,
}

impl<'o> BlockReader<'o> {
    fn new(source: Source, options: &'o LoadOptions) -> Self {
        Self {
            source,
            options,
            buffer: Vec::new(),
            ended: false,
            bytes: 0,
            stopped: None,
        }
    }

    /// Reads on until the buffer holds `wanted` bytes or the input ends.
    fn fill(&mut self, wanted: usize) {
        let mut filled = self.buffer.len();
        if filled >= wanted || self.ended {
            return;
        }
        self.buffer.resize(wanted, 0);
        while filled < wanted && !self.ended {
            match self.source.read(&mut self.buffer[filled..]) {
                Ok(0) => self.ended = true,
                Ok(count) => {
                    filled += count;
                    let is_line_there = memchr::memchr(b'\n', &self.buffer[..filled]).is_some();
                    if self.options.is_eager && is_line_there {
                        break;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    self.stopped = Some(format!("cannot read on: {error}; what arrived is kept"));
                }
            }
            let kept = self.bytes + filled as u64;
            if kept > self.options.max_kept {
                self.ended = true;
                self.stopped = Some(format!(
                    "more than {} decompressed bytes: reading stopped; --max-size raises the limit",
                    self.options.max_kept
                ));
            }
        }
        self.buffer.truncate(filled);
    }

    /// Whether the input is read line by line or is one JSON value as a whole.
    ///
    /// It is whole when its first line is not complete JSON by itself but could go on, and the
    /// whole is JSON (or at least no line of it is a complete object); or when the first line is a
    /// complete array and the only line.
    fn form(&mut self) -> Form {
        let mut wanted = BLOCK;
        let first = loop {
            self.fill(wanted);
            if let Some(range) = first_line(&self.buffer, self.ended) {
                break range;
            }
            if self.ended || self.buffer.len() > self.options.max_line {
                return Form::Lines;
            }
            wanted = self.buffer.len() * 2;
        };
        let mut tree = Tree::new();
        match parse(&self.buffer[first.clone()], &mut tree) {
            Ok(()) => {
                let root = Document::new(&self.buffer[first.clone()], &tree).root();
                let array = (root.kind() == JsonType::Array).then(|| elements(root, first.start));
                match array {
                    Some(ranges) if self.is_blank_after(first.end) => Form::Whole(ranges),
                    _ => Form::Lines,
                }
            }
            Err(error) if error.is_incomplete() => self.whole(first.start, &mut tree),
            Err(_) => Form::Lines,
        }
    }

    /// Gathers the input as long as it could be one value.
    fn whole(&mut self, start: usize, tree: &mut Tree) -> Form {
        loop {
            let end = if self.ended {
                without_line_end(&self.buffer).max(start)
            } else {
                self.buffer.len()
            };
            match parse(&self.buffer[start..end], tree) {
                Ok(()) if self.ended => {
                    let root = Document::new(&self.buffer[start..end], tree).root();
                    return Form::Whole(match root.kind() {
                        JsonType::Array => elements(root, start),
                        _ => std::iter::once(start..end).collect(),
                    });
                }
                Ok(()) => {}
                Err(error) if !self.ended && could_go_on(&error, end - start) => {}
                // Lines of their own amid a broken one: that is JSONL with a damaged beginning.
                Err(_) if has_complete_object_line(&self.buffer[start..]) => return Form::Lines,
                Err(_) => {
                    self.fill(self.options.max_line.saturating_add(1));
                    let is_short = self.ended && self.buffer.len() <= self.options.max_line;
                    let end = without_line_end(&self.buffer).max(start);
                    let is_lines = has_complete_object_line(&self.buffer[start..]);
                    return if is_short && !is_lines {
                        Form::Whole(std::iter::once(start..end).collect())
                    } else {
                        Form::Lines
                    };
                }
            }
            if self.buffer.len() >= WHOLE_LIMIT {
                return Form::Lines;
            }
            self.fill((self.buffer.len() * 2).min(WHOLE_LIMIT));
        }
    }

    /// Whether nothing but white space follows; reads to the end to know, or to the limit of a line.
    fn is_blank_after(&mut self, offset: usize) -> bool {
        loop {
            if !is_blank(&self.buffer[offset..])
                || self.buffer.len() - offset > self.options.max_line
            {
                return false;
            }
            if self.ended {
                return true;
            }
            self.fill(self.buffer.len() + BLOCK);
        }
    }

    fn vote_on(&self, ranges: &[Range<usize>]) -> Layout {
        let mut vote = LayoutVote::default();
        for range in ranges {
            if vote.look(&self.buffer[range.clone()], &self.options.mapping) {
                break;
            }
        }
        vote.decide()
    }

    fn vote_on_lines(&mut self) -> Layout {
        let mut vote = LayoutVote::default();
        let mut at = 0;
        loop {
            let Some(end) = memchr::memchr(b'\n', &self.buffer[at..]).map(|found| at + found)
            else {
                if self.ended || self.buffer.len() > self.options.max_line {
                    let rest = &self.buffer[at..];
                    if !is_blank(rest) && rest.len() <= self.options.max_line {
                        vote.look(rest, &self.options.mapping);
                    }
                    return vote.decide();
                }
                if self.options.is_eager && vote.has_seen() {
                    return vote.decide();
                }
                self.fill(self.buffer.len() + BLOCK);
                continue;
            };
            let line = &self.buffer[at..end];
            if !is_blank(line) && vote.look(line, &self.options.mapping) {
                return vote.decide();
            }
            at = end + 1;
        }
    }

    fn emit_lines(&mut self, send: &mut dyn FnMut(Records) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut line = 1;
        loop {
            // What is there is handed on before anything more is waited for.
            let is_line_there = memchr::memchr(b'\n', &self.buffer).is_some();
            if !(self.options.is_eager && is_line_there) {
                self.fill(BLOCK);
            }
            if self.buffer.is_empty() {
                return ControlFlow::Continue(());
            }
            let cut = loop {
                if self.ended {
                    break Some(self.buffer.len());
                }
                if let Some(found) = memchr::memrchr(b'\n', &self.buffer) {
                    break Some(found + 1);
                }
                if self.buffer.len() > self.options.max_line {
                    break None;
                }
                self.fill(self.buffer.len() * 2);
            };
            match cut {
                Some(cut) => {
                    let rest = self.buffer.split_off(cut);
                    let bytes = std::mem::replace(&mut self.buffer, rest);
                    self.bytes += bytes.len() as u64;
                    let first = line;
                    line += memchr::memchr_iter(b'\n', &bytes).count() as u64;
                    send(Records::Lines { bytes, first })?;
                }
                None => {
                    let long = self.skip_line(line);
                    line += 1;
                    send(Records::TooLong(long))?;
                }
            }
        }
    }

    /// Reads past a line that is too long, in constant memory.
    fn skip_line(&mut self, line: u64) -> LongLine {
        let mut hash = Sha256::new();
        let mut length = 0;
        // A carriage return belongs to the line end only when the line ends behind it.
        let mut holds_return = false;
        let head = self.buffer[..self.buffer.len().min(HEAD)].to_vec();
        loop {
            let end = memchr::memchr(b'\n', &self.buffer);
            let part = &self.buffer[..end.unwrap_or(self.buffer.len())];
            self.bytes += part.len() as u64;
            if !part.is_empty() && std::mem::take(&mut holds_return) {
                hash.update(b"\r");
                length += 1;
            }
            let text = part.strip_suffix(b"\r").unwrap_or(part);
            holds_return |= text.len() < part.len();
            hash.update(text);
            length += text.len() as u64;
            match end {
                Some(end) => {
                    self.bytes += 1;
                    self.buffer.drain(..=end);
                    break;
                }
                None => {
                    self.buffer.clear();
                    self.fill(BLOCK);
                    if self.buffer.is_empty() {
                        break;
                    }
                }
            }
        }
        let problem = Problem::LineTooLong {
            length,
            limit: self.options.max_line as u64,
        };
        LongLine {
            line,
            head,
            sha256: hash.finalize().into(),
            problem,
        }
    }

    fn emit_elements(
        &mut self,
        ranges: Vec<Range<usize>>,
        send: &mut dyn FnMut(Records) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.bytes += self.buffer.len() as u64;
        let mut first = 1;
        let mut pending = ranges.as_slice();
        while let Some(start) = pending.first().map(|range| range.start) {
            let fit = pending
                .iter()
                .take_while(|range| range.end - start <= BLOCK)
                .count()
                .max(1);
            let (now, later) = pending.split_at(fit);
            let end = now.last().map_or(start, |range| range.end);
            let bytes = self.buffer[start..end].to_vec();
            let ranges = now
                .iter()
                .map(|range| range.start - start..range.end - start)
                .collect();
            send(Records::Elements {
                bytes,
                ranges,
                first,
            })?;
            first += now.len() as u64;
            pending = later;
        }
        ControlFlow::Continue(())
    }
}

/// The first line that is not blank, its line end left out; `None` when there is no whole one.
fn first_line(buffer: &[u8], ended: bool) -> Option<Range<usize>> {
    let mut at = 0;
    loop {
        let rest = &buffer[at..];
        match memchr::memchr(b'\n', rest) {
            Some(end) if is_blank(&rest[..end]) => at += end + 1,
            Some(end) => return Some(at..at + without_line_end(&rest[..=end])),
            None if ended && !is_blank(rest) => return Some(at..buffer.len()),
            None => return None,
        }
    }
}

/// Whether a line has nothing but white space.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.iter()
        .all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// Length without one line end.
pub(super) fn without_line_end(bytes: &[u8]) -> usize {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes).len()
}

fn elements(root: crate::card::Node<'_>, offset: usize) -> Vec<Range<usize>> {
    root.children()
        .map(|child| {
            let span = child.span();
            span.start + offset..span.end + offset
        })
        .collect()
}

/// Whether more bytes could make a prefix JSON; a character cut in two at its end could.
fn could_go_on(error: &crate::card::SyntaxError, length: usize) -> bool {
    error.is_incomplete() || matches!(error.reason, Reason::NotUtf8(_)) && error.offset + 4 > length
}

/// Whether some line is by itself a JSON object with something in it.
fn has_complete_object_line(bytes: &[u8]) -> bool {
    let mut tree = Tree::new();
    bytes.split(|&byte| byte == b'\n').take(1000).any(|line| {
        let line = line.strip_prefix(BOM).unwrap_or(line).trim_ascii();
        line.starts_with(b"{") && line.len() > 2 && parse(line, &mut tree).is_ok()
    })
}
