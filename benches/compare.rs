//! What it costs to lay big cards side by side, and to count the fields of a corpus.
//!
//! `cargo bench --bench compare` prints one line per measurement: the best of five. Nothing here
//! passes or fails; README states what was measured.

use cardex::card::{Document, Tree};
use cardex::inventory::{Column, FieldInventory, FieldLimits, Options, compare};
use cardex::sample::generated;
use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

/// A card of about 1 MB with 2,000 skills; another number gives another order and other texts in
/// one skill of ten.
fn card(number: usize) -> String {
    let mut skills: Vec<String> = (0..2_000)
        .map(|skill| {
            let edition = if skill % 10 == 0 { number } else { 0 };
            format!(
                r#"{{"id":"skill-{skill}","name":"Skill {skill}","description":"{} {edition}","tags":["a","b{edition}","c"],"examples":["one","two"]}}"#,
                "A sentence on what this skill is for. ".repeat(10),
            )
        })
        .collect();
    let half = skills.len() / 2;
    skills.rotate_left(number * 7 % half);
    format!(
        r#"{{"name":"big","description":"","version":"1","skills":[{}]}}"#,
        skills.join(",")
    )
}

fn best(mut run: impl FnMut() -> usize) -> (Duration, usize) {
    (0..5)
        .map(|_| {
            let start = Instant::now();
            let result = run();
            (start.elapsed(), result)
        })
        .min()
        .unwrap_or_default()
}

fn compared(bodies: &[String]) -> usize {
    let columns: Vec<_> = bodies
        .iter()
        .map(|body| Column {
            name: "big",
            host: "",
            path: "",
            body: body.as_bytes(),
            facts: None,
        })
        .collect();
    compare(&columns, &Options::default()).map_or(0, |comparison| comparison.rows().count())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    let cards: Vec<String> = (0..12).map(card).collect();
    let lengths: usize = cards.iter().map(String::len).sum();
    writeln!(out, "12 cards, {} bytes on average", lengths / cards.len())?;
    for count in [2, 3, 12] {
        let (time, rows) = best(|| compared(&cards[..count]));
        writeln!(
            out,
            "compare {count:>2} columns  {time:>10.1?}  {rows} rows"
        )?;
    }
    let items: Vec<String> = (0..100_000).map(|_| r#"{"id":"x"}"#.to_owned()).collect();
    let hostile = format!(r#"{{"skills":[{}]}}"#, items.join(","));
    let (time, rows) = best(|| compared(&[hostile.clone(), hostile.clone()]));
    writeln!(out, "100,000 skills of one id  {time:>10.1?}  {rows} rows")?;

    let documents: Vec<_> = generated(7).take(20_000).collect();
    let (time, fields) = best(|| {
        let mut inventory = FieldInventory::new(2, FieldLimits::default());
        let mut tree = Tree::new();
        for (index, document) in documents.iter().enumerate() {
            let body = document.body.as_bytes();
            if cardex::card::parse(body, &mut tree).is_ok() {
                inventory.add(Document::new(body, &tree), index % 2);
            }
        }
        inventory.lines().len()
    });
    writeln!(
        out,
        "fields of 20,000 documents  {time:>10.1?}  {fields} paths"
    )?;
    Ok(())
}
