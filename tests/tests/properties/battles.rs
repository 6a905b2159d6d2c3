//! Battles of the made-up games and of battleground: replayed, left off at every request and taken up again, and with
//! every state inside its range.

use std::hash::{DefaultHasher, Hash, Hasher};
use warwright_ir::{FieldId, Program, ScenarioId, ValidProgram, validate};
use warwright_runtime::{
    Chooser, Fuel, Machine, Outcome, RandomPlayer, Recorded, Request, SeededDice, Session,
    Standpoint, State, Tells,
};
use warwright_tests::sources::{compile_system, games};

/// The digest of a state, by the hash that the enumerator relies on.
fn hash(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// Calls `each` for every battle of every game that has sides with pieces.
fn battles(mut each: impl FnMut(&str, &Machine, ScenarioId)) {
    let mut count = 0;
    for (name, files) in games() {
        let program: ValidProgram =
            validate(compile_system(&name, &files).program.unwrap()).unwrap();
        if program.program().sequence.is_none() {
            continue;
        }
        let machine = Machine::new(&program);
        for scenario in program.battles() {
            let def = &program.scenarios[scenario];
            let peopled = def.sides.iter().all(|side| !side.pieces.is_empty());
            if !def.sides.is_empty() && peopled {
                each(&name, &machine, scenario);
                count += 1;
            }
        }
    }
    assert!(count >= 5, "{count} battles");
}

/// How many battles are played where it is usually so many: of a whole army on a plane, which takes seconds each, one.
fn battles_of(machine: &Machine, scenario: ScenarioId, usual: u64) -> u64 {
    let program = machine.program();
    let pieces: usize = program.scenarios.at(scenario).sides.iter().map(|it| it.pieces.len()).sum();
    if program.grain.is_some() && pieces > 4 { 1 } else { usual }
}

/// So many requests are looked at where each costs as if nothing were known from before it: of an army on a plane that is slow.
const TAKEN_UP: usize = 100;

/// Plays a battle with seeded dice and random players; `at` sees the state at every request, may put another in its place, and
/// says whether to go on. Gives no outcome of a battle that it broke off.
fn play(
    machine: &Machine,
    scenario: ScenarioId,
    seed: u64,
    mut at: impl FnMut(&mut Session, &Request) -> bool,
) -> (Session, Vec<Recorded>, Option<Outcome>) {
    let mut state = machine.start(scenario).unwrap();
    let mut dice = SeededDice::new(seed, 0);
    let mut players = RandomPlayer::new(seed, 1);
    let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
    let mut record = Vec::new();
    loop {
        let request = machine.run(&mut state, &mut tells, &mut fuel).unwrap();
        if !at(&mut state, &request) {
            return (state, record, None);
        }
        match request {
            Request::Over(outcome) => return (state, record, Some(outcome)),
            Request::Roll(roll) => {
                let counts = dice.roll(machine.program(), &roll.of, roll.count);
                machine.answer_roll(&mut state, &counts, &mut tells).unwrap();
                record.push(Recorded::rolled(&roll, counts));
            }
            Request::Choose(choice) => {
                let answer = players.choose(&Standpoint::open(machine, &state), &choice).unwrap();
                machine.answer_choice(&mut state, &answer, &mut tells).unwrap();
                record.push(Recorded::Chose { player: choice.player, answer });
            }
        }
    }
}

/// A field that has a range, with its least and its most.
type Ranged = (FieldId, Option<i64>, Option<i64>);

fn ranged(program: &Program) -> Vec<Ranged> {
    let fields = program.fields.iter().filter(|(_, field)| !field.ty.is_wide());
    let fields = fields.map(|(id, field)| (id, field.least, field.most));
    fields.filter(|(_, least, most)| least.is_some() || most.is_some()).collect()
}

/// Holds every number of a state against its range.
fn in_range(machine: &Machine, state: &State, ranged: &[Ranged]) {
    for (field, least, most) in ranged {
        for entity in 0..state.entities() {
            // Of another kind it has no such field.
            let Ok(value) = machine.field(state, entity, *field) else { continue };
            let kept = value == warwright_ir::NONE
                || (least.is_none_or(|least| value >= least)
                    && most.is_none_or(|most| value <= most));
            assert!(kept, "field {field:?} is {value}");
        }
    }
}

#[test]
fn a_replay_goes_through_the_same_states_and_each_is_in_its_range() {
    let mut with_ranges = 0;
    battles(|name, machine, scenario| {
        let ranged = ranged(machine.program());
        with_ranges += usize::from(!ranged.is_empty());
        for seed in 0..battles_of(machine, scenario, 3) {
            let mut hashes = Vec::new();
            let (end, record, outcome) = play(machine, scenario, seed, |state, _| {
                hashes.push(hash(state));
                in_range(machine, state, &ranged);
                true
            });
            if let Some(Outcome::Won { players: won, .. }) = outcome {
                let players = &machine.layout(scenario).unwrap().players;
                assert!(won.iter().all(|player| players.contains(player)), "{name}");
            }
            let mut state = machine.start(scenario).unwrap();
            let (mut tells, mut fuel) = (Tells::loud(), Fuel::BATTLE);
            let mut again = Vec::new();
            for answer in record {
                machine.run(&mut state, &mut tells, &mut fuel).unwrap();
                again.push(hash(&state));
                if let Some(counts) = answer.counts() {
                    machine.answer_roll(&mut state, &counts, &mut tells).unwrap();
                } else if let Recorded::Chose { answer, .. } = answer {
                    machine.answer_choice(&mut state, &answer, &mut tells).unwrap();
                }
            }
            machine.run(&mut state, &mut tells, &mut fuel).unwrap();
            again.push(hash(&state));
            assert_eq!(hashes, again, "{name}, seed {seed}");
            assert_eq!(state, end, "{name}, seed {seed}");
        }
    });
    assert!(with_ranges >= 4, "{with_ranges} battles have ranges");
}

#[test]
fn a_battle_left_off_at_every_request_ends_as_the_whole_one() {
    battles(|name, machine, scenario| {
        for seed in 0..battles_of(machine, scenario, 2) {
            let mut requests = 0;
            let whole = play(machine, scenario, seed, |_, _| {
                requests += 1;
                requests <= TAKEN_UP
            });
            let mut left_off = 0;
            let in_parts = play(machine, scenario, seed, |state, request| {
                if matches!(request, Request::Over(_)) {
                    return true;
                }
                let stored = serde_json::to_string(state.state()).unwrap();
                let taken_up: State = serde_json::from_str(&stored).unwrap();
                assert_eq!(taken_up, *state.state(), "{name}, seed {seed}");
                assert!(machine.fits(&taken_up), "{name}, seed {seed}");
                *state = Session::new(taken_up);
                // Asked again, a state that was taken up asks the same.
                let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
                let again = machine.run(state, &mut tells, &mut fuel).unwrap();
                assert_eq!(again, *request, "{name}, seed {seed}");
                left_off += 1;
                left_off <= TAKEN_UP
            });
            assert!(left_off > 0);
            assert_eq!(whole, in_parts, "{name}, seed {seed}");
        }
    });
}
