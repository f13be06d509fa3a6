//! How a required field comes to be missing: left out, misspelt, or there with another type.
//!
//! Every way leaves exactly the violation that the recipe asks for. A list of required
//! strings is therefore never given an item of another type: that would be a fault of another field.

use super::json::{Json, Object};
use super::plan::Lack;
use super::random::Random;

/// Takes the field `lack` names away from `card`.
pub(super) fn apply(lack: Lack, card: &mut Object, random: &mut Random) {
    match lack {
        Lack::Name => card.rename("name", "title"),
        Lack::Description => card.rename("description", "Description"),
        Lack::Version => version(card, random),
        Lack::Capabilities => capabilities(card, random),
        Lack::Modes => modes(card, random),
        Lack::Skills => skills(card, random),
        Lack::SkillId => in_skills(card, |skill| skill.rename("id", "ID")),
        Lack::SkillDescription => in_skills(card, |skill| skill.rename("description", "summary")),
        Lack::SkillTags => skill_tags(card, random),
        Lack::SkillItem => skill_item(card),
        Lack::ProviderUrl => in_provider(card, |provider| provider.rename("url", "website")),
        Lack::ProviderOrganization => {
            in_provider(card, |provider| provider.rename("organization", "name"));
        }
        Lack::SupportedInterfaces => supported_interfaces(card, random),
        Lack::InterfaceVersion => interface_version(card, random),
        Lack::InterfaceBinding => interface_binding(card, random),
    }
}

fn version(card: &mut Object, random: &mut Random) {
    match random.below(20) {
        0..3 => card.set(
            "version",
            Json::number(random.pick(&["1.0", "1", "2", "0.1"])),
        ),
        3 => card.set("version", Json::Null),
        4 => card.rename("version", "Version"),
        5..7 => card.rename("version", "agentVersion"),
        _ => card.remove("version"),
    }
}

fn capabilities(card: &mut Object, random: &mut Random) {
    match random.below(10) {
        0..5 => card.set(
            "capabilities",
            Json::texts(&["streaming", "payments", "json"]),
        ),
        5 => card.set("capabilities", Json::Null),
        6 => card.set("capabilities", Json::text("basic")),
        _ => card.remove("capabilities"),
    }
}

fn modes(card: &mut Object, random: &mut Random) {
    let way = random.below(20);
    let spellings = [
        ("defaultInputModes", "default_input_modes", "inputModes"),
        ("defaultOutputModes", "default_output_modes", "outputModes"),
    ];
    for (key, snake, short) in spellings {
        match way {
            0..5 => card.rename(key, snake),
            5..7 => card.rename(key, short),
            7 => card.set(key, Json::text("text/plain")),
            8 => card.set(key, Json::Null),
            _ => card.remove(key),
        }
    }
}

fn skills(card: &mut Object, random: &mut Random) {
    match random.below(20) {
        0..3 => {
            // A catalogue by id, as some write it: an object instead of a list.
            let mut by_id = Object::default();
            if let Some(Json::List(items)) = card.get_mut("skills") {
                for (position, item) in items.drain(..).enumerate() {
                    by_id.set(&format!("skill{}", position + 1), item);
                }
            }
            card.set("skills", Json::Map(by_id));
        }
        3 => card.set("skills", Json::Null),
        4 => card.set("skills", Json::text("see /llms.txt")),
        5 => card.rename("skills", "Skills"),
        6..8 => card.rename("skills", "services"),
        _ => card.remove("skills"),
    }
}

fn skill_tags(card: &mut Object, random: &mut Random) {
    let way = random.below(4);
    for skill in card.objects_mut("skills") {
        match way {
            0 => skill.set("tags", Json::text("general, help")),
            1 => skill.rename("tags", "Tags"),
            _ => skill.remove("tags"),
        }
    }
}

fn skill_item(card: &mut Object) {
    if let Some(Json::List(items)) = card.get_mut("skills") {
        items.push(Json::text("more to come"));
    }
}

fn in_skills(card: &mut Object, change: impl Fn(&mut Object)) {
    card.objects_mut("skills").into_iter().for_each(change);
}

fn in_provider(card: &mut Object, change: impl Fn(&mut Object)) {
    if let Some(provider) = card.get_mut("provider").and_then(Json::as_map_mut) {
        change(provider);
    }
}

fn supported_interfaces(card: &mut Object, random: &mut Random) {
    // There is none to take away; some have the right idea under another name.
    if random.chance(50) {
        let entry = Json::map_of_texts(&[("transport", "JSONRPC"), ("version", "1.0")]);
        let name = random.pick(&["supported_interfaces", "interfaces"]);
        card.set(name, Json::List(vec![entry]));
    }
}

fn interface_version(card: &mut Object, random: &mut Random) {
    let way = random.below(10);
    for entry in card.objects_mut("supportedInterfaces") {
        match way {
            0..3 => entry.rename("protocolVersion", "protocol_version"),
            3..5 => entry.rename("protocolVersion", "version"),
            _ => entry.remove("protocolVersion"),
        }
    }
}

fn interface_binding(card: &mut Object, random: &mut Random) {
    let way = random.below(10);
    for entry in card.objects_mut("supportedInterfaces") {
        match way {
            0..5 => entry.rename("protocolBinding", "transport"),
            5..7 => entry.rename("protocolBinding", "protocol"),
            7 => entry.rename("protocolBinding", "protocol_binding"),
            8 => entry.rename("protocolBinding", "type"),
            _ => entry.remove("protocolBinding"),
        }
    }
}
