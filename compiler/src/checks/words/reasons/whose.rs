//! Whose: takes conditions that say whose something is, or whose turn it is, finds reasons that are said to the others.

use crate::checks::logic::sides::Sides;
use crate::checks::words::said::{drifted, says, the_one};
use crate::typed::{Compare, Expr, ExprKind, Typed, any_expr, parts};
use warwright_grammar::Diagnostic;

/// `require u.player is self.player "not an enemy"`.
pub(super) fn of_sides(
    typed: &Typed,
    sides: &Sides,
    condition: &Expr,
    refuses: bool,
    reason: &str,
) -> Option<Diagnostic> {
    let lower = reason.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (not, rest) = match words.as_slice() {
        ["not" | "no", rest @ ..] => (true, rest),
        ["is", "not", rest @ ..] => (true, rest),
        ["is", rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let one = match rest {
        ["a" | "an" | "the", one] | [one] => *one,
        _ => return None,
    };
    let friends = match one.trim_end_matches('s') {
        "friend" | "ally" | "friendly" | "own" => true,
        "enemy" | "foe" | "enemie" | "opponent" => false,
        _ => return None,
    };
    // What is so of all that is refused, of which the reason says that it is friends, or foes.
    let refused_are_friends = friends != not;
    let all = sides.said_of_things(typed, condition, refuses);
    let (first, rest) = all.split_first()?;
    if rest.iter().any(|it| it != first) {
        return None;
    }
    if *first == refused_are_friends {
        return None;
    }
    let whom = if *first { "friends" } else { "foes" };
    let message = format!("\"{reason}\" is said to {whom}");
    Some(drifted(&message, condition.span).help("turn the condition round, or correct the words"))
}

/// `require battle.acting is some p and p is not u.player "not its turn"`.
pub(super) fn of_turn(
    typed: &Typed,
    condition: &Expr,
    refuses: bool,
    reason: &str,
) -> Option<Diagnostic> {
    let denied = says(reason, "not SMALL.. turn");
    if !denied && !says(reason, "SMALL turn") {
        return None;
    }
    let active = |expr: &Expr| matches!(expr.kind, ExprKind::Field { field, .. } if Some(field) == typed.active);
    if !any_expr(condition, active)
        || any_expr(condition, |it| matches!(it.kind, ExprKind::Not(_) | ExprKind::Or(..)))
    {
        return None;
    }
    let owner = |side: &Expr| matches!(side.kind, ExprKind::OwnerOf(_));
    let of_players = parts([condition]).into_iter().filter_map(|it| match &it.kind {
        ExprKind::Compare { how: how @ (Compare::Eq | Compare::Ne), left, right }
            if owner(left) || owner(right) =>
        {
            Some((it, *how))
        }
        _ => None,
    });
    let (compared, how) = the_one(of_players)?;
    // Refused is whose turn it is, or who has to wait.
    let refused_are_active = (how == Compare::Eq) == refuses;
    if refused_are_active != denied {
        return None;
    }
    let whose = if denied { "whose turn it is" } else { "whose turn it is not" };
    let message = format!("\"{reason}\" is said to those {whose}");
    Some(drifted(&message, compared.span).help("turn the comparison round, or correct the words"))
}
