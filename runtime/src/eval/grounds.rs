//! Grounds: what a truth rests on. Takes a condition, gives who has which ability by what way and the rows of tables that
//! were read, wherever it was decided.

use super::{Evaluator, Observer, Way};
use crate::fault::{Checked, DamagedPart, Fault, Within};
use warwright_ir::{AbilityId, Expr, ExprId, TableId, TableRow, UnaryOp};

/// Something that a truth rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// A way in which an ability is had or denied.
    Way(AbilityId, Way),
    /// A row of a table.
    Row(TableId, TableRow),
}

impl<'a, O: Observer> Evaluator<'a, O> {
    /// What an expression's value rests on. Of `and` and `or` only the sides count that decided.
    pub(crate) fn grounds(&mut self, id: ExprId) -> Checked<Vec<Ground>> {
        let mut found = Vec::new();
        self.add_grounds(id, &mut found)?;
        Ok(found)
    }

    fn add_grounds(&mut self, id: ExprId, found: &mut Vec<Ground>) -> Checked<()> {
        let linked = self.linked;
        let Some(expr) = linked.program.exprs.get(id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        match expr {
            Expr::Has { of, ability } => {
                let entity = self.scalar(*of)?;
                let ways = self.ways(entity, *ability)?;
                found.extend(ways.into_iter().map(|way| Ground::Way(*ability, way)));
                Ok(())
            }
            Expr::Table { table, keys } => {
                let row = self.row(*table, keys)?.clone();
                found.push(Ground::Row(*table, row));
                Ok(())
            }
            Expr::Unary { op: UnaryOp::Not, of } => self.add_grounds(*of, found),
            Expr::Binary { left, right, .. } => {
                self.add_grounds(*left, found)?;
                self.add_grounds(*right, found)
            }
            Expr::And { left, right } => self.deciding(*left, *right, false, found),
            Expr::Or { left, right } => self.deciding(*left, *right, true, found),
            Expr::If { when, then, other } => {
                self.add_grounds(*when, found)?;
                let taken = if self.holds(*when)? { then } else { other };
                self.add_grounds(*taken, found)
            }
            Expr::Call { function, args } => {
                let Some(callee) = linked.program.functions.get(*function) else {
                    return Err(Fault::damaged(DamagedPart::Id));
                };
                let place = self.enter(callee.env, &callee.params, args)?;
                let result = self.add_grounds(callee.body, found);
                self.leave(place);
                result.map_err(|fault| fault.inside(Within::Function(*function)))
            }
            _ => Ok(()),
        }
    }

    /// The grounds of two sides, of which the first that is `decides` settles the matter.
    fn deciding(
        &mut self,
        left: ExprId,
        right: ExprId,
        decides: bool,
        found: &mut Vec<Ground>,
    ) -> Checked<()> {
        if self.holds(left)? == decides {
            return self.add_grounds(left, found);
        }
        if self.holds(right)? != decides {
            self.add_grounds(left, found)?;
        }
        self.add_grounds(right, found)
    }
}
