//! One document by its address.

use super::nearest::nearest_hosts;
use crate::corpus::{Corpus, DocumentId, Row, hex, normal_host, split_url};
use crate::error::{Error, ErrorKind, Result};

/// Fewest hex digits that are taken for the beginning of a digest.
const FEWEST_DIGITS: usize = 4;
/// How many nearest names an error offers.
const OFFERED: usize = 5;

/// The document at an address: `HOST`, `HOST/PATH` or a URL, `#17` by its line, `FILE#17` with
/// several inputs, or at least four hex digits of its digest. A host comes before a digest.
///
/// # Errors
/// When there is no such document, with the nearest hosts; or when there are several, with
/// addresses that tell them apart.
pub fn resolve(corpus: &Corpus, address: &str) -> Result<DocumentId> {
    let given = address.trim();
    if let Some(line) = line_address(given) {
        return one(given, rows(corpus, |row| is_at(row, line)), corpus);
    }
    let found = by_host(corpus, given);
    if !found.is_empty() {
        return one(given, found, corpus);
    }
    let digits = given.to_ascii_lowercase();
    let is_digest = (FEWEST_DIGITS..=64).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let found = if is_digest {
        rows(corpus, |row| {
            let digest = row.sha256();
            digest.is_some_and(|digest| hex(digest).starts_with(&digits))
        })
    } else {
        Vec::new()
    };
    one(given, found, corpus)
}

fn rows<'c>(corpus: &'c Corpus, is_asked: impl Fn(&Row<'c>) -> bool) -> Vec<Row<'c>> {
    corpus.rows().filter(|row| is_asked(row)).collect()
}

/// File (empty for any) and number of `FILE#17`.
fn line_address(given: &str) -> Option<(&str, u64)> {
    let (file, line) = given.rsplit_once('#')?;
    let all_digits = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then_some(())?;
    Some((file, line.parse().ok()?))
}

fn is_at(row: &Row<'_>, (file, line): (&str, u64)) -> bool {
    let name = row.input_name();
    let is_file = file.is_empty()
        || name == file
        || name
            .strip_suffix(file)
            .is_some_and(|folder| folder.ends_with(['/', '\\']));
    row.line() == line && is_file
}

fn by_host<'c>(corpus: &'c Corpus, given: &str) -> Vec<Row<'c>> {
    let (host, path) = match split_url(given) {
        Some(parts) => parts,
        None => match given.split_once('/') {
            Some((host, path)) => (normal_host(host), format!("/{path}")),
            None => (normal_host(given), String::new()),
        },
    };
    if host.is_empty() {
        return Vec::new();
    }
    rows(corpus, |row| {
        row.host() == host && (path.is_empty() || row.path() == path)
    })
}

fn one(given: &str, found: Vec<Row<'_>>, corpus: &Corpus) -> Result<DocumentId> {
    match found.as_slice() {
        [only] => Ok(only.id()),
        [] => Err(Error::new(ErrorKind::NoSuch {
            what: "document",
            given: given.to_owned(),
            nearest: near(given, corpus),
        })),
        several => Err(Error::new(ErrorKind::Ambiguous {
            what: "document",
            given: given.to_owned(),
            candidates: apart(several),
        })),
    }
}

fn near(given: &str, corpus: &Corpus) -> Vec<String> {
    let host = split_url(given).map_or_else(
        || normal_host(given.split('/').next().unwrap_or_default()),
        |(host, _)| host,
    );
    let here = corpus
        .rows()
        .filter(|row| row.host() == host && !host.is_empty());
    let mut other_paths: Vec<String> = here.map(|row| row.address()).collect();
    other_paths.dedup();
    other_paths.truncate(OFFERED);
    if other_paths.is_empty() {
        nearest_hosts(corpus, &host, OFFERED)
    } else {
        other_paths
    }
}

/// Addresses that tell documents apart: host and path where they differ, else lines.
fn apart(rows: &[Row<'_>]) -> Vec<String> {
    let addresses: Vec<String> = rows.iter().map(Row::address).collect();
    let mut sorted = addresses.clone();
    sorted.sort_unstable();
    let is_repeated = |address: &String| {
        let from = sorted.partition_point(|known| known < address);
        sorted.get(from + 1) == Some(address)
    };
    let all = rows.iter().zip(&addresses).map(|(row, address)| {
        if is_repeated(address) {
            row.line_address()
        } else {
            address.clone()
        }
    });
    all.collect()
}
