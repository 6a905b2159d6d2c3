//! Shortcuts change nothing: battles, odds and test blocks come to the same end on a machine that works everything out anew, also
//! where something is hidden from its players.

use super::playouts::programs;
use rayon::prelude::*;
use warwright_ir::validate;
use warwright_runtime::{Limits, Optimisations};
use warwright_tests::generate::{SYSTEM, battles, fields, throws};
use warwright_tests::shortcuts;
use warwright_tests::sources::{compile_system, lines};

/// A sample; `cargo run --release -p warwright-tests --example shortcuts` takes all battles, and each switch by itself.
#[test]
fn shortcuts_change_no_battle_and_no_odds() {
    let limits = Limits { states: 300, fuel: 3_000_000, ..Limits::default() };
    let mut switches = Optimisations::all_but_one().into_iter().cycle();
    let mut tried = Vec::new();
    for (_, program) in programs() {
        for scenario in shortcuts::scenarios(program).into_iter().take(2) {
            let none = ("any", Optimisations::none());
            tried.push((program, scenario, none, 0..2));
            tried.push((program, scenario, switches.next().unwrap(), 1..2));
        }
    }
    let found: Vec<String> = tried
        .into_par_iter()
        .flat_map_iter(|(program, scenario, switch, seeds)| {
            shortcuts::differences(program, scenario, switch, (seeds, limits))
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Made-up battles; `example shortcuts -- SEEDS STATES made-up` takes more.
#[test]
fn shortcuts_change_no_made_up_battle() {
    let limits = Limits { states: 300, fuel: 3_000_000, ..Limits::default() };
    let mut switches = Optimisations::all_but_one().into_iter().cycle();
    for seed in 0..20 {
        let files = if seed % 5 == 0 { fields(seed) } else { battles(seed) };
        let compilation = compile_system(SYSTEM, &files);
        let Some(program) = &compilation.program else {
            panic!("seed {seed}: {}", lines(&compilation));
        };
        let program = validate(program.clone()).unwrap();
        for scenario in shortcuts::scenarios(&program) {
            for switch in [("any", Optimisations::none()), switches.next().unwrap()] {
                let found = shortcuts::differences(&program, scenario, switch, (0..2, limits));
                assert!(found.is_empty(), "seed {seed}: {found:#?}");
            }
        }
    }
}

/// Dice thrown, and asked in all ways: which faces are told apart changes no odds. `example shortcuts -- SEEDS STATES throws`
/// takes more.
#[test]
fn shortcuts_change_no_throw() {
    let limits = Limits { states: 20_000, fuel: 30_000_000, ..Limits::default() };
    for seed in 0..150 {
        let compilation = compile_system(SYSTEM, &throws(seed));
        let Some(program) = &compilation.program else {
            panic!("seed {seed}: {}", lines(&compilation));
        };
        let program = validate(program.clone()).unwrap();
        for scenario in shortcuts::scenarios(&program) {
            let none = ("any", Optimisations::none());
            let found = shortcuts::differences(&program, scenario, none, (0..2, limits));
            assert!(found.is_empty(), "seed {seed}: {found:#?}");
        }
    }
}

#[test]
fn shortcuts_change_no_test_block() {
    for (name, program) in programs() {
        let found = shortcuts::blocks_apart(program, ("any", Optimisations::none()));
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}
