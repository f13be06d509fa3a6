//! Draws the state, and only reads it: every view is a struct of borrows with
//! `impl Widget for &View`, one file each.
//!
//! Whatever came from outside passes [`crate::text::clean_cut`] here, at the last moment, so that
//! the state keeps what was served.

mod bars;
mod boxes;
pub mod census;
pub mod compare;
pub mod dissent;
mod document;
pub mod fields;
mod place;
mod prompt;
pub mod report;
pub mod rules;
mod small;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::text;
use crate::tui::app::App;
use crate::tui::layout::Area;
use crate::tui::overlay::Overlay;
use crate::tui::theme::{Glyphs, Look};

pub use bars::{Filter, Header, Hints, Tabs};
pub use boxes::{ConfirmBox, MenuBox, PaletteBox, ReaderBox, popup};
pub use document::DocumentView;
pub use place::PlaceView;
pub use prompt::{LineView, PromptLine, Suggestions};
pub use small::TooSmall;

/// The whole screen.
#[derive(Debug, Clone, Copy)]
pub struct Screen<'a> {
    /// The state.
    pub app: &'a App,
}

/// Draws the state and puts the terminal's cursor where text is typed.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    frame.render_widget(&Screen { app }, frame.area());
    if let Some(position) = cursor(app).filter(|position| frame.area().contains((*position).into()))
    {
        frame.set_cursor_position(position);
    }
}

/// Where the terminal's cursor stands: column and row; `None` hides it.
#[must_use]
pub fn cursor(app: &App) -> Option<(u16, u16)> {
    if app.is_too_small() {
        return None;
    }
    let overlay = app.overlays().last()?;
    let area = overlay.area(&app.layout());
    match overlay {
        Overlay::Line(line) => LineView {
            line,
            look: app.look(),
        }
        .cursor(area),
        Overlay::Palette(palette) => PaletteBox {
            palette,
            look: app.look(),
        }
        .cursor(area),
        Overlay::Reader(_) | Overlay::Menu(_) | Overlay::Confirm(_) => None,
    }
}

impl Widget for &Screen<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let look = self.app.look();
        buffer.set_style(area, look.theme.text);
        if self.app.is_too_small() {
            (&TooSmall { look }).render(area, buffer);
            return;
        }
        let layout = self.app.layout();
        // The terminal may have shrunk since the last `Resized`; its news is on the way.
        let within = |part: Area| part.rect().intersection(area);
        let place = self.app.places().get(self.app.place());
        (&Header {
            heading: &place.heading(self.app.workspace()),
            loading: self.app.workspace().data().loading,
            look,
        })
            .render(within(layout.header), buffer);
        (&Tabs {
            current: self.app.place(),
            look,
        })
            .render(within(layout.tabs), buffer);
        (&PlaceView {
            app: self.app,
            look,
        })
            .render(within(layout.body), buffer);
        (&Filter {
            line: &place.filter(self.app.workspace()),
            look,
        })
            .render(within(layout.filter), buffer);
        (&Hints {
            app: self.app,
            look,
        })
            .render(within(layout.hints), buffer);
        for overlay in self.app.overlays() {
            let area = within(overlay.area(&layout));
            match overlay {
                Overlay::Reader(reader) => (&ReaderBox { reader, look }).render(area, buffer),
                Overlay::Palette(palette) => (&PaletteBox { palette, look }).render(area, buffer),
                Overlay::Menu(menu) => (&MenuBox { menu, look }).render(area, buffer),
                Overlay::Confirm(confirm) => (&ConfirmBox { confirm, look }).render(area, buffer),
                Overlay::Line(line) => (&LineView { line, look }).render(area, buffer),
            }
        }
    }
}

/// A line being filled from the left, piece by piece; nothing is drawn beyond its end.
#[derive(Debug)]
pub struct Pen<'a> {
    buffer: &'a mut Buffer,
    glyphs: Glyphs,
    area: Rect,
}

impl<'a> Pen<'a> {
    /// A pen at the start of the first row of `area`.
    #[must_use]
    pub fn new(area: Rect, buffer: &'a mut Buffer, look: &Look) -> Self {
        let mut area = area.intersection(buffer.area);
        area.height = area.height.min(1);
        if area.height == 0 {
            area.width = 0;
        }
        Self {
            buffer,
            glyphs: look.glyphs,
            area,
        }
    }

    /// Columns left.
    #[must_use]
    pub fn room(&self) -> usize {
        usize::from(self.area.width)
    }

    /// Writes text from anywhere: cleaned, and cut with an ellipsis where the line ends.
    pub fn write(&mut self, text: &str, style: Style) -> &mut Self {
        if self.area.width == 0 {
            return self;
        }
        let shown = text::clean_cut(text, self.room(), self.glyphs.marks);
        let (end, _) =
            self.buffer
                .set_stringn(self.area.x, self.area.y, &shown, self.room(), style);
        let used = end.saturating_sub(self.area.x).min(self.area.width);
        self.area.x += used;
        self.area.width -= used;
        self
    }

    /// Writes text in exactly `width` columns: padded, or cut with an ellipsis.
    pub fn column(&mut self, text: &str, width: usize, style: Style) -> &mut Self {
        let width = width.min(self.room());
        let shown = text::clean_cut(text, width, self.glyphs.marks);
        let padded = text::fit_with(&shown, width, self.glyphs.marks).into_owned();
        self.write(&padded, style)
    }

    /// Gives the line a style on which later text is written: the selected row.
    pub fn ground(&mut self, style: Style) -> &mut Self {
        self.buffer.set_style(self.area, style);
        self
    }

    /// Keeps `width` columns free at the end of the line and returns them.
    #[must_use]
    pub fn reserve(&mut self, width: usize) -> Rect {
        let width = u16::try_from(width)
            .unwrap_or(u16::MAX)
            .min(self.area.width);
        self.area.width -= width;
        Rect {
            x: self.area.x + self.area.width,
            width,
            ..self.area
        }
    }
}

/// Row `index` of an area; empty when it has no such row.
#[must_use]
pub fn row(area: Rect, index: usize) -> Rect {
    let index = u16::try_from(index).unwrap_or(u16::MAX);
    if index >= area.height {
        return Rect { height: 0, ..area };
    }
    Rect {
        y: area.y + index,
        height: 1,
        ..area
    }
}

#[cfg(test)]
mod tests;
