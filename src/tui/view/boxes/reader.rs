//! Draws text in a box, with how much of it is above and below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::text;
use crate::tui::overlay::{Reader, Row};
use crate::tui::theme::Look;
use crate::tui::view::{Pen, popup, row};

/// Text in a box.
#[derive(Debug, Clone, Copy)]
pub struct ReaderBox<'a> {
    /// The text.
    pub reader: &'a Reader,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &ReaderBox<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let inside = popup(area, &self.reader.title, buffer, &self.look);
        let theme = self.look.theme;
        let rows = self.reader.rows(inside.width);
        let first = self.reader.first_row(rows.len(), inside.height);
        let shown = rows.iter().skip(first).take(usize::from(inside.height));
        for (index, line) in shown.enumerate() {
            let mut pen = Pen::new(row(inside, index), buffer, &self.look);
            match line {
                Row::Heading(heading) => pen.write(heading, theme.heading),
                Row::Key(keys, help) => pen.write(keys, theme.key).write(help, Style::new()),
                Row::Refusal(reason) => pen.write(reason, theme.dim),
                Row::Plain(plain) => pen.write(plain, Style::new()),
            };
        }
        let last = rows.len().min(first + usize::from(inside.height));
        if rows.len() > usize::from(inside.height) && area.height > 0 {
            let position = format!(" {}-{last} of {} ", first + 1, rows.len());
            let width = u16::try_from(text::width(&position)).unwrap_or(u16::MAX);
            let line = Rect {
                x: area
                    .right()
                    .saturating_sub(width.saturating_add(1))
                    .max(area.x),
                y: area.bottom() - 1,
                width: width.min(area.width),
                height: 1,
            };
            Pen::new(line, buffer, &self.look).write(&position, theme.dim);
        }
    }
}
