//! Asks: takes a game, keeps of each rule where it is asked and of what, so that nobody has to look through all again to follow
//! a question back to where it begins.

use crate::checks::battles::limits::each_expr_of_all;
use crate::checks::clauses::owners::Rule;
use crate::checks::runs::graph::Graph;
use crate::checks::runs::recursion::calls;
use crate::typed::{Expr, ExprKind, LocalId, Typed, each_body_expr, each_expr};
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_ir::{AbilityId, ProcedureId};

/// Where a rule is asked.
#[derive(Clone, Copy, Debug)]
enum At {
    /// By another rule, of which so many locals are parameters.
    Rule(Rule, u16),
    /// In a procedure.
    Procedure(ProcedureId),
    /// In what hangs on a procedure.
    Hook(ProcedureId),
    /// In an action of a procedure's step, or of a window.
    Action(Option<ProcedureId>),
}

/// All that is asked.
pub(crate) struct Asks<'t> {
    typed: &'t Typed,
    of_rule: FxHashMap<Rule, Vec<(At, &'t [Expr])>>,
    /// Abilities of which somebody asks who has them.
    abilities: FxHashSet<AbilityId>,
    calls: Graph<ProcedureId>,
}

impl<'t> Asks<'t> {
    pub(crate) fn of(typed: &'t Typed) -> Self {
        let (of_rule, abilities) = (FxHashMap::default(), FxHashSet::default());
        let mut asks = Self { typed, of_rule, abilities, calls: calls(typed) };
        asks.rules();
        for (id, def) in typed.procedures.iter() {
            let mut note = |root| asks.note(At::Procedure(id), root);
            def.each_head(&mut note);
            def.steps.iter().for_each(|step| each_body_expr(&step.body, &mut note));
        }
        for hook in typed.hooks.values() {
            hook.each_expr(&mut |root| asks.note(At::Hook(hook.procedure), root));
        }
        for action in typed.actions.values() {
            let mut note = |root| asks.note(At::Action(action.place.procedure()), root);
            action.each_expr(&mut note);
            let def = typed.permissions.get(action.permission);
            def.into_iter().for_each(|def| def.each_expr(&mut note));
        }
        typed.each_expr(&mut |expr| {
            if let ExprKind::Has { ability, .. } | ExprKind::HeldCount { ability, .. } = &expr.kind
            {
                asks.abilities.insert(*ability);
            }
        });
        asks
    }

    /// What rules ask.
    fn rules(&mut self) {
        let typed = self.typed;
        each_expr_of_all(typed, &mut |rule, root| {
            let params = match rule {
                Rule::Function(id) => typed.functions.get(id).map(|def| def.params),
                Rule::Quantity(id) => typed.quantities.get(id).map(|def| def.params),
                Rule::Permission(id) => typed.permissions.get(id).map(|def| def.params),
                Rule::Possession(_) => None,
            };
            if let Some(params) = params {
                self.note(At::Rule(rule, params), root);
            }
        });
    }

    fn note(&mut self, at: At, root: &'t Expr) {
        each_expr(root, &mut |expr| {
            let (rule, args) = match &expr.kind {
                ExprKind::Call { function, args } => (Rule::Function(*function), args),
                ExprKind::Quantity { quantity, args } => (Rule::Quantity(*quantity), args),
                ExprKind::May { permission, args } => (Rule::Permission(*permission), args),
                _ => return,
            };
            self.of_rule.entry(rule).or_default().push((at, args));
        });
    }

    /// Whether anybody asks who has an ability.
    pub(crate) fn of_ability(&self, ability: AbilityId) -> bool {
        self.abilities.contains(&ability)
    }

    /// Of which of its own parameters roles of rules are asked while a procedure runs; nothing where it may be of anybody.
    pub(crate) fn of_parameters(
        &self,
        procedure: ProcedureId,
        roles: &[(Rule, u16)],
    ) -> Option<FxHashSet<LocalId>> {
        let own = self.typed.procedures.get(procedure).map_or(0, |def| u32::from(def.params));
        let runs = self.calls.reached([procedure]);
        let mut found = FxHashSet::default();
        // Rules through which it is asked, of which parameter; nothing: of anybody.
        let mut todo: Vec<(Rule, Option<u16>)> =
            roles.iter().map(|(rule, param)| (*rule, Some(*param))).collect();
        let mut known: FxHashSet<(Rule, Option<u16>)> = todo.iter().copied().collect();
        while let Some((rule, param)) = todo.pop() {
            for (at, args) in self.of_rule.get(&rule).into_iter().flatten() {
                let arg = param.and_then(|param| args.get(usize::from(param)));
                let local =
                    as_variant!(arg.map(|arg| &arg.kind), Some(ExprKind::Local(local)) => *local);
                match *at {
                    At::Rule(asking, params) => {
                        let param = local.filter(|local| local.0 < u32::from(params));
                        let param = param.and_then(|local| u16::try_from(local.0).ok());
                        if known.insert((asking, param)) {
                            todo.push((asking, param));
                        }
                    }
                    At::Procedure(id) | At::Hook(id) if runs.contains(&id) => {
                        found.insert(local.filter(|it| id == procedure && it.0 < own)?);
                    }
                    At::Action(None) => return None,
                    At::Action(Some(id)) if runs.contains(&id) => return None,
                    At::Procedure(_) | At::Hook(_) | At::Action(_) => {}
                }
            }
        }
        Some(found)
    }
}
