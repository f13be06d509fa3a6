//! Place 5: every field path of the documents shown.
//!
//! Counted when the place comes on screen and whenever other documents are shown; a large corpus
//! is counted on another thread, and what was counted before stays until then. What is asked of
//! the counts (order, name, split) is a look at them.

mod about;
mod areas;
mod request;

pub use areas::{Areas, Grid, LEAD, areas, grid};
pub use request::{Bucket, Counted, InventoryRequest, MOST_BUCKETS};

use crate::inventory::{FieldLine, FieldSort};
use crate::output::table::thousands;
use crate::query::{Facet, Key, Query};
use crate::spec::JsonType;
use crate::spec::catalogue::{Category, SpecField};
use crate::tui::cursor::{Extent, ListCursor};
use crate::tui::keymap::{Command, Context, Move, PlaceName, Yank};
use crate::tui::layout::Layout;
use crate::tui::message::{Effect, Gesture, Mouse, Msg, Shared};
use crate::tui::prompt::Prompt;
use crate::tui::state::census::replies;
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Input, Notice, Place, Purpose, Reply};
use std::sync::Arc;

/// What populations can be split by, after "not at all".
pub const SPLITS: [Facet; 5] = [
    Facet::Of(Key::Route),
    Facet::Of(Key::Version),
    Facet::Of(Key::Shape),
    Facet::Of(Key::Verdict),
    Facet::Of(Key::Published),
];

/// A line of the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The heading of a category.
    Category(Category),
    /// A path, by its position in [`Fields::field`].
    Field(usize),
    /// The heading of what nobody serves.
    Nobody,
    /// A field that nobody serves.
    Unserved(&'static str),
}

/// The state of the place.
#[derive(Debug, Default)]
pub struct Fields {
    counted: Option<Shared<Counted>>,
    request: Option<Arc<InventoryRequest>>,
    is_pending: bool,
    order: Option<Effect>,
    /// In the order asked for.
    fields: Vec<FieldLine>,
    unserved: Vec<&'static SpecField>,
    lines: Vec<Line>,
    cursor: ListCursor,
    column: usize,
    split: Option<Facet>,
    sort: FieldSort,
    pattern: String,
    before: String,
    is_zoomed: bool,
}

impl Fields {
    /// What was counted; `None` before the first count has ended.
    #[must_use]
    pub fn counted(&self) -> Option<&Counted> {
        self.counted.as_ref().map(|counted| counted.0.as_ref())
    }

    /// Whether a newer count is on its way.
    #[must_use]
    pub fn is_pending(&self) -> bool {
        self.is_pending
    }

    /// What the populations are split by.
    #[must_use]
    pub fn split(&self) -> Option<Facet> {
        self.split
    }

    /// The order of the paths.
    #[must_use]
    pub fn sort(&self) -> FieldSort {
        self.sort
    }

    /// What paths must contain; empty for anything.
    #[must_use]
    pub fn pattern(&self) -> &str {
        &self.pattern
    }

    /// A path with its counts.
    #[must_use]
    pub fn field(&self, position: usize) -> Option<&FieldLine> {
        self.fields.get(position)
    }

    /// The lines.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The list's cursor.
    #[must_use]
    pub fn cursor(&self) -> &ListCursor {
        &self.cursor
    }

    /// The line under the cursor.
    #[must_use]
    pub fn current(&self) -> Option<Line> {
        let selected = self.cursor.selected(self.lines.len())?;
        self.lines.get(selected).copied()
    }

    /// Number of populations.
    #[must_use]
    pub fn bucket_count(&self) -> usize {
        self.counted().map_or(1, |counted| counted.buckets.len())
    }

    /// The column under the cursor: 0 is the field itself, then its types, or the populations.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column.min(self.last_column())
    }

    fn last_column(&self) -> usize {
        match self.current() {
            Some(Line::Field(_)) if self.bucket_count() > 1 => self.bucket_count(),
            Some(Line::Field(field)) => self.field(field).map_or(0, |field| types(field).len()),
            _ => self.column,
        }
    }

    /// Where everything stands.
    #[must_use]
    pub fn areas(&self, layout: &Layout) -> Areas {
        areas(layout.body, self.is_zoomed)
    }

    /// How a line is divided.
    #[must_use]
    pub fn grid(&self, width: u16) -> Grid {
        let cursor = self.column.saturating_sub(1);
        grid(width, self.bucket_count(), cursor)
    }

    fn take(&mut self, counted: Shared<Counted>) {
        self.is_pending = false;
        self.unserved = counted.0.inventory.unserved();
        self.counted = Some(counted);
        self.arrange();
    }

    /// Sorts and filters what was counted; the cursor stays on its path.
    fn arrange(&mut self) {
        let Some(counted) = &self.counted else {
            return;
        };
        // A cursor that was not moved stays at the top, whatever comes there.
        let is_moved = self.cursor.selected(self.lines.len()) > Some(0);
        let here = self.current().filter(|_| is_moved);
        let here = here.map(|line| self.label(line));
        let mut fields = counted.0.inventory.lines();
        let pattern = self.pattern.to_lowercase();
        let fits = |path: &str| path.to_lowercase().contains(&pattern);
        fields.retain(|field| fits(&field.path));
        self.sort.sort(&mut fields);
        self.lines.clear();
        let mut category = None;
        for (position, field) in fields.iter().enumerate() {
            if self.sort == FieldSort::Specification && category != Some(field.category) {
                category = Some(field.category);
                self.lines.push(Line::Category(field.category));
            }
            self.lines.push(Line::Field(position));
        }
        let unserved = self.unserved.iter().map(|field| field.path.as_str());
        let unserved: Vec<_> = unserved.filter(|path| fits(path)).collect();
        if !unserved.is_empty() {
            self.lines.push(Line::Nobody);
            self.lines.extend(unserved.into_iter().map(Line::Unserved));
        }
        self.fields = fields;
        let position = here.and_then(|here| {
            let mut lines = self.lines.iter();
            lines.position(|&line| self.label(line) == here)
        });
        let extent = Extent::new(self.lines.len(), usize::MAX);
        self.cursor.select(position.unwrap_or(0), extent);
    }

    /// What a line is about. Untrusted.
    #[must_use]
    pub fn label(&self, line: Line) -> String {
        match line {
            Line::Category(category) => category.label().to_owned(),
            Line::Field(field) => self
                .field(field)
                .map(|field| field.path.clone())
                .unwrap_or_default(),
            Line::Nobody => "in the specification, served by nobody".to_owned(),
            Line::Unserved(path) => path.to_owned(),
        }
    }

    /// What a heading says of its lines.
    #[must_use]
    pub fn tally(&self, line: Line) -> String {
        let count = match line {
            Line::Category(category) => {
                let fields = self.fields.iter();
                fields.filter(|field| field.category == category).count()
            }
            Line::Nobody => {
                let lines = self.lines.iter();
                lines
                    .filter(|line| matches!(line, Line::Unserved(_)))
                    .count()
            }
            Line::Field(_) | Line::Unserved(_) => return String::new(),
        };
        match count {
            1 => "1 path".to_owned(),
            count => format!("{} paths", thousands(count as u64)),
        }
    }

    fn command(
        &mut self,
        workspace: &mut Workspace,
        command: Command,
        layout: &Layout,
    ) -> Vec<Reply> {
        match command {
            Command::Move(step) => self.go(step, layout),
            Command::NextPane => self.go_section(true, layout),
            Command::PreviousPane => self.go_section(false, layout),
            Command::Zoom => self.is_zoomed = !self.is_zoomed,
            Command::Sort => {
                let at = FieldSort::ALL.iter().position(|sort| *sort == self.sort);
                let next = (at.unwrap_or(0) + 1) % FieldSort::ALL.len();
                self.sort = FieldSort::ALL[next];
                self.arrange();
                let sentence = format!("Sorted by {}.", self.sort.as_str());
                return vec![Reply::Notice(Notice::done(sentence))];
            }
            Command::Split => return self.next_split(),
            Command::Open => return self.narrow(workspace),
            Command::Find => {
                self.before.clone_from(&self.pattern);
                return vec![Reply::Ask {
                    purpose: Purpose::Find,
                    label: "paths that contain".to_owned(),
                    prompt: Prompt::new(self.pattern.clone(), Vec::new()),
                }];
            }
            Command::Explain => {
                let Some(line) = self.current() else {
                    return Vec::new();
                };
                let title = self.label(line);
                let paragraphs = self.explanation(line);
                return vec![Reply::Read { title, paragraphs }];
            }
            Command::Close if self.is_zoomed => self.is_zoomed = false,
            Command::Close if !self.pattern.is_empty() => {
                self.pattern.clear();
                self.arrange();
            }
            Command::Close => return vec![Reply::Go(PlaceName::Census)],
            Command::Yank(what) => return self.yank(what),
            _ => {}
        }
        Vec::new()
    }

    fn go(&mut self, step: Move, layout: &Layout) {
        match step {
            Move::Left => self.column = self.column().saturating_sub(1),
            Move::Right => self.column = (self.column() + 1).min(self.last_column()),
            step => {
                let height = self.areas(layout).lines.height;
                self.cursor.go(step, Extent::new(self.lines.len(), height));
            }
        }
    }

    fn go_section(&mut self, is_next: bool, layout: &Layout) {
        let here = self.cursor.selected(self.lines.len()).unwrap_or(0);
        let count = self.lines.len();
        let is_heading =
            |&at: &usize| matches!(self.lines.get(at), Some(Line::Category(_) | Line::Nobody));
        let found = if is_next {
            (here + 1..count).chain(0..=here).find(is_heading)
        } else {
            (0..here).rev().chain((here..count).rev()).find(is_heading)
        };
        if let Some(position) = found {
            let height = self.areas(layout).lines.height;
            let extent = Extent::new(count, height);
            let last = (position + usize::from(height).saturating_sub(1)).min(count - 1);
            self.cursor.select(last, extent);
            self.cursor.select(position, extent);
        }
    }

    fn next_split(&mut self) -> Vec<Reply> {
        let at = SPLITS.iter().position(|&facet| Some(facet) == self.split);
        let next = at.map_or(0, |at| at + 1);
        self.split = SPLITS.get(next).copied();
        self.column = 0;
        let sentence = match self.split {
            Some(facet) => format!("Split by {}; S takes the next.", facet.key()),
            None => "Not split any more.".to_owned(),
        };
        vec![Reply::Notice(Notice::done(sentence))]
    }

    /// The terms that mean the documents behind the cursor.
    fn terms(&self) -> Option<String> {
        let Some(Line::Field(field)) = self.current() else {
            return None;
        };
        let field = self.field(field)?;
        let column = self.column();
        if column > 0 && self.bucket_count() == 1 {
            let (kind, _) = *types(field).get(column - 1)?;
            return Some(format!("type:{}={kind}", field.path));
        }
        Some(format!("has:{}", field.path))
    }

    /// Shows the census with nothing but the documents behind the cursor.
    fn narrow(&mut self, workspace: &mut Workspace) -> Vec<Reply> {
        let Some(terms) = self.terms() else {
            return Vec::new();
        };
        let mut query = workspace.query();
        match Query::parse(&terms) {
            Ok(more) => query.extend(&more),
            Err(error) => {
                return vec![Reply::Notice(Notice::failure(format!(
                    "'{terms}' is no filter: {error}"
                )))];
            }
        }
        let column = self.column();
        if let (Some(facet), true) = (self.split, column > 0 && self.bucket_count() > 1) {
            let bucket = self
                .counted()
                .and_then(|counted| counted.buckets.get(column - 1));
            if let Some(bucket) = bucket
                && !query.is_chosen(facet.key(), &bucket.value)
            {
                query.toggle(facet.key(), &bucket.value);
            }
        }
        let mut answers = replies(workspace.change_query(query));
        answers.push(Reply::Go(PlaceName::Census));
        answers.push(Reply::Notice(Notice::done(format!(
            "The documents with {terms}; 5 goes back to the fields, u takes the filter back."
        ))));
        answers
    }

    fn mouse(&mut self, mouse: Mouse, layout: &Layout) -> Vec<Reply> {
        match mouse.gesture {
            Gesture::ScrollUp => (0..3).for_each(|_| self.go(Move::Up, layout)),
            Gesture::ScrollDown => (0..3).for_each(|_| self.go(Move::Down, layout)),
            Gesture::Press => {
                let area = self.areas(layout).lines;
                if area.contains(mouse.column, mouse.row) {
                    let extent = Extent::new(self.lines.len(), area.height);
                    let row = usize::from(mouse.row - area.y);
                    if let Some(position) = self.cursor.at_row(row, extent) {
                        self.cursor.select(position, extent);
                    }
                }
            }
        }
        Vec::new()
    }
}

/// The JSON types of a field with the documents that have each, most first.
#[must_use]
pub fn types(field: &FieldLine) -> Vec<(JsonType, u64)> {
    let total = field.total();
    let mut seen: Vec<(JsonType, u64)> = JsonType::ALL
        .into_iter()
        .map(|kind| (kind, total.documents_with(kind)))
        .filter(|&(_, count)| count > 0)
        .collect();
    seen.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    seen
}

impl Place for Fields {
    fn context(&self) -> Context {
        Context::Fields
    }

    fn heading(&self, _workspace: &Workspace) -> Vec<String> {
        let Some(counted) = self.counted() else {
            return vec!["counting fields".to_owned()];
        };
        let inventory = &counted.inventory;
        let documents: u64 = (0..inventory.bucket_count())
            .map(|bucket| inventory.document_count(bucket))
            .sum();
        let mut parts = vec![format!("fields of {} documents", thousands(documents))];
        let paths = self.lines.iter();
        let paths = paths.filter(|line| matches!(line, Line::Field(_))).count();
        parts.push(format!("{} paths", thousands(paths as u64)));
        let more = inventory.more();
        if more.paths > 0 {
            let at_least = if more.is_at_least { "≥" } else { "" };
            parts.push(format!("{at_least}{} more not kept", thousands(more.paths)));
        }
        if let Some(facet) = self.split {
            let values = counted.buckets.len();
            parts.push(format!("split by {}, {values} values", facet.key()));
        }
        if counted.skipped > 0 {
            parts.push(format!("{} are no JSON", thousands(counted.skipped as u64)));
        }
        if counted.beyond > 0 {
            let beyond = thousands(counted.beyond as u64);
            parts.push(format!("{beyond} in values without a column"));
        }
        if self.is_pending {
            parts.push("counting anew".to_owned());
        }
        parts
    }

    fn refusal(&self, workspace: &Workspace, command: Command) -> Option<String> {
        match command {
            Command::Open if self.terms().is_none() => {
                Some("Put the cursor on a field that some document has.".to_owned())
            }
            Command::Split if workspace.corpus().is_empty() => {
                Some("There is nothing to split yet.".to_owned())
            }
            Command::NextHit | Command::PreviousHit => {
                Some("f shows only the paths that contain a text; there are no hits.".to_owned())
            }
            Command::Pager => Some("There is no document here; go to the census.".to_owned()),
            Command::Yank(Yank::Path) => self
                .current()
                .is_none()
                .then(|| "There is no line here.".to_owned()),
            Command::Yank(Yank::Row) if matches!(self.current(), Some(Line::Field(_))) => None,
            Command::Yank(Yank::Value) => {
                let has_example = matches!(self.current(), Some(Line::Field(position))
                    if self.field(position).is_some_and(|field| !field.examples.is_empty()));
                (!has_example).then(|| "There is no example of it.".to_owned())
            }
            Command::Yank(_) => {
                Some("There is nothing of that here; p copies the path.".to_owned())
            }
            Command::Edit(_) | Command::Accept | Command::Cancel => {
                Some("Nothing is being typed.".to_owned())
            }
            _ => None,
        }
    }

    fn sync(&mut self, workspace: &Workspace) {
        let is_current = |request: &Arc<InventoryRequest>| request.is_about(workspace, self.split);
        if workspace.is_busy() || self.request.as_ref().is_some_and(is_current) {
            return;
        }
        if let Some(request) = self.request.as_ref().filter(|_| self.is_pending) {
            // Documents that arrive meanwhile are counted next; another question cannot wait.
            if request.asks_the_same(workspace, self.split) {
                return;
            }
            request.cancel();
        }
        let request = Arc::new(InventoryRequest::of(workspace, self.split));
        self.request = Some(Arc::clone(&request));
        self.order = None;
        if request.is_small() {
            if let Some(counted) = request.run() {
                self.take(Shared(Arc::new(counted)));
            }
        } else {
            self.is_pending = true;
            self.order = Some(Effect::Inventory(Shared(request)));
        }
    }

    fn orders(&mut self) -> Vec<Effect> {
        self.order.take().into_iter().collect()
    }

    fn update(
        &mut self,
        workspace: &mut Workspace,
        input: Input<'_>,
        layout: &Layout,
    ) -> Vec<Reply> {
        match input {
            Input::Command(command) => return self.command(workspace, command, layout),
            Input::Mouse(mouse) => return self.mouse(mouse, layout),
            Input::Typed {
                purpose: Purpose::Find,
                prompt,
            } => {
                prompt.text().trim().clone_into(&mut self.pattern);
                self.arrange();
            }
            Input::Accepted {
                purpose: Purpose::Find,
                text,
            } => {
                text.trim().clone_into(&mut self.pattern);
                self.arrange();
            }
            Input::Cancelled(Purpose::Find) => {
                self.pattern.clone_from(&self.before);
                self.arrange();
            }
            Input::News(Msg::Inventoried(result)) => {
                let is_ours = self.request.as_ref().is_some_and(|request| {
                    Arc::ptr_eq(request, &result.0.request) && self.is_pending
                });
                if is_ours {
                    self.take(result.0.counted.clone());
                }
            }
            _ => {}
        }
        Vec::new()
    }
}

/// A count that has ended, with what was asked.
#[derive(Debug)]
pub struct Inventoried {
    /// What was asked.
    pub request: Arc<InventoryRequest>,
    /// What came of it.
    pub counted: Shared<Counted>,
}

#[cfg(test)]
mod tests;
