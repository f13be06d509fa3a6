//! `cardex sample`: the built-in sample census as files, the same bytes every time.

use super::args::SampleArguments;
use super::outcome::Outcome;
use super::sink::{Existing, Sink};
use crate::error::{Error, Result};
use std::io::Write as _;

/// Writes every sample file below the directory.
pub(super) fn run(command: &SampleArguments) -> Result<Outcome> {
    for (name, bytes) in crate::sample::files()? {
        let path = command.out.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| {
                Error::io(
                    folder.display().to_string(),
                    "cannot make the directory",
                    error,
                )
            })?;
        }
        let mut sink = Sink::open(Some(&path), Existing::from_force(command.force))?;
        let written = sink.write_all(&bytes);
        sink.check(written)?;
        sink.finish()?;
    }
    Ok(Outcome::Done)
}
