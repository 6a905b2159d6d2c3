//! Winners: takes what sides win by, says where one asks among its own pieces for what the other side alone fields.

use super::fielded::{fielding, made, with_forms};
use super::verdicts::Wins;
use crate::typed::{BearerDef, Compare, Expr, ExprKind, LocalId, Typed, any_expr, each_expr};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::EntryId;

/// What a side asks of its own pieces is asked of somebody whom it fields.
pub(crate) fn wins_speak_of_their_own(typed: &Typed, sink: &mut Sink) {
    let made = made(typed);
    let mut told = FxHashSet::default();
    for hook in typed.hooks.values() {
        let (BearerDef::Scenario(id), Some(wins)) = (hook.bearer, Wins::of(hook)) else { continue };
        let Some(scenario) = typed.scenarios.get(id) else { continue };
        let Some(side) = scenario.sides.iter().find(|side| side.name == wins.side) else {
            continue;
        };
        let own = with_forms(typed, side.pieces.iter().map(|piece| piece.entry).collect());
        each_of_own(wins.when, wins.me, &mut |entry, span| {
            let def = typed.entries.get(entry).filter(|def| !made.contains(&def.kind));
            // Of whom nobody at all has it is told that.
            let elsewhere = || !own.contains(&entry) && fielding(typed, scenario, entry) > 0;
            if let Some(def) = def.filter(|_| elsewhere() && told.insert(span)) {
                sink.push(not_own(wins.side, &def.name, span));
            }
        });
    }
}

/// Tells of each entry that is asked for among what a player has.
fn each_of_own(root: &Expr, me: LocalId, found: &mut dyn FnMut(EntryId, Span)) {
    let is_me = |expr: &Expr| matches!(expr.kind, ExprKind::Local(local) if local == me);
    let asks_own = |expr: &Expr| match &expr.kind {
        ExprKind::Compare { how: Compare::Eq, left, right } => {
            matches!(left.kind, ExprKind::OwnerOf(_)) && is_me(right)
                || matches!(right.kind, ExprKind::OwnerOf(_)) && is_me(left)
        }
        _ => false,
    };
    each_expr(root, &mut |expr| {
        let (of, when) = match &expr.kind {
            ExprKind::Filter { of, when, .. } => (of, when),
            ExprKind::Quantified { of, when: Some(when), .. } => (of, when),
            _ => return,
        };
        if any_expr(of, asks_own) || any_expr(when, asks_own) {
            each_expr(when, &mut |asked| {
                if let ExprKind::IsEntry { entry, .. } = asked.kind {
                    found(entry, asked.span);
                }
            });
        }
    });
}

fn not_own(side: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::NEVER_APPLIES, span)
        .says(format!("{side} fields no \"{name}\""))
        .label(format!("never holds of what {side} has"))
        .help("name somebody of its own roster; of the other side: `units of rival(self)` or the like")
}
