//! Dice on the table: `reroll`, `p rerolls`, `change`.

use super::super::checker::{Checker, INT};
use super::problems;
use crate::typed::{Expr, LocalId, StmtKind, Type};
use warwright_grammar::tree;

impl Checker<'_> {
    /// `reroll P where C`: all dice for which C holds; `p rerolls up to N of P where C`: so many at most, and p says which.
    pub(super) fn reroll_stmt(
        &mut self,
        (pool, filter): (&tree::Expr, Option<&tree::Expr>),
        chosen: Option<(&tree::Expr, &tree::Expr)>,
    ) -> StmtKind {
        if self.acting.trying {
            self.report(problems::dice_in_try(pool.span));
        }
        let who = self.facts.player.map(Type::Entity);
        let by = chosen.map(|(player, _)| Box::new(self.expr(player, who.as_ref())));
        let upto = chosen.map(|(_, up_to)| Box::new(self.expr(up_to, Some(&INT))));
        let Some((pool, face, when)) = self.dice(pool, filter) else { return StmtKind::Error };
        self.scope.forget(Some(pool));
        let sees = by.as_ref().map_or_else(Vec::new, |_| self.scope.visible().to_vec());
        StmtKind::Reroll { pool, face, when: when.map(Box::new), upto, by, sees }
    }
    /// `change up to N of P where C to F`.
    pub(super) fn change_stmt(
        &mut self,
        count: Option<&tree::Expr>,
        (pool, filter): (&tree::Expr, Option<&tree::Expr>),
        to: &tree::Expr,
    ) -> StmtKind {
        let upto = count.map(|count| self.expr(count, Some(&INT)));
        let Some((pool, face, when)) = self.dice(pool, filter) else { return StmtKind::Error };
        let face_type = self.scope.ty(face);
        let to = self.expr(to, Some(&face_type));
        self.scope.forget(Some(pool));
        let (when, upto) = (when.map(Box::new), upto.map(Box::new));
        StmtKind::Change { pool, face, when, upto, to: Box::new(to) }
    }

    /// A pool kept in a name, a local for a die of it, and the condition on each die.
    fn dice(
        &mut self,
        pool: &tree::Expr,
        filter: Option<&tree::Expr>,
    ) -> Option<(LocalId, LocalId, Option<Expr>)> {
        let (pool, filter) = match (&pool.kind, filter) {
            (tree::ExprKind::Filter { set, condition }, None) => (&**set, Some(&**condition)),
            _ => (pool, filter),
        };
        let (local, die) = self.pool_place(pool)?;
        let (face, when) = self.filter(&Type::Face(die), filter, pool.span);
        Some((local, face, when))
    }
}
