//! Gap, distance, touching and overlapping of footprints, edges and points.

use super::make::{coord, grain, polygon, pose, posed};
use geo::{Area, BooleanOps, Distance, Euclidean};
use proptest::prelude::*;
use warwright_runtime::space::plane::{
    Angle, Footprint, Grain, Point, Pose, Shape, Side, distance, gap, overlaps, side_of, touches,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn distance_is_the_librarys(a in posed(), b in posed()) {
        let exact = Euclidean.distance(&polygon(&a), &polygon(&b));
        let ours = distance(&a, &b, grain());
        prop_assert!((exact - ours as f64).abs() <= 25.01, "{exact} {ours}");
        let fine = gap(&a, &b, Grain::FINEST);
        prop_assert!((exact - fine.max(0) as f64).abs() <= 10.01, "{exact} {fine}");
    }

    #[test]
    fn overlap_is_the_librarys(a in posed(), b in posed()) {
        let shared = polygon(&a).intersection(&polygon(&b)).unsigned_area();
        let ours = gap(&a, &b, grain());
        if shared > 1.0e7 { prop_assert!(ours < 0, "{shared} {ours}"); }
        if ours < 0 { prop_assert!(shared > 0.0, "{shared} {ours}"); }
    }

    #[test]
    fn the_depth_is_the_least_shift_that_parts(a in posed(), b in posed()) {
        let depth = -gap(&a, &b, Grain::FINEST);
        if depth <= 0 { return Ok(()); }
        // Shifted by the depth along some normal of an edge it is apart; by two grains less along none.
        let normals = a.edges().map(|edge| edge.facing.opposite()).chain(b.edges().map(|edge| edge.facing));
        let shifted = |way: Angle, length: i64| {
            let way = way.way(length);
            let corners: Vec<Point> = a.corners().iter().map(|p| p.plus(way)).collect();
            gap(&corners[..], &b, Grain::FINEST)
        };
        let mut parted = false;
        for normal in normals {
            parted |= shifted(normal, depth + 20) >= 0;
            prop_assert!(depth <= 40 || shifted(normal, depth - 40) < 0);
        }
        prop_assert!(parted);
    }

    #[test]
    fn gap_is_symmetric_and_says_touching_and_overlapping(a in posed(), b in posed()) {
        for grain in [Grain::FINEST, grain(), Grain::new(25_400).unwrap()] {
            let ours = gap(&a, &b, grain);
            prop_assert_eq!(ours, gap(&b, &a, grain));
            prop_assert_eq!(touches(&a, &b, grain), ours == 0);
            prop_assert_eq!(overlaps(&a, &b, grain), ours < 0);
            prop_assert_eq!(touches(&b, &a, grain), ours == 0);
            prop_assert_eq!(overlaps(&b, &a, grain), ours < 0);
            prop_assert_eq!(ours % grain.micrometres(), 0);
        }
    }

    #[test]
    fn points_and_edges_measure_like_shapes(a in posed(), at in pose(), b in posed()) {
        let exact = Euclidean.distance(&geo::Point(coord(at.at)), &polygon(&a));
        prop_assert!((exact - distance(&at.at, &a, grain()) as f64).abs() <= 25.01);
        prop_assert_eq!(gap(&at.at, &a, grain()), gap(&a, &at.at, grain()));
        for (one, other) in a.edges().zip(b.edges()) {
            let line = |edge: &warwright_runtime::space::plane::Edge| geo::Line::new(coord(edge.from()), coord(edge.to()));
            let exact = Euclidean.distance(&line(&one), &line(&other));
            let ours = gap(&one, &other, grain());
            prop_assert!((exact - ours.max(0) as f64).abs() <= 25.01, "{exact} {ours}");
            prop_assert_eq!(ours, gap(&other, &one, grain()));
        }
    }

    #[test]
    fn rectangles_stay_symmetric_about_their_centre(width in 8..200_000_i64, depth in 8..200_000_i64, pose in pose()) {
        let posed = Footprint::rectangle(width, depth).unwrap().at(pose);
        let corners = posed.corners();
        for (one, other) in [(0, 2), (1, 3)] {
            prop_assert_eq!(pose.at.to(corners[one]), pose.at.to(corners[other]).back());
        }
        let back = posed.edge(Side::Rear);
        let ahead = Footprint::rectangle(width, depth).unwrap().at(pose.about()).edge(Side::Front);
        prop_assert_eq!(back, ahead);
        for (a, b) in warwright_runtime::space::plane::ring(corners) {
            prop_assert!(corners.iter().all(|p| side_of(a, b, *p).is_ge()));
        }
    }
}

#[test]
fn plain_rectangles_have_plain_gaps() {
    let card = Footprint::rectangle(88_900, 63_500).unwrap();
    let at = |x: i64, y: i64, degrees: i64| {
        card.at(Pose::new(Point::new(x, y), Angle::degrees(degrees)))
    };
    let here = at(0, 0, 0);
    assert_eq!(gap(&here, &at(88_900, 0, 0), grain()), 0);
    assert_eq!(gap(&here, &at(88_900, 63_500, 0), grain()), 0);
    assert_eq!(gap(&here, &at(88_950, 0, 180), grain()), 50);
    assert_eq!(gap(&here, &at(88_850, 0, 180), grain()), -50);
    assert_eq!(gap(&here, &at(88_900 + 3_000, 63_500 + 4_000, 0), grain()), 5_000);
    assert_eq!(gap(&here, &at(0, 76_200, 90), grain()), 0);
    assert_eq!(gap(&here, &here, grain()), -63_500);
    assert_eq!(gap(&here, &Point::new(0, 0), grain()), -31_750);
    assert_eq!(gap(&Point::new(0, 0), &Point::new(0, 30), grain()), 50);
    assert_eq!(gap(&Point::new(0, 0), &Point::new(0, 24), grain()), 0);
}

#[test]
fn shapes_that_cannot_be_footprints_are_refused() {
    use warwright_runtime::space::plane::ShapeFault::{CentreOutside, FewCorners, NotConvex, Size};
    assert_eq!(Footprint::rectangle(0, 10_000), Err(Size));
    assert_eq!(Footprint::rectangle(10_000, i64::MAX), Err(Size));
    assert_eq!(Footprint::convex(&[(0, 0), (10, 0)]), Err(FewCorners));
    let star =
        [(0, 90_000), (-60_000, -80_000), (90_000, 30_000), (-90_000, 30_000), (60_000, -80_000)];
    assert_eq!(Footprint::convex(&star), Err(NotConvex));
    assert_eq!(Footprint::convex(&[(0, 0), (0, 9_000), (9_000, 0)]), Err(NotConvex));
    assert_eq!(
        Footprint::convex(&[(0, 1_000), (-5_000, 1_003), (-9_000, 1_000), (0, -5_000)]),
        Err(NotConvex)
    );
    assert_eq!(Footprint::convex(&[(1_000, 0), (9_000, 0), (1_000, 9_000)]), Err(CentreOutside));
    assert_eq!(Footprint::convex(&[(i64::MIN, 0), (9_000, 0), (1_000, 9_000)]), Err(Size));
}
