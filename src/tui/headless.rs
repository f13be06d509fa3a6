//! The program without a terminal: the same state, keys and views, drawn into a buffer.
//!
//! For pictures, for plain text that a screen reader can follow, and for tests. Effects that only
//! compute are carried out at once; those that reach for the world (files, clipboard, pager) are
//! kept for the caller to look at.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::corpus::InputReport;
use crate::text;
use crate::tui::app::{App, Setup};
use crate::tui::keymap::Key;
use crate::tui::message::{Effect, Loaded, Msg, Shared};
use crate::tui::session::Start;
use crate::tui::state::fields::Inventoried;
use crate::tui::view::Screen;

/// A running program and the effects that nobody carried out.
#[derive(Debug)]
pub struct Headless {
    app: App,
    kept: Vec<Effect>,
}

impl Headless {
    /// The program on a workspace whose documents have arrived: loading ends here, so that what
    /// the start asks for (marks, an open document) is done.
    #[must_use]
    pub fn new(setup: Setup, start: Start) -> Self {
        let data = start.workspace.data();
        let loaded = Loaded {
            reports: data.corpus.reports().to_vec(),
            published: data.published.clone(),
            frame: data.frame.clone(),
            remarks: told(data.corpus.reports(), false),
            sentences: told(data.corpus.reports(), true),
        };
        let mut app = App::new(setup, start.places, start.workspace);
        app.expect(start.startup);
        let mut headless = Self {
            app,
            kept: Vec::new(),
        };
        headless.send(Msg::Loaded(Shared(Arc::new(loaded))));
        headless
    }

    /// The state.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Tells the program something, and what follows from it.
    pub fn send(&mut self, msg: Msg) {
        let mut waiting = std::collections::VecDeque::from(self.app.update(msg));
        while let Some(effect) = waiting.pop_front() {
            let outcome = match effect {
                Effect::Survey(request) => request
                    .0
                    .run()
                    .map(|shown| Msg::Surveyed(Shared(Arc::new(shown)))),
                Effect::Inventory(request) => request.0.run().map(|counted| {
                    let counted = Shared(Arc::new(counted));
                    let request = request.0;
                    Msg::Inventoried(Shared(Arc::new(Inventoried { counted, request })))
                }),
                Effect::Count(request) => Some(Msg::Counted(Shared(Arc::new(request.0.run())))),
                other => {
                    self.kept.push(other);
                    None
                }
            };
            if let Some(outcome) = outcome {
                waiting.extend(self.app.update(outcome));
            }
        }
    }

    /// Presses keys one after the other.
    pub fn press(&mut self, keys: impl IntoIterator<Item = Key>) {
        for key in keys {
            self.send(Msg::Key(key));
        }
    }

    /// The effects that were not carried out since the last call, in order.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.kept)
    }

    /// The screen as it would be drawn now.
    #[must_use]
    pub fn screen(&self) -> Buffer {
        let size = self.app.layout().screen.size();
        let area = Rect::new(0, 0, size.width, size.height);
        let mut buffer = Buffer::empty(area);
        (&Screen { app: &self.app }).render(area, &mut buffer);
        buffer
    }
}

/// What reading the inputs came to: of damaged ones, or of the others.
fn told(reports: &[InputReport], damaged: bool) -> Vec<String> {
    reports
        .iter()
        .filter(|report| report.is_damaged() == damaged)
        .flat_map(|report| report.sentences().into_iter().rev())
        .collect()
}

/// The characters of a screen: a line a row, without the blanks at its end.
#[must_use]
pub fn plain_text(screen: &Buffer) -> String {
    let mut out = String::new();
    let area = screen.area;
    for y in area.top()..area.bottom() {
        let mut line = String::new();
        let mut x = area.left();
        while x < area.right() {
            let symbol = screen.cell((x, y)).map_or(" ", |cell| cell.symbol());
            line.push_str(symbol);
            // The cell behind a wide character holds nothing of its own.
            let columns = u16::try_from(text::width(symbol)).unwrap_or(1);
            x = x.saturating_add(columns.max(1));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
