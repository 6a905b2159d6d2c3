//! What was written just before: takes bodies, says which values are read behind a line that has made them nothing, so that they are
//! always the same; and what the end of a step says of its procedure's parameters to the hooks that come then.

use crate::checks::logic::sides::seen_at;
use crate::typed::{
    Assign, Compare, Expr, ExprKind, HookDef, LocalId, Stmt, StmtKind, Type, Typed, bodies,
    each_stmt, exprs, parts, stmt_exprs,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{FieldId, HookTime, ProcedureId};

/// Nothing is read behind what has emptied it.
pub(crate) fn what_is_emptied_is_read_before(typed: &Typed, sink: &mut Sink) {
    typed.all_bodies().for_each(|body| within(typed, body, sink));
}

fn within(typed: &Typed, body: &[Stmt], sink: &mut Sink) {
    for (at, stmt) in body.iter().enumerate() {
        bodies(stmt).into_iter().for_each(|body| within(typed, body, sink));
        let Some((of, field)) = emptied(stmt) else { continue };
        let behind = body.get(at + 1..).unwrap_or_default();
        let Some(read) = read_behind(behind, of, field) else { continue };
        let name = typed.fields.get(field).map_or("", |def| def.name.as_str());
        sink.push(
            Diagnostic::new(codes::IDLE_CLAUSE, format!("`{name}` is always 0 here"), read)
                .also(stmt.span, "made 0 here")
                .help("read it before that line, or move that line behind this one"),
        );
    }
}

/// The number of a thing that a statement makes nothing.
fn emptied(stmt: &Stmt) -> Option<(LocalId, FieldId)> {
    let StmtKind::Assign { to: Assign::Field { of, field }, value, .. } = &stmt.kind else {
        return None;
    };
    match (&of.kind, &value.kind, &value.ty) {
        (ExprKind::Local(local), ExprKind::Cell(0), Type::Int(_)) => Some((*local, *field)),
        _ => None,
    }
}

/// Where it is read in what follows, up to the first line that may change it.
fn read_behind(behind: &[Stmt], of: LocalId, field: FieldId) -> Option<Span> {
    for stmt in behind {
        match &stmt.kind {
            // It may be added up from nothing, or written anew.
            StmtKind::Assign { to: Assign::Field { field: written, .. }, .. }
                if *written == field =>
            {
                return None;
            }
            StmtKind::Assign { to: Assign::Local(local), .. } if *local == of => return None,
            StmtKind::Assign { .. } | StmtKind::Say(_) => {}
            _ => return None,
        }
        let mut all = parts(stmt_exprs(stmt)).into_iter();
        if let Some(read) = all.find(|expr| reads(expr, of, field)) {
            return Some(read.span);
        }
    }
    None
}

fn reads(expr: &Expr, local: LocalId, field: FieldId) -> bool {
    matches!(&expr.kind, ExprKind::Field { of, field: read }
        if *read == field && matches!(of.kind, ExprKind::Local(it) if it == local))
}

/// What holds when a hook comes: a state of one that a procedure runs with has just been given a value that is written out, or a step
/// asked for it.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// What is so.
    pub(crate) holds: Expr,
    /// What of which was given which value.
    wrote: Option<(LocalId, FieldId, i64)>,
    pub(crate) at: Span,
}

/// What the step behind which a hook comes has written last, whatever holds, as long as no other hook may write it at that step.
pub(crate) fn written_before(typed: &Typed, hook: &HookDef) -> Vec<Written> {
    let (HookTime::After, Some(step)) = (hook.time, hook.step) else { return Vec::new() };
    let Some(def) = typed.procedures.get(hook.procedure) else { return Vec::new() };
    let Some(body) = def.steps.get(usize::from(step)).map(|it| &it.body) else {
        return Vec::new();
    };
    let plain = |it: &&Stmt| matches!(it.kind, StmtKind::Assign { .. } | StmtKind::Say(_));
    let last: Vec<&Stmt> = body.iter().rev().take_while(plain).collect();
    let mut found: Vec<Written> = Vec::new();
    for stmt in last.into_iter().rev() {
        let StmtKind::Assign { to: Assign::Field { of, field }, value, .. } = &stmt.kind else {
            continue;
        };
        found.retain(|it| it.wrote.is_none_or(|(_, other, _)| other != *field));
        let (ExprKind::Local(local), ExprKind::Cell(cell)) = (&of.kind, &value.kind) else {
            continue;
        };
        if local.0 >= u32::from(def.params)
            || writes_at(typed, hook, (hook.procedure, step), *field)
        {
            continue;
        }
        let Some(ty) = typed.fields.get(*field).map(|it| it.ty.clone()) else { continue };
        let read = Expr::new(ExprKind::Field { of: of.clone(), field: *field }, ty, stmt.span);
        let holds = match value.ty {
            Type::Bool if *cell == 0 => {
                Expr::new(ExprKind::Not(Box::new(read)), Type::Bool, stmt.span)
            }
            Type::Bool => read,
            _ => Expr::compare(Compare::Eq, read, value.clone(), stmt.span),
        };
        found.push(Written { holds, wrote: Some((*local, *field, *cell)), at: stmt.span });
    }
    found
}

/// What a step asks before it runs, for the hooks that come before what it does.
pub(crate) fn asked_by_step(typed: &Typed, hook: &HookDef) -> Option<Written> {
    let step = hook.step.filter(|_| hook.time == HookTime::Before)?;
    let def = typed.procedures.get(hook.procedure)?;
    let when = def.steps.get(usize::from(step))?.when.clone()?;
    let seen = seen_at(typed, hook.procedure);
    let is_seen = |local| seen.get(&local) == Some(&local);
    let known = exprs(&when).filter_map(Expr::as_local).all(is_seen);
    let at = when.span;
    known.then_some(Written { holds: when, wrote: None, at })
}

/// Whether another hook of the same step writes a state.
fn writes_at(
    typed: &Typed,
    own: &HookDef,
    (procedure, step): (ProcedureId, u16),
    field: FieldId,
) -> bool {
    let of_step =
        |it: &&HookDef| it.procedure == procedure && it.step == Some(step) && it.span != own.span;
    let mut hooks = typed.hooks.values().filter(of_step);
    let mut seen = FxHashSet::default();
    hooks.any(|it| it.time == HookTime::Instead || may_write(typed, &it.body, field, &mut seen))
}

/// Whether a body, or what it calls with all that hangs on that, writes a state.
fn may_write(
    typed: &Typed,
    body: &[Stmt],
    field: FieldId,
    seen: &mut FxHashSet<ProcedureId>,
) -> bool {
    let (mut called, mut writes) = (Vec::new(), false);
    each_stmt(body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { to: Assign::Field { field: written, .. }, .. } => {
            writes |= *written == field;
        }
        StmtKind::Call { procedure, .. } => called.push(*procedure),
        _ => {}
    });
    writes
        || called.into_iter().any(|id| {
            let steps = typed.procedures.get(id).into_iter().flat_map(|it| &it.steps);
            let hooks = typed.hooks.values().filter(|it| it.procedure == id);
            let bodies = steps.map(|it| &it.body).chain(hooks.map(|it| &it.body));
            seen.insert(id) && bodies.into_iter().any(|it| may_write(typed, it, field, seen))
        })
}

/// A hook does not write what the step before it has written.
pub(crate) fn hooks_write_what_is_new(typed: &Typed, sink: &mut Sink) {
    for hook in typed.hooks.values() {
        let Some(first) = hook.body.first() else { continue };
        let StmtKind::Assign { to: Assign::Field { of, field }, value, .. } = &first.kind else {
            continue;
        };
        let (ExprKind::Local(local), ExprKind::Cell(cell)) = (&of.kind, &value.kind) else {
            continue;
        };
        let same = Some((*local, *field, *cell));
        let before = written_before(typed, hook).into_iter().find(|it| it.wrote == same);
        let Some(before) = before else { continue };
        let name = typed.fields.get(*field).map_or("", |def| def.name.as_str());
        sink.push(
            Diagnostic::new(
                codes::IDLE_CLAUSE,
                format!("`{name}` is so already when this hook comes"),
                first.span,
            )
            .also(before.at, "written here, just before")
            .help("write another value, or come at another moment"),
        );
    }
}
