//! A synthetic census, made the same way every time: the corpus `cardex` opens when it is given none.
//!
//! It exists so that the program can be tried, tested and measured without anybody's documents.
//! The documents are invented; their *number* of each make is chosen so that the report over
//! them gives the totals of a published census of 661 documents from 2,164 hosts. Nothing
//! here reads the clock, the disk or the program's own rules: a fault in the rules cannot hide in it.
//!
//! ```text
//! plan ─────► card, others ─────► print ─────► census ─────► to_jsonl, frame_csv
//! (how many   (a tree each,       (exact       (crawl order, (bytes)
//!  of which)   words: trades)      text)        frame)
//! ```

mod card;
pub mod clouds;
mod extras;
mod files;
mod frame;
mod generated;
mod json;
mod lacks;
mod others;
mod plan;
mod print;
mod random;
mod skills;
mod trades;
mod vendor;

#[cfg(test)]
mod tests;

pub use files::{NAME, files, frame_source, source, verdict_source};
pub use frame::FrameRow;
pub use generated::generated;

use card::{Detail, Setting};
use frame::{CURRENT_PATH, Found, HOST_COUNT, LEGACY_COUNT, LEGACY_PATH};
use json::{Json, Layout, Object};
use plan::{Declares, Lack, Make, Reached};
use print::{ODDITIES, Oddity};
use random::Random;
use trades::{Tongue, Trade};

/// Decides every invented detail; another number gives another census with the same totals.
const SEED: u64 = 0x00ca_4dec_5eed;

/// One document as it was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleDocument {
    /// The host it was fetched from.
    pub host: String,
    /// The path it was fetched from.
    pub path: String,
    /// The HTTP status of the answer.
    pub status: u16,
    /// The instant of the answer in RFC 3339, UTC.
    pub fetched_at: String,
    /// Names and values of the answer's headers as sent; empty where they were not kept.
    pub headers: Vec<(String, String)>,
    /// The exact text of the answer, a byte order mark included.
    pub body: String,
}

/// A corpus and the frame it was collected from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The documents in the order they were fetched.
    pub documents: Vec<SampleDocument>,
    /// Every request, in the order they were sent.
    pub frame: Vec<FrameRow>,
}

/// The synthetic census: 661 documents, 3,750 requests to 2,164 hosts.
pub fn census() -> Census {
    let trades = trades::all();
    let mut random = Random::new(SEED);
    let mut orders = orders(&trades, &mut random);
    let chosen: Vec<&Trade> = orders.iter().map(|order| order.trade).collect();
    let hosts = frame::host_names(&chosen, &trades, &mut random);
    for (order, host) in orders.iter_mut().zip(&hosts) {
        order.host.clone_from(host);
    }

    // What is found at each host; two cards were recognised and could not be read a second time.
    let mut found: Vec<Found> = orders.iter().map(|order| order.found).collect();
    found.extend([Found::Current, Found::Legacy]);
    found.resize(HOST_COUNT, Found::Nothing);
    let mut crawl: Vec<usize> = (0..HOST_COUNT).collect();
    random.shuffle(&mut crawl);

    let mut census = Census {
        documents: Vec::new(),
        frame: Vec::new(),
    };
    let mut seconds = 6 * 3_600;
    for host in crawl {
        seconds += random.next() % 9;
        census
            .frame
            .extend(frame::requests(&hosts[host], found[host], &mut random));
        if let Some(order) = orders.get(host) {
            census.documents.push(order.document(host, seconds));
        }
    }
    census
}

/// What is decided about a document before it is written.
struct Order<'trades> {
    make: Make,
    trade: &'trades Trade,
    host: String,
    found: Found,
    oddity: Option<Oddity>,
    detail: Option<Detail>,
}

fn orders<'trades>(trades: &'trades [Trade], random: &mut Random) -> Vec<Order<'trades>> {
    let mut orders: Vec<Order<'trades>> = plan::makes()
        .into_iter()
        .map(|make| Order {
            make,
            trade: any_trade(trades, random),
            host: String::new(),
            found: Found::Current,
            oddity: None,
            detail: None,
        })
        .collect();

    // The legacy path is where old cards are; the order among equals is chance.
    let mut by_age: Vec<(usize, usize)> = orders
        .iter()
        .enumerate()
        .map(|(position, order)| (likely_legacy(order.make) + random.below(100), position))
        .collect();
    by_age.sort_unstable_by(|left, right| right.cmp(left));
    for (_, position) in by_age.iter().take(LEGACY_COUNT) {
        orders[*position].found = Found::Legacy;
    }

    let mut whole: Vec<usize> = (0..orders.len())
        .filter(|at| is_whole(orders[*at].make) && orders[*at].trade.tongue == Tongue::English)
        .collect();
    random.shuffle(&mut whole);
    let mut whole = whole.into_iter();
    let oddities = ODDITIES
        .iter()
        .flat_map(|(oddity, count)| std::iter::repeat_n(*oddity, *count));
    for (oddity, position) in oddities.zip(whole.by_ref()) {
        orders[position].oddity = Some(oddity);
    }
    // A few catalogues that list everything; their trades have the jobs for it.
    for position in whole.take(2) {
        orders[position].detail = Some(Detail::Exhaustive);
    }
    orders
}

/// Mostly one whose texts are in English.
fn any_trade<'trades>(trades: &'trades [Trade], random: &mut Random) -> &'trades Trade {
    let tongue = if random.chance(78) {
        Tongue::English
    } else {
        Tongue::Other
    };
    let speaking: Vec<&Trade> = trades
        .iter()
        .filter(|trade| trade.tongue == tongue)
        .collect();
    random.pick(&speaking)
}

/// How much, in 100, speaks for the path used before 0.3.0.
fn likely_legacy(make: Make) -> usize {
    match make {
        Make::Card(recipe, _) => match (recipe.declares, recipe.reached) {
            (Declares::Version(names), _) if names.iter().any(|name| name.starts_with("0.2")) => 85,
            (Declares::Nothing, Reached::Url) => 50,
            (_, Reached::Url) => 12,
            _ => 2,
        },
        Make::Other(..) => 40,
    }
}

/// Whether a document is a card with a description to hide something in.
fn is_whole(make: Make) -> bool {
    matches!(make, Make::Card(recipe, _) if !recipe.lacks.contains(&Lack::Description) && !recipe.lacks.contains(&Lack::Skills))
}

impl Order<'_> {
    fn document(&self, index: usize, seconds: u64) -> SampleDocument {
        let mut random = Random::for_document(SEED, index as u64);
        let detail = self.detail.unwrap_or_else(|| {
            random.pick(&[
                Detail::Sparse,
                Detail::Plain,
                Detail::Plain,
                Detail::Plain,
                Detail::Rich,
                Detail::Rich,
            ])
        });
        let mut setting = Setting {
            host: self.host.clone(),
            trade: self.trade,
            skill_count: skill_count(detail, &mut random),
            random,
            detail,
        };
        let document = match self.make {
            Make::Card(recipe, nth) => Json::Map(card::build(recipe, nth, &mut setting)),
            Make::Other(kind, nth) => others::build(kind, nth, &mut setting),
        };
        let mut random = setting.random;
        let layout = match self.detail {
            // Indented, these would outgrow every card one meets.
            Some(Detail::Exhaustive) => Layout::SPACED,
            _ => print::any_layout(&mut random),
        };
        let path = match self.found {
            Found::Legacy => LEGACY_PATH,
            Found::Current | Found::Nothing => CURRENT_PATH,
        };
        SampleDocument {
            host: setting.host,
            path: path.to_owned(),
            status: 200,
            fetched_at: time_of_day(seconds),
            headers: headers(&document, &mut random),
            body: print::print(document, layout, self.oddity, &mut random),
        }
    }
}

fn skill_count(detail: Detail, random: &mut Random) -> usize {
    match (detail, random.below(100)) {
        (Detail::Exhaustive, _) => 40,
        (_, 0..16) => 1,
        (_, 16..58) => random.between(2, 4),
        (_, 58..85) => random.between(5, 8),
        (_, 85..97) => random.between(9, 14),
        _ => random.between(15, 30),
    }
}

fn headers(document: &Json, random: &mut Random) -> Vec<(String, String)> {
    let extensions = extras::extension_uris(document);
    let announced = !extensions.is_empty() && random.chance(50);
    if !announced && random.chance(45) {
        return Vec::new();
    }
    let content_type = random.pick(&[
        "application/json",
        "application/json",
        "application/json; charset=utf-8",
        "text/plain; charset=utf-8",
    ]);
    let server = random.pick(&["nginx", "nginx/1.27.1", "uvicorn", "Caddy", "edge"]);
    let mut headers = vec![
        ("content-type".to_owned(), content_type.to_owned()),
        ("server".to_owned(), server.to_owned()),
    ];
    if random.chance(30) {
        headers.push(("etag".to_owned(), format!("\"{}\"", random.hex(16))));
    }
    if announced {
        headers.push(("X-A2A-Extensions".to_owned(), extensions.join(", ")));
    }
    headers
}

/// RFC 3339 on the day of the collection; after midnight the clock starts again.
fn time_of_day(seconds: u64) -> String {
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("2026-10-12T{hour:02}:{minute:02}:{second:02}Z")
}

/// One envelope, without a line end.
pub fn jsonl_line(document: &SampleDocument) -> String {
    let mut envelope = Object::default()
        .with("host", Json::text(document.host.as_str()))
        .with("path", Json::text(document.path.as_str()))
        .with("status", Json::number(document.status))
        .with("fetched_at", Json::text(document.fetched_at.as_str()));
    if !document.headers.is_empty() {
        let mut headers = Object::default();
        for (name, value) in &document.headers {
            headers.set(name, Json::text(value.as_str()));
        }
        envelope.set("headers", Json::Map(headers));
    }
    envelope.set("body", Json::text(document.body.as_str()));
    json::write(&Json::Map(envelope), Layout::COMPACT)
}

/// A corpus of envelopes, one a line, each line ended.
pub fn to_jsonl(documents: &[SampleDocument]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for document in documents {
        bytes.extend_from_slice(jsonl_line(document).as_bytes());
        bytes.push(b'\n');
    }
    bytes
}

/// A frame file: `host,path,status,is_card`, a request a row; status 0 is a request without answer.
pub fn frame_csv(rows: &[FrameRow]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let takes_all = "a Vec takes every byte, and every record has four fields";
    writer
        .write_record(["host", "path", "status", "is_card"])
        .expect(takes_all);
    for row in rows {
        let status = row.status.to_string();
        let is_card = if row.is_card { "true" } else { "false" };
        writer
            .write_record([row.host.as_str(), row.path.as_str(), &status, is_card])
            .expect(takes_all);
    }
    writer.into_inner().expect(takes_all)
}
