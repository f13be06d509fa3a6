//! Draws place 1: panes, list, open document.

mod list;
mod pane;
mod table;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Widget};

use crate::query::Facet;
use crate::tui::layout::{Area, Layout};
use crate::tui::state::census::{Census, Focus};
use crate::tui::state::workspace::Workspace;
use crate::tui::theme::Look;
use crate::tui::view::Pen;
use crate::tui::view::document::DocumentView;

pub use list::ListView;
pub use pane::PaneView;
pub use table::TableView;

/// The place.
#[derive(Debug, Clone, Copy)]
pub struct CensusView<'a> {
    /// Where the person is.
    pub census: &'a Census,
    /// What is shown.
    pub workspace: &'a Workspace,
    /// The screen, divided.
    pub layout: Layout,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &CensusView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let areas = self.census.areas(&self.layout);
        let within = |part: Area| part.rect().intersection(area);
        for (pane, part) in areas.panes.into_iter().enumerate() {
            let is_focused = self.census.focus() == Focus::Pane(pane);
            let Some(shown) = self.workspace.shown().panes.get(pane) else {
                continue;
            };
            let state = self.census.pane(pane);
            if shown.facet == Facet::CELL {
                let view = TableView {
                    pane: shown,
                    state,
                    is_focused,
                    look: self.look,
                };
                (&view).render(within(part), buffer);
            } else {
                let view = PaneView {
                    pane: shown,
                    state,
                    is_focused,
                    look: self.look,
                };
                (&view).render(within(part), buffer);
            }
        }
        let list = ListView {
            census: self.census,
            workspace: self.workspace,
            look: self.look,
        };
        (&list).render(within(areas.list), buffer);
        self.document(within(areas.document), buffer);
    }
}

impl CensusView<'_> {
    fn document(&self, area: Rect, buffer: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        let is_focused = self.census.focus() == Focus::Document;
        match self.census.document() {
            Some(document) => {
                let view = DocumentView {
                    document,
                    look: self.look,
                    is_focused,
                };
                (&view).render(area, buffer);
            }
            None => {
                let inside = frame(area, ("document", ""), is_focused, buffer, &self.look);
                let text = self.census.unopened(self.workspace);
                Pen::new(super::row(inside, 0), buffer, &self.look)
                    .write(&text, self.look.theme.dim);
            }
        }
    }
}

/// Draws a pane's frame with a title and a word at its foot; returns its inside.
pub(crate) fn frame(
    area: Rect,
    words: (&str, &str),
    is_focused: bool,
    buffer: &mut Buffer,
    look: &Look,
) -> Rect {
    let area = area.intersection(buffer.area);
    let theme = look.theme;
    let style = if is_focused {
        theme.border_focused
    } else {
        theme.border
    };
    let block = Block::bordered()
        .border_set(look.glyphs.border)
        .border_style(style);
    let inside = block.inner(area);
    block.render(area, buffer);
    if area.width < 6 || area.height == 0 {
        return inside;
    }
    let (title, foot) = words;
    let line = Rect {
        x: area.x + 1,
        width: area.width - 2,
        height: 1,
        ..area
    };
    let mut pen = Pen::new(line, buffer, look);
    // The pane with the keys is told by its gutter, not by colour alone.
    pen.write(
        if is_focused { look.glyphs.pointer } else { "" },
        theme.border_focused,
    );
    pen.write(&format!(" {title} "), theme.heading);
    if !foot.is_empty() && area.height > 1 {
        let text = format!(" {foot} ");
        let width = crate::text::width(&text).min(usize::from(line.width));
        let foot = Rect {
            y: area.y + area.height - 1,
            ..line
        };
        let right = Pen::new(foot, buffer, look).reserve(width);
        Pen::new(right, buffer, look).write(&text, theme.dim);
    }
    inside
}
