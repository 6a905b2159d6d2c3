//! Changes every line of the games of the repository, one at a time, and prints the changes that nobody would notice:
//! `cargo run -p warwright-tests --bin silent-lines`, or with the names of some games. Every line is deleted; with
//! `--tokens` every token is left out, written twice and followed by a word that means nothing, and a line of junk is put
//! into every pair of braces; `--sample N` takes so many of the tokens of each game. Done with 1 where there are any.

use std::process::ExitCode;
use warwright_tests::changes::{self, not_one_message, of_bodies, of_tokens, unheard};
use warwright_tests::deletion::{listed, saying, silent};
use warwright_tests::sources::games;

fn main() -> ExitCode {
    let mut only: Vec<String> = std::env::args().skip(1).collect();
    let mut sample = None;
    if let Some(at) = only.iter().position(|word| word == "--sample") {
        let count = only.get(at + 1).and_then(|count| count.parse().ok());
        sample = Some(count.expect("a number stands after `--sample`"));
        only.drain(at..=at + 1);
    }
    let of_each_token = only.iter().any(|word| word == "--tokens");
    only.retain(|word| word != "--tokens");
    let mut all_heard = true;
    for (system, files) in games() {
        if !only.is_empty() && !only.contains(&system) {
            continue;
        }
        all_heard &=
            if of_each_token { tokens(&system, &files, sample) } else { lines(&system, &files) };
    }
    if all_heard { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn lines(system: &str, files: &[(String, String)]) -> bool {
    let lines = saying(files);
    let silent = silent(system, files, &lines);
    println!("{system}: {} lines, {} without effect", lines.len(), silent.len());
    print!("{}", listed(&silent));
    silent.is_empty()
}

fn tokens(system: &str, files: &[(String, String)], sample: Option<usize>) -> bool {
    let of_each = |all: Vec<changes::Change>| match sample {
        Some(count) => changes::sample(&all, count),
        None => all,
    };
    let (tokens, bodies) = (of_each(of_tokens(files)), of_each(of_bodies(files)));
    let unheard = unheard(system, files, &tokens);
    println!("{system}: {} changes of tokens, {} unheard", tokens.len(), unheard.len());
    print!("{}", changes::listed(files, &unheard));
    let wrong = not_one_message(system, files, &bodies);
    println!(
        "{system}: {} lines of junk, {} not answered by one message",
        bodies.len(),
        wrong.len()
    );
    for (change, said) in &wrong {
        print!("{}{said}", changes::listed(files, std::slice::from_ref(change)));
    }
    unheard.is_empty() && wrong.is_empty()
}
