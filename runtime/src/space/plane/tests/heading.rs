//! Turns and lengths that are proposed to a piece on its way: each does what it is proposed for, and what cannot be is left out.

use crate::space::plane::{
    Angle, Corner, Corners, Footprint, Grain, Point, Pose, Posed, detour, lengths, turns,
};

/// How far a line may miss a point by the rounding of corners to the grid.
const OFF: i64 = 3;

/// Forty millimetres wide, twenty deep.
fn block() -> Footprint {
    Footprint::rectangle(40_000, 20_000).unwrap()
}

/// A square of forty millimetres about a point.
fn square(x: i64, y: i64) -> Corners {
    let corners = [(-20_000, -20_000), (20_000, -20_000), (20_000, 20_000), (-20_000, 20_000)];
    corners.into_iter().map(|(right, up)| Point::new(x + right, y + up)).collect()
}

/// The points about which a piece turns.
fn pivots(posed: &Posed) -> [Point; 3] {
    [posed.corner(Corner::FrontLeft), posed.corner(Corner::FrontRight), posed.pose.at]
}

/// Where a piece stands after a turn about a point.
fn turned(posed: &Posed, pivot: Point, turn: i64) -> Pose {
    let facing = posed.pose.facing.turned(turn);
    let from = pivot.to(posed.pose.at);
    let Some(way) = Angle::of(from) else { return Pose::new(posed.pose.at, facing) };
    Pose::new(pivot.plus(way.turned(turn).way(from.square().isqrt())), facing)
}

/// How far to the right of its middle line a point lies for a piece.
fn aside(pose: Pose, point: Point) -> i64 {
    pose.at.to(point).dot(pose.facing.ray().right()) >> 29
}

/// How far ahead of its centre a point lies for a piece.
fn ahead(pose: Pose, point: Point) -> i64 {
    pose.at.to(point).dot(pose.facing.ray()) >> 29
}

#[test]
fn a_turn_about_each_pivot_brings_the_goal_before_the_middle() {
    for (facing, goal) in [(0, (300_000, 300_000)), (30, (-250_000, 40_000)), (200, (90_000, 0))] {
        let posed = block().at(Pose::new(Point::new(7_000, -3_000), Angle::degrees(facing)));
        let goal = Point::new(goal.0, goal.1);
        let found = turns(&posed, &block(), goal, &[], 0);
        assert_eq!(found.len(), 3, "{found:?}");
        for (pivot, turn) in pivots(&posed).into_iter().zip(found) {
            let pose = turned(&posed, pivot, turn);
            assert!(aside(pose, goal).abs() <= OFF, "{facing} {turn}: {}", aside(pose, goal));
            assert!(ahead(pose, goal) > 0, "{facing} {turn}: the goal is behind");
        }
    }
}

#[test]
fn a_turn_about_each_pivot_passes_each_outer_corner_by_the_room_that_is_wanted() {
    let (goal, room) = (Point::new(30_000, 400_000), 1_500);
    let posed = block().at(Pose::new(Point::new(0, 0), Angle::AHEAD));
    let found = turns(&posed, &block(), goal, &[square(10_000, 200_000)], room);
    // Past its left side the near corner counts, for it is seen farther out.
    let left = (Point::new(-10_000, 180_000), 20_000 + room);
    let right = (Point::new(30_000, 180_000), -20_000 - room);
    let wanted = [(goal, 0), left, right];
    assert_eq!(found.len(), 9, "{found:?}");
    let each = pivots(&posed).into_iter().flat_map(|pivot| wanted.map(|line| (pivot, line)));
    for ((pivot, (corner, distance)), turn) in each.zip(found) {
        let pose = turned(&posed, pivot, turn);
        let off = aside(pose, corner) - distance;
        assert!(off.abs() <= OFF, "{pivot:?} {corner:?}: off by {off}");
    }
}

#[test]
fn who_looks_at_the_goal_need_not_turn() {
    let posed = block().at(Pose::new(Point::new(0, 0), Angle::AHEAD));
    assert!(turns(&posed, &block(), Point::new(0, 300_000), &[], 0).is_empty());
}

#[test]
fn no_turn_about_the_goal_looks_at_it() {
    let goal = Point::new(0, 0);
    let posed = block().at(Pose::new(goal, Angle::AHEAD));
    let found = turns(&posed, &block(), goal, &[], 0);
    assert_eq!(found.len(), 2, "{found:?}");
    for (pivot, turn) in pivots(&posed).into_iter().zip(found) {
        let pose = turned(&posed, pivot, turn);
        assert!(aside(pose, goal).abs() <= OFF && ahead(pose, goal) > 0, "{turn}");
    }
}

#[test]
fn no_turn_brings_a_side_past_a_corner_that_is_too_near() {
    let posed = block().at(Pose::new(Point::new(0, 0), Angle::AHEAD));
    let goal = Point::new(0, 400_000);
    let near: Corners = [(-5_000, 11_000), (5_000, 11_000), (0, 15_000)]
        .map(|(x, y)| Point::new(x, y))
        .into_iter()
        .collect();
    // From its centre half the width and the room are more than the way to either corner: what is left are the turns about
    // each end of the front with which that very side slips past.
    let found = turns(&posed, &block(), goal, std::slice::from_ref(&near), 1_000);
    let [about_left, about_right]: [i64; 2] = found.as_slice().try_into().unwrap();
    let [left, right, _] = pivots(&posed);
    let pose = turned(&posed, left, about_left);
    assert!((aside(pose, Point::new(5_000, 11_000)) + 21_000).abs() <= OFF);
    let pose = turned(&posed, right, about_right);
    assert!((aside(pose, Point::new(-5_000, 11_000)) - 21_000).abs() <= OFF);
    assert_eq!(about_left, -about_right);
}

#[test]
fn each_turn_is_proposed_once() {
    let posed = block().at(Pose::new(Point::new(0, 0), Angle::AHEAD));
    let (goal, shape) = (Point::new(100_000, 300_000), square(0, 150_000));
    let once = turns(&posed, &block(), goal, std::slice::from_ref(&shape), 0);
    assert_eq!(turns(&posed, &block(), goal, &[shape.clone(), shape], 0), once);
}

#[test]
fn lengths_bring_front_and_centre_level_with_the_goal_and_the_rear_past_what_is_in_the_way() {
    let goal = Point::new(140_000, 90_000);
    let shapes = [square(60_000, 30_000), square(-50_000, 200_000)];
    for facing in [0, 45, 90, 250] {
        let posed = block().at(Pose::new(Point::new(1_000, 2_000), Angle::degrees(facing)));
        for direction in [0, 45, 90, 180, 333] {
            let direction = Angle::degrees(direction);
            let along = |pose: Pose, point: Point| pose.at.to(point).dot(direction.ray()) >> 29;
            let found = lengths(&posed, direction, goal, &shapes, 2_000);
            let [to_front, to_centre, past_one, past_other]: [i64; 4] =
                found.as_slice().try_into().unwrap();
            let slid = |length| {
                let at = posed.pose.at.plus(direction.way(length));
                block().at(Pose::new(at, posed.pose.facing))
            };
            let level = along(slid(to_centre).pose, goal);
            assert!(level.abs() <= OFF, "{level}");
            let front = slid(to_front);
            let gap = front.edges().map(|edge| along(front.pose, edge.from())).max().unwrap();
            assert!((along(front.pose, goal) - gap).abs() <= OFF);
            for (length, shape) in [past_one, past_other].into_iter().zip(&shapes) {
                let past = slid(length);
                let rear = past.edges().map(|edge| along(past.pose, edge.from())).min().unwrap();
                let far = shape.iter().map(|corner| along(past.pose, *corner)).max().unwrap();
                assert!((rear - far - 2_000).abs() <= OFF, "{rear} {far}");
            }
        }
    }
}

/// A detour from the origin on a grid of 50 micrometres.
fn round(goal: Point, wide: i64, shapes: &[Corners], depth: u32) -> (i64, Point) {
    detour(Point::new(0, 0), goal, wide, shapes, Grain::new(50).unwrap(), depth)
}

fn length(from: Point, to: Point) -> i64 {
    from.to(to).square().isqrt()
}

#[test]
fn nobody_goes_round_what_is_not_in_the_way() {
    let goal = Point::new(0, 300_000);
    let straight = (300_000, goal);
    assert_eq!(round(goal, 20_000, &[], 3), straight);
    assert_eq!(round(goal, 20_000, &[square(40_000, 150_000)], 3), straight);
    assert_eq!(round(goal, 20_000, &[square(0, 400_000)], 3), straight);
    // A wider lane meets what a narrow one passes.
    let (way, first) = round(goal, 50_000, &[square(40_000, 150_000)], 3);
    assert!(way > 300_000 && first.x() < 0, "{way} {first:?}");
    // Nor is anything gone round by who has gone round enough.
    assert_eq!(round(goal, 20_000, &[square(0, 150_000)], 0), straight);
}

#[test]
fn the_better_side_is_taken_and_half_the_lane_kept_clear() {
    let goal = Point::new(0, 300_000);
    for (x, side) in [(8_000, -1), (-8_000, 1)] {
        let shape = square(x, 150_000);
        let (way, first) = round(goal, 20_000, &[shape], 1);
        // Half the lane beyond the corner, at a right angle to the way there.
        assert_eq!(first.x().signum(), side, "{first:?}");
        let corner = Point::new(x + side * 20_000, 130_000);
        assert!((length(corner, first) - 10_050).abs() <= OFF, "{first:?}");
        assert!(length(Point::new(0, 0), corner) <= length(Point::new(0, 0), first));
        assert_eq!(way, length(Point::new(0, 0), first) + length(first, goal));
    }
}

#[test]
fn one_shape_after_the_other_is_gone_round_as_deep_as_is_wanted() {
    let goal = Point::new(0, 500_000);
    // Round the first to the left, which is shorter, leads into the second; to go round that as well is longer.
    let shapes = [square(8_000, 100_000), square(-30_000, 300_000)];
    let (once, _) = round(goal, 20_000, &shapes, 1);
    let (twice, _) = round(goal, 20_000, &shapes, 2);
    let (thrice, _) = round(goal, 20_000, &shapes, 3);
    assert!(500_000 < once && once < twice && twice <= thrice, "{once} {twice} {thrice}");
    // In whatever order they are given.
    let [first, second] = shapes;
    assert_eq!(round(goal, 20_000, &[second, first], 2).0, twice);
}
