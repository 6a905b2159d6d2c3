//! Shares and means with their intervals, in whole numbers: the same digits on every machine.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

/// So many parts make one.
pub const MILLION: u64 = 1_000_000;

/// How many standard errors an interval of 95 % reaches to either side, in ten-thousandths.
const REACH: u128 = 19_600;
/// Its square, in ten-thousandths.
const REACH_SQUARED: u128 = 38_416;

/// From where to where something lies with 95 % confidence, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The lower end.
    pub low: u64,
    /// The upper end.
    pub high: u64,
}

impl Interval {
    /// Half of its length.
    pub fn half(&self) -> u64 {
        self.high.saturating_sub(self.low) / 2
    }
}

/// A share in millionths.
pub(super) fn share(count: u64, of: u64) -> u64 {
    let millionths = u128::from(count) * u128::from(MILLION) + u128::from(of / 2);
    u64::try_from(millionths / u128::from(of.max(1))).unwrap_or(MILLION).min(MILLION)
}

/// Wilson's score interval of a share. `weight`: how many independent trials one trial counts for, in millionths; one million
/// where they are independent.
pub fn wilson(count: u64, of: u64, weight: u64) -> Interval {
    let weighted = |trials: u64| u128::from(trials) * u128::from(weight) / 1_000;
    // In thousandths of a trial.
    let (hits, trials) = (weighted(count.min(of)), weighted(of));
    if trials == 0 {
        return Interval { low: 0, high: MILLION };
    }
    let spread = hits.saturating_mul(trials - hits).saturating_mul(1_000_000_000) / trials;
    let root = (spread + REACH_SQUARED * 25_000_000).isqrt();
    let whole = trials * 10 + REACH_SQUARED;
    let middle = u128::from(MILLION) * (hits * 10 + REACH_SQUARED / 2);
    let reach = REACH * root;
    let narrow = |millionths: u128| u64::try_from(millionths).unwrap_or(MILLION).min(MILLION);
    // Rounded outwards: what is certain never looks more so than it is.
    Interval {
        low: narrow(middle.saturating_sub(reach) / whole),
        high: narrow((middle + reach).div_ceil(whole)),
    }
}

/// A sum of numbers that can be added to others: how many, their sum, the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Sums {
    /// Adds a number.
    pub fn add(&mut self, number: i64) {
        self.count += 1;
        self.sum = self.sum.saturating_add(number);
        let square = number.unsigned_abs().saturating_mul(number.unsigned_abs());
        self.squares = self.squares.saturating_add(square);
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The mean in thousandths.
    pub fn mean(&self) -> i64 {
        let count = i128::from(self.count.max(1));
        let thousandfold = i128::from(self.sum) * 1_000;
        i64::try_from((thousandfold + count / 2).div_euclid(count)).unwrap_or(i64::MAX)
    }

    /// How far an interval of 95 % reaches to either side of the mean, in thousandths; none of fewer than two.
    pub fn margin(&self) -> Option<u64> {
        let count = u128::from(self.count);
        let less = count.checked_sub(1).filter(|less| *less > 0)?;
        let squared = u128::from(self.sum.unsigned_abs()) * u128::from(self.sum.unsigned_abs());
        let spread = count.saturating_mul(u128::from(self.squares)).saturating_sub(squared);
        let of = count.saturating_mul(count).saturating_mul(less);
        let error = (spread.saturating_mul(10_000_000_000) / of).isqrt();
        u64::try_from((error.saturating_mul(REACH) + 500_000) / 1_000_000).ok()
    }
}

/// Millionths as a percentage with so many decimals (up to four).
pub(super) fn percent(millionths: u64, decimals: u32) -> String {
    fixed(i128::from(millionths), 4, decimals)
}

/// Thousandths with so many decimals (up to three).
pub fn thousandths(number: i64, decimals: u32) -> String {
    fixed(i128::from(number), 3, decimals)
}

/// A number of which the last `places` digits stand behind the point, rounded to `decimals` of them.
fn fixed(number: i128, places: u32, decimals: u32) -> String {
    let cut = 10_i128.pow(places.saturating_sub(decimals));
    let rounded = (number.abs() + cut / 2) / cut;
    let sign = if number < 0 && rounded > 0 { "-" } else { "" };
    let one = 10_i128.pow(decimals);
    let (whole, rest) = (rounded / one, rounded % one);
    match decimals {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{rest:0width$}", width = decimals as usize),
    }
}
