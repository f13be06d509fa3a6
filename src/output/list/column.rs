//! The columns that a list can have.

use super::{Listed, Value};
use crate::census::Verdict;
use crate::corpus::{Problem, Row};
use crate::output::table::Align;
use crate::output::verdict::violations_text;
use crate::published::Agreement;
use crate::spec::specification;

/// A column of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ListColumn {
    /// How a person addresses the document.
    Address,
    /// Host it came from.
    Host,
    /// Path it came from.
    Path,
    /// Digest of the body.
    Sha256,
    /// What the body turned out to be.
    State,
    /// How it came by its version.
    Route,
    /// Family it is held to.
    Version,
    /// Verdict in words.
    Verdict,
    /// Verdict under the family not assigned, with that family.
    Alternative,
    /// Tolerant verdict in words.
    Tolerant,
    /// Verdict under 1.0 in words.
    Newest,
    /// Number of violations.
    Faults,
    /// Size of the body.
    Bytes,
    /// Published verdict in words.
    Published,
    /// Whether published and computed agree.
    Agree,
    /// The card's name.
    Name,
    /// Top-level `protocolVersion`.
    Declared,
    /// Generation of the keys.
    Shape,
    /// Kinds of hidden characters.
    Hidden,
    /// What was noted while reading.
    Notes,
    /// HTTP status.
    Status,
    /// When it was fetched.
    Time,
    /// Line in its input.
    Line,
    /// The input.
    Input,
    /// Why it is not readable.
    Problem,
    /// Fields at fault.
    Fields,
    /// The reader's own reading.
    Reading,
    /// Column of the verdict file.
    VersionSource,
    /// Column of the verdict file.
    DeclaredVersion,
    /// Column of the verdict file.
    Valid,
    /// Column of the verdict file.
    TolerantValid,
    /// Column of the verdict file.
    Violations,
    /// Column of the verdict file.
    AlternativeVersion,
    /// Column of the verdict file.
    AlternativeValid,
    /// Column of the verdict file.
    ValidNewest,
    /// Column of the verdict file.
    Schema,
    /// Whether the declared version is none this program knows.
    UnrecognisedVersion,
}

type Definition = (ListColumn, &'static str, &'static str);

const COLUMNS: [Definition; 37] = [
    (ListColumn::Address, "address", "host and path, or the line"),
    (ListColumn::Host, "host", "host it came from"),
    (ListColumn::Path, "path", "path it came from"),
    (ListColumn::Sha256, "sha256", "digest of the exact bytes"),
    (ListColumn::State, "state", "what the body turned out to be"),
    (ListColumn::Route, "route", "how it came by its version"),
    (ListColumn::Version, "version", "family it is held to"),
    (
        ListColumn::Verdict,
        "verdict",
        "valid: passes the structural check",
    ),
    (
        ListColumn::Alternative,
        "alternative",
        "verdict under the family not assigned",
    ),
    (
        ListColumn::Tolerant,
        "tolerant",
        "verdict with a single missing protocolVersion set aside",
    ),
    (ListColumn::Newest, "newest", "verdict under 1.0"),
    (ListColumn::Faults, "faults", "number of violations"),
    (ListColumn::Bytes, "bytes", "size of the body"),
    (
        ListColumn::Published,
        "published",
        "verdict in the verdict file",
    ),
    (
        ListColumn::Agree,
        "agree",
        "whether published and computed are equal",
    ),
    (ListColumn::Name, "name", "the card's name"),
    (
        ListColumn::Declared,
        "declared",
        "top-level protocolVersion",
    ),
    (ListColumn::Shape, "shape", "generation its keys belong to"),
    (
        ListColumn::Hidden,
        "hidden",
        "kinds of hidden characters in it",
    ),
    (ListColumn::Notes, "notes", "noted while reading it"),
    (ListColumn::Status, "status", "HTTP status"),
    (ListColumn::Time, "time", "when it was fetched"),
    (ListColumn::Line, "line", "line in its input"),
    (ListColumn::Input, "input", "input it came in"),
    (ListColumn::Problem, "problem", "why it cannot be read"),
    (ListColumn::Fields, "fields", "fields at fault"),
    (ListColumn::Reading, "reading", "your own reading"),
    (
        ListColumn::VersionSource,
        "version_source",
        "as in a verdict file",
    ),
    (
        ListColumn::DeclaredVersion,
        "declared_version",
        "as in a verdict file",
    ),
    (ListColumn::Valid, "valid", "as in a verdict file"),
    (
        ListColumn::TolerantValid,
        "tolerant_valid",
        "as in a verdict file",
    ),
    (
        ListColumn::Violations,
        "violations",
        "as in a verdict file: path:kind",
    ),
    (
        ListColumn::AlternativeVersion,
        "alternative_version",
        "as in a verdict file",
    ),
    (
        ListColumn::AlternativeValid,
        "alternative_valid",
        "as in a verdict file",
    ),
    (
        ListColumn::ValidNewest,
        "valid_newest",
        "as in a verdict file",
    ),
    (
        ListColumn::Schema,
        "schema",
        "pinned schema that was applied",
    ),
    (
        ListColumn::UnrecognisedVersion,
        "unrecognised_version",
        "whether no known version is declared",
    ),
];

/// Other names of columns, those that queries use among them.
const ALIASES: [(&str, ListColumn); 8] = [
    ("alt", ListColumn::Alternative),
    ("family", ListColumn::Version),
    ("sha", ListColumn::Sha256),
    ("field", ListColumn::Fields),
    ("file", ListColumn::Input),
    ("size", ListColumn::Bytes),
    ("note", ListColumn::Notes),
    ("document", ListColumn::Address),
];

impl ListColumn {
    /// Every column, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        COLUMNS.into_iter().map(|(column, ..)| column)
    }

    /// The columns of a list when none are chosen, as the terminal lists them.
    #[must_use]
    pub fn usual(has_published: bool) -> Vec<Self> {
        let mut columns = vec![
            Self::Address,
            Self::Route,
            Self::Version,
            Self::Verdict,
            Self::Alternative,
            Self::Tolerant,
            Self::Faults,
            Self::Bytes,
        ];
        if has_published {
            columns.extend([Self::Published, Self::Agree]);
        }
        columns
    }

    /// Those of the usual columns that a narrow screen can do without, the least important first.
    pub const SPARED: [Self; 6] = [
        Self::Bytes,
        Self::Tolerant,
        Self::Published,
        Self::Alternative,
        Self::Agree,
        Self::Faults,
    ];

    fn definition(self) -> &'static Definition {
        let mut all = COLUMNS.iter();
        all.find(|(column, ..)| *column == self)
            .expect("every column stands in the table, a test says")
    }

    /// Its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.definition().1
    }

    /// What it says, in a few words.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.definition().2
    }

    /// The column with this name or alias.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let named = COLUMNS.iter().find(|(_, known, _)| *known == name);
        let alias = || ALIASES.iter().find(|(alias, _)| *alias == name);
        named
            .map(|(column, ..)| *column)
            .or_else(|| alias().map(|(_, column)| *column))
    }

    /// Whether the document has to be graded for it, not only judged.
    #[must_use]
    pub fn needs_grade(self) -> bool {
        matches!(self, Self::Violations | Self::DeclaredVersion)
    }

    pub(super) fn align(self) -> Align {
        match self {
            Self::Faults | Self::Bytes | Self::Status | Self::Line => Align::Right,
            _ => Align::Left,
        }
    }

    /// What a document has here.
    #[must_use]
    pub fn value(self, listed: &Listed<'_>) -> Value {
        let row = &listed.row;
        let facts = row.facts();
        match self {
            Self::Address => Value::Text(row.address()),
            Self::Host => Value::text(row.host()),
            Self::Path => Value::text(row.path()),
            Self::Sha256 => Value::text(&row.sha256_hex()),
            Self::State => Value::text(facts.state.as_str()),
            Self::Bytes => row
                .body()
                .map_or(Value::None, |body| Value::Number(body.len() as u64)),
            Self::Name => Value::text(row.name()),
            Self::Declared => Value::text(row.protocol_version()),
            Self::Shape if facts.state == crate::census::State::Card => {
                Value::text(facts.shape().as_str())
            }
            Self::Shape => Value::None,
            Self::Hidden => Value::list(
                facts
                    .hidden
                    .iter()
                    .map(|kind| kind.name().to_owned())
                    .collect(),
            ),
            Self::Notes => Value::list(notes(*row)),
            Self::Status => row
                .status()
                .map_or(Value::None, |status| Value::Number(u64::from(status))),
            Self::Time => Value::text(row.time()),
            Self::Line => Value::Number(row.line()),
            Self::Input => Value::text(row.input_name()),
            Self::Problem => row
                .problem()
                .map_or(Value::None, |problem| Value::Text(problem.to_string())),
            Self::UnrecognisedVersion => Value::Flag(facts.has_unrecognised_version()),
            Self::Reading => Value::text(listed.reading),
            _ => self.judged(listed),
        }
    }

    /// The columns that depend on the rule.
    fn judged(self, listed: &Listed<'_>) -> Value {
        let judgement = &listed.judgement;
        let word =
            |verdict: Option<Verdict>| verdict.map_or(Value::None, |v| Value::text(v.as_str()));
        let flag =
            |verdict: Option<Verdict>| verdict.map_or(Value::None, |v| Value::Flag(v.is_valid()));
        match self {
            Self::Route | Self::VersionSource => judgement
                .route
                .map_or(Value::None, |route| Value::text(route.as_str())),
            Self::Version => judgement
                .family
                .map_or(Value::None, |family| Value::text(family.as_str())),
            Self::Verdict => word(judgement.verdict),
            Self::Valid => flag(judgement.verdict),
            Self::Tolerant => word(judgement.tolerant),
            Self::TolerantValid => flag(judgement.tolerant),
            Self::Newest => word(judgement.newest),
            Self::ValidNewest => flag(judgement.newest),
            Self::Alternative => judgement
                .alternative
                .map_or(Value::None, |(family, verdict)| {
                    Value::Text(format!("{verdict} at {family}"))
                }),
            Self::AlternativeVersion => judgement
                .alternative
                .map_or(Value::None, |(family, _)| Value::text(family.as_str())),
            Self::AlternativeValid => flag(judgement.alternative.map(|(_, verdict)| verdict)),
            Self::Faults => judgement.family.map_or(Value::None, |family| {
                let outcome = listed.row.facts().outcome(family);
                Value::Number(u64::from(outcome.violation_count))
            }),
            Self::Fields => {
                let fields = judgement.violated.iter();
                let names = fields.map(|field| specification().field_name(field).to_owned());
                Value::list(names.collect())
            }
            Self::Schema => judgement.family.map_or(Value::None, |family| {
                Value::text(specification().schema(family).file)
            }),
            Self::Violations => listed.graded.map_or(Value::None, |graded| {
                Value::text(&violations_text(&graded.violations))
            }),
            Self::DeclaredVersion => listed
                .graded
                .map_or(Value::None, |graded| Value::text(&graded.declared_version)),
            Self::Published => word(listed.published.and_then(|row| row.published().verdict)),
            Self::Agree => match Agreement::of(listed.published, judgement) {
                Agreement::Agrees => Value::text("yes"),
                Agreement::Disagrees => Value::text("no"),
                Agreement::NoRow => Value::None,
            },
            _ => Value::None,
        }
    }
}

/// What was noted while a document was read, in the words of the query language.
#[must_use]
pub fn notes(row: Row<'_>) -> Vec<String> {
    let facts = row.facts();
    let is_broken = row.problem().is_some_and(Problem::is_of_the_input);
    [
        (facts.had_bom, "bom"),
        (facts.shadowed_count > 0, "duplicate-keys"),
        (facts.has_unrecognised_version(), "unrecognised-version"),
        (is_broken, "broken-line"),
    ]
    .into_iter()
    .filter(|(holds, _)| *holds)
    .map(|(_, name)| name.to_owned())
    .collect()
}
