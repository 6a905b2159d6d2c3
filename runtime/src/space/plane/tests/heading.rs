//! Turns and lengths that are proposed to a piece on its way: each does what it is proposed for, and what cannot be is left out.

use crate::space::plane::{
    Angle, Corner, Corners, Footprint, Point, Pose, Posed, Proposals, lengths, turns,
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

/// All turns that are proposed to a piece of which nobody knows what it turns about.
fn proposed(posed: &Posed, goal: Point, obstacles: &[Corners], room: i64) -> Proposals {
    let elsewhere = Pose::new(posed.pose.at.plus(Angle::RIGHT.way(900_000)), posed.pose.facing);
    turns(posed, &block(), elsewhere, &[goal], obstacles, room)
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
        let found = proposed(&posed, goal, &[], 0);
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
    let found = proposed(&posed, goal, &[square(10_000, 200_000)], room);
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
fn only_turns_about_what_stayed_where_it_was_are_proposed() {
    let posed = block().at(Pose::new(Point::new(0, 0), Angle::AHEAD));
    let goals = [Point::new(300_000, 300_000), Point::new(-80_000, 200_000)];
    for pivot in pivots(&posed) {
        let turned_so = turned(&posed, pivot, 10_000_000);
        let found = turns(&posed, &block(), turned_so, &goals, &[], 0);
        assert_eq!(found.len(), 2, "{found:?}");
        for (goal, turn) in goals.into_iter().zip(found) {
            let pose = turned(&posed, pivot, turn);
            assert!(aside(pose, goal).abs() <= OFF, "{turn}: {}", aside(pose, goal));
        }
    }
}

#[test]
fn who_looks_at_the_goal_need_not_turn() {
    let posed = block().at(Pose::new(Point::new(0, 0), Angle::AHEAD));
    assert!(proposed(&posed, Point::new(0, 300_000), &[], 0).is_empty());
}

#[test]
fn no_turn_about_the_goal_looks_at_it() {
    let goal = Point::new(0, 0);
    let posed = block().at(Pose::new(goal, Angle::AHEAD));
    let found = proposed(&posed, goal, &[], 0);
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
    let found = proposed(&posed, goal, std::slice::from_ref(&near), 1_000);
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
    let once = proposed(&posed, goal, std::slice::from_ref(&shape), 0);
    assert_eq!(proposed(&posed, goal, &[shape.clone(), shape], 0), once);
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
