//! Shortcuts change nothing: takes a program, plays its battles, runs its test blocks and works out odds with shortcuts on and
//! off, gives what went another way.

use crate::odds::{exact, is_large};
use warwright_cli::testing::{ended, run};
use warwright_ir::{Program, ScenarioId, TestId, ValidProgram};
use warwright_runtime::{
    Advised, Chooser, Fuel, Limits, Machine, Optimisations, Outcome, RandomPlayer, Recorded,
    SeededDice, Session, Tells, Wide, play,
};

/// How a battle went: what was rolled and chosen, and how the world stood in the end, with the verdict if there was one.
type Went = (Vec<Recorded>, Vec<i64>, Vec<Wide>, Option<Outcome>);

/// The scenarios that are played, with somebody on every side.
pub fn scenarios(program: &Program) -> Vec<ScenarioId> {
    if program.sequence.is_none() {
        return Vec::new();
    }
    let sides = |id: &ScenarioId| &program.scenarios[*id].sides;
    let manned = |id: &ScenarioId| sides(id).iter().all(|side| !side.pieces.is_empty());
    program.battles().filter(manned).collect()
}

fn battle(
    machine: &Machine,
    scenario: ScenarioId,
    seed: u64,
    by_policy: bool,
) -> Result<Went, String> {
    let mut session: Session = machine.start(scenario).map_err(|fault| format!("{fault:?}"))?;
    let mut players: Box<dyn Chooser> = if by_policy {
        Box::new(Advised::of_battle(machine, scenario).unwrap().players(seed))
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

/// The test blocks that end another way without some shortcuts than with all, or of which another thing is said.
pub fn blocks_apart(program: &ValidProgram, (name, without): (&str, Optimisations)) -> Vec<String> {
    let (all, few) = (Machine::new(program), Machine::with(program, without));
    let apart = |id: &TestId| {
        let test = &program.tests[*id];
        let ends = |machine| ended(machine, test).map_err(|fault| format!("{fault:?}"));
        // Where the run came to its end without a verdict, the locals that are left are those that the test asks for.
        let seen = |machine| ends(machine).map(|it| (it.state.cells().to_vec(), it.said));
        seen(&all) != seen(&few) || run(&all, *id) != run(&few, *id)
    };
    let title = |id: TestId| format!("{}, without {name}", program.texts[program.tests[id].name]);
    program.tests.ids().filter(apart).map(title).collect()
}

/// What goes another way without some shortcuts than with all, or fails: in battles of these seeds, and in odds of so many
/// states.
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
        if with != other || with.is_err() {
            let how = parting(&with, &other);
            found.push(format!("{title}, seed {seed}, without {name}: {how}"));
        }
    }
    match (exact(&all, scenario, limits), exact(&few, scenario, limits)) {
        // What takes more without a shortcut may be refused without it.
        (Err(fault), _) | (_, Err(fault)) if is_large(&fault) => {}
        (with, without) if with == without => {}
        (with, without) => {
            found.push(format!("{title}, without {name}: odds {with:?}, without {without:?}"));
        }
    }
    found
}
