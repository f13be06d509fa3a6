//! `cardex explain`: what a field, a rule or a word means.

use super::args::ExplainArguments;
use super::outcome::Outcome;
use super::print;
use crate::census::explain::{TOPICS, topic};
use crate::error::{Error, ErrorKind, Result};
use crate::spec::explain::{explain_field, nearest_fields};
use crate::text::clean;
use std::fmt::Write as _;

/// Explains every name given.
pub(super) fn run(command: &ExplainArguments) -> Result<Outcome> {
    let mut out = String::new();
    if command.names.is_empty() {
        out.push_str("Rules and words (any field path can be explained as well):\n");
        for topic in TOPICS {
            let _ = writeln!(out, "  {:<22} {}", topic.name, topic.summary);
        }
    }
    for (position, name) in command.names.iter().enumerate() {
        if position > 0 {
            out.push('\n');
        }
        out.push_str(&explain(name)?);
    }
    print(out.as_bytes())
}

/// The explanation of one name: a rule or word, else a field.
fn explain(name: &str) -> Result<String> {
    let mut out = String::new();
    let found_topic = topic(name);
    if let Some(topic) = found_topic {
        let _ = writeln!(out, "{}: {}\n{}", topic.name, topic.summary, topic.detail);
    }
    match explain_field(name) {
        Some(field) => {
            let _ = write!(out, "{field}");
        }
        None if found_topic.is_none() => {
            let mut nearest: Vec<String> = nearest_fields(name)
                .into_iter()
                .map(str::to_owned)
                .collect();
            if nearest.is_empty() {
                nearest = TOPICS.iter().map(|topic| topic.name.to_owned()).collect();
            }
            return Err(Error::new(ErrorKind::NoSuch {
                what: "field, rule or word",
                given: clean(name).into_owned(),
                nearest,
            }));
        }
        None => {}
    }
    Ok(out)
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
    fn an_unknown_name_brings_the_nearest() {
        let error = explain("default_input_modes")
            .expect_err("no such field")
            .to_string();
        assert!(error.contains("defaultInputModes"), "{error}");
    }
}
