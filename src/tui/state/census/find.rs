//! Finding documents by host or name, near spellings included.

use super::Focus;
use crate::corpus::DocumentId;
use crate::query::fuzzy::rank_documents;
use crate::query::{Work, nearest_hosts};
use crate::tui::keymap::Move;
use crate::tui::prompt::{Prompt, Suggestion};
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Purpose, Reply};

/// Hits that are kept; more are counted as "at least".
const KEPT: usize = 10_000;
/// Suggestions under the line.
const SUGGESTED: usize = 12;

/// The documents a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    pattern: String,
    /// Best first.
    ranked: Vec<DocumentId>,
}

impl Hits {
    /// Searches the documents shown.
    #[must_use]
    pub fn of(workspace: &Workspace, pattern: &str) -> Self {
        let found = rank_documents(pattern.trim(), workspace.corpus(), KEPT, &Work::default());
        let shown = &workspace.shown().selection;
        let ranked = found
            .unwrap_or_default()
            .into_iter()
            .map(|found| found.document)
            .filter(|id| shown.contains(*id))
            .collect();
        Self {
            pattern: pattern.trim().to_owned(),
            ranked,
        }
    }

    /// Whether nothing was searched for, or nothing found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranked.is_empty()
    }

    /// Whether a document is a hit.
    #[must_use]
    pub fn contains(&self, id: DocumentId) -> bool {
        self.ranked.contains(&id)
    }

    /// The best hit.
    #[must_use]
    pub fn best(&self) -> Option<DocumentId> {
        self.ranked.first().copied()
    }

    /// Which hit a document is, as a sentence.
    #[must_use]
    pub fn sentence(&self, id: DocumentId) -> String {
        let at = self
            .ranked
            .iter()
            .position(|&known| known == id)
            .map_or(0, |at| at + 1);
        let count = self.ranked.len();
        let at_least = if count == KEPT { "≥" } else { "" };
        format!(
            "Hit {at} of {at_least}{count} for '{}'; n goes to the next.",
            self.pattern
        )
    }

    /// What to say when nothing was found.
    #[must_use]
    pub fn nothing(&self, workspace: &Workspace) -> String {
        let near = nearest_hosts(workspace.corpus(), &self.pattern, 3);
        if near.is_empty() {
            return format!("Nothing shown has '{}' in host or name.", self.pattern);
        }
        format!(
            "Nothing shown has '{}' in host or name; nearest hosts: {}.",
            self.pattern,
            near.join(", ")
        )
    }

    /// The next hit from the cursor in the order of the list, around the end.
    ///
    /// # Errors
    /// When there is none among the documents shown; a sentence.
    pub fn step(&self, workspace: &Workspace, step: Move) -> Result<(DocumentId, String), String> {
        let shown = workspace.shown();
        let mut positions: Vec<(usize, DocumentId)> = self
            .ranked
            .iter()
            .filter_map(|&id| Some((shown.position(id)?, id)))
            .collect();
        positions.sort_unstable();
        let here = workspace
            .cursor()
            .and_then(|id| shown.position(id))
            .unwrap_or(0);
        let (next, is_around) = match step {
            Move::Up => match positions.iter().rev().find(|(at, _)| *at < here) {
                Some(hit) => (Some(hit), false),
                None => (positions.last(), true),
            },
            _ => match positions.iter().find(|(at, _)| *at > here) {
                Some(hit) => (Some(hit), false),
                None => (positions.first(), true),
            },
        };
        let &(at, id) =
            next.ok_or_else(|| format!("No hit for '{}' is shown any more.", self.pattern))?;
        let number = positions
            .iter()
            .position(|(known, _)| *known == at)
            .map_or(0, |at| at + 1);
        let around = if is_around { ", around the end" } else { "" };
        Ok((
            id,
            format!(
                "Hit {number} of {} for '{}'{around}.",
                positions.len(),
                self.pattern
            ),
        ))
    }
}

/// Asks for what to find: in the open document when that has the keys, else among the documents.
pub(super) fn ask(focus: Focus) -> Vec<Reply> {
    let prompt = Prompt::new("", Vec::new());
    let (purpose, label) = match focus {
        Focus::Document => (Purpose::FindInDocument, "find in document"),
        _ => (Purpose::Find, "find host or name"),
    };
    vec![Reply::Ask {
        purpose,
        label: label.to_owned(),
        prompt,
    }]
}

/// The best hits so far.
pub(super) fn suggestions(workspace: &Workspace, pattern: &str) -> Vec<Suggestion> {
    if pattern.trim().is_empty() {
        return Vec::new();
    }
    let found = rank_documents(pattern.trim(), workspace.corpus(), 200, &Work::default());
    let shown = &workspace.shown().selection;
    found
        .unwrap_or_default()
        .into_iter()
        .filter(|found| shown.contains(found.document))
        .take(SUGGESTED)
        .map(|found| {
            let row = workspace.corpus().row(found.document);
            Suggestion {
                from: 0,
                text: row.address(),
                note: row.name().to_owned(),
            }
        })
        .collect()
}
