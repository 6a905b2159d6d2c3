//! `warwright odds`: the exact chances of a battle, or of any procedure in a position that is given.

use crate::args::Odds;
use crate::faults;
use crate::load;
use crate::output::{Failure, Output};
use crate::question::{self, Question};
use crate::render::Format;
use crate::testing;
use serde::Serialize;
use std::time::Duration;
use warwright_ir::{Expectation, Ty};
use warwright_runtime::{
    Advised, Chance, Distribution, Enumerator, Limits, Machine, Outcome, Session, State,
};

/// One question with its answers.
#[derive(Debug, Serialize)]
struct Table {
    of: String,
    rows: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<String>,
}

#[derive(Debug, Serialize)]
struct Row {
    value: String,
    chance: String,
    percent: String,
}

/// Works them out.
pub fn run(ask: &Odds, format: Format, out: &mut Output) -> Result<(), Failure> {
    let tables = match &ask.run {
        Some(call) => of_procedure(ask, call, format, out)?,
        None => of_battle(ask, format, out)?,
    };
    if ask.json {
        let text = serde_json::to_string_pretty(&tables)
            .map_err(|error| Failure::failed(error.to_string()))?;
        out.line(&text);
    } else {
        for table in &tables {
            show(table, out);
        }
    }
    Ok(())
}

fn of_battle(ask: &Odds, format: Format, out: &mut Output) -> Result<Vec<Table>, Failure> {
    let target = load::target(&ask.path, &ask.sources)?;
    let (program, compilation) = load::program(&target.request, &ask.sources, format, out)?;
    let scenario =
        load::scenario(program.program(), &target.scenario_files, ask.scenario.as_deref())?;
    load::judge_board(&program, &compilation.map, scenario, format, out)?;
    let machine = Machine::new(&program);
    let start = machine
        .start(scenario)
        .map_err(|fault| Failure::failed(faults::fault_words(&fault, &machine)))?;
    let mut settle = Advised::of_battle(&machine, scenario)
        .map_err(|fault| Failure::failed(faults::fault_words(&fault, &machine)))?;
    let distribution = work_out(ask, &machine, start, &mut settle)?;
    Ok(vec![outcomes(&machine, &distribution)?])
}

/// Works them out, as long as the time allows that was given.
#[expect(
    clippy::disallowed_types,
    reason = "the clock says whether there is an answer, and nothing of what it is"
)]
fn work_out(
    ask: &Odds,
    machine: &Machine,
    start: Session,
    settle: &mut Advised,
) -> Result<Distribution, Failure> {
    let (begun, most) = (std::time::Instant::now(), Duration::from_secs(ask.seconds));
    let mut enumerator = Enumerator::new(machine).while_patient(|| begun.elapsed() < most);
    let worked_out = enumerator.run(start, settle, Limits::default());
    worked_out.map_err(|fault| Failure::failed(faults::odds_words(&fault, machine)))
}

/// How the battle ends.
fn outcomes(machine: &Machine, distribution: &Distribution) -> Result<Table, Failure> {
    let values = distribution
        .values(|state| Ok(outcome(machine, state)))
        .map_err(|fault| Failure::failed(faults::fault_words(&fault, machine)))?;
    let rows = values.chances().map(|(words, chance)| row(words.clone(), &chance)).collect();
    Ok(Table { of: String::from("the battle"), rows, mean: None })
}

fn outcome(machine: &Machine, state: &State) -> String {
    match state.outcome.as_deref() {
        Some(Outcome::Won { player, why }) => {
            format!("won by {} ({why})", machine.name(state, *player).unwrap_or_default())
        }
        Some(Outcome::Drawn { why }) => format!("draw ({why})"),
        Some(Outcome::Ended { .. }) | None => String::from("no verdict"),
    }
}

fn of_procedure(
    ask: &Odds,
    call: &str,
    format: Format,
    out: &mut Output,
) -> Result<Vec<Table>, Failure> {
    if ask.show.is_empty() {
        return Err(Failure::usage("say what to show of the end, as in --show 'b.damage'"));
    }
    let shows: Vec<&str> = ask.show.iter().map(String::as_str).collect();
    let asked = Question { given: ask.given.as_deref(), run: Some(call), shows: &shows };
    let question = question::compile(&ask.path, &asked, &ask.sources, format, out)?;
    let machine = Machine::new(&question.program);
    let test = question.test()?;
    let play = |fault| Failure::failed(faults::words(&fault, &machine));
    let (start, locals) = testing::before(&machine, test).map_err(play)?;
    let mut settle = Advised::by(machine.program().policies.ids().next());
    let distribution = work_out(ask, &machine, start, &mut settle)?;
    let mut tables = Vec::new();
    for (expectation, name) in test.expects.iter().zip(&ask.show) {
        let Expectation::Show { of, .. } = expectation else { continue };
        let ty = question.ty(*of);
        let values = distribution
            .values(|state| testing::value(&machine, test, &locals, state, *of))
            .map_err(|fault| Failure::failed(faults::fault_words(&fault, &machine)))?;
        let rows = values
            .chances()
            .map(|(cell, chance)| {
                let state = distribution.ends().next().map(|(state, _)| state);
                let words = state.and_then(|state| machine.show(state, &ty, &[*cell]).ok());
                row(words.unwrap_or_else(|| cell.to_string()), &chance)
            })
            .collect();
        let mean = (ty == Ty::Int).then(|| values.mean());
        let mean = mean.map(|mean| format!("{mean} = {}", mean.decimal(6)));
        tables.push(Table { of: name.clone(), rows, mean });
    }
    Ok(tables)
}

fn row(value: String, chance: &Chance) -> Row {
    let hundredfold = chance.scaled(100_000_000);
    let mut percent = Chance::new(hundredfold, 1_000_000u32.into()).decimal(4);
    // What may happen never shows as what cannot, nor what may fail as what is sure.
    match percent.as_str() {
        "0.0000" if *chance != Chance::zero() => percent = String::from("<0.0001"),
        "100.0000" if *chance != Chance::one() => percent = String::from(">99.9999"),
        _ => {}
    }
    Row { value, chance: chance.to_string(), percent }
}

/// A table with bars; a fraction too long to read is left to `--json`.
fn show(table: &Table, out: &mut Output) {
    const BAR: usize = 40;
    out.line(&format!("{}:", table.of));
    let width = table.rows.iter().map(|row| row.value.chars().count()).max().unwrap_or(0);
    for row in &table.rows {
        let whole: usize =
            row.percent.split('.').next().and_then(|whole| whole.parse().ok()).unwrap_or(0);
        let bar = "#".repeat(whole * BAR / 100);
        let chance = if row.chance.len() <= 24 { row.chance.as_str() } else { "" };
        let pad = " ".repeat(width.saturating_sub(row.value.chars().count()));
        let line = format!("  {}{pad}  {:>8} %  {bar:<BAR$}  {chance}", row.value, row.percent);
        out.line(line.trim_end());
    }
    if let Some(mean) = &table.mean {
        out.line(&format!("  mean {mean}"));
    }
}
