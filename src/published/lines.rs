//! On which line a record of a CSV file begins.
//!
//! The reader of records says at which byte it began to look for one, which is before the line end
//! or the blank lines that it then skips. This counts lines by itself as the bytes pass by.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

/// Where lines with something on them begin, of the bytes read and not yet passed.
#[derive(Debug, Default)]
pub(super) struct LineStarts {
    /// Offset of the first byte and number of the line, in order.
    starts: VecDeque<(u64, u64)>,
    offset: u64,
    /// Line ends so far.
    ends: u64,
    /// Whether something has stood on the current line.
    is_begun: bool,
}

impl LineStarts {
    fn pass(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            if !self.is_begun {
                let blank = rest
                    .iter()
                    .position(|byte| !matches!(byte, b'\n' | b'\r'))
                    .unwrap_or(rest.len());
                self.ends += memchr::memchr_iter(b'\n', &rest[..blank]).count() as u64;
                at += blank;
                if blank < rest.len() {
                    self.is_begun = true;
                    let start = self.offset + at as u64;
                    self.starts.push_back((start, self.ends + 1));
                }
            } else if let Some(end) = memchr::memchr(b'\n', rest) {
                self.is_begun = false;
                self.ends += 1;
                at += end + 1;
            } else {
                break;
            }
        }
        self.offset += bytes.len() as u64;
    }

    /// The line of the first thing at or behind an offset; what is before it is forgotten.
    pub(super) fn line_from(&mut self, offset: u64) -> Option<u64> {
        while self
            .starts
            .front()
            .is_some_and(|(start, _)| *start < offset)
        {
            self.starts.pop_front();
        }
        self.starts.front().map(|(_, line)| *line)
    }
}

/// A reader that tells [`LineStarts`] what passes.
pub(super) struct Counted<R> {
    pub(super) reader: R,
    pub(super) starts: Rc<RefCell<LineStarts>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.starts.borrow_mut().pass(&buffer[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_line_ends_are_skipped_in_any_portions() {
        let text = b"ab\r\n\r\ncd\n\nef";
        for portion in 1..=text.len() {
            let mut starts = LineStarts::default();
            for part in text.chunks(portion) {
                starts.pass(part);
            }
            assert_eq!(starts.line_from(0), Some(1), "{portion}");
            assert_eq!(starts.line_from(3), Some(3), "{portion}");
            assert_eq!(starts.line_from(6), Some(3), "{portion}");
            assert_eq!(starts.line_from(9), Some(5), "{portion}");
            assert_eq!(starts.line_from(11), None, "{portion}");
        }
    }
}
