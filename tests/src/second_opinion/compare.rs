//! The machine and the second opinion on one test block, with the same dice and the same decisions.

use super::{Second, Source, Trouble};
use warwright_cli::testing;
use warwright_compiler::typed::TestDef;
use warwright_ir::{Expectation, Test};
use warwright_runtime::{
    Fuel, Machine, Outcome, PlayFault, RandomPlayer, Recorded, Script, SeededDice, Tells, play,
};

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Both have the same values.
    Same,
    /// Both find a fault.
    BothFault,
    /// The second opinion does not know something.
    Unknown,
    /// They differ: in words.
    Differ(String),
}

/// Runs a test block by both with seeded dice and random decisions, and compares what it shows.
pub fn compare(
    machine: &Machine,
    test: &Test,
    second: &mut Second<'_>,
    def: &TestDef,
    seed: u64,
) -> Compared {
    let mut record = Vec::new();
    let values = machine_values(machine, test, seed, &mut record);
    second.source = Source::Record(record.into());
    let verdict = second.test(def);
    match (values, verdict) {
        (_, Err(Trouble::Unknown(_))) => Compared::Unknown,
        (Err(_), Err(Trouble::Fault(_))) => Compared::BothFault,
        (Ok(values), Ok(verdict)) => {
            let pairs = values.iter().zip(&verdict.expects).enumerate();
            let different = pairs.filter(|(_, (one, other))| match (one, other) {
                (Some(one), Some(other)) => one != other,
                _ => false,
            });
            let all: Vec<String> = different
                .map(|(at, (one, other))| format!("value {at}: {one:?} and {other:?}"))
                .collect();
            if all.is_empty() { Compared::Same } else { Compared::Differ(all.join("; ")) }
        }
        (machine, second) => {
            let second = second.map(|verdict| verdict.expects);
            Compared::Differ(format!("the machine: {machine:?}; the second opinion: {second:?}"))
        }
    }
}

type Values = Vec<Option<Vec<i64>>>;

fn machine_values(
    machine: &Machine,
    test: &Test,
    seed: u64,
    record: &mut Vec<Recorded>,
) -> Result<Values, PlayFault> {
    let (mut state, mut locals) = testing::set_up(machine, test, &mut Script::default())?;
    if testing::begin(machine, test, &mut state, &locals)? {
        let mut dice = SeededDice::new(seed, 0);
        let mut players = RandomPlayer::new(seed, 1);
        let mut fuel = Fuel { left: 2_000_000 };
        let mut tells = Tells::loud();
        let outcome = play(
            machine,
            &mut state,
            &mut dice,
            &mut players,
            &mut tells,
            &mut fuel,
            Some(record),
        )?;
        if let Outcome::Ended { .. } = &outcome {
            testing::export(test, &outcome, &mut locals);
        }
    }
    let mut values = Vec::new();
    for expect in &test.expects {
        values.push(match expect {
            Expectation::Show { of, .. } | Expectation::Holds { holds: of, .. } => {
                Some(machine.evaluate(&state, *of, &locals)?.to_vec())
            }
            _ => None,
        });
    }
    Ok(values)
}
