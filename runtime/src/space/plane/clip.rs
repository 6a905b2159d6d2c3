//! Exact cutting of convex shapes by lines, and exact areas.
//!
//! A cut corner is where two lines through grid points meet, so it is a fraction whose parts have a fixed bound however
//! often the shape is cut. Areas are fractions of big integers.

use super::point::{Point, Vector, ring};
use num_bigint::BigInt;
use num_traits::Zero;
use smallvec::SmallVec;

/// The line `a x + b y + c = 0`; what is on its left is where that is positive.
///
/// `a` and `b` are at most 2^30 in size, `c` at most 2^60.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    a: i128,
    b: i128,
    c: i128,
}

/// A corner at `x / w` and `y / w`: `w` is from 1 to 2^61, `x` and `y` are at most 2^91 in size.
#[derive(Clone, Copy, Debug)]
struct Meet {
    x: i128,
    y: i128,
    w: i128,
}

/// A convex shape that may have been cut: each corner with the line of the edge that begins there.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    corners: SmallVec<[(Meet, Line); 12]>,
}

/// Twice an area, exactly.
#[derive(Clone, Debug)]
pub(super) struct Area {
    pub(super) num: BigInt,
    pub(super) den: BigInt,
}

impl Line {
    /// The line from a point in a direction.
    pub(super) fn new(from: Point, way: Vector) -> Self {
        let (x, y) = (i128::from(way.x()), i128::from(way.y()));
        let c = y * i128::from(from.x()) - x * i128::from(from.y());
        Self { a: -y, b: x, c }
    }

    /// Above 0 for a point on the left.
    pub(super) fn value(&self, p: Point) -> i128 {
        self.a * i128::from(p.x()) + self.b * i128::from(p.y()) + self.c
    }

    /// `w` times the value at a corner.
    fn at(&self, p: &Meet) -> i128 {
        self.a * p.x + self.b * p.y + self.c * p.w
    }

    fn meet(&self, other: &Self) -> Meet {
        let x = self.b * other.c - other.b * self.c;
        let y = self.c * other.a - other.c * self.a;
        let w = self.a * other.b - other.a * self.b;
        if w < 0 { Meet { x: -x, y: -y, w: -w } } else { Meet { x, y, w } }
    }
}

impl Cut {
    /// A whole shape. A single point has no lines and stays as it is.
    pub(super) fn of(shape: &[Point]) -> Self {
        let corner = |(from, to): (Point, Point)| {
            let meet = Meet { x: from.x().into(), y: from.y().into(), w: 1 };
            (meet, Line::new(from, from.to(to)))
        };
        let lone = shape.first().filter(|_| shape.len() == 1).map(|p| corner((*p, *p)));
        Self { corners: ring(shape).map(corner).chain(lone).collect() }
    }

    /// What of it lies to the left of a line, border included.
    pub(super) fn left_of(&self, line: &Line) -> Self {
        let next = self.corners.iter().cycle().skip(1);
        let mut corners = SmallVec::new();
        for ((corner, along), (after, _)) in self.corners.iter().zip(next) {
            let (here, there) = (line.at(corner), line.at(after));
            if here > 0 || (here == 0 && there >= 0) {
                corners.push((*corner, *along));
            } else if here == 0 {
                corners.push((*corner, *line));
            }
            if here > 0 && there < 0 {
                corners.push((along.meet(line), *line));
            } else if here < 0 && there > 0 {
                corners.push((along.meet(line), *along));
            }
        }
        Self { corners }
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// Whether some middle between two corners lies strictly to the left of all lines.
    pub(super) fn passes_within(&self, lines: &[Line]) -> bool {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).any(|((one, _), (two, _))| {
            // At the middle a line has the sum of its values at both ends, which are not negative here.
            lines.iter().all(|line| line.at(one) > 0 || line.at(two) > 0)
        })
    }

    /// Twice its area.
    pub(super) fn area(&self) -> Area {
        let next = self.corners.iter().cycle().skip(1);
        let mut sum = Area::none();
        for ((one, _), (two, _)) in self.corners.iter().zip(next) {
            let num = BigInt::from(one.x) * two.y - BigInt::from(two.x) * one.y;
            sum.add(&Area { num, den: BigInt::from(one.w) * two.w });
        }
        sum
    }
}

impl Area {
    /// No area.
    pub(super) fn none() -> Self {
        Self { num: BigInt::zero(), den: BigInt::from(1) }
    }

    pub(super) fn add(&mut self, other: &Self) {
        if self.den == other.den {
            self.num += &other.num;
        } else {
            self.num = &self.num * &other.den + &other.num * &self.den;
            self.den = &self.den * &other.den;
        }
    }
}
