//! Lengths without roots: squares as exact fractions, and the grain that makes lengths of them.

use super::point::Vector;
use std::cmp::Ordering;

/// The square of a length in micrometres, as an exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squared {
    /// At most 2^122.
    num: u128,
    /// From 1 to 2^63.
    den: u128,
}

/// What every length that a rule sees is a multiple of, in micrometres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grain(i64);

impl Squared {
    /// The square of a vector's length.
    pub fn of(way: Vector) -> Self {
        Self { num: u128::from(way.square().unsigned_abs()), den: 1 }
    }

    /// The square of half the length.
    pub(super) fn quarter(self) -> Self {
        Self { num: self.num, den: self.den * 4 }
    }

    /// The square of the distance from a line: the cross product with the line's vector, over the vector's length.
    pub fn from_line(cross: i64, line: Vector) -> Self {
        let cross = u128::from(cross.unsigned_abs());
        let den = u128::from(line.square().unsigned_abs());
        Self { num: cross * cross, den: den.max(1) }
    }
}

impl PartialOrd for Squared {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Squared {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.den == other.den {
            return self.num.cmp(&other.num);
        }
        // Most are so far apart that their sizes tell: a fraction lies within a factor of 2 of 2 to the difference of its logarithms.
        let size =
            |it: &Self| i64::from(it.den.leading_zeros()) - i64::from(it.num.leading_zeros());
        if self.num > 0 && other.num > 0 && size(self).abs_diff(size(other)) > 1 {
            return size(self).cmp(&size(other));
        }
        match (self.num.checked_mul(other.den), other.num.checked_mul(self.den)) {
            (Some(left), Some(right)) => left.cmp(&right),
            // Whole parts first; what is left is below the divisors, and its products fit.
            _ => (self.num / self.den).cmp(&(other.num / other.den)).then_with(|| {
                ((self.num % self.den) * other.den).cmp(&((other.num % other.den) * self.den))
            }),
        }
    }
}

impl Grain {
    /// The finest grain: 20 um. Rounding of corners stays well below half of it.
    pub const FINEST: Self = Self(20);
    /// The grid itself, for measures that no rule sees.
    pub(super) const GRID: Self = Self(1);
    /// The coarsest grain: a metre.
    const COARSEST: i64 = 1_000_000;

    /// A grain in micrometres; nothing below the finest (20 um) or above a metre.
    pub fn new(micrometres: i64) -> Option<Self> {
        (Self::FINEST.0..=Self::COARSEST).contains(&micrometres).then_some(Self(micrometres))
    }

    /// In micrometres.
    pub const fn micrometres(self) -> i64 {
        self.0
    }

    /// The length to the nearest multiple of the grain, halves up.
    pub fn root(self, square: Squared) -> i64 {
        let grain = u128::from(self.0.unsigned_abs());
        let halves = (4 * square.num / (square.den * grain * grain)).isqrt();
        i64::try_from(halves.div_ceil(2)).map_or(i64::MAX, |count| count.saturating_mul(self.0))
    }

    /// A length in micrometres to the nearest multiple of the grain, halves away from zero.
    pub fn round(self, length: i64) -> i64 {
        let size = (length.saturating_abs().saturating_add(self.0 / 2)) / self.0 * self.0;
        if length < 0 { -size } else { size }
    }
}
