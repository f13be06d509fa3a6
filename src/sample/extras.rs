//! What cards say beyond the required: capabilities, providers, security, signatures and the many
//! fields of vendors.

use super::card::{Detail, Era, Setting};
use super::json::{Json, Object};
use super::plan::Lack;
use super::random::Random;
use super::vendor;

/// URIs under which payment and trust extensions announce themselves.
const EXTENSIONS: [(&str, &str); 4] = [
    (
        "https://github.com/google-agentic-commerce/ap2/v1",
        "Takes payment mandates",
    ),
    (
        "https://github.com/google-agentic-commerce/ap2/tree/v0.1",
        "Sells what a mandate allows",
    ),
    (
        "https://github.com/google-a2a/a2a-x402/v0.1",
        "Charges per task in USDC",
    ),
    (
        "https://eips.ethereum.org/EIPS/eip-8004",
        "Registered on chain",
    ),
];

pub(super) fn capabilities(era: Era, setting: &mut Setting<'_>) -> Json {
    let random = &mut setting.random;
    let mut capabilities = Object::default();
    if setting.detail == Detail::Sparse && random.chance(30) {
        return Json::Map(capabilities);
    }
    if random.chance(88) {
        capabilities.set("streaming", Json::Bool(random.chance(45)));
    }
    if random.chance(75) {
        capabilities.set("pushNotifications", Json::Bool(random.chance(18)));
    }
    match era {
        Era::Old if random.chance(45) => {
            capabilities.set("stateTransitionHistory", Json::Bool(random.chance(25)));
        }
        Era::New if random.chance(30) => {
            capabilities.set("extendedAgentCard", Json::Bool(random.chance(30)));
        }
        _ => {}
    }
    if random.chance(3) {
        capabilities.set("push_notifications", Json::Bool(true));
    }
    if random.chance(16) {
        capabilities.set("extensions", extensions(random));
    }
    Json::Map(capabilities)
}

fn extensions(random: &mut Random) -> Json {
    let first = random.below(EXTENSIONS.len());
    let count = random.pick(&[1, 1, 1, 2, 2]);
    let entries = (0..count).map(|step| {
        let (uri, about) = EXTENSIONS[(first + step) % EXTENSIONS.len()];
        let mut entry = Object::default().with("uri", Json::text(uri));
        if random.chance(70) {
            entry.set("description", Json::text(about));
        }
        if random.chance(70) {
            entry.set("required", Json::Bool(random.chance(25)));
        }
        if uri.contains("/ap2/") {
            let roles: &[&str] = if random.chance(70) {
                &["merchant"]
            } else {
                &["merchant", "payment-processor"]
            };
            let params = Object::default().with("roles", Json::texts(roles));
            entry.set("params", Json::Map(params));
        }
        Json::Map(entry)
    });
    Json::List(entries.collect())
}

/// The URIs of the extensions a document announces, in its order.
pub(super) fn extension_uris(document: &Json) -> Vec<String> {
    let mut uris = Vec::new();
    if let Json::Map(card) = document
        && let Some(Json::Map(capabilities)) = card.get("capabilities")
        && let Some(Json::List(entries)) = capabilities.get("extensions")
    {
        for entry in entries {
            if let Json::Map(entry) = entry
                && let Some(Json::Text(uri)) = entry.get("uri")
            {
                uris.push(uri.clone());
            }
        }
    }
    uris
}

/// A provider on some cards, and always where the recipe wants one with a fault.
pub(super) fn add_provider(card: &mut Object, lacks: &[Lack], setting: &mut Setting<'_>) {
    let random = &mut setting.random;
    let wanted = lacks.contains(&Lack::ProviderUrl) || lacks.contains(&Lack::ProviderOrganization);
    let usual = if setting.detail == Detail::Sparse {
        20
    } else {
        58
    };
    if wanted || random.chance(usual) {
        let organization = organization(random);
        let url = format!("https://{}", setting.host);
        let provider = Json::map_of_texts(&[("organization", &organization), ("url", &url)]);
        card.set("provider", provider);
    } else if random.chance(4) {
        card.set("provider", Json::Null);
    }
}

pub(super) fn organization(random: &mut Random) -> String {
    let surnames = [
        "Aldous",
        "Brandvold",
        "Castellane",
        "Dufresne",
        "Eberle",
        "Falkenrath",
        "Gunnarsdóttir",
        "Hollis",
        "Iwasaki",
        "Jankowska",
        "Kovačević",
        "Lindgren",
        "Mbeki-Ross",
        "Nakagawa",
        "Okonjo",
        "Pellegrin",
        "Quist",
        "Rautio",
        "Szabó",
        "Tremblay",
        "Uribe",
        "Varga",
        "Winterbourne",
        "Yılmaz",
        "Zeman",
    ];
    let things = [
        "Copper", "Lantern", "Otter", "Plum", "Granite", "Marigold", "Tide", "Walnut", "Heron",
        "Juniper",
    ];
    let kinds = [
        "Labs",
        "Works",
        "Studio",
        "Software",
        "Systems",
        "Collective",
        "Data",
        "Instruments",
    ];
    let forms = [
        "GmbH",
        "Ltd",
        "AB",
        "S.r.l.",
        "Inc.",
        "Kft.",
        "株式会社",
        "e.V.",
        "SAS",
        "Oy",
    ];
    match random.below(4) {
        0 => format!("{} & {}", random.pick(&surnames), random.pick(&surnames)),
        1 => format!("{} {}", random.pick(&surnames), random.pick(&forms)),
        2 => format!("{} {}", random.pick(&things), random.pick(&kinds)),
        _ => format!(
            "{} {} {}",
            random.pick(&things),
            random.pick(&kinds),
            random.pick(&forms)
        ),
    }
}

/// Cards that declare no version where the rule looks often name one somewhere else.
pub(super) fn add_version_elsewhere(card: &mut Object, random: &mut Random) {
    match random.below(20) {
        0..2 => card.set("protocol_version", Json::text("0.3.0")),
        2 => card.set("protocol", Json::text("a2a")),
        3 => card.set("a2aVersion", Json::text("0.2")),
        4 => card.set("protocolVersions", Json::texts(&["0.3", "1.0"])),
        5 => card.set("schema_version", Json::text("1.0")),
        _ => {}
    }
}

/// Optional fields of the specification, then fields of nobody's specification.
pub(super) fn add(card: &mut Object, era: Era, setting: &mut Setting<'_>) {
    if setting.detail == Detail::Sparse {
        return;
    }
    let host = setting.host.clone();
    let random = &mut setting.random;
    if random.chance(30) {
        card.set(
            "documentationUrl",
            Json::text(format!("https://{host}/docs")),
        );
    }
    if random.chance(16) {
        card.set("iconUrl", Json::text(format!("https://{host}/icon.png")));
    }
    if random.chance(24) {
        add_security(card, era, &host, random);
    }
    if era == Era::Old && random.chance(12) {
        card.set(
            "supportsAuthenticatedExtendedCard",
            Json::Bool(random.chance(25)),
        );
    }
    if random.chance(6) {
        card.set("signatures", Json::List(vec![signature(&host, random)]));
    }
    let vendor_count = match setting.detail {
        Detail::Sparse => 0,
        Detail::Plain => setting.random.pick(&[0, 0, 0, 1, 1, 2]),
        Detail::Rich | Detail::Exhaustive => setting.random.between(2, 5),
    };
    for _ in 0..vendor_count {
        vendor::add(card, setting);
    }
}

fn add_security(card: &mut Object, era: Era, host: &str, random: &mut Random) {
    let which = random.below(4);
    let name = ["bearer", "apiKey", "oauth", "oidc"][which];
    let connect = format!("https://{host}/.well-known/openid-configuration");
    let scheme = match (era, which) {
        (Era::Old, 0) => Json::map_of_texts(&[
            ("type", "http"),
            ("scheme", "bearer"),
            ("bearerFormat", "JWT"),
        ]),
        (Era::Old, 1) => {
            Json::map_of_texts(&[("type", "apiKey"), ("in", "header"), ("name", "X-API-Key")])
        }
        (Era::Old, 2) => {
            let flows = Object::default().with("clientCredentials", flow(host));
            Json::Map(
                Object::default()
                    .with("type", Json::text("oauth2"))
                    .with("flows", Json::Map(flows)),
            )
        }
        (Era::Old, _) => {
            Json::map_of_texts(&[("type", "openIdConnect"), ("openIdConnectUrl", &connect)])
        }
        (Era::New, 0) => wrapped(
            "httpAuthSecurityScheme",
            Json::map_of_texts(&[("scheme", "Bearer")]),
        ),
        (Era::New, 1) => {
            let inner = Json::map_of_texts(&[("location", "header"), ("name", "X-API-Key")]);
            wrapped("apiKeySecurityScheme", inner)
        }
        (Era::New, 2) => {
            let flows = wrapped("clientCredentials", flow(host));
            wrapped("oauth2SecurityScheme", wrapped("flows", flows))
        }
        (Era::New, _) => {
            let inner = Json::map_of_texts(&[("openIdConnectUrl", &connect)]);
            wrapped("openIdConnectSecurityScheme", inner)
        }
    };
    card.set("securitySchemes", wrapped(name, scheme));
    if random.chance(75) {
        match era {
            Era::Old => {
                let requirement = wrapped(name, Json::List(Vec::new()));
                card.set("security", Json::List(vec![requirement]));
            }
            Era::New => {
                let scopes = wrapped("list", Json::List(Vec::new()));
                let requirement = wrapped("schemes", wrapped(name, scopes));
                card.set("securityRequirements", Json::List(vec![requirement]));
            }
        }
    }
}

fn flow(host: &str) -> Json {
    let scopes = Json::map_of_texts(&[
        ("agent:call", "Call the agent"),
        ("agent:read", "Read past tasks"),
    ]);
    Json::Map(
        Object::default()
            .with(
                "tokenUrl",
                Json::text(format!("https://{host}/oauth/token")),
            )
            .with("scopes", scopes),
    )
}

fn wrapped(key: &str, value: Json) -> Json {
    Json::Map(Object::default().with(key, value))
}

/// A detached signature in the form of a JWS. It signs nothing: the bytes are random.
pub(super) fn signature(host: &str, random: &mut Random) -> Json {
    let header = format!(
        r#"{{"alg":"ES256","kid":"key-{}","jku":"https://{host}/jwks.json"}}"#,
        random.below(9) + 1
    );
    let mut entry = Object::default()
        .with("protected", Json::text(base64_url(header.as_bytes())))
        .with("signature", Json::text(random.base64(86)));
    if random.chance(25) {
        entry.set("header", Json::map_of_texts(&[("note", "rotates monthly")]));
    }
    Json::Map(entry)
}

/// RFC 4648 section 5, without padding.
fn base64_url(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut block = [0; 3];
        block[..chunk.len()].copy_from_slice(chunk);
        let joined = u32::from_be_bytes([0, block[0], block[1], block[2]]);
        for position in 0..=chunk.len() {
            let index = (joined >> (18 - 6 * position)) & 63;
            text.push(char::from(ALPHABET[index as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648 section 10, without their padding.
    #[test]
    fn protected_headers_are_base64_as_the_rfc_has_it() {
        for (plain, encoded) in [
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
        ] {
            assert_eq!(base64_url(plain.as_bytes()), encoded);
        }
    }
}
