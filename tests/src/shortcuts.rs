//! Shortcuts change nothing: takes a program, plays its battles and works out their odds with shortcuts on and off, gives what
//! went another way.

use crate::odds::{exact, policy};
use warwright_ir::{Program, ScenarioId, ValidProgram};
use warwright_runtime::{
    Chooser, FaultKind, Fuel, Limits, Machine, OddsFault, Optimisations, Outcome, PolicyPlayer,
    RandomPlayer, Recorded, SeededDice, Session, Tells, Wide, play,
};

/// How a battle went: what was rolled and chosen, and how the world stood in the end, with the verdict if there was one.
type Went = (Vec<Recorded>, Vec<i64>, Vec<Wide>, Option<Outcome>);

/// The scenarios that are played, not those of test blocks.
pub fn scenarios(program: &Program) -> Vec<ScenarioId> {
    let tested = |id: &ScenarioId| program.tests.values().any(|test| test.scenario == *id);
    let manned = |id: &ScenarioId| {
        let sides = &program.scenarios[*id].sides;
        !sides.is_empty() && sides.iter().all(|side| !side.pieces.is_empty())
    };
    if program.sequence.is_none() {
        return Vec::new();
    }
    program.scenarios.ids().filter(|id| !tested(id) && manned(id)).collect()
}

fn battle(
    machine: &Machine,
    scenario: ScenarioId,
    seed: u64,
    by_policy: bool,
) -> Result<Went, String> {
    let mut session: Session = machine.start(scenario).map_err(|fault| format!("{fault:?}"))?;
    let mut players: Box<dyn Chooser> = if by_policy {
        Box::new(PolicyPlayer::new(policy(machine, scenario), seed, 1))
    } else {
        Box::new(RandomPlayer::new(seed, 1))
    };
    let (mut dice, mut fuel, mut record) = (SeededDice::new(seed, 0), Fuel::BATTLE, Vec::new());
    let tells = &mut Tells::quiet();
    play(machine, &mut session, &mut dice, &mut *players, tells, &mut fuel, Some(&mut record))
        .map_err(|fault| format!("{fault:?}"))?;
    let state = session.into_state();
    // The locals of what came to its end without a verdict may be forgotten.
    let (cells, wides) = (state.cells().to_vec(), state.wides().to_vec());
    let verdict = state.outcome.filter(|end| !matches!(**end, Outcome::Ended { .. }));
    Ok((record, cells, wides, verdict.map(|verdict| *verdict)))
}

/// Where two battles part.
fn parting(with: &Result<Went, String>, without: &Result<Went, String>) -> String {
    match (with, without) {
        (Ok(with), Ok(without)) => {
            let same =
                with.0.iter().zip(&without.0).take_while(|(one, other)| one == other).count();
            let at = |went: &Went| format!("{:?}", went.0.get(same));
            format!("after {same} answers {}, without {}", at(with), at(without))
        }
        (Err(fault), _) => format!("fails with it: {fault}"),
        (_, Err(fault)) => format!("fails: {fault}"),
    }
}

fn is_large<T>(odds: &Result<T, OddsFault>) -> bool {
    match odds {
        Err(OddsFault::TooMuch(_)) => true,
        Err(OddsFault::Fault(fault)) => fault.kind == FaultKind::OutOfFuel,
        _ => false,
    }
}

/// What goes another way without some shortcuts than with all: in battles of these seeds, and in odds of so many states.
pub fn differences(
    program: &ValidProgram,
    scenario: ScenarioId,
    (name, without): (&str, Optimisations),
    (seeds, limits): (std::ops::Range<u64>, Limits),
) -> Vec<String> {
    let (all, few) = (Machine::new(program), Machine::with(program, without));
    let title = &program.texts[program.scenarios[scenario].name];
    let mut found = Vec::new();
    for seed in seeds {
        let by_policy = seed % 2 == 0;
        let (with, other) =
            (battle(&all, scenario, seed, by_policy), battle(&few, scenario, seed, by_policy));
        if with != other {
            let how = parting(&with, &other);
            found.push(format!("{title}, seed {seed}, without {name}: {how}"));
        }
    }
    match (exact(&all, scenario, limits), exact(&few, scenario, limits)) {
        // What takes more without a shortcut may be refused without it.
        (with, without) if is_large(&with) || is_large(&without) => {}
        (with, without) if with == without => {}
        (with, without) => {
            found.push(format!("{title}, without {name}: odds {with:?}, without {without:?}"));
        }
    }
    found
}
