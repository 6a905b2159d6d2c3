//! Intervals, held to figures of the literature.

use super::{Interval, MILLION, Sums, percent, share, thousandths, wilson};

#[test]
fn wilson_is_as_in_the_books() {
    // 0 of 10: 0 to 27.75 %. 5 of 10: 23.66 to 76.34 %. 81 of 263: 25.5 to 36.6 % (Wallis).
    let ends = |of: Interval| (of.low / 100, of.high / 100);
    assert_eq!(ends(wilson(0, 10, MILLION)), (0, 2_775));
    assert_eq!(ends(wilson(5, 10, MILLION)), (2_365, 7_634));
    assert_eq!(ends(wilson(81, 263, MILLION)), (2_552, 3_662));
    assert_eq!(wilson(0, 0, MILLION), Interval { low: 0, high: MILLION });
}

#[test]
fn an_interval_holds_its_share_and_narrows() {
    let mut before = MILLION;
    for of in [1, 7, 50, 1_000, 100_000, 50_000_000] {
        let count = of * 3 / 10;
        let found = wilson(count, of, MILLION);
        assert!(found.low <= share(count, of) && share(count, of) <= found.high);
        assert!(found.half() < before);
        before = found.half();
    }
}

#[test]
fn trials_that_depend_on_each_other_count_less() {
    let half = wilson(500, 1_000, MILLION / 2);
    let fewer = wilson(250, 500, MILLION);
    assert_eq!(half, fewer);
}

#[test]
fn means_have_margins() {
    let mut sums = Sums::default();
    (1..=9).for_each(|number| sums.add(number));
    // Standard deviation 2.7386, error 0.9129, times 1.96.
    assert_eq!((sums.mean(), sums.margin()), (5_000, Some(1_789)));
    assert_eq!(Sums { count: 1, sum: 5, squares: 25 }.margin(), None);
}

#[test]
fn numbers_are_rounded_to_their_decimals() {
    assert_eq!(percent(481_550, 1), "48.2");
    assert_eq!(percent(1_000_000, 1), "100.0");
    assert_eq!(thousandths(-1_250, 1), "-1.3");
    assert_eq!(thousandths(-20, 1), "0.0");
    assert_eq!(thousandths(17_499, 0), "17");
}
