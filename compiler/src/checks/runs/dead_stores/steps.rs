//! Steps and hooks: says what becomes of a state behind a hook or a step, in the order in which a game runs them.

use super::{End, Fate, Fates, OPEN, READ, Skips, Whole, ends, runs_any, unsure};
use crate::checks::clauses::owners::Rule;
use crate::typed::{
    ActionDef, BearerDef, HookDef, ProcedureDef, Stmt, StmtKind, each_stmt, gathered,
};
use std::ops::ControlFlow;
use warwright_ir::{Edge, HookId, HookTime, ProcedureId};

impl<'t> Fates<'t> {
    /// What becomes of it behind a hook.
    pub(super) fn behind(&mut self, (own, hook): (HookId, &HookDef), whole: &Whole) -> Fate {
        let id = hook.procedure;
        let after = hook.time == HookTime::After;
        let but = Some((hook.level.0, own));
        match hook.step {
            Some(step) => {
                let skips = Skips { before: after, body: after, but };
                self.behind_step(id, (usize::from(step), skips), whole)
            }
            None if after => self.hooks((id, None), HookTime::After, but),
            None => {
                self.hooks((id, None), HookTime::Before, but)?;
                self.behind_step(id, (0, Skips::default()), whole)
            }
        }
    }

    /// What becomes of it from a step on, where something of that step is passed over.
    pub(super) fn behind_step(
        &mut self,
        id: ProcedureId,
        (from, skips): (usize, Skips),
        whole: &Whole,
    ) -> Fate {
        let Some(def) = self.typed.procedures.get(id) else { return OPEN };
        match def.steps.get(from) {
            Some(step) if step.called => {
                return self.behind_called((id, def), (from, skips), whole);
            }
            Some(_) => self.step(id, from, skips, whole)?,
            None => return READ,
        }
        self.steps(id, from + 1, whole)
    }

    /// The same of a step that another one calls, where that is known: what is left of it, then of the other.
    fn behind_called(
        &mut self,
        (id, def): (ProcedureId, &'t ProcedureDef),
        (from, skips): (usize, Skips),
        whole: &Whole,
    ) -> Fate {
        let Some((home, rest)) = calls_of(def, from) else { return READ };
        self.all_of_step(id, from, skips, whole)?;
        self.body(rest, &mut Whole::default())?;
        let done = Skips { before: true, body: true, but: None };
        self.behind_step(id, (home, done), whole)
    }

    /// What a procedure does with a state first.
    pub(super) fn procedure(&mut self, id: ProcedureId) -> Fate {
        let key = (id, self.field);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        self.known.insert(key, OPEN);
        let left = std::mem::replace(&mut self.left, false);
        let mut fate = self.of_procedure(id);
        if self.left {
            fate = unsure(fate);
        }
        self.left = left;
        self.known.insert(key, fate);
        fate
    }

    fn of_procedure(&mut self, id: ProcedureId) -> Fate {
        let Some(def) = self.typed.procedures.get(id) else { return OPEN };
        let instead = |hook: &&HookDef| hook.procedure == id && hook.time == HookTime::Instead;
        let mut replaced = false;
        for hook in self.typed.hooks.values().filter(instead) {
            replaced = true;
            unsure(self.hook(hook))?;
        }
        self.left |= replaced;
        self.hooks((id, None), HookTime::Before, None)?;
        if def.variables.iter().any(|(_, value)| self.asks(value)) {
            return READ;
        }
        self.steps(id, 0, &Whole::default())
    }

    /// What becomes of it in the steps from that one on, and at the end of the procedure.
    fn steps(&mut self, id: ProcedureId, from: usize, whole: &Whole) -> Fate {
        let all = self.typed.procedures.get(id).map_or(0, |def| def.steps.len());
        for number in from..all {
            self.step(id, number, Skips::default(), whole)?;
        }
        self.hooks((id, None), HookTime::After, None)?;
        self.begun_anew(id)
    }

    /// A state that lasts until a procedure ends begins anew with its end.
    fn begun_anew(&self, id: ProcedureId) -> Fate {
        let typed = self.typed;
        let Some(def) = typed.fields.get(self.field) else { return OPEN };
        let ends = def.resets.filter(|(_, edge)| *edge == Edge::End);
        let moment = ends.and_then(|(moment, _)| typed.moments.get(moment));
        match moment {
            Some(moment) if moment.procedure == id && moment.step.is_none() => {
                ControlFlow::Break(End::Written(def.span))
            }
            _ => OPEN,
        }
    }

    /// A step in its turn.
    fn step(&mut self, id: ProcedureId, number: usize, skips: Skips, whole: &Whole) -> Fate {
        let step = self.typed.procedures.get(id).and_then(|def| def.steps.get(number));
        match step {
            Some(step) if !step.called => self.all_of_step(id, number, skips, whole),
            _ => OPEN,
        }
    }

    fn all_of_step(&mut self, id: ProcedureId, number: usize, skips: Skips, whole: &Whole) -> Fate {
        let typed = self.typed;
        let Some(step) = typed.procedures.get(id).and_then(|def| def.steps.get(number)) else {
            return OPEN;
        };
        let at = (id, u16::try_from(number).ok());
        if !skips.body && step.when.as_ref().is_some_and(|when| self.asks(when)) {
            return READ;
        }
        // What hangs on a step that may be left out may not come.
        let sure = step.when.is_none();
        let held = |fate: Fate| if sure { fate } else { unsure(fate) };
        if !skips.before {
            held(self.hooks(at, HookTime::Before, skips.but))?;
        }
        if self.offers(at) {
            return READ;
        }
        if !skips.body {
            held(self.body(&step.body, &mut whole.clone()))?;
        }
        held(self.hooks(at, HookTime::After, skips.but))
    }

    /// What hangs there, in whatever order; of one hook: what of it comes behind that one, as lowering lists them.
    fn hooks(
        &mut self,
        (id, step): (ProcedureId, Option<u16>),
        time: HookTime,
        but: Option<(u8, HookId)>,
    ) -> Fate {
        let comes_behind = |number: HookId, level: u8| match but {
            None => true,
            Some((own, _)) if level != own => (level > own) == (time == HookTime::Before),
            Some((_, own)) => number > own,
        };
        let there = self.typed.hooks.iter().filter(|(number, hook)| {
            hook.procedure == id
                && hook.step == step
                && hook.time == time
                && comes_behind(*number, hook.level.0)
        });
        let mut written = OPEN;
        for (_, hook) in there {
            match self.hook(hook) {
                OPEN => {}
                READ => return READ,
                over => written = over,
            }
        }
        written
    }

    fn hook(&mut self, hook: &'t HookDef) -> Fate {
        if gathered(|found| hook.each_head(found)).into_iter().any(|value| self.asks(value)) {
            return READ;
        }
        let sure = hook.bearer == BearerDef::System
            && hook.when.is_none()
            && hook.once.is_none()
            && hook.whose.is_none()
            && !ends(&hook.body);
        let left = self.left;
        let fate = self.body(&hook.body, &mut Whole::default());
        self.left = left;
        if sure { fate } else { unsure(fate) }
    }

    /// Whether something is offered there that reads it.
    fn offers(&self, (id, step): (ProcedureId, Option<u16>)) -> bool {
        let at = |action: &ActionDef| step.is_some_and(|step| action.place.is_at(id, step));
        self.typed.actions.values().any(|action| at(action) && self.action_reads(action))
    }

    pub(super) fn action_reads(&self, action: &ActionDef) -> bool {
        let by = self.readers.get(&self.field);
        let asks = |rule: Rule| by.is_some_and(|by| by.contains(&rule));
        let pays = action
            .cost
            .as_ref()
            .is_some_and(|(price, _, purse)| asks(Rule::Quantity(*price)) || *purse == self.field);
        let mut reads = asks(Rule::Permission(action.permission));
        action.each_expr(&mut |value| reads |= self.asks(value));
        pays || reads || self.is_advised(&action.name, self.field) || runs_any(&action.body)
    }
}

/// The step that calls another one, once and in any case, with what it does behind that.
fn calls_of(def: &ProcedureDef, called: usize) -> Option<(usize, &[Stmt])> {
    let calls = |stmt: &Stmt| matches!(stmt.kind, StmtKind::CallStep { step, .. } if usize::from(step) == called);
    let mut all = 0;
    def.steps.iter().for_each(|step| {
        each_stmt(&step.body, &mut |stmt| all += usize::from(calls(stmt)));
    });
    let (home, step) = def.steps.iter().enumerate().find(|(_, it)| it.body.iter().any(calls))?;
    let at = step.body.iter().position(calls)?;
    (all == 1 && !step.called).then(|| (home, step.body.get(at + 1..).unwrap_or_default()))
}
