//! The `warwright` command.

use clap::Parser;
use std::process::ExitCode;
use warwright_cli::args::Command;
use warwright_cli::commands;
use warwright_cli::output::Output;

fn main() -> ExitCode {
    // Wrong usage ends here with status 2, `--help` with 0.
    let command = Command::parse();
    let mut out = Output::process(command.colour);
    match commands::run(&command, &mut out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                out.note(&format!("warwright: {message}\n"));
            }
            ExitCode::from(failure.status())
        }
    }
}
