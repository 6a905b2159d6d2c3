//! Damaged programs: each mutant of battleground and of the made-up games is refused with a reason or runs without a panic.

mod depth;

use warwright_ir::validate;
use warwright_tests::mutation::{exercise, mutants, mutate};
use warwright_tests::repository::root;
use warwright_tests::sources::{compile_system, content_of, library};

/// How many mutants are tried, spread evenly; `cargo run --release --example fuzz -- ir` tries all.
fn check(system: &str, files: &[(String, String)], count: usize) {
    let program = compile_system(system, files).program.unwrap();
    exercise(&validate(program.clone()).unwrap());
    assert!(mutants(&program) > count);
    let tally = mutate(&program, 0, count);
    assert!(tally.panicked.is_empty(), "{system}: {:#?}", tally.panicked);
    assert!(tally.silent.is_empty(), "{system}: {:#?}", tally.silent);
    assert!(tally.ran > count / 20 && tally.refused > count / 4, "{system}: {tally:?}");
}

fn game(name: &str, count: usize) {
    check(name, &content_of(&root().join("tests/games").join(name)), count);
}

#[test]
fn mutants_of_battleground() {
    check("battleground", &library(), 50);
}

#[test]
fn mutants_of_battlelore() {
    check("battlelore", &library(), 80);
}

#[test]
fn mutants_of_harbour() {
    game("harbour", 500);
}

#[test]
fn mutants_of_lanterns() {
    game("lanterns", 500);
}

#[test]
fn mutants_of_masks() {
    game("masks", 500);
}

#[test]
fn mutants_of_exchange() {
    game("exchange", 500);
}

/// Where what a permission requires would stand, no room is left.
#[test]
fn a_frame_that_takes_all_room_for_locals_stops_nothing() {
    let files = content_of(&root().join("tests/games/mills"));
    let program = compile_system("mills", &files).program.unwrap();
    let mut played = 0;
    for clause in program.clauses.iter().map(|(id, _)| id) {
        let mut large = program.clone();
        large.clauses.get_mut(clause).unwrap().env.scalars = u16::MAX;
        if let Ok(valid) = validate(large) {
            exercise(&valid);
            played += 1;
        }
    }
    assert!(played > 0);
}
