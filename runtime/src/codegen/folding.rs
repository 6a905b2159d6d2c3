//! Constant folding: takes an expression, gives the value that it has in every state of the scenario, if it has one. What nothing
//! in the scenario can bring about is folded away with it.

use super::maker::Maker;
use crate::arith::{is_ratio, quick};
use smallvec::SmallVec;
use warwright_ir::{Expr, ExprId, NONE, Param, Quantifier, QuantityId, Slot, UnaryOp, Value};

impl Maker<'_> {
    /// The one value of an expression that reads no locals but wide ones that are known to be empty.
    pub(super) fn folded(&self, id: ExprId) -> Option<i64> {
        self.folded_with(id, self.empties())
    }

    /// Whether an expression is a set of which there is never an item in this scenario.
    pub(super) fn is_empty(&self, of: ExprId) -> bool {
        self.is_empty_with(of, self.empties())
    }

    /// The same, where some wide locals are known to be empty.
    fn is_empty_with(&self, of: ExprId, empties: &[u16]) -> bool {
        let program = &self.linked.program;
        match program.exprs.get(of) {
            Some(Expr::Filter { of, .. }) => self.is_empty_with(*of, empties),
            Some(Expr::All(kind)) => self.setting.is_absent(self.linked, *kind),
            Some(Expr::Local(Slot::Wide(slot))) => empties.contains(slot),
            Some(Expr::Call { function, args }) => {
                let callee = program.functions.get(*function);
                let given = callee.and_then(|it| self.given_empty(&it.params, args, empties));
                callee.zip(given).is_some_and(|(it, given)| self.is_empty_with(it.body, &given))
            }
            _ => false,
        }
    }

    /// The wide parameters of what is called that get an empty set; nothing where an argument may be what cannot be worked out.
    fn given_empty(
        &self,
        params: &[Param],
        args: &[ExprId],
        empties: &[u16],
    ) -> Option<SmallVec<[u16; 2]>> {
        let mut given = SmallVec::new();
        for (param, arg) in params.iter().zip(args) {
            match (param.slot, self.linked.program.exprs.get(*arg)?) {
                (Slot::Wide(slot), _) if self.is_empty_with(*arg, empties) => given.push(slot),
                (_, Expr::Local(_) | Expr::Const(_)) => {}
                _ => return None,
            }
        }
        Some(given)
    }

    fn folded_with(&self, id: ExprId, empties: &[u16]) -> Option<i64> {
        let program = &self.linked.program;
        let folded = |id: ExprId| self.folded_with(id, empties);
        let is_empty = |id: ExprId| self.is_empty_with(id, empties);
        match program.exprs.get(id)? {
            Expr::Const(value) => Some(*value),
            Expr::Ruling(position) => match self.setting.rulings.get(usize::from(*position))? {
                Value::Scalar(value) => Some(*value),
                Value::Wide(_) => None,
            },
            Expr::Size(of) => is_empty(*of).then_some(0),
            Expr::Quantified { how, of, .. } if is_empty(*of) => Some(match how {
                Quantifier::Any | Quantifier::Count | Quantifier::Sum => 0,
                Quantifier::All => 1,
                Quantifier::Least | Quantifier::Most | Quantifier::Lowest | Quantifier::Highest => {
                    NONE
                }
            }),
            Expr::Unary { op: UnaryOp::Not, of } => Some(i64::from(folded(*of)? == 0)),
            Expr::Binary { op, left, right } => quick(*op, folded(*left)?, folded(*right)?),
            Expr::And { left, right } => match folded(*left)? {
                0 => Some(0),
                _ => folded(*right),
            },
            Expr::Or { left, right } => match folded(*left)? {
                0 => folded(*right),
                _ => Some(1),
            },
            Expr::If { when, then, other } => {
                folded(if folded(*when)? != 0 { *then } else { *other })
            }
            Expr::Otherwise { of, other } if !self.is_wide(*of) => match folded(*of)? {
                NONE => folded(*other),
                value => Some(value),
            },
            // Arguments are worked out before, and may be what cannot be.
            Expr::Call { function, args } => {
                let callee = program.functions.get(*function)?;
                let given = self.given_empty(&callee.params, args, empties)?;
                self.folded_with(callee.body, &given)
            }
            Expr::Quantity { quantity, args } => {
                let params = &program.quantities.get(*quantity)?.params;
                let given = self.given_empty(params, args, empties)?;
                self.settled(*quantity, &given)
            }
            _ => None,
        }
    }

    /// The value of a quantity that nothing bends.
    fn settled(&self, id: QuantityId, empties: &[u16]) -> Option<i64> {
        let quantity = self.linked.program.quantities.get(id)?;
        let bent = !self.setting.quantities.get(id)?.clauses.is_empty();
        if bent || is_ratio(&quantity.ty) {
            return None;
        }
        let base = self.folded_with(quantity.base, empties).filter(|base| *base != NONE)?;
        let raised = quantity.least.map_or(base, |least| base.max(least));
        Some(quantity.most.map_or(raised, |most| raised.min(most)))
    }
}
