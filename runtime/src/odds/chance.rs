//! Exact chances, and distributions of values with what people ask of them.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// An exact fraction, reduced; mostly a chance from 0 to 1, also a mean.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chance {
    numerator: BigInt,
    denominator: BigUint,
}

impl Chance {
    /// The fraction of two numbers; one over nothing is taken for zero.
    pub fn new(numerator: BigInt, denominator: BigUint) -> Self {
        if denominator.is_zero() {
            return Self { numerator: BigInt::zero(), denominator: BigUint::one() };
        }
        let common = numerator.magnitude().gcd(&denominator);
        let numerator = BigInt::from_biguint(numerator.sign(), numerator.magnitude() / &common);
        Self { numerator, denominator: denominator / common }
    }

    /// The numerator.
    pub fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// The denominator, greater than zero.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// Zero: what cannot be.
    pub fn zero() -> Self {
        Self { numerator: BigInt::zero(), denominator: BigUint::one() }
    }

    /// One: what is sure.
    pub fn one() -> Self {
        Self { numerator: BigInt::one(), denominator: BigUint::one() }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// The sum of two.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        let left = &self.numerator * BigInt::from(other.denominator.clone());
        let right = &other.numerator * BigInt::from(self.denominator.clone());
        Self::new(left + right, &self.denominator * &other.denominator)
    }

    /// The difference of two.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let negative =
            Self { numerator: -&other.numerator, denominator: other.denominator.clone() };
        self.plus(&negative)
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        Self::new(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    /// The quotient; zero where the divisor is zero.
    pub(super) fn over(&self, other: &Self) -> Self {
        let turned = BigInt::from_biguint(other.numerator.sign(), other.denominator.clone());
        Self::new(&self.numerator * turned, &self.denominator * other.numerator.magnitude())
    }

    /// The value times `scale`, rounded to a whole number, halves away from zero: 10,000 gives hundredths of a percent.
    pub fn scaled(&self, scale: u64) -> BigInt {
        let doubled = self.numerator.magnitude() * scale * 2_u32 + &self.denominator;
        let rounded = doubled / (&self.denominator * 2_u32);
        let sign = if rounded.is_zero() { Sign::NoSign } else { self.numerator.sign() };
        BigInt::from_biguint(sign, rounded)
    }

    /// The value in decimals, rounded, without floats.
    pub fn decimal(&self, digits: u32) -> String {
        let scale = 10_u64.saturating_pow(digits.min(18));
        let scaled = self.scaled(scale);
        let sign = if scaled.sign() == Sign::Minus { "-" } else { "" };
        let (whole, rest) = scaled.magnitude().div_rem(&BigUint::from(scale));
        if digits == 0 {
            return format!("{sign}{whole}");
        }
        let rest = rest.to_string();
        let zeros = "0".repeat((digits.min(18) as usize).saturating_sub(rest.len()));
        format!("{sign}{whole}.{zeros}{rest}")
    }
}

impl Ord for Chance {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = &self.numerator * BigInt::from(other.denominator.clone());
        left.cmp(&(&other.numerator * BigInt::from(self.denominator.clone())))
    }
}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator.is_one() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// How likely each value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values<K> {
    pub(super) weights: BTreeMap<K, BigUint>,
    pub(super) total: BigUint,
}

impl<K: Ord> Values<K> {
    /// Each value that is possible with its chance, in rising order.
    pub fn chances(&self) -> impl Iterator<Item = (&K, Chance)> {
        self.weights.iter().map(|(value, weight)| (value, self.fraction(weight.clone())))
    }

    /// The chance of a value.
    pub fn chance(&self, value: &K) -> Chance {
        self.fraction(self.weights.get(value).cloned().unwrap_or_default())
    }

    /// The chance of this value or a greater one.
    pub fn at_least(&self, value: &K) -> Chance {
        self.fraction(self.weights.range(value..).map(|(_, weight)| weight).sum())
    }

    /// The chance of this value or a lesser one.
    pub fn at_most(&self, value: &K) -> Chance {
        self.fraction(self.weights.range(..=value).map(|(_, weight)| weight).sum())
    }

    /// How likely each answer to a question about the value is.
    #[must_use]
    pub fn of<L: Ord>(&self, ask: impl Fn(&K) -> L) -> Values<L> {
        let mut weights: BTreeMap<L, BigUint> = BTreeMap::new();
        for (value, weight) in &self.weights {
            *weights.entry(ask(value)).or_default() += weight;
        }
        Values { weights, total: self.total.clone() }
    }

    /// How many values are possible.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether no value is possible: of no run at all.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    fn fraction(&self, weight: BigUint) -> Chance {
        Chance::new(BigInt::from(weight), self.total.clone())
    }
}

impl Values<i64> {
    /// The mean of the values.
    pub fn mean(&self) -> Chance {
        let sum: BigInt =
            self.weights.iter().map(|(value, weight)| BigInt::from(weight.clone()) * *value).sum();
        Chance::new(sum, self.total.clone())
    }
}
