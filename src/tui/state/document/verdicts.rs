//! Why this verdict: the rule's trace, the verdicts of every family, what the verdict file says,
//! every violation, and what else is to be known of the document.

use crate::census::explain::topic;
use crate::census::{Outcome, RuleStep, Verdict, ViolationKind, violations};
use crate::output::table::thousands;
use crate::spec::{Family, specification};
use crate::text::{self, Marks};
use crate::tui::state::document::branch::{no, with_article, yes};
use crate::tui::state::document::rich::{Line, Rich, Tone, sentence};
use crate::tui::state::document::subject::Subject;
use crate::tui::state::document::value;
use crate::tui::state::document::window::{Pane, Window};

/// Most violations listed under one family; the tree marks them all.
const LISTED: usize = 1000;
/// Most values whose hidden text is listed.
const HIDDEN: usize = 200;

/// What the key for explaining shows for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum About {
    /// A rule or word of the census.
    Topic(&'static str),
    /// A field of the specification.
    Field(String),
}

/// A violation that can be gone to: the family it is of, and its position in that family's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) family: Family,
    pub(super) index: usize,
}

/// A line of the view.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) text: Rich,
    /// Columns before it, and before its further rows.
    pub(super) indent: usize,
    pub(super) about: Option<About>,
    pub(super) target: Option<Target>,
}

/// The verdicts of an open document.
#[derive(Debug, Clone, Default)]
pub(super) struct VerdictsTab {
    pub(super) entries: Vec<Entry>,
    pub(super) window: Window,
}

impl VerdictsTab {
    /// Makes the lines, the first time.
    pub(super) fn prepare(&mut self, subject: &Subject) {
        if self.entries.is_empty() {
            let mut page = Page {
                entries: Vec::new(),
                marks: subject.marks,
            };
            attribution(&mut page, subject);
            verdict_table(&mut page, subject);
            published(&mut page, subject);
            faults(&mut page, subject);
            remarks_part(&mut page, subject);
            provenance(&mut page, subject);
            self.entries = page.entries;
        }
    }

    /// Rows of the screen that an entry takes.
    pub(super) fn lines(&self, item: usize, width: usize) -> Vec<Line> {
        let Some(entry) = self.entries.get(item) else {
            return vec![Line::default()];
        };
        let indent = entry.indent.min(width / 3);
        let rows = entry.text.wrapped(width.saturating_sub(indent), 2);
        rows.into_iter()
            .map(|mut line| {
                line.spans.insert(0, super::rich::spaces(indent));
                line
            })
            .collect()
    }

    /// What the window looks at.
    pub(super) fn pane<'a>(&self, height: usize, rows: &'a dyn Fn(usize) -> usize) -> Pane<'a> {
        Pane {
            len: self.entries.len(),
            height,
            rows,
        }
    }

    /// The entry under the cursor.
    pub(super) fn current(&self) -> Option<&Entry> {
        self.entries.get(self.window.cursor(self.entries.len())?)
    }
}

/// The lines being written.
struct Page {
    entries: Vec<Entry>,
    marks: Marks,
}

impl Page {
    fn heading(&mut self, text: &str) {
        if !self.entries.is_empty() {
            self.entry(0, Rich::default());
        }
        self.entry(0, sentence(text, Tone::Heading, self.marks));
    }

    fn say(&mut self, text: &str, tone: Tone) -> &mut Entry {
        let text = sentence(text, tone, self.marks);
        self.entry(2, text)
    }

    fn entry(&mut self, indent: usize, text: Rich) -> &mut Entry {
        self.entries.push(Entry {
            text,
            indent,
            about: None,
            target: None,
        });
        self.entries.last_mut().expect("an entry was just pushed")
    }

    /// A row of a table: cells padded to these widths, the last one free.
    fn row(&mut self, cells: &[(&str, Tone)], widths: &[usize]) -> &mut Entry {
        let mut rich = Rich::default();
        for (index, (text, tone)) in cells.iter().enumerate() {
            let cell = sentence(text, *tone, self.marks);
            rich.append(&cell);
            if let Some(width) = widths.get(index) {
                let missing = width.saturating_sub(cell.width()) + 2;
                rich.push(&" ".repeat(missing), Tone::Text);
            }
        }
        self.entry(2, rich)
    }
}

fn attribution(page: &mut Page, subject: &Subject) {
    page.heading("Attribution");
    page.say(&held_to(subject), Tone::Text);
    let rule = &subject.rules;
    if !rule.is_papers() {
        page.say(
            &format!("Under the rule {rule}, which is not the paper's."),
            Tone::Warning,
        );
    }
    for step in &subject.trace {
        let (mark, tone, what) = match (step.fired, step.reached, page.marks) {
            (true, _, marks) => (yes(marks), Tone::Good, "fired"),
            (_, true, Marks::Unicode) => ("· ", Tone::Dim, "did not fire"),
            (_, true, Marks::Ascii) => (". ", Tone::Dim, "did not fire"),
            (_, false, Marks::Unicode) => ("– ", Tone::Dim, "not reached"),
            (_, false, Marks::Ascii) => ("- ", Tone::Dim, "not reached"),
        };
        let mut rich = Rich::default();
        rich.push(&format!("{mark}rule {}  {what}", step.rule.number()), tone);
        if step.reached {
            rich.push(": ", tone)
                .push_outside(&step.evidence, Tone::Text, page.marks);
        }
        page.entry(2, rich).about = Some(About::Topic(step.rule.topic().name));
    }
}

/// The attribution in a sentence.
pub(super) fn held_to(subject: &Subject) -> String {
    let judgement = &subject.graded.judgement;
    let fired = subject.trace.iter().find(|step| step.fired);
    match (judgement.family, judgement.route, fired) {
        (Some(family), Some(route), Some(RuleStep { rule, .. })) => format!(
            "Held to {family} ({}), route {route}: rule {} was the first that applied.",
            subject.graded.schema,
            rule.number()
        ),
        (None, Some(_), _) => {
            "Unclassified: no rule recognises a claim to a version, so there is no version and no \
                               verdict. That says as much of the rule as of the document."
                .to_owned()
        }
        _ => format!(
            "Not attributed: the document is in state {}, since {}.",
            subject.graded.facts.state,
            subject.reason()
        ),
    }
}

fn verdict_table(page: &mut Page, subject: &Subject) {
    const WIDTHS: [usize; 4] = [13, 7, 9, 10];
    page.heading("Verdicts");
    page.say(
        "'Valid' means: passes the structural check. It never means: is compliant.",
        Tone::Dim,
    )
    .about = Some(About::Topic("valid"));
    let judgement = &subject.graded.judgement;
    let head = ["verdict", "version", "", "violations", "schema"].map(|name| (name, Tone::Dim));
    page.row(&head, &WIDTHS);
    let marks = page.marks;
    let mut line = |name: &'static str, under: Option<(Family, Option<Verdict>)>, note: &str| {
        let (family, verdict, count, file) = match under {
            None => (String::new(), None, String::new(), String::new()),
            Some((family, verdict)) => {
                let outcome = subject.graded.facts.outcome(family);
                let count = thousands(u64::from(outcome.violation_count));
                let file = specification().schema(family).file.to_owned();
                (family.to_string(), verdict, count, file)
            }
        };
        let (word, tone) = verdict_word(verdict, marks);
        let last = [file.as_str(), note]
            .iter()
            .filter(|text| !text.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join(" · ");
        let cells = [
            (name, Tone::Text),
            (family.as_str(), Tone::Text),
            (word.as_str(), tone),
            (count.as_str(), Tone::Text),
            (last.as_str(), Tone::Dim),
        ];
        page.row(&cells, &WIDTHS).about = topic(name).map(|topic| About::Topic(topic.name));
    };
    let strict = |family: Family| Some(strict(subject.graded.facts.outcome(family)));
    let assigned = judgement.family;
    line(
        "assigned",
        assigned.map(|family| (family, strict(family))),
        "strict",
    );
    let set_aside = "a single missing top-level protocolVersion set aside";
    line(
        "tolerant",
        assigned.map(|family| (family, judgement.tolerant)),
        set_aside,
    );
    let other = judgement
        .alternative
        .map(|(family, verdict)| (family, Some(verdict)));
    let why = if other.is_none() {
        "only inferred and conflict documents have one"
    } else {
        "strict"
    };
    line("alternative", other, why);
    let newest = assigned.map(|_| (Family::V1_0, judgement.newest));
    line(
        "newest",
        newest,
        if newest.is_none() {
            "no version, so no verdict"
        } else {
            "strict"
        },
    );
    if subject.document().is_none() {
        return;
    }
    for family in Family::ALL {
        let note = if assigned == Some(family) {
            "the version assigned"
        } else {
            ""
        };
        line("every version", Some((family, strict(family))), note);
    }
    if specification().have_same_structure(Family::V0_2, Family::V0_3) {
        page.say(
            "0.2 and 0.3 ask the same of a document in this check.",
            Tone::Dim,
        );
    }
    if judgement.verdict != assigned.and_then(strict) {
        let word = judgement.verdict.map_or("none", Verdict::as_str);
        page.say(
            &format!("Under the rule in force the verdict counts as {word}."),
            Tone::Warning,
        );
    }
}

fn strict(outcome: &Outcome) -> Verdict {
    Verdict::from_pass(outcome.passes())
}

fn verdict_word(verdict: Option<Verdict>, marks: Marks) -> (String, Tone) {
    match verdict {
        Some(Verdict::Valid) => (format!("{}valid", yes(marks)), Tone::Good),
        Some(Verdict::Invalid) => (format!("{}invalid", no(marks)), Tone::Bad),
        None => (
            if marks == Marks::Unicode { "–" } else { "-" }.to_owned(),
            Tone::Dim,
        ),
    }
}

fn published(page: &mut Page, subject: &Subject) {
    page.heading("Published beside computed");
    let Some(view) = &subject.published else {
        page.say(
            "No verdict file was given, or it has no row for this document: only the computed verdict stands.",
            Tone::Dim,
        );
        return;
    };
    let differing = view.columns.iter().filter(|column| column.3).count();
    let place = format!("line {} of {}", thousands(view.line), view.file);
    match differing {
        0 => page.say(
            &format!("The row at {place} agrees in every column."),
            Tone::Good,
        ),
        1 => page.say(
            &format!("The row at {place} differs in 1 column."),
            Tone::Warning,
        ),
        count => page.say(
            &format!("The row at {place} differs in {count} columns."),
            Tone::Warning,
        ),
    }
    .about = Some(About::Topic("agreement"));
    let longest = |pick: fn(&super::PublishedColumn) -> &str| {
        let widths = view
            .columns
            .iter()
            .map(|column| text::width(&text::clean_with(pick(column), page.marks)));
        widths.max().unwrap_or(0).clamp(9, 28)
    };
    let widths = [2, longest(|column| &column.0), longest(|column| &column.1)];
    page.row(
        &[
            ("", Tone::Dim),
            ("column", Tone::Dim),
            ("published", Tone::Dim),
            ("computed", Tone::Dim),
        ],
        &widths,
    );
    for (name, published, computed, differs) in &view.columns {
        let (mark, tone) = match (differs, page.marks) {
            (true, Marks::Unicode) => ("≠", Tone::Warning),
            (true, Marks::Ascii) => ("!=", Tone::Warning),
            (false, _) => ("=", Tone::Dim),
        };
        let shown = |text: &str| {
            if text.is_empty() {
                "(empty)".to_owned()
            } else {
                text.to_owned()
            }
        };
        let (published, computed) = (shown(published), shown(computed));
        let cells = [
            (mark, tone),
            (name, Tone::Key),
            (&published, tone_of(*differs)),
            (&computed, tone_of(*differs)),
        ];
        page.row(&cells, &widths);
    }
    for (name, text) in &view.extra {
        page.row(
            &[
                ("", Tone::Dim),
                (name, Tone::Key),
                (text, Tone::Text),
                ("(only in the file)", Tone::Dim),
            ],
            &widths,
        );
    }
}

fn tone_of(differs: bool) -> Tone {
    if differs { Tone::Warning } else { Tone::Text }
}

fn faults(page: &mut Page, subject: &Subject) {
    let Some(document) = subject.document() else {
        return;
    };
    let same = specification().have_same_structure(Family::V0_2, Family::V0_3);
    let assigned = subject.graded.judgement.family;
    let mut families: Vec<Family> = Family::ALL.to_vec();
    if same {
        // One list answers for both; it is under the one that was assigned.
        let doubled = if assigned == Some(Family::V0_2) {
            Family::V0_3
        } else {
            Family::V0_2
        };
        families.retain(|family| *family != doubled);
    }
    families.sort_by_key(|family| (assigned != Some(*family), *family));
    for family in families {
        let list = violations(document.root(), family);
        let names = if same && family != Family::V1_0 {
            "0.2 and 0.3".to_owned()
        } else {
            family.to_string()
        };
        let which = if assigned == Some(family) {
            ", the version assigned"
        } else {
            ""
        };
        let schema = specification().schema(family);
        page.heading(&format!(
            "Violations under {names} ({}){which}: {}",
            schema.file,
            thousands(list.len() as u64)
        ));
        if list.is_empty() {
            let mark = yes(page.marks);
            page.say(&format!("{mark}passes the structural check"), Tone::Good);
        }
        for (index, found) in list.iter().take(LISTED).enumerate() {
            let mut rich = Rich::default();
            rich.push(no(page.marks), Tone::Bad)
                .push_outside(&found.path, Tone::Key, page.marks);
            let expected = with_article(&found.expected);
            let what = match found.kind {
                ViolationKind::Missing => format!("  missing · expected {expected}"),
                ViolationKind::WrongType { found } => {
                    format!("  type · expected {expected}, found {found}")
                }
            };
            rich.append(&sentence(&what, Tone::Text, page.marks));
            if let Some(near) = &found.near_miss {
                rich.push(" · near miss: \"", Tone::Warning)
                    .push_outside(near, Tone::Warning, page.marks)
                    .push("\"", Tone::Warning);
            }
            let entry = page.entry(2, rich);
            entry.about = Some(About::Field(found.path.clone()));
            entry.target = Some(Target { family, index });
        }
        if let Some(more @ 1..) = list.len().checked_sub(LISTED) {
            let more = thousands(more as u64);
            page.say(
                &format!("and {more} more; the tree marks them all"),
                Tone::Dim,
            );
        }
    }
}

/// What is odd about a document beyond its verdict, a sentence each.
pub(super) fn remarks(subject: &Subject) -> Vec<String> {
    let facts = &subject.graded.facts;
    let mut remarks = Vec::new();
    if facts.had_bom {
        remarks.push("begins with a byte order mark".to_owned());
    }
    match facts.shadowed_count {
        0 => {}
        1 => remarks.push("1 duplicate key".to_owned()),
        count => remarks.push(format!("{} duplicate keys", thousands(u64::from(count)))),
    }
    match facts.hidden_count {
        0 => {}
        1 => remarks.push("1 hidden character".to_owned()),
        count => remarks.push(format!("{} hidden characters", thousands(u64::from(count)))),
    }
    if facts.has_unrecognised_version() {
        remarks.push("declares a version that is not known here".to_owned());
    }
    remarks
}

fn remarks_part(page: &mut Page, subject: &Subject) {
    page.heading("Notes");
    let facts = &subject.graded.facts;
    let before = page.entries.len();
    if facts.had_bom {
        page.say(
            "It begins with a byte order mark, which JSON forbids a sender to add; it was skipped.",
            Tone::Warning,
        );
    }
    if facts.shadowed_count > 0 {
        let count = thousands(u64::from(facts.shadowed_count));
        page.say(
            &format!("Keys that stand twice in one object: {count} made ineffective by a later one. The last counts."),
            Tone::Warning,
        );
    }
    if facts.has_unrecognised_version() {
        let family = subject
            .graded
            .judgement
            .family
            .map(|family| family.to_string());
        page.say(
            &format!(
                "It declares '{}', which is no version known here; it is held to {}.",
                subject.graded.declared_version,
                family.as_deref().unwrap_or("none")
            ),
            Tone::Warning,
        )
        .about = Some(About::Topic("unrecognised-version"));
    }
    if facts.hidden_count > 0 {
        hidden_part(page, subject);
    }
    if page.entries.len() == before {
        page.say("None.", Tone::Dim);
    }
}

fn hidden_part(page: &mut Page, subject: &Subject) {
    let count = subject.graded.facts.hidden_count;
    page.say(
        &format!("Hidden characters: {}", thousands(u64::from(count))),
        Tone::Warning,
    )
    .about = Some(About::Topic("hidden"));
    for kind in subject.graded.facts.hidden.iter() {
        page.say(
            &format!("{}: {}", kind.name(), kind.explanation()),
            Tone::Dim,
        )
        .about = Some(About::Topic("hidden"));
    }
    let Some(document) = subject.document() else {
        return;
    };
    let hiding = document.nodes().filter(|node| value::hides(*node));
    for node in hiding.take(HIDDEN) {
        let path = node.path().notation();
        let place = if path.is_empty() {
            "the document".to_owned()
        } else {
            path
        };
        for note in value::hidden_notes(node) {
            page.say(&format!("{place}: {note}"), Tone::Warning).about =
                Some(About::Topic("hidden"));
        }
    }
}

fn provenance(page: &mut Page, subject: &Subject) {
    page.heading("Where it came from");
    let origin = &subject.origin;
    let status = origin
        .status
        .map(|status| status.to_string())
        .unwrap_or_default();
    let bytes = if subject.has_body {
        thousands(subject.bytes.len() as u64)
    } else {
        String::new()
    };
    let line = thousands(origin.line);
    let rows: [(&str, &str); 9] = [
        ("host", &origin.host),
        ("path", &origin.path),
        ("status", &status),
        ("time", &origin.time),
        ("bytes", &bytes),
        ("sha256", &origin.sha256),
        ("state", subject.graded.facts.state.as_str()),
        ("input", &origin.input),
        ("line", &line),
    ];
    for (name, text) in rows {
        let (text, tone) = if text.is_empty() {
            ("not known", Tone::Dim)
        } else {
            (text, Tone::Text)
        };
        page.row(&[(name, Tone::Key), (text, tone)], &[6]);
    }
}
