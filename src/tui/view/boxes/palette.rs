//! Draws the command palette: the line, and the commands that match it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::tui::layout::Area;
use crate::tui::overlay::Palette;
use crate::tui::theme::Look;
use crate::tui::view::boxes::offer_row;
use crate::tui::view::{Pen, PromptLine, popup, row};

/// Columns before the line.
const LABEL: u16 = 2;

/// The command palette.
#[derive(Debug, Clone, Copy)]
pub struct PaletteBox<'a> {
    /// The palette.
    pub palette: &'a Palette,
    /// Styles and characters.
    pub look: Look,
}

impl PaletteBox<'_> {
    fn line(&self) -> PromptLine<'_> {
        PromptLine {
            prompt: &self.palette.prompt,
            look: self.look,
        }
    }

    /// Where the cursor stands when the box is drawn in `area`.
    #[must_use]
    pub fn cursor(&self, area: Area) -> Option<(u16, u16)> {
        let line = area.inside_border().split_left(LABEL).1;
        self.line().cursor(line.rect())
    }
}

impl Widget for &PaletteBox<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let inside = popup(area, "Commands", buffer, &self.look);
        let first = Area::from(row(inside, 0));
        let (label, line) = first.split_left(LABEL);
        Pen::new(label.rect(), buffer, &self.look).write(":", self.look.theme.key);
        (&self.line()).render(line.rect(), buffer);
        let palette = self.palette;
        let selected = palette.cursor.selected(palette.found.len());
        if palette.found.is_empty() {
            Pen::new(row(inside, 1), buffer, &self.look)
                .write("No command has such a name.", self.look.theme.dim);
        }
        for (index, position) in palette
            .cursor
            .visible(palette.extent(inside.height))
            .enumerate()
        {
            let offer = palette
                .found
                .get(position)
                .and_then(|found| palette.offers.get(*found));
            let Some(offer) = offer else { break };
            let mut pen = Pen::new(row(inside, index + 1), buffer, &self.look);
            offer_row(&mut pen, offer, selected == Some(position), &self.look);
        }
    }
}
