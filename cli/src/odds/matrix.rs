//! A question asked of all pairs of units of two armies: a table with a number in each field.

use super::problem::{Problem, of_questions, parts};
use super::{Allowed, How, Odds};
use crate::args;
use crate::clock::Clock;
use crate::output::{Failure, Output};
use crate::question::{self, Question};
use crate::render::Format;
use anstyle::{Ansi256Color, Color, Style};
use serde::Serialize;
use std::time::Duration;
use warwright_ir::{KindBase, Program};
use warwright_runtime::Machine;

/// A number for each pair.
#[derive(Debug, Serialize)]
pub struct Matrix {
    /// What it is: the mean of what is shown, or how likely that is.
    of: String,
    rows: Vec<String>,
    columns: Vec<String>,
    /// Row by row, in text, so that no reader rounds it.
    values: Vec<Vec<String>>,
    /// The pairs of which nothing exact is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inexact: Vec<(String, String)>,
}

/// A piece of the question with the army whose units it is in turn.
type Varied<'m> = (&'m str, &'m str);

/// So long is looked for the number of a pair, however many there are.
const LEAST: Duration = Duration::from_secs(1);

/// Asks the question of all pairs.
///
/// # Errors
///
/// When the question cannot be asked of some pair, or shows no number.
pub fn asked(
    ask: &args::Odds,
    varied: &str,
    allowed: &Allowed,
    format: Format,
    out: &mut Output,
) -> Result<Matrix, Failure> {
    let (first, second) = read(varied)?;
    let [show] = ask.show.as_slice() else {
        return Err(Failure::usage("a matrix has one number in each field: give one `--show`"));
    };
    if parts(show).len() != 1 || ask.run.is_empty() {
        return Err(Failure::usage("a matrix shows one value, after one or more `--run`"));
    }
    let path = ask.path.as_deref().unwrap_or_default();
    // A file may hold a whole game, its battle too.
    let named = || question::scenario(path, ask.scenario.as_deref(), &ask.sources);
    if ask.scenario.is_some() || !std::path::Path::new(path).exists() && named()?.is_some() {
        return Err(Failure::usage(
            "the units of a matrix meet on an empty table: name the game alone, without a scenario",
        ));
    }
    let none = Question { of: None, given: None, runs: &[], shows: &["1 + 1"] };
    // What there is to say of the content is said once, below.
    let quiet = &mut Output::memory();
    let known = question::compile(path, &[none], &ask.sources, format, quiet)
        .or_else(|_| question::compile(path, &[none], &ask.sources, format, out))?;
    let rows = units(known.program.program(), first.1)?;
    let columns = units(known.program.program(), second.1)?;
    let plain = format!("{}: X ; {}: X", first.0, second.0);
    let given = ask.given.as_deref().unwrap_or(&plain);
    let mut texts = Vec::new();
    for row in &rows {
        let given = with_unit(given, first.0, row)?;
        for column in &columns {
            texts.push(with_unit(&given, second.0, column)?);
        }
    }
    let runs: Vec<&str> = ask.run.iter().map(String::as_str).collect();
    let shows = [show.as_str()];
    let questions = texts.iter().map(|given| Question {
        of: None,
        given: Some(given),
        runs: &runs,
        shows: &shows,
    });
    let questions: Vec<Question<'_>> = questions.collect();
    let compiled = question::compile(path, &questions, &ask.sources, format, out)?;
    let machine = Machine::new(&compiled.program);
    let clock = Clock::of(allowed.time);
    let mut matrix =
        Matrix { of: show.clone(), rows, columns, values: Vec::new(), inexact: Vec::new() };
    let problems = of_questions(&compiled, runs.len());
    let mut left = u32::try_from(problems.len()).unwrap_or(u32::MAX);
    for (row, tests) in matrix.rows.iter().zip(problems.chunks(matrix.columns.len().max(1))) {
        let mut values = Vec::new();
        for (column, tests) in matrix.columns.iter().zip(tests) {
            let problem = Problem::of_tests(machine.clone(), tests, &ask.show)?;
            let time = (clock.left() / left.max(1)).max(LEAST);
            let odds = problem.odds(&Allowed { time, ..*allowed }, out)?;
            left = left.saturating_sub(1);
            values.push(match odds.how {
                How::Bounds { .. } => String::from("-"),
                _ => number(&odds)?,
            });
            if !odds.how.is_exact() {
                matrix.inexact.push((row.clone(), column.clone()));
            }
        }
        matrix.values.push(values);
    }
    Ok(matrix)
}

/// `a: ARMY ; b: ARMY`.
fn read(varied: &str) -> Result<(Varied<'_>, Varied<'_>), Failure> {
    let pairs: Vec<Varied<'_>> = varied
        .split(';')
        .filter_map(|part| part.split_once(':'))
        .map(|(piece, army)| (piece.trim(), army.trim().trim_matches('"')))
        .collect();
    match pairs.as_slice() {
        [first, second] => Ok((*first, *second)),
        _ => Err(Failure::usage(format!(
            "`--matrix {varied}`: write two pieces of the question with an army each, as 'a: ARMY ; b: ARMY'"
        ))),
    }
}

/// The units of an army, in order: what is a piece and no form of another.
fn units(program: &Program, army: &str) -> Result<Vec<String>, Failure> {
    let text = |id| program.texts.get(id).map_or("", String::as_str);
    let is_piece = |kind| program.kinds.get(kind).is_some_and(|it| it.base == KindBase::Piece);
    let entries = program.entries.values().filter(|entry| {
        entry.base.is_none()
            && is_piece(entry.kind)
            && entry.faction.is_some_and(|of| text(of).eq_ignore_ascii_case(army))
    });
    let units: Vec<String> = entries.map(|entry| text(entry.name).to_owned()).collect();
    if !units.is_empty() {
        return Ok(units);
    }
    let mut armies: Vec<&str> =
        program.entries.values().filter_map(|entry| entry.faction).map(text).collect();
    armies.sort_unstable();
    armies.dedup();
    Err(Failure::failed(format!("there is no army `{army}`; there are {}", armies.join(", "))))
}

/// What is given, with a unit for one of its pieces.
fn with_unit(given: &str, piece: &str, unit: &str) -> Result<String, Failure> {
    let missing = || Failure::usage(format!("no piece `{piece}` is given"));
    let mut from = 0;
    loop {
        let rest = given.get(from..).ok_or_else(missing)?;
        let at = from + rest.find(piece).ok_or_else(missing)?;
        from = at + piece.len();
        let before = given.get(..at).and_then(|it| it.trim_end().chars().next_back());
        let after = given.get(from..).unwrap_or_default();
        let Some(named) = after.trim_start().strip_prefix(':') else { continue };
        if before.is_some_and(|sign| sign != ';') {
            continue;
        }
        let named = named.trim_start();
        let rest = match named.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').map(|(_, rest)| rest),
            None => {
                let end = named.find(|sign: char| !sign.is_alphanumeric() && sign != '_');
                named.get(end.unwrap_or(named.len())..)
            }
        };
        let begin = given.get(..from).unwrap_or_default();
        return Ok(format!("{begin}: \"{unit}\"{}", rest.ok_or_else(missing)?));
    }
}

/// The one number of an answer: a mean, or how likely a yes is, in percent.
fn number(odds: &Odds) -> Result<String, Failure> {
    let table = odds.tables.first();
    let mean = table.and_then(|table| table.mean.as_ref());
    if let Some(mean) = mean {
        let decimal = mean.rsplit("= ").next().unwrap_or(mean);
        return Ok(decimal.split(' ').next().unwrap_or(decimal).to_owned());
    }
    let rows = table.map(|table| table.rows.as_slice()).unwrap_or_default();
    if rows.iter().all(|row| ["yes", "no"].contains(&row.value.as_str())) {
        let yes = rows.iter().find(|row| row.value == "yes");
        return Ok(yes.map_or_else(|| String::from("0.0000"), |row| row.percent()));
    }
    Err(Failure::usage("a matrix shows a number, or whether something holds"))
}

impl Matrix {
    /// Rows and columns with their numbers; on a terminal the greater, the warmer.
    pub fn show(&self, out: &mut Output) {
        out.line(&format!("{}:", self.of));
        let width = self.rows.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let heads = (1..=self.columns.len()).map(|number| format!("{number:>7}"));
        out.line(&format!("  {:width$}{}", "", heads.collect::<String>()));
        let numbers = || self.values.iter().flatten().map(|value| thousandths(value));
        let least = numbers().min().unwrap_or_default();
        let spread = numbers().max().unwrap_or_default().saturating_sub(least).max(1);
        let colour = out.colour();
        for (name, values) in self.rows.iter().zip(&self.values) {
            let pad = " ".repeat(width.saturating_sub(name.chars().count()));
            let mut line = format!("  {name}{pad}");
            for value in values {
                let shown = format!("{:>6} ", cut(value));
                let heat = thousandths(value).saturating_sub(least) * 5 / spread;
                line.push_str(&crate::board::ink::styled(&shown, warmth(heat), colour));
            }
            out.line(line.trim_end());
        }
        for (number, name) in (1..).zip(&self.columns) {
            out.line(&format!("  {number:>3}  {name}"));
        }
        for (row, column) in &self.inexact {
            out.line(&format!("not exact: {row}, {column}"));
        }
    }

    /// Comma-separated values: a line for each row.
    pub fn csv(&self) -> String {
        let line = |first: &str, cells: &[String]| {
            let all = std::iter::once(first).chain(cells.iter().map(String::as_str));
            all.map(super::table::quoted).collect::<Vec<_>>().join(",") + "\n"
        };
        let mut text = line(&self.of, &self.columns);
        for (name, values) in self.rows.iter().zip(&self.values) {
            text.push_str(&line(name, values));
        }
        text
    }
}

/// With two decimals.
fn cut(value: &str) -> &str {
    let end = value.find('.').map(|point| value.len().min(point + 3));
    end.and_then(|end| value.get(..end)).unwrap_or(value)
}

/// A number in decimals, in thousandths.
fn thousandths(value: &str) -> i64 {
    let (whole, rest) = value.split_once('.').unwrap_or((value, ""));
    let digits: String = format!("{rest:0<3}").chars().take(3).collect();
    format!("{}{digits}", whole.trim_start_matches(['<', '>'])).parse().unwrap_or(0)
}

/// A background from cold to warm, in five steps.
fn warmth(step: i64) -> Style {
    let colour = match step {
        ..=0 => 159,
        1 => 194,
        2 => 229,
        3 => 222,
        _ => 216,
    };
    let on = |colour| Some(Color::Ansi256(Ansi256Color(colour)));
    Style::new().fg_color(on(16)).bg_color(on(colour))
}
