//! Directions: takes a comparison and the words with which it refuses, says where the words speak of too much and the comparison
//! refuses too little, or the other way round.

use super::drifted;
use crate::checks::logic::compared::{Comparison, Side};
use crate::checks::words::said::says;
use crate::typed::{Compare, Expr, ExprKind, Question, Type, any_expr};
use warwright_grammar::Diagnostic;

/// What says that there is more of something than may be.
const TOO_MUCH: &str = "too far|many|much|big|large|long|high|strong|fast|late, out of range, \
    at most, no more than";
/// What says that there is less of something than has to be.
const TOO_LITTLE: &str = "too near|close|few|little|small|short|low|weak|slow|early|soon, \
    not enough, at least, no less than";

const fn is_order(how: Compare) -> bool {
    !matches!(how, Compare::Eq | Compare::Ne)
}

/// `require u.engaged is empty "fights nobody"`, `require no u in ..`: what the reason says there is none of may not be there.
pub(super) fn of_nobody(condition: &Expr, refuses: bool, reason: &str) -> Option<Diagnostic> {
    let (of, empty) = match &condition.kind {
        ExprKind::Not(of) => (&**of, false),
        _ => (condition, true),
    };
    let (empty, names, turned) = match &of.kind {
        ExprKind::Compare { how, left, right } => {
            let (ExprKind::Size(_), ExprKind::Cell(0)) = (&left.kind, &right.kind) else {
                return None;
            };
            let empty = match how {
                Compare::Eq | Compare::Le => empty,
                Compare::Ne | Compare::Gt => !empty,
                _ => return None,
            };
            let turned = if empty { "is not empty" } else { "is empty" };
            (empty, "nobody|nothing|none|no", turned)
        }
        // `nobody may stand there`: what is not done, and not who is not there.
        ExprKind::Quantified { how: how @ (Question::Any | Question::No), .. } => {
            let empty = empty == (*how == Question::No);
            (empty, "nobody|nothing|none !may|can|could|must", if empty { "any" } else { "no" })
        }
        _ => return None,
    };
    // What is refused is refused since there is somebody.
    (says(reason, names) && empty != refuses).then(|| {
        let message = format!("\"{reason}\" is said where there is somebody");
        drifted(&message, condition.span)
            .help(format!("did you mean `{turned}`? or correct the words"))
    })
}

/// A comparison with a figure whose reason speaks of the other side of it.
pub(super) fn judged(condition: &Expr, refuses: bool, reason: &str) -> Option<Diagnostic> {
    // Of several parts the one that compares is what the words speak of, where it is one alone.
    if let ExprKind::And(one, other) = &condition.kind {
        let parts = [one, other].map(|part| judged(part, refuses, reason));
        let compares = |part: &Expr| {
            any_expr(
                part,
                |inner| matches!(inner.kind, ExprKind::Compare { how, .. } if is_order(how)),
            )
        };
        let alone = !(compares(one) && compares(other));
        return parts.into_iter().flatten().next().filter(|_| alone);
    }
    let asked = Comparison::of(condition)?;
    let value = asked.of;
    // What is left of something is the less the more is taken.
    let is_plain = matches!(
        value.kind,
        ExprKind::Field { .. }
            | ExprKind::Local(_)
            | ExprKind::Quantity { .. }
            | ExprKind::Printed { .. }
            | ExprKind::Size(_)
            | ExprKind::Space { .. }
            | ExprKind::Quantified { .. }
    );
    if !is_plain || !matches!(value.ty, Type::Int(_) | Type::Length) {
        return None;
    }
    let refuses_much = (asked.side()? == Side::Up) == refuses;
    let says_much = match (says(reason, TOO_MUCH), says(reason, TOO_LITTLE)) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    // `too small a mark`: not how far it is.
    let of_size = "too many|big|large|strong|late|few|small|weak|early|soon";
    if says_much == refuses_much || value.ty == Type::Length && says(reason, of_size) {
        return None;
    }
    let what = if refuses_much { "much" } else { "little" };
    let message = format!("\"{reason}\" is said where there is too {what}");
    Some(drifted(&message, condition.span).help("turn the comparison round, or correct the words"))
}
