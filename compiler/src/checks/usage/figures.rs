//! Figures: takes the declared things of a game, says of which the own rules ask for a figure that it was not given.

use crate::typed::{
    BearerDef, EntryDef, Expr, ExprKind, LocalRole, Locals, Origin, Type, Typed, each_expr,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// What the rules of a thing ask of it is given.
pub(crate) fn figures_are_given(typed: &Typed, sink: &mut Sink) {
    let mut told = FxHashSet::default();
    for (id, def) in typed.abilities.iter().filter(|(_, def)| !def.titled) {
        let owners = typed.entries.values().filter(|entry| {
            entry.base.is_none() && entry.abilities.iter().any(|it| it.ability == id)
        });
        let owners: Vec<&EntryDef> = owners.collect();
        let [entry] = owners.as_slice() else { continue };
        if !entry.span.contains(def.span) && !def.span.contains(entry.span) {
            continue;
        }
        let own = BearerDef::Ability(id);
        let mut look = |locals: &Locals, root: &Expr| {
            each_expr(root, &mut |expr| {
                let Some((profile, at)) = of_bearer(typed, locals, expr) else { return };
                if is_left_out(typed, entry, profile) && told.insert((entry.span, profile)) {
                    sink.push(left_out(typed, entry, profile, at));
                }
            });
        };
        for clause in typed.clauses.values().filter(|it| it.bearer == own) {
            clause.each_expr(&mut |root| look(&clause.locals, root));
        }
        for hook in typed.hooks.values().filter(|it| it.bearer == own) {
            hook.each_expr(&mut |root| look(&hook.locals, root));
        }
        for action in typed.actions.values().filter(|it| it.bearer == own) {
            action.each_expr(&mut |root| look(&action.locals, root));
            let def = typed.permissions.get(action.permission);
            def.into_iter().for_each(|def| def.each_expr(&mut |root| look(&action.locals, root)));
        }
    }
}

/// The figure of its bearer that an expression asks for.
fn of_bearer(typed: &Typed, locals: &Locals, expr: &Expr) -> Option<(ir::ProfileId, Span)> {
    let (profile, of) = match &expr.kind {
        ExprKind::Printed { of, profile } => (*profile, &**of),
        ExprKind::Quantity { quantity, args } => {
            (typed.quantities.get(*quantity)?.profile?, args.first()?)
        }
        _ => return None,
    };
    let ExprKind::Local(local) = of.kind else { return None };
    let local = locals.get(local)?;
    (local.role == LocalRole::Bearer).then_some((profile, expr.span))
}

/// Whether a thing has nothing for a number, since it says nothing of it.
fn is_left_out(typed: &Typed, entry: &EntryDef, profile: ir::ProfileId) -> bool {
    let kind = typed.kinds.get(entry.kind);
    let position = kind.and_then(|def| def.profiles.iter().position(|it| *it == profile));
    let Some(position) = position else { return false };
    matches!(entry.values.get(position), Some(ir::Value::Scalar(0)))
        && matches!(entry.origins.get(position), Some(Origin::Default(_)))
        && typed
            .profiles
            .get(profile)
            .is_some_and(|def| matches!(def.ty, Type::Int(_) | Type::Length))
}

fn left_out(typed: &Typed, entry: &EntryDef, profile: ir::ProfileId, at: Span) -> Diagnostic {
    let name = typed.profiles.get(profile).map_or("", |def| def.name.as_str());
    Diagnostic::at(codes::IDLE_CLAUSE, at)
        .says(format!("\"{}\" asks for its `{name}`, and has none", entry.name))
        .label("0, as nothing is said of it")
        .help(format!("give it one, `{name} N`; where 0 is meant, write `{name} 0`"))
}
