//! Values of the small evaluator: what can be known of an army before it plays.

use std::cmp::Ordering;

use warwright_grammar::tree::{Number, Unit};

use crate::like::EntityId;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'t> {
    /// A number without a measure, or with one.
    Number(Ratio, Option<Unit>),
    /// Yes or no.
    Bool(bool),
    /// A name: of an enum's value, an entity, a faction, an ability.
    Word(&'t str),
    /// A name that was worked out.
    Text(String),
    /// Nothing.
    None,
    /// A declared entity.
    Entity(EntityId),
    /// A piece of the army, by position.
    Piece(usize),
    /// A group of the army, by position.
    Group(usize),
    /// Several.
    List(Vec<Value<'t>>),
    /// The army.
    Roster,
}

/// An exact number, in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    pub(super) numerator: i64,
    pub(super) denominator: i64,
}

impl Ratio {
    pub(super) fn whole(number: i64) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// A ratio in lowest terms; none for division by zero and overflow.
    pub(super) fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let common = i128::try_from(common).ok().filter(|common| *common != 0).unwrap_or(1);
        let sign = denominator.signum();
        Some(Self {
            numerator: i64::try_from(sign * numerator / common).ok()?,
            denominator: i64::try_from(sign * denominator / common).ok()?,
        })
    }

    pub(super) fn of(number: &Number) -> Option<Self> {
        let percent = if number.unit == Some(Unit::Percent) { 100 } else { 1 };
        Self::new(i128::from(number.numerator), i128::from(number.denominator) * percent)
    }

    fn parts(self) -> (i128, i128) {
        (i128::from(self.numerator), i128::from(self.denominator))
    }

    pub(super) fn add(self, other: Self) -> Option<Self> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::new(a * d + c * b, b * d)
    }

    pub(super) fn negate(self) -> Option<Self> {
        Some(Self { numerator: self.numerator.checked_neg()?, ..self })
    }

    pub(super) fn multiply(self, other: Self) -> Option<Self> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::new(a * c, b * d)
    }

    pub(super) fn divide(self, other: Self) -> Option<Self> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::new(a * d, b * c)
    }

    pub(super) fn compare(self, other: Self) -> Ordering {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        (a * d).cmp(&(c * b))
    }

    pub(super) fn floor(self) -> i64 {
        self.numerator.div_euclid(self.denominator)
    }

    pub(super) fn ceil(self) -> i64 {
        let down = self.floor();
        if self.numerator.rem_euclid(self.denominator) == 0 { down } else { down.saturating_add(1) }
    }

    /// The nearest whole number, halves up.
    pub(super) fn round(self) -> i64 {
        let half = Self { numerator: 1, denominator: 2 };
        self.add(half).map_or_else(|| self.floor(), Self::floor)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

impl Value<'_> {
    /// The words of a name.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A number in words, for help.
    pub(super) fn shown(&self) -> Option<String> {
        match self {
            Self::Number(ratio, _) => Some(ratio.to_string()),
            Self::Bool(answer) => Some(if *answer { "true" } else { "false" }.to_owned()),
            Self::None => Some("none".to_owned()),
            _ => self.word().map(str::to_owned),
        }
    }
}
