//! Two answers beside each other: the same question of another day, of other content, or another question.

use super::table::{Row, signed};
use super::{Odds, Table};
use crate::args;
use crate::output::{Failure, Output};
use serde::Serialize;
use std::path::PathBuf;
use warwright_runtime::Chance;

/// Two answers.
#[derive(Debug, Serialize)]
pub struct Compared {
    first: Odds,
    second: Odds,
}

/// The command line of the second question: the first one, but for what is said of it, `WHAT=VALUE` each.
///
/// # Errors
///
/// When something else is said.
pub fn other(ask: &args::Odds) -> Result<args::Odds, Failure> {
    let mut other = ask.clone();
    let mut is_first = true;
    for change in &ask.compare {
        let wrong = || {
            Failure::usage(format!(
                "`--compare {change}`: write as-of=DATE, root=DIR, path=PATH, save=FILE, given=GIVEN or run=CALL"
            ))
        };
        let (what, value) = change.split_once('=').ok_or_else(wrong)?;
        match what.trim() {
            "as-of" => other.sources.as_of = Some(value.to_owned()),
            "root" => other.sources.roots.push(PathBuf::from(value)),
            "path" => other.path = Some(value.to_owned()),
            "save" => other.save = Some(PathBuf::from(value)),
            "given" => other.given = Some(value.to_owned()),
            "run" => {
                if std::mem::take(&mut is_first) {
                    other.run.clear();
                }
                other.run.push(value.to_owned());
            }
            _ => return Err(wrong()),
        }
    }
    Ok(other)
}

impl Compared {
    /// The answers to two questions.
    pub fn new(first: Odds, second: Odds) -> Self {
        Self { first, second }
    }

    /// Each table with both chances and how much the second is above the first.
    pub fn show(&self, what: &[String], out: &mut Output) {
        out.line(&format!("first: {}", self.first.how.words()));
        out.line(&format!("second ({}): {}", what.join(", "), self.second.how.words()));
        for (first, second) in self.first.tables.iter().zip(&self.second.tables) {
            let rows = both(first, second);
            let width = rows.iter().map(|(value, ..)| value.chars().count()).max().unwrap_or(0);
            out.line(&format!("{}:", first.of));
            out.line(&format!(
                "  {:width$}  {:>8}    {:>8}    {:>8}",
                "", "first", "second", "more"
            ));
            for (value, one, other) in rows {
                let shown =
                    |row: Option<&Row>| row.map_or_else(|| String::from("0.0000"), Row::percent);
                let chance = |row: Option<&Row>| row.map_or_else(Chance::zero, Row::chance);
                let more = signed(&chance(other).minus(&chance(one)));
                let pad = " ".repeat(width.saturating_sub(value.chars().count()));
                let (one, other) = (shown(one), shown(other));
                out.line(&format!("  {value}{pad}  {one:>8} %  {other:>8} %  {more:>8}"));
            }
            if let (Some(one), Some(other)) = (&first.mean, &second.mean) {
                out.line(&format!("  mean {one}, and {other}"));
            }
        }
    }
}

/// All values of two tables, each with its row in either.
fn both<'t>(
    first: &'t Table,
    second: &'t Table,
) -> Vec<(&'t str, Option<&'t Row>, Option<&'t Row>)> {
    let mut rows: Vec<(&str, Option<&Row>, Option<&Row>)> = Vec::new();
    let mut after = 0;
    for row in &first.rows {
        rows.push((&row.value, Some(row), None));
    }
    for row in &second.rows {
        match rows.iter().position(|(value, ..)| *value == row.value) {
            Some(at) => {
                if let Some((_, _, other)) = rows.get_mut(at) {
                    *other = Some(row);
                }
                after = at + 1;
            }
            // Beside the one that it stands beside there.
            None => {
                rows.insert(after, (&row.value, None, Some(row)));
                after += 1;
            }
        }
    }
    rows
}
