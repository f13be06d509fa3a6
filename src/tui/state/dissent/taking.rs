//! What can be taken away from the place, and what it explains.

use crate::tui::keymap::Yank;
use crate::tui::message::Effect;
use crate::tui::prompt::Prompt;
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Notice, Purpose, Reply};

pub(super) fn ask_file() -> Vec<Reply> {
    vec![Reply::Ask {
        purpose: Purpose::ReadingsFile,
        label: "keep readings in".to_owned(),
        prompt: Prompt::new("readings.dissent.jsonl", Vec::new()),
    }]
}

pub(super) fn pager(workspace: &Workspace) -> Vec<Reply> {
    match workspace.current().and_then(|row| row.body()) {
        Some(body) => vec![Reply::Effect(Effect::OpenPager {
            bytes: body.to_vec(),
        })],
        None => vec![Reply::Notice(Notice::warning(
            "The document has no body to show.",
        ))],
    }
}

pub(super) fn yank(workspace: &Workspace, what: Yank) -> Vec<Reply> {
    let Some(row) = workspace.current() else {
        return Vec::new();
    };
    let (text, what) = match what {
        Yank::Host => (Some(row.host().to_owned()), "host"),
        _ => {
            let text = row.body().and_then(|body| std::str::from_utf8(body).ok());
            (text.map(str::to_owned), "document")
        }
    };
    match text.filter(|text| !text.is_empty()) {
        Some(text) => vec![Reply::Effect(Effect::CopyText {
            text,
            what: what.to_owned(),
        })],
        None => vec![Reply::Notice(Notice::warning(format!(
            "The document has no {what} that can be copied as text."
        )))],
    }
}

pub(super) fn explain() -> Vec<Reply> {
    let paragraphs = [
        "A reading is what you make of one document: a version it should be held to, that it is no A2A card, or that it cannot \
         be told. It changes nothing that is published or computed; it stands beside them.",
        "A reason is needed where your reading gives a verdict, takes one away or turns it. Words with # in front are tags.",
        "Every reading is added to a file and none is ever overwritten; taking back adds a line too. Only what you read counts \
         as read, not what you have looked at.",
        "A reading is about exact bytes. Of a document that changed since, the old reading is shown and not counted.",
    ];
    vec![Reply::Read {
        title: "Reading documents otherwise".to_owned(),
        paragraphs: paragraphs.map(str::to_owned).to_vec(),
    }]
}
