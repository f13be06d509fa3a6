//! Pictures of a screen as SVG, for the README and for looking at a theme without a terminal.
//!
//! A pure function from cells to text. Every run of equal cells is stretched to its columns and
//! every wide character is placed at its own, so the columns stay straight whatever font a
//! browser takes.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

/// Width of a column in SVG units.
const COLUMN: f64 = 8.4;
/// Height of a row.
const ROW: f64 = 18.0;
/// From the top of a row to the line that letters stand on.
const BASELINE: f64 = 13.5;
/// Space around the screen.
const MARGIN: f64 = 10.0;

/// A colour as red, green and blue.
pub type Rgb = [u8; 3];

/// The colours a terminal would choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Text without a colour of its own.
    pub foreground: Rgb,
    /// The background of the window.
    pub background: Rgb,
    /// The 16 colours, dark ones first.
    pub ansi: [Rgb; 16],
}

/// A dark window.
pub const DARK: Palette = Palette {
    foreground: [0xd8, 0xd8, 0xd8],
    background: [0x1b, 0x1d, 0x21],
    ansi: [
        [0x2a, 0x2d, 0x32],
        [0xe8, 0x6a, 0x6a],
        [0x7f, 0xc8, 0x7f],
        [0xd9, 0xb8, 0x5c],
        [0x7a, 0xa6, 0xe0],
        [0xcf, 0x8f, 0xdc],
        [0x6c, 0xc3, 0xc8],
        [0xc8, 0xc8, 0xc8],
        [0x8a, 0x8f, 0x98],
        [0xff, 0x8c, 0x8c],
        [0x9c, 0xe0, 0x9c],
        [0xf0, 0xd2, 0x7c],
        [0x9c, 0xc0, 0xf5],
        [0xe2, 0xab, 0xee],
        [0x8c, 0xdc, 0xe0],
        [0xff, 0xff, 0xff],
    ],
};

/// A light window.
pub const LIGHT: Palette = Palette {
    foreground: [0x22, 0x24, 0x28],
    background: [0xfd, 0xfd, 0xfb],
    ansi: [
        [0x22, 0x24, 0x28],
        [0xb0, 0x1e, 0x1e],
        [0x22, 0x6e, 0x22],
        [0x7a, 0x5a, 0x00],
        [0x1d, 0x4f, 0xa8],
        [0x86, 0x2a, 0x96],
        [0x0b, 0x69, 0x70],
        [0x5c, 0x5f, 0x66],
        [0x5c, 0x5f, 0x66],
        [0xb0, 0x1e, 0x1e],
        [0x22, 0x6e, 0x22],
        [0x7a, 0x5a, 0x00],
        [0x1d, 0x4f, 0xa8],
        [0x86, 0x2a, 0x96],
        [0x0b, 0x69, 0x70],
        [0xfd, 0xfd, 0xfb],
    ],
};

/// How a run of cells looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ink {
    foreground: Rgb,
    background: Rgb,
    modifier: Modifier,
}

/// Cells of one look beside each other.
struct Run {
    x: u16,
    columns: u16,
    ink: Ink,
    text: String,
}

/// The screen as a standalone SVG document. The same cells always give the same text.
#[must_use]
pub fn picture(buffer: &Buffer, palette: &Palette) -> String {
    let area = buffer.area;
    let width = f64::from(area.width) * COLUMN + 2.0 * MARGIN;
    let height = f64::from(area.height) * ROW + 2.0 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         width=\"{width:.1}\" height=\"{height:.1}\" font-size=\"14\" font-family=\"ui-monospace, \
         SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', \
         monospace\">\n<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>\n",
        hex(palette.background)
    );
    for y in area.top()..area.bottom() {
        for run in runs(buffer, area, y, palette) {
            draw(&mut out, &run, y - area.y, palette);
        }
    }
    out.push_str("</svg>\n");
    out
}

fn runs(buffer: &Buffer, area: Rect, y: u16, palette: &Palette) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut x = area.left();
    let mut may_join = false;
    while x < area.right() {
        let Some(cell) = buffer.cell((x, y)) else {
            break;
        };
        let symbol = cell.symbol();
        let left = area.right() - x;
        let columns = u16::try_from(symbol.width().max(1))
            .unwrap_or(left)
            .min(left);
        let ink = ink(cell, palette);
        // Only plain ASCII has the same width in every font that may be taken.
        let is_plain = symbol.is_ascii();
        match runs.last_mut() {
            Some(run) if may_join && is_plain && run.ink == ink => {
                run.columns += columns;
                run.text.push_str(symbol);
            }
            _ => runs.push(Run {
                x: x - area.x,
                columns,
                ink,
                text: symbol.to_owned(),
            }),
        }
        may_join = is_plain;
        x += columns;
    }
    runs
}

fn ink(cell: &Cell, palette: &Palette) -> Ink {
    let foreground = rgb(cell.fg, palette).unwrap_or(palette.foreground);
    let background = rgb(cell.bg, palette).unwrap_or(palette.background);
    let is_reversed = cell.modifier.contains(Modifier::REVERSED);
    let (foreground, background) = if is_reversed {
        (background, foreground)
    } else {
        (foreground, background)
    };
    Ink {
        foreground,
        background,
        modifier: cell.modifier,
    }
}

fn draw(out: &mut String, run: &Run, row: u16, palette: &Palette) {
    let x = f64::from(run.x) * COLUMN + MARGIN;
    let y = f64::from(row) * ROW + MARGIN;
    let width = f64::from(run.columns) * COLUMN;
    if run.ink.background != palette.background {
        let fill = hex(run.ink.background);
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{ROW:.1}\" \
             fill=\"{fill}\"/>"
        );
    }
    let is_hidden = run.ink.modifier.contains(Modifier::HIDDEN);
    if is_hidden || run.text.chars().all(|char| char == ' ') {
        return;
    }
    let baseline = y + BASELINE;
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{baseline:.1}\" textLength=\"{width:.1}\" \
         lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" fill=\"{}\"{}>{}</text>",
        hex(run.ink.foreground),
        attributes(run.ink.modifier),
        escape(&run.text)
    );
}

fn attributes(modifier: Modifier) -> String {
    let mut out = String::new();
    for (wanted, attribute) in [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::DIM, " opacity=\"0.65\""),
    ] {
        if modifier.contains(wanted) {
            out.push_str(attribute);
        }
    }
    let lines: Vec<&str> = [
        (Modifier::UNDERLINED, "underline"),
        (Modifier::CROSSED_OUT, "line-through"),
    ]
    .into_iter()
    .filter_map(|(wanted, line)| modifier.contains(wanted).then_some(line))
    .collect();
    if !lines.is_empty() {
        let _ = write!(out, " text-decoration=\"{}\"", lines.join(" "));
    }
    out
}

/// Text for an XML document; what XML 1.0 (section 2.2) cannot hold becomes U+FFFD.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            char if char.is_control() => out.push('\u{fffd}'),
            char => out.push(char),
        }
    }
    out
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// `None` stands for "the terminal's own".
fn rgb(color: Color, palette: &Palette) -> Option<Rgb> {
    let index = match color {
        Color::Reset => return None,
        Color::Rgb(red, green, blue) => return Some([red, green, blue]),
        Color::Indexed(index) => index,
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
    };
    Some(match index {
        0..16 => palette.ansi[usize::from(index)],
        16..232 => {
            let cube = index - 16;
            [cube / 36, cube / 6 % 6, cube % 6]
                .map(|level| if level == 0 { 0 } else { 55 + 40 * level })
        }
        232.. => [8 + 10 * (index - 232); 3],
    })
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::*;

    fn of(text: &str, style: Style) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 8, 1));
        buffer.set_string(0, 0, text, style);
        picture(&buffer, &DARK)
    }

    #[test]
    fn a_run_of_equal_cells_is_one_text_with_its_length() {
        let svg = of("ab", Style::new());
        assert!(
            svg.contains("x=\"10.0\" y=\"23.5\" textLength=\"67.2\""),
            "{svg}"
        );
        assert!(svg.contains(">ab      </text>"), "{svg}");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn wide_characters_stand_at_their_own_column() {
        let svg = of("日本x", Style::new());
        // Columns 0, 2 and 4 of 8.4 units, 10 units from the edge.
        for (x, length, text) in [("10.0", "16.8", "日"), ("26.8", "16.8", "本")] {
            let start = format!("<text x=\"{x}\" y=\"23.5\" textLength=\"{length}\"");
            assert!(
                svg.lines()
                    .any(|line| line.starts_with(&start) && line.contains(text)),
                "{svg}"
            );
        }
        assert!(svg.contains("<text x=\"43.6\""), "{svg}");
    }

    #[test]
    fn reverse_video_swaps_the_colours() {
        let svg = of("ab", Style::new().add_modifier(Modifier::REVERSED));
        assert!(
            svg.contains("width=\"16.8\" height=\"18.0\" fill=\"#d8d8d8\""),
            "{svg}"
        );
        assert!(svg.contains("fill=\"#1b1d21\">ab</text>"), "{svg}");
    }

    #[test]
    fn modifiers_and_colours_are_kept() {
        let style = Style::new()
            .fg(Color::Red)
            .add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        let svg = of("ab", style);
        let expected = "fill=\"#e86a6a\" font-weight=\"bold\" text-decoration=\"underline\">ab<";
        assert!(svg.contains(expected), "{svg}");
        // Entry 24 of the cube: no red, green level 1 = 95, blue level 2 = 135.
        assert!(of("ab", Style::new().fg(Color::Indexed(24))).contains("fill=\"#005f87\""));
        assert!(of("ab", Style::new().bg(Color::Indexed(255))).contains("fill=\"#eeeeee\""));
    }

    #[test]
    fn markup_and_controls_cannot_break_the_document() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        for (x, symbol) in ["<", "&", "\u{1b}", "\u{ffff}"].into_iter().enumerate() {
            buffer[(x as u16, 0)].set_symbol(symbol);
        }
        let svg = picture(&buffer, &DARK);
        assert!(svg.contains("&lt;&amp;"), "{svg}");
        assert!(
            !svg.contains('\u{1b}') && !svg.contains('\u{ffff}'),
            "{svg}"
        );
    }

    #[test]
    fn a_screen_without_cells_is_a_picture_too() {
        let buffer = Buffer::empty(Rect::new(0, 0, 0, 0));
        assert!(picture(&buffer, &LIGHT).ends_with("</svg>\n"));
    }
}
