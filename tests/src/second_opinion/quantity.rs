//! Quantities: which clauses count, stage by stage, and what they make of the base.

use super::value::{Number, Result, Trouble, Value, plain};
use super::world::World;
use super::{Locals, Second};
use std::collections::BTreeMap;
use warwright_compiler::typed::{
    Bounds, ClauseDef, ClauseOwner, ClauseVerb, Level, QuantityDef, Type,
};
use warwright_ir::{GroupRule, Keep, QuantityId, Verb};

/// A clause of a quantity that applies, with its amounts.
#[derive(Clone)]
struct Bend<'t> {
    clause: &'t ClauseDef,
    stage: u16,
    verb: Verb,
    amount: Value,
    cap: Value,
    group: Option<u16>,
}

impl<'t> Second<'t> {
    /// The value of a quantity.
    pub(super) fn quantity(&self, world: &World, id: QuantityId, args: &[Value]) -> Result<Value> {
        let def = &self.typed.quantities[id];
        let base = self.eval(world, &mut Locals::of(&def.locals, args), &def.base)?;
        let mut bends: Vec<Bend<'t>> = Vec::new();
        self.each_clause(world, ClauseOwner::Quantity(id), args, &mut |this, locals, clause| {
            let ClauseVerb::Modify { stage, verb, amount, cap, group } = &clause.does else {
                return Ok(());
            };
            let amount = this.eval(world, locals, amount)?;
            let cap = match cap {
                Some(cap) => this.eval(world, locals, cap)?,
                None => Value::None,
            };
            let (stage, verb, group) = (*stage, *verb, *group);
            bends.push(Bend { clause, stage, verb, amount, cap, group });
            Ok(())
        })?;
        let bends = unstruck(bends, |one, other| {
            let named = one.clause.over.iter().any(|(label, _)| *label == other.clause.label);
            named && one.clause.span != other.clause.span
        });
        let mut value = match base {
            Value::None => None,
            base => Some(base.number()?),
        };
        let bends = grouped(def, bends, value)?;
        for stage in 0..def.stages.len().max(1) {
            let here = bends.iter().filter(|it| usize::from(it.stage) == stage);
            value = self.staged(def, &here.collect::<Vec<_>>(), value)?;
        }
        let Some(number) = value else { return Ok(Value::None) };
        let ty = plain(&def.ty);
        let number = match (ty, def.rounding) {
            (Type::Ratio, _) => number,
            (_, Some(how)) => number.rounded(how),
            (Type::Length | Type::Angle, None) => number.to_grid(),
            (_, None) if number.is_whole() => number,
            _ => return Err(Trouble::Fault("not whole")),
        };
        let number = match ty {
            Type::Int(_) => {
                let Bounds { least, most } = ty.bounds();
                let raised = least.map_or(number, |least| number.max(Number::whole(least)));
                most.map_or(raised, |most| raised.min(Number::whole(most)))
            }
            _ => number,
        };
        number.to_value(&def.ty)
    }

    /// What the clauses of one stage make of a value.
    fn staged(
        &self,
        def: &QuantityDef,
        bends: &[&Bend<'t>],
        value: Option<Number>,
    ) -> Result<Option<Number>> {
        let here = |verb: Verb| bends.iter().copied().filter(move |it| it.verb == verb);
        let value = match highest_set(here(Verb::Set))? {
            Some(set) => set,
            None => value,
        };
        let Some(mut number) = value else { return Ok(None) };
        if here(Verb::Rung).count() > 0 {
            let by = here(Verb::Rung).map(|it| it.amount.cell()).sum::<Result<i64>>()?;
            let scale = def.scale.ok_or(Trouble::Fault("no ladder"))?;
            number = self.rung(scale, number.to_grid(), by)?;
        }
        for it in here(Verb::By) {
            number = number.plus(it.amount.number()?)?;
        }
        let mut capped = Vec::new();
        for it in here(Verb::ByUpTo) {
            capped.push((it.cap.number()?, it.amount.number()?));
        }
        capped.sort_by_key(|(cap, _)| *cap);
        for (cap, amount) in capped {
            let next = number.plus(amount)?;
            number = if amount < Number::whole(0) { next } else { number.max(next.min(cap)) };
        }
        for it in here(Verb::Times) {
            number = number.times(it.amount.number()?)?;
        }
        for it in here(Verb::AtLeast) {
            number = number.max(it.amount.number()?);
        }
        for it in here(Verb::AtMost) {
            number = number.min(it.amount.number()?);
        }
        Ok(Some(number))
    }
}

/// Without those over which one that counts goes.
pub(super) fn unstruck<T>(all: Vec<T>, over: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut struck: Vec<usize> = Vec::new();
    for _ in 0..all.len() {
        struck = (0..all.len())
            .filter(|at| {
                let mut alive = (0..all.len()).filter(|other| !struck.contains(other));
                alive.any(|other| over(&all[other], &all[*at]))
            })
            .collect();
    }
    let kept = all.into_iter().enumerate().filter(|(at, _)| !struck.contains(at));
    kept.map(|(_, one)| one).collect()
}

/// Of each group only the one that counts.
fn grouped<'t>(
    def: &QuantityDef,
    mut bends: Vec<Bend<'t>>,
    base: Option<Number>,
) -> Result<Vec<Bend<'t>>> {
    // Which of two equal ones is kept is seen in nothing but the ledger, unless their signs or verbs differ.
    bends.sort_by_key(|it| (it.stage, it.verb, it.clause.level));
    for (number, group) in (0u16..).zip(&def.groups) {
        let GroupRule::Keep(keep) = group.rule;
        let mut best: Option<((Number, Number), usize)> = None;
        for (at, it) in bends.iter().enumerate().filter(|(_, it)| it.group == Some(number)) {
            let amount = it.amount.number()?;
            let zero = Number::whole(0);
            let weight = match keep {
                Keep::Strongest => (change(it.verb, amount, base)?, grip(it.verb, amount)?),
                Keep::Highest => (amount, zero),
                Keep::Lowest => (amount.negated(), zero),
            };
            if best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, at));
            }
        }
        let best = best.map(|(_, at)| at);
        let mut at = 0;
        bends.retain(|it| {
            let keep = it.group != Some(number) || Some(at) == best;
            at += 1;
            keep
        });
    }
    Ok(bends)
}

/// How far a clause alone takes the number from where it begins.
fn change(verb: Verb, amount: Number, base: Option<Number>) -> Result<Number> {
    let Some(base) = base else { return Ok(Number::whole(0)) };
    let alone = match verb {
        Verb::Set => amount,
        Verb::By | Verb::ByUpTo | Verb::Rung => return Ok(amount.size()),
        Verb::Times => base.times(amount)?,
        Verb::AtLeast => base.max(amount),
        Verb::AtMost => base.min(amount),
    };
    Ok(alone.plus(base.negated())?.size())
}

/// How tightly it would hold another number.
fn grip(verb: Verb, amount: Number) -> Result<Number> {
    Ok(match verb {
        Verb::Times => amount.plus(Number::whole(-1))?.size(),
        Verb::AtLeast => amount,
        Verb::AtMost => amount.negated(),
        _ => amount.size(),
    })
}

/// What is set: of several the highest level's. Two of one level must agree, whether or not a higher one wins.
fn highest_set<'a, 't: 'a>(
    sets: impl Iterator<Item = &'a Bend<'t>>,
) -> Result<Option<Option<Number>>> {
    let mut by_level: BTreeMap<Level, Value> = BTreeMap::new();
    for it in sets {
        let set = by_level.entry(it.clause.level).or_insert_with(|| it.amount.clone());
        if *set != it.amount {
            return Err(Trouble::Fault("fighting"));
        }
    }
    Ok(match by_level.into_values().next_back() {
        None => None,
        Some(Value::None) => Some(None),
        Some(value) => Some(Some(value.number()?)),
    })
}
