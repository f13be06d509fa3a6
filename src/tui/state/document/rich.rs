//! Text in tones: cleaned, cut and wrapped before anything knows of styles.
//!
//! The heights of wrapped rows are state (moves need them), so the text is cleaned here and not
//! first when it is drawn. A [`Tone`] says what a stretch is; the view gives it a style.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::text::{self, Marks, Piece, Wrap};

/// What a stretch of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    /// Ordinary text.
    Text,
    /// Text that matters less.
    Dim,
    /// A heading.
    Heading,
    /// A key of an object.
    Key,
    /// A string of JSON.
    String,
    /// A number, a boolean or null.
    Literal,
    /// A mark for something that would not be seen.
    Mark,
    /// Valid, agreeing.
    Good,
    /// At fault.
    Bad,
    /// Needs care.
    Warning,
    /// What was searched for.
    Hit,
}

/// A stretch of a line in one tone. The text is cleaned already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// What is shown.
    pub text: String,
    /// What it is.
    pub tone: Tone,
}

/// One row of the screen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// From left to right.
    pub spans: Vec<Span>,
}

impl Line {
    /// The row as plain text.
    #[must_use]
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// The row with every place that holds `needle` in the tone of a hit; case is ignored in
    /// ASCII letters.
    #[must_use]
    pub(super) fn with_hits(self, needle: &str) -> Self {
        let whole = self.text();
        let mut hits = super::find::places(whole.as_bytes(), needle.as_bytes()).peekable();
        if hits.peek().is_none() {
            return self;
        }
        let mut rich = Rich::default();
        for span in &self.spans {
            rich.push(&span.text, span.tone);
        }
        let mut line = Self::default();
        let mut at = 0;
        for start in hits {
            let end = start + needle.len();
            line.spans.extend(rich.line(at..start).spans);
            line.spans.push(Span {
                text: whole.get(start..end).unwrap_or_default().to_owned(),
                tone: Tone::Hit,
            });
            at = end;
        }
        line.spans.extend(rich.line(at..whole.len()).spans);
        line
    }
}

/// Text whose stretches have tones.
#[derive(Debug, Clone, Default)]
pub(super) struct Rich {
    text: String,
    /// Where each stretch ends.
    stretches: Vec<(usize, Tone)>,
}

/// Carries a combining character that has nothing to combine with.
const CARRIER: &str = "◌";

impl Rich {
    /// Cleaned or trusted text.
    pub(super) fn push(&mut self, text: &str, tone: Tone) -> &mut Self {
        if text.is_empty() {
            return self;
        }
        self.text.push_str(text);
        match self.stretches.last_mut() {
            Some((end, last)) if *last == tone => *end = self.text.len(),
            _ => self.stretches.push((self.text.len(), tone)),
        }
        self
    }

    /// Text from anywhere: what would not be seen becomes a mark in a tone of its own.
    pub(super) fn push_outside(&mut self, text: &str, tone: Tone, marks: Marks) -> &mut Self {
        for piece in text::pieces(text, marks) {
            match piece {
                Piece::Mark { shown, .. } => self.push(&shown, Tone::Mark),
                Piece::Plain(plain) => {
                    // A stretch is drawn by itself, and what takes no column of its own would
                    // vanish at its start.
                    if combines(plain) {
                        let carrier = if marks == Marks::Ascii { "_" } else { CARRIER };
                        self.push(carrier, Tone::Mark);
                    }
                    self.push(plain, tone)
                }
            };
        }
        self
    }

    /// All of another text behind this one.
    pub(super) fn append(&mut self, other: &Self) -> &mut Self {
        let mut start = 0;
        for (end, tone) in &other.stretches {
            self.push(other.text.get(start..*end).unwrap_or_default(), *tone);
            start = *end;
        }
        self
    }

    /// Columns it takes.
    pub(super) fn width(&self) -> usize {
        text::width(&self.text)
    }

    /// Whether there is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// A part of it as a row.
    pub(super) fn line(&self, range: Range<usize>) -> Line {
        let mut spans = Vec::new();
        let mut start = 0;
        for (end, tone) in &self.stretches {
            let part = start.max(range.start)..(*end).min(range.end);
            start = *end;
            if let Some(text) = self.text.get(part).filter(|text| !text.is_empty()) {
                spans.push(Span {
                    text: text.to_owned(),
                    tone: *tone,
                });
            }
        }
        Line { spans }
    }

    /// All of it as one row.
    pub(super) fn whole(&self) -> Line {
        self.line(0..self.text.len())
    }

    /// Rows of at most `width` columns, broken at words, all but the first behind `indent` spaces.
    pub(super) fn wrapped(&self, width: usize, indent: usize) -> Vec<Line> {
        let indent = indent.min(width / 2);
        let ranges: Vec<Range<usize>> = Wrap::ranges(text::wrap(&self.text, width)).collect();
        let (first, rest) = match ranges.split_first() {
            None => return vec![Line::default()],
            Some((first, [])) => return vec![self.line(first.clone())],
            Some((first, _)) if indent == 0 => (first.clone(), first.end),
            Some((first, rest)) => (
                first.clone(),
                rest.first().map_or(first.end, |next| next.start),
            ),
        };
        if indent == 0 {
            return ranges.into_iter().map(|range| self.line(range)).collect();
        }
        let mut lines = vec![self.line(first)];
        let behind = self.text.get(rest..).unwrap_or_default();
        for range in Wrap::ranges(text::wrap(behind, width.saturating_sub(indent))) {
            let mut line = self.line(rest + range.start..rest + range.end);
            line.spans.insert(0, spaces(indent));
            lines.push(line);
        }
        lines
    }

    /// Rows of at most `width` columns, broken wherever they are full, so that nothing of the text
    /// is left out; as ranges.
    pub(super) fn filled(&self, width: usize) -> Vec<Range<usize>> {
        let width = width.max(1);
        let mut rows = Vec::new();
        let (mut start, mut used) = (0, 0);
        for (at, grapheme) in self.text.grapheme_indices(true) {
            let wide = text::width(grapheme);
            if used + wide > width && at > start {
                rows.push(start..at);
                (start, used) = (at, 0);
            }
            used += wide;
        }
        rows.push(start..self.text.len());
        rows
    }

    /// Where the columns from `skip` on begin, and columns of it that fill `width`.
    pub(super) fn cut_middle(&self, width: usize, marks: Marks) -> Self {
        if self.width() <= width {
            return self.clone();
        }
        let Some(room) = width.checked_sub(1) else {
            return Self::default();
        };
        let back = room / 2;
        let (mut front_end, mut used) = (0, 0);
        for (at, grapheme) in self.text.grapheme_indices(true) {
            used += text::width(grapheme);
            if used > room - back {
                break;
            }
            front_end = at + grapheme.len();
        }
        let (mut back_start, mut used) = (self.text.len(), 0);
        for (at, grapheme) in self.text.grapheme_indices(true).rev() {
            used += text::width(grapheme);
            if used > back || at < front_end {
                break;
            }
            back_start = at;
        }
        let mut cut = Self::default();
        for span in self.line(0..front_end).spans {
            cut.push(&span.text, span.tone);
        }
        cut.push(marks.ellipsis(), Tone::Dim);
        for span in self.line(back_start..self.text.len()).spans {
            cut.push(&span.text, span.tone);
        }
        cut
    }

    /// Columns before a byte of the text.
    pub(super) fn column_of(&self, from: usize, at: usize) -> usize {
        self.text.get(from..at).map_or(0, text::width)
    }

    /// Length in bytes, which is where the next push begins.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }
}

/// A stretch of blanks.
pub(super) fn spaces(count: usize) -> Span {
    Span {
        text: " ".repeat(count),
        tone: Tone::Text,
    }
}

/// Whether the text begins with something that takes no column of its own.
fn combines(text: &str) -> bool {
    text.chars()
        .next()
        .is_some_and(|first| text::width(first.encode_utf8(&mut [0; 4])) == 0)
}

/// One sentence in one tone.
pub(super) fn sentence(text: &str, tone: Tone, marks: Marks) -> Rich {
    let mut rich = Rich::default();
    rich.push_outside(text, tone, marks);
    rich
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rich(text: &str) -> Rich {
        sentence(text, Tone::Text, Marks::Unicode)
    }

    #[test]
    fn marks_have_a_tone_of_their_own() {
        let line = rich("a\u{1b}b").whole();
        let tones: Vec<_> = line.spans.iter().map(|span| span.tone).collect();
        assert_eq!(line.text(), "a␛b");
        assert_eq!(tones, [Tone::Text, Tone::Mark, Tone::Text]);
    }

    #[test]
    fn a_combining_character_without_a_base_does_not_vanish() {
        assert_eq!(rich("\u{301}a").whole().text(), "◌\u{301}a");
        assert_eq!(rich("\u{1b}\u{301}").whole().text(), "␛◌\u{301}");
    }

    #[test]
    fn the_middle_is_cut_and_tones_are_kept() {
        let mut text = rich("abcdef");
        text.push("ghijkl", Tone::Bad);
        let cut = text.cut_middle(7, Marks::Unicode).whole();
        assert_eq!(cut.text(), "abc…jkl");
        assert_eq!(cut.spans.last().map(|span| span.tone), Some(Tone::Bad));
        assert_eq!(text.cut_middle(0, Marks::Unicode).whole().text(), "");
        assert_eq!(text.cut_middle(1, Marks::Ascii).whole().text(), "~");
    }

    #[test]
    fn filled_rows_lose_nothing() {
        let text = rich("日本語 a  b");
        let rows = text.filled(4);
        let shown: Vec<_> = rows
            .iter()
            .map(|row| text.line(row.clone()).text())
            .collect();
        assert_eq!(shown, ["日本", "語 a", "  b"]);
        assert_eq!(text.filled(0).len(), 8);
    }

    #[test]
    fn wrapped_rows_hang() {
        let shown: Vec<_> = rich("one two three four")
            .wrapped(9, 2)
            .iter()
            .map(Line::text)
            .collect();
        assert_eq!(shown, ["one two", "  three", "  four"]);
    }

    #[test]
    fn a_hit_is_toned_across_stretches() {
        let mut text = rich("say he");
        text.push("LLo", Tone::Bad);
        let line = text.whole().with_hits("hello");
        let hit: Vec<_> = line
            .spans
            .iter()
            .filter(|span| span.tone == Tone::Hit)
            .collect();
        assert_eq!(hit.len(), 1);
        assert_eq!(hit[0].text, "heLLo");
        assert_eq!(line.text(), "say heLLo");
    }
}
