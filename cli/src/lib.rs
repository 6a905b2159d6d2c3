//! The `warwright` command as a library: arguments, commands, rendering.

pub mod advice;
pub mod args;
pub mod armies;
pub mod board;
pub mod choices;
pub mod clock;
pub mod commands;
pub mod conformance;
pub mod content;
pub mod explained;
pub mod faults;
pub mod foresight;
pub mod forms;
pub mod known;
pub mod library;
pub mod load;
pub mod moment;
pub mod mutate;
pub mod naming;
pub mod odds;
pub mod outcome;
pub mod output;
pub mod person;
pub mod progress;
pub mod question;
pub mod render;
pub mod sampling;
pub mod seats;
pub mod shapes;
pub mod simulate;
pub mod stored;
pub mod story;
pub mod table;
pub mod testing;

use std::process::ExitCode;

/// Does what the arguments of the process ask, and gives its exit status.
pub fn run() -> ExitCode {
    let command = args::Command::of_process();
    let mut out = output::Output::process(command.colour);
    let ran = commands::run(&command, &mut out);
    let written = out.ended();
    match ran.and(written) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                out.note(&format!("warwright: {}\n", render::escaped(message)));
            }
            ExitCode::from(failure.status())
        }
    }
}
