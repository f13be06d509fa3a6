//! The command line: what the user typed, carried out.
//!
//! [`args`] turns arguments into a value without touching anything; one file per command carries
//! it out with the same functions the terminal uses; [`Outcome`] says how it went. Results go to
//! standard output, everything else to standard error behind one prefix.

pub mod args;
mod compare;
mod dissent;
mod explain;
mod fields;
mod grade;
mod inputs;
mod list;
mod open;
mod outcome;
mod progress;
mod readings;
mod report;
mod sample;
mod screen;
mod scribe;
mod show;
mod sink;
mod tools;
mod view;

pub use outcome::Outcome;

use args::{Arguments, Command};
use clap::Parser;
use clap::error::ErrorKind as ClapError;
use std::ffi::OsString;
use std::io::Write as _;

/// Runs the program with these arguments, the program's own name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Outcome {
    survive_size_limits();
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) => outcome::conclude(dispatch(arguments)),
        Err(error) => {
            let is_answer = matches!(
                error.kind(),
                ClapError::DisplayHelp | ClapError::DisplayVersion
            );
            // Nobody is left to be told when this cannot be written.
            let _ = error.print();
            if is_answer {
                Outcome::Done
            } else {
                Outcome::Wrong
            }
        }
    }
}

/// A file-size limit of the system is an error of the write that meets it, and not the end of the
/// program: what could not be written can then be told, and written elsewhere.
fn survive_size_limits() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGXFSZ;
        // Being told is enough; where it cannot be registered, the signal does what it always did.
        let _ = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
    }
}

fn dispatch(arguments: Arguments) -> crate::error::Result<Outcome> {
    match arguments.command {
        Some(Command::Grade(command)) => grade::run(&command),
        Some(Command::Report(command)) => report::run(&command),
        Some(Command::List(command)) => list::run(&command),
        Some(Command::Show(command)) => show::run(&command),
        Some(Command::Compare(command)) => compare::run(&command),
        Some(Command::Fields(command)) => fields::run(&command),
        Some(Command::Dissent(command)) => dissent::run(&command.command),
        Some(Command::Explain(command)) => explain::run(&command),
        Some(Command::Sample(command)) => sample::run(&command),
        Some(Command::Keys) => tools::keys(),
        Some(Command::Screen(command)) => screen::run(&command),
        Some(Command::Completions { shell }) => tools::completions(shell),
        Some(Command::Man { out }) => tools::man(out.as_deref()),
        None => open::run(arguments.open),
    }
}

/// Writes a result to standard output.
pub(crate) fn print(bytes: &[u8]) -> crate::error::Result<Outcome> {
    std::io::stdout()
        .write_all(bytes)
        .map_err(|error| crate::error::Error::io("standard output", "cannot write", error))?;
    Ok(Outcome::Done)
}

/// Says something on standard error, behind the program's prefix. The text may hold untrusted
/// parts; control characters in it are made visible.
pub(crate) fn say(sentence: &str) {
    // Nobody is left to be told when standard error is closed.
    let _ = writeln!(
        std::io::stderr(),
        "cardex: {}",
        crate::text::clean(sentence)
    );
}
