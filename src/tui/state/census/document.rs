//! The open document of the place: follows the cursor of the list.

use super::{Areas, Census, Focus};
use crate::corpus::DocumentId;
use crate::dissent::{Cell, as_read};
use crate::output::table::thousands;
use crate::published::{Column, computed_text, differing_columns};
use crate::tui::keymap::Command;
use crate::tui::state::document::{DocumentReply, OpenDocument, PublishedView};
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Notice, Reply};

/// Bodies up to this size are opened as the cursor passes; larger ones when a person goes in.
const AT_ONCE: usize = 2 << 20;

/// The document that is open, and what it was opened under.
#[derive(Debug, Default)]
pub(super) struct Opened {
    document: Option<OpenDocument>,
    /// Look through the corpus it belongs to; a later one may have brought another rule or file.
    generation: u64,
}

impl Census {
    /// The open document; `None` when there is none, or when it is too large to be opened unasked.
    #[must_use]
    pub fn document(&self) -> Option<&OpenDocument> {
        self.opened.document.as_ref()
    }

    /// What stands in place of a document that is not open.
    #[must_use]
    pub fn unopened(&self, workspace: &Workspace) -> String {
        match workspace.current() {
            None => "no document".to_owned(),
            Some(row) => format!(
                "{} has {} bytes; Enter opens it",
                row.address(),
                thousands(row.body().map_or(0, <[u8]>::len) as u64)
            ),
        }
    }

    /// Opens the document under the cursor, if it is another one than before or is seen anew.
    pub(super) fn follow_cursor(&mut self, workspace: &Workspace) {
        self.follow(workspace);
        if let Some(open) = &mut self.opened.document {
            open.take_note(note(workspace, open.id()));
        }
    }

    fn follow(&mut self, workspace: &Workspace) {
        let Some(row) = workspace.current() else {
            self.opened.document = None;
            return;
        };
        let generation = workspace.shown().generation;
        let is_same = self
            .opened
            .document
            .as_ref()
            .is_some_and(|open| open.id() == row.id());
        if is_same && self.opened.generation == generation {
            return;
        }
        self.opened.generation = generation;
        if let (true, Some(open)) = (is_same, &mut self.opened.document) {
            open.judge(workspace.rules());
            open.publish(published(workspace, row.id()));
            return;
        }
        let size = row.body().map_or(0, <[u8]>::len);
        if size > AT_ONCE && self.focus != Focus::Document {
            self.opened.document = None;
            return;
        }
        let viewing = self
            .opened
            .document
            .as_ref()
            .map(OpenDocument::viewing)
            .unwrap_or_default();
        let open = OpenDocument::open(row, published(workspace, row.id()), workspace.rules());
        self.opened.document = Some(open.with_viewing(viewing).with_marks(self.marks));
    }

    /// Forgets the open document: its place in the corpus may be another one's now.
    pub(super) fn close_document(&mut self) {
        self.opened.document = None;
    }

    pub(super) fn document_command(&mut self, command: Command, areas: &Areas) -> Vec<Reply> {
        match &mut self.opened.document {
            Some(open) => replies(open.update(command, areas.document)),
            None => Vec::new(),
        }
    }

    pub(super) fn document_mouse(
        &mut self,
        mouse: crate::tui::message::Mouse,
        areas: &Areas,
    ) -> Vec<Reply> {
        match &mut self.opened.document {
            Some(open) => replies(open.mouse(mouse, areas.document)),
            None => Vec::new(),
        }
    }

    pub(super) fn open_mut(&mut self) -> Option<&mut OpenDocument> {
        self.opened.document.as_mut()
    }
}

fn replies(reply: DocumentReply) -> Vec<Reply> {
    match reply {
        DocumentReply::Done | DocumentReply::NotMine => Vec::new(),
        DocumentReply::Say(notice) => vec![Reply::Notice(notice)],
        DocumentReply::Read { title, paragraphs } => vec![Reply::Read { title, paragraphs }],
        DocumentReply::Copy { text, what } if text.is_empty() => {
            vec![Reply::Notice(Notice::warning(format!(
                "The {what} is empty; nothing is copied."
            )))]
        }
        DocumentReply::Copy { text, what } => {
            vec![Reply::Effect(crate::tui::message::Effect::CopyText {
                text,
                what: what.to_owned(),
            })]
        }
    }
}

/// What the person has made of a document, in a few words.
fn note(workspace: &Workspace, id: DocumentId) -> String {
    match workspace.readings().cell(id) {
        Cell::Unread => String::new(),
        Cell::EarlierVersion => "you read an earlier version".to_owned(),
        Cell::Read(says) => {
            let facts = workspace.corpus().row(id).facts();
            let words = says.words();
            match as_read(facts, workspace.rules(), Some(says)).verdict {
                Some(verdict) => format!("you read it as {words}: {verdict}"),
                None => format!("you read it as {words}"),
            }
        }
    }
}

/// What the verdict file says of a document, beside what is computed.
fn published(workspace: &Workspace, id: DocumentId) -> Option<PublishedView> {
    let join = workspace.data().published.as_ref()?;
    let file_row = join.row_for(id)?;
    let row = workspace.corpus().row(id);
    let graded = row.grade(workspace.rules());
    let differing = differing_columns(file_row, &graded);
    let columns = Column::COMPARED
        .into_iter()
        .filter(|&column| file_row.has(column))
        .map(|column| {
            (
                column.name().to_owned(),
                file_row.text(column).to_owned(),
                computed_text(column, row, &graded),
                differing.contains(&column),
            )
        })
        .collect();
    Some(PublishedView {
        columns,
        extra: file_row
            .extras()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        line: file_row.line(),
        file: join.file().name().to_owned(),
    })
}
