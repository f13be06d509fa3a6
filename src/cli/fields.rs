//! `cardex fields`: every field path of a corpus.

use super::args::{FieldsArguments, FieldsFormat};
use super::inputs;
use super::outcome::Outcome;
use super::sink::{Existing, Sink};
use super::view::{Known, View, parse_query, pass};
use crate::card::{Document, Tree, parse};
use crate::corpus::Row;
use crate::error::{Error, ErrorKind, Result};
use crate::inventory::{FieldInventory, FieldLimits, FieldLine, FieldSort};
use crate::output::fields::{FieldsFormat as Form, FieldsReport};
use crate::query::{Facet, Key, Query, Selection, Sort, Work, nearest, survey};
use crate::spec::catalogue::Category;

/// Most values of a facet that stand side by side.
const MOST_BUCKETS: usize = 12;

/// Counts and writes.
pub(super) fn run(command: &FieldsArguments) -> Result<Outcome> {
    let order = order(&command.sort)?;
    let category = command.category.as_deref().map(category).transpose()?;
    let split = command.split.as_deref().map(facet).transpose()?;
    let mut query = parse_query(command.filter.as_deref())?;
    if let Some(facet) = split {
        // So that a missing verdict file is told for the split as for a query.
        query.extend(&probe(facet.key()));
    }
    let mut view = View {
        query,
        sort: Sort::default(),
        rules: command.rules,
        shows_reading: false,
    };
    let output = command.output.output.as_deref();
    inputs::refuse_output(&command.inputs, output)?;
    let mut sink = Sink::open(output, Existing::from_force(command.output.force))?;
    let loaded = inputs::load_all(&command.inputs)?;
    let known = Known::of(&loaded, &view, &command.readings)?;
    view.query = parse_query(command.filter.as_deref())?;
    let buckets = buckets(&known, &view, split)?;
    let mut inventory = FieldInventory::new(buckets.len(), FieldLimits::default());
    let mut tree = Tree::new();
    for row in loaded.corpus.rows() {
        let mut inside = (0..buckets.len())
            .filter(|&bucket| buckets[bucket].1.contains(row.id()))
            .peekable();
        if inside.peek().is_none() {
            continue;
        }
        let Some(document) = parsed(row, &mut tree) else {
            continue;
        };
        inside.for_each(|bucket| inventory.add(document, bucket));
    }
    let mut lines = inventory.lines();
    lines.retain(|line: &FieldLine| category.is_none_or(|wanted| line.category == wanted));
    order.sort(&mut lines);
    let names: Vec<String> = buckets.into_iter().map(|(name, _)| name).collect();
    let report = FieldsReport {
        inventory: &inventory,
        lines: &lines,
        buckets: &names,
    };
    let form = match command.format {
        FieldsFormat::Text => Form::Text,
        FieldsFormat::Csv => Form::Csv,
        FieldsFormat::Json => Form::Json,
        FieldsFormat::Markdown => Form::Markdown,
    };
    let written = report.write(form, &mut sink);
    sink.check(written)?;
    sink.finish()?;
    Ok(loaded.outcome)
}

/// The document of a row, parsed into a tree that is used again and again.
fn parsed<'t>(row: Row<'t>, tree: &'t mut Tree) -> Option<Document<'t>> {
    let body = row.body().filter(|_| row.problem().is_none())?;
    tree.shrink_above(1 << 20);
    parse(body, tree).ok()?;
    Some(Document::new(body, tree))
}

/// The populations that are counted side by side: all that pass, or those of each value.
fn buckets(
    known: &Known<'_>,
    view: &View,
    split: Option<Facet>,
) -> Result<Vec<(String, Selection)>> {
    let scope = known.scope(&view.rules);
    let Some(facet) = split else {
        return Ok(vec![(String::new(), pass(scope, &view.query))]);
    };
    let survey = survey(scope, &view.query, &[facet], &Work::default());
    let pane = survey.and_then(|survey| survey.panes.into_iter().next());
    let values: Vec<String> = pane
        .map(|pane| pane.buckets)
        .unwrap_or_default()
        .into_iter()
        .filter(|bucket| bucket.count > 0)
        .map(|bucket| bucket.value)
        .collect();
    if values.len() > MOST_BUCKETS {
        return Err(Error::invocation(format!(
            "--split {} has {} values here, more than {MOST_BUCKETS} can stand side by side; choose some with --where",
            facet.key(),
            values.len()
        )));
    }
    let buckets = values.into_iter().map(|value| {
        let mut query = view.query.clone();
        query.clear(facet.key());
        query.toggle(facet.key(), &value);
        let both = pass(scope, &view.query).intersection(&pass(scope, &query));
        (value, both)
    });
    Ok(buckets
        .filter(|(_, selection)| !selection.is_empty())
        .collect())
}

/// A query that asks something of the key, whatever it is.
fn probe(key: Key) -> Query {
    let value = if matches!(key, Key::Agree) {
        "yes"
    } else {
        "none"
    };
    Query::parse(&format!("{key}:{value}")).unwrap_or_default()
}

fn facet(name: &str) -> Result<Facet> {
    let given = name.trim();
    Key::from_name(given)
        .filter(|key| !matches!(key, Key::Has | Key::Empty | Key::Null | Key::Type))
        .map(Facet::Of)
        .ok_or_else(|| {
            let names = Key::ALL.into_iter().map(Key::as_str);
            let mut near = nearest(given, names, 5);
            if near.is_empty() {
                near = vec!["route", "version", "verdict", "published", "shape", "state"];
            }
            no_such("facet", given, &near)
        })
}

fn order(name: &str) -> Result<FieldSort> {
    let mut all = FieldSort::ALL.into_iter();
    all.find(|order| order.as_str() == name).ok_or_else(|| {
        let names = FieldSort::ALL.map(FieldSort::as_str);
        no_such("order of fields", name, &names)
    })
}

fn category(name: &str) -> Result<Category> {
    let wanted = name.trim().to_lowercase();
    let mut all = Category::ALL.into_iter();
    let found = all.find(|category| !wanted.is_empty() && category.label().starts_with(&wanted));
    found.ok_or_else(|| no_such("category", name, &Category::ALL.map(Category::label)))
}

fn no_such(what: &'static str, given: &str, near: &[&str]) -> Error {
    Error::new(ErrorKind::NoSuch {
        what,
        given: given.to_owned(),
        nearest: near.iter().map(|name| (*name).to_owned()).collect(),
    })
}
