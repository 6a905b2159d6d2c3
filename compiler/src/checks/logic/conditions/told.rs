//! Messages: what is said of a condition that always holds.

use super::super::explain::{ITSELF, ONE_OF_THEM, of_itself, speaks_of_one_of_them};
use crate::typed::{Expr, ExprKind, exprs};
use warwright_grammar::{Diagnostic, Span, codes};
use warwright_ir::SpaceOp;

/// A condition that need not be asked.
pub(crate) fn always(span: Span) -> Diagnostic {
    Diagnostic::new(codes::ALWAYS_HOLDS, "this always holds", span)
        .label("there is nothing that it leaves out")
        .help("compare it with what the value can be, or leave it out")
}

/// The same of a condition of which two tests leave nothing out between them.
pub(super) fn always_of(condition: &Expr, clash: Option<(Span, Span)>, span: Span) -> Diagnostic {
    if let Some(both) = of_itself(condition) {
        return Diagnostic::new(codes::ALWAYS_HOLDS, "this always holds", span)
            .label("there is nothing that it leaves out")
            .also(both.span, "this is what it is compared with")
            .help(ITSELF);
    }
    if clash.is_none() && speaks_of_one_of_them(condition) {
        return Diagnostic::new(codes::ALWAYS_HOLDS, "this always holds", span)
            .label("there is nothing that it leaves out")
            .help(ONE_OF_THEM);
    }
    if clash.is_none_or(|(one, other)| one == other) && measures(condition) {
        return Diagnostic::new(codes::ALWAYS_HOLDS, "this always holds", span)
            .label("no board of this game is so large: it holds wherever things lie")
            .help("write how far is meant, or leave it out where it is to reach everywhere");
    }
    let Some((one, other)) = clash.filter(|(one, other)| one != other) else { return always(span) };
    let help = match joined(condition, one, other).map(|it| &it.kind) {
        Some(ExprKind::Or(..)) => "`and` instead of `or`?",
        Some(ExprKind::And(..)) => "`or` instead of `and`?",
        _ => return always(span),
    };
    Diagnostic::new(codes::ALWAYS_HOLDS, "this always holds", span)
        .label("there is nothing that it leaves out")
        .also(one, "where this does not hold ..")
        .also(other, ".. this does")
        .help(help)
}

/// Whether a condition holds a distance against a figure above 0.
fn measures(condition: &Expr) -> bool {
    let ExprKind::Compare { left, right, .. } = &condition.kind else { return false };
    let far = |it: &Expr| {
        matches!(it.kind, ExprKind::Space { op: SpaceOp::Distance | SpaceOp::Steps, .. })
    };
    let above = |it: &Expr| matches!(it.kind, ExprKind::Cell(1..));
    (far(left) && above(right)) || (far(right) && above(left))
}

/// The innermost `and` or `or` between two parts of a condition.
pub(super) fn joined(condition: &Expr, one: Span, other: Span) -> Option<&Expr> {
    let between = |inner: &&Expr| match &inner.kind {
        ExprKind::And(left, right) | ExprKind::Or(left, right) => {
            (left.span.contains(one) && right.span.contains(other))
                || (left.span.contains(other) && right.span.contains(one))
        }
        _ => false,
    };
    exprs(condition).filter(between).last()
}
