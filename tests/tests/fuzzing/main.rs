//! Damaged sources, saved battles and typed lines of every game: refused with words that say why, or meant and legal.

mod lists;

use warwright_cli::naming::measures::Measures;
use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::fuzzing::fuzz;
use warwright_tests::sources::{compile_system, made_up, shipped};
use warwright_tests::{saves, typed};

/// How many are tried; `cargo run --release -p warwright-tests --example fuzz -- sources` tries more.
const COUNT: u64 = 90;

#[test]
fn damaged_sources_are_refused_or_run() {
    let tally = fuzz(&made_up(), 0, COUNT);
    assert!(tally.failed.is_empty(), "{:#?}", tally.failed);
    assert!(tally.refused > 10 && tally.played > 3, "{tally:?}");
}

#[test]
fn damaged_sources_of_the_games_that_come_along_are_refused_or_run() {
    let tally = fuzz(&shipped(), 0, COUNT / 3);
    assert!(tally.failed.is_empty(), "{:#?}", tally.failed);
}

fn machines() -> Vec<Machine> {
    let programs = made_up().into_iter().filter_map(|(name, files)| {
        validate(compile_system(&name, &files).program?).ok().filter(|it| it.sequence.is_some())
    });
    programs.map(|program| Machine::new(&program)).collect()
}

#[test]
fn damaged_saves_are_refused_or_lead_to_the_same_end() {
    let battles: Vec<_> = machines()
        .into_iter()
        .filter_map(|machine| saves::recorded(&machine, 1, 25).map(|it| (machine, it)))
        .collect();
    let tally = saves::fuzz(&battles, 0, 600);
    assert!(tally.failed.is_empty(), "{:#?}", tally.failed);
    assert!(tally.refused > 100, "{tally:?}");
}

#[test]
fn a_draw_out_of_more_than_there_can_be_takes_no_memory() {
    let drawn = warwright_runtime::Recorded::Drew { item: 0, of: u32::MAX };
    assert_eq!(drawn.counts(), None);
}

#[test]
fn a_length_beyond_all_boards_is_shown_as_any() {
    for machine in machines() {
        let measures = Measures::of(&machine);
        for length in [i64::MAX, i64::MIN, i64::MAX / 100] {
            assert!(measures.shown(length).ends_with(measures.mark()));
        }
    }
}

#[test]
fn what_is_typed_is_refused_in_words_or_legal() {
    for machine in machines() {
        let tally = typed::fuzz(&machine, 1, 150);
        assert!(tally.failed.is_empty(), "{:#?}", tally.failed);
    }
}
