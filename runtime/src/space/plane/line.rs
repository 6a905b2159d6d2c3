//! Lines and lanes: what they cross, where they enter it, and whether they are clear.

use super::footprint::{Corners, Shape};
use super::gap::{gap, near};
use super::hull::hull;
use super::measure::{Grain, Squared};
use super::point::{Inside, Point, Vector, inside_convex, ring, side_of};
use super::pose::Angle;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// How a line passes through a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The edge by which it enters, counted round to the left from the first corner; none where it starts inside.
    pub by: Option<usize>,
    /// Where it enters, to the grid; its start where it starts inside.
    pub enters: Point,
    /// Where it leaves, to the grid; its end where it ends inside.
    pub leaves: Point,
}

/// A part of a line: `num` over `den` of its length.
#[derive(Clone, Copy, Debug)]
struct Part {
    num: i64,
    den: i64,
}

/// The lane of a width about a line: four corners, or the line itself where it has no width or no length.
pub fn lane(from: Point, to: Point, width: i64) -> Corners {
    let line = [from, to];
    let look = Angle::of(from.to(to)).filter(|_| width > 0);
    let Some(look) = look else { return line.into_iter().collect() };
    let aside = look.plus(Angle::RIGHT).way(width / 2);
    hull(line.into_iter().flat_map(|end| [end.plus(aside), end.plus(aside.back())]))
}

/// How the line between two points passes through a polygon; nothing where it has no point in common with it.
pub fn crossing<S: Shape + ?Sized>(from: Point, to: Point, shape: &S) -> Option<Crossing> {
    let (mut first, mut last) = (Part { num: 0, den: 1 }, Part { num: 1, den: 1 });
    let mut by = None;
    for (index, (a, b)) in ring(shape.corners()).enumerate() {
        let (start, end) = (a.to(b).cross(a.to(from)), a.to(b).cross(a.to(to)));
        match (start < 0, end < 0) {
            (true, true) => return None,
            (false, false) => {}
            (true, false) => {
                let part = Part { num: -start, den: end - start };
                if by.is_none() || first.less(part) {
                    (first, by) = (part, Some(index));
                }
            }
            (false, true) => {
                let part = Part { num: start, den: start - end };
                if part.less(last) {
                    last = part;
                }
            }
        }
    }
    let enough = shape.corners().len() > 2 && !last.less(first);
    enough.then(|| Crossing { by, enters: first.point(from, to), leaves: last.point(from, to) })
}

/// How far the line between two points runs inside a polygon, to the grain.
pub fn thickness<S: Shape + ?Sized>(from: Point, to: Point, shape: &S, grain: Grain) -> i64 {
    crossing(from, to, shape)
        .map_or(0, |crossing| grain.root(Squared::of(crossing.enters.to(crossing.leaves))))
}

/// Whether the lane between two points is clear: it goes into none of the shapes by half a grain or more.
///
/// The fault is the shape in the way that begins first along the line, by its place among them.
pub fn clear_line<S: Shape>(
    from: Point,
    to: Point,
    width: i64,
    shapes: &[S],
    grain: Grain,
) -> Result<(), usize> {
    let lane = lane(from, to, width);
    let way = from.to(to);
    let begins =
        |shape: &S| shape.corners().iter().map(|p| way.dot(from.to(*p))).min().unwrap_or(0).max(0);
    let blocks = |shape: &S| near(&lane, shape.corners(), grain) && gap(&lane, shape, grain) < 0;
    let blockers = shapes.iter().enumerate().filter(|(_, shape)| blocks(shape));
    blockers.min_by_key(|(_, shape)| begins(shape)).map_or(Ok(()), |(index, _)| Err(index))
}

/// Whether a lane from a point to any part of a shape is clear: a point of it that can be reached.
///
/// The lines tried are those to the corners of the shape, those that pass a corner of something in the way, and one
/// between each two neighbours. What is seen can only change at a corner, so without a width the answer is exact. The fault is
/// what blocks the line in the middle of those tried.
pub fn clear_line_to_any<S: Shape, T: Shape + ?Sized>(
    from: Point,
    target: &T,
    width: i64,
    shapes: &[S],
    grain: Grain,
) -> Result<Point, usize> {
    let corners = target.corners();
    if corners.len() > 2 && inside_convex(corners, from) != Inside::Outside {
        return Ok(from);
    }
    let whole = hull(corners.iter().copied().chain([from]));
    let in_reach = |shape: &S| gap(&whole, shape, grain) < width.max(0);
    let near_shapes: SmallVec<[(usize, &S); 8]> =
        shapes.iter().enumerate().filter(|(_, shape)| in_reach(shape)).collect();
    let only: SmallVec<[&S; 8]> = near_shapes.iter().map(|(_, shape)| *shape).collect();
    let spots = spots(from, corners, width, &only);
    let mut in_middle = None;
    for (index, spot) in spots.iter().enumerate() {
        match clear_line(from, *spot, width, &only, grain) {
            Ok(()) => return Ok(*spot),
            Err(by) if index == spots.len() / 2 => in_middle = near_shapes.get(by),
            Err(_) => {}
        }
    }
    Err(in_middle.map_or(0, |(index, _)| *index))
}

/// The points of a target that matter, from right to left as seen from a point.
fn spots<S: Shape>(
    from: Point,
    target: &[Point],
    width: i64,
    shapes: &[&S],
) -> SmallVec<[Point; 32]> {
    let mut spots: SmallVec<[Point; 32]> = target.iter().copied().collect();
    for corner in shapes.iter().flat_map(|shape| shape.corners()) {
        let half = width.max(0) / 2 + i64::from(width > 0);
        let look = Angle::of(from.to(*corner)).unwrap_or_default();
        let aside = look.plus(Angle::RIGHT).way(half);
        let passes = if half == 0 { 1 } else { 2 };
        for pass in [corner.plus(aside), corner.plus(aside.back())].into_iter().take(passes) {
            spots.extend(first_hit(from, from.to(pass), target));
        }
    }
    spots.sort_by(|p, q| {
        let turn = from.to(*q).cross(from.to(*p)).cmp(&0);
        turn.then_with(|| from.to(*p).square().cmp(&from.to(*q).square()))
    });
    spots.dedup();
    let middles: SmallVec<[Point; 32]> =
        spots.iter().zip(spots.iter().skip(1)).map(|(p, q)| p.middle(*q)).collect();
    let mut all: SmallVec<[Point; 32]> = SmallVec::new();
    for (index, spot) in spots.iter().enumerate() {
        all.push(*spot);
        all.extend(middles.get(index).copied());
    }
    all
}

/// The first point at which a ray meets the border of a shape, to the grid.
fn first_hit(from: Point, ray: Vector, shape: &[Point]) -> Option<Point> {
    let hits = ring(shape).filter_map(|(a, b)| {
        let (one, two) = (ray.cross(from.to(a)), ray.cross(from.to(b)));
        // The edge passes the line of the ray where its ends lie on different sides.
        let passes = (one < 0) != (two < 0) && one != two;
        let part = Part { num: one.abs(), den: one.abs() + two.abs() };
        passes.then(|| part.point(a, b)).filter(|hit| ray.dot(from.to(*hit)) > 0)
    });
    hits.min_by_key(|hit| from.to(*hit).square())
}

impl Part {
    fn less(self, other: Self) -> bool {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        product(self.num, other.den).cmp(&product(other.num, self.den)) == Ordering::Less
    }

    /// The point at this part of the way, to the grid.
    fn point(self, from: Point, to: Point) -> Point {
        let way = from.to(to);
        let den = i128::from(self.den.max(1));
        let share = |length: i64| {
            let product = 2 * i128::from(length) * i128::from(self.num) + den;
            i64::try_from(product.div_euclid(2 * den)).unwrap_or(0)
        };
        from.plus(Vector::new(share(way.x()), share(way.y())))
    }
}

/// On which side of the line between two points a third one is seen: with the line, or off it by at least half a grain.
pub fn side_of_line(from: Point, to: Point, point: Point, grain: Grain) -> Ordering {
    let way = from.to(to);
    let off = grain.root(Squared::from_line(way.cross(from.to(point)), way));
    if off == 0 { Ordering::Equal } else { side_of(from, to, point) }
}
