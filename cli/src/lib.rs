//! The `warwright` command as a library: arguments, commands, rendering.

pub mod advice;
pub mod args;
pub mod board;
pub mod commands;
pub mod conformance;
pub mod content;
pub mod faults;
pub mod forms;
pub mod library;
pub mod load;
pub mod mutate;
pub mod output;
pub mod person;
pub mod question;
pub mod render;
pub mod seats;
pub mod stored;
pub mod story;
pub mod table;
pub mod testing;

use clap::Parser;
use std::process::ExitCode;

/// Does what the arguments of the process ask, and gives its exit status.
pub fn run() -> ExitCode {
    // Wrong usage ends here with status 2, `--help` with 0.
    let command = args::Command::parse();
    let mut out = output::Output::process(command.colour);
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
