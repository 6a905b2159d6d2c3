//! Odds as people ask for them: takes a machine, where it begins and what is asked of the end, gives tables of how likely each
//! answer is, exact where that can be had.

pub mod ahead;
mod changes;
mod compare;
pub mod matrix;
mod problem;
mod table;
mod work;

pub use compare::{Compared, other};
pub use problem::Problem;
pub use table::{Row, Share, Table};
pub use work::Allowed;

use crate::faults;
use crate::output::{Failure, Output};
use crate::sampling::{Counts, Plays};
use crate::simulate::{MILLION, wilson};
use serde::Serialize;
use std::collections::BTreeMap;
use warwright_runtime::{Chance, Checked, Distribution, Fault, State};
use work::{Asks, Found};

/// A value of a question, in its order, with its words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// What it is ordered by.
    pub order: Vec<i64>,
    /// As it is shown.
    pub words: String,
}

/// What is asked of the end: a table each.
pub struct Asked<'a> {
    /// The questions as they are named, and whether each gives numbers, which have a mean.
    pub names: Vec<(String, bool)>,
    /// The answers of one end.
    pub of: &'a (dyn Fn(&State) -> Checked<Vec<Cell>> + Sync),
    /// What is played, in words: battles, or runs of a procedure.
    pub played: &'static str,
}

impl std::fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asked").field("names", &self.names).finish_non_exhaustive()
    }
}

/// The odds, and how they were come by.
#[derive(Debug, Serialize)]
pub struct Odds {
    /// How they were come by.
    #[serde(flatten)]
    pub how: How,
    /// A table for each question.
    pub tables: Vec<Table>,
}

/// How odds were come by.
#[derive(Debug, Serialize)]
#[serde(tag = "how", rename_all = "lowercase")]
pub enum How {
    /// Every fall of the dice was followed.
    Exact,
    /// Those that were followed to the end: what is certain of each chance.
    Bounds {
        /// How much of the probability is settled, in percent.
        settled: String,
        /// Why not all were.
        why: String,
    },
    /// So many were played.
    Sampled {
        /// What was played.
        #[serde(skip)]
        of: &'static str,
        /// How many.
        played: u64,
        /// The seed of the first; each has the next.
        seed: u64,
        /// Why nothing exact is known.
        why: String,
    },
}

/// Looks for the odds of what is about to run in a state.
///
/// # Errors
///
/// A fault of the rules; where the exact answer is wanted and no other, that there is none.
pub fn find(
    plays: &Plays<'_>,
    asked: &Asked<'_>,
    allowed: &Allowed,
    out: &mut Output,
) -> Result<Odds, Failure> {
    let reach = |counts: &Counts<Vec<Cell>>| {
        let all = (0..asked.names.len()).flat_map(|table| {
            let (counts, played) = of_table(counts, table);
            counts.into_values().map(move |times| wilson(times, played, MILLION).half())
        });
        all.max().unwrap_or(MILLION)
    };
    let asks = Asks { of: asked.of, reach: &reach };
    let fault = |it: Box<Fault>| Failure::failed(faults::fault_words(&it, plays.machine));
    Ok(match work::find(plays, &asks, allowed, out)? {
        Found::Exact(distribution) => {
            let tables = of_ends(&distribution, asked, &Share::Exact).map_err(fault)?;
            Odds { how: How::Exact, tables }
        }
        Found::Bounds(distribution, why) => {
            let settled = distribution.settled();
            let rest = Chance::one().minus(&settled);
            let between = |low: Chance| Share::Between(low.clone(), low.plus(&rest));
            let mut tables = of_ends(&distribution, asked, &between).map_err(fault)?;
            tables.iter_mut().for_each(|table| table.mean = None);
            Odds { how: How::Bounds { settled: table::percent(&settled, 4), why }, tables }
        }
        Found::Sampled(counts, played, why) => {
            let tables = asked.names.iter().enumerate().map(|(at, (name, numbers))| {
                let (counts, _) = of_table(&counts, at);
                table::counted(name, &counts, played, *numbers)
            });
            let tables = tables.collect();
            Odds { how: How::Sampled { of: asked.played, played, seed: allowed.seed, why }, tables }
        }
    })
}

/// How often each answer to one of the questions came, and of how many.
fn of_table(counts: &Counts<Vec<Cell>>, table: usize) -> (BTreeMap<&Cell, u64>, u64) {
    let (mut own, mut all) = (BTreeMap::new(), 0);
    for (answers, times) in counts {
        all += times;
        if let Some(answer) = answers.get(table) {
            *own.entry(answer).or_default() += times;
        }
    }
    (own, all)
}

/// The tables of ends whose chances are known.
fn of_ends(
    ends: &Distribution,
    asked: &Asked<'_>,
    share: &dyn Fn(Chance) -> Share,
) -> Checked<Vec<Table>> {
    let joint = ends.values(|state| (asked.of)(state))?;
    let mut tables = Vec::new();
    for (at, (name, numbers)) in asked.names.iter().enumerate() {
        let values = joint.of(|answers| answers.get(at).cloned());
        let rows = values.chances().filter_map(|(cell, chance)| {
            Some(Row { value: cell.as_ref()?.words.clone(), share: share(chance) })
        });
        let rows = rows.collect();
        let number = |cell: &Option<Cell>| cell.as_ref()?.order.first().copied();
        let mean = numbers.then(|| values.of(|cell| number(cell).unwrap_or_default()).mean());
        let mean = mean.map(|mean| format!("{mean} = {}", mean.decimal(6)));
        tables.push(Table { of: name.clone(), rows, mean });
    }
    Ok(tables)
}

impl Odds {
    /// Comma-separated values, a line for each row of each table: the chance in percent, with where it lies if it is not exact.
    pub fn csv(&self) -> String {
        let mut text = String::from("table,value,percent,low,high\n");
        for table in &self.tables {
            for row in &table.rows {
                let (low, high) = row.share.ends().unwrap_or_default();
                let percent = row.share.middle().unwrap_or_default();
                let words = [table::quoted(&table.of), table::quoted(&row.value)];
                text.push_str(&format!("{},{percent},{low},{high}\n", words.join(",")));
            }
        }
        text
    }
}

impl How {
    /// Whether every fall of the dice was followed.
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exact)
    }

    /// What the first line says.
    pub fn words(&self) -> String {
        match self {
            Self::Exact => String::from("exact"),
            Self::Bounds { settled, why } => format!(
                "bounds: {settled} % of the probability is settled, exactly; the rest may fall to any line ({why})"
            ),
            Self::Sampled { of, played, seed, why } => format!(
                "sampled: {played} {of} from seed {seed} on; each chance lies within its interval 95 times in 100 \
                 (not exact: {why})"
            ),
        }
    }
}
