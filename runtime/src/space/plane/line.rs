//! Lines and lanes: what they cross, where they enter it, and whether they are clear.

use super::footprint::{Corners, Shape};
use super::gap::{Bounds, gap, overlaps};
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
fn goes_deep<S: Shape + ?Sized>(from: Point, to: Point, shape: &S, deep: i64) -> bool {
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

/// What may be in the way of a line.
pub trait Obstacle {
    /// Its edges, each from a corner to the next.
    fn each_edge(&self, found: &mut dyn FnMut(Point, Point));
    /// The convex shape around it.
    fn outline(&self) -> Corners;
    /// Whether it is surely in the way of all lines from a point to what lies between some others.
    fn shades(&self, from: Point, target: &[Point], grain: Grain) -> bool;
    /// Whether it is in the way of a lane between two points.
    fn blocks(&self, from: Point, to: Point, lane: &Corners, grain: Grain) -> bool;
}

/// A shape is in the way of a lane that goes into it by half a grain or more.
impl<S: Shape + ?Sized> Obstacle for S {
    fn each_edge(&self, found: &mut dyn FnMut(Point, Point)) {
        ring(self.corners()).for_each(|(a, b)| found(a, b));
    }
    fn outline(&self) -> Corners {
        self.corners().iter().copied().collect()
    }
    fn shades(&self, from: Point, target: &[Point], grain: Grain) -> bool {
        target.iter().all(|to| goes_deep(from, *to, self, grain.micrometres()))
    }
    fn blocks(&self, _from: Point, _to: Point, lane: &Corners, grain: Grain) -> bool {
        overlaps(lane, self, grain)
    }
}

/// Convex parts of one thing that is in the way of a line where more than so much of the line lies in them.
#[derive(Clone, Debug)]
pub struct Thicket {
    /// Its parts, which share no space.
    pub parts: SmallVec<[Corners; 1]>,
    /// So much does not hinder; none: it is in the way wherever the lane goes into it.
    pub through: Option<i64>,
}

impl Obstacle for Thicket {
    fn each_edge(&self, found: &mut dyn FnMut(Point, Point)) {
        self.parts.iter().for_each(|part| ring(part).for_each(|(a, b)| found(a, b)));
    }
    fn outline(&self) -> Corners {
        match self.parts.as_slice() {
            [only] => only.clone(),
            parts => hull(parts.iter().flatten().copied()),
        }
    }
    fn shades(&self, from: Point, target: &[Point], grain: Grain) -> bool {
        self.through.is_none() && self.parts.iter().any(|part| part.shades(from, target, grain))
    }
    fn blocks(&self, from: Point, to: Point, lane: &Corners, grain: Grain) -> bool {
        match self.through {
            Some(through) => {
                let inside = |part: &Corners| thickness(from, to, part, grain);
                self.parts.iter().map(inside).sum::<i64>() > through
            }
            None => self.parts.iter().any(|part| part.blocks(from, to, lane, grain)),
        }
    }
}

/// Whether the lane between two points is clear of the obstacles.
///
/// The fault is what is in the way and begins first along the line, by its place among them.
pub fn clear_line<O: Obstacle>(
    from: Point,
    to: Point,
    width: i64,
    obstacles: &[O],
    grain: Grain,
) -> Result<(), usize> {
    clear(from, to, width, obstacles.iter(), grain)
}

fn clear<'o, O: Obstacle + 'o>(
    from: Point,
    to: Point,
    width: i64,
    obstacles: impl Iterator<Item = &'o O>,
    grain: Grain,
) -> Result<(), usize> {
    let lane = lane(from, to, width);
    let way = from.to(to);
    let begins = |obstacle: &O| {
        let mut least = i64::MAX;
        obstacle.each_edge(&mut |corner, _| least = least.min(way.dot(from.to(corner))));
        least.max(0)
    };
    let blockers = obstacles.enumerate().filter(|(_, it)| it.blocks(from, to, &lane, grain));
    blockers.min_by_key(|(_, it)| begins(it)).map_or(Ok(()), |(index, _)| Err(index))
}

/// Whether a lane from a point to any part of a shape is clear: a point of it that can be reached.
///
/// The lines tried are those to the corners of the shape, those that pass a corner of something in the way, those to where
/// an edge of that crosses the shape, and one between each two neighbours. What is seen of whole obstacles can only change
/// there, so for them and without a width all that is seen along a line that enters nothing is found; where every line grazes
/// something by less than half a grain, one may be missed. The fault is what blocks the line in the middle of those tried.
pub fn clear_line_to_any<O: Obstacle, T: Shape + ?Sized>(
    from: Point,
    target: &T,
    width: i64,
    obstacles: &[O],
    grain: Grain,
) -> Result<Point, usize> {
    let corners = target.corners();
    if corners.len() > 2 && inside_convex(corners, from) != Inside::Outside {
        return Ok(from);
    }
    let whole = hull(corners.iter().copied().chain([from]));
    let (around, slack) = (Bounds::of(&whole), width.max(0).saturating_add(grain.micrometres()));
    let in_reach = |obstacle: &O| {
        let outline = obstacle.outline();
        around.is_near(&Bounds::of(&outline), slack) && gap(&whole, &outline, grain) < width.max(0)
    };
    let near_ones: SmallVec<[(usize, &O); 8]> =
        obstacles.iter().enumerate().filter(|(_, it)| in_reach(it)).collect();
    let only: SmallVec<[&O; 8]> = near_ones.iter().map(|(_, it)| *it).collect();
    let spots = spots(from, corners, width, &only);
    let mut in_middle = None;
    // What is in the way of all lines leaves only to say what hinders the middle one.
    let shaded = is_shaded(from, corners, only.iter().copied(), grain);
    let middle = spots.len() / 2;
    let tried = if shaded { middle..=middle } else { 0..=spots.len() };
    for (index, spot) in spots.iter().enumerate().filter(|(index, _)| tried.contains(index)) {
        match clear(from, *spot, width, only.iter().copied(), grain) {
            Ok(()) => return Ok(*spot),
            Err(by) if index == middle => in_middle = near_ones.get(by),
            Err(_) => {}
        }
    }
    Err(in_middle.map_or(0, |(index, _)| *index))
}

/// Whether one of the obstacles is surely in the way of all lines to a convex target. Where none is, nothing is known.
pub fn is_shaded<'o, O: Obstacle + 'o>(
    from: Point,
    target: &[Point],
    obstacles: impl IntoIterator<Item = &'o O>,
    grain: Grain,
) -> bool {
    obstacles.into_iter().any(|obstacle| obstacle.shades(from, target, grain))
}

/// The points of a target that matter, from right to left as seen from a point.
fn spots<O: Obstacle>(
    from: Point,
    target: &[Point],
    width: i64,
    obstacles: &[&O],
) -> SmallVec<[Point; 32]> {
    let mut spots: SmallVec<[Point; 32]> = target.iter().copied().collect();
    let half = width.max(0) / 2 + i64::from(width > 0);
    let mut past = |corner: Point| {
        if half == 0 {
            spots.extend(first_hit(from, from.to(corner), target));
            return;
        }
        let look = Angle::of(from.to(corner)).unwrap_or_default();
        let aside = look.plus(Angle::RIGHT).way(half);
        for pass in [corner.plus(aside), corner.plus(aside.back())] {
            spots.extend(first_hit(from, from.to(pass), target));
        }
    };
    obstacles.iter().for_each(|obstacle| obstacle.each_edge(&mut |corner, _| past(corner)));
    let around = Bounds::of(target);
    let mut across = |a: Point, b: Point| {
        if around.is_near(&Bounds::of(&[a, b]), 0) {
            spots.extend(crossings(a, b, target));
        }
    };
    obstacles.iter().for_each(|obstacle| obstacle.each_edge(&mut across));
    let across = target.get(target.len() / 2).copied().unwrap_or(from);
    let inside = target.first().map_or(across, |first| first.middle(across));
    spots.sort_by(|p, q| from_right_to_left(from, inside, *p, *q));
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

/// Where a line crosses the border of a shape, to the grid.
fn crossings(from: Point, to: Point, shape: &[Point]) -> impl Iterator<Item = Point> {
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
