//! Hooks: takes what authors hang on steps, gives bodies with copies of the procedure's locals, listed in order.

use super::Lowering;
use super::clauses::bearer;
use super::slots::Frame;
use crate::typed::{ChoiceOwner, RoleRef};
use crate::typed::{HookDef, OnceDef};
use warwright_ir as ir;
use warwright_ir::{HookId, HookTime};

impl Lowering<'_> {
    /// Hooks are many: each is dropped as soon as it is written.
    pub(super) fn hooks(&mut self, hooks: ir::Arena<HookId, HookDef>) {
        for def in hooks.into_values() {
            let hook = self.hook(self.out.hooks.next_id(), &def);
            self.out.hooks.push(hook);
        }
        self.list_hooks();
    }

    fn hook(&mut self, id: HookId, def: &HookDef) -> ir::Hook {
        let params = self.typed.procedures.get(def.procedure).map_or(0, |one| one.params);
        self.frame = Frame::new(self.typed, &def.locals, params);
        self.hook_label.clone_from(&def.label);
        let reach = self.reach(&def.locals, &def.reach, true);
        let when = def.when.as_ref().map(|when| self.expr(when));
        let once = def.once.as_ref().map(|once| self.once(once));
        let body = self.body(ChoiceOwner::Hook(id), def.when.as_ref(), &def.body);
        self.forgets(body);
        self.seen_to_fit(def.span);
        let self_slot = self.frame.bearer(params);
        let room = self.room_for_bearer(def.bearer, self_slot);
        self.out.bodies.update(body, |body| body.env.scalars = body.env.scalars.max(room));
        ir::Hook {
            bearer: bearer(def.bearer),
            reach,
            level: def.level.0,
            time: def.time,
            procedure: def.procedure,
            step: def.step,
            self_slot,
            when,
            once,
            body,
            label: self.text(&def.label),
            strikes: self.index.struck_hooks.remove(&id).unwrap_or_default(),
            whose: def.whose.map(|(whose, position)| {
                let role = RoleRef { param: position, field: None };
                (whose, self.role(&def.locals, role))
            }),
            span: self.span(def.span),
        }
    }

    pub(super) fn once(&mut self, def: &OnceDef) -> ir::Once {
        ir::Once {
            moment: def.moment,
            scope: def.scope,
            each: def.each.as_ref().map(|each| self.expr(each)),
        }
    }

    /// Lists hooks with their steps: before and instead by rising precedence, after by falling; then by source.
    fn list_hooks(&mut self) {
        let mut order: Vec<(HookId, u8)> =
            self.out.hooks.iter().map(|(id, hook)| (id, hook.level)).collect();
        order.sort_by_key(|(id, level)| (*level, *id));
        for (id, _) in &order {
            self.list_hook(*id, &[HookTime::Before, HookTime::Instead]);
        }
        order.sort_by_key(|(id, level)| (std::cmp::Reverse(*level), *id));
        for (id, _) in &order {
            self.list_hook(*id, &[HookTime::After]);
        }
    }

    fn list_hook(&mut self, id: HookId, times: &[HookTime]) {
        let Some(hook) = self.out.hooks.get(id) else { return };
        let (time, step) = (hook.time, hook.step);
        if !times.contains(&time) {
            return;
        }
        let Some(procedure) = self.out.procedures.get_mut(hook.procedure) else { return };
        let list = match (step, time) {
            (None, HookTime::After) => Some(&mut procedure.after),
            // There is nothing to run instead of a whole procedure; the checker has said so.
            (None, _) => Some(&mut procedure.before),
            (Some(step), time) => {
                procedure.steps.get_mut(usize::from(step)).map(|step| match time {
                    HookTime::Before => &mut step.before,
                    HookTime::Instead => &mut step.instead,
                    HookTime::After => &mut step.after,
                })
            }
        };
        if let Some(list) = list {
            list.push(id);
        }
    }
}
