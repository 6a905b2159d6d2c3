//! Explanations: takes a question, gives where its number came from, or why something may not be done.

use super::Machine;
use crate::eval::{Evaluator, Outside, Refused};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::ledger::{Explained, Ledger, ReasonShown, Recorder, Scribe};
use crate::state::{Locals, State, Wide};
use warwright_ir::{ActionParam, Expr, ExprId, Id, Param, PermissionId, QuantityId, Slot, USED_UP};

impl Machine {
    /// How a quantity comes about for the values of its parameters.
    ///
    /// # Errors
    ///
    /// A fault of the rules, or arguments that do not fit.
    pub fn explain_quantity(
        &self,
        state: &State,
        id: QuantityId,
        args: &[Wide],
    ) -> Checked<Ledger> {
        let linked = self.linked();
        let setting = self.setting(state.scenario)?;
        let (Some(quantity), Some(link)) =
            (linked.program.quantities.get(id), setting.quantities.get(id))
        else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let locals = lay_out(&quantity.params, args, link.env)?;
        let mut recorder = Recorder::default();
        self.with_recorder(state, locals, &mut recorder, |evaluator| evaluator.quantity_at(id))?;
        let raw = recorder.done.pop().ok_or_else(|| Fault::damaged(DamagedPart::State))?;
        self.scribe(state)?.ledger(&raw)
    }

    /// All reasons against something, the struck ones too; none where it may be done and nothing was struck.
    ///
    /// # Errors
    ///
    /// A fault of the rules, or arguments that do not fit.
    pub fn explain_permission(
        &self,
        state: &State,
        id: PermissionId,
        args: &[Wide],
    ) -> Checked<Vec<ReasonShown>> {
        let linked = self.linked();
        let setting = self.setting(state.scenario)?;
        let (Some(permission), Some(link)) =
            (linked.program.permissions.get(id), setting.permissions.get(id))
        else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let locals = lay_out(&permission.params, args, link.env)?;
        let mut recorder = Recorder::default();
        let ask = |evaluator: &mut Evaluator<'_, Recorder>| {
            let reasons = evaluator.all_reasons(id)?;
            // Where a rule stands against it, its price may ask for what is not there.
            let stands = reasons.iter().any(|reason| reason.struck_by.is_none());
            let Some(action) = link.action.filter(|_| !stands) else {
                return Ok((reasons, None, None, false));
            };
            let outside = evaluator.outside(action)?;
            if outside.is_some() {
                return Ok((reasons, outside, None, false));
            }
            let (short, used) = (evaluator.lacks(action)?, evaluator.is_used_up_by_all(action)?);
            Ok((reasons, None, short, used))
        };
        let (reasons, outside, short, used) =
            self.with_recorder(state, locals, &mut recorder, ask)?;
        let mut shown = self.reasons_shown(state, id, reasons)?;
        let action = link.action.and_then(|action| linked.program.actions.get(action));
        if let (Some(action), Some(Outside { position, value, range: (low, high) })) =
            (action, outside)
            && let Some(ActionParam { param, .. }) = action.params.get(position)
        {
            let (renderer, ty) = (self.renderer(state)?, &param.ty);
            let [value, low, high] = [value, low, high].map(|cell| renderer.cell(ty, cell));
            let words = format!("{value} is not from {low} to {high}");
            shown.push(ReasonShown::plain(renderer.text(param.name), words, action.span));
        }
        if let (Some(action), Some(short)) = (action, short) {
            let (payer, field) = (self.name(state, short.payer)?, self.field_name(short.field));
            let words = format!(
                "it costs {} {}, and there is {} of {payer}",
                short.price,
                field.replace('_', " "),
                short.there
            );
            shown.push(ReasonShown::plain(field, words, action.span));
        }
        if let (Some(action), true) = (action, used) {
            let words = String::from("it was done as often as it may be");
            shown.push(ReasonShown::plain(String::from(USED_UP), words, action.span));
        }
        Ok(shown)
    }

    /// Puts into words what was written down of a state.
    fn scribe<'a>(&'a self, state: &'a State) -> Checked<Scribe<'a>> {
        Ok(Scribe { linked: self.linked(), renderer: self.renderer(state)? })
    }

    /// The reasons against a permission in words.
    pub(crate) fn reasons_shown(
        &self,
        state: &State,
        id: PermissionId,
        reasons: Vec<Refused>,
    ) -> Checked<Vec<ReasonShown>> {
        let program = self.program();
        let permission = program.permissions.get(id);
        let permission = permission.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let scribe = self.scribe(state)?;
        reasons
            .into_iter()
            .map(|reason| {
                let label = scribe.renderer.text(reason.label);
                let mut clauses =
                    permission.clauses.iter().filter_map(|clause| program.clauses.get(*clause));
                let clause = clauses.find(|clause| clause.span == reason.span);
                Ok(ReasonShown {
                    origins: clause.map_or_else(Vec::new, |clause| scribe.shown(&clause.origins)),
                    layer: scribe.layer(clause.map_or(permission.level, |clause| clause.level)),
                    words: reason.words.unwrap_or_else(|| label.clone()),
                    label,
                    span: reason.span,
                    bearer: scribe.bearer(reason.bearer),
                    grounds: scribe.grounds(&reason.grounds)?,
                    struck_by: reason.struck_by.map(|clause| scribe.striker(clause)),
                })
            })
            .collect()
    }

    /// An expression explained: its value, the ledgers of the quantities it asks for, the reasons of a permission.
    ///
    /// # Errors
    ///
    /// A fault of the rules.
    pub fn explain(&self, state: &State, expr: ExprId, locals: &Locals) -> Checked<Explained> {
        let program = self.program();
        let mut recorder = Recorder::default();
        let ask = |evaluator: &mut Evaluator<'_, Recorder>| evaluator.value(expr);
        let value = self.with_recorder(state, locals.clone(), &mut recorder, ask)?;
        let ty = program.types.get(expr.position());
        let ty = ty.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let reasons = match program.exprs.get(expr) {
            Some(Expr::May { permission, args }) => {
                let mut values = Vec::new();
                for arg in args {
                    values.push(self.evaluate(state, *arg, locals)?);
                }
                self.explain_permission(state, *permission, &values)?
            }
            _ => Vec::new(),
        };
        let ask = |evaluator: &mut Evaluator<'_, Recorder>| evaluator.grounds(expr);
        let rests_on = self.with_recorder(state, locals.clone(), &mut Recorder::default(), ask)?;
        let scribe = self.scribe(state)?;
        let grounds = scribe.grounds(&rests_on)?;
        let mut ledgers: Vec<Ledger> = Vec::new();
        for raw in &recorder.done {
            let ledger = scribe.ledger(raw)?;
            // What several conditions ask for is told once.
            if !ledgers.contains(&ledger) {
                ledgers.push(ledger);
            }
        }
        Ok(Explained { value: self.show(state, ty, &value)?, ledgers, reasons, grounds })
    }
}

/// Locals with the values of parameters in their slots.
fn lay_out(params: &[Param], args: &[Wide], env: warwright_ir::Env) -> Checked<Locals> {
    let mut locals = Locals {
        scalars: vec![0; usize::from(env.scalars)],
        wides: vec![Wide::new(); usize::from(env.wides)],
    };
    if params.len() != args.len() {
        return Err(Fault::damaged(DamagedPart::Type));
    }
    for (param, arg) in params.iter().zip(args) {
        match param.slot {
            Slot::Scalar(slot) => {
                let local = locals.scalars.get_mut(usize::from(slot));
                match (local, arg.first()) {
                    (Some(local), Some(value)) => *local = *value,
                    _ => return Err(Fault::damaged(DamagedPart::Local)),
                }
            }
            Slot::Wide(slot) => match locals.wides.get_mut(usize::from(slot)) {
                Some(local) => local.clone_from(arg),
                None => return Err(Fault::damaged(DamagedPart::Local)),
            },
        }
    }
    Ok(locals)
}
