//! The `warwright` command for the tests of this crate, which run it as a process.

use std::process::ExitCode;

fn main() -> ExitCode {
    warwright_cli::run()
}
