//! Keys with a list of words, and which documents each word means.
//!
//! A document is in one or several *slots* of such a key, numbered below 64; a word means a set of
//! slots. So a term of any number of words is one machine word, and a pane is an array of counts.

use super::key::Key;
use super::outside::{Outside, Published};
use super::syntax::field_slots;
use crate::census::{CardShape, Judgement, Route, Rules, State, Verdict};
use crate::corpus::{Problem, Row};
use crate::spec::{Family, FieldId, FieldSet, specification};
use crate::text::HiddenKind;
use std::sync::OnceLock;

/// A word that a key's value can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// As it is written.
    pub(super) text: String,
    /// What it means, for a pane or a completion.
    pub(super) label: String,
    /// The slots it means.
    pub(super) slots: u64,
}

/// One document as the terms of a query look at it.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a> {
    pub(super) row: Row<'a>,
    pub(super) judgement: Judgement,
    pub(super) outside: &'a dyn Outside,
}

impl<'a> Judged<'a> {
    pub(super) fn new(row: Row<'a>, rules: &Rules, outside: &'a dyn Outside) -> Self {
        Self {
            row,
            judgement: row.judgement(rules),
            outside,
        }
    }
}

/// Columns of a verdict file that can differ between published and computed.
pub(super) const COLUMNS: [&str; 11] = [
    "state",
    "version",
    "version_source",
    "declared_version",
    "valid",
    "tolerant_valid",
    "violations",
    "alternative_version",
    "alternative_valid",
    "valid_newest",
    "schema",
];

const READINGS: [&str; 5] = ["0.2", "0.3", "1.0", "not-a-card", "cannot-tell"];

/// Slots of the three keys that tell documents without an answer apart.
const UNCLASSIFIED: u32 = 60;
const UNPARSEABLE: u32 = 61;
const NO_BODY: u32 = 62;
const NONE: u32 = 63;
const UNANSWERED: u64 = 1 << UNCLASSIFIED | 1 << UNPARSEABLE | 1 << NO_BODY;
/// Slots of `field` beside the fields themselves, none of which is the document itself.
const CLEAN: u32 = 0;
const UNCHECKED: u32 = 63;

/// Every word of a key, in the order in which they are shown; empty for keys of another kind.
pub(super) fn words(key: Key) -> &'static [Word] {
    static WORDS: OnceLock<Vec<Vec<Word>>> = OnceLock::new();
    let all = WORDS.get_or_init(|| Key::ALL.into_iter().map(words_of).collect());
    &all[key as usize]
}

/// The slots of a word, when it is one of the key's.
pub(super) fn slots_of(key: Key, text: &str) -> Option<u64> {
    let word = words(key).iter().find(|word| word.text == text);
    word.map(|word| word.slots)
}

/// The slots of a value of any key: none where it is no word, or asks for one kind of violation.
pub(super) fn value_slots(key: Key, value: &str) -> u64 {
    match key {
        Key::Field | Key::Missing => match field_slots(key, value) {
            Some((slots, None)) => slots,
            _ => 0,
        },
        _ => slots_of(key, value).unwrap_or(0),
    }
}

/// The words that mean one value each and together these slots.
pub(super) fn narrow_words(key: Key, slots: u64) -> Vec<String> {
    let is_narrow = |word: &&Word| is_narrow(key, word) && word.slots & slots != 0;
    let narrow = words(key).iter().filter(is_narrow);
    narrow.map(|word| word.text.clone()).collect()
}

/// Whether a word means one value. Unclassified documents have four slots, and are in one.
pub(super) fn is_narrow(key: Key, word: &Word) -> bool {
    word.slots.count_ones() == 1 || (key == Key::Route && word.text == "unclassified")
}

fn word(text: impl Into<String>, label: impl Into<String>, slots: u64) -> Word {
    Word {
        text: text.into(),
        label: label.into(),
        slots,
    }
}

/// Words that mean a slot each, from 0, and `none` for the documents in none of them.
fn plain<'w>(texts: impl IntoIterator<Item = &'w str>, none: &str) -> Vec<Word> {
    let mut words: Vec<Word> = texts
        .into_iter()
        .zip(0..)
        .map(|(text, slot)| word(text, text, 1 << slot))
        .collect();
    words.push(word("none", none, 1 << NONE));
    words
}

fn unanswered(none: &str) -> [Word; 4] {
    [
        word("unclassified", "unclassified", 1 << UNCLASSIFIED),
        word("unparseable", "unparseable", 1 << UNPARSEABLE),
        word("no-body", "no body", 1 << NO_BODY),
        word("none", none, UNANSWERED),
    ]
}

fn words_of(key: Key) -> Vec<Word> {
    let verdicts = [Verdict::Valid, Verdict::Invalid].map(Verdict::as_str);
    match key {
        Key::Route => route_words(),
        Key::Version => {
            let mut words = plain(Family::ALL.map(Family::as_str), "");
            words.pop();
            words.extend(unanswered("no version"));
            words
        }
        Key::Verdict => {
            let mut words = plain(verdicts, "");
            words.pop();
            words.extend(unanswered("no verdict"));
            words
        }
        Key::Published => {
            let mut words = plain(verdicts, "");
            words.pop();
            words.push(word("blank", "row without a verdict", 1 << 2));
            words.push(word("no-row", "no row", 1 << 3));
            words.push(word("none", "no published verdict", 1 << 2 | 1 << 3));
            words
        }
        Key::Alternative => plain(verdicts, "no alternative"),
        Key::Cell => cell_words(),
        Key::Flip => plain(["yes", "no"], "no alternative"),
        Key::Tolerant | Key::Newest => plain(verdicts, "no verdict"),
        Key::Field => field_words(),
        Key::Missing => {
            let mut words = field_words();
            words.retain(|word| word.slots & (1 << CLEAN | 1 << UNCHECKED) == 0);
            words.push(word("none", "nothing missing", 1 << NONE));
            words
        }
        Key::Kind => plain(["missing", "null", "type"], "no violation"),
        Key::State => {
            let mut words = plain(State::ALL.map(State::as_str), "");
            words.pop();
            words
        }
        Key::Shape => plain(CardShape::ALL.map(CardShape::as_str), "no card"),
        Key::Hidden => {
            let mut words = plain(
                HiddenKind::ALL.map(HiddenKind::name),
                "no hidden characters",
            );
            let kinds = words.iter().filter(|word| word.text != "none");
            let any = kinds.fold(0, |slots, word| slots | word.slots);
            words.push(word("any", "any hidden character", any));
            words
        }
        Key::Note => plain(
            [
                "bom",
                "duplicate-keys",
                "unrecognised-version",
                "broken-line",
            ],
            "nothing noted",
        ),
        Key::Agree => plain(["yes", "no"], "no row"),
        Key::Differs => plain(COLUMNS, "no difference"),
        Key::Mark => {
            let mut words = plain(["yes", "no"], "");
            words.pop();
            words
        }
        Key::Reading => plain(READINGS, "not read"),
        _ => Vec::new(),
    }
}

fn route_words() -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for (route, at) in Route::ALL.into_iter().zip(0_u32..) {
        words.push(word(route.as_str(), route.as_str(), 0b1111 << (at * 4)));
    }
    words.push(word("unparseable", "unparseable", 1 << UNPARSEABLE));
    words.push(word("no-body", "no body", 1 << NO_BODY));
    words.push(word("none", "no route", 1 << UNPARSEABLE | 1 << NO_BODY));
    for (route, at) in Route::ALL.into_iter().zip(0_u32..) {
        if route == Route::Unclassified {
            continue;
        }
        for family in Family::ALL {
            let slot = at * 4 + family.index() as u32;
            let text = format!("{route}-{family}");
            let label = format!("{route} {family}");
            words.push(word(text, label, 1 << slot));
        }
    }
    words
}

/// Slot of a cell of the transition table.
fn cell_slot(family: Family, verdict: Verdict, alternative: Verdict) -> u32 {
    let bit = |verdict: Verdict| u32::from(!verdict.is_valid());
    family.index() as u32 * 4 + bit(verdict) * 2 + bit(alternative)
}

fn cell_words() -> Vec<Word> {
    let verdicts = [Verdict::Valid, Verdict::Invalid];
    let mut words = Vec::new();
    for family in Family::ALL {
        for verdict in verdicts {
            let mut row = 0;
            for alternative in verdicts {
                let slots = 1 << cell_slot(family, verdict, alternative);
                row |= slots;
                let text = format!("{family}-{verdict}-{alternative}");
                let label = format!("{family} {verdict} → {alternative}");
                words.push(word(text, label, slots));
            }
            let text = format!("{family}-{verdict}-any");
            let label = format!("{family} {verdict}, with an alternative");
            words.push(word(text, label, row));
        }
    }
    words.push(word("none", "no alternative", 1 << NONE));
    words
}

fn field_words() -> Vec<Word> {
    let specification = specification();
    let fields = specification.fields();
    let mut words: Vec<Word> = fields
        .map(|field| {
            let name = specification.field_name(field);
            word(name, name, 1 << field.index())
        })
        .collect();
    words.push(word("clean", "no violation", 1 << CLEAN));
    words.push(word("unchecked", "not checked", 1 << UNCHECKED));
    words.push(word(
        "none",
        "no violation, checked or not",
        1 << CLEAN | 1 << UNCHECKED,
    ));
    words
}

/// The slots a document is in: of a single-valued key exactly one, of others at least one.
pub(super) fn slots(key: Key, document: &Judged<'_>) -> u64 {
    let judgement = &document.judgement;
    let facts = document.row.facts();
    let id = document.row.id();
    let verdict = |verdict: Option<Verdict>| match verdict {
        Some(Verdict::Valid) => 1,
        Some(Verdict::Invalid) => 2,
        None => 1 << NONE,
    };
    let yes_no = |answer: Option<bool>| match answer {
        Some(true) => 1,
        Some(false) => 2,
        None => 1 << NONE,
    };
    match key {
        Key::Route => match judgement.route {
            Some(route) => {
                let family = judgement.family.map_or(3, Family::index);
                1 << (route as u32 * 4 + family as u32)
            }
            None => unanswered_slot(facts.state),
        },
        Key::Version => match judgement.family {
            Some(family) => 1 << family.index(),
            None => unanswered_slot(facts.state),
        },
        Key::Verdict => match judgement.verdict {
            Some(found) => verdict(Some(found)),
            None => unanswered_slot(facts.state),
        },
        Key::Published => match document.outside.published(id) {
            Published::Given(found) => verdict(Some(found)),
            Published::Blank => 1 << 2,
            Published::NoRow => 1 << 3,
        },
        Key::Alternative => verdict(judgement.alternative.map(|(_, verdict)| verdict)),
        Key::Cell => match (judgement.family, judgement.verdict, judgement.alternative) {
            (Some(family), Some(verdict), Some((_, alternative))) => {
                1 << cell_slot(family, verdict, alternative)
            }
            _ => 1 << NONE,
        },
        Key::Flip => yes_no(judgement.alternative.map(|_| judgement.flips())),
        Key::Tolerant => verdict(judgement.tolerant),
        Key::Newest => verdict(judgement.newest),
        Key::Field if judgement.family.is_none() => 1 << UNCHECKED,
        Key::Field => or_slot(field_bits(judgement.violated), CLEAN),
        Key::Missing => or_none(
            judgement
                .family
                .map_or(0, |family| field_bits(facts.outcome(family).missing)),
        ),
        Key::Kind => or_none(kind_bits(document)),
        Key::State => 1 << facts.state as u32,
        Key::Shape if facts.state == State::Card => 1 << facts.shape() as u32,
        Key::Shape => 1 << NONE,
        Key::Hidden => {
            let kinds = HiddenKind::ALL.into_iter().zip(0..);
            or_none(kinds.fold(0, |bits, (kind, at)| {
                bits | u64::from(facts.hidden.contains(kind)) << at
            }))
        }
        Key::Note => or_none(note_bits(document)),
        Key::Agree => yes_no(document.outside.agreement(id, judgement)),
        Key::Differs => {
            let columns = COLUMNS.into_iter().zip(0..);
            or_none(columns.fold(0, |bits, (column, at)| {
                bits | u64::from(document.outside.differs(id, column)) << at
            }))
        }
        Key::Mark => yes_no(Some(document.outside.is_marked(id))),
        Key::Reading => or_none(document.outside.reading(id).map_or(0, |reading| {
            let known = READINGS.iter().position(|known| *known == reading);
            known.map_or(0, |at| 1 << at)
        })),
        _ => 0,
    }
}

/// Slots of `field` and `missing` for fields that some kind of violation names.
pub(super) fn field_bits(fields: FieldSet) -> u64 {
    fields
        .iter()
        .filter(|field| *field != FieldId::ROOT)
        .fold(0, |bits, field| bits | 1 << field.index())
}

fn or_none(bits: u64) -> u64 {
    or_slot(bits, NONE)
}

fn or_slot(bits: u64, slot: u32) -> u64 {
    if bits == 0 { 1 << slot } else { bits }
}

fn unanswered_slot(state: State) -> u64 {
    1 << match state {
        State::Card | State::NotAnObject => UNCLASSIFIED,
        State::Unparseable => UNPARSEABLE,
        State::NoBody => NO_BODY,
    }
}

fn kind_bits(document: &Judged<'_>) -> u64 {
    let Some(family) = document.judgement.family else {
        return 0;
    };
    let outcome = document.row.facts().outcome(family);
    u64::from(!outcome.missing.is_empty())
        | u64::from(!outcome.null.is_empty()) << 1
        | u64::from(!outcome.wrong_type.is_empty()) << 2
}

fn note_bits(document: &Judged<'_>) -> u64 {
    let facts = document.row.facts();
    let problem = document.row.problem();
    u64::from(facts.had_bom)
        | u64::from(facts.shadowed_count > 0) << 1
        | u64::from(facts.has_unrecognised_version()) << 2
        | u64::from(problem.is_some_and(Problem::is_of_the_input)) << 3
}
