//! What lies near one: takes the conditions of sets and questions, finds those that only what is near an entity or a value of the
//! board can fulfil, so that of all else nothing need be asked.

use crate::code::Near;
use warwright_ir::{BinaryOp, Expr, ExprId, Id, Program, Slot, SpaceOp, Ty};

/// Of each condition on items that holds only of those near something: what that is. `steady` says which values of the board are the
/// same for all items.
pub(super) fn near(program: &Program, steady: impl Fn(ExprId) -> bool) -> Vec<Option<Near>> {
    let mut near = vec![None; program.exprs.len()];
    for expr in program.exprs.values() {
        let (item, when) = match expr {
            Expr::Filter { slot: Slot::Scalar(item), when, .. }
            | Expr::Quantified { slot: Slot::Scalar(item), when: Some(when), .. } => (*item, *when),
            _ => continue,
        };
        if let Some(found) = near.get_mut(when.position()) {
            *found = Conditions { program, item, steady: &steady }.of(when);
        }
    }
    near
}

/// Conditions on an item that stands in a slot.
struct Conditions<'a> {
    program: &'a Program,
    item: u16,
    steady: &'a dyn Fn(ExprId) -> bool,
}

impl Conditions<'_> {
    /// What an item must be near to fulfil a condition. What is asked before may be left out then, so it may only compare locals.
    fn of(&self, when: ExprId) -> Option<Near> {
        let mut asked = vec![when];
        while let Some(id) = asked.pop() {
            match self.program.exprs.get(id)? {
                Expr::And { left, right } => asked.extend([*right, *left]),
                Expr::Space { op, args } => {
                    let meets = matches!(
                        op,
                        SpaceOp::Overlaps | SpaceOp::Touches | SpaceOp::Inside | SpaceOp::Crosses
                    );
                    let what = self.other(args).filter(|_| meets)?;
                    return Some(Near { what, within: None });
                }
                Expr::Binary { left, right, .. } if self.are_locals([*left, *right]) => {}
                Expr::Binary { op: BinaryOp::Lt | BinaryOp::Le, left, right } => {
                    let Expr::Space { op: SpaceOp::Distance, args } =
                        self.program.exprs.get(*left)?
                    else {
                        return None;
                    };
                    let within = Some(*right).filter(|within| self.is_at_hand(*within));
                    return Some(Near { what: self.other(args)?, within: Some(within?) });
                }
                _ => return None,
            }
        }
        None
    }

    fn are_locals(&self, sides: [ExprId; 2]) -> bool {
        sides.into_iter().all(|side| self.program.local(side).is_some())
    }

    /// Whether a length is soon worked out without the item.
    fn is_at_hand(&self, id: ExprId) -> bool {
        match self.program.exprs.get(id) {
            Some(Expr::Const(_)) => true,
            Some(Expr::Local(slot)) => *slot != Slot::Scalar(self.item),
            Some(Expr::Binary { op: BinaryOp::Add | BinaryOp::Sub, left, right }) => {
                self.is_at_hand(*left) && self.is_at_hand(*right)
            }
            _ => false,
        }
    }

    /// Of the item and one other thing, the other.
    fn other(&self, args: &[ExprId]) -> Option<ExprId> {
        let [one, other] = args else { return None };
        let is_item = |id: &ExprId| self.program.local(*id) == Some(self.item);
        let other = match (is_item(one), is_item(other)) {
            (true, false) => *other,
            (false, true) => *one,
            _ => return None,
        };
        let ty = self.program.types.get(other.position())?;
        let is_local = matches!(self.program.exprs.get(other)?, Expr::Local(_));
        match ty {
            Ty::Entity(_) => is_local,
            Ty::Region | Ty::Route | Ty::Edge | Ty::Point => is_local || (self.steady)(other),
            _ => false,
        }
        .then_some(other)
    }
}
