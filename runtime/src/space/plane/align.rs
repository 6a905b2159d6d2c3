//! Contact by construction: poses at which a side of a footprint lies along an edge, and the places that matter there.

use super::footprint::{Edge, Footprint, Shape, Side};
use super::gap::meets;
use super::hull::hull;
use super::leg::Motion;
use super::measure::{Grain, Squared};
use super::point::{Point, Vector};
use super::pose::{Angle, Frame, Pose};
use super::route::Route;
use smallvec::SmallVec;

/// Where along an edge a footprint is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// Middle to middle.
    Centred,
    /// The ends level at the left, seen from the footprint's side of the edge.
    FlushLeft,
    /// The ends level at the right.
    FlushRight,
    /// The middles so many micrometres apart, to the right where positive.
    Offset(i64),
    /// With the most shared length, as near as that allows to where this point lies along the edge.
    Most(Point),
}

/// A place for contact: a pose, how far its middle is from the edge's, and how much length it shares with the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Berth {
    /// Where the footprint stands.
    pub pose: Pose,
    /// How far right of the edge's middle its own is, in micrometres, seen from the footprint's side.
    pub offset: i64,
    /// The shared length to the grain.
    pub frontage: i64,
}

/// The pose at which a side of a footprint lies along an edge. The footprint takes over the facing of the edge.
pub fn align(footprint: &Footprint, side: Side, edge: &Edge, along: Along) -> Pose {
    Fit::new(footprint, side, edge).pose(along)
}

/// The places that matter for a side of a footprint along an edge: the middle, both flush ends, corner to corner, the
/// nearest to where `near` lies with any or with most shared length, and contact with each of `others` from both sides.
///
/// In order: most shared length first, then nearest to `near`, then left before right. Places may overlap `others`; the
/// caller keeps those that fit. Among all places that are clear of `others` none shares more length than the best of these
/// that is, because shared length only falls away from the middle and a stretch of clear places ends in a contact.
pub fn berths<S: Shape>(
    footprint: &Footprint,
    side: Side,
    edge: &Edge,
    near: Point,
    others: &[S],
    grain: Grain,
) -> SmallVec<[Berth; 12]> {
    let fit = Fit::new(footprint, side, edge);
    let wish = fit.offset_of(near);
    let ends = (fit.length + fit.own) / 2;
    let mut offsets: SmallVec<[i64; 16]> = SmallVec::new();
    let plain = [Along::Centred, Along::FlushLeft, Along::FlushRight, Along::Most(near)];
    offsets.extend(plain.map(|along| fit.offset(along)));
    offsets.extend([-ends, ends, wish.clamp(-ends, ends)]);
    for other in others.iter().filter(|other| fit.in_band(footprint, *other, ends, grain)) {
        offsets.extend(fit.contacts(footprint, other, ends, grain));
    }
    offsets.retain(|offset| offset.abs() <= ends);
    offsets.sort_unstable();
    offsets.dedup();
    let mut found: SmallVec<[Berth; 12]> = offsets
        .into_iter()
        .map(|offset| {
            let pose = fit.pose(Along::Offset(offset));
            Berth { pose, offset, frontage: grain.round(fit.shared(offset)) }
        })
        .collect();
    found.sort_by_key(|berth| {
        (std::cmp::Reverse(fit.shared(berth.offset)), (berth.offset - wish).abs(), berth.offset)
    });
    found
}

/// The first of all [`berths`], whatever else stands there: no other shares more length or, sharing as much, is nearer to `near`.
pub fn best_berth(footprint: &Footprint, side: Side, edge: &Edge, near: Point) -> Pose {
    align(footprint, side, edge, Along::Most(near))
}

/// How a side of a footprint fits an edge: in lengths along the edge, to the right as seen from the footprint's side.
#[derive(Debug)]
struct Fit<'a> {
    edge: &'a Edge,
    /// The length of the edge.
    length: i64,
    /// The length of the footprint's own side.
    own: i64,
    /// What the footprint faces, and the turn to that.
    facing: Angle,
    frame: Frame,
    /// The middle of its own side, in half micrometres.
    middle: (i64, i64),
    /// The turn to what lies to the right of its own side, in its own axes.
    right: Frame,
}

impl<'a> Fit<'a> {
    fn new(footprint: &Footprint, side: Side, edge: &'a Edge) -> Self {
        let ([(ax, ay), (bx, by)], look) = footprint.half_edge(side);
        let own = Grain::GRID.root(Squared::of(Vector::new(ax - bx, ay - by)).quarter());
        let facing = edge.facing.opposite().turned(-look.micro_degrees());
        Self {
            edge,
            length: Grain::GRID.root(Squared::of(edge.way())),
            own,
            facing,
            frame: Frame::new(facing),
            middle: ((ax + bx) / 2, (ay + by) / 2),
            right: Frame::new(look.turned(Angle::RIGHT.micro_degrees())),
        }
    }

    /// How far to the right of the edge's middle the footprint's is.
    fn offset(&self, along: Along) -> i64 {
        match along {
            Along::Centred => 0,
            Along::FlushLeft => (self.own - self.length) / 2,
            Along::FlushRight => (self.length - self.own) / 2,
            Along::Offset(offset) => offset,
            Along::Most(near) => {
                let spare = (self.length - self.own).abs() / 2;
                self.offset_of(near).clamp(-spare, spare)
            }
        }
    }

    fn pose(&self, along: Along) -> Pose {
        let offset = self.offset(along).clamp(-(1 << 30), 1 << 30);
        // To the right of who looks at the edge, in the footprint's own axes; exact for the sides of a rectangle.
        let aside = self.right.out(0, 2 * offset);
        let (x, y) = self.middle;
        let out = self.frame.out(2 * aside.x() - x, 2 * aside.y() - y);
        Pose::new(self.edge.centre().plus(out), self.facing)
    }

    /// How far to the right of the edge's middle a point lies.
    fn offset_of(&self, point: Point) -> i64 {
        let way = self.edge.way();
        let along = i128::from(way.dot(self.edge.centre().to(point)));
        i64::try_from(along / i128::from(self.length.max(1))).unwrap_or(0)
    }

    /// The shared length at an offset.
    fn shared(&self, offset: i64) -> i64 {
        let both = (self.length + self.own) / 2 - offset.abs();
        both.min(self.length).min(self.own).max(0)
    }

    /// The offsets from `-ends` to `ends` at which the footprint, shifted along the edge from the left and from the right, meets
    /// another shape; an end where it meets it there already.
    fn contacts<S: Shape>(
        &self,
        footprint: &Footprint,
        other: &S,
        ends: i64,
        grain: Grain,
    ) -> SmallVec<[i64; 2]> {
        let reach = footprint.halves().iter().map(|(x, y)| x.abs() + y.abs()).max().unwrap_or(0);
        let spots = other.corners().iter().map(|p| self.offset_of(*p));
        let (Some(left), Some(right)) = (spots.clone().min(), spots.max()) else {
            return SmallVec::new();
        };
        let room = reach + 2 * grain.micrometres();
        let (first, last) = ((left - room).max(-ends), (right + room).min(ends));
        if last <= first {
            return SmallVec::new();
        }
        let right_way = self.edge.facing.turned(-Angle::RIGHT.micro_degrees());
        let from = |offset: i64, direction: Angle, sign: i64| {
            let start = self.pose(Along::Offset(offset));
            let bearing = direction.turned(-start.facing.micro_degrees());
            let motion = Motion::Slide { bearing, length: last - first };
            let route = Route::standing(start).then(footprint, motion);
            let stopped = route.until_touching(footprint, &[other], grain);
            stopped.by.map(|_| offset + sign * stopped.route.length())
        };
        [from(first, right_way, 1), from(last, right_way.opposite(), -1)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Whether a shape meets what the footprint covers at all offsets at which it touches the edge.
    fn in_band<S: Shape>(&self, footprint: &Footprint, other: &S, ends: i64, grain: Grain) -> bool {
        let [one, two] = [-ends, ends].map(|offset| footprint.at(self.pose(Along::Offset(offset))));
        let band = hull(one.corners().iter().chain(two.corners()).copied());
        meets(&band, other, grain)
    }
}
