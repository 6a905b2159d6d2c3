//! Classes of faces: whatever is asked of a pool, the enumerator agrees with brute force.

use super::brute::{agree, agree_on};
use super::make::{ENV, Make};
use warwright_ir::*;

const D6: DieId = DieId(0);

/// Three dice; what is asked of them is dealt as damage.
fn agree_when_asked(make: &mut Make, question: ExprId) {
    let three = make.int(3);
    let acts = vec![make.roll(0, three), make.set_damage(1, question)];
    agree_on(make, vec![acts]);
}

#[test]
fn a_count_needs_two_classes() {
    let mut make = Make::new();
    let hits = make.count_low(0, 3, 2);
    agree_when_asked(&mut make, hits);
}

#[test]
fn a_sum_needs_all_faces() {
    let mut make = Make::new();
    let shown = make.shown(3);
    let sum = make.ask(Quantifier::Sum, 0, 3, None, Some(shown));
    agree_when_asked(&mut make, sum);
}

#[test]
fn a_sum_under_a_condition() {
    let mut make = Make::new();
    let (low, shown) = (make.low(3, 4), make.shown(3));
    let sum = make.ask(Quantifier::Sum, 0, 3, Some(low), Some(shown));
    agree_when_asked(&mut make, sum);
}

#[test]
fn the_highest_of_some() {
    let mut make = Make::new();
    let (low, shown) = (make.low(3, 5), make.shown(3));
    let highest = make.ask(Quantifier::Highest, 0, 3, Some(low), Some(shown));
    let none = make.int(0);
    let value = make.expr(Expr::Otherwise { of: highest, other: none }, Ty::Int);
    agree_when_asked(&mut make, value);
}

#[test]
fn any_and_all() {
    for how in [Quantifier::Any, Quantifier::All] {
        for with_condition in [false, true] {
            let mut make = Make::new();
            let when = with_condition.then(|| make.low(3, 5));
            let value = make.low(3, 2);
            let holds = make.ask(how, 0, 3, when, Some(value));
            let (one, none) = (make.int(1), make.int(0));
            let value = make.expr(Expr::If { when: holds, then: one, other: none }, Ty::Int);
            agree_when_asked(&mut make, value);
        }
    }
}

#[test]
fn the_size_of_a_part() {
    let mut make = Make::new();
    let (of, when) = (make.pool(0), make.low(3, 4));
    let part = make.expr(Expr::Filter { of, slot: Slot::Scalar(3), when }, Ty::Pool(D6));
    let size = make.expr(Expr::Size(part), Ty::Int);
    agree_when_asked(&mut make, size);
}

#[test]
fn two_questions_together() {
    let mut make = Make::new();
    let (few, many) = (make.count_low(0, 3, 2), make.count_low(0, 3, 4));
    let (three, four) = (make.int(3), make.int(4));
    let scaled = make.binary(BinaryOp::Mul, many, four);
    let both = make.binary(BinaryOp::Add, few, scaled);
    let acts = vec![make.roll(0, three), make.set_damage(1, both)];
    agree_on(&mut make, vec![acts]);
}

#[test]
fn a_threshold_that_is_state() {
    // The first roll sets a threshold, which the second is held against.
    let mut make = Make::new();
    let (one, two) = (make.int(1), make.int(2));
    let shown = make.shown(3);
    let sum = make.ask(Quantifier::Sum, 0, 3, None, Some(shown));
    let most = make.damage(0);
    let hits = make.count_within(1, 3, most);
    let acts = vec![
        make.roll(0, one),
        make.set_damage(0, sum),
        make.roll(1, two),
        make.set_damage(1, hits),
    ];
    agree_on(&mut make, vec![acts]);
}

#[test]
fn a_threshold_that_changes_after_the_roll() {
    // What the dice are held against is set by the dice themselves: no face is like another.
    let mut make = Make::new();
    let three = make.int(3);
    let few = make.count_low(0, 3, 2);
    let most = make.damage(0);
    let hits = make.count_within(0, 3, most);
    let acts = vec![make.roll(0, three), make.set_damage(0, few), make.set_damage(1, hits)];
    agree_on(&mut make, vec![acts]);
}

#[test]
fn a_local_threshold_that_changes_after_the_roll() {
    let mut make = Make::new();
    let three = make.int(3);
    let few = make.count_low(0, 3, 2);
    let most = make.local(4);
    let hits = make.count_within(0, 3, most);
    let acts = vec![make.roll(0, three), make.set(4, few), make.set_damage(1, hits)];
    agree_on(&mut make, vec![acts]);
}

#[test]
fn a_reader_in_a_later_step() {
    let mut make = Make::new();
    let three = make.int(3);
    let hits = make.count_low(0, 3, 2);
    let bodies = vec![vec![make.roll(0, three)], vec![make.set_damage(1, hits)]];
    agree_on(&mut make, bodies);
}

#[test]
fn dice_rolled_again() {
    let mut make = Make::new();
    let three = make.int(3);
    let again = make.low(3, 1);
    let hits = make.count_low(0, 3, 3);
    let reroll = Act::Reroll {
        slot: 0,
        die: D6,
        face: 3,
        when: Some(again),
        upto: None,
        by: None,
        site: None,
    };
    let acts = vec![make.roll(0, three), reroll, make.set_damage(1, hits)];
    agree_on(&mut make, vec![acts]);
}

#[test]
fn at_most_one_die_rolled_again() {
    let mut make = Make::new();
    let (three, one) = (make.int(3), make.int(1));
    let again = make.low(3, 2);
    let hits = make.count_low(0, 3, 3);
    let reroll = Act::Reroll {
        slot: 0,
        die: D6,
        face: 3,
        when: Some(again),
        upto: Some(one),
        by: None,
        site: None,
    };
    let acts = vec![make.roll(0, three), reroll, make.set_damage(1, hits)];
    agree_on(&mut make, vec![acts]);
}

#[test]
fn dice_turned() {
    let mut make = Make::new();
    let (three, one) = (make.int(3), make.int(1));
    let when = make.low(3, 2);
    let to = make.expr(Expr::Const(5), Ty::Face(D6));
    let hits = make.count_low(0, 3, 3);
    let change = Act::Change { slot: 0, die: D6, face: 3, when: Some(when), upto: Some(one), to };
    let acts = vec![make.roll(0, three), change, make.set_damage(1, hits)];
    agree_on(&mut make, vec![acts]);
}

/// A procedure with a re-roll and a hook that changes the pool: the hook sees the pool, so every face counts.
#[test]
fn a_hook_that_changes_the_pool() {
    let mut make = Make::new();
    let three = make.int(3);
    let again = make.low(3, 1);
    let hits = make.count_low(0, 3, 3);
    let reroll = Act::Reroll {
        slot: 0,
        die: D6,
        face: 3,
        when: Some(again),
        upto: None,
        by: None,
        site: None,
    };
    let bodies = vec![vec![make.roll(0, three), reroll], vec![make.set_damage(1, hits)]];
    make.procedure(bodies);
    make.program.procedures[ProcedureId(0)].open.push(Slot::Wide(0));
    let (one, when) = (make.int(1), make.low(3, 2));
    let to = make.expr(Expr::Const(4), Ty::Face(D6));
    let change = Act::Change { slot: 0, die: D6, face: 3, when: Some(when), upto: Some(one), to };
    make.hook(HookTime::Before, 1, ENV, vec![change]);
    agree(&make);
}

#[test]
fn a_copy_of_the_pool() {
    let mut make = Make::new();
    let (three, pool) = (make.int(3), make.pool(0));
    let copy = Act::Set { target: Target::Local(Slot::Wide(1)), value: pool };
    let shown = make.shown(3);
    let sum = make.ask(Quantifier::Sum, 1, 3, None, Some(shown));
    let acts = vec![make.roll(0, three), copy, make.set_damage(1, sum)];
    agree_on(&mut make, vec![acts]);
}

#[test]
fn rolls_in_a_loop_and_on_two_paths() {
    // Twice: roll two dice; where none is low, roll one more.
    let mut make = Make::new();
    let (two, one) = (make.int(2), make.int(1));
    let bound = make.int(2);
    let lows = make.count_low(0, 3, 2);
    let (left, none) = (make.local(4), make.int(0));
    let goes_on = make.binary(BinaryOp::Lt, none, left);
    let (before, more) = (make.damage(1), make.local(5));
    let sum = make.binary(BinaryOp::Add, before, more);
    let none = make.int(0);
    let (missed, nothing) = (make.local(5), make.int(0));
    let missed = make.binary(BinaryOp::Eq, missed, nothing);
    let extra = make.count_low(1, 3, 4);
    let acts = vec![
        Act::Bound { left: 4, at_most: bound },
        Act::JumpUnless { when: goes_on, to: 10 },
        Act::Tick { left: 4 },
        make.roll(0, two),
        make.set(5, lows),
        Act::JumpUnless { when: missed, to: 8 },
        make.roll(1, one),
        make.set(5, extra),
        make.set_damage(1, sum),
        Act::Jump(1),
        make.set(5, none),
    ];
    agree_on(&mut make, vec![acts]);
}

#[test]
fn a_threshold_that_counts_down_after_the_roll() {
    let mut make = Make::new();
    let (two, three, zero) = (make.int(2), make.int(3), make.int(0));
    let (left, hits) = (make.local(4), make.local(5));
    let goes_on = make.binary(BinaryOp::Lt, zero, left);
    let within = make.count_within(0, 3, left);
    let more = make.binary(BinaryOp::Add, hits, within);
    let acts = vec![
        make.roll(0, two),
        make.set(5, zero),
        Act::Bound { left: 4, at_most: three },
        Act::JumpUnless { when: goes_on, to: 7 },
        Act::Tick { left: 4 },
        make.set(5, more),
        Act::Jump(3),
        make.set_damage(1, hits),
    ];
    agree_on(&mut make, vec![acts]);
}
