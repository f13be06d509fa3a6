//! A filter pane: a bucket a row, with its count and a bar.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::frame;
use crate::output::table::thousands;
use crate::query::{Bucket, Facet, Key, Pane};
use crate::text;
use crate::tui::cursor::Extent;
use crate::tui::state::census::{PaneState, pane_rows};
use crate::tui::theme::Look;
use crate::tui::view::{Pen, row};

/// One pane.
#[derive(Debug, Clone, Copy)]
pub struct PaneView<'a> {
    /// Its buckets.
    pub pane: &'a Pane,
    /// Its cursor and order.
    pub state: &'a PaneState,
    /// Whether it has the keys.
    pub is_focused: bool,
    /// Styles and characters.
    pub look: Look,
}

/// Columns of the count and of the bar in all rows of a pane.
#[derive(Debug, Clone, Copy)]
struct Columns {
    number: usize,
    bar: u16,
}

/// Columns of a gutter and of what says that a bucket is chosen.
const MARK: usize = 5;
/// Columns of a label that no bar takes away.
const LABEL: usize = 18;

impl Columns {
    /// Words come before bars: where there is little room the bar is the first to go.
    fn of(rows: &[&Bucket], inside: u16) -> Self {
        let digits = rows.iter().map(|row| thousands(row.count as u64).len());
        let number = digits.max().unwrap_or(0).max(3);
        let labels = rows.iter().map(|row| crate::text::width(&row.label));
        let label = labels.max().unwrap_or(0).min(LABEL);
        let left = usize::from(inside).saturating_sub(MARK + label + number + 2);
        // A bar of fewer columns says nothing that the number does not.
        let bar = match u16::try_from(left).unwrap_or(u16::MAX).min(inside / 4) {
            0..3 => 0,
            room => room.min(14),
        };
        Self { number, bar }
    }
}

/// What a facet's pane is called.
pub(crate) fn title(facet: Facet) -> &'static str {
    match facet {
        Facet::Route => "Route",
        Facet::RouteVersion => "Route and version",
        Facet::Of(key) => match key {
            Key::Cell => "Assigned and alternative",
            Key::Field => "Violations by field",
            Key::Missing => "Missing fields",
            Key::Kind => "Kinds of violation",
            Key::Near => "Near misses",
            Key::State => "State",
            Key::Shape => "Shape of the keys",
            Key::Agree => "Published and computed",
            Key::Published => "Published verdict",
            Key::Tolerant => "Tolerant verdict",
            Key::Newest => "Verdict at 1.0",
            Key::Hidden => "Hidden characters",
            Key::Note => "Notes",
            other => other.as_str(),
        },
    }
}

impl Widget for &PaneView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let rows = pane_rows(self.pane, self.state);
        let count = rows.len();
        let height = area.height.saturating_sub(2);
        let extent = Extent::new(count, height);
        let visible = self.state.cursor.visible(extent);
        let hidden = count - visible.len();
        let foot = match (hidden, self.is_focused) {
            (0, true) => "h l other facet".to_owned(),
            (0, false) => String::new(),
            (hidden, _) => format!("{hidden} more"),
        };
        let inside = frame(
            area,
            (title(self.pane.facet), &foot),
            self.is_focused,
            buffer,
            &self.look,
        );
        let most = rows.iter().map(|bucket| bucket.count).max().unwrap_or(0) as u64;
        let columns = Columns::of(&rows, inside.width);
        let selected = self.state.cursor.selected(count);
        for (line, position) in visible.enumerate() {
            let is_selected = selected == Some(position);
            self.bucket(
                rows[position],
                (most, is_selected, columns),
                row(inside, line),
                buffer,
            );
        }
        if count == 0 {
            Pen::new(row(inside, 0), buffer, &self.look).write(" nothing", self.look.theme.dim);
        }
    }
}

impl PaneView<'_> {
    fn bucket(
        &self,
        bucket: &Bucket,
        (most, is_selected, columns): (u64, bool, Columns),
        line: Rect,
        buffer: &mut Buffer,
    ) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let mut pen = Pen::new(line, buffer, &self.look);
        if is_selected {
            pen.ground(if self.is_focused {
                theme.selected
            } else {
                theme.selected_elsewhere
            });
        }
        let gutter = if is_selected && self.is_focused {
            glyphs.pointer
        } else {
            " "
        };
        let mark = match (bucket.is_chosen, bucket.is_excluded) {
            (true, _) => "[x] ",
            (_, true) => "[-] ",
            _ => "[ ] ",
        };
        let style = if bucket.is_chosen || bucket.is_excluded {
            theme.marked
        } else {
            Style::new()
        };
        pen.write(gutter, Style::new()).write(mark, style);
        let count = thousands(bucket.count as u64);
        let bar = pen.reserve(usize::from(columns.bar));
        // A blank before the count, and one behind it where a bar follows.
        let number = pen.reserve(columns.number + 1 + usize::from(columns.bar > 0));
        let room = pen.room();
        // Labels differ at both ends: fields of one object begin alike.
        let label = text::clean_with(&bucket.label, glyphs.marks);
        let label = text::cut(&label, room, text::Cut::Middle, glyphs.marks);
        pen.column(&label, room, style);
        let padded = format!(" {count:>width$}", width = columns.number);
        Pen::new(number, buffer, &self.look).write(&padded, Style::new());
        let text = glyphs.bar(bucket.count as u64, most, columns.bar);
        Pen::new(bar, buffer, &self.look).write(&text, theme.dim);
    }
}
