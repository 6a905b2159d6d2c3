//! Constant folding: takes an expression, gives the value that it has in every state of the scenario, if it has one. What nothing
//! in the scenario can bring about is folded away with it.

use super::maker::Maker;
use crate::eval::{is_ratio, quick};
use warwright_ir::{Expr, ExprId, NONE, Quantifier, QuantityId, UnaryOp, Value};

impl Maker<'_> {
    /// The one value of an expression that reads no locals.
    pub(super) fn folded(&self, id: ExprId) -> Option<i64> {
        let program = &self.linked.program;
        match program.exprs.get(id)? {
            Expr::Const(value) => Some(*value),
            Expr::Ruling(position) => match self.setting.rulings.get(usize::from(*position))? {
                Value::Scalar(value) => Some(*value),
                Value::Wide(_) => None,
            },
            Expr::Size(of) => self.is_empty(*of).then_some(0),
            Expr::Quantified { how, of, .. } if self.is_empty(*of) => Some(match how {
                Quantifier::Any | Quantifier::Count | Quantifier::Sum => 0,
                Quantifier::All => 1,
                Quantifier::Least | Quantifier::Most | Quantifier::Lowest | Quantifier::Highest => {
                    NONE
                }
            }),
            Expr::Unary { op: UnaryOp::Not, of } => Some(i64::from(self.folded(*of)? == 0)),
            Expr::Binary { op, left, right } => {
                quick(*op, self.folded(*left)?, self.folded(*right)?)
            }
            Expr::And { left, right } => match self.folded(*left)? {
                0 => Some(0),
                _ => self.folded(*right),
            },
            Expr::Or { left, right } => match self.folded(*left)? {
                0 => self.folded(*right),
                _ => Some(1),
            },
            Expr::If { when, then, other } => {
                let holds = self.folded(*when)? != 0;
                self.folded(if holds { *then } else { *other })
            }
            Expr::Otherwise { of, other } if !self.is_wide(*of) => match self.folded(*of)? {
                NONE => self.folded(*other),
                value => Some(value),
            },
            // Arguments are worked out before, and may be what cannot be.
            Expr::Call { function, args } if self.are_simple(args) => {
                self.folded(program.functions.get(*function)?.body)
            }
            Expr::Quantity { quantity, args } if self.are_simple(args) => self.settled(*quantity),
            _ => None,
        }
    }

    /// Whether arguments can be worked out whatever they are.
    fn are_simple(&self, args: &[ExprId]) -> bool {
        let program = &self.linked.program;
        args.iter()
            .all(|arg| matches!(program.exprs.get(*arg), Some(Expr::Local(_) | Expr::Const(_))))
    }

    /// The value of a quantity that nothing bends.
    fn settled(&self, id: QuantityId) -> Option<i64> {
        let quantity = self.linked.program.quantities.get(id)?;
        let bent = !self.setting.quantities.get(id)?.clauses.is_empty();
        if bent || is_ratio(&quantity.ty) {
            return None;
        }
        let base = self.folded(quantity.base).filter(|base| *base != NONE)?;
        let raised = quantity.least.map_or(base, |least| base.max(least));
        Some(quantity.most.map_or(raised, |most| raised.min(most)))
    }
}
