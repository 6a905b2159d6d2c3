//! Footprints: the convex shapes of pieces, and where their corners, sides and edges are at a pose.

use super::point::{Inside, Point, Vector, inside_convex, ring};
use super::pose::{Angle, Frame, Pose};
use smallvec::SmallVec;

/// The greatest size of a footprint along each axis: 67 m.
pub const LARGEST: i64 = 1 << 26;
/// How far each corner must stand out from the line of its neighbours, so that rounding never dents a shape.
const LEAST_BULGE: i64 = 8;

/// The corners of a convex shape, round to the left; no allocation up to eight.
pub type Corners = SmallVec<[Point; 8]>;

/// A side of a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Where the piece looks.
    Front,
    /// At its left hand.
    Left,
    /// At its right hand.
    Right,
    /// Behind it.
    Rear,
}

/// A corner of a footprint: an end of its front or of its rear side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Corner {
    /// The left end of the front.
    FrontLeft,
    /// The right end of the front.
    FrontRight,
    /// The left end of the rear, seen from above with the piece looking up.
    RearLeft,
    /// The right end of the rear.
    RearRight,
}

/// Why a shape cannot be a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeFault {
    /// It has fewer than three corners.
    FewCorners,
    /// A side is above 67 m or below 8 um.
    Size,
    /// Its corners do not go round to the left, or one does not stand out from its neighbours by 8 um.
    NotConvex,
    /// What it is placed about lies outside.
    CentreOutside,
}

/// The convex shape of a piece in its own axes, about its place, with the edges that count as its sides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Footprint {
    /// Half micrometres to the right and ahead, round to the left.
    halves: SmallVec<[(i64, i64); 4]>,
    /// Which edge is the front, the left, the right, the rear, and which way its outside looks.
    sides: [(u8, Angle); 4],
    /// How far its farthest corner is from its place at most, in micrometres.
    reach: i64,
    /// Its middle, in half micrometres to the right and ahead of its place.
    middle: (i64, i64),
}

/// A footprint at a pose: its corners are on the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posed {
    /// Where the footprint stands.
    pub pose: Pose,
    corners: SmallVec<[Point; 4]>,
    sides: [(u8, Angle); 4],
    middle: Point,
}

/// An edge: its ends, with the shape to the left of the way from the first to the second, and which way its outside looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    ends: [Point; 2],
    /// Which way its outside looks.
    pub facing: Angle,
}

/// Anything convex on the grid: a polygon whose corners go round to the left, a segment of two points, or one point.
pub trait Shape {
    /// Its corners.
    fn corners(&self) -> &[Point];
}

impl Footprint {
    /// A rectangle, from side to side and from front to rear, that is placed and turned about its middle.
    pub fn rectangle(width: i64, depth: i64) -> Result<Self, ShapeFault> {
        Self::held(width, depth, (width, depth))
    }

    /// A rectangle that is placed and turned about a point of it: so many half micrometres from its left side and its front.
    pub fn held(width: i64, depth: i64, (left, ahead): (i64, i64)) -> Result<Self, ShapeFault> {
        let sizes = LEAST_BULGE..=LARGEST;
        if !sizes.contains(&width) || !sizes.contains(&depth) {
            return Err(ShapeFault::Size);
        }
        if !(0..=2 * width).contains(&left) || !(0..=2 * depth).contains(&ahead) {
            return Err(ShapeFault::CentreOutside);
        }
        let (right, rear) = (2 * width - left, ahead - 2 * depth);
        let halves = [(right, ahead), (-left, ahead), (-left, rear), (right, rear)];
        let sides = [(0, Angle::AHEAD), (1, Angle::LEFT), (3, Angle::RIGHT), (2, Angle::BACK)];
        let middle = (width - left, ahead - depth);
        Ok(Self { middle, ..Self::of(halves.into_iter().collect(), sides) })
    }

    /// A convex polygon: micrometres to the right and ahead of its centre, round to the left.
    pub fn convex(corners: &[(i64, i64)]) -> Result<Self, ShapeFault> {
        if corners.len() < 3 || corners.len() > usize::from(u8::MAX) {
            return Err(ShapeFault::FewCorners);
        }
        let size = LARGEST / 2;
        if corners.iter().any(|(x, y)| x.unsigned_abs().max(y.unsigned_abs()) > size.unsigned_abs())
        {
            return Err(ShapeFault::Size);
        }
        let points: Corners = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        if !bulges(&points) {
            return Err(ShapeFault::NotConvex);
        }
        if inside_convex(&points, Point::default()) != Inside::Within {
            return Err(ShapeFault::CentreOutside);
        }
        let looks: SmallVec<[(u8, Angle); 8]> = (0..=u8::MAX)
            .zip(ring(&points))
            .map(|(edge, (a, b))| (edge, Angle::of(a.to(b).right()).unwrap_or_default()))
            .collect();
        let nearest = |side: Side| {
            let off = |look: &(u8, Angle)| look.1.turn_to(side.direction()).abs();
            looks.iter().copied().min_by_key(off).unwrap_or_default()
        };
        let halves = corners.iter().map(|(x, y)| (2 * x, 2 * y)).collect();
        Ok(Self::of(halves, Side::ALL.map(nearest)))
    }

    fn of(halves: SmallVec<[(i64, i64); 4]>, sides: [(u8, Angle); 4]) -> Self {
        let farthest = halves.iter().map(|(x, y)| x * x + y * y).max().unwrap_or(0);
        let reach = farthest.max(0).isqrt() / 2 + 2;
        Self { halves, sides, reach, middle: (0, 0) }
    }

    /// The footprint at a pose.
    pub fn at(&self, pose: Pose) -> Posed {
        let frame = Frame::new(pose.facing);
        let corner = |(right, ahead): &(i64, i64)| pose.at.plus(frame.out(*right, *ahead));
        let middle = if self.middle == (0, 0) { pose.at } else { corner(&self.middle) };
        Posed { pose, corners: self.halves.iter().map(corner).collect(), sides: self.sides, middle }
    }

    /// How far its farthest corner is from its place at most, in micrometres.
    pub const fn reach(&self) -> i64 {
        self.reach
    }

    /// Half of how wide its front is, in micrometres.
    pub fn half_front(&self) -> i64 {
        let ([from, to], _) = self.half_edge(Side::Front);
        Vector::new(from.0 - to.0, from.1 - to.1).square().isqrt() / 4
    }

    /// A corner in the footprint's own axes, in half micrometres to the right and ahead.
    pub(super) fn half(&self, corner: Corner) -> (i64, i64) {
        let (side, end) = corner.of();
        let (edge, _) = self.sides.get(side.index()).copied().unwrap_or_default();
        self.halves.iter().cycle().nth(usize::from(edge) + end).copied().unwrap_or_default()
    }

    /// The ends of the edge of a side, in half micrometres, and which way it looks in the footprint's own axes.
    pub(super) fn half_edge(&self, side: Side) -> ([(i64, i64); 2], Angle) {
        let (edge, look) = self.sides.get(side.index()).copied().unwrap_or_default();
        let mut from = self.halves.iter().cycle().skip(usize::from(edge)).copied();
        ([from.next().unwrap_or_default(), from.next().unwrap_or_default()], look)
    }

    /// All corners in half micrometres to the right and ahead, round to the left.
    pub(super) fn halves(&self) -> &[(i64, i64)] {
        &self.halves
    }
}

impl Side {
    /// All sides, front before left before right before rear.
    pub const ALL: [Self; 4] = [Self::Front, Self::Left, Self::Right, Self::Rear];

    /// Which way the side looks from a piece that looks ahead.
    pub const fn direction(self) -> Angle {
        match self {
            Self::Front => Angle::AHEAD,
            Self::Left => Angle::LEFT,
            Self::Right => Angle::RIGHT,
            Self::Rear => Angle::BACK,
        }
    }

    /// The side across.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Front => Self::Rear,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Rear => Self::Front,
        }
    }

    /// Its place in [`Side::ALL`].
    const fn index(self) -> usize {
        match self {
            Self::Front => 0,
            Self::Left => 1,
            Self::Right => 2,
            Self::Rear => 3,
        }
    }
}

impl Corner {
    /// All corners.
    pub const ALL: [Self; 4] = [Self::FrontLeft, Self::FrontRight, Self::RearLeft, Self::RearRight];

    /// The other end of the same front or rear.
    pub const fn across(self) -> Self {
        match self {
            Self::FrontLeft => Self::FrontRight,
            Self::FrontRight => Self::FrontLeft,
            Self::RearLeft => Self::RearRight,
            Self::RearRight => Self::RearLeft,
        }
    }

    /// The side whose edge it ends, and which end: edges go round to the left.
    const fn of(self) -> (Side, usize) {
        match self {
            Self::FrontRight => (Side::Front, 0),
            Self::FrontLeft => (Side::Front, 1),
            Self::RearLeft => (Side::Rear, 0),
            Self::RearRight => (Side::Rear, 1),
        }
    }
}

impl Posed {
    /// Its middle.
    pub const fn middle(&self) -> Point {
        self.middle
    }

    /// The edge of a side.
    pub fn edge(&self, side: Side) -> Edge {
        let (edge, look) = self.sides.get(side.index()).copied().unwrap_or_default();
        let mut from = self.corners.iter().cycle().skip(usize::from(edge)).copied();
        let ends = [from.next().unwrap_or_default(), from.next().unwrap_or_default()];
        Edge { ends, facing: self.pose.facing.plus(look) }
    }

    /// A corner.
    pub fn corner(&self, corner: Corner) -> Point {
        let (side, end) = corner.of();
        let (edge, _) = self.sides.get(side.index()).copied().unwrap_or_default();
        self.corners.iter().cycle().nth(usize::from(edge) + end).copied().unwrap_or_default()
    }

    /// The middle of a side.
    pub fn centre(&self, side: Side) -> Point {
        self.edge(side).centre()
    }

    /// All its edges, round to the left. Sides look where their pose says, other edges where their ends say.
    pub fn edges(&self) -> impl Iterator<Item = Edge> {
        (0..=u8::MAX).zip(ring(&self.corners)).map(|(index, (a, b))| {
            let side = self.sides.iter().find(|(edge, _)| *edge == index);
            match side {
                Some((_, look)) => Edge { ends: [a, b], facing: self.pose.facing.plus(*look) },
                None => Edge::new(a, b),
            }
        })
    }
}

impl Edge {
    /// The edge from `a` to `b` of a shape to its left.
    pub fn new(a: Point, b: Point) -> Self {
        Self { ends: [a, b], facing: Angle::of(a.to(b).right()).unwrap_or_default() }
    }

    /// The same, where which way it looks is known better than its ends on the grid say.
    pub const fn looking(a: Point, b: Point, facing: Angle) -> Self {
        Self { ends: [a, b], facing }
    }

    /// Where it begins: the right end, seen from inside.
    pub const fn from(&self) -> Point {
        let [from, _] = self.ends;
        from
    }

    /// Where it ends: the left end, seen from inside.
    pub const fn to(&self) -> Point {
        let [_, to] = self.ends;
        to
    }

    /// The way along it.
    pub const fn way(&self) -> Vector {
        self.from().to(self.to())
    }

    /// The point so many parts of `parts` along it from its beginning, on the grid.
    pub fn part(&self, count: i64, parts: i64) -> Point {
        let (way, parts) = (self.way(), parts.clamp(1, 1 << 20));
        let count = count.clamp(0, parts);
        let share = |length: i64| (2 * length * count + parts).div_euclid(2 * parts);
        self.from().plus(Vector::new(share(way.x()), share(way.y())))
    }

    /// Its middle.
    pub fn centre(&self) -> Point {
        self.from().middle(self.to())
    }
}

impl Shape for Posed {
    fn corners(&self) -> &[Point] {
        &self.corners
    }
}

impl<S: Shape + ?Sized> Shape for &S {
    fn corners(&self) -> &[Point] {
        (**self).corners()
    }
}

impl Shape for Edge {
    fn corners(&self) -> &[Point] {
        &self.ends
    }
}

impl Shape for Point {
    fn corners(&self) -> &[Point] {
        std::slice::from_ref(self)
    }
}

impl Shape for [Point] {
    fn corners(&self) -> &[Point] {
        self
    }
}

impl Shape for Corners {
    fn corners(&self) -> &[Point] {
        self
    }
}

/// Whether the corners go round to the left once, each standing out from the line of its neighbours.
fn bulges(points: &[Point]) -> bool {
    let following = |skip: usize| points.iter().cycle().skip(skip).copied();
    let stands_out =
        points.iter().copied().zip(following(1)).zip(following(2)).all(|((a, b), c)| {
            let (out, line) = (a.to(b).cross(a.to(c)), a.to(c));
            let least = i128::from(LEAST_BULGE * LEAST_BULGE) * i128::from(line.square());
            out > 0 && i128::from(out) * i128::from(out) >= least
        });
    // Turning left at every corner is not enough: a star does so too. All others lie to the left of each edge.
    stands_out && ring(points).all(|(a, b)| points.iter().all(|p| a.to(b).cross(a.to(*p)) >= 0))
}
