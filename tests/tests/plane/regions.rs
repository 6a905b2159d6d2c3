//! Regions: what lies in them, shares against a geometry library, shapes that are none.

use super::make::{coord, grain, polygon, pose, posed};
use geo::{Area, BooleanOps, Contains, LineString, Polygon};
use proptest::prelude::*;
use std::cmp::Ordering;
use warwright_runtime::space::plane::{
    Angle, Footprint, Point, Pose, Region, RegionFault, Shape, Share, height_at, on_board, share_in,
};

/// Hollow polygons: corners at any distance all round a centre.
fn star() -> impl Strategy<Value = Region> {
    (pose(), prop::collection::vec(20_000..120_000_i64, 3..20)).prop_map(|(pose, radii)| {
        let count = radii.len() as i64;
        let corner = |(at, radius): (i64, &i64)| {
            pose.at.plus(Angle::new(at * 360_000_000 / count).way(*radius))
        };
        Region::polygon(&(0..).zip(&radii).map(corner).collect::<Vec<_>>()).unwrap()
    })
}

/// Regions of every shape.
fn region() -> impl Strategy<Value = Region> {
    prop_oneof![
        star(),
        (pose(), 2_000..200_000_i64, 2_000..200_000_i64)
            .prop_map(|(pose, w, d)| Region::rectangle(pose, w, d).unwrap()),
        (pose(), 2_000..200_000_i64, 2_000..200_000_i64)
            .prop_map(|(pose, w, d)| Region::oval(pose, w, d).unwrap()),
        (pose(), 5_000..20_000_i64, prop::collection::vec((40_000..90_000_i64, -50..50_i64), 1..4))
            .prop_map(|(pose, width, legs)| {
                let mut points = vec![pose.at];
                for (length, turn) in legs {
                    let way = pose.facing.turned(turn * 1_000_000).way(length);
                    points.push(points.last().unwrap().plus(way));
                }
                Region::strip(&points, width).unwrap()
            }),
    ]
}

fn outline(region: &Region) -> Polygon<f64> {
    Polygon::new(LineString::new(region.outline().iter().map(|p| coord(*p)).collect()), vec![])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn shares_are_the_librarys(a in posed(), region in region()) {
        let share = share_in(&a, &region);
        let fraction = share.fraction();
        let ours = fraction.numerator() as f64 / fraction.denominator() as f64;
        let exact = polygon(&a).intersection(&outline(&region)).unsigned_area() / polygon(&a).unsigned_area();
        // Of a longer fraction it is one of its neighbours among the shorter ones.
        let denominator = fraction.denominator();
        let within = if denominator > 1 << 14 { 1.0 / denominator as f64 } else { 1e-7 };
        prop_assert!((ours - exact).abs() < within, "{ours} {exact}");
        prop_assert!((0.0..=1.0).contains(&ours));
        prop_assert!(share.compare(0, 1) != Ordering::Less && share.compare(1, 1) != Ordering::Greater);
        prop_assert_eq!(share.is_half(), fraction.numerator() * 2 >= fraction.denominator());
        prop_assert_eq!(share.is_none(), fraction.numerator() == 0);
        prop_assert_eq!(share.is_whole(), fraction.numerator() == fraction.denominator());
        prop_assert!(fraction.to_cell().is_some());
        // The gap agrees with the share.
        let gap = region.gap(&a, grain());
        if gap < 0 { prop_assert!(!share.is_none()); }
        if gap > 0 { prop_assert!(share.is_none()); }
    }

    #[test]
    fn pieces_make_up_the_region(region in region(), at in pose()) {
        let pieces: f64 = region.pieces().iter().map(|piece| polygon(piece).unsigned_area()).sum();
        let whole = outline(&region).unsigned_area();
        prop_assert!((pieces - whole).abs() <= 1e-9 * whole, "{pieces} {whole}");
        let near_border = region.edges().any(|edge| warwright_runtime::space::plane::distance(&edge, &at.at, grain()) == 0);
        if !near_border {
            prop_assert_eq!(region.contains(at.at), outline(&region).contains(&geo::Point(coord(at.at))));
        }
        for corner in region.outline() { prop_assert!(region.contains(*corner)); }
    }

    #[test]
    fn two_halves_of_the_plane_share_a_piece_out(a in posed(), x in -100_000..100_000_i64, tilt in -50_000..50_000_i64) {
        let far = 1_000_000;
        let (low, high) = (Point::new(x, -far), Point::new(x + tilt, far));
        let left = Region::polygon(&[low, high, Point::new(-far, far), Point::new(-far, -far)]).unwrap();
        let right = Region::polygon(&[low, high, Point::new(far, far), Point::new(far, -far)]).unwrap();
        let (one, two) = (share_in(&a, &left), share_in(&a, &right));
        prop_assert_eq!(one.compare(1, 2), two.compare(1, 2).reverse());
        prop_assert_eq!(one.compare(1, 3), two.compare(2, 3).reverse());
        prop_assert_eq!(one.is_whole(), two.is_none());
    }

    #[test]
    fn a_line_through_the_centre_halves_a_rectangle(width in 8..150_000_i64, depth in 8..150_000_i64, at in pose(), tilt in -500_000..500_000_i64) {
        let piece = Footprint::rectangle(width, depth).unwrap().at(at);
        let far = 1_000_000;
        let end = |sign: i64| Point::new(at.at.x() + sign * tilt, at.at.y() + sign * far);
        let half = Region::polygon(&[end(-1), end(1), Point::new(-4 * far, 4 * far), Point::new(-4 * far, -4 * far)]).unwrap();
        let share = share_in(&piece, &half);
        prop_assert_eq!(share.compare(1, 2), Ordering::Equal);
        prop_assert_eq!((share.fraction().numerator(), share.fraction().denominator()), (1, 2));
    }
}

#[test]
fn plain_shares_and_heights() {
    let card = Footprint::rectangle(80_000, 60_000).unwrap().at(Pose::default());
    let square = |x: i64, size: i64| {
        Region::rectangle(Pose::new(Point::new(x, 0), Angle::AHEAD), size, size).unwrap()
    };
    let shown = |region: &Region| {
        let fraction = share_in(&card, region).fraction();
        (fraction.numerator(), fraction.denominator())
    };
    assert_eq!(shown(&square(0, 100_000)), (1, 1));
    assert_eq!(shown(&square(0, 40_000)), (1, 3));
    assert_eq!(shown(&square(80_000, 80_000)), (0, 1));
    assert_eq!(shown(&square(50_000, 80_000)), (3, 8));
    let (low, high) = (square(0, 100_000), square(20_000, 50_000));
    let heights = [(&low, 10), (&high, 30)];
    assert_eq!(height_at(Point::new(0, 0), heights), 30);
    assert_eq!(height_at(Point::new(-40_000, 0), heights), 10);
    assert_eq!(height_at(Point::new(90_000, 0), heights), 0);
    assert!(on_board(&card, Point::new(-40_000, -30_000), Point::new(40_000, 30_000)));
    assert!(!on_board(&card, Point::new(-40_000, -29_999), Point::new(40_000, 30_000)));
}

#[test]
fn a_share_too_fine_for_a_cell_stays_on_its_side_of_short_fractions() {
    let card = Footprint::rectangle(80_000, 60_000).unwrap().at(Pose::default());
    let share = |corners: &[(i64, i64)]| {
        let corners: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        share_in(&card, &Region::polygon(&corners).unwrap())
    };
    let most = i64::from(i16::MAX);
    let compared = |share: &Share, num: i64, den: i64| {
        let fraction = share.fraction();
        let (ours, theirs) = (fraction.numerator() * den, num * fraction.denominator());
        assert_eq!(share.compare(num, den), ours.cmp(&theirs), "{fraction:?}");
        assert!(fraction.denominator() <= most);
        ours.cmp(&theirs)
    };
    // A tip one micrometre long, all but such a tip, and half with such a tip more.
    let tip = share(&[(39_999, 0), (90_000, -50_001), (90_000, 50_001)]);
    assert_eq!(compared(&tip, 0, 1), Ordering::Greater);
    let end = 50_000;
    let rest = share(&[(-end, -end), (end, -end), (end, 19_999), (19_999, end), (-end, end)]);
    assert_eq!(compared(&rest, 1, 1), Ordering::Less);
    let half = share(&[(-end, -end), (0, -end), (0, 29_998), (2, 30_002), (-end, end)]);
    assert_eq!(compared(&half, 1, 2), Ordering::Greater);
}

#[test]
fn what_is_no_region_is_refused() {
    let points =
        |list: &[(i64, i64)]| list.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Vec<_>>();
    let bow = points(&[(0, 0), (10, 10), (10, 0), (0, 10)]);
    assert_eq!(Region::polygon(&bow), Err(RegionFault::Crossing(0, 2)));
    assert_eq!(Region::polygon(&points(&[(0, 0), (10, 10)])), Err(RegionFault::NoArea));
    assert_eq!(
        Region::polygon(&points(&[(0, 0), (10, 10), (20, 20)])),
        Err(RegionFault::Crossing(0, 2))
    );
    assert_eq!(
        Region::polygon(&points(&[(0, 0), (10, 0), (10, 10), (5, 0)])),
        Err(RegionFault::Crossing(0, 2))
    );
    assert_eq!(Region::polygon(&vec![Point::new(0, 0); 129]), Err(RegionFault::ManyCorners));
    assert_eq!(Region::rectangle(Pose::default(), 0, 10), Err(RegionFault::NoArea));
    let back = points(&[(0, 0), (0, 100_000), (5_000, 0)]);
    assert_eq!(Region::strip(&back, 10_000), Err(RegionFault::Sharp(1)));
    assert_eq!(Region::strip(&points(&[(0, 0)]), 10_000), Err(RegionFault::NoArea));
    let straight = Region::strip(&points(&[(0, 0), (0, 100_000)]), 10_000).unwrap();
    assert_eq!(straight.pieces()[0].corners().len(), 4);
    assert!(
        straight.contains(Point::new(5_000, 50_000))
            && !straight.contains(Point::new(5_001, 50_000))
    );
    // Either way round is one region.
    let corners = points(&[(0, 0), (100, 0), (100, 100), (50, 50), (0, 100)]);
    let back: Vec<Point> = corners.iter().rev().copied().collect();
    let (one, two) = (Region::polygon(&corners).unwrap(), Region::polygon(&back).unwrap());
    assert!(one.contains(Point::new(50, 50)) && !one.contains(Point::new(50, 51)));
    assert!(two.contains(Point::new(50, 50)) && !two.contains(Point::new(50, 51)));
}
