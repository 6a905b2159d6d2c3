//! Operators: arithmetic with measures, comparisons, truths, and `is`.

use super::super::value::{Ratio, Value};
use super::{Evaluator, Fault, too_large, unknown};
use warwright_grammar::tree::{BinaryOp, Expr, IsWhat, UnaryOp};

impl<'c> Evaluator<'_, 'c> {
    pub(super) fn unary(&mut self, op: UnaryOp, value: &'c Expr) -> Result<Value<'c>, Fault> {
        match op {
            UnaryOp::Not => Ok(Value::Bool(!self.holds(value)?)),
            UnaryOp::Plus => self.value(value),
            UnaryOp::Minus => {
                let (ratio, unit) = self.number(value)?;
                let negated = ratio.negate().ok_or_else(|| too_large(value.span))?;
                Ok(Value::Number(negated, unit))
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        expr: &'c Expr,
        op: BinaryOp,
        left: &'c Expr,
        right: &'c Expr,
    ) -> Result<Value<'c>, Fault> {
        match op {
            BinaryOp::And => return Ok(Value::Bool(self.holds(left)? && self.holds(right)?)),
            BinaryOp::Or => return Ok(Value::Bool(self.holds(left)? || self.holds(right)?)),
            BinaryOp::Otherwise => {
                return match self.value(left)? {
                    Value::None => self.value(right),
                    found => Ok(found),
                };
            }
            BinaryOp::Equal | BinaryOp::NotEqual => {
                let (one, other) = (self.value(left)?, self.value(right)?);
                return Ok(Value::Bool(self.same(&one, &other) == (op == BinaryOp::Equal)));
            }
            BinaryOp::FollowedBy => return Err(unknown(expr)),
            _ => {}
        }
        let (one, unit) = self.number(left)?;
        let (other, other_unit) = self.number(right)?;
        let plain = matches!(op, BinaryOp::Multiply | BinaryOp::Divide);
        if !plain && unit != other_unit {
            return Err(Fault::new(expr.span, "these have different measures"));
        }
        let order = one.compare(other);
        let result = match op {
            BinaryOp::Less => return Ok(Value::Bool(order.is_lt())),
            BinaryOp::AtMost => return Ok(Value::Bool(order.is_le())),
            BinaryOp::More => return Ok(Value::Bool(order.is_gt())),
            BinaryOp::AtLeast => return Ok(Value::Bool(order.is_ge())),
            BinaryOp::Add => one.add(other),
            BinaryOp::Subtract => other.negate().and_then(|other| one.add(other)),
            BinaryOp::Multiply => one.multiply(other),
            BinaryOp::Divide if other.numerator == 0 => {
                return Err(Fault::new(
                    right.span,
                    "this is zero, and nothing can be divided by it",
                ));
            }
            _ => one.divide(other),
        };
        let unit = match op {
            BinaryOp::Divide if unit == other_unit => None,
            _ => unit.or(other_unit),
        };
        result.map(|ratio| Value::Number(ratio, unit)).ok_or_else(|| too_large(expr.span))
    }

    pub(super) fn number(
        &mut self,
        expr: &'c Expr,
    ) -> Result<(Ratio, Option<warwright_grammar::tree::Unit>), Fault> {
        match self.value(expr)? {
            Value::Number(ratio, unit) => Ok((ratio, unit)),
            _ => Err(Fault::new(expr.span, "a number is wanted here")),
        }
    }

    pub(super) fn is(
        &mut self,
        value: &'c Expr,
        negated: bool,
        what: &'c IsWhat,
    ) -> Result<Value<'c>, Fault> {
        let found = self.value(value)?;
        let answer = match what {
            IsWhat::Value(what) => {
                let what = self.value(what)?;
                self.same(&found, &what)
            }
            IsWhat::Empty(_) => match found {
                Value::List(items) => items.is_empty(),
                Value::None => true,
                _ => return Err(Fault::new(value.span, "only a list can be empty")),
            },
            IsWhat::Some(name) => {
                return Err(Fault::new(name.span, "a limit cannot bind a name with `some`"));
            }
        };
        Ok(Value::Bool(answer != negated))
    }
}
