//! Draws a line being typed, its suggestions above it, and the place of what is wrong with it; what
//! it is stands on the line of hints below.
//!
//! ```text
//!  ┌ suggestions ───────────┐
//!  │▸route:    how the …    │
//!  │ rows:                  │
//!  └────────────────────────┘
//!  / host:*.example rou_                                            (the fault's place underlined)
//!  ✗ 'rou' is no key of a filter
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use crate::text;
use crate::tui::overlay::Line;
use crate::tui::prompt::{Prompt, SUGGESTION_ROWS};
use crate::tui::theme::Look;
use crate::tui::view::{Pen, popup, row};

/// The line itself, scrolled so that the cursor is on screen.
#[derive(Debug, Clone, Copy)]
pub struct PromptLine<'a> {
    /// The line.
    pub prompt: &'a Prompt,
    /// Styles and characters.
    pub look: Look,
}

impl PromptLine<'_> {
    /// Columns of the line to the left of the window, and the column of the cursor within it.
    fn scrolled(&self, width: u16) -> (usize, u16) {
        let cursor = text::width(&self.clean(self.prompt.before_cursor()));
        let skip = (cursor + 1).saturating_sub(usize::from(width));
        (skip, u16::try_from(cursor - skip).unwrap_or(u16::MAX))
    }

    fn clean(&self, text: &str) -> String {
        text::clean_with(text, self.look.glyphs.marks).into_owned()
    }

    /// Where the cursor stands when the line is drawn in `area`.
    #[must_use]
    pub fn cursor(&self, area: Rect) -> Option<(u16, u16)> {
        let column = self.scrolled(area.width).1;
        (area.width > 0 && area.height > 0).then_some((area.x.saturating_add(column), area.y))
    }
}

impl Widget for &PromptLine<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let skip = self.scrolled(area.width).0;
        let whole = self.clean(self.prompt.text());
        let window = text::window(&whole, skip, usize::from(area.width));
        Pen::new(area, buffer, &self.look).write(&window, Style::new());
        let Some(fault) = self.prompt.fault() else {
            return;
        };
        let before = self
            .prompt
            .text()
            .get(..fault.at)
            .unwrap_or(self.prompt.text());
        let column = text::width(&self.clean(before)).checked_sub(skip);
        let column = column.and_then(|column| u16::try_from(column).ok());
        let Some(column) = column.filter(|column| *column < area.width) else {
            return;
        };
        let at = Rect {
            x: area.x + column,
            width: 1,
            ..area
        };
        let style = self.look.theme.bad.add_modifier(Modifier::UNDERLINED);
        buffer.set_style(row(at, 0).intersection(buffer.area), style);
    }
}

/// A line typed in place of the filter, with label and suggestions.
#[derive(Debug, Clone, Copy)]
pub struct LineView<'a> {
    /// The line.
    pub line: &'a Line,
    /// Styles and characters.
    pub look: Look,
}

impl LineView<'_> {
    fn prompt(&self) -> PromptLine<'_> {
        PromptLine {
            prompt: &self.line.prompt,
            look: self.look,
        }
    }

    /// The columns for the line, behind its label.
    fn typed(&self, area: Rect) -> Rect {
        let label = u16::try_from(text::width(&self.line.label) + 2).unwrap_or(u16::MAX);
        let label = label.min(area.width / 3);
        Rect {
            x: area.x + label,
            width: area.width - label,
            ..area
        }
    }

    /// Where the cursor stands.
    #[must_use]
    pub fn cursor(&self, area: crate::tui::layout::Area) -> Option<(u16, u16)> {
        self.prompt().cursor(self.typed(area.rect()))
    }
}

impl Widget for &LineView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        ratatui::widgets::Clear.render(area, buffer);
        buffer.set_style(area, self.look.theme.text);
        let typed = self.typed(area);
        let label = Rect {
            width: typed.x - area.x,
            ..area
        };
        let theme = self.look.theme;
        Pen::new(label, buffer, &self.look)
            .write(" ", theme.key)
            .write(&self.line.label, theme.key);
        (&self.prompt()).render(typed, buffer);
        let above = Rect {
            height: area.y.saturating_sub(buffer.area.y),
            y: buffer.area.y,
            ..area
        };
        (&Suggestions {
            prompt: &self.line.prompt,
            look: self.look,
        })
            .render(above, buffer);
    }
}

/// The suggestions, in a box at the bottom of the area given.
#[derive(Debug, Clone, Copy)]
pub struct Suggestions<'a> {
    /// The line they belong to.
    pub prompt: &'a Prompt,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &Suggestions<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let suggestions = self.prompt.suggestions();
        let rows = suggestions.len().min(SUGGESTION_ROWS);
        let height = u16::try_from(rows + 2).unwrap_or(u16::MAX);
        if suggestions.is_empty() || area.height < 3 || area.width < 8 {
            return;
        }
        let height = height.min(area.height);
        let width = area.width.min(64);
        let outer = Rect {
            y: area.bottom() - height,
            height,
            width,
            ..area
        };
        let inside = popup(outer, "suggestions", buffer, &self.look);
        let names = suggestions
            .iter()
            .map(|suggestion| text::width(&suggestion.text))
            .max();
        let column = (names.unwrap_or(0) + 2).min(usize::from(inside.width));
        let visible = self.prompt.visible_suggestions(usize::from(inside.height));
        for (index, position) in visible.enumerate() {
            let Some(suggestion) = suggestions.get(position) else {
                break;
            };
            let is_chosen = self.prompt.chosen() == Some(position);
            let mut pen = Pen::new(row(inside, index), buffer, &self.look);
            if is_chosen {
                pen.ground(self.look.theme.selected);
            }
            pen.write(
                if is_chosen {
                    self.look.glyphs.pointer
                } else {
                    " "
                },
                Style::new(),
            );
            pen.column(&suggestion.text, column, Style::new());
            pen.write(&suggestion.note, self.look.theme.dim);
        }
    }
}
