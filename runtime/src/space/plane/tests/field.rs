//! Distances round what bars the way: never less than straight on, round the nearer side, and dear where there is no way.

use crate::space::plane::{Bounds, Corners, Field, Point};

const WITHIN: Bounds = Bounds { left: 0, right: 900_000, near: 0, far: 700_000 };
/// How far the lattice may be off: steps in sixteen directions are up to a thirtieth longer than straight.
const LONGER: f64 = 1.035;

fn rectangle(left: i64, right: i64, near: i64, far: i64) -> Corners {
    let corners = [(left, near), (right, near), (right, far), (left, far)];
    corners.into_iter().map(|(x, y)| Point::new(x, y)).collect()
}

fn field(goal: Point, radius: i64, bars: &[Corners]) -> Field {
    let bars: Vec<&Corners> = bars.iter().collect();
    Field::new(WITHIN, (&[[goal].into_iter().collect()], goal), radius, &bars)
}

fn length(from: Point, to: Point) -> i64 {
    from.to(to).square().isqrt()
}

#[test]
fn where_nothing_bars_the_way_it_is_straight() {
    let goal = Point::new(410_000, 520_000);
    let field = field(goal, 40_000, &[]);
    for (x, y) in [(0, 0), (900_000, 700_000), (333_000, 1_000), (10_000, 515_000)] {
        let from = Point::new(x, y);
        let (far, ahead) = field.from(from);
        let straight = length(from, goal);
        assert!(far >= straight && (far as f64) <= straight as f64 * LONGER, "{far} {straight}");
        assert!(length(ahead, goal) < straight, "{ahead:?} is no nearer than {from:?}");
    }
}

#[test]
fn next_to_the_goal_it_is_exact() {
    let goal = Point::new(410_000, 520_000);
    let near = Point::new(423_000, 511_000);
    assert_eq!(field(goal, 40_000, &[]).from(near), (length(near, goal), goal));
}

#[test]
fn a_wall_is_gone_round_on_the_nearer_side_with_room_for_the_disc() {
    let (from, goal) = (Point::new(450_000, 100_000), Point::new(450_000, 600_000));
    let wall = rectangle(200_000, 550_000, 340_000, 360_000);
    let (far, ahead) = field(goal, 50_000, &[wall]).from(from);
    let beside = Point::new(600_000, 350_000);
    let round = length(from, beside) + length(beside, goal);
    assert!((far - round).abs() < 50_000, "{far}, not about {round}");
    assert!(ahead.x() > from.x(), "{ahead:?}");
}

#[test]
fn a_gap_is_used_by_who_fits_through() {
    let (from, goal) = (Point::new(450_000, 100_000), Point::new(450_000, 600_000));
    let walls =
        [rectangle(0, 390_000, 340_000, 360_000), rectangle(510_000, 900_000, 340_000, 360_000)];
    let (slim, _) = field(goal, 50_000, &walls).from(from);
    assert!((slim as f64) <= 500_000.0 * LONGER, "{slim}");
    // There is no other way, so this one is dear.
    let (wide, _) = field(goal, 80_000, &walls).from(from);
    assert!(wide > 2 * slim, "{wide} {slim}");
}

#[test]
fn who_starts_or_ends_where_there_is_no_room_still_has_a_way() {
    let goal = Point::new(450_000, 600_000);
    let around = rectangle(430_000, 470_000, 580_000, 620_000);
    let (far, _) =
        field(goal, 50_000, std::slice::from_ref(&around)).from(Point::new(450_000, 100_000));
    assert!((500_000..3_000_000).contains(&far), "{far}");
    let (far, _) =
        field(Point::new(450_000, 100_000), 50_000, std::slice::from_ref(&around)).from(goal);
    assert!((500_000..3_000_000).contains(&far), "{far}");
}

#[test]
fn outside_the_box_and_in_one_of_no_size_there_is_an_answer() {
    let goal = Point::new(450_000, 600_000);
    let (far, _) = field(goal, 50_000, &[]).from(Point::new(-5_000_000, 9_000_000));
    assert_eq!(far, length(Point::new(-5_000_000, 9_000_000), goal));
    let nothing = Bounds { left: 7, right: 7, near: 7, far: 7 };
    let none = Field::new(nothing, (&[], goal), 0, &[]);
    assert!(none.from(Point::new(0, 0)).0 > 0);
}
