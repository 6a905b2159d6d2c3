//! Tests of the parts of the plane that are not public, and of trigonometry against known values.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "known values are compared as floats; a failed unwrap is a failed test"
)]

mod field;
mod golden;
mod heading;

use super::gap::near;
use super::line::from_right_to_left;
use super::measure::{Grain, Squared};
use super::point::{Point, Vector};
use super::trig::{self, FULL, ONE, QUARTER};

/// Sines in units of 2^-60, worked out to 60 digits.
const KNOWN: [(i64, i64); 6] = [
    (1, 20_122_276_272),
    (1_000_000, 20_121_254_688_683_129),
    (15_000_000, 298_398_042_900_505_626),
    (30_000_000, 576_460_752_303_423_488),
    (44_999_999, 815_238_599_854_700_759),
    (60_000_000, 998_459_311_558_907_194),
];

#[test]
fn sines_are_within_the_stated_error() {
    for (angle, sine) in KNOWN {
        let (got, _) = trig::sin_cos(angle);
        assert!((got - sine).abs() <= 8, "sine of {angle}: {got}, not {sine}");
        let (_, got) = trig::sin_cos(QUARTER - angle);
        assert!((got - sine).abs() <= 8, "cosine of the rest of {angle}: {got}, not {sine}");
    }
}

#[test]
fn quarter_turns_are_exact() {
    assert_eq!(trig::sin_cos(0), (0, ONE));
    assert_eq!(trig::sin_cos(QUARTER), (ONE, 0));
    assert_eq!(trig::sin_cos(2 * QUARTER), (0, -ONE));
    assert_eq!(trig::sin_cos(3 * QUARTER), (-ONE, 0));
    assert_eq!(trig::sin_cos(-QUARTER), (-ONE, 0));
}

#[test]
fn the_squares_of_sine_and_cosine_add_up_and_agree_with_floats() {
    for step in 0..20_000_i64 {
        let angle = step * 18_017;
        let (sine, cosine) = trig::sin_cos(angle);
        let squares = i128::from(sine).pow(2) + i128::from(cosine).pow(2);
        let off = (squares - i128::from(ONE).pow(2)).abs() >> 60;
        assert!(off <= 16, "{angle}: the squares are off by {off}");
        let radians = angle as f64 * std::f64::consts::PI / 180e6;
        assert!((sine as f64 / ONE as f64 - radians.sin()).abs() < 1e-13, "{angle}");
    }
}

#[test]
fn directions_undo_rays() {
    for step in 0..20_000_i64 {
        let angle = (step * 7_919_017) % FULL;
        let (sine, cosine) = trig::sin_cos(angle);
        assert_eq!(trig::direction(sine, cosine), angle);
        // On the grid, a way of a metre knows its direction to a micrometre.
        let way = super::Angle::new(angle).way(1_000_000);
        let back = super::Angle::of(way).unwrap();
        assert!(back.turn_to(super::Angle::new(angle)).abs() <= 60, "{angle} {back:?}");
    }
    for (x, y, angle) in
        [(0, 5, 0), (5, 5, 45), (5, 0, 90), (0, -5, 180), (-5, 0, 270), (-7, 7, 315)]
    {
        assert_eq!(trig::direction(x, y), angle * 1_000_000);
    }
}

#[test]
fn arcs_and_their_angles_agree() {
    assert_eq!(trig::arc_length(1_000_000, 180_000_000), 3_141_593);
    assert_eq!(trig::arc_length(1_000_000, -180_000_000), 3_141_593);
    for (radius, length) in [(88_900, 50_800), (1, 1), (63_500, 0), (10, 1_000_000)] {
        let angle = trig::angle_of_arc(radius, length);
        assert!(trig::arc_length(radius, angle) <= length);
        let finer = trig::arc_length(radius * 1000, angle + 1);
        assert!(angle == FULL || finer >= length * 1000, "{radius} {length}");
    }
}

#[test]
fn roots_round_to_the_nearest_grain() {
    let grain = Grain::new(50).unwrap();
    for (length, rounded) in
        [(0, 0), (24, 0), (25, 50), (74, 50), (75, 100), (1_000_010, 1_000_000)]
    {
        assert_eq!(grain.root(Squared::of(Vector::new(length, 0))), rounded);
        assert_eq!(grain.round(length), rounded);
        assert_eq!(grain.round(-length), -rounded);
    }
    assert!(Grain::new(19).is_none() && Grain::new(1_000_001).is_none());
}

#[test]
fn squares_compare_exactly_however_large() {
    let most = i64::MAX >> 2;
    let line = Vector::new(1 << 30, (1 << 30) - 1);
    let (less, more) = (Squared::from_line(most - 1, line), Squared::from_line(most, line));
    assert!(less < more);
    assert!(Squared::of(Vector::new(3, 4)) <= Squared::from_line(50, Vector::new(6, 8)));
    assert!(Squared::of(Vector::new(3, 4)) >= Squared::from_line(50, Vector::new(6, 8)));
}

#[test]
fn points_all_around_have_an_order() {
    let from = Point::new(10, 10);
    let all: Vec<Point> = (7..14).flat_map(|x| (7..14).map(move |y| Point::new(x, y))).collect();
    for towards in [Point::new(11, 10), Point::new(10, 9), Point::new(13, 12), from] {
        let order = |p: Point, q: Point| from_right_to_left(from, towards, p, q);
        for p in all.iter().copied() {
            for q in all.iter().copied() {
                assert_eq!(order(p, q), order(q, p).reverse(), "{p:?} {q:?}");
                for r in all.iter().copied().filter(|_| order(p, q).is_le()) {
                    assert!(order(q, r).is_gt() || order(p, r).is_le(), "{p:?} {q:?} {r:?}");
                }
            }
        }
    }
    let ahead = |p: Point, q: Point| from_right_to_left(from, Point::new(10, 20), p, q);
    assert!(ahead(Point::new(12, 20), Point::new(8, 20)).is_lt(), "the right before the left");
    assert!(ahead(Point::new(10, 15), Point::new(10, 20)).is_lt(), "the nearer before the farther");
}

#[test]
fn the_plane_ends_and_nothing_overflows_there() {
    let far = Point::new(i64::MAX, i64::MIN);
    assert_eq!((far.x(), far.y()), (super::REACH, -super::REACH));
    let near_end = Point::new(-super::REACH, super::REACH);
    assert_eq!(super::gap(&far, &near_end, Grain::FINEST), 1_518_500_240);
    assert!(near(&[far], &[far], Grain::FINEST));
}
