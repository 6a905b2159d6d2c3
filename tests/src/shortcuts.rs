//! Shortcuts change nothing: takes a program, plays its battles, runs its test blocks and works out odds with shortcuts on and
//! off, gives what went another way.

use crate::odds::{exact, is_large};
use warwright_cli::testing::ended;
use warwright_ir::{Program, ScenarioId, TestId, ValidProgram};
use warwright_runtime::{
    Advised, Chooser, FaultKind, Fuel, Limits, Machine, Optimisations, Outcome, PlayFault,
    RandomPlayer, Recorded, SeededDice, Session, Tells, Wide, play,
};

/// How the world stood in the end of a battle, with the verdict if there was one.
type End = (Vec<i64>, Vec<Wide>, Option<Outcome>);

/// How a battle went: what was rolled and chosen, and how it ended.
struct Went {
    record: Vec<Recorded>,
    end: Result<End, PlayFault>,
}

impl Went {
    /// Whether the battle went on until its fuel was spent.
    fn is_cut_short(&self) -> bool {
        self.end.as_ref().is_err_and(is_out_of_fuel)
    }

    /// Whether another machine, which may have run out of fuel under way, went the way of this battle.
    fn is_way_of(&self, other: &Self) -> bool {
        if other.is_cut_short() {
            return !other.record.is_empty() && self.record.starts_with(&other.record);
        }
        self.record == other.record && self.end == other.end
    }
}

/// Without shortcuts a battle of large armies burns many times what it burns with them: there it is compared as far as this lasts.
const FUEL_WITHOUT: Fuel = Fuel { left: 6_000_000 };

/// Whether a battle went on until its fuel was spent.
fn is_out_of_fuel(fault: &PlayFault) -> bool {
    matches!(fault, PlayFault::Fault(fault) if fault.kind == FaultKind::OutOfFuel)
}

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
    mut fuel: Fuel,
) -> Went {
    let mut session: Session = machine.start(scenario).unwrap();
    let mut players: Box<dyn Chooser> = if by_policy {
        Box::new(Advised::of_battle(machine, scenario).unwrap().players(seed))
    } else {
        Box::new(RandomPlayer::new(seed, 1))
    };
    let (mut dice, mut record) = (SeededDice::new(seed, 0), Vec::new());
    let tells = &mut Tells::quiet();
    let played =
        play(machine, &mut session, &mut dice, &mut *players, tells, &mut fuel, Some(&mut record));
    let state = session.into_state();
    // The locals of what came to its end without a verdict may be forgotten.
    let (cells, wides) = (state.cells().to_vec(), state.wides().to_vec());
    let verdict = state.outcome.filter(|end| !matches!(**end, Outcome::Ended { .. }));
    Went { record, end: played.map(|_| (cells, wides, verdict.map(|verdict| *verdict))) }
}

/// Where two battles part.
fn parting(with: &Went, without: &Went) -> String {
    match (&with.end, &without.end) {
        (Err(fault), _) => format!("fails with it: {fault:?}"),
        (_, Err(fault)) if !without.is_cut_short() => format!("fails: {fault:?}"),
        _ => {
            let answers = with.record.iter().zip(&without.record);
            let same = answers.take_while(|(one, other)| one == other).count();
            let at = |went: &Went| format!("{:?}", went.record.get(same));
            format!("after {same} answers {}, without {}", at(with), at(without))
        }
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
        seen(&all) != seen(&few)
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
        let with = battle(&all, scenario, seed, by_policy, Fuel::BATTLE);
        let other = battle(&few, scenario, seed, by_policy, FUEL_WITHOUT);
        if !with.is_way_of(&other) || with.end.is_err() {
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
