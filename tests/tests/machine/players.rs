//! Drivers: seeded dice, random and policy players.

use crate::make::*;
use crate::procedures::site;
use warwright_ir::*;
use warwright_runtime::{
    DicePosition, Machine, PolicyPlayer, RollOf, SeededDice, Session, State, Tells, play,
};

const ENV: Env = Env { scalars: 6, wides: 2 };

/// Ten rounds: the token's player names a token, three dice are rolled, each low one hurts it.
fn game(policy: bool) -> Machine {
    let mut make = Make::new();
    let t = make.token(0);
    let who = make.expr(Expr::OwnerOf(t), player());
    let of = make.tokens();
    let site = site(&mut make, "target", token(), 3);
    let kind = ChoiceKind::One { of, filter: None, none: None };
    let (ten, three) = (make.int(10), make.int(3));
    let left = make.local(2, Ty::Int);
    let zero = make.int(0);
    let more = make.bin(BinaryOp::Lt, zero, left, Ty::Bool);
    let hits = make.low(0, 4, 2);
    let acts = vec![
        Act::Bound { left: 2, at_most: ten },
        Act::JumpUnless { when: more, to: 7 },
        Act::Tick { left: 2 },
        Act::Choose { who, kind, slot: Slot::Scalar(1), site },
        Act::Roll { slot: 0, die: D6, count: three, purpose: None },
        make.add(1, DAMAGE, hits),
        Act::Jump(1),
        make.say("over"),
    ];
    make.procedure("game", ENV, vec![("rounds", acts)]);
    if policy {
        let key = make.of(3, DAMAGE);
        let prefer = Prefer::Ranked(vec![(false, key)]);
        let rules = vec![PolicyRule::Choice { site, env: ENV, when: None, prefer }];
        let name = make.text("fair");
        make.program.policies.push(Policy { name, rules, span: AT });
    }
    make.machine()
}

fn damages(machine: &Machine, state: &State) -> Vec<i64> {
    [OURS, THEIRS, THIRD].iter().map(|token| read(machine, state, *token, DAMAGE)).collect()
}

fn begin(machine: &Machine) -> Session {
    let mut state = machine.set_up(DUEL).unwrap();
    machine.call(&mut state, ProcedureId(0), &[one(OURS)]).unwrap();
    state
}

#[test]
fn seeded_dice_are_frozen() {
    let machine = game(false);
    let mut dice = SeededDice::new(7, 0);
    let rolls: Vec<u32> = (0..12).map(|_| dice.below(6)).collect();
    assert_eq!(rolls, GOLDEN);
    assert_eq!(dice.position(), DicePosition { seed: 7, stream: 0, words: 12, words_high: 0 });
    let pool = SeededDice::new(7, 0).roll(machine.program(), &RollOf::Die(D6), 12);
    assert_eq!(pool.iter().sum::<i64>(), 12);
    let mut other = SeededDice::new(7, 1);
    assert_ne!((0..12).map(|_| other.below(6)).collect::<Vec<_>>(), GOLDEN);
}

const GOLDEN: [u32; 12] = [1, 4, 5, 2, 2, 0, 0, 1, 5, 2, 5, 2];

#[test]
fn a_policy_is_followed() {
    let machine = game(true);
    let mut state = begin(&machine);
    let mut player = PolicyPlayer::new(Some(PolicyId(0)), 3, 1);
    let mut tells = Tells::quiet();
    play(
        &machine,
        &mut state,
        &mut SeededDice::new(3, 0),
        &mut player,
        &mut tells,
        &mut fuel(),
        None,
    )
    .unwrap();
    let damages = damages(&machine, &state);
    let (least, most) = (damages.iter().min().unwrap(), damages.iter().max().unwrap());
    assert!(most - least <= 3, "{damages:?}");
}

#[test]
fn equal_ways_lead_to_equal_states() {
    let machine = game(false);
    let mut one = begin(&machine);
    let mut other = begin(&machine);
    for (state, faces) in [(&mut one, [1, 0, 0, 2, 0, 0]), (&mut other, [0, 1, 0, 0, 0, 2])] {
        let mut tells = Tells::quiet();
        machine.run(state, &mut tells, &mut fuel()).unwrap();
        machine
            .answer_choice(state, &warwright_runtime::Answer::Value(THEIRS), &mut tells)
            .unwrap();
        machine.run(state, &mut tells, &mut fuel()).unwrap();
        machine.answer_roll(state, &faces, &mut tells).unwrap();
        machine.run(state, &mut tells, &mut fuel()).unwrap();
    }
    // The pools differ until the compiler has them forgotten; all else is equal.
    let (mut one, mut other) = (one.into_state(), other.into_state());
    assert_eq!(one.cells(), other.cells());
    one.locals.wides.clear();
    other.locals.wides.clear();
    assert_eq!(one, other);
}
