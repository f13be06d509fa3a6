//! Draws place 4: switches, and the tables under both rules.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::census::Rules;
use crate::census::explain::SWITCH_NOTES;
use crate::output::table::thousands;
use crate::text::{pad_start, wrap};
use crate::totals::Figure;
use crate::tui::cursor::Extent;
use crate::tui::layout::{Area, Layout};
use crate::tui::state::rules::{FigureRow, Focus, RulesPlace};
use crate::tui::state::workspace::Workspace;
use crate::tui::theme::Look;
use crate::tui::view::census::frame;
use crate::tui::view::{Pen, row};

/// The place.
#[derive(Debug, Clone, Copy)]
pub struct RulesView<'a> {
    /// Where the person is.
    pub rules: &'a RulesPlace,
    /// What is shown.
    pub workspace: &'a Workspace,
    /// The screen, divided.
    pub layout: Layout,
    /// Styles and characters.
    pub look: Look,
}

/// Columns of a number in the tables.
const NUMBER: usize = 8;

impl Widget for &RulesView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let areas = self.rules.areas(&self.layout);
        let within = |part: Area| part.rect().intersection(area);
        if !areas.switches.is_empty() {
            self.switches(within(areas.switches), buffer);
        }
        if !areas.figures.is_empty() {
            self.figures(within(areas.figures), buffer);
        }
    }
}

impl RulesView<'_> {
    fn switches(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let rules = self.workspace.rules();
        let is_focused = self.rules.focus() == Focus::Switches;
        let foot = if rules.is_papers() {
            "the paper's rule".to_owned()
        } else {
            "p: the paper's rule again".to_owned()
        };
        let inside = frame(area, ("Switches", &foot), is_focused, buffer, &self.look);
        let width = usize::from(inside.width).saturating_sub(6).max(1);
        let notes: Vec<Vec<&str>> = SWITCH_NOTES
            .iter()
            .map(|note| wrap(note, width).collect())
            .collect();
        let whole: usize = notes.iter().map(|lines| lines.len() + 1).sum();
        let shows_all = whole <= usize::from(inside.height);
        let mut lines: Vec<(usize, Option<&str>)> = Vec::new();
        for (switch, note) in notes.iter().enumerate() {
            lines.push((switch, None));
            if shows_all || switch == self.rules.switch() {
                lines.extend(note.iter().map(|text| (switch, Some(*text))));
            }
        }
        // The switch under the cursor and as much of its sentence as fits stay on screen.
        let of_selected = |line: &(usize, Option<&str>)| line.0 == self.rules.switch();
        let height = usize::from(inside.height);
        let begin = lines.iter().position(of_selected).unwrap_or(0);
        let end = lines
            .iter()
            .rposition(of_selected)
            .map_or(0, |last| last + 1);
        let first = end.saturating_sub(height).min(begin);
        for (line, (switch, text)) in lines.into_iter().skip(first).take(height).enumerate() {
            let at = row(inside, line);
            match text {
                None => self.switch(switch, is_focused, at, buffer),
                Some(text) => {
                    let mut pen = Pen::new(at, buffer, &self.look);
                    pen.write("      ", theme.dim).write(text, theme.dim);
                }
            }
        }
    }

    fn switch(&self, switch: usize, is_focused: bool, line: Rect, buffer: &mut Buffer) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let is_selected = switch == self.rules.switch();
        let is_flipped = self.workspace.rules().is_flipped(switch);
        let mut pen = Pen::new(line, buffer, &self.look);
        if is_selected {
            pen.ground(if is_focused {
                theme.selected
            } else {
                theme.selected_elsewhere
            });
        }
        let style = if is_selected && is_focused {
            Style::new()
        } else if is_flipped {
            theme.warning
        } else {
            Style::new()
        };
        let settings = Rules::settings(switch);
        let setting = settings[usize::from(is_flipped)];
        pen.write(if is_selected { glyphs.pointer } else { " " }, Style::new())
            .write(if is_flipped { " [x] " } else { " [ ] " }, style)
            .write(&format!("{}={setting}", Rules::switch_name(switch)), style);
        if is_flipped {
            pen.write(&format!("  (paper: {})", settings[0]), style);
        }
    }

    fn figures(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let is_focused = self.rules.focus() == Focus::Figures;
        let rules = self.workspace.rules();
        let foot = match self.rules.changed_count() {
            _ if rules.is_papers() => "flip a switch to see what moves".to_owned(),
            0 => "no figure changes".to_owned(),
            1 => "1 figure changes".to_owned(),
            count => format!("{count} figures change"),
        };
        let inside = frame(
            area,
            ("Tables of what is shown", &foot),
            is_focused,
            buffer,
            &self.look,
        );
        let mut pen = Pen::new(row(inside, 0), buffer, &self.look);
        let room = pen.room().saturating_sub(3 * NUMBER);
        pen.column("", room, theme.heading);
        for name in ["paper's", "this", "change"] {
            pen.write(&pad_start(name, NUMBER), theme.heading);
        }
        let height = inside.height.saturating_sub(1);
        let rows = self.rules.rows();
        let extent = Extent::new(rows.len(), height);
        let cursor = self.rules.list_cursor(height);
        let selected = cursor.selected(rows.len());
        for (line, position) in cursor.visible(extent).enumerate() {
            let at = row(inside, line + 1);
            let is_selected = selected == Some(position) && is_focused;
            match rows.get(position) {
                Some(FigureRow::Section(name)) => {
                    let mut pen = Pen::new(at, buffer, &self.look);
                    pen.write(
                        if is_selected {
                            self.look.glyphs.pointer
                        } else {
                            " "
                        },
                        theme.heading,
                    )
                    .write(name, theme.heading);
                }
                Some(FigureRow::Figure(figure)) => self.figure(figure, is_selected, at, buffer),
                None => break,
            }
        }
    }

    fn figure(&self, figure: &Figure, is_selected: bool, line: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let mut pen = Pen::new(line, buffer, &self.look);
        if is_selected {
            pen.ground(theme.selected);
        }
        let delta = figure.delta();
        let style = match delta {
            _ if is_selected => Style::new(),
            0 => theme.dim,
            _ => theme.warning,
        };
        let name = if is_selected {
            Style::new()
        } else {
            theme.text
        };
        pen.write(
            if is_selected {
                self.look.glyphs.pointer
            } else {
                " "
            },
            Style::new(),
        )
        .write(" ", name);
        let room = pen.room().saturating_sub(3 * NUMBER);
        let change = if delta == 0 {
            "0".to_owned()
        } else {
            format!("{delta:+}")
        };
        pen.column(&figure.name, room, name)
            .write(&pad_start(&thousands(figure.before), NUMBER), name)
            .write(&pad_start(&thousands(figure.after), NUMBER), name)
            .write(&pad_start(&change, NUMBER), style);
    }
}
