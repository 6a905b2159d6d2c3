//! An attack of Battleground through the machine beside the same rules by hand, and what a state costs.

use crate::battleground::{Battle, Contact, How, Order, Plays, Printed, Side, Unit};
use crate::hand::{self, Figures};
use crate::playouts::{Seats, battle_of};
use crate::program::{before, own, valid};
use crate::timing::{Start, beside, median, pair};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hint::black_box;
use warwright_ir::ScenarioId;
use warwright_runtime::{Fuel, Machine, RandomPlayer, SeededDice, Tells, play};

const TESTS: &str = "use battleground\n\n\
    test \"an attack\" {\n  \
      given a: \"Hawk Swordsmen\" ; b: \"Orc Swordsmen\"\n  \
      run strike(a, b, melee)\n  \
      expect 0 <= b.damage\n\
    }\n\
    test \"a pinch\" {\n  \
      given a: \"Hawk Swordsmen\" { order Close } ; f: \"Hawk Halberdiers\" ; b: \"Orc Swordsmen\"\n  \
      join f, b by engaged { side of f: front, side of b: front }\n  \
      join a, b by engaged { side of a: front, side of b: rear }\n  \
      run strike(a, b, melee)\n  \
      expect 0 <= b.damage\n\
    }\n";
/// The same units in the bare dice by hand.
const FIGURES: Figures = Figures { dice: 5, skill: 5, power: 5, guard: 2, tough: 2 };
const ATTACKS: u32 = 20_000;

/// Attacks: the machine beside the bare dice by hand, and beside the same attack by hand with all its clauses decided. The mean damage
/// must be the same.
pub fn attack() {
    let program = valid(own("factions/battleground/attack.ww", TESTS.to_owned()));
    let machine = Machine::new(&program);
    let mut source = ChaCha8Rng::seed_from_u64(1);
    let mut bare = Counted::default();
    let mut dice = || bare.add(i64::from(hand::attack(black_box(FIGURES), &mut source)));
    one_attack(&machine, "an attack", ("the bare dice by hand", &mut dice));
    println!("  mean damage of the bare dice {:.3}", bare.mean());
    let (alone, pinch) = battles();
    for (test, battle) in [("an attack", alone), ("a pinch", pinch)] {
        let mut source = ChaCha8Rng::seed_from_u64(1);
        let mut damage = Counted::default();
        let mut copy = battle.clone();
        let mut decided = || {
            copy.clone_from(black_box(&battle));
            let boxes = copy.strike((0, 1, How::Melee), &mut source, &mut Nobody);
            black_box(&copy);
            damage.add(i64::from(boxes));
        };
        one_attack(&machine, test, ("the same by hand, all clauses", &mut decided));
        println!("  mean damage by hand {:.3}", damage.mean());
    }
}

/// What comes out on average.
#[derive(Default)]
struct Counted {
    sum: i64,
    many: i64,
}

impl Counted {
    fn add(&mut self, value: i64) {
        self.sum += black_box(value);
        self.many += 1;
    }

    fn mean(&self) -> f64 {
        self.sum as f64 / self.many.max(1) as f64
    }
}

/// Plays no cards.
struct Nobody;

impl Plays for Nobody {
    fn play(&mut self, _player: usize, _cards: &[usize]) -> Option<usize> {
        None
    }
}

/// The battles of the tests by hand: the attacker first, then the target.
fn battles() -> (Battle, Battle) {
    let printed = Printed {
        dice: 5,
        skill: 5,
        power: 5,
        guard: 2,
        tough: 2,
        boxes: [4, 3, 2],
        impact: 0,
        low_arc: false,
    };
    let a = Unit::new(0, printed);
    let b = Unit::new(1, printed);
    let alone = Battle {
        units: vec![a, b],
        hands: [Vec::new(), Vec::new()],
        discards: [Vec::new(), Vec::new()],
        in_turn: false,
        shot_length: 0,
    };
    let mut pinch = alone.clone();
    let mut friend = Unit::new(0, Printed { dice: 4, power: 6, boxes: [4, 2, 2], ..printed });
    friend.contacts.push(Contact { with: 1, side: Side::Front });
    pinch.units[0].order = Some(Order::Close);
    pinch.units[0].contacts.push(Contact { with: 1, side: Side::Front });
    pinch.units[1].contacts =
        vec![Contact { with: 2, side: Side::Front }, Contact { with: 0, side: Side::Rear }];
    pinch.units.push(friend);
    (alone, pinch)
}

/// One attack through the machine beside a peer.
fn one_attack(machine: &Machine, name: &str, (peer, theirs): (&str, &mut dyn FnMut())) {
    let (id, start, locals) = before(machine, name);
    let program = machine.program();
    let test = &program.tests[id];
    let warwright_ir::Expectation::Holds { holds: of, .. } = &test.expects[0] else {
        panic!("the test asks whether something holds")
    };
    let warwright_ir::Expr::Binary { right: damage, .. } = program.exprs[*of] else {
        panic!("it compares the damage")
    };
    let mut dice = SeededDice::new(1, 0);
    let mut players = RandomPlayer::new(1, 1);
    let mut tells = Tells::quiet();
    let (mut found, mut many) = (Counted::default(), 0_i64);
    let mut state = start.clone();
    let mut ours = || {
        state.clone_from(&start);
        let mut fuel = Fuel::BATTLE;
        play(machine, &mut state, &mut dice, &mut players, &mut tells, &mut fuel, None)
            .expect("an attack ends");
        many += 1;
        if many % 64 == 0 {
            let value = warwright_cli::testing::value(machine, test, &locals, &state, damage);
            found.add(value.expect("damage can be asked"));
        }
    };
    let (a, b) = pair(7, (ATTACKS, &mut ours), (ATTACKS, theirs));
    beside(&format!("{name} through the machine"), a, peer, b);
    println!("  mean damage through the machine {:.3}", found.mean());
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
