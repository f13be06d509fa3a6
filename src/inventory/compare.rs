//! The step from cards to a comparison.

use super::align::MOST_COLUMNS;
use super::axes::axes;
use super::comparison::{Comparison, Side};
use super::fields::{FieldInventory, FieldLimits};
use super::identity::CardIdentity;
use super::row::{Row, RowState};
use super::rows::{Written, write_rows};
use super::silent::silent_changes;
use super::{Column, Options, WrongColumnCount};
use crate::card::{Document, Tree};
use crate::spec::JsonType;
use std::collections::BTreeSet;

/// Lays cards side by side.
///
/// # Errors
/// When there are fewer than 2 or more than [`MOST_COLUMNS`] columns. A column that is no card is
/// no error: its identity says what it is, and its cells are absent.
pub fn compare(columns: &[Column<'_>], options: &Options) -> Result<Comparison, WrongColumnCount> {
    if !(2..=MOST_COLUMNS).contains(&columns.len()) {
        return Err(WrongColumnCount(columns.len()));
    }
    let mut sides = Vec::with_capacity(columns.len());
    let mut identities = Vec::with_capacity(columns.len());
    let mut fields = FieldInventory::new(columns.len(), FieldLimits::default());
    for (index, column) in columns.iter().enumerate() {
        let bytes = column.body.to_vec();
        let (tree, problem) = match Tree::from_bytes(&bytes) {
            Ok(tree) => (Some(tree), None),
            Err(error) => (None, Some(error)),
        };
        let document = tree.as_ref().map(|tree| Document::new(&bytes, tree));
        identities.push(CardIdentity::read(column, document, problem, options.rules));
        if let Some(document) = document {
            fields.add(document, index);
        }
        sides.push(Side { bytes, tree });
    }
    tell_names_apart(&mut identities);
    let documents: Vec<_> = sides.iter().map(Side::document).collect();
    let mut written = write_rows(&documents, options);
    settle(&mut written);
    let shows_document = documents
        .iter()
        .flatten()
        .any(|document| document.root().kind() != JsonType::Object);
    let axes = axes(&documents, &identities, &fields);
    let silent = silent_changes(&documents, &identities);
    Ok(Comparison {
        identities,
        options: options.clone(),
        rows: written.rows,
        cells: written.cells,
        relations: written.relations,
        shows_document,
        axes,
        fields,
        silent,
        sides,
    })
}

/// Gives columns of one name a number from the second on: `a.example (2)`.
fn tell_names_apart(identities: &mut [CardIdentity]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for identity in identities {
        let mut name = identity.name.clone();
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{} ({number})", identity.name);
            number += 1;
        }
        identity.name = name;
    }
}

/// Says of every container whether anything in it differs, and closes the ranges of rows.
fn settle(written: &mut Written) {
    let Written {
        rows,
        relations,
        parents,
        ..
    } = written;
    let stride = relations.len() / rows.len().max(1);
    let below = |state: RowState| state.min(RowState::Different);
    for child in (1..rows.len()).rev() {
        let parent = parents[child] as usize;
        let found: Row = rows[child];
        rows[parent].state = rows[parent].state.max(below(found.state));
        rows[parent].end = rows[parent].end.max(found.end);
        for column in 0..stride {
            let found = below(relations[child * stride + column]);
            let known = &mut relations[parent * stride + column];
            *known = found.max(*known);
        }
    }
}
