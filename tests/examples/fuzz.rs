//! Long runs of what the tests do a little of: `cargo run --release -p warwright-tests --example fuzz -- WHAT SEED COUNT`.
//!
//! WHAT is `ir` (damaged programs of every game, COUNT of each).

use warwright_tests::mutation::mutate;
use warwright_tests::sources::{compile_system, games};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: usize| {
        args.get(at).map_or(usual, |it| it.parse().expect("SEED and COUNT are numbers"))
    };
    let (seed, count) = (number(1, 0), number(2, 1_000));
    std::panic::set_hook(Box::new(|_| {}));
    match args.first().map(String::as_str) {
        Some("ir") => damaged_programs(seed, count),
        _ => {
            eprintln!("usage: fuzz (ir) [SEED [COUNT]]");
            std::process::exit(2);
        }
    }
}

fn damaged_programs(seed: usize, count: usize) {
    for (name, files) in games() {
        let program = compile_system(&name, &files).program.expect("the games compile");
        let tally = mutate(&program, seed, count);
        println!("{name}: {} refused, {} ran", tally.refused, tally.ran);
        for change in tally.panicked.iter().chain(&tally.silent) {
            println!("  {change}");
        }
    }
}
