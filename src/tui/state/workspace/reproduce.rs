//! The command lines that show this view again, and that list exactly these documents.

use super::Workspace;
use crate::tui::keymap::PlaceName;

/// Command lines for a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLines {
    /// Opens the terminal in this view.
    pub open: String,
    /// Lists exactly the documents shown.
    pub list: String,
}

/// Documents picked one by one that a command line names; more would fit no line.
const NAMED: usize = 1_000;

/// A word as a POSIX shell reads it: as it is when it is plain, else in single quotes.
fn quoted(word: &str) -> String {
    let is_plain = !word.is_empty()
        && word.chars().all(|character| {
            character.is_ascii_alphanumeric()
                || matches!(
                    character,
                    '/' | '.' | '_' | '-' | ':' | '=' | ',' | '@' | '+' | '%'
                )
        });
    if is_plain {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

impl Workspace {
    /// The command lines of what is on screen.
    #[must_use]
    pub fn command_lines(&self, place: PlaceName, document_open: bool) -> CommandLines {
        let mut words: Vec<String> = self
            .data
            .arguments
            .iter()
            .map(|word| quoted(word))
            .collect();
        let filter = self.filter_text();
        if !filter.is_empty() {
            words.push(format!("--where {}", quoted(&filter)));
        }
        if !self.view.sort.keys.is_empty() {
            words.push(format!("--sort={}", self.view.sort));
        }
        if !self.view.rules.is_papers() {
            words.push(format!("--rules {}", self.view.rules));
        }
        let list = line("cardex list", &words);
        for &id in self.marks.order() {
            words.push(format!("--mark {}", quoted(&self.unique_address(id))));
        }
        if let Some(id) = self.cursor.filter(|_| document_open) {
            words.push(format!("--open {}", quoted(&self.unique_address(id))));
        }
        if place != PlaceName::Census {
            let (_, name) = place.label().split_once(' ').unwrap_or(("", place.label()));
            words.push(format!("--place {}", name.to_lowercase()));
        }
        CommandLines {
            open: line("cardex", &words),
            list,
        }
    }

    /// The filter as a query. Documents picked one by one are named by their lines, where there is
    /// one file and a command line can hold them.
    fn filter_text(&self) -> String {
        let query = self.query().to_string();
        let only = self
            .only()
            .filter(|only| only.len() <= NAMED && self.data.corpus.input_names().len() == 1);
        let Some(only) = only else {
            return query;
        };
        let lines: Vec<String> = only
            .iter()
            .map(|id| self.data.corpus.row(id).line().to_string())
            .collect();
        format!("{query} line:{}", lines.join(","))
            .trim()
            .to_owned()
    }

    /// An address that leads to this document and no other.
    #[must_use]
    pub fn unique_address(&self, id: crate::corpus::DocumentId) -> String {
        let row = self.data.corpus.row(id);
        let address = row.address();
        match crate::query::resolve(&self.data.corpus, &address) {
            Ok(found) if found == id => address,
            _ => row.line_address(),
        }
    }
}

fn line(program: &str, words: &[String]) -> String {
    std::iter::once(program)
        .chain(words.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_shell_reads_back_what_was_meant() {
        assert_eq!(quoted("cards.jsonl.gz"), "cards.jsonl.gz");
        assert_eq!(quoted("route:inferred -x"), "'route:inferred -x'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("$(rm)"), "'$(rm)'");
    }
}
