//! How much of a spread is opening and how much is what came after: openings that were each played on several times.

#[cfg(test)]
mod tests;

use super::interval::MILLION;
use serde::{Deserialize, Serialize};

/// A number of every battle, by opening: sums that can be added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// How many openings.
    pub openings: u64,
    /// How many battles: each opening was played as often.
    pub battles: u64,
    /// The sum of the numbers.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
    /// The sum of the squares of the openings' sums.
    pub between: u64,
}

/// The share of a spread that is there already when the opening is over, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// The share.
    pub share: u64,
    /// How far its interval of 95 % reaches to either side.
    pub margin: u64,
}

impl Spread {
    /// The battles of one opening.
    pub fn of_opening(numbers: impl IntoIterator<Item = i64>) -> Self {
        let mut spread = Self { openings: 1, ..Self::default() };
        for number in numbers {
            spread.battles += 1;
            spread.sum = spread.sum.saturating_add(number);
            spread.squares = spread.squares.saturating_add(square(number));
        }
        spread.between = square(spread.sum);
        spread
    }

    /// Adds other openings.
    pub fn merge(&mut self, other: &Self) {
        self.openings = self.openings.saturating_add(other.openings);
        self.battles = self.battles.saturating_add(other.battles);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
        self.between = self.between.saturating_add(other.between);
    }

    /// The components of the variance by one-way analysis: the intraclass correlation, with Fisher's standard error. None where
    /// there are too few battles to tell, or all are alike.
    pub(super) fn opening(&self) -> Option<Opening> {
        let (openings, battles) = (i128::from(self.openings), i128::from(self.battles));
        let each = battles.checked_div(openings).filter(|each| *each >= 2)?;
        let less = openings.checked_sub(1).filter(|less| *less > 0)?;
        // Mean squares, both multiplied by `each * openings * less * (each - 1)`.
        let total = i128::from(self.sum).checked_mul(i128::from(self.sum))?;
        let between = i128::from(self.between).checked_mul(openings)?.checked_sub(total)?;
        let between = between.checked_mul(each - 1)?;
        let within = i128::from(self.squares).checked_mul(each)?;
        let within = within.checked_sub(i128::from(self.between))?.checked_mul(less)?;
        let whole = between.checked_add(within.checked_mul(each - 1)?)?;
        let million = i128::from(MILLION);
        if whole <= 0 {
            return None;
        }
        let share = between.checked_sub(within)?.max(0).checked_mul(million)? / whole;
        // In millionths: 1.96 (1 - r) (1 + (m - 1) r) sqrt(2 / (m (m - 1) (k - 1))).
        let root = u128::try_from(2_000_000_000_000 / (each * (each - 1) * less)).ok()?.isqrt();
        let apart = (million - share) * (million + (each - 1) * share) / million;
        let margin = apart.checked_mul(i128::try_from(root).ok()?)? / million * 196 / 100;
        let narrow =
            |millionths: i128| u64::try_from(millionths.clamp(0, million)).unwrap_or(MILLION);
        Some(Opening { share: narrow(share), margin: narrow(margin) })
    }

    /// For how many independent battles one counts, in millionths.
    pub(super) fn weight(&self) -> u64 {
        let each = self.battles.checked_div(self.openings).unwrap_or(1);
        let alike = self.opening().map_or(0, |opening| opening.share);
        let more = u128::from(alike) * u128::from(each.saturating_sub(1));
        let whole = u128::from(MILLION) * u128::from(MILLION);
        u64::try_from(whole / (u128::from(MILLION) + more)).unwrap_or(MILLION)
    }
}

fn square(number: i64) -> u64 {
    number.unsigned_abs().saturating_mul(number.unsigned_abs())
}
