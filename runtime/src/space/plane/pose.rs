//! Angles, and poses: where a piece stands and which way it looks.

use super::point::{Point, Vector};
use super::trig;
use std::cell::Cell;

/// An angle in micro-degrees, from 0 to a whole turn: 0 looks along y, and angles grow to the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Angle(i64);

/// Where a piece stands and which way it looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pose {
    /// Where the point is about which it is placed and turned: its middle, unless its footprint says otherwise.
    pub at: Point,
    /// Which way it looks.
    pub facing: Angle,
}

impl Angle {
    /// Along y.
    pub const AHEAD: Self = Self(0);
    /// Along x.
    pub const RIGHT: Self = Self(trig::QUARTER);
    /// Against y.
    pub const BACK: Self = Self(trig::HALF);
    /// Against x.
    pub const LEFT: Self = Self(trig::HALF + trig::QUARTER);

    /// An angle of so many micro-degrees, less whole turns.
    pub const fn new(micro_degrees: i64) -> Self {
        Self(micro_degrees.rem_euclid(trig::FULL))
    }

    /// An angle of whole degrees.
    pub const fn degrees(degrees: i64) -> Self {
        Self::new((degrees % 360) * 1_000_000)
    }

    /// Which way a vector points; nothing where it has no length.
    pub fn of(way: Vector) -> Option<Self> {
        (way != Vector::default()).then(|| Self(trig::direction(way.x(), way.y())))
    }

    /// In micro-degrees, from 0 to a whole turn.
    pub const fn micro_degrees(self) -> i64 {
        self.0
    }

    /// Turned to the right by so many micro-degrees; to the left where that is negative.
    pub const fn turned(self, by: i64) -> Self {
        Self::new(self.0 + by % trig::FULL)
    }

    /// The sum of two angles.
    pub const fn plus(self, other: Self) -> Self {
        self.turned(other.0)
    }

    /// Looking back.
    pub const fn opposite(self) -> Self {
        self.turned(trig::HALF)
    }

    /// How far to turn from here to `other`, the shorter way: above minus a half turn, at most a half turn.
    pub const fn turn_to(self, other: Self) -> i64 {
        let right = (other.0 - self.0).rem_euclid(trig::FULL);
        if right > trig::HALF { right - trig::FULL } else { right }
    }

    /// The way of so many micrometres in this direction, on the grid.
    pub fn way(self, length: i64) -> Vector {
        Frame::new(self).out(0, length.clamp(-MOST, MOST) * 2)
    }

    /// A long vector in this direction, for predicates: 2^29 long, off by less than one unit.
    pub fn ray(self) -> Vector {
        let (sine, cosine) = trig::sin_cos(self.0);
        Vector::new(trig::rounded_shift(sine.into(), 31), trig::rounded_shift(cosine.into(), 31))
    }
}

/// The longest way there is in the plane.
const MOST: i64 = 1 << 31;

/// Of a hash so many bits are left out: the others number the frames that are known.
const KNOWN_BITS: u32 = u64::BITS - 7;

thread_local! {
    /// The frames that were made last: pieces that stand in line, or are tried at many places, look one way.
    static FRAMES: [Cell<(Angle, Frame)>; 1 << 7] =
        const { [const { Cell::new((Angle::AHEAD, Frame { sine: 0, cosine: trig::ONE })) }; 1 << 7] };
}

/// The turn from a piece's own axes to those of the plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    sine: i64,
    cosine: i64,
}

impl Frame {
    pub(super) fn new(facing: Angle) -> Self {
        let spread = facing.0.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> KNOWN_BITS;
        let place = usize::try_from(spread).unwrap_or(0);
        FRAMES.with(|frames| {
            let Some(known) = frames.get(place) else { return Self::made(facing) };
            let (angle, frame) = known.get();
            if angle == facing {
                return frame;
            }
            let frame = Self::made(facing);
            known.set((facing, frame));
            frame
        })
    }

    fn made(facing: Angle) -> Self {
        let (sine, cosine) = trig::sin_cos(facing.0);
        Self { sine, cosine }
    }

    /// What lies so many half micrometres to the right and ahead of a piece, as a way in the plane.
    #[inline]
    pub(super) fn out(self, right: i64, ahead: i64) -> Vector {
        let times = |length: i64, part: i64| i128::from(length) * i128::from(part);
        Vector::new(
            trig::rounded_shift(times(right, self.cosine) + times(ahead, self.sine), 61),
            trig::rounded_shift(times(ahead, self.cosine) - times(right, self.sine), 61),
        )
    }
}

impl Pose {
    /// A pose.
    pub const fn new(at: Point, facing: Angle) -> Self {
        Self { at, facing }
    }

    /// The same place, looking back.
    pub const fn about(self) -> Self {
        Self { at: self.at, facing: self.facing.opposite() }
    }
}
