//! Binds keys to commands: one table, from which dispatch, the help overlay, the hint bar, the
//! command palette and the list of keys in the README are all made.
//!
//! A context inherits the keys of its parent ([`Context::parent`]); its own lines win. A context
//! in which text is typed inherits only [`Context::Always`], so that letters stay letters.

mod command;
mod key;
mod table;

pub use command::{Command, Edit, Export, Move, PlaceName, QueuePart, Yank};
pub use key::{Key, keys};
pub use table::BINDINGS;

/// Where the next key goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// Wherever one is, boxes and prompts included.
    Always,
    /// Any place.
    Global,
    /// The document list of the census.
    CensusList,
    /// A filter pane of the census.
    CensusPane,
    /// An open document.
    Document,
    /// Cards side by side.
    Compare,
    /// The queue of documents to be read by a person.
    Dissent,
    /// The switches of the attribution rule.
    Rules,
    /// The list of field paths.
    Fields,
    /// The tables of the paper.
    Report,
    /// A line being typed.
    Prompt,
    /// The command palette.
    Palette,
    /// A list of choices.
    Menu,
    /// The list of things to copy.
    YankMenu,
    /// The list of export forms.
    ExportMenu,
    /// The list of readings.
    ReadingMenu,
    /// A yes-or-no question.
    Confirm,
    /// Help, notices and other text in a box.
    Reader,
}

impl Context {
    /// Every context, in the order of the README.
    pub const ALL: [Self; 18] = [
        Self::Global,
        Self::CensusList,
        Self::CensusPane,
        Self::Document,
        Self::Compare,
        Self::Dissent,
        Self::Rules,
        Self::Fields,
        Self::Report,
        Self::YankMenu,
        Self::ExportMenu,
        Self::ReadingMenu,
        Self::Menu,
        Self::Prompt,
        Self::Palette,
        Self::Confirm,
        Self::Reader,
        Self::Always,
    ];

    /// Whose keys also work here.
    #[must_use]
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Always => None,
            Self::CensusList
            | Self::CensusPane
            | Self::Document
            | Self::Compare
            | Self::Dissent
            | Self::Rules
            | Self::Fields
            | Self::Report => Some(Self::Global),
            Self::Palette => Some(Self::Prompt),
            Self::YankMenu | Self::ExportMenu | Self::ReadingMenu => Some(Self::Menu),
            Self::Global | Self::Prompt | Self::Menu | Self::Confirm | Self::Reader => {
                Some(Self::Always)
            }
        }
    }

    /// The heading of its keys in help.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Always => "Wherever you are",
            Self::Global => "Every place",
            Self::CensusList => "Document list",
            Self::CensusPane => "Filter pane",
            Self::Document => "Open document",
            Self::Compare => "Compare",
            Self::Dissent => "Dissent",
            Self::Rules => "Rules",
            Self::Fields => "Fields",
            Self::Report => "Report",
            Self::Prompt => "Typing a line",
            Self::Palette => "Commands",
            Self::Menu => "A list of choices",
            Self::YankMenu => "Copy",
            Self::ExportMenu => "Export",
            Self::ReadingMenu => "Read as",
            Self::Confirm => "A question",
            Self::Reader => "Text in a box",
        }
    }

    /// Whether letters are text here.
    #[must_use]
    pub const fn is_typing(self) -> bool {
        matches!(self, Self::Prompt | Self::Palette)
    }

    /// The context and what it inherits from, nearest first.
    pub fn chain(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), |context| context.parent())
    }
}

/// A line of the table.
#[derive(Debug)]
pub struct Binding {
    /// Where it holds.
    pub context: Context,
    /// The keys, the one to show first; never empty.
    pub keys: &'static [Key],
    /// What they ask for.
    pub command: Command,
    /// Name in the palette and in the hint bar.
    pub name: &'static str,
    /// One sentence for help.
    pub help: &'static str,
    /// Whether the hint bar shows it.
    pub is_hint: bool,
}

impl Binding {
    /// All keys as help shows them: `Up, k`.
    #[must_use]
    pub fn keys_text(&self) -> String {
        let keys: Vec<String> = self.keys.iter().map(Key::to_string).collect();
        keys.join(", ")
    }
}

/// The lines of one context, without what it inherits.
pub fn own(context: Context) -> impl Iterator<Item = &'static Binding> {
    BINDINGS
        .iter()
        .filter(move |binding| binding.context == context)
}

/// What a key asks for in a context.
#[must_use]
pub fn lookup(context: Context, key: Key) -> Option<Command> {
    context
        .chain()
        .flat_map(own)
        .find(|binding| binding.keys.contains(&key))
        .map(|binding| binding.command)
}

/// Every command that can be asked for in a context, nearest context first, each once.
#[must_use]
pub fn commands(context: Context) -> Vec<&'static Binding> {
    let mut found: Vec<&'static Binding> = Vec::new();
    for binding in context.chain().flat_map(own) {
        if !found.iter().any(|known| known.command == binding.command) {
            found.push(binding);
        }
    }
    found
}

/// The lines for the hint bar of a context, most telling first.
#[must_use]
pub fn hints(context: Context) -> Vec<&'static Binding> {
    commands(context)
        .into_iter()
        .filter(|binding| binding.is_hint)
        .collect()
}

/// The key table of the README: a Markdown section per context that has keys of its own.
#[must_use]
pub fn markdown() -> String {
    let mut out = String::new();
    for context in Context::ALL {
        let mut rows = own(context).peekable();
        if rows.peek().is_none() {
            continue;
        }
        out.push_str("### ");
        out.push_str(context.title());
        out.push_str("\n\n| key | command | what it does |\n| --- | --- | --- |\n");
        for binding in rows {
            let keys: Vec<String> = binding
                .keys
                .iter()
                .map(|key| format!("`{key}`").replace('|', "\\|"))
                .collect();
            let cells = format!(
                "| {} | {} | {} |\n",
                keys.join(" "),
                binding.name,
                binding.help
            );
            out.push_str(&cells);
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn no_key_is_bound_twice_in_a_context() {
        let mut seen = BTreeSet::new();
        for binding in BINDINGS {
            for key in binding.keys {
                assert!(
                    seen.insert((binding.context, *key)),
                    "{:?} {key}",
                    binding.context
                );
            }
        }
    }

    #[test]
    fn no_command_is_only_behind_keys_that_terminals_swallow() {
        for binding in BINDINGS {
            assert!(
                binding.keys.iter().any(|key| !key.is_unreliable()),
                "{:?} needs a plain key",
                binding.command
            );
        }
    }

    #[test]
    fn every_line_has_a_key_a_name_and_a_sentence() {
        for binding in BINDINGS {
            assert!(!binding.keys.is_empty(), "{:?}", binding.command);
            assert!(!binding.name.is_empty(), "{:?}", binding.command);
            let help = binding.help;
            assert!(help.ends_with('.'), "'{help}' is no sentence");
            assert!(
                help.starts_with(char::is_uppercase),
                "'{help}' is no sentence"
            );
        }
    }

    #[test]
    fn names_are_unique_in_what_a_context_shows() {
        for context in Context::ALL {
            let mut names = BTreeMap::new();
            for binding in commands(context) {
                let before = names.insert(binding.name, binding.command);
                assert_eq!(before, None, "'{}' in {context:?}", binding.name);
            }
        }
    }

    #[test]
    fn letters_are_letters_where_text_is_typed() {
        for context in Context::ALL
            .into_iter()
            .filter(|context| context.is_typing())
        {
            for key in context
                .chain()
                .flat_map(own)
                .flat_map(|binding| binding.keys)
            {
                assert!(!matches!(key, Key::Char(_)), "{context:?} binds {key}");
            }
        }
    }

    #[test]
    fn every_context_can_be_left_and_ends_in_always() {
        for context in Context::ALL {
            assert_eq!(context.chain().last(), Some(Context::Always));
            assert_eq!(
                lookup(context, Key::Control('c')),
                Some(Command::Quit),
                "{context:?}"
            );
            if context != Context::Always {
                let out = lookup(context, Key::Esc);
                assert!(
                    matches!(out, Some(Command::Close | Command::Cancel)),
                    "{context:?}: {out:?}"
                );
            }
        }
    }

    #[test]
    fn all_lists_every_context_of_the_table() {
        let listed: BTreeSet<Context> = Context::ALL.into_iter().collect();
        assert_eq!(listed.len(), Context::ALL.len());
        assert!(
            BINDINGS
                .iter()
                .all(|binding| listed.contains(&binding.context))
        );
    }

    #[test]
    fn the_nearest_context_wins() {
        assert_eq!(lookup(Context::Global, Key::Char('q')), Some(Command::Quit));
        assert_eq!(
            lookup(Context::YankMenu, Key::Char('q')),
            Some(Command::Yank(Yank::Jq))
        );
        assert_eq!(lookup(Context::CensusPane, Key::Enter), Some(Command::Mark));
        assert_eq!(lookup(Context::Rules, Key::Enter), Some(Command::Open));
        assert_eq!(lookup(Context::Prompt, Key::Char('q')), None);
    }

    #[test]
    fn the_readme_table_has_a_row_for_every_line() {
        let table = markdown();
        let rows = table.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(rows, BINDINGS.len());
        assert!(table.contains("| `/` | filter | Type a filter;"));
        assert!(table.contains("| `space` | mark |"));
    }
}
