//! Steps and hooks: says what becomes of a state behind a hook or a step, in the order in which a game runs them.

use super::{Fate, Fates, Skips, Whole, ends, runs_any};
use crate::checks::clauses::owners::Rule;
use crate::typed::{
    ActionDef, ActionPlace, BearerDef, HookDef, ProcedureDef, Stmt, StmtKind, each_stmt,
};
use warwright_ir::{Edge, FieldId, HookId, HookTime, ProcedureId};

impl<'t> Fates<'t> {
    /// What becomes of it behind a hook.
    pub(super) fn behind(
        &mut self,
        (hook_id, hook): (HookId, &HookDef),
        field: FieldId,
        whole: &Whole,
    ) -> Fate {
        let id = hook.procedure;
        let after = hook.time == HookTime::After;
        let but = Some((hook.level.0, hook_id));
        match hook.step {
            Some(step) => {
                let skips = Skips { before: after, body: after, but };
                self.behind_step(id, (usize::from(step), skips), field, whole)
            }
            None if after => self.hooks(id, None, HookTime::After, field, but),
            None => match self.hooks(id, None, HookTime::Before, field, but) {
                Fate::Open => self.behind_step(id, (0, Skips::default()), field, whole),
                fate => fate,
            },
        }
    }

    /// What becomes of it from a step on, where something of that step is passed over.
    pub(super) fn behind_step(
        &mut self,
        id: ProcedureId,
        (from, skips): (usize, Skips),
        field: FieldId,
        whole: &Whole,
    ) -> Fate {
        let typed = self.typed;
        let Some(def) = typed.procedures.get(id) else { return Fate::Open };
        match def.steps.get(from) {
            Some(step) if step.called => {
                return self.behind_called(id, (from, skips), field, whole);
            }
            Some(_) => {}
            None => return Fate::Read,
        }
        for number in from..def.steps.len() {
            let skips = if number == from { skips } else { Skips::default() };
            match self.step(id, number, field, skips, whole) {
                Fate::Open => {}
                fate => return fate,
            }
        }
        match self.hooks(id, None, HookTime::After, field, None) {
            Fate::Open => self.begun_anew(id, field),
            fate => fate,
        }
    }

    /// The same of a step that another one calls, where that is known: what is left of it, then of the other.
    fn behind_called(
        &mut self,
        id: ProcedureId,
        (from, skips): (usize, Skips),
        field: FieldId,
        whole: &Whole,
    ) -> Fate {
        let Some((home, rest)) = self.typed.procedures.get(id).and_then(|def| calls_of(def, from))
        else {
            return Fate::Read;
        };
        match self.all_of_step(id, from, field, skips, whole) {
            Fate::Open => {}
            fate => return fate,
        }
        match self.body(rest, field, &mut Whole::default()) {
            Fate::Open => {}
            fate => return fate,
        }
        let done = Skips { before: true, body: true, but: None };
        self.behind_step(id, (home, done), field, whole)
    }

    /// What a procedure does with a state first.
    pub(super) fn procedure(&mut self, id: ProcedureId, field: FieldId) -> Fate {
        if let Some(known) = self.known.get(&(id, field)) {
            return *known;
        }
        self.known.insert((id, field), Fate::Open);
        let left = std::mem::replace(&mut self.left, false);
        let mut fate = self.of_procedure(id, field);
        if matches!(fate, Fate::Written(_)) && self.left {
            fate = Fate::Open;
        }
        self.left = left;
        self.known.insert((id, field), fate);
        fate
    }

    pub(super) fn of_procedure(&mut self, id: ProcedureId, field: FieldId) -> Fate {
        let Some(def) = self.typed.procedures.get(id) else { return Fate::Open };
        let instead = |hook: &&HookDef| hook.procedure == id && hook.time == HookTime::Instead;
        let mut replaced = false;
        for hook in self.typed.hooks.values().filter(instead) {
            replaced = true;
            if self.hook(hook, field) == Fate::Read {
                return Fate::Read;
            }
        }
        self.left |= replaced;
        match self.hooks(id, None, HookTime::Before, field, None) {
            Fate::Open => {}
            fate => return fate,
        }
        if def.variables.iter().any(|(_, value)| self.reads(value, field)) {
            return Fate::Read;
        }
        for number in 0..def.steps.len() {
            match self.step(id, number, field, Skips::default(), &Whole::default()) {
                Fate::Open => {}
                fate => return fate,
            }
        }
        match self.hooks(id, None, HookTime::After, field, None) {
            Fate::Open => self.begun_anew(id, field),
            fate => fate,
        }
    }

    /// A state that lasts until a procedure ends begins anew with its end.
    fn begun_anew(&self, id: ProcedureId, field: FieldId) -> Fate {
        let typed = self.typed;
        let Some(def) = typed.fields.get(field) else { return Fate::Open };
        let ends = def.resets.filter(|(_, edge)| *edge == Edge::End);
        let moment = ends.and_then(|(moment, _)| typed.moments.get(moment));
        match moment {
            Some(moment) if moment.procedure == id && moment.step.is_none() => {
                Fate::Written(def.span)
            }
            _ => Fate::Open,
        }
    }

    /// A step in its turn.
    pub(super) fn step(
        &mut self,
        id: ProcedureId,
        number: usize,
        field: FieldId,
        skips: Skips,
        whole: &Whole,
    ) -> Fate {
        let step = self.typed.procedures.get(id).and_then(|def| def.steps.get(number));
        match step {
            Some(step) if !step.called => self.all_of_step(id, number, field, skips, whole),
            _ => Fate::Open,
        }
    }

    fn all_of_step(
        &mut self,
        id: ProcedureId,
        number: usize,
        field: FieldId,
        skips: Skips,
        whole: &Whole,
    ) -> Fate {
        let typed = self.typed;
        let Some(step) = typed.procedures.get(id).and_then(|def| def.steps.get(number)) else {
            return Fate::Open;
        };
        let at = u16::try_from(number).ok();
        if !skips.body && step.when.as_ref().is_some_and(|when| self.reads(when, field)) {
            return Fate::Read;
        }
        // What hangs on a step that may be left out may not come.
        let sure = step.when.is_none();
        let held = |fate: Fate| if sure { fate } else { Fate::Open };
        if !skips.before {
            match self.hooks(id, at, HookTime::Before, field, skips.but) {
                Fate::Read => return Fate::Read,
                fate if held(fate) != Fate::Open => return fate,
                _ => {}
            }
        }
        if self.offers(id, at, field) {
            return Fate::Read;
        }
        if !skips.body {
            match self.body(&step.body, field, &mut whole.clone()) {
                Fate::Read => return Fate::Read,
                fate if held(fate) != Fate::Open => return fate,
                _ => {}
            }
        }
        match self.hooks(id, at, HookTime::After, field, skips.but) {
            Fate::Read => Fate::Read,
            fate => held(fate),
        }
    }

    /// What hangs there, in whatever order; of one hook: what of it comes behind that one, as lowering lists them.
    pub(super) fn hooks(
        &mut self,
        id: ProcedureId,
        step: Option<u16>,
        time: HookTime,
        field: FieldId,
        but: Option<(u8, HookId)>,
    ) -> Fate {
        let typed = self.typed;
        let comes_behind = |number: HookId, level: u8| match but {
            None => true,
            Some((own, _)) if level != own => (level > own) == (time == HookTime::Before),
            Some((_, own)) => number > own,
        };
        let there = typed.hooks.iter().filter(|(number, hook)| {
            hook.procedure == id
                && hook.step == step
                && hook.time == time
                && comes_behind(*number, hook.level.0)
        });
        let mut written = Fate::Open;
        for (_, hook) in there {
            match self.hook(hook, field) {
                Fate::Read => return Fate::Read,
                Fate::Written(over) => written = Fate::Written(over),
                Fate::Open => {}
            }
        }
        written
    }

    pub(super) fn hook(&mut self, hook: &'t HookDef, field: FieldId) -> Fate {
        let mut reads = false;
        hook.each_head(&mut |value| reads |= self.reads(value, field));
        if reads {
            return Fate::Read;
        }
        let sure = hook.bearer == BearerDef::System
            && hook.when.is_none()
            && hook.once.is_none()
            && hook.whose.is_none()
            && !ends(&hook.body);
        let left = self.left;
        let fate = self.body(&hook.body, field, &mut Whole::default());
        self.left = left;
        match fate {
            Fate::Written(_) if !sure => Fate::Open,
            fate => fate,
        }
    }

    /// Whether something is offered there that reads it.
    pub(super) fn offers(&self, id: ProcedureId, step: Option<u16>, field: FieldId) -> bool {
        self.typed.actions.values().any(|action| {
            matches!(action.place, ActionPlace::Step { procedure, step: at, .. }
                if procedure == id && Some(at) == step)
                && self.action_reads(action, field)
        })
    }

    pub(super) fn action_reads(&self, action: &ActionDef, field: FieldId) -> bool {
        let pays = action.cost.as_ref().is_some_and(|(price, _, purse)| {
            let price =
                self.readers.get(&field).is_some_and(|by| by.contains(&Rule::Quantity(*price)));
            price || *purse == field
        });
        let by = self.readers.get(&field);
        let mut reads = by.is_some_and(|by| by.contains(&Rule::Permission(action.permission)));
        action.each_expr(&mut |value| reads |= self.reads(value, field));
        pays || reads || self.is_advised(&action.name, field) || runs_any(&action.body)
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
