//! Leavers: takes what stands behind a `remove`, in the same block or on the step in which it stands, says what asks where somebody is
//! who has left the board, and what is written to somebody who has.

use crate::typed::{
    Assign, BearerDef, Compare, Expr, ExprKind, HookDef, LocalId, LocalRole, ReachDef, RoleRef,
    Stmt, StmtKind, Type, Typed, any_expr, bodies, each_expr, gathered, stmts,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{FieldId, HookTime, ProcedureId};

/// Nothing is asked of who has left the board, or done to him, as if he were there.
pub(crate) fn who_has_left_is_let_be(typed: &Typed, sink: &mut Sink) {
    // A condition that asks it outright can never hold, which is told of the whole.
    let told: FxHashSet<Span> = sink.iter().map(|it| it.primary.span).collect();
    typed.rule_bodies().for_each(|body| behind(typed, body, sink));
    let kept: FxHashSet<(ProcedureId, Option<u16>)> = typed
        .hooks
        .values()
        .filter(|hook| hook.time == HookTime::Instead)
        .map(|hook| (hook.procedure, hook.step))
        .collect();
    for hook in typed.hooks.values() {
        sink.extend(match hook.time {
            HookTime::After => hung(typed, hook, &told).or_else(|| gone_itself(typed, hook)),
            // Who may be kept may have what is given to him.
            HookTime::Before if !kept.contains(&(hook.procedure, hook.step)) => {
                parting(typed, hook)
            }
            _ => None,
        });
        sink.extend(hook.when.as_ref().and_then(|when| granted_to_gone(when, &hook.body)));
    }
}

/// What is granted to somebody where it is asked that he is gone.
fn granted_to_gone(when: &Expr, body: &[Stmt]) -> Option<Diagnostic> {
    let gone: Vec<_> = gone(when).collect();
    let (granted, asked) = stmts(body).find_map(|stmt| {
        let StmtKind::Grant { to, .. } = &stmt.kind else { return None };
        let to = to.as_local()?;
        gone.iter().find(|(local, _)| *local == to).map(|(_, at)| (stmt.span, *at))
    })?;
    Some(lost(granted).also(asked, "asks that it is gone").help("did you mean `is not gone`?"))
}

/// The locals of which a condition asks outright that they are gone.
fn gone(when: &Expr) -> impl Iterator<Item = (LocalId, Span)> {
    when.conjuncts().into_iter().filter_map(|part| {
        let ExprKind::Not(of) = &part.kind else { return None };
        let ExprKind::InPlay(of) = &of.kind else { return None };
        Some((of.as_local()?, part.span))
    })
}

/// What is granted to somebody just before the step that takes him from play in any case.
fn parting(typed: &Typed, hook: &HookDef) -> Option<Diagnostic> {
    let def = typed.procedures.get(hook.procedure)?;
    let step = def.steps.get(usize::from(hook.step?)).filter(|step| step.when.is_none())?;
    let left = step.body.iter().find_map(|stmt| Some((leaves(typed, stmt)?, stmt.span)));
    let (local, at) = left.filter(|(local, _)| local.0 < u32::from(def.params))?;
    let grants = |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Grant { to, .. } if to.as_local() == Some(local));
    let granted = stmts(&hook.body).find(grants)?.span;
    let name = hook.locals.get(local).map_or("it", |it| &*it.name);
    let found = Diagnostic::warning(codes::NO_EFFECT, granted)
        .says("what is given to who leaves the board at once is lost")
        .label(format!("`{name}` leaves on the next step"));
    Some(found.also(at, "leaves it here").help("did you mean another one, as `self`?"))
}

/// What hangs on everything, and asks for its own bearer in a role that is gone by then: what is gone brings nothing any more, but
/// for what reaches it in that role.
fn gone_itself(typed: &Typed, hook: &HookDef) -> Option<Diagnostic> {
    let def = typed.procedures.get(hook.procedure)?;
    let step = def.steps.get(usize::from(hook.step?))?;
    let (ReachDef::Any, BearerDef::Ability(_)) = (&hook.reach, hook.bearer) else { return None };
    let left = step.body.iter().find_map(|stmt| {
        let gone = leaves(typed, stmt).filter(|it| it.0 < u32::from(def.params))?;
        let when = hook.when.as_ref()?;
        Some((gone, stmt.span, asks_for_itself(hook, when, gone)?))
    });
    let (gone, left, asked) = left?;
    let name = hook.locals.get(gone).map_or("it", |it| &*it.name);
    let told = Diagnostic::at(codes::NEVER_APPLIES, asked).says("this never holds here").label(
        format!("`{name}` has left the board by then, and brings nothing `of any` any more"),
    );
    Some(told.also(left, "leaves it here").help(format!(
        "write `as {name}` in the place of `of any`: that is done for the bearer who has just left, and needs no such condition"
    )))
}

/// Where a condition asks outright that a role is the bearer's own.
fn asks_for_itself(hook: &HookDef, when: &Expr, role: LocalId) -> Option<Span> {
    let is_bearer = |it: &Expr| {
        let local = it.as_local().and_then(|local| hook.locals.get(local));
        local.is_some_and(|it| it.role == LocalRole::Bearer)
    };
    let both = |one: &Expr, other: &Expr| one.as_local() == Some(role) && is_bearer(other);
    when.conjuncts().into_iter().find_map(|part| {
        let ExprKind::Compare { how: Compare::Eq, left, right } = &part.kind else { return None };
        (both(left, right) || both(right, left)).then_some(part.span)
    })
}

/// Calls are followed so deep.
const DEEP: u8 = 3;

/// The local that a statement takes from play, whatever holds: itself, or by what it calls.
fn leaves(typed: &Typed, stmt: &Stmt) -> Option<LocalId> {
    leaves_within(typed, stmt, DEEP)
}

fn leaves_within(typed: &Typed, stmt: &Stmt, deep: u8) -> Option<LocalId> {
    match &stmt.kind {
        StmtKind::Leave(of) => of.as_local(),
        StmtKind::Call { procedure, args, .. } if deep > 0 => {
            let def = typed.procedures.get(*procedure)?;
            let always = def.steps.iter().filter(|step| step.when.is_none() && !step.called);
            let mut all = always.flat_map(|step| &step.body);
            let gone = all.find_map(|stmt| leaves_within(typed, stmt, deep - 1))?;
            args.get(gone.0 as usize)?.as_local()
        }
        _ => None,
    }
}

/// What stands behind a `remove` in the same block.
fn behind(typed: &Typed, body: &[Stmt], sink: &mut Sink) {
    for (at, stmt) in body.iter().enumerate() {
        if let StmtKind::If { when, then, .. } = &stmt.kind {
            sink.extend(granted_to_gone(when, then));
        }
        if let Some(local) = leaves(typed, stmt) {
            let rest = body.get(at + 1..).unwrap_or_default();
            if let Some(written) = written(rest, &[local]) {
                sink.push(lost(written).also(stmt.span, "leaves the board here").help(
                    "do it before that; who is to come back is taken off by its place: `u.hex = none`",
                ));
            }
        }
        bodies(stmt).into_iter().for_each(|body| behind(typed, body, sink));
    }
}

/// What hangs behind a step in which somebody leaves in any case.
fn hung(typed: &Typed, hook: &HookDef, told: &FxHashSet<Span>) -> Option<Diagnostic> {
    let def = typed.procedures.get(hook.procedure)?;
    let step = def.steps.get(usize::from(hook.step?))?;
    for stmt in &step.body {
        let Some(local) = leaves(typed, stmt).filter(|it| it.0 < u32::from(def.params)) else {
            continue;
        };
        let mut names = vec![local];
        // The bearer in that role is the same.
        if matches!(&hook.reach, ReachDef::Role(RoleRef { param, field: None }) if u32::from(*param) == local.0)
        {
            let bearer =
                hook.locals.all.iter().zip(0..).find(|(it, _)| it.role == LocalRole::Bearer);
            names.extend(bearer.map(|(_, at)| LocalId(at)));
        }
        let name = hook.locals.get(local).map_or("it", |it| &*it.name);
        let gone = |found: Diagnostic| {
            found
                .also(stmt.span, "leaves it here")
                .help("do it before that: `before` in the place of `after`")
        };
        let roots = gathered(|found| hook.each_expr(found)).into_iter();
        let found = roots.clone().find_map(|value| asks_where(typed, value, &names));
        let told = |span: Span| told.contains(&hook.span) || told.contains(&span);
        if let Some((span, what)) = found.filter(|it| !told(it.0)) {
            let found = Diagnostic::at(codes::NEVER_APPLIES, span)
                .says(match what {
                    Asked::Place => format!("this asks where `{name}` stands"),
                    Asked::Ties => format!("this asks to whom `{name}` is tied"),
                })
                .label(format!("`{name}` has left the board by then"));
            return Some(gone(found));
        }
        if let Some(span) = written(&hook.body, &names) {
            return Some(gone(lost(span)));
        }
    }
    None
}

fn lost(span: Span) -> Diagnostic {
    Diagnostic::warning(codes::NO_EFFECT, span)
        .says("what is done to who has left the board is lost")
        .label("no rule finds it any more")
}

/// Where a state or status is given to one of some locals.
fn written(body: &[Stmt], names: &[LocalId]) -> Option<Span> {
    stmts(body).find_map(|stmt| {
        let (StmtKind::Assign { to: Assign::Field { of: to, .. }, .. }
        | StmtKind::Grant { to, .. }) = &stmt.kind
        else {
            return None;
        };
        to.as_local().filter(|local| names.contains(local)).map(|_| stmt.span)
    })
}

/// What is asked of who has left the board, and is nothing by then.
#[derive(Clone, Copy)]
enum Asked {
    Place,
    Ties,
}

/// Where an expression asks where one of some locals is, or to whom it is tied, as things are.
fn asks_where(typed: &Typed, root: &Expr, names: &[LocalId]) -> Option<(Span, Asked)> {
    let is_it = |of: &Expr| matches!(of.kind, ExprKind::Local(local) if names.contains(&local));
    let mut found: Option<(Span, Asked)> = None;
    // As it was, it stood somewhere; and whether it stands nowhere may be asked.
    let mut apart: Vec<Span> = Vec::new();
    each_expr(root, &mut |expr| match &expr.kind {
        ExprKind::AsOf { .. } | ExprKind::Supposing { .. } => apart.push(expr.span),
        ExprKind::Compare { how: Compare::Eq | Compare::Ne, left, right }
            if matches!(left.kind, ExprKind::None) || matches!(right.kind, ExprKind::None) =>
        {
            apart.push(expr.span);
        }
        ExprKind::Field { of, field } if is_it(of) && is_place(typed, of, *field) => {
            found = found.or(Some((expr.span, Asked::Place)));
        }
        ExprKind::Space { args, .. } if args.iter().any(is_it) => {
            found = found.or(Some((expr.span, Asked::Place)));
        }
        ExprKind::Tied { of, .. } if is_it(of) => {
            found = found.or(Some((expr.span, Asked::Ties)));
        }
        // Among all that are in play it is no more.
        ExprKind::Contains { of, item } if is_it(item) && all_in_play(of) => {
            found = found.or(Some((expr.span, Asked::Place)));
        }
        ExprKind::Call { function, args } => {
            let Some(def) = typed.functions.get(*function) else { return };
            let given = (0..).zip(args).filter(|(_, arg)| is_it(arg));
            let params: Vec<LocalId> = given.map(|(at, _)| LocalId(at)).collect();
            if !params.is_empty() && reads_place(typed, &def.body, &params) {
                found = found.or(Some((expr.span, Asked::Place)));
            }
        }
        _ => {}
    });
    found.filter(|(found, _)| !apart.iter().any(|apart| apart.contains(*found)))
}

/// Whether what a function gives hangs on where one of its parameters stands, by itself.
fn reads_place(typed: &Typed, body: &Expr, params: &[LocalId]) -> bool {
    let is_it = |of: &Expr| matches!(of.kind, ExprKind::Local(local) if params.contains(&local));
    any_expr(body, |expr| {
        if let ExprKind::Space { args, .. } = &expr.kind {
            return args.iter().any(is_it);
        }
        if let ExprKind::IsSome { of, .. } = &expr.kind
            && let ExprKind::Field { of: whose, field } = &of.kind
            && let ExprKind::Local(local) = whose.kind
        {
            return params.contains(&local) && is_place(typed, whose, *field);
        }
        false
    })
}

/// Whether a set is of things in play.
fn all_in_play(of: &Expr) -> bool {
    match &of.kind {
        ExprKind::All(_) => true,
        ExprKind::Filter { of, .. } => all_in_play(of),
        _ => false,
    }
}

/// Whether a field says where a piece is.
pub(crate) fn is_place(typed: &Typed, of: &Expr, field: FieldId) -> bool {
    let Type::Entity(kind) = of.ty else { return false };
    let kind = typed.kinds.get(kind);
    kind.is_some_and(|kind| [kind.cell, kind.place].contains(&Some(field)))
}
