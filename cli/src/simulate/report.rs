//! What a tally says, as tables: the same for people, for spreadsheets and for programs.

use super::interval::{MILLION, Sums, percent, share, thousandths, wilson};
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
    /// The seed of the first battle that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
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
        let (found, interval) = (share(count, of), wilson(count, of, MILLION));
        Self {
            percent: percent(found, 1),
            low: percent(interval.low, 1),
            high: percent(interval.high, 1),
            millionths: found,
        }
    }
}

impl From<&Sums> for Mean {
    fn from(sums: &Sums) -> Self {
        let margin = sums.margin().and_then(|it| i64::try_from(it).ok());
        Self {
            value: thousandths(sums.mean(), 2),
            margin: margin.map(|margin| thousandths(margin, 2)),
        }
    }
}

/// What a tally says.
pub fn tables(tally: &Tally) -> Vec<Table> {
    let mut tables = vec![table("won", results(&tally.all, ""))];
    for (title, parts, words) in [
        ("won by who acted first", &tally.first, " acted first"),
        ("won by place", &tally.placed, ""),
    ] {
        let rows = parts.iter().flat_map(|(name, part)| results(part, &format!("{name}{words}: ")));
        tables.push(table(title, rows.collect()));
    }
    let battles = tally.all.battles;
    let ends = tally.ends.iter().map(|(name, count)| shared(name.clone(), *count, battles));
    tables.push(table("ended", ends.collect()));
    tables.push(table("rounds", rounds(tally)));
    let mut losses = Vec::new();
    for (side, pieces) in &tally.losses {
        let of = pieces.iter();
        losses.extend(
            of.map(|(name, loss)| shared(format!("{side}: {name}"), loss.lost, loss.fielded)),
        );
    }
    tables.push(table("lost", losses));
    let points = tally.points.iter().map(|(side, sums)| mean(side.clone(), sums));
    tables.push(table("points lost", points.collect()));
    for (sort, title) in [
        (Sort::Ability, "abilities"),
        (Sort::Action, "actions"),
        (Sort::Card, "cards"),
        (Sort::Answer, "answers"),
    ] {
        let all = tally.used.get(&sort);
        tables.push(table(title, all.map_or_else(Vec::new, |all| uses(sort, all, battles))));
    }
    let faults = tally.faults.iter().map(|(words, fault)| {
        let seed = Some(fault.witness.seed);
        Row {
            name: words.clone(),
            count: fault.battles,
            of: tally.battles(),
            seed,
            ..Row::default()
        }
    });
    tables.push(table("faults", faults.collect()));
    tables.retain(|table| !table.rows.is_empty());
    tables
}

fn table(title: &str, rows: Vec<Row>) -> Table {
    Table { title: title.to_owned(), rows }
}

fn results(results: &Results, before: &str) -> Vec<Row> {
    let drawn = (results.drawn > 0).then_some(("nobody", &results.drawn));
    let won = results.won.iter().map(|(side, won)| (side.as_str(), won)).chain(drawn);
    won.map(|(side, won)| shared(format!("{before}{side}"), *won, results.battles)).collect()
}

fn shared(name: String, count: u64, of: u64) -> Row {
    Row { name, count, of, share: Some(Share::of(count, of)), ..Row::default() }
}

fn mean(name: String, sums: &Sums) -> Row {
    let of = sums.count;
    Row { name, count: sums.sum.unsigned_abs(), of, mean: Some(sums.into()), ..Row::default() }
}

fn rounds(tally: &Tally) -> Vec<Row> {
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
        rows.push(shared(round.to_string(), *count, battles));
    }
    if !rows.is_empty() {
        rows.push(mean(String::from("mean"), &sums));
    }
    rows
}

/// Those that were used, most often first, then the others.
fn uses(sort: Sort, all: &BTreeMap<String, Use>, battles: u64) -> Vec<Row> {
    let counted = sort != Sort::Ability;
    let mut all: Vec<(&String, &Use)> = all.iter().collect();
    all.sort_by_key(|(_, used)| std::cmp::Reverse((used.battles, used.times)));
    let row = |(name, used): (&String, &Use)| Row {
        times: counted.then_some(used.times),
        offered: counted.then_some(used.offered),
        seed: used.witness.map(|witness| witness.seed),
        ..shared(name.clone(), used.battles, battles)
    };
    all.into_iter().map(row).collect()
}
