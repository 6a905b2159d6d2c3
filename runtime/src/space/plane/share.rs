//! The share of a shape that lies in a region, as an exact fraction.

use super::clip::{Area, Cut, Line};
use super::footprint::Shape;
use super::gap::near;
use super::measure::Grain;
use super::point::{Point, ring, side_of};
use super::region::Region;
use crate::number::Fraction;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// How much of a shape lies in a region: an exact fraction from 0 to 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    inside: BigInt,
    whole: BigInt,
}

/// How much of a shape lies in a region: area over area, exactly. Nothing of a shape without area.
pub fn share_in<S: Shape + ?Sized>(shape: &S, region: &Region) -> Share {
    let corners = shape.corners();
    if corners.len() < 3 {
        return Share::of(BigInt::zero(), BigInt::one());
    }
    if region.holds_in_one(corners) {
        return Share::of(BigInt::one(), BigInt::one());
    }
    let near_ones = || region.pieces().iter().filter(|it| near(it, corners, Grain::FINEST));
    if near_ones().next().is_none() {
        return Share::of(BigInt::zero(), BigInt::one());
    }
    let whole = Cut::of(corners);
    let mut inside = Area::none();
    for piece in near_ones() {
        // An edge with all of the shape inside cuts nothing off.
        let cuts = |(from, to): &(Point, Point)| {
            corners.iter().any(|corner| side_of(*from, *to, *corner) == Ordering::Less)
        };
        let cut = ring(piece)
            .filter(cuts)
            .fold(whole.clone(), |cut, (from, to)| cut.left_of(&Line::new(from, from.to(to))));
        inside.add(&cut.area());
    }
    // The corners of the shape are grid points, so its own area is whole.
    Share::of(inside.num, inside.den * whole.area().num)
}

impl Share {
    fn of(inside: BigInt, whole: BigInt) -> Self {
        let common = inside.gcd(&whole);
        Self { inside: inside / &common, whole: (whole / common).abs() }
    }

    /// Whether nothing lies inside.
    pub fn is_none(&self) -> bool {
        self.inside.is_zero()
    }

    /// Whether all of it lies inside.
    pub fn is_whole(&self) -> bool {
        self.inside == self.whole
    }

    /// Whether half of it or more lies inside.
    pub fn is_half(&self) -> bool {
        self.compare(1, 2) != Ordering::Less
    }

    /// How it compares with `num` over `den`, exactly; `den` is above 0.
    pub fn compare(&self, num: i64, den: i64) -> Ordering {
        (&self.inside * den).cmp(&(&self.whole * num))
    }

    /// The fraction, exact where its denominator is below 2^15, so that rules can go on
    /// reckoning with it: a cell holds terms of 31 bits.
    ///
    /// A longer one lies strictly between two neighbours among the fractions with such denominators: the last convergent and
    /// the last semiconvergent. It becomes the one of them with the greater denominator, which is above 2^14, so every
    /// fraction of a shorter denominator (none and all, a half, a third) compares with it as with the share itself.
    pub fn fraction(&self) -> Fraction {
        const MOST: i128 = i16::MAX as i128;
        // A convergent p / q of the continued fraction, and the one before it.
        let (mut before, mut now) = ((0_i128, 1_i128), (1_i128, 0_i128));
        let (mut num, mut den) = (self.inside.clone(), self.whole.clone());
        while !den.is_zero() {
            let (quotient, rest) = num.div_rem(&den);
            let times = |count: i128| (count * now.0 + before.0, count * now.1 + before.1);
            let next = quotient.to_i64().map(|quotient| times(quotient.into()));
            let Some(next) = next.filter(|next| next.1 <= MOST) else {
                let semi = times((MOST - before.1) / now.1.max(1));
                now = if semi.1 > now.1 { semi } else { now };
                break;
            };
            (before, now) = (now, next);
            (num, den) = (den, rest);
        }
        Fraction::new(now.0, now.1).unwrap_or(Fraction::ZERO)
    }
}
