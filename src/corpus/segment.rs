//! A stretch of a corpus in memory: exact bytes in one piece, facts in one row per document.

use super::Problem;
use super::envelope::Arrived;
use crate::census::Facts;
use crate::spec::JsonType;
use sha2::{Digest, Sha256};

/// A stretch of a segment's texts or bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    start: u32,
    length: u32,
}

/// What is kept of one record beside its bytes.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) facts: Facts,
    pub(super) body: Option<Span>,
    pub(super) sha256: Option<[u8; 32]>,
    pub(super) host: Span,
    pub(super) path: Span,
    pub(super) name: Span,
    pub(super) declared: Span,
    pub(super) time: Span,
    pub(super) headers: Span,
    pub(super) line: u64,
    pub(super) input: u16,
    pub(super) status: Option<u16>,
    pub(super) problem: Option<Box<Problem>>,
}

/// Consecutive documents of a corpus. Never changes once built, so that it can be shared between
/// the loader, the screen and a query at work.
#[derive(Debug, Default)]
pub struct Segment {
    bodies: Vec<u8>,
    texts: Vec<u8>,
    pub(super) records: Vec<Record>,
}

/// How much of a card's name is kept for lists and search; the rest is in the document.
const NAME_KEPT: usize = 256;
/// How much of a declared version is kept for lists; the rest is in the document.
const VERSION_KEPT: usize = 64;

impl Segment {
    /// Number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Bytes of memory it holds, about.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.bodies.capacity()
            + self.texts.capacity()
            + self.records.capacity() * size_of::<Record>()
    }

    pub(super) fn body(&self, span: Span) -> &[u8] {
        slice(&self.bodies, span)
    }

    pub(super) fn text(&self, span: Span) -> &str {
        std::str::from_utf8(self.raw_text(span)).unwrap_or_default()
    }

    pub(super) fn raw_text(&self, span: Span) -> &[u8] {
        slice(&self.texts, span)
    }

    /// Adds a record that has arrived.
    pub(super) fn push(&mut self, arrived: Arrived<'_>, input: u16, sha256: Option<[u8; 32]>) {
        let member = |key: &str| {
            let root = arrived.document?.root();
            if root.kind() == JsonType::Object {
                root.member(key)?.text()
            } else {
                None
            }
        };
        let name = self.keep(start_of(&member("name").unwrap_or_default(), NAME_KEPT).as_bytes());
        let declared = member("protocolVersion").unwrap_or_default();
        let declared = self.keep(start_of(&declared, VERSION_KEPT).as_bytes());
        let body = arrived.body.map(|body| {
            let start = self.bodies.len() as u32;
            self.bodies.extend_from_slice(body);
            Span {
                start,
                length: body.len() as u32,
            }
        });
        let sha256 = sha256.or_else(|| arrived.body.map(|body| Sha256::digest(body).into()));
        let provenance = arrived.provenance;
        let record = Record {
            facts: arrived.facts,
            body,
            sha256,
            host: self.keep(provenance.host.as_bytes()),
            path: self.keep(provenance.path.as_bytes()),
            name,
            declared,
            time: self.keep(provenance.time.as_bytes()),
            headers: self.keep(&provenance.headers),
            line: arrived.line,
            input,
            status: provenance.status,
            problem: arrived.problem.map(Box::new),
        };
        self.records.push(record);
    }

    /// Gives back what was reserved and not used.
    pub(super) fn finish(&mut self) {
        self.bodies.shrink_to_fit();
        self.texts.shrink_to_fit();
        self.records.shrink_to_fit();
    }

    fn keep(&mut self, text: &[u8]) -> Span {
        let start = self.texts.len() as u32;
        self.texts.extend_from_slice(text);
        Span {
            start,
            length: text.len() as u32,
        }
    }
}

fn slice(bytes: &[u8], span: Span) -> &[u8] {
    &bytes[span.start as usize..span.start as usize + span.length as usize]
}

/// The beginning of a text, at most `limit` bytes, whole characters.
fn start_of(text: &str, limit: usize) -> &str {
    let mut end = text.len().min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
