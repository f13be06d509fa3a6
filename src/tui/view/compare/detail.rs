//! The line under the cursor in full, below the lines.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::CompareView;
use crate::text;
use crate::tui::state::compare::{Paragraph, Sheet, Stretch};
use crate::tui::view::census::frame;
use crate::tui::view::{Pen, row};

impl CompareView<'_> {
    pub(super) fn detail(&self, sheet: &Sheet, area: Rect, buffer: &mut Buffer) {
        let Some(line) = self.compare.current() else {
            return;
        };
        let title = sheet.label(line);
        let title = text::clean_cut(
            &title,
            usize::from(area.width).saturating_sub(24),
            self.look.glyphs.marks,
        );
        let inside = frame(area, (&title, "Enter: whole"), false, buffer, &self.look);
        let mut top = 0;
        for paragraph in sheet.summary_of(line, self.compare.column()) {
            if top >= usize::from(inside.height) {
                return;
            }
            top += self.paragraph(&paragraph, inside, top, buffer);
        }
    }

    /// Draws a paragraph from a row on and says how many rows it took.
    fn paragraph(
        &self,
        paragraph: &Paragraph,
        area: Rect,
        top: usize,
        buffer: &mut Buffer,
    ) -> usize {
        let (theme, marks) = (self.look.theme, self.look.glyphs.marks);
        // One text to be wrapped, and where in it which style holds.
        let mut whole = String::new();
        let mut styles: Vec<(usize, Style)> = Vec::new();
        for stretch in paragraph {
            let (open, text, close, style) = match stretch {
                Stretch::Plain(text) => ("", text, "", Style::new()),
                Stretch::Gone(text) => ("[-", text, "-]", theme.bad),
                Stretch::Added(text) => ("{+", text, "+}", theme.good),
            };
            whole.push_str(open);
            whole.push_str(&text::clean_with(text, marks));
            whole.push_str(close);
            styles.push((whole.len(), style));
        }
        let rows = usize::from(area.height).saturating_sub(top);
        let width = usize::from(area.width).max(1);
        let ranges: Vec<_> = text::wrap(&whole, width).ranges().take(rows + 1).collect();
        for (number, range) in ranges.iter().take(rows).enumerate() {
            let mut pen = Pen::new(row(area, top + number), buffer, &self.look);
            let mut from = range.start;
            for &(end, style) in &styles {
                let to = end.min(range.end);
                if to > from {
                    pen.write(whole.get(from..to).unwrap_or_default(), style);
                    from = to;
                }
            }
        }
        ranges.len().min(rows)
    }
}
