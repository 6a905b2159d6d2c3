//! Numbers and days as written: exact, with their measures.

use serde::Serialize;

/// A number as written, as an exact fraction: `3.5"` is 35 over 10, in inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Number {
    /// The digits without the point.
    pub numerator: i64,
    /// A power of ten, or the divisor of a fraction character; at least 1.
    pub denominator: u32,
    /// The measure.
    pub unit: Option<Unit>,
}

/// The measures that a number may carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Unit {
    /// `"` or `in`
    Inch,
    /// `cm`
    Centimetre,
    /// `mm`
    Millimetre,
    /// `hex`, `hexes`
    Hex,
    /// `deg`
    Degree,
    /// `%`
    Percent,
}

/// A day: `2010-03-01`, which is a real one (the reader checks month and day).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day, 1 to 31.
    pub day: u8,
}
