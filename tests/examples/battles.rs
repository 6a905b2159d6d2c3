//! Many battles, every state looked at: `cargo run --release -p warwright-tests --example battles -- SCENARIO (policy | random) COUNT [SEED]`.
//!
//! Prints who won how often with confidence intervals, how long battles took, who stood for how long and why, from which side
//! pieces met, and what rules said how often; what went wrong with its seed.
//! `fast` as a fifth word looks at no state and tells nothing, to see how fast battles are.

#![expect(
    clippy::disallowed_types,
    reason = "says how long the battles took; no result depends on it"
)]

use std::collections::BTreeMap;
use std::time::Instant;
use warwright_ir::{ScenarioId, ValidProgram, validate};
use warwright_runtime::Machine;
use warwright_tests::battles::{Battle, Players, fight, race};
use warwright_tests::sources::{compile_system, games};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize| args.get(at).map_or("", String::as_str);
    let number = |at: usize, usual: u64| word(at).parse().unwrap_or(usual);
    let players = match word(1) {
        "policy" => Players::Policy,
        "random" => Players::Random,
        _ => {
            eprintln!("usage: battles SCENARIO (policy | random) [COUNT [SEED [fast]]]");
            std::process::exit(2);
        }
    };
    let (count, first, watch) = (number(2, 200), number(3, 0), word(4) != "fast");
    let Some((program, scenario)) = games().iter().find_map(|game| named(game, word(0))) else {
        eprintln!("no game has a scenario `{}`", word(0));
        std::process::exit(2);
    };
    let machine = Machine::new(&program);
    let begun = Instant::now();
    let threads = if watch { 2 } else { 1 };
    let results: Vec<Result<Battle, String>> = std::thread::scope(|scope| {
        let part = |thread: u64| {
            let machine = &machine;
            scope.spawn(move || {
                (first..first + count)
                    .filter(|seed| seed % threads == thread)
                    .map(|seed| {
                        if watch {
                            fight(machine, scenario, seed, players)
                        } else {
                            race(machine, scenario, seed, players)
                        }
                    })
                    .collect::<Vec<_>>()
            })
        };
        let parts: Vec<_> = (0..threads).map(part).collect();
        parts.into_iter().flat_map(|part| part.join().expect("a thread")).collect()
    });
    let time = begun.elapsed().as_secs_f64();
    let (good, bad): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    for wrong in bad.iter().filter_map(|it| it.as_ref().err()) {
        println!("WRONG {wrong}");
    }
    report(&good.into_iter().flatten().collect::<Vec<_>>(), time);
    std::process::exit(i32::from(!bad.is_empty()));
}

/// The scenario of that name, where the game has it.
fn named(
    game: &(String, Vec<(String, String)>),
    wanted: &str,
) -> Option<(ValidProgram, ScenarioId)> {
    let program = compile_system(&game.0, &game.1).program.expect("the game compiles");
    let program = validate(program).expect("it is sound");
    let scenario = program
        .scenarios
        .iter()
        .find(|(_, scenario)| program.texts.at(scenario.name).eq_ignore_ascii_case(wanted));
    let scenario = scenario.map(|(id, _)| id)?;
    Some((program, scenario))
}

fn report(battles: &[Battle], time: f64) {
    let many = battles.len().max(1) as f64;
    let mut winners: BTreeMap<Option<usize>, u64> = BTreeMap::new();
    let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
    let mut said: BTreeMap<&str, u64> = BTreeMap::new();
    for battle in battles {
        *winners.entry(battle.winner).or_default() += 1;
        *ends.entry(&battle.why).or_default() += 1;
        for (rule, times) in &battle.said {
            *said.entry(rule).or_default() += times;
        }
    }
    for (winner, wins) in winners {
        let share = wins as f64 / many;
        let spread = 1.96 * (share * (1.0 - share) / many).sqrt();
        let who = winner.map_or("nobody".to_owned(), |side| format!("side {}", side + 1));
        println!("{who}: {wins} ({:.1} % +- {:.1})", share * 100.0, spread * 100.0);
    }
    println!("ends: {ends:?}");
    let mean = |of: fn(&Battle) -> f64| battles.iter().map(of).sum::<f64>() / many;
    println!(
        "rounds {:.1}, choices {:.1}, rolls {:.1} a battle",
        mean(|it| it.rounds as f64),
        mean(|it| it.choices as f64),
        mean(|it| it.rolls as f64)
    );
    println!("{:.2} battles a second, {time:.1} s", many / time);
    let mut idle = 0;
    for battle in battles.iter().filter(|it| !it.idle.is_empty()) {
        idle += battle.idle.len();
        println!("stood for no reason, seed {}: {}", battle.seed, battle.idle.join("; "));
    }
    println!("stood three turns running for no reason: {idle}");
    for (title, of) in [
        ("stood a turn", (|it: &Battle| &it.stood) as fn(&Battle) -> &BTreeMap<String, u64>),
        ("met", |it| &it.met),
    ] {
        let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
        for (what, times) in battles.iter().flat_map(of) {
            *sums.entry(what).or_default() += times;
        }
        let each = sums.iter().map(|(what, times)| format!("{what} {:.2}", *times as f64 / many));
        println!("{title}, a battle: {}", each.collect::<Vec<_>>().join(", "));
    }
    let mut said: Vec<_> = said.into_iter().collect();
    said.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    for (rule, times) in said.into_iter().take(40) {
        println!("  {:>8.2} {rule}", times as f64 / many);
    }
}
