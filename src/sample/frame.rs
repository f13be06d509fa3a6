//! Every request of the collection: the hosts that serve a card and the many more that do not.

use super::random::Random;
use super::trades::Trade;

/// Where agents publish a card since 0.3.0.
pub(super) const CURRENT_PATH: &str = "/.well-known/agent-card.json";
/// Where they did before.
pub(super) const LEGACY_PATH: &str = "/.well-known/agent.json";

/// All hosts that were asked.
pub(super) const HOST_COUNT: usize = 2_164;
/// Documents of the corpus that were found at the legacy path; the others are from the current one.
pub(super) const LEGACY_COUNT: usize = 84;

/// One request and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameRow {
    /// The host that was asked.
    pub host: String,
    /// The path that was asked for.
    pub path: String,
    /// The HTTP status of the answer; 0 where there was none.
    pub status: u16,
    /// Whether the answer was recognised as an agent card.
    pub is_card: bool,
}

/// What was found at a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A card at the current path; the legacy one was then not asked for.
    Current,
    /// A card at the legacy path only.
    Legacy,
    Nothing,
}

/// `count` host names that are all different: a word of a trade and a number of its own.
///
/// The first of `trades` names the first host, and so on; beyond its end they are taken at random.
pub(super) fn host_names(trades: &[&Trade], all: &[Trade], random: &mut Random) -> Vec<String> {
    let mut numbers: Vec<usize> = (1..=HOST_COUNT).collect();
    random.shuffle(&mut numbers);
    numbers
        .into_iter()
        .enumerate()
        .map(|(position, number)| {
            let trade = match trades.get(position) {
                Some(trade) => trade,
                None => &all[random.below(all.len())],
            };
            let word = random.pick(&trade.host_words);
            match random.below(20) {
                0 => format!("agent.{word}-{number:04}.example"),
                1 => format!("api.{word}-{number:04}.example"),
                _ => format!("{word}-{number:04}.example"),
            }
        })
        .collect()
}

/// The requests to one host, in the order they were sent.
pub(super) fn requests(host: &str, found: Found, random: &mut Random) -> Vec<FrameRow> {
    let row = |path: &str, status, is_card| FrameRow {
        host: host.to_owned(),
        path: path.to_owned(),
        status,
        is_card,
    };
    if found == Found::Current {
        return vec![row(CURRENT_PATH, 200, true)];
    }
    let first = failure(random);
    let second = match (found, first) {
        (Found::Legacy, _) => {
            return vec![row(CURRENT_PATH, 404, false), row(LEGACY_PATH, 200, true)];
        }
        // What ails a whole host ails both of its paths.
        (_, 0 | 401 | 403 | 429 | 502 | 503 | 530) if random.chance(92) => first,
        (_, 404 | 200) if random.chance(97) => first,
        _ => failure(random),
    };
    vec![
        row(CURRENT_PATH, first, false),
        row(LEGACY_PATH, second, false),
    ]
}

/// A status of an answer that was no card: 200 is a web page, 0 no answer at all.
fn failure(random: &mut Random) -> u16 {
    match random.below(1_000) {
        0..610 => 404,
        610..755 => 200,
        755..830 => 0,
        830..865 => 403,
        865..895 => 402,
        895..915 => 401,
        915..935 => 405,
        935..950 => 500,
        950..965 => 502,
        965..975 => 503,
        975..983 => 530,
        983..988 => 429,
        988..993 => 410,
        993..997 => 308,
        _ => 400,
    }
}
