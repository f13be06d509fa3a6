//! The boxes over a place, one view each, with the frame they share.

mod menu;
mod palette;
mod reader;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Block, Clear, Widget};

use crate::text;
use crate::tui::overlay::{Confirm, Offer};
use crate::tui::theme::Look;
use crate::tui::view::{Pen, row};

pub use menu::MenuBox;
pub use palette::PaletteBox;
pub use reader::ReaderBox;

/// Draws an empty box with a title over whatever is there; returns its inside.
pub fn popup(area: Rect, title: &str, buffer: &mut Buffer, look: &Look) -> Rect {
    let area = area.intersection(buffer.area);
    Clear.render(area, buffer);
    buffer.set_style(area, look.theme.text);
    let block = Block::bordered()
        .border_set(look.glyphs.border)
        .border_style(look.theme.border_focused);
    let inside = block.inner(area);
    block.render(area, buffer);
    let line = Rect {
        x: area.x + area.width.min(1),
        width: area.width.saturating_sub(2),
        ..area
    };
    Pen::new(line, buffer, look).write(&format!(" {title} "), look.theme.heading);
    inside
}

/// Draws a command in a list: gutter, key, name, and its help or why it can do nothing now.
fn offer_row(pen: &mut Pen<'_>, offer: &Offer, is_selected: bool, look: &Look) {
    let theme = look.theme;
    if is_selected {
        pen.ground(theme.selected);
    }
    pen.write(
        if is_selected {
            look.glyphs.pointer
        } else {
            " "
        },
        Style::new(),
    );
    let key = offer
        .binding
        .keys
        .first()
        .map(ToString::to_string)
        .unwrap_or_default();
    pen.column(&key, 10, theme.key);
    let name = if offer.refusal.is_some() {
        theme.dim
    } else {
        Style::new()
    };
    pen.column(offer.binding.name, 18, name);
    match &offer.refusal {
        Some(reason) => pen.write("not now: ", theme.dim).write(reason, theme.dim),
        None => pen.write(offer.binding.help, theme.dim),
    };
}

/// A question with its two answers.
#[derive(Debug, Clone, Copy)]
pub struct ConfirmBox<'a> {
    /// The question.
    pub confirm: &'a Confirm,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &ConfirmBox<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let inside = popup(area, "Question", buffer, &self.look);
        let question = text::clean_with(&self.confirm.question, self.look.glyphs.marks);
        // The answers keep the last row whatever the length of the question.
        let room = usize::from(inside.height.saturating_sub(1));
        for (index, line) in text::wrap(&question, usize::from(inside.width))
            .take(room)
            .enumerate()
        {
            Pen::new(row(inside, index), buffer, &self.look).write(line, Style::new());
        }
        let last = row(inside, usize::from(inside.height.saturating_sub(1)));
        let theme = self.look.theme;
        Pen::new(last, buffer, &self.look)
            .write("y", theme.key)
            .write(" yes   ", Style::new())
            .write("n", theme.key)
            .write(" no", Style::new());
    }
}
