//! Actions: takes what players may choose, gives options with domains, prices and bodies, listed with their windows.

use super::Lowering;
use super::clauses::bearer;
use super::slots::Frame;
use crate::typed::ChoiceOwner;
use crate::typed::{ActionDef, ActionPlace, ExprKind, LocalId, LocalRole, Type};
use warwright_ir as ir;
use warwright_ir::{ActionId, ExprId, HookTime, QuantityId};

impl Lowering<'_> {
    pub(super) fn actions(&mut self) {
        let typed = self.typed;
        for def in typed.windows.values() {
            let name = self.text(&def.name);
            let question = def.question.as_ref().map(|words| self.text(words));
            self.out.windows.push(ir::Window { name, question, actions: Vec::new() });
        }
        for (id, def) in typed.actions.iter() {
            let action = self.action(id, def);
            self.out.actions.push(action);
            self.offer(id, def.place);
        }
    }

    fn action(&mut self, id: ActionId, def: &ActionDef) -> ir::Action {
        let copied = self.copied(def);
        self.frame = Frame::new(self.typed, &def.locals, copied);
        let reach = self.reach(&def.locals, &def.reach, true);
        let when = def.when.as_ref().map(|when| self.expr(when));
        let by = self.expr(&def.by);
        let mut params = Vec::new();
        for param in &def.params {
            let domain = match (&param.domain.kind, super::types::element(&param.domain.ty)) {
                (ExprKind::Range { low, high }, Type::Length | Type::Angle) => {
                    ir::Domain::Between(self.expr(low), self.expr(high))
                }
                _ => ir::Domain::Of(self.expr(&param.domain)),
            };
            let local = def.locals.get(param.local);
            let mut written = Vec::new();
            if let Some(local) = local {
                self.param(param.local, &local.name, &local.ty, &mut written);
            }
            let written = written.into_iter();
            params.extend(written.map(|param| ir::ActionParam { param, domain: domain.clone() }));
        }
        let cost = def.cost.as_ref().map(|(quantity, payer, field)| ir::Cost {
            quantity: *quantity,
            args: self.cost_args(def, *quantity),
            of: self.expr(payer),
            field: *field,
        });
        let once = def.once.as_ref().map(|once| self.once(once));
        let label = self.template(&def.label);
        let body = self.body(ChoiceOwner::Action(id), def.when.as_ref(), &def.body);
        self.forgets(body);
        self.seen_to_fit(def.span);
        let self_slot = self.frame.bearer(copied);
        let mut env = self.frame.env();
        env.scalars = env.scalars.max(self.room_for_bearer(def.bearer, self_slot));
        self.out.bodies.update(body, |body| body.env = env);
        ir::Action {
            name: self.text(&def.name),
            bearer: bearer(def.bearer),
            reach,
            level: def.level.0,
            self_slot,
            params,
            env,
            place: place(def.place),
            by,
            when,
            permission: def.permission,
            cost,
            must: def.must,
            once,
            label,
            body,
            span: self.span(def.span),
        }
    }

    /// How many locals are copies of the parameters of the procedure at whose step it is offered.
    fn copied(&self, def: &ActionDef) -> u16 {
        let home = def.place.procedure().and_then(|id| self.typed.procedures.get(id));
        home.map_or(0, |def| def.params)
    }

    /// Everything that stands in the action's slots before its own lets: what its price may depend on.
    fn cost_args(&mut self, def: &ActionDef, quantity: QuantityId) -> Vec<ExprId> {
        let wanted = self.out.quantities.get(quantity).map_or(0, |quantity| quantity.params.len());
        let locals = (0u32..).map(LocalId).zip(&def.locals.all);
        let known = locals.take_while(|(_, local)| local.role != LocalRole::Let);
        let mut args = Vec::new();
        for (id, local) in known {
            let mut params = Vec::new();
            self.param(id, &local.name, &local.ty, &mut params);
            for param in params {
                args.push(self.local(param.slot, param.ty, def.span));
            }
        }
        args.truncate(wanted);
        args
    }

    /// Lists an action with its window or step.
    fn offer(&mut self, id: ActionId, place: ActionPlace) {
        match place {
            ActionPlace::Named(window) => {
                self.out.windows.update(window, |window| window.actions.push(id));
            }
            ActionPlace::Step { procedure, step, time } => {
                let procedure = self.out.procedures.get_mut(procedure);
                let Some(step) = procedure.and_then(|one| one.steps.get_mut(usize::from(step)))
                else {
                    return;
                };
                match time {
                    Some(HookTime::Before) => step.offers_before.push(id),
                    Some(HookTime::After) => step.offers_after.push(id),
                    Some(HookTime::Instead) | None => step.offers_at.push(id),
                }
            }
        }
    }
}

fn place(def: ActionPlace) -> ir::WindowPlace {
    match def {
        ActionPlace::Named(window) => ir::WindowPlace::Named(window),
        ActionPlace::Step { procedure, step, .. } => ir::WindowPlace::Step { procedure, step },
    }
}
