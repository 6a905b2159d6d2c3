//! Called steps in a battle as it is played: what one call leaves, the next finds.

use super::program;
use warwright_ir::ScenarioId;
use warwright_runtime::{Fuel, Machine, PolicyPlayer, SeededDice, Tells, play};
use warwright_tests::repository::root;

#[test]
fn a_called_step_finds_what_its_last_call_left() {
    let program = program("belfry", &root().join("tests/games/belfry"));
    let machine = Machine::new(&program);
    let scenario = ScenarioId(0);
    let mut state = machine.start(scenario).unwrap();
    let policy = program.program().scenarios[scenario].sides[0].policy;
    let (mut tells, mut fuel) = (Tells::loud(), Fuel::BATTLE);
    play(
        &machine,
        &mut state,
        &mut SeededDice::new(1, 0),
        &mut PolicyPlayer::new(policy, 1, 1),
        &mut tells,
        &mut fuel,
        None,
    )
    .unwrap();
    let said: Vec<&str> = tells.list.iter().map(|tell| tell.text.as_str()).collect();
    let pulls: Vec<&str> = said.iter().copied().filter(|line| line.contains("before")).collect();
    assert_eq!(
        pulls,
        [
            "0 before, 0 of them, North last.",
            "1 before, 1 of them, South last.",
            "2 before, 2 of them, North last.",
            "0 before, 0 of them, South last.",
            "1 before, 1 of them, North last.",
            "2 before, 2 of them, South last.",
        ],
        "{said:#?}"
    );
}
