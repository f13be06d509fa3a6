//! Names every style and every drawn character; views use these names and no colours of their own.
//!
//! State is always told by a character or a word first: the selection by reverse video or a
//! gutter mark, a verdict by ✓ or ✗. Colour only repeats it, so [`ThemeName::Mono`] and `--ascii`
//! lose nothing. Data never chooses a colour.
//!
//! `NO_COLOR` needs a theme without any colour, not colours that are dropped later: crossterm 0.29
//! writes an empty colour sequence `ESC[;m` then, which resets reverse video
//! (<https://github.com/crossterm-rs/crossterm/pull/1069>).

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

use crate::text::Marks;

/// The colour themes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThemeName {
    /// The terminal's own foreground and background, with three of its 16 colours as tints.
    Auto,
    /// Light text on a dark background of its own, from the 256 colours.
    Dark,
    /// Dark text on a light background of its own, from the 256 colours.
    Light,
    /// No colour at all.
    Mono,
}

impl ThemeName {
    /// All themes, in the order in which the key for it goes through them.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Dark, Self::Light, Self::Mono];

    /// The name, as typed after `--theme`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Mono => "mono",
        }
    }

    /// The theme with that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// The theme after this one; the first after the last.
    #[must_use]
    pub fn next(self) -> Self {
        let after = Self::ALL.iter().skip_while(|theme| **theme != self).nth(1);
        after.copied().unwrap_or(Self::Auto)
    }

    /// The theme to start with: what was asked for, else none at all under `NO_COLOR` (present and
    /// not empty, <https://no-color.org>), else the terminal's own colours.
    #[must_use]
    pub fn chosen(asked: Option<Self>, no_color: Option<&str>) -> Self {
        let no_color = no_color.is_some_and(|value| !value.is_empty());
        asked.unwrap_or(if no_color { Self::Mono } else { Self::Auto })
    }
}

/// Every style of the program, by what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Ordinary text; also the background of the screen.
    pub text: Style,
    /// Text that matters less.
    pub dim: Style,
    /// Headings, titles of panes, names of columns.
    pub heading: Style,
    /// The border of a pane.
    pub border: Style,
    /// The border of the pane that has the keys.
    pub border_focused: Style,
    /// The row under the cursor in the pane that has the keys.
    pub selected: Style,
    /// The row under the cursor in another pane.
    pub selected_elsewhere: Style,
    /// Rows and buckets the person marked or chose.
    pub marked: Style,
    /// Valid, agreeing, done.
    pub good: Style,
    /// Invalid, failed, missing.
    pub bad: Style,
    /// Doubtful: near misses, findings, disagreements.
    pub warning: Style,
    /// A key in the hint bar and in help.
    pub key: Style,
    /// A hit of a search.
    pub hit: Style,
    /// A value of JSON that is a string.
    pub string: Style,
    /// A value of JSON that is a number, a boolean or null.
    pub literal: Style,
}

impl Theme {
    /// The styles of a theme.
    #[must_use]
    pub const fn of(name: ThemeName) -> Self {
        match name {
            ThemeName::Auto => auto(),
            ThemeName::Dark => painted(&DARK),
            ThemeName::Light => painted(&LIGHT),
            ThemeName::Mono => mono(),
        }
    }

    /// Every style with its name, for tests and for the picture of a theme.
    #[must_use]
    pub fn all(&self) -> [(&'static str, Style); 15] {
        [
            ("text", self.text),
            ("dim", self.dim),
            ("heading", self.heading),
            ("border", self.border),
            ("border_focused", self.border_focused),
            ("selected", self.selected),
            ("selected_elsewhere", self.selected_elsewhere),
            ("marked", self.marked),
            ("good", self.good),
            ("bad", self.bad),
            ("warning", self.warning),
            ("key", self.key),
            ("hit", self.hit),
            ("string", self.string),
            ("literal", self.literal),
        ]
    }
}

const PLAIN: Style = Style::new();

const fn mono() -> Theme {
    Theme {
        text: PLAIN,
        dim: PLAIN.add_modifier(Modifier::DIM),
        heading: PLAIN.add_modifier(Modifier::BOLD),
        border: PLAIN.add_modifier(Modifier::DIM),
        border_focused: PLAIN.add_modifier(Modifier::BOLD),
        selected: PLAIN.add_modifier(Modifier::REVERSED),
        selected_elsewhere: PLAIN.add_modifier(Modifier::UNDERLINED),
        marked: PLAIN.add_modifier(Modifier::BOLD),
        good: PLAIN,
        bad: PLAIN.add_modifier(Modifier::BOLD),
        warning: PLAIN.add_modifier(Modifier::BOLD),
        key: PLAIN.add_modifier(Modifier::BOLD),
        hit: PLAIN.add_modifier(Modifier::BOLD.union(Modifier::UNDERLINED)),
        string: PLAIN,
        literal: PLAIN,
    }
}

/// Red, green and magenta are the three of the 16 colours that palettes for dark and for light
/// backgrounds alike keep legible; everything else is told by modifiers.
const fn auto() -> Theme {
    let mono = mono();
    Theme {
        good: PLAIN.fg(Color::Green),
        bad: PLAIN.fg(Color::Red).add_modifier(Modifier::BOLD),
        warning: PLAIN.fg(Color::Magenta),
        marked: PLAIN.fg(Color::Magenta).add_modifier(Modifier::BOLD),
        string: PLAIN.fg(Color::Green),
        literal: PLAIN.fg(Color::Magenta),
        ..mono
    }
}

/// Numbers of the 256 colours; 16 to 255 look the same on every terminal that has them.
struct Paint {
    ground: u8,
    text: u8,
    dim: u8,
    heading: u8,
    chosen_ground: u8,
    other_ground: u8,
    marked: u8,
    good: u8,
    bad: u8,
    warning: u8,
    literal: u8,
}

const DARK: Paint = Paint {
    ground: 234,
    text: 253,
    dim: 248,
    heading: 117,
    chosen_ground: 237,
    other_ground: 235,
    marked: 221,
    good: 114,
    bad: 217,
    warning: 221,
    literal: 183,
};

const LIGHT: Paint = Paint {
    ground: 231,
    text: 235,
    dim: 240,
    heading: 24,
    chosen_ground: 253,
    other_ground: 255,
    marked: 54,
    good: 22,
    bad: 88,
    warning: 58,
    literal: 54,
};

const fn painted(paint: &Paint) -> Theme {
    let text = PLAIN
        .fg(Color::Indexed(paint.text))
        .bg(Color::Indexed(paint.ground));
    let dim = PLAIN.fg(Color::Indexed(paint.dim));
    let heading = PLAIN
        .fg(Color::Indexed(paint.heading))
        .add_modifier(Modifier::BOLD);
    Theme {
        text,
        dim,
        heading,
        border: dim,
        border_focused: heading,
        selected: PLAIN
            .bg(Color::Indexed(paint.chosen_ground))
            .add_modifier(Modifier::BOLD),
        selected_elsewhere: PLAIN.bg(Color::Indexed(paint.other_ground)),
        marked: PLAIN
            .fg(Color::Indexed(paint.marked))
            .add_modifier(Modifier::BOLD),
        good: PLAIN.fg(Color::Indexed(paint.good)),
        bad: PLAIN
            .fg(Color::Indexed(paint.bad))
            .add_modifier(Modifier::BOLD),
        warning: PLAIN.fg(Color::Indexed(paint.warning)),
        key: heading,
        hit: heading.add_modifier(Modifier::UNDERLINED),
        string: PLAIN.fg(Color::Indexed(paint.good)),
        literal: PLAIN.fg(Color::Indexed(paint.literal)),
    }
}

/// Whether lines and marks are drawn with Unicode or with ASCII characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GlyphSet {
    /// Box drawing, blocks and marks.
    Unicode,
    /// ASCII only, for fonts and readers that lack the others.
    Ascii,
}

/// Every character the program draws by itself. All are one column wide, except the
/// arrow in ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyphs {
    /// Border of a pane.
    pub border: border::Set<'static>,
    /// Valid, agreeing.
    pub yes: &'static str,
    /// Invalid, at fault.
    pub no: &'static str,
    /// The gutter beside the row under the cursor.
    pub pointer: &'static str,
    /// An unfolded node.
    pub unfolded: &'static str,
    /// A folded node.
    pub folded: &'static str,
    /// A marked row.
    pub mark: &'static str,
    /// Nothing to count.
    pub dot: &'static str,
    /// No value.
    pub none: &'static str,
    /// Text was cut here.
    pub dots: &'static str,
    /// How characters that would not be seen are shown: for [`crate::text::clean_cut`].
    pub marks: Marks,
    /// Behind the name of a column that is sorted smallest first.
    pub ascending: &'static str,
    /// Behind the name of a column that is sorted largest first.
    pub descending: &'static str,
    /// From something to something.
    pub arrow: &'static str,
    /// Parts of a cell from one eighth to a whole one, for bars; fewer entries mean coarser bars.
    pub bar: &'static [&'static str],
    /// The second part of a bar of two.
    pub bar_other: &'static str,
    /// The part of a gauge that is not reached yet.
    pub bar_rest: &'static str,
    /// Between two pieces of a line.
    pub separator: &'static str,
}

const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl Glyphs {
    /// The characters of a set.
    #[must_use]
    pub const fn of(set: GlyphSet) -> Self {
        match set {
            GlyphSet::Unicode => Self {
                border: border::ROUNDED,
                yes: "✓",
                no: "✗",
                pointer: "▸",
                unfolded: "▾",
                folded: "▸",
                mark: "●",
                dot: "·",
                none: "–",
                dots: "…",
                marks: Marks::Unicode,
                ascending: " ↑",
                descending: " ↓",
                arrow: "→",
                bar: &["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
                bar_other: "▒",
                bar_rest: " ",
                separator: "·",
            },
            GlyphSet::Ascii => Self {
                border: ASCII_BORDER,
                yes: "+",
                no: "x",
                pointer: ">",
                unfolded: "v",
                folded: ">",
                mark: "*",
                dot: ".",
                none: "-",
                dots: "~",
                marks: Marks::Ascii,
                ascending: " ^",
                descending: " v",
                arrow: "->",
                bar: &["#"],
                bar_other: "=",
                bar_rest: ".",
                separator: "|",
            },
        }
    }

    /// A bar for `part` of `whole` that fills `width` columns when both are equal. A part that is
    /// not nothing is never drawn as nothing.
    #[must_use]
    pub fn bar(&self, part: u64, whole: u64, width: u16) -> String {
        let steps = self.bar.len() as u64;
        if whole == 0 || part == 0 || width == 0 {
            return String::new();
        }
        let full = u64::from(width) * steps;
        let wanted = u128::from(part.min(whole)) * u128::from(full) / u128::from(whole);
        let filled = u64::try_from(wanted).unwrap_or(full).max(1);
        let whole_cells = usize::try_from(filled / steps).unwrap_or(usize::MAX);
        let last = self.bar.last().copied().unwrap_or("#");
        let mut out = last.repeat(whole_cells);
        let eighths = usize::try_from(filled % steps).unwrap_or(0);
        if let Some(piece) = eighths.checked_sub(1).and_then(|index| self.bar.get(index)) {
            out.push_str(piece);
        }
        out
    }
}

/// What every view needs to draw: styles and characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Styles.
    pub theme: Theme,
    /// Characters.
    pub glyphs: Glyphs,
}

impl Look {
    /// The look of a theme drawn with a set of characters.
    #[must_use]
    pub const fn of(theme: ThemeName, glyphs: GlyphSet) -> Self {
        Self {
            theme: Theme::of(theme),
            glyphs: Glyphs::of(glyphs),
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::backend::{Backend, CrosstermBackend};
    use ratatui::buffer::Cell;
    use unicode_width::UnicodeWidthStr;

    use super::*;

    /// The bytes a terminal gets for cells of these styles, one `x` each.
    fn bytes(styles: &[Style]) -> String {
        let mut written = Vec::new();
        let mut backend = CrosstermBackend::new(&mut written);
        let cells: Vec<Cell> = styles
            .iter()
            .map(|style| {
                let mut cell = Cell::new("x");
                cell.set_style(*style);
                cell
            })
            .collect();
        let placed = cells
            .iter()
            .enumerate()
            .map(|(x, cell)| (x as u16, 0, cell));
        backend
            .draw(placed)
            .expect("writing to a vector cannot fail");
        String::from_utf8(written).expect("escape sequences are ASCII")
    }

    #[test]
    fn under_no_color_reverse_video_reaches_the_cell() {
        // The same switch that crossterm sets when it finds NO_COLOR in the environment.
        crossterm::style::force_color_output(false);
        let theme = Theme::of(ThemeName::chosen(None, Some("1")));
        let drawn = bytes(&[theme.text, theme.selected, theme.bad]);
        crossterm::style::force_color_output(true);
        let (screen, _) = drawn.rsplit_once('x').expect("three cells were drawn");
        assert!(screen.contains("\u{1b}[7mx"), "{screen:?}");
        assert!(!screen.contains("\u{1b}[;m"), "{screen:?}");
        assert!(!screen.contains("\u{1b}[0m"), "{screen:?}");
    }

    #[test]
    fn mono_has_no_colour_in_any_style() {
        for (name, style) in Theme::of(ThemeName::Mono).all() {
            assert_eq!((style.fg, style.bg), (None, None), "{name}");
        }
    }

    #[test]
    fn auto_keeps_the_background_and_the_16_colours_of_the_terminal() {
        for (name, style) in Theme::of(ThemeName::Auto).all() {
            assert_eq!(style.bg, None, "{name}");
            let ours = [
                None,
                Some(Color::Red),
                Some(Color::Green),
                Some(Color::Magenta),
            ];
            assert!(ours.contains(&style.fg), "{name}: {:?}", style.fg);
        }
    }

    #[test]
    fn the_selection_is_told_without_colour_where_colours_are_not_ours() {
        for name in [ThemeName::Auto, ThemeName::Mono] {
            let selected = Theme::of(name).selected;
            assert!(
                selected.add_modifier.contains(Modifier::REVERSED),
                "{name:?}"
            );
        }
    }

    #[test]
    fn asking_for_a_theme_wins_over_no_color_and_an_empty_no_color_means_nothing() {
        assert_eq!(
            ThemeName::chosen(Some(ThemeName::Dark), Some("1")),
            ThemeName::Dark
        );
        assert_eq!(ThemeName::chosen(None, Some("1")), ThemeName::Mono);
        assert_eq!(ThemeName::chosen(None, Some("")), ThemeName::Auto);
        assert_eq!(ThemeName::chosen(None, None), ThemeName::Auto);
        assert_eq!(ThemeName::parse("light"), Some(ThemeName::Light));
        assert_eq!(ThemeName::parse("pink"), None);
        assert_eq!(ThemeName::Mono.next(), ThemeName::Auto);
    }

    /// sRGB of a colour from the cube or the grey ramp of the 256 colours.
    fn rgb(index: u8) -> [f64; 3] {
        if index >= 232 {
            return [8.0 + 10.0 * f64::from(index - 232); 3];
        }
        let level = |step: u8| {
            if step == 0 {
                0.0
            } else {
                55.0 + 40.0 * f64::from(step)
            }
        };
        let cube = index - 16;
        [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
    }

    /// Relative luminance, WCAG 2.1.
    fn luminance(index: u8) -> f64 {
        let [red, green, blue] = rgb(index).map(|value| {
            let value = value / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #[test]
    fn every_text_style_keeps_a_contrast_of_4_5_to_1_also_on_the_selected_row() {
        for name in [ThemeName::Dark, ThemeName::Light] {
            let theme = Theme::of(name);
            let grounds = [
                theme.text.bg,
                theme.selected.bg,
                theme.selected_elsewhere.bg,
            ];
            for (style_name, style) in theme.all() {
                let Some(Color::Indexed(ink)) = style.fg else {
                    continue;
                };
                for ground in grounds {
                    let Some(Color::Indexed(paper)) = ground else {
                        panic!("{name:?} has a hole")
                    };
                    let (ink, paper) = (luminance(ink), luminance(paper));
                    let contrast = (ink.max(paper) + 0.05) / (ink.min(paper) + 0.05);
                    assert!(
                        contrast >= 4.5,
                        "{name:?} {style_name} {ground:?}: {contrast:.2}"
                    );
                }
            }
        }
    }

    #[test]
    fn ascii_is_ascii_and_unicode_glyphs_are_one_column() {
        let all = |glyphs: &Glyphs| {
            let mut list = vec![
                glyphs.yes,
                glyphs.no,
                glyphs.pointer,
                glyphs.unfolded,
                glyphs.folded,
                glyphs.mark,
                glyphs.dot,
                glyphs.none,
                glyphs.dots,
                glyphs.arrow,
                glyphs.bar_rest,
                glyphs.separator,
                glyphs.border.top_left,
                glyphs.border.vertical_left,
            ];
            list.extend_from_slice(glyphs.bar);
            list
        };
        assert!(
            all(&Glyphs::of(GlyphSet::Ascii))
                .iter()
                .all(|glyph| glyph.is_ascii())
        );
        let unicode = Glyphs::of(GlyphSet::Unicode);
        assert!(all(&unicode).iter().all(|glyph| glyph.width() == 1));
        assert_ne!(unicode.yes, unicode.no);
    }

    #[test]
    fn bars_are_proportional_and_never_hide_a_part() {
        let glyphs = Glyphs::of(GlyphSet::Unicode);
        assert_eq!(glyphs.bar(8, 8, 4), "████");
        assert_eq!(glyphs.bar(1, 2, 3), "█▌");
        assert_eq!(glyphs.bar(1, 1_000_000, 4), "▏");
        assert_eq!(glyphs.bar(0, 9, 4), "");
        assert_eq!(glyphs.bar(9, 0, 4), "");
        assert_eq!(glyphs.bar(u64::MAX, u64::MAX, 2), "██");
        assert_eq!(Glyphs::of(GlyphSet::Ascii).bar(1, 2, 4), "##");
    }
}
