//! All battles of all games with each shortcut off, and with all off: `cargo run --release -p warwright-tests --example shortcuts -- [SEEDS [STATES [GAME]]]`.
//! `made-up` for GAME: so many made-up battles, with what share of all forms they are made of; `throws`: so many of dice alone.
//!
//! Prints what went another way than with all shortcuts on, and ends with 1 if anything did.

use std::collections::BTreeSet;
use warwright_ir::validate;
use warwright_runtime::{Limits, Optimisations};
use warwright_tests::forms;
use warwright_tests::generate::{SYSTEM, battles, fields, throws};
use warwright_tests::pages::guide;
use warwright_tests::shortcuts::{differences, scenarios};
use warwright_tests::sources::{compile_system, games};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| args.get(at).and_then(|it| it.parse().ok()).unwrap_or(usual);
    let (seeds, states) = (number(0, 8), number(1, 20_000));
    let limits = Limits { states: states as usize, fuel: 2_000_000_000, ..Limits::default() };
    if args.get(2).is_some_and(|it| it == "made-up") {
        std::process::exit(i32::from(made_up(seeds, limits)));
    }
    if args.get(2).is_some_and(|it| it == "throws") {
        std::process::exit(i32::from(of_dice(seeds, limits)));
    }
    let mut all = games();
    all.push(("ferry".to_owned(), guide()));
    all.retain(|(name, _)| args.get(2).is_none_or(|wanted| wanted == name));
    let mut switches = Optimisations::all_but_one();
    switches.push(("any", Optimisations::none()));
    let (mut battles, mut found) = (0, Vec::new());
    for (name, files) in all {
        let program = validate(compile_system(&name, &files).program.unwrap()).unwrap();
        for scenario in scenarios(&program) {
            for switch in &switches {
                battles += seeds;
                found.extend(differences(&program, scenario, *switch, (0..seeds, limits)));
            }
        }
        println!("{name}: {battles} battles so far");
    }
    found.iter().for_each(|line| println!("{line}"));
    println!("{battles} battles, {} went another way", found.len());
    std::process::exit(i32::from(!found.is_empty()));
}

/// So many battles of dice alone, each with all shortcuts off; whether any has other odds or went another way.
fn of_dice(count: u64, limits: Limits) -> bool {
    let mut found = Vec::new();
    for seed in 0..count {
        let program = compile_system(SYSTEM, &throws(seed)).program.expect("made-up rules compile");
        let program = validate(program).unwrap();
        for scenario in scenarios(&program) {
            let none = ("any", Optimisations::none());
            let differ = differences(&program, scenario, none, (0..1, limits));
            found.extend(differ.into_iter().map(|it| format!("{seed}: {it}")));
        }
    }
    found.iter().for_each(|line| println!("{line}"));
    println!("{count} battles of dice, {} have other odds", found.len());
    !found.is_empty()
}

/// So many made-up battles, each with all shortcuts off and with one of them; whether any went another way, or a form
/// stands in none.
fn made_up(count: u64, limits: Limits) -> bool {
    let mut switches = Optimisations::all_but_one().into_iter().cycle();
    let (mut refused, mut found, mut reached) = (0, Vec::new(), BTreeSet::new());
    for seed in 0..count {
        let files = if seed % 2 == 0 { battles(seed) } else { fields(seed) };
        let Some(program) = compile_system(SYSTEM, &files).program else {
            refused += 1;
            continue;
        };
        reached.extend(forms::used(&program));
        let program = validate(program).unwrap();
        for scenario in scenarios(&program) {
            for switch in [("any", Optimisations::none()), switches.next().unwrap()] {
                let differ = differences(&program, scenario, switch, (0..2, limits));
                found.extend(differ.into_iter().map(|it| format!("{seed}: {it}")));
            }
        }
    }
    found.iter().for_each(|line| println!("{line}"));
    let all = forms::all();
    println!("{count} made-up battles, {refused} refused, {} went another way", found.len());
    println!("made of {} of {} forms; without:", reached.len(), all.len());
    let missed: Vec<_> = all.difference(&reached).collect();
    missed.iter().for_each(|form| println!("  {form}"));
    !found.is_empty() || !missed.is_empty()
}
