//! What is known of one document that a person is about to read: what it has, why the rule left it
//! or put it where it is, what each reading would make of it, and what was said of it before.

use crate::card::{Document, Node, near_miss};
use crate::census::{Facts, Route, RuleNumber, RuleStep, Rules, State, Verdict, attribution_trace};
use crate::corpus::{DocumentId, Row};
use crate::dissent::{Class, DocumentRef, Kept, Record, Says, Standing, as_read, grade_as_read};
use crate::output::table::thousands;
use crate::output::verdict::violations_text;
use crate::spec::{Family, JsonType, specification};
use crate::text::{self, Marks};
use crate::totals::top_level_keys;
use crate::tui::state::workspace::Workspace;
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;

/// How a line is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Begins a part.
    Heading,
    /// Says what is.
    Plain,
    /// Speaks for the document.
    Good,
    /// Speaks against it.
    Bad,
    /// Needs care.
    Warning,
    /// Is of less weight.
    Dim,
}

/// A line of the evidence. Untrusted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// How it is meant.
    pub tone: Tone,
    /// What it says.
    pub text: String,
}

/// Bodies above this size are not looked into while the cursor passes.
const AT_MOST: usize = 8 << 20;
/// Documents whose keys are read at most to find similar ones.
const COMPARED: usize = 5_000;
/// Readings of the history that are shown, the last ones.
const HISTORY: usize = 50;

/// Documents with the same top-level keys as another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Similar {
    /// Which, itself not among them, in the order of the list.
    pub ids: Vec<DocumentId>,
    /// Whether there may be more: not all could be looked at.
    pub is_cut: bool,
}

/// The top-level keys of documents, as a number each; read once per document.
#[derive(Debug, Default)]
pub(super) struct KeySets {
    hasher: RandomState,
    known: HashMap<DocumentId, u64>,
}

impl KeySets {
    fn of(&mut self, row: Row<'_>) -> u64 {
        if let Some(&known) = self.known.get(&row.id()) {
            return known;
        }
        let mut keys = top_level_keys(row);
        keys.sort();
        keys.dedup();
        let number = self.hasher.hash_one(&keys);
        self.known.insert(row.id(), number);
        number
    }

    /// The documents shown that have exactly these top-level keys.
    pub(super) fn similar(&mut self, workspace: &Workspace, row: Row<'_>) -> Similar {
        let mut similar = Similar::default();
        let facts = row.facts();
        if facts.state != State::Card || row.body().is_none_or(|body| body.len() > AT_MOST) {
            return similar;
        }
        let own = self.of(row);
        let mut left = COMPARED;
        for &id in workspace.shown().order.iter() {
            let other = workspace.corpus().row(id);
            let is_near = other.facts().state == State::Card && other.facts().keys == facts.keys;
            if id == row.id() || !is_near {
                continue;
            }
            if left == 0 {
                similar.is_cut = true;
                break;
            }
            left -= usize::from(!self.known.contains_key(&id));
            if self.of(other) == own {
                similar.ids.push(id);
            }
        }
        similar
    }
}

/// What does not change with readings.
pub(super) fn lasting(row: Row<'_>, rules: &Rules) -> Vec<Remark> {
    let mut page = Page::default();
    let size = row.body().map_or(0, <[u8]>::len);
    if size > AT_MOST {
        let size = thousands(size as u64);
        page.say(
            Tone::Warning,
            format!("{size} bytes are not looked into here; the census opens it."),
        );
        return page.0;
    }
    let tree = row.tree();
    let document = tree
        .as_ref()
        .map(|tree| Document::new(row.body().unwrap_or_default(), tree));
    let root = document
        .map(|document| document.root())
        .filter(|root| root.kind() == JsonType::Object);
    let facts = row.facts();
    match root {
        Some(_) => {
            let keys = top_level_keys(row);
            page.say(Tone::Heading, format!("{} top-level keys", keys.len()));
            page.say(Tone::Plain, keys.join(", "));
        }
        None => page.say(
            Tone::Heading,
            format!("No keys: {}", state_words(facts.state)),
        ),
    }
    let steps = attribution_trace(document, facts.state, rules);
    page.trace(&steps, row.judgement(rules).route);
    if let Some(root) = root {
        page.nearest(root, &steps);
        page.near_misses(root);
        page.choices(facts, rules);
    }
    page.0
}

/// What readings say of it, the person's own first.
pub(super) fn spoken(workspace: &Workspace, row: Row<'_>) -> Vec<Remark> {
    let mut page = Page::default();
    let document = DocumentRef::of_row(row);
    let readings = workspace.readings();
    let standing = readings.mine(document);
    match standing {
        None => page.say(Tone::Heading, "You have not read it yet"),
        Some(Standing::Current(record)) => page.own(workspace, row, record),
        Some(Standing::EarlierVersion(record)) => {
            let says = record.reading().says.words();
            page.say(
                Tone::Warning,
                format!("Your reading '{says}' is about an earlier version and does not count"),
            );
        }
    }
    let history: Vec<&Record> = readings.all().history(document).collect();
    if !history.is_empty() {
        page.say(Tone::Heading, format!("Said so far ({})", history.len()));
        for record in history.into_iter().rev().take(HISTORY) {
            page.record(record);
        }
    }
    page.0
}

fn state_words(state: State) -> &'static str {
    match state {
        State::Card => "an object",
        State::NotAnObject => "valid JSON, but no object",
        State::Unparseable => "not JSON",
        State::NoBody => "no body",
    }
}

fn verdict_tone(verdict: Option<Verdict>) -> Tone {
    match verdict {
        Some(Verdict::Valid) => Tone::Good,
        Some(Verdict::Invalid) => Tone::Bad,
        None => Tone::Plain,
    }
}

#[derive(Default)]
struct Page(Vec<Remark>);

impl Page {
    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        let text = text.into();
        self.0.push(Remark { tone, text });
    }

    fn own(&mut self, workspace: &Workspace, row: Row<'_>, record: &Record) {
        let reading = record.reading();
        let rules = workspace.rules();
        let read = as_read(row.facts(), rules, Some(reading.says));
        self.say(
            Tone::Heading,
            format!("You read it as: {}", reading.says.words()),
        );
        let what = match read.verdict {
            Some(verdict) => format!("As you read it: {verdict}"),
            None => format!("As you read it: {}", read.class),
        };
        self.say(verdict_tone(read.verdict), what);
        if read.verdict == Some(Verdict::Invalid) && read.class == Class::Invalid {
            let tree = row.tree();
            let document = tree
                .as_ref()
                .map(|tree| Document::new(row.body().unwrap_or_default(), tree));
            let graded = grade_as_read(document, row.grade(rules), rules, Some(reading.says));
            if !graded.violations.is_empty() {
                self.say(Tone::Bad, violations_text(&graded.violations));
            }
        }
        if let Kept::NotSaved { reason } = record.kept() {
            self.say(
                Tone::Warning,
                format!("Not saved: {reason}. W tries again, S saves to another file"),
            );
        }
    }

    fn record(&mut self, record: &Record) {
        let reading = record.reading();
        let kept = match record.kept() {
            Kept::OnDisk { line } => format!("line {line}"),
            Kept::Pending => "being saved".to_owned(),
            Kept::NotSaved { .. } => "not saved".to_owned(),
        };
        let mut text = format!(
            "{} {}: {}",
            reading.time,
            reading.reader,
            reading.says.words()
        );
        if !reading.reason.is_empty() {
            text.push_str(&format!(" – {}", reading.reason));
        }
        for tag in &reading.tags {
            text.push_str(&format!(" #{tag}"));
        }
        text.push_str(&format!(" ({kept})"));
        let tone = match record.kept() {
            Kept::NotSaved { .. } => Tone::Warning,
            _ if reading.says == Says::Withdrawn => Tone::Dim,
            _ => Tone::Plain,
        };
        self.say(tone, text);
    }

    fn trace(&mut self, steps: &[RuleStep], route: Option<Route>) {
        let heading = match route {
            Some(Route::Unclassified) => "Why no rule fired".to_owned(),
            Some(route) => format!("Why the rule says '{route}'"),
            None => "Why it is not attributed".to_owned(),
        };
        self.say(Tone::Heading, heading);
        let shown = steps
            .iter()
            .filter(|step| step.reached && step.rule != RuleNumber::Nothing);
        for step in shown {
            let tone = if step.fired { Tone::Good } else { Tone::Plain };
            let outcome = if step.fired { "fired" } else { "did not fire" };
            let number = step.rule.number();
            self.say(tone, format!("rule {number} {outcome}: {}", step.evidence));
        }
        if route.is_none() {
            let evidence = steps.first().map(|step| step.evidence.clone());
            self.say(Tone::Plain, evidence.unwrap_or_default());
        }
    }

    /// The rule that comes nearest to deciding, and what it lacks.
    fn nearest(&mut self, root: Node<'_>, steps: &[RuleStep]) {
        let is_open = steps
            .iter()
            .any(|step| step.fired && step.rule == RuleNumber::Nothing);
        if !is_open {
            return;
        }
        let tried = || steps.iter().filter(|step| step.rule != RuleNumber::Nothing);
        let has_key = tried().find(|step| root.member(step.rule.key()).is_some());
        let near = tried().find_map(|step| {
            let found = near_miss(root, step.rule.key())?;
            Some((step.rule, found.key()?.into_owned()))
        });
        let text = match (has_key, near) {
            (Some(step), _) => {
                let number = step.rule.number();
                format!("Nearest: rule {number}, but {}", step.evidence)
            }
            (None, Some((rule, key))) => format!(
                "Nearest: rule {}, which lacks '{}'; there is '{key}'",
                rule.number(),
                rule.key()
            ),
            (None, None) => {
                "No rule is near: none of the keys it looks at is there, nor one like it".to_owned()
            }
        };
        self.say(Tone::Warning, text);
    }

    fn near_misses(&mut self, root: Node<'_>) {
        let keys = specification().top_level_keys().iter();
        let absent = keys.filter(|key| root.member(key).is_none());
        let found: Vec<String> = absent
            .filter_map(|key| {
                let near = near_miss(root, key)?.key()?;
                Some(format!("'{near}' for {key}"))
            })
            .collect();
        if !found.is_empty() {
            self.say(Tone::Heading, "Near misses");
            self.say(Tone::Warning, found.join(", "));
        }
    }

    /// What each version would make of it.
    fn choices(&mut self, facts: &Facts, rules: &Rules) {
        self.say(Tone::Heading, "What a reading would make of it");
        for family in Family::ALL {
            let read = as_read(facts, rules, Some(Says::Family(family)));
            let Some(verdict) = read.verdict else {
                continue;
            };
            let names: Vec<&str> = read
                .violated
                .iter()
                .map(|field| specification().field_name(field))
                .collect();
            let faults = match names.len() {
                0 => String::new(),
                1 => format!(", 1 field at fault: {}", names.join(", ")),
                count => format!(", {count} fields at fault: {}", names.join(", ")),
            };
            self.say(
                verdict_tone(read.verdict),
                format!("as {family}: {verdict}{faults}"),
            );
        }
    }
}

/// Remarks broken into rows of a width; further rows are set in a little.
#[must_use]
pub fn rows(remarks: &[Remark], width: usize, marks: Marks) -> Vec<(Tone, String)> {
    let mut rows = Vec::new();
    for remark in remarks {
        let indent = if remark.tone == Tone::Heading {
            ""
        } else {
            "  "
        };
        let text = text::clean_with(&remark.text, marks);
        let room = width.saturating_sub(indent.len()).max(1);
        for range in text::wrap(&text, room).ranges() {
            let part = text.get(range).unwrap_or_default();
            rows.push((remark.tone, format!("{indent}{part}")));
        }
    }
    rows
}
