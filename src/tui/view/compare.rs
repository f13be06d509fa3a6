//! Draws place 2: names of the columns, lines, the line under the cursor in full.

mod detail;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::census::Verdict;
use crate::spec::Family;
use crate::text::{self, Cut};
use crate::tui::layout::{Area, Layout};
use crate::tui::state::compare::{Compare, Grid, LEAD, Line, Placed, Sheet, Shown};
use crate::tui::state::workspace::Workspace;
use crate::tui::theme::Look;
use crate::tui::view::{Pen, row};

/// The place.
#[derive(Debug, Clone, Copy)]
pub struct CompareView<'a> {
    /// Where the person is.
    pub compare: &'a Compare,
    /// The marks.
    pub workspace: &'a Workspace,
    /// The screen, divided.
    pub layout: Layout,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &CompareView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let Some(sheet) = self.compare.sheet() else {
            self.nothing(area, buffer);
            return;
        };
        let areas = self.compare.areas(&self.layout);
        let within = |part: Area| part.rect().intersection(area);
        let grid = self.compare.grid(areas.lines.width);
        self.head(sheet, &grid, within(areas.head), buffer);
        let lines = within(areas.lines);
        for placed in self.compare.placed(areas.lines) {
            let place = Rect {
                y: lines.y.saturating_add(placed.top),
                height: placed.height.min(lines.height.saturating_sub(placed.top)),
                ..lines
            };
            self.line(sheet, (&grid, placed), place, buffer);
        }
        if !areas.detail.is_empty() {
            self.detail(sheet, within(areas.detail), buffer);
        }
    }
}

impl CompareView<'_> {
    /// How to get cards here.
    fn nothing(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let marked = match self.workspace.marks().order().len() {
            0 => "No document is marked.",
            _ => "One document is marked; comparing needs two or more.",
        };
        let lines = [
            (marked, theme.heading),
            ("", theme.text),
            (
                "1      to the census; put the cursor on a card",
                Style::new(),
            ),
            ("space  marks it; mark 2 to 12 cards", Style::new()),
            ("c      lays them side by side", Style::new()),
        ];
        let top = usize::from(area.height.saturating_sub(lines.len() as u16) / 3);
        let widest = lines.iter().map(|(line, _)| text::width(line)).max();
        let indent = usize::from(area.width).saturating_sub(widest.unwrap_or(0)) / 2;
        for (number, (line, style)) in lines.into_iter().enumerate() {
            Pen::new(row(area, top + number), buffer, &self.look)
                .write(&" ".repeat(indent), Style::new())
                .write(line, style);
        }
    }

    /// Names of the columns, and what the rule makes of each.
    fn head(&self, sheet: &Sheet, grid: &Grid, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let show = self.compare.show();
        let toggles = [
            (show.only_differences, "differences"),
            (show.presence_only, "presence"),
            (show.whole, "whole"),
        ];
        let on = toggles.iter().filter(|(is_on, _)| *is_on);
        let on: Vec<&str> = on.map(|(_, name)| *name).collect();
        let lead = usize::from(LEAD + grid.path);
        let mut names = Pen::new(row(area, 0), buffer, &self.look);
        names.column(&format!(" field  {}", on.join(", ")), lead, theme.heading);
        for column in grid.cards.clone() {
            let card = sheet.comparison.identities().get(column);
            let name = card.map(|card| card.name.as_str()).unwrap_or_default();
            let is_current = column == self.compare.column();
            let style = if is_current {
                theme.selected
            } else {
                theme.heading
            };
            let mark = if is_current {
                self.look.glyphs.pointer
            } else {
                " "
            };
            let role = if self.compare.reference() == Some(column) {
                "= "
            } else {
                ""
            };
            // Hosts that begin alike are told apart by their numbers.
            let name = format!("{role}{} {name}", column + 1);
            names
                .write(" ", Style::new())
                .write(mark, theme.heading)
                .column(&name, usize::from(grid.cell).saturating_sub(3), style)
                .write(" ", Style::new());
        }
        if area.height < 2 {
            return;
        }
        let mut below = Pen::new(row(area, 1), buffer, &self.look);
        let (first, last, count) = (grid.cards.start + 1, grid.cards.end, sheet.column_count());
        let which = if last - first + 1 < count {
            format!(" cards {first} to {last} of {count}, h l")
        } else {
            String::new()
        };
        below.column(&which, lead, theme.dim);
        for column in grid.cards.clone() {
            let held = Line::Identity(crate::tui::state::compare::Identity::HeldTo);
            let shown = sheet.cell(held, column, show);
            let (words, style) = self.words(&shown);
            let width = usize::from(grid.cell).saturating_sub(2);
            below.write("  ", Style::new()).column(&words, width, style);
        }
    }

    fn line(
        &self,
        sheet: &Sheet,
        (grid, placed): (&Grid, Placed),
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let Some(line) = self.compare.line(placed.position) else {
            return;
        };
        let theme = self.look.theme;
        let is_selected = self.compare.selected() == Some(placed.position);
        let mut pen = Pen::new(row(area, 0), buffer, &self.look);
        if is_selected {
            pen.ground(theme.selected);
        }
        let gutter = if is_selected {
            self.look.glyphs.pointer
        } else {
            " "
        };
        pen.write(gutter, Style::new());
        if let Line::Section(section) = line {
            let is_folded = self.compare.show().folded.contains(&section);
            let glyphs = self.look.glyphs;
            let fold = if is_folded {
                glyphs.folded
            } else {
                glyphs.unfolded
            };
            pen.write(fold, theme.heading)
                .write(" ", theme.heading)
                .write(section.title(), theme.heading)
                .write("   ", theme.dim)
                .write(&sheet.tally(section), theme.dim);
            return;
        }
        let over = |style: Style| if is_selected { Style::new() } else { style };
        let word = sheet.state_word(line, self.compare.show());
        let style = match word {
            "same" | "agree" => theme.dim,
            _ => theme.warning,
        };
        pen.column(word, usize::from(LEAD) - 1, over(style));
        let path = sheet.label(line);
        let room = usize::from(grid.path);
        if let Line::Silent(_) = line {
            let mut words = sheet.summary_of(line, 0);
            let sentence = words.pop().unwrap_or_default();
            pen.write(
                &crate::tui::state::compare::marked(&sentence),
                over(theme.warning),
            );
            return;
        }
        pen.column(&middle(&path, room, &self.look), room, Style::new());
        for (number, column) in grid.cards.clone().enumerate() {
            let x = area
                .x
                .saturating_add(LEAD + grid.path + grid.cell * number as u16);
            let place = Rect {
                x,
                width: grid.cell.min(area.right().saturating_sub(x)),
                ..area
            };
            self.cell(sheet, (line, column, is_selected), place, buffer);
        }
    }

    fn cell(
        &self,
        sheet: &Sheet,
        (line, column, is_selected): (Line, usize, bool),
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let theme = self.look.theme;
        let show = self.compare.show();
        let shown = sheet.cell(line, column, show);
        let (words, style) = self.words(&shown);
        let is_current = is_selected && column == self.compare.column();
        let style = if is_selected { Style::new() } else { style };
        let is_changed = !show.presence_only && sheet.is_changed(line, column);
        let mark = match (is_current, is_changed) {
            (true, _) => self.look.glyphs.pointer,
            (false, true) if sheet.is_changed_inside(line, column) => "~",
            (false, true) => "!",
            (false, false) => " ",
        };
        let room = usize::from(area.width).saturating_sub(3);
        let mut pen = Pen::new(row(area, 0), buffer, &self.look);
        pen.write(" ", Style::new()).write(
            mark,
            if is_selected {
                Style::new()
            } else {
                theme.warning
            },
        );
        if area.height < 2 {
            pen.write(&middle(&words, room, &self.look), style);
            return;
        }
        let most = room.max(1) * usize::from(area.height);
        let cleaned = text::clean_cut(&words, most, self.look.glyphs.marks);
        let lines: Vec<&str> = text::wrap(&cleaned, room.max(1)).collect();
        for (number, words) in lines.iter().take(usize::from(area.height)).enumerate() {
            let mut pen = Pen::new(row(area, number), buffer, &self.look);
            if number > 0 {
                pen.write("  ", Style::new());
            } else {
                pen = Pen::new(
                    Rect {
                        x: area.x.saturating_add(2),
                        width: area.width.saturating_sub(2),
                        height: 1,
                        ..area
                    },
                    buffer,
                    &self.look,
                );
            }
            let is_last = number + 1 == usize::from(area.height) && lines.len() > number + 1;
            let style = if number == 0 {
                style
            } else {
                self.words(&shown).1
            };
            if is_last {
                pen.column(words, room.saturating_sub(1), style)
                    .write(self.look.glyphs.dots, theme.dim);
            } else {
                pen.column(words, room, style);
            }
        }
    }

    /// A cell in words, each kind told apart without colour.
    fn words(&self, shown: &Shown) -> (String, Style) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let sign = |verdict: Verdict| match verdict {
            Verdict::Valid => (glyphs.yes, theme.good),
            Verdict::Invalid => (glyphs.no, theme.bad),
        };
        match shown {
            Shown::Blank => (String::new(), Style::new()),
            Shown::Absent => (glyphs.none.to_owned(), theme.dim),
            Shown::Present => (glyphs.mark.to_owned(), Style::new()),
            Shown::Literal(text) => (text.clone(), theme.literal),
            Shown::Text(text) => (text.clone(), theme.string),
            Shown::Container(text) | Shown::Plain(text) => (text.clone(), Style::new()),
            Shown::Judged(words, verdict) => {
                let (sign, style) = sign(*verdict);
                (format!("{sign} {verdict} {words}"), style)
            }
            Shown::Under(verdicts) => {
                let parts = Family::ALL.iter().zip(verdicts).map(|(family, verdict)| {
                    let sign = verdict.map_or(glyphs.none, |verdict| sign(verdict).0);
                    format!("{family}{sign}")
                });
                (parts.collect::<Vec<_>>().join(" "), Style::new())
            }
        }
    }
}

/// Text from anywhere, cleaned and cut in its middle.
fn middle(text: &str, room: usize, look: &Look) -> String {
    let marks = look.glyphs.marks;
    let cleaned = text::clean_with(text, marks);
    text::cut(&cleaned, room, Cut::Middle, marks).into_owned()
}
