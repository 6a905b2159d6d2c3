//! Loops without a bound: states come back, and the chances are the solution of equations.

use super::super::{Chance, Enumerator, Limits, Much, NoChoices, OddsFault, enumerate};
use super::brute::{begin, by_enumerator};
use super::make::Make;
use warwright_ir::*;

/// Rolls a die until it shows 1 (b takes damage) or 2 (a does); with `ends` false for ever.
pub(super) fn until(ends: bool) -> Make {
    let mut make = Make::new();
    let one = make.int(1);
    let first = make.count_low(0, 3, 1);
    let second = make.count_low(0, 3, 2);
    let (again, none) = (make.count_low(0, 3, if ends { 2 } else { 0 }), make.int(0));
    let done = make.binary(BinaryOp::Eq, again, none);
    let acts = vec![
        make.roll(0, one),
        Act::JumpUnless { when: done, to: 3 },
        Act::Jump(0),
        make.set_damage(1, first),
        make.set_damage(0, second),
        Act::Forget(vec![Slot::Wide(0)]),
    ];
    make.procedure(vec![acts]);
    make
}

#[test]
fn a_loop_without_bound_is_solved() {
    let values = by_enumerator(&until(true));
    let found: Vec<_> = values.chances().map(|(key, chance)| (*key, chance.to_string())).collect();
    assert_eq!(found, [((1, 0), "1/2".to_owned()), ((1, 1), "1/2".to_owned())]);
}

#[test]
fn a_loop_without_end_is_refused() {
    let (machine, state, _) = begin(&until(false));
    let odds = enumerate(&machine, state, &mut NoChoices, Limits::default());
    assert!(matches!(odds, Err(OddsFault::Endless)), "{odds:?}");
}

#[test]
fn a_walk_between_two_ends() {
    // A token gains or loses a point with equal chances until it has 0 or 5, from 2: it reaches 5 in 2 of 5 cases.
    let mut make = Make::new();
    let (one, two, none, five) = (make.int(1), make.int(2), make.int(0), make.int(5));
    let low = make.count_low(0, 3, 3);
    let twice = make.binary(BinaryOp::Mul, low, two);
    let (step, before) = (make.binary(BinaryOp::Sub, twice, one), make.damage(1));
    let after = make.binary(BinaryOp::Add, before, step);
    let (here, there) = (make.damage(1), make.damage(1));
    let above = make.binary(BinaryOp::Lt, none, here);
    let below = make.binary(BinaryOp::Lt, there, five);
    let between = make.expr(Expr::And { left: above, right: below }, Ty::Bool);
    let acts = vec![
        make.set_damage(1, two),
        Act::JumpUnless { when: between, to: 5 },
        make.roll(0, one),
        make.set_damage(1, after),
        Act::Jump(1),
        Act::Forget(vec![Slot::Wide(0)]),
    ];
    make.procedure(vec![acts]);
    let values = by_enumerator(&make);
    let found: Vec<_> = values.chances().map(|(key, chance)| (*key, chance.to_string())).collect();
    assert_eq!(found, [((0, 0), "3/5".to_owned()), ((0, 5), "2/5".to_owned())]);
}

#[test]
fn too_many_states_are_refused() {
    let make = super::exchange::exchanges(4, 5, 6);
    let (machine, state, _) = begin(&make);
    let limits = Limits { states: 20, ..Limits::default() };
    let odds = enumerate(&machine, state, &mut NoChoices, limits);
    assert!(
        matches!(&odds, Err(OddsFault::TooMuch(much)) if much.of == Much::States(20)),
        "{odds:?}"
    );
}

#[test]
fn too_much_memory_is_refused_with_a_state_that_waits() {
    let make = super::exchange::exchanges(4, 5, 6);
    let (machine, state, _) = begin(&make);
    let limits = Limits { bytes: 20_000, ..Limits::default() };
    let Err(OddsFault::TooMuch(much)) = enumerate(&machine, state, &mut NoChoices, limits) else {
        panic!("the odds fit into 20,000 bytes")
    };
    assert_eq!(much.of, Much::Bytes(20_000));
    assert!(much.waiting > 0);
    let waits = much.least_far.unwrap();
    assert!(machine.fits(&waits) && waits.size() < 20_000);
}

#[test]
fn whoever_asked_may_give_up() {
    let make = super::exchange::exchanges(4, 5, 6);
    let (machine, state, _) = begin(&make);
    let mut runs = 0;
    let mut enumerator = Enumerator::new(&machine).while_patient(|_| {
        runs += 1;
        runs <= 10
    });
    let odds = enumerator.run(state, &mut NoChoices, Limits::default());
    assert!(matches!(&odds, Err(OddsFault::TooMuch(much)) if much.of == Much::Time), "{odds:?}");
}

#[test]
fn what_is_settled_bounds_the_chances() {
    let make = super::exchange::exchanges(4, 5, 6);
    let (machine, state, tokens) = begin(&make);
    let exact = by_enumerator(&make);
    let mut between = 0;
    for runs in (0..3_000).step_by(150) {
        let mut left = runs;
        let mut enumerator = Enumerator::new(&machine).while_patient(|reached| {
            left -= 1;
            assert!(reached.settled() <= Chance::one());
            left > 0
        });
        let odds = enumerator.run(state.clone(), &mut NoChoices, Limits::default());
        let Err(OddsFault::TooMuch(much)) = odds else { continue };
        let settled = much.settled.settled();
        let rest = Chance::one().minus(&settled);
        let known =
            much.settled.values(|end| Ok(super::brute::damages(&machine, end, tokens))).unwrap();
        for (damages, chance) in exact.chances() {
            let least = known.chance(damages);
            assert!(least <= chance, "{damages:?}: {chance} is less than {least}");
            assert!(
                chance <= least.plus(&rest),
                "{damages:?}: {chance} is more than {least} and {rest}"
            );
        }
        between += usize::from(settled > Chance::zero() && settled < Chance::one());
    }
    assert!(between > 3, "{between} were settled in part");
}
