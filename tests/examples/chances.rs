//! Played battles against their odds: `cargo run --release -p warwright-tests --example chances -- [STATES [BATTLES]]`.
//!
//! Each scenario of each game and of the guide whose odds can be worked out within so many states is played so often; prints what
//! cannot be chance, and ends with 1 if anything did.

use warwright_ir::validate;
use warwright_runtime::Limits;
use warwright_tests::odds::held;
use warwright_tests::pages::guide;
use warwright_tests::sources::{compile_system, games};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| args.get(at).and_then(|it| it.parse().ok()).unwrap_or(usual);
    let (states, battles) = (number(0, 100_000), number(1, 1_000));
    let states = usize::try_from(states).unwrap_or(usize::MAX);
    let limits = Limits { states, fuel: 200_000_000, ..Limits::default() };
    let mut apart = 0;
    for (name, files) in games().into_iter().chain([("ferry".to_owned(), guide())]) {
        let Some(program) = compile_system(&name, &files).program else { continue };
        let held = held(&validate(program).expect("what compiles is valid"), limits, battles);
        println!("{name}: exact {:?}, too large {:?}", held.exact, held.refused);
        held.apart.iter().for_each(|line| println!("  {line}"));
        apart += held.apart.len();
    }
    println!("{apart} apart");
    std::process::exit(i32::from(apart > 0));
}
