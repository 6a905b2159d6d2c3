//! Uses: how often something may be done, and whether that limit is ever reached or spent for nothing.

use crate::checks::clauses::owners::label;
use crate::checks::logic::solve::Facts;
use crate::typed::{ActionPlace, Choice, ExprKind, OnceDef, Stmt, StmtKind, Typed};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// What counts once has been used up even where there was nothing to choose from; who means otherwise says when it counts.
pub(in crate::checks) fn limits_are_not_spent_for_nothing(typed: &Typed, sink: &mut Sink) {
    for hook in typed.hooks.values().filter(|hook| hook.once.is_some() && hook.when.is_none()) {
        let Some(first) = hook.body.first().filter(|first| may_find_nothing(first)) else {
            continue;
        };
        Diagnostic::at(codes::IDLE_CLAUSE, first.span)
            .says(format!(
                "{} is used up even where there is nothing to choose",
                label(&hook.label)
            ))
            .label("nobody is asked where nothing fits")
            .also(hook.span, "counts once, whatever comes of it")
            .help("say when it counts: `.. when any d in DICE where ..`")
            .emit(sink);
    }
}

/// Whether a statement asks nobody where nothing fits.
fn may_find_nothing(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Reroll { upto, by, .. } => upto.is_some() && by.is_some(),
        StmtKind::Choose { choice, .. } => match &**choice {
            Choice::One { none, .. } => none.is_some(),
            Choice::Some { low, .. } => matches!(low.kind, ExprKind::Cell(0)),
            Choice::Order(_)
            | Choice::Number { .. }
            | Choice::Whether(_)
            | Choice::Place(_)
            | Choice::Split { .. } => false,
        },
        _ => false,
    }
}

/// `once per MOMENT` names something that goes on when it is asked; else it would count for the whole battle.
pub(in crate::checks) fn limits_of_use(facts: &Facts<'_>, sink: &mut Sink) {
    let (typed, graph) = (facts.typed, &facts.calls);
    let mut judge = |once: &OnceDef, procedure: ir::ProcedureId, of: &str, span: Span| {
        let Some(moment) = once.moment.and_then(|id| typed.moments.get(id)) else {
            return;
        };
        if graph.reached([moment.procedure]).contains(&procedure) {
            return;
        }
        let runs = typed.procedures.get(procedure).map_or("", |def| &def.name);
        Diagnostic::at(codes::NEVER_RUNS, span)
            .says(format!("`{}` never goes on when {} happens", moment.name, label(of)))
            .label(format!("`{}` never runs `{runs}`", moment.name))
            .help("name a moment that goes on then; `once per battle` for once in all")
            .emit(sink);
    };
    for hook in typed.hooks.values() {
        if let Some(once) = &hook.once {
            judge(once, hook.procedure, &hook.label, hook.span);
        }
    }
    for action in typed.actions.values() {
        if let (Some(once), ActionPlace::Step { procedure, .. }) = (&action.once, action.place) {
            judge(once, procedure, &action.name, action.span);
        }
    }
}
