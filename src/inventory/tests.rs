//! Comparisons of small cards typed here, of the sample's clouds, and of invented JSON.

mod clouds;
mod counted;
mod paired;
mod properties;

use super::*;
use crate::card::{Document, Tree};

/// A comparison of bare documents under the default options.
fn compared(bodies: &[&str]) -> Comparison {
    compared_with(bodies, &Options::default())
}

fn compared_with(bodies: &[&str], options: &Options) -> Comparison {
    let columns: Vec<_> = bodies.iter().map(|body| column(body)).collect();
    compare(&columns, options).expect("2 to 12 columns")
}

fn column(body: &str) -> Column<'_> {
    Column {
        name: "card",
        host: "a.example",
        path: "/.well-known/agent-card.json",
        body: body.as_bytes(),
        facts: None,
    }
}

/// Every row as `path state cell | cell`.
fn lines(comparison: &Comparison) -> Vec<String> {
    comparison
        .rows()
        .map(|id| {
            let cells: Vec<_> = (0..comparison.column_count())
                .map(|column| comparison.cell(id, column).notation().into_owned())
                .collect();
            let state = comparison.row(id).state.as_str();
            format!("{} {state} {}", comparison.path(id), cells.join(" | "))
        })
        .collect()
}

fn row(comparison: &Comparison, path: &str) -> RowId {
    comparison
        .rows()
        .find(|&id| comparison.path(id) == path)
        .unwrap_or_else(|| panic!("no row '{path}' in {:#?}", lines(comparison)))
}

fn with<T>(text: &str, look: impl FnOnce(Document<'_>) -> T) -> T {
    let tree = Tree::from_bytes(text.as_bytes()).expect("the test's own JSON");
    look(Document::new(text.as_bytes(), &tree))
}
