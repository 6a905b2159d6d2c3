//! Lines and lanes: what they cross, where they enter it and how far they run in it.

use super::footprint::{Corners, Shape};
use super::hull::hull;
use super::measure::{Grain, Squared};
use super::point::{Point, Vector, ring, side_of};
use super::pose::Angle;
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
    let look = if width > 0 { Angle::of(from.to(to)) } else { None };
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

/// Whether the line between two points has one that lies so deep inside a convex polygon, of each edge.
///
/// Where that is so of the lines to several points, it is so of those to all between them: what lies so deep is convex, too.
pub(super) fn goes_deep<S: Shape + ?Sized>(from: Point, to: Point, shape: &S, deep: i64) -> bool {
    let (mut first, mut last) = (Part { num: 0, den: 1 }, Part { num: 1, den: 1 });
    for (a, b) in ring(shape.corners()) {
        let way = a.to(b);
        let least = (way.square().isqrt() + 1).saturating_mul(deep);
        let start = way.cross(a.to(from)).saturating_sub(least);
        let end = way.cross(a.to(to)).saturating_sub(least);
        match (start < 0, end < 0) {
            (true, true) => return false,
            (false, false) => {}
            (true, false) => {
                let part = Part { num: -start, den: end - start };
                first = if first.less(part) { part } else { first };
            }
            (false, true) => {
                let part = Part { num: start, den: start - end };
                last = if part.less(last) { part } else { last };
            }
        }
    }
    shape.corners().len() > 2 && !last.less(first)
}

/// How far the line between two points runs inside a polygon, to the grain.
pub fn thickness<S: Shape + ?Sized>(from: Point, to: Point, shape: &S, grain: Grain) -> i64 {
    crossing(from, to, shape)
        .map_or(0, |crossing| grain.root(Squared::of(crossing.enters.to(crossing.leaves))))
}

/// The order of points as seen from a point that looks towards another, nearer ones first.
///
/// What lies behind comes after all that lies to the same side. From hard by an edge, points of that edge that are rounded to the
/// grid may lie behind, so turns alone would be no order.
pub(super) fn from_right_to_left(from: Point, towards: Point, p: Point, q: Point) -> Ordering {
    let look = if from == towards { Vector::new(0, 1) } else { from.to(towards) };
    let (p, q) = (from.to(p), from.to(q));
    let aside = |way: Vector| match look.cross(way).cmp(&0) {
        Ordering::Less => 0,
        Ordering::Equal if look.dot(way) >= 0 => 1,
        Ordering::Greater => 2,
        Ordering::Equal => 3,
    };
    let turn = || q.cross(p).cmp(&0);
    aside(p).cmp(&aside(q)).then_with(turn).then_with(|| p.square().cmp(&q.square()))
}

/// The first point at which a ray meets the border of a shape, to the grid.
pub(super) fn first_hit(from: Point, ray: Vector, shape: &[Point]) -> Option<Point> {
    let hits = ring(shape).filter_map(|(a, b)| {
        let (one, two) = (ray.cross(from.to(a)), ray.cross(from.to(b)));
        // The edge passes the line of the ray where its ends lie on different sides.
        let passes = (one < 0) != (two < 0) && one != two;
        let part = Part { num: one.abs(), den: one.abs() + two.abs() };
        passes.then(|| part.point(a, b)).filter(|hit| ray.dot(from.to(*hit)) > 0)
    });
    hits.min_by_key(|hit| from.to(*hit).square())
}

/// Where a line crosses the border of a shape, to the grid.
pub(super) fn crossings(from: Point, to: Point, shape: &[Point]) -> impl Iterator<Item = Point> {
    ring(shape).filter_map(move |(a, b)| {
        let parts = |way: Vector, p: Vector, q: Vector| (way.cross(p), way.cross(q));
        let (one, two) = parts(from.to(to), from.to(a), from.to(b));
        let (start, end) = parts(a.to(b), a.to(from), a.to(to));
        let cross = (one < 0) != (two < 0) && (start < 0) != (end < 0);
        cross.then(|| Part { num: one.abs(), den: one.abs() + two.abs() }.point(a, b))
    })
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
