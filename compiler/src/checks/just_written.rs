//! What was written just before: takes bodies, says which values are read behind a line that has made them nothing, so that they are
//! always the same; and what the end of a step says of its procedure's parameters to the hooks that come then.

use crate::typed::{
    Assign, Compare, Expr, ExprKind, HookDef, LocalId, Stmt, StmtKind, Type, Typed, any_stmt,
    bodies, each_expr, each_stmt_expr,
};
use warwright_grammar::{Diagnostic, Severity, Sink, Span, codes};
use warwright_ir::{FieldId, HookTime, ProcedureId};

/// Nothing is read behind what has emptied it.
pub(super) fn what_is_emptied_is_read_before(typed: &Typed, sink: &mut Sink) {
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
                .help("read it before that line, or move that line behind this one")
                .severity(Severity::Warning),
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
        let mut read = None;
        each_stmt_expr(stmt, &mut |root| {
            each_expr(root, &mut |expr| {
                if reads(expr, of, field) {
                    read.get_or_insert(expr.span);
                }
            });
        });
        if read.is_some() {
            return read;
        }
    }
    None
}

fn reads(expr: &Expr, local: LocalId, field: FieldId) -> bool {
    matches!(&expr.kind, ExprKind::Field { of, field: read }
        if *read == field && matches!(of.kind, ExprKind::Local(it) if it == local))
}

/// A state of one that a procedure runs with, which a step has just given a value that is written out.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// That it has it.
    pub(super) holds: Expr,
    field: FieldId,
    of: LocalId,
    value: i64,
    pub(super) at: Span,
}

/// What the step behind which a hook comes has written last, whatever holds, as long as no other hook may write it at that step.
pub(super) fn written_before(typed: &Typed, hook: &HookDef) -> Vec<Written> {
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
        found.retain(|it| it.field != *field);
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
        found.push(Written { holds, field: *field, of: *local, value: *cell, at: stmt.span });
    }
    found
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
    let writes = |stmt: &StmtKind| match stmt {
        StmtKind::Assign { to: Assign::Field { field: written, .. }, .. } => *written == field,
        StmtKind::Call { .. } => true,
        _ => false,
    };
    let mut hooks = typed.hooks.values().filter(of_step);
    hooks.any(|hook| hook.time == HookTime::Instead || any_stmt(&hook.body, |it| writes(&it.kind)))
}

/// A hook does not write what the step before it has written.
pub(super) fn hooks_write_what_is_new(typed: &Typed, sink: &mut Sink) {
    for hook in typed.hooks.values() {
        let Some(first) = hook.body.first() else { continue };
        let StmtKind::Assign { to: Assign::Field { of, field }, value, .. } = &first.kind else {
            continue;
        };
        let (ExprKind::Local(local), ExprKind::Cell(cell)) = (&of.kind, &value.kind) else {
            continue;
        };
        let mut same = written_before(typed, hook).into_iter();
        let Some(before) =
            same.find(|it| it.of == *local && it.field == *field && it.value == *cell)
        else {
            continue;
        };
        let name = typed.fields.get(*field).map_or("", |def| def.name.as_str());
        sink.push(
            Diagnostic::new(
                codes::IDLE_CLAUSE,
                format!("`{name}` is so already when this hook comes"),
                first.span,
            )
            .also(before.at, "written here, just before")
            .help("write another value, or come at another moment")
            .severity(Severity::Warning),
        );
    }
}
