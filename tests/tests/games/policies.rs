//! Policies: of what a policy never does, that is done which must be, and nothing else.

use super::program;
use warwright_ir::ScenarioId;
use warwright_runtime::{Fuel, Machine, PolicyPlayer, SeededDice, Tells, play};
use warwright_tests::repository::root;

#[test]
fn of_what_a_policy_never_does_only_what_must_be_is_done() {
    let program = program("beacons", &root().join("tests/games/beacons"));
    let machine = Machine::new(&program);
    let scenario = ScenarioId(0);
    let mut state = machine.start(scenario).unwrap();
    let policy = program.program().scenarios[scenario].sides[0].policy;
    let (mut tells, mut fuel) = (Tells::loud(), Fuel::BATTLE);
    let mut dice = SeededDice::new(1, 0);
    let mut player = PolicyPlayer::new(policy, 1, 1);
    play(&machine, &mut state, &mut dice, &mut player, &mut tells, &mut fuel, None).unwrap();
    let count = |word: &str| tells.list.iter().filter(|tell| tell.text.contains(word)).count();
    assert_eq!(count("shouted"), 0);
    // Each of the ten once: no turn runs meanwhile that could end, so that they might again.
    assert_eq!(count("swore"), 10);
}
