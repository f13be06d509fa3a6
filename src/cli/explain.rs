//! `cardex explain`: what a field, a rule, a word, a switch or a key of a query means.

use super::args::ExplainArguments;
use super::outcome::Outcome;
use super::print;
use crate::census::Rules;
use crate::census::explain::{SWITCH_NOTES, TOPICS, switch, topic};
use crate::error::{Error, ErrorKind, Result};
use crate::query::{Key, nearest};
use crate::spec::explain::{explain_field, nearest_fields};
use crate::text::clean;
use std::fmt::Write as _;

/// What a term of a query can be, beside a key and its value.
const TERMS: [(&str, &str); 6] = [
    ("word", "part of the host or the name"),
    ("~wrd", "letters of the host or the name, in this order"),
    (
        "\"exact words\"",
        "in the host, the name or the text of the document",
    ),
    (
        "skills.length>3",
        "a value in the document: =, !=, <, <=, >, >=",
    ),
    ("#17", "line 17"),
    ("-TERM", "documents that the term does not fit"),
];

/// Explains every name given.
pub(super) fn run(command: &ExplainArguments) -> Result<Outcome> {
    let mut out = String::new();
    if command.names.is_empty() {
        out.push_str(&everything());
    }
    for (position, name) in command.names.iter().enumerate() {
        if position > 0 {
            out.push('\n');
        }
        out.push_str(&explain(name)?);
    }
    print(out.as_bytes())
}

/// What can be explained, in lists.
fn everything() -> String {
    let mut out = String::from("Rules and words (any field path can be explained as well):\n");
    for topic in TOPICS {
        let _ = writeln!(out, "  {:<22} {}", topic.name, topic.summary);
    }
    out.push_str("\nSwitches of the rule (--rules SWITCH=SETTING):\n");
    for switch in 0..Rules::SWITCH_COUNT {
        let [papers, other] = Rules::settings(switch);
        let name = Rules::switch_name(switch);
        let _ = writeln!(out, "  {name:<22} {papers} (the paper's) or {other}");
    }
    out.push_str("\nThe query language (--where QUERY):\n");
    let _ = writeln!(out, "  {:<22} its terms and every key", "query");
    out
}

/// The query language: what a term can be, and every key.
fn query_language() -> String {
    let mut out = String::from(
        "A query is terms apart at spaces; a document passes when it passes every one.\n\
         KEY:VALUE asks one of these; KEY:VALUE,VALUE means or, KEY:none that there is no value:\n",
    );
    for key in Key::ALL {
        let _ = writeln!(out, "  {key:<16} {}", key.help());
    }
    out.push_str("Other terms:\n");
    for (term, meaning) in TERMS {
        let _ = writeln!(out, "  {term:<16} {meaning}");
    }
    out.push_str("'cardex explain KEY:' names the values of a key.\n");
    out
}

/// A key of the query language and the words its value can be.
fn explain_key(key: Key) -> String {
    let mut out = format!("{key}: {} (a key of --where)\n", key.help());
    let values = key.values();
    if !values.is_empty() {
        let _ = writeln!(out, "  values: {}", values.join(", "));
    }
    out
}

/// A switch of the rule, what it can be set to and why the paper sets it so.
fn explain_switch(switch: usize) -> String {
    let name = Rules::switch_name(switch);
    let [papers, other] = Rules::settings(switch);
    format!(
        "{name}: a switch of the rule; {name}={papers} is the paper's setting, and flipping it sets \
         {name}={other}\n{}\n",
        SWITCH_NOTES[switch]
    )
}

/// The explanation of one name: everything that has it. A colon behind it asks for the key only.
fn explain(name: &str) -> Result<String> {
    let folded = name.trim().to_ascii_lowercase();
    let mut parts: Vec<String> = Vec::new();
    let only_key = folded.strip_suffix(':');
    if only_key.is_none() {
        if folded == "query" {
            parts.push(query_language());
        }
        parts.extend(
            topic(name)
                .map(|topic| format!("{}: {}\n{}\n", topic.name, topic.summary, topic.detail)),
        );
        parts.extend(switch(name).map(explain_switch));
    }
    let key = Key::from_name(only_key.unwrap_or(&folded));
    parts.extend(key.map(explain_key));
    if only_key.is_none() {
        parts.extend(explain_field(name).map(|field| field.to_string()));
    }
    if parts.is_empty() {
        return Err(unknown(name));
    }
    Ok(parts.join("\n"))
}

/// Nothing has this name: says what has one near to it, else where all names stand.
fn unknown(name: &str) -> Error {
    let mut near = nearest_fields(name);
    if near.is_empty() {
        let topics = TOPICS.iter().map(|topic| topic.name);
        let switches = (0..Rules::SWITCH_COUNT).map(Rules::switch_name);
        let keys = Key::ALL.into_iter().map(Key::as_str);
        near = nearest(name, topics.chain(switches).chain(keys), 5);
    }
    let error = Error::new(ErrorKind::NoSuch {
        what: "field, rule or word",
        given: clean(name).into_owned(),
        nearest: near.iter().map(|name| (*name).to_owned()).collect(),
    });
    if near.is_empty() {
        return Error::invocation(format!(
            "{error}; 'cardex explain' lists the words, 'cardex explain query' the keys of a query"
        ));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_explained_with_the_source_of_each_version() {
        let text = explain("skills[3].tags").expect("a field of every version");
        for part in ["skills[].tags", "v0.2.5", "v0.3.0", "v1.0.1"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn the_query_language_lists_every_key_with_its_help() {
        let text = explain("query").expect("the language");
        for key in Key::ALL {
            let line = format!("  {key:<16} {}\n", key.help());
            assert!(text.contains(&line), "{line} in {text}");
        }
    }

    #[test]
    fn a_key_is_explained_with_its_values() {
        let flip = explain("flip").expect("a key");
        assert_eq!(
            flip,
            "flip: whether the verdict changes under the other family (a key of --where)\n  \
             values: yes, no, none\n"
        );
        assert_eq!(explain("Flip:").expect("the same"), flip);
        let route = explain("route:").expect("a key");
        assert!(route.contains("values: declared"), "{route}");
        assert!(explain("rule 1:").is_err(), "a colon asks for a key");
    }

    #[test]
    fn a_switch_is_explained_with_both_settings() {
        let text = explain("bare-url").expect("a switch");
        assert!(
            text.starts_with(
                "bare-url: a switch of the rule; bare-url=0.3 is the paper's setting, and flipping it sets \
                 bare-url=none\n"
            ),
            "{text}"
        );
        assert!(text.contains(SWITCH_NOTES[2]), "{text}");
        assert!(explain("order=declaration").is_ok());
    }

    #[test]
    fn a_name_of_several_things_explains_each() {
        let text = explain("tolerant").expect("a word, a switch and a key");
        for part in [
            "set aside; a wrong type",
            "a switch of the rule",
            "a key of --where",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn an_unknown_name_brings_the_nearest_only_when_near() {
        let error = |name: &str| explain(name).expect_err("no such name").to_string();
        assert!(error("default_input_modes").contains("defaultInputModes"));
        assert!(error("conflct").ends_with("nearest: conflict"));
        let far = error("foo");
        assert!(
            !far.contains("nearest") && far.contains("'cardex explain'"),
            "{far}"
        );
    }
}
