//! `warwright odds`: the chances of a battle, or of any procedure in a position that is given.

use crate::args;
use crate::commands::simulate::millionths;
use crate::faults;
use crate::load;
use crate::odds::{self, Allowed, Asked, Cell, Odds};
use crate::output::{Failure, Output};
use crate::question::{self, Question};
use crate::render::Format;
use crate::testing;
use std::time::Duration;
use warwright_ir::{Expectation, Ty};
use warwright_runtime::{Advised, Fault, Machine, Outcome, State};

/// Works them out.
pub fn run(ask: &args::Odds, format: Format, out: &mut Output) -> Result<(), Failure> {
    let odds = match &ask.run {
        Some(call) => of_procedure(ask, call, format, out)?,
        None => of_battle(ask, format, out)?,
    };
    if ask.json {
        let text = serde_json::to_string_pretty(&odds)
            .map_err(|error| Failure::failed(error.to_string()))?;
        out.line(&text);
    } else {
        out.line(&odds.how.words());
        for table in &odds.tables {
            table.show(out);
        }
    }
    Ok(())
}

fn allowed(ask: &args::Odds) -> Result<Allowed, Failure> {
    Ok(Allowed {
        time: Duration::from_secs(ask.seconds),
        bytes: ask.memory.saturating_mul(1 << 20),
        within: millionths(&ask.within)?,
        seed: ask.seed,
        exact: ask.exact,
    })
}

fn of_battle(ask: &args::Odds, format: Format, out: &mut Output) -> Result<Odds, Failure> {
    let target = load::target(&ask.path, &ask.sources)?;
    let (program, compilation) = load::program(&target.request, &ask.sources, format, out)?;
    let scenario =
        load::scenario(program.program(), &target.scenario_files, ask.scenario.as_deref())?;
    load::judge_board(&program, &compilation.map, scenario, format, out)?;
    let machine = Machine::new(&program);
    let fault = |it: Box<Fault>| Failure::failed(faults::fault_words(&it, &machine));
    let start = machine.start(scenario).map_err(fault)?.into_state();
    let players = Advised::of_battle(&machine, scenario).map_err(fault)?;
    let end = |state: &State| Ok(vec![outcome(&machine, state)]);
    let names = vec![(String::from("the battle"), false)];
    let asked = Asked { names, of: &end, played: "battles" };
    odds::find(&machine, &start, &players, &asked, &allowed(ask)?, out)
}

/// How the battle ended.
fn outcome(machine: &Machine, state: &State) -> Cell {
    let words = match state.outcome.as_deref() {
        Some(Outcome::Won { player, why }) => {
            format!("won by {} ({why})", machine.name(state, *player).unwrap_or_default())
        }
        Some(Outcome::Drawn { why }) => format!("draw ({why})"),
        Some(Outcome::Ended { .. }) | None => String::from("no verdict"),
    };
    Cell { order: Vec::new(), words }
}

fn of_procedure(
    ask: &args::Odds,
    call: &str,
    format: Format,
    out: &mut Output,
) -> Result<Odds, Failure> {
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
    let players = Advised::by(machine.program().policies.ids().next());
    let shown = test.expects.iter().filter_map(|expectation| match expectation {
        Expectation::Show { of, .. } => Some((*of, question.ty(*of))),
        _ => None,
    });
    let shown: Vec<_> = shown.collect();
    let end = |state: &State| {
        let cells = shown.iter().map(|(of, ty)| {
            let value = testing::value(&machine, test, &locals, state, *of)?;
            let words = machine.show(state, ty, &[value])?;
            Ok(Cell { order: vec![value], words })
        });
        cells.collect()
    };
    let numbers = shown.iter().map(|(_, ty)| *ty == Ty::Int);
    let names = ask.show.iter().cloned().zip(numbers).collect();
    let asked = Asked { names, of: &end, played: "runs" };
    odds::find(&machine, &start.into_state(), &players, &asked, &allowed(ask)?, out)
}
