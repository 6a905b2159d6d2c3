//! Conditions: finds those within a value, and those that a statement waits for.

use crate::typed::{Choice, Expr, ExprKind, Question, Stmt, StmtKind, Type, each_expr};

/// Tells of each condition inside a value. What a value that is a truth comes to is for whoever asks it.
pub(super) fn each_condition<'t>(value: &'t Expr, found: &mut dyn FnMut(&'t Expr)) {
    each_expr(value, &mut |inner| match &inner.kind {
        ExprKind::If { when, .. }
        | ExprKind::Filter { when, .. }
        | ExprKind::RouteWhile { when, .. } => found(when),
        ExprKind::Quantified { how, when, value, .. } => {
            when.iter().for_each(|when| found(when));
            if *how == Question::All {
                value.iter().for_each(|value| found(value));
            }
        }
        ExprKind::Match { arms, .. } => {
            arms.iter().map(|(_, arm)| arm).filter(|arm| is_worked_out(arm)).for_each(&mut *found);
        }
        ExprKind::ClearLine(line) => {
            line.past.iter().flat_map(|past| &past.when).for_each(&mut *found);
        }
        ExprKind::Reach(search) => {
            search.into.iter().chain(&search.on).for_each(|(_, when)| found(when));
        }
        _ => {}
    });
}

/// Whether a value is a truth that hangs on something, and not one that is given or handed on.
pub(super) fn is_worked_out(value: &Expr) -> bool {
    value.ty == Type::Bool
        && matches!(value.kind, ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Compare { .. })
}

/// Tells of each condition that a statement itself waits for.
pub(super) fn each_awaited<'t>(stmt: &'t Stmt, found: &mut dyn FnMut(&'t Expr)) {
    match &stmt.kind {
        StmtKind::If { when, .. } | StmtKind::Require { holds: when, .. } => found(when),
        StmtKind::ForEach { when, .. }
        | StmtKind::ForNext { when, .. }
        | StmtKind::Repeat { when, .. }
        | StmtKind::Reroll { when, .. }
        | StmtKind::Change { when, .. } => when.iter().for_each(|when| found(when)),
        StmtKind::RepeatUntil { until, .. } => found(until),
        StmtKind::Choose { choice, .. } => match &**choice {
            Choice::One { of, .. } | Choice::Some { of, .. } => {
                of.when.iter().for_each(&mut *found);
            }
            Choice::Place(place) => place.when.iter().for_each(found),
            Choice::Order(_)
            | Choice::Number { .. }
            | Choice::Whether(_)
            | Choice::Split { .. } => {}
        },
        _ => {}
    }
}
