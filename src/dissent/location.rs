//! Which file the readings of a corpus are kept in.

use crate::error::{Error, Result};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What is added to a corpus' whole name. A directory that is read as a corpus passes over files
/// that end like this: they hold readings, not documents.
pub const SUFFIX: &str = ".dissent.jsonl";

/// Where the corpus comes from.
#[derive(Clone, Copy, Debug)]
pub enum Origin<'a> {
    /// One file or directory.
    File(&'a Path),
    /// Anything that has no place of its own: the built-in sample, standard input, several inputs.
    /// Its [`crate::corpus::Corpus::digest`].
    Nowhere(&'a str),
}

/// The file for readings: the one chosen; else the one beside the corpus; else one in the user's
/// data directory, named by the digest of the corpus. Nothing is created.
///
/// # Errors
/// When there is no home to find the data directory in.
pub fn log_path(chosen: Option<&Path>, origin: Origin<'_>) -> Result<PathBuf> {
    if let Some(chosen) = chosen {
        return Ok(chosen.to_owned());
    }
    match origin {
        Origin::File(corpus) => Ok(beside(corpus)),
        Origin::Nowhere(digest) => {
            let directories =
                directories::ProjectDirs::from("", "", "cardex").ok_or_else(|| {
                    Error::invocation(
                        "no home directory to keep readings in; choose a file with --dissent FILE",
                    )
                })?;
            Ok(in_directory(directories.data_dir(), digest))
        }
    }
}

fn in_directory(directory: &Path, digest: &str) -> PathBuf {
    // Half of it is enough to tell a person's corpora apart.
    let short = digest.get(..32).unwrap_or(digest);
    directory.join(format!("{short}{SUFFIX}"))
}

/// `dir/cards.jsonl.gz` gives `dir/cards.jsonl.gz.dissent.jsonl`; the whole name, so that two
/// corpora that differ only in their ending keep two files.
fn beside(corpus: &Path) -> PathBuf {
    // `.` and `..` name no file; the place they lead to does.
    let resolved = match corpus.file_name() {
        Some(_) => corpus.to_owned(),
        None => corpus.canonicalize().unwrap_or_else(|_| corpus.to_owned()),
    };
    let mut name = resolved
        .file_name()
        .unwrap_or_else(|| OsStr::new("corpus"))
        .to_owned();
    name.push(SUFFIX);
    resolved.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_stand_beside_the_corpus_under_its_whole_name() {
        for (corpus, expected) in [
            ("cards.jsonl.gz", "cards.jsonl.gz.dissent.jsonl"),
            ("a/b/cards.json", "a/b/cards.json.dissent.jsonl"),
            ("a/cards/", "a/cards.dissent.jsonl"),
        ] {
            let path = log_path(None, Origin::File(Path::new(corpus))).expect("no home is needed");
            assert_eq!(path, Path::new(expected));
        }
    }

    #[test]
    fn the_directory_one_stands_in_has_its_readings_beside_it_and_not_in_it() {
        let path = log_path(None, Origin::File(Path::new("."))).expect("no home is needed");
        let here = std::env::current_dir().expect("tests run somewhere");
        assert_eq!(path.parent(), here.parent());
        assert!(path.to_string_lossy().ends_with(SUFFIX));
    }

    #[test]
    fn a_chosen_file_is_taken_as_it_is() {
        let chosen = Path::new("mine");
        let path = log_path(Some(chosen), Origin::Nowhere("00")).expect("no home is needed");
        assert_eq!(path, chosen);
    }

    #[test]
    fn a_corpus_without_a_place_is_known_by_its_digest() {
        let digest = "0f".repeat(32);
        assert_eq!(
            in_directory(Path::new("/data"), &digest),
            Path::new("/data").join(format!("{}.dissent.jsonl", "0f".repeat(16)))
        );
    }
}
