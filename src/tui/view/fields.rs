//! Draws place 5: a line per field path with its counts, and the one under the cursor in full.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::inventory::{FieldLine, FieldSort};
use crate::output::table::{percentage, thousands};
use crate::text::{self, Cut};
use crate::tui::cursor::Extent;
use crate::tui::layout::{Area, Layout};
use crate::tui::state::fields::{Counted, Fields, Grid, LEAD, Line, types};
use crate::tui::theme::Look;
use crate::tui::view::census::frame;
use crate::tui::view::{Pen, row};

/// The place.
#[derive(Debug, Clone, Copy)]
pub struct FieldsView<'a> {
    /// What was counted and where the person is.
    pub fields: &'a Fields,
    /// The screen, divided.
    pub layout: Layout,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &FieldsView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let areas = self.fields.areas(&self.layout);
        let within = |part: Area| part.rect().intersection(area);
        let lines = within(areas.lines);
        let Some(counted) = self.fields.counted() else {
            Pen::new(row(lines, 0), buffer, &self.look).write(
                "   counting the fields of every document",
                self.look.theme.dim,
            );
            return;
        };
        let grid = self.fields.grid(areas.lines.width);
        self.head(counted, &grid, within(areas.head), buffer);
        let all = self.fields.lines();
        let extent = Extent::new(all.len(), areas.lines.height);
        let selected = self.fields.cursor().selected(all.len());
        for (number, position) in self.fields.cursor().visible(extent).enumerate() {
            let is_selected = selected == Some(position);
            let place = row(lines, number);
            self.line(counted, (&grid, all[position], is_selected), place, buffer);
        }
        if all.is_empty() {
            let words = if self.fields.pattern().is_empty() {
                "   no document shown has a field".to_owned()
            } else {
                format!(
                    "   no path contains '{}'; esc shows all",
                    self.fields.pattern()
                )
            };
            Pen::new(row(lines, 0), buffer, &self.look).write(&words, self.look.theme.dim);
        }
        if !areas.detail.is_empty() {
            self.detail(within(areas.detail), buffer);
        }
    }
}

impl FieldsView<'_> {
    fn head(&self, counted: &Counted, grid: &Grid, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let sort = self.fields.sort();
        let arrow = |is_sorted: bool| if is_sorted { " v" } else { "" };
        let name = match (self.fields.pattern(), sort) {
            ("", FieldSort::Path) => "   field ^".to_owned(),
            ("", _) => "   field".to_owned(),
            (pattern, _) => format!("   field with '{pattern}'"),
        };
        let mut pen = Pen::new(row(area, 0), buffer, &self.look);
        pen.column(&name, usize::from(LEAD + grid.path), theme.heading);
        let documents = format!("documents{}", arrow(sort == FieldSort::Documents));
        number(&mut pen, &documents, grid.documents, theme.heading);
        if counted.buckets.len() > 1 {
            for bucket in &counted.buckets[grid.buckets.clone()] {
                number(&mut pen, &bucket.label, grid.bucket, theme.heading);
            }
            return;
        }
        let values = format!("values{}", arrow(sort == FieldSort::Occurrences));
        number(&mut pen, &values, grid.values, theme.heading);
        for (name, width) in [
            ("  types, by documents", grid.types),
            ("  required by", grid.required),
            ("  example", grid.example),
        ] {
            if width > 0 {
                pen.column(name, usize::from(width), theme.heading);
            }
        }
    }

    fn line(
        &self,
        counted: &Counted,
        (grid, line, is_selected): (&Grid, Line, bool),
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let mut pen = Pen::new(area, buffer, &self.look);
        if is_selected {
            pen.ground(theme.selected);
        }
        pen.write(if is_selected { glyphs.pointer } else { " " }, Style::new());
        let room = usize::from(grid.path);
        match line {
            Line::Category(_) | Line::Nobody => {
                pen.write(" ", Style::new())
                    .write(&self.fields.label(line), theme.heading)
                    .write("   ", theme.dim)
                    .write(&self.fields.tally(line), theme.dim);
            }
            Line::Unserved(path) => {
                let path = middle(path, room, &self.look);
                pen.write("  ", Style::new())
                    .column(&path, room, Style::new());
                number(&mut pen, glyphs.none, grid.documents, theme.dim);
            }
            Line::Field(position) => {
                if let Some(field) = self.fields.field(position) {
                    self.field(counted, (grid, field, is_selected), &mut pen);
                }
            }
        }
    }

    fn field(
        &self,
        counted: &Counted,
        (grid, field, is_selected): (&Grid, &FieldLine, bool),
        pen: &mut Pen<'_>,
    ) {
        let theme = self.look.theme;
        let over = |style: Style| if is_selected { Style::new() } else { style };
        let kinds = types(field);
        let carriers = |bucket: usize| field.counts.get(bucket).map_or(0, |found| found.documents);
        let buckets = counted.buckets.len();
        let is_uneven = (0..buckets).any(|bucket| carriers(bucket) == 0);
        // Something to look at: several types, or populations of which not all have it.
        let flag = if kinds.len() > 1 || is_uneven {
            "!"
        } else {
            " "
        };
        pen.write(flag, over(theme.warning))
            .write(" ", Style::new());
        let path = middle(&field.path, usize::from(grid.path), &self.look);
        pen.column(&path, usize::from(grid.path), Style::new());
        let total = field.total();
        let at_most = if field.is_at_most { "<" } else { "" };
        let documents = format!("{at_most}{}", thousands(total.documents));
        number(pen, &documents, grid.documents, Style::new());
        let column = self.fields.column();
        if buckets > 1 {
            for bucket in grid.buckets.clone() {
                let all = counted.inventory.document_count(bucket);
                let count = carriers(bucket);
                let is_current = is_selected && column == bucket + 1;
                let pointer = if is_current {
                    self.look.glyphs.pointer
                } else {
                    ""
                };
                let part = (all > 0).then(|| 100.0 * count as f64 / all as f64);
                let words = match count {
                    0 => format!("{pointer}{}", self.look.glyphs.none),
                    _ => format!("{pointer}{} {:>6}", thousands(count), percentage(part)),
                };
                number(pen, &words, grid.bucket, over(Style::new()));
            }
            return;
        }
        number(
            pen,
            &thousands(total.occurrences),
            grid.values,
            over(theme.dim),
        );
        if grid.types > 0 {
            let words = kinds.iter().enumerate().map(|(at, (kind, count))| {
                let words = format!("{kind} {}", thousands(*count));
                if is_selected && column == at + 1 {
                    format!("[{words}]")
                } else {
                    words
                }
            });
            let words = words.collect::<Vec<_>>().join(", ");
            let style = if kinds.len() > 1 {
                theme.warning
            } else {
                Style::new()
            };
            pen.write("  ", Style::new())
                .column(&words, usize::from(grid.types) - 2, over(style));
        }
        if grid.required > 0 {
            let families: Vec<&str> = field.required_by().map(|family| family.as_str()).collect();
            pen.write("  ", Style::new()).column(
                &families.join(" "),
                usize::from(grid.required) - 2,
                over(theme.dim),
            );
        }
        if grid.example > 2 {
            let example = field
                .examples
                .first()
                .map(String::as_str)
                .unwrap_or_default();
            let example = middle(example, usize::from(grid.example) - 2, &self.look);
            pen.write("  ", Style::new())
                .write(&example, over(theme.string));
        }
    }

    fn detail(&self, area: Rect, buffer: &mut Buffer) {
        let Some(line) = self.fields.current() else {
            return;
        };
        let marks = self.look.glyphs.marks;
        let title = self.fields.label(line);
        let title = text::clean_cut(&title, usize::from(area.width).saturating_sub(24), marks);
        let foot = match line {
            Line::Field(_) => "Enter: its documents",
            _ => "",
        };
        let inside = frame(area, (&title, foot), false, buffer, &self.look);
        let width = usize::from(inside.width).max(1);
        let mut top = 0;
        for paragraph in self.fields.about(line) {
            let cleaned = text::clean_with(&paragraph, marks);
            for words in text::wrap(&cleaned, width) {
                if top >= usize::from(inside.height) {
                    return;
                }
                Pen::new(row(inside, top), buffer, &self.look).write(words, Style::new());
                top += 1;
            }
        }
    }
}

/// Writes a number, or its heading, at the right of its column.
fn number(pen: &mut Pen<'_>, words: &str, width: u16, style: Style) {
    if width == 0 {
        return;
    }
    let words = text::clean(words);
    pen.write(" ", Style::new())
        .write(&text::pad_start(&words, usize::from(width) - 1), style);
}

/// Text from anywhere, cleaned and cut in its middle.
fn middle(text: &str, room: usize, look: &Look) -> String {
    let marks = look.glyphs.marks;
    let cleaned = text::clean_with(text, marks);
    text::cut(&cleaned, room, Cut::Middle, marks).into_owned()
}
