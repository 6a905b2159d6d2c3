//! Clear lines: takes a point and what may be in the way of lines from it, gives what can be seen from there and what hinders it.

use super::footprint::{Corners, Shape};
use super::gap::{Bounds, gap, overlaps, to_segment};
use super::hull::hull;
use super::line::{crossings, first_hit, from_right_to_left, goes_deep, lane, thickness};
use super::measure::{Grain, Squared};
use super::point::{Inside, Point, Vector, inside_convex, ring};
use super::pose::Angle;
use smallvec::SmallVec;

/// Points of a target.
type Spots = SmallVec<[Point; 32]>;

/// Something that may be in the way: convex parts, which share no space.
#[derive(Clone, Debug)]
pub struct Obstacle<'s> {
    /// Its parts.
    pub parts: SmallVec<[&'s [Point]; 1]>,
    /// So much of a line may lie in them; none: it is in the way wherever a lane goes into it by half a grain or more.
    pub through: Option<i64>,
}

impl<'s, S: Shape + ?Sized> From<&'s S> for Obstacle<'s> {
    fn from(shape: &'s S) -> Self {
        Self { parts: std::iter::once(shape.corners()).collect(), through: None }
    }
}

/// Where lines from a point to a target may run: a strip about the way to its middle, and a box.
#[derive(Clone, Copy, Debug)]
pub struct Beam {
    from: Point,
    middle: Point,
    spread: i64,
    bounds: Bounds,
}

impl Beam {
    /// The beam to a target of these corners about a middle, with so much room on all sides.
    pub fn new(from: Point, middle: Point, corners: &[Point], room: i64) -> Self {
        let far = corners.iter().map(|corner| middle.to(*corner).square()).max().unwrap_or(0);
        let bounds = Bounds::of(corners).and(Bounds::of(&[from])).wider(room);
        Self { from, middle, spread: (far.isqrt() + 1).saturating_add(room), bounds }
    }

    /// Whether a circle surely lies beside it.
    pub fn misses_circle(&self, centre: Point, reach: i64) -> bool {
        let room = Squared::of(Vector::new(self.spread.saturating_add(reach), 0));
        self.misses_box(&Bounds::about(centre, reach))
            || to_segment(centre, self.from, self.middle) > room
    }

    /// Whether a box surely lies beside it.
    pub const fn misses_box(&self, bounds: &Bounds) -> bool {
        !self.bounds.is_near(bounds, 0)
    }
}

/// A point, and what may be in the way of lanes of a width that begin there.
#[derive(Clone, Debug)]
pub struct Lookout<'s> {
    from: Point,
    width: i64,
    grain: Grain,
    obstacles: SmallVec<[Known<'s>; 8]>,
}

/// An obstacle as it is seen from the point.
#[derive(Clone, Debug)]
struct Known<'s> {
    parts: SmallVec<[(&'s [Point], Tangents); 1]>,
    through: Option<i64>,
}

/// The ways to the corners of a convex shape that stand farthest to the right and to the left, as seen from a point outside;
/// where it does not lie outside, or the shape has no space within, no ways.
#[derive(Clone, Copy, Debug)]
struct Tangents {
    right: Vector,
    left: Vector,
}

impl Tangents {
    fn of(shape: &[Point], from: Point) -> Self {
        if shape.len() < 3 || inside_convex(shape, from) != Inside::Outside {
            return Self { right: Vector::default(), left: Vector::default() };
        }
        // Seen from outside a convex shape takes up less than half a turn, so sides are an order.
        let mut ways = shape.iter().map(|corner| from.to(*corner));
        let first = ways.next().unwrap_or_default();
        ways.fold(Self { right: first, left: first }, |found, way| Self {
            right: if found.right.cross(way) < 0 { way } else { found.right },
            left: if found.left.cross(way) > 0 { way } else { found.left },
        })
    }

    /// Whether a way from the point may meet the shape: never wrongly a no.
    const fn admit(self, way: Vector) -> bool {
        self.right.cross(way) >= 0 && self.left.cross(way) <= 0
    }
}

impl<'s> Lookout<'s> {
    /// A lookout from a point.
    pub fn new(
        from: Point,
        width: i64,
        obstacles: impl IntoIterator<Item = impl Into<Obstacle<'s>>>,
        grain: Grain,
    ) -> Self {
        let known = |obstacle: Obstacle<'s>| Known {
            parts: obstacle.parts.iter().map(|part| (*part, Tangents::of(part, from))).collect(),
            through: obstacle.through,
        };
        let obstacles = obstacles.into_iter().map(|it| known(it.into())).collect();
        Self { from, width: width.max(0), grain, obstacles }
    }

    /// Whether the lane to a point is clear.
    ///
    /// The fault is what is in the way and begins first along the line, by its place among the obstacles.
    pub fn to(&self, to: Point) -> Result<(), usize> {
        let lane = lane(self.from, to, self.width);
        let blockers = self.obstacles.iter().enumerate();
        let blockers = blockers.filter(|(_, it)| self.is_in_way(it, to, &lane));
        blockers.min_by_key(|(_, it)| self.begins(it, to)).map_or(Ok(()), |(index, _)| Err(index))
    }

    /// Whether the lane to any part of a convex shape is clear: a point of it that can be reached.
    ///
    /// The lines tried are those to its middle and its corners, those that pass a corner of something in the way, those to where
    /// an edge of that crosses the shape, one between each two neighbours, and where something may be looked through for some way, those
    /// to what is nearest of each edge. What is seen of whole obstacles can only change
    /// there, so for them and without a width all that is seen along a line that enters nothing is found; where every line grazes
    /// something by less than half a grain, one may be missed. The fault is what hinders the line to the middle.
    pub fn to_any<T: Shape + ?Sized>(&self, target: &T) -> Result<Point, usize> {
        let corners = target.corners();
        if corners.len() > 2 && inside_convex(corners, self.from) != Inside::Outside {
            return Ok(self.from);
        }
        let middle = middle_of(corners).unwrap_or(self.from);
        let Err(hinders) = self.to(middle) else { return Ok(middle) };
        let near = self.near(corners);
        if near.iter().any(|obstacle| self.is_shaded(obstacle, corners)) {
            return Err(hinders);
        }
        let is_clear = |to: &Point| {
            let lane = lane(self.from, *to, self.width);
            !near.iter().any(|obstacle| self.is_in_way(obstacle, *to, &lane))
        };
        // Where it is not all hidden it is most often a corner that is seen.
        let seen = corners.iter().copied().find(&is_clear);
        seen.or_else(|| self.spots(corners, &near).into_iter().find(&is_clear)).ok_or(hinders)
    }

    /// The obstacles that may be in the way of a lane to a convex shape.
    fn near(&self, target: &[Point]) -> SmallVec<[&Known<'s>; 8]> {
        let whole = hull(target.iter().copied().chain([self.from]));
        let (around, slack) = (Bounds::of(&whole), self.width + self.grain.micrometres());
        let is_met = |part: &[Point]| match self.width {
            0 => overlaps(&whole, part, self.grain),
            width => gap(&whole, part, self.grain) < width,
        };
        let in_reach = |part| around.is_near(&Bounds::of(part), slack) && is_met(part);
        let obstacles = self.obstacles.iter();
        obstacles.filter(|it| it.parts.iter().any(|(part, _)| in_reach(part))).collect()
    }

    /// Whether an obstacle is in the way of the lane to a point.
    fn is_in_way(&self, obstacle: &Known<'_>, to: Point, lane: &Corners) -> bool {
        let way = self.from.to(to);
        let parts = obstacle.parts.iter();
        let mut parts =
            parts.filter(|(_, tangents)| self.width > 0 || tangents.admit(way)).map(|it| it.0);
        match obstacle.through {
            Some(through) => {
                let inside = |part| thickness(self.from, to, part, self.grain);
                parts.map(inside).sum::<i64>() > through
            }
            None => parts.any(|part| overlaps(lane, part, self.grain)),
        }
    }

    /// Whether an obstacle is surely in the way of all lines to what lies between some points.
    fn is_shaded(&self, obstacle: &Known<'_>, target: &[Point]) -> bool {
        let deep = self.grain.micrometres();
        let hides = |(part, tangents): &(&[Point], Tangents)| {
            target.iter().all(|to| {
                tangents.admit(self.from.to(*to)) && goes_deep(self.from, *to, *part, deep)
            })
        };
        obstacle.through.is_none() && obstacle.parts.iter().any(hides)
    }

    /// How far along a line the first corner of an obstacle lies.
    fn begins(&self, obstacle: &Known<'_>, to: Point) -> i64 {
        let way = self.from.to(to);
        let corners = obstacle.parts.iter().flat_map(|(part, _)| part.iter());
        corners.map(|corner| way.dot(self.from.to(*corner))).min().unwrap_or(i64::MAX).max(0)
    }

    /// The points of a target that matter, from right to left.
    fn spots(&self, target: &[Point], obstacles: &[&Known<'_>]) -> Spots {
        let mut spots: Spots = target.iter().copied().collect();
        let tangents = Tangents::of(target, self.from);
        let mut along = |ray: Vector| {
            if tangents.admit(ray) {
                spots.extend(first_hit(self.from, ray, target));
            }
        };
        let half = self.width / 2 + i64::from(self.width > 0);
        let parts = obstacles.iter().flat_map(|obstacle| obstacle.parts.iter().map(|it| it.0));
        for corner in parts.clone().flatten() {
            if half == 0 {
                along(self.from.to(*corner));
                continue;
            }
            let look = Angle::of(self.from.to(*corner)).unwrap_or_default();
            let aside = look.plus(Angle::RIGHT).way(half);
            for pass in [corner.plus(aside), corner.plus(aside.back())] {
                along(self.from.to(pass));
            }
        }
        let around = Bounds::of(target);
        for (a, b) in parts.flat_map(ring) {
            if around.is_near(&Bounds::of(&[a, b]), 0) {
                spots.extend(crossings(a, b, target));
            }
        }
        // As little as can be of what may be looked through lies before what is nearest.
        if obstacles.iter().any(|obstacle| obstacle.through.is_some()) {
            spots.extend(ring(target).map(|(a, b)| nearest(a, b, self.from)));
        }
        let inside = middle_of(target).unwrap_or(self.from);
        spots.sort_by(|p, q| from_right_to_left(self.from, inside, *p, *q));
        spots.dedup();
        let next = spots.iter().skip(1);
        let between: Spots = spots.iter().zip(next).map(|(p, q)| p.middle(*q)).collect();
        spots.extend(between);
        spots
    }
}

/// The point of a segment that lies nearest to another, to a micrometre.
fn nearest(a: Point, b: Point, to: Point) -> Point {
    let (along, way) = (a.to(b), a.to(to));
    let (part, whole) = (i128::from(way.dot(along)), i128::from(along.dot(along)).max(1));
    let step = |length: i64| {
        i64::try_from(i128::from(length) * part.clamp(0, whole) / whole).unwrap_or(length)
    };
    a.plus(Vector::new(step(along.x()), step(along.y())))
}

/// A point about in the middle of a convex shape.
fn middle_of(shape: &[Point]) -> Option<Point> {
    let across = shape.get(shape.len() / 2)?;
    shape.first().map(|first| first.middle(*across))
}
