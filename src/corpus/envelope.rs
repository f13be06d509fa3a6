//! One record to one document: out of its envelope, and with its provenance.

use super::host::{normal_host, split_url};
use super::layout::{Mapping, Role, Roles};
use crate::card::{Document, Node, SyntaxError, Tree, parse};
use crate::census::{Facts, State};
use crate::spec::JsonType;
use std::fmt;

/// Where a document came from, as far as its record says. Untrusted text throughout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// Lower-case host without default port; empty when unknown.
    pub host: String,
    /// Path it was fetched from; empty when unknown.
    pub path: String,
    /// HTTP status; `None` when unknown or not a number from 0 to 65535.
    pub status: Option<u16>,
    /// When it was fetched, as written; empty when unknown.
    pub time: String,
    /// The response's headers as raw JSON; empty when unknown.
    pub headers: Vec<u8>,
}

/// Why a record has no readable document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The body is not JSON.
    Body(SyntaxError),
    /// The line that should carry the body is not JSON itself.
    Line(SyntaxError),
    /// The line is longer than allowed and was not read.
    LineTooLong {
        /// Its length in bytes.
        length: u64,
        /// The limit.
        limit: u64,
    },
    /// The envelope's string holds half of a surrogate pair, which no text can hold.
    LoneSurrogate,
}

impl Problem {
    /// Whether the input itself is damaged, and not just a body in it.
    #[must_use]
    pub fn is_of_the_input(&self) -> bool {
        matches!(self, Self::Line(_) | Self::LineTooLong { .. })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body(error) => write!(f, "the body is not JSON: {error}"),
            Self::Line(error) => write!(f, "the line is not JSON: {error}"),
            Self::LineTooLong { length, limit } => {
                write!(
                    f,
                    "the line has {length} bytes, more than --max-line allows ({limit})"
                )
            }
            Self::LoneSurrogate => {
                write!(
                    f,
                    "the envelope's body holds half of a surrogate pair, which is no text"
                )
            }
        }
    }
}

/// A record as the census needs it. The body and tree borrow from whoever opened it.
#[derive(Clone, Debug)]
pub struct Arrived<'a> {
    /// Line number, or number of the element in an array, from 1.
    pub line: u64,
    /// Where it came from.
    pub provenance: Provenance,
    /// The document's exact bytes; of a broken line the line's own; `None` where there is no body.
    pub body: Option<&'a [u8]>,
    /// The document, when its bytes are JSON.
    pub document: Option<Document<'a>>,
    /// Why there is no document, when there should be one.
    pub problem: Option<Problem>,
    /// What no rule changes.
    pub facts: Facts,
}

/// Opens records one after the other, reusing its memory.
#[derive(Debug, Default)]
pub(super) struct Opener {
    envelope: Tree,
    text: Vec<u8>,
    tree: Tree,
}

/// How a record is carried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carriage<'m> {
    pub(super) is_envelope: bool,
    pub(super) mapping: &'m Mapping,
    pub(super) max_line: usize,
}

/// More nodes than any reasonable document has; beyond it the memory is given back.
const KEPT_NODES: usize = 1 << 18;

impl Opener {
    /// Opens one record; `record` is a line without its line end, or an array element.
    pub(super) fn open<'a>(
        &'a mut self,
        record: &'a [u8],
        line: u64,
        carriage: Carriage<'_>,
    ) -> Arrived<'a> {
        self.envelope.shrink_above(KEPT_NODES);
        self.tree.shrink_above(KEPT_NODES);
        if record.len() > carriage.max_line {
            let problem = Problem::LineTooLong {
                length: record.len() as u64,
                limit: carriage.max_line as u64,
            };
            return unreadable(record, line, Provenance::default(), problem);
        }
        if !carriage.is_envelope {
            let mut arrived = Self::body(record, line, Provenance::default(), &mut self.tree);
            if let Some(document) = arrived.document {
                arrived.provenance = bare_provenance(document.root());
            }
            return arrived;
        }
        if let Err(error) = parse(record, &mut self.envelope) {
            return unreadable(record, line, Provenance::default(), Problem::Line(error));
        }
        let root = Document::new(record, &self.envelope).root();
        let roles = Roles::of(root, carriage.mapping);
        let provenance = provenance(&roles);
        let Some(body) = roles.get(Role::Body) else {
            return absent(line, provenance);
        };
        match body.kind() {
            JsonType::Null => absent(line, provenance),
            JsonType::String => {
                let raw = body.raw();
                self.text.clear();
                let has_lone = crate::card::decode_into(&raw[1..raw.len() - 1], &mut self.text);
                if has_lone {
                    return unreadable(&self.text, line, provenance, Problem::LoneSurrogate);
                }
                Self::body(&self.text, line, provenance, &mut self.tree)
            }
            _ => Self::body(body.raw(), line, provenance, &mut self.tree),
        }
    }

    /// Reads a body's bytes as a document.
    fn body<'a>(
        bytes: &'a [u8],
        line: u64,
        provenance: Provenance,
        tree: &'a mut Tree,
    ) -> Arrived<'a> {
        let text = bytes.strip_prefix(crate::card::BOM).unwrap_or(bytes);
        if text
            .iter()
            .all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
        {
            let facts = Facts::without_tree(State::NoBody, bytes);
            return Arrived {
                line,
                provenance,
                body: Some(bytes),
                document: None,
                problem: None,
                facts,
            };
        }
        match parse(bytes, tree) {
            Err(error) => unreadable(bytes, line, provenance, Problem::Body(error)),
            Ok(()) => {
                let document = Document::new(bytes, tree);
                let facts = Facts::of(document);
                Arrived {
                    line,
                    provenance,
                    body: Some(bytes),
                    document: Some(document),
                    problem: None,
                    facts,
                }
            }
        }
    }
}

fn absent<'a>(line: u64, provenance: Provenance) -> Arrived<'a> {
    let facts = Facts::without_tree(State::NoBody, b"");
    Arrived {
        line,
        provenance,
        body: None,
        document: None,
        problem: None,
        facts,
    }
}

fn unreadable(bytes: &[u8], line: u64, provenance: Provenance, problem: Problem) -> Arrived<'_> {
    let facts = Facts::without_tree(State::Unparseable, bytes);
    Arrived {
        line,
        provenance,
        body: Some(bytes),
        document: None,
        problem: Some(problem),
        facts,
    }
}

fn text_of(node: Option<Node<'_>>) -> String {
    node.and_then(|node| node.text())
        .map(std::borrow::Cow::into_owned)
        .unwrap_or_default()
}

fn provenance(roles: &Roles<'_>) -> Provenance {
    let url = text_of(roles.get(Role::Url));
    let (url_host, url_path) = split_url(&url).unwrap_or_default();
    let host = normal_host(&text_of(roles.get(Role::Host)));
    let path = text_of(roles.get(Role::Path));
    let status = roles.get(Role::Status).and_then(|node| match node.kind() {
        JsonType::Number => std::str::from_utf8(node.raw()).ok()?.parse().ok(),
        _ => node.text()?.trim().parse().ok(),
    });
    let time = roles.get(Role::Time).map(|node| match node.text() {
        Some(text) => text.into_owned(),
        None => String::from_utf8_lossy(node.raw()).into_owned(),
    });
    Provenance {
        host: if host.is_empty() { url_host } else { host },
        path: if path.is_empty() { url_path } else { path },
        status,
        time: time.unwrap_or_default(),
        headers: roles
            .get(Role::Headers)
            .map(|node| node.raw().to_vec())
            .unwrap_or_default(),
    }
}

/// The host of a bare document: that of its `url`, or of its first interface.
fn bare_provenance(root: Node<'_>) -> Provenance {
    let first_interface = || root.member("supportedInterfaces")?.item(0)?.member("url");
    let host = [root.member("url"), first_interface()]
        .into_iter()
        .flatten()
        .find_map(|node| split_url(&node.text()?))
        .map(|(host, _)| host);
    Provenance {
        host: host.unwrap_or_default(),
        ..Provenance::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open<T>(record: &str, is_envelope: bool, look: impl FnOnce(Arrived<'_>) -> T) -> T {
        let mapping = Mapping::default();
        let carriage = Carriage {
            is_envelope,
            mapping: &mapping,
            max_line: 1000,
        };
        look(Opener::default().open(record.as_bytes(), 7, carriage))
    }

    #[test]
    fn every_record_has_one_state() {
        for (record, state) in [
            (r#"{"host":"a","body":"{}"}"#, State::Card),
            (r#"{"host":"a","body":{"x":1e999}}"#, State::Card),
            (r#"{"host":"a","body":"[1]"}"#, State::NotAnObject),
            (r#"{"host":"a","body":"null"}"#, State::NotAnObject),
            (r#"{"host":"a","body":7}"#, State::NotAnObject),
            (r#"{"host":"a","body":"{"}"#, State::Unparseable),
            (r#"{"host":"a","body":"\ud800"}"#, State::Unparseable),
            (r#"{"host":"a","body":null}"#, State::NoBody),
            (r#"{"host":"a","body":""}"#, State::NoBody),
            (r#"{"host":"a","body":" \n\t\r"}"#, State::NoBody),
            (r#"{"host":"a"}"#, State::NoBody),
            (r#"{"host":"a","#, State::Unparseable),
        ] {
            assert_eq!(
                open(record, true, |arrived| arrived.facts.state),
                state,
                "{record}"
            );
        }
    }

    #[test]
    fn a_string_body_is_the_exact_text_and_an_embedded_one_its_slice() {
        let body = |record: &str| open(record, true, |arrived| arrived.body.map(<[u8]>::to_vec));
        assert_eq!(
            body(r#"{"host":"a","body":"{ \"x\":\t1}"}"#),
            None.or(Some(b"{ \"x\":\t1}".to_vec()))
        );
        assert_eq!(
            body("{\"host\":\"a\",\"body\":{ \"x\" : 1.0 } }"),
            Some(b"{ \"x\" : 1.0 }".to_vec())
        );
    }

    #[test]
    fn provenance_is_read_from_host_or_url() {
        let read = |record: &str| open(record, true, |arrived| arrived.provenance);
        let from_url =
            read(r#"{"url":"https://A.example:443/w/card.json?x","body":"{}","status":"200"}"#);
        assert_eq!(
            (&*from_url.host, &*from_url.path, from_url.status),
            ("a.example", "/w/card.json", Some(200))
        );
        let explicit = read(
            r#"{"host":"B.example.","path":"/p","url":"https://c/q","body":"{}","status":404,"fetched_at":17}"#,
        );
        assert_eq!(
            (&*explicit.host, &*explicit.path, &*explicit.time),
            ("b.example", "/p", "17")
        );
        let bare = open(
            r#"{"supportedInterfaces":[{"url":"https://x.example/a2a"}]}"#,
            false,
            |arrived| arrived.provenance,
        );
        assert_eq!((&*bare.host, &*bare.path), ("x.example", ""));
    }

    #[test]
    fn a_record_beyond_the_limit_says_so() {
        let long = format!("{{\"host\":\"a\",\"body\":\"{}\"}}", "x".repeat(1000));
        let problem = open(&long, true, |arrived| arrived.problem);
        assert_eq!(
            problem,
            Some(Problem::LineTooLong {
                length: long.len() as u64,
                limit: 1000
            })
        );
    }
}
