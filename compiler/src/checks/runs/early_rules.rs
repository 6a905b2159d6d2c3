//! What is asked and written before the first round: takes a game whose rounds are counted, says which rules may be asked by then,
//! and which numbers are still as they began.

use super::cycles::{asked, asking};
use super::endings::Rounds;
use super::recursion::planned;
use crate::checks::clauses::owners::Rule;
use crate::typed::{
    ActionDef, ActionPlace, Assign, Expr, ExprKind, Stmt, StmtKind, Type, Typed, each_expr,
    each_stmt, each_stmt_expr,
};
use rustc_hash::FxHashSet;
use warwright_ir as ir;
use warwright_ir::{FieldId, ProcedureId, WindowId};

/// What happens before the first round.
#[derive(Debug, Default)]
pub(crate) struct Early {
    /// Rules that may be asked.
    pub(crate) asked: FxHashSet<Rule>,
    /// Rules that are asked later.
    pub(crate) asked_later: FxHashSet<Rule>,
    /// States that may be written.
    written: FxHashSet<FieldId>,
}

impl Early {
    pub(crate) fn of(typed: &Typed, rounds: &Rounds) -> Self {
        let mut early = Self::default();
        let mut windows: Vec<(WindowId, (bool, bool))> = Vec::new();
        let mut each = |when: (bool, bool), body: &[Stmt], heads: &[&Expr]| {
            heads.iter().for_each(|root| early.asks(root, when));
            early.runs(body, when, &mut windows);
        };
        for scenario in typed.scenarios.values() {
            each((true, false), &scenario.setup, &[]);
        }
        for (id, def) in typed.procedures.iter() {
            for (at, step) in (0..).zip(&def.steps) {
                let when = when_of(rounds, id, Some(at), None);
                let heads: Vec<&Expr> = step.when.iter().collect();
                each(when, &step.body, &heads);
            }
            let heads: Vec<&Expr> = def.variables.iter().map(|(_, value)| value).collect();
            each(when_of(rounds, id, None, None), &[], &heads);
        }
        for hook in typed.hooks.values() {
            let when = when_of(rounds, hook.procedure, hook.step, Some(hook.time));
            let mut heads = Vec::new();
            hook.each_head(&mut |root| heads.push(root));
            each(when, &hook.body, &heads);
        }
        for action in typed.actions.values() {
            if let ActionPlace::Step { procedure, step, time } = action.place {
                let when = when_of(rounds, procedure, Some(step), time);
                early.takes(typed, action, when, &mut windows);
            }
        }
        for limit in &typed.limits {
            limit.exprs().for_each(|root| early.asks(root, (true, false)));
        }
        let mut at = 0;
        while let Some((window, when)) = windows.get(at).copied() {
            at += 1;
            if windows.iter().take(at - 1).any(|known| *known == (window, when)) {
                continue;
            }
            let place = ActionPlace::Named(window);
            for action in typed.actions.values().filter(|action| action.place == place) {
                early.takes(typed, action, when, &mut windows);
            }
        }
        let graph = asking(typed);
        early.asked = graph.reached(early.asked.iter().copied()).into_iter().collect();
        early.asked_later = graph.reached(early.asked_later.iter().copied()).into_iter().collect();
        early
    }

    fn asks(&mut self, root: &Expr, (before, later): (bool, bool)) {
        each_expr(root, &mut |expr| {
            if let Some(rule) = asked(expr) {
                if before {
                    self.asked.insert(rule);
                }
                if later {
                    self.asked_later.insert(rule);
                }
            }
        });
    }

    fn runs(
        &mut self,
        body: &[Stmt],
        when: (bool, bool),
        windows: &mut Vec<(WindowId, (bool, bool))>,
    ) {
        each_stmt(body, &mut |stmt| {
            each_stmt_expr(stmt, &mut |root| self.asks(root, when));
            match &stmt.kind {
                StmtKind::Open(open) => windows.push((open.window, when)),
                StmtKind::Assign { to: Assign::Field { field, .. }, .. } if when.0 => {
                    self.written.insert(*field);
                }
                _ => windows.extend(planned(stmt).map(|plan| (plan.window, when))),
            }
        });
    }

    fn takes(
        &mut self,
        typed: &Typed,
        action: &ActionDef,
        when: (bool, bool),
        windows: &mut Vec<(WindowId, (bool, bool))>,
    ) {
        action.each_head(&mut |root| self.asks(root, when));
        self.runs(&action.body, when, windows);
        if when.0 {
            self.written.extend(action.cost.iter().map(|cost| cost.2));
        }
        let mut rules = vec![Rule::Permission(action.permission)];
        rules.extend(action.cost.iter().map(|cost| Rule::Quantity(cost.0)));
        if when.0 {
            self.asked.extend(rules.iter().copied());
        }
        if when.1 {
            self.asked_later.extend(rules);
        }
        let def = typed.permissions.get(action.permission);
        def.into_iter().for_each(|def| def.each_expr(&mut |root| self.asks(root, when)));
    }

    /// The numbers of players and of the battle that nothing changes before the first round.
    pub(crate) fn first(&self, typed: &Typed) -> Vec<(FieldId, i64)> {
        let base = |kind| typed.kinds.get(kind).map(|def| def.base);
        let all = typed.fields.iter().filter_map(|(id, def)| {
            let of_players =
                matches!(base(def.kind), Some(ir::KindBase::Player | ir::KindBase::Battle));
            match (&def.initial.kind, &def.ty) {
                (ExprKind::Cell(cell), Type::Int(_)) if of_players => Some((id, *cell)),
                _ => None,
            }
        });
        all.filter(|(id, _)| !self.written.contains(id)).collect()
    }
}

/// Whether something happens before the first round, and whether after it begins.
fn when_of(
    rounds: &Rounds,
    id: ProcedureId,
    step: Option<u16>,
    time: Option<ir::HookTime>,
) -> (bool, bool) {
    if id == rounds.battle() {
        let (least, most) = rounds.of_battle(step, time);
        return (least == 0, most > 0);
    }
    match rounds.runs(id) {
        // A scenario that is not here may run it.
        (false, false) => (true, true),
        when => when,
    }
}
