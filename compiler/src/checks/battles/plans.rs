//! Plans: the actions that a plan tries move its piece and ask nobody, so that trying them changes nothing.

use crate::checks::logic::solve::Facts;
use crate::checks::runs::recursion::{planned, started};
use crate::typed::{
    ActionDef, ActionPlace, ExprKind, PlanDef, Stmt, StmtKind, Type, Typed, each_stmt, stmts,
};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::ProcedureId;

/// Every plan has actions to try, and all of them can be tried.
pub(crate) fn plans_can_be_made(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let mut all: Vec<(&PlanDef, Span)> = Vec::new();
    for body in typed.all_bodies() {
        each_stmt(body, &mut |stmt| {
            if let Some(plan) = planned(stmt) {
                all.push((plan, stmt.span));
            }
        });
    }
    for (plan, span) in all {
        let name = typed.windows.get(plan.window).map_or("", |def| def.name.as_str());
        let offered = typed.actions.values();
        let offered = offered.filter(|one| one.place == ActionPlace::Named(plan.window));
        let moving: Vec<&ActionDef> = offered.filter(|one| moves(one, &plan.who.ty)).collect();
        if moving.is_empty() {
            sink.push(nothing_moves(typed, name, &plan.who.ty, span));
        }
        if let Some((action, asked)) = moving.iter().find_map(|one| Some((one, asks(facts, one)?)))
        {
            sink.push(somebody_is_asked(action, asked, span));
        }
    }
}

/// Whether an action is one of such a piece: its first parameter.
fn moves(action: &ActionDef, piece: &Type) -> bool {
    let first = action.params.first().and_then(|it| action.locals.get(it.local));
    first.is_some_and(|first| first.ty == *piece)
}

/// Where an action asks somebody, rolls, plans or ends the battle, by itself or by what it runs.
fn asks(facts: &Facts<'_>, action: &ActionDef) -> Option<Span> {
    let typed = facts.typed;
    let mut begun: Vec<ProcedureId> = Vec::new();
    let mut found = asking(&action.body);
    started(typed, &action.body, &mut |id, _| begun.push(id));
    for id in facts.calls.reached(begun) {
        let steps = typed.procedures.get(id).map_or(&[][..], |def| &def.steps);
        let hooks = typed.hooks.values().filter(|hook| hook.procedure == id).map(|hook| &hook.body);
        let all = steps.iter().map(|step| &step.body).chain(hooks);
        found = found.or_else(|| all.map(Vec::as_slice).find_map(asking));
        let offered = || typed.step_actions().find(|(procedure, _)| *procedure == id);
        found = found.or_else(|| offered().map(|(_, one)| one.span));
    }
    found
}

/// The first statement that needs an answer or a state that is not only tried.
fn asking(body: &[Stmt]) -> Option<Span> {
    let asks = |stmt: &&Stmt| match &stmt.kind {
        StmtKind::Choose { .. } | StmtKind::Open(_) | StmtKind::EndBattle { .. } => true,
        StmtKind::Reroll { .. } => true,
        StmtKind::ForEach { ordered_by, .. } => ordered_by.is_some(),
        StmtKind::ForNext { choice_of, .. } => choice_of.is_some(),
        StmtKind::Assign { value, .. } => {
            matches!(value.kind, ExprKind::Roll { .. } | ExprKind::Draw(_) | ExprKind::Plan(_))
        }
        _ => false,
    };
    stmts(body).find(asks).map(|stmt| stmt.span)
}

fn nothing_moves(typed: &Typed, window: &str, piece: &Type, span: Span) -> Diagnostic {
    let kind = match piece {
        Type::Entity(kind) => typed.kinds.get(*kind).map_or("", |def| def.name.as_str()),
        _ => "",
    };
    Diagnostic::at(codes::NO_MANOEUVRES, span)
        .says(format!("no action of `{window}` is one of a {kind}, so no plan can be made of them"))
        .label(format!("wants actions whose first parameter is a {kind}"))
        .help(format!("offer some: `action advance(u: {kind}, d: length 0\"..5\") in {window} by u.player {{ .. }}`"))
}

fn somebody_is_asked(action: &ActionDef, asked: Span, span: Span) -> Diagnostic {
    Diagnostic::at(codes::NO_MANOEUVRES, span)
        .says(format!("a plan only tries `{}`, and that cannot be tried", action.name))
        .label(format!("tries `{}`", action.name))
        .also(asked, "asks somebody, rolls dice, plans or ends the battle")
        .help("what a plan tries only moves and counts; let it ask elsewhere, or offer it in another window")
}
