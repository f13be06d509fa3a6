//! Which row of a verdict file belongs to which document.

use super::agreement::Agreement;
use super::verdicts::{VerdictFile, VerdictRow};
use crate::census::Judgement;
use crate::corpus::{Corpus, DocumentId, Row};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Stands for "no row" and "no document" in tables of numbers.
const NONE: u32 = u32::MAX;

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It belongs to this document.
    Joined(DocumentId),
    /// No document fits it.
    WithoutDocument,
    /// Every document it fits is taken by an earlier row.
    Duplicate,
    /// It fits several different documents.
    Ambiguous,
}

/// Rows of a verdict file joined to the documents of a corpus.
#[derive(Clone, Debug)]
pub struct Join {
    file: Arc<VerdictFile>,
    /// Row of each document.
    row_of: Vec<u32>,
    fates: Vec<Fate>,
}

impl Join {
    /// The file whose rows were joined.
    #[must_use]
    pub fn file(&self) -> &VerdictFile {
        &self.file
    }

    /// The row of a document.
    #[must_use]
    pub fn row_for(&self, id: DocumentId) -> Option<VerdictRow<'_>> {
        let row = *self.row_of.get(id.0 as usize)?;
        (row != NONE).then(|| self.file.row(row as usize))
    }

    /// What became of a row, by its position in the file.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn fate(&self, row: usize) -> Fate {
        self.fates[row]
    }

    /// Documents with their rows, in the order of the corpus.
    pub fn joined(&self) -> impl Iterator<Item = (DocumentId, VerdictRow<'_>)> {
        (0..self.row_of.len() as u32)
            .filter_map(|id| Some((DocumentId(id), self.row_for(DocumentId(id))?)))
    }

    /// Number of joined rows.
    #[must_use]
    pub fn joined_count(&self) -> usize {
        self.row_of.iter().filter(|&&row| row != NONE).count()
    }

    /// Documents that no row belongs to, in the order of the corpus.
    pub fn documents_without_row(&self) -> impl Iterator<Item = DocumentId> + '_ {
        let rows = self.row_of.iter().zip(0..);
        rows.filter(|&(&row, _)| row == NONE)
            .map(|(_, id)| DocumentId(id))
    }

    fn rows_with(&self, fate: Fate) -> impl Iterator<Item = VerdictRow<'_>> {
        let fates = self.fates.iter().enumerate();
        fates
            .filter(move |&(_, &found)| found == fate)
            .map(|(row, _)| self.file.row(row))
    }

    /// Rows that no document fits, in the order of the file.
    pub fn rows_without_document(&self) -> impl Iterator<Item = VerdictRow<'_>> {
        self.rows_with(Fate::WithoutDocument)
    }

    /// Rows whose documents are all taken by earlier rows, in the order of the file.
    pub fn duplicate_rows(&self) -> impl Iterator<Item = VerdictRow<'_>> {
        self.rows_with(Fate::Duplicate)
    }

    /// Rows that fit several different documents, in the order of the file.
    pub fn ambiguous_rows(&self) -> impl Iterator<Item = VerdictRow<'_>> {
        self.rows_with(Fate::Ambiguous)
    }

    /// Whether what is published of a document is what is computed of it.
    #[must_use]
    pub fn agreement(&self, id: DocumentId, judgement: &Judgement) -> Agreement {
        Agreement::of(self.row_for(id), judgement)
    }
}

/// What identifies a document, or the part of it that a row names. Empty where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key<'a> {
    host: &'a str,
    path: &'a str,
    sha256: Option<&'a [u8; 32]>,
}

impl<'c> Key<'c> {
    fn of(row: Row<'c>) -> Self {
        Self {
            host: row.host(),
            path: row.path().trim(),
            sha256: row.sha256(),
        }
    }
}

/// Which parts of a key are looked at.
#[derive(Clone, Copy, Debug)]
enum Part {
    HostPath,
    HostSha,
    Host,
    PathSha,
    Sha,
}

impl Part {
    fn of(self, key: Key<'_>) -> Key<'_> {
        let (host, path, sha256) = match self {
            Self::HostPath => (true, true, false),
            Self::HostSha => (true, false, true),
            Self::Host => (true, false, false),
            Self::PathSha => (false, true, true),
            Self::Sha => (false, false, true),
        };
        Key {
            host: if host { key.host } else { "" },
            path: if path { key.path } else { "" },
            sha256: key.sha256.filter(|_| sha256),
        }
    }
}

/// How many classes of equal documents fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    None,
    One(u32),
    Many,
}

impl Fit {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, fit) | (fit, Self::None) => fit,
            (Self::One(left), Self::One(right)) if left == right => self,
            _ => Self::Many,
        }
    }
}

/// Documents by what identifies them. Equal documents are one class, kept as a chain.
struct Index<'c> {
    exact: HashMap<Key<'c>, u32>,
    /// Key of each class.
    keys: Vec<Key<'c>>,
    /// First document of each class that no row has taken yet.
    free: Vec<u32>,
    /// For each document the next of its class.
    next: Vec<u32>,
    /// By parts of the key, in the order of [`Part`]; made when first asked for.
    parts: [OnceCell<HashMap<Key<'c>, Fit>>; 5],
}

impl<'c> Index<'c> {
    fn of(corpus: &'c Corpus) -> Self {
        let mut index = Self {
            exact: HashMap::new(),
            keys: Vec::new(),
            free: Vec::new(),
            next: vec![NONE; corpus.len()],
            parts: Default::default(),
        };
        let mut last = Vec::new();
        for row in corpus.rows() {
            let key = Key::of(row);
            let id = row.id().0;
            let fresh = index.keys.len() as u32;
            let class = *index.exact.entry(key).or_insert(fresh);
            if class == fresh {
                index.keys.push(key);
                index.free.push(id);
                last.push(id);
            } else {
                let before: &mut u32 = &mut last[class as usize];
                index.next[*before as usize] = id;
                *before = id;
            }
        }
        index
    }

    fn exactly(&self, key: Key<'_>) -> Fit {
        self.exact
            .get(&key)
            .map_or(Fit::None, |&class| Fit::One(class))
    }

    fn by(&self, part: Part, key: Key<'_>) -> Fit {
        let map = self.parts[part as usize].get_or_init(|| {
            let mut map = HashMap::new();
            for (key, class) in self.keys.iter().zip(0..) {
                let fit = map.entry(part.of(*key)).or_insert(Fit::None);
                *fit = fit.and(Fit::One(class));
            }
            map
        });
        map.get(&part.of(key)).copied().unwrap_or(Fit::None)
    }

    /// The classes that fit a row.
    fn fit(&self, key: Key<'_>, says_all: bool) -> Fit {
        if key.host.is_empty() {
            return self.without_host(key);
        }
        // What the file has columns for and leaves empty, it says is empty.
        let exact = self.exactly(key);
        if exact != Fit::None && says_all {
            return exact;
        }
        let bare = Key { path: "", ..key };
        let bodyless = Key {
            sha256: None,
            ..key
        };
        let fit = match (!key.path.is_empty(), key.sha256.is_some()) {
            (true, true) => self
                .exactly(key)
                .and(self.exactly(bare))
                .and(self.exactly(bodyless))
                .and(self.exactly(Key {
                    sha256: None,
                    ..bare
                })),
            (true, false) => self
                .by(Part::HostPath, key)
                .and(self.by(Part::HostPath, bare)),
            (false, true) => self
                .by(Part::HostSha, key)
                .and(self.by(Part::HostSha, bodyless)),
            (false, false) => self.by(Part::Host, key),
        };
        if fit != Fit::None || key.sha256.is_none() {
            return fit;
        }
        // Documents that came without a host.
        let hostless = Key { host: "", ..key };
        if key.path.is_empty() {
            self.by(Part::HostSha, hostless)
        } else {
            self.exactly(hostless).and(self.exactly(Key {
                path: "",
                ..hostless
            }))
        }
    }

    fn without_host(&self, key: Key<'_>) -> Fit {
        if key.sha256.is_none() {
            return Fit::None;
        }
        let fit = if key.path.is_empty() {
            Fit::None
        } else {
            self.by(Part::PathSha, key)
        };
        if fit == Fit::None {
            self.by(Part::Sha, key)
        } else {
            fit
        }
    }

    /// Takes the next document of a class.
    fn take(&mut self, class: u32) -> Option<DocumentId> {
        let free = &mut self.free[class as usize];
        let id = *free;
        if id == NONE {
            return None;
        }
        *free = self.next[id as usize];
        Some(DocumentId(id))
    }
}

/// Joins the rows of a verdict file to the documents of a corpus. Takes time in proportion to
/// both.
#[must_use]
pub fn join(corpus: &Corpus, file: Arc<VerdictFile>) -> Join {
    let mut index = Index::of(corpus);
    let mut row_of = vec![NONE; corpus.len()];
    let says_path = file.has_path();
    let says_sha256 = file.has(super::Column::Sha256);
    let fates = file
        .rows()
        .map(|row| {
            let (host, path, digest) = (row.host(), row.path(), row.sha256());
            let digest_is_unread = digest == super::Cell::Unread;
            let digest = digest.value();
            let key = Key {
                host: &host,
                path: &path,
                sha256: digest.as_ref(),
            };
            let says_all = (!path.is_empty() || says_path)
                && (digest.is_some() || (says_sha256 && !digest_is_unread));
            match index.fit(key, says_all) {
                Fit::None => Fate::WithoutDocument,
                Fit::Many => Fate::Ambiguous,
                Fit::One(class) => match index.take(class) {
                    Some(id) => {
                        row_of[id.0 as usize] = row.index() as u32;
                        Fate::Joined(id)
                    }
                    None => Fate::Duplicate,
                },
            }
        })
        .collect();
    Join {
        file,
        row_of,
        fates,
    }
}
