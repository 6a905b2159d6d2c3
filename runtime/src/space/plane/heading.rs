//! Where a piece could turn, and how far it could go, on its way to a point: takes a pose and what is in the way, gives the
//! turns after which it looks at the point or past a corner, and the lengths at which it has come level with either.

use super::footprint::{Corner, Corners, Footprint, Posed, Shape};
use super::gap::{gap, overlaps};
use super::line::lane;
use super::measure::Grain;
use super::point::{Point, Vector};
use super::pose::Angle;
use super::trig;
use smallvec::SmallVec;

/// Turns in micro-degrees to the right, or lengths in micrometres.
pub type Proposals = SmallVec<[i64; 24]>;

/// The turns about either front corner or the centre after which the middle of a piece goes straight to a point, or a side of
/// it passes an outer corner of something in the way by `room`.
pub fn turns(
    posed: &Posed,
    footprint: &Footprint,
    goal: Point,
    obstacles: &[Corners],
    room: i64,
) -> Proposals {
    let facing = posed.pose.facing;
    let corners = [Corner::FrontLeft, Corner::FrontRight];
    let pivots = corners
        .into_iter()
        .map(|corner| (posed.corner(corner), footprint.half(corner).0 / 2))
        .chain([(posed.pose.at, 0)]);
    let [left, right] = corners.map(|corner| footprint.half(corner).0 / 2);
    let mut lines: SmallVec<[(Point, i64); 8]> = SmallVec::new();
    lines.push((goal, 0));
    for obstacle in obstacles {
        if let Some((leftmost, rightmost)) = outer(posed.pose.at, goal, obstacle) {
            lines.push((leftmost, right + room));
            lines.push((rightmost, left - room));
        }
    }
    let mut found = Proposals::new();
    for (pivot, own) in pivots {
        for (target, offset) in &lines {
            if let Some(heading) = heading(pivot, *target, offset - own) {
                let turn = facing.turn_to(heading);
                if turn != 0 && !found.contains(&turn) {
                    found.push(turn);
                }
            }
        }
    }
    found
}

/// The lengths after which a piece that slides in a direction has its front, or its centre, level with a point, or its rear
/// past what is in the way by `room`.
pub fn lengths(
    posed: &Posed,
    direction: Angle,
    goal: Point,
    obstacles: &[Corners],
    room: i64,
) -> Proposals {
    let ray = direction.ray();
    let from = posed.pose.at;
    let along = |point: &Point| from.to(*point).dot(ray) >> 29;
    let own = posed.corners().iter().map(along);
    let (rear, front) = (own.clone().min().unwrap_or(0), own.max().unwrap_or(0));
    let level = along(&goal);
    let mut found: Proposals = [level - front, level].into_iter().collect();
    for obstacle in obstacles {
        let far = obstacle.iter().map(along).max().unwrap_or(0);
        found.push(far - rear + room);
    }
    found
}

/// The way from a point to another round whatever a lane between them meets, about: how long it is, and where it first goes.
/// At each shape the better side is taken, `depth` shapes one after the other at most; more are gone through.
pub fn detour(
    from: Point,
    goal: Point,
    wide: i64,
    shapes: &[Corners],
    grain: Grain,
    depth: u32,
) -> (i64, Point) {
    let straight = from.to(goal).square().isqrt();
    let way = lane(from, goal, wide);
    let met = shapes.iter().filter(|shape| overlaps(&way, *shape, grain));
    let first = met.min_by_key(|shape| gap(&from, *shape, grain));
    let Some((left, right)) = first.filter(|_| depth > 0).and_then(|it| outer(from, goal, it))
    else {
        return (straight, goal);
    };
    let beside = |corner: Point, side: i64| {
        let way = Angle::of(from.to(corner)).unwrap_or_default();
        corner.plus(way.turned(side).way(wide / 2 + grain.micrometres()))
    };
    let round = [beside(left, -trig::QUARTER), beside(right, trig::QUARTER)].map(|corner| {
        let (rest, _) = detour(corner, goal, wide, shapes, grain, depth - 1);
        (from.to(corner).square().isqrt().saturating_add(rest), corner)
    });
    round.into_iter().min_by_key(|(length, _)| *length).unwrap_or((straight, goal))
}

/// The corners of a shape that lie farthest to the left and to the right as seen by who looks from a point to another.
fn outer(from: Point, to: Point, shape: &Corners) -> Option<(Point, Point)> {
    let ahead = Angle::of(from.to(to))?;
    let seen = |corner: &Point| Angle::of(from.to(*corner)).map_or(0, |way| ahead.turn_to(way));
    let left = shape.iter().min_by_key(|corner| seen(corner))?;
    let right = shape.iter().max_by_key(|corner| seen(corner))?;
    Some((*left, *right))
}

/// The facing in which a line that runs so far to the right of a pivot goes through a target; nothing where none does.
fn heading(pivot: Point, target: Point, offset: i64) -> Option<Angle> {
    let way: Vector = pivot.to(target);
    let along = way.square().checked_sub(offset.checked_mul(offset)?)?;
    if along <= 0 {
        return None;
    }
    let aside = trig::direction(offset, along.isqrt());
    Some(Angle::of(way)?.turned(-aside))
}
