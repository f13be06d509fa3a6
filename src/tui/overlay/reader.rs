//! Text in a box: help, notices, explanations.
//!
//! Wrapping is a pure function of text and width, so that update knows how far one can scroll.

use crate::text::{self, Marks};
use crate::tui::keymap::{self, Command, Context, Move};
use crate::tui::layout::Size;
use crate::tui::overlay::{Offer, Outcome};

/// Columns for the keys in help.
const KEYS_WIDTH: usize = 20;
/// Columns for the names in help.
const NAME_WIDTH: usize = 18;
/// From this width on help has three columns.
const WIDE: usize = 70;

/// A piece of text before it is laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Paragraph {
    /// A heading.
    Heading(String),
    /// A key, its name, what it does, and why it cannot now.
    Key {
        /// All its keys.
        keys: String,
        /// Its name.
        name: String,
        /// What it does.
        help: String,
        /// Why it cannot be used; `None` when it can.
        refusal: Option<String>,
    },
    /// Text.
    Plain(String),
}

/// A row on screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// A heading.
    Heading(String),
    /// Keys (padded), and the text beside them.
    Key(String, String),
    /// The reason why the key above does nothing now.
    Refusal(String),
    /// Text.
    Plain(String),
}

/// Text in a box, scrolled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    /// Title of the box.
    pub title: String,
    /// The text.
    pub paragraphs: Vec<Paragraph>,
    /// How hidden characters are shown.
    pub marks: Marks,
    /// The first row on screen.
    scroll: usize,
}

impl Reader {
    /// A box with text.
    #[must_use]
    pub fn new(title: impl Into<String>, paragraphs: Vec<Paragraph>) -> Self {
        Self {
            title: title.into(),
            paragraphs,
            marks: Marks::Unicode,
            scroll: 0,
        }
    }

    /// The keys of a context and of all it inherits from.
    #[must_use]
    pub fn help(context: Context, refusal: impl Fn(Command) -> Option<String>) -> Self {
        let mut paragraphs = Vec::new();
        for part in context.chain() {
            let mut bindings = keymap::own(part).peekable();
            if bindings.peek().is_some() {
                paragraphs.push(Paragraph::Heading(part.title().to_owned()));
            }
            paragraphs.extend(bindings.map(|binding| {
                key(&Offer {
                    binding,
                    refusal: refusal(binding.command),
                })
            }));
        }
        Self::new(format!("Keys: {}", context.title()), paragraphs)
    }

    /// The first row on screen, in a box that has `rows` rows in all and shows `height` of them.
    #[must_use]
    pub fn first_row(&self, rows: usize, height: u16) -> usize {
        self.scroll.min(rows.saturating_sub(usize::from(height)))
    }

    /// The rows for a width.
    #[must_use]
    pub fn rows(&self, width: u16) -> Vec<Row> {
        let width = usize::from(width);
        let mut rows = Vec::new();
        for paragraph in &self.paragraphs {
            match paragraph {
                Paragraph::Heading(heading) => {
                    if !rows.is_empty() {
                        rows.push(Row::Plain(String::new()));
                    }
                    rows.push(Row::Heading(
                        text::clean_with(heading, self.marks).into_owned(),
                    ));
                }
                Paragraph::Plain(plain) => rows
                    .extend(wrapped(&text::clean_with(plain, self.marks), width).map(Row::Plain)),
                Paragraph::Key {
                    keys,
                    name,
                    help,
                    refusal,
                } => {
                    key_rows(&mut rows, [keys, name, help], width);
                    let reason = refusal
                        .iter()
                        .map(|reason| format!("not now: {}", text::clean_with(reason, self.marks)));
                    let indent = " ".repeat(KEYS_WIDTH);
                    for reason in reason {
                        let lines = wrapped(&reason, width.saturating_sub(KEYS_WIDTH));
                        rows.extend(lines.map(|line| Row::Refusal(format!("{indent}{line}"))));
                    }
                }
            }
        }
        rows
    }

    /// Carries out a command in a box of that size inside.
    pub fn command(&mut self, command: Command, inside: Size) -> Outcome {
        let Command::Move(step) = command else {
            return if command == Command::Cancel {
                Outcome::Close
            } else {
                Outcome::Stay
            };
        };
        let rows = self.rows(inside.width).len();
        let page = usize::from(inside.height).saturating_sub(1).max(1);
        let from = self.first_row(rows, inside.height);
        self.scroll = match step {
            Move::Up => from.saturating_sub(1),
            Move::Down => from + 1,
            Move::PageUp => from.saturating_sub(page),
            Move::PageDown => from + page,
            Move::First => 0,
            Move::Last => rows,
            Move::Left | Move::Right => from,
        };
        self.scroll = self.first_row(rows, inside.height);
        Outcome::Stay
    }
}

fn key(offer: &Offer) -> Paragraph {
    Paragraph::Key {
        keys: offer.binding.keys_text(),
        name: offer.binding.name.to_owned(),
        help: offer.binding.help.to_owned(),
        refusal: offer.refusal.clone(),
    }
}

/// Text in lines of at most `width` columns, at least one line.
fn wrapped(paragraph: &str, width: usize) -> std::vec::IntoIter<String> {
    let lines: Vec<String> = text::wrap(paragraph, width).map(str::to_owned).collect();
    lines.into_iter()
}

/// Keys, name and sentence side by side; on a narrow screen name and sentence share a column.
fn key_rows(rows: &mut Vec<Row>, [keys, name, help]: [&str; 3], width: usize) {
    let is_wide = width >= WIDE;
    let left = if is_wide {
        KEYS_WIDTH + NAME_WIDTH
    } else {
        KEYS_WIDTH
    };
    let sentence = if is_wide {
        help.to_owned()
    } else {
        format!("{name}: {help}")
    };
    let first_keys = format!("{} ", text::pad_end(keys, KEYS_WIDTH - 1));
    for (index, line) in wrapped(&sentence, width.saturating_sub(left)).enumerate() {
        let keys = if index == 0 {
            first_keys.clone()
        } else {
            " ".repeat(KEYS_WIDTH)
        };
        let name = if index == 0 { name } else { "" };
        let name = if is_wide {
            text::pad_end(name, NAME_WIDTH)
        } else {
            String::new()
        };
        rows.push(Row::Key(keys, format!("{name}{line}")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(width: u16, height: u16) -> Size {
        Size::new(width, height)
    }

    #[test]
    fn help_lists_every_key_of_the_context_and_of_what_it_inherits() {
        let help = Reader::help(Context::CensusList, |_| None);
        for width in [20, 38, 70, 100] {
            let rows = help.rows(width);
            let keys = rows
                .iter()
                .filter(|row| matches!(row, Row::Key(keys, _) if !keys.trim().is_empty()));
            let expected: usize = Context::CensusList
                .chain()
                .map(|context| keymap::own(context).count())
                .sum();
            assert_eq!(keys.count(), expected, "width {width}");
        }
    }

    #[test]
    fn no_list_of_keys_is_cut() {
        for binding in keymap::BINDINGS {
            assert!(
                binding.keys_text().len() < KEYS_WIDTH,
                "{}",
                binding.keys_text()
            );
            assert!(binding.name.len() < NAME_WIDTH, "{}", binding.name);
        }
    }

    #[test]
    fn a_command_that_cannot_be_used_says_why_under_its_key() {
        let refuse = |command| (command == Command::Undo).then(|| "Nothing to undo.".to_owned());
        let rows = Reader::help(Context::Global, refuse).rows(120);
        let at = rows
            .iter()
            .position(|row| matches!(row, Row::Refusal(_)))
            .expect("undo is refused");
        assert!(matches!(&rows[at - 1], Row::Key(keys, _) if keys.starts_with('u')));
        assert!(
            matches!(&rows[at], Row::Refusal(why) if why.trim() == "not now: Nothing to undo.")
        );
    }

    #[test]
    fn scrolling_stops_at_both_ends() {
        let text = (0..10)
            .map(|number| Paragraph::Plain(number.to_string()))
            .collect();
        let mut reader = Reader::new("t", text);
        for (step, first) in [
            (Move::Up, 0),
            (Move::Down, 1),
            (Move::PageDown, 4),
            (Move::Last, 6),
            (Move::Down, 6),
            (Move::PageUp, 3),
            (Move::First, 0),
        ] {
            reader.command(Command::Move(step), inside(20, 4));
            assert_eq!(reader.first_row(10, 4), first, "{step:?}");
        }
        reader.command(Command::Move(Move::Last), inside(20, 4));
        assert_eq!(reader.first_row(10, 20), 0, "a taller box shows everything");
    }

    #[test]
    fn outside_text_is_cleaned_and_no_width_panics() {
        let reader = Reader::new("t", vec![Paragraph::Plain("a\u{1b}[2Jb 日本語".to_owned())]);
        for width in 0..20 {
            for row in reader.rows(width) {
                let Row::Plain(row) = row else {
                    panic!("only text was put in")
                };
                assert!(!row.contains('\u{1b}'));
            }
        }
    }
}
