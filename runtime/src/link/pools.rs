//! Which die each pool is of: from the rolls, variables and parameters that fill the slot it stands in.

use std::collections::{BTreeMap, BTreeSet};
use warwright_ir::{
    Act, BodyId, DieId, ExprId, Id, Procedure, Program, Slot, Target, Ty, WindowPlace,
};

/// The die of each wide slot of each body.
pub(super) type Pools = BTreeMap<(BodyId, u16), DieId>;

/// Finds the dice of all pools of a program.
pub(super) fn pools(program: &Program) -> Pools {
    let mut pools = Pools::new();
    for (id, _) in program.bodies.iter() {
        for body in nested(program, id) {
            for (slot, die) in filled_in(program, body) {
                pools.entry((id, slot)).or_insert(die);
            }
        }
    }
    for (id, procedure) in program.procedures.iter() {
        let mut bodies: BTreeSet<BodyId> = BTreeSet::new();
        for step in &procedure.steps {
            bodies.extend(nested(program, step.body));
        }
        let mut known = declared(program, procedure);
        known.extend(bodies.iter().flat_map(|body| filled_in(program, *body)));
        for hook in program.hooks.values().filter(|hook| hook.procedure == id) {
            bodies.extend(nested(program, hook.body));
        }
        for action in program.actions.values() {
            if matches!(action.place, WindowPlace::Step { procedure, .. } if procedure == id) {
                bodies.extend(nested(program, action.body));
            }
        }
        for body in bodies {
            for (slot, die) in &known {
                pools.entry((body, *slot)).or_insert(*die);
            }
        }
    }
    pools
}

/// A body with all bodies that it runs inside itself.
fn nested(program: &Program, body: BodyId) -> BTreeSet<BodyId> {
    let mut found = BTreeSet::new();
    let mut open = vec![body];
    while let Some(body) = open.pop() {
        if !found.insert(body) {
            continue;
        }
        let acts = program.bodies.get(body).map_or(&[] as &[Act], |body| &body.acts);
        open.extend(acts.iter().filter_map(|act| match act {
            Act::Run { body } => Some(*body),
            _ => None,
        }));
    }
    found
}

fn pool_type(program: &Program, expr: ExprId) -> Option<DieId> {
    match program.types.get(expr.position()) {
        Some(Ty::Pool(die)) => Some(*die),
        _ => None,
    }
}

/// The pools that the acts of a body fill.
fn filled_in(program: &Program, body: BodyId) -> Vec<(u16, DieId)> {
    let acts = program.bodies.get(body).map_or(&[] as &[Act], |body| &body.acts);
    let found = acts.iter().filter_map(|act| match act {
        Act::Roll { slot, die, .. } => Some((*slot, *die)),
        Act::Set { target: Target::Local(Slot::Wide(slot)), value } => {
            pool_type(program, *value).map(|die| (*slot, die))
        }
        _ => None,
    });
    found.collect()
}

/// The pools among the parameters and variables of a procedure.
fn declared(program: &Program, procedure: &Procedure) -> Vec<(u16, DieId)> {
    let params = procedure.params.iter().filter_map(|param| match (&param.ty, param.slot) {
        (Ty::Pool(die), Slot::Wide(slot)) => Some((slot, *die)),
        _ => None,
    });
    let variables = procedure.variables.iter().filter_map(|(slot, value)| match slot {
        Slot::Wide(slot) => pool_type(program, *value).map(|die| (*slot, die)),
        Slot::Scalar(_) => None,
    });
    params.chain(variables).collect()
}
