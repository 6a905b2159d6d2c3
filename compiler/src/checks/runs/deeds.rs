//! Deeds: takes what hooks and actions grant and remove, says of what comes to nothing: what is taken from nobody, granted and taken
//! back, or granted to the wrong one.

use crate::typed::{
    ActionDef, BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Expr, HookDef, Locals,
    PermissionClauseDef, ReachDef, Stmt, StmtKind, Typed, UntilDef, bodies, each_stmt,
};
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{AbilityId, ProcedureId};

/// What is granted is there when it could count.
pub(crate) fn deeds_come_to_something(typed: &Typed, sink: &mut Sink) {
    typed.rule_bodies().for_each(|body| taken_back(typed, body, sink));
    taken_from_nobody(typed, sink);
    grants_end(typed, sink);
    for hook in typed.hooks.values() {
        let HookDef { reach, bearer, procedure, locals, body, span, .. } = hook;
        let (bearer, procedure, span) = (*bearer, *procedure, *span);
        granted_to_itself(typed, &OfStep { reach, bearer, procedure, locals, body, span }, sink);
    }
    for (procedure, action) in typed.step_actions() {
        let ActionDef { reach, bearer, locals, body, span, .. } = action;
        let (bearer, span) = (*bearer, *span);
        granted_to_itself(typed, &OfStep { reach, bearer, procedure, locals, body, span }, sink);
    }
}

/// A status that is removed right behind its granting.
fn taken_back(typed: &Typed, body: &[Stmt], sink: &mut Sink) {
    let mut granted: Option<(AbilityId, &Expr, Span)> = None;
    for stmt in body {
        match (&stmt.kind, granted) {
            (StmtKind::Grant { ability, to, .. }, _) => granted = Some((*ability, to, stmt.span)),
            (StmtKind::Remove { ability, from, .. }, Some((given, to, at)))
                if given == *ability
                    && to.as_local().is_some()
                    && to.as_local() == from.as_local() =>
            {
                let name = typed.abilities.get(given).map_or("", |def| def.name.as_str());
                Diagnostic::warning(codes::NO_EFFECT, stmt.span)
                    .says(format!("`{name}` is granted and removed again"))
                    .label("nothing happens in between")
                    .also(at, "granted here")
                    .help("say how long it lasts: `grant .. until ..`, or leave one out")
                    .emit(sink);
            }
            (StmtKind::Say(_), _) => {}
            _ => granted = None,
        }
        bodies(stmt).into_iter().for_each(|body| taken_back(typed, body, sink));
    }
}

/// What is removed was granted by something: what is printed stays.
fn taken_from_nobody(typed: &Typed, sink: &mut Sink) {
    let mut granted: FxHashSet<AbilityId> = FxHashSet::default();
    let mut removed: Vec<(AbilityId, Span)> = Vec::new();
    typed.each_stmt(&mut |stmt| match &stmt.kind {
        StmtKind::Grant { ability, .. } => drop(granted.insert(*ability)),
        StmtKind::Remove { ability, .. } => removed.push((*ability, stmt.span)),
        _ => {}
    });
    for (id, at) in removed.into_iter().filter(|(id, _)| !granted.contains(id)) {
        let name = typed.abilities.get(id).map_or("", |def| def.name.as_str());
        Diagnostic::warning(codes::NO_EFFECT, at)
            .says(format!("nothing grants `{name}`"))
            .label("takes away what was granted; what is printed or lent stays")
            .help(format!(
                "to take away what is printed, deny it while that lasts: `deny {name} as u when ..`"
            ))
            .emit(sink);
    }
}

/// A status of which a second grant adds to the first ends at some time, where it does so wherever else it is granted.
fn grants_end(typed: &Typed, sink: &mut Sink) {
    let mut lasting: FxHashMap<AbilityId, Vec<Span>> = FxHashMap::default();
    let mut ending: FxHashMap<AbilityId, (usize, Span)> = FxHashMap::default();
    let mut removed: FxHashSet<AbilityId> = FxHashSet::default();
    for body in typed.rule_bodies() {
        each_stmt(body, &mut |stmt| match &stmt.kind {
            StmtKind::Grant { ability, until: UntilDef::Removed, .. } => {
                lasting.entry(*ability).or_default().push(stmt.span);
            }
            StmtKind::Grant { ability, until: UntilDef::Moment { .. }, .. } => {
                ending.entry(*ability).or_insert((0, stmt.span)).0 += 1;
            }
            StmtKind::Remove { ability, .. } => drop(removed.insert(*ability)),
            _ => {}
        });
    }
    for (id, def) in typed.abilities.iter().filter(|(_, def)| def.stacks) {
        let (Some([only]), Some((others, elsewhere))) =
            (lasting.get(&id).map(Vec::as_slice), ending.get(&id))
        else {
            continue;
        };
        if removed.contains(&id) || *others < SOME_GRANTS {
            continue;
        }
        Diagnostic::warning(codes::NO_EFFECT, *only)
            .says(format!("`{}` is never taken away again", def.name))
            .label("it stays for the rest of the battle, and each time adds to it")
            .also(*elsewhere, "wherever else it is granted it ends")
            .help("say how long it lasts: `grant .. until end of ..`")
            .emit(sink);
    }
}

/// So many grants that end make one that does not look like a slip.
const SOME_GRANTS: usize = 2;

/// What hangs on a step of a procedure, by the role that its bearer fills.
struct OfStep<'t> {
    reach: &'t ReachDef,
    bearer: BearerDef,
    procedure: ProcedureId,
    locals: &'t Locals,
    body: &'t [Stmt],
    span: Span,
}

/// Drawbacks that a hook or an action gives to the role that its bearer fills, under the name of that role, where there is another.
fn granted_to_itself(typed: &Typed, on: &OfStep<'_>, sink: &mut Sink) {
    let (ReachDef::Role(role), BearerDef::Ability(_)) = (on.reach, on.bearer) else { return };
    let Some(def) = typed.procedures.get(on.procedure) else { return };
    let own = usize::from(role.param);
    let Some(named) = on.locals.all.get(own).filter(|_| role.field.is_none()) else { return };
    let params = def.locals.first(def.params).iter().enumerate();
    let mut others = params.filter(|(at, local)| *at != own && local.ty == named.ty);
    let Some((_, other)) = others.next() else { return };
    each_stmt(on.body, &mut |stmt| {
        let StmtKind::Grant { ability, to, .. } = &stmt.kind else { return };
        let of_role = to.as_local().is_some_and(|local| local.0 as usize == own);
        if !of_role || !is_drawback(typed, *ability) {
            return;
        }
        let name = typed.abilities.get(*ability).map_or("", |def| def.name.as_str());
        Diagnostic::at(codes::NEEDLESS_ROLE, stmt.span)
            .says(format!("`{}` is the bearer itself here, and `{name}` is a drawback", named.name))
            .label("harms the bearer")
            .also(on.span, format!("`as {}` makes the bearer the {}", named.name, named.name))
            .fix(format!("`to {}` gives it to the other", other.name), to.span, other.name.as_str())
            .help(format!(
                "`as {}` reaches it in the other role; if the bearer is meant, write `to self`",
                other.name
            ))
            .emit(sink);
    });
}

/// Whether all that a status does is called a drawback.
fn is_drawback(typed: &Typed, ability: AbilityId) -> bool {
    let own = BearerDef::Ability(ability);
    let mut clauses = typed.clauses.values().filter(|clause| clause.bearer == own).peekable();
    let acts = typed.hooks.values().any(|hook| hook.bearer == own)
        || typed.actions.values().any(|action| action.bearer == own);
    let harms = |clause: &ClauseDef| {
        let forbids =
            matches!(clause.does, ClauseVerb::Permission(PermissionClauseDef::Forbid { .. }));
        clause.drawback && (matches!(clause.owner, ClauseOwner::Quantity(_)) || forbids)
    };
    clauses.peek().is_some() && !acts && clauses.all(harms)
}
