//! Spread, held to made-up battles.

use super::Spread;
use crate::simulate::interval::MILLION;

fn spread(openings: &[&[i64]]) -> Spread {
    let mut all = Spread::default();
    openings.iter().for_each(|one| all.merge(&Spread::of_opening(one.iter().copied())));
    all
}

#[test]
fn where_the_opening_settles_all_it_is_the_whole_spread() {
    let settled = spread(&[&[1, 1, 1], &[0, 0, 0], &[1, 1, 1], &[0, 0, 0]]);
    assert_eq!(settled.opening().map(|it| (it.share, it.margin)), Some((MILLION, 0)));
    // Three battles of an opening say no more than one of them.
    assert_eq!(settled.weight(), 333_333);
}

#[test]
fn where_the_opening_settles_nothing_it_is_none_of_it() {
    let chance = spread(&[&[1, 0], &[0, 1], &[1, 0], &[0, 1]]);
    assert_eq!(chance.opening().map(|it| it.share), Some(0));
    assert_eq!(chance.weight(), MILLION);
}

#[test]
fn shares_between_are_those_of_the_books() {
    // Mean squares 45 between and 9 within openings of three battles: (45 - 9) / (45 + 2 * 9).
    let some = spread(&[&[10, 13, 16], &[1, 4, 7], &[7, 10, 13], &[4, 7, 10]]);
    assert_eq!(some.opening().map(|it| it.share), Some(12 * MILLION / 21));
    assert!(spread(&[&[3, 3], &[3, 3]]).opening().is_none());
    assert!(spread(&[&[3], &[4]]).opening().is_none());
}
