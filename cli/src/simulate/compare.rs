//! What a change does: takes battles that were played before and after it with the same chance, gives the differences.

#[cfg(test)]
mod tests;

use super::interval::{Sums, thousandths};
use super::report::{Mean, Row, Share, Table, shared};
use super::tally::Tally;
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of battles: one before the change, one after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// What the battles before it came to.
    pub before: Tally,
    /// What the battles after it came to.
    pub after: Tally,
    /// Pairs of which both came to their end.
    pairs: u64,
    /// Of them, those that came to the same in all that is compared.
    same: u64,
    /// By what is compared: how much more it is after the change.
    more: BTreeMap<String, Sums>,
}

impl Paired {
    /// Adds a pair.
    pub fn add(&mut self, before: Tally, after: Tally) {
        if before.all.battles == 1 && after.all.battles == 1 {
            let of = |tally: &Tally| tally.numbers().into_iter().collect::<BTreeMap<_, _>>();
            let (then, now) = (of(&before), of(&after));
            self.pairs += 1;
            self.same += u64::from(then == now);
            let names: BTreeSet<&String> = then.keys().chain(now.keys()).collect();
            for name in names {
                let number = |of: &BTreeMap<String, i64>| of.get(name).copied().unwrap_or(0);
                let more = number(&now).saturating_sub(number(&then));
                self.more.entry(name.clone()).or_default().add(more);
            }
        }
        self.before.merge(before);
        self.after.merge(after);
    }

    /// The differences, then what battles came to before and after. `change` says what was changed.
    pub fn tables(&self, change: &str) -> Vec<Table> {
        let mut more =
            vec![shared(String::from("pairs that came to the same"), self.same, self.pairs)];
        for (name, sums) in &self.more {
            // Of what happens or not, a mean is a share.
            let (mean, unit) = if name.starts_with("won by") {
                (Mean::hundredfold(sums), " (percent)")
            } else {
                (Mean::from(sums), "")
            };
            let row = Row {
                name: format!("{name}{unit}"),
                of: sums.count,
                mean: Some(mean),
                ..Row::default()
            };
            more.push(Row { count: sums.sum.unsigned_abs(), ..row });
        }
        let mut tables = vec![Table { title: format!("more with {change}"), rows: more }];
        for (title, tally) in [("before", &self.before), ("after", &self.after)] {
            let mut rows: Vec<Row> = Vec::new();
            let all = &tally.all;
            let row = |(side, won): (&str, &u64)| shared(side.to_owned(), *won, all.battles);
            rows.extend(all.won.iter().map(|(side, won)| row((side, won))));
            rows.extend((all.drawn > 0).then(|| row(("nobody", &all.drawn))));
            let points = tally.points.iter();
            rows.extend(points.map(|(side, sums)| Row {
                name: format!("points lost by {side}"),
                count: sums.sum.unsigned_abs(),
                of: sums.count,
                mean: Some(sums.into()),
                ..Row::default()
            }));
            for (words, fault) in &tally.faults {
                let share = Share::of(fault.battles, tally.battles());
                rows.push(Row {
                    name: format!("fault: {words}"),
                    count: fault.battles,
                    of: tally.battles(),
                    share: Some(share),
                    ..Row::default()
                });
            }
            tables.push(Table { title: title.to_owned(), rows });
        }
        tables
    }
}

impl Mean {
    /// A mean of numbers from -1 to 1 in percent.
    fn hundredfold(sums: &Sums) -> Self {
        Self::times(sums, 100)
    }

    /// A mean of numbers from -2 to 2, which stand for twice a share, in percent.
    pub(super) fn halves(sums: &Sums) -> Self {
        Self::times(sums, 50)
    }

    fn times(sums: &Sums, factor: i64) -> Self {
        let percent = |thousandths: i64| thousandths.saturating_mul(factor);
        let margin = sums.margin().and_then(|it| i64::try_from(it).ok());
        Self {
            value: thousandths(percent(sums.mean()), 1),
            margin: margin.map(|margin| thousandths(percent(margin), 1)),
        }
    }
}
