//! Expressions, read straight from the typed tree by recursion.

use super::value::{Number, Result, Trouble, Value, plain};
use super::world::World;
use super::{Locals, Second};
use warwright_compiler::typed::{
    Arithmetic, Compare, Expr, ExprKind, LocalId, Question, Quoted, Supposed, Type, Words,
};
use warwright_ir::{KindId, TableKey};

impl Second<'_> {
    /// The value of an expression in a world.
    #[expect(clippy::too_many_lines, reason = "one arm for each form, each a line or two")]
    pub(super) fn eval(&self, world: &World, locals: &mut Locals, expr: &Expr) -> Result<Value> {
        use ExprKind as E;
        self.burn()?;
        Ok(match &expr.kind {
            E::Cell(cell) => Value::Cell(*cell),
            E::Fraction(top, bottom) => Value::Ratio((*top).into(), (*bottom).into()),
            E::Text(words) => Value::Text(words.clone()),
            E::None => Value::None,
            E::Items(items) => {
                let evaluated = items.iter().map(|it| self.eval(world, locals, it));
                let evaluated = evaluated.collect::<Result<Vec<_>>>()?;
                match &expr.ty {
                    Type::Pool(die) if items.is_empty() => {
                        Value::Pool(vec![0; self.typed.dice[die.0 as usize].faces.len()])
                    }
                    Type::Pool(_) => {
                        Value::Pool(evaluated.iter().map(Value::cell).collect::<Result<_>>()?)
                    }
                    ty => Value::many(ty, evaluated),
                }
            }
            E::Local(local) => locals.get(*local),
            E::Ruling(position) => self.ruling(*position),
            E::Field { of, field } => {
                let of = self.eval(world, locals, of)?;
                let found = world.thing(&of)?.state.get(field).cloned();
                found.ok_or(Trouble::Fault("nothing there"))?
            }
            E::RecordField { of, position } => match self.eval(world, locals, of)? {
                Value::Record(fields) => fields[usize::from(*position)].clone(),
                _ => return Err(Trouble::Fault("no record")),
            },
            E::Record(fields) => {
                let fields = fields.iter().map(|it| self.eval(world, locals, it));
                Value::Record(fields.collect::<Result<_>>()?)
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
                let def = &self.typed.functions[function.0 as usize];
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
                let table = &self.typed.tables[table.0 as usize];
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
            E::OwnerOf(of) => world.thing(&self.eval(world, locals, of)?)?.owner.clone(),
            E::InPlay(of) => match self.eval(world, locals, of)? {
                Value::None => Value::truth(false),
                thing => Value::truth(world.thing(&thing)?.here),
            },
            E::IsEntry { of, entry } => {
                let value = self.eval(world, locals, of)?;
                Value::truth(self.entry_of(world, &of.ty, &value)? == Some(*entry))
            }
            E::Only(kind) => {
                let found = world.things.iter().position(|thing| thing.kind == *kind);
                let found = found.ok_or(Trouble::Fault("nothing there"))?;
                Value::Cell(i64::try_from(found).unwrap())
            }
            // There are none here: who never asks for the cards of a game need not know of them.
            E::All(kind) if self.typed.kinds[kind.0 as usize].copies.is_some() => {
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
                    (Value::Pool(left), Value::Pool(right)) => Value::Pool(
                        left.iter().zip(right).map(|(one, other)| (one - other).max(0)).collect(),
                    ),
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
                let value = self.typed.dice[die.0 as usize].faces[face].1;
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

    fn members(&self, kind: KindId) -> Vec<Value> {
        let count = self.typed.kinds[kind.0 as usize].entries.len();
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

    /// Words with their values.
    pub(super) fn words(&self, locals: &mut Locals, words: &Words) -> Result<String> {
        let mut all = String::new();
        for part in &words.parts {
            match part {
                Quoted::Fixed(fixed) => all.push_str(fixed),
                Quoted::Value(value) => {
                    let shown = self.eval(&self.world, locals, value)?;
                    all.push_str(&self.shown(&value.ty, &shown)?);
                }
            }
        }
        Ok(all)
    }

    /// A value as people read it.
    fn shown(&self, ty: &Type, value: &Value) -> Result<String> {
        let list = |item: &Type| -> Result<String> {
            let items = value.items()?;
            let shown =
                items.iter().map(|one| self.shown(item, one)).collect::<Result<Vec<_>>>()?;
            Ok(if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") })
        };
        Ok(match (plain(ty), value) {
            (_, Value::None) => "none".to_owned(),
            (_, Value::Text(words)) => words.clone(),
            (Type::List(item) | Type::Set(item), _) => list(item)?,
            (Type::Pool(die), _) => {
                let faces = &self.typed.dice[die.0 as usize].faces;
                let dice = value.items()?;
                let names = dice.iter().map(|die| Ok(faces[die.cell()? as usize].0.clone()));
                let names = names.collect::<Result<Vec<_>>>()?;
                if names.is_empty() { "no dice".to_owned() } else { names.join(" ") }
            }
            (Type::Bool, _) => if value.holds() { "yes" } else { "no" }.to_owned(),
            (Type::Ratio, Value::Ratio(top, 1)) => top.to_string(),
            (Type::Ratio, Value::Ratio(top, bottom)) => format!("{top}/{bottom}"),
            (Type::Entity(_), _) => self.world.thing(value)?.name.clone(),
            (Type::Member(_), _) => self.name(&self.world, ty, value)?,
            (Type::Face(die), _) => {
                self.typed.dice[die.0 as usize].faces[value.cell()? as usize].0.clone()
            }
            (Type::Length | Type::Angle, _) => return Err(Trouble::Unknown("measures in words")),
            _ => value.cell()?.to_string(),
        })
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
