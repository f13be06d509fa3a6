//! The whole state of the terminal program, and how it changes.
//!
//! [`App::update`] is pure: a message in, orders out. It routes to the topmost box, then to the
//! place, and carries out itself only what belongs to no place.

mod common;

pub use common::Startup;

use std::collections::VecDeque;

use crate::tui::keymap::{self, Command, Context, Key, PlaceName};
use crate::tui::layout::{self, Layout, Shape, Size};
use crate::tui::message::{Effect, Gesture, Mouse, Msg};
use crate::tui::overlay::{
    Confirm, Line, Menu, Offer, Outcome, Overlay, Palette, Paragraph, Rank, Reader,
};
use crate::tui::state::workspace::Workspace;
use crate::tui::state::{Input, Notice, Place, Places, Purpose, Reply, Weight};
use crate::tui::theme::{GlyphSet, Look, ThemeName};

/// Notices kept for the list of notices.
const NOTICES: usize = 200;

/// What the program starts with.
#[derive(Debug, Clone, Copy)]
pub struct Setup {
    /// Size of the terminal.
    pub size: Size,
    /// Place to show first.
    pub place: PlaceName,
    /// Colour theme.
    pub theme: ThemeName,
    /// Characters to draw with.
    pub glyphs: GlyphSet,
    /// Whether the mouse is captured from the start.
    pub mouse: bool,
    /// How the palette matches names.
    pub rank: Rank,
}

/// What the program has said.
#[derive(Debug, Clone, Default)]
pub struct Notices {
    latest: Option<Notice>,
    log: VecDeque<Notice>,
}

impl Notices {
    /// The sentence in place of the hints; gone with the next key.
    #[must_use]
    pub fn latest(&self) -> Option<&Notice> {
        self.latest.as_ref()
    }

    /// The last notices, oldest first.
    pub fn log(&self) -> impl Iterator<Item = &Notice> {
        self.log.iter()
    }

    fn say(&mut self, notice: Notice) {
        self.remark(notice.clone());
        self.latest = Some(notice);
    }

    /// Keeps a sentence for the list of notices without showing it at once.
    fn remark(&mut self, notice: Notice) {
        if self.log.len() == NOTICES {
            self.log.pop_front();
        }
        self.log.push_back(notice);
    }
}

/// The state.
#[derive(Debug)]
pub struct App {
    size: Size,
    place: PlaceName,
    places: Places,
    workspace: Workspace,
    /// Topmost last.
    overlays: Vec<Overlay>,
    notices: Notices,
    theme: ThemeName,
    glyphs: GlyphSet,
    mouse: bool,
    rank: Rank,
    desk: common::Desk,
}

impl App {
    /// The state at the start, with nothing open over the place.
    #[must_use]
    pub fn new(setup: Setup, places: Places, workspace: Workspace) -> Self {
        Self {
            size: setup.size,
            place: setup.place,
            places,
            workspace,
            overlays: Vec::new(),
            notices: Notices::default(),
            theme: setup.theme,
            glyphs: setup.glyphs,
            mouse: setup.mouse,
            rank: setup.rank,
            desk: common::Desk::default(),
        }
    }

    /// The screen, divided.
    #[must_use]
    pub fn layout(&self) -> Layout {
        layout::divide(self.size)
    }

    /// The place on screen.
    #[must_use]
    pub fn place(&self) -> PlaceName {
        self.place
    }

    /// The state of every place.
    #[must_use]
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// What all places share.
    #[must_use]
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// The boxes over the place, topmost last.
    #[must_use]
    pub fn overlays(&self) -> &[Overlay] {
        &self.overlays
    }

    /// What the program has said.
    #[must_use]
    pub fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Styles and characters.
    #[must_use]
    pub fn look(&self) -> Look {
        Look::of(self.theme, self.glyphs)
    }

    /// Whose keys hold now.
    #[must_use]
    pub fn context(&self) -> Context {
        self.overlays
            .last()
            .map_or_else(|| self.current().context(), Overlay::context)
    }

    /// Why a command can do nothing now; `None` when it can.
    #[must_use]
    pub fn refusal(&self, command: Command) -> Option<String> {
        match command {
            Command::Suspend if cfg!(not(unix)) => {
                Some("This platform has no way to go to the background.".to_owned())
            }
            Command::Go(place) if place == self.place => {
                Some(format!("You are in {} already.", name(place)))
            }
            own if is_own(own) || common::is_common(own) => None,
            other => self.current().refusal(&self.workspace, other),
        }
    }

    fn current(&self) -> &dyn Place {
        self.places.get(self.place)
    }

    /// Takes in what happened; returns what is to be done about it, in order.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        let mut effects = self.take(msg);
        if let Some(sentence) = self.workspace.take_sentence() {
            self.notices.say(Notice::warning(sentence));
        }
        let place = self.places.get_mut(self.place);
        place.sync(&self.workspace);
        effects.extend(place.orders());
        effects
    }

    fn take(&mut self, msg: Msg) -> Vec<Effect> {
        match msg {
            Msg::Resized(size) => {
                self.size = size;
                Vec::new()
            }
            Msg::Key(key) => self.key(key),
            Msg::Paste(text) => self.paste(&text),
            Msg::Mouse(mouse) => self.pointed(mouse),
            Msg::Command(command) => {
                self.notices.latest = None;
                self.command(command)
            }
            Msg::SuspendRefused(sentence) => self.say(Notice::warning(sentence)),
            Msg::Failed(sentence) => self.say(Notice::failure(sentence)),
            Msg::Copied(outcome) => self.say(match outcome {
                Ok(sentence) => Notice::done(sentence),
                Err(sentence) => Notice::failure(sentence),
            }),
            Msg::PagerClosed(Err(sentence)) => self.say(Notice::failure(sentence)),
            news => {
                let mut effects = self.workspace_news(&news).unwrap_or_default();
                effects.extend(self.news(&news));
                effects
            }
        }
    }

    fn say(&mut self, notice: Notice) -> Vec<Effect> {
        self.notices.say(notice);
        Vec::new()
    }

    fn news(&mut self, msg: &Msg) -> Vec<Effect> {
        let layout = self.layout();
        let mut replies = Vec::new();
        for place in self.places.all_mut() {
            replies.extend(place.update(&mut self.workspace, Input::News(msg), &layout));
        }
        self.follow(replies)
    }

    fn key(&mut self, key: Key) -> Vec<Effect> {
        self.notices.latest = None;
        let context = self.context();
        if let Some(command) = keymap::lookup(context, key) {
            return self.command(command);
        }
        match key {
            Key::Char(char) if context.is_typing() => self.insert(char.encode_utf8(&mut [0; 4])),
            _ => self.say(Notice::warning(format!(
                "{key} does nothing here; {}",
                if self.overlays.is_empty() {
                    "? lists the keys."
                } else {
                    "Esc closes the box."
                }
            ))),
        }
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.notices.latest = None;
        if self.context().is_typing() {
            return self.insert(text);
        }
        self.say(Notice::warning(
            "A paste goes into a prompt: open one first, then paste.",
        ))
    }

    fn insert(&mut self, text: &str) -> Vec<Effect> {
        let outcome = self
            .overlays
            .last_mut()
            .and_then(|overlay| overlay.insert(text));
        outcome.map_or_else(Vec::new, |outcome| self.settle(outcome))
    }

    fn pointed(&mut self, mouse: Mouse) -> Vec<Effect> {
        let layout = self.layout();
        if mouse.gesture == Gesture::Press {
            self.notices.latest = None;
        }
        if let Some(overlay) = self.overlays.last_mut() {
            let outcome = overlay.mouse(mouse, &layout);
            return self.settle(outcome);
        }
        if layout.body.contains(mouse.column, mouse.row) {
            return self.tell(Input::Mouse(mouse));
        }
        let labels = PlaceName::ALL.map(PlaceName::label);
        let tabs = layout::tabs(layout.tabs, &labels, self.place.index());
        let hit = tabs
            .iter()
            .position(|(_, area)| area.contains(mouse.column, mouse.row));
        match hit.and_then(|index| PlaceName::ALL.get(index)) {
            Some(place) if mouse.gesture == Gesture::Press => self.command(Command::Go(*place)),
            _ => Vec::new(),
        }
    }

    /// Carries out a command: of the program, of the topmost box, or of the place.
    fn command(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Quit => return self.quit(),
            Command::Suspend => {
                return match self.refusal(command) {
                    Some(why) => self.say(Notice::warning(why)),
                    None => vec![Effect::Suspend],
                };
            }
            _ => {}
        }
        let layout = self.layout();
        if let Some(overlay) = self.overlays.last_mut() {
            let outcome = overlay.command(command, &layout);
            return self.settle(outcome);
        }
        if let Some(why) = self.refusal(command) {
            return self.say(Notice::warning(why));
        }
        self.own(command)
            .or_else(|| self.common(command))
            .unwrap_or_else(|| self.tell(Input::Command(command)))
    }

    /// Ends the program; asks first while readings would be lost, unless it is asking already.
    fn quit(&mut self) -> Vec<Effect> {
        let lost = self.workspace.readings().lost_count();
        let is_asking = self.overlays.iter().any(|overlay| {
            matches!(overlay, Overlay::Confirm(confirm) if confirm.purpose == Purpose::Leave)
        });
        if lost == 0 || is_asking {
            return vec![Effect::Quit];
        }
        let question = match lost {
            1 => "1 reading is not saved and will be lost. Leave?".to_owned(),
            _ => format!("{lost} readings are not saved and will be lost. Leave?"),
        };
        self.follow(vec![Reply::Confirm {
            purpose: Purpose::Leave,
            question,
        }])
    }

    /// Carries out a command that belongs to no place; `None` when it belongs to one.
    fn own(&mut self, command: Command) -> Option<Vec<Effect>> {
        let context = self.context();
        match command {
            Command::Help => {
                let help = Reader::help(context, |command| self.refusal(command));
                self.read(help);
            }
            Command::Palette => {
                let offers = keymap::commands(context).into_iter().map(|binding| Offer {
                    binding,
                    refusal: self.refusal(binding.command),
                });
                let palette = Palette::new(offers.collect(), self.rank);
                self.overlays.push(Overlay::Palette(palette));
            }
            Command::Notices => self.open_notices(),
            Command::YankMenu => self.open_menu(Context::YankMenu),
            Command::Go(place) => self.place = place,
            Command::NextTheme => {
                self.theme = self.theme.next();
                self.notices
                    .say(Notice::done(format!("Theme: {}.", self.theme.name())));
            }
            Command::ToggleMouse => {
                self.mouse = !self.mouse;
                self.notices.say(Notice::done(if self.mouse {
                    "The mouse is captured; hold Shift (Option on macOS) to select text."
                } else {
                    "The mouse is the terminal's again."
                }));
                return Some(vec![Effect::SetMouse(self.mouse)]);
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn read(&mut self, mut reader: Reader) {
        reader.marks = self.look().glyphs.marks;
        self.overlays.push(Overlay::Reader(reader));
    }

    fn open_menu(&mut self, context: Context) {
        let menu = Menu::new(context, |command| self.refusal(command));
        self.overlays.push(Overlay::Menu(menu));
    }

    fn open_notices(&mut self) {
        let mut lines: Vec<Paragraph> = self
            .notices
            .log()
            .map(|notice| Paragraph::Plain(format!("{} {}", word(notice.weight), notice.sentence)))
            .collect();
        if lines.is_empty() {
            lines.push(Paragraph::Plain("Nothing has been said yet.".to_owned()));
        }
        self.read(Reader::new("Notices, oldest first", lines));
    }

    /// Acts on what became of the topmost box.
    fn settle(&mut self, outcome: Outcome) -> Vec<Effect> {
        match outcome {
            Outcome::Stay => return Vec::new(),
            Outcome::Typed => return self.typed(),
            _ => {
                self.overlays.pop();
            }
        }
        match outcome {
            Outcome::Run(command) => self.command(command),
            Outcome::Accept(purpose, text) => self.answer(Input::Accepted { purpose, text }),
            Outcome::Yes(purpose) => self.answer(Input::Confirmed(purpose)),
            Outcome::Abandon(purpose) => self.answer(Input::Cancelled(purpose)),
            Outcome::Stay | Outcome::Typed | Outcome::Close => Vec::new(),
        }
    }

    fn answer(&mut self, input: Input<'static>) -> Vec<Effect> {
        match self.common_answer(input) {
            Ok(effects) => effects,
            Err(input) => self.tell(input),
        }
    }

    /// Shows the place the line as it is now.
    fn typed(&mut self) -> Vec<Effect> {
        if let Some(effects) = self.common_typed() {
            return effects;
        }
        let layout = self.layout();
        let Some(Overlay::Line(line)) = self.overlays.last_mut() else {
            return Vec::new();
        };
        let input = Input::Typed {
            purpose: line.purpose,
            prompt: &mut line.prompt,
        };
        let replies = self
            .places
            .get_mut(self.place)
            .update(&mut self.workspace, input, &layout);
        self.follow(replies)
    }

    fn tell(&mut self, input: Input<'_>) -> Vec<Effect> {
        let layout = self.layout();
        let replies = self
            .places
            .get_mut(self.place)
            .update(&mut self.workspace, input, &layout);
        self.follow(replies)
    }

    /// Does what a place asks for.
    fn follow(&mut self, replies: Vec<Reply>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for reply in replies {
            match reply {
                Reply::Effect(effect) => effects.push(effect),
                Reply::Notice(notice) => self.notices.say(notice),
                Reply::Go(place) => self.place = place,
                Reply::Ask {
                    purpose,
                    label,
                    prompt,
                } => {
                    self.overlays.push(Overlay::Line(Line {
                        purpose,
                        label,
                        prompt,
                    }));
                    effects.extend(self.typed());
                }
                Reply::Menu(context) => {
                    // A place just gone to has to know its document before a choice about it opens.
                    self.places.get_mut(self.place).sync(&self.workspace);
                    self.open_menu(context);
                }
                Reply::Confirm { purpose, question } => {
                    self.overlays
                        .push(Overlay::Confirm(Confirm { purpose, question }));
                }
                Reply::Read { title, paragraphs } => {
                    let paragraphs = paragraphs.into_iter().map(Paragraph::Plain).collect();
                    self.read(Reader::new(title, paragraphs));
                }
            }
        }
        effects
    }

    /// Whether nothing but the line about the size is on screen.
    #[must_use]
    pub fn is_too_small(&self) -> bool {
        self.layout().shape == Shape::TooSmall
    }
}

/// Whether the program itself carries the command out.
fn is_own(command: Command) -> bool {
    matches!(
        command,
        Command::Quit
            | Command::Suspend
            | Command::Help
            | Command::Palette
            | Command::Notices
            | Command::Go(_)
            | Command::ToggleMouse
            | Command::NextTheme
    )
}

/// The name of a place without its number.
fn name(place: PlaceName) -> &'static str {
    place
        .label()
        .split_once(' ')
        .map_or(place.label(), |(_, name)| name)
}

fn word(weight: Weight) -> &'static str {
    match weight {
        Weight::Done => "done:",
        Weight::Warning => "note:",
        Weight::Failure => "failed:",
    }
}

#[cfg(test)]
mod tests;
