//! Runs code: takes a unit and the locals of the running environment, gives a cell, or nothing where the walker must go on.

use super::environment::CallerEnv;
use super::host::{Host, run_on};
use super::{Evaluator, Observer};
use crate::arith::binary;
use crate::code::{FieldCell, Op, Unit};
use crate::fault::{Checked, DamagedPart, Fault, Within};
use crate::link::ENTRY;
use crate::memo::Called;
use crate::state::Wide;
use crate::watch::Part;
use warwright_ir::{
    AbilityId, ClauseId, Env, ExprId, FieldId, FunctionId, MomentId, NONE, PermissionId, QuantityId,
};

impl<'a, O: Observer> Host<'a> for Evaluator<'a, O> {
    #[inline]
    fn base(&self) -> usize {
        self.base
    }

    #[inline]
    fn scalars(&self) -> &[i64] {
        &self.locals.scalars
    }

    #[inline]
    fn scalars_mut(&mut self) -> &mut [i64] {
        &mut self.locals.scalars
    }

    #[inline]
    fn pool(&self, slot: u16) -> Option<&[i64]> {
        self.locals.wides.get(self.wide_base + usize::from(slot)).map(|wide| &**wide)
    }

    #[inline]
    fn cell_at(&self, entity: i64, place: FieldCell) -> Option<i64> {
        self.cell_seen(entity, place)
    }

    #[inline]
    fn printed_of(&self, entity: i64, at: u32) -> Option<i64> {
        self.figure_of(entity, at)
    }

    #[inline]
    fn length(&self, entity: i64, field: FieldId) -> Option<i64> {
        i64::try_from(self.view.wide(self.linked, entity, field).ok()?.len()).ok()
    }

    #[inline]
    fn bit(&self, entity: i64, ability: u32) -> Option<bool> {
        self.has_bit(entity, ability)
    }

    #[inline(never)]
    fn inner(&mut self, unit: &'a Unit, op: &Op, from: (usize, usize)) -> Option<i64> {
        self.run_inner(unit, op, from)
    }

    #[inline]
    fn called_out(&mut self, unit: &'a Unit, op: &Op, value: i64, top: usize) -> Option<i64> {
        self.call_out(unit, op, value, top)
    }
}

impl<'a, O: Observer> Evaluator<'a, O> {
    /// Whether code may be run at all: nobody watches how values come about, and the walker is not looking for a fault.
    #[inline]
    pub(super) const fn runs_code(&self) -> bool {
        !O::WATCHES && !self.walking
    }

    /// Finds with the walker alone what code gave up.
    #[cold]
    pub(super) fn walked<T>(&mut self, walk: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        self.walking = true;
        let result = walk(self);
        self.walking = false;
        result
    }

    /// The value of a unit, if it has one.
    pub(crate) fn run(&mut self, unit: &'a Unit) -> Option<i64> {
        let top = self.locals.scalars.len();
        if unit.room > 0 {
            self.locals.scalars.resize(top + usize::from(unit.room), 0);
        }
        let value = run_on(self, unit, 0, top);
        self.locals.scalars.truncate(top);
        value
    }

    /// The instructions that the loop need not have at hand: they call others, or the walker.
    #[inline(never)]
    pub(crate) fn call_out(
        &mut self,
        unit: &'a Unit,
        op: &Op,
        value: i64,
        top: usize,
    ) -> Option<i64> {
        let exprs = &self.linked.program.exprs;
        match *op {
            Op::Call { function, at } => {
                self.called(FunctionId(function), top + usize::from(at)).ok()
            }
            Op::Quantity { quantity, at } => {
                self.bent(QuantityId(quantity), top + usize::from(at)).ok()
            }
            Op::May { permission, at } => {
                self.allowed(PermissionId(permission), top + usize::from(at)).ok()
            }
            Op::One(expr) => self.one(exprs.get(expr)?, value).ok(),
            Op::Two { expr, at } => {
                let left = self.room(top, at)?;
                self.two(exprs.get(expr)?, left, value).ok()
            }
            Op::Has { ability } => Some(i64::from(self.has(value, AbilityId(ability)).ok()?)),
            Op::Among { list } => {
                Some(i64::from(unit.lists.get(usize::from(list))?.contains(&value)))
            }
            Op::Seat { bearer, self_slot, ability } => {
                let bearer = self.slot(top, bearer)?;
                self.seat(self_slot, bearer, AbilityId(ability), 0).ok()?;
                Some(value)
            }
            Op::Best { less, most, at } => {
                let best = self.room(top, at)?;
                let (left, right) = if most { (best, value) } else { (value, best) };
                let better = best == NONE || binary(less, left, right).ok()? != 0;
                if better {
                    *self.room_mut(top, at)? = value;
                }
                Some(i64::from(better))
            }
            Op::Note { clause } => {
                self.linked.note(|| Part::Clause(ClauseId(clause)));
                Some(value)
            }
            Op::Gather { quantity, clause } => {
                self.gathered(QuantityId(quantity), usize::from(clause)).ok()
            }
            Op::NoReasons { permission } => {
                let (permission, link) = self.permission(PermissionId(permission)).ok()?;
                let reasons = self.reasons_here(permission, link, false).ok()?;
                Some(i64::from(reasons.is_empty()))
            }
            Op::During { moment } => Some(i64::from(self.innermost(MomentId(moment)).is_some())),
            Op::Ask(expr) => self.nested(expr).ok(),
            _ => None,
        }
    }

    #[inline]
    fn cell_seen(&self, entity: i64, place: FieldCell) -> Option<i64> {
        match self.view.plain_cell(entity, usize::from(place.offset)) {
            None => self.cell_elsewhere(entity, place),
            value => value,
        }
    }

    /// A cell that is looked back to or supposed.
    fn cell_elsewhere(&self, entity: i64, place: FieldCell) -> Option<i64> {
        match place.field {
            _ if entity == NONE => None,
            FieldCell::OWNER => self.view.owner(entity).ok(),
            field => self.view.field(self.linked, entity, FieldId(field)).ok(),
        }
    }

    /// A printed figure of an entity.
    #[inline]
    fn figure_of(&self, entity: i64, at: u32) -> Option<i64> {
        let entry = match self.view.plain_cell(entity, ENTRY) {
            Some(entry) => entry,
            None => self.view.entry(entity).ok()?,
        };
        self.linked.figures.get(entry, at)
    }

    #[inline]
    fn has_bit(&self, entity: i64, ability: u32) -> Option<bool> {
        if entity == NONE {
            return Some(false);
        }
        self.has_plainly(entity, AbilityId(ability)).ok()
    }

    /// What an instruction makes of the code within it.
    pub(crate) fn run_inner(
        &mut self,
        unit: &'a Unit,
        op: &Op,
        (from, top): (usize, usize),
    ) -> Option<i64> {
        match *op {
            Op::Count { pool, face, .. } => self.count_pool(unit, (pool, face), (from, top)),
            Op::Each { items, slot, .. } => self.run_each(unit, (items, slot), (from, top)),
            Op::AsOf { moment, .. } => match self.remembered(MomentId(moment)) {
                Some(view) => run_on(&mut self.on(view), unit, from, top),
                None => run_on(self, unit, from, top),
            },
            _ => None,
        }
    }

    /// How many dice of a pool fulfil the condition that begins at an instruction.
    fn count_pool(
        &mut self,
        unit: &'a Unit,
        (pool, face): (u16, u16),
        (from, top): (usize, usize),
    ) -> Option<i64> {
        let saved = self.local(face).ok()?;
        let mut total = 0_i64;
        let faces = self.local_wide(pool).ok()?.len();
        for number in 0..faces {
            let count = self.local_wide(pool).ok()?.get(number).copied()?;
            if count > 0 {
                self.burn(1).ok()?;
                self.set_scalar(face, i64::try_from(number).ok()?).ok()?;
                if run_on(self, unit, from, top)? != 0 {
                    total = total.saturating_add(count);
                }
            }
        }
        self.set_scalar(face, saved).ok()?;
        Some(total)
    }

    /// Asks in an environment whose scalar locals begin at `base`, in the room of a unit.
    #[inline]
    fn within<T>(
        &mut self,
        base: usize,
        env: Env,
        ask: impl FnOnce(&mut Self) -> Checked<T>,
    ) -> Checked<T> {
        self.burn(1)?;
        let wides = self.locals.wides.len();
        if env.wides > 0 {
            self.locals.wides.resize(wides + usize::from(env.wides), Wide::new());
        }
        let place: CallerEnv = self.move_to(base, wides);
        let result = ask(self);
        self.locals.wides.truncate(wides);
        self.back(place);
        result
    }

    /// The value of a function whose arguments stand from `base` on.
    fn called(&mut self, function: FunctionId, base: usize) -> Checked<i64> {
        let linked = self.linked;
        let callee = linked.program.functions.get(function);
        let callee = callee.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        self.within(base, callee.env, |this| {
            let result = this.value_of(function, callee);
            result.map_err(|fault| fault.inside(Within::Function(function)))
        })
    }

    /// The same of a quantity.
    fn bent(&mut self, id: QuantityId, base: usize) -> Checked<i64> {
        let link = self.setting.quantities.get(id);
        let env = link.ok_or_else(|| Fault::damaged(DamagedPart::Id))?.env;
        self.within(base, env, |this| this.quantity_at(id))
    }

    /// Whether a permission holds.
    fn allowed(&mut self, id: PermissionId, base: usize) -> Checked<i64> {
        let (permission, link) = self.permission(id)?;
        self.within(base, link.env, |this| {
            let result = this.known(Called::Permission(id), &permission.params, |this| {
                this.may_here(id, permission, link)
            });
            result.map_err(|fault| fault.inside(Within::Permission(id)))
        })
    }

    /// The code of an expression, where it is run.
    #[inline]
    pub(crate) fn code_of(&self, id: ExprId) -> Option<&'a Unit> {
        if !self.runs_code() {
            return None;
        }
        let setting = self.setting;
        setting.expr_code(self.linked, id)
    }
}
