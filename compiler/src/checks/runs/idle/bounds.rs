//! Idle bounds: values that come to the same whatever stands beside them.

use super::{asked_for_nothing, is_same};
use crate::typed::{Arithmetic, Bounds, Expr, ExprKind, Type, Typed, is_turned_round};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// Every number that is worked out hangs on what it is worked out from.
pub(crate) fn bounds_count(typed: &Typed, sink: &mut Sink) {
    let mut told = FxHashSet::default();
    turned_round(typed, &mut told, sink);
    typed.each_expr(&mut |expr| {
        if let Some((message, help)) = of_one_and_the_same(expr)
            && told.insert(expr.span)
        {
            Diagnostic::at(codes::ALWAYS_HOLDS, expr.span)
                .says(message)
                .label("both sides are the same")
                .help(help)
                .emit(sink);
        }
        if let ExprKind::If { when, then, other } = &expr.kind
            && then.span != other.span
            && is_same(then, other)
            && told.insert(expr.span)
        {
            sink.push(asked_for_nothing(when.span, other.span).help(
                "an `else` ends before `until`, `where`, `while` and `for each`: brackets take in what stands there",
            ));
        }
        let ExprKind::Arithmetic { how: how @ (Arithmetic::Min | Arithmetic::Max), left, right } =
            &expr.kind
        else {
            return;
        };
        let (one, other) = (typed.range(left), typed.range(right));
        // The figure always counts, and what it is to hold never does.
        let wins = |figure: &Expr, of: Bounds, held: &Expr, held_of: Bounds| {
            let figure_is = matches!(figure.kind, ExprKind::Cell(_));
            let beyond = match how {
                Arithmetic::Min => of.most.zip(held_of.least).is_some_and(|(a, b)| a <= b),
                _ => of.least.zip(held_of.most).is_some_and(|(a, b)| a >= b),
            };
            figure_is && beyond && !matches!(held.kind, ExprKind::Cell(_))
        };
        let figure = if wins(left, one, right, other) {
            left
        } else if wins(right, other, left, one) {
            right
        } else {
            return;
        };
        if told.insert(expr.span) {
            let (word, turned) =
                if *how == Arithmetic::Min { ("min", "max") } else { ("max", "min") };
            Diagnostic::at(codes::ALWAYS_HOLDS, figure.span)
                .says(format!("`{word}` gives this figure here, whatever the other is"))
                .label("always this")
                .also(expr.span, "and never what stands beside it")
                .help(format!("did you mean `{turned}`?"))
                .emit(sink);
        }
    });
}

/// What comes of two values that are one, and what helps.
fn of_one_and_the_same(expr: &Expr) -> Option<(&'static str, &'static str)> {
    const ANOTHER: &str = "one of them is meant to be something else";
    let (left, right, message) = match &expr.kind {
        ExprKind::Arithmetic { how, left, right } => {
            let comes_to = match how {
                Arithmetic::Sub => "this is always 0",
                Arithmetic::Div => "this is always 1",
                Arithmetic::Add => "this is twice the same",
                Arithmetic::Min | Arithmetic::Max => "this is the one as well as the other",
                Arithmetic::Mul | Arithmetic::Rem => return None,
            };
            (left, right, comes_to)
        }
        ExprKind::And(left, right) | ExprKind::Or(left, right) => {
            (left, right, "this asks the same twice")
        }
        // With a figure that is written out it always holds or never, which is told.
        ExprKind::Compare { left, right, .. } => {
            let figure = [left, right].iter().any(|it| matches!(it.kind, ExprKind::Cell(_)));
            let measured = |it: &Expr| !figure || matches!(it.kind, ExprKind::Call { .. });
            let nowhere = [left, right].into_iter().any(|it| measured(it) && is_to_itself(it));
            return nowhere
                .then_some(("this measures from a thing to itself, which is always 0", ANOTHER));
        }
        _ => return None,
    };
    // What is made of one word asks nothing of its own.
    let written = left.span != right.span && is_same(left, right);
    let twice = message == "this is twice the same";
    let help = if twice {
        "if twice of it is meant, write `2 * ..`; else one of them is something else"
    } else {
        ANOTHER
    };
    written.then_some((message, help))
}

/// Whether a distance is that from a thing to itself.
fn is_to_itself(value: &Expr) -> bool {
    let args = match &value.kind {
        ExprKind::Space { op: ir::SpaceOp::Distance | ir::SpaceOp::Steps, args } => args,
        ExprKind::Call { args, .. } if value.ty == Type::Length => args,
        _ => return false,
    };
    matches!(args.as_slice(), [one, other] if one.span != other.span && is_same(one, other))
}

/// Tells of functions that are never more than 0, as what is to hold a figure is turned round.
fn turned_round(typed: &Typed, told: &mut FxHashSet<Span>, sink: &mut Sink) {
    for def in typed.functions.values().filter(|def| is_turned_round(&def.body)) {
        if told.insert(def.body.span) {
            Diagnostic::at(codes::ALWAYS_HOLDS, def.body.span)
                .says(format!("`{}` is never more than 0", def.name))
                .label("`min` takes the lesser of the two")
                .help(match both_turned(&def.body) {
                    true => "both are the wrong way round: `max(0, min(MOST, ..))`",
                    false => "did you mean `max`?",
                })
                .emit(sink);
        }
    }
}

/// `min(0, max(5, x))`: what is to hold a figure between two has both the wrong way round.
fn both_turned(value: &Expr) -> bool {
    let ExprKind::Arithmetic { how: Arithmetic::Min, left, right } = &value.kind else {
        return false;
    };
    [left, right].into_iter().any(|side| match &side.kind {
        ExprKind::Arithmetic { how: Arithmetic::Max, left, right } => {
            [left, right].iter().any(|it| matches!(it.kind, ExprKind::Cell(_)))
        }
        _ => false,
    })
}
