//! Exact numbers: fractions in one cell, checked arithmetic on them, and how they become whole.

use num_integer::Integer;
use std::cmp::Ordering;
use warwright_ir::Rounding;

/// An exact fraction: reduced, with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: i64,
    den: i64,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// The whole number one.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// A whole number.
    pub const fn whole(value: i64) -> Self {
        Self { num: value, den: 1 }
    }

    /// `num` over `den`, reduced; nothing where `den` is zero or the result is too large.
    pub fn new(num: i128, den: i128) -> Option<Self> {
        if den == 1 {
            return Some(Self { num: i64::try_from(num).ok()?, den: 1 });
        }
        let gcd = match (i64::try_from(num), i64::try_from(den)) {
            (Ok(small_num), Ok(small_den)) => i128::from(gcd_of_words(small_num, small_den)),
            _ => num.gcd(&den),
        };
        if den == 0 || gcd == 0 {
            return None;
        }
        let sign = if den < 0 { -1 } else { 1 };
        Some(Self {
            num: i64::try_from((num / gcd).checked_mul(sign)?).ok()?,
            den: i64::try_from((den / gcd).checked_mul(sign)?).ok()?,
        })
    }

    /// The fraction that a cell holds; nothing where the cell holds none.
    pub fn from_cell(cell: i64) -> Option<Self> {
        let num = cell >> 32;
        let den = cell & 0xffff_ffff;
        (den != 0).then_some(Self { num, den })
    }

    /// The cell that holds it; nothing where it does not fit.
    pub fn to_cell(self) -> Option<i64> {
        let num = i32::try_from(self.num).ok()?;
        let den = u32::try_from(self.den).ok()?;
        Some((i64::from(num) << 32) | i64::from(den))
    }

    /// The numerator, which carries the sign.
    pub const fn numerator(self) -> i64 {
        self.num
    }

    /// The denominator, which is positive.
    pub const fn denominator(self) -> i64 {
        self.den
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.den == 1 && other.den == 1 {
            return self.num.checked_add(other.num).map(Self::whole);
        }
        let (a, b) = (i128::from(self.num), i128::from(self.den));
        let (c, d) = (i128::from(other.num), i128::from(other.den));
        Self::new(a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?, b.checked_mul(d)?)
    }

    /// The difference.
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negated()?)
    }

    /// The opposite.
    pub fn negated(self) -> Option<Self> {
        Some(Self { num: self.num.checked_neg()?, den: self.den })
    }

    /// The product.
    pub fn times(self, other: Self) -> Option<Self> {
        Self::new(
            i128::from(self.num).checked_mul(i128::from(other.num))?,
            i128::from(self.den).checked_mul(i128::from(other.den))?,
        )
    }

    /// The quotient; nothing where `other` is zero or the result is too large.
    pub fn over(self, other: Self) -> Option<Self> {
        Self::new(
            i128::from(self.num).checked_mul(i128::from(other.den))?,
            i128::from(self.den).checked_mul(i128::from(other.num))?,
        )
    }

    /// Its size without its sign.
    pub fn size(self) -> Option<Self> {
        Some(Self { num: self.num.checked_abs()?, den: self.den })
    }

    /// Made whole.
    pub fn round(self, how: Rounding) -> Option<i64> {
        match how {
            Rounding::Floor => Some(self.num.div_euclid(self.den)),
            Rounding::Ceil => {
                let (quotient, rest) =
                    (self.num.div_euclid(self.den), self.num.rem_euclid(self.den));
                if rest == 0 { Some(quotient) } else { quotient.checked_add(1) }
            }
            Rounding::Nearest => {
                let (num, den) = (i128::from(self.num), i128::from(self.den));
                let twice = num.checked_abs()?.checked_mul(2)?.checked_add(den)?;
                let size = twice.div_euclid(den.checked_mul(2)?);
                i64::try_from(if num < 0 { -size } else { size }).ok()
            }
        }
    }

    /// Made whole: to the nearest, halves to even.
    pub fn round_to_even(self) -> Option<i64> {
        let (num, den) = (i128::from(self.num), i128::from(self.den));
        let (floor, rest) = (num.div_euclid(den), num.rem_euclid(den));
        let up = match (rest * 2).cmp(&den) {
            Ordering::Less => 0,
            Ordering::Greater => 1,
            Ordering::Equal => floor & 1,
        };
        i64::try_from(floor + up).ok()
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i128::from(self.num) * i128::from(other.den);
        let right = i128::from(other.num) * i128::from(self.den);
        left.cmp(&right)
    }
}

fn gcd_of_words(a: i64, b: i64) -> u64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
