//! The one measure between convex shapes: the signed gap, of which distance, touching and overlapping are readings.

use super::footprint::Shape;
use super::measure::{Grain, Squared};
use super::point::{Point, ring};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// The signed gap between two shapes to the nearest multiple of the grain: the distance where they are apart, 0 where
/// they touch, and where they share space, minus the least shift that would part them. Symmetric.
pub fn gap<A: Shape + ?Sized, B: Shape + ?Sized>(a: &A, b: &B, grain: Grain) -> i64 {
    let (a, b) = (a.corners(), b.corners());
    match depth(a, b) {
        Some(depth) => -grain.root(depth),
        None => grain.root(apart(a, b)),
    }
}

/// Whether the gap between two shapes is nothing.
pub fn touches<A: Shape + ?Sized, B: Shape + ?Sized>(a: &A, b: &B, grain: Grain) -> bool {
    near(a.corners(), b.corners(), grain) && gap(a, b, grain) == 0
}

/// Whether the gap between two shapes is nothing or less.
pub(super) fn meets<A: Shape + ?Sized, B: Shape + ?Sized>(a: &A, b: &B, grain: Grain) -> bool {
    let (a, b) = (a.corners(), b.corners());
    near(a, b, grain)
        && !parted(a, b, grain)
        && !parted(b, a, grain)
        && (depth(a, b).is_some() || grain.root(apart(a, b)) == 0)
}

/// Whether an edge of `a` has all of `b` outside, a grain away or farther.
fn parted(a: &[Point], b: &[Point], grain: Grain) -> bool {
    a.len() > 2
        && ring(a).any(|(from, to)| {
            let way = from.to(to);
            let room = (way.square().isqrt() + 1).saturating_mul(grain.micrometres());
            b.iter().all(|p| way.cross(from.to(*p)) <= -room)
        })
}

/// Whether two shapes share space, deeper than half a grain.
pub fn overlaps<A: Shape + ?Sized, B: Shape + ?Sized>(a: &A, b: &B, grain: Grain) -> bool {
    dent(a, b, grain) < 0
}

/// The signed gap where two shapes share space, else 0: how far they are apart is not worked out.
pub(super) fn dent<A: Shape + ?Sized, B: Shape + ?Sized>(a: &A, b: &B, grain: Grain) -> i64 {
    let (a, b) = (a.corners(), b.corners());
    let shared = if near(a, b, grain) { depth(a, b) } else { None };
    shared.map_or(0, |depth| -grain.root(depth))
}

/// The distance between two shapes to the nearest multiple of the grain; nothing where they touch or share space.
pub fn distance<A: Shape + ?Sized, B: Shape + ?Sized>(a: &A, b: &B, grain: Grain) -> i64 {
    gap(a, b, grain).max(0)
}

/// Whether the boxes around two shapes come within a grain of each other. Cheap, and never wrongly a no.
pub(super) fn near(a: &[Point], b: &[Point], grain: Grain) -> bool {
    Bounds::of(a).is_near(&Bounds::of(b), grain.micrometres())
}

/// The box around some points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least x.
    pub left: i64,
    /// The greatest x.
    pub right: i64,
    /// The least y.
    pub near: i64,
    /// The greatest y.
    pub far: i64,
}

impl Bounds {
    /// The box around points.
    pub fn of(points: &[Point]) -> Self {
        let none =
            Self { left: i64::MAX / 2, right: i64::MIN / 2, near: i64::MAX / 2, far: i64::MIN / 2 };
        points.iter().fold(none, |all, point| Self {
            left: all.left.min(point.x()),
            right: all.right.max(point.x()),
            near: all.near.min(point.y()),
            far: all.far.max(point.y()),
        })
    }

    /// The box around a circle.
    pub const fn about(centre: Point, room: i64) -> Self {
        let (x, y) = (centre.x(), centre.y());
        Self {
            left: x.saturating_sub(room),
            right: x.saturating_add(room),
            near: y.saturating_sub(room),
            far: y.saturating_add(room),
        }
    }

    /// A circle around the box: its centre and how far it reaches.
    pub fn circle(&self) -> (Point, i64) {
        let corner = Point::new(self.left, self.near);
        let centre = corner.middle(Point::new(self.right, self.far));
        let to = |corner: Point| centre.to(corner).square().isqrt();
        (centre, to(corner).max(to(Point::new(self.right, self.far))) + 2)
    }

    /// The box around this box and another.
    pub fn and(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            near: self.near.min(other.near),
            far: self.far.max(other.far),
        }
    }

    /// What two boxes have in common.
    pub(super) fn within(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            right: self.right.min(other.right),
            near: self.near.max(other.near),
            far: self.far.min(other.far),
        }
    }

    /// The box that reaches so much farther on every side.
    pub const fn wider(self, by: i64) -> Self {
        Self {
            left: self.left.saturating_sub(by),
            right: self.right.saturating_add(by),
            near: self.near.saturating_sub(by),
            far: self.far.saturating_add(by),
        }
    }

    /// Whether another box comes within `slack` of this one, along each axis.
    pub const fn is_near(&self, other: &Self, slack: i64) -> bool {
        self.left <= other.right.saturating_add(slack)
            && other.left <= self.right.saturating_add(slack)
            && self.near <= other.far.saturating_add(slack)
            && other.near <= self.far.saturating_add(slack)
    }
}

/// The square of the least shift that parts two shapes; nothing where they are apart.
///
/// By separating axes: convex shapes are apart exactly if one of their edges has all of the other shape outside.
fn depth(a: &[Point], b: &[Point]) -> Option<Squared> {
    // Most shapes are apart, and which depth is the least is asked only of those that are not.
    let (behind_a, behind_b) = (behind_edges(a, b)?, behind_edges(b, a)?);
    match (least_depth(a, &behind_a), least_depth(b, &behind_b)) {
        (Some(first), Some(second)) => {
            // Two segments on one line have no edge that parts them.
            let flat = a.len() <= 2 && b.len() <= 2;
            if flat && apart(a, b) > Squared::of(Default::default()) {
                return None;
            }
            Some(first.min(second))
        }
        (Some(only), None) | (None, Some(only)) if a.len() > 2 || b.len() > 2 => Some(only),
        _ => (apart(a, b) == Squared::of(Default::default()))
            .then(|| Squared::of(Default::default())),
    }
}

/// How far `b` reaches behind each edge of `a`, as a cross product with the edge; nothing where an edge parts them.
fn behind_edges(a: &[Point], b: &[Point]) -> Option<SmallVec<[i64; 8]>> {
    let mut behind = SmallVec::new();
    for (from, to) in ring(a) {
        let way = from.to(to);
        let deepest = b.iter().map(|p| way.cross(from.to(*p))).max().unwrap_or(0);
        if deepest < 0 {
            return None;
        }
        behind.push(deepest);
    }
    Some(behind)
}

/// The least depth behind an edge of a shape; nothing where it has no edge.
fn least_depth(a: &[Point], behind: &[i64]) -> Option<Squared> {
    let edges = ring(a).zip(behind);
    edges.map(|((from, to), deepest)| Squared::from_line(*deepest, from.to(to))).min()
}

/// The square of the distance between two shapes that share no space.
fn apart(a: &[Point], b: &[Point]) -> Squared {
    let far = Squared::of(super::point::Vector::new(i64::MAX, i64::MAX));
    if a.len() == 2 && b.len() == 2 && cross(a, b) {
        return Squared::of(Default::default());
    }
    let from_corners = |corners: &[Point], shape: &[Point]| {
        corners.iter().map(|p| to_shape(*p, shape)).min().unwrap_or(far)
    };
    from_corners(a, b).min(from_corners(b, a))
}

/// Whether two segments pass through each other.
fn cross(a: &[Point], b: &[Point]) -> bool {
    match (a, b) {
        ([a, b], [c, d]) => super::point::meeting(*a, *b, *c, *d) != super::point::Meeting::Apart,
        _ => false,
    }
}

/// The square of the distance from a point to the nearest edge or corner of a shape.
fn to_shape(p: Point, shape: &[Point]) -> Squared {
    match shape {
        [only] => Squared::of(p.to(*only)),
        _ => {
            let measured = |(from, to): (Point, Point)| to_segment(p, from, to);
            // The nearest edge has the point on its outer side.
            let outer = |(from, to): &(Point, Point)| from.to(*to).cross(from.to(p)) <= 0;
            let nearest = ring(shape).filter(outer).map(measured).min();
            let nearest = nearest.or_else(|| ring(shape).map(measured).min());
            nearest.unwrap_or_else(|| Squared::of(Default::default()))
        }
    }
}

/// The square of the distance from a point to a segment.
pub(super) fn to_segment(p: Point, from: Point, to: Point) -> Squared {
    let (way, there) = (from.to(to), from.to(p));
    let along = way.dot(there);
    if along <= 0 {
        Squared::of(there)
    } else if along.cmp(&way.square()) != Ordering::Less {
        Squared::of(to.to(p))
    } else {
        Squared::from_line(way.cross(there), way)
    }
}
