//! Damaged sources of every game: refused with an error that says why, or compiled into a valid program that runs.

use warwright_tests::fuzzing::fuzz;
use warwright_tests::sources::{SHIPPED, games};

/// How many are tried; `cargo run --release -p warwright-tests --example fuzz -- sources` tries more.
const COUNT: u64 = 90;

#[test]
fn damaged_sources_are_refused_or_run() {
    let made_up: Vec<_> =
        games().into_iter().filter(|(name, _)| !SHIPPED.contains(&name.as_str())).collect();
    let tally = fuzz(&made_up, 0, COUNT);
    assert!(tally.failed.is_empty(), "{:#?}", tally.failed);
    assert!(tally.refused > 10 && tally.played > 3, "{tally:?}");
}

#[test]
fn damaged_sources_of_battleground_are_refused_or_run() {
    let tally = fuzz(&games()[..1], 0, COUNT / 6);
    assert!(tally.failed.is_empty(), "{:#?}", tally.failed);
}
