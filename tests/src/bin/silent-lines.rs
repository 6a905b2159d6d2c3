//! Deletes every line of the games of the repository, one at a time, and prints those whose loss changes nothing:
//! `cargo run -p warwright-tests --bin silent-lines`, or with the names of some games. Done with 1 where there are any.

use std::process::ExitCode;
use warwright_tests::deletion::{listed, saying, silent};
use warwright_tests::sources::games;

fn main() -> ExitCode {
    let only: Vec<String> = std::env::args().skip(1).collect();
    let mut all_heard = true;
    for (system, files) in games() {
        if !only.is_empty() && !only.contains(&system) {
            continue;
        }
        let lines = saying(&files);
        let silent = silent(&system, &files, &lines);
        println!("{system}: {} lines, {} without effect", lines.len(), silent.len());
        print!("{}", listed(&silent));
        all_heard &= silent.is_empty();
    }
    if all_heard { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
