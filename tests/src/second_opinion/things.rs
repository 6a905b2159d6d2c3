//! What is asked about things: their state, figures, abilities and ties.

use super::value::{Result, Trouble, Value, plain};
use super::world::World;
use super::{Locals, Second};
use warwright_compiler::typed::{Expr, ExprKind, Type};
use warwright_ir::{KindBase, TableKey};

impl Second<'_> {
    /// The value of an expression that asks about things: what they are, have and may do.
    pub(super) fn of_things(
        &self,
        world: &World,
        locals: &mut Locals,
        expr: &Expr,
    ) -> Result<Value> {
        use ExprKind as E;
        Ok(match &expr.kind {
            E::Field { of, field } => {
                let of = self.eval(world, locals, of)?;
                let found = world.thing(&of)?.state.get(field).cloned();
                found.ok_or(Trouble::Fault("nothing there"))?
            }
            E::Printed { of, profile } => {
                let value = self.eval(world, locals, of)?;
                self.printed(world, &of.ty, &value, *profile)?
            }
            E::Quantity { quantity, args } => {
                let args = self.all(world, locals, args)?;
                self.quantity(world, *quantity, &args)?
            }
            E::Call { function, args } => {
                let args = self.all(world, locals, args)?;
                let def = &self.typed.functions[*function];
                self.eval(world, &mut Locals::of(&def.locals, &args), &def.body)?
            }
            E::May { permission, args } => {
                let args = self.all(world, locals, args)?;
                Value::truth(self.reasons(world, *permission, &args)?.is_empty())
            }
            E::Has { of, ability, args: params } => {
                let who = self.eval(world, locals, of)?;
                let Some(args) = self.has_with(world, &who, *ability)? else {
                    return Ok(Value::truth(false));
                };
                for (param, value) in &params.tests {
                    if args[usize::from(*param)] != self.eval(world, locals, value)? {
                        return Ok(Value::truth(false));
                    }
                }
                for (param, local) in &params.binds {
                    locals.set(*local, args[usize::from(*param)].clone());
                }
                Value::truth(true)
            }
            E::HeldCount { of, ability } => {
                let who = self.eval(world, locals, of)?;
                let had = self.instances(world, &who, *ability)?.len();
                Value::Cell(i64::try_from(had).unwrap())
            }
            E::Table { table, keys } => {
                let keys = self.all(world, locals, keys)?;
                let table = &self.typed.tables[*table];
                let fits = |key: &TableKey, value: &Value| match (key, value) {
                    (TableKey::Else, _) => true,
                    (TableKey::Between(low, high), Value::Cell(value)) => {
                        low.is_none_or(|low| low <= *value)
                            && high.is_none_or(|high| *value <= high)
                    }
                    _ => false,
                };
                let row = table
                    .rows
                    .iter()
                    .find(|row| row.keys.iter().zip(&keys).all(|(key, value)| fits(key, value)));
                let row = row.ok_or(Trouble::Fault("no row"))?;
                Value::of_cell(&table.ty, row.value)
            }
            E::NameOf(of) => {
                let value = self.eval(world, locals, of)?;
                Value::Text(self.name(world, &of.ty, &value)?)
            }
            E::EntryOf(of) => {
                let value = self.eval(world, locals, of)?;
                let entry = self.declared(world, &of.ty, &value)?;
                let entry = entry.ok_or(Trouble::Fault("nothing there"))?;
                Value::Text(self.typed.entries[entry].name.clone())
            }
            E::ListOf(of) => {
                let value = self.eval(world, locals, of)?;
                let player = matches!(plain(&of.ty), Type::Entity(kind) if self.typed.kinds[*kind].base == KindBase::Player);
                let list = match &value {
                    Value::Cell(side) if player => {
                        let side = usize::try_from(*side).unwrap_or(usize::MAX);
                        self.typed.scenarios[self.scenario].sides[side].armies.first().cloned()
                    }
                    _ => {
                        let entry = self.declared(world, &of.ty, &value)?;
                        let list = entry.and_then(|it| self.typed.entries[it].faction.as_ref());
                        list.map(ToString::to_string)
                    }
                };
                list.map_or(Value::None, Value::Text)
            }
            E::OwnerOf(of) => world.thing(&self.eval(world, locals, of)?)?.owner.clone(),
            E::TeamOf(of) => match self.eval(world, locals, of)? {
                Value::Cell(player) => {
                    let side = usize::try_from(player).unwrap_or(usize::MAX);
                    let first = self.typed.scenarios[self.scenario].sides[side].team;
                    Value::Cell(first.map_or(player, i64::from))
                }
                other => other,
            },
            E::InPlay(of) => match self.eval(world, locals, of)? {
                Value::None => Value::truth(false),
                thing => Value::truth(world.thing(&thing)?.here),
            },
            E::IsEntry { of, entry } => {
                let value = self.eval(world, locals, of)?;
                let found = self.declared(world, &of.ty, &value)?;
                // Whatever form it has, it is one of its entry.
                let base = found.and_then(|found| self.typed.entries[found].base);
                Value::truth(found == Some(*entry) || base == Some(*entry))
            }
            E::Only(kind) => {
                let found = world.things.iter().position(|thing| thing.kind == *kind);
                let found = found.ok_or(Trouble::Fault("nothing there"))?;
                Value::Cell(i64::try_from(found).unwrap())
            }
            E::Tied { tie, of } => {
                let of = self.eval(world, locals, of)?.cell()?;
                let others = world.ties.iter().filter(|it| it.tie == *tie);
                let mut others: Vec<_> = others.filter_map(|it| it.other(of)).collect();
                others.sort_unstable();
                Value::Many(others.into_iter().map(Value::Cell).collect())
            }
            E::AreTied { tie, left, right } => {
                let left = self.eval(world, locals, left)?.cell()?;
                let right = self.eval(world, locals, right)?.cell()?;
                let tied =
                    world.ties.iter().any(|it| it.tie == *tie && it.other(left) == Some(right));
                Value::truth(tied)
            }
            E::TieField { tie, of, other, field } => {
                let of = self.eval(world, locals, of)?.cell()?;
                let other = self.eval(world, locals, other)?.cell()?;
                let mut ties = world.ties.iter();
                let found = ties.find(|it| it.tie == *tie && it.other(of) == Some(other));
                found.map_or(Value::None, |it| it.clone().seen_by(of)[usize::from(*field)].clone())
            }
            _ => return Err(Trouble::Fault("of another form")),
        })
    }
}
