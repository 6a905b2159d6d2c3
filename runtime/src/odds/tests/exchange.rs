//! Two sides strike each other at once, up to four times: the exact chances of a known case, and what it costs.

use super::super::{Limits, NoChoices, enumerate};
use super::brute::{begin, by_enumerator, damages};
use super::make::Make;
use warwright_ir::*;

/// The chances were worked out by other means.
#[test]
fn both_sides_strike_at_once() {
    let make = exchanges(4, 5, 6);
    let values = by_enumerator(&make);
    let chance = |a: bool, b: bool| {
        let mut sum = super::super::Chance::zero();
        for ((left, right), chance) in values.chances() {
            if (*left >= 6) == a && (*right >= 6) == b {
                sum = sum.plus(&chance);
            }
        }
        sum.decimal(6)
    };
    assert_eq!(chance(true, false), "0.418626");
    assert_eq!(chance(false, true), "0.063501");
    assert_eq!(chance(true, true), "0.023164");
}

#[test]
fn no_more_states_than_needed_wait() {
    let make = exchanges(4, 5, 6);
    let (machine, state, tokens) = begin(&make);
    let odds = enumerate(&machine, state, &mut NoChoices, Limits::default()).unwrap();
    // 36 pairs of damages with both standing, each with no hit or up to six; and those that wait for the next exchange.
    assert!(odds.widest() <= 36 * 7 + 36, "{} states waited", odds.widest());
    assert!(odds.ends().count() <= 49, "{} ends", odds.ends().count());
    let mut pairs: Vec<_> =
        odds.ends().map(|(state, _)| damages(&machine, state, tokens)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!(pairs.len(), odds.ends().count(), "equal ends are one");
}

/// Up to `rounds` exchanges: side a rolls `first` dice, hits on 3 and wounds on 2; side b `second`, on 4 and on 2.
pub(super) fn exchanges(rounds: i64, first: i64, second: i64) -> Make {
    const LEFT: u16 = 2;
    const FACE: u16 = 3;
    const HITS: u16 = 4;
    const DEALT: u16 = 5;
    let mut make = Make::new();
    let bound = make.int(rounds);
    let six = make.int(6);
    let (a, b) = (make.damage(0), make.damage(1));
    let a = make.binary(BinaryOp::Lt, a, six);
    let b = make.binary(BinaryOp::Lt, b, six);
    let both = make.expr(Expr::And { left: a, right: b }, Ty::Bool);
    let (left, none) = (make.local(LEFT), make.int(0));
    let more = make.binary(BinaryOp::Lt, none, left);
    let goes_on = make.expr(Expr::And { left: both, right: more }, Ty::Bool);
    let (first, second) = (make.int(first), make.int(second));
    let hits = [make.count_low(0, FACE, 3), make.count_low(2, FACE, 4)];
    let wounds = [make.count_low(1, FACE, 2), make.count_low(3, FACE, 2)];
    let hit = [make.local(HITS), make.local(HITS)];
    let mut hurt = |token: u16, by: ExprId| {
        let damage = make.damage(token);
        let sum = make.binary(BinaryOp::Add, damage, by);
        let six = make.int(6);
        make.binary(BinaryOp::Min, sum, six)
    };
    let on_a = hurt(0, wounds[1]);
    let dealt = make.local(DEALT);
    let mut hurt = |token: u16, by: ExprId| {
        let damage = make.damage(token);
        let sum = make.binary(BinaryOp::Add, damage, by);
        let six = make.int(6);
        make.binary(BinaryOp::Min, sum, six)
    };
    let on_b = hurt(1, dealt);
    let forget = |scalars: &[u16], wides: &[u16]| {
        let scalars = scalars.iter().map(|slot| Slot::Scalar(*slot));
        Act::Forget(scalars.chain(wides.iter().map(|slot| Slot::Wide(*slot))).collect())
    };
    let acts = vec![
        Act::Bound { left: LEFT, at_most: bound },
        Act::JumpUnless { when: goes_on, to: 17 },
        Act::Tick { left: LEFT },
        forget(&[HITS, DEALT], &[0, 1, 2, 3]),
        make.roll(0, first),
        make.set(HITS, hits[0]),
        forget(&[], &[0]),
        make.roll(1, hit[0]),
        make.set(DEALT, wounds[0]),
        forget(&[HITS], &[1]),
        make.roll(2, second),
        make.set(HITS, hits[1]),
        forget(&[], &[2]),
        make.roll(3, hit[1]),
        make.set_damage(1, on_b),
        make.set_damage(0, on_a),
        Act::Jump(1),
        forget(&[LEFT, HITS, DEALT], &[0, 1, 2, 3]),
    ];
    make.procedure(vec![acts]);
    make
}
