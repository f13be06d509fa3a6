//! Fields that no version of the specification knows: prices, wallets, registries, contacts.

use super::card::{Setting, emoji};
use super::extras::organization;
use super::json::{Json, Object};
use super::random::Random;
use super::trades::Job;

/// One field that some vendor invented.
pub(super) fn add(card: &mut Object, setting: &mut Setting<'_>) {
    let host = setting.host.clone();
    let trade = setting.trade;
    let random = &mut setting.random;
    let page = |path: &str| Json::text(format!("https://{host}/{path}"));
    match random.below(24) {
        0 => card.set("x402", payment(random)),
        1 => card.set("payment", payment(random)),
        2 => card.set("pricing", pricing(random)),
        3 => card.set("endpoints", endpoints(&host)),
        4 => card.set("erc8004", on_chain(random)),
        5 => card.set("authentication", authentication(random)),
        6 => card.set("tags", Json::texts(&trade.jobs[0].tags)),
        7 => card.set(
            "contact",
            Json::map_of_texts(&[("email", &format!("hello@{host}"))]),
        ),
        8 => card.set("homepage", page("")),
        9 => card.set(
            "license",
            Json::text(random.pick(&["MIT", "Apache-2.0", "CC-BY-4.0", "proprietary"])),
        ),
        10 => card.set(
            "author",
            Json::map_of_texts(&[("name", &organization(random))]),
        ),
        11 => card.set("image", page("avatar.svg")),
        12 => card.set("rateLimits", rate_limits(random)),
        13 => card.set("languages", Json::texts(&["en", "de", "ja", "pt-BR"])),
        14 => card.set("x-build", Json::text(random.hex(12))),
        15 => card.set(
            "x-carbon-per-call",
            Json::number(random.pick(&["1.0", "1e-3", "2.50", "0.4"])),
        ),
        16 => card.set("llms_txt", page("llms.txt")),
        17 => card.set("openapi", page("openapi.json")),
        18 => card.set(
            "mcp",
            Json::map_of_texts(&[
                ("transport", "streamable-http"),
                ("url", &format!("https://{host}/mcp")),
            ]),
        ),
        19 => card.set("wellKnownURI", page(".well-known/agent.json")),
        20 => card.set("active", Json::Bool(true)),
        21 => card.set("categories", Json::texts(&[trade.key, "tools"])),
        22 => card.set(
            "metadata",
            Json::Map(
                Object::default()
                    .with("mascot", Json::text(emoji(trade.key)))
                    .with(
                        "x-region",
                        Json::text(random.pick(&["eu-north", "us-west", "ap-south", "sa-east"])),
                    )
                    .with(
                        "uptime.90d",
                        Json::number(random.pick(&["99.9", "99.95", "1e2"])),
                    ),
            ),
        ),
        _ => card.set("services", services(&host)),
    }
}

pub(super) fn payment(random: &mut Random) -> Json {
    let network = random.pick(&["base", "base", "polygon", "solana", "base-sepolia"]);
    Json::Map(
        Object::default()
            .with("supported", Json::Bool(true))
            .with("x402Version", Json::number(1))
            .with("network", Json::text(network))
            .with("asset", Json::text("USDC"))
            .with("payTo", Json::text(address(random)))
            .with(
                "price",
                Json::text(random.pick(&["$0.01", "$0.001", "$0.05", "$1.00"])),
            ),
    )
}

pub(super) fn pricing(random: &mut Random) -> Json {
    Json::Map(
        Object::default()
            .with("model", Json::text("per-call"))
            .with("currency", Json::text(random.pick(&["USD", "EUR", "USDC"])))
            .with(
                "amount",
                Json::number(random.pick(&["0.01", "0.0050", "1.0", "2e-2"])),
            )
            .with("freeCallsPerDay", Json::number(random.below(5) * 25)),
    )
}

pub(super) fn endpoints(host: &str) -> Json {
    let mut endpoints = Object::default();
    for (key, path) in [
        ("health", "health"),
        ("tasks", "v1/tasks"),
        ("openapi", "openapi.json"),
        ("agent_card", ".well-known/agent-card.json"),
    ] {
        endpoints.set(key, Json::text(format!("https://{host}/{path}")));
    }
    Json::Map(endpoints)
}

fn on_chain(random: &mut Random) -> Json {
    Json::Map(
        Object::default()
            .with("agentId", Json::number(random.between(1, 24_000)))
            .with(
                "agentRegistry",
                Json::text(format!("eip155:8453:{}", address(random))),
            ),
    )
}

pub(super) fn authentication(random: &mut Random) -> Json {
    let schemes =
        random.pick::<&[&str]>(&[&["bearer"], &["none"], &["x402"], &["bearer", "apiKey"]]);
    let mut authentication = Object::default().with("schemes", Json::texts(schemes));
    if random.chance(40) {
        authentication.set("credentials", Json::Null);
    }
    Json::Map(authentication)
}

fn rate_limits(random: &mut Random) -> Json {
    Json::Map(
        Object::default()
            .with(
                "requestsPerMinute",
                Json::number(random.pick(&["60", "1e3", "10"])),
            )
            .with("burst", Json::number(random.between(1, 20))),
    )
}

pub(super) fn services(host: &str) -> Json {
    Json::List(vec![
        Json::map_of_texts(&[
            ("name", "A2A"),
            (
                "endpoint",
                &format!("https://{host}/.well-known/agent-card.json"),
            ),
            ("version", "0.3.0"),
        ]),
        Json::map_of_texts(&[("name", "web"), ("endpoint", &format!("https://{host}/"))]),
    ])
}

/// A schema for what a skill takes or gives: long, as such schemas are.
pub(super) fn json_schema(job: &Job, random: &mut Random) -> Json {
    let mut properties = Object::default();
    for field in ["request", "deadline", "language", "budget"] {
        let kind = if field == "budget" {
            "number"
        } else {
            "string"
        };
        let mut property = Object::default().with("type", Json::text(kind));
        property.set(
            "description",
            Json::text(format!(
                "{} ({field}): {}",
                job.name,
                random.pick(&job.examples)
            )),
        );
        properties.set(field, Json::Map(property));
    }
    Json::Map(
        Object::default()
            .with("type", Json::text("object"))
            .with("required", Json::texts(&["request"]))
            .with("properties", Json::Map(properties)),
    )
}

/// An invented account on an EVM chain.
pub(super) fn address(random: &mut Random) -> String {
    format!("0x{}", random.hex(40))
}
