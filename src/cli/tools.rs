//! What shells and manuals need: completions and manual pages, from the same definitions.

use super::args::Arguments;
use super::outcome::Outcome;
use super::print;
use crate::error::{Error, Result};
use clap::CommandFactory as _;
use std::fmt::Write as _;
use std::path::Path;

/// Prints the table of keys.
pub(super) fn keys() -> Result<Outcome> {
    print(crate::tui::keymap::markdown().as_bytes())
}

/// Prints a completion script.
pub(super) fn completions(shell: clap_complete::Shell) -> Result<Outcome> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "cardex", &mut out);
    print(&out)
}

/// Prints the manual page with every command described, or writes a page for each command.
pub(super) fn man(folder: Option<&Path>) -> Result<Outcome> {
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    match folder {
        Some(folder) => write_pages(command, folder),
        None => print(&main_page(&command)?),
    }
}

fn write_pages(command: clap::Command, folder: &Path) -> Result<Outcome> {
    let failed = |error| Error::io(folder.display().to_string(), "cannot write", error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command, folder).map_err(failed)?;
    Ok(Outcome::Done)
}

/// The page of the program, and below it the options of every command.
fn main_page(command: &clap::Command) -> Result<Vec<u8>> {
    let failed = |error| Error::io("standard output", "cannot write", error);
    let mut out = Vec::new();
    clap_mangen::Man::new(command.clone())
        .render(&mut out)
        .map_err(failed)?;
    let mut pending: Vec<&clap::Command> = command.get_subcommands().collect();
    pending.reverse();
    while let Some(sub) = pending.pop() {
        let name = sub.get_bin_name().unwrap_or_else(|| sub.get_name());
        let mut title = String::new();
        let _ = writeln!(title, ".SH \"{}\"", name.to_uppercase());
        out.extend_from_slice(title.as_bytes());
        let page = clap_mangen::Man::new(sub.clone());
        page.render_description_section(&mut out).map_err(failed)?;
        page.render_options_section(&mut out).map_err(failed)?;
        let mut inner: Vec<&clap::Command> = sub.get_subcommands().collect();
        inner.reverse();
        pending.extend(inner);
    }
    Ok(out)
}
