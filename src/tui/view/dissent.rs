//! Draws place 3: queue, evidence, totals.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::corpus::DocumentId;
use crate::dissent::{Cell, Class, as_read};
use crate::output::table::thousands;
use crate::text::pad_start;
use crate::tui::cursor::Extent;
use crate::tui::layout::{Area, Layout};
use crate::tui::state::dissent::{Dissent, Focus, Tone, rows};
use crate::tui::state::workspace::Workspace;
use crate::tui::theme::Look;
use crate::tui::view::census::frame;
use crate::tui::view::{Pen, row};

/// The place.
#[derive(Debug, Clone, Copy)]
pub struct DissentView<'a> {
    /// Where the person is.
    pub dissent: &'a Dissent,
    /// What is shown.
    pub workspace: &'a Workspace,
    /// The screen, divided.
    pub layout: Layout,
    /// Styles and characters.
    pub look: Look,
}

/// Columns of the reading in the queue.
const READING: usize = 16;
/// Columns of a class in the totals.
const CLASS: usize = 10;
/// Columns of the names of the totals.
const NAME: usize = 17;

impl Widget for &DissentView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let areas = self.dissent.areas(&self.layout);
        let within = |part: Area| part.rect().intersection(area);
        if !areas.queue.is_empty() {
            self.queue(within(areas.queue), buffer);
        }
        if !areas.evidence.is_empty() {
            self.evidence(within(areas.evidence), buffer);
        }
        if !areas.totals.is_empty() {
            self.totals(within(areas.totals), buffer);
        }
    }
}

impl DissentView<'_> {
    fn queue(&self, area: Rect, buffer: &mut Buffer) {
        let queue = self.dissent.queue();
        let parts = self.dissent.parts();
        let title = if parts.everything {
            "Everything shown"
        } else {
            "To read: unclassified"
        };
        let mut title = title.to_owned();
        if !parts.everything {
            if parts.conflicts {
                title.push_str(", conflicts");
            }
            if parts.differing {
                title.push_str(", differing");
            }
        }
        let foot = format!(
            "{} of {} read",
            thousands(self.dissent.read_count() as u64),
            thousands(queue.len() as u64)
        );
        let is_focused = self.dissent.focus() == Focus::Queue;
        let inside = frame(area, (&title, &foot), is_focused, buffer, &self.look);
        if queue.is_empty() {
            let text = "nothing to read here; C adds conflicts, E everything shown";
            Pen::new(row(inside, 0), buffer, &self.look).write(text, self.look.theme.dim);
            return;
        }
        let extent = Extent::new(queue.len(), inside.height);
        let cursor = self.dissent.list_cursor(inside.height);
        let selected = cursor.selected(queue.len());
        for (line, position) in cursor.visible(extent).enumerate() {
            let Some(&id) = queue.get(position) else {
                break;
            };
            self.entry(id, selected == Some(position), row(inside, line), buffer);
        }
    }

    fn entry(&self, id: DocumentId, is_selected: bool, line: Rect, buffer: &mut Buffer) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let is_focused = self.dissent.focus() == Focus::Queue;
        let mut pen = Pen::new(line, buffer, &self.look);
        if is_selected {
            pen.ground(if is_focused {
                theme.selected
            } else {
                theme.selected_elsewhere
            });
        }
        let document = self.workspace.corpus().row(id);
        let (reading, style) = match self.workspace.readings().cell(id) {
            Cell::Unread => (String::new(), Style::new()),
            Cell::EarlierVersion => ("earlier version".to_owned(), theme.warning),
            Cell::Read(says) => {
                let read = as_read(document.facts(), self.workspace.rules(), Some(says));
                match read.verdict {
                    Some(verdict) if verdict.is_valid() => {
                        (format!("{} {}", glyphs.yes, says.words()), theme.good)
                    }
                    Some(_) => (format!("{} {}", glyphs.no, says.words()), theme.bad),
                    None => (says.words().to_owned(), theme.marked),
                }
            }
        };
        let style = if is_selected && is_focused {
            Style::new()
        } else {
            style
        };
        pen.write(if is_selected { glyphs.pointer } else { " " }, Style::new())
            .write(" ", Style::new());
        let room = pen.room().saturating_sub(READING + 1);
        pen.column(&document.address(), room, Style::new())
            .write(" ", Style::new())
            .column(&reading, READING, style);
    }

    fn evidence(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let title = match self.dissent.current() {
            Some(id) => self.workspace.corpus().row(id).address(),
            None => "no document".to_owned(),
        };
        let foot = format!("next reading: {}", self.dissent.reach_words(self.workspace));
        let is_focused = self.dissent.focus() == Focus::Evidence;
        let inside = frame(area, (&title, &foot), is_focused, buffer, &self.look);
        let marks = self.look.glyphs.marks;
        let rows = rows(self.dissent.remarks(), usize::from(inside.width), marks);
        let most = rows.len().saturating_sub(usize::from(inside.height));
        let first = self.dissent.scroll().min(most);
        let visible = rows.iter().skip(first).take(usize::from(inside.height));
        for (line, (tone, text)) in visible.enumerate() {
            let style = match tone {
                Tone::Heading => theme.heading,
                Tone::Plain => Style::new(),
                Tone::Good => theme.good,
                Tone::Bad => theme.bad,
                Tone::Warning => theme.warning,
                Tone::Dim => theme.dim,
            };
            Pen::new(row(inside, line), buffer, &self.look).write(text, style);
        }
    }

    fn totals(&self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let tallies = &self.workspace.shown().sums.tallies;
        let moved = format!(
            "{} documents read otherwise than computed",
            tallies.moved_count()
        );
        let is_focused = self.dissent.focus() == Focus::Totals;
        let readings = self.workspace.readings();
        let mut title = "Totals of what is shown".to_owned();
        if readings.is_open() {
            title = format!(
                "{title} · {}'s readings in {}",
                readings.reader(),
                readings.file()
            );
        }
        if self.look.glyphs.marks == crate::text::Marks::Ascii {
            title = title.replace('·', "-");
        }
        let inside = frame(area, (&title, &moved), is_focused, buffer, &self.look);
        let mut pen = Pen::new(row(inside, 0), buffer, &self.look);
        pen.column("", NAME, theme.heading);
        for class in Class::ALL {
            let name = match class {
                Class::Unclassified => "unclass.",
                Class::NotACard => "no card",
                Class::Unjudged => "unjudged",
                Class::NoRow => "no row",
                other => other.as_str(),
            };
            pen.write(&pad_start(name, CLASS), theme.heading);
        }
        let totals = [
            ("as published", tallies.published),
            ("as computed", tallies.computed),
            ("as I read them", tallies.read),
        ];
        for (line, (name, tally)) in totals.into_iter().enumerate() {
            let mut pen = Pen::new(row(inside, line + 1), buffer, &self.look);
            pen.column(name, NAME, Style::new());
            for class in Class::ALL {
                pen.write(&pad_start(&thousands(tally.of(class)), CLASS), Style::new());
            }
        }
        let differences = [
            ("read - computed", tallies.read.minus(&tallies.computed)),
            ("read - published", tallies.read.minus(&tallies.published)),
        ];
        for (line, (name, difference)) in differences.into_iter().enumerate() {
            let mut pen = Pen::new(row(inside, line + 4), buffer, &self.look);
            pen.column(name, NAME, theme.dim);
            for delta in difference {
                let text = if delta == 0 {
                    "0".to_owned()
                } else {
                    format!("{delta:+}")
                };
                let style = if delta == 0 { theme.dim } else { theme.warning };
                pen.write(&pad_start(&text, CLASS), style);
            }
        }
    }
}
