//! The program: arguments in, exit code out. The only file that ends the process.

use std::process::ExitCode;

fn main() -> ExitCode {
    cardex::cli::run(std::env::args_os()).into()
}
