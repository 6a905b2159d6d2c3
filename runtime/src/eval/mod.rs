//! The evaluator: takes an expression, a view and locals, gives a value; generic over who watches.

mod arith;
mod bearing;
mod grounds;
mod items;
mod items_wide;
mod memo;
mod permission;
mod quantity;
mod reading;
mod space;

pub(crate) use arith::comparable;
pub(crate) use bearing::{Bearing, How, Way, bearing_member};
pub(crate) use grounds::Ground;
pub(crate) use memo::{Memo, asked_late, worth_keeping};
pub(crate) use permission::Refused;
pub use quantity::Effect;
pub(crate) use quantity::{Line, Observer};
pub(crate) use space::{Bearings, Towards};

use crate::fault::{Checked, DamagedPart, Fault, FaultKind, Within};
use crate::link::{Linked, Quick, Setting};
use crate::state::{Locals, Wide};
use crate::view::View;
use warwright_ir::{
    CALL_DEPTH, Env, Expr, ExprId, FunctionId, Id, MAX_EVALUATION_DEPTH, NONE, Param, Slot, SpanId,
    Ty, UnaryOp, Value,
};

/// How deep evaluation may nest: as the validator counts, and room for the environment in which a hook, an action or a
/// clause is asked from outside.
const MOST_DEPTH: u32 = MAX_EVALUATION_DEPTH + 2 * CALL_DEPTH;

/// Works out expressions.
#[derive(Debug)]
pub(crate) struct Evaluator<'a, O> {
    pub(crate) linked: &'a Linked,
    pub(crate) setting: &'a Setting,
    pub(crate) view: View<'a>,
    /// The scratch stack; the locals of the running environment begin at `base` and `wide_base`.
    pub(crate) locals: &'a mut Locals,
    pub(crate) base: usize,
    pub(crate) wide_base: usize,
    pub(crate) depth: u32,
    pub(crate) fuel: &'a mut u64,
    /// What this question has found out already.
    pub(crate) memo: &'a mut Memo,
    pub(crate) observer: &'a mut O,
}

/// An environment that was left for a call, to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    base: usize,
    wide_base: usize,
}

impl<'a, O: Observer> Evaluator<'a, O> {
    /// The same evaluator on another view.
    pub(crate) fn on<'b>(&'b mut self, view: View<'b>) -> Evaluator<'b, O> {
        Evaluator {
            linked: self.linked,
            setting: self.setting,
            view,
            locals: self.locals,
            base: self.base,
            wide_base: self.wide_base,
            depth: self.depth,
            fuel: self.fuel,
            memo: self.memo,
            observer: self.observer,
        }
    }

    pub(crate) fn span(&self, id: ExprId) -> Option<SpanId> {
        self.linked.program.expr_spans.get(id.position()).copied()
    }

    pub(crate) fn ty(&self, id: ExprId) -> Checked<&'a Ty> {
        let linked = self.linked;
        linked.program.types.get(id.position()).ok_or_else(|| Fault::damaged(DamagedPart::Id))
    }

    /// Uses up fuel.
    pub(crate) fn burn(&mut self, amount: u64) -> Checked<()> {
        match self.fuel.checked_sub(amount) {
            Some(left) => {
                *self.fuel = left;
                Ok(())
            }
            None => Err(Fault::new(FaultKind::OutOfFuel)),
        }
    }

    /// A scalar value.
    #[inline]
    pub(crate) fn scalar(&mut self, id: ExprId) -> Checked<i64> {
        let quick = match self.linked.quick.get(id.position()) {
            Some(Quick::Const(value)) => return Ok(*value),
            Some(Quick::Local(slot)) => return self.local(*slot),
            Some(Quick::Field { slot, offset }) => self.quick_cell(*slot, *offset as usize),
            Some(Quick::Through { slot, first, second }) => self
                .quick_cell(*slot, *first as usize)
                .and_then(|entity| self.view.plain_cell(entity, *second as usize)),
            Some(Quick::TwoFields { op, left, right }) => {
                let left = self.quick_cell(left.0, left.1 as usize);
                let right = self.quick_cell(right.0, right.1 as usize);
                left.zip(right).and_then(|(left, right)| arith::quick(*op, left, right))
            }
            Some(Quick::Has { slot, word, bit }) => {
                let word = self.quick_cell(*slot, usize::from(*word));
                word.map(|word| (word >> bit) & 1)
            }
            // Where the operation faults, the slow way finds it again and says where.
            Some(Quick::WithLocal { op, slot, constant }) => {
                arith::quick(*op, self.local(*slot)?, *constant)
            }
            Some(Quick::WithField { op, slot, offset, constant }) => self
                .quick_cell(*slot, *offset as usize)
                .and_then(|value| arith::quick(*op, value, *constant)),
            Some(Quick::Face { slot, faces, first }) => {
                let face = self.local(*slot)?;
                let there = (0..i64::from(*faces)).contains(&face);
                there.then(|| face + i64::from(*first))
            }
            Some(Quick::None) | None => None,
        };
        match quick {
            Some(value) => Ok(value),
            None => self.nested(id),
        }
    }

    /// A cell of the entity in a local, where nothing is looked back to or supposed.
    #[inline]
    fn quick_cell(&self, slot: u16, offset: usize) -> Option<i64> {
        let entity = *self.locals.scalars.get(self.base + usize::from(slot))?;
        self.view.plain_cell(entity, offset)
    }

    #[inline(never)]
    fn nested(&mut self, id: ExprId) -> Checked<i64> {
        let linked = self.linked;
        let Some(expr) = linked.program.exprs.get(id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.located(Fault::new(FaultKind::TooDeep), id));
        }
        // The forms of which conditions are made stand here, all others in functions with frames of their own.
        let result = match expr {
            Expr::Binary { op, left, right } => match (self.scalar(*left), self.scalar(*right)) {
                (Ok(left), Ok(right)) => arith::binary(*op, left, right),
                (Err(fault), _) | (_, Err(fault)) => Err(fault),
            },
            Expr::And { left, right } => match self.scalar(*left) {
                Ok(0) => Ok(0),
                Ok(_) => self.scalar(*right),
                Err(fault) => Err(fault),
            },
            Expr::Or { left, right } => match self.scalar(*left) {
                Ok(0) => self.scalar(*right),
                Ok(_) => Ok(1),
                Err(fault) => Err(fault),
            },
            Expr::Unary { op: UnaryOp::Not, of } => {
                self.scalar(*of).map(|value| i64::from(value == 0))
            }
            _ => self.scalar_of(expr),
        };
        self.depth -= 1;
        match result {
            Ok(value) => Ok(value),
            Err(fault) => Err(self.located(fault, id)),
        }
    }

    #[cold]
    fn located(&self, fault: Box<Fault>, id: ExprId) -> Box<Fault> {
        fault.at(self.span(id))
    }

    #[inline(never)]
    fn scalar_of(&mut self, expr: &'a Expr) -> Checked<i64> {
        match expr {
            Expr::Field { of, field } => {
                let entity = self.scalar(*of)?;
                self.view.field(self.linked, entity, *field)
            }
            Expr::If { when, then, other } => {
                if self.scalar(*when)? != 0 {
                    self.scalar(*then)
                } else {
                    self.scalar(*other)
                }
            }
            Expr::Unary { op, of } => {
                let value = self.scalar(*of)?;
                self.unary(*op, value, *of)
            }
            Expr::Has { of, ability } => {
                let entity = self.scalar(*of)?;
                Ok(i64::from(self.has(entity, *ability)?))
            }
            Expr::Quantity { quantity, args } => self.quantity(*quantity, args),
            Expr::Call { function, args } => self.call(*function, args),
            Expr::May { permission, args } => self.may(*permission, args),
            Expr::Printed { of, profile } => self.printed_scalar(*of, *profile),
            _ => self.scalar_rest(expr),
        }
    }

    #[inline(never)]
    fn scalar_rest(&mut self, expr: &'a Expr) -> Checked<i64> {
        match expr {
            Expr::Let { slot, value, body } => {
                let saved = self.bind(*slot, *value)?;
                let result = self.scalar(*body);
                self.unbind(saved)?;
                result
            }
            Expr::Held { of, ability } => {
                let entity = self.scalar(*of)?;
                self.how_often(entity, *ability)
            }
            Expr::AbilityArg { of, ability, param } => {
                let entity = self.scalar(*of)?;
                self.ability_arg(entity, *ability, *param)
            }
            Expr::Table { table, keys } => self.look_up(*table, keys),
            Expr::NameOf(of) => self.name_of(*of),
            Expr::OwnerOf(of) => {
                let entity = self.scalar(*of)?;
                self.view.owner(entity)
            }
            Expr::InPlay(of) => {
                let entity = self.scalar(*of)?;
                Ok(i64::from(entity != NONE && self.view.in_play(entity)?))
            }
            Expr::IsEntry { of, entry } => {
                let found = self.entry_of(*of)?;
                Ok(i64::from(found == i64::from(entry.0)))
            }
            Expr::Only(kind) => self.only(*kind),
            _ => self.scalar_of_many(expr),
        }
    }

    /// The scalars that are about many things, ties, runs and other states.
    fn scalar_of_many(&mut self, expr: &'a Expr) -> Checked<i64> {
        match expr {
            Expr::Size(of) => self.size(*of),
            Expr::Contains { of, item } => {
                let item = self.scalar(*item)?;
                self.contains(*of, item)
            }
            Expr::First(of) => self.first(*of),
            Expr::Quantified { how, of, slot, when, value } => {
                self.quantified(*how, *of, *slot, *when, *value)
            }
            Expr::AreTied { tie, left, right } => {
                let left = self.scalar(*left)?;
                let right = self.scalar(*right)?;
                Ok(i64::from(self.tied(*tie, left, right)?.is_some()))
            }
            Expr::TieField { tie, of, other, field } => {
                let of = self.scalar(*of)?;
                let other = self.scalar(*other)?;
                self.tie_field(*tie, of, other, *field)
            }
            Expr::IsSome { of, slot } if self.ty(*of)?.is_wide() => self.is_some_wide(*of, *slot),
            Expr::Otherwise { of, other } => match self.scalar(*of)? {
                NONE => self.scalar(*other),
                value => Ok(value),
            },
            Expr::IsSome { of, slot } => {
                let value = self.scalar(*of)?;
                if let (Some(slot), true) = (slot, value != NONE) {
                    self.set(*slot, value)?;
                }
                Ok(i64::from(value != NONE))
            }
            Expr::Round { of, how } => {
                let value = self.scalar(*of)?;
                arith::round(value, *how)
            }
            Expr::Rung { scale, of, by } => {
                let value = self.scalar(*of)?;
                let by = self.scalar(*by)?;
                self.rung(*scale, value, by)
            }
            Expr::During(moment) => Ok(i64::from(self.innermost(*moment).is_some())),
            Expr::Begun { procedure, within } => Ok(self.begun(*procedure, *within)),
            Expr::AsOf { moment, of } => match self.remembered(*moment) {
                Some(view) => self.on(view).scalar(*of),
                None => self.scalar(*of),
            },
            Expr::Supposing { changes, of } => {
                let overlay = self.suppose(changes)?;
                let view = self.view.supposing(&overlay);
                self.on(view).scalar(*of)
            }
            Expr::Ruling(position) => match self.setting.rulings.get(usize::from(*position)) {
                Some(Value::Scalar(value)) => Ok(*value),
                Some(Value::Wide(_)) => Err(Fault::damaged(DamagedPart::Type)),
                None => Err(Fault::damaged(DamagedPart::Id)),
            },
            Expr::Applies { clause, args } => self.applies(*clause, args),
            Expr::Space { op, args } => self.space_scalar(*op, args),
            Expr::ClearLine { from, to, wide, past } => self.clear((*from, *to, *wide), past),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// A wide value.
    pub(crate) fn wide(&mut self, id: ExprId) -> Checked<Wide> {
        let linked = self.linked;
        let Some(expr) = linked.program.exprs.get(id) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Fault::new(FaultKind::TooDeep).at(self.span(id)));
        }
        let result = self.wide_of(id, expr);
        self.depth -= 1;
        match result {
            Ok(value) => Ok(value),
            Err(fault) => Err(fault.at(self.span(id))),
        }
    }

    /// Whether a condition holds.
    pub(crate) fn holds(&mut self, id: ExprId) -> Checked<bool> {
        Ok(self.scalar(id)? != 0)
    }

    /// A value of any type, a scalar as its one cell.
    pub(crate) fn value(&mut self, id: ExprId) -> Checked<Wide> {
        if self.ty(id)?.is_wide() {
            self.wide(id)
        } else {
            let cell = self.scalar(id)?;
            let mut wide = Wide::new();
            wide.push(cell);
            Ok(wide)
        }
    }

    fn call(&mut self, function: FunctionId, args: &'a [ExprId]) -> Checked<i64> {
        let linked = self.linked;
        let Some(callee) = linked.program.functions.get(function) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let place = self.enter(callee.env, &callee.params, args)?;
        let key = self.key_of(function, &callee.params);
        let result = self.known_or(key, |this| this.scalar(callee.body));
        self.leave(place);
        result.map_err(|fault| fault.inside(Within::Function(function)))
    }

    pub(crate) fn call_wide(&mut self, function: FunctionId, args: &'a [ExprId]) -> Checked<Wide> {
        let linked = self.linked;
        let Some(callee) = linked.program.functions.get(function) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let place = self.enter(callee.env, &callee.params, args)?;
        let key = self.key_of(function, &callee.params);
        let result = self.known_or(key, |this| this.wide(callee.body));
        self.leave(place);
        result.map_err(|fault| fault.inside(Within::Function(function)))
    }

    /// Under what a function's value is kept, if it is worth it.
    fn key_of(&self, function: FunctionId, params: &[Param]) -> Option<memo::Key> {
        let dear = self.linked.dear.get(function.position()).copied().unwrap_or(false);
        if dear { self.key(memo::Called::Function(function), params) } else { None }
    }

    /// Makes a new environment of `env` with the values of `args` as its parameters.
    pub(crate) fn enter(
        &mut self,
        env: Env,
        params: &'a [Param],
        args: &'a [ExprId],
    ) -> Checked<Place> {
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

    /// Asks what may fail: after a fault all stands as before.
    pub(crate) fn tried<T>(&mut self, ask: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        let (base, wide_base, depth) = (self.base, self.wide_base, self.depth);
        let tops = (self.locals.scalars.len(), self.locals.wides.len());
        let asked = ask(self);
        if asked.is_err() {
            self.locals.scalars.truncate(tops.0);
            self.locals.wides.truncate(tops.1);
            (self.base, self.wide_base, self.depth) = (base, wide_base, depth);
        }
        asked
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
    pub(crate) fn move_to(&mut self, base: usize, wide_base: usize) -> Place {
        let place = Place { base: self.base, wide_base: self.wide_base };
        self.base = base;
        self.wide_base = wide_base;
        self.depth += CALL_DEPTH;
        place
    }

    /// Goes back to the environment that was left.
    pub(crate) fn leave(&mut self, place: Place) {
        self.locals.scalars.truncate(self.base);
        self.locals.wides.truncate(self.wide_base);
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

    /// Writes a scalar local of the running environment.
    #[inline]
    pub(crate) fn set_scalar(&mut self, slot: u16, value: i64) -> Checked<()> {
        self.put(self.base + usize::from(slot), value)
    }

    fn set(&mut self, slot: Slot, value: i64) -> Checked<()> {
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

    fn put_wide(&mut self, at: usize, value: Wide) -> Checked<()> {
        match self.locals.wides.get_mut(at) {
            Some(local) => {
                *local = value;
                Ok(())
            }
            None => Err(Fault::damaged(DamagedPart::Local)),
        }
    }

    /// Whether a wide value is there, which then stands in the slot.
    fn is_some_wide(&mut self, of: ExprId, slot: Option<Slot>) -> Checked<i64> {
        let value = self.wide(of)?;
        let there = !value.is_empty();
        match slot {
            Some(Slot::Wide(slot)) if there => {
                self.put_wide(self.wide_base + usize::from(slot), value)?;
            }
            Some(Slot::Scalar(_)) => return Err(Fault::damaged(DamagedPart::Type)),
            Some(Slot::Wide(_)) | None => {}
        }
        Ok(i64::from(there))
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

/// What stood in a slot before it was bound.
#[derive(Debug)]
pub(crate) enum Bound {
    Scalar(u16, i64),
    Wide(u16, Box<Wide>),
}
