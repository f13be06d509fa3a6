//! Bytes in, documents kept exactly, facts beside them.
//!
//! Comes in: files, directories, standard input ([`source`]). Goes out: a [`Corpus`] in memory, or
//! the same records one after the other without keeping any ([`load::run`]). Loading never stops
//! at a bad record: it is kept with its reason. This and the modules that read tables are the only
//! ones between a disk and the rest.
//!
//! # Documents
//!
//! * A corpus is one or more inputs, read in the order given.
//! * An input is JSONL (a record a line, blank lines skipped and counted); or, when its first line
//!   is not complete JSON by itself or is a complete array and the only line, one JSON value: an
//!   object is one record, an array is one record per element. *Interpretation:* a file whose first
//!   line could go on but whose whole is not JSON is one unparseable record, unless some line of it
//!   is a complete object by itself. A directory stands for its `.json`, `.jsonl` and `.gz` files
//!   at every depth, sorted by path.
//! * A record is an envelope or a bare document ([`Layout`]), decided per input on its first 100
//!   records.
//! * The digest covers the body's exact bytes, byte order mark included: of a bare line without its
//!   line end, of a file that is one object likewise, of an embedded value its raw slice. Of a line
//!   that is broken itself it covers the line.
//! * An envelope's string body that holds half of a surrogate pair is unparseable
//!   (*interpretation*): no text has such a character.

mod envelope;
pub mod gzip;
mod host;
mod layout;
pub mod load;
mod reader;
mod segment;
pub mod source;

pub use envelope::{Arrived, Problem, Provenance};
pub use host::{normal_host, split_url};
pub use layout::{Layout, Mapping, Role};
pub use load::{LoadEvent, Progress, ProgressSnapshot, load, load_in_background};
pub use reader::InputReport;
pub use segment::Segment;
pub use source::{Content, Source, files_of};

use crate::card::{Document, Tree};
use crate::census::{Facts, Graded, Judgement, Rules, grade, judge};
use segment::Record;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::sync::Arc;

#[cfg(test)]
mod tests;

/// How inputs are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadOptions {
    /// Longest line in bytes; a longer one is an unparseable record.
    pub max_line: usize,
    /// Most decompressed bytes of one input; reading stops there and says so.
    pub max_kept: u64,
    /// Which key plays which role, where the user has said so.
    pub mapping: Mapping,
    /// Whether records are handed on as they come, for somebody who watches a slow input. The
    /// layout is then decided on what has come first.
    pub is_eager: bool,
}

impl LoadOptions {
    /// Default of [`LoadOptions::max_line`]: 64 MiB.
    pub const MAX_LINE: usize = 64 << 20;
    /// Default of [`LoadOptions::max_kept`] where documents are kept in memory: 16 GiB.
    pub const MAX_KEPT: u64 = 16 << 30;
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self {
            max_line: Self::MAX_LINE,
            max_kept: Self::MAX_KEPT,
            mapping: Mapping::default(),
            is_eager: false,
        }
    }
}

/// Position of a document in its corpus, from 0; stable, since a corpus only grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId(pub u32);

/// All documents of all inputs, in the order given. A clone shares the documents.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    segments: Vec<Arc<Segment>>,
    /// Position of each segment's first document.
    starts: Vec<u32>,
    len: u32,
    input_names: Vec<String>,
    reports: Vec<InputReport>,
}

impl Corpus {
    /// An empty corpus that will be filled from these inputs, by [`Source::name`].
    #[must_use]
    pub fn for_inputs(names: Vec<String>) -> Self {
        Self {
            input_names: names,
            ..Self::default()
        }
    }

    /// Appends documents.
    pub fn push(&mut self, segment: Arc<Segment>) {
        if segment.is_empty() {
            return;
        }
        self.starts.push(self.len);
        self.len += segment.len() as u32;
        self.segments.push(segment);
    }

    /// Takes the reports of reading, when everything has come.
    pub fn set_reports(&mut self, reports: Vec<InputReport>) {
        self.input_names = reports.iter().map(|report| report.name.clone()).collect();
        self.reports = reports;
    }

    /// A report per input; empty while it is being loaded.
    #[must_use]
    pub fn reports(&self) -> &[InputReport] {
        &self.reports
    }

    /// Names of the inputs, as the user gave them.
    #[must_use]
    pub fn input_names(&self) -> &[String] {
        &self.input_names
    }

    /// Number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of memory it holds, about.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.segments.iter().map(|segment| segment.memory()).sum()
    }

    /// A document's row.
    ///
    /// # Panics
    /// When the id is not one of this corpus.
    #[must_use]
    pub fn row(&self, id: DocumentId) -> Row<'_> {
        let at = self.starts.partition_point(|&start| start <= id.0) - 1;
        let segment = &self.segments[at];
        let record = &segment.records[(id.0 - self.starts[at]) as usize];
        Row {
            corpus: self,
            segment,
            record,
            id,
        }
    }

    /// Every row, in order.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.segments
            .iter()
            .zip(&self.starts)
            .flat_map(move |(segment, &start)| {
                segment
                    .records
                    .iter()
                    .zip(start..)
                    .map(move |(record, id)| Row {
                        corpus: self,
                        segment,
                        record,
                        id: DocumentId(id),
                    })
            })
    }

    /// Digest over the digests of all documents in order: the same for the same documents,
    /// whatever files they came in. Lower-case hex.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for row in self.rows() {
            hash.update(row.sha256().copied().unwrap_or_default());
        }
        hex(&hash.finalize())
    }
}

/// Lower-case hex.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
            let _ = write!(out, "{byte:02x}");
            out
        })
}

/// A handle on one document of a corpus.
#[derive(Clone, Copy, Debug)]
pub struct Row<'c> {
    corpus: &'c Corpus,
    segment: &'c Segment,
    record: &'c Record,
    id: DocumentId,
}

impl<'c> Row<'c> {
    /// Its position in the corpus.
    #[must_use]
    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// What no rule changes.
    #[must_use]
    pub fn facts(&self) -> &'c Facts {
        &self.record.facts
    }

    /// What a rule makes of it.
    #[must_use]
    pub fn judgement(&self, rules: &Rules) -> Judgement {
        judge(&self.record.facts, rules)
    }

    /// The host it came from; empty when unknown. Untrusted text.
    #[must_use]
    pub fn host(&self) -> &'c str {
        self.segment.text(self.record.host)
    }

    /// The path it came from; empty when unknown. Untrusted text.
    #[must_use]
    pub fn path(&self) -> &'c str {
        self.segment.text(self.record.path)
    }

    /// The card's name, or its beginning when it is very long; empty when there is none.
    /// Untrusted text.
    #[must_use]
    pub fn name(&self) -> &'c str {
        self.segment.text(self.record.name)
    }

    /// The top-level `protocolVersion` when it is a string, or its beginning. Untrusted text.
    #[must_use]
    pub fn protocol_version(&self) -> &'c str {
        self.segment.text(self.record.declared)
    }

    /// When it was fetched, as written; empty when unknown. Untrusted text.
    #[must_use]
    pub fn time(&self) -> &'c str {
        self.segment.text(self.record.time)
    }

    /// The response's headers as raw JSON; empty when unknown.
    #[must_use]
    pub fn headers(&self) -> &'c [u8] {
        self.segment.raw_text(self.record.headers)
    }

    /// HTTP status; `None` when unknown.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.record.status
    }

    /// Line number in its input, or number of the element in an array, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.record.line
    }

    /// Name of the input it came in.
    #[must_use]
    pub fn input_name(&self) -> &'c str {
        let name = self.corpus.input_names.get(usize::from(self.record.input));
        name.map_or("", String::as_str)
    }

    /// The body's exact bytes; `None` where there is no body. Of a line that was too long, its
    /// beginning.
    #[must_use]
    pub fn body(&self) -> Option<&'c [u8]> {
        self.record.body.map(|span| self.segment.body(span))
    }

    /// Digest of the body's exact bytes; `None` where there is no body.
    #[must_use]
    pub fn sha256(&self) -> Option<&'c [u8; 32]> {
        self.record.sha256.as_ref()
    }

    /// Digest in lower-case hex; empty where there is no body.
    #[must_use]
    pub fn sha256_hex(&self) -> String {
        self.sha256().map(|digest| hex(digest)).unwrap_or_default()
    }

    /// Why there is no readable document, when there should be one.
    #[must_use]
    pub fn problem(&self) -> Option<&'c Problem> {
        self.record.problem.as_deref()
    }

    /// How a person addresses it: host and path, or `#17` by its line; with several inputs
    /// `FILE#17`. Untrusted text.
    #[must_use]
    pub fn address(&self) -> String {
        if self.host().is_empty() {
            self.line_address()
        } else {
            format!("{}{}", self.host(), self.path())
        }
    }

    /// `#17`, or with several inputs `FILE#17`.
    #[must_use]
    pub fn line_address(&self) -> String {
        if self.corpus.input_names.len() > 1 {
            format!("{}#{}", self.input_name(), self.line())
        } else {
            format!("#{}", self.line())
        }
    }

    /// The tree of its body; `None` when it is not JSON or not there.
    #[must_use]
    pub fn tree(&self) -> Option<Tree> {
        if self.problem().is_some() {
            return None;
        }
        Tree::from_bytes(self.body()?).ok()
    }

    /// Everything the census says of it; parses the body.
    #[must_use]
    pub fn grade(&self, rules: &Rules) -> Graded {
        let body = self.body().unwrap_or_default();
        match self.tree() {
            Some(tree) => grade(Document::new(body, &tree), self.record.facts, rules),
            None => Graded::without_tree(self.record.facts, rules),
        }
    }
}
