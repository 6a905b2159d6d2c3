//! `warwright simulate`: many battles, and who wins them.

use crate::args::Simulate;
use crate::commands::play::{battle, errata_in_force};
use crate::output::{Failure, Output};
use crate::render::Format;
use crate::seats::Who;
use crate::simulate::{self, Game, MILLION, Plan, Report, Tally};

/// Plays them and says how they went.
pub fn run(ask: &Simulate, format: Format, out: &mut Output) -> Result<(), Failure> {
    let who = ask.sides.iter().map(|side| Who::without_a_clock(side));
    let who = who.collect::<Result<Vec<_>, _>>()?;
    let within = ask.within.as_deref().map(millionths).transpose()?;
    let title = ask.scenario.as_deref();
    let (program, _, scenario) = battle(&ask.path, title, &ask.sources, format, out)?;
    let game = Game::new(program, scenario, &who)?;
    let plan = Plan { seed: ask.seed, battles: ask.battles, within };
    let threads = simulate::threads(ask.jobs)?;
    let tally = simulate::run(&game, &plan, &threads, out)?;
    let program = game.program();
    let scenario = program.scenarios.get(scenario).and_then(|it| program.texts.get(it.name));
    let report = Report {
        scenario: scenario.cloned().unwrap_or_default(),
        errata: errata_in_force(program),
        seed: plan.seed,
        battles: tally.battles(),
        tables: simulate::tables(&tally),
    };
    show(ask, &report, out)?;
    faults(&tally)
}

fn show(ask: &Simulate, report: &Report, out: &mut Output) -> Result<(), Failure> {
    if ask.json {
        let text = serde_json::to_string_pretty(report);
        out.line(&text.map_err(|error| Failure::failed(error.to_string()))?);
    } else if ask.csv {
        out.text(&simulate::csv(report));
    } else {
        out.text(&simulate::words(report));
    }
    Ok(())
}

/// Battles that went wrong are a failure, however few they are.
fn faults(tally: &Tally) -> Result<(), Failure> {
    let Some((words, fault)) = tally.faults.iter().min_by_key(|(_, fault)| fault.witness) else {
        return Ok(());
    };
    let many = tally.battles().saturating_sub(tally.all.battles);
    let seed = fault.witness.seed;
    Err(Failure::failed(match many {
        1 => format!("1 battle could not be played to its end, that of seed {seed}: {words}"),
        _ => format!(
            "{many} battles could not be played to their end; the first, of seed {seed}: {words}"
        ),
    }))
}

/// A percentage as millionths.
///
/// # Errors
///
/// When it is none, or nothing.
pub fn millionths(text: &str) -> Result<u64, Failure> {
    let wrong = || {
        Failure::usage(format!("`--within {text}`: write a percentage above 0, as `1%` or `0.5%`"))
    };
    let digits = text.strip_suffix('%').unwrap_or(text);
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    if rest.len() > 4 || (rest.is_empty() && digits.contains('.')) {
        return Err(wrong());
    }
    let whole: u64 = whole.parse().map_err(|_| wrong())?;
    let rest: u64 = format!("{rest:0<4}").parse().map_err(|_| wrong())?;
    let found = whole.checked_mul(MILLION / 100).and_then(|it| it.checked_add(rest));
    found.filter(|found| (1..=MILLION).contains(found)).ok_or_else(wrong)
}
