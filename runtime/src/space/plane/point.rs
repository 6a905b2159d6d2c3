//! Points of the grid, the vectors between them, and the exact predicates on them.

use std::cmp::Ordering;

/// How far the plane reaches from its origin along each axis: 536 m.
pub const REACH: i64 = 1 << 29;

/// A point of the grid, in micrometres: x to the right, y away from the near edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    x: i64,
    y: i64,
}

/// The way from one point to another. Neither part is above twice [`REACH`], so products of two fit a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vector {
    x: i64,
    y: i64,
}

/// Where a point lies in a convex polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Within it.
    Within,
    /// On its border.
    Border,
    /// Outside.
    Outside,
}

/// How two segments meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// They have no point in common.
    Apart,
    /// They have a point in common that is an end of one, or lie along each other.
    Touch,
    /// Each passes from one side of the other to the other side.
    Cross,
}

impl Point {
    /// The point at `x` and `y`, stopped at the end of the plane.
    pub fn new(x: i64, y: i64) -> Self {
        Self { x: x.clamp(-REACH, REACH), y: y.clamp(-REACH, REACH) }
    }

    /// Micrometres to the right of the origin.
    pub const fn x(self) -> i64 {
        self.x
    }

    /// Micrometres beyond the origin.
    pub const fn y(self) -> i64 {
        self.y
    }

    /// The way from here to `other`.
    pub const fn to(self, other: Self) -> Vector {
        Vector { x: other.x - self.x, y: other.y - self.y }
    }

    /// The point that the way leads to from here.
    pub fn plus(self, way: Vector) -> Self {
        Self::new(self.x + way.x, self.y + way.y)
    }

    /// The point in the middle, on the grid (halves go up and to the right).
    pub fn middle(self, other: Self) -> Self {
        Self::new((self.x + other.x + 1).div_euclid(2), (self.y + other.y + 1).div_euclid(2))
    }
}

impl Vector {
    /// A vector, each part stopped at twice the reach of the plane.
    pub fn new(x: i64, y: i64) -> Self {
        Self { x: x.clamp(-2 * REACH, 2 * REACH), y: y.clamp(-2 * REACH, 2 * REACH) }
    }

    /// Its part to the right.
    pub const fn x(self) -> i64 {
        self.x
    }

    /// Its part ahead.
    pub const fn y(self) -> i64 {
        self.y
    }

    /// Twice the area to the left of `self` as far as `other`: positive where `other` points to the left of `self`.
    pub const fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// The scalar product.
    pub const fn dot(self, other: Self) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// The square of its length.
    pub const fn square(self) -> i64 {
        self.dot(self)
    }

    /// A quarter turn to the right.
    pub const fn right(self) -> Self {
        Self { x: self.y, y: -self.x }
    }

    /// The opposite way.
    pub const fn back(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

/// On which side of the line from `a` to `b` the point `c` lies: greater is left, less is right.
pub fn side_of(a: Point, b: Point, c: Point) -> Ordering {
    a.to(b).cross(a.to(c)).cmp(&0)
}

/// How the segments from `a` to `b` and from `c` to `d` meet.
pub fn meeting(a: Point, b: Point, c: Point, d: Point) -> Meeting {
    let (ac, ad) = (side_of(a, b, c), side_of(a, b, d));
    let (ca, cb) = (side_of(c, d, a), side_of(c, d, b));
    let opposite = |one: Ordering, two: Ordering| one != Ordering::Equal && one == two.reverse();
    if opposite(ac, ad) && opposite(ca, cb) {
        return Meeting::Cross;
    }
    let touch =
        on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b);
    if touch { Meeting::Touch } else { Meeting::Apart }
}

/// Whether `p` lies on the segment from `a` to `b`, ends included.
pub fn on_segment(a: Point, b: Point, p: Point) -> bool {
    side_of(a, b, p) == Ordering::Equal && p.to(a).dot(p.to(b)) <= 0
}

/// Where `p` lies in the convex polygon of these corners, which go round to the left.
pub fn inside_convex(corners: &[Point], p: Point) -> Inside {
    let mut place = Inside::Within;
    for (a, b) in ring(corners) {
        match side_of(a, b, p) {
            Ordering::Less => return Inside::Outside,
            Ordering::Equal => place = Inside::Border,
            Ordering::Greater => {}
        }
    }
    place
}

/// The edges of a ring of corners, each from a corner to the next. One corner has none, two have both directions.
pub fn ring(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + Clone {
    let next = corners.iter().skip(1).chain(corners.first());
    let enough = if corners.len() > 1 { corners.len() } else { 0 };
    corners.iter().copied().zip(next.copied()).take(enough)
}
