//! Draws the open document: a border that carries title and tabs, rows, and where the cursor is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Widget};

use crate::text;
use crate::tui::layout::Area;
use crate::tui::state::document::{OpenDocument, ShownLine, Tone};
use crate::tui::theme::{Look, Theme};
use crate::tui::view::{Pen, row};

/// An open document in its area.
#[derive(Debug, Clone, Copy)]
pub struct DocumentView<'a> {
    /// The state.
    pub document: &'a OpenDocument,
    /// Styles and characters.
    pub look: Look,
    /// Whether it has the keys.
    pub is_focused: bool,
}

impl Widget for &DocumentView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        let inside = OpenDocument::inside(area.into()).rect();
        if inside.x > area.x {
            self.border(area, buffer);
        }
        self.tabs(area, buffer);
        for (index, shown) in self.document.shown(area.into()).iter().enumerate() {
            self.line(shown, row(inside, index), buffer);
        }
    }
}

impl DocumentView<'_> {
    fn border(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let style = if self.is_focused {
            theme.border_focused
        } else {
            theme.border
        };
        Block::bordered()
            .border_set(self.look.glyphs.border)
            .border_style(style)
            .render(area, buffer);
        let tabs = self.document.tab_areas(area.into());
        let end = tabs
            .first()
            .map_or(area.right().saturating_sub(1), |(_, tab)| {
                tab.x.saturating_sub(1)
            });
        let title = Rect {
            x: area.x + 2,
            y: area.y,
            width: end.saturating_sub(area.x + 2),
            height: 1,
        };
        let title_style = if self.is_focused {
            theme.heading
        } else {
            theme.text
        };
        let address = format!(" {} ", self.document.address());
        let mut pen = Pen::new(title, buffer, &self.look);
        pen.write(&address, title_style);
        if !self.document.note().is_empty() {
            let note = format!("{} {} ", self.look.glyphs.separator, self.document.note());
            pen.write(&note, theme.marked);
        }
        self.foot(area, buffer);
    }

    /// Where the cursor is, at the left of the lower border; how far, at its right.
    fn foot(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let (at, length) = self.document.position();
        let mut right = match self.document.hits() {
            Some(hits) => format!(
                " {hits} {} ",
                text::clean_cut(&hits.needle, 20, self.look.glyphs.marks)
            ),
            None => String::new(),
        };
        if self.look.glyphs.dots.is_ascii() {
            right = right.replace('≥', ">=");
        }
        right.push_str(&format!(" {at}/{length} "));
        let width = u16::try_from(text::width(&right)).unwrap_or(u16::MAX);
        let line = Area::from(area).split_bottom(1).1;
        let (_, inner) = line.split_left(2);
        let (left, rest) = inner.split_left(inner.width.saturating_sub(width.saturating_add(2)));
        let place = self.document.place();
        if !place.is_empty() && left.width > 4 {
            let shown = text::clean_with(&place, self.look.glyphs.marks);
            let room = usize::from(left.width).saturating_sub(3);
            let cut = text::cut(&shown, room, text::Cut::Start, self.look.glyphs.marks);
            Pen::new(left.rect(), buffer, &self.look).write(&format!(" {cut} "), theme.dim);
        }
        if rest.width >= width {
            Pen::new(rest.rect(), buffer, &self.look).write(&right, theme.dim);
        }
    }

    fn tabs(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        for (tab, place) in self.document.tab_areas(area.into()) {
            let is_current = tab == self.document.tab();
            let style = if is_current {
                theme.selected
            } else {
                theme.text
            };
            let before = if is_current {
                self.look.glyphs.pointer
            } else {
                " "
            };
            Pen::new(place.rect(), buffer, &self.look)
                .write(before, style)
                .write(tab.label(), style)
                .write(" ", style);
        }
    }

    fn line(&self, shown: &ShownLine, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let mut pen = Pen::new(area, buffer, &self.look);
        if shown.is_selected {
            pen.ground(if self.is_focused {
                theme.selected
            } else {
                theme.selected_elsewhere
            });
        }
        let pointer = if shown.is_selected && shown.is_first {
            self.look.glyphs.pointer
        } else {
            " "
        };
        pen.write(pointer, Style::new()).write(" ", Style::new());
        for span in &shown.line.spans {
            // Only words of this program's own separate with a dot; a document's text stays.
            let is_own = matches!(
                span.tone,
                Tone::Dim | Tone::Good | Tone::Bad | Tone::Warning
            );
            if is_own && self.look.glyphs.dots.is_ascii() && span.text.contains(" · ") {
                pen.write(&span.text.replace(" · ", " | "), style(span.tone, &theme));
            } else {
                pen.write(&span.text, style(span.tone, &theme));
            }
        }
    }
}

/// The style of a tone.
fn style(tone: Tone, theme: &Theme) -> Style {
    match tone {
        Tone::Text => Style::new(),
        Tone::Dim => theme.dim,
        Tone::Heading => theme.heading,
        Tone::Key => Style::new().add_modifier(Modifier::BOLD),
        Tone::String => theme.string,
        Tone::Literal => theme.literal,
        // Underlined, so that a mark is told from the same brackets in the text without colour.
        Tone::Mark => theme.warning.add_modifier(Modifier::UNDERLINED),
        Tone::Good => theme.good,
        Tone::Bad => theme.bad,
        Tone::Warning => theme.warning,
        Tone::Hit => theme.hit.add_modifier(Modifier::REVERSED),
    }
}

#[cfg(test)]
mod tests;
