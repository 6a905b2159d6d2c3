//! Long runs of what the tests do a little of: `cargo run --release -p warwright-tests --example fuzz -- WHAT SEED COUNT`.
//!
//! WHAT is `ir` (COUNT damaged programs of each game), `sources` (COUNT damaged sources of all games), `saves` (COUNT damaged
//! records of battles), `damaged` (the source that SEED of `sources` makes), `lines` (COUNT lines typed at the requests of battles of each game, or of the one that is named behind them) or `opinions` (COUNT made-up
//! systems, worked out by the machine and by the second opinion). What fails is printed with its seed.

use rayon::prelude::*;
use std::collections::VecDeque;
use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::generate::{SYSTEM, rules};
use warwright_tests::second_opinion::compare::{Compared, compare};
use warwright_tests::second_opinion::{Second, Source};
use warwright_tests::sources::{compile_system, games, made_up, shipped, shown, typed_system};
use warwright_tests::{fuzzing, mutation, saves, typed};

/// Games by the name of their system, each with its files.
type Games = Vec<(String, Vec<(String, String)>)>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| {
        args.get(at).map_or(usual, |it| it.parse().expect("SEED and COUNT are numbers"))
    };
    let (seed, count) = (number(1, 0), number(2, 1_000));
    // Each is told with its seed; here where it happened.
    std::panic::set_hook(Box::new(|panic| eprintln!("  {panic}")));
    match args.first().map(String::as_str) {
        Some("ir") => damaged_programs(seed, count),
        Some("sources") => damaged_sources(seed, count),
        Some("damaged") => damaged_source(seed),
        Some("opinions") => opinions(seed, count),
        Some("saves") => damaged_saves(seed, count),
        Some("lines") => typed_lines(seed, count, args.get(3).map(String::as_str)),
        _ => {
            eprintln!(
                "usage: fuzz (ir | sources | damaged | opinions | saves | lines) [SEED [COUNT]]"
            );
            std::process::exit(2);
        }
    }
}

/// The shipped games without their tests, which are most of their text, and the made-up ones.
fn in_short() -> Games {
    let is_test = |path: &str| path.split('/').any(|folder| folder == "tests");
    let short = |(name, files): (String, Vec<(String, String)>)| {
        (name, files.into_iter().filter(|(path, _)| !is_test(path)).collect())
    };
    shipped().into_iter().map(short).chain(made_up()).collect()
}

fn damaged_programs(seed: u64, count: u64) {
    let (seed, count) = (usize::try_from(seed).unwrap(), usize::try_from(count).unwrap());
    in_short().into_par_iter().for_each(|(name, files)| {
        let program = compile_system(&name, &files).program.expect("the games compile");
        let tally = mutation::mutate(&program, seed, count);
        println!("{name}: {} refused, {} ran", tally.refused, tally.ran);
        for change in tally.panicked.iter().chain(&tally.silent) {
            println!("  {name}: {change}");
        }
    });
}

/// So many seeds are tried before it is told what became of them.
const AT_ONCE: u64 = 1_000;

/// The games of which a seed damages one: one in so many thousands is of all games, whose shipped ones take a hundred times as long.
fn pool(seed: u64) -> Games {
    const OF_ALL: u64 = 16;
    if (seed / AT_ONCE).is_multiple_of(OF_ALL) { in_short() } else { made_up() }
}

fn damaged_sources(seed: u64, count: u64) {
    let end = seed + count;
    let mut begin = seed;
    while begin < end {
        let next = ((begin / AT_ONCE + 1) * AT_ONCE).min(end);
        let tally = fuzzing::fuzz(&pool(begin), begin, next - begin);
        println!("from {begin}: {} refused, {} played", tally.refused, tally.played);
        for (seed, why) in tally.failed {
            println!("  seed {seed}: {why}");
        }
        begin = next;
    }
}

/// Prints the file that a seed of `sources` damages, and what is told of it.
fn damaged_source(seed: u64) {
    let games = pool(seed);
    let (name, files) = fuzzing::damaged(&games, seed);
    let (_, whole) = games.iter().find(|(game, _)| *game == name).expect("it is one of them");
    for ((path, text), (_, before)) in files.iter().zip(whole) {
        if text != before {
            println!("// {path}\n{text}");
        }
    }
    println!("{}", shown(&compile_system(&name, &files)));
}

fn machines() -> Vec<(String, Machine)> {
    let program = |files: &[_], name: &str| compile_system(name, files).program;
    let all = games().into_iter().filter_map(|(name, files)| {
        let program = validate(program(&files, &name)?).ok()?;
        program.sequence.is_some().then(|| (name, Machine::new(&program)))
    });
    all.collect()
}

fn damaged_saves(seed: u64, count: u64) {
    let battles: Vec<_> = machines()
        .into_iter()
        .filter_map(|(_, machine)| saves::recorded(&machine, seed, 60).map(|it| (machine, it)))
        .collect();
    for begin in (seed..seed + count).step_by(1_000) {
        let tally = saves::fuzz(&battles, begin, (seed + count - begin).min(1_000));
        println!("from {begin}: {} refused, {} replayed", tally.refused, tally.replayed);
        tally.failed.iter().for_each(|(seed, why)| println!("  seed {seed}: {why}"));
    }
}

fn typed_lines(seed: u64, count: u64, game: Option<&str>) {
    let count = usize::try_from(count).unwrap();
    let wanted = |name: &str| game.is_none_or(|game| game == name);
    for (name, machine) in machines().into_iter().filter(|(name, _)| wanted(name)) {
        let tally = typed::fuzz(&machine, seed, count);
        println!("{name}: {} refused, {} answered", tally.refused, tally.answered);
        tally.failed.iter().for_each(|(seed, why)| println!("  seed {seed}: {why}"));
    }
}

fn opinions(seed: u64, count: u64) {
    let mut same = 0;
    for seed in seed..seed + count {
        let files = rules(seed);
        let Some(program) = compile_system(SYSTEM, &files).program else {
            println!("seed {seed} does not compile");
            continue;
        };
        let typed = typed_system(SYSTEM, &files).expect("it compiles");
        let valid = validate(program).expect("what compiles is valid");
        let machine = Machine::new(&valid);
        for (test, def) in valid.program().tests.values().zip(typed.tests.values()) {
            let mut second = Second::new(&typed, Source::Record(VecDeque::new()));
            match compare(&machine, test, &mut second, def, seed) {
                Compared::Same | Compared::BothFault => same += 1,
                Compared::Unknown => println!("seed {seed}: something unknown"),
                Compared::Differ(how) => println!("seed {seed}, {}: {how}", def.name),
            }
        }
    }
    println!("{same} the same");
}
