//! One reading as a line of text, and back.

use super::reading::{Identity, Reading, parse_hex};
use crate::corpus::hex;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Longest line that is read as a record, in bytes without its end: far above any reason a person
/// writes, and far below what a file made to hurt could hold.
pub(super) const LINE_AT_MOST: usize = 1 << 20;

/// A reading and where it stands in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The reading.
    pub reading: Reading,
    /// Its line, counted from 1.
    pub line: u64,
}

/// The line's keys, in the order they are written.
#[derive(Serialize, Deserialize)]
struct Line<'a> {
    #[serde(default)]
    host: Cow<'a, str>,
    #[serde(default)]
    path: Cow<'a, str>,
    #[serde(default)]
    sha256: Option<Cow<'a, str>>,
    reader: Cow<'a, str>,
    reading: Cow<'a, str>,
    #[serde(default)]
    reason: Cow<'a, str>,
    #[serde(default)]
    tags: Cow<'a, [String]>,
    time: Cow<'a, str>,
    #[serde(default)]
    program: Cow<'a, str>,
    #[serde(default)]
    rules: Cow<'a, str>,
}

/// Writes a reading as one line, its end included.
pub(super) fn line_of(reading: &Reading) -> Vec<u8> {
    let line = Line {
        host: (&reading.document.host).into(),
        path: (&reading.document.path).into(),
        sha256: Some(
            reading
                .document
                .sha256
                .as_ref()
                .map(|digest| hex(digest))
                .unwrap_or_default()
                .into(),
        ),
        reader: (&reading.reader).into(),
        reading: reading.says.as_str().into(),
        reason: (&reading.reason).into(),
        tags: reading.tags.as_slice().into(),
        time: (&reading.time).into(),
        program: (&reading.program).into(),
        rules: (&reading.rules).into(),
    };
    let mut bytes = serde_json::to_vec(&line).expect("texts and lists of texts are always JSON");
    bytes.push(b'\n');
    bytes
}

/// Reads one line, or says what is wrong with it.
pub(super) fn parse_line(bytes: &[u8]) -> Result<Reading, String> {
    let line: Line<'_> = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let says = line
        .reading
        .parse()
        .map_err(|error: super::NotAReading| error.to_string())?;
    let digest = line.sha256.unwrap_or_default();
    let sha256 = if digest.is_empty() {
        None
    } else {
        let parsed = parse_hex(&digest);
        Some(parsed.ok_or_else(|| {
            format!("expected a sha256 of 64 hexadecimal digits, found '{digest}'")
        })?)
    };
    let document = Identity {
        host: line.host.into_owned(),
        path: line.path.into_owned(),
        sha256,
    };
    if !document.as_ref().is_distinct() {
        return Err("expected a host or a sha256, found neither".to_owned());
    }
    Ok(Reading {
        document,
        reader: line.reader.into_owned(),
        says,
        reason: line.reason.into_owned(),
        tags: line.tags.into_owned(),
        time: line.time.into_owned(),
        program: line.program.into_owned(),
        rules: line.rules.into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dissent::Says;
    use crate::spec::Family;
    use proptest::prelude::*;

    fn reading(host: &str, reason: &str) -> Reading {
        Reading {
            document: Identity {
                host: host.to_owned(),
                path: "/p".to_owned(),
                sha256: Some([0xab; 32]),
            },
            reader: "ada".to_owned(),
            says: Says::Family(Family::V0_3),
            reason: reason.to_owned(),
            tags: vec!["wrapper".to_owned()],
            time: "2026-10-12T08:30:00Z".to_owned(),
            program: "cardex 0.1.0".to_owned(),
            rules: "paper".to_owned(),
        }
    }

    #[test]
    fn a_record_is_written_with_the_documented_keys() {
        let expected = format!(
            "{{\"host\":\"a.example\",\"path\":\"/p\",\"sha256\":\"{}\",\"reader\":\"ada\",\
             \"reading\":\"0.3\",\"reason\":\"why\",\"tags\":[\"wrapper\"],\
             \"time\":\"2026-10-12T08:30:00Z\",\"program\":\"cardex 0.1.0\",\"rules\":\"paper\"}}\n",
            "ab".repeat(32)
        );
        let line = line_of(&reading("a.example", "why"));
        assert_eq!(String::from_utf8(line).expect("JSON is UTF-8"), expected);
    }

    #[test]
    fn only_reader_reading_time_and_the_document_must_be_there() {
        let least =
            br#"{"host":"a","reader":"b","reading":"cannot-tell","time":"t","later":{"x":[1]}}"#;
        let reading = parse_line(least).expect("all that must be there is");
        assert_eq!(
            (reading.says, reading.document.sha256),
            (Says::CannotTell, None)
        );
        for (line, complaint) in [
            (
                &br#"{"reader":"b","reading":"0.3","time":"t"}"#[..],
                "a host or a sha256",
            ),
            (br#"{"host":"a","reading":"0.3","time":"t"}"#, "reader"),
            (
                br#"{"host":"a","reader":"b","reading":"0.9","time":"t"}"#,
                "'0.9'",
            ),
            (
                br#"{"host":"a","reader":"b","reading":"0.3","time":"t","sha256":"12"}"#,
                "64 hex",
            ),
            (
                br#"{"host":"a","reader":"b","reading":"0.3","time":"t"} x"#,
                "trailing",
            ),
            (b"\xff", "expected value"),
        ] {
            let error = parse_line(line).expect_err("the line is wrong");
            assert!(error.contains(complaint), "{error}");
        }
    }

    #[test]
    fn the_documented_example_is_a_record_and_is_written_like_that() {
        let documentation = include_str!("../dissent.rs");
        let example = documentation
            .lines()
            .find_map(|line| {
                line.strip_prefix("//! ")
                    .filter(|line| line.starts_with('{'))
            })
            .expect("the module's documentation shows a line");
        let reading = parse_line(example.as_bytes()).expect("it is a record");
        assert_eq!(line_of(&reading), format!("{example}\n").as_bytes());
    }

    proptest! {
        #[test]
        fn whatever_stands_in_it_a_record_is_one_line_and_comes_back(
            host in ".{1,20}", reason in "(?s).{0,40}", tag in "(?s).{0,9}", says in 0usize..6
        ) {
            let says = Says::CHOICES.into_iter().chain([Says::Withdrawn]).nth(says).expect("six");
            let written = Reading { says, tags: vec![tag], ..reading(&host, &reason) };
            let line = line_of(&written);
            prop_assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1);
            prop_assert_eq!(parse_line(&line), Ok(written));
        }

        #[test]
        fn no_beginning_of_a_record_reads_as_one(cut in 0usize..200) {
            let line = line_of(&reading("a.example", "}\"}"));
            let cut = cut.min(line.len() - 2);
            prop_assert!(parse_line(&line[..cut]).is_err());
        }
    }
}
