//! What it costs to flip a switch of the rule: all totals, all pane counts, the whole list.
//!
//! `cargo bench --bench rules` prints a line for the sample census and one for 100,000 generated
//! documents. Documents are not read again: a judgement is a function of the facts kept of each.

use cardex::census::Rules;
use cardex::corpus::{Corpus, LoadOptions, Progress, Source, load};
use cardex::query::{Facet, NothingOutside, Query, Scope, Work, survey};
use cardex::sample::{generated, jsonl_line};
use cardex::totals::Totals;
use std::error::Error;
use std::hint::black_box;
use std::io::{Cursor, Write};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let sample = corpus(vec![cardex::sample::source()?]);
    measure("the sample census", &sample)?;
    let mut text = String::new();
    for document in generated(1).take(100_000) {
        text.push_str(&jsonl_line(&document));
        text.push('\n');
    }
    let source = Source::from_reader("generated".to_owned(), None, Cursor::new(text.into_bytes()))?;
    measure("generated documents", &corpus(vec![source]))
}

fn corpus(sources: Vec<Source>) -> Corpus {
    load(sources, &LoadOptions::default(), &Progress::default())
}

/// Best of five for each switch, the slowest switch told.
fn measure(name: &str, corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let mut slowest = Duration::ZERO;
    for switch in 0..Rules::SWITCH_COUNT {
        let rules = Rules::default().with_switch(switch, true);
        let once = || {
            let start = Instant::now();
            let totals = Totals::of(corpus.rows().map(|row| row.facts()), &rules);
            let scope = Scope {
                corpus,
                rules: &rules,
                outside: &NothingOutside,
            };
            let facets = [Facet::Route, Facet::CELL, Facet::FIELD];
            let found = survey(scope, &Query::default(), &facets, &Work::default());
            black_box((totals, found));
            start.elapsed()
        };
        let best = (0..5).map(|_| once()).min().unwrap_or_default();
        slowest = slowest.max(best);
    }
    writeln!(
        std::io::stdout(),
        "{} {name}: a switch takes {:.2} ms at most",
        corpus.len(),
        slowest.as_secs_f64() * 1000.0
    )?;
    Ok(())
}
