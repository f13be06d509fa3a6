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

/// Documents picked one by one that a command line names; more would be no line to read.
const NAMED: usize = 40;

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
    /// The command lines of what is on screen; `None` when it was picked one by one and is too much
    /// to be named.
    #[must_use]
    pub fn command_lines(&self, place: PlaceName, document_open: bool) -> Option<CommandLines> {
        let mut words: Vec<String> = self
            .data
            .arguments
            .iter()
            .map(|word| quoted(word))
            .collect();
        let filter = self.filter_text()?;
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
        Some(CommandLines {
            open: line("cardex", &words),
            list,
        })
    }

    /// The filter as a query. Documents picked one by one are named by their lines, where there is
    /// one file and they are few; `None` where that cannot be.
    fn filter_text(&self) -> Option<String> {
        let query = self.query().to_string();
        let Some(only) = self.only() else {
            return Some(query);
        };
        if only.len() > NAMED || self.data.corpus.input_names().len() != 1 {
            return None;
        }
        let lines: Vec<String> = only
            .iter()
            .map(|id| self.data.corpus.row(id).line().to_string())
            .collect();
        let query = format!("{query} line:{}", lines.join(","));
        Some(query.trim().to_owned())
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
    use super::*;
    use crate::corpus::{LoadOptions, Progress, Source, load};
    use crate::query::Selection;
    use crate::tui::state::workspace::{Data, Only, View};
    use std::sync::Arc;

    /// A workspace that shows so many documents of one file, picked one by one.
    fn picked(count: usize) -> Workspace {
        let text = "{}\n".repeat(count);
        let source = Source::from_reader("in".to_owned(), None, std::io::Cursor::new(text));
        let sources = vec![source.expect("bytes in memory open")];
        let data = Data {
            corpus: load(sources, &LoadOptions::default(), &Progress::default()),
            ..Data::default()
        };
        let view = View {
            only: Some(Only {
                what: "picked".to_owned(),
                documents: Arc::new(Selection::all(count)),
            }),
            ..View::default()
        };
        Workspace::new(data, view, Vec::new())
    }

    #[test]
    fn more_documents_than_a_line_can_name_have_no_command_line_rather_than_a_wrong_one() {
        let lines = |count| picked(count).command_lines(PlaceName::Census, false);
        let numbers: Vec<String> = (1..=40).map(|line| line.to_string()).collect();
        assert_eq!(
            lines(40).map(|lines| lines.list),
            Some(format!("cardex list --where line:{}", numbers.join(",")))
        );
        assert_eq!(lines(41), None);
    }

    #[test]
    fn a_shell_reads_back_what_was_meant() {
        assert_eq!(quoted("cards.jsonl.gz"), "cards.jsonl.gz");
        assert_eq!(quoted("route:inferred -x"), "'route:inferred -x'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("$(rm)"), "'$(rm)'");
    }
}
