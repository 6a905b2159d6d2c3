//! Pools that are rolled in one step and read in others: the enumerator agrees with brute force, and tells no more faces
//! apart than it must.

use super::super::{Limits, NoChoices, enumerate};
use super::brute::{agree, agree_on, begin};
use super::make::{D6, ENV, Make};
use warwright_ir::*;

fn turn_over(make: &mut Make, most: i64, upto: Option<i64>, to: i64) -> Act {
    let when = make.low(3, most);
    let upto = upto.map(|upto| make.int(upto));
    let to = make.expr(Expr::Const(to), Ty::Face(D6));
    Act::Change { slot: 0, die: D6, face: 3, when: Some(when), upto, to }
}

/// The most states that wait at one time.
fn widest(make: &Make) -> usize {
    let (machine, state, _) = begin(make);
    enumerate(&machine, state, &mut NoChoices, Limits::default()).unwrap().widest()
}

#[test]
fn a_sum_in_a_later_step_needs_no_faces() {
    let mut make = Make::new();
    let (three, one) = (make.int(3), make.int(1));
    let shown = make.shown(3);
    let sum = make.ask(Quantifier::Sum, 0, 3, None, Some(shown));
    let low = make.count_low(1, 3, 2);
    let bodies = vec![
        vec![make.roll(0, three)],
        vec![make.set_damage(1, sum), make.roll(1, one), make.set_damage(0, low)],
    ];
    agree_on(&mut make, bodies);
    // Three dice show 16 sums, and fall in 56 ways.
    assert_eq!(widest(&make), 16);
}

#[test]
fn an_open_pool_that_nobody_looks_at() {
    let mut make = Make::new();
    let (three, one) = (make.int(3), make.int(1));
    let hits = make.count_low(0, 3, 2);
    let low = make.count_low(1, 3, 2);
    let bodies = vec![
        vec![make.roll(0, three)],
        vec![make.set_damage(1, hits), make.roll(1, one), make.set_damage(0, low)],
    ];
    make.procedure(bodies);
    make.program.procedures[ProcedureId(0)].open.push(Slot::Wide(0));
    agree(&make);
    assert_eq!(widest(&make), 4);
}

#[test]
fn a_hook_between_that_moves_the_threshold() {
    let mut make = Make::new();
    let (three, five) = (make.int(3), make.int(5));
    let most = make.damage(0);
    let hits = make.count_within(0, 3, most);
    let bodies = vec![vec![make.roll(0, three)], vec![make.set_damage(1, hits)]];
    make.procedure(bodies);
    let meddle = make.set_damage(0, five);
    make.hook(HookTime::Before, 1, ENV, vec![meddle]);
    agree(&make);
}

#[test]
fn a_step_between_that_may_be_passed_over() {
    let mut make = Make::new();
    let (three, none, nine) = (make.int(3), make.int(0), make.int(9));
    let hits = make.count_low(0, 3, 2);
    let few = make.count_low(0, 3, 4);
    let more = make.binary(BinaryOp::Add, hits, few);
    let bodies = vec![
        vec![make.roll(0, three)],
        vec![make.set_damage(0, nine)],
        vec![make.set_damage(1, more)],
    ];
    make.procedure(bodies);
    let when = make.binary(BinaryOp::Lt, none, few);
    make.program.procedures[ProcedureId(0)].steps[1].when = Some(when);
    agree(&make);
}

#[test]
fn dice_turned_over_and_counted_later() {
    for upto in [None, Some(1), Some(2)] {
        let mut make = Make::new();
        let three = make.int(3);
        let turn = turn_over(&mut make, 4, upto, 5);
        let (shown, hits) = (make.shown(3), make.count_low(0, 3, 3));
        let sum = make.ask(Quantifier::Sum, 0, 3, None, Some(shown));
        let bodies = vec![
            vec![make.roll(0, three), turn],
            vec![make.set_damage(1, hits), make.set_damage(0, sum)],
        ];
        make.procedure(bodies);
        agree(&make);
    }
}

#[test]
fn dice_turned_over_on_a_condition() {
    for (most, states) in [(-1, 4), (0, 10)] {
        let mut make = Make::new();
        let (three, one) = (make.int(3), make.int(1));
        // The token has no damage at first: the guard holds for 0 and not for -1.
        let (damage, bound) = (make.damage(0), make.int(most));
        let guard = make.binary(BinaryOp::Le, damage, bound);
        let turn = turn_over(&mut make, 1, Some(1), 3);
        let hits = make.count_low(0, 3, 2);
        let low = make.count_low(1, 3, 2);
        let bodies = vec![
            vec![make.roll(0, three), Act::JumpUnless { when: guard, to: 3 }, turn],
            vec![make.set_damage(1, hits), make.roll(1, one), make.set_damage(0, low)],
        ];
        make.procedure(bodies);
        agree(&make);
        assert!(widest(&make) <= states, "{} states wait", widest(&make));
    }
}

#[test]
fn dice_rolled_again_and_then_summed() {
    let mut make = Make::new();
    let three = make.int(3);
    let again = make.low(3, 2);
    let reroll = Act::Reroll {
        slot: 0,
        die: D6,
        face: 3,
        when: Some(again),
        upto: None,
        by: None,
        site: None,
    };
    let shown = make.shown(3);
    let sum = make.ask(Quantifier::Sum, 0, 3, None, Some(shown));
    let bodies = vec![vec![make.roll(0, three), reroll], vec![make.set_damage(1, sum)]];
    agree_on(&mut make, bodies);
}

#[test]
fn a_step_that_is_called_sees_the_pool() {
    let mut make = Make::new();
    let three = make.int(3);
    let hits = make.count_low(0, 3, 2);
    let bodies =
        vec![vec![make.roll(0, three), Act::CallStep { step: 1 }], vec![make.set_damage(1, hits)]];
    make.procedure(bodies);
    make.program.procedures[ProcedureId(0)].steps[1].called = true;
    agree(&make);
}

#[test]
fn a_threshold_that_the_question_binds_itself() {
    let mut make = Make::new();
    let three = make.int(3);
    // In the local 4 stands nothing until the expression binds it.
    let most = make.local(4);
    let hits = make.count_within(0, 3, most);
    let two = make.int(2);
    let bound = make.expr(Expr::Let { slot: Slot::Scalar(4), value: two, body: hits }, Ty::Int);
    let acts = vec![make.roll(0, three), make.set_damage(1, bound)];
    agree_on(&mut make, vec![acts]);
}

#[test]
fn a_threshold_that_is_worked_out_after_the_roll() {
    let mut make = Make::new();
    let (three, one) = (make.int(3), make.int(1));
    let (damage, two) = (make.damage(0), make.int(2));
    let need = make.binary(BinaryOp::Add, damage, two);
    let most = make.local(4);
    let hits = make.count_within(0, 3, most);
    let low = make.count_low(1, 3, 2);
    let bodies = vec![
        vec![make.roll(0, three)],
        vec![
            make.set(4, need),
            make.set_damage(1, hits),
            make.roll(1, one),
            make.set_damage(0, low),
        ],
    ];
    agree_on(&mut make, bodies);
    assert_eq!(widest(&make), 4);
}

#[test]
fn a_threshold_that_is_worked_out_twice() {
    let mut make = Make::new();
    let three = make.int(3);
    let (two, four) = (make.int(2), make.int(4));
    let count = |make: &mut Make| {
        let most = make.local(4);
        make.count_within(0, 3, most)
    };
    let (few, many) = (count(&mut make), count(&mut make));
    let bodies = vec![
        vec![make.roll(0, three), make.set(4, two), make.set_damage(0, few)],
        vec![make.set(4, four), make.set_damage(1, many)],
    ];
    agree_on(&mut make, bodies);
}

#[test]
fn a_threshold_that_a_condition_binds() {
    let mut make = Make::new();
    let three = make.int(3);
    let two = make.int(2);
    let some = make.expr(Expr::IsSome { of: two, slot: Some(Slot::Scalar(4)) }, Ty::Bool);
    let most = make.local(4);
    let hits = make.count_within(0, 3, most);
    let acts =
        vec![make.roll(0, three), Act::JumpUnless { when: some, to: 3 }, make.set_damage(1, hits)];
    agree_on(&mut make, vec![acts]);
}

#[test]
fn a_sum_of_which_only_a_comparison_is_seen() {
    for on_the_left in [true, false] {
        let mut make = Make::new();
        let (three, one, nine) = (make.int(3), make.int(1), make.int(9));
        let (damage, none) = (make.damage(0), make.int(0));
        let need = make.binary(BinaryOp::Add, damage, nine);
        let shown = make.shown(3);
        let sum = make.ask(Quantifier::Sum, 0, 3, None, Some(shown));
        let (left, right) = if on_the_left { (sum, need) } else { (need, sum) };
        let when = make.binary(BinaryOp::Le, left, right);
        let passed = make.expr(Expr::If { when, then: one, other: none }, Ty::Int);
        let low = make.count_low(1, 3, 2);
        let bodies = vec![
            vec![make.roll(0, three)],
            vec![make.set_damage(1, passed), make.roll(1, one), make.set_damage(0, low)],
        ];
        make.procedure(bodies);
        agree(&make);
        assert_eq!(widest(&make), 2);
    }
}
