//! Damaged sources of every game: refused with an error that says why, or compiled into a valid program that runs.

use warwright_tests::fuzzing::fuzz;
use warwright_tests::sources::{made_up, shipped};

/// How many are tried; `cargo run --release -p warwright-tests --example fuzz -- sources` tries more.
const COUNT: u64 = 90;

#[test]
fn damaged_sources_are_refused_or_run() {
    let tally = fuzz(&made_up(), 0, COUNT);
    assert!(tally.failed.is_empty(), "{:#?}", tally.failed);
    assert!(tally.refused > 10 && tally.played > 3, "{tally:?}");
}

#[test]
fn damaged_sources_of_the_games_that_come_along_are_refused_or_run() {
    let tally = fuzz(&shipped(), 0, COUNT / 3);
    assert!(tally.failed.is_empty(), "{:#?}", tally.failed);
}
