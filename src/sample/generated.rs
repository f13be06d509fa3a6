//! An endless corpus for measuring: documents of about 3 KB that gzip shrinks to about a third.
//!
//! The census' own texts come from short word lists and would shrink far more than real documents
//! do, which would make decompression look free. Invented prose, keys and signatures make up for it.

use super::SampleDocument;
use super::card::{self, Detail, Setting};
use super::extras;
use super::frame::{CURRENT_PATH, LEGACY_PATH};
use super::json::{Json, Layout, Object, write};
use super::others;
use super::plan::{Make, makes};
use super::random::Random;
use super::trades::{self, Trade};
use super::vendor;

/// Documents without end, the same for the same `seed`; every host is another.
///
/// Routes and verdicts occur in the proportions of the sample census.
pub fn generated(seed: u64) -> impl Iterator<Item = SampleDocument> {
    let generator = Generator {
        seed,
        trades: trades::all(),
        makes: makes(),
    };
    (0_u64..).map(move |index| generator.document(index))
}

struct Generator {
    seed: u64,
    trades: Vec<Trade>,
    makes: Vec<Make>,
}

impl Generator {
    fn document(&self, index: u64) -> SampleDocument {
        let mut random = Random::for_document(self.seed, index);
        let trade = &self.trades[random.below(self.trades.len())];
        let make = random.pick(&self.makes);
        let host = format!("{}-{index}.example", random.pick(&trade.host_words));
        let path = if random.chance(13) {
            LEGACY_PATH
        } else {
            CURRENT_PATH
        };
        let detail = random.pick(&[Detail::Sparse, Detail::Plain, Detail::Plain, Detail::Rich]);
        let skill_count = random.between(1, 9);
        let mut setting = Setting {
            host,
            trade,
            random,
            skill_count,
            detail,
        };
        let mut document = match make {
            Make::Card(recipe, nth) => Json::Map(card::build(recipe, nth, &mut setting)),
            Make::Other(kind, nth) => others::build(kind, nth, &mut setting),
        };
        let mut random = setting.random;
        if let Some(object) = document.as_map_mut() {
            enrich(object, &setting.host, &mut random);
        }
        let layout = random.pick(&[
            Layout::COMPACT,
            Layout::COMPACT,
            Layout::SPACED,
            Layout::indented("  "),
        ]);
        SampleDocument {
            path: path.to_owned(),
            status: 200,
            fetched_at: super::time_of_day(index),
            headers: Vec::new(),
            body: write(&document, layout),
            host: setting.host,
        }
    }
}

/// Adds what no word list repeats, and nothing that a required field could be mistaken for.
fn enrich(object: &mut Object, host: &str, random: &mut Random) {
    for skill in object.objects_mut("skills") {
        skill.set("x-notes", Json::text(prose(random, 6)));
    }
    object.set("x-about", Json::text(prose(random, 150)));
    object.set("x-wallet", Json::text(vendor::address(random)));
    if random.chance(40) {
        object.set(
            "signatures",
            Json::List(vec![extras::signature(host, random)]),
        );
    }
}

/// `count` words made of syllables, with commas and full stops.
fn prose(random: &mut Random, count: usize) -> String {
    const STARTS: [&str; 16] = [
        "b", "br", "d", "f", "g", "gl", "h", "k", "l", "m", "n", "p", "s", "st", "t", "v",
    ];
    const ENDS: [&str; 12] = [
        "a", "e", "i", "o", "u", "an", "el", "in", "or", "us", "et", "ia",
    ];
    let mut text = String::new();
    for position in 0..count {
        if position > 0 {
            text.push_str(random.pick(&[" ", " ", " ", " ", " ", ", ", ". "]));
        }
        for _ in 0..random.between(1, 3) {
            text.push_str(random.pick(&STARTS));
            text.push_str(random.pick(&ENDS));
        }
    }
    text.push('.');
    text
}
