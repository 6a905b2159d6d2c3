//! Directions as a piece sees them: which of its sides looks at something, and wedges of the plane.

use super::clip::{Cut, Line};
use super::footprint::{Corner, Edge, Posed, Shape, Side};
use super::measure::{Grain, Squared};
use super::point::Point;
use super::pose::Angle;
use super::trig::{FULL, HALF};
use num_traits::Zero;
use smallvec::SmallVec;

/// How the directions around a piece are shared among its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arcs {
    /// By the lines from the centre through the corners.
    Diagonals,
    /// By angles about the centre: how far the front opens, and the rear, in micro-degrees; the rest is left and right.
    Angles {
        /// The whole opening of the front.
        front: i64,
        /// The whole opening of the rear.
        rear: i64,
    },
}

/// A part of the plane between two rays: from a point, or from the two ends of an edge. Its border belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wedge {
    /// The lines to whose left it lies; where `outside` is true, those of the open part that it is not.
    lines: SmallVec<[Line; 4]>,
    outside: bool,
}

/// The side of a piece that looks at a point. On the line between two sides the front counts before left and right, and
/// these before the rear; the centre itself is in front.
pub fn side_towards(piece: &Posed, point: Point, arcs: Arcs) -> Side {
    let centre = piece.middle();
    let there = centre.to(point);
    match arcs {
        Arcs::Diagonals => {
            let corner = |corner: Corner| centre.to(piece.corner(corner));
            // Between a ray and the next one to its left.
            let between = |right: Corner, left: Corner| {
                corner(right).cross(there) >= 0 && there.cross(corner(left)) >= 0
            };
            if between(Corner::FrontRight, Corner::FrontLeft) {
                Side::Front
            } else if between(Corner::FrontLeft, Corner::RearLeft) {
                Side::Left
            } else if between(Corner::RearRight, Corner::FrontRight) {
                Side::Right
            } else {
                Side::Rear
            }
        }
        Arcs::Angles { front, rear } => {
            let Some(look) = Angle::of(there) else { return Side::Front };
            let turn = piece.pose.facing.turn_to(look);
            if turn.abs() * 2 <= front {
                Side::Front
            } else if (HALF - turn.abs()) * 2 < rear {
                Side::Rear
            } else if turn < 0 {
                Side::Left
            } else {
                Side::Right
            }
        }
    }
}

/// How far a shape lies beyond the line of an edge, on its outside: the least and the most of its corners, to the grain.
/// Behind the line is negative.
pub fn beyond<S: Shape + ?Sized>(edge: &Edge, shape: &S, grain: Grain) -> (i64, i64) {
    let way = edge.way();
    let out = |p: &Point| {
        let cross = way.cross(edge.from().to(*p));
        let length = grain.root(Squared::from_line(cross, way));
        if cross > 0 { -length } else { length }
    };
    let outs = shape.corners().iter().map(out);
    (outs.clone().min().unwrap_or(0), outs.max().unwrap_or(0))
}

impl Wedge {
    /// What lies within half of `opening` (micro-degrees, up to a whole turn) to either side of a direction, from a point.
    pub fn at(apex: Point, facing: Angle, opening: i64) -> Self {
        let opening = opening.clamp(0, FULL);
        let outside = opening > HALF;
        let (facing, opening) =
            if outside { (facing.opposite(), FULL - opening) } else { (facing, opening) };
        Self { lines: rays(apex, apex, facing, opening), outside }
    }

    /// What lies before an edge, between rays from its ends that open together by `opening`: 0 is straight ahead, a half turn (the most)
    /// all that is ahead of the line of the edge.
    pub fn before(edge: &Edge, opening: i64) -> Self {
        let mut lines = SmallVec::new();
        if opening < HALF {
            lines = rays(edge.to(), edge.from(), edge.facing, opening.max(0));
        }
        lines.push(Line::new(edge.to(), edge.way().back()));
        Self { lines, outside: false }
    }

    /// Whether a point lies in it.
    pub fn contains(&self, point: Point) -> bool {
        if self.outside {
            !self.lines.iter().all(|line| line.value(point) > 0)
        } else {
            self.lines.iter().all(|line| line.value(point) >= 0)
        }
    }

    /// Whether any part of a shape lies in it.
    pub fn meets<S: Shape + ?Sized>(&self, shape: &S) -> bool {
        if self.outside {
            shape.corners().iter().any(|p| self.contains(*p))
        } else {
            !self.cut(shape).is_empty()
        }
    }

    /// Whether all of a shape lies in it.
    pub fn holds<S: Shape + ?Sized>(&self, shape: &S) -> bool {
        let corners = shape.corners();
        if !self.outside || corners.len() == 1 {
            return corners.iter().all(|p| self.contains(*p));
        }
        let cut = self.cut(shape);
        if corners.len() > 2 {
            return cut.area().num.is_zero();
        }
        // A segment lies outside an open convex part unless a stretch of it lies strictly inside both lines.
        corners.iter().all(|p| self.contains(*p)) && !cut.passes_within(&self.lines)
    }

    fn cut<S: Shape + ?Sized>(&self, shape: &S) -> Cut {
        self.lines.iter().fold(Cut::of(shape.corners()), |cut, line| cut.left_of(line))
    }
}

/// The lines of a wedge with its left ray from one point and its right ray from another, opening up to a half turn.
fn rays(left: Point, right: Point, facing: Angle, opening: i64) -> SmallVec<[Line; 4]> {
    let half = opening / 2;
    let left_ray = facing.turned(-half).ray();
    let right_ray = facing.turned(opening - half).ray();
    let mut lines = SmallVec::new();
    lines.push(Line::new(right, right_ray));
    lines.push(Line::new(left, left_ray.back()));
    if opening == 0 {
        // Two rays along each other: only what is ahead counts.
        lines.push(Line::new(left, facing.turned(-HALF / 2).ray().back()));
    }
    lines
}
