//! Arguments of the command that draws a screen without a terminal.

use super::{OpenArguments, OutputArguments};
use crate::tui::layout::Size;
use clap::{Args, ValueEnum};

/// Form of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScreenFormat {
    /// A picture
    Svg,
    /// Its characters, a line a row
    Text,
}

/// Arguments of `cardex screen`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cardex screen cards.jsonl.gz verdicts.csv\n  \
cardex screen cards.jsonl.gz --place report --size 100x60\n  \
cardex screen cards.jsonl.gz --keys '/ route:inferred enter tab down space' -o filtered.svg\n\n\
Keys are named as help ('?') names them: tab, shift-tab, Enter, Esc, space, Up, PgDn, Ctrl-W; any other word is typed letter \
by letter. Nothing is copied, written or opened by them."
)]
pub struct ScreenArguments {
    /// What to open and how.
    #[command(flatten)]
    pub open: OpenArguments,
    /// Columns and rows of the screen
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x40", value_parser = size)]
    pub size: Size,
    /// Keys to press before the screen is drawn
    #[arg(
        long,
        value_name = "KEYS",
        default_value = "",
        allow_hyphen_values = true
    )]
    pub keys: String,
    /// Form; without it a picture when FILE ends in .svg, else text
    #[arg(long, value_enum)]
    pub format: Option<ScreenFormat>,
    /// Where to write.
    #[command(flatten)]
    pub output: OutputArguments,
}

fn size(text: &str) -> Result<Size, String> {
    let parse = || {
        let (width, height) = text.split_once(['x', '×'])?;
        let within = |number: &str| {
            let number: u16 = number.parse().ok()?;
            (1..=500).contains(&number).then_some(number)
        };
        Some(Size::new(within(width)?, within(height)?))
    };
    parse().ok_or_else(|| {
        format!("expected columns and rows from 1 to 500 as in 120x40, found '{text}'")
    })
}
