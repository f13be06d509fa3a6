//! A whole agent card: everything its recipe's version requires, then what the recipe takes away.

use super::extras;
use super::json::{Json, Object};
use super::lacks;
use super::plan::{Declares, Reached, Recipe};
use super::random::Random;
use super::skills;
use super::trades::{Tongue, Trade};

/// Who publishes the document, and what it is made with.
#[derive(Debug)]
pub(super) struct Setting<'trades> {
    pub(super) host: String,
    pub(super) trade: &'trades Trade,
    pub(super) random: Random,
    pub(super) skill_count: usize,
    pub(super) detail: Detail,
}

/// How much a card says beyond what it must.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Detail {
    /// Next to nothing.
    Sparse,
    Plain,
    /// Examples, schemas and vendor fields.
    Rich,
    /// A skill catalogue with input and output schemas: tens of kilobytes.
    Exhaustive,
}

/// Which generation's field names and habits a card follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    Old,
    New,
}

/// The card of the recipe's `nth` document.
pub(super) fn build(recipe: &Recipe, nth: usize, setting: &mut Setting<'_>) -> Object {
    let era = match recipe.reached {
        Reached::Url => Era::Old,
        Reached::Interfaces => Era::New,
        Reached::UrlAndInterfaces => setting.random.pick(&[Era::Old, Era::New]),
    };
    let mut card = Object::default();
    declare(&mut card, recipe.declares, nth);
    card.set("name", Json::text(agent_name(setting)));
    card.set("description", Json::text(description(setting)));
    reach(&mut card, recipe, era, setting);
    card.set("version", Json::text(version(&mut setting.random)));
    card.set("capabilities", extras::capabilities(era, setting));
    let (input, output) = skills::modes(&mut setting.random);
    card.set("defaultInputModes", Json::texts(input));
    card.set("defaultOutputModes", Json::texts(output));
    card.set("skills", Json::List(skills::list(setting)));
    extras::add_provider(&mut card, recipe.lacks, setting);
    for lack in recipe.lacks {
        lacks::apply(*lack, &mut card, &mut setting.random);
    }
    if recipe.declares == Declares::Nothing {
        extras::add_version_elsewhere(&mut card, &mut setting.random);
    }
    extras::add(&mut card, era, setting);
    reorder(&mut card, &mut setting.random);
    card
}

fn declare(card: &mut Object, declares: Declares, nth: usize) {
    match declares {
        Declares::Nothing => {}
        Declares::Context => {
            let context = "https://a2a-protocol.org/v1/agent-card.jsonld";
            card.set("@context", Json::text(context));
        }
        Declares::Version(choices) => {
            card.set("protocolVersion", Json::text(choices[nth % choices.len()]));
        }
    }
}

fn reach(card: &mut Object, recipe: &Recipe, era: Era, setting: &mut Setting<'_>) {
    let host = setting.host.clone();
    let random = &mut setting.random;
    let url = endpoint(&host, random);
    if recipe.reached != Reached::Interfaces {
        card.set("url", Json::text(url.clone()));
        let wants_transport =
            matches!(recipe.declares, Declares::Version(names) if names.contains(&"0.3.0"));
        if random.chance(if wants_transport { 70 } else { 15 }) {
            let transport = random.pick(&["JSONRPC", "JSONRPC", "JSONRPC", "HTTP+JSON", "GRPC"]);
            card.set("preferredTransport", Json::text(transport));
        }
    }
    if recipe.reached == Reached::Url {
        if random.chance(12) {
            card.set(
                "additionalInterfaces",
                additional_interfaces(&url, &host, random),
            );
        }
    } else {
        let version = match era {
            Era::Old => "0.3.0",
            Era::New => random.pick(&["1.0", "1.0", "1.0", "1.0.0"]),
        };
        card.set("supportedInterfaces", interfaces(&url, version, random));
    }
}

/// Most agents say where they are. A few publish the address they were developed at, or none.
fn endpoint(host: &str, random: &mut Random) -> String {
    match random.below(100) {
        0 => "http://localhost:9999/".to_owned(),
        1 => "http://0.0.0.0:8080".to_owned(),
        2 => String::new(),
        3 => format!("http://{host}/a2a"),
        4 => format!("{host}/a2a"),
        5..12 => format!("https://api.{host}/v1/agent"),
        12..40 => format!("https://{host}"),
        40..55 => format!("https://{host}/"),
        55..78 => format!("https://{host}/a2a"),
        78..88 => format!("https://{host}/api/a2a"),
        88..94 => format!("https://{host}/rpc?agent={}", random.hex(6)),
        _ => format!("https://{host}/agents/{}/v1", random.hex(8)),
    }
}

fn interfaces(url: &str, version: &str, random: &mut Random) -> Json {
    let mut bindings = vec!["JSONRPC", "HTTP+JSON", "GRPC"];
    bindings.truncate(random.pick(&[1, 1, 1, 1, 2, 2, 3]));
    let tenant = random.chance(6);
    let entries = bindings.into_iter().enumerate().map(|(position, binding)| {
        let address = match position {
            0 => url.to_owned(),
            1 => format!("{}/rest", url.trim_end_matches('/')),
            _ => format!("{}/grpc", url.trim_end_matches('/')),
        };
        let mut entry = Object::default()
            .with("url", Json::text(address))
            .with("protocolBinding", Json::text(binding))
            .with("protocolVersion", Json::text(version));
        if tenant {
            entry.set("tenant", Json::text("main"));
        }
        Json::Map(entry)
    });
    Json::List(entries.collect())
}

fn additional_interfaces(url: &str, host: &str, random: &mut Random) -> Json {
    let mut entries = vec![Json::map_of_texts(&[
        ("url", url),
        ("transport", "JSONRPC"),
    ])];
    if random.chance(60) {
        let rest = format!("https://{host}/v1");
        entries.push(Json::map_of_texts(&[
            ("transport", "HTTP+JSON"),
            ("url", &rest),
        ]));
    }
    Json::List(entries)
}

pub(super) fn agent_name(setting: &mut Setting<'_>) -> String {
    let random = &mut setting.random;
    let name = random.pick(&setting.trade.names);
    let emoji = emoji(setting.trade.key);
    match (setting.trade.tongue, random.below(20)) {
        (_, 0..2) => format!("{emoji} {name}"),
        (_, 2) => format!("{name} {emoji}"),
        (Tongue::English, 3..6) => format!("{name} Agent"),
        (Tongue::English, 6..9) => {
            let audience = [
                "Bakeries",
                "Small Clubs",
                "Co-operatives",
                "Islands",
                "Night Shifts",
                "Workshops",
                "Museums",
                "Village Schools",
                "Ferrymen",
                "Beginners",
                "Teams of Two",
            ];
            format!("{name} for {}", random.pick(&audience))
        }
        (Tongue::English, 9..11) => format!("{name} ({})", random.pick(&TOWNS)),
        (_, 11) => format!("{name} {}", random.between(2, 5)),
        (Tongue::English, 12) => name.to_lowercase().replace(' ', "-"),
        _ => name.to_owned(),
    }
}

/// Places that exist on no map.
const TOWNS: [&str; 12] = [
    "Oakhollow",
    "Port Elin",
    "Marrowby",
    "Lindqvist Bay",
    "Sankt Orban",
    "Upper Tarn",
    "Villanova d’Orsa",
    "Kestrel Ford",
    "Nordhavnet",
    "Quillmouth",
    "Ashwater",
    "Belmarsh",
];

/// A picture for a trade, several of them joined from parts by U+200D.
pub(super) fn emoji(key: &str) -> &'static str {
    match key {
        "billing" => "🧾",
        "weather" | "tenki" => "🌦️",
        "translate" => "🗣️",
        "freight" => "🚢",
        "kitchen" | "masala" => "🧑‍🍳",
        "chemistry" => "👩‍🔬",
        "travel" => "🧳",
        "garden" | "dacha" => "🌱",
        "law" => "⚖️",
        "music" => "🎼",
        "code" => "👩🏽‍💻",
        "health" => "🧑‍⚕️",
        "energy" => "⚡",
        "farm" => "👨‍🌾",
        "astronomy" => "🔭",
        "school" => "🧑‍🏫",
        "events" => "👨‍👩‍👧‍👦",
        "city" => "🏳️‍🌈",
        "chaye" => "🍵",
        "praia" => "🇵🇹",
        "science" => "📚",
        "market" => "📈",
        "photo" => "📷",
        "security" => "🛡️",
        "jobs" => "🤝",
        "books" => "📖",
        "support" => "🛎️",
        "maps" => "🗺️",
        "handwerk" => "🛠️",
        "fromage" => "🧀",
        "reparto" => "🚲",
        "hanok" => "🏡",
        "souq" => "☕",
        "sefer" => "📜",
        "ksiazka" => "♟️",
        "kafeneio" => "⛴️",
        "fika" => "🥐",
        _ => "✨",
    }
}

pub(super) fn description(setting: &mut Setting<'_>) -> String {
    let random = &mut setting.random;
    let mut sentences: Vec<&str> = setting.trade.about.clone();
    // The first sentence says what the agent does; most publishers begin with it.
    let settled = usize::from(random.chance(75));
    random.shuffle(&mut sentences[settled..]);
    let wanted = match setting.detail {
        Detail::Sparse => 1,
        Detail::Plain => random.between(1, 2),
        Detail::Rich | Detail::Exhaustive => sentences.len(),
    };
    sentences.truncate(wanted);
    if setting.trade.tongue == Tongue::English
        && setting.detail >= Detail::Plain
        && random.chance(45)
    {
        sentences.push(random.pick(&[
            "Pay per call in USDC, no account needed.",
            "Free for the first fifty calls a day.",
            "Run by two people and a cat since 2024.",
            "Answers in under two seconds — usually.",
            "Built for other agents; people are welcome too.",
            "Questions cost 0.01 USD each, mistakes nothing.",
            "Data stays in the region it was asked from.",
            "Open source, open hours, open to suggestions.",
            "Not affiliated with anybody famous.",
        ]));
    }
    sentences.join(" ")
}

fn version(random: &mut Random) -> String {
    let fixed = [
        "1.0.0",
        "1.0.0",
        "1.0.0",
        "0.1.0",
        "0.1.0",
        "2.0.0",
        "1.1.0",
        "1.0",
        "2026.10.1",
        "1.4.0-beta.2",
        "v3",
    ];
    if random.chance(65) {
        (random.pick(&fixed)).to_owned()
    } else {
        format!(
            "{}.{}.{}",
            random.below(5),
            random.below(12),
            random.below(20)
        )
    }
}

/// Frameworks write fields in the order of a class, sorted, or as a person typed them.
fn reorder(card: &mut Object, random: &mut Random) {
    match random.below(10) {
        0..2 => sort_deeply(card),
        2 => random.shuffle(&mut card.0),
        3..5 => {
            // Name first, everything else as it fell.
            let (mut first, mut rest): (Vec<_>, Vec<_>) = card
                .0
                .drain(..)
                .partition(|(key, _)| matches!(key.as_str(), "name" | "@context"));
            random.shuffle(&mut rest);
            first.append(&mut rest);
            card.0 = first;
        }
        _ => {}
    }
}

fn sort_deeply(object: &mut Object) {
    object.0.sort_by(|left, right| left.0.cmp(&right.0));
    for (_, value) in &mut object.0 {
        match value {
            Json::Map(inner) => sort_deeply(inner),
            Json::List(items) => items
                .iter_mut()
                .filter_map(Json::as_map_mut)
                .for_each(sort_deeply),
            _ => {}
        }
    }
}
