//! Writes one row of the tree: indent, fold mark, key, value and what there is to say of it.

use crate::card::{Node, NodeId, Path, Segment};
use crate::census::{Violation, ViolationKind};
use crate::output::table::thousands;
use crate::spec::specification;
use crate::text::{self, Marks};
use crate::tui::state::document::rich::{Line, Rich, Tone, sentence, spaces};
use crate::tui::state::document::subject::Subject;
use crate::tui::state::document::tree::{Part, TreeRow, TreeTab};
use crate::tui::state::document::value;

/// Columns of the mark before a key.
const MARK: usize = 2;

/// Said of a key that no pinned schema has.
pub(super) const OUTSIDE: &str = "outside the spec";

/// The rows of the screen for a row of the tree; at least one, and exactly one while values are cut.
pub(super) fn lines(tab: &TreeTab, subject: &Subject, row: TreeRow, width: usize) -> Vec<Line> {
    let Some(document) = subject.document() else {
        return vec![Line::default()];
    };
    let node = document.node(NodeId(row.node));
    let marks = subject.marks;
    let below = row.depth + u32::from(row.part != Part::Value && row.depth > 0);
    let lead = lead(
        if row.part == Part::Value {
            row.depth
        } else {
            below
        },
        width,
        marks,
    );
    let rows = match row.part {
        Part::Value => value_rows(tab, subject, node, width.saturating_sub(lead.width())),
        Part::Missing(index) => {
            let room = width.saturating_sub(lead.width());
            let found = tab.violations.get(index as usize);
            let line = found.map(|found| missing(tab, found, (room, marks)));
            flow(tab, line.unwrap_or_default(), room)
        }
        Part::Hidden => {
            let mut rich = Rich::default();
            rich.push("! ", Tone::Warning).append(&sentence(
                &value::hidden_notes(node).join(" · "),
                Tone::Warning,
                marks,
            ));
            flow(tab, rich, width.saturating_sub(lead.width()))
        }
        Part::Chunk(chunk) => {
            let starts = tab.chunks(row.node);
            let rows = value::for_reading(node, starts, chunk as usize, marks);
            wrapped_value(rows, width.saturating_sub(lead.width()), MARK)
        }
    };
    rows.into_iter()
        .enumerate()
        .map(|(index, mut line)| {
            let before = if index == 0 {
                lead.whole().spans
            } else {
                vec![spaces(lead.width())]
            };
            line.spans.splice(0..0, before);
            line
        })
        .collect()
}

/// The indent of a depth; beyond a third of the width it says the depth in a number.
fn lead(depth: u32, width: usize, marks: Marks) -> Rich {
    // The document's own members stand at the edge.
    let levels = depth.saturating_sub(1) as usize;
    let most = width / 3;
    let mut lead = Rich::default();
    if levels * 2 <= most {
        lead.push(&" ".repeat(levels * 2), Tone::Text);
    } else {
        let number = format!("{}{levels} ", marks.ellipsis());
        lead.push(&text::pad_end(&number, most.max(1)), Tone::Dim);
    }
    lead
}

fn flow(tab: &TreeTab, rich: Rich, width: usize) -> Vec<Line> {
    if tab.is_wrapped {
        rich.wrapped(width, MARK)
    } else {
        vec![rich.whole()]
    }
}

fn wrapped_value(rows: Vec<Rich>, width: usize, indent: usize) -> Vec<Line> {
    let indent = indent.min(width / 2);
    rows.iter()
        .flat_map(|row| row.wrapped(width.saturating_sub(indent), 0))
        .map(|mut line| {
            line.spans.insert(0, spaces(indent));
            line
        })
        .collect()
}

fn value_rows(tab: &TreeTab, subject: &Subject, node: Node<'_>, width: usize) -> Vec<Line> {
    let marks = subject.marks;
    let mut head = Rich::default();
    let wrong = tab.wrong_type(node.id().0);
    let has_members = node.subtree_end().0 > node.id().0 + 1;
    let mark = match (node.is_container() && has_members, marks) {
        (true, Marks::Unicode) if tab.is_folded(node.id().0) => "▸ ",
        (true, Marks::Unicode) => "▾ ",
        (true, Marks::Ascii) if tab.is_folded(node.id().0) => "> ",
        (true, Marks::Ascii) => "v ",
        (false, _) if wrong.is_some() => no(marks),
        (false, _) => "  ",
    };
    head.push(
        mark,
        if wrong.is_some() {
            Tone::Bad
        } else {
            Tone::Dim
        },
    );
    if let Some(label) = value::label(node, marks) {
        head.append(&label).push(": ", Tone::Dim);
    }
    let notes = notes(tab, subject, node);
    if !tab.is_wrapped {
        return vec![one_row(head, node, &notes, (width, marks))];
    }
    let starts = tab.chunks(node.id().0);
    let mut rows = value::for_reading(node, starts, 0, marks);
    let indent = head.width().min(width / 2);
    if let [only] = rows.as_slice()
        && head.width() + only.width() + notes.width() + 2 <= width
    {
        let mut line = head;
        line.append(only);
        append_notes(&mut line, &notes);
        return vec![line.whole()];
    }
    if head.width() > indent {
        rows.insert(0, Rich::default());
    }
    let mut lines = wrapped_value(rows, width, indent);
    if let Some(first) = lines.first_mut() {
        first.spans.remove(0);
        first.spans.splice(0..0, head.whole().spans);
    }
    if !notes.is_empty() {
        lines.extend(wrapped_value(vec![notes], width, indent));
    }
    lines
}

fn append_notes(line: &mut Rich, notes: &Rich) {
    if !notes.is_empty() {
        line.push("  ", Tone::Text).append(notes);
    }
}

/// Everything on one row: the value gives way to what is said of it, but keeps a third.
fn one_row(head: Rich, node: Node<'_>, notes: &Rich, (width, marks): (usize, Marks)) -> Line {
    let behind = if notes.is_empty() {
        0
    } else {
        notes.width() + 2
    };
    let room = width.saturating_sub(head.width());
    let least = (room / 3).max(8).min(room);
    let mut line = head;
    line.append(&value::on_one_row(
        node,
        room.saturating_sub(behind).max(least),
        marks,
    ));
    append_notes(&mut line, notes);
    line.whole()
}

/// What there is to say of a value, most telling first.
fn notes(tab: &TreeTab, subject: &Subject, node: Node<'_>) -> Rich {
    let marks = subject.marks;
    let mut parts: Vec<Rich> = Vec::new();
    let mut say = |text: String, tone| parts.push(sentence(&text, tone, marks));
    if node.parent().is_none() {
        let (text, tone) = verdict(tab, subject);
        say(text, tone);
        for remark in super::verdicts::remarks(subject) {
            say(remark, Tone::Warning);
        }
    }
    if let Some(found) = tab.wrong_type(node.id().0) {
        let kind = type_found(found);
        let wants = requires(tab, found);
        say(format!("{}{kind} found · {wants}", no(marks)), Tone::Bad);
    }
    if tab.is_folded(node.id().0)
        && let below @ 1.. = tab.count_below(node.document(), node.id().0)
    {
        let noun = if below == 1 {
            "violation"
        } else {
            "violations"
        };
        say(
            format!("{}{} {noun} inside", no(marks), thousands(below as u64)),
            Tone::Bad,
        );
    }
    if node.is_shadowed() {
        say("shadowed by a later duplicate".to_owned(), Tone::Warning);
    } else if node.repeats_key() {
        say(
            "repeats an earlier key; this one counts".to_owned(),
            Tone::Warning,
        );
    }
    if is_outside(node) {
        say(OUTSIDE.to_owned(), Tone::Warning);
    }
    let mut notes = Rich::default();
    for part in &parts {
        if !notes.is_empty() {
            notes.push(" · ", Tone::Dim);
        }
        notes.append(part);
    }
    notes
}

/// The document's own line: what the tree is marked with.
fn verdict(tab: &TreeTab, subject: &Subject) -> (String, Tone) {
    let marks = subject.marks;
    let Some(family) = tab.lens else {
        let state = subject.graded.facts.state;
        let text = match state {
            crate::census::State::Card => {
                "unclassified: held to no version, so nothing is marked".to_owned()
            }
            _ => format!("{state}: held to no version"),
        };
        return (text, Tone::Warning);
    };
    let which = if subject.graded.judgement.family == Some(family) {
        String::new()
    } else {
        " (not the version assigned)".to_owned()
    };
    match tab.violations.len() {
        0 => (
            format!(
                "{}passes the structural check of {family}{which}",
                yes(marks)
            ),
            Tone::Good,
        ),
        1 => (
            format!("{}1 violation under {family}{which}", no(marks)),
            Tone::Bad,
        ),
        count => (
            format!(
                "{}{} violations under {family}{which}",
                no(marks),
                thousands(count as u64)
            ),
            Tone::Bad,
        ),
    }
}

/// The line of a key that is not there: `✗ tags  missing · the 0.3.0 schema requires …`. Where it
/// does not fit, the near miss goes first, since it is what a reader cannot work out alone.
fn missing(tab: &TreeTab, found: &Violation, (room, marks): (usize, Marks)) -> Rich {
    let near = |rich: &mut Rich| {
        if let Some(near) = &found.near_miss {
            rich.push(" · near miss: \"", Tone::Warning)
                .push_outside(near, Tone::Warning, marks)
                .push("\"", Tone::Warning);
        }
    };
    let mut start = Rich::default();
    start
        .push(no(marks), Tone::Bad)
        .push_outside(last_key(&found.path), Tone::Key, marks)
        .push("  missing", Tone::Bad);
    let requires = sentence(&format!(" · {}", requires(tab, found)), Tone::Bad, marks);
    let mut whole = start.clone();
    whole.append(&requires);
    near(&mut whole);
    if whole.width() > room {
        near(&mut start);
        start.append(&requires);
        return start;
    }
    whole
}

/// The type found at a violation.
fn type_found(found: &Violation) -> &'static str {
    match found.kind {
        ViolationKind::WrongType { found } => found.as_str(),
        ViolationKind::Missing => "nothing",
    }
}

/// What the schema asks for.
fn requires(tab: &TreeTab, found: &Violation) -> String {
    let version = tab
        .lens
        .map_or("", |family| &specification().schema(family).version);
    let expected = with_article(&found.expected);
    format!("the {version} schema requires {expected}")
}

/// `a string`, `an array of string`.
pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {noun}")
}

/// The key a violation's path ends with; the schema's own keys are plain names.
pub(super) fn last_key(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// The mark of what passes.
pub(super) fn yes(marks: Marks) -> &'static str {
    match marks {
        Marks::Unicode => "✓ ",
        Marks::Ascii => "+ ",
    }
}

/// The mark of a fault.
pub(super) fn no(marks: Marks) -> &'static str {
    match marks {
        Marks::Unicode => "✗ ",
        Marks::Ascii => "x ",
    }
}

/// Whether a member has a key that no pinned schema has at its place. What stands below such a key
/// is not marked again, nor what stands in a free-form object.
pub(super) fn is_outside(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    let Some(key) = node.key() else {
        return false;
    };
    let mut around: Vec<Node<'_>> = std::iter::successors(Some(parent), Node::parent).collect();
    // The document itself is the root place.
    around.pop();
    let mut place = specification().root_place();
    for step in around.into_iter().rev() {
        let next = match step.key() {
            Some(key) => place.member(&key),
            None => place.item(),
        };
        match next {
            Some(next) => place = next,
            None => return false,
        }
    }
    !place.is_free_form() && place.member(&key).is_none()
}

/// The path of what a row shows: of a missing key's line, the path it would have.
pub(super) fn path(tab: &TreeTab, subject: &Subject, row: TreeRow) -> Option<Path> {
    let mut path = subject.document()?.node(NodeId(row.node)).path();
    if let Part::Missing(index) = row.part {
        let found = tab.violations.get(index as usize)?;
        path.segments
            .push(Segment::Key(last_key(&found.path).to_owned()));
    }
    Some(path)
}
