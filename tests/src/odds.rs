//! How battles end: takes a scenario, gives the chance of each end as the enumerator works it out, and as seeded play comes to it.

use crate::shortcuts::scenarios;
use std::collections::BTreeMap;
use warwright_ir::{ScenarioId, ValidProgram};
use warwright_runtime::{
    Advised, Chance, FaultKind, Fuel, Limits, Machine, OddsFault, Outcome, SeededDice, Tells,
    enumerate, play,
};

/// The ends of a battle, each with its exact chance.
///
/// # Errors
///
/// What the enumerator refuses.
pub fn exact(
    machine: &Machine,
    scenario: ScenarioId,
    limits: Limits,
) -> Result<BTreeMap<String, Chance>, OddsFault> {
    let start = machine.start(scenario)?;
    let mut settle = Advised::of_battle(machine, scenario)?;
    let ends = enumerate(machine, start, &mut settle, limits)?;
    let values = ends.values(|state| Ok(state.outcome.as_deref().map(words)))?;
    Ok(values.chances().map(|(end, chance)| (end.clone().unwrap_or_default(), chance)).collect())
}

/// Battles whose odds could be worked out, and what was apart from them when they were played.
#[derive(Debug, Default)]
pub struct Held {
    /// Scenarios that were small enough.
    pub exact: Vec<String>,
    /// Scenarios that were too large.
    pub refused: Vec<String>,
    /// What cannot be chance.
    pub apart: Vec<String>,
}

/// Holds so many battles of each scenario of a program against its odds, where those can be worked out, and those against what
/// a machine says that works out each thing anew.
///
/// # Panics
///
/// Where the rules fail.
pub fn held(program: &ValidProgram, limits: Limits, battles: u64) -> Held {
    let (machine, forgetful) = (Machine::new(program), Machine::watching(program));
    let mut held = Held::default();
    for scenario in scenarios(program) {
        let title = program.texts[program.scenarios[scenario].name].clone();
        let odds = match exact(&machine, scenario, limits) {
            Err(fault) if is_large(&fault) => {
                held.refused.push(title);
                continue;
            }
            odds => odds.unwrap_or_else(|fault| panic!("{title}: {fault:?}")),
        };
        let anew = exact(&forgetful, scenario, Limits::default()).unwrap();
        assert_eq!(anew, odds, "{title}");
        let wrong = apart(&odds, &sampled(&machine, scenario, battles), battles);
        held.apart.extend(wrong.into_iter().map(|it| format!("{title}: {it}")));
        held.exact.push(title);
    }
    held
}

/// Whether odds were refused since there is too much to work out.
pub fn is_large(fault: &OddsFault) -> bool {
    match fault {
        OddsFault::TooMuch(_) | OddsFault::Unsettled(_) => true,
        OddsFault::Fault(fault) => fault.kind == FaultKind::OutOfFuel,
        _ => false,
    }
}

/// How often each end came of so many battles that were played.
///
/// # Panics
///
/// Where a battle ends with a fault.
pub fn sampled(machine: &Machine, scenario: ScenarioId, battles: u64) -> BTreeMap<String, u64> {
    let mut ends = BTreeMap::new();
    for seed in 0..battles {
        let mut state = machine.start(scenario).unwrap();
        let (mut dice, mut fuel) = (SeededDice::new(seed, 0), Fuel::BATTLE);
        let mut players = Advised::of_battle(machine, scenario).unwrap().players(seed);
        let tells = &mut Tells::quiet();
        let end = play(machine, &mut state, &mut dice, &mut players, tells, &mut fuel, None);
        let end = end.unwrap_or_else(|fault| panic!("seed {seed}: {fault:?}"));
        *ends.entry(words(&end)).or_default() += 1;
    }
    ends
}

/// Ends whose share of the battles played is further from the chance worked out than chance takes one in some millions.
pub fn apart(
    exact: &BTreeMap<String, Chance>,
    sampled: &BTreeMap<String, u64>,
    battles: u64,
) -> Vec<String> {
    let mut wrong: Vec<String> = (sampled.keys().filter(|end| !exact.contains_key(*end)))
        .map(|end| format!("{end}: cannot be"))
        .collect();
    for (end, chance) in exact {
        let expected: f64 = chance.decimal(9).parse().unwrap();
        let found = sampled.get(end).copied().unwrap_or(0) as f64 / battles as f64;
        let deviation = (expected * (1.0 - expected) / battles as f64).sqrt();
        // Half a battle more: counts are whole.
        if (found - expected).abs() > 5.0 * deviation + 0.5 / battles as f64 {
            wrong.push(format!("{end}: {expected} worked out, {found} of {battles} played"));
        }
    }
    wrong
}

fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Won { players, why } => format!("{players:?} won: {why}"),
        Outcome::Drawn { why } => format!("drawn: {why}"),
        Outcome::Ended { .. } => "it came to its end".to_owned(),
    }
}
