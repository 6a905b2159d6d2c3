//! Deletes every line of the games that come along, one at a time, and prints those whose loss changes nothing:
//! `cargo run -p warwright-tests --bin silent-lines`, or with the name of one game. Done with 1 where there are any.

use std::process::ExitCode;
use warwright_tests::deletion::{listed, saying, silent};
use warwright_tests::repository::root;
use warwright_tests::sources::content_of;

fn main() -> ExitCode {
    let mut games = vec![(String::from("battleground"), root())];
    for game in ["exchange", "harbour", "lanterns", "lawn", "masks", "meadow"] {
        games.push((game.to_owned(), root().join("tests/games").join(game)));
    }
    let only = std::env::args().nth(1);
    let mut all_heard = true;
    for (system, folder) in games {
        if only.as_ref().is_some_and(|only| *only != system) {
            continue;
        }
        let files = content_of(&folder);
        let lines = saying(&files);
        let silent = silent(&system, &files, &lines);
        println!("{system}: {} lines, {} without effect", lines.len(), silent.len());
        print!("{}", listed(&silent));
        all_heard &= silent.is_empty();
    }
    if all_heard { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
