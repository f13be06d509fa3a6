//! Names a key press, and writes it the way help shows it.

use std::fmt;

/// One key press, modifiers included; independent of the library that reads the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A character as it arrives: `G` is `g` with Shift.
    Char(char),
    /// Ctrl and a lower-case character.
    Control(char),
    /// Alt (Meta, Option) and a character. Never the only way to a command.
    Alt(char),
    /// A function key. Never the only way to a command.
    Function(u8),
    /// Return or Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Shift and Tab.
    BackTab,
    /// Backspace.
    Backspace,
    /// Delete forward.
    Delete,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Ctrl and arrow left.
    ControlLeft,
    /// Ctrl and arrow right.
    ControlRight,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(' ') => out.write_str("space"),
            Self::Char(char) => write!(out, "{char}"),
            Self::Control(char) => write!(out, "Ctrl-{}", char.to_ascii_uppercase()),
            Self::Alt(char) => write!(out, "Alt-{char}"),
            Self::Function(number) => write!(out, "F{number}"),
            Self::Enter => out.write_str("Enter"),
            Self::Esc => out.write_str("Esc"),
            Self::Tab => out.write_str("tab"),
            Self::BackTab => out.write_str("shift-tab"),
            Self::Backspace => out.write_str("Backspace"),
            Self::Delete => out.write_str("Del"),
            Self::Up => out.write_str("Up"),
            Self::Down => out.write_str("Down"),
            Self::Left => out.write_str("Left"),
            Self::Right => out.write_str("Right"),
            Self::ControlLeft => out.write_str("Ctrl-Left"),
            Self::ControlRight => out.write_str("Ctrl-Right"),
            Self::Home => out.write_str("Home"),
            Self::End => out.write_str("End"),
            Self::PageUp => out.write_str("PgUp"),
            Self::PageDown => out.write_str("PgDn"),
        }
    }
}

impl Key {
    /// Whether some terminals or multiplexers keep this key for themselves.
    #[must_use]
    pub fn is_unreliable(self) -> bool {
        matches!(self, Self::Alt(_) | Self::Function(_))
            || matches!(self, Self::Control(char) if char.is_uppercase())
    }
}

/// Keys with a name of more than one character, as typed in a list of keys.
const NAMED: [(&str, Key); 17] = [
    ("space", Key::Char(' ')),
    ("enter", Key::Enter),
    ("esc", Key::Esc),
    ("tab", Key::Tab),
    ("shift-tab", Key::BackTab),
    ("backspace", Key::Backspace),
    ("del", Key::Delete),
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("ctrl-left", Key::ControlLeft),
    ("ctrl-right", Key::ControlRight),
    ("home", Key::Home),
    ("end", Key::End),
    ("pgup", Key::PageUp),
    ("pgdn", Key::PageDown),
];

/// Reads a list of keys: words apart by blanks, each the name of a key as help writes it
/// (`tab`, `Ctrl-C`, `space`) or else text that is typed letter by letter (`route:inferred`).
#[must_use]
pub fn keys(text: &str) -> Vec<Key> {
    text.split_whitespace().flat_map(word).collect()
}

fn word(word: &str) -> Vec<Key> {
    let lower = word.to_lowercase();
    let named = NAMED.iter().find(|(name, _)| *name == lower);
    if let Some((_, key)) = named {
        return vec![*key];
    }
    let single = |rest: &str| {
        let mut chars = rest.chars();
        chars.next().filter(|_| chars.next().is_none())
    };
    if let Some(char) = lower.strip_prefix("ctrl-").and_then(single) {
        return vec![Key::Control(char)];
    }
    if let Some(char) = word.strip_prefix("Alt-").and_then(single) {
        return vec![Key::Alt(char)];
    }
    word.chars().map(Key::Char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::BINDINGS;

    #[test]
    fn a_list_of_keys_takes_the_names_that_help_shows() {
        for key in BINDINGS.iter().flat_map(|binding| binding.keys) {
            assert_eq!(keys(&key.to_string()), [*key], "{key}");
        }
    }

    #[test]
    fn what_is_no_name_is_typed_letter_by_letter() {
        assert_eq!(
            keys("/ a:b enter"),
            [
                Key::Char('/'),
                Key::Char('a'),
                Key::Char(':'),
                Key::Char('b'),
                Key::Enter
            ]
        );
        assert_eq!(keys("  "), []);
    }
}
