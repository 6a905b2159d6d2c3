//! Bearers of actions and of what is forbidden: an action of an ability that never speaks of its bearer, and what is
//! forbidden by a name under which a procedure goes on unasked.

use super::owners::label;
use crate::checks::logic::solve::Facts;
use crate::typed::{
    ActionDef, BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Expr, ExprKind, HookDef, Local,
    LocalId, LocalRole, Locals, PermissionClauseDef, PermissionDef, ProcedureDef, ReachDef, Stmt,
    StmtKind, Typed, any_expr, each_local, each_stmt, each_stmt_expr, gathered, parts,
};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir as ir;
use warwright_ir::{HookTime, PermissionId, ProcedureId};

/// Procedures that a battle runs.
type Played = IndexSet<ProcedureId, FxBuildHasher>;

/// An action of an ability is its bearer's.
pub(crate) fn actions_speak_of_their_bearer(typed: &Typed, sink: &mut Sink) {
    for action in typed.actions.values() {
        let BearerDef::Ability(_) = action.bearer else { continue };
        let Some((bearer, local)) = bearer_of(&action.locals) else { continue };
        let twin = action.params.iter().find_map(|param| {
            let own = action.locals.get(param.local)?;
            (own.ty == local.ty).then_some(own)
        });
        let Some(twin) = twin.filter(|_| !speaks_of(typed, action, bearer)) else { continue };
        Diagnostic::at(codes::NEEDLESS_ROLE, twin.span)
            .says(format!(
                "action `{}` is its bearer's, and never speaks of it: `{}` is another",
                action.name, twin.name
            ))
            .label("offered once for each bearer and each of these")
            .also(action.span, "`self` is whoever has the ability")
            .help(format!("leave the parameter out and write `self` for `{}`", twin.name))
            .emit(sink);
    }
}

/// What happens once for each bearer hangs on it.
pub(crate) fn hooks_speak_of_their_bearer(typed: &Typed, sink: &mut Sink) {
    let of_any = |hook: &&HookDef| {
        let each = matches!(hook.reach, ReachDef::Any) && hook.whose.is_none();
        each && matches!(hook.bearer, BearerDef::Ability(_)) && hook.once.is_none()
    };
    for hook in typed.hooks.values().filter(of_any) {
        let own = |local: LocalId| {
            let local = hook.locals.get(local);
            local.is_some_and(|it| matches!(it.role, LocalRole::Bearer | LocalRole::AbilityParam))
        };
        let mut read = parts(gathered(|found| hook.each_expr(found))).into_iter();
        if !read.any(|value| value.as_local().is_some_and(own)) {
            Diagnostic::at(codes::NEEDLESS_ROLE, hook.span)
                .says(format!(
                    "{} happens for each bearer, and never speaks of it",
                    label(&hook.label)
                ))
                .label("the same whoever has it, and wherever it is")
                .help("say what it has to do with `self`: `when .. self ..`, or `as ROLE` for one who is in it")
                .emit(sink);
        }
    }
}

fn bearer_of(locals: &Locals) -> Option<(LocalId, &Local)> {
    let all = (0u32..).map(LocalId).zip(&locals.all);
    all.into_iter().find(|(_, local)| local.role == LocalRole::Bearer)
}

/// Whether anything in an action reads its bearer.
fn speaks_of(typed: &Typed, action: &ActionDef, bearer: LocalId) -> bool {
    let mut speaks = false;
    let mut read = |value: &Expr, bearer: LocalId| {
        each_local(value, &mut |local| speaks |= local == bearer);
    };
    let mut own = |value: &Expr| read(value, bearer);
    action.each_expr(&mut own);
    if let Some((quantity, ..)) = &action.cost {
        let price = typed.quantities.get(*quantity);
        if let Some((price, (bearer, _))) =
            price.and_then(|def| Some((def, bearer_of(&def.locals)?)))
        {
            read(&price.base, bearer);
        }
    }
    let permission = typed.permissions.get(action.permission);
    if let Some((def, (bearer, _))) =
        permission.and_then(|def| Some((def, bearer_of(&def.locals)?)))
    {
        def.each_expr(&mut |value| read(value, bearer));
    }
    speaks
}

/// What is forbidden does not go on under the same name where nobody asks.
pub(crate) fn what_is_forbidden_stops(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    // Who writes the rules knows both; tests run what they like.
    let played = typed.sequence.map(|sequence| facts.calls.reached([sequence]));
    for clause in typed.clauses.values().filter(|clause| clause.bearer != BearerDef::System) {
        let (
            ClauseOwner::Permission(id),
            ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }),
        ) = (clause.owner, &clause.does)
        else {
            continue;
        };
        let Some(permission) = typed.permissions.get(id) else { continue };
        let procedures = typed.procedures.iter();
        for (procedure, def) in procedures.filter(|(_, def)| same_name(permission, def)) {
            let unasked = unasked(typed, id, procedure, played.as_ref());
            if !unasked.is_empty() && !is_replaced(typed, clause, procedure) {
                sink.push(goes_on(typed, clause, permission, def.span, &unasked));
            }
        }
    }
}

/// Whether a procedure is called as what is forbidden, of the same things.
fn same_name(permission: &PermissionDef, procedure: &ProcedureDef) -> bool {
    let things = |locals: &Locals| {
        let own = locals
            .all
            .iter()
            .filter(|local| matches!(local.role, LocalRole::Param | LocalRole::ActionParam));
        own.map(|local| local.ty.clone()).next()
    };
    permission.name == procedure.name && things(&permission.locals) == things(&procedure.locals)
}

/// The calls of a procedure in bodies of a battle that do not ask the permission.
fn unasked(
    typed: &Typed,
    permission: PermissionId,
    procedure: ProcedureId,
    played: Option<&Played>,
) -> Vec<Span> {
    let mut found = Vec::new();
    let procedures = typed.procedures.iter();
    for (_, def) in procedures.filter(|(id, _)| played.is_none_or(|played| played.contains(id))) {
        let bodies: Vec<&[Stmt]> = def.steps.iter().map(|step| step.body.as_slice()).collect();
        calls_in(&bodies, permission, procedure, &mut found);
    }
    for hook in typed.hooks.values() {
        calls_in(&[&hook.body], permission, procedure, &mut found);
    }
    for action in typed.actions.values() {
        let own = action.permission == permission;
        let requires = typed.permissions.get(action.permission);
        let asked = requires
            .is_some_and(|def| def.requires.iter().any(|require| asks(&require.holds, permission)));
        if !own && !asked {
            calls_in(&[&action.body], permission, procedure, &mut found);
        }
    }
    found
}

fn calls_in(
    bodies: &[&[Stmt]],
    permission: PermissionId,
    procedure: ProcedureId,
    found: &mut Vec<Span>,
) {
    let (mut asked, mut calls) = (false, Vec::new());
    for body in bodies {
        each_stmt(body, &mut |stmt| {
            if matches!(stmt.kind, StmtKind::Call { procedure: of, .. } if of == procedure) {
                calls.push(stmt.span);
            }
            each_stmt_expr(stmt, &mut |value| asked |= asks(value, permission));
        });
    }
    if !asked {
        found.extend(calls);
    }
}

fn asks(value: &Expr, permission: PermissionId) -> bool {
    any_expr(
        value,
        |inner| matches!(inner.kind, ExprKind::May { permission: of, .. } if of == permission),
    )
}

/// Whether the bearer of a clause stands in the procedure's way as well.
fn is_replaced(typed: &Typed, clause: &ClauseDef, procedure: ir::ProcedureId) -> bool {
    typed.hooks.values().any(|hook| {
        hook.procedure == procedure && hook.bearer == clause.bearer && hook.time != HookTime::After
    })
}

fn goes_on(
    typed: &Typed,
    clause: &ClauseDef,
    permission: &PermissionDef,
    procedure: Span,
    unasked: &[Span],
) -> Diagnostic {
    let name = &permission.name;
    let step = typed.procedures.values().find(|def| def.name == *name);
    let step = step.and_then(|def| def.steps.first()).map_or("STEP", |step| step.name.as_str());
    Diagnostic::at(codes::GOES_ON, clause.span)
        .says(format!(
            "{} forbids what is asked as `{name}`; the procedure of that name goes on",
            label(&clause.label)
        ))
        .label("stops those who ask")
        .also(procedure, "the procedure")
        .also_each(unasked.iter().take(2).map(|call| (*call, "runs it and does not ask")))
        .help(format!(
            "to stop it there too: `instead of {name}.{step} as ROLE .. {{ }}` in the same bearer"
        ))
}
