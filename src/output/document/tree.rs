//! A document as an indented tree, in the order served.
//!
//! A flat list of lines made without recursion. What an object lacks stands on lines of its own
//! before its members; a fault of a value stands behind the value.

use crate::card::{Document, Node, NodeId, is_plain_key};
use crate::census::{Graded, Violation};
use crate::spec::JsonType;
use crate::spec::catalogue::Place;
use crate::spec::specification;
use crate::text::{clean, hidden};
use std::io::{self, Write};

/// Levels that are indented; what is deeper says how deep it is.
const DEEPEST: usize = 40;

/// One line of a tree. Texts are cleaned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeLine {
    /// The value, or the object that lacks a key.
    pub node: NodeId,
    /// Levels below the document.
    pub depth: usize,
    /// Whether it is at fault.
    pub is_fault: bool,
    /// Key and value, or the key that is missing.
    pub text: String,
    /// What there is to say of it: faults, near misses, duplicates, hidden characters.
    pub remarks: Vec<String>,
}

/// The lines of a document, marked with the violations it was graded with.
pub fn tree_lines<'a>(
    document: Document<'a>,
    graded: &'a Graded,
) -> impl Iterator<Item = TreeLine> + 'a {
    let mut by_node: Vec<&Violation> = graded.violations.iter().collect();
    by_node.sort_by_key(|violation| violation.node);
    let has_hidden = graded.facts.hidden_count > 0;
    let is_card = document.root().kind() == JsonType::Object;
    let mut open: Vec<Open<'static>> = Vec::new();
    document.nodes().flat_map(move |node| {
        while open.last().is_some_and(|open| open.end <= node.id().0) {
            open.pop();
        }
        let place = match open.last() {
            None => is_card.then(|| specification().root_place()),
            Some(open) => open.place.and_then(|place| match node.key() {
                Some(key) => place.member(&key),
                None => place.item(),
            }),
        };
        let parent_place = open.last().and_then(|open| open.place);
        let depth = open.len();
        let from = by_node.partition_point(|violation| violation.node < node.id());
        let here: Vec<&Violation> = by_node
            .iter()
            .skip(from)
            .take_while(|violation| violation.node == node.id())
            .copied()
            .collect();
        let is_outside = is_card && place.is_none() && node.has_key() && parent_place.is_some();
        let lines = lines_of(node, depth, &here, (is_outside, has_hidden));
        if node.is_container() {
            open.push(Open {
                end: node.subtree_end().0,
                place,
            });
        }
        lines
    })
}

struct Open<'s> {
    end: u32,
    place: Option<Place<'s>>,
}

fn lines_of(
    node: Node<'_>,
    depth: usize,
    violations: &[&Violation],
    (is_outside, has_hidden): (bool, bool),
) -> Vec<TreeLine> {
    let is_missing = |violation: &&&Violation| violation.kind.as_str() == "missing";
    let own = violations.iter().find(|violation| !is_missing(violation));
    let mut remarks = Vec::new();
    if let Some(fault) = own {
        remarks.push(format!("the schema asks for {}", fault.expected));
    }
    if is_outside {
        remarks.push("outside the spec".to_owned());
    }
    if node.is_shadowed() {
        remarks.push("a later duplicate counts".to_owned());
    } else if node.repeats_key() {
        remarks.push("duplicate key, this one counts".to_owned());
    }
    if has_hidden {
        remarks.extend(hidden_remarks(node));
    }
    let mut lines = vec![TreeLine {
        node: node.id(),
        depth,
        is_fault: own.is_some(),
        text: shown(node),
        remarks,
    }];
    lines.extend(violations.iter().filter(is_missing).map(|violation| {
        let mut remarks = vec![format!("missing; expected {}", violation.expected)];
        if let Some(near) = &violation.near_miss {
            remarks.push(format!("near miss: '{}'", clean(near)));
        }
        let key = violation.path.rsplit('.').next().unwrap_or_default();
        TreeLine {
            node: node.id(),
            depth: depth + 1,
            is_fault: true,
            text: key.to_owned(),
            remarks,
        }
    }));
    lines
}

/// Key and value on one line, cleaned.
fn shown(node: Node<'_>) -> String {
    let count = node.child_count();
    let value = match node.kind() {
        JsonType::Object => format!("{{{count}}}"),
        JsonType::Array => format!("[{count}]"),
        _ => clean(&String::from_utf8_lossy(node.raw())).into_owned(),
    };
    match (node.key(), node.parent()) {
        (Some(key), _) if is_plain_key(&key) => format!("{key}: {value}"),
        (Some(key), _) => {
            let quoted = serde_json::Value::from(&*key).to_string();
            format!("{}: {value}", clean(&quoted))
        }
        (None, Some(_)) => format!("{}: {value}", node.index()),
        (None, None) => value,
    }
}

fn hidden_remarks(node: Node<'_>) -> Vec<String> {
    let key = node.key();
    let text = node.text();
    let texts = [key.as_deref(), text.as_deref()].into_iter().flatten();
    texts
        .flat_map(hidden)
        .take(8)
        .map(|hidden| match hidden.decoded {
            Some(text) => format!("hidden text: '{}'", clean(&text)),
            None => format!("hidden: {}", hidden.name),
        })
        .collect()
}

/// Writes the tree for a terminal.
///
/// # Errors
/// When the writer refuses.
pub fn write_tree(document: Document<'_>, graded: &Graded, out: &mut dyn Write) -> io::Result<()> {
    for line in tree_lines(document, graded) {
        let indent = "  ".repeat(line.depth.min(DEEPEST));
        let mark = if line.is_fault { "✗ " } else { "  " };
        let level = if line.depth > DEEPEST {
            format!("(level {}) ", line.depth)
        } else {
            String::new()
        };
        let remarks: String = line
            .remarks
            .iter()
            .map(|remark| format!("  · {remark}"))
            .collect();
        writeln!(out, "{mark}{indent}{level}{}{remarks}", line.text)?;
    }
    Ok(())
}
