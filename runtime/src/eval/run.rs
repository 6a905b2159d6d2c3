//! Runs code: takes a unit and the locals of the running environment, gives a cell, or nothing where the walker must go on.

use super::arith::{binary, quick};
use super::environment::Place as Environment;
use super::memo::Called;
use super::{Evaluator, Observer};
use crate::code::{Op, Place, ROOM, Unit};
use crate::fault::{Checked, DamagedPart, Fault, Within};
use crate::link::ENTRY;
use crate::state::Wide;
use crate::watch::Part;
use warwright_ir::{
    AbilityId, BinaryOp, ClauseId, EntryId, Env, ExprId, FieldId, FunctionId, NONE, PermissionId,
    ProfileId, QuantityId, Value,
};

/// The result of an operation; nothing where it cannot be done.
#[inline]
fn operation(op: BinaryOp, left: i64, right: i64) -> Option<i64> {
    match quick(op, left, right) {
        None => binary(op, left, right).ok(),
        result => result,
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
    pub(super) fn run(&mut self, unit: &'a Unit) -> Option<i64> {
        let top = self.locals.scalars.len();
        if unit.room > 0 {
            self.locals.scalars.resize(top + usize::from(unit.room), 0);
        }
        let value = self.part(unit, 0, top);
        self.locals.scalars.truncate(top);
        value
    }

    /// The value of the instructions from one on to the next return.
    fn part(&mut self, unit: &'a Unit, from: usize, top: usize) -> Option<i64> {
        let on = |to: u16| unit.ops.get(usize::from(to)..).map(<[Op]>::iter);
        let mut ops = unit.ops.get(from..)?.iter();
        let mut value = 0_i64;
        loop {
            let op = ops.next()?;
            match *op {
                Op::Return => return Some(value),
                Op::GiveUp => return None,
                Op::Needed if value == NONE => return None,
                Op::Needed => {}
                Op::Const(constant) => value = constant,
                Op::Local(slot) => value = self.slot(top, slot)?,
                Op::Store(slot) => *self.slot_mut(top, slot)? = value,
                Op::Cell { slot, place } => value = self.cell_at(self.slot(top, slot)?, place)?,
                Op::CellOf(place) => value = self.cell_at(value, place)?,
                Op::Bit { ability } => value = i64::from(self.bit(value, ability)?),
                Op::Printed { profile } => value = self.printed_of(value, ProfileId(profile))?,
                Op::Face { faces, first } => {
                    let there = (0..i64::from(faces)).contains(&value);
                    value = there.then(|| value + i64::from(first))?;
                }
                Op::Binary { op, at } => value = operation(op, self.room(top, at)?, value)?,
                Op::WithConst { op, constant } => value = operation(op, value, constant)?,
                Op::WithLocal { op, slot } => value = operation(op, value, self.slot(top, slot)?)?,
                Op::Not => value = i64::from(value == 0),
                Op::Some { into } => {
                    if value != NONE {
                        *self.slot_mut(top, into)? = value;
                    }
                    value = i64::from(value != NONE);
                }
                Op::Jump { to } => ops = on(to)?,
                Op::JumpIf { to } if value != 0 => ops = on(to)?,
                Op::JumpUnless { to } if value == 0 => ops = on(to)?,
                Op::JumpNone { to } if value == NONE => ops = on(to)?,
                Op::JumpIf { .. } | Op::JumpUnless { .. } | Op::JumpNone { .. } => {}
                Op::JumpLocal { test, slot, than, to } => {
                    if test.holds(self.slot(top, slot)?, i64::from(than)) {
                        ops = on(to)?;
                    }
                }
                Op::JumpCell { test, slot, than, to, place } => {
                    if test.holds(self.cell_at(self.slot(top, slot)?, place)?, i64::from(than)) {
                        ops = on(to)?;
                    }
                }
                Op::JumpBit { slot, ability, to, want } => {
                    if self.bit(self.slot(top, slot)?, ability)? == want {
                        ops = on(to)?;
                    }
                }
                Op::Into { op, at } => {
                    let place = self.room_mut(top, at)?;
                    *place = operation(op, *place, value).filter(|value| *value != NONE)?;
                }
                Op::CountWhere { op, pool, first } => {
                    value = self.count_where(op, pool, first, value)?;
                }
                Op::Count { pool, face, to } => {
                    let here = unit.ops.len() - ops.len();
                    value = self.count(unit, (pool, face), (here, top))?;
                    ops = on(to)?;
                }
                _ => value = self.called_out(unit, op, value, top)?,
            }
        }
    }

    /// The instructions that the loop need not have at hand: they call others, or the walker.
    #[inline(never)]
    fn called_out(&mut self, unit: &'a Unit, op: &Op, value: i64, top: usize) -> Option<i64> {
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
            Op::Note { clause } => {
                self.linked.note(|| Part::Clause(ClauseId(clause)));
                Some(value)
            }
            Op::NoReasons { permission } => {
                let (permission, link) = self.permission(PermissionId(permission)).ok()?;
                let reasons = self.reasons_here(permission, link, false).ok()?;
                Some(i64::from(reasons.is_empty()))
            }
            Op::Ask(expr) => self.nested(expr).ok(),
            _ => None,
        }
    }

    /// How many dice of a pool compare so with a number; their faces count from `first`.
    fn count_where(&self, op: BinaryOp, pool: u16, first: i32, than: i64) -> Option<i64> {
        let mut total = 0_i64;
        for (face, count) in (i64::from(first)..).zip(self.local_wide(pool).ok()?) {
            if *count > 0 && operation(op, face, than)? != 0 {
                total = total.saturating_add(*count);
            }
        }
        Some(total)
    }

    #[inline]
    fn place_of(&self, top: usize, slot: u16) -> usize {
        let from = if slot & ROOM == 0 { self.base } else { top };
        from + usize::from(slot & !ROOM)
    }

    #[inline]
    fn slot(&self, top: usize, slot: u16) -> Option<i64> {
        self.locals.scalars.get(self.place_of(top, slot)).copied()
    }

    #[inline]
    fn slot_mut(&mut self, top: usize, slot: u16) -> Option<&mut i64> {
        let place = self.place_of(top, slot);
        self.locals.scalars.get_mut(place)
    }

    #[inline]
    fn room(&self, top: usize, at: u16) -> Option<i64> {
        self.locals.scalars.get(top + usize::from(at)).copied()
    }

    #[inline]
    fn room_mut(&mut self, top: usize, at: u16) -> Option<&mut i64> {
        self.locals.scalars.get_mut(top + usize::from(at))
    }

    #[inline]
    fn cell_at(&self, entity: i64, place: Place) -> Option<i64> {
        match self.view.plain_cell(entity, usize::from(place.offset)) {
            None => self.cell_elsewhere(entity, place),
            value => value,
        }
    }

    /// A cell that is looked back to or supposed.
    fn cell_elsewhere(&self, entity: i64, place: Place) -> Option<i64> {
        match place.field {
            _ if entity == NONE => None,
            Place::OWNER => self.view.owner(entity).ok(),
            field => self.view.field(self.linked, entity, FieldId(field)).ok(),
        }
    }

    /// A printed figure of an entity.
    #[inline]
    fn printed_of(&self, entity: i64, profile: ProfileId) -> Option<i64> {
        let entry = match self.view.plain_cell(entity, ENTRY) {
            Some(entry) => entry,
            None => self.view.entry(entity).ok()?,
        };
        match self.linked.printed(EntryId(u32::try_from(entry).ok()?), profile)? {
            Value::Scalar(value) => Some(*value),
            Value::Wide(_) => None,
        }
    }

    #[inline]
    fn bit(&self, entity: i64, ability: u32) -> Option<bool> {
        if entity == NONE {
            return Some(false);
        }
        self.has_plainly(entity, AbilityId(ability)).ok()
    }

    /// How many dice of a pool fulfil the condition that begins at an instruction.
    fn count(
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
                if self.part(unit, from, top)? != 0 {
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
        let place: Environment = self.move_to(base, wides);
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
            let key = this.key_of(function, &callee.params);
            let result = this.known_or(key, |this| this.scalar(callee.body));
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
            let key = this.key(Called::Permission(id), &permission.params);
            let result = this.known_or(key, |this| this.may_here(id, permission, link));
            result.map_err(|fault| fault.inside(Within::Permission(id)))
        })
    }

    /// The code of an expression, where it is run.
    #[inline]
    pub(super) fn code_of(&self, id: ExprId) -> Option<&'a Unit> {
        if !self.runs_code() {
            return None;
        }
        let setting = self.setting;
        setting.code.expr(self.linked, setting, id)
    }
}
