//! Lists, sets and pools, and questions about all that is in them.

use super::value::{Number, Result, Trouble, Value};
use super::world::World;
use super::{Locals, Second};
use warwright_compiler::typed::{Expr, ExprKind, LocalId, Question, Type};
use warwright_ir::KindId;

impl Second<'_> {
    /// The value of an expression over lists, sets or pools.
    pub(super) fn of_many(&self, world: &World, locals: &mut Locals, expr: &Expr) -> Result<Value> {
        use ExprKind as E;
        Ok(match &expr.kind {
            E::Items(items) => {
                let evaluated = items.iter().map(|it| self.eval(world, locals, it));
                let evaluated = evaluated.collect::<Result<Vec<_>>>()?;
                match &expr.ty {
                    Type::Pool(die) if items.is_empty() => {
                        Value::Pool(vec![0; self.typed.dice[*die].faces.len()])
                    }
                    Type::Pool(_) => {
                        Value::Pool(evaluated.iter().map(Value::cell).collect::<Result<_>>()?)
                    }
                    ty => Value::many(ty, evaluated),
                }
            }
            // There are none here: who never asks for the cards of a game need not know of them.
            E::All(kind) if self.typed.kinds[*kind].copies.is_some() => {
                return Err(Trouble::Unknown("cards"));
            }
            E::All(kind) => {
                Value::Many(world.all(self.typed, *kind).into_iter().map(Value::Cell).collect())
            }
            E::Members(kind) => Value::Many(self.members(*kind)),
            E::Range { low, high } => {
                let low = self.eval(world, locals, low)?.cell()?;
                let high = self.eval(world, locals, high)?.cell()?;
                Value::Many((low..=high).map(Value::Cell).collect())
            }
            E::Filter { of, item, when } => {
                let of = self.eval(world, locals, of)?;
                self.filtered(world, locals, of, *item, when)?
            }
            E::Map { of, item, value } => {
                let mut mapped = Vec::new();
                for one in self.eval(world, locals, of)?.items()? {
                    locals.set(*item, one);
                    mapped.push(self.eval(world, locals, value)?);
                }
                Value::many(&expr.ty, mapped)
            }
            E::Union(left, right) => {
                match (self.eval(world, locals, left)?, self.eval(world, locals, right)?) {
                    (Value::Pool(left), Value::Pool(right)) => Value::Pool(
                        left.iter().zip(right).map(|(one, other)| one + other).collect(),
                    ),
                    (left, right) => {
                        Value::many(&expr.ty, [left.items()?, right.items()?].concat())
                    }
                }
            }
            E::Without(left, right) => {
                match (self.eval(world, locals, left)?, self.eval(world, locals, right)?) {
                    (Value::Pool(left), Value::Pool(right)) => {
                        let rest = left.iter().zip(right).map(|(one, other)| one - other);
                        let rest: Vec<i64> = rest.collect();
                        if rest.iter().any(|count| *count < 0) {
                            return Err(Trouble::Fault("dice that are not there"));
                        }
                        Value::Pool(rest)
                    }
                    (left, right) => {
                        let right = right.items()?;
                        let kept = left.items()?.into_iter().filter(|it| !right.contains(it));
                        Value::Many(kept.collect())
                    }
                }
            }
            E::Size(of) => {
                let size = self.eval(world, locals, of)?.items()?.len();
                Value::Cell(i64::try_from(size).unwrap())
            }
            E::Contains { of, item } => {
                let items = self.eval(world, locals, of)?.items()?;
                Value::truth(items.contains(&self.eval(world, locals, item)?))
            }
            E::First(of) => {
                self.eval(world, locals, of)?.items()?.into_iter().next().unwrap_or(Value::None)
            }
            E::Quantified { how, of, item, when, value } => {
                let items = self.eval(world, locals, of)?.items()?;
                let mut kept = Vec::new();
                for one in items {
                    locals.set(*item, one.clone());
                    let counts = match when {
                        Some(when) => self.eval(world, locals, when)?.holds(),
                        None => true,
                    };
                    if counts {
                        let value = match value {
                            Some(value) => Some(self.eval(world, locals, value)?),
                            None => None,
                        };
                        kept.push((one, value));
                    }
                }
                question(*how, kept, &expr.ty)?
            }
            _ => return Err(Trouble::Fault("of another form")),
        })
    }

    fn members(&self, kind: KindId) -> Vec<Value> {
        let count = self.typed.kinds[kind].entries.len();
        (0..i64::try_from(count).unwrap()).map(Value::Cell).collect()
    }

    /// What fulfils a condition: of dice those whose face does.
    pub(super) fn filtered(
        &self,
        world: &World,
        locals: &mut Locals,
        of: Value,
        item: LocalId,
        when: &Expr,
    ) -> Result<Value> {
        let mut keep = |one: Value| {
            locals.set(item, one);
            Ok(self.eval(world, locals, when)?.holds())
        };
        if let Value::Pool(mut counts) = of {
            for (face, count) in (0..).zip(&mut counts) {
                if *count > 0 && !keep(Value::Cell(face))? {
                    *count = 0;
                }
            }
            return Ok(Value::Pool(counts));
        }
        let mut kept = Vec::new();
        for one in of.items()? {
            if keep(one.clone())? {
                kept.push(one);
            }
        }
        Ok(Value::Many(kept))
    }
}

fn question(how: Question, kept: Vec<(Value, Option<Value>)>, ty: &Type) -> Result<Value> {
    let yes = |(_, value): &(Value, Option<Value>)| value.as_ref().is_none_or(Value::holds);
    Ok(match how {
        Question::Any => Value::truth(kept.iter().any(yes)),
        Question::No => Value::truth(!kept.iter().any(yes)),
        Question::All => Value::truth(kept.iter().all(yes)),
        Question::Count => Value::Cell(i64::try_from(kept.len()).unwrap()),
        Question::Sum => {
            let mut sum = Number::whole(0);
            for (item, value) in kept {
                sum = sum.plus(value.unwrap_or(item).number()?)?;
            }
            sum.to_value(ty)?
        }
        Question::LeastItem | Question::MostItem | Question::LeastValue | Question::MostValue => {
            let most = matches!(how, Question::MostItem | Question::MostValue);
            let mut best: Option<(Number, Value, Value)> = None;
            for (item, value) in kept {
                let value = value.unwrap_or_else(|| item.clone());
                if value == Value::None {
                    continue;
                }
                let number = value.number()?;
                let better = best
                    .as_ref()
                    .is_none_or(|(best, _, _)| if most { number > *best } else { number < *best });
                if better {
                    best = Some((number, item, value));
                }
            }
            let of_item = matches!(how, Question::LeastItem | Question::MostItem);
            best.map_or(Value::None, |(_, item, value)| if of_item { item } else { value })
        }
    })
}
