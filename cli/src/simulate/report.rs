//! What a tally says, as tables: the same for people, for spreadsheets and for programs.

use super::interval::{MILLION, Sums, percent, share, thousandths, wilson};
use super::spread::Spread;
use super::tally::{Results, Sort, Tally, Use};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a run says.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The battle that was played.
    pub scenario: String,
    /// The day of its errata, where some are in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errata: Option<String>,
    /// The seed of the run.
    pub seed: u64,
    /// Which part of the run it is, where it is not the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// How many battles were played.
    pub battles: u64,
    /// The tables.
    pub tables: Vec<Table>,
}

/// A table.
#[derive(Debug, Serialize)]
pub struct Table {
    /// What it is of.
    pub title: String,
    /// Its rows.
    pub rows: Vec<Row>,
}

impl Table {
    /// A table of names alone.
    pub fn of_names(title: &str, names: Vec<String>) -> Self {
        let rows = names.into_iter().map(|name| Row { name, ..Row::default() });
        Self { title: title.to_owned(), rows: rows.collect() }
    }
}

/// A row of a table. What does not apply is missing.
#[derive(Debug, Default, Serialize)]
pub struct Row {
    /// What it is of.
    pub name: String,
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// The share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// The mean of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<Mean>,
    /// How often altogether.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
    /// How often it could have been.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offered: Option<u64>,
    /// The first battle that shows it, as `play` takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
}

/// A share in percent with the interval in which it lies with 95 % confidence.
#[derive(Debug, Serialize)]
pub struct Share {
    /// As it was found.
    pub percent: String,
    /// The lower end.
    pub low: String,
    /// The upper end.
    pub high: String,
    /// In millionths, for bars.
    #[serde(skip)]
    pub millionths: u64,
    /// Both ends in millionths.
    #[serde(skip)]
    pub ends: (u64, u64),
}

/// A mean with how far its interval of 95 % reaches to either side.
#[derive(Debug, Serialize)]
pub struct Mean {
    /// As it was found.
    pub value: String,
    /// To either side; none where there is one number only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<String>,
}

impl Share {
    /// The share of independent trials.
    pub fn of(count: u64, of: u64) -> Self {
        Self::weighted(count, of, MILLION)
    }

    /// The share of trials of which each counts for `weight` millionths of an independent one.
    fn weighted(count: u64, of: u64, weight: u64) -> Self {
        let (found, interval) = (share(count, of), wilson(count, of, weight));
        Self {
            percent: percent(found, 1),
            low: percent(interval.low, 1),
            high: percent(interval.high, 1),
            millionths: found,
            ends: (interval.low, interval.high),
        }
    }
}

impl From<&Sums> for Mean {
    fn from(sums: &Sums) -> Self {
        Self::weighted(sums, MILLION)
    }
}

impl Mean {
    /// The mean of numbers of which each counts for `weight` millionths of an independent one.
    fn weighted(sums: &Sums, weight: u64) -> Self {
        // An error grows as the root of the number of trials falls.
        let wider = |margin: u64| {
            let square = u128::from(margin) * u128::from(margin) * u128::from(MILLION);
            (square / u128::from(weight.max(1))).isqrt()
        };
        let margin = sums.margin().map(wider).and_then(|it| i64::try_from(it).ok());
        Self {
            value: thousandths(sums.mean(), 2),
            margin: margin.map(|margin| thousandths(margin, 2)),
        }
    }
}

/// What a tally says.
pub(super) fn tables(tally: &Tally) -> Vec<Table> {
    let weight = tally.weight();
    let shared = |name: String, count: u64, of: u64| weighted(name, count, of, weight);
    let mut tables = vec![table("won", results(&tally.all, "", weight))];
    for (title, parts, words) in [
        ("won by who acted first", &tally.first, " acted first"),
        ("won by how the sides are set up", &tally.placed, ""),
    ] {
        let of =
            |(name, part): (&String, &Results)| results(part, &format!("{name}{words}: "), weight);
        tables.push(table(title, parts.iter().flat_map(of).collect()));
    }
    let battles = tally.all.battles;
    let ends = tally.ends.iter().map(|(name, ending)| Row {
        play: Some(ending.witness.to_string()),
        ..shared(name.clone(), ending.battles, battles)
    });
    let never = tally.used.get(&Sort::End).into_iter().flatten().filter(|(_, it)| it.battles == 0);
    let never = never.map(|(why, _)| shared(why.clone(), 0, battles));
    tables.push(table("ended", ends.chain(never).collect()));
    tables.push(table("rounds", rounds(tally, weight)));
    let mut losses = Vec::new();
    for (side, pieces) in &tally.losses {
        for (name, loss) in pieces {
            losses.push(shared(format!("{side}: {name}"), loss.lost, loss.fielded));
        }
    }
    tables.push(table("lost", losses));
    let points = tally.points.iter().map(|(side, sums)| mean(side.clone(), sums, weight));
    tables.push(table("points lost", points.collect()));
    tables.push(table("spread that is there when the opening is over", openings(tally)));
    for (sort, title) in [
        (Sort::Ability, "abilities"),
        (Sort::Rule, "rules"),
        (Sort::Action, "actions"),
        (Sort::Card, "cards"),
        (Sort::Answer, "answers"),
    ] {
        let all = tally.used.get(&sort);
        tables.push(table(title, all.map_or_else(Vec::new, |all| uses(sort, all, battles))));
    }
    let faults = tally.faults.iter().map(|(words, fault)| Row {
        name: words.clone(),
        count: fault.battles,
        of: tally.battles(),
        play: Some(fault.witness.to_string()),
        ..Row::default()
    });
    tables.push(table("faults", faults.collect()));
    tables.retain(|table| !table.rows.is_empty());
    tables
}

fn table(title: &str, rows: Vec<Row>) -> Table {
    Table { title: title.to_owned(), rows }
}

fn results(results: &Results, before: &str, weight: u64) -> Vec<Row> {
    let drawn = (results.drawn > 0).then_some(("nobody", &results.drawn));
    let won = results.won.iter().map(|(side, won)| (side.as_str(), won)).chain(drawn);
    let row = |(side, won): (&str, &u64)| {
        weighted(format!("{before}{side}"), *won, results.battles, weight)
    };
    won.map(row).collect()
}

/// A row with the share of independent trials.
pub(super) fn shared(name: String, count: u64, of: u64) -> Row {
    weighted(name, count, of, MILLION)
}

fn weighted(name: String, count: u64, of: u64, weight: u64) -> Row {
    let share = Some(Share::weighted(count, of, weight));
    Row { name, count, of, share, ..Row::default() }
}

fn mean(name: String, sums: &Sums, weight: u64) -> Row {
    let (of, mean) = (sums.count, Mean::weighted(sums, weight));
    Row { name, count: sums.sum.unsigned_abs(), of, mean: Some(mean), ..Row::default() }
}

fn rounds(tally: &Tally, weight: u64) -> Vec<Row> {
    let mut sums = Sums::default();
    let mut rows = Vec::new();
    let battles = tally.rounds.values().fold(0, |sum: u64, count| sum.saturating_add(*count));
    for (round, count) in &tally.rounds {
        let number = u64::try_from(*round).unwrap_or(0);
        let times = i64::try_from(*count).unwrap_or(i64::MAX);
        sums.merge(&Sums {
            count: *count,
            sum: round.saturating_mul(times),
            squares: number.saturating_mul(number).saturating_mul(*count),
        });
        rows.push(weighted(round.to_string(), *count, battles, weight));
    }
    if !rows.is_empty() {
        rows.push(mean(String::from("mean"), &sums, weight));
    }
    rows
}

/// How much of the spread of each number is opening; the rest is what chance did after it.
fn openings(tally: &Tally) -> Vec<Row> {
    let of = |(name, spread): (&String, &Spread)| {
        let opening = spread.opening()?;
        let share = Share {
            percent: percent(opening.share, 1),
            low: percent(opening.share.saturating_sub(opening.margin), 1),
            high: percent(opening.share.saturating_add(opening.margin).min(MILLION), 1),
            millionths: opening.share,
            ends: (
                opening.share.saturating_sub(opening.margin),
                opening.share.saturating_add(opening.margin).min(MILLION),
            ),
        };
        let (count, of) = (spread.openings, spread.battles);
        Some(Row { name: name.clone(), count, of, share: Some(share), ..Row::default() })
    };
    tally.spreads.iter().filter_map(of).collect()
}

/// Those that were used, most often first, then the others.
fn uses(sort: Sort, all: &BTreeMap<String, Use>, battles: u64) -> Vec<Row> {
    let counted = !matches!(sort, Sort::Ability | Sort::Rule);
    let mut all: Vec<(&String, &Use)> = all.iter().collect();
    all.sort_by_key(|(_, used)| std::cmp::Reverse((used.battles, used.times)));
    let row = |(name, used): (&String, &Use)| Row {
        times: counted.then_some(used.times),
        offered: counted.then_some(used.offered),
        play: used.witness.map(|witness| witness.to_string()),
        ..shared(name.clone(), used.battles, battles)
    };
    all.into_iter().map(row).collect()
}
