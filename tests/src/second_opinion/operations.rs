//! Operations: arithmetic, comparisons, truths, rounding and rungs.

use super::eval::same;
use super::value::{Number, Result, Trouble, Value, plain};
use super::world::World;
use super::{Locals, Second};
use warwright_compiler::typed::{Arithmetic, Compare, Expr, ExprKind, Type};

impl Second<'_> {
    /// The value of an operation: arithmetic, comparisons, truths.
    pub(super) fn operation(
        &self,
        world: &World,
        locals: &mut Locals,
        expr: &Expr,
    ) -> Result<Value> {
        use ExprKind as E;
        Ok(match &expr.kind {
            E::Not(of) => Value::truth(!self.eval(world, locals, of)?.holds()),
            E::And(left, right) => Value::truth(
                self.eval(world, locals, left)?.holds() && self.eval(world, locals, right)?.holds(),
            ),
            E::Or(left, right) => Value::truth(
                self.eval(world, locals, left)?.holds() || self.eval(world, locals, right)?.holds(),
            ),
            E::Negate(of) => {
                self.eval(world, locals, of)?.number()?.negated().to_value(&expr.ty)?
            }
            E::Arithmetic { how, left, right } => {
                let left = self.eval(world, locals, left)?.number()?;
                let right = self.eval(world, locals, right)?.number()?;
                arithmetic(*how, left, right, &expr.ty)?
            }
            E::Compare { how, left, right } => {
                let left = self.eval(world, locals, left)?;
                let right = self.eval(world, locals, right)?;
                Value::truth(match how {
                    Compare::Eq => same(&left, &right),
                    Compare::Ne => !same(&left, &right),
                    Compare::Lt => left.number()? < right.number()?,
                    Compare::Le => left.number()? <= right.number()?,
                    Compare::Gt => left.number()? > right.number()?,
                    Compare::Ge => left.number()? >= right.number()?,
                })
            }
            E::ToRatio(of) => self.eval(world, locals, of)?.number()?.to_value(&Type::Ratio)?,
            E::FaceValue(of) => {
                let face = usize::try_from(self.eval(world, locals, of)?.cell()?).unwrap();
                let Type::Face(die) = plain(&of.ty) else {
                    return Err(Trouble::Fault("no face"));
                };
                let value = self.typed.dice[*die].faces[face].1;
                Value::Cell(value.ok_or(Trouble::Fault("nothing there"))?)
            }
            E::Round { how, of } => {
                self.eval(world, locals, of)?.number()?.rounded(*how).to_value(&expr.ty)?
            }
            E::Rung { scale, of, by } => {
                let of = self.eval(world, locals, of)?.number()?;
                let by = self.eval(world, locals, by)?.cell()?;
                self.rung(*scale, of, by)?.to_value(&expr.ty)?
            }
            _ => return Err(Trouble::Fault("of another form")),
        })
    }
}

fn arithmetic(how: Arithmetic, left: Number, right: Number, ty: &Type) -> Result<Value> {
    let value = match how {
        Arithmetic::Add => left.plus(right)?,
        Arithmetic::Sub => left.plus(right.negated())?,
        Arithmetic::Mul => left.times(right)?,
        Arithmetic::Div => left.over(right)?,
        Arithmetic::Rem => {
            // What is left over has the sign of the divisor.
            let times = left.over(right)?.rounded(warwright_ir::Rounding::Floor);
            left.plus(times.times(right)?.negated())?
        }
        Arithmetic::Min => left.min(right),
        Arithmetic::Max => left.max(right),
    };
    let measure = matches!(plain(ty), Type::Length | Type::Angle);
    if measure { value.to_grid().to_value(ty) } else { value.to_value(ty) }
}
