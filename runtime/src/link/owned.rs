//! What belongs to one: takes expressions, finds those that are all entities of a kind that belong to a player, so that nothing
//! need be asked of each of them.

use warwright_ir::{BinaryOp, Expr, ExprId, KindId, Program};

/// Of each expression that is all entities of a kind whose owner is a player: the kind, and the player.
pub(super) fn owned(program: &Program) -> Vec<Option<(KindId, ExprId)>> {
    program.exprs.values().map(|expr| of(program, expr)).collect()
}

fn of(program: &Program, expr: &Expr) -> Option<(KindId, ExprId)> {
    let Expr::Filter { of, slot, when } = expr else { return None };
    let Expr::All(kind) = program.exprs.get(*of)? else { return None };
    let Expr::Binary { op: BinaryOp::Eq, left, right } = program.exprs.get(*when)? else {
        return None;
    };
    let Expr::OwnerOf(item) = program.exprs.get(*left)? else { return None };
    let is_item = matches!(program.exprs.get(*item), Some(Expr::Local(it)) if it == slot);
    (is_item && !program.mentioned(*right).contains(slot)).then_some((*kind, *right))
}
