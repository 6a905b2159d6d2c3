//! Legs: takes a pose and one motion of a footprint, says where the piece is at each grid step, and what it sweeps.

use super::cells::LEG_CELLS;
use super::footprint::{Corner, Corners, Footprint, Shape, Side};
use super::gap::Bounds;
use super::hull::hull;
use super::measure::{Grain, Squared};
use super::point::ring;
use super::point::{Point, Vector};
use super::pose::{Angle, Frame, Pose};
use super::trig;
use smallvec::SmallVec;

/// One way to move, as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Straight, keeping the facing: the direction counts from the facing, `Angle::AHEAD` is ahead.
    Slide {
        /// Which way, seen from the piece.
        bearing: Angle,
        /// How far, in micrometres; back where negative.
        length: i64,
    },
    /// Round a corner that stays where it is. Its length is the arc of the other end of the same front or rear.
    Wheel {
        /// The corner that stays.
        about: Corner,
        /// Micro-degrees to the right; to the left where negative.
        angle: i64,
    },
    /// Round where it stands. Its length is nothing.
    Turn {
        /// Micro-degrees to the right; to the left where negative.
        angle: i64,
    },
    /// Round a point of the plane. Its length is the arc of where it stands.
    Round {
        /// The point.
        about: Point,
        /// Micro-degrees to the right; to the left where negative.
        angle: i64,
    },
    /// Lifted and set down. Its length is the way of the centre.
    Lift {
        /// Where to.
        to: Pose,
    },
}

/// A motion from a pose: where a piece is at each grid step of it.
///
/// A step is a micrometre of a slide, a micro-degree of a turn or a wheel, and the whole of a lift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    from: Pose,
    path: Path,
    steps: i64,
}

/// How far a pivot may be from where a piece stands along each axis, in half micrometres: across the plane.
const LONGEST_ARM: i64 = 1 << 30;

/// Convex parts of a footprint, in half micrometres to the right and ahead.
pub(super) type Parts = SmallVec<[SmallVec<[(i64, i64); 4]>; 8]>;

/// What a leg goes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Straight {
        direction: Angle,
    },
    /// Round a pivot that lies `arm` half micrometres to the right and ahead of the centre.
    Round {
        pivot: Point,
        arm: (i64, i64),
        right: bool,
        radius: i64,
    },
    Lift {
        to: Pose,
    },
}

impl Motion {
    /// Straight ahead.
    pub const fn ahead(length: i64) -> Self {
        Self::Slide { bearing: Angle::AHEAD, length }
    }

    /// Straight to a side, keeping the facing.
    pub const fn aside(side: Side, length: i64) -> Self {
        Self::Slide { bearing: side.direction(), length }
    }

    /// To look back, on the spot.
    pub const fn about_face() -> Self {
        Self::Turn { angle: trig::HALF }
    }
}

impl Leg {
    /// The leg that a motion of a footprint from a pose is. No leg is above a whole turn or the size of the plane.
    pub fn new(footprint: &Footprint, from: Pose, motion: Motion) -> Self {
        let round = |arm, angle: i64, radius| {
            let pivot = from.at.plus(out(from.facing, arm));
            let steps = angle.saturating_abs().min(trig::FULL);
            Self { from, path: Path::Round { pivot, arm, right: angle >= 0, radius }, steps }
        };
        match motion {
            Motion::Slide { bearing, length } => {
                let bearing = if length < 0 { bearing.opposite() } else { bearing };
                let direction = from.facing.plus(bearing);
                let steps = length.saturating_abs().min(1 << 31);
                Self { from, path: Path::Straight { direction }, steps }
            }
            Motion::Wheel { about, angle } => {
                let (arm, outer) = (footprint.half(about), footprint.half(about.across()));
                round(arm, angle, half_length(arm, outer))
            }
            Motion::Turn { angle } => round((0, 0), angle, 0),
            Motion::Round { about, angle } => {
                let way = from.at.to(about);
                let own = Frame::new(Angle::AHEAD.turned(-from.facing.micro_degrees()));
                // The whole way in half micrometres, which a frame halves.
                let arm = own.out(4 * way.x(), 4 * way.y());
                let arm = (arm.x(), arm.y());
                round(arm, angle, half_length(arm, (0, 0)))
            }
            Motion::Lift { to } => Self { from, path: Path::Lift { to }, steps: 1 },
        }
    }

    /// As cells: its form and what it goes by, then its steps, below 0 to the left.
    pub(super) fn cells(&self) -> [i64; LEG_CELLS] {
        match self.path {
            Path::Straight { direction } => [0, direction.micro_degrees(), 0, 0, self.steps],
            Path::Round { arm, right, radius, .. } => {
                [1, arm.0, arm.1, radius, if right { self.steps } else { -self.steps }]
            }
            Path::Lift { to } if self.steps > 0 => {
                [2, to.at.x(), to.at.y(), to.facing.micro_degrees(), 1]
            }
            Path::Lift { .. } => [0; LEG_CELLS],
        }
    }

    /// Back from cells.
    pub(super) fn from_cells(from: Pose, cells: &[i64]) -> Option<Self> {
        let within = |length: &i64, most: i64| (-most..=most).contains(length);
        match cells {
            [0, direction, 0, 0, steps] if within(steps, 1 << 31) && *steps >= 0 => {
                let direction = Angle::new(*direction);
                Some(Self { from, path: Path::Straight { direction }, steps: *steps })
            }
            [1, x, y, radius, steps]
                if [x, y, radius].into_iter().all(|length| within(length, LONGEST_ARM))
                    && within(steps, trig::FULL) =>
            {
                let arm = (*x, *y);
                let pivot = from.at.plus(out(from.facing, arm));
                let path = Path::Round { pivot, arm, right: *steps >= 0, radius: *radius };
                Some(Self { from, path, steps: steps.abs() })
            }
            [2, x, y, facing, 1] => {
                let to = Pose::new(Point::new(*x, *y), Angle::new(*facing));
                Some(Self { from, path: Path::Lift { to }, steps: 1 })
            }
            _ => None,
        }
    }

    /// Where it starts.
    pub const fn start(&self) -> Pose {
        self.from
    }

    /// Where it ends.
    pub fn end(&self) -> Pose {
        self.pose(self.steps)
    }

    /// How many grid steps it has.
    pub const fn steps(&self) -> i64 {
        self.steps
    }

    /// The pose at a step, worked out from the start of the leg.
    pub fn pose(&self, step: i64) -> Pose {
        let step = step.clamp(0, self.steps);
        match self.path {
            Path::Straight { direction } => {
                Pose::new(self.from.at.plus(direction.way(step)), self.from.facing)
            }
            Path::Round { .. } => self.framed(step).0,
            Path::Lift { to } if step > 0 => to,
            Path::Lift { .. } => self.from,
        }
    }

    /// The pose at a step, and the frame that its facing gives.
    fn framed(&self, step: i64) -> (Pose, Frame) {
        let Path::Round { pivot, arm, right, .. } = self.path else {
            let pose = self.pose(step);
            return (pose, Frame::new(pose.facing));
        };
        let step = step.clamp(0, self.steps);
        let facing = self.from.facing.turned(if right { step } else { -step });
        let frame = Frame::new(facing);
        (Pose::new(pivot.plus(frame.out(arm.0, arm.1).back()), facing), frame)
    }

    /// A box around all that a footprint sweeps; nothing for a lift, which sweeps nothing.
    pub(super) fn bounds(&self, footprint: &Footprint) -> Option<Bounds> {
        let start = Bounds::of(footprint.at(self.from).corners());
        match self.path {
            Path::Straight { .. } => {
                Some(start.and(Bounds::of(footprint.at(self.end()).corners())))
            }
            // No corner leaves the circle of the longest arm, or goes farther than that arm turns.
            Path::Round { pivot, .. } => {
                let arm = self.arm(footprint);
                let far = start.wider(trig::arc_length(arm, self.steps).saturating_add(1));
                Some(far.within(Bounds::about(pivot, arm.saturating_add(1))))
            }
            Path::Lift { .. } => None,
        }
    }

    /// How long the way is up to a step, in micrometres.
    pub fn length(&self, step: i64) -> i64 {
        let step = step.clamp(0, self.steps);
        match self.path {
            Path::Straight { .. } => step,
            Path::Round { radius, .. } => trig::arc_length(radius, step),
            Path::Lift { to } if step > 0 => Grain::GRID.root(Squared::of(self.from.at.to(to.at))),
            Path::Lift { .. } => 0,
        }
    }

    /// The last step whose length is at most this.
    pub fn step_within(&self, length: i64) -> i64 {
        let length = length.max(0);
        match self.path {
            Path::Straight { .. } => length.min(self.steps),
            Path::Round { radius: 0, .. } => self.steps,
            Path::Round { radius, .. } => trig::angle_of_arc(radius, length).min(self.steps),
            Path::Lift { .. } => i64::from(self.length(1) <= length),
        }
    }

    /// The same leg, ended at a step.
    pub fn cut(&self, step: i64) -> Self {
        Self { steps: step.clamp(0, self.steps), ..*self }
    }

    /// Whether it is no way on the board but a lift.
    pub const fn lifts(&self) -> bool {
        matches!(self.path, Path::Lift { .. })
    }

    /// The farthest that any corner is from the pivot; nothing on a straight way.
    pub(super) fn arm(&self, footprint: &Footprint) -> i64 {
        let Path::Round { arm, .. } = self.path else { return 0 };
        footprint.halves().iter().map(|corner| half_length(arm, *corner)).max().unwrap_or(0) + 1
    }

    /// What it turns round.
    pub(super) const fn pivot(&self) -> Option<Point> {
        match self.path {
            Path::Round { pivot, .. } => Some(pivot),
            _ => None,
        }
    }

    /// The footprint in parts of which each sweeps a convex region, up to the bulge of its arcs.
    ///
    /// Straight on that is all of it. Round a pivot it is the triangles from the pivot to each edge, cut where the edge
    /// comes nearest: the corners of such a triangle turn about the pivot with nothing of its far edge ahead of them.
    pub(super) fn parts(&self, footprint: &Footprint) -> Parts {
        let Path::Round { arm, .. } = self.path else {
            return std::iter::once(footprint.halves().iter().copied().collect()).collect();
        };
        let corners = footprint.halves();
        let next = corners.iter().cycle().skip(1);
        let mut parts = Parts::new();
        for (a, b) in corners.iter().copied().zip(next.copied()) {
            let nearest = nearest_within(a, b, arm);
            let ends = [Some(a), nearest, Some(b)].into_iter().flatten();
            let ends: SmallVec<[(i64, i64); 3]> = ends.collect();
            for (one, two) in ends.iter().zip(ends.iter().skip(1)) {
                if ![*one, *two].contains(&arm) {
                    parts.push([arm, *one, *two].into_iter().collect());
                }
            }
        }
        parts
    }

    /// The convex shape around a part of a footprint at two steps.
    pub(super) fn span(&self, part: &[(i64, i64)], from: i64, to: i64) -> Corners {
        let at = |step: i64| {
            let (pose, frame) = self.framed(step);
            part.iter().map(move |(right, ahead)| pose.at.plus(frame.out(*right, *ahead)))
        };
        if from == to { hull(at(from)) } else { hull(at(from).chain(at(to))) }
    }

    /// Whether `meets` holds of the corners of a part at two steps, a stride apart: of each part between each two, until it does.
    pub(super) fn spans(
        &self,
        footprint: &Footprint,
        stride: i64,
        mut meets: impl FnMut(&[Point]) -> bool,
    ) -> bool {
        let parts = self.parts(footprint);
        let mut step = if self.lifts() { self.steps } else { 0 };
        // Each pose is framed once for all parts.
        let mut here = self.framed(step);
        loop {
            let next = self.steps.min(step.saturating_add(stride));
            let there = if next == step { here } else { self.framed(next) };
            for part in &parts {
                let at = |(pose, frame): (Pose, Frame)| {
                    part.iter().map(move |(right, ahead)| pose.at.plus(frame.out(*right, *ahead)))
                };
                let points: SmallVec<[Point; 8]> = at(here).chain(at(there)).collect();
                if meets(&points) {
                    return true;
                }
            }
            (step, here) = (next, there);
            if step >= self.steps {
                return false;
            }
        }
    }

    /// A part of a footprint on a straight leg, turned once for all its steps; nothing on other legs.
    pub(super) fn straight(&self, part: &[(i64, i64)]) -> Option<Straight> {
        let Path::Straight { direction } = self.path else { return None };
        let frame = Frame::new(self.from.facing);
        let corners = part.iter().map(|(right, ahead)| frame.out(*right, *ahead)).collect();
        Some(Straight { start: self.from.at, direction: Frame::new(direction), corners })
    }

    /// A convex shape that holds all that a part sweeps between two steps: the span, and where the tangents meet at the
    /// ends of each corner's arc. Close to the pivot it is exact, so what is touched there hinders no turn.
    pub(super) fn cover(&self, part: &[(i64, i64)], from: i64, to: i64) -> Corners {
        let Path::Round { arm, .. } = self.path else { return self.span(part, from, to) };
        let (_, cosine) = trig::sin_cos((to - from) / 2 + 1);
        let stretch = |length: i64| {
            let length = i128::from(length) << 60;
            i64::try_from(length / i128::from(cosine.max(1))).unwrap_or(0)
        };
        let outer: SmallVec<[(i64, i64); 4]> = part
            .iter()
            .filter(|corner| **corner != arm)
            .map(|(x, y)| (arm.0 + stretch(x - arm.0), arm.1 + stretch(y - arm.1)))
            .collect();
        let middle = from + (to - from) / 2;
        let span = self.span(part, from, to);
        hull(span.into_iter().chain(self.span(&outer, middle, middle)))
    }

    /// Whether it goes round a pivot.
    pub(super) const fn turns(&self) -> bool {
        matches!(self.path, Path::Round { .. })
    }
}

/// A part of a footprint on a straight leg.
#[derive(Clone, Debug)]
pub(super) struct Straight {
    start: Point,
    direction: Frame,
    /// From the centre to each corner.
    corners: SmallVec<[Vector; 8]>,
}

impl Straight {
    /// At about what step after `from` a corner of either meets an edge of the other; nothing where none does.
    pub(super) fn meets(&self, from: i64, shape: &impl Shape) -> Option<i64> {
        /// So many steps long is the way by which they are compared.
        const LONG: i64 = 1 << 20;
        let way = self.direction.out(0, 2 * LONG);
        let centre = self.start.plus(self.direction.out(0, from * 2));
        let own: Corners = self.corners.iter().map(|corner| centre.plus(*corner)).collect();
        let there = shape.corners();
        let mine = own.iter().flat_map(|corner| ring(there).map(|edge| (*corner, edge, way)));
        let back = way.back();
        let theirs = there.iter().flat_map(|corner| ring(&own).map(|edge| (*corner, edge, back)));
        let met = mine.chain(theirs).filter_map(|(corner, (a, b), way)| {
            let (edge, reach) = (a.to(b), corner.to(a));
            let across = i128::from(way.cross(edge));
            let along = i128::from(reach.cross(edge)) * i128::from(LONG);
            let beside = i128::from(reach.cross(way));
            let inside = if across > 0 { 0..=across } else { across..=0 };
            (across != 0 && inside.contains(&beside)).then(|| along / across)
        });
        let steps = met.filter(|step| *step >= 0).min()?;
        Some(from.saturating_add(i64::try_from(steps).ok()?))
    }

    /// The convex shape around the part at two steps of its leg, round to the left: the same as [`Leg::span`], but for where it
    /// begins.
    pub(super) fn span(&self, from: i64, to: i64) -> Corners {
        let [start, end] = [from, to].map(|step| self.start.plus(self.direction.out(0, step * 2)));
        let way = start.to(end);
        // An edge that looks ahead is where it came to, one that looks back is where it was; the others lie along the way.
        let looks = |a: &Vector, b: &Vector| way.cross(Vector::new(b.x() - a.x(), b.y() - a.y()));
        let next = self.corners.iter().cycle().skip(1);
        let Some(last) = self.corners.last() else { return Corners::new() };
        let mut found = Corners::new();
        let mut before = self.corners.first().map_or(0, |first| looks(last, first));
        for (corner, next) in self.corners.iter().zip(next) {
            let after = looks(corner, next);
            let (was, came) = (start.plus(*corner), end.plus(*corner));
            if before > 0 {
                found.push(came);
            }
            if before < 0 || after < 0 || start == end {
                found.push(was);
            }
            if after > 0 && before <= 0 {
                found.push(came);
            }
            before = after;
        }
        found
    }
}

/// The point of a segment nearest to another point, where that is not an end of it.
fn nearest_within(a: (i64, i64), b: (i64, i64), p: (i64, i64)) -> Option<(i64, i64)> {
    let (way, there) = (Vector::new(b.0 - a.0, b.1 - a.1), Vector::new(p.0 - a.0, p.1 - a.1));
    let (along, square) = (i128::from(way.dot(there)), i128::from(way.square()));
    let share = |length: i64| {
        i64::try_from((2 * i128::from(length) * along + square).div_euclid(2 * square.max(1)))
    };
    let nearest = (a.0 + share(way.x()).ok()?, a.1 + share(way.y()).ok()?);
    (along > 0 && along < square && nearest != a && nearest != b).then_some(nearest)
}

/// What lies at half micrometres from a centre that looks so.
fn out(facing: Angle, halves: (i64, i64)) -> Vector {
    Frame::new(facing).out(halves.0, halves.1)
}

/// The distance between two places in half micrometres, in micrometres.
fn half_length(a: (i64, i64), b: (i64, i64)) -> i64 {
    Grain::GRID.root(Squared::of(Vector::new(a.0 - b.0, a.1 - b.1)).quarter())
}
