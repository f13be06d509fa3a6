//! What shells and manuals need: completions and the manual page, from the same definitions.

use super::args::Arguments;
use super::outcome::Outcome;
use crate::error::{Error, Result};
use clap::CommandFactory as _;
use std::io::{self, Write as _};

fn print(bytes: &[u8]) -> Result<Outcome> {
    io::stdout()
        .write_all(bytes)
        .map_err(|error| Error::io("standard output", "cannot write", error))?;
    Ok(Outcome::Done)
}

/// Prints a completion script.
pub(super) fn completions(shell: clap_complete::Shell) -> Result<Outcome> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "cardex", &mut out);
    print(&out)
}

/// Prints the manual page.
pub(super) fn man() -> Result<Outcome> {
    let mut out = Vec::new();
    clap_mangen::Man::new(Arguments::command())
        .render(&mut out)
        .map_err(|error| Error::io("standard output", "cannot write", error))?;
    print(&out)
}
