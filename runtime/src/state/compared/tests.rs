//! Tests of what two states are told apart by.

#![expect(clippy::expect_used, clippy::panic, reason = "a failed expectation is a failed test")]

use super::each_difference;
use crate::dependencies::Input;
use crate::odds::tests::a_run;
use crate::state::{Memory, Tally, Used, Work};
use warwright_ir::NONE;

#[test]
fn uses_that_count_for_a_run_are_told() {
    let (machine, before) = a_run();
    let mut after = before.clone();
    let run = after.frames.iter_mut().find_map(|frame| match &mut frame.work {
        Work::Run(run) => Some(run),
        _ => None,
    });
    let run = run.expect("a procedure runs");
    let used = Used::Action(warwright_ir::ActionId(0));
    let tally = Tally { used, who: 0, each: NONE, secret_of: None };
    run.memory = Some(Box::new(Memory { tallies: vec![tally], ..Memory::default() }));
    let mut told = Vec::new();
    let alike = each_difference(&machine.linked, &before, &after, &mut |input| told.push(input));
    assert!(alike && told.contains(&Input::Uses), "{told:?}");
    assert!(each_difference(&machine.linked, &before, &before, &mut |it| panic!("{it:?}")));
}
