//! Play-outs: what chance draws is what players could choose, all of it, and every play-out ends.

use rayon::prelude::*;
use std::sync::LazyLock;
use warwright_ir::{ScenarioId, ValidProgram, validate};
use warwright_runtime::{
    Answer, Fuel, Machine, Options, Request, SeededDice, Session, State, Tells,
};
use warwright_tests::drawn::Drawn;
use warwright_tests::sources::{compile_system, games};

/// The machines of all games that can be played.
fn machines() -> Vec<(String, Machine)> {
    programs().iter().map(|(name, program)| (name.clone(), Machine::new(program))).collect()
}

/// The programs of all games that can be played, compiled once for all tests.
pub(super) fn programs() -> &'static [(String, ValidProgram)] {
    static PROGRAMS: LazyLock<Vec<(String, ValidProgram)>> = LazyLock::new(|| {
        let program = |(name, content): (String, Vec<(String, String)>)| {
            let program = compile_system(&name, &content).program.unwrap();
            (name, validate(program).unwrap())
        };
        let all = games().into_par_iter().map(program);
        all.filter(|(_, program)| program.sequence.is_some()).collect()
    });
    &PROGRAMS
}

/// The scenarios that are played, not those of test blocks.
fn scenarios(machine: &Machine) -> Vec<ScenarioId> {
    let program = machine.program();
    let sides = |id: &ScenarioId| &program.scenarios[*id].sides;
    program.battles().filter(|id| sides(id).iter().all(|side| !side.pieces.is_empty())).collect()
}

/// Calls `look` at each request for an action in the first choices of a random battle.
fn at_each_window(
    machine: &Machine,
    scenario: ScenarioId,
    seed: u64,
    mut look: impl FnMut(&Session, &Options),
) {
    let mut battle = Drawn::new(machine, scenario, seed);
    for _ in 0..120 {
        let request = battle.request();
        if let Request::Choose(asked) = &request
            && matches!(asked.options, Options::Actions { .. })
        {
            look(&battle.session, &asked.options);
        }
        if battle.answer(&request).is_none() {
            return;
        }
    }
}

#[test]
fn what_is_listed_is_what_a_machine_finds_that_leaves_nothing_out() {
    let mut windows = 0;
    for (name, program) in programs() {
        let (machine, slow) = (Machine::new(program), Machine::watching(program));
        for scenario in scenarios(&machine) {
            at_each_window(&machine, scenario, 7, |state, options| {
                let (mut state, mut tells, mut fuel) =
                    (state.clone(), Tells::quiet(), Fuel::BATTLE);
                let Request::Choose(again) = slow.run(&mut state, &mut tells, &mut fuel).unwrap()
                else {
                    panic!("{name}: nobody is asked");
                };
                assert_eq!(*options, again.options, "{name}");
                windows += 1;
            });
        }
    }
    assert!(windows > 500, "{windows}");
}

#[test]
fn what_is_drawn_is_what_is_listed() {
    let (mut windows, mut done) = (0, 0);
    for (name, machine) in machines() {
        for scenario in scenarios(&machine) {
            let mut number = 0;
            at_each_window(&machine, scenario, 5, |state, options| {
                let Options::Actions { list, done: may_pass } = options else { return };
                number += 1;
                if number % 6 != 0 {
                    return;
                }
                windows += 1;
                let after = |answer: &Answer| {
                    let (mut state, mut tells) = (state.clone(), Tells::quiet());
                    machine.answer_choice(&mut state, answer, &mut tells).unwrap();
                    state
                };
                let listed: Vec<Session> =
                    list.iter().map(|option| after(&Answer::Act(option.clone()))).collect();
                let few = list.len() <= 6;
                let mut drawn = vec![false; listed.len()];
                for seed in 0..if few { 120 } else { 12 } {
                    let (mut state, mut fuel) = (state.clone(), Fuel::BATTLE);
                    let mut generator = SeededDice::new(seed, 3);
                    machine.play_out(&mut state, &mut generator, 1, &mut fuel).unwrap();
                    let same = listed.iter().zip(&mut drawn).filter(|(it, _)| **it == state);
                    if same.map(|(_, drawn)| *drawn = true).count() == 0 {
                        assert!(*may_pass, "{name}: what was drawn is not listed");
                        done += 1;
                    }
                }
                assert!(!few || drawn.iter().all(|it| *it), "{name}: {list:?} {drawn:?}");
            });
        }
    }
    assert!(windows > 100 && done > 100, "{windows} windows, {done} times done");
}

#[test]
fn every_play_out_ends() {
    for (name, machine) in machines() {
        for scenario in scenarios(&machine) {
            let play = || {
                let mut state = machine.start(scenario).unwrap();
                let (mut generator, mut fuel) = (SeededDice::new(1, 0), Fuel::BATTLE);
                let played =
                    machine.play_out(&mut state, &mut generator, u32::MAX, &mut fuel).unwrap();
                assert!(machine.fits(&state));
                assert!(played.outcome.is_some(), "{name}");
                (state, played)
            };
            // An army on a plane takes seconds; that the same happens twice is seen in the small.
            let program = machine.program();
            let pieces = program.scenarios.at(scenario).sides.iter().map(|it| it.pieces.len());
            let first = play();
            if program.grain.is_none() || pieces.sum::<usize>() <= 4 {
                assert_eq!(first, play());
            }
        }
    }
}

/// A game of one choice: a bead that is small enough, or none.
const ONE_CHOICE: &str = r#"
system beads {
  dice d6
}

kind battle { state bead: bead? = none }
kind player
kind bead is piece { profile size: int 1..9 }

sequence {
  round at most 1 { for each p in players { take(p) } }
  verdict at end of round { else | none }
}
procedure take(p: player) {
  step take when beads of p is not empty {
    p chooses bead: one of beads where it.size < 4CLAUSE "a bead"
    battle.bead = bead
  }
}

faction Shore {
  beads {
    name  | size
    Glass | 1
    Amber | 2
    Bone  | 3
    Clay  | 4
    Jade  | 5
  }
}
scenario Box {
  side North { roster "North" of Shore { BEADS } }
  side South { roster "South" of Shore {} }
}
"#;

/// The bead that was taken.
fn bead_of(machine: &Machine, state: &State) -> i64 {
    let program = machine.program();
    let bead = program.fields.iter().find(|(_, field)| program.texts[field.name] == "bead");
    let (id, field) = bead.unwrap();
    let battle = state.heads().iter().position(|head| head.kind == field.kind).unwrap();
    machine.field(state, i64::try_from(battle).unwrap(), id).unwrap()
}

/// How often each value was drawn for the bead in many play-outs, and how many decisions they made in all.
fn beads(of: &str, clause: &str) -> (Vec<(i64, u32)>, u32) {
    let source = ONE_CHOICE.replace("BEADS", of).replace("CLAUSE", clause);
    let compiled = compile_system("beads", &[("systems/beads/beads.ww".to_owned(), source)]);
    let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let machine = Machine::new(&validate(program).unwrap());
    let scenario = machine.program().scenarios.ids().next().unwrap();
    let (mut drawn, mut decisions) = (std::collections::BTreeMap::new(), 0);
    let mut generator = SeededDice::new(3, 0);
    for _ in 0..900 {
        let mut state = machine.start(scenario).unwrap();
        let mut fuel = Fuel::BATTLE;
        let played = machine.play_out(&mut state, &mut generator, u32::MAX, &mut fuel).unwrap();
        decisions += played.decisions;
        *drawn.entry(bead_of(&machine, &state)).or_insert(0) += 1;
    }
    (drawn.into_iter().collect(), decisions)
}

#[test]
fn of_the_candidates_each_legal_one_is_drawn_as_often() {
    let (drawn, decisions) = beads("1 Glass ; 1 Amber ; 1 Bone ; 1 Clay ; 1 Jade", "");
    assert_eq!(drawn.len(), 3, "{drawn:?}");
    assert!(drawn.iter().all(|it| (240..360).contains(&it.1)), "{drawn:?}");
    assert_eq!(decisions, 900);
    // Nothing is decided where one alone is legal.
    let (drawn, decisions) = beads("1 Clay ; 1 Bone", "");
    assert_eq!((drawn.len(), decisions), (1, 0));
}

#[test]
fn to_take_none_is_as_likely_as_each_candidate() {
    let (drawn, decisions) = beads("1 Glass ; 1 Amber ; 1 Clay", " or none");
    assert_eq!(drawn.len(), 3, "{drawn:?}");
    assert!(drawn.iter().all(|it| (240..360).contains(&it.1)), "{drawn:?}");
    assert_eq!(decisions, 900);
}
