//! The whole loop with hands that only write down what they were asked to do.

use std::sync::mpsc;

use ratatui::backend::TestBackend;

use super::*;
use crate::tui::app::Setup;
use crate::tui::keymap::{Key, PlaceName};
use crate::tui::state::Places;
use crate::tui::state::workspace::Workspace;
use crate::tui::theme::{GlyphSet, ThemeName};

#[derive(Default)]
struct Paper {
    performed: Vec<Effect>,
}

impl Hands for Paper {
    fn perform(&mut self, effect: Effect) -> Performed {
        self.performed.push(effect.clone());
        match effect {
            Effect::Suspend => Performed::AwayAndBack(Msg::Resumed),
            _ => Performed::Silently,
        }
    }

    fn continued(&mut self) -> Performed {
        Performed::AwayAndBack(Msg::Resumed)
    }

    fn clipboard_answered(&mut self, _answer: clipboard::Answer) -> Performed {
        Performed::Telling(Msg::Copied(Ok("Copied.".to_owned())))
    }
}

fn app() -> App {
    let setup = Setup {
        size: Size::default(),
        place: PlaceName::Census,
        theme: ThemeName::Mono,
        glyphs: GlyphSet::Unicode,
        mouse: false,
        rank: |_, names| (0..names.len()).collect(),
    };
    App::new(setup, Places::default(), Workspace::default())
}

/// Runs the loop over these events; whoever sends them is gone afterwards.
fn ran(events: Vec<Event>) -> (Ended, Paper, String) {
    let (inbox, events_out) = mpsc::channel();
    for event in events {
        inbox.send(event).expect("the receiver is alive");
    }
    drop(inbox);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a test terminal");
    let mut hands = Paper::default();
    let mut app = app();
    let ended = run(&mut terminal, &mut app, &events_out, &mut hands).expect("nothing can fail");
    (ended, hands, terminal.backend().to_string())
}

fn key(key: Key) -> Event {
    Event::Msg(Msg::Key(key))
}

#[test]
fn the_first_frame_is_there_before_the_first_event() {
    let (ended, _, screen) = ran(vec![]);
    assert!(matches!(ended, Ended::Lost(_)));
    assert!(screen.contains("1 Census"), "{screen}");
}

#[test]
fn quitting_ends_the_loop_and_later_events_are_left() {
    let (ended, hands, _) = ran(vec![key(Key::Char('q')), key(Key::Char('m'))]);
    assert_eq!(ended, Ended::Quit);
    assert_eq!(hands.performed, []);
}

#[test]
fn effects_reach_the_hands_in_order() {
    let events = ['m', 'm'].map(|char| key(Key::Char(char)));
    let (_, hands, _) = ran(events.into());
    assert_eq!(
        hands.performed,
        [Effect::SetMouse(true), Effect::SetMouse(false)]
    );
}

#[test]
fn signals_and_panics_end_the_loop_by_their_name() {
    assert_eq!(ran(vec![Event::Stop(15)]).0, Ended::Signal(15));
    assert_eq!(ran(vec![Event::Panicked]).0, Ended::Panicked);
    assert_eq!(
        ran(vec![Event::Lost("gone".to_owned())]).0,
        Ended::Lost("gone".to_owned())
    );
}

#[test]
fn a_suspension_from_outside_is_the_same_as_by_key() {
    for event in [Event::Suspend, key(Key::Control('z'))] {
        assert_eq!(ran(vec![event]).1.performed, [Effect::Suspend]);
    }
}
