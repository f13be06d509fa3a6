//! The filter panes: cursors, choices, and what a bucket means.

use super::{Census, FIRST, THIRD, replies};
use crate::census::explain::topic;
use crate::query::{Bucket, Facet, Key, Pane, TransitionTable};
use crate::spec::explain::explain_field;
use crate::tui::cursor::{Extent, ListCursor};
use crate::tui::keymap::{Command, Move};
use crate::tui::layout::Layout;
use crate::tui::message::Mouse;
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Notice, Reply};

/// Cursor and order of a pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaneState {
    /// The bucket under the cursor; in the transition table the row.
    pub cursor: ListCursor,
    /// In the transition table: the column, 0 or 1.
    pub column: usize,
    /// Whether buckets stand by name instead of by count.
    pub is_by_name: bool,
}

/// The buckets a pane shows: in order, the empty ones left out unless they are part of the filter.
#[must_use]
pub fn pane_rows<'p>(pane: &'p Pane, state: &PaneState) -> Vec<&'p Bucket> {
    let mut rows: Vec<&Bucket> = pane
        .buckets
        .iter()
        .filter(|bucket| bucket.count > 0 || bucket.is_chosen || bucket.is_excluded)
        .collect();
    if state.is_by_name {
        rows.sort_by(|left, right| left.label.cmp(&right.label));
    }
    rows
}

/// A row of the transition table as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableRow {
    /// Family and verdict assigned, and the two cells.
    Cells {
        /// `1.0 invalid`.
        label: String,
        /// Alternatively valid, alternatively invalid.
        cells: [Bucket; 2],
        /// Whether the column's cell means that the verdict changes.
        changes: [bool; 2],
    },
    /// Documents without an alternative.
    Without(Bucket),
}

/// The rows of the transition table: families nothing was assigned to are left out.
#[must_use]
pub fn table_rows(table: &TransitionTable) -> Vec<TableRow> {
    let is_shown = |family| {
        family != crate::spec::Family::V0_2
            || table
                .rows
                .iter()
                .any(|row| row.family == family && row.total() > 0)
    };
    let mut rows: Vec<TableRow> = table
        .rows
        .iter()
        .filter(|row| is_shown(row.family))
        .map(|row| TableRow::Cells {
            label: format!("{} {}", row.family, row.verdict),
            cells: row.cells.clone(),
            changes: [!row.verdict.is_valid(), row.verdict.is_valid()],
        })
        .collect();
    rows.push(TableRow::Without(table.without.clone()));
    rows
}

/// The bucket under a pane's cursor.
fn bucket_at(workspace: &Workspace, pane: usize, state: &PaneState) -> Option<Bucket> {
    let shown = workspace.shown().panes.get(pane)?;
    if shown.facet == Facet::CELL {
        let rows = table_rows(&TransitionTable::of(shown)?);
        let row = state.cursor.selected(rows.len())?;
        return Some(match rows.into_iter().nth(row)? {
            TableRow::Cells { cells, .. } => {
                let [valid, invalid] = cells;
                if state.column == 0 { valid } else { invalid }
            }
            TableRow::Without(bucket) => bucket,
        });
    }
    let rows = pane_rows(shown, state);
    rows.get(state.cursor.selected(rows.len())?)
        .map(|bucket| (*bucket).clone())
}

/// Number of rows a pane can select.
fn row_count(workspace: &Workspace, pane: usize, state: &PaneState) -> usize {
    match workspace.shown().panes.get(pane) {
        None => 0,
        Some(shown) if shown.facet == Facet::CELL => {
            TransitionTable::of(shown).map_or(0, |table| table_rows(&table).len())
        }
        Some(shown) => pane_rows(shown, state).len(),
    }
}

/// Rows of a pane's inside that are taken by something else than buckets.
fn head_rows(workspace: &Workspace, pane: usize) -> u16 {
    u16::from(workspace.facets().get(pane) == Some(&Facet::CELL))
}

impl Census {
    pub(super) fn pane_command(
        &mut self,
        workspace: &mut Workspace,
        pane: usize,
        command: Command,
        layout: &Layout,
    ) -> Vec<Reply> {
        let inside = self.areas(layout).panes[pane].inside_border();
        let height = inside.height.saturating_sub(head_rows(workspace, pane));
        let extent = Extent::new(row_count(workspace, pane, &self.panes[pane]), height);
        let state = &mut self.panes[pane];
        match command {
            Command::Move(step @ (Move::Left | Move::Right)) => {
                let is_right = step == Move::Right;
                if workspace.facets().get(pane) == Some(&Facet::CELL) {
                    state.column = usize::from(is_right);
                } else {
                    return self.turn_facet(workspace, pane, is_right);
                }
            }
            Command::Move(step) => state.cursor.go(step, extent),
            Command::Sort => {
                state.is_by_name = !state.is_by_name;
                let order = if state.is_by_name {
                    "by name"
                } else {
                    "in their own order, or by count"
                };
                return vec![Reply::Notice(Notice::done(format!(
                    "The buckets stand {order}."
                )))];
            }
            Command::Mark | Command::Open => {
                return self.choose(workspace, pane, (Choice::Toggle, height));
            }
            Command::Exclude => return self.choose(workspace, pane, (Choice::Exclude, height)),
            _ => {}
        }
        Vec::new()
    }

    fn turn_facet(&mut self, workspace: &mut Workspace, pane: usize, is_right: bool) -> Vec<Reply> {
        let choices: &[Facet] = if pane == 0 { &FIRST } else { &THIRD };
        let now = workspace.facets().get(pane).copied();
        let at = choices
            .iter()
            .position(|facet| Some(*facet) == now)
            .unwrap_or(0);
        let step = if is_right { 1 } else { choices.len() - 1 };
        self.panes[pane].cursor = ListCursor::default();
        replies(workspace.set_facet(pane, choices[(at + step) % choices.len()]))
    }

    pub(super) fn press_pane(
        &mut self,
        workspace: &mut Workspace,
        pane: usize,
        mouse: Mouse,
        layout: &Layout,
    ) -> Vec<Reply> {
        let inside = self.areas(layout).panes[pane].inside_border();
        let rows = inside.split_top(head_rows(workspace, pane)).1;
        if !rows.contains(mouse.column, mouse.row) {
            return Vec::new();
        }
        let extent = Extent::new(row_count(workspace, pane, &self.panes[pane]), rows.height);
        let state = &mut self.panes[pane];
        let Some(position) = state.cursor.at_row(usize::from(mouse.row - rows.y), extent) else {
            return Vec::new();
        };
        let was_there = state.cursor.selected(extent.length) == Some(position);
        state.cursor.select(position, extent);
        state.column = usize::from(mouse.column >= rows.x + rows.width * 3 / 4);
        if was_there {
            self.choose(workspace, pane, (Choice::Toggle, rows.height))
        } else {
            Vec::new()
        }
    }
}

impl Census {
    /// Makes a choice; the cursor stays on the bucket, wherever that stands now.
    fn choose(
        &mut self,
        workspace: &mut Workspace,
        pane: usize,
        (choice, height): (Choice, u16),
    ) -> Vec<Reply> {
        let before = bucket_at(workspace, pane, &self.panes[pane]);
        let replies = choose(workspace, pane, &self.panes[pane], choice);
        let state = &mut self.panes[pane];
        if let (Some(bucket), Some(shown)) = (before, workspace.shown().panes.get(pane))
            && shown.facet != Facet::CELL
        {
            let rows = pane_rows(shown, state);
            let position = rows.iter().position(|known| known.value == bucket.value);
            if let Some(position) = position {
                state
                    .cursor
                    .select(position, Extent::new(rows.len(), height));
            }
        }
        replies
    }
}

/// What a key does to a bucket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Toggle,
    Exclude,
}

fn choose(workspace: &mut Workspace, pane: usize, state: &PaneState, choice: Choice) -> Vec<Reply> {
    let Some(bucket) = bucket_at(workspace, pane, state) else {
        return vec![Reply::Notice(Notice::warning(
            "There is no bucket under the cursor.",
        ))];
    };
    let Some(key) = workspace.facets().get(pane).map(|facet| facet.key()) else {
        return Vec::new();
    };
    let mut query = workspace.view().query.clone();
    let is_possible = match choice {
        Choice::Toggle => query.toggle(key, &bucket.value),
        Choice::Exclude => query.exclude(key, &bucket.value),
    };
    if !is_possible {
        let sentence = format!("'{}' cannot be asked for in a filter.", bucket.label);
        return vec![Reply::Notice(Notice::warning(sentence))];
    }
    replies(workspace.change_query(query))
}

/// What the bucket under the cursor means.
pub(super) fn explain(
    workspace: &Workspace,
    pane: usize,
    state: &PaneState,
) -> (String, Vec<String>) {
    let facet = workspace
        .facets()
        .get(pane)
        .copied()
        .unwrap_or(Facet::Route);
    let bucket = bucket_at(workspace, pane, state);
    let value = bucket.map(|bucket| bucket.value).unwrap_or_default();
    let mut paragraphs = Vec::new();
    let first = value.split('-').next().unwrap_or_default();
    if matches!(facet.key(), Key::Field | Key::Missing)
        && let Some(field) = explain_field(&value)
    {
        paragraphs.extend(field.to_string().lines().map(str::to_owned));
    } else if let Some(topic) = topic(&value).or_else(|| topic(first)) {
        paragraphs.push(format!("{}: {}", topic.name, topic.summary));
        paragraphs.push(topic.detail.to_owned());
    }
    let about = match facet.key() {
        Key::Cell => "alternative",
        Key::Agree | Key::Published => "agreement",
        Key::Hidden => "hidden",
        Key::Shape => "shape",
        Key::Tolerant => "tolerant",
        Key::Newest => "newest",
        Key::Field | Key::Missing | Key::Kind => "violation",
        Key::Near => "near miss",
        _ => "valid",
    };
    if let Some(topic) = topic(about) {
        paragraphs.push(String::new());
        paragraphs.push(format!("{}: {}", topic.name, topic.summary));
        paragraphs.push(topic.detail.to_owned());
    }
    paragraphs.push(String::new());
    paragraphs.push(
        "Counts are of documents that pass every other filter. Space chooses, - excludes (and keeps what has no value)."
            .to_owned(),
    );
    (format!("{} {value}", facet.key().as_str()), paragraphs)
}

/// What the columns of the list mean.
pub(super) fn explain_list(workspace: &Workspace) -> (String, Vec<String>) {
    let mut paragraphs = Vec::new();
    if let Some(row) = workspace.current() {
        let document = row.tree();
        let body = row.body().unwrap_or_default();
        let document = document
            .as_ref()
            .map(|tree| crate::card::Document::new(body, tree));
        let state = row.facts().state;
        paragraphs.push(format!("How {} came by its verdict:", row.address()));
        for step in crate::census::attribution_trace(document, state, workspace.rules()) {
            let outcome = match (step.fired, step.reached) {
                (true, _) => "fired",
                (false, true) => "did not fire",
                (false, false) => "not reached",
            };
            paragraphs.push(format!(
                "rule {} {outcome}: {}",
                step.rule.number(),
                step.evidence
            ));
        }
        paragraphs.push(String::new());
    }
    for name in ["valid", "alternative", "tolerant", "agreement", "violation"] {
        if let Some(topic) = topic(name) {
            paragraphs.push(format!("{}: {}", topic.name, topic.summary));
        }
    }
    ("This document".to_owned(), paragraphs)
}
