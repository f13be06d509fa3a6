//! The line under the cursor in words: for the part below the lines, for a box, to be copied.

use super::{Fields, Line, types};
use crate::output::table::thousands;
use crate::spec::explain::{explain_field, nearest_fields};
use crate::tui::keymap::Yank;
use crate::tui::message::Effect;
use crate::tui::state::Reply;

impl Fields {
    /// What the part below the lines says of a line.
    #[must_use]
    pub fn about(&self, line: Line) -> Vec<String> {
        let Line::Field(position) = line else {
            return match line {
                Line::Unserved(path) => self.explanation(Line::Unserved(path)),
                Line::Nobody => vec![
                    "The specification has these fields and no document shown does; only the outermost are listed.".to_owned(),
                ],
                _ => vec!["Paths of this category, in the order of the specification.".to_owned()],
            };
        };
        let Some(field) = self.field(position) else {
            return Vec::new();
        };
        let total = field.total();
        let required: Vec<&str> = field.required_by().map(|family| family.as_str()).collect();
        let required = match required.as_slice() {
            [] => "required by no version".to_owned(),
            some => format!("required by {}", some.join(", ")),
        };
        let at_most = if field.is_at_most { "at most " } else { "" };
        let mut said = vec![format!(
            "{}; {required}; documents {at_most}{}, values {}",
            field.category,
            thousands(total.documents),
            thousands(total.occurrences),
        )];
        let kinds: Vec<String> = types(field)
            .into_iter()
            .map(|(kind, documents)| {
                let values = total.occurrences_of(kind);
                if values == documents {
                    return format!("{kind} {}", thousands(documents));
                }
                let values = thousands(values);
                format!("{kind} {} ({values} values)", thousands(documents))
            })
            .collect();
        said.push(format!("types by documents: {}", kinds.join(", ")));
        if !field.examples.is_empty() {
            said.push(format!("for example {}", field.examples.join("  ")));
        }
        if field.is_cut {
            said.push("What lies deeper in it was not counted.".to_owned());
        }
        said
    }

    pub(super) fn explanation(&self, line: Line) -> Vec<String> {
        let path = match line {
            Line::Category(_) | Line::Nobody => return self.about(line),
            other => self.label(other),
        };
        match explain_field(&path) {
            Some(explanation) => explanation.to_string().lines().map(str::to_owned).collect(),
            None => {
                let near = nearest_fields(&path);
                let mut said =
                    vec!["No pinned schema has this field: it is outside the spec.".to_owned()];
                if !near.is_empty() {
                    said.push(format!("Near to it: {}.", near.join(", ")));
                }
                said
            }
        }
    }

    pub(super) fn yank(&self, what: Yank) -> Vec<Reply> {
        let Some(line) = self.current() else {
            return Vec::new();
        };
        let (text, what) = match (what, line) {
            (Yank::Row, Line::Field(position)) => {
                let Some(field) = self.field(position) else {
                    return Vec::new();
                };
                let total = field.total();
                let kinds: Vec<String> = types(field)
                    .into_iter()
                    .map(|(kind, count)| format!("{kind} {count}"))
                    .collect();
                let cells = [
                    field.path.clone(),
                    total.documents.to_string(),
                    total.occurrences.to_string(),
                    kinds.join(", "),
                ];
                (cells.join("\t"), "row")
            }
            (Yank::Value, Line::Field(position)) => {
                let field = self.field(position);
                let example = field.and_then(|field| field.examples.first().cloned());
                (example.unwrap_or_default(), "example")
            }
            _ => (self.label(line), "path"),
        };
        vec![Reply::Effect(Effect::CopyText {
            text,
            what: what.to_owned(),
        })]
    }
}
