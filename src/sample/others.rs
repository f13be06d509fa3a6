//! Documents at a card's address that make none of the claims the rule of attribution reads.
//!
//! None of them has a top-level `url`, `supportedInterfaces`, `protocolVersion` or the A2A
//! `@context`; most speak another vocabulary altogether.

use super::card::{self, Setting};
use super::extras;
use super::json::{Json, Object};
use super::random::Random;
use super::skills;
use super::vendor;

/// What kind of document it is instead of a recognisable card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// What a resource costs and where to pay, in the form of x402.
    PaymentManifest,
    /// An ERC-8004 registration file.
    Registration,
    /// A list of services with an `endpoints` vocabulary of its own.
    Catalogue,
    /// A card in snake_case throughout.
    SnakeCase,
    /// A card under the key `agent`.
    WrappedAgent,
    /// Several cards under the key `agents`.
    WrappedAgents,
    /// A card with `interfaces` where 1.0 has `supportedInterfaces`.
    OwnInterfaces,
    /// A JSON list.
    List,
    /// A JSON string.
    Sentence,
}

/// The `nth` document of its kind.
pub(super) fn build(kind: Kind, nth: usize, setting: &mut Setting<'_>) -> Json {
    match kind {
        Kind::PaymentManifest => Json::Map(payment_manifest(setting)),
        Kind::Registration => Json::Map(registration(setting)),
        Kind::Catalogue => Json::Map(catalogue(nth, setting)),
        Kind::SnakeCase => Json::Map(snake_case(setting)),
        Kind::WrappedAgent => {
            Json::Map(Object::default().with("agent", Json::Map(plain_card(setting))))
        }
        Kind::WrappedAgents => Json::Map(wrapped_agents(nth, setting)),
        Kind::OwnInterfaces => Json::Map(own_interfaces(setting)),
        Kind::List => staff(setting),
        Kind::Sentence => Json::text(format!(
            "moved to https://{}/.well-known/agents/index.json",
            setting.host
        )),
    }
}

fn payment_manifest(setting: &mut Setting<'_>) -> Object {
    let host = setting.host.clone();
    let jobs = &setting.trade.jobs;
    let random = &mut setting.random;
    let network = random.pick(&["base", "base", "eip155:8453", "polygon"]);
    let (pay_to, asset) = (vendor::address(random), vendor::address(random));
    let mut offers = Vec::new();
    for job in jobs.iter().take(random.between(1, 5)) {
        let coin = Json::map_of_texts(&[("name", "USD Coin"), ("version", "2")]);
        let price = random.pick(&["1000", "10000", "50000", "250000"]);
        offers.push(Json::Map(
            Object::default()
                .with("scheme", Json::text("exact"))
                .with("network", Json::text(network))
                .with("maxAmountRequired", Json::text(price))
                .with(
                    "resource",
                    Json::text(format!("https://{host}/api/{}", job.id)),
                )
                .with("description", Json::text(job.description))
                .with("mimeType", Json::text("application/json"))
                .with("payTo", Json::text(pay_to.clone()))
                .with(
                    "maxTimeoutSeconds",
                    Json::number(random.pick(&["60", "120", "3e2"])),
                )
                .with("asset", Json::text(asset.clone()))
                .with("extra", coin),
        ));
    }
    let mut manifest = Object::default().with("x402Version", Json::number(random.pick(&[1, 1, 2])));
    if random.chance(50) {
        manifest.set("name", Json::text(card::agent_name(setting)));
        manifest.set("description", Json::text(card::description(setting)));
    }
    manifest.set("accepts", Json::List(offers));
    if setting.random.chance(30) {
        manifest.set("updated_at", Json::text("2026-09-30T08:15:00Z"));
    }
    manifest
}

fn registration(setting: &mut Setting<'_>) -> Object {
    let name = card::agent_name(setting);
    let description = card::description(setting);
    let host = setting.host.clone();
    let random = &mut setting.random;
    let mut file = Object::default()
        .with(
            "type",
            Json::text("https://eips.ethereum.org/EIPS/eip-8004#registration-v1"),
        )
        .with("name", Json::text(name))
        .with("description", Json::text(description))
        .with("image", Json::text(format!("https://{host}/avatar.png")))
        .with(
            random.pick(&["services", "endpoints"]),
            vendor::services(&host),
        )
        .with("active", Json::Bool(random.chance(85)))
        .with("x402Support", Json::Bool(random.chance(70)));
    let mut entries = Vec::new();
    if random.chance(70) {
        entries.push(Json::Map(
            Object::default()
                .with("agentId", Json::number(random.between(1, 24_000)))
                .with(
                    "agentRegistry",
                    Json::text(format!("eip155:8453:{}", vendor::address(random))),
                ),
        ));
    }
    file.set("registrations", Json::List(entries));
    let trust = random.pick::<&[&str]>(&[&["reputation"], &["reputation", "crypto-economic"], &[]]);
    file.set("supportedTrust", Json::texts(trust));
    file
}

fn catalogue(nth: usize, setting: &mut Setting<'_>) -> Object {
    let name = card::agent_name(setting);
    let description = card::description(setting);
    let host = setting.host.clone();
    let jobs = &setting.trade.jobs;
    let random = &mut setting.random;
    let mut catalogue = Object::default();
    if nth.is_multiple_of(4) {
        catalogue.set("@context", Json::text("https://schema.org"));
        catalogue.set("@type", Json::text("WebAPI"));
    }
    catalogue.set("name", Json::text(name));
    catalogue.set("description", Json::text(description));
    catalogue.set(
        "version",
        Json::text(random.pick(&["1.0.0", "2026-09", "0.4"])),
    );
    if nth.is_multiple_of(2) {
        catalogue.set("endpoints", vendor::endpoints(&host));
    } else {
        let entries = jobs.iter().map(|job| {
            Json::Map(
                Object::default()
                    .with("path", Json::text(format!("/api/{}", job.id)))
                    .with(
                        "method",
                        Json::text(if job.examples.len() > 1 {
                            "GET"
                        } else {
                            "POST"
                        }),
                    )
                    .with("summary", Json::text(job.description))
                    .with("price", Json::text("0.01 USDC")),
            )
        });
        catalogue.set("endpoints", Json::List(entries.collect()));
    }
    catalogue.set("capabilities", Json::texts(&setting.trade.jobs[0].tags));
    catalogue.set("pricing", vendor::pricing(random));
    if random.chance(60) {
        catalogue.set("authentication", vendor::authentication(random));
    }
    catalogue.set("payment", vendor::payment(random));
    if random.chance(40) {
        catalogue.set("contact", Json::text(format!("mailto:desk@{host}")));
    }
    catalogue
}

fn snake_case(setting: &mut Setting<'_>) -> Object {
    let mut card = plain_card(setting);
    let host = setting.host.clone();
    card.rename("defaultInputModes", "default_input_modes");
    card.rename("defaultOutputModes", "default_output_modes");
    if let Some(capabilities) = card.get_mut("capabilities").and_then(Json::as_map_mut) {
        capabilities.rename("pushNotifications", "push_notifications");
        capabilities.rename("stateTransitionHistory", "state_transition_history");
    }
    for skill in card.objects_mut("skills") {
        skill.rename("inputModes", "input_modes");
        skill.rename("outputModes", "output_modes");
    }
    let random = &mut setting.random;
    card.set(
        "protocol_version",
        Json::text(random.pick(&["0.3.0", "1.0"])),
    );
    let address = format!("https://{host}/a2a");
    if random.chance(50) {
        let entry = Json::map_of_texts(&[
            ("url", &address),
            ("protocol_binding", "JSONRPC"),
            ("protocol_version", "1.0"),
        ]);
        card.set("supported_interfaces", Json::List(vec![entry]));
    } else {
        card.set("service_url", Json::text(address));
    }
    card
}

fn wrapped_agents(nth: usize, setting: &mut Setting<'_>) -> Object {
    let count = nth + 2;
    let cards = (0..count).map(|_| Json::Map(plain_card(setting))).collect();
    let mut wrapper = Object::default();
    if nth == 1 {
        wrapper.set("registry_version", Json::text("1.0"));
    }
    wrapper.set("agents", Json::List(cards));
    wrapper.set("total", Json::number(count));
    wrapper
}

fn own_interfaces(setting: &mut Setting<'_>) -> Object {
    let mut card = plain_card(setting);
    let base = format!("https://{}/a2a", setting.host);
    let entry = Json::map_of_texts(&[("type", "JSON-RPC"), ("baseUrl", &base), ("version", "1.0")]);
    card.set("interfaces", Json::List(vec![entry]));
    card.set("protocolVersions", Json::texts(&["1.0"]));
    card
}

/// A card without any of the telling keys.
fn plain_card(setting: &mut Setting<'_>) -> Object {
    let name = card::agent_name(setting);
    let description = card::description(setting);
    let capabilities = extras::capabilities(card::Era::Old, setting);
    let (input, output) = skills::modes(&mut setting.random);
    let skills = skills::list(setting);
    Object::default()
        .with("name", Json::text(name))
        .with("description", Json::text(description))
        .with("version", Json::text("1.0.0"))
        .with("capabilities", capabilities)
        .with("defaultInputModes", Json::texts(input))
        .with("defaultOutputModes", Json::texts(output))
        .with("skills", Json::List(skills))
}

fn staff(setting: &mut Setting<'_>) -> Json {
    let organization = extras::organization(&mut setting.random);
    let people = Random::new(setting.random.next()).between(3, 5);
    let entries = (1..=people).map(|number| {
        Json::map_of_texts(&[
            ("name", &format!("{} {number}", setting.trade.names[0])),
            ("organization", &organization),
            (
                "endpoint",
                &format!("https://{}/agents/{number}", setting.host),
            ),
        ])
    });
    Json::List(entries.collect())
}
