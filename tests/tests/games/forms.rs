//! Every form of the language stands in a game that tests play.

use std::collections::BTreeSet;
use warwright_tests::forms::{all, used};
use warwright_tests::generate::{SYSTEM, battles};
use warwright_tests::sources::{compile_system, games};

fn used_in(name: &str, files: &[(String, String)]) -> BTreeSet<String> {
    let program = compile_system(name, files).program;
    used(&program.unwrap_or_else(|| panic!("{name} does not compile")))
}

#[test]
fn every_form_stands_in_a_game() {
    let played: BTreeSet<String> =
        games().iter().flat_map(|(name, files)| used_in(name, files)).collect();
    let made_up: BTreeSet<String> = (0..12)
        .filter_map(|seed| compile_system(SYSTEM, &battles(seed)).program)
        .flat_map(|program| used(&program))
        .collect();
    let all = all();
    println!(
        "{} forms, {} in games, {} in made-up battles",
        all.len(),
        played.len(),
        made_up.len()
    );
    let nowhere: Vec<&String> = all.iter().filter(|form| !played.contains(*form)).collect();
    assert!(nowhere.is_empty(), "no game has {nowhere:#?}");
}
