//! Reading, joining and comparing, on inline files.

mod comparing;
mod framing;
mod joining;
mod reading;

use super::*;
use crate::corpus::{Corpus, LoadOptions, Mapping, Progress, Source, load};
use crate::error::Error;
use std::io::Cursor;
use std::sync::Arc;

fn source(name: &str, bytes: impl Into<Vec<u8>>) -> Source {
    Source::from_reader(name.to_owned(), None, Cursor::new(bytes.into())).expect("memory reads")
}

fn mapping(text: &str) -> Mapping {
    if text.is_empty() {
        Mapping::default()
    } else {
        text.parse().expect("a mapping")
    }
}

fn verdicts(bytes: impl Into<Vec<u8>>) -> VerdictFile {
    read_verdicts(source("v.csv", bytes), &Mapping::default()).expect("a verdict file")
}

fn refused(bytes: impl Into<Vec<u8>>) -> Error {
    read_verdicts(source("v.csv", bytes), &Mapping::default()).expect_err("no verdict file")
}

fn corpus(text: impl Into<Vec<u8>>) -> Corpus {
    load(
        vec![source("cards.jsonl", text)],
        &LoadOptions::default(),
        &Progress::default(),
    )
}

/// An envelope a line for each host, path and body.
fn envelopes(documents: &[(&str, &str, &str)]) -> Corpus {
    let lines: String = documents
        .iter()
        .map(|(host, path, body)| {
            let mut line = serde_json::json!({ "host": host, "body": body });
            if !path.is_empty() {
                line["path"] = (*path).into();
            }
            format!("{line}\n")
        })
        .collect();
    corpus(lines)
}

fn digest(corpus: &Corpus, document: u32) -> String {
    corpus.row(crate::corpus::DocumentId(document)).sha256_hex()
}

fn joined(corpus: &Corpus, csv: impl Into<Vec<u8>>) -> Join {
    join(corpus, Arc::new(verdicts(csv)))
}

fn fates(join: &Join) -> Vec<Fate> {
    (0..join.file().len()).map(|row| join.fate(row)).collect()
}
