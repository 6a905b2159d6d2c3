//! Deletes every line of the games that come along, one at a time, and prints those whose loss changes nothing:
//! `cargo run -p warwright-tests --bin silent-lines`, or with the name of one game. Done with 1 where there are any.

use std::process::ExitCode;
use warwright_tests::deletion::{listed, saying, silent};
use warwright_tests::repository::root;
use warwright_tests::sources::{SHIPPED, content_of, library_of};

fn main() -> ExitCode {
    let made_up = ["exchange", "harbour", "lanterns", "lawn", "masks", "meadow"];
    let made_up = made_up.map(|game| (game, content_of(&root().join("tests/games").join(game))));
    let shipped = SHIPPED.map(|game| (game, library_of(game)));
    let only = std::env::args().nth(1);
    let mut all_heard = true;
    for (system, files) in shipped.into_iter().chain(made_up) {
        if only.as_ref().is_some_and(|only| *only != system) {
            continue;
        }
        let lines = saying(&files);
        let silent = silent(system, &files, &lines);
        println!("{system}: {} lines, {} without effect", lines.len(), silent.len());
        print!("{}", listed(&silent));
        all_heard &= silent.is_empty();
    }
    if all_heard { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
