//! What touches or shares space with one: takes the conditions of sets and questions, finds those that only what is near an
//! entity or a region can fulfil, so that of all else nothing need be asked.

use warwright_ir::{Expr, ExprId, Id, Program, Slot, SpaceOp, Ty};

/// Of each condition on items that holds only of those near an entity or a region in a local: the slot of that.
pub(super) fn near(program: &Program) -> Vec<Option<Slot>> {
    let mut near = vec![None; program.exprs.len()];
    for expr in program.exprs.values() {
        let (item, when) = match expr {
            Expr::Filter { slot: Slot::Scalar(item), when, .. }
            | Expr::Quantified { slot: Slot::Scalar(item), when: Some(when), .. } => (*item, *when),
            _ => continue,
        };
        if let Some(found) = near.get_mut(when.position()) {
            *found = of(program, when, item);
        }
    }
    near
}

/// The slot of what an item must be near to fulfil a condition. What is asked before may be left out then, so it may only
/// compare locals.
fn of(program: &Program, when: ExprId, item: u16) -> Option<Slot> {
    let mut asked = vec![when];
    while let Some(id) = asked.pop() {
        match program.exprs.get(id)? {
            Expr::And { left, right } => asked.extend([*right, *left]),
            Expr::Binary { left, right, .. }
                if [left, right].into_iter().all(|side| program.local(*side).is_some()) => {}
            Expr::Space { op: SpaceOp::Overlaps | SpaceOp::Touches, args } => {
                let [one, other] = args.as_slice() else { return None };
                let (one, other) = (shape(program, *one)?, shape(program, *other)?);
                let item = Slot::Scalar(item);
                return match (one == item, other == item) {
                    (true, false) => Some(other),
                    (false, true) => Some(one),
                    _ => None,
                };
            }
            _ => return None,
        }
    }
    None
}

/// The slot of a local that holds an entity or a region.
fn shape(program: &Program, id: ExprId) -> Option<Slot> {
    match (program.types.get(id.position())?, program.exprs.get(id)?) {
        (Ty::Entity(_) | Ty::Region, Expr::Local(slot)) => Some(*slot),
        _ => None,
    }
}
