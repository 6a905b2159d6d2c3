//! The commands, a file each: what is asked in, what is written out.

pub mod about;
pub mod balance;
pub mod build;
pub mod check;
pub mod explain;
pub mod library;
pub mod map;
pub mod odds;
pub mod play;
pub mod replay;
pub mod simulate;
mod steps;
pub mod test;
pub mod view;
pub mod why;

use crate::args::{Ask, Command};
use crate::output::{Failure, Output};

/// Does what is asked.
///
/// # Errors
///
/// Why it could not be done; diagnostics have been shown.
pub fn run(command: &Command, out: &mut Output) -> Result<(), Failure> {
    let format = command.format;
    match &command.ask {
        Ask::Check(ask) => check::run(ask, format, out),
        Ask::Build(ask) => build::run(ask, format, out),
        Ask::Test(ask) => test::run(ask, format, out),
        Ask::Odds(ask) => odds::run(ask, format, out),
        Ask::Why(ask) => why::run(ask, format, out),
        Ask::Play(ask) => play::run(ask, format, out),
        Ask::Simulate(ask) => simulate::run(ask, format, out),
        Ask::Replay(ask) => replay::run(ask, format, out),
        Ask::View(ask) => view::run(ask, format, out),
        Ask::Map(ask) => map::run(ask, format, out),
        Ask::About(ask) => about::run(ask, format, out),
        Ask::Library(ask) => library::run(ask, out),
        Ask::Explain(ask) => explain::run(ask, out),
    }
}
