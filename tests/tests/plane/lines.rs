//! Lines and lanes: what they cross and whether they are clear, against a geometry library and against many samples.

use super::make::{coord, grain, polygon, pose, posed};
use geo::{BooleanOps, Euclidean, Length, Line, MultiLineString, line_string};
use proptest::prelude::*;
use warwright_runtime::space::plane::{
    Angle, Footprint, Grain, Lookout, Point, Pose, Posed, Shape, crossing, gap, thickness, touches,
};

/// Whether a lane is clear of shapes, or the first in the way.
fn clear_line<S: Shape>(
    from: Point,
    to: Point,
    width: i64,
    shapes: &[S],
    grain: Grain,
) -> Result<(), usize> {
    Lookout::new(from, width, shapes, grain).to(to)
}

/// How long a line runs inside a shape, by the library.
fn inside(from: Point, to: Point, shape: &Posed) -> f64 {
    let line = MultiLineString::new(vec![line_string![coord(from), coord(to)]]);
    polygon(shape).clip(&line, false).0.iter().map(|part| Euclidean.length(part)).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn thickness_is_the_librarys(from in pose(), to in pose(), shape in posed()) {
        let (exact, ours) = (inside(from.at, to.at, &shape), thickness(from.at, to.at, &shape, grain()));
        prop_assert!((exact - ours as f64).abs() <= 30.0, "{exact} {ours}");
        prop_assert_eq!(ours, thickness(to.at, from.at, &shape, grain()));
        if let Some(crossing) = crossing(from.at, to.at, &shape) {
            prop_assert!(gap(&crossing.enters, &shape, grain()) <= 0);
            prop_assert!(gap(&crossing.leaves, &shape, grain()) <= 0);
            match crossing.by {
                Some(edge) => {
                    let edge = shape.edges().nth(edge).unwrap();
                    prop_assert!(touches(&edge, &crossing.enters, grain()));
                }
                None => prop_assert_eq!(crossing.enters, from.at),
            }
        }
    }

    #[test]
    fn a_clear_line_runs_through_nothing(from in pose(), to in pose(), shapes in prop::collection::vec(posed(), 0..5), width in prop_oneof![Just(0), 1_000..40_000_i64]) {
        let clear = clear_line(from.at, to.at, width, &shapes, grain());
        prop_assert_eq!(clear.is_ok(), clear_line(to.at, from.at, width, &shapes, grain()).is_ok());
        match clear {
            Ok(()) => {
                let line = Line::new(coord(from.at), coord(to.at));
                for shape in &shapes {
                    // Whatever it runs through, it only grazes: a cut this long through a corner would be deep.
                    let deep = inside(from.at, to.at, shape);
                    let grazed = warwright_runtime::space::plane::gap(&[from.at, to.at][..], shape, grain()) == 0;
                    prop_assert!(deep <= 1.0 || grazed, "{deep} {line:?}");
                }
            }
            Err(by) => {
                let alone = clear_line(from.at, to.at, width, &shapes[by..=by], grain());
                prop_assert_eq!(alone, Err(0));
                if width == 0 { prop_assert!(inside(from.at, to.at, &shapes[by]) > 0.0); }
            }
        }
    }

    #[test]
    fn any_part_is_found_where_samples_find_one(from in pose(), target in posed(), shapes in prop::collection::vec(posed(), 1..5)) {
        let found = Lookout::new(from.at, 0, &shapes, grain()).to_any(&target);
        match found {
            Ok(spot) => {
                prop_assert!(gap(&spot, &target, grain()) <= 0);
                if spot != from.at {
                    prop_assert_eq!(clear_line(from.at, spot, 0, &shapes, grain()), Ok(()));
                }
            }
            Err(by) => {
                prop_assert!(by < shapes.len());
                // A line that grazes two things a little may be missed, one that comes nearer to none than a finer grain may not.
                for edge in target.edges() {
                    for part in 0..40 {
                        let spot = edge.part(part, 40);
                        prop_assert!(clear_line(from.at, spot, 0, &shapes, Grain::FINEST).is_err(), "{spot:?} is seen");
                    }
                }
            }
        }
    }
}

#[test]
fn the_first_in_the_way_is_named() {
    let card = Footprint::rectangle(80_000, 60_000).unwrap();
    let at = |x, y| card.at(Pose::new(Point::new(x, y), Angle::AHEAD));
    let shapes = [at(0, 300_000), at(30_000, 150_000), at(300_000, 100_000)];
    let (from, to) = (Point::new(0, 0), Point::new(0, 500_000));
    assert_eq!(clear_line(from, to, 0, &shapes, grain()), Err(1));
    assert_eq!(clear_line(to, from, 0, &shapes, grain()), Err(0));
    // Along an edge and through a corner it is clear; a lane is not.
    let beside = [at(40_000, 300_000)];
    assert_eq!(clear_line(from, to, 0, &beside, grain()), Ok(()));
    assert_eq!(clear_line(from, to, 200, &beside, grain()), Err(0));
    assert_eq!(thickness(from, to, &at(0, 300_000), grain()), 60_000);
    let target = at(0, 500_000);
    // A wall with a slit: only through the slit is a part of the target seen.
    let slit = [at(-40_100, 300_000), at(40_100, 300_000)];
    assert!(Lookout::new(from, 0, &slit, grain()).to_any(&target).is_ok());
    assert!(Lookout::new(from, 300, &slit, grain()).to_any(&target).is_err());
    let shut = [at(-40_000, 300_000), at(40_000, 300_000)];
    assert!(Lookout::new(from, 0, &shut[..1], grain()).to_any(&target).is_ok());
    let wall = [at(0, 300_000), at(-80_000, 300_000), at(80_000, 300_000)];
    assert_eq!(Lookout::new(from, 0, &wall, grain()).to_any(&target), Err(0));
}

#[test]
fn a_part_between_two_that_it_stands_in_is_seen() {
    let shape = |corners: [(i64, i64); 4]| corners.map(|(x, y)| Point::new(x * 1_000, y * 1_000));
    // One hides its left end, one its right end, and no corner of either can be seen past its middle.
    let target = shape([(30, 14), (50, -16), (90, 0), (70, 40)]);
    let left = shape([(-20, 39), (110, -52), (150, 100), (0, 150)]);
    let right = shape([(46, -90), (120, -90), (120, 90), (46, 90)]);
    let spot =
        Lookout::new(Point::new(0, 0), 0, [&left[..], &right[..]], grain()).to_any(&target[..]);
    assert_eq!(spot, Ok(Point::new(46_000, -10_000)));
}
