//! Random footprints and poses, and their counterparts in the geometry library.

use geo::{Coord, LineString, Polygon};
use proptest::prelude::*;
use warwright_runtime::space::plane::{Angle, Footprint, Grain, Point, Pose, Posed, Shape};

/// The grain that most tests use.
pub fn grain() -> Grain {
    Grain::new(50).unwrap()
}

/// Facings: half of them plain, half any.
pub fn facing() -> impl Strategy<Value = Angle> {
    prop_oneof![
        (0..8_i64).prop_map(|eighth| Angle::new(eighth * 45_000_000)),
        (0..360_000_000_i64).prop_map(Angle::new),
    ]
}

/// Poses close enough together that pieces often meet.
pub fn pose() -> impl Strategy<Value = Pose> {
    (-150_000..150_000_i64, -150_000..150_000_i64, facing())
        .prop_map(|(x, y, facing)| Pose::new(Point::new(x, y), facing))
}

/// Rectangles from 1 cm to 15 cm, and some polygons.
pub fn footprint() -> impl Strategy<Value = Footprint> {
    let rectangle = (10_000..150_000_i64, 10_000..150_000_i64)
        .prop_map(|(width, depth)| Footprint::rectangle(width, depth).unwrap());
    let polygon = (3..12_i64, 10_000..60_000_i64).prop_map(|(count, radius)| {
        let corners: Vec<(i64, i64)> = (0..count)
            .map(|at| Angle::new(-at * 360_000_000 / count).way(radius))
            .map(|way| (way.x(), way.y()))
            .collect();
        Footprint::convex(&corners).unwrap()
    });
    prop_oneof![3 => rectangle, 1 => polygon]
}

/// A footprint somewhere.
pub fn posed() -> impl Strategy<Value = Posed> {
    (footprint(), pose()).prop_map(|(footprint, pose)| footprint.at(pose))
}

/// A point as the library has it.
pub fn coord(point: Point) -> Coord<f64> {
    Coord { x: point.x() as f64, y: point.y() as f64 }
}

/// A shape as the library has it.
pub fn polygon<S: Shape + ?Sized>(shape: &S) -> Polygon<f64> {
    Polygon::new(LineString::new(shape.corners().iter().map(|p| coord(*p)).collect()), vec![])
}
