//! Place 1, the census: three filter panes, the document list, the open document.
//!
//! Keeps where the person is; what is shown comes from the [`Workspace`]. The cursor of the list is
//! a document and not a position: it stays with the document across filter, sort, loading and
//! resizing.

mod areas;
mod document;
mod find;
mod pane;

pub use areas::{Areas, Focus, areas};
pub use find::Hits;
pub use pane::{PaneState, TableRow, pane_rows, table_rows};

use crate::corpus::DocumentId;
use crate::output::verdict::violations_text;
use crate::query::{Direction, Facet, Key, Sort, SortKey};
use crate::text::Marks;
use crate::tui::cursor::{Extent, ListCursor};
use crate::tui::keymap::{Command, Context, Move, PlaceName, Yank};
use crate::tui::layout::{Layout, Shape};
use crate::tui::message::{Effect, Gesture, Mouse, Msg};
use crate::tui::prompt::{Fault, Prompt, Suggestion};
use crate::tui::state::workspace::{View, Workspace};
use crate::tui::state::{Input, Notice, Place, Purpose, Reply};

/// Facets that the first pane can split by.
pub const FIRST: [Facet; 13] = [
    Facet::Route,
    Facet::RouteVersion,
    Facet::Of(Key::State),
    Facet::Of(Key::Shape),
    Facet::Of(Key::Agree),
    Facet::Of(Key::Published),
    Facet::Of(Key::Tolerant),
    Facet::Of(Key::Newest),
    Facet::Of(Key::Hidden),
    Facet::Of(Key::Note),
    Facet::Of(Key::Reading),
    Facet::Of(Key::Reader),
    Facet::Of(Key::Tag),
];
/// Facets that the third pane can split by.
pub const THIRD: [Facet; 4] = [
    Facet::FIELD,
    Facet::Of(Key::Missing),
    Facet::Of(Key::Kind),
    Facet::Of(Key::Near),
];

/// The facets a workspace starts with.
#[must_use]
pub fn facets() -> Vec<Facet> {
    vec![FIRST[0], Facet::CELL, THIRD[0]]
}

/// The state of the place.
#[derive(Debug, Default)]
pub struct Census {
    focus: Focus,
    is_zoomed: bool,
    panes: [PaneState; 3],
    list: ListCursor,
    hits: Hits,
    opened: document::Opened,
    /// How hidden characters are shown in the open document, whose row heights depend on it.
    marks: Marks,
}

impl Census {
    /// The place at its start, with marks of this kind for hidden characters.
    #[must_use]
    pub fn with_marks(marks: Marks) -> Self {
        Self {
            marks,
            ..Self::default()
        }
    }

    /// Which part has the keys.
    #[must_use]
    pub fn focus(&self) -> Focus {
        self.focus
    }

    /// Whether that part has the whole body.
    #[must_use]
    pub fn is_zoomed(&self) -> bool {
        self.is_zoomed
    }

    /// Cursor and order of a pane.
    #[must_use]
    pub fn pane(&self, pane: usize) -> &PaneState {
        &self.panes[pane]
    }

    /// Hits of the last search.
    #[must_use]
    pub fn hits(&self) -> &Hits {
        &self.hits
    }

    /// Where everything stands.
    #[must_use]
    pub fn areas(&self, layout: &Layout) -> Areas {
        areas(
            layout.body,
            self.focus,
            self.is_zoomed || layout.shape != Shape::Whole,
        )
    }

    /// The list's cursor, on the workspace's document, for a list of this height.
    #[must_use]
    pub fn list_cursor(&self, workspace: &Workspace, height: u16) -> ListCursor {
        let shown = workspace.shown();
        let position = workspace
            .cursor()
            .and_then(|id| shown.position(id))
            .unwrap_or(0);
        let mut cursor = self.list;
        cursor.select(position, Extent::new(shown.order.len(), height));
        cursor
    }

    fn command(
        &mut self,
        workspace: &mut Workspace,
        command: Command,
        layout: &Layout,
    ) -> Vec<Reply> {
        match command {
            Command::NextPane => self.focus = self.focus.next(),
            Command::PreviousPane => self.focus = self.focus.previous(),
            Command::Zoom => self.is_zoomed = !self.is_zoomed,
            Command::Close => return self.close(),
            Command::Pager => return pager(workspace),
            Command::Find => return find::ask(self.focus),
            Command::Compare => return vec![Reply::Go(PlaceName::Compare)],
            Command::Disagree => {
                workspace.pin();
                return vec![
                    Reply::Go(PlaceName::Dissent),
                    Reply::Menu(Context::ReadingMenu),
                ];
            }
            _ => {}
        }
        if self.focus == Focus::Document {
            self.follow_cursor(workspace);
            return match command {
                Command::Yank(what @ (Yank::Host | Yank::Row)) => yank(workspace, what),
                Command::Mark => self.list_command(workspace, command, layout),
                _ => {
                    let areas = self.areas(layout);
                    self.document_command(command, &areas)
                }
            };
        }
        match command {
            Command::Yank(what) => return yank(workspace, what),
            Command::Explain => return self.explain(workspace),
            Command::NextHit => return self.step_hit(workspace, Move::Down),
            Command::PreviousHit => return self.step_hit(workspace, Move::Up),
            _ => {}
        }
        match self.focus {
            Focus::Pane(pane) => self.pane_command(workspace, pane, command, layout),
            Focus::List | Focus::Document => self.list_command(workspace, command, layout),
        }
    }

    fn close(&mut self) -> Vec<Reply> {
        if self.is_zoomed {
            self.is_zoomed = false;
        } else if self.focus != Focus::List {
            self.focus = Focus::List;
        } else {
            return vec![Reply::Notice(Notice::warning(
                "Nothing to close: this is the list. x clears the filter, q leaves.",
            ))];
        }
        Vec::new()
    }

    fn list_command(
        &mut self,
        workspace: &mut Workspace,
        command: Command,
        layout: &Layout,
    ) -> Vec<Reply> {
        let height = self.areas(layout).list_rows().height;
        match command {
            Command::Move(step) => {
                let extent = Extent::new(workspace.shown().order.len(), height);
                self.list = self.list_cursor(workspace, height);
                self.list.go(step, extent);
                self.select_at(workspace);
            }
            Command::Open => self.focus = Focus::Document,
            Command::Mark => {
                let Some(id) = workspace.cursor() else {
                    return Vec::new();
                };
                let (is_marked, effects) = workspace.toggle_mark(id);
                let count = workspace.marks().order().len();
                let what = if is_marked { "" } else { "no longer " };
                let address = workspace.corpus().row(id).address();
                let sentence = format!("{count} marked; {what}marked: {address}");
                let mut replies = replies(effects);
                replies.push(Reply::Notice(Notice::done(sentence)));
                if self.focus == Focus::List {
                    replies.extend(self.list_command(workspace, Command::Move(Move::Down), layout));
                }
                return replies;
            }
            Command::Sort => {
                let text = workspace.view().sort.to_string();
                let prompt = Prompt::new(text, Vec::new());
                return vec![Reply::Ask {
                    purpose: Purpose::Sort,
                    label: "sort by".to_owned(),
                    prompt,
                }];
            }
            _ => {}
        }
        Vec::new()
    }

    /// Puts the workspace's cursor where the list's is.
    fn select_at(&mut self, workspace: &mut Workspace) {
        let order = &workspace.shown().order;
        let id = self
            .list
            .selected(order.len())
            .and_then(|position| order.get(position).copied());
        workspace.select(id);
    }

    fn step_hit(&mut self, workspace: &mut Workspace, step: Move) -> Vec<Reply> {
        match self.hits.step(workspace, step) {
            Ok((id, sentence)) => {
                workspace.select(Some(id));
                vec![Reply::Notice(Notice::done(sentence))]
            }
            Err(sentence) => vec![Reply::Notice(Notice::warning(sentence))],
        }
    }

    fn explain(&self, workspace: &Workspace) -> Vec<Reply> {
        let (title, paragraphs) = match self.focus {
            Focus::Pane(pane) => pane::explain(workspace, pane, &self.panes[pane]),
            Focus::List | Focus::Document => pane::explain_list(workspace),
        };
        vec![Reply::Read { title, paragraphs }]
    }

    fn mouse(&mut self, workspace: &mut Workspace, mouse: Mouse, layout: &Layout) -> Vec<Reply> {
        let areas = self.areas(layout);
        let Some(focus) = areas.at(mouse.column, mouse.row) else {
            return Vec::new();
        };
        match mouse.gesture {
            Gesture::ScrollUp => self.wheel(workspace, focus, Move::Up, layout),
            Gesture::ScrollDown => self.wheel(workspace, focus, Move::Down, layout),
            Gesture::Press => {
                self.focus = focus;
                match focus {
                    Focus::List => {
                        let rows = areas.list_rows();
                        if !rows.contains(mouse.column, mouse.row) {
                            return Vec::new();
                        }
                        let extent = Extent::new(workspace.shown().order.len(), rows.height);
                        self.list = self.list_cursor(workspace, rows.height);
                        if let Some(position) =
                            self.list.at_row(usize::from(mouse.row - rows.y), extent)
                        {
                            self.list.select(position, extent);
                            self.select_at(workspace);
                        }
                        Vec::new()
                    }
                    Focus::Pane(pane) => self.press_pane(workspace, pane, mouse, layout),
                    Focus::Document => self.document_mouse(mouse, &areas),
                }
            }
        }
    }

    fn wheel(
        &mut self,
        workspace: &mut Workspace,
        focus: Focus,
        step: Move,
        layout: &Layout,
    ) -> Vec<Reply> {
        let before = std::mem::replace(&mut self.focus, focus);
        let replies = (0..3)
            .flat_map(|_| self.command(workspace, Command::Move(step), layout))
            .collect();
        self.focus = before;
        replies
    }

    fn accepted(&mut self, workspace: &mut Workspace, purpose: Purpose, text: &str) -> Vec<Reply> {
        match purpose {
            Purpose::Sort => match text.parse::<Sort>() {
                Ok(sort) => {
                    let what = format!(
                        "order {}",
                        if text.trim().is_empty() {
                            "of the corpus"
                        } else {
                            text
                        }
                    );
                    let view = View {
                        sort,
                        ..workspace.view().clone()
                    };
                    replies(workspace.change_view(view, what))
                }
                Err(error) => vec![Reply::Notice(Notice::failure(error.to_string()))],
            },
            Purpose::FindInDocument => {
                let notice = self.open_mut().and_then(|open| open.end_find());
                notice.map(Reply::Notice).into_iter().collect()
            }
            Purpose::Find => {
                self.hits = Hits::of(workspace, text);
                match self.hits.best() {
                    Some(id) => {
                        workspace.select(Some(id));
                        vec![Reply::Notice(Notice::done(self.hits.sentence(id)))]
                    }
                    None => vec![Reply::Notice(Notice::warning(self.hits.nothing(workspace)))],
                }
            }
            _ => Vec::new(),
        }
    }

    fn typed(
        &mut self,
        workspace: &mut Workspace,
        (purpose, prompt): (Purpose, &mut Prompt),
        layout: &Layout,
    ) -> Vec<Reply> {
        match purpose {
            Purpose::Sort => {
                let error = prompt.text().parse::<Sort>().err();
                prompt.blame(error.map(|error| Fault {
                    at: error.offset,
                    sentence: error.to_string(),
                }));
                prompt.suggest(sort_suggestions(prompt.before_cursor()));
            }
            Purpose::Find => prompt.suggest(find::suggestions(workspace, prompt.text())),
            Purpose::FindInDocument => {
                let area = self.areas(layout).document;
                let text = prompt.text().to_owned();
                if let Some(open) = self.open_mut() {
                    open.find(&text, area);
                }
            }
            _ => {}
        }
        Vec::new()
    }
}

impl Place for Census {
    fn context(&self) -> Context {
        match self.focus {
            Focus::Pane(_) => Context::CensusPane,
            Focus::List => Context::CensusList,
            Focus::Document => Context::Document,
        }
    }

    fn refusal(&self, workspace: &Workspace, command: Command) -> Option<String> {
        let needs_document = matches!(
            command,
            Command::Mark
                | Command::Open
                | Command::Disagree
                | Command::Pager
                | Command::YankMenu
                | Command::Yank(_)
        ) && !matches!(self.focus, Focus::Pane(_));
        if needs_document && workspace.cursor().is_none() {
            return Some("There is no document under the cursor.".to_owned());
        }
        let own = self.document().filter(|_| self.focus == Focus::Document);
        if let Some(why) = own.and_then(|open| open.refusal(command)) {
            return Some(why);
        }
        match command {
            Command::Compare if workspace.marks().order().len() < 2 => Some(format!(
                "Comparing needs two marked documents or more; {} marked. Space marks.",
                workspace.marks().order().len()
            )),
            Command::Yank(Yank::Value | Yank::Pointer | Yank::Jq | Yank::Path)
                if self.focus != Focus::Document =>
            {
                Some(
                    "Go into the open document first (Enter); this is about a value in it."
                        .to_owned(),
                )
            }
            Command::Yank(Yank::Comparison) => Some("There is no comparison here.".to_owned()),
            Command::NextHit | Command::PreviousHit
                if self.hits.is_empty() && self.focus != Focus::Document =>
            {
                Some("Nothing was searched for yet; f searches.".to_owned())
            }
            Command::Edit(_) | Command::Accept | Command::Cancel => {
                Some("Nothing is being typed.".to_owned())
            }
            _ => None,
        }
    }

    fn update(
        &mut self,
        workspace: &mut Workspace,
        input: Input<'_>,
        layout: &Layout,
    ) -> Vec<Reply> {
        match input {
            Input::Command(command) => self.command(workspace, command, layout),
            Input::Mouse(mouse) => self.mouse(workspace, mouse, layout),
            Input::Typed { purpose, prompt } => self.typed(workspace, (purpose, prompt), layout),
            Input::Accepted { purpose, text } => self.accepted(workspace, purpose, &text),
            Input::Cancelled(Purpose::FindInDocument) => {
                let area = self.areas(layout).document;
                if let Some(open) = self.open_mut() {
                    open.cancel_find(area);
                }
                Vec::new()
            }
            Input::News(Msg::Reloading) => {
                self.close_document();
                Vec::new()
            }
            Input::Cancelled(_) | Input::Confirmed(_) | Input::News(_) => Vec::new(),
        }
    }

    fn sync(&mut self, workspace: &Workspace) {
        self.follow_cursor(workspace);
    }
}

/// Orders to the driver as replies.
pub(crate) fn replies(effects: Vec<Effect>) -> Vec<Reply> {
    effects.into_iter().map(Reply::Effect).collect()
}

fn sort_suggestions(before_cursor: &str) -> Vec<Suggestion> {
    let from = before_cursor.rfind(',').map_or(0, |comma| comma + 1);
    let typed = before_cursor.get(from..).unwrap_or_default();
    let sign = if typed.starts_with('-') { "-" } else { "" };
    let typed = typed.trim_start_matches('-');
    SortKey::all()
        .map(SortKey::as_str)
        .filter(|name| name.starts_with(typed))
        .map(|name| Suggestion {
            from,
            text: format!("{sign}{name}"),
            note: String::new(),
        })
        .collect()
}

fn yank(workspace: &Workspace, what: Yank) -> Vec<Reply> {
    let Some(row) = workspace.current() else {
        return Vec::new();
    };
    let (text, name) = match what {
        Yank::Host => (row.host().to_owned(), "host"),
        Yank::Document => match row.body().map(std::str::from_utf8) {
            Some(Ok(text)) => (text.to_owned(), "document"),
            Some(Err(_)) => {
                return vec![Reply::Notice(Notice::failure(
                    "The document is not UTF-8 and cannot be copied as text; e exports it.",
                ))];
            }
            None => return vec![Reply::Notice(Notice::warning("The document has no body."))],
        },
        _ => {
            let graded = row.grade(workspace.rules());
            let cells = [
                row.address(),
                graded
                    .judgement
                    .route
                    .map(|route| route.to_string())
                    .unwrap_or_default(),
                graded
                    .judgement
                    .family
                    .map(|family| family.to_string())
                    .unwrap_or_default(),
                graded
                    .judgement
                    .verdict
                    .map(|verdict| verdict.to_string())
                    .unwrap_or_default(),
                violations_text(&graded.violations),
            ];
            (cells.join("\t"), "row")
        }
    };
    if text.is_empty() {
        return vec![Reply::Notice(Notice::warning(format!(
            "The document has no {name}."
        )))];
    }
    vec![Reply::Effect(Effect::CopyText {
        text,
        what: name.to_owned(),
    })]
}

fn pager(workspace: &Workspace) -> Vec<Reply> {
    match workspace.current().and_then(|row| row.body()) {
        Some(body) => vec![Reply::Effect(Effect::OpenPager {
            bytes: body.to_vec(),
        })],
        None => vec![Reply::Notice(Notice::warning(
            "The document has no body to show.",
        ))],
    }
}

/// Which way a column is sorted, if it leads the order.
#[must_use]
pub fn sorted_by(sort: &Sort, key: SortKey) -> Option<Direction> {
    sort.keys
        .first()
        .filter(|(known, _)| *known == key)
        .map(|(_, direction)| *direction)
}

/// The document of a position in the list.
#[must_use]
pub fn document_at(workspace: &Workspace, position: usize) -> Option<DocumentId> {
    workspace.shown().order.get(position).copied()
}
