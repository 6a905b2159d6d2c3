//! All battles of all games with each shortcut off, and with all off: `cargo run --release -p warwright-tests --example shortcuts -- [SEEDS [STATES [GAME]]]`.
//!
//! Prints what went another way than with all shortcuts on, and ends with 1 if anything did.

use warwright_ir::validate;
use warwright_runtime::{Limits, Optimisations};
use warwright_tests::pages::guide;
use warwright_tests::shortcuts::{differences, scenarios};
use warwright_tests::sources::{compile_system, games};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| args.get(at).and_then(|it| it.parse().ok()).unwrap_or(usual);
    let (seeds, states) = (number(0, 8), number(1, 20_000));
    let limits = Limits { states: states as usize, fuel: 2_000_000_000, ..Limits::default() };
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
