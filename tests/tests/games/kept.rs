//! What was worked out before changes no battle: players who follow their policies come to the same end on a machine that works
//! everything out anew, also where something is hidden from them.

use super::playouts::{programs, scenarios};
use warwright_ir::{ScenarioId, validate};
use warwright_runtime::{
    Fuel, Limits, Machine, Optimisations, Outcome, PlayFault, PolicyPlayer, Recorded, SeededDice,
    Session, Tells, play,
};
use warwright_tests::generate::{SYSTEM, battles, fields, throws};
use warwright_tests::shortcuts::{self, FUEL_WITHOUT, is_out_of_fuel};
use warwright_tests::sources::{compile_system, lines};

type Went = (Result<Outcome, PlayFault>, Session, Vec<Recorded>);

fn battle(machine: &Machine, scenario: ScenarioId, seed: u64, mut fuel: Fuel) -> Went {
    let mut state = machine.start(scenario).unwrap();
    let program = machine.program();
    let of_side = program.scenarios[scenario].sides.iter().find_map(|side| side.policy);
    let policy = of_side.or_else(|| program.policies.ids().next());
    let mut players = PolicyPlayer::new(policy, seed, 1);
    let (mut dice, mut record) = (SeededDice::new(seed, 0), Vec::new());
    let tells = &mut Tells::quiet();
    let outcome =
        play(machine, &mut state, &mut dice, &mut players, tells, &mut fuel, Some(&mut record));
    (outcome, state, record)
}

#[test]
fn what_was_worked_out_before_changes_no_battle() {
    let mut hidden = 0;
    for (name, program) in programs() {
        let (keeping, forgetful) = (Machine::new(&program), Machine::watching(&program));
        for scenario in scenarios(&keeping).into_iter().take(2) {
            let player = keeping.layout(scenario).unwrap().players[0];
            let title = &program.texts[program.scenarios[scenario].name];
            for seed in 0..2 {
                let kept = battle(&keeping, scenario, seed, Fuel::BATTLE);
                assert!(kept.0.is_ok(), "{name}: {title}, {seed}: {:?}", kept.0);
                let anew = battle(&forgetful, scenario, seed, FUEL_WITHOUT);
                if anew.0.as_ref().is_err_and(is_out_of_fuel) {
                    assert!(kept.2.starts_with(&anew.2), "{name}: {title}, {seed}");
                } else {
                    assert_eq!(kept, anew, "{name}: {title}, {seed}");
                }
                let (_, end, _) = kept;
                hidden += usize::from(*keeping.seen_by(&end, player).unwrap() != *end.state());
            }
        }
    }
    assert!(hidden > 0, "nothing is hidden from anybody");
}

/// A sample; `cargo run --release -p warwright-tests --example shortcuts` takes all battles, and each switch by itself.
#[test]
fn shortcuts_change_no_battle_and_no_odds() {
    let limits = Limits { states: 300, fuel: 3_000_000, ..Limits::default() };
    let mut switches = Optimisations::all_but_one().into_iter().cycle();
    for (_, program) in programs() {
        for scenario in shortcuts::scenarios(&program).into_iter().take(2) {
            let none = ("any", Optimisations::none());
            let one = switches.next().unwrap();
            for (switch, seeds) in [(none, 0..2), (one, 1..2)] {
                let found = shortcuts::differences(&program, scenario, switch, (seeds, limits));
                assert!(found.is_empty(), "{found:#?}");
            }
        }
    }
}

/// Made-up battles; `example shortcuts -- SEEDS STATES made-up` takes more.
#[test]
fn shortcuts_change_no_made_up_battle() {
    let limits = Limits { states: 300, fuel: 3_000_000, ..Limits::default() };
    let mut switches = Optimisations::all_but_one().into_iter().cycle();
    for seed in 0..30 {
        let files = if seed % 5 == 0 { fields(seed) } else { battles(seed) };
        let compilation = compile_system(SYSTEM, &files);
        let Some(program) = &compilation.program else {
            panic!("seed {seed}: {}", lines(&compilation));
        };
        let program = validate(program.clone()).unwrap();
        for scenario in shortcuts::scenarios(&program) {
            for switch in [("any", Optimisations::none()), switches.next().unwrap()] {
                let found = shortcuts::differences(&program, scenario, switch, (0..2, limits));
                assert!(found.is_empty(), "seed {seed}: {found:#?}");
            }
        }
    }
}

/// Dice thrown, and asked in all ways: which faces are told apart changes no odds. `example shortcuts -- SEEDS STATES throws`
/// takes more.
#[test]
fn shortcuts_change_no_throw() {
    let limits = Limits { states: 20_000, fuel: 30_000_000, ..Limits::default() };
    for seed in 0..150 {
        let compilation = compile_system(SYSTEM, &throws(seed));
        let Some(program) = &compilation.program else {
            panic!("seed {seed}: {}", lines(&compilation));
        };
        let program = validate(program.clone()).unwrap();
        for scenario in shortcuts::scenarios(&program) {
            let none = ("any", Optimisations::none());
            let found = shortcuts::differences(&program, scenario, none, (0..2, limits));
            assert!(found.is_empty(), "seed {seed}: {found:#?}");
        }
    }
}

#[test]
fn shortcuts_change_no_test_block() {
    for (name, program) in programs() {
        let found = shortcuts::blocks_apart(&program, ("any", Optimisations::none()));
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}
