//! Idle bodies: statements, hooks, steps, procedures and abilities in which nothing stands that does anything.

mod asked;
mod bounds;
mod options;

pub(crate) use asked::what_is_asked_is_not_written;
pub(crate) use bounds::bounds_count;
pub(crate) use options::options_do_something;

use super::endings::round;
use crate::checks::clauses::owners::label;
use crate::checks::clauses::shapes::are_alike;
use crate::typed::{
    Arithmetic, Assign, BearerDef, ClauseOwner, Expr, ExprKind, ProcedureDef, StepDef, Stmt,
    StmtKind, Supposed, Typed, bodies as inner,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// Whatever has a body does something in it.
pub(crate) fn bodies_do_something(typed: &Typed, sink: &mut Sink) {
    typed.all_bodies().for_each(|body| statements(typed, body, sink));
    for hook in typed.hooks.values().filter(|hook| hook.time != ir::HookTime::Instead) {
        // A verdict that never ends a battle says so with `else | none`.
        let of_play = hook.bearer == BearerDef::System && hook.label == "verdict";
        if hook.body.is_empty() && !of_play {
            let what = match hook.bearer {
                BearerDef::System if hook.label == typed.system => "this".to_owned(),
                _ => label(&hook.label),
            };
            sink.push(idle(&format!("{what} does nothing"), hook.span));
        }
    }
    for action in typed.actions.values().filter(|action| action.cost.is_some()) {
        let mut says = action.body.iter().map(|stmt| matches!(stmt.kind, StmtKind::Say(_)));
        if !action.body.is_empty() && says.all(|it| it) {
            Diagnostic::warning(codes::NO_EFFECT, action.span)
                .says(format!("`{}` is paid for, and does nothing but tell of it", action.name))
                .label("nothing but words")
                .help("write what becomes of it beside the words: `self.NAME = ..`, `remove NAME from self`")
                .emit(sink);
        }
    }
    // Their steps are there whether the system has something for them or not.
    let of_system = [typed.sequence, round(typed)];
    for (id, def) in typed.procedures.iter().filter(|(id, _)| !of_system.contains(&Some(*id))) {
        steps(typed, id, def, sink);
    }
    abilities(typed, sink);
}

/// What comes of a question whose two answers lead to the same.
fn asked_for_nothing(when: Span, other: Span) -> Diagnostic {
    Diagnostic::at(codes::ALWAYS_HOLDS, other)
        .says("this comes to the same, whatever holds")
        .label("as where the condition holds")
        .also(when, "asked for nothing")
        .help("one of the two is meant to be something else")
}

/// Tells of each statement that does nothing, not of those inside it.
fn statements(typed: &Typed, body: &[Stmt], sink: &mut Sink) {
    for stmt in body {
        if let Some(bound) = never_begun(typed, stmt) {
            Diagnostic::warning(codes::NO_EFFECT, bound.span)
                .says("this is never done, whatever holds")
                .label("not once")
                .help("write how often at most: a number above 0")
                .emit(sink);
            continue;
        }
        if let Some(value) = to_itself(typed, stmt) {
            Diagnostic::warning(codes::NO_EFFECT, stmt.span)
                .says("this gives it the value that it has")
                .label("nothing changes")
                .also(value.span, "itself")
                .help("write what it becomes, or take it out")
                .emit(sink);
            continue;
        }
        if let Some(found) = unheard(typed, stmt) {
            sink.push(found);
            continue;
        }
        if does_nothing(stmt) {
            let (message, help) = match &stmt.kind {
                StmtKind::Say(_) => {
                    ("nothing is said here", "write what is to be said, or take it out")
                }
                _ => {
                    ("this does nothing, whatever holds", "write what it is to do, or take it out")
                }
            };
            Diagnostic::at(codes::NO_EFFECT, stmt.span)
                .says(message)
                .label("nothing stands in it")
                .help(help)
                .emit(sink);
            continue;
        }
        if let StmtKind::If { when, then, other } = &stmt.kind
            && let (Some(first), Some(last)) = (other.first(), other.last())
            && then.len() == other.len()
            && are_alike(then, other)
        {
            let all = Span::new(first.span.start(), last.span.end());
            sink.push(asked_for_nothing(when.span, all));
        }
        inner(stmt).into_iter().for_each(|body| statements(typed, body, sink));
    }
}

/// A procedure that is called for its value alone, which goes nowhere.
fn unheard(typed: &Typed, stmt: &Stmt) -> Option<Diagnostic> {
    let StmtKind::Call { procedure, result: None, .. } = &stmt.kind else { return None };
    let def = typed.procedures.get(*procedure)?;
    if def.result.is_none() || !is_quiet(typed, *procedure, CALLS) {
        return None;
    }
    Some(
        Diagnostic::warning(codes::NO_EFFECT, stmt.span)
            .says(format!("nobody hears what `{}` gives, and it changes nothing", def.name))
            .label("called for nothing")
            .help(format!("keep what comes of it: `let x = {}(..)`, or take it out", def.name)),
    )
}

/// How deep calls in calls are followed.
const CALLS: u8 = 4;

/// Whether a procedure does nothing but give a value.
fn is_quiet(typed: &Typed, id: ir::ProcedureId, depth: u8) -> bool {
    let Some(def) = typed.procedures.get(id).filter(|_| depth > 0) else { return false };
    let hung = typed.is_hung_on(id) || typed.moments.values().any(|it| it.procedure == id);
    let quiet = |step: &StepDef| {
        step.heading.is_none() && step.body.iter().all(|stmt| are_quiet(typed, stmt, depth))
    };
    !hung && def.steps.iter().all(quiet)
}

fn are_quiet(typed: &Typed, stmt: &Stmt, depth: u8) -> bool {
    match &stmt.kind {
        StmtKind::Assign { to: Assign::Local(_), .. }
        | StmtKind::Finish(_)
        | StmtKind::Stop
        | StmtKind::CallStep { .. } => true,
        StmtKind::Reroll { by, .. } => by.is_none(),
        StmtKind::Call { procedure, .. } => is_quiet(typed, *procedure, depth - 1),
        StmtKind::If { .. }
        | StmtKind::Match { .. }
        | StmtKind::ForEach { ordered_by: None, .. }
        | StmtKind::ForNext { choice_of: None, .. }
        | StmtKind::Repeat { .. }
        | StmtKind::RepeatUntil { .. } => inner(stmt)
            .into_iter()
            .all(|body| body.iter().all(|stmt| are_quiet(typed, stmt, depth))),
        _ => false,
    }
}

/// What is written, where that stands there already.
fn to_itself<'t>(typed: &Typed, stmt: &'t Stmt) -> Option<&'t Expr> {
    let StmtKind::Assign { to, value, .. } = &stmt.kind else { return None };
    let is_it = |value: &Expr| match (to, &value.kind) {
        (Assign::Local(to), ExprKind::Local(from)) => to == from,
        (Assign::Field { of, field }, ExprKind::Field { of: from, field: read }) => {
            field == read && is_same(of, from)
        }
        _ => false,
    };
    let kept = without_effect(typed, value);
    is_it(kept).then_some(value)
}

/// A value without what changes nothing of it: 0 that is added, once of it, a bound that it never passes.
fn without_effect<'t>(typed: &Typed, value: &'t Expr) -> &'t Expr {
    let (how, left, right) = match &value.kind {
        ExprKind::Within { of, .. } => return without_effect(typed, of),
        ExprKind::Arithmetic { how, left, right } => (*how, left, right),
        _ => return value,
    };
    let is = |expr: &Expr, number: i64| matches!(expr.kind, ExprKind::Cell(cell) if cell == number);
    let kept = match how {
        Arithmetic::Add if is(left, 0) => right,
        Arithmetic::Add | Arithmetic::Sub if is(right, 0) => left,
        Arithmetic::Mul if is(left, 1) => right,
        Arithmetic::Mul | Arithmetic::Div if is(right, 1) => left,
        Arithmetic::Min | Arithmetic::Max => match (&left.kind, &right.kind) {
            (ExprKind::Cell(bound), _) if never_passes(typed, how, right, *bound) => right,
            (_, ExprKind::Cell(bound)) if never_passes(typed, how, left, *bound) => left,
            _ => return value,
        },
        _ => return value,
    };
    without_effect(typed, kept)
}

/// Whether a value is always on its own side of a bound.
fn never_passes(typed: &Typed, how: Arithmetic, value: &Expr, bound: i64) -> bool {
    let range = typed.range(value);
    match how {
        Arithmetic::Min => range.most.is_some_and(|most| most <= bound),
        _ => range.least.is_some_and(|least| least >= bound),
    }
}

/// Whether two values are one, as they are written.
pub(crate) fn is_same(one: &Expr, other: &Expr) -> bool {
    std::mem::discriminant(&one.kind) == std::mem::discriminant(&other.kind)
        && are_alike(one, other)
}

/// How often something is done at most, where that is never more than not at all.
fn never_begun<'t>(typed: &Typed, stmt: &'t Stmt) -> Option<&'t Expr> {
    let most = |value: &Expr| typed.range(value).most;
    match &stmt.kind {
        StmtKind::Repeat { at_most, .. } | StmtKind::RepeatUntil { at_most, .. } => Some(at_most),
        StmtKind::Open(open) => open.at_most.as_ref(),
        StmtKind::ForEach { of, .. } => {
            let ExprKind::Range { low, high } = &of.kind else { return None };
            let first = typed.range(low).least?;
            return most(high).is_some_and(|last| last < first).then_some(of);
        }
        _ => None,
    }
    .filter(|at_most| most(at_most).is_some_and(|most| most <= 0))
}

fn does_nothing(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Say(words) => words.parts.is_empty(),
        StmtKind::If { .. }
        | StmtKind::Match { .. }
        | StmtKind::ForEach { .. }
        | StmtKind::ForNext { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::RepeatUntil { .. }
        | StmtKind::Try { .. } => inner(stmt).into_iter().all(|body| body.iter().all(does_nothing)),
        _ => false,
    }
}

/// An empty step is there for what hangs on it.
fn steps(typed: &Typed, id: ir::ProcedureId, def: &ProcedureDef, sink: &mut Sink) {
    if def.steps.is_empty() {
        sink.push(idle(&format!("procedure `{}` does nothing", def.name), def.span));
    }
    let empty = (0..=u16::MAX).zip(&def.steps).filter(|(_, step)| step.body.is_empty());
    for (at, step) in empty {
        let awaited = typed.moments.values().any(|it| it.procedure == id && it.step == Some(at));
        let bent = typed.hooks.values().any(|it| it.procedure == id && it.step == Some(at));
        let offered = typed.actions.values().any(|action| action.place.is_at(id, at));
        let said = step.heading.is_some() || step.span.is_empty();
        if !awaited && !bent && !offered && !said {
            let message = format!("step `{}` of `{}` does nothing", step.name, def.name);
            sink.push(idle(&message, step.span));
        }
    }
}

/// Abilities without a clause, of which no rule asks who has them.
fn abilities(typed: &Typed, sink: &mut Sink) {
    let mut counts: FxHashSet<ir::AbilityId> = FxHashSet::default();
    let bearers = typed.clauses.values().map(|it| it.bearer);
    let bearers = bearers.chain(typed.hooks.values().map(|it| it.bearer));
    for bearer in bearers.chain(typed.actions.values().map(|it| it.bearer)) {
        if let BearerDef::Ability(id) = bearer {
            counts.insert(id);
        }
    }
    for clause in typed.clauses.values() {
        if let ClauseOwner::Possession(id) = clause.owner {
            counts.insert(id);
        }
    }
    // Who plays never sees what tests ask.
    typed.each_expr_of_rules(&mut |expr| match &expr.kind {
        ExprKind::Has { ability, .. } | ExprKind::HeldCount { ability, .. } => {
            counts.insert(*ability);
        }
        ExprKind::Supposing { changes, .. } => {
            counts.extend(changes.iter().filter_map(
                |change| as_variant!(change, Supposed::Has { ability, .. } => *ability),
            ));
        }
        _ => {}
    });
    for (id, def) in typed.abilities.iter() {
        let silent = def.titled && def.state.is_empty() && !counts.contains(&id);
        if silent {
            let what = if def.is_status { "status" } else { "ability" };
            Diagnostic::at(codes::IDLE_CLAUSE, def.span)
                .says(format!("{what} `{}` does nothing", def.name))
                .label("it has no clause, and no rule asks who has it")
                .help("write what it does: `modify ..`, `forbid ..`, `after ..`")
                .emit(sink);
        }
    }
}

fn idle(message: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::IDLE_CLAUSE, span)
        .says(message)
        .label("nothing stands in it")
        .help("write what it is to do, or take it out")
}
