//! What comes to pass in battles: takes a game, says which procedures are run in play and which rules are asked there.

use crate::checks::clauses::owners::Rule;
use crate::checks::runs::cycles::{asked, asking};
use crate::checks::runs::graph::Graph;
use crate::checks::runs::recursion::started;
use crate::typed::{Expr, Typed, each_body_expr, each_expr};
use rustc_hash::FxHashSet;
use warwright_ir as ir;

/// What comes to pass in battles.
#[derive(Debug)]
pub(super) struct Battle {
    /// What is run.
    pub(super) played: FxHashSet<ir::ProcedureId>,
    /// What is asked.
    pub(super) asked: FxHashSet<Rule>,
}

impl Battle {
    pub(super) fn of(typed: &Typed, calls: &Graph<ir::ProcedureId>) -> Self {
        let played = played(typed, calls);
        let asked = asked_in(typed, &played);
        Self { played, asked }
    }
}

/// The procedures that a battle runs; of a game without a sequence all. Those of tests hold anything against anything.
fn played(typed: &Typed, calls: &Graph<ir::ProcedureId>) -> FxHashSet<ir::ProcedureId> {
    let Some(sequence) = typed.sequence else {
        return typed.procedures.iter().map(|(id, _)| id).collect();
    };
    let mut roots = vec![sequence];
    for scenario in typed.scenarios.values() {
        started(typed, &scenario.setup, &mut |id, _| roots.push(id));
    }
    calls.reached(roots).into_iter().collect()
}

/// The rules that a battle asks: what advice and tests ask alone may be asked of anybody.
fn asked_in(typed: &Typed, played: &FxHashSet<ir::ProcedureId>) -> FxHashSet<Rule> {
    let mut roots: Vec<Rule> = Vec::new();
    let mut look = |root: &Expr| each_expr(root, &mut |expr| roots.extend(asked(expr)));
    for (_, def) in typed.procedures.iter().filter(|(id, _)| played.contains(id)) {
        def.each_head(&mut look);
        def.steps.iter().for_each(|step| each_body_expr(&step.body, &mut look));
    }
    let hooks = typed.hooks.values().filter(|hook| played.contains(&hook.procedure));
    hooks.for_each(|hook| hook.each_expr(&mut look));
    typed.actions.values().for_each(|action| action.each_expr(&mut look));
    typed.scenarios.values().for_each(|it| each_body_expr(&it.setup, &mut look));
    for action in typed.actions.values() {
        roots.push(Rule::Permission(action.permission));
        roots.extend(action.cost.iter().map(|cost| Rule::Quantity(cost.0)));
    }
    // Whether somebody has an ability hangs on who lends and denies it.
    roots.extend(typed.abilities.iter().map(|(id, _)| Rule::Possession(id)));
    asking(typed).reached(roots).into_iter().collect()
}
