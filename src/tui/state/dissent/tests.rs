//! Keys in, readings out; the driver is played by [`Desk`].

use super::*;
use crate::corpus::{Corpus, LoadOptions, Progress, Source, load};
use crate::dissent::Class;
use crate::tui::app::{App, Setup};
use crate::tui::keymap::Key;
use crate::tui::layout::Size;
use crate::tui::message::{Effect, Shared};
use crate::tui::state::Places;
use crate::tui::state::workspace::{Data, OpenedReadings, ReadingsNews, ReadingsOrder, View};
use crate::tui::theme::{GlyphSet, ThemeName};
use std::sync::{Arc, Mutex};

/// Two unclassified documents with the same keys, one with another, one declared, one in conflict.
const CORPUS: &str = r#"{"host":"u1.example","path":"/c","body":{"title":"t","tools":[]}}
{"host":"u2.example","path":"/c","body":{"tools":[1],"title":"u"}}
{"host":"u3.example","path":"/c","body":{"protocol_version":"0.3.0"}}
{"host":"d1.example","path":"/c","body":{"protocolVersion":"0.3.0"}}
{"host":"c1.example","path":"/c","body":{"supportedInterfaces":[],"protocolVersion":"0.3.0"}}
"#;

fn corpus() -> Corpus {
    let cursor = std::io::Cursor::new(CORPUS.as_bytes().to_vec());
    let source = Source::from_reader("in".to_owned(), None, cursor).expect("bytes in memory open");
    load(vec![source], &LoadOptions::default(), &Progress::default())
}

/// The program, with a driver that puts a fixed time on readings and writes them or cannot.
pub(crate) struct Desk {
    pub(crate) app: App,
    line: u64,
    refuses: bool,
}

impl Desk {
    pub(crate) fn new(place: PlaceName) -> Self {
        let setup = Setup {
            size: Size::new(120, 40),
            place,
            theme: ThemeName::Mono,
            glyphs: GlyphSet::Unicode,
            mouse: false,
            rank: |_, names| (0..names.len()).collect(),
        };
        let data = Data {
            corpus: corpus(),
            ..Data::default()
        };
        let mut workspace =
            Workspace::new(data, View::default(), crate::tui::state::census::facets());
        assert!(
            workspace.refresh().is_empty(),
            "a small corpus needs no thread"
        );
        let mut desk = Self {
            app: App::new(setup, Places::default(), workspace),
            line: 0,
            refuses: false,
        };
        let opened = OpenedReadings {
            readings: crate::dissent::Readings::default(),
            voices: crate::dissent::Voices::of(
                &crate::dissent::Readings::default(),
                "ada",
                5,
                |position| {
                    crate::dissent::DocumentRef::of_row(
                        desk.app
                            .workspace()
                            .corpus()
                            .row(DocumentId(position as u32)),
                    )
                },
            ),
            reader: "ada".to_owned(),
            file: "in.dissent.jsonl".to_owned(),
            sentences: Vec::new(),
        };
        desk.tell(ReadingsNews::Opened(Mutex::new(Some(Box::new(opened)))));
        desk
    }

    fn tell(&mut self, news: ReadingsNews) {
        let effects = self.app.update(Msg::Readings(Shared(Arc::new(news))));
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let Effect::Readings(order) = effect else {
                continue;
            };
            match &*order.0 {
                ReadingsOrder::Stamp(intent) => self.tell(ReadingsNews::Stamped {
                    intent: intent.clone(),
                    time: "2026-10-12T08:30:00Z".to_owned(),
                }),
                ReadingsOrder::Save(order) if self.refuses => self.tell(ReadingsNews::NotSaved {
                    order: Arc::clone(order),
                    reason: "the disk is full".to_owned(),
                }),
                ReadingsOrder::Save(order) => {
                    let count = order.readings.len() as u64;
                    let lines = (self.line + 1..=self.line + count).collect();
                    self.line += count;
                    self.tell(ReadingsNews::Saved {
                        order: Arc::clone(order),
                        lines,
                    });
                }
                ReadingsOrder::SaveTo { .. } => {}
            }
        }
    }

    /// Presses keys; a line feed is Enter.
    pub(crate) fn press(&mut self, keys: &str) -> Vec<Effect> {
        let mut all = Vec::new();
        for key in keys.chars() {
            let key = match key {
                '\n' => Key::Enter,
                '\t' => Key::Tab,
                key => Key::Char(key),
            };
            let effects = self.app.update(Msg::Key(key));
            all.extend(effects.iter().cloned());
            self.perform(effects);
        }
        all
    }

    pub(crate) fn says(&self) -> String {
        self.app
            .notices()
            .latest()
            .map_or_else(String::new, |notice| notice.sentence.clone())
    }

    pub(crate) fn shown(&self) -> Vec<u32> {
        self.app
            .workspace()
            .shown()
            .order
            .iter()
            .map(|id| id.0)
            .collect()
    }

    fn place(&self) -> &Dissent {
        &self.app.places().dissent
    }

    fn queue(&self) -> Vec<u32> {
        self.place().queue().iter().map(|id| id.0).collect()
    }

    fn cells(&self) -> Vec<Option<Says>> {
        let readings = self.app.workspace().readings();
        (0..5)
            .map(|id| readings.cell(DocumentId(id)).says())
            .collect()
    }

    fn read(&self, class: Class) -> u64 {
        self.app.workspace().shown().sums.tallies.read.of(class)
    }

    fn evidence(&self) -> String {
        let remarks = self.place().remarks().iter();
        remarks
            .map(|remark| remark.text.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }
}

const AS_0_3: Says = Says::Family(crate::spec::Family::V0_3);

#[test]
fn the_queue_has_what_the_rule_left_open_and_more_on_request() {
    let mut desk = Desk::new(PlaceName::Dissent);
    assert_eq!(desk.queue(), [0, 1, 2]);
    assert_eq!(desk.place().current(), Some(DocumentId(0)));
    desk.press("C");
    assert_eq!(desk.queue(), [0, 1, 2, 4]);
    desk.press("E");
    assert_eq!(desk.queue(), [0, 1, 2, 3, 4]);
    desk.press("EC");
    assert_eq!(desk.queue(), [0, 1, 2]);
}

#[test]
fn seen_is_not_read_and_a_reading_goes_on_to_the_next_unread() {
    let mut desk = Desk::new(PlaceName::Dissent);
    desk.press("jjk");
    assert_eq!(desk.place().read_count(), 0);
    assert_eq!(desk.place().current(), Some(DocumentId(1)));
    desk.press("c");
    assert_eq!(desk.place().read_count(), 1);
    assert_eq!(desk.cells()[1], Some(Says::CannotTell));
    assert_eq!(desk.place().current(), Some(DocumentId(2)));
    // Around, and over what is read already.
    desk.press("ca");
    assert_eq!(desk.place().read_count(), 3);
    assert_eq!(desk.cells()[0], Some(Says::NotACard));
}

#[test]
fn a_reading_that_gives_a_verdict_waits_for_a_reason() {
    let mut desk = Desk::new(PlaceName::Dissent);
    desk.press("d3\n");
    assert_eq!(
        desk.cells()[0],
        None,
        "Enter on an empty line gives nothing"
    );
    desk.press("looks like 0.3 #wrapper\n");
    assert_eq!(desk.cells()[0], Some(AS_0_3));
    assert_eq!(
        desk.says(),
        "u1.example/c read as 0.3: gives the verdict 'invalid'."
    );
    let (invalid, open) = (desk.read(Class::Invalid), desk.read(Class::Unclassified));
    // Declared and conflict lack nearly everything; both are invalid under the rule already.
    assert_eq!((invalid, open), (3, 2));
    desk.press("k");
    let evidence = desk.evidence();
    assert!(
        evidence.contains("2026-10-12T08:30:00Z ada: 0.3 – looks like 0.3 #wrapper (line 1)"),
        "{evidence}"
    );
    let voices = desk.app.workspace().readings().voices();
    assert_eq!(voices.tags(0), ["wrapper"]);
}

#[test]
fn one_undo_reaches_readings_and_filters_alike_and_says_which() {
    let mut desk = Desk::new(PlaceName::Dissent);
    desk.press("a");
    desk.press("/host:u*\n");
    desk.press("u");
    assert_eq!(desk.says(), "Taken back: filter host:u*.");
    assert_eq!(desk.read(Class::NotACard), 1);
    desk.press("u");
    assert_eq!(
        desk.says(),
        "Taken back: reading of u1.example/c as not an A2A card."
    );
    assert_eq!((desk.cells()[0], desk.read(Class::NotACard)), (None, 0));
    desk.press("U");
    assert_eq!(desk.cells()[0], Some(Says::NotACard));
    assert_eq!(desk.read(Class::NotACard), 1);
    // Nothing is overwritten: given, withdrawn, given again.
    let history = desk.app.workspace().readings().all().records().count();
    assert_eq!(history, 3);
}

#[test]
fn similar_documents_are_read_together_after_a_question_that_says_how_many() {
    let mut desk = Desk::new(PlaceName::Dissent);
    assert!(
        desk.evidence()
            .contains("1 other document shown has the same keys\nu2.example")
    );
    desk.press("s");
    assert_eq!(
        desk.place().reach_words(desk.app.workspace()),
        "it and 1 similar"
    );
    desk.press("a");
    assert_eq!(desk.cells()[0], None, "a question stands before it");
    desk.press("n");
    assert_eq!(desk.cells(), [None; 5]);
    desk.press("ay");
    let not_a_card = Some(Says::NotACard);
    assert_eq!(desk.cells(), [not_a_card, not_a_card, None, None, None]);
    assert_eq!(desk.place().current(), Some(DocumentId(2)));
    desk.press("u");
    assert_eq!(desk.says(), "Taken back: 2 readings.");
    assert_eq!(desk.cells(), [None; 5]);
}

#[test]
fn everything_shown_is_read_after_a_question() {
    let mut desk = Desk::new(PlaceName::Dissent);
    desk.press("/host:u*\n");
    desk.press("ss");
    assert_eq!(
        desk.place().reach_words(desk.app.workspace()),
        "all 3 shown"
    );
    desk.press("cy");
    let cannot_tell = Some(Says::CannotTell);
    assert_eq!(
        desk.cells(),
        [cannot_tell, cannot_tell, cannot_tell, None, None]
    );
}

#[test]
fn the_nearest_rule_and_what_it_lacks_are_named() {
    let mut desk = Desk::new(PlaceName::Dissent);
    desk.press("jj");
    let evidence = desk.evidence();
    let nearest = "Nearest: rule 3, which lacks 'protocolVersion'; there is 'protocol_version'";
    assert!(evidence.contains(nearest), "{evidence}");
    assert!(evidence.contains("'protocol_version' for protocolVersion"));
    assert!(evidence.contains("Why no rule fired\nrule 1 did not fire: no @context"));
}

#[test]
fn what_is_not_saved_counts_is_said_and_is_not_left_unasked() {
    let mut desk = Desk::new(PlaceName::Dissent);
    desk.refuses = true;
    desk.press("a");
    assert!(
        desk.says().ends_with(": the disk is full."),
        "{}",
        desk.says()
    );
    assert_eq!(desk.read(Class::NotACard), 1);
    assert_eq!(desk.press("q"), [], "a question stands before leaving");
    desk.press("n");
    // The next reading brings the first along.
    desk.refuses = false;
    desk.press("a");
    assert_eq!(desk.app.workspace().readings().lost_count(), 0);
    assert_eq!(desk.press("q"), [Effect::Quit]);
}

#[test]
fn as_before_repeats_reading_reason_and_tags() {
    let mut desk = Desk::new(PlaceName::Dissent);
    desk.press("d3shape #x\n.");
    assert_eq!(desk.cells()[..2], [Some(AS_0_3), Some(AS_0_3)]);
    let voices = desk.app.workspace().readings().voices();
    assert_eq!(voices.tags(1), ["x"]);
}

#[test]
fn a_document_of_the_census_is_read_although_it_is_in_no_queue() {
    let mut desk = Desk::new(PlaceName::Census);
    desk.press("jjjd");
    assert_eq!(desk.app.place(), PlaceName::Dissent);
    assert_eq!(desk.queue(), [3, 0, 1, 2]);
    assert_eq!(desk.place().current(), Some(DocumentId(3)));
    // The choice is open at once, and is about this document.
    desk.press("aa home page\n");
    assert_eq!(desk.cells()[3], Some(Says::NotACard));
    assert_eq!(
        desk.says(),
        "d1.example/c read as not an A2A card: takes away the verdict 'invalid'."
    );
}

#[test]
fn a_filter_by_readings_follows_every_reading() {
    let mut desk = Desk::new(PlaceName::Dissent);
    desk.press("/reading:not-a-card\n");
    assert!(desk.shown().is_empty());
    desk.press("u");
    desk.press("a");
    desk.press("/reading:not-a-card reader:ada\n");
    assert_eq!(desk.shown(), [0]);
    desk.press("w");
    assert!(desk.shown().is_empty());
}

#[test]
fn reading_the_corpus_again_leaves_no_position_of_the_old_one() {
    for place in [PlaceName::Dissent, PlaceName::Census, PlaceName::Rules] {
        let mut desk = Desk::new(place);
        desk.press("jj");
        let old = desk.app.workspace().shown().clone();
        desk.app.update(Msg::Reloading);
        desk.app.update(Msg::Surveyed(Shared(Arc::new(old))));
        assert!(desk.shown().is_empty() && desk.queue().is_empty());
        assert_eq!(desk.app.workspace().cursor(), None);
    }
}
