//! The four lines around a place: header, tabs, filter, hints.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

use crate::output::table::thousands;
use crate::text;
use crate::tui::app::App;
use crate::tui::keymap::{self, PlaceName};
use crate::tui::layout;
use crate::tui::message::LoadProgress;
use crate::tui::overlay::Overlay;
use crate::tui::state::{FilterLine, Weight};
use crate::tui::theme::Look;
use crate::tui::view::Pen;

/// What is open.
#[derive(Debug, Clone, Copy)]
pub struct Header<'a> {
    /// What the place says of it, in parts.
    pub heading: &'a [String],
    /// How far loading has come; `None` when it has ended.
    pub loading: Option<LoadProgress>,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &Header<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let mut pen = Pen::new(area, buffer, &self.look);
        if let Some(progress) = self.loading {
            // Less than half of the line: what is open stays readable.
            let gauge = pen.reserve((usize::from(area.width) / 2).min(GAUGE));
            self.gauge(progress, gauge, buffer);
            pen = Pen::new(
                Rect {
                    width: area.width - gauge.width,
                    ..area
                },
                buffer,
                &self.look,
            );
        }
        pen.write(" cardex  ", theme.heading);
        for (position, part) in self.heading.iter().enumerate() {
            if position > 0 {
                pen.write(" ", theme.dim)
                    .write(self.look.glyphs.separator, theme.dim)
                    .write(" ", theme.dim);
            }
            pen.write(&at_least(part, &self.look), Style::new());
        }
    }
}

/// The places, the current one marked.
#[derive(Debug, Clone, Copy)]
pub struct Tabs {
    /// The place on screen.
    pub current: PlaceName,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &Tabs {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let labels = PlaceName::ALL.map(PlaceName::label);
        for (index, (label, tab)) in layout::tabs(area.into(), &labels, self.current.index())
            .iter()
            .enumerate()
        {
            let is_current = index == self.current.index();
            let style = if is_current {
                theme.selected
            } else {
                theme.dim
            };
            // The gutter tells the current place where reverse video does not.
            let before = if is_current {
                self.look.glyphs.pointer
            } else {
                " "
            };
            let mut pen = Pen::new(tab.rect(), buffer, &self.look);
            pen.write(before, style)
                .write(label, style)
                .write(" ", style);
        }
    }
}

/// Most columns of the gauge.
const GAUGE: usize = 60;

impl Header<'_> {
    /// Part read, bytes, rate and time left.
    fn gauge(&self, progress: LoadProgress, area: Rect, buffer: &mut Buffer) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let snapshot = progress.snapshot;
        let mut pen = Pen::new(area, buffer, &self.look);
        pen.write(" ", theme.dim);
        if let Some(total) = snapshot.total {
            const WIDTH: u16 = 12;
            let bar = glyphs.bar(snapshot.read, total, WIDTH);
            pen.column(&bar, usize::from(WIDTH), theme.key);
        }
        let of = snapshot
            .total
            .map(|total| format!(" of {}", bytes(total)))
            .unwrap_or_default();
        pen.write(
            &format!(" {}{of}, {}/s", bytes(snapshot.read), bytes(progress.rate)),
            theme.dim,
        );
        if let Some(seconds) = progress.seconds_left {
            pen.write(&format!(", {seconds} s left"), theme.dim);
        }
    }
}

/// A number of bytes for a narrow place.
fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{} kB", count / 1_000),
        1_000_000..1_000_000_000 => format!("{:.1} MB", count as f64 / 1e6),
        _ => format!("{:.2} GB", count as f64 / 1e9),
    }
}

/// A count that may still grow, in characters the terminal has.
fn at_least<'t>(text: &'t str, look: &Look) -> std::borrow::Cow<'t, str> {
    match look.glyphs.marks {
        text::Marks::Ascii if text.contains('≥') => text.replace('≥', ">=").into(),
        _ => text.into(),
    }
}

/// The active filter, and how much it shows.
#[derive(Debug, Clone, Copy)]
pub struct Filter<'a> {
    /// Both, as the place says it.
    pub line: &'a FilterLine,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &Filter<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let theme = self.look.theme;
        let shown = &*at_least(&self.line.shown, &self.look);
        let mut pen = Pen::new(area, buffer, &self.look);
        let right = pen.reserve((text::width(shown) + 1).min(usize::from(area.width) / 2));
        pen.write(" / ", theme.key);
        if self.line.terms.is_empty() {
            pen.write("no filter", theme.dim);
        }
        if self.line.is_suspended {
            pen.write("held back, X brings it back: ", theme.warning);
        }
        for (term, count) in &self.line.terms {
            pen.write(term, Style::new());
            if let Some(count) = count {
                pen.write(&format!(" ({})", thousands(*count as u64)), theme.dim);
            }
            pen.write(" ", Style::new());
        }
        Pen::new(right, buffer, &self.look).write(shown, theme.dim);
    }
}

/// The latest notice, or the keys that work here.
#[derive(Debug, Clone, Copy)]
pub struct Hints<'a> {
    /// The state: context, refusals, notices.
    pub app: &'a App,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &Hints<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (theme, glyphs) = (self.look.theme, self.look.glyphs);
        let mut pen = Pen::new(area, buffer, &self.look);
        if let Some(Overlay::Line(line)) = self.app.overlays().last()
            && let Some(fault) = line.prompt.fault()
        {
            pen.write(" ", theme.bad)
                .write(glyphs.no, theme.bad)
                .write(" ", theme.bad)
                .write(&fault.sentence, theme.bad);
            return;
        }
        if let Some(notice) = self.app.notices().latest() {
            let (mark, style) = match notice.weight {
                Weight::Done => (glyphs.yes, theme.good),
                Weight::Warning => ("!", theme.warning),
                Weight::Failure => (glyphs.no, theme.bad),
            };
            pen.write(" ", style).write(mark, style).write(" ", style);
            pen.write(&notice.sentence, style);
            return;
        }
        let hints = keymap::hints(self.app.context());
        let (rest, last): (Vec<_>, Vec<_>) = hints
            .into_iter()
            .partition(|hint| !is_always_shown(hint.command));
        // The way out and the way to help stay when the line is short.
        let width = |hint: &keymap::Binding| hint.name.len() + first_key(hint).len() + 3;
        let right = pen.reserve(last.iter().map(|hint| width(hint)).sum());
        for hint in rest {
            // A key that can do nothing now is in help, with the reason; here it only takes room.
            // Boxes carry out their own commands, whatever the place below would say.
            if self.app.overlays().is_empty() && self.app.refusal(hint.command).is_some() {
                continue;
            }
            if width(hint) > pen.room() {
                break;
            }
            write_hint(&mut pen, hint, &self.look);
        }
        let mut pen = Pen::new(right, buffer, &self.look);
        for hint in last {
            write_hint(&mut pen, hint, &self.look);
        }
    }
}

fn is_always_shown(command: keymap::Command) -> bool {
    matches!(
        command,
        keymap::Command::Help | keymap::Command::Palette | keymap::Command::Quit
    )
}

fn first_key(hint: &keymap::Binding) -> String {
    hint.keys
        .first()
        .map(keymap::Key::to_string)
        .unwrap_or_default()
}

fn write_hint(pen: &mut Pen<'_>, hint: &keymap::Binding, look: &Look) {
    pen.write(" ", Style::new())
        .write(&first_key(hint), look.theme.key);
    pen.write(" ", Style::new())
        .write(hint.name, look.theme.dim)
        .write(" ", Style::new());
}
