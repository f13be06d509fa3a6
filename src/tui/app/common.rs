//! Commands and news that mean the same in every place: the filter, its history, undo, export,
//! reading again, and documents that arrive.

use super::App;
use crate::output::export::{ExportForm, ExportRequest};
use crate::query::{NothingOutside, Query, Scope, complete, resolve};
use crate::tui::keymap::{Command, Context, Export};
use crate::tui::message::{Effect, ExportOrder, Msg, Overwrite, Shared};
use crate::tui::overlay::Overlay;
use crate::tui::prompt::{Fault, Prompt, Suggestion};
use crate::tui::state::{Input, Notice, Purpose, Reply};
use std::path::PathBuf;
use std::sync::Arc;

/// What lines and boxes of the whole program are at.
#[derive(Debug, Default)]
pub(super) struct Desk {
    /// Queries taken, oldest first.
    history: Vec<String>,
    /// The filter before a line was opened.
    before: Option<Query>,
    /// The form chosen for an export.
    form: Option<ExportForm>,
    /// The export that waits for an answer.
    order: Option<ExportOrder>,
    /// What is to be done once everything has been loaded.
    startup: Startup,
}

/// What the command line asks for once everything has been loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Startup {
    /// Address of the document to put the cursor on.
    pub open: Option<String>,
    /// Addresses of documents to mark.
    pub marks: Vec<String>,
}

/// Whether [`App::common`] carries the command out.
pub(super) fn is_common(command: Command) -> bool {
    matches!(
        command,
        Command::Undo
            | Command::Redo
            | Command::Back
            | Command::Forward
            | Command::Filter
            | Command::ClearFilter
            | Command::SuspendFilter
            | Command::CommandLine
            | Command::ExportMenu
            | Command::Export(_)
            | Command::Reload
    )
}

/// The query of the words before the one at `end`; `None` when they are none.
fn words_before(text: &str, end: usize) -> Option<Query> {
    let before = text.get(..end)?;
    let start = before.rfind(char::is_whitespace).unwrap_or(0);
    Query::parse(before.get(..start)?).ok()
}

impl App {
    /// Carries out a command that means the same in every place.
    pub(super) fn common(&mut self, command: Command) -> Option<Vec<Effect>> {
        match command {
            Command::Undo => Some(self.take_step(|workspace| workspace.undo())),
            Command::Redo => Some(self.take_step(|workspace| workspace.redo())),
            Command::Back => Some(self.step_view(-1)),
            Command::Forward => Some(self.step_view(1)),
            Command::Filter => Some(self.ask_filter()),
            Command::ClearFilter => {
                if !self.workspace.is_filtered() {
                    return Some(self.say(Notice::warning("There is no filter to clear.")));
                }
                self.notices
                    .say(Notice::done("No filter any more; u brings it back."));
                Some(self.workspace.clear_filter())
            }
            Command::SuspendFilter => Some(self.suspend_filter()),
            Command::CommandLine => Some(self.copy_command_line()),
            Command::ExportMenu => {
                self.open_menu(Context::ExportMenu);
                Some(Vec::new())
            }
            Command::Export(form) => Some(self.ask_file(form)),
            Command::Reload => Some(vec![Effect::Reload]),
            _ => None,
        }
    }

    fn take_step(
        &mut self,
        step: impl FnOnce(
            &mut crate::tui::state::workspace::Workspace,
        ) -> Result<(String, Vec<Effect>), &'static str>,
    ) -> Vec<Effect> {
        match step(&mut self.workspace) {
            Ok((sentence, effects)) => {
                self.notices.say(Notice::done(sentence));
                effects
            }
            Err(sentence) => self.say(Notice::warning(sentence)),
        }
    }

    fn step_view(&mut self, step: isize) -> Vec<Effect> {
        match self.workspace.step_view(step) {
            Some(effects) => {
                let view = self.workspace.view().query.to_string();
                let view = if view.is_empty() {
                    "no filter".to_owned()
                } else {
                    view
                };
                self.notices.say(Notice::done(format!("View: {view}.")));
                effects
            }
            None if step < 0 => self.say(Notice::warning("There is no view before this one.")),
            None => self.say(Notice::warning("There is no view after this one.")),
        }
    }

    fn suspend_filter(&mut self) -> Vec<Effect> {
        if !self.workspace.is_filtered() {
            return self.say(Notice::warning("There is no filter to hold back."));
        }
        let effects = self.workspace.suspend_filter();
        self.notices
            .say(Notice::done(if self.workspace.is_suspended() {
                "All filters are held back; the same key brings them back."
            } else {
                "The filter is back."
            }));
        effects
    }

    fn ask_filter(&mut self) -> Vec<Effect> {
        let query = self.workspace.view().query.clone();
        let text = if query.is_empty() {
            String::new()
        } else {
            format!("{query} ")
        };
        self.desk.before = Some(query);
        let prompt = Prompt::new(text, self.desk.history.clone());
        self.follow(vec![Reply::Ask {
            purpose: Purpose::Filter,
            label: "/".to_owned(),
            prompt,
        }])
    }

    fn copy_command_line(&mut self) -> Vec<Effect> {
        let is_document = self.context() == Context::Document;
        let lines = self.workspace.command_lines(self.place, is_document);
        let Some(lines) = lines else {
            return self.say(Notice::warning(
                "This selection has no command line: its documents were picked one by one, and no \
                 query names them; e writes them to a file.",
            ));
        };
        let text = format!("{}\n{}\n", lines.open, lines.list);
        vec![Effect::CopyText {
            text,
            what: format!("command lines ({})", lines.open),
        }]
    }

    fn ask_file(&mut self, form: Export) -> Vec<Effect> {
        let (form, name) = match form {
            Export::Jsonl => (ExportForm::Jsonl, "documents.jsonl"),
            Export::JsonlGz => (ExportForm::JsonlGz, "documents.jsonl.gz"),
            Export::Csv => (ExportForm::Csv, "verdicts.csv"),
            Export::Markdown => (ExportForm::Markdown, "documents.md"),
            Export::Readings => (ExportForm::Readings, "readings.csv"),
        };
        self.desk.form = Some(form);
        let count = self.workspace.shown().order.len();
        let noun = if count == 1 { "document" } else { "documents" };
        let label = format!("write {count} {noun} to");
        let prompt = Prompt::new(name, Vec::new());
        self.follow(vec![Reply::Ask {
            purpose: Purpose::FileName,
            label,
            prompt,
        }])
    }

    /// Shows what a line of the whole program would do; false when it is a place's own.
    pub(super) fn common_typed(&mut self) -> Option<Vec<Effect>> {
        let Some(Overlay::Line(line)) = self.overlays.last_mut() else {
            return None;
        };
        match line.purpose {
            Purpose::Filter => {
                let text = line.prompt.text().to_owned();
                let cursor = line.prompt.before_cursor().len();
                let scope = Scope {
                    corpus: self.workspace.corpus(),
                    rules: self.workspace.rules(),
                    outside: &NothingOutside,
                };
                let suggestions =
                    complete(&text, cursor, scope)
                        .into_iter()
                        .map(|way| Suggestion {
                            from: way.range.start,
                            text: way.text,
                            note: way.note,
                        });
                let suggestions: Vec<Suggestion> = suggestions.collect();
                let names_key = text.ends_with(|char: char| char.is_alphanumeric())
                    && suggestions.iter().any(|way| {
                        let typed = text.get(way.from..cursor).unwrap_or_default();
                        // A key that is only found by its help leaves the word a word.
                        way.text.ends_with(':')
                            && !typed.is_empty()
                            && way.text.starts_with(&typed.to_ascii_lowercase())
                    });
                line.prompt.suggest(suggestions);
                let shown = match Query::parse(&text) {
                    // A wrong query shows what the words before it find, and where it is wrong.
                    Err(error) => {
                        line.prompt.blame(Some(Fault {
                            at: error.offset,
                            sentence: error.to_string(),
                        }));
                        words_before(&text, error.offset)
                    }
                    // What may become a key is no word to look for yet: the list would be emptied
                    // with every key that is typed.
                    Ok(_) if names_key => {
                        line.prompt.blame(None);
                        words_before(&text, text.len())
                    }
                    Ok(query) => {
                        line.prompt.blame(None);
                        Some(query)
                    }
                };
                Some(shown.map_or_else(Vec::new, |query| self.workspace.preview(query)))
            }
            Purpose::FileName => {
                let name = line.prompt.text().trim();
                let sentence = if name.is_empty() {
                    Some("a file name is needed")
                } else if name.chars().any(char::is_control) {
                    Some("a file name cannot have control characters")
                } else {
                    None
                };
                line.prompt.blame(sentence.map(|sentence| Fault {
                    at: 0,
                    sentence: sentence.to_owned(),
                }));
                Some(Vec::new())
            }
            _ => None,
        }
    }

    /// Takes an answer to a question of the whole program; gives it back when it is a place's own.
    pub(super) fn common_answer(
        &mut self,
        input: Input<'static>,
    ) -> Result<Vec<Effect>, Input<'static>> {
        match input {
            Input::Accepted {
                purpose: Purpose::Filter,
                text,
            } => {
                let before = self.desk.before.take().unwrap_or_default();
                // The line has no fault; anything else leaves the filter as it was.
                let query = Query::parse(&text).unwrap_or_else(|_| before.clone());
                self.workspace.end_preview(before);
                let line = query.to_string();
                if !line.is_empty() {
                    self.desk.history.retain(|known| *known != line);
                    self.desk.history.push(line);
                }
                let mut effects = self.workspace.change_query(query);
                if effects.is_empty() {
                    effects = self.workspace.refresh();
                }
                Ok(effects)
            }
            Input::Cancelled(Purpose::Filter) => {
                let before = self.desk.before.take().unwrap_or_default();
                self.workspace.end_preview(before);
                Ok(self.workspace.refresh())
            }
            Input::Accepted {
                purpose: Purpose::FileName,
                text,
            } => Ok(self.export(PathBuf::from(text.trim()))),
            Input::Confirmed(Purpose::Leave) => Ok(vec![Effect::Quit]),
            Input::Confirmed(Purpose::Replace) => Ok(match self.desk.order.take() {
                Some(order) => vec![Effect::Export(ExportOrder {
                    overwrite: Overwrite::Replace,
                    ..order
                })],
                None => Vec::new(),
            }),
            Input::Cancelled(Purpose::Replace) => {
                self.desk.order = None;
                Ok(self.say(Notice::warning("Not written; the file stays as it was.")))
            }
            Input::Cancelled(Purpose::FileName | Purpose::Leave) => Ok(Vec::new()),
            other => Err(other),
        }
    }

    fn export(&mut self, path: PathBuf) -> Vec<Effect> {
        let Some(form) = self.desk.form else {
            return Vec::new();
        };
        let request = ExportRequest {
            corpus: self.workspace.corpus().clone(),
            order: Arc::clone(&self.workspace.shown().order),
            form,
            rules: *self.workspace.rules(),
            readings: match form {
                ExportForm::Readings => self.workspace.own_readings(),
                _ => Default::default(),
            },
        };
        let order = ExportOrder {
            path,
            request: Shared(Arc::new(request)),
            overwrite: Overwrite::Refuse,
        };
        self.desk.order = Some(order.clone());
        vec![Effect::Export(order)]
    }

    /// Takes in documents and results; `None` when the news is about something else.
    pub(super) fn workspace_news(&mut self, msg: &Msg) -> Option<Vec<Effect>> {
        let effects = match msg {
            Msg::Arrived(segment) => {
                self.workspace.arrived(Arc::clone(&segment.0));
                return Some(Vec::new());
            }
            Msg::Progressed(progress) => self.workspace.progressed(*progress),
            Msg::Reloading => {
                // Documents are found again by their address: positions may be other ones' now.
                let address = |id| self.workspace.unique_address(id);
                self.desk.startup = Startup {
                    open: self.workspace.cursor().map(address),
                    marks: self
                        .workspace
                        .marks()
                        .order()
                        .iter()
                        .copied()
                        .map(address)
                        .collect(),
                };
                self.workspace.reloading();
                Vec::new()
            }
            Msg::Loaded(loaded) => {
                let loaded = &loaded.0;
                for remark in &loaded.remarks {
                    self.notices.remark(Notice::done(remark.clone()));
                }
                for sentence in &loaded.sentences {
                    self.notices.say(Notice::warning(sentence.clone()));
                }
                let mut effects = self.workspace.finished(loaded);
                effects.extend(self.start_up());
                effects
            }
            Msg::Surveyed(shown) => {
                self.workspace.surveyed(shown.0.as_ref().clone());
                Vec::new()
            }
            Msg::Readings(news) => {
                let (notices, effects) = self.workspace.readings_news(&news.0);
                notices
                    .into_iter()
                    .for_each(|notice| self.notices.say(notice));
                effects
            }
            Msg::Written { path, outcome } => return self.written(path, outcome),
            _ => return None,
        };
        Some(effects)
    }

    /// Keeps what is to be done once everything has been loaded.
    pub fn expect(&mut self, startup: Startup) {
        self.desk.startup = startup;
    }

    /// Marks and opens what the command line named.
    fn start_up(&mut self) -> Vec<Effect> {
        let startup = std::mem::take(&mut self.desk.startup);
        let mut effects = Vec::new();
        for address in &startup.marks {
            match resolve(self.workspace.corpus(), address) {
                Ok(id) if !self.workspace.marks().contains(id) => {
                    effects.extend(self.workspace.toggle_mark(id).1);
                }
                Ok(_) => {}
                Err(error) => self
                    .notices
                    .say(Notice::failure(format!("Not marked: {error}"))),
            }
        }
        if let Some(address) = &startup.open {
            match resolve(self.workspace.corpus(), address) {
                Ok(id) => self.workspace.select(Some(id)),
                Err(error) => self
                    .notices
                    .say(Notice::failure(format!("Not opened: {error}"))),
            }
        }
        effects
    }

    /// An export has ended; a file that is there already is asked about.
    fn written(
        &mut self,
        path: &std::path::Path,
        outcome: &Result<(), String>,
    ) -> Option<Vec<Effect>> {
        let order = self
            .desk
            .order
            .as_ref()
            .filter(|order| order.path == path)?;
        match outcome {
            Ok(()) => {
                let count = order.request.0.order.len();
                self.desk.order = None;
                Some(self.say(Notice::done(format!(
                    "{count} documents are in {}.",
                    path.display()
                ))))
            }
            Err(why) if order.overwrite == Overwrite::Refuse && why.contains("there already") => {
                let question = format!("{} is there already. Replace it?", path.display());
                Some(self.follow(vec![Reply::Confirm {
                    purpose: Purpose::Replace,
                    question,
                }]))
            }
            Err(why) => {
                self.desk.order = None;
                Some(self.say(Notice::failure(why.clone())))
            }
        }
    }
}
