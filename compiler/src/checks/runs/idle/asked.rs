//! What is so already: takes what is done where a condition holds, says where its first line gives a state the value for which that asks.

use super::is_same;
use crate::typed::{Assign, Compare, Expr, ExprKind, Stmt, StmtKind, Typed, each_stmt};
use warwright_grammar::{Diagnostic, Sink, codes};

/// Nothing is given the value for which it was just asked.
pub(crate) fn what_is_asked_is_not_written(typed: &Typed, sink: &mut Sink) {
    for hook in typed.hooks.values() {
        hook.when.iter().for_each(|when| told(typed, when, &hook.body, sink));
    }
    typed.all_bodies().for_each(|body| {
        each_stmt(body, &mut |stmt| match &stmt.kind {
            StmtKind::If { when, then, .. } => told(typed, when, then, sink),
            StmtKind::ForEach { of, when, body, .. } | StmtKind::ForNext { of, when, body, .. } => {
                when.iter().for_each(|when| told(typed, when, body, sink));
                if let ExprKind::Filter { when, .. } = &of.kind {
                    told(typed, when, body, sink);
                }
            }
            StmtKind::Repeat { when: Some(when), body, .. } => told(typed, when, body, sink),
            _ => {}
        });
    });
}

fn told(typed: &Typed, when: &Expr, body: &[Stmt], sink: &mut Sink) {
    let mut does = body.iter().filter(|it| !matches!(it.kind, StmtKind::Say(_)));
    let Some(first) = does.next() else { return };
    let StmtKind::Assign { to, value, .. } = &first.kind else { return };
    let ExprKind::Cell(cell) = value.kind else { return };
    let is_it = |it: &Expr| match (to, &it.kind) {
        (Assign::Field { of, field }, ExprKind::Field { of: asked, field: read }) => {
            read == field && is_same(of, asked)
        }
        (Assign::Local(local), ExprKind::Local(read)) => read == local,
        _ => false,
    };
    let asks = |it: &Expr| match &it.kind {
        ExprKind::Not(of) => cell == 0 && is_it(of),
        ExprKind::Compare { how: Compare::Eq, left, right } => {
            is_it(left) && matches!(right.kind, ExprKind::Cell(it) if it == cell)
        }
        _ => cell == 1 && is_it(it),
    };
    let Some(asked) = when.conjuncts().into_iter().find(|it| asks(it)) else { return };
    let name = match to {
        Assign::Field { field, .. } => {
            typed.fields.get(*field).map(|def| format!("`{}`", def.name))
        }
        _ => None,
    };
    let name = name.unwrap_or_else(|| "what is written".to_owned());
    sink.push(
        Diagnostic::warning(codes::NO_EFFECT, first.span)
            .says(format!("{name} is so already where this comes"))
            .label("nothing changes")
            .also(asked.span, "asked here")
            .help("write another value, or ask for the contrary"),
    );
}
