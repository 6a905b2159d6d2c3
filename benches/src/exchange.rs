//! Task C: two sides strike at once, four times at most; by dice and exactly, beside the same by hand.

use crate::hand;
use crate::program::{before, system, valid};
use crate::timing::{beside, pair};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hint::black_box;
use warwright_ir::ValidProgram;
use warwright_runtime::{
    Enumerator, Fuel, Limits, Machine, NoChoices, RandomPlayer, SeededDice, Tells, play,
};

const SYSTEM: &str = include_str!("../../tests/games/exchange/systems/exchange/exchange.ww");
const TEST: &str = "\ntest \"task C\" {\n  given a: Five ; b: Six\n  run exchange(a, b)\n  expect a.lost >= 6\n  expect b.lost >= 6\n}\n";

fn program() -> ValidProgram {
    valid(system("exchange", &format!("{SYSTEM}{TEST}")))
}

/// Trials with dice.
pub fn by_dice() {
    let program = program();
    let machine = Machine::new(&program);
    let (_, start, _) = before(&machine, "task C");
    let mut dice = SeededDice::new(1, 0);
    let mut players = RandomPlayer::new(1, 1);
    let mut tells = Tells::quiet();
    let mut state = start.clone();
    let ours = || {
        state.clone_from(&start);
        let mut fuel = Fuel::BATTLE;
        play(&machine, &mut state, &mut dice, &mut players, &mut tells, &mut fuel, None)
            .expect("an exchange ends");
    };
    let mut source = ChaCha8Rng::seed_from_u64(1);
    let theirs = || {
        black_box(hand::exchange(&mut source));
    };
    let (a, b) = pair(7, (10_000, ours), (10_000, theirs));
    beside("task C by dice, one trial", a, "the same by hand in Rust", b);
    println!("  {:.3} million trials a second", 1e-6 / a.as_secs_f64());
}

/// The exact odds, warm.
pub fn exactly() {
    let program = program();
    let machine = Machine::new(&program);
    let (id, start, locals) = before(&machine, "task C");
    let test = &program.program().tests[id];
    let mut enumerator = Enumerator::new(&machine);
    let mut odds = || {
        enumerator.run(start.clone(), &mut NoChoices, Limits::default()).expect("there are odds")
    };
    let distribution = odds();
    let down = |which: usize| {
        let warwright_ir::Expectation::Holds { holds: of, .. } = &test.expects[which] else {
            panic!("the test asks whether something holds")
        };
        *of
    };
    let both = distribution
        .values(|state| {
            let ask = |of| warwright_cli::testing::value(&machine, test, &locals, state, of);
            Ok((ask(down(0))? != 0, ask(down(1))? != 0))
        })
        .expect("they can be asked");
    let exact = |key| both.chance(&key).decimal(6);
    let (first, second, all) = hand::exchange_odds();
    let (a, b) = pair(
        5,
        (20, || drop(black_box(odds()))),
        (200, || {
            black_box(hand::exchange_odds());
        }),
    );
    beside("task C exactly, warm", a, "by hand in Rust, floating point", b);
    println!(
        "  only the first down {} ({first:.6}), only the second {} ({second:.6}), both {} ({all:.6})",
        exact((true, false)),
        exact((false, true)),
        exact((true, true)),
    );
    println!("  at most {} states wait at one time", distribution.widest());
}
