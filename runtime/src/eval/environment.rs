//! Environments: the locals of what runs, on a scratch stack: entered for a call, left after it, bound for a time.

use super::{Evaluator, Observer};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::state::Wide;
use warwright_ir::{CALL_DEPTH, Env, ExprId, Param, Slot};

/// An environment that was left for a call, to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallerEnv {
    base: usize,
    wide_base: usize,
}

/// What stood in a slot before it was bound.
#[derive(Debug)]
pub(crate) enum Bound {
    Scalar(u16, i64),
    Wide(u16, Box<Wide>),
}

impl<'a, O: Observer> Evaluator<'a, O> {
    /// Makes a new environment of `env` with the values of `args` as its parameters.
    pub(crate) fn enter(
        &mut self,
        env: Env,
        params: &'a [Param],
        args: &'a [ExprId],
    ) -> Checked<CallerEnv> {
        self.burn(1)?;
        let (base, wide_base) = self.reserve(env);
        for (param, arg) in params.iter().zip(args) {
            match param.slot {
                Slot::Scalar(slot) => {
                    let value = self.scalar(*arg)?;
                    self.put(base + usize::from(slot), value)?;
                }
                Slot::Wide(slot) => {
                    let value = self.wide(*arg)?;
                    self.put_wide(wide_base + usize::from(slot), value)?;
                }
            }
        }
        Ok(self.move_to(base, wide_base))
    }

    /// Makes a new environment of `env` with an entity as its one parameter.
    pub(crate) fn enter_with(
        &mut self,
        env: Env,
        params: &[Param],
        entity: i64,
    ) -> Checked<CallerEnv> {
        self.burn(1)?;
        let (base, wide_base) = self.reserve(env);
        let place = self.move_to(base, wide_base);
        for param in params {
            self.set(param.slot, entity)?;
        }
        Ok(place)
    }

    /// Room for an environment on top of the scratch stack.
    pub(crate) fn reserve(&mut self, env: Env) -> (usize, usize) {
        let base = self.locals.scalars.len();
        let wide_base = self.locals.wides.len();
        self.locals.scalars.resize(base + usize::from(env.scalars), 0);
        if env.wides > 0 {
            self.locals.wides.resize(wide_base + usize::from(env.wides), Wide::new());
        }
        (base, wide_base)
    }

    /// Makes an environment on top at least as large as another.
    pub(crate) fn make_room(&mut self, base: usize, wide_base: usize, env: Env) {
        let locals = &mut self.locals;
        let scalars = locals.scalars.len().max(base + usize::from(env.scalars));
        locals.scalars.resize(scalars, 0);
        let wides = locals.wides.len().max(wide_base + usize::from(env.wides));
        locals.wides.resize(wides, Wide::new());
    }

    /// Goes on in another environment.
    pub(crate) fn move_to(&mut self, base: usize, wide_base: usize) -> CallerEnv {
        let place = CallerEnv { base: self.base, wide_base: self.wide_base };
        self.base = base;
        self.wide_base = wide_base;
        self.depth += CALL_DEPTH;
        place
    }

    /// Goes back to the environment that was left.
    pub(crate) fn leave(&mut self, place: CallerEnv) {
        self.locals.scalars.truncate(self.base);
        self.locals.wides.truncate(self.wide_base);
        self.back(place);
    }

    /// The same, where the locals that were left are not the last.
    #[inline]
    pub(crate) const fn back(&mut self, place: CallerEnv) {
        self.base = place.base;
        self.wide_base = place.wide_base;
        self.depth -= CALL_DEPTH;
    }

    #[inline]
    pub(crate) fn local(&self, slot: u16) -> Checked<i64> {
        match self.locals.scalars.get(self.base + usize::from(slot)) {
            Some(value) => Ok(*value),
            None => Err(Fault::damaged(DamagedPart::Local)),
        }
    }

    pub(crate) fn local_wide(&self, slot: u16) -> Checked<&Wide> {
        let value = self.locals.wides.get(self.wide_base + usize::from(slot));
        value.ok_or_else(|| Fault::damaged(DamagedPart::Local))
    }

    /// A wide local, to be changed.
    pub(crate) fn local_wide_mut(&mut self, slot: u16) -> Checked<&mut Wide> {
        let value = self.locals.wides.get_mut(self.wide_base + usize::from(slot));
        value.ok_or_else(|| Fault::damaged(DamagedPart::Local))
    }

    /// Writes a scalar local of the running environment.
    #[inline]
    pub(crate) fn set_scalar(&mut self, slot: u16, value: i64) -> Checked<()> {
        self.put(self.base + usize::from(slot), value)
    }

    pub(super) fn set(&mut self, slot: Slot, value: i64) -> Checked<()> {
        match slot {
            Slot::Scalar(slot) => self.set_scalar(slot, value),
            Slot::Wide(_) => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    #[inline]
    fn put(&mut self, at: usize, value: i64) -> Checked<()> {
        match self.locals.scalars.get_mut(at) {
            Some(local) => {
                *local = value;
                Ok(())
            }
            None => Err(Fault::damaged(DamagedPart::Local)),
        }
    }

    pub(super) fn put_wide(&mut self, at: usize, value: Wide) -> Checked<()> {
        match self.locals.wides.get_mut(at) {
            Some(local) => {
                *local = value;
                Ok(())
            }
            None => Err(Fault::damaged(DamagedPart::Local)),
        }
    }

    /// Puts a value into a slot for a time, and gives what stood there.
    pub(crate) fn bind(&mut self, slot: Slot, value: ExprId) -> Checked<Bound> {
        match slot {
            Slot::Scalar(slot) => {
                let value = self.scalar(value)?;
                let old = self.local(slot)?;
                self.set_scalar(slot, value)?;
                Ok(Bound::Scalar(slot, old))
            }
            Slot::Wide(slot) => {
                let value = self.wide(value)?;
                let old = self.local_wide(slot)?.clone();
                self.put_wide(self.wide_base + usize::from(slot), value)?;
                Ok(Bound::Wide(slot, Box::new(old)))
            }
        }
    }

    /// Puts back what stood in a slot.
    pub(crate) fn unbind(&mut self, bound: Bound) -> Checked<()> {
        match bound {
            Bound::Scalar(slot, old) => self.set_scalar(slot, old),
            Bound::Wide(slot, old) => self.put_wide(self.wide_base + usize::from(slot), *old),
        }
    }
}
