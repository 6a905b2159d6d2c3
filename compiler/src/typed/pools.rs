//! Pools: takes a typed game, says of the pools of its procedures how many dice they hold, where whatever fills them is known.

use super::numbers::by_name;
use super::{
    ActionPlace, Assign, Bounds, ExprKind, LocalId, LocalRole, Locals, Stmt, StmtKind, Type, Typed,
    each_stmt,
};
use warwright_ir::ProcedureId;

impl Typed {
    /// Works out how many dice pools hold, when all bodies have their types: those of procedures, and under their names those
    /// of hooks and actions.
    pub fn settle_pools(&mut self) {
        let mut known: Vec<(ProcedureId, Vec<(LocalId, Bounds)>)> = Vec::new();
        for (id, def) in self.procedures.iter() {
            let pools = (0u32..).map(LocalId).zip(&def.locals.all);
            let pools = pools.filter(|(_, local)| matches!(local.ty, Type::Pool(_)));
            let dice = pools.filter_map(|(local, _)| Some((local, self.filled(id, local)?)));
            known.push((id, dice.collect()));
        }
        for hook in self.hooks.values_mut() {
            let of = self.procedures.get(hook.procedure).zip(dice_of(&known, hook.procedure));
            if let Some((def, dice)) = of {
                hook.locals.dice = by_name(&hook.locals, &def.locals, dice);
            }
        }
        for action in self.actions.values_mut() {
            let ActionPlace::Step { procedure, .. } = action.place else { continue };
            if let Some((def, dice)) =
                self.procedures.get(procedure).zip(dice_of(&known, procedure))
            {
                action.locals.dice = by_name(&action.locals, &def.locals, dice);
            }
        }
        for (id, dice) in known {
            if let Some(def) = self.procedures.get_mut(id) {
                def.locals.dice = dice;
            }
        }
    }

    /// How many dice are in a pool of a procedure at any time; none where something else than a roll fills it.
    fn filled(&self, id: ProcedureId, pool: LocalId) -> Option<Bounds> {
        let def = self.procedures.get(id)?;
        let local = def.locals.all.get(pool.0 as usize)?;
        if local.role == LocalRole::Param {
            return None;
        }
        let mut all = Filled { typed: self, dice: None, else_filled: false };
        def.steps.iter().for_each(|step| all.fill(&step.body, pool));
        if local.role == LocalRole::Open {
            let own = |locals: &Locals| {
                let at = locals.all.iter().position(|it| {
                    it.role == LocalRole::Open && it.name == local.name && it.ty == local.ty
                });
                at.and_then(|at| u32::try_from(at).ok()).map(LocalId)
            };
            for hook in self.hooks.values().filter(|hook| hook.procedure == id) {
                own(&hook.locals).into_iter().for_each(|pool| all.fill(&hook.body, pool));
            }
            for action in self.actions.values() {
                own(&action.locals).into_iter().for_each(|pool| all.fill(&action.body, pool));
            }
        }
        // Before the first roll there are none.
        let begun = def.variables.iter().any(|(variable, _)| *variable == pool);
        let dice = all.dice.filter(|_| !all.else_filled)?;
        Some(if begun { dice.joined(Bounds::exactly(0)) } else { dice })
    }
}

/// All that fills a pool.
struct Filled<'t> {
    typed: &'t Typed,
    dice: Option<Bounds>,
    else_filled: bool,
}

impl Filled<'_> {
    fn fill(&mut self, body: &[Stmt], pool: LocalId) {
        each_stmt(body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { to: Assign::Local(to), value, .. } if *to == pool => {
                match &value.kind {
                    ExprKind::Roll { count, .. } => {
                        let rolled = self.typed.range(count);
                        self.dice = Some(self.dice.map_or(rolled, |dice| dice.joined(rolled)));
                    }
                    _ => self.else_filled = true,
                }
            }
            StmtKind::Call { result: Some(local), .. }
            | StmtKind::Create { local, .. }
            | StmtKind::Choose { local, .. }
            | StmtKind::ForEach { item: local, .. }
            | StmtKind::ForNext { item: local, .. } => self.else_filled |= *local == pool,
            _ => {}
        });
    }
}

fn dice_of(
    known: &[(ProcedureId, Vec<(LocalId, Bounds)>)],
    id: ProcedureId,
) -> Option<&[(LocalId, Bounds)]> {
    known.iter().find(|(of, _)| *of == id).map(|(_, dice)| dice.as_slice())
}
