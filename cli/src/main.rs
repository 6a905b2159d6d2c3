//! The `warwright` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    warwright_cli::run()
}
