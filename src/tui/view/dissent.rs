//! Draws place 3: queue, evidence, totals.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::corpus::{DocumentId, Row};
use crate::dissent::{Cell, Class, NOBODY, Tallies, Tally, as_read};
use crate::output::table::thousands;
use crate::published::{CURRENT_PATH, LEGACY_PATH};
use crate::text::{Cut, clean_with, cut, pad_start, width};
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
        let visible = cursor.visible(extent);
        let visible = visible.filter_map(|position| Some((position, *queue.get(position)?)));
        let entries: Vec<Entry> = visible
            .map(|(position, id)| Entry {
                id,
                is_selected: selected == Some(position),
                reading: self.reading(id),
            })
            .collect();
        // Room that no reading on screen needs is the addresses'.
        let widest = entries.iter().map(|entry| width(&entry.reading.0)).max();
        let widest = widest.unwrap_or(0).min(READING);
        for (line, entry) in entries.iter().enumerate() {
            self.entry(entry, widest, row(inside, line), buffer);
        }
    }

    /// What the person says of a document, and how it is drawn.
    fn reading(&self, id: DocumentId) -> (String, Style) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        match self.workspace.readings().cell(id) {
            Cell::Unread => (String::new(), Style::new()),
            Cell::EarlierVersion => ("earlier version".to_owned(), theme.warning),
            Cell::Read(says) => {
                let facts = self.workspace.corpus().row(id).facts();
                let read = as_read(facts, self.workspace.rules(), Some(says));
                match read.verdict {
                    Some(verdict) if verdict.is_valid() => {
                        (format!("{} {}", glyphs.yes, says.words()), theme.good)
                    }
                    Some(_) => (format!("{} {}", glyphs.no, says.words()), theme.bad),
                    None => (says.words().to_owned(), theme.marked),
                }
            }
        }
    }

    fn entry(&self, entry: &Entry, reading_width: usize, line: Rect, buffer: &mut Buffer) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let is_selected = entry.is_selected;
        let is_focused = self.dissent.focus() == Focus::Queue;
        let mut pen = Pen::new(line, buffer, &self.look);
        if is_selected {
            pen.ground(if is_focused {
                theme.selected
            } else {
                theme.selected_elsewhere
            });
        }
        let document = self.workspace.corpus().row(entry.id);
        let (reading, style) = &entry.reading;
        let style = if is_selected && is_focused {
            Style::new()
        } else {
            *style
        };
        pen.write(if is_selected { glyphs.pointer } else { " " }, Style::new())
            .write(" ", Style::new());
        let gap = usize::from(reading_width > 0);
        let room = pen.room().saturating_sub(reading_width + gap);
        let name = clean_with(&name(document), glyphs.marks).into_owned();
        let name = cut(&name, room, Cut::Middle, glyphs.marks);
        pen.column(&name, room, Style::new());
        if gap > 0 {
            pen.write(" ", Style::new())
                .column(reading, reading_width, style);
        }
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
        let moved = match tallies.moved_count() {
            0 => "nothing is read otherwise than computed".to_owned(),
            1 => "1 document is read otherwise than computed".to_owned(),
            count => format!(
                "{} documents are read otherwise than computed",
                thousands(count)
            ),
        };
        let is_focused = self.dissent.focus() == Focus::Totals;
        let readings = self.workspace.readings();
        let mut title = "Totals of what is shown".to_owned();
        if readings.is_open() {
            title = format!(
                "{title} · {}'s readings in {}",
                readings.reader(),
                readings.file()
            );
            if readings.reader() == NOBODY {
                title.push_str(" (--reader NAME names you)");
            }
        }
        if self.look.glyphs.marks == crate::text::Marks::Ascii {
            title = title.replace('·', "-");
        }
        let inside = frame(area, (&title, &moved), is_focused, buffer, &self.look);
        let table = Table::of(tallies, self.workspace.data().published.is_some());
        let is_narrow = usize::from(inside.width) < NAME + Class::ALL.len() * CLASS;
        let table = if is_narrow { table.turned() } else { table };
        let first = self.dissent.totals_scroll();
        let last = table.0.len().saturating_sub(usize::from(inside.height));
        let visible = table.0.iter().enumerate().skip(first.min(last));
        for (line, (at, cells)) in visible.take(usize::from(inside.height)).enumerate() {
            let mut pen = Pen::new(row(inside, line), buffer, &self.look);
            let name = if is_narrow { NAME - 5 } else { NAME };
            let width = if is_narrow { CLASS - 2 } else { CLASS };
            for (column, cell) in cells.iter().enumerate() {
                let style = if at == 0 {
                    theme.heading
                } else if cell.starts_with(['+', '-']) {
                    theme.warning
                } else {
                    Style::new()
                };
                if column == 0 {
                    pen.column(
                        cell,
                        name,
                        if at == 0 { theme.heading } else { Style::new() },
                    );
                } else {
                    pen.write(&pad_start(cell, width), style);
                }
            }
        }
    }
}

/// A line of the queue.
struct Entry {
    id: DocumentId,
    is_selected: bool,
    reading: (String, Style),
}

/// A document in the queue: its host where the path is one of the two that cards are served at,
/// which tells nothing; else its address. Untrusted.
fn name(document: Row<'_>) -> String {
    let is_usual = [CURRENT_PATH, LEGACY_PATH].contains(&document.path());
    if is_usual && !document.host().is_empty() {
        document.host().to_owned()
    } else {
        document.address()
    }
}

/// The totals as rows of texts, names first.
struct Table(Vec<Vec<String>>);

impl Table {
    /// Totals and their differences; those with what is published only where something is.
    fn of(tallies: &Tallies, has_published: bool) -> Self {
        let head = Class::ALL.map(|class| match class {
            Class::Unclassified => "unclass.",
            Class::NotACard => "no card",
            Class::Unjudged => "unjudged",
            Class::NoRow => "no row",
            other => other.as_str(),
        });
        let row = |name: &str, cells: [String; Class::ALL.len()]| {
            let name = std::iter::once(name.to_owned());
            name.chain(cells).collect::<Vec<_>>()
        };
        let counts = |tally: Tally| Class::ALL.map(|class| thousands(tally.of(class)));
        let changes = |before: &Tally| {
            tallies.read.minus(before).map(|delta| match delta {
                0 => "0".to_owned(),
                _ => format!("{delta:+}"),
            })
        };
        let mut rows = vec![row("", head.map(str::to_owned))];
        if has_published {
            rows.push(row("as published", counts(tallies.published)));
        }
        rows.push(row("as computed", counts(tallies.computed)));
        rows.push(row("as I read them", counts(tallies.read)));
        rows.push(row("read - computed", changes(&tallies.computed)));
        if has_published {
            rows.push(row("read - published", changes(&tallies.published)));
        }
        Self(rows)
    }

    /// Classes as rows, for a narrow screen, with short names of the totals.
    fn turned(self) -> Self {
        let short = |name: &str| match name {
            "as published" => "publ.".to_owned(),
            "as computed" => "comp.".to_owned(),
            "as I read them" => "read".to_owned(),
            "read - computed" => "r-comp".to_owned(),
            "read - published" => "r-publ".to_owned(),
            other => other.to_owned(),
        };
        let width = self.0.first().map_or(0, Vec::len);
        let column = |at: usize| {
            let cells = self.0.iter().filter_map(move |row| row.get(at));
            cells.cloned().collect::<Vec<_>>()
        };
        let mut rows: Vec<Vec<String>> = (0..width).map(column).collect();
        if let Some(head) = rows.first_mut() {
            head.iter_mut().for_each(|name| *name = short(name));
        }
        Self(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::PlaceName;
    use crate::tui::layout::Size;
    use crate::tui::message::Msg;
    use crate::tui::state::dissent::tests::Desk;
    use crate::tui::view::Screen;

    fn drawn(desk: &mut Desk, (width, height): (u16, u16)) -> Vec<String> {
        desk.app.update(Msg::Resized(Size::new(width, height)));
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        (&Screen { app: &desk.app }).render(area, &mut buffer);
        let cell = |x, y| buffer[(x, y)].symbol();
        let line = |y| (0..width).map(|x| cell(x, y)).collect::<String>();
        (0..height).map(line).collect()
    }

    const SIZES: [(u16, u16); 6] = [(1, 1), (39, 9), (40, 10), (79, 23), (80, 24), (200, 60)];

    #[test]
    fn no_size_and_no_part_panics_before_and_after_reading_again() {
        for place in [PlaceName::Dissent, PlaceName::Rules, PlaceName::Census] {
            let mut desk = Desk::new(place);
            for keys in ["", "\t", "\t", "z"] {
                desk.press(keys);
                for size in SIZES {
                    assert_eq!(drawn(&mut desk, size).len(), usize::from(size.1));
                }
            }
            desk.app.update(Msg::Reloading);
            drawn(&mut desk, (80, 24));
        }
    }

    #[test]
    fn progress_totals_and_file_are_on_the_smallest_whole_screen() {
        let mut desk = Desk::new(PlaceName::Dissent);
        desk.press("a");
        let screen = drawn(&mut desk, (80, 24)).join("\n");
        for text in [
            "1 of 3 read",
            "ada's readings in in.dissent.jsonl",
            "not an A2A card",
            "1 document is read otherwise than computed",
        ] {
            assert!(screen.contains(text), "'{text}' in\n{screen}");
        }
        let read = screen.lines().find(|line| line.contains("as I read them"));
        let counts: Vec<&str> = read
            .unwrap_or_default()
            .split_whitespace()
            .filter(|word| word.chars().all(|digit| digit.is_ascii_digit()))
            .collect();
        // Valid, invalid, unclassified, no card, not judged, without a row.
        assert_eq!(counts, ["0", "2", "2", "1", "0", "0"]);
    }

    #[test]
    fn the_queue_names_hosts_alone_at_usual_paths_and_cuts_other_addresses_in_the_middle() {
        use crate::corpus::{LoadOptions, Progress, Source, load};
        let lines = [
            ("usual.example", CURRENT_PATH),
            ("former.example", LEGACY_PATH),
            ("other.example", "/agents/card.json"),
        ];
        let text: String = lines
            .iter()
            .map(|(host, path)| {
                format!("{{\"host\":\"{host}\",\"path\":\"{path}\",\"body\":{{}}}}\n")
            })
            .collect();
        let cursor = std::io::Cursor::new(text.into_bytes());
        let source = Source::from_reader("in".to_owned(), None, cursor).expect("opens");
        let corpus = load(vec![source], &LoadOptions::default(), &Progress::default());
        let names: Vec<String> = corpus.rows().map(name).collect();
        assert_eq!(
            names,
            [
                "usual.example",
                "former.example",
                "other.example/agents/card.json"
            ]
        );
    }

    #[test]
    fn an_address_has_the_room_that_no_reading_needs() {
        let mut desk = Desk::new(PlaceName::Dissent);
        // 40 columns: a border and two columns of the pointer at the left, a border at the right.
        let row = |screen: &[String]| {
            let row = screen.iter().find(|line| line.contains("u2.ex"));
            row.expect("the second document").clone()
        };
        assert!(row(&drawn(&mut desk, (40, 10))).contains("u2.example/c "));
        desk.press("a");
        let read = drawn(&mut desk, (40, 10)).join("\n");
        assert!(read.contains("not an A2A card"), "{read}");
    }

    #[test]
    fn a_narrow_screen_has_the_totals_turned() {
        let mut desk = Desk::new(PlaceName::Dissent);
        desk.press("a\t\t");
        let screen = drawn(&mut desk, (40, 10)).join("\n");
        assert!(screen.contains("comp."), "{screen}");
        assert!(screen.contains("unclass."), "{screen}");
        desk.press("G");
        let screen = drawn(&mut desk, (40, 10)).join("\n");
        assert!(screen.contains("no row"), "{screen}");
    }
}
