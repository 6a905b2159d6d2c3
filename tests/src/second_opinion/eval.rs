//! Expressions, read straight from the typed tree by recursion.

use super::value::{Result, Trouble, Value, outside};
use super::world::World;
use super::{Locals, Second};
use warwright_compiler::typed::{Expr, ExprKind, Supposed};

impl Second<'_> {
    /// The value of an expression in a world.
    pub(super) fn eval(&self, world: &World, locals: &mut Locals, expr: &Expr) -> Result<Value> {
        use ExprKind as E;
        self.burn()?;
        Ok(match &expr.kind {
            E::Cell(cell) => Value::Cell(*cell),
            E::Fraction(top, bottom) => Value::Ratio((*top).into(), (*bottom).into()),
            E::Text(words) => Value::Text(words.clone()),
            E::None => Value::None,
            E::Local(local) => locals.get(*local),
            E::Ruling(position) => self.ruling(*position),
            E::RecordField { of, position } => match self.eval(world, locals, of)? {
                Value::Record(fields) => fields[usize::from(*position)].clone(),
                _ => return Err(Trouble::Fault("no record")),
            },
            E::Record(fields) => {
                let fields = fields.iter().map(|it| self.eval(world, locals, it));
                Value::Record(fields.collect::<Result<_>>()?)
            }
            E::If { when, then, other } => {
                let arm = if self.eval(world, locals, when)?.holds() { then } else { other };
                self.eval(world, locals, arm)?
            }
            E::Match { of, arms } => {
                let value = self.eval(world, locals, of)?;
                for (keys, arm) in arms {
                    let keys = self.all(world, locals, keys)?;
                    if keys.is_empty() || keys.iter().any(|key| same(key, &value)) {
                        return self.eval(world, locals, arm);
                    }
                }
                // The arms are exhaustive, so the last is for all that is left.
                let (_, last) = arms.last().ok_or(Trouble::Fault("no arm"))?;
                self.eval(world, locals, last)?
            }
            E::Otherwise(of, other) => match self.eval(world, locals, of)? {
                Value::None => self.eval(world, locals, other)?,
                value => value,
            },
            E::IsSome { of, binds } => {
                let value = self.eval(world, locals, of)?;
                let there = value != Value::None;
                if let (Some(local), true) = (binds, there) {
                    locals.set(*local, value);
                }
                Value::truth(there)
            }
            E::Let { local, value, body } => {
                let value = self.eval(world, locals, value)?;
                locals.set(*local, value);
                self.eval(world, locals, body)?
            }
            E::Within { of, bounds } => {
                let value = self.eval(world, locals, of)?;
                if outside(&value, **bounds) {
                    return Err(Trouble::Fault("out of range"));
                }
                value
            }
            E::During(moment) => Value::truth(self.innermost(*moment).is_some()),
            E::AsOf { moment, of } => match self.innermost(*moment) {
                Some(run) => self.eval(&self.runs[run].before, locals, of)?,
                None => self.eval(world, locals, of)?,
            },
            E::Supposing { changes, of } => {
                let mut other = world.clone();
                for change in changes {
                    self.suppose(world, &mut other, locals, change)?;
                }
                self.eval(&other, locals, of)?
            }
            E::Field { .. }
            | E::Printed { .. }
            | E::Quantity { .. }
            | E::Call { .. }
            | E::May { .. }
            | E::Has { .. }
            | E::HeldCount { .. }
            | E::Table { .. }
            | E::NameOf(_)
            | E::EntryOf(_)
            | E::ListOf(_)
            | E::OwnerOf(_)
            | E::TeamOf(_)
            | E::InPlay(_)
            | E::IsEntry { .. }
            | E::Only(_)
            | E::Tied { .. }
            | E::AreTied { .. }
            | E::TieField { .. } => self.of_things(world, locals, expr)?,
            E::Items(_)
            | E::All(_)
            | E::Members(_)
            | E::Range { .. }
            | E::Filter { .. }
            | E::Map { .. }
            | E::Union(..)
            | E::Without(..)
            | E::Size(_)
            | E::Contains { .. }
            | E::First(_)
            | E::Quantified { .. } => self.of_many(world, locals, expr)?,
            E::Not(_)
            | E::And(..)
            | E::Or(..)
            | E::Negate(_)
            | E::Arithmetic { .. }
            | E::Compare { .. }
            | E::ToRatio(_)
            | E::FaceValue(_)
            | E::Round { .. }
            | E::Rung { .. } => self.operation(world, locals, expr)?,
            E::Space { .. }
            | E::Footprint { .. }
            | E::RouteWhile { .. }
            | E::ClearLine(_)
            | E::Reach(_) => {
                return Err(Trouble::Unknown("places"));
            }
            E::Roll { .. } | E::Draw(_) | E::Plan(_) | E::Error => {
                return Err(Trouble::Fault("no value"));
            }
        })
    }

    /// The values of several expressions.
    pub(super) fn all(
        &self,
        world: &World,
        locals: &mut Locals,
        all: &[Expr],
    ) -> Result<Vec<Value>> {
        all.iter().map(|expr| self.eval(world, locals, expr)).collect()
    }

    fn suppose(
        &self,
        world: &World,
        other: &mut World,
        locals: &mut Locals,
        change: &Supposed,
    ) -> Result<()> {
        match change {
            Supposed::Field { of, field, value } => {
                let of = self.eval(world, locals, of)?;
                let value = self.eval(world, locals, value)?;
                other.thing_mut(&of)?.state.insert(*field, value);
            }
            Supposed::Gone(of) => {
                let of = self.eval(world, locals, of)?;
                other.thing_mut(&of)?.here = false;
            }
            Supposed::Has { of, ability, args, holds } => {
                let of = self.eval(world, locals, of)?.cell()?;
                let args = self.all(world, locals, args)?;
                other.supposed.insert((of, *ability), holds.then_some(args));
            }
        }
        Ok(())
    }
}

/// Whether two values are the same: sets and dice by what is in them.
pub(super) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Many(left), Value::Many(right)) => {
            left.iter().all(|it| right.contains(it)) && right.iter().all(|it| left.contains(it))
        }
        _ => left == right,
    }
}
