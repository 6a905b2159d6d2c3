//! Quantities: a base, then the clauses that apply, by stages and verbs. The number and its explanation are one code.

use super::Evaluator;
use super::observer::{Effect, Line, Observer};
use crate::arith::{comparable, fraction, is_ratio, step};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind, Within};
use crate::link::{ClauseLink, QuantityLink};
use crate::memo::Called;
use crate::number::Fraction;
use crate::state::Wide;
use crate::striking::struck_by;
use crate::watch::Part;
use smallvec::{SmallVec, smallvec};
use warwright_ir::{
    ClauseId, ExprId, Group, GroupRule, Keep, NONE, Quantity, QuantityId, Slot, Ty, Verb,
};

/// A clause that applies.
#[derive(Clone, Copy, Debug)]
struct Applied {
    clause: ClauseId,
    bearer: i64,
    level: u8,
    stage: u16,
    verb: Verb,
    amount: i64,
    ratio: bool,
    cap: i64,
    group: Option<u16>,
    struck_by: Option<ClauseId>,
}

type List = SmallVec<[Applied; 12]>;

impl<'a, O: Observer> Evaluator<'a, O> {
    /// The value of a quantity for the values of `args`.
    pub(crate) fn quantity(&mut self, id: QuantityId, args: &'a [ExprId]) -> Checked<i64> {
        let (linked, setting) = (self.linked, self.setting);
        let (Some(quantity), Some(link)) =
            (linked.program.quantities.get(id), setting.quantities.get(id))
        else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let place = self.enter(link.env, &quantity.params, args)?;
        let result = self.quantity_at(id);
        self.leave(place);
        result
    }

    /// The value of a quantity whose parameters stand in the locals already.
    pub(crate) fn quantity_at(&mut self, id: QuantityId) -> Checked<i64> {
        let linked = self.linked;
        let params = linked.program.quantities.get(id).map(|quantity| quantity.params.as_slice());
        let Some(params) = params else { return Err(Fault::damaged(DamagedPart::Id)) };
        self.known(Called::Quantity(id), params, |this| this.quantity_now(id))
    }

    fn quantity_now(&mut self, id: QuantityId) -> Checked<i64> {
        let (linked, setting) = (self.linked, self.setting);
        if self.runs_code()
            && let Some(unit) = setting.quantity_code(linked, id)
        {
            if let Some(value) = self.run(unit) {
                return Ok(value);
            }
            return self.walked(|this| this.quantity_now(id));
        }
        match (linked.program.quantities.get(id), setting.quantities.get(id)) {
            (Some(quantity), Some(link)) => self
                .quantity_here(id, quantity, link)
                .map_err(|fault| fault.inside(Within::Quantity(id))),
            _ => Err(Fault::damaged(DamagedPart::Id)),
        }
    }

    fn quantity_here(
        &mut self,
        id: QuantityId,
        quantity: &'a Quantity,
        link: &'a QuantityLink,
    ) -> Checked<i64> {
        if O::WATCHES {
            let args = quantity.params.iter().map(|param| match param.slot {
                Slot::Scalar(slot) => Ok(smallvec![self.local(slot)?]),
                Slot::Wide(slot) => self.local_wide(slot).cloned(),
            });
            let args = args.collect::<Checked<Vec<Wide>>>()?;
            self.observer.begin(id, args);
        }
        let base = self.scalar(quantity.base)?;
        if O::WATCHES {
            self.observer.base(base);
        }
        let ratio_base = is_ratio(self.ty(quantity.base)?);
        if link.clauses.is_empty()
            && !ratio_base
            && quantity.least.is_none()
            && quantity.most.is_none()
        {
            if O::WATCHES {
                self.observer.end(base);
            }
            return Ok(base);
        }
        let mut list = List::new();
        self.gather(&link.clauses, &mut list)?;
        let value = if base == NONE {
            Fraction::whole(NONE)
        } else if ratio_base {
            fraction(base)?
        } else {
            Fraction::whole(base)
        };
        let value = if list.is_empty() {
            value
        } else {
            if link.strikes {
                self.strike(&mut list);
            }
            self.group(&quantity.groups, value, &mut list)?;
            match plain_sum(&list, value) {
                Some(sum) if !O::WATCHES && !link.strikes && quantity.groups.is_empty() => sum,
                _ => self.apply_stages(quantity, value, &list)?,
            }
        };
        let value = self.finish(id, quantity, value)?;
        if O::WATCHES {
            self.observer.end(value);
        }
        Ok(value)
    }

    /// What a clause, by its place among those of a quantity, adds for all its bearers.
    pub(super) fn gathered(&mut self, id: QuantityId, at: usize) -> Checked<i64> {
        let (linked, setting) = (self.linked, self.setting);
        let link = setting.quantities.get(id).and_then(|link| link.clauses.get(at));
        let link = link.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let modifier = linked.program.clauses.get(link.id).and_then(|it| it.modifier.as_ref());
        let modifier = modifier.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let mut sum = 0_i64;
        self.each_bearing(&link.carrier, |this, _| {
            linked.note(|| Part::Clause(link.id));
            let added = sum.checked_add(this.scalar(modifier.amount)?);
            sum = added.ok_or_else(|| Fault::new(FaultKind::Overflow))?;
            Ok(())
        })?;
        Ok(sum)
    }

    /// The clauses that apply, with their amounts.
    fn gather(&mut self, clauses: &'a [ClauseLink], list: &mut List) -> Checked<()> {
        let linked = self.linked;
        for link in clauses {
            let Some(clause) = linked.program.clauses.get(link.id) else { continue };
            let Some(modifier) = &clause.modifier else { continue };
            let result = self.each_bearing(&link.carrier, |this, bearing| {
                linked.note(|| Part::Clause(link.id));
                let amount = this.scalar(modifier.amount)?;
                let ratio = is_ratio(this.ty(modifier.amount)?);
                let cap = match modifier.cap {
                    Some(cap) => this.scalar(cap)?,
                    None => NONE,
                };
                list.push(Applied {
                    clause: link.id,
                    bearer: bearing.bearer,
                    level: clause.level,
                    stage: modifier.stage,
                    verb: modifier.verb,
                    amount,
                    ratio,
                    cap,
                    group: modifier.group,
                    struck_by: None,
                });
                Ok(())
            });
            result.map_err(|fault| fault.at(Some(clause.span)).inside(Within::Clause(link.id)))?;
        }
        Ok(())
    }

    /// Marks what other clauses that count go over.
    fn strike(&self, list: &mut List) {
        let clauses = &self.linked.program.clauses;
        let id = |at: usize| list.get(at).map(|applied| applied.clause);
        let struck = struck_by(list.len(), |one, other| match (id(one), id(other)) {
            (Some(one), Some(other)) => {
                clauses.get(one).is_some_and(|clause| clause.strikes.contains(&other))
            }
            _ => false,
        });
        let strikers: SmallVec<[Option<ClauseId>; 12]> =
            struck.into_iter().map(|by| by.and_then(id)).collect();
        for (applied, by) in list.iter_mut().zip(strikers) {
            applied.struck_by = by;
        }
    }

    /// Marks what does not count because its group keeps another.
    fn group(&self, groups: &[Group], base: Fraction, list: &mut List) -> Checked<()> {
        for (number, group) in groups.iter().enumerate() {
            let GroupRule::Keep(keep) = group.rule;
            let mut kept: Option<(usize, (Fraction, Fraction))> = None;
            for (position, applied) in list.iter().enumerate() {
                if applied.group.map(usize::from) != Some(number) || applied.struck_by.is_some() {
                    continue;
                }
                let weight = weight(applied, keep, base)?;
                if kept.is_none_or(|(_, most)| weight > most) {
                    kept = Some((position, weight));
                }
            }
            let Some(best) = kept.and_then(|(position, _)| list.get(position)).copied() else {
                continue;
            };
            let best_at = kept.map(|(position, _)| position);
            for (position, applied) in list.iter_mut().enumerate() {
                if applied.group.map(usize::from) == Some(number)
                    && applied.struck_by.is_none()
                    && Some(position) != best_at
                {
                    applied.struck_by = Some(best.clause);
                }
            }
        }
        Ok(())
    }

    fn apply_stages(
        &mut self,
        quantity: &'a Quantity,
        value: Fraction,
        list: &List,
    ) -> Checked<Fraction> {
        let mut value = value;
        let stages = u16::try_from(quantity.stages.len().max(1)).unwrap_or(u16::MAX);
        if O::WATCHES {
            for struck in list.iter().filter(|applied| applied.struck_by.is_some()) {
                self.tell(struck, value, value);
            }
        }
        for stage in 0..stages {
            let here = |verb: Verb| {
                list.iter().filter(move |applied| {
                    applied.stage == stage && applied.verb == verb && applied.struck_by.is_none()
                })
            };
            value = self.apply_set(here(Verb::Set), quantity, value)?;
            if value == Fraction::whole(NONE) {
                continue;
            }
            value = self.apply_rungs(here(Verb::Rung), quantity, value)?;
            for applied in here(Verb::By) {
                let next = value.plus(amount(applied)?);
                value = self.told(applied, value, next)?;
            }
            let mut capped: SmallVec<[&Applied; 4]> = here(Verb::ByUpTo).collect();
            capped.sort_by_key(|applied| applied.cap);
            for applied in capped {
                let cap = comparable(&quantity.ty, applied.cap)?;
                let by = amount(applied)?;
                // A cap holds back what raises; what lowers counts whole.
                let next = value
                    .plus(by)
                    .map(|next| if by < Fraction::ZERO { next } else { next.min(cap).max(value) });
                value = self.told(applied, value, next)?;
            }
            for applied in here(Verb::Times) {
                let next = value.times(amount(applied)?);
                value = self.told(applied, value, next)?;
            }
            for applied in here(Verb::AtLeast) {
                let next = Some(value.max(amount(applied)?));
                value = self.told(applied, value, next)?;
            }
            for applied in here(Verb::AtMost) {
                let next = Some(value.min(amount(applied)?));
                value = self.told(applied, value, next)?;
            }
        }
        Ok(value)
    }

    /// Of several the highest level wins; equal levels must agree.
    fn apply_set<'l>(
        &mut self,
        sets: impl Iterator<Item = &'l Applied> + Clone,
        quantity: &'a Quantity,
        value: Fraction,
    ) -> Checked<Fraction> {
        let mut best: Option<&Applied> = None;
        for applied in sets.clone() {
            match best {
                Some(other) if other.level > applied.level => {}
                Some(other) if other.level == applied.level => {
                    if amount(other)? != amount(applied)? {
                        let clause = self.linked.program.clauses.get(applied.clause);
                        return Err(Fault::new(FaultKind::Fighting {
                            first: other.clause,
                            second: applied.clause,
                        })
                        .at(clause.map(|clause| clause.span).or(Some(quantity.span))));
                    }
                }
                Some(_) | None => best = Some(applied),
            }
        }
        let Some(best) = best else { return Ok(value) };
        if O::WATCHES {
            for applied in sets.filter(|applied| applied.clause != best.clause) {
                let mut beaten = *applied;
                beaten.struck_by = Some(best.clause);
                self.tell(&beaten, value, value);
            }
        }
        let next = Some(amount(best)?);
        self.told(best, value, next)
    }

    /// All amounts are added before the one step on the ladder.
    fn apply_rungs<'l>(
        &mut self,
        rungs: impl Iterator<Item = &'l Applied>,
        quantity: &'a Quantity,
        value: Fraction,
    ) -> Checked<Fraction> {
        let linked = self.linked;
        let mut total: i64 = 0;
        let mut now = value;
        let overflow = || Fault::new(FaultKind::Overflow);
        for applied in rungs {
            let Some(scale) = quantity.scale.and_then(|id| linked.program.scales.get(id)) else {
                return Err(Fault::damaged(DamagedPart::Id));
            };
            total = total.checked_add(applied.amount).ok_or_else(overflow)?;
            let at = if is_ratio(&scale.ty) {
                crate::arith::cell(Some(value))?
            } else {
                value.round_to_even().ok_or_else(overflow)?
            };
            let next = step(&scale.values, at, total);
            let next = match next {
                Some(next) => Some(comparable(&scale.ty, next)?),
                None => None,
            };
            now = self.told(applied, now, next)?;
        }
        Ok(now)
    }

    fn told(
        &mut self,
        applied: &Applied,
        before: Fraction,
        after: Option<Fraction>,
    ) -> Checked<Fraction> {
        let after = after.ok_or_else(|| {
            let clause = self.linked.program.clauses.get(applied.clause);
            Fault::new(FaultKind::Overflow)
                .at(clause.map(|clause| clause.span))
                .inside(Within::Clause(applied.clause))
        })?;
        if O::WATCHES {
            self.tell(applied, before, after);
        }
        Ok(after)
    }

    fn tell(&mut self, applied: &Applied, before: Fraction, after: Fraction) {
        self.observer.line(Line {
            clause: Some(applied.clause),
            bearer: applied.bearer,
            effect: Effect::Verb {
                verb: applied.verb,
                amount: applied.amount,
                ratio: applied.ratio,
                cap: applied.cap,
            },
            before,
            after,
            struck_by: applied.struck_by,
        });
    }

    /// Made whole where that is declared, then brought into the declared range.
    fn finish(&mut self, id: QuantityId, quantity: &'a Quantity, value: Fraction) -> Checked<i64> {
        if value == Fraction::whole(NONE) {
            return Ok(NONE);
        }
        let overflow = || Fault::new(FaultKind::Overflow);
        let ratio = is_ratio(&quantity.ty);
        let mut whole = value;
        if !ratio && value.denominator() != 1 {
            let rounded = match (quantity.rounding, base_type(&quantity.ty)) {
                (Some(how), _) => value.round(how).ok_or_else(overflow)?,
                (None, Ty::Length | Ty::Angle) => value.round_to_even().ok_or_else(overflow)?,
                (None, _) => {
                    return Err(
                        Fault::new(FaultKind::NotWhole { quantity: id }).at(Some(quantity.span))
                    );
                }
            };
            whole = Fraction::whole(rounded);
            self.tell_own(Effect::Rounded, value, whole);
        }
        let mut kept = whole;
        if let Some(least) = quantity.least {
            kept = kept.max(comparable(&quantity.ty, least)?);
        }
        if let Some(most) = quantity.most {
            kept = kept.min(comparable(&quantity.ty, most)?);
        }
        if kept != whole {
            self.tell_own(Effect::Range, whole, kept);
        }
        if ratio { crate::arith::cell(Some(kept)) } else { Ok(kept.numerator()) }
    }

    fn tell_own(&mut self, effect: Effect, before: Fraction, after: Fraction) {
        if O::WATCHES {
            self.observer.line(Line {
                clause: None,
                bearer: NONE,
                effect,
                before,
                after,
                struck_by: None,
            });
        }
    }
}

/// The sum where all that applies adds whole numbers to a whole number: the common case, in one pass.
fn plain_sum(list: &List, value: Fraction) -> Option<Fraction> {
    let mut sum = value.numerator();
    if value.denominator() != 1 || sum == NONE {
        return None;
    }
    for applied in list {
        if applied.verb != Verb::By || applied.ratio {
            return None;
        }
        sum = sum.checked_add(applied.amount)?;
    }
    Some(Fraction::whole(sum))
}

/// How much a clause weighs in its group. The strongest is the one that alone would change the number most with which the quantity
/// begins; of those that would change it alike, the one that binds most.
fn weight(applied: &Applied, keep: Keep, base: Fraction) -> Checked<(Fraction, Fraction)> {
    let number = amount(applied)?;
    let weight = match keep {
        Keep::Highest => Some((number, Fraction::ZERO)),
        Keep::Lowest => number.negated().map(|number| (number, Fraction::ZERO)),
        Keep::Strongest => strength(applied, number, base),
    };
    weight.ok_or_else(|| Fault::new(FaultKind::Overflow))
}

fn strength(applied: &Applied, number: Fraction, base: Fraction) -> Option<(Fraction, Fraction)> {
    let binds = match applied.verb {
        Verb::Times => number.minus(Fraction::ONE)?.size()?,
        Verb::AtLeast => number,
        Verb::AtMost => number.negated()?,
        Verb::Set | Verb::By | Verb::ByUpTo | Verb::Rung => number.size()?,
    };
    if base == Fraction::whole(NONE) {
        return Some((Fraction::ZERO, binds));
    }
    let changes = match applied.verb {
        Verb::Set => number.minus(base)?,
        Verb::By | Verb::ByUpTo | Verb::Rung => number,
        Verb::Times => base.times(number)?.minus(base)?,
        Verb::AtLeast => base.max(number).minus(base)?,
        Verb::AtMost => base.minus(base.min(number))?,
    };
    Some((changes.size()?, binds))
}

fn amount(applied: &Applied) -> Checked<Fraction> {
    if applied.ratio { fraction(applied.amount) } else { Ok(Fraction::whole(applied.amount)) }
}

fn base_type(ty: &Ty) -> &Ty {
    match ty {
        Ty::Optional(inner) => inner,
        other => other,
    }
}
