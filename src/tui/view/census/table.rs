//! The transition table: assigned verdict by alternative verdict, every cell a filter.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::{frame, pane::title};
use crate::output::table::thousands;
use crate::query::{Bucket, Pane, TransitionTable};
use crate::tui::cursor::Extent;
use crate::tui::state::census::{PaneState, TableRow, table_rows};
use crate::tui::theme::Look;
use crate::tui::view::{Pen, row};

/// The pane of the table.
#[derive(Debug, Clone, Copy)]
pub struct TableView<'a> {
    /// Its buckets.
    pub pane: &'a Pane,
    /// The cell under the cursor.
    pub state: &'a PaneState,
    /// Whether it has the keys.
    pub is_focused: bool,
    /// Styles and characters.
    pub look: Look,
}

/// Columns of a cell.
const CELL: usize = 12;

impl Widget for &TableView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let Some(table) = TransitionTable::of(self.pane) else {
            return;
        };
        let foot = format!(
            "{} of {} change",
            thousands(table.changed as u64),
            thousands(table.total as u64)
        );
        let inside = frame(
            area,
            (title(self.pane.facet), &foot),
            self.is_focused,
            buffer,
            &self.look,
        );
        let width = self.cell_width(inside.width);
        self.head(width, row(inside, 0), buffer);
        let rows = table_rows(&table);
        let extent = Extent::new(rows.len(), inside.height.saturating_sub(1));
        let selected = self.state.cursor.selected(rows.len());
        for (line, position) in self.state.cursor.visible(extent).enumerate() {
            let is_selected = selected == Some(position);
            self.row(
                &rows[position],
                (width, is_selected),
                row(inside, line + 1),
                buffer,
            );
        }
    }
}

impl TableView<'_> {
    fn cell_width(&self, inside: u16) -> usize {
        usize::from(inside.saturating_sub(12) / 2).clamp(5, CELL)
    }

    fn head(&self, width: usize, line: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(line, buffer, &self.look);
        let cells = [pen.reserve(width), pen.reserve(width)];
        pen.write(" assigned", self.look.theme.dim);
        let glyphs = self.look.glyphs;
        let names = if width < CELL {
            [glyphs.no, glyphs.yes].map(|verdict| format!("alt {verdict}"))
        } else {
            ["alt invalid", "alt valid"].map(str::to_owned)
        };
        for (cell, name) in cells.into_iter().zip(names) {
            let text = crate::text::pad_start(&name, width);
            Pen::new(cell, buffer, &self.look).write(&text, self.look.theme.heading);
        }
    }

    fn row(
        &self,
        row: &TableRow,
        (width, is_selected): (usize, bool),
        line: Rect,
        buffer: &mut Buffer,
    ) {
        let mut pen = Pen::new(line, buffer, &self.look);
        let last = pen.reserve(width);
        let gutter = if is_selected && self.is_focused {
            self.look.glyphs.pointer
        } else {
            " "
        };
        match row {
            TableRow::Cells {
                label,
                cells: buckets,
                changes,
            } => {
                let cells = [last, pen.reserve(width)];
                pen.write(gutter, Style::new()).write(label, Style::new());
                for (column, area) in [1, 0].into_iter().zip(cells) {
                    let is_here = is_selected && self.state.column == column;
                    self.cell(&buckets[column], (changes[column], is_here), area, buffer);
                }
            }
            TableRow::Without(bucket) => {
                pen.write(gutter, Style::new())
                    .write("no alternative", self.look.theme.dim);
                self.cell(bucket, (false, is_selected), last, buffer);
            }
        }
    }

    fn cell(
        &self,
        bucket: &Bucket,
        (changes, is_here): (bool, bool),
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let theme = self.look.theme;
        let mut style = match (bucket.is_chosen || bucket.is_excluded, changes) {
            (true, _) => theme.marked,
            // Cells in which the verdict stays are no news.
            (_, false) => theme.dim,
            (_, true) => theme.warning.add_modifier(Modifier::BOLD),
        };
        if is_here {
            style = if self.is_focused {
                theme.selected
            } else {
                theme.selected_elsewhere
            };
        }
        let count = match bucket.count {
            0 => self.look.glyphs.dot.to_owned(),
            count => thousands(count as u64),
        };
        let mark = match (bucket.is_chosen, bucket.is_excluded) {
            (true, _) => "x",
            (_, true) => "-",
            _ => "",
        };
        let pointer = if is_here && self.is_focused {
            self.look.glyphs.pointer
        } else {
            " "
        };
        let width = usize::from(area.width);
        let padded = crate::text::pad_start(&format!("{pointer}{mark}{count}"), width);
        Pen::new(area, buffer, &self.look).write(&padded, style);
    }
}
