//! The small made-up games: they compile without a word, their test blocks pass, random battles of theirs end without a
//! fault and the same twice, and the odds of the exchange are exact.

mod called;
mod forms;
mod guesses;
mod kept;
mod plans;
mod playouts;
mod policies;
mod records;
mod search;

use std::path::PathBuf;
use warwright_ir::{ScenarioId, ValidProgram, validate};
use warwright_runtime::{
    Fuel, Limits, Machine, NoChoices, RandomPlayer, SeededDice, Session, State, Tells, enumerate,
    play,
};
use warwright_tests::repository::root;
use warwright_tests::sources::{compile_system, content_of, lines};

fn games() -> Vec<(String, PathBuf)> {
    let folders = std::fs::read_dir(root().join("tests/games")).unwrap().flatten();
    let folders = folders.filter(|entry| entry.path().is_dir());
    let mut games: Vec<_> = folders
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .collect();
    games.sort();
    games
}

fn program(name: &str, folder: &std::path::Path) -> ValidProgram {
    let compilation = compile_system(name, &content_of(folder));
    assert!(compilation.diagnostics.is_empty(), "{name}:\n{}", lines(&compilation));
    validate(compilation.program.unwrap()).unwrap_or_else(|faults| panic!("{name}: {faults:#?}"))
}

#[test]
fn every_game_compiles_and_its_test_blocks_pass() {
    let games = games();
    assert!(games.len() >= 3);
    for (name, folder) in games {
        let program = program(&name, &folder);
        let machine = Machine::new(&program);
        for id in program.program().tests.ids() {
            let result = warwright_cli::testing::run(&machine, id);
            assert!(result.failure.is_none(), "{name}: {}: {:?}", result.name, result.failure);
        }
    }
}

fn battle(machine: &Machine, scenario: ScenarioId, seed: u64) -> Session {
    let mut state = machine.start(scenario).unwrap();
    let mut dice = SeededDice::new(seed, 0);
    let mut players = RandomPlayer::new(seed, 1);
    let mut fuel = Fuel::BATTLE;
    let mut tells = Tells::quiet();
    let over = play(machine, &mut state, &mut dice, &mut players, &mut tells, &mut fuel, None);
    over.unwrap_or_else(|fault| panic!("seed {seed}: {fault:?}"));
    state
}

#[test]
fn random_battles_end_without_a_fault_and_the_same_twice() {
    for (name, folder) in games() {
        let program = program(&name, &folder);
        let machine = Machine::new(&program);
        if program.program().sequence.is_none() {
            continue;
        }
        for (scenario, def) in program.program().scenarios.iter() {
            if def.sides.len() < 2 || def.sides.iter().any(|side| side.pieces.is_empty()) {
                continue;
            }
            for seed in 0..40 {
                assert_eq!(battle(&machine, scenario, seed), battle(&machine, scenario, seed));
            }
        }
    }
}

#[test]
fn the_odds_of_an_exchange_are_exact() {
    let program = program("exchange", &root().join("tests/games/exchange"));
    let machine = Machine::new(&program);
    let source = program.program();
    let named = |id, name: &str| source.texts[id] == name;
    let (_, test) =
        source.tests.iter().find(|(_, it)| named(it.name, "both stand at first")).unwrap();
    let (exchange, _) =
        source.procedures.iter().find(|(_, it)| named(it.name, "exchange")).unwrap();
    let (lost, _) = source.fields.iter().find(|(_, it)| named(it.name, "lost")).unwrap();
    let (mut state, locals) = warwright_cli::testing::before(&machine, test).unwrap();
    let (a, b) = (locals.scalars[0], locals.scalars[1]);
    machine.call(&mut state, exchange, &[[a].as_slice().into(), [b].as_slice().into()]).unwrap();
    let ends = enumerate(&machine, state, &mut NoChoices, Limits::default()).unwrap();
    let falls = |state: &State, of| machine.field(state, of, lost).map(|lost| lost >= 6);
    let only_a = ends.chance(|state| Ok(falls(state, a)? && !falls(state, b)?)).unwrap();
    let only_b = ends.chance(|state| Ok(falls(state, b)? && !falls(state, a)?)).unwrap();
    let both = ends.chance(|state| Ok(falls(state, a)? && falls(state, b)?)).unwrap();
    assert_eq!(only_a.decimal(6), "0.418626");
    assert_eq!(only_b.decimal(6), "0.063501");
    assert_eq!(both.decimal(6), "0.023164");
    assert_eq!(
        only_a.to_string(),
        "13247338887321095082116103467668709/31644830087815795058606737206813696"
    );
}
