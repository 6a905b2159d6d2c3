//! During: takes clauses that count while something goes on, says of which nobody asks what they bend there.

use super::owners::{Rule, label};
use crate::checks::runs::cycles::{asked, asking};
use crate::checks::runs::graph::Graph;
use crate::checks::runs::recursion::{calls, opened};
use crate::typed::{Expr, ExprKind, Typed, each_body_expr, each_expr};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use warwright_grammar::{Diagnostic, Sink, codes};
use warwright_ir::{ProcedureId, WindowId};

/// What a clause bends is asked while it counts.
pub(crate) fn clauses_count_while_they_hold(typed: &Typed, sink: &mut Sink) {
    let reach = Reach::of(typed);
    let mut known: FxHashMap<ProcedureId, FxHashSet<Rule>> = FxHashMap::default();
    for clause in typed.clauses.values() {
        let rule = Rule::of(clause.owner);
        if !matches!(rule, Rule::Quantity(_) | Rule::Permission(_)) {
            continue;
        }
        for part in clause.when.iter().flat_map(Expr::conjuncts) {
            let (ExprKind::During(moment), at) = (&part.kind, part.span) else { continue };
            let Some(moment) = typed.moments.get(*moment) else { continue };
            let there = known
                .entry(moment.procedure)
                .or_insert_with(|| reach.asked_while(moment.procedure));
            if !there.contains(&rule) {
                let what = match rule {
                    Rule::Quantity(id) => typed.quantities.get(id).map(|it| it.name.as_str()),
                    Rule::Permission(id) => typed.permissions.get(id).map(|it| it.name.as_str()),
                    _ => None,
                };
                let what = what.unwrap_or_default();
                Diagnostic::warning(codes::NO_EFFECT, at)
                    .says(format!("{} never counts", label(&clause.label)))
                    .label(format!("nothing asks `{what}` while `{}` goes on", moment.name))
                    .help(format!(
                        "say when it is asked, or bend what is asked during `{}`",
                        moment.name
                    ))
                    .emit(sink);
            }
        }
    }
}

/// What reaches what, worked out for the first clause that waits.
struct Reach<'t> {
    typed: &'t Typed,
    calls: OnceCell<Graph<ProcedureId>>,
    asking: OnceCell<Graph<Rule>>,
}

impl<'t> Reach<'t> {
    const fn of(typed: &'t Typed) -> Self {
        Self { typed, calls: OnceCell::new(), asking: OnceCell::new() }
    }

    /// The rules that are asked while a procedure runs, directly or not.
    fn asked_while(&self, procedure: ProcedureId) -> FxHashSet<Rule> {
        let typed = self.typed;
        let calls = self.calls.get_or_init(|| calls(typed));
        let asking = self.asking.get_or_init(|| asking(typed));
        let runs: FxHashSet<ProcedureId> = calls.reached([procedure]).into_iter().collect();
        let mut roots: Vec<Rule> = Vec::new();
        let mut windows: FxHashSet<WindowId> = FxHashSet::default();
        let mut look = |root: &Expr| each_expr(root, &mut |expr| roots.extend(asked(expr)));
        for (_, def) in typed.procedures.iter().filter(|(id, _)| runs.contains(id)) {
            def.each_head(&mut look);
            for step in &def.steps {
                each_body_expr(&step.body, &mut look);
                windows.extend(opened(&step.body));
            }
        }
        for hook in typed.hooks.values().filter(|hook| runs.contains(&hook.procedure)) {
            hook.each_expr(&mut look);
            windows.extend(opened(&hook.body));
        }
        let mut taken = Vec::new();
        for action in typed.actions.values().filter(|it| it.place.is_in(&runs, &windows)) {
            action.each_expr(&mut look);
            taken.push(Rule::Permission(action.permission));
            taken.extend(action.cost.iter().map(|(price, _, _)| Rule::Quantity(*price)));
        }
        roots.extend(taken);
        asking.reached(roots).into_iter().collect()
    }
}
