//! The one line shown where nothing else fits.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::tui::layout::SMALLEST;
use crate::tui::theme::Look;
use crate::tui::view::Pen;

/// Says which size is needed.
#[derive(Debug, Clone, Copy)]
pub struct TooSmall {
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &TooSmall {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let sentence = format!("too small (need {}×{})", SMALLEST.width, SMALLEST.height);
        let sentence = if self.look.glyphs.dots.is_ascii() {
            sentence.replace('×', "x")
        } else {
            sentence
        };
        Pen::new(area, buffer, &self.look).write(&sentence, self.look.theme.text);
    }
}
