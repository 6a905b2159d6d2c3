//! Where a piece could turn, and how far it could go, on its way to a point: takes a pose and what is in the way, gives the
//! turns after which it looks at the point or past a corner, and the lengths at which it has come level with either.

use super::footprint::{Corner, Corners, Footprint, Posed, Shape};
use super::point::{Point, Vector};
use super::pose::{Angle, Pose};
use super::trig;
use smallvec::SmallVec;

/// What comes no farther, in micrometres, has stayed where it was.
const STILL: i64 = 50;

/// Turns in micro-degrees to the right, or lengths in micrometres.
pub type Proposals = SmallVec<[i64; 24]>;

/// The turns after which the middle of a piece goes straight to one of its goals, or a side of it passes an outer corner, as seen on
/// the way to the first, of something by `room`: about whichever front corner, or the centre, stays where it is on the way to `turned`; about all three where none
/// does.
pub fn turns(
    posed: &Posed,
    footprint: &Footprint,
    turned: Pose,
    goals: &[Point],
    obstacles: &[Corners],
    room: i64,
) -> Proposals {
    let facing = posed.pose.facing;
    let corners = [Corner::FrontLeft, Corner::FrontRight];
    let [left, right] = corners.map(|corner| footprint.half(corner).0 / 2);
    let end = footprint.at(turned);
    let about =
        |corner: Corner| (posed.corner(corner), end.corner(corner), footprint.half(corner).0 / 2);
    let pivots = [about(corners[0]), about(corners[1]), (posed.pose.at, turned.at, 0)];
    let stays = |(from, to, _): &(Point, Point, i64)| from.to(*to).square() <= STILL * STILL;
    let any = pivots.iter().any(stays);
    let mut lines: SmallVec<[(Point, i64); 8]> = goals.iter().map(|goal| (*goal, 0)).collect();
    for obstacle in obstacles {
        let outer = goals.first().and_then(|goal| outer(posed.pose.at, *goal, obstacle));
        if let Some((leftmost, rightmost)) = outer {
            lines.push((leftmost, right + room));
            lines.push((rightmost, left - room));
        }
    }
    let mut found = Proposals::new();
    for (pivot, _, own) in pivots.iter().filter(|pivot| !any || stays(pivot)) {
        for (target, offset) in &lines {
            if let Some(heading) = heading(*pivot, *target, offset - own) {
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
