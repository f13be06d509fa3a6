//! What one person says of one document.

use crate::census::Rules;
use crate::corpus::{Row, hex};
use crate::spec::Family;
use std::fmt;
use std::str::FromStr;

/// The program and version that stand in every record.
pub const PROGRAM: &str = concat!("cardex ", env!("CARGO_PKG_VERSION"));

/// SHA-256 of a document's exact bytes.
pub type Sha256 = [u8; 32];

/// Reads a digest in hexadecimal, in either case.
pub(super) fn parse_hex(text: &str) -> Option<Sha256> {
    let digits: Vec<u8> = text
        .chars()
        .map(|digit| {
            digit
                .to_digit(16)
                .and_then(|value| u8::try_from(value).ok())
        })
        .collect::<Option<_>>()?;
    let mut digest = [0; 32];
    if digits.len() != 64 {
        return None;
    }
    for (byte, pair) in digest.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    Some(digest)
}

/// Which document: where it was found, and its exact bytes. Documents that agree in all three are
/// one document to a reader.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// Lower-case host, without default port and trailing dot. Empty when not known.
    pub host: String,
    /// Path it was fetched from. Empty when not known.
    pub path: String,
    /// Of the body's exact bytes. `None` where there is no body.
    pub sha256: Option<Sha256>,
}

impl Identity {
    /// The same, borrowed.
    #[must_use]
    pub fn as_ref(&self) -> DocumentRef<'_> {
        DocumentRef {
            host: &self.host,
            path: &self.path,
            sha256: self.sha256,
        }
    }
}

/// An [`Identity`] that borrows its texts, so that looking one up allocates nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentRef<'a> {
    /// As [`Identity::host`].
    pub host: &'a str,
    /// As [`Identity::path`].
    pub path: &'a str,
    /// As [`Identity::sha256`].
    pub sha256: Option<Sha256>,
}

impl<'a> DocumentRef<'a> {
    /// A document of a corpus.
    #[must_use]
    pub fn of_row(row: Row<'a>) -> Self {
        Self {
            host: row.host(),
            path: row.path(),
            sha256: row.sha256().copied(),
        }
    }

    /// The same, owned.
    #[must_use]
    pub fn to_identity(self) -> Identity {
        Identity {
            host: self.host.to_owned(),
            path: self.path.to_owned(),
            sha256: self.sha256,
        }
    }

    /// Whether it can be told from other documents. Without host and without body it cannot, and
    /// then nobody can have a reading of it.
    #[must_use]
    pub fn is_distinct(self) -> bool {
        !self.host.is_empty() || self.sha256.is_some()
    }

    /// Whether two documents were found at the same place, which may have changed in between.
    /// Documents without a host have no place in common.
    #[must_use]
    pub fn is_same_place(self, other: DocumentRef<'_>) -> bool {
        !self.host.is_empty() && self.host == other.host && self.path == other.path
    }
}

/// Host and path, or the beginning of the digest where there is no host. Untrusted text.
impl fmt::Display for DocumentRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.host.is_empty() {
            return write!(f, "{}{}", self.host, self.path);
        }
        match &self.sha256 {
            Some(digest) => f.write_str(hex(digest).get(..12).unwrap_or_default()),
            None => f.write_str("a document without host and body"),
        }
    }
}

/// What a person makes of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Says {
    /// It should be read as this family.
    Family(Family),
    /// It is no A2A card.
    NotACard,
    /// It cannot be told.
    CannotTell,
    /// Nothing any more: an earlier reading was taken back and none stood before it.
    Withdrawn,
}

impl Says {
    /// Everything a person can say of a document, in the order reports list it. Taking back is not
    /// among it.
    pub const CHOICES: [Self; 5] = [
        Self::Family(Family::V0_2),
        Self::Family(Family::V0_3),
        Self::Family(Family::V1_0),
        Self::NotACard,
        Self::CannotTell,
    ];

    /// Its name in files, queries and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Family(family) => family.as_str(),
            Self::NotACard => "not-a-card",
            Self::CannotTell => "cannot-tell",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// In words, for a screen.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Family(family) => family.as_str(),
            Self::NotACard => "not an A2A card",
            Self::CannotTell => "can't tell",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// Position in [`Says::CHOICES`]; `None` for [`Says::Withdrawn`].
    #[must_use]
    pub const fn index(self) -> Option<usize> {
        match self {
            Self::Family(family) => Some(family.index()),
            Self::NotACard => Some(3),
            Self::CannotTell => Some(4),
            Self::Withdrawn => None,
        }
    }
}

impl fmt::Display for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is no reading. It is kept as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAReading(pub String);

impl fmt::Display for NotAReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Says::CHOICES.into_iter().map(Says::as_str).collect();
        write!(
            f,
            "expected a reading ({}), found '{}'",
            names.join(", "),
            self.0
        )
    }
}

impl std::error::Error for NotAReading {}

impl FromStr for Says {
    type Err = NotAReading;

    /// Reads exactly the names that [`Says::as_str`] gives.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::CHOICES
            .into_iter()
            .chain([Self::Withdrawn])
            .find(|says| says.as_str() == text)
            .ok_or_else(|| NotAReading(text.to_owned()))
    }
}

/// One person's judgement of one document, at one time. Every text in it may come from a file that
/// someone else wrote, and is untrusted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// Which document.
    pub document: Identity,
    /// Who reads.
    pub reader: String,
    /// What it is said to be.
    pub says: Says,
    /// Why. Empty when no reason was given.
    pub reason: String,
    /// Words of the reader's own, to find readings again.
    pub tags: Vec<String>,
    /// When: RFC 3339, UTC.
    pub time: String,
    /// Which program wrote it: [`PROGRAM`].
    pub program: String,
    /// The rule of attribution in force, as [`Rules`] are written.
    pub rules: String,
}

/// What a person says of a document, before it is signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Which document.
    pub document: Identity,
    /// What it is said to be.
    pub says: Says,
    /// Why; see [`super::check_reason`].
    pub reason: String,
    /// Words of the reader's own.
    pub tags: Vec<String>,
}

/// Who reads, when, and under which rule: what every reading given at one moment has in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Who reads.
    pub reader: String,
    /// When: RFC 3339, UTC. Taken from the caller's clock.
    pub time: String,
    /// The rule of attribution the reader has before them.
    pub rules: Rules,
}

impl Draft {
    /// The reading, signed.
    #[must_use]
    pub fn sign(self, signature: &Signature) -> Reading {
        Reading {
            document: self.document,
            reader: signature.reader.clone(),
            says: self.says,
            reason: self.reason,
            tags: self.tags,
            time: signature.time.clone(),
            program: PROGRAM.to_owned(),
            rules: signature.rules.to_string(),
        }
    }
}

impl Reading {
    /// The same judgement given again, at another moment.
    #[must_use]
    pub(super) fn again(&self, signature: &Signature) -> Self {
        Draft {
            document: self.document.clone(),
            says: self.says,
            reason: self.reason.clone(),
            tags: self.tags.clone(),
        }
        .sign(signature)
    }

    /// The judgement taken back, with none standing before it.
    #[must_use]
    pub(super) fn withdrawn(&self, signature: &Signature) -> Self {
        Draft {
            document: self.document.clone(),
            says: Says::Withdrawn,
            reason: String::new(),
            tags: Vec::new(),
        }
        .sign(signature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_written_and_read_back() {
        let digest: Sha256 = std::array::from_fn(|index| index as u8 * 8);
        assert_eq!(parse_hex(&hex(&digest)), Some(digest));
        assert_eq!(parse_hex(&hex(&digest).to_uppercase()), Some(digest));
        for wrong in ["", "00", &"é".repeat(64), &"0".repeat(65), &"+1".repeat(32)] {
            assert_eq!(parse_hex(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_reading_has_one_name_and_an_unknown_one_says_which_there_are() {
        for says in Says::CHOICES.into_iter().chain([Says::Withdrawn]) {
            assert_eq!(says.as_str().parse(), Ok(says));
        }
        for (position, says) in Says::CHOICES.into_iter().enumerate() {
            assert_eq!(says.index(), Some(position));
        }
        let error = "v0.3".parse::<Says>().expect_err("no such reading");
        assert_eq!(
            error.to_string(),
            "expected a reading (0.2, 0.3, 1.0, not-a-card, cannot-tell), found 'v0.3'"
        );
    }

    #[test]
    fn documents_without_a_host_share_no_place() {
        let nowhere = DocumentRef {
            host: "",
            path: "",
            sha256: Some([1; 32]),
        };
        assert!(!nowhere.is_same_place(DocumentRef {
            sha256: Some([2; 32]),
            ..nowhere
        }));
        assert!(nowhere.is_distinct());
        assert!(
            !DocumentRef {
                sha256: None,
                ..nowhere
            }
            .is_distinct()
        );
        assert_eq!(nowhere.to_string(), "010101010101");
    }
}
