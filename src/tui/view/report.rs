//! Draws place 6: tables with bars, a line a row.
//!
//! ```text
//! By attribution route
//!   declared   214  ██████▒▒▒▒▒        ✓ 140 valid  ✗ 74 invalid (34.6%)
//! ▸ conflict    98  ████▒              ✓ 85 valid   ✗ 13 invalid (13.3%)
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::output::table::{percentage, thousands};
use crate::text::{pad_start, width};
use crate::totals::RouteTotals;
use crate::tui::cursor::Extent;
use crate::tui::state::report::{Content, Line, Report, Section};
use crate::tui::theme::{Glyphs, Look};
use crate::tui::view::{Pen, row};

/// The place.
#[derive(Debug, Clone, Copy)]
pub struct ReportView<'a> {
    /// Its state.
    pub report: &'a Report,
    /// Styles and characters.
    pub look: Look,
}

/// Columns of a count.
const NUMBER: usize = 8;
/// Columns of a route's verdicts in words: `✓ 189 valid  ✗ 230 invalid (77.7%)` and some more.
const WORDS: usize = 38;
/// Most columns of a bar.
const BAR: usize = 60;

impl Widget for &ReportView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let lines = self.report.lines();
        let extent = Extent::new(lines.len(), area.height);
        let cursor = self.report.cursor();
        let selected = cursor.selected(lines.len());
        for (at, position) in cursor.visible(extent).enumerate() {
            let is_selected = selected == Some(position);
            self.line(&lines[position], is_selected, row(area, at), buffer);
        }
        if lines.is_empty() {
            let text = "  the tables are being counted…";
            Pen::new(row(area, 0), buffer, &self.look).write(text, self.look.theme.dim);
        } else if self.report.is_busy() {
            let text = " being counted again ";
            let mut pen = Pen::new(row(area, 0), buffer, &self.look);
            let right = pen.reserve(width(text));
            Pen::new(right, buffer, &self.look).write(text, self.look.theme.warning);
        }
    }
}

impl ReportView<'_> {
    fn line(&self, line: &Line, is_selected: bool, area: Rect, buffer: &mut Buffer) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let mut pen = Pen::new(area, buffer, &self.look);
        if is_selected {
            pen.ground(theme.selected);
        }
        // On the selected row the ground's own colours keep the text readable.
        let tint = |style: Style| if is_selected { Style::new() } else { style };
        let gutter = if is_selected { glyphs.pointer } else { " " };
        pen.write(gutter, Style::new()).write(" ", Style::new());
        let is_hit = line.has(self.report.needle());
        let name = tint(if is_hit { theme.hit } else { Style::new() });
        // Labels of hosts and paths leave room for what is said of them.
        let most = (usize::from(area.width) * 2 / 5).max(16);
        let label_width = line.label_width.min(most);
        match &line.content {
            Content::Blank => {}
            Content::Heading(text) => {
                pen.write(text, tint(if is_hit { theme.hit } else { theme.heading }));
            }
            Content::Sentence(text) => {
                pen.write(text, tint(theme.dim));
            }
            Content::Figure { label, value } => {
                pen.column(label, label_width, name).write("  ", name);
                pen.write(value, tint(theme.dim));
            }
            Content::Count {
                label,
                count,
                most,
                note,
            } => {
                let beside_flows = match line.section {
                    Section::Transitions => self.flow_width(),
                    _ => 0,
                };
                pen.column(label, label_width + beside_flows, name);
                self.number(*count, &mut pen);
                if *most > 0 {
                    self.bar(&[(*count, *most)], tint(theme.dim), &mut pen);
                }
                pen.write(note, tint(theme.dim));
            }
            Content::Stack {
                label,
                totals,
                most,
            } => {
                pen.column(label, label_width, name);
                self.number(totals.n, &mut pen);
                self.stack(totals, (*most, is_selected), &mut pen);
            }
            Content::Flow {
                from,
                to,
                count,
                most,
                changes,
            } => {
                let style = tint(if *changes { theme.warning } else { theme.dim });
                pen.column(from, label_width, name);
                let to = format!(" {} alternative {to}", glyphs.arrow);
                pen.column(&to, self.flow_width(), style);
                self.number(*count, &mut pen);
                self.bar(&[(*count, *most)], style, &mut pen);
                pen.write(if *changes { "verdict changes" } else { "stays" }, style);
            }
        }
    }

    /// Columns of the way to the alternative verdict.
    fn flow_width(&self) -> usize {
        width(self.look.glyphs.arrow) + 21
    }

    fn number(&self, count: u64, pen: &mut Pen<'_>) {
        pen.write(&pad_start(&thousands(count), NUMBER), Style::new())
            .write("  ", Style::new());
    }

    /// A bar, padded, where there is room for one beside what follows.
    fn bar(&self, parts: &[(u64, u64)], style: Style, pen: &mut Pen<'_>) {
        let columns = (pen.room() / 2).min(BAR);
        if columns < 4 {
            return;
        }
        let columns = u16::try_from(columns).unwrap_or(0);
        let text: String = parts
            .iter()
            .map(|&(part, whole)| self.look.glyphs.bar(part, whole, columns))
            .collect();
        pen.column(&text, usize::from(columns), style)
            .write(" ", style);
    }

    fn stack(&self, totals: &RouteTotals, (most, is_selected): (u64, bool), pen: &mut Pen<'_>) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let tint = |style: Style| if is_selected { Style::new() } else { style };
        // Words and figures come before the bar.
        let columns = pen.room().saturating_sub(WORDS).min(BAR);
        if columns >= 4 {
            let (valid, invalid) = stacked(totals, most, columns, &glyphs);
            let rest = columns.saturating_sub(width(&valid) + width(&invalid)) + 1;
            pen.write(&valid, tint(theme.good))
                .write(&invalid, tint(theme.bad))
                .column("", rest, Style::new());
        }
        let valid = format!("{} {} valid  ", glyphs.yes, thousands(totals.valid));
        let rate = percentage(totals.invalid_percent());
        let invalid = format!(
            "{} {} invalid ({rate})",
            glyphs.no,
            thousands(totals.invalid)
        );
        pen.write(&valid, tint(theme.good))
            .write(&invalid, tint(theme.bad));
    }
}

/// The two parts of a route's bar. A part that is not nothing is never drawn as nothing.
fn stacked(totals: &RouteTotals, most: u64, columns: usize, glyphs: &Glyphs) -> (String, String) {
    let cells = |count: u64| {
        if count == 0 || most == 0 {
            return 0;
        }
        let wanted = u128::from(count.min(most)) * columns as u128 / u128::from(most);
        usize::try_from(wanted).unwrap_or(columns).max(1)
    };
    // Both parts together are as long as the whole, so that two routes can be held against
    // each other.
    let whole = cells(totals.valid + totals.invalid);
    let invalid = cells(totals.invalid).min(whole);
    let valid = (whole - invalid).max(usize::from(totals.valid > 0));
    let full = glyphs.bar.last().copied().unwrap_or("#");
    (full.repeat(valid), glyphs.bar_other.repeat(invalid))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::GlyphSet;

    fn parts(valid: u64, invalid: u64, most: u64) -> (usize, usize) {
        let totals = RouteTotals {
            n: valid + invalid,
            valid,
            invalid,
        };
        let glyphs = Glyphs::of(GlyphSet::Ascii);
        let (valid, invalid) = stacked(&totals, most, 20, &glyphs);
        assert!(valid.chars().all(|char| char == '#'));
        assert!(invalid.chars().all(|char| char == '='));
        (valid.len(), invalid.len())
    }

    #[test]
    fn both_parts_of_a_bar_are_in_proportion_and_seen() {
        assert_eq!(parts(10, 10, 20), (10, 10));
        assert_eq!(parts(5, 5, 20), (5, 5));
        assert_eq!(parts(0, 20, 20), (0, 20));
        assert_eq!(parts(20, 0, 20), (20, 0));
        assert_eq!(parts(0, 0, 20), (0, 0));
        assert_eq!(parts(999, 1, 1000), (19, 1));
        assert_eq!(parts(1, 999, 1000), (1, 19));
    }
}
