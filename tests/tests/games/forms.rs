//! Every form of the language stands in a game that tests play, and in a made-up battle, on which shortcuts are tried.

use std::collections::BTreeSet;
use warwright_tests::forms::{all, used};
use warwright_tests::generate::{SYSTEM, battles, fields};
use warwright_tests::sources::{compile_system, games, lines};

fn used_in(name: &str, files: &[(String, String)]) -> BTreeSet<String> {
    let compilation = compile_system(name, files);
    let Some(program) = &compilation.program else { panic!("{name}: {}", lines(&compilation)) };
    used(program)
}

fn nowhere(found: &BTreeSet<String>) -> Vec<String> {
    all().difference(found).cloned().collect()
}

#[test]
fn every_form_stands_in_a_game() {
    let found = games().iter().flat_map(|(name, files)| used_in(name, files)).collect();
    assert_eq!(nowhere(&found), Vec::<String>::new(), "no game has these");
}

#[test]
fn every_form_stands_in_a_made_up_battle() {
    let files = (0..24).flat_map(|seed| [battles(seed), fields(seed)]);
    let found = files.flat_map(|files| used_in(SYSTEM, &files)).collect();
    assert_eq!(nowhere(&found), Vec::<String>::new(), "no made-up battle has these");
}
