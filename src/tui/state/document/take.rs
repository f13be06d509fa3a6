//! What a person takes from the open document: copies, and explanations of what is under the cursor.

use crate::card::NodeId;
use crate::census::explain;
use crate::spec::explain::explain_field;
use crate::spec::explain::nearest_fields;
use crate::tui::keymap::Yank;
use crate::tui::state::Notice;
use crate::tui::state::document::DocumentReply;
use crate::tui::state::document::DocumentTab;
use crate::tui::state::document::OpenDocument;
use crate::tui::state::document::branch;
use crate::tui::state::document::tree::Part;
use crate::tui::state::document::verdicts::About;

impl OpenDocument {
    pub(super) fn path(&self) -> Option<crate::card::Path> {
        branch::path(&self.tree, &self.subject, self.tree.current()?)
    }

    /// What can be copied: of the tree's row the value (of a string the decoded text, of anything
    /// else the exact bytes), path, JSON Pointer and jq expression; in the raw view the value is
    /// the line; the document is its exact bytes in every tab. `None` when there is no such thing
    /// here, or when it is not text.
    #[must_use]
    pub fn yank(&self, what: Yank) -> Option<(String, &'static str)> {
        let is_tree = self.tab == DocumentTab::Tree;
        match what {
            Yank::Value if is_tree => {
                let row = self.tree.current()?;
                if matches!(row.part, Part::Missing(_)) {
                    return None;
                }
                let node = self.subject.document()?.node(NodeId(row.node));
                match node.text() {
                    Some(text) => Some((text.into_owned(), "value, decoded")),
                    None => Some((exact(node.raw())?, "value")),
                }
            }
            Yank::Value if self.tab == DocumentTab::Raw => {
                let item = self.cursor()?;
                let line = self.raw.line_range(&self.subject, item)?;
                Some((exact(self.subject.bytes.get(line)?)?, "line"))
            }
            Yank::Path if is_tree => Some((self.path()?.notation(), "path")),
            Yank::Pointer if is_tree => Some((self.path()?.pointer(), "JSON Pointer")),
            Yank::Jq if is_tree => Some((self.path()?.jq(), "jq expression")),
            Yank::Document if self.subject.has_body => {
                Some((exact(&self.subject.bytes)?, "document"))
            }
            Yank::Host if !self.subject.origin.host.is_empty() => {
                Some((self.subject.origin.host.clone(), "host"))
            }
            _ => None,
        }
    }

    pub(super) fn yank_refusal(&self, what: Yank) -> Option<String> {
        let no_text = "It is not UTF-8, so it cannot be copied as text; the pager and the export keep its bytes.";
        Some(match what {
            Yank::Value if self.tab == DocumentTab::Raw => no_text.to_owned(),
            Yank::Document => no_text.to_owned(),
            Yank::Value => "There is no value under the cursor.".to_owned(),
            Yank::Path | Yank::Pointer | Yank::Jq => "Paths are copied from the tree.".to_owned(),
            Yank::Host => "The document has no host.".to_owned(),
            Yank::Row | Yank::Comparison => return None,
        })
    }

    pub(super) fn explain(&self) -> DocumentReply {
        match self.tab {
            DocumentTab::Tree => self.explain_field(),
            DocumentTab::Verdicts => match self
                .verdicts
                .current()
                .and_then(|entry| entry.about.clone())
            {
                Some(About::Topic(name)) => topic_box(name),
                Some(About::Field(path)) => field_box(&path),
                None => topic_box("valid"),
            },
            _ => topic_box("hidden"),
        }
    }

    pub(super) fn explain_field(&self) -> DocumentReply {
        let Some(path) = self.path() else {
            return topic_box("valid");
        };
        if path.segments.is_empty() {
            return DocumentReply::Read {
                title: "The document".to_owned(),
                paragraphs: vec![
                    crate::tui::state::document::verdicts::held_to(&self.subject),
                    topic_text("valid"),
                ],
            };
        }
        let reply = field_box(&path.notation());
        let row = self.tree.current();
        match (reply, row) {
            (
                DocumentReply::Read {
                    title,
                    mut paragraphs,
                },
                Some(row),
            ) if row.part == Part::Hidden => {
                paragraphs.insert(0, topic_text("hidden"));
                DocumentReply::Read { title, paragraphs }
            }
            (reply, _) => reply,
        }
    }
}

/// Bytes as text, if they are.
fn exact(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(str::to_owned)
}

fn topic_text(name: &str) -> String {
    explain::topic(name)
        .map(|topic| format!("{}: {} {}", topic.name, topic.summary, topic.detail))
        .unwrap_or_default()
}

fn topic_box(name: &'static str) -> DocumentReply {
    match explain::topic(name) {
        Some(topic) => DocumentReply::Read {
            title: topic.name.to_owned(),
            paragraphs: vec![topic.summary.to_owned(), topic.detail.to_owned()],
        },
        None => DocumentReply::Say(Notice::warning("There is nothing to explain here.")),
    }
}

fn field_box(path: &str) -> DocumentReply {
    let paragraphs = match explain_field(path) {
        Some(explanation) => explanation
            .to_string()
            .lines()
            .map(|line| line.trim().to_owned())
            .collect(),
        None => {
            let mut paragraphs = vec![
                "No pinned version of the specification says anything of this path. Extra keys are allowed by every \
                 version; the structural check passes over them."
                    .to_owned(),
            ];
            let near = nearest_fields(path);
            if !near.is_empty() {
                paragraphs.push(format!("Fields with a similar name: {}.", near.join(", ")));
            }
            paragraphs
        }
    };
    DocumentReply::Read {
        title: path.to_owned(),
        paragraphs,
    }
}
