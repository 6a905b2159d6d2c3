//! Brute force: every die by itself, every face of it, nothing merged.

use super::super::{Chance, Limits, NoChoices, Values, enumerate};
use super::make::{DAMAGE, Make};
use crate::machine::{Fuel, Machine, Request, Tells};
use crate::session::Session;
use crate::state::State;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use warwright_ir::{Act, Expr, ExprId, ProcedureId, Slot, validate};

/// What both ways of counting look at: the damage of both tokens at the end.
pub(super) type Damages = (i64, i64);

/// A machine for a program, and the first procedure about to run between the first two tokens.
pub(super) fn begin(make: &Make) -> (Machine, Session, [i64; 2]) {
    let valid = validate(make.program.clone());
    let valid = valid.unwrap_or_else(|faults| panic!("{faults:#?}"));
    let machine = super::machine(&valid);
    let scenario = warwright_ir::ScenarioId(0);
    let mut state = machine.set_up(scenario).unwrap();
    let tokens: Vec<i64> = (0..state.entities())
        .filter(|entity| state.head(*entity).is_some_and(|head| head.kind == super::make::TOKEN))
        .collect();
    let args = [[tokens[0]].into_iter().collect(), [tokens[1]].into_iter().collect()];
    machine.call(&mut state, ProcedureId(0), &args).unwrap();
    (machine, state, [tokens[0], tokens[1]])
}

/// The damages of both tokens.
pub(super) fn damages(machine: &Machine, state: &State, tokens: [i64; 2]) -> Damages {
    let expr = machine.program().exprs.iter().find_map(|(id, expr)| match expr {
        Expr::Field { of, field } if *field == DAMAGE => {
            let of = machine.program().exprs.get(*of);
            (of == Some(&Expr::Local(Slot::Scalar(0)))).then_some(id)
        }
        _ => None,
    });
    let expr: ExprId = expr.unwrap();
    let ask = |token: i64| {
        let locals = crate::state::Locals { scalars: vec![token], wides: Vec::new() };
        machine.evaluate(state, expr, &locals).unwrap()[0]
    };
    (ask(tokens[0]), ask(tokens[1]))
}

/// How likely each pair of damages is, by the enumerator.
pub(super) fn by_enumerator(make: &Make) -> Values<Damages> {
    let (machine, state, tokens) = begin(make);
    let odds = enumerate(&machine, state, &mut NoChoices, Limits::default()).unwrap();
    let sum: BigUint = odds.ends.iter().map(|(_, weight)| weight).sum();
    assert_eq!(sum, odds.total, "weights add up to the denominator");
    odds.values(|state| Ok(damages(&machine, state, tokens))).unwrap()
}

/// The same by brute force.
pub(super) fn by_force(make: &Make) -> BTreeMap<Damages, Chance> {
    let (machine, state, tokens) = begin(make);
    let mut found = BTreeMap::new();
    force(&machine, state, tokens, 1, 1, &mut found);
    found
}

/// Goes on with a state that is reached in `ways` of `total` ways.
fn force(
    machine: &Machine,
    mut state: Session,
    tokens: [i64; 2],
    ways: u64,
    total: u64,
    found: &mut BTreeMap<Damages, Chance>,
) {
    let mut fuel = Fuel::BATTLE;
    match machine.run(&mut state, &mut Tells::quiet(), &mut fuel).unwrap() {
        Request::Over(_) => {
            let key = damages(machine, &state, tokens);
            let chance = Chance::new(ways.into(), total.into());
            let sum = found.entry(key).or_insert_with(Chance::zero);
            *sum = sum.plus(&chance);
        }
        Request::Roll(roll) => {
            let faces = 6_u64;
            let all = faces.pow(roll.count);
            for throw in 0..all {
                let mut counts = vec![0; 6];
                let mut rest = throw;
                for _ in 0..roll.count {
                    counts[usize::try_from(rest % faces).unwrap()] += 1;
                    rest /= faces;
                }
                let mut next = state.clone();
                machine.answer_roll(&mut next, &counts, &mut Tells::quiet()).unwrap();
                force(machine, next, tokens, ways, total * all, found);
            }
        }
        Request::Choose(choice) => panic!("nobody chooses here: {choice:?}"),
    }
}

/// Both ways of counting agree on a procedure of these steps.
pub(super) fn agree_on(make: &mut Make, bodies: Vec<Vec<Act>>) {
    make.procedure(bodies);
    agree(make);
}

/// Both ways of counting agree.
pub(super) fn agree(make: &Make) {
    let forced = by_force(make);
    let listed = by_enumerator(make);
    let listed: BTreeMap<Damages, Chance> =
        listed.chances().map(|(value, chance)| (*value, chance)).collect();
    assert_eq!(listed, forced);
}
