//! Which side looks at a point, and wedges, against floating angles and samples.

#![expect(clippy::disallowed_methods, reason = "the second opinion is in floats, with a margin")]

use super::make::{facing, grain, pose, posed};
use proptest::prelude::*;
use warwright_runtime::space::plane::{
    Angle, Arcs, Footprint, Point, Pose, Shape, Side, Wedge, beyond, side_towards,
};

/// The turn from a facing to a point, in degrees from -180 to 180.
fn turn(pose: Pose, to: Point) -> f64 {
    let way = pose.at.to(to);
    let angle = (way.x() as f64).atan2(way.y() as f64).to_degrees()
        - pose.facing.micro_degrees() as f64 / 1e6;
    (angle + 540.0).rem_euclid(360.0) - 180.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn sides_are_where_the_angle_says(width in 10_000..150_000_i64, depth in 10_000..150_000_i64, at in pose(), to in pose(), front in 0..180_i64, rear in 0..180_i64) {
        let piece = Footprint::rectangle(width, depth).unwrap().at(at);
        let turn = turn(at, to.at);
        let half = (width as f64).atan2(depth as f64).to_degrees();
        let cases = [
            (Arcs::Diagonals, half, half),
            (Arcs::Angles { front: front * 1_000_000, rear: rear * 1_000_000 }, front as f64 / 2.0, rear as f64 / 2.0),
        ];
        for (arcs, front, rear) in cases {
            if (turn.abs() - front).abs() < 0.02 || (180.0 - turn.abs() - rear).abs() < 0.02 { continue; }
            if turn.abs() < 0.02 || turn.abs() > 179.98 { continue; }
            let expected = if turn.abs() < front { Side::Front }
                else if 180.0 - turn.abs() < rear { Side::Rear }
                else if turn < 0.0 { Side::Left } else { Side::Right };
            prop_assert_eq!(side_towards(&piece, to.at, arcs), expected, "{} {:?}", turn, arcs);
        }
    }

    #[test]
    fn wedges_hold_and_meet_what_their_points_say(apex in pose(), opening in 0..360_i64, shape in posed()) {
        let wedge = Wedge::at(apex.at, apex.facing, opening * 1_000_000);
        let mut any = false;
        let mut all = true;
        // Samples of the shape: its corners, its edges and points towards its centre.
        for edge in shape.edges() {
            for part in 0..30 {
                for depth in 0..6 {
                    let outer = edge.part(part, 30);
                    let way = outer.to(shape.pose.at);
                    let spot = Point::new(outer.x() + way.x() * depth / 6, outer.y() + way.y() * depth / 6);
                    let off = turn(apex, spot).abs() - opening as f64 / 2.0;
                    if off.abs() > 0.05 {
                        prop_assert_eq!(wedge.contains(spot), off < 0.0, "{}", off);
                        any |= off < 0.0;
                        all &= off < 0.0;
                    }
                }
            }
        }
        if any { prop_assert!(wedge.meets(&shape)); }
        if !all { prop_assert!(!wedge.holds(&shape)); }
        if wedge.holds(&shape) { prop_assert!(wedge.meets(&shape)); }
        if all && any && opening <= 180 && shape.corners().iter().all(|p| wedge.contains(*p)) { prop_assert!(wedge.holds(&shape)); }
    }

    #[test]
    fn before_an_edge_is_ahead_of_its_line(shape in posed(), other in posed(), opening in 0..=180_i64, look in facing()) {
        let edge = shape.edge(Side::Front);
        let (least, most) = beyond(&edge, &other, grain());
        let ahead = Wedge::before(&edge, 180_000_000);
        if most > 0 { prop_assert!(ahead.meets(&other)); }
        if most < 0 { prop_assert!(!ahead.meets(&other)); }
        if least > 0 { prop_assert!(ahead.holds(&other)); }
        if least < 0 { prop_assert!(!ahead.holds(&other)); }
        let narrow = Wedge::before(&edge, opening * 1_000_000);
        if narrow.meets(&other) { prop_assert!(most >= 0); }
        if narrow.holds(&other) { prop_assert!(ahead.holds(&other) || least == 0); }
        prop_assert!(narrow.contains(edge.centre().plus(edge.facing.way(1_000))));
        prop_assert!(!narrow.contains(edge.centre().plus(edge.facing.way(-1_000))));
        let _ = look;
    }
}

#[test]
fn the_line_between_two_sides_belongs_to_the_front() {
    let card = Footprint::rectangle(80_000, 60_000).unwrap().at(Pose::default());
    let side = |x, y| side_towards(&card, Point::new(x, y), Arcs::Diagonals);
    assert_eq!(side(80_000, 60_000), Side::Front);
    assert_eq!(side(80_000, 59_999), Side::Right);
    assert_eq!(side(-80_000, 60_000), Side::Front);
    assert_eq!(side(-80_000, -60_000), Side::Left);
    assert_eq!(side(80_000, -60_000), Side::Right);
    assert_eq!(side(-79_999, -60_000), Side::Rear);
    assert_eq!(side(0, 0), Side::Front);
    let arcs = Arcs::Angles { front: 90_000_000, rear: 90_000_000 };
    let side = |x, y| side_towards(&card, Point::new(x, y), arcs);
    assert_eq!(
        [side(1, 1), side(2, 1), side(1, -1), side(1, -2)],
        [Side::Front, Side::Right, Side::Right, Side::Rear]
    );
    let all_round = Wedge::at(Point::new(0, 0), Angle::AHEAD, 360_000_000);
    assert!(all_round.holds(&card) && all_round.meets(&card));
}
