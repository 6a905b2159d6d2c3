//! Where shapes meet: the length of edge that they share, and their common corners.

use super::footprint::Shape;
use super::gap::touches;
use super::measure::{Grain, Squared};
use super::point::{Point, ring};
use smallvec::SmallVec;

/// The longest stretch of edge that two touching shapes share, to the grain; 0 where they do not touch, or only at a
/// corner. Symmetric.
///
/// An edge of one and an edge of the other share the stretch along which they lie within half a grain of each other.
pub fn frontage<A: Shape + ?Sized, B: Shape + ?Sized>(a: &A, b: &B, grain: Grain) -> i64 {
    if !touches(a, b, grain) {
        return 0;
    }
    let pairs = ring(a.corners()).flat_map(|one| ring(b.corners()).map(move |two| (one, two)));
    pairs.map(|(one, two)| shared(one, two, grain).min(shared(two, one, grain))).max().unwrap_or(0)
}

/// The corners of `a` that lie at a corner of `b`, within half a grain: places in both lists of corners.
pub fn shared_corners<A: Shape + ?Sized, B: Shape + ?Sized>(
    a: &A,
    b: &B,
    grain: Grain,
) -> SmallVec<[(usize, usize); 4]> {
    let corners = |shape: &[Point]| shape.iter().copied().enumerate().collect::<SmallVec<[_; 8]>>();
    let others = corners(b.corners());
    corners(a.corners())
        .into_iter()
        .flat_map(|one| others.iter().map(move |two| (one, *two)))
        .filter(|((_, p), (_, q))| grain.root(Squared::of(p.to(*q))) == 0)
        .map(|((one, _), (two, _))| (one, two))
        .collect()
}

/// The length along `one` of the stretch in which `two`, going the other way, lies within half a grain of it.
fn shared(one: (Point, Point), two: (Point, Point), grain: Grain) -> i64 {
    let (way, back) = (one.0.to(one.1), two.0.to(two.1));
    let square = way.square();
    if way.dot(back) >= 0 || square == 0 {
        return 0;
    }
    // `two` runs back along `one`: it ends first and begins last.
    let (first, last) = (way.dot(one.0.to(two.1)), way.dot(one.0.to(two.0)));
    let close = |p: Point, from: Point, to: Point| {
        let line = from.to(to);
        grain.root(Squared::from_line(line.cross(from.to(p)), line)) == 0
    };
    let starts = if first > 0 { close(two.1, one.0, one.1) } else { close(one.0, two.0, two.1) };
    let ends = if last < square { close(two.0, one.0, one.1) } else { close(one.1, two.0, two.1) };
    let stretch = last.min(square) - first.max(0);
    if stretch > 0 && starts && ends {
        // The dot product is the stretch times the length of `one`.
        grain.root(Squared::from_line(stretch, way))
    } else {
        0
    }
}
