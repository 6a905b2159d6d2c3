//! The evaluator: takes an expression, a view and locals, gives a value; generic over who watches.

mod bearing;
mod culprits;
mod environment;
mod grounds;
mod host;
mod initial;
mod items;
mod items_wide;
mod kept;
mod loops;
mod observer;
mod permission;
mod possession;
mod quantity;
mod questions;
mod reading;
mod run;
mod scalars;
mod space;
mod steady;
mod taking;
mod units;
mod wides;

pub(crate) use bearing::{Bearing, bearing_member};
pub(crate) use environment::CallerEnv;
pub(crate) use grounds::Ground;
pub(crate) use host::{Host, run_until};
pub(crate) use initial::initial_value;
pub use observer::Effect;
pub(crate) use observer::{Line, Observer};
pub(crate) use permission::Refused;
pub(crate) use possession::{How, Way};
pub(crate) use space::{Course, Surroundings};
pub(crate) use taking::Outside;
pub use taking::Price;

use crate::fault::{Checked, DamagedPart, Fault, FaultKind, Within};
use crate::link::{Linked, Setting};
use crate::memo::{Called, Memo};
use crate::state::View;
use crate::state::{Locals, Wide};
use warwright_ir::{
    CALL_DEPTH, ExprId, Function, FunctionId, Id, MAX_EVALUATION_DEPTH, SpanId, Ty,
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
    /// Whether code is left aside, to find a fault again and its place.
    pub(crate) walking: bool,
    pub(crate) fuel: &'a mut u64,
    /// What this question has found out already.
    pub(crate) memo: &'a mut Memo,
    pub(crate) observer: &'a mut O,
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
            walking: self.walking,
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
        self.linked.burn(self.fuel, amount)
    }

    /// A wide value.
    #[inline]
    pub(crate) fn wide(&mut self, id: ExprId) -> Checked<Wide> {
        let linked = self.linked;
        if !O::WATCHES
            && let Some(steady) = linked.steady.get(id)
            && let Some(reads) = self.view.reads()
        {
            return self.steady(id, steady, reads);
        }
        self.made_wide(id)
    }

    /// A wide value that is worked out.
    fn made_wide(&mut self, id: ExprId) -> Checked<Wide> {
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
        let result = self.value_of(function, callee);
        self.leave(place);
        result.map_err(|fault| fault.inside(Within::Function(function)))
    }

    /// The scalar value of a function whose parameters stand in the environment that was entered.
    fn value_of(&mut self, id: FunctionId, callee: &'a Function) -> Checked<i64> {
        if self.is_dear(id) {
            let called = Called::Function(id);
            return self.known(called, &callee.params, |this| this.scalar(callee.body));
        }
        self.scalar(callee.body)
    }

    /// Whether the values of a function are worth keeping.
    fn is_dear(&self, id: FunctionId) -> bool {
        self.linked.dear.get(id.position()).copied().unwrap_or(false)
    }

    pub(crate) fn call_wide(&mut self, function: FunctionId, args: &'a [ExprId]) -> Checked<Wide> {
        let linked = self.linked;
        let Some(callee) = linked.program.functions.get(function) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let place = self.enter(callee.env, &callee.params, args)?;
        self.run_wide(function, callee, place)
    }

    /// The wide value of a function of one entity.
    pub(crate) fn call_of(&mut self, function: FunctionId, entity: i64) -> Checked<Wide> {
        let linked = self.linked;
        let Some(callee) = linked.program.functions.get(function) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let place = self.enter_with(callee.env, &callee.params, entity)?;
        self.run_wide(function, callee, place)
    }

    /// The wide value of a function whose parameters stand in the environment that was entered.
    fn run_wide(&mut self, id: FunctionId, callee: &'a Function, left: CallerEnv) -> Checked<Wide> {
        let key =
            if self.is_dear(id) { self.key(Called::Function(id), &callee.params) } else { None };
        let result = self.known_or(key, |this| this.wide(callee.body));
        self.leave(left);
        result.map_err(|fault| fault.inside(Within::Function(id)))
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
}
