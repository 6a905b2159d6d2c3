//! Ceilings: takes what bends a printed figure, says where that stands at its bound already with everybody who has the ability.

use super::solve::Facts;
use crate::checks::battles::fielded::printed;
use crate::checks::clauses::owners::label;
use crate::typed::{
    BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Expr, ExprKind, QuantityDef, ReachDef, RoleRef,
    Type, Typed,
};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{AbilityId, ProfileId, QuantityId, Verb};

/// Whoever has what raises or lowers a figure has room for that.
pub(crate) fn what_is_bent_has_room(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    for clause in typed.clauses.values() {
        let (ClauseOwner::Quantity(id), BearerDef::Ability(ability)) =
            (clause.owner, clause.bearer)
        else {
            continue;
        };
        let of_bearer = matches!(clause.reach, ReachDef::Role(RoleRef { param: 0, field: None }));
        let def = typed.quantities.get(id).filter(|_| of_bearer && clause.over.is_empty());
        let Some((def, profile)) = def.and_then(|def| Some((def, def.profile?))) else { continue };
        let Some(raises) = raises(typed, clause) else { continue };
        let Some(bound) = bound(typed, (id, def), raises) else { continue };
        // What goes the other way, or sets it, makes room.
        let mut others = typed.clauses.values().filter(|it| it.owner == clause.owner);
        if others.any(|it| makes_room(typed, it, raises)) {
            continue;
        }
        let most = room(facts, ability, profile, bound.at);
        match (most, exact(typed, clause)) {
            (Some((0, name)), _) => sink.push(no_room(clause, (def, name), bound, raises)),
            (Some((room, name)), Some(amount)) if room < amount && is_whole(def) => {
                sink.push(little_room(clause, (def, name), bound, (room, amount)));
            }
            _ => {}
        }
    }
}

/// How far a figure goes, and what says so.
#[derive(Clone, Copy)]
struct Bound {
    at: i64,
    said: Span,
}

/// Whether a clause raises what it bends, or lowers it; nothing where that is not known, or it does neither.
fn raises(typed: &Typed, clause: &ClauseDef) -> Option<bool> {
    let ClauseVerb::Modify { verb: Verb::By, amount, .. } = &clause.does else { return None };
    let range = typed.range(amount);
    if range.least.is_some_and(|it| it > 0) {
        return Some(true);
    }
    range.most.is_some_and(|it| it < 0).then_some(false)
}

/// Whether something may keep a figure off the bound to which another raises or lowers it.
fn makes_room(typed: &Typed, clause: &ClauseDef, raises_it: bool) -> bool {
    let bounds = held_at(clause)
        .is_some_and(|(verb, ..)| verb == if raises_it { Verb::AtMost } else { Verb::AtLeast });
    !bounds && raises(typed, clause) != Some(raises_it)
}

/// The figure beyond which a clause lets nothing go, whoever has it.
fn held_at(clause: &ClauseDef) -> Option<(Verb, i64, Span)> {
    let ClauseVerb::Modify { verb: verb @ (Verb::AtMost | Verb::AtLeast), amount, .. } =
        &clause.does
    else {
        return None;
    };
    let always = matches!(clause.reach, ReachDef::All) && clause.when.is_none();
    match amount {
        Expr { kind: ExprKind::Cell(at), .. } if always => Some((*verb, *at, clause.span)),
        _ => None,
    }
}

/// How far a printed figure goes up, or down, by its type and by the rules of the game.
fn bound(typed: &Typed, (id, def): (QuantityId, &QuantityDef), up: bool) -> Option<Bound> {
    let by_type = match &def.ty {
        Type::Int(Some(bounds)) => {
            if up {
                bounds.most
            } else {
                bounds.least
            }
        }
        _ => None,
    };
    let by_type = by_type.map(|at| Bound { at, said: def.span });
    let of_game = typed
        .clauses
        .values()
        .filter(|it| it.owner == ClauseOwner::Quantity(id) && it.bearer == BearerDef::System);
    let by_rules = of_game.filter_map(held_at).filter_map(|(verb, at, said)| {
        (verb == if up { Verb::AtMost } else { Verb::AtLeast }).then_some(Bound { at, said })
    });
    let all = by_type.into_iter().chain(by_rules);
    if up { all.min_by_key(|it| it.at) } else { all.max_by_key(|it| it.at) }
}

/// Whether a figure is a plain number, which can be told as it is.
const fn is_whole(def: &QuantityDef) -> bool {
    matches!(def.ty, Type::Int(_))
}

/// By how much a clause bends, where that is one number: more than nothing, whichever way.
fn exact(typed: &Typed, clause: &ClauseDef) -> Option<u64> {
    let ClauseVerb::Modify { amount, .. } = &clause.does else { return None };
    let range = typed.range(amount);
    (range.least == range.most).then_some(range.least?.unsigned_abs())
}

/// Of those who have an ability the one who has the most room between a figure and its bound, and how much that is.
fn room<'t>(
    facts: &Facts<'t>,
    ability: AbilityId,
    profile: ProfileId,
    at: i64,
) -> Option<(u64, &'t str)> {
    let typed = facts.typed;
    let owners = facts.only_owners(ability)?.iter().filter_map(|id| typed.entries.get(*id));
    let mut most: Option<(u64, &str)> = None;
    for owner in owners {
        let room = printed(typed, owner, profile)?.abs_diff(at);
        if most.is_none_or(|(known, _)| room > known) {
            most = Some((room, owner.name.as_str()));
        }
    }
    most
}

/// What everybody who has it gets a part of alone.
fn little_room(
    clause: &ClauseDef,
    (def, name): (&QuantityDef, &str),
    bound: Bound,
    (room, amount): (u64, u64),
) -> Diagnostic {
    let all_have = format!("\"{name}\" has room for {room} of the {amount}");
    Diagnostic::at(codes::IDLE_CLAUSE, clause.span)
        .says(format!("{} changes `{}` by less than it says", label(&clause.label), def.name))
        .label(format!("{all_have}, and nobody who has it has more"))
        .also(bound.said, format!("{} is as far as it goes", bound.at))
        .help(format!("let it change by {room}, or give it to somebody who has room for it"))
}

fn no_room(
    clause: &ClauseDef,
    (def, name): (&QuantityDef, &str),
    bound: Bound,
    raises: bool,
) -> Diagnostic {
    let (end, more) = if raises { ("most", "more") } else { ("least", "less") };
    Diagnostic::at(codes::NEVER_APPLIES, clause.span)
        .says(format!("{} never changes `{}`", label(&clause.label), def.name))
        .label(format!("all who have it stand at {} already, as \"{name}\" does", bound.at))
        .also(bound.said, format!("{} is the {end} that there can be", bound.at))
        .help(format!(
            "give it to somebody who has room for it; that there can be {more} is said where `{}` is declared",
            def.name
        ))
}
