//! `cardex screen`: one screen of the terminal program, drawn without a terminal.

use super::args::{ScreenArguments, ScreenFormat};
use super::inputs;
use super::open::{place, rank, title, view, words};
use super::outcome::Outcome;
use super::say;
use super::sink::{Existing, Sink};
use crate::error::Result;
use crate::tui::app::{Setup, Startup};
use crate::tui::headless::{Headless, plain_text};
use crate::tui::keymap::keys;
use crate::tui::message::{Effect, LoadProgress};
use crate::tui::session::Start;
use crate::tui::state::Places;
use crate::tui::state::census::facets;
use crate::tui::state::workspace::{Data, Workspace};
use crate::tui::svg;
use crate::tui::theme::{GlyphSet, Glyphs, ThemeName};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

/// Opens everything, presses the keys, and writes the screen.
pub(super) fn run(command: &ScreenArguments) -> Result<Outcome> {
    let open = &command.open;
    let view = view(open)?;
    let output = command.output.output.as_deref();
    let mut sink = Sink::open(output, Existing::from_force(command.output.force))?;
    let loaded = inputs::load_all(&open.inputs)?;
    let data = Data {
        title: title(loaded.corpus.input_names()),
        corpus: loaded.corpus,
        published: loaded.published,
        frame: loaded.frame.map(Arc::new),
        arguments: words(open),
        loading: Some(LoadProgress::default()),
    };
    let glyphs = if open.ascii {
        GlyphSet::Ascii
    } else {
        GlyphSet::Unicode
    };
    let setup = Setup {
        size: command.size,
        place: place(open.place),
        theme: ThemeName::chosen(open.theme, std::env::var("NO_COLOR").ok().as_deref()),
        glyphs,
        mouse: open.mouse,
        rank,
    };
    let start = Start {
        workspace: Workspace::new(data, view, facets()),
        startup: Startup {
            open: open.document.clone(),
            marks: open.mark.clone(),
        },
        places: Places::with_marks(Glyphs::of(glyphs).marks),
    };
    let mut program = Headless::new(setup, start);
    program.press(keys(&command.keys));
    for effect in program.take_effects() {
        say(ignored(&effect));
    }
    let screen = program.screen();
    let written = match command.format.unwrap_or_else(|| format_of(output)) {
        ScreenFormat::Text => sink.write_all(plain_text(&screen).as_bytes()),
        ScreenFormat::Svg => {
            let palette = match setup.theme {
                ThemeName::Light => &svg::LIGHT,
                _ => &svg::DARK,
            };
            sink.write_all(svg::picture(&screen, palette).as_bytes())
        }
    };
    sink.check(written)?;
    sink.finish()?;
    Ok(loaded.outcome)
}

fn format_of(output: Option<&Path>) -> ScreenFormat {
    match output.and_then(Path::extension) {
        Some(extension) if extension.eq_ignore_ascii_case("svg") => ScreenFormat::Svg,
        _ => ScreenFormat::Text,
    }
}

/// What a key asked for and did not get.
fn ignored(effect: &Effect) -> &'static str {
    match effect {
        Effect::CopyText { .. } => "a key would copy; without a terminal nothing is copied",
        Effect::OpenPager { .. } => {
            "a key would open the pager; without a terminal it is not opened"
        }
        Effect::Export(_) | Effect::WriteFile { .. } => {
            "a key would write a file; use 'cardex list', 'cardex grade' or 'cardex report' for that"
        }
        Effect::Reload => {
            "a key would read the inputs again; without a terminal they are read once"
        }
        _ => "a key asks for something that only a terminal has",
    }
}
