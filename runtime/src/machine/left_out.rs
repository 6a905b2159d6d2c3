//! What a choice leaves out: takes the choice that is asked for, gives the members of its set that cannot be chosen and what speaks
//! against each.

use super::{Fuel, Machine, Tells};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::ledger::ReasonShown;
use crate::session::Session;
use crate::state::{Locals, State, Work};
use warwright_ir::{Act, ChoiceKind, Expr, ExprId, Id, SpanId, Ty};

/// A member of a set that cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The member.
    pub value: i64,
    /// What it is called.
    pub words: String,
    /// The condition that does not hold; where all do, it is the measure by which others come first.
    pub fails: Option<Failing>,
}

/// A condition that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// Where it stands.
    pub span: SpanId,
    /// If it asks whether something may be done: the reasons against it.
    pub reasons: Vec<ReasonShown>,
}

impl Machine {
    /// The members of the set of the choice that is asked for which cannot be chosen. Nothing where no choice from a set is.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn left_out(&self, state: &State) -> Checked<Vec<LeftOut>> {
        let Some(Work::Acts(acts)) = state.frames.last().map(|frame| &frame.work) else {
            return Ok(Vec::new());
        };
        let body = self.program().bodies.get(acts.body);
        let (of, filter) = match body.and_then(|body| body.acts.get(acts.at as usize)) {
            Some(Act::Choose {
                kind:
                    ChoiceKind::One { of, filter: Some(filter), .. }
                    | ChoiceKind::Some { of, filter: Some(filter), .. },
                ..
            }) => (*of, filter),
            _ => return Ok(Vec::new()),
        };
        let mut copy = Session::new(state.clone());
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::QUESTION);
        let mut engine = self.engine(&mut copy, &mut tells, &mut fuel)?;
        let base = engine.base_at(state.frames.len().saturating_sub(1))?;
        let items = engine.items(base, of)?;
        let kept = engine.candidates(base, of, Some(filter))?;
        let ty = self.program().types.get(of.position()).and_then(Ty::element);
        let ty = ty.ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
        let left = items.into_iter().filter(|item| !kept.contains(item));
        left.map(|value| {
            let words = self.show(state, &ty, &[value])?;
            let Some(when) = filter.when else { return Ok(LeftOut { value, words, fails: None }) };
            let scalars = state.locals.scalars.get(base.scalars..).unwrap_or_default().to_vec();
            let wides = state.locals.wides.get(base.wides..).unwrap_or_default().to_vec();
            let mut locals = Locals { scalars, wides };
            if let Some(local) = locals.scalars.get_mut(usize::from(filter.slot)) {
                *local = value;
            }
            Ok(LeftOut { value, words, fails: self.failing(state, &locals, when)? })
        })
        .collect()
    }

    /// The first part of a condition that does not hold; nothing where it holds.
    pub(super) fn failing(
        &self,
        state: &State,
        locals: &Locals,
        mut condition: ExprId,
    ) -> Checked<Option<Failing>> {
        let holds = |condition| -> Checked<bool> {
            let value = self.evaluate(state, condition, locals)?;
            Ok(value.first().is_some_and(|cell| *cell != 0))
        };
        if holds(condition)? {
            return Ok(None);
        }
        while let Some(Expr::And { left, right }) = self.program().exprs.get(condition) {
            condition = if holds(*left)? { *right } else { *left };
        }
        let reasons = match self.program().exprs.get(condition) {
            Some(Expr::May { permission, args }) => {
                let args = args.iter().map(|arg| self.evaluate(state, *arg, locals));
                let args: Checked<Vec<_>> = args.collect();
                self.explain_permission(state, *permission, &args?)?
            }
            _ => Vec::new(),
        };
        let reasons = reasons.into_iter().filter(|reason| reason.struck_by.is_none()).collect();
        Ok(Some(Failing { span: self.place_of(condition)?, reasons }))
    }

    fn place_of(&self, expr: ExprId) -> Checked<SpanId> {
        let span = self.program().expr_spans.get(expr.position());
        span.copied().ok_or_else(|| Fault::damaged(DamagedPart::Id))
    }
}
