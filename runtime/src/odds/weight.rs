//! Weights: whole numbers that are mostly small and never overflow.

use num_bigint::BigUint;

/// A whole number: in one machine word of 128 bits as long as it fits.
#[derive(Clone, Debug)]
pub(super) enum Weight {
    /// One that fits.
    Small(u128),
    /// Any.
    Big(BigUint),
}

impl Weight {
    pub(super) const ZERO: Self = Self::Small(0);
    pub(super) const ONE: Self = Self::Small(1);

    /// A number of any size.
    pub(super) fn of(number: BigUint) -> Self {
        u128::try_from(&number).map_or(Self::Big(number), Self::Small)
    }

    /// The number for arithmetic with large ones.
    pub(super) fn big(&self) -> BigUint {
        match self {
            Self::Small(small) => BigUint::from(*small),
            Self::Big(big) => big.clone(),
        }
    }

    /// How many bytes it takes beside its own.
    pub(super) fn spilled(&self) -> usize {
        match self {
            Self::Small(_) => 0,
            Self::Big(big) => usize::try_from(big.bits() / 8 + 8).unwrap_or(usize::MAX),
        }
    }

    /// The product of two.
    pub(super) fn times(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small(left), Self::Small(right)) => match left.checked_mul(*right) {
                Some(product) => Self::Small(product),
                None => Self::Big(BigUint::from(*left) * *right),
            },
            (Self::Big(big), Self::Small(small)) | (Self::Small(small), Self::Big(big)) => {
                match u64::try_from(*small) {
                    Ok(1) => Self::Big(big.clone()),
                    Ok(small) => Self::Big(big * small),
                    Err(_) => Self::Big(big * *small),
                }
            }
            (Self::Big(left), Self::Big(right)) => Self::Big(left * right),
        }
    }

    /// Adds another.
    pub(super) fn add(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Small(left), Self::Small(right)) => match left.checked_add(*right) {
                Some(sum) => *left = sum,
                None => *self = Self::Big(BigUint::from(*left) + *right),
            },
            (Self::Big(left), Self::Small(right)) => *left += *right,
            (Self::Big(left), Self::Big(right)) => *left += right,
            (Self::Small(left), Self::Big(right)) => *self = Self::Big(right + *left),
        }
    }

    /// A power of a number.
    pub(super) fn power(base: u64, exponent: u32) -> Self {
        match u128::from(base).checked_pow(exponent) {
            Some(power) => Self::Small(power),
            None => Self::Big(BigUint::from(base).pow(exponent)),
        }
    }

    /// Whether it is one.
    pub(super) fn is_one(&self) -> bool {
        matches!(self, Self::Small(1))
    }
}
