//! Roles: takes what hooks grant to one of the roles of what goes on, says where all that it changes is asked of another role
//! alone until it ends; and permissions that one bearer forbids and allows at once.

use super::fights::Side;
use super::owners::{Rule, bearer, label};
use crate::checks::logic::asks::Asks;
use crate::checks::logic::formula::{Reader, negated};
use crate::checks::logic::solve::Facts;
use crate::typed::{
    BearerDef, ClauseDef, ClauseVerb, ExprKind, HookDef, LocalId, PermissionClauseDef, ReachDef,
    RoleRef, Stmt, StmtKind, Typed, UntilDef, each_stmt,
};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;

/// What is granted for as long as something goes on is granted to whom that asks about.
pub(crate) fn grants_reach_who_is_asked(typed: &Typed, sink: &mut Sink) {
    let asks = OnceCell::new();
    // What ends too early, or not at all, counts for nobody.
    let told: FxHashSet<Span> = sink.iter().map(|it| it.primary.span).collect();
    for hook in typed.hooks.values() {
        each_stmt(&hook.body, &mut |stmt| {
            if !told.contains(&stmt.span) {
                sink.extend(of_other_role(typed, &asks, hook, stmt));
            }
        });
    }
}

fn of_other_role<'t>(
    typed: &'t Typed,
    asks: &OnceCell<Asks<'t>>,
    hook: &HookDef,
    stmt: &Stmt,
) -> Option<Diagnostic> {
    let StmtKind::Grant { ability, to, until, .. } = &stmt.kind else { return None };
    let UntilDef::Moment { moment, next: false, .. } = until else { return None };
    let ExprKind::Local(to) = to.kind else { return None };
    let moment = typed.moments.get(*moment)?;
    let def = typed.procedures.get(hook.procedure)?;
    // Hooks see the parameters of the procedure in their order.
    let is_param = to.0 < u32::from(def.params);
    if moment.procedure != hook.procedure || !is_param {
        return None;
    }
    let asks = asks.get_or_init(|| Asks::of(typed));
    let roles = roles_of(typed, asks, *ability)?;
    let asked = asks.of_parameters(hook.procedure, &roles)?;
    if asked.contains(&to) || asked.is_empty() {
        return None;
    }
    let name = typed.abilities.get(*ability).map_or("", |def| def.name.as_str());
    let named = |local: LocalId| def.locals.get(local).map_or("", |it| &*it.name);
    let mut other: Vec<&str> = asked.iter().map(|local| named(*local)).collect();
    other.sort_unstable();
    let other = other.join("`, `");
    Some(
        Diagnostic::warning(codes::NO_EFFECT, stmt.span)
            .says(format!(
                "`{name}` does nothing for the {} while `{}` goes on",
                named(to),
                moment.name
            ))
            .label("ends before it could count")
            .also(
                typed.abilities.get(*ability)?.span,
                format!("what it changes is asked of the {other} there"),
            )
            .help(format!("did you mean `to {other}`?")),
    )
}

/// The rules that an ability bends for its bearer, with the role that this fills; none where it does anything else.
fn roles_of(typed: &Typed, asks: &Asks<'_>, ability: ir::AbilityId) -> Option<Vec<(Rule, u16)>> {
    let own = BearerDef::Ability(ability);
    let def = typed.abilities.get(ability)?;
    let acts = typed.hooks.values().any(|hook| hook.bearer == own)
        || typed.actions.values().any(|action| action.bearer == own);
    if acts || asks.of_ability(ability) || !def.state.is_empty() {
        return None;
    }
    let clauses = typed.clauses.values().filter(|clause| clause.bearer == own);
    let roles = clauses.map(|clause| match (&clause.reach, Rule::of(clause.owner)) {
        (_, Rule::Possession(_)) => None,
        (ReachDef::Role(RoleRef { param, field: None }), rule) => Some((rule, *param)),
        _ => None,
    });
    roles.collect::<Option<Vec<_>>>().filter(|roles| !roles.is_empty())
}

/// What a bearer forbids it does not allow itself wherever it forbids it.
pub(crate) fn what_is_forbidden_stays_so(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let permits = |clause: &ClauseDef| match &clause.does {
        ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }) => Some(false),
        ClauseVerb::Permission(PermissionClauseDef::Allow) => Some(true),
        _ => None,
    };
    for allow in typed.clauses.values().filter(|it| permits(it) == Some(true)) {
        let forbids = typed.clauses.values().filter(|it| {
            permits(it) == Some(false)
                && it.owner == allow.owner
                && it.bearer == allow.bearer
                && allow.over.iter().any(|(over, _)| *over == it.label)
        });
        for forbid in forbids {
            let same_reach = match (&forbid.reach, &allow.reach) {
                (ReachDef::Role(one), ReachDef::Role(other)) => one == other,
                (ReachDef::All, ReachDef::All) => true,
                _ => false,
            };
            if !same_reach {
                continue;
            }
            let always = allow.when.is_none() || {
                let mut reader = Reader::new(typed, &facts.bent);
                let mut all = Side::of_clause(typed, forbid).formulas(&mut reader, 1);
                let allows = Side::of_clause(typed, allow).formulas(&mut reader, 1);
                // What it asks for comes last.
                all.extend(allows.last().map(negated));
                facts.never(&reader, &all, false).is_some()
            };
            if always {
                let who = bearer(typed, forbid.bearer);
                Diagnostic::at(codes::IDLE_CLAUSE, allow.span)
                    .says(format!(
                        "{} never counts: {who} allows it again at once",
                        label(&forbid.label)
                    ))
                    .label("goes over it whenever it holds")
                    .also(forbid.span, "forbidden here")
                    .help("say when it is allowed, `allow .. when ..`, or leave one of the two out")
                    .emit(sink);
            }
        }
    }
}
