//! An attack of Battleground through the machine beside the same rules by hand, and what a state costs.

use crate::hand::{self, Figures};
use crate::playouts::{Seats, battle_of};
use crate::program::{before, own, valid};
use crate::timing::{Start, beside, median, pair};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hint::black_box;
use warwright_ir::ScenarioId;
use warwright_runtime::{Fuel, Machine, RandomPlayer, SeededDice, Tells, play};

const TEST: &str = "use battleground\n\n\
    test \"an attack\" {\n  \
      given a: \"Hawk Swordsmen\" ; b: \"Orc Swordsmen\"\n  \
      run strike(a, b, melee)\n  \
      expect 0 <= b.damage\n\
    }\n";
/// The same units in the bare dice by hand.
const FIGURES: Figures = Figures { dice: 5, skill: 5, power: 5, guard: 2, tough: 2 };
const ATTACKS: u32 = 20_000;

/// One attack: the machine beside the bare dice by hand, and the mean damage of both, which must be the same.
pub fn attack() {
    let program = valid(own("factions/battleground/attack.ww", TEST.to_owned()));
    let machine = Machine::new(&program);
    let (id, start, locals) = before(&machine, "an attack");
    let test = &program.program().tests[id];
    let warwright_ir::Expectation::Holds { holds: of, .. } = &test.expects[0] else {
        panic!("the test asks whether something holds")
    };
    let warwright_ir::Expr::Binary { right: damage, .. } = program.program().exprs[*of] else {
        panic!("it compares the damage")
    };
    let mut dice = SeededDice::new(1, 0);
    let mut players = RandomPlayer::new(1, 1);
    let mut tells = Tells::quiet();
    let (mut sum, mut many) = (0_i64, 0_i64);
    let mut state = start.clone();
    let mut ours = || {
        state.clone_from(&start);
        let mut fuel = Fuel::BATTLE;
        play(&machine, &mut state, &mut dice, &mut players, &mut tells, &mut fuel, None)
            .expect("an attack ends");
        many += 1;
        if many % 64 == 0 {
            sum += warwright_cli::testing::value(&machine, test, &locals, &state, damage)
                .expect("damage can be asked");
        }
    };
    let mut source = ChaCha8Rng::seed_from_u64(1);
    let (mut hand_sum, mut hand_many) = (0_u64, 0_u64);
    let mut theirs = || {
        hand_sum += u64::from(black_box(hand::attack(black_box(FIGURES), &mut source)));
        hand_many += 1;
    };
    let (a, b) = pair(7, (ATTACKS, &mut ours), (ATTACKS, &mut theirs));
    beside("an attack through the machine", a, "the bare dice by hand in Rust", b);
    println!(
        "  mean damage {:.3} and {:.3}",
        sum as f64 / (many / 64) as f64,
        hand_sum as f64 / hand_many as f64
    );
}

/// Whole duels by policy, and the size of a state with the time of a copy.
pub fn battle() {
    let request_text = String::from("use battleground\n");
    let program = valid(own("factions/battleground/none.ww", request_text));
    let machine = Machine::new(&program);
    for scenario in program.program().battles() {
        let name = &program.program().texts[program.program().scenarios[scenario].name];
        whole(&machine, scenario, name);
        let state = machine.start(scenario).expect("the battle can be set up");
        let mut copy = state.clone();
        let (fresh, again) = pair(
            5,
            (10_000, || drop(black_box(black_box(&state).clone()))),
            (10_000, || copy.clone_from(black_box(&state))),
        );
        let bytes = state.size();
        println!(
            "  its state: {bytes} bytes, a new copy {fresh:.0?}, a copy over another {again:.0?}"
        );
    }
}

fn whole(machine: &Machine, scenario: ScenarioId, name: &str) {
    let mut seed = 0;
    let mut battle = || {
        seed += 1;
        battle_of(machine, scenario, seed, Seats::Policy);
    };
    // A long battle need not be played so often.
    let first = median(1, 1, &mut battle);
    let many = (0.2 / first.as_secs_f64().max(1e-9)).clamp(1.0, 100.0) as u32;
    let one = median(5, many, &mut battle);
    println!("{name}: a whole battle by policy {one:.1?}, {:.1} a second", 1.0 / one.as_secs_f64());
    decisions(machine, scenario);
}

/// Decisions a second of players who choose at random.
fn decisions(machine: &Machine, scenario: ScenarioId) {
    let mut asked = 0_u32;
    let begun = Start::now();
    for seed in 0.. {
        asked += battle_of(machine, scenario, seed, Seats::Asked);
        if begun.elapsed().as_secs_f64() > 1.0 {
            break;
        }
    }
    println!(
        "  at random {:.0} decisions a second",
        f64::from(asked) / begun.elapsed().as_secs_f64()
    );
}
