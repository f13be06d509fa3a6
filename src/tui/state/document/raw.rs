//! The exact bytes as lines, with every byte that is no text as a mark.
//!
//! A line of sixty megabytes is a run of chunks; only those on screen are decoded and laid out. The
//! index of chunks is made when the view is first opened.

use crate::corpus::Problem;
use crate::output::table::thousands;
use crate::text::{self, Marks};
use crate::tui::state::document::rich::{Line, Rich, Span, Tone, sentence, spaces};
use crate::tui::state::document::subject::Subject;
use crate::tui::state::document::window::{Pane, Window};

/// Bytes of a line that are laid out together.
const CHUNK: usize = 8 << 10;
/// Chunks between two entries of the line-number index.
const STRIDE: usize = 1024;

/// The raw view of an open document.
#[derive(Debug, Clone)]
pub(super) struct RawTab {
    /// Where chunks begin; the last entry is the length.
    starts: Vec<usize>,
    /// Line number of every [`STRIDE`]th chunk, from 1.
    numbers: Vec<usize>,
    line_count: usize,
    is_indexed: bool,
    /// What is said above the bytes.
    pub(super) notice: Option<String>,
    /// Where the bytes stop being JSON.
    fault: Option<usize>,
    /// Whether long lines are wrapped; else they are cut at the edge.
    pub(super) is_wrapped: bool,
    window: Window,
    /// Whether the person has moved; until then the fault is what is shown.
    has_moved: bool,
    /// Columns hidden at the left while lines are cut.
    pub(super) column: usize,
}

impl RawTab {
    /// Nothing indexed yet.
    pub(super) fn new(subject: &Subject, is_wrapped: bool) -> Self {
        let fault = match &subject.problem {
            Some(Problem::Body(error) | Problem::Line(error)) => Some(error.offset),
            _ => None,
        };
        let notice = match (&subject.problem, subject.tree.is_some()) {
            (Some(_), _) => Some(subject.reason()),
            (None, false) => Some(format!("No body to show: {}.", subject.reason())),
            (None, true) => None,
        };
        Self {
            starts: vec![0],
            numbers: Vec::new(),
            line_count: 0,
            is_indexed: false,
            notice,
            fault,
            is_wrapped,
            window: Window::default(),
            has_moved: false,
            column: 0,
        }
    }

    /// Makes the index, the first time.
    pub(super) fn prepare(&mut self, subject: &Subject) {
        if !self.is_indexed {
            self.is_indexed = true;
            self.index(&subject.bytes);
        }
    }

    fn index(&mut self, bytes: &[u8]) {
        self.starts.clear();
        let (mut at, mut line) = (0, 1);
        while at < bytes.len() {
            if self.starts.len().is_multiple_of(STRIDE) {
                self.numbers.push(line);
            }
            self.starts.push(at);
            let rest = bytes.get(at..).unwrap_or_default();
            let near = rest.get(..CHUNK.min(rest.len())).unwrap_or_default();
            match memchr::memchr(b'\n', near) {
                Some(end) => {
                    at += end + 1;
                    line += 1;
                }
                None => at += character_end(rest, CHUNK),
            }
        }
        self.line_count = if bytes.last() == Some(&b'\n') {
            line - 1
        } else {
            line
        };
        self.starts.push(bytes.len());
    }

    /// Items above the first chunk.
    fn heads(&self) -> usize {
        usize::from(self.notice.is_some())
    }

    /// Number of items: the notice, then the chunks.
    pub(super) fn len(&self) -> usize {
        self.heads() + self.starts.len() - 1
    }

    /// Which bytes an item shows, the line's end included.
    pub(super) fn range(&self, item: usize) -> Option<std::ops::Range<usize>> {
        let chunk = item.checked_sub(self.heads())?;
        Some(*self.starts.get(chunk)?..*self.starts.get(chunk + 1)?)
    }

    /// The whole line around an item, without its end.
    pub(super) fn line_range(
        &self,
        subject: &Subject,
        item: usize,
    ) -> Option<std::ops::Range<usize>> {
        let range = self.range(item)?;
        let before = subject.bytes.get(..range.start)?;
        let behind = subject.bytes.get(range.start..)?;
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let end = memchr::memchr(b'\n', behind).map_or(subject.bytes.len(), |at| range.start + at);
        Some(start..end)
    }

    /// The line number of an item, and whether its line begins there.
    pub(super) fn number(&self, subject: &Subject, item: usize) -> Option<(usize, bool)> {
        let chunk = item.checked_sub(self.heads())?;
        let is_start = |chunk: usize| {
            let before = self
                .starts
                .get(chunk)
                .and_then(|start| start.checked_sub(1));
            before.is_none_or(|before| subject.bytes.get(before) == Some(&b'\n'))
        };
        let known = chunk / STRIDE;
        let ends = (known * STRIDE + 1..=chunk)
            .filter(|chunk| is_start(*chunk))
            .count();
        Some((self.numbers.get(known)? + ends, is_start(chunk)))
    }

    /// Columns of the line numbers, the blank behind them included.
    fn gutter(&self) -> usize {
        self.line_count.max(1).to_string().len() + 1
    }

    /// Rows of the screen that an item takes.
    pub(super) fn lines(&self, subject: &Subject, item: usize, width: usize) -> Vec<Line> {
        let marks = subject.marks;
        let (Some(range), Some((number, is_start))) =
            (self.range(item), self.number(subject, item))
        else {
            let notice = self.notice.clone().unwrap_or_default();
            return sentence(
                &format!("{}{notice}", super::branch::no(marks)),
                Tone::Bad,
                marks,
            )
            .wrapped(width, 2);
        };
        let gutter = self.gutter().min(width / 2);
        let room = width.saturating_sub(gutter);
        let is_last = self.starts.len() == item + 2 - self.heads();
        let fault = self
            .fault
            .filter(|at| range.contains(at) || (is_last && *at >= range.end));
        let (rich, place) = decoded(&subject.bytes, range, fault, marks);
        let rows = if self.is_wrapped {
            rich.filled(room)
        } else {
            std::iter::once(0..rich.len()).collect()
        };
        let mut lines: Vec<Line> = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let number = if index == 0 && is_start {
                number.to_string()
            } else {
                String::new()
            };
            let mut line = rich.line(row.clone());
            if !self.is_wrapped {
                line = moved(line, self.column, room);
            }
            line.spans.insert(
                0,
                Span {
                    text: format!("{number:>width$} ", width = gutter.saturating_sub(1)),
                    tone: Tone::Dim,
                },
            );
            lines.push(line);
            let is_here =
                place.filter(|at| row.contains(at) || (index + 1 == rows.len() && *at >= row.end));
            if let Some(at) = is_here {
                let column = rich.column_of(row.start, at);
                let column = if self.is_wrapped {
                    column
                } else {
                    column.saturating_sub(self.column)
                };
                lines.push(Line {
                    spans: vec![
                        spaces(gutter + column.min(room.saturating_sub(1))),
                        Span {
                            text: "^".to_owned(),
                            tone: Tone::Bad,
                        },
                    ],
                });
                let why = format!("{}{}", super::branch::no(marks), subject.reason());
                for mut line in sentence(&why, Tone::Bad, marks).wrapped(room, 2) {
                    line.spans.insert(0, spaces(gutter));
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// What the window looks at.
    pub(super) fn pane<'a>(&self, height: usize, rows: &'a dyn Fn(usize) -> usize) -> Pane<'a> {
        Pane {
            len: self.len(),
            height,
            rows,
        }
    }

    /// The window as it is seen at a size: until the person moves, the fault is in it.
    pub(super) fn window(&self, subject: &Subject, size: (usize, usize)) -> Window {
        match self.fault {
            Some(fault) if !self.has_moved => self.revealing(subject, fault, size),
            _ => self.window,
        }
    }

    /// Remembers where the person has moved to.
    pub(super) fn moved_to(&mut self, window: Window) {
        self.window = window;
        self.has_moved = true;
    }

    /// Puts the cursor on the item that shows a byte, and the byte on screen.
    pub(super) fn reveal(&mut self, subject: &Subject, byte: usize, size: (usize, usize)) {
        let window = self.revealing(subject, byte, size);
        self.moved_to(window);
    }

    fn revealing(&self, subject: &Subject, byte: usize, (width, height): (usize, usize)) -> Window {
        let chunk = self.starts.partition_point(|start| *start <= byte);
        let last = self.starts.len().saturating_sub(2);
        let item = self.heads() + chunk.saturating_sub(1).min(last);
        let row = match self.range(item) {
            Some(range) if self.is_wrapped => {
                let byte = byte.max(range.start);
                let (rich, place) = decoded(&subject.bytes, range, Some(byte), subject.marks);
                let rows = rich.filled(width.saturating_sub(self.gutter().min(width / 2)));
                let at = place.unwrap_or(0);
                rows.partition_point(|row| row.end <= at)
            }
            _ => 0,
        };
        let mut window = self.window;
        let rows = |item: usize| self.lines(subject, item, width).len();
        window.select_row(item, row, &self.pane(height, &rows));
        window
    }
}

/// Bytes of at most `most` that do not end inside a character.
fn character_end(bytes: &[u8], most: usize) -> usize {
    if bytes.len() <= most {
        return bytes.len();
    }
    let is_inside = |at: &usize| {
        bytes
            .get(*at)
            .is_some_and(|byte| (0x80..0xc0).contains(byte))
    };
    // What needs more than three steps back is no UTF-8, and may be split anywhere.
    (most - 3..=most)
        .rev()
        .find(|at| !is_inside(at))
        .unwrap_or(most)
}

/// A part of the bytes as text, and where in it `fault` stands.
fn decoded(
    bytes: &[u8],
    range: std::ops::Range<usize>,
    fault: Option<usize>,
    marks: Marks,
) -> (Rich, Option<usize>) {
    let start = range.start;
    let part = bytes.get(range).unwrap_or_default();
    let part = part.strip_suffix(b"\n").unwrap_or(part);
    let mut rich = Rich::default();
    let mut place = None;
    let mut first_invalid = None;
    let split = fault.map_or(part.len(), |fault| {
        fault.saturating_sub(start).min(part.len())
    });
    for (offset, piece) in [(0, part.get(..split)), (split, part.get(split..))] {
        let mut at = start + offset;
        for chunk in piece.unwrap_or_default().utf8_chunks() {
            rich.push_outside(chunk.valid(), Tone::Text, marks);
            at += chunk.valid().len();
            for byte in chunk.invalid() {
                first_invalid.get_or_insert(at);
                rich.push(&byte_mark(*byte, marks), Tone::Mark);
                at += 1;
            }
        }
        if offset == 0 && place.is_none() {
            place = fault.map(|_| rich.len());
        }
    }
    if let Some(at) = first_invalid {
        let note = format!(
            "  {}not UTF-8 from byte {} on",
            super::branch::no(marks),
            thousands(at as u64)
        );
        rich.push(&note, Tone::Bad);
    }
    (rich, place)
}

fn byte_mark(byte: u8, marks: Marks) -> String {
    match marks {
        Marks::Unicode => format!("⟨{byte:02X}⟩"),
        Marks::Ascii => format!("<{byte:02X}>"),
    }
}

/// What a window of `width` columns sees of a row from column `skip` on, in its tones.
fn moved(line: Line, skip: usize, width: usize) -> Line {
    if skip == 0 {
        return line;
    }
    let (mut column, end) = (0, skip.saturating_add(width));
    let mut seen = Line::default();
    for span in line.spans {
        let wide = text::width(&span.text);
        let from = skip.saturating_sub(column);
        if from < wide && column < end {
            let room = end - column.max(skip);
            seen.spans.push(Span {
                text: text::window(&span.text, from, room),
                tone: span.tone,
            });
        }
        column += wide;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_marked_with_their_place() {
        let (rich, place) = decoded(b"ab\xff\xfe\x1bc\n", 0..7, None, Marks::Unicode);
        assert_eq!(
            rich.whole().text(),
            "ab⟨FF⟩⟨FE⟩␛c  ✗ not UTF-8 from byte 2 on"
        );
        assert_eq!(place, None);
    }

    #[test]
    fn the_fault_is_found_in_the_text_as_shown() {
        let (rich, place) = decoded(b"\x1b\x1b{x", 0..4, Some(3), Marks::Ascii);
        assert_eq!(rich.whole().text(), "<ESC><ESC>{x");
        assert_eq!(place.map(|at| rich.column_of(0, at)), Some(11));
    }

    #[test]
    fn chunks_end_between_characters() {
        let text = "日".repeat(10_000);
        let end = character_end(text.as_bytes(), CHUNK);
        assert!(text.is_char_boundary(end));
        assert!((CHUNK - 3..=CHUNK).contains(&end));
        assert_eq!(character_end(&[0x80; 10_000], CHUNK), CHUNK);
    }

    #[test]
    fn a_row_moved_left_keeps_its_tones() {
        let mut rich = Rich::default();
        rich.push("abc", Tone::Text).push("def", Tone::Mark);
        let line = moved(rich.whole(), 2, 3);
        assert_eq!(line.text(), "cde");
        assert_eq!(line.spans[1].tone, Tone::Mark);
    }
}
