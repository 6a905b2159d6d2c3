//! Whole battles on the board, every state looked at: nobody shares space, nobody stands off the board, every battle ends.
//!
//! `cargo run --release -p warwright-tests --example battles -- "Open Field" policy 1000` plays many more.

mod menus;

use warwright_ir::{ScenarioId, ValidProgram, validate};
use warwright_runtime::{Fuel, Machine, PolicyPlayer, SeededDice, Session, Tells, play};
use warwright_tests::battles::{Players, fight};
use warwright_tests::sources::{compile_system, library};

fn program() -> ValidProgram {
    let compilation = compile_system("battleground", &library());
    validate(compilation.program.unwrap()).unwrap()
}

fn scenario(program: &ValidProgram, name: &str) -> ScenarioId {
    let named = |id: &ScenarioId| program.texts.at(program.scenarios.at(*id).name) == name;
    program.scenarios.ids().find(named).unwrap()
}

fn all_end_well(name: &str, players: Players, seeds: std::ops::Range<u64>) {
    let program = program();
    let machine = Machine::new(&program);
    let scenario = scenario(&program, name);
    for seed in seeds {
        let battle = fight(&machine, scenario, seed, players)
            .unwrap_or_else(|wrong| panic!("{name}, {players:?}: {wrong}"));
        assert!(battle.choices > 20, "{name}, seed {seed}: {battle:?}");
        assert!(battle.rounds > 1, "{name}, seed {seed}: {battle:?}");
    }
}

#[test]
fn battles_in_the_open_by_policy() {
    all_end_well("Open Field", Players::Policy, 1..3);
}

#[test]
fn battles_in_the_open_at_random() {
    all_end_well("Open Field", Players::Random, 1..2);
}

#[test]
fn battles_for_a_crossroads_by_policy() {
    all_end_well("The Crossroads", Players::Policy, 1..2);
}

#[test]
fn battles_for_a_crossroads_at_random() {
    all_end_well("The Crossroads", Players::Random, 1..2);
}

/// The end of a battle: a machine that notes what has an effect works everything out each time it is asked.
fn end(machine: &Machine, scenario: ScenarioId, seed: u64) -> Session {
    let mut state = machine.start(scenario).unwrap();
    let policy = machine.program().scenarios.at(scenario).sides.iter().find_map(|it| it.policy);
    let mut players = PolicyPlayer::new(policy, seed, 1);
    let (mut dice, mut fuel) = (SeededDice::new(seed, 0), Fuel::BATTLE);
    play(machine, &mut state, &mut dice, &mut players, &mut Tells::quiet(), &mut fuel, None)
        .unwrap();
    state
}

#[test]
fn what_is_kept_while_a_question_is_answered_changes_no_battle() {
    let program = program();
    let (keeping, forgetful) = (Machine::new(&program), Machine::watching(&program));
    for (name, seed) in [("Three a Side", 1), ("Three a Side", 2), ("The Crossroads", 5)] {
        let scenario = scenario(&program, name);
        assert_eq!(
            end(&keeping, scenario, seed),
            end(&forgetful, scenario, seed),
            "{name}, {seed}"
        );
    }
}
