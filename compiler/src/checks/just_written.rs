//! What was written just before: takes bodies, says which values are read behind a line that has made them nothing, so that they are
//! always the same.

use crate::typed::{
    Assign, Expr, ExprKind, LocalId, Stmt, StmtKind, Type, Typed, bodies, each_expr, each_stmt_expr,
};
use warwright_grammar::{Diagnostic, Severity, Sink, Span, codes};
use warwright_ir::FieldId;

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
