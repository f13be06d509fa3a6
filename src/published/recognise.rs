//! What a file is, by its content, and what to say when it is something else than asked for.

use super::columns::{
    Column, FRAME_COLUMNS, FRAME_HOST, FRAME_IS_CARD, FRAME_STATUS, FRAME_URL, Known,
    VERDICT_COLUMNS, VERDICT_URL, assign,
};
use super::table::{Reading, content_of, header_of};
use crate::card::{BOM, Document, Tree};
use crate::corpus::{Content, Mapping, Source};
use crate::error::{Error, ErrorKind, Place, Result};
use crate::spec::JsonType;
use crate::text::{Marks, clean_cut};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Documents.
    Corpus,
    /// Published verdicts, a row a document.
    Verdicts,
    /// The requests of a collection, a row a request.
    Frame,
}

impl Kind {
    /// What it is, in words.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::Corpus => "a corpus (JSON: a record a line, or one value)",
            Self::Verdicts => {
                "a verdict file (CSV or JSON lines with columns such as host, sha256, version_source, version, valid)"
            }
            Self::Frame => "a frame file (CSV with columns such as host, path, status, is_card)",
        }
    }

    /// How it is given, for the end of a sentence.
    fn next(self) -> &'static str {
        match self {
            Self::Corpus => "give it as an INPUT, without an option before it",
            Self::Verdicts => "give it as the verdict file",
            Self::Frame => "give it as the frame file",
        }
    }
}

/// Keys that only a card or an envelope has; `card` and `text` are columns of tables, too.
const BODY_NAMES: [&str; 8] = [
    "body",
    "raw",
    "raw_body",
    "content",
    "agent_card",
    "document",
    "json",
    "data",
];
const CARD_NAMES: [&str; 5] = [
    "name",
    "skills",
    "supportedInterfaces",
    "protocolVersion",
    "capabilities",
];

/// Says what a file is by its beginning, which stays unread.
///
/// # Errors
/// When it is empty, or a table whose columns are none that verdict and frame files have.
pub fn recognise(source: &Source, mapping: &Mapping) -> Result<Kind> {
    match content_of(source) {
        Content::Empty if source.damage().is_some() => {
            let damage = source.damage().map(|damage| damage.to_string());
            Err(Error::at(
                Place::file(&source.name),
                ErrorKind::WrongInput {
                    expected: "compressed data that can be read".to_owned(),
                    found: damage.unwrap_or_default(),
                    next: "nothing of it arrived; fetch or copy the file again".to_owned(),
                },
            ))
        }
        Content::Empty => Err(Error::at(
            Place::file(&source.name),
            ErrorKind::Nothing {
                expected: "a corpus (JSON), a verdict file or a frame file (CSV with a header)",
            },
        )),
        Content::Json => Ok(kind_of_json(source.prefix(), mapping)),
        Content::Text => match kind_of_table(source, mapping) {
            // Not a table: if it has lines of JSON, the odd ones are records like the others.
            Err(_) if has_lines_of_json(source.prefix()) => Ok(Kind::Corpus),
            kind => kind,
        },
    }
}

/// Whether some whole line is JSON by itself: a document, or a scalar that is no head of a table.
fn has_lines_of_json(prefix: &[u8]) -> bool {
    let mut tree = Tree::new();
    let mut lines = prefix.split(|&byte| byte == b'\n').take(1000);
    lines.any(|line| {
        let line = line.strip_prefix(BOM).unwrap_or(line).trim_ascii();
        !line.is_empty() && crate::card::parse(line, &mut tree).is_ok()
    })
}

/// Fails unless a file is what it was given for.
pub(super) fn expect(source: &Source, mapping: &Mapping, wanted: Kind) -> Result<()> {
    if content_of(source) == Content::Empty {
        let expected = match wanted {
            Kind::Corpus => "a corpus (JSON)",
            Kind::Verdicts => "a verdict file (CSV with a header, or JSON lines)",
            Kind::Frame => "a frame file (CSV with a header)",
        };
        let place = Place::file(&source.name);
        return Err(Error::at(place, ErrorKind::Nothing { expected }));
    }
    let found = recognise(source, mapping)?;
    // A table with the columns of both is whatever it was given for.
    if found == wanted || (content_of(source) == Content::Text && fits(source, mapping, wanted)) {
        return Ok(());
    }
    Err(wrong(
        source,
        wanted.noun().to_owned(),
        found.noun().to_owned(),
        found.next().to_owned(),
    ))
}

fn wrong(source: &Source, expected: String, found: String, next: String) -> Error {
    Error::at(
        Place::line(&source.name, 1),
        ErrorKind::WrongInput {
            expected,
            found,
            next,
        },
    )
}

/// Whether a set of names has each role.
struct Names {
    roles: Vec<Option<usize>>,
    /// Whether the route is known by a name that means nothing else.
    has_telling_route: bool,
}

impl Names {
    fn of(names: &[String], known: &[Known], mapping: &Mapping) -> Self {
        let roles = assign(names, known, mapping);
        let route = roles
            .iter()
            .position(|role| *role == Some(Column::VersionSource as usize));
        let has_telling_route = route.is_some_and(|at| {
            !names[at].eq_ignore_ascii_case("source")
                || mapping.key_for("version_source") == Some(names[at].as_str())
        });
        Self {
            roles,
            has_telling_route,
        }
    }

    fn has(&self, slot: usize) -> bool {
        self.roles.contains(&Some(slot))
    }

    fn have_identity(&self) -> bool {
        [Column::Host as usize, Column::Sha256 as usize, VERDICT_URL]
            .iter()
            .any(|&slot| self.has(slot))
    }

    fn are_verdicts(&self) -> bool {
        self.have_identity()
            && (self.has_telling_route
                || self.has(Column::Valid as usize)
                || self.has(Column::Version as usize))
    }
}

fn are_frame(names: &[String], mapping: &Mapping) -> bool {
    let frame = Names::of(names, &FRAME_COLUMNS, mapping);
    (frame.has(FRAME_HOST) || frame.has(FRAME_URL))
        && (frame.has(FRAME_STATUS) || frame.has(FRAME_IS_CARD))
}

fn kind_of_json(prefix: &[u8], mapping: &Mapping) -> Kind {
    let prefix = prefix
        .strip_prefix(BOM)
        .unwrap_or(prefix)
        .trim_ascii_start();
    let line = prefix.split(|&byte| byte == b'\n').next().unwrap_or(prefix);
    let Ok(tree) = Tree::from_bytes(line.trim_ascii()) else {
        return Kind::Corpus;
    };
    let root = Document::new(line.trim_ascii(), &tree).root();
    if root.kind() != JsonType::Object {
        return Kind::Corpus;
    }
    let names: Vec<String> = root
        .children()
        .filter_map(|member| Some(member.key()?.into_owned()))
        .take(256)
        .collect();
    let is_document = names.iter().any(|name| {
        BODY_NAMES.contains(&name.as_str())
            || CARD_NAMES.contains(&name.as_str())
            || mapping.key_for("body") == Some(name)
    });
    let verdict = Names::of(&names, &VERDICT_COLUMNS, mapping);
    // A card has a `version` and a `url` of its own, so these two alone tell nothing here.
    let tells = verdict.has_telling_route || verdict.has(Column::Valid as usize);
    if !is_document && verdict.have_identity() && tells {
        Kind::Verdicts
    } else {
        Kind::Corpus
    }
}

fn header(source: &Source, mapping: &Mapping, known: &'static [Known]) -> Vec<String> {
    let reading = Reading {
        known,
        mapping,
        expected: "",
    };
    header_of(source.prefix(), reading).1
}

fn fits(source: &Source, mapping: &Mapping, wanted: Kind) -> bool {
    match wanted {
        Kind::Corpus => false,
        Kind::Verdicts => {
            let names = header(source, mapping, &VERDICT_COLUMNS);
            Names::of(&names, &VERDICT_COLUMNS, mapping).are_verdicts()
        }
        Kind::Frame => are_frame(&header(source, mapping, &FRAME_COLUMNS), mapping),
    }
}

fn kind_of_table(source: &Source, mapping: &Mapping) -> Result<Kind> {
    if let Some((found, next)) = no_text(source.prefix()) {
        let expected = "JSON, or a CSV table in UTF-8".to_owned();
        return Err(wrong(source, expected, found.to_owned(), next.to_owned()));
    }
    let names = header(source, mapping, &VERDICT_COLUMNS);
    let verdict = Names::of(&names, &VERDICT_COLUMNS, mapping);
    let is_frame = are_frame(&header(source, mapping, &FRAME_COLUMNS), mapping);
    let is_decided = verdict.has_telling_route || verdict.has(Column::Valid as usize);
    if verdict.are_verdicts() && (is_decided || !is_frame) {
        return Ok(Kind::Verdicts);
    }
    let body = names.iter().find(|name| {
        BODY_NAMES
            .iter()
            .any(|body| name.eq_ignore_ascii_case(body))
    });
    if let Some(body) = body {
        return Err(wrong(
            source,
            "documents as JSON, a record a line".to_owned(),
            format!("a table that carries them in its column '{}'", shown(body)),
            "write each row as one JSON object on a line of its own, with the same names as keys"
                .to_owned(),
        ));
    }
    if is_frame {
        return Ok(Kind::Frame);
    }
    Err(unknown_columns(source, &names, verdict.have_identity()))
}

/// The error for a table whose columns fit nothing.
fn unknown_columns(source: &Source, names: &[String], have_identity: bool) -> Error {
    const SHOWN: usize = 12;
    let mut list: Vec<String> = names
        .iter()
        .take(SHOWN)
        .map(|name| format!("'{}'", shown(name)))
        .collect();
    if names.len() > SHOWN {
        list.push(format!("{} more", names.len() - SHOWN));
    }
    let (lack, map) = if have_identity {
        (
            "a verdict file has version_source, version or valid as well, a frame file status or is_card",
            "--map version_source=COLUMN,version=COLUMN,valid=COLUMN or --map status=COLUMN,is_card=COLUMN",
        )
    } else {
        (
            "each row must name its document by host, url or sha256",
            "--map host=COLUMN,path=COLUMN,sha256=COLUMN,version_source=COLUMN,version=COLUMN,valid=COLUMN, or for a frame --map host=COLUMN,path=COLUMN,status=COLUMN,is_card=COLUMN",
        )
    };
    wrong(
        source,
        "a corpus (JSON), a verdict file or a frame file (CSV with a header)".to_owned(),
        format!(
            "text whose first line names the columns {}",
            list.join(", ")
        ),
        format!("{lack}; if its columns have other names, write {map}"),
    )
}

fn shown(name: &str) -> String {
    clean_cut(name, 40, Marks::Unicode).into_owned()
}

/// What files that are no text at all are, and what to do.
fn no_text(prefix: &[u8]) -> Option<(&'static str, &'static str)> {
    const SIGNS: [(&[u8], &str, &str); 6] = [
        (
            b"PK\x03\x04",
            "a zip archive (a spreadsheet is one, too)",
            "unpack it, or save the sheet as CSV in UTF-8",
        ),
        (b"\x28\xB5\x2F\xFD", "zstd data", "unpack it with zstd -d"),
        (b"BZh", "bzip2 data", "unpack it with bunzip2"),
        (b"\xFD7zXZ\0", "xz data", "unpack it with unxz"),
        (b"\xFF\xFE", "UTF-16 text", "save it as UTF-8"),
        (b"\xFE\xFF", "UTF-16 text", "save it as UTF-8"),
    ];
    let sign = SIGNS.iter().find(|(sign, ..)| prefix.starts_with(sign));
    match sign {
        Some((_, found, next)) => Some((found, next)),
        None if prefix.contains(&0) => Some((
            "bytes that are no text",
            "give the JSON or CSV file that it was made from",
        )),
        None => None,
    }
}
