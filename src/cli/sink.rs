//! Where results go: standard output, or a file that is there whole or not at all.

use crate::error::{Error, ErrorKind, Place, Result};
use crate::output::cause;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

/// Whether a file that is there may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    /// It is kept and the command refuses.
    Keep,
    /// It is replaced.
    Replace,
}

impl Existing {
    pub(super) fn from_force(force: bool) -> Self {
        if force { Self::Replace } else { Self::Keep }
    }
}

/// An opened destination. A file appears under its name only by [`Sink::finish`].
pub(super) enum Sink {
    Standard(BufWriter<io::Stdout>),
    File {
        writer: BufWriter<tempfile::NamedTempFile>,
        path: PathBuf,
        existing: Existing,
    },
    /// A device, pipe or other thing that is no regular file and is written to as it is.
    Device {
        writer: BufWriter<File>,
        path: PathBuf,
    },
}

impl Sink {
    /// Opens a destination before the long work starts, so that a bad path fails at once.
    pub(super) fn open(path: Option<&Path>, existing: Existing) -> Result<Self> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::Standard(BufWriter::with_capacity(
                1 << 16,
                io::stdout(),
            )));
        };
        let name = path.display().to_string();
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(Error::io(
                    name,
                    "cannot write",
                    io::ErrorKind::IsADirectory.into(),
                ));
            }
            Ok(metadata) if !metadata.is_file() => {
                let file = File::options()
                    .write(true)
                    .open(path)
                    .map_err(|error| Error::io(&name, "cannot write", error))?;
                return Ok(Self::Device {
                    writer: BufWriter::new(file),
                    path: path.to_owned(),
                });
            }
            Ok(_) if existing == Existing::Keep => {
                return Err(Error::at(Place::file(name), ErrorKind::Exists));
            }
            _ => {}
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let file = tempfile::Builder::new()
            .prefix(".cardex-")
            .tempfile_in(folder)
            .map_err(|error| Error::io(&name, "cannot write", error))?;
        let writer = BufWriter::with_capacity(1 << 16, file);
        Ok(Self::File {
            writer,
            path: path.to_owned(),
            existing,
        })
    }

    /// Columns of the terminal that this goes to; `None` when it goes elsewhere or nobody knows.
    pub(super) fn screen_width(&self) -> Option<usize> {
        if !matches!(self, Self::Standard(_)) || !io::stdout().is_terminal() {
            return None;
        }
        let from_environment = || std::env::var("COLUMNS").ok()?.trim().parse().ok();
        crate::tui::terminal::width()
            .map(usize::from)
            .or_else(from_environment)
            .filter(|&columns| columns > 0)
    }

    fn name(&self) -> String {
        match self {
            Self::Standard(_) => "standard output".to_owned(),
            Self::File { path, .. } | Self::Device { path, .. } => path.display().to_string(),
        }
    }

    /// Turns a failed write into an error that names the destination.
    pub(super) fn check<T>(&self, result: io::Result<T>) -> Result<T> {
        result.map_err(|error| Error::io(self.name(), "cannot write", cause(error)))
    }

    /// Hands everything on and gives a file its name.
    pub(super) fn finish(mut self) -> Result<()> {
        let flushed = self.flush();
        self.check(flushed)?;
        let Self::File {
            writer,
            path,
            existing,
        } = self
        else {
            return Ok(());
        };
        let name = path.display().to_string();
        let failed = |error| Error::io(&name, "cannot write", error);
        let file = writer
            .into_inner()
            .map_err(|error| failed(error.into_error()))?;
        file.as_file().sync_all().map_err(failed)?;
        set_usual_permissions(file.as_file()).map_err(failed)?;
        let persisted = match existing {
            Existing::Replace => file.persist(&path),
            Existing::Keep => file.persist_noclobber(&path),
        };
        match persisted {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(Error::at(Place::file(name), ErrorKind::Exists))
            }
            Err(error) => Err(failed(error.error)),
        }
    }
}

/// Temporary files are private; a result is an ordinary file.
#[cfg(unix)]
fn set_usual_permissions(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_usual_permissions(_file: &File) -> io::Result<()> {
    Ok(())
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(writer) => writer.write(bytes),
            Self::File { writer, .. } => writer.write(bytes),
            Self::Device { writer, .. } => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(writer) => writer.flush(),
            Self::File { writer, .. } => writer.flush(),
            Self::Device { writer, .. } => writer.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_not_there_and_is_not_replaced_unasked() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let path = folder.path().join("out.csv");
        let mut sink = Sink::open(Some(&path), Existing::Keep).expect("opens");
        sink.write_all(b"one").expect("writes");
        assert!(!path.exists());
        sink.finish().expect("finishes");
        assert_eq!(std::fs::read(&path).expect("reads"), b"one");

        let refused = Sink::open(Some(&path), Existing::Keep)
            .err()
            .map(|error| error.to_string());
        assert!(refused.is_some_and(|sentence| sentence.contains("--force")));
        let mut sink = Sink::open(Some(&path), Existing::Replace).expect("opens");
        sink.write_all(b"two").expect("writes");
        drop(sink);
        assert_eq!(std::fs::read(&path).expect("reads"), b"one");
        assert_eq!(std::fs::read_dir(folder.path()).expect("lists").count(), 1);
    }
}
