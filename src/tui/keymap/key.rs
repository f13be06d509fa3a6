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
