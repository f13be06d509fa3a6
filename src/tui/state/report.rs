//! Place 6, the report: the paper's tables for the documents shown, as lines that can be walked.
//!
//! Every figure comes from [`crate::totals::Report`], the value that `cardex report` prints; this
//! place puts its tables into lines, and leads from a line to its documents. A small corpus is
//! counted at once, a large one on a thread ([`Effect::Count`]); until its answer is there the
//! lines of the look before stay, and say so.

mod count;
mod lines;

pub use count::{CountRequest, Counted};
pub use lines::{Content, Line, Section, lines};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::census::explain::topic;
use crate::output::report::{ReportFormat, write};
use crate::query::Query;
use crate::spec::explain::explain_field;
use crate::tui::cursor::{Extent, ListCursor};
use crate::tui::keymap::{Command, Context, Move, PlaceName, Yank};
use crate::tui::layout::Layout;
use crate::tui::message::{Effect, Gesture, Mouse, Msg, Overwrite, Shared};
use crate::tui::prompt::{Fault, Prompt};
use crate::tui::state::census::replies;
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Input, Notice, Place, Purpose, Reply};

/// That many documents are counted at once, without a thread.
const AT_ONCE: usize = 20_000;

/// The state of the place.
#[derive(Debug, Default)]
pub struct Report {
    counted: Option<Arc<Counted>>,
    lines: Vec<Line>,
    cursor: ListCursor,
    /// The look that is being counted elsewhere.
    pending: Option<u64>,
    /// The order for it, until the driver has it.
    ordered: Option<Effect>,
    needle: String,
    /// The file that is being written, until its end is known.
    order: Option<(PathBuf, Vec<u8>)>,
}

impl Report {
    /// The lines, in order; none before the first count.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line under the cursor and those on screen.
    #[must_use]
    pub fn cursor(&self) -> ListCursor {
        self.cursor
    }

    /// The value all lines come from; `None` before the first count.
    #[must_use]
    pub fn report(&self) -> Option<&crate::totals::Report> {
        self.counted.as_ref().map(|counted| &counted.report)
    }

    /// Whether the lines are about to be replaced.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Words of the last search; empty before one.
    #[must_use]
    pub fn needle(&self) -> &str {
        &self.needle
    }

    fn take(&mut self, counted: Arc<Counted>) {
        self.lines = lines(&counted.report, counted.has_filter);
        self.counted = Some(counted);
        self.pending = None;
    }

    fn current(&self) -> Option<&Line> {
        self.lines.get(self.cursor.selected(self.lines.len())?)
    }

    fn command(
        &mut self,
        workspace: &mut Workspace,
        command: Command,
        layout: &Layout,
    ) -> Vec<Reply> {
        let extent = self.extent(layout);
        match command {
            Command::NextPane | Command::Move(Move::Right) => self.step_section(true, extent),
            Command::PreviousPane | Command::Move(Move::Left) => self.step_section(false, extent),
            Command::Move(step) => self.cursor.go(step, extent),
            Command::Open => return self.narrow(workspace),
            Command::Close => return vec![Reply::Go(PlaceName::Census)],
            Command::WriteReport => {
                return vec![Reply::Ask {
                    purpose: Purpose::ReportName,
                    label: "write the report to".to_owned(),
                    prompt: Prompt::new("report.md", Vec::new()),
                }];
            }
            Command::Find => {
                return vec![Reply::Ask {
                    purpose: Purpose::Find,
                    label: "find".to_owned(),
                    prompt: Prompt::new("", Vec::new()),
                }];
            }
            Command::NextHit => return self.step_hit(true, extent),
            Command::PreviousHit => return self.step_hit(false, extent),
            Command::Explain => return self.explain(),
            Command::Yank(Yank::Row) => return self.yank(),
            _ => {}
        }
        Vec::new()
    }

    fn extent(&self, layout: &Layout) -> Extent {
        Extent::new(self.lines.len(), layout.body.height)
    }

    /// To the heading of the next table, or to that of this or the one before.
    fn step_section(&mut self, is_forward: bool, extent: Extent) {
        let now = self.cursor.selected(extent.length).unwrap_or(0);
        let is_heading = |&(_, line): &(usize, &Line)| matches!(line.content, Content::Heading(_));
        let mut headings = self.lines.iter().enumerate().filter(is_heading);
        let found = if is_forward {
            headings.find(|(at, _)| *at > now).map(|(at, _)| at)
        } else {
            headings.map(|(at, _)| at).take_while(|at| *at < now).last()
        };
        // After the last table comes the first.
        let target = found.unwrap_or(if is_forward { 0 } else { extent.length });
        self.cursor.select(target, extent);
        // A table is of more use when it starts at the top.
        let offset = self.cursor.visible(extent).start;
        let down = self.cursor.selected(extent.length).unwrap_or(0) - offset;
        self.cursor
            .scroll(isize::try_from(down).unwrap_or(0), extent);
    }

    fn narrow(&self, workspace: &mut Workspace) -> Vec<Reply> {
        let query = self.current().and_then(|line| line.query.as_deref());
        let Some(Ok(query)) = query.map(Query::parse) else {
            return vec![Reply::Notice(Notice::warning(
                "This line is about no group of documents; rows with a count are.",
            ))];
        };
        let mut narrowed = workspace.query();
        narrowed.extend(&query);
        let sentence = format!("The census shows {query}; u takes it back.");
        let mut answers = replies(workspace.change_query(narrowed));
        answers.push(Reply::Go(PlaceName::Census));
        answers.push(Reply::Notice(Notice::done(sentence)));
        answers
    }

    fn step_hit(&mut self, is_forward: bool, extent: Extent) -> Vec<Reply> {
        let hits: Vec<usize> = (0..self.lines.len())
            .filter(|&at| self.lines[at].has(&self.needle))
            .collect();
        let now = self.cursor.selected(extent.length).unwrap_or(0);
        let next = if is_forward {
            hits.iter().position(|&at| at > now).unwrap_or(0)
        } else {
            let before = hits.iter().rposition(|&at| at < now);
            before.unwrap_or(hits.len().saturating_sub(1))
        };
        let Some(&at) = hits.get(next) else {
            let sentence = format!("No line has '{}'.", self.needle);
            return vec![Reply::Notice(Notice::warning(sentence))];
        };
        let has_wrapped = if is_forward { at <= now } else { at >= now };
        self.cursor.select(at, extent);
        let wrapped = if has_wrapped && hits.len() > 1 {
            ", from the other end"
        } else {
            ""
        };
        let sentence = format!("Hit {} of {}{wrapped}.", next + 1, hits.len());
        vec![Reply::Notice(Notice::done(sentence))]
    }

    fn explain(&self) -> Vec<Reply> {
        let Some(line) = self.current() else {
            return Vec::new();
        };
        let mut paragraphs = Vec::new();
        let label = line.label();
        if let Some(field) = explain_field(label).filter(|_| line.section == Section::Fields) {
            paragraphs.extend(field.to_string().lines().map(str::to_owned));
        }
        let names = [label, line.section.topic()];
        for topic in names.into_iter().filter_map(topic) {
            paragraphs.push(format!("{}: {}", topic.name, topic.summary));
            paragraphs.push(topic.detail.to_owned());
        }
        vec![Reply::Read {
            title: line.section.title().to_owned(),
            paragraphs,
        }]
    }

    fn yank(&self) -> Vec<Reply> {
        let text = self.current().map(Line::text).unwrap_or_default();
        if text.is_empty() {
            return vec![Reply::Notice(Notice::warning("The line is empty."))];
        }
        vec![Reply::Effect(Effect::CopyText {
            text,
            what: "row of the report".to_owned(),
        })]
    }

    fn mouse(&mut self, mouse: Mouse, layout: &Layout) {
        let extent = self.extent(layout);
        match mouse.gesture {
            Gesture::ScrollUp => self.cursor.scroll(-3, extent),
            Gesture::ScrollDown => self.cursor.scroll(3, extent),
            Gesture::Press => {
                let row = usize::from(mouse.row.saturating_sub(layout.body.y));
                if let Some(position) = self.cursor.at_row(row, extent) {
                    self.cursor.select(position, extent);
                }
            }
        }
    }

    /// Writes the report in the form that the name's ending asks for.
    fn write(&mut self, path: &Path) -> Vec<Reply> {
        let Some(report) = self.report() else {
            return Vec::new();
        };
        let mut bytes = Vec::new();
        if let Err(error) = write(report, format_of(path), &mut bytes) {
            return vec![Reply::Notice(Notice::failure(error.to_string()))];
        }
        self.order = Some((path.to_owned(), bytes.clone()));
        vec![Reply::Effect(Effect::WriteFile {
            path: path.to_owned(),
            bytes,
            overwrite: Overwrite::Refuse,
        })]
    }

    fn replace(&mut self) -> Vec<Reply> {
        let Some((path, bytes)) = self.order.clone() else {
            return Vec::new();
        };
        vec![Reply::Effect(Effect::WriteFile {
            path,
            bytes,
            overwrite: Overwrite::Replace,
        })]
    }

    fn written(&mut self, path: &Path, outcome: &Result<(), String>) -> Vec<Reply> {
        if self.order.as_ref().is_none_or(|(known, _)| known != path) {
            return Vec::new();
        }
        match outcome {
            Err(why) if why.contains("there already") => vec![Reply::Confirm {
                purpose: Purpose::ReplaceReport,
                question: format!("{} is there already. Replace it?", path.display()),
            }],
            Err(why) => {
                self.order = None;
                vec![Reply::Notice(Notice::failure(why.clone()))]
            }
            Ok(()) => {
                self.order = None;
                let sentence = format!("The report is in {}.", path.display());
                vec![Reply::Notice(Notice::done(sentence))]
            }
        }
    }

    fn accepted(&mut self, purpose: Purpose, text: &str, layout: &Layout) -> Vec<Reply> {
        match purpose {
            Purpose::ReportName => self.write(Path::new(text.trim())),
            Purpose::Find => {
                text.trim().clone_into(&mut self.needle);
                self.step_hit(true, self.extent(layout))
            }
            _ => Vec::new(),
        }
    }

    fn news(&mut self, msg: &Msg) -> Vec<Reply> {
        match msg {
            Msg::Counted(counted) if self.pending == Some(counted.0.generation) => {
                self.take(Arc::clone(&counted.0));
                Vec::new()
            }
            Msg::Written { path, outcome } => self.written(path, outcome),
            _ => Vec::new(),
        }
    }
}

/// The form a file's name asks for.
fn format_of(path: &Path) -> ReportFormat {
    let extension = path.extension().map(|text| text.to_ascii_lowercase());
    match extension.as_ref().and_then(|text| text.to_str()) {
        Some("json") => ReportFormat::Json,
        Some("md" | "markdown") => ReportFormat::Markdown,
        _ => ReportFormat::Text,
    }
}

impl Place for Report {
    fn context(&self) -> Context {
        Context::Report
    }

    fn refusal(&self, _workspace: &Workspace, command: Command) -> Option<String> {
        let why = match command {
            Command::WriteReport if self.counted.is_none() => "The tables are being counted.",
            Command::NextHit | Command::PreviousHit if self.needle.is_empty() => {
                "Nothing was searched for yet; f searches."
            }
            Command::Zoom => "The report has the whole screen already.",
            Command::YankMenu | Command::Yank(Yank::Row) => return None,
            Command::Yank(_) | Command::Pager => {
                "This place shows no document; Enter on a row leads to its documents."
            }
            Command::Edit(_) | Command::Accept | Command::Cancel => "Nothing is being typed.",
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn update(
        &mut self,
        workspace: &mut Workspace,
        input: Input<'_>,
        layout: &Layout,
    ) -> Vec<Reply> {
        match input {
            Input::Command(command) => self.command(workspace, command, layout),
            Input::Mouse(mouse) => {
                self.mouse(mouse, layout);
                Vec::new()
            }
            Input::Typed {
                purpose: Purpose::ReportName,
                prompt,
            } => {
                let is_empty = prompt.text().trim().is_empty();
                let sentence = "a file name is needed".to_owned();
                prompt.blame(is_empty.then_some(Fault { at: 0, sentence }));
                Vec::new()
            }
            Input::Accepted { purpose, text } => self.accepted(purpose, &text, layout),
            Input::Confirmed(Purpose::ReplaceReport) => self.replace(),
            Input::Cancelled(Purpose::ReplaceReport) => {
                self.order = None;
                let sentence = "Not written; the file stays as it was.";
                vec![Reply::Notice(Notice::warning(sentence))]
            }
            Input::News(msg) => self.news(msg),
            Input::Typed { .. } | Input::Cancelled(_) | Input::Confirmed(_) => Vec::new(),
        }
    }

    fn sync(&mut self, workspace: &Workspace) {
        let generation = workspace.shown().generation;
        let is_current = self
            .counted
            .as_ref()
            .is_some_and(|counted| counted.generation == generation);
        // One count at a time: when it ends, this is asked again.
        if is_current || self.pending.is_some() || workspace.is_busy() {
            return;
        }
        let request = CountRequest::of(workspace);
        if workspace.corpus().len() <= AT_ONCE {
            self.take(Arc::new(request.run()));
            return;
        }
        self.pending = Some(generation);
        self.ordered = Some(Effect::Count(Shared(Arc::new(request))));
    }

    fn orders(&mut self) -> Vec<Effect> {
        self.ordered.take().into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
