//! Regions: rectangles, ovals, polygons and strips on the grid; what lies in them and how high they are.

use super::footprint::{Corners, Edge, Shape};
use super::gap::gap;
use super::measure::Grain;
use super::point::{Inside, Meeting, Point, Vector, inside_convex, meeting, ring, side_of};
use super::pose::{Angle, Frame, Pose};
use super::share::share_in;
use super::trig::FULL;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The most corners of a region.
pub const MOST_CORNERS: usize = 128;
/// The corners of an oval.
const OVAL: i64 = 64;

/// An area of the plane with one border that does not cross itself, cut into convex pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    outline: Vec<Point>,
    pieces: Vec<Corners>,
}

/// Why corners cannot be the border of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RegionFault {
    /// Fewer than three corners, or no width.
    NoArea,
    /// More corners than a region may have.
    ManyCorners,
    /// Two edges of its border meet: both, by their first corners.
    Crossing(usize, usize),
    /// A strip turns too sharply for its width at this point.
    Sharp(usize),
}

impl Region {
    /// A rectangle about a pose.
    pub fn rectangle(pose: Pose, width: i64, depth: i64) -> Result<Self, RegionFault> {
        let frame = Frame::new(pose.facing);
        let (width, depth) = (within_plane(width), within_plane(depth));
        let corners = [(width, depth), (-width, depth), (-width, -depth), (width, -depth)];
        Self::polygon(&corners.map(|(right, ahead)| pose.at.plus(frame.out(right, ahead))))
    }

    /// An oval about a pose: a polygon of 64 corners that lie on it.
    pub fn oval(pose: Pose, width: i64, depth: i64) -> Result<Self, RegionFault> {
        let frame = Frame::new(pose.facing);
        let (width, depth) = (within_plane(width), within_plane(depth));
        let corner = |at: i64| {
            let (sine, cosine) = super::trig::sin_cos(-at * FULL / OVAL);
            let part = |length: i64, of: i64| {
                super::trig::rounded_shift(i128::from(length) * i128::from(of), 60)
            };
            pose.at.plus(frame.out(part(width, sine), part(depth, cosine)))
        };
        Self::polygon(&(0..OVAL).map(corner).collect::<Vec<_>>())
    }

    /// A polygon, either way round; it may be hollow, but its border does not meet itself.
    pub fn polygon(corners: &[Point]) -> Result<Self, RegionFault> {
        if corners.len() > MOST_CORNERS {
            return Err(RegionFault::ManyCorners);
        }
        let mut outline = corners.to_vec();
        outline.dedup();
        if outline.len() > 1 && outline.first() == outline.last() {
            outline.pop();
        }
        if outline.len() < 3 {
            return Err(RegionFault::NoArea);
        }
        check_border(&outline)?;
        match twice_area(&outline).cmp(&0) {
            Ordering::Equal => return Err(RegionFault::NoArea),
            Ordering::Less => outline.reverse(),
            Ordering::Greater => {}
        }
        let pieces = convex_pieces(&outline);
        Ok(Self { outline, pieces })
    }

    /// A strip of a width along points, with flat ends and mitred turns.
    pub fn strip(points: &[Point], width: i64) -> Result<Self, RegionFault> {
        if points.len() * 2 > MOST_CORNERS {
            return Err(RegionFault::ManyCorners);
        }
        let mut points = points.to_vec();
        points.dedup();
        if points.len() < 2 || width < 2 {
            return Err(RegionFault::NoArea);
        }
        let looks: Vec<Angle> = points
            .iter()
            .zip(points.iter().skip(1))
            .map(|(a, b)| Angle::of(a.to(*b)).unwrap_or_default())
            .collect();
        let before = looks.first().into_iter().chain(&looks);
        let after = looks.iter().chain(looks.last());
        let mut sides: (Vec<Point>, Vec<Point>) = (Vec::new(), Vec::new());
        for (index, ((point, before), after)) in points.iter().zip(before).zip(after).enumerate() {
            let turn = before.turn_to(*after);
            // Beyond 120 degrees the mitre is longer than the strip is wide.
            if turn.abs() > FULL / 3 {
                return Err(RegionFault::Sharp(index));
            }
            let (_, cosine) = super::trig::sin_cos(turn / 2);
            let half = i128::from(within_plane(width)) << 60;
            let reach = i64::try_from(half / i128::from(cosine.max(1))).unwrap_or(width);
            let out = Frame::new(before.turned(turn / 2)).out(reach, 0);
            sides.0.push(point.plus(out));
            sides.1.push(point.plus(out.back()));
        }
        let (right, left) = sides;
        Self::polygon(&right.into_iter().chain(left.into_iter().rev()).collect::<Vec<_>>())
    }

    /// A region of parts that were those of a region.
    pub(super) const fn of_parts(outline: Vec<Point>, pieces: Vec<Corners>) -> Self {
        Self { outline, pieces }
    }

    /// The corners of its border, round to the left.
    pub fn outline(&self) -> &[Point] {
        &self.outline
    }

    /// Its convex pieces, which share no space. Each is a shape, so a region can stop moves and lines piece by piece.
    pub fn pieces(&self) -> &[Corners] {
        &self.pieces
    }

    /// Its border, edge by edge.
    pub fn edges(&self) -> impl Iterator<Item = Edge> {
        ring(&self.outline).map(|(a, b)| Edge::new(a, b))
    }

    /// Whether a point lies in it, border included.
    pub fn contains(&self, point: Point) -> bool {
        self.pieces.iter().any(|piece| inside_convex(piece, point) != Inside::Outside)
    }

    /// Whether all of a convex shape that has an area lies in it, border included.
    pub fn holds<S: Shape + ?Sized>(&self, shape: &S) -> bool {
        let corners = shape.corners();
        corners.iter().all(|corner| self.contains(*corner)) && share_in(shape, self).is_whole()
    }

    /// Whether one piece holds all of a convex shape, border included: most often so, and cheap to know.
    pub(super) fn holds_in_one(&self, corners: &[Point]) -> bool {
        let within = |piece: &Corners| {
            corners.iter().all(|corner| inside_convex(piece, *corner) != Inside::Outside)
        };
        self.pieces.iter().any(within)
    }

    /// The signed gap to a shape: the least gap to a piece of it. A negative one says how deep the shape lies in one piece.
    pub fn gap<S: Shape + ?Sized>(&self, shape: &S, grain: Grain) -> i64 {
        self.pieces.iter().map(|piece| gap(piece, shape, grain)).min().unwrap_or(i64::MAX)
    }
}

/// Whether all of a shape lies in the rectangle from `near` to `far`, which are its corners with least and greatest x and y.
pub fn on_board<S: Shape + ?Sized>(shape: &S, near: Point, far: Point) -> bool {
    let on =
        |p: &Point| (near.x()..=far.x()).contains(&p.x()) && (near.y()..=far.y()).contains(&p.y());
    shape.corners().iter().all(on)
}

/// The height at a point: the greatest of the regions that contain it, 0 where none does.
pub fn height_at<'a>(point: Point, regions: impl IntoIterator<Item = (&'a Region, i64)>) -> i64 {
    let highest = regions.into_iter().filter(|(region, _)| region.contains(point));
    highest.map(|(_, height)| height).max().unwrap_or(0)
}

/// A length that stays within the plane.
fn within_plane(length: i64) -> i64 {
    length.clamp(0, 1 << 29)
}

/// Twice the area, positive where the corners go round to the left.
fn twice_area(outline: &[Point]) -> i128 {
    let origin = outline.first().copied().unwrap_or_default();
    ring(outline).map(|(a, b)| i128::from(origin.to(a).cross(origin.to(b)))).sum()
}

/// Whether no two edges meet but neighbours at their common corner.
fn check_border(outline: &[Point]) -> Result<(), RegionFault> {
    let last = outline.len().saturating_sub(1);
    for (one, (a, b)) in ring(outline).enumerate() {
        for (two, (c, d)) in ring(outline).enumerate().skip(one + 1) {
            let bad = if two == one + 1 {
                folds(a, b, d)
            } else if one == 0 && two == last {
                folds(c, d, b)
            } else {
                meeting(a, b, c, d) != Meeting::Apart
            };
            if bad {
                return Err(RegionFault::Crossing(one, two));
            }
        }
    }
    Ok(())
}

/// Whether the way from `a` to `b` to `c` goes back along itself.
fn folds(a: Point, b: Point, c: Point) -> bool {
    let (there, on): (Vector, Vector) = (a.to(b), b.to(c));
    there.cross(on) == 0 && there.dot(on) < 0
}

/// Cuts a simple polygon that goes round to the left into convex pieces: itself, or triangles cut off at its ears.
fn convex_pieces(outline: &[Point]) -> Vec<Corners> {
    let mut left: Vec<Point> = outline.to_vec();
    let mut pieces = Vec::new();
    while left.len() > 3 && !is_convex(&left) {
        let ear = corners_of(&left).enumerate().find(|(_, corner)| is_ear(&left, *corner));
        // Every simple polygon has an ear, or a corner on a straight line, which is simply left out.
        let Some((index, (a, b, c))) = ear else { break };
        if side_of(a, b, c) == Ordering::Greater {
            pieces.push([a, b, c].into_iter().collect());
        }
        let middle = (index + 1) % left.len();
        left.remove(middle);
    }
    pieces.push(left.into_iter().collect());
    pieces
}

/// Each corner with the one before it and the one after it.
fn corners_of(outline: &[Point]) -> impl Iterator<Item = (Point, Point, Point)> {
    let next = |skip: usize| outline.iter().cycle().skip(skip).copied();
    outline.iter().copied().zip(next(1)).zip(next(2)).map(|((a, b), c)| (a, b, c))
}

/// Whether no corner turns right.
fn is_convex(outline: &[Point]) -> bool {
    corners_of(outline).all(|(a, b, c)| side_of(a, b, c) != Ordering::Less)
}

/// Whether the triangle of three following corners can be cut off, or has no area.
fn is_ear(outline: &[Point], (a, b, c): (Point, Point, Point)) -> bool {
    match side_of(a, b, c) {
        Ordering::Less => false,
        Ordering::Equal => true,
        Ordering::Greater => outline
            .iter()
            .filter(|p| ![a, b, c].contains(p))
            .all(|p| inside_convex(&[a, b, c], *p) == Inside::Outside),
    }
}
