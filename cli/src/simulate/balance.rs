//! What pieces are worth: takes battles of an army with and without each of its pieces, or of rosters against each other, gives
//! what points they suggest, and says where they suggest none.

#[cfg(test)]
mod tests;

use super::interval::{Sums, thousandths};
use super::report::{Mean, Row, Table, shared};
use super::tally::Tally;
use std::collections::BTreeMap;

/// A piece that is left out of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// What it is.
    pub name: String,
    /// What it costs.
    pub points: Option<i64>,
    /// How much more often the army wins with it than without: 2 for a battle that is won with it and lost without it, 1 where one
    /// of both is drawn.
    pub more: Sums,
}

/// What a side came to in a battle: 2 won, 1 drawn, 0 lost. None where the battle did not come to its end.
pub(super) fn score(battle: &Tally, side: &str) -> Option<i64> {
    if battle.all.battles != 1 {
        return None;
    }
    let won = battle.all.won.get(side).copied().unwrap_or(0);
    i64::try_from(2 * won + battle.all.drawn).ok()
}

/// A number with how far its interval reaches to either side, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct About {
    value: i64,
    margin: i64,
}

impl About {
    fn of(sums: &Sums) -> Option<Self> {
        let margin = i64::try_from(sums.margin()?).ok()?;
        Some(Self { value: sums.mean(), margin })
    }

    fn may_be_nothing(self) -> bool {
        self.value.abs() <= self.margin
    }
}

/// What the pieces of an army are worth in shares of battles won, and which points that suggests.
pub fn tables(side: &str, left: &[Left]) -> Vec<Table> {
    let worth = left.iter().map(|one| Row {
        name: format!("{} (percent)", one.name),
        count: one.more.sum.unsigned_abs(),
        of: one.more.count,
        mean: Some(Mean::halves(&one.more)),
        ..Row::default()
    });
    let worth = Table { title: format!("more won by {side} with it"), rows: worth.collect() };
    let priced: Vec<(&Left, i64, About)> = left
        .iter()
        .filter_map(|one| Some((one, one.points.filter(|it| *it > 0)?, About::of(&one.more)?)))
        .collect();
    let rows = match rate(&priced) {
        Some(rate) => priced
            .iter()
            .map(|(one, points, about)| suggested(one, *points, *about, rate))
            .collect(),
        None => vec![Row {
            name: String::from(
                "these battles suggest none: what the army's points are worth is lost in chance; play more",
            ),
            ..Row::default()
        }],
    };
    vec![worth, Table { title: String::from("points suggested"), rows }]
}

/// How much all pieces do together, and for how many points; none where that may be nothing.
fn rate(priced: &[(&Left, i64, About)]) -> Option<(i128, i128)> {
    let mut sum = 0_i128;
    let mut squares = 0_i128;
    let mut points = 0_i128;
    for (_, price, about) in priced {
        sum += i128::from(about.value);
        squares += i128::from(about.margin) * i128::from(about.margin);
        points += i128::from(*price);
    }
    let margin = i128::try_from(u128::try_from(squares).ok()?.isqrt()).ok()?;
    (sum > margin && points > 0).then_some((sum, points))
}

fn suggested(one: &Left, points: i64, about: About, (sum, all): (i128, i128)) -> Row {
    let in_points = |thousandths: i64| {
        i64::try_from(i128::from(thousandths) * all * 1_000 / sum).unwrap_or(i64::MAX)
    };
    let (value, margin) = (in_points(about.value), in_points(about.margin));
    let printed = points.saturating_mul(1_000);
    let judged = if about.may_be_nothing() {
        "too few battles to tell it from nothing"
    } else if value.abs_diff(printed) <= margin.unsigned_abs() {
        "as printed, as far as these battles tell"
    } else if value > printed {
        "worth more than printed"
    } else {
        "worth less than printed"
    };
    let mean = Mean { value: thousandths(value, 0), margin: Some(thousandths(margin, 0)) };
    let mean = (!about.may_be_nothing()).then_some(mean);
    let name = format!("{}, {points} printed: {judged}", one.name);
    Row { name, mean, ..Row::default() }
}

/// How rosters did against each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundRobin {
    /// By both rosters: how many battles the first won of how many.
    pub met: BTreeMap<(String, String), (u64, u64)>,
}

impl RoundRobin {
    /// Adds the battles of two rosters, by what was won of how many.
    pub fn add(&mut self, one: &str, other: &str, (won, lost, battles): (u64, u64, u64)) {
        for (ours, theirs, won) in [(one, other, won), (other, one, lost)] {
            let met = self.met.entry((ours.to_owned(), theirs.to_owned())).or_default();
            met.0 += won;
            met.1 += battles;
        }
    }

    /// Each against each, and each against all.
    pub fn tables(&self) -> Vec<Table> {
        let mut all: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        let mut pairs = Vec::new();
        for ((one, other), (won, battles)) in &self.met {
            pairs.push(shared(format!("{one} against {other}"), *won, *battles));
            let sum = all.entry(one).or_default();
            sum.0 += won;
            sum.1 += battles;
        }
        let all = all.into_iter().map(|(name, (won, of))| shared(name.to_owned(), won, of));
        let title = |title: &str| title.to_owned();
        vec![
            Table { title: title("won against all others"), rows: all.collect() },
            Table { title: title("won against each"), rows: pairs },
        ]
    }
}
