//! Draws a list of choices.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::tui::cursor::Extent;
use crate::tui::overlay::Menu;
use crate::tui::theme::Look;
use crate::tui::view::boxes::offer_row;
use crate::tui::view::{Pen, popup, row};

/// A list of choices.
#[derive(Debug, Clone, Copy)]
pub struct MenuBox<'a> {
    /// The list.
    pub menu: &'a Menu,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &MenuBox<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let inside = popup(area, self.menu.context.title(), buffer, &self.look);
        let offers = &self.menu.offers;
        let selected = self.menu.cursor.selected(offers.len());
        let visible = self
            .menu
            .cursor
            .visible(Extent::new(offers.len(), inside.height));
        for (index, position) in visible.enumerate() {
            let Some(offer) = offers.get(position) else {
                break;
            };
            let mut pen = Pen::new(row(inside, index), buffer, &self.look);
            offer_row(&mut pen, offer, selected == Some(position), &self.look);
        }
    }
}
