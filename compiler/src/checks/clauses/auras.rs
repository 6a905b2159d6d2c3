//! Auras: takes clauses that reach by a relation, says of those that reach friends alone and harm them, or foes alone and help them.

use super::fights::Side;
use super::owners::label;
use crate::checks::logic::formula::{Formula, Reader, negated};
use crate::checks::logic::solve::Facts;
use crate::typed::{
    BearerDef, ClauseDef, ClauseOwner, ClauseVerb, Compare, Expr, ExprKind, Favoured, KindDef,
    LocalId, LocalRole, QuantityDef, ReachDef, SideDef, Type, Typed,
};
use crate::types::raises;
use rustc_hash::FxHashSet;
use warwright_grammar::tree::Word;
use warwright_grammar::{Diagnostic, Sink, codes};
use warwright_ir as ir;

/// Who is reached by a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// Those of the bearer's own player alone.
    Friends,
    /// Those of others alone.
    Foes,
    /// Both, or nobody knows.
    Anybody,
}

/// A clause that reaches by a relation does to friends and foes what is meant for them.
pub(crate) fn auras_suit_whom_they_reach(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let mut wrong: FxHashSet<ir::FunctionId> = FxHashSet::default();
    for clause in typed.clauses.values() {
        let ClauseOwner::Quantity(id) = clause.owner else { continue };
        let ReachDef::Related { holds, .. } = &clause.reach else { continue };
        let Some((helps, favoured)) = helps(typed, clause) else { continue };
        let reached = reached(facts, &Side::of_clause(facts.typed, clause));
        let harmed = match reached {
            Reached::Friends if !helps => true,
            Reached::Foes if helps => false,
            Reached::Friends | Reached::Foes if clause.drawback => {
                sink.extend(no_drawback(typed, clause, (id, favoured), reached));
                continue;
            }
            _ => continue,
        };
        if clause.drawback {
            continue;
        }
        let Some(def) = typed.quantities.get(id) else { continue };
        let who = super::owners::bearer(typed, clause.bearer);
        let (does, whom) = if harmed { ("harms", "friends") } else { ("helps", "foes") };
        wrong.extend(relation(holds));
        let side = if harmed { "one side" } else { "two sides" };
        Diagnostic::at(codes::HARMS_BEARER, clause.span)
            .says(format!("{} {does} the {whom} of {who}", label(&clause.label)))
            .label(format!("{} `{}` is better for the {favoured}", better(def), def.name))
            .also(holds.span, format!("this holds of things of {side} alone"))
            .help("turn the sign round, or reach others; if you mean it, add `drawback` after the label")
            .emit(sink);
    }
    for clause in typed.clauses.values() {
        let ClauseOwner::Possession(ability) = clause.owner else { continue };
        let ReachDef::Related { holds, .. } = &clause.reach else { continue };
        // Of a relation that is the wrong way round one message is enough.
        if !relation(holds).is_some_and(|it| wrong.contains(&it)) {
            sink.extend(given_to_the_wrong(facts, clause, (ability, holds)));
        }
    }
}

/// The relation by which something is reached, where it is one alone.
pub(crate) fn relation(holds: &Expr) -> Option<ir::FunctionId> {
    as_variant!(holds.kind, ExprKind::Call { function, .. } => function)
}

/// What is good for who has it is taken from friends or lent to foes, or what is bad for him lent to friends or taken from foes.
fn given_to_the_wrong(
    facts: &Facts<'_>,
    clause: &ClauseDef,
    (ability, holds): (ir::AbilityId, &Expr),
) -> Option<Diagnostic> {
    let typed = facts.typed;
    let BearerDef::Ability(_) = clause.bearer else { return None };
    let good = is_good(typed, ability).filter(|_| !clause.drawback)?;
    let takes = matches!(clause.does, ClauseVerb::Deny);
    let (harmed, whom) = match reached(facts, &Side::of_clause(facts.typed, clause)) {
        Reached::Friends => (good == takes, "friends"),
        Reached::Foes => (good != takes, "foes"),
        Reached::Anybody => return None,
    };
    if !harmed {
        return None;
    }
    let name = typed.abilities.get(ability).map_or("", |def| def.name.as_str());
    let (does, from) = if takes { ("takes", "from") } else { ("lends", "to") };
    let sort = if good { "good" } else { "bad" };
    let who = super::owners::bearer(typed, clause.bearer);
    Some(
        Diagnostic::at(codes::HARMS_BEARER, clause.span)
            .says(format!("{} {does} `{name}` {from} the {whom} of {who}", label(&clause.label)))
            .label(format!("all that `{name}` does is {sort} for who has it"))
            .also(holds.span, "this holds of things of one side alone")
            .help("reach others; if you mean it, add `drawback` after the label"),
    )
}

/// What of a number is better for whom it is good.
fn better(def: &QuantityDef) -> &'static str {
    def.favours.map_or("larger", Favoured::better)
}

/// Whether all that an ability does is good for who has it, or all of it is bad.
pub(crate) fn is_good(typed: &Typed, ability: ir::AbilityId) -> Option<bool> {
    let own = BearerDef::Ability(ability);
    let acts = typed.hooks.values().any(|hook| hook.bearer == own)
        || typed.actions.values().any(|action| action.bearer == own);
    let mut clauses = typed.clauses.values().filter(|it| it.bearer == own && !acts);
    let of_itself = |clause: &ClauseDef| {
        let role = matches!(clause.reach, ReachDef::Role(_));
        helps(typed, clause).filter(|_| role).map(|(helps, _)| helps)
    };
    let first = of_itself(clauses.next()?)?;
    clauses.all(|clause| of_itself(clause) == Some(first)).then_some(first)
}

/// What is called a drawback helps friends or harms foes.
fn no_drawback(
    typed: &Typed,
    clause: &ClauseDef,
    (id, favoured): (ir::QuantityId, &str),
    reached: Reached,
) -> Option<Diagnostic> {
    let def = typed.quantities.get(id)?;
    let (does, whom) =
        if reached == Reached::Friends { ("helps", "friends") } else { ("harms", "foes") };
    let who = super::owners::bearer(typed, clause.bearer);
    Some(
        Diagnostic::at(codes::IDLE_CLAUSE, clause.span)
            .says(format!(
                "{} is called a drawback, and {does} the {whom} of {who}",
                label(&clause.label)
            ))
            .label(format!("{} `{}` is better for the {favoured}", better(def), def.name))
            .help("turn the sign round, reach others, or leave out `drawback`"),
    )
}

/// What an aura takes from friends somebody beside its bearers has.
pub(crate) fn what_is_denied_is_there(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    for clause in typed.clauses.values() {
        let (ClauseOwner::Possession(denied), BearerDef::Ability(own), ClauseVerb::Deny) =
            (clause.owner, clause.bearer, &clause.does)
        else {
            continue;
        };
        let has = |ability| {
            let owners = typed
                .entries
                .values()
                .filter(move |entry| entry.abilities.iter().any(|it| it.ability == ability));
            owners.map(|entry| entry.faction.as_ref()).collect::<Option<FxHashSet<_>>>()
        };
        let (Some(bearers), Some(owners)) = (has(own), has(denied)) else { continue };
        let elsewhere = facts.only_owners(denied).is_none() || facts.only_owners(own).is_none();
        let together = |side: &SideDef| {
            let armies = |of: &FxHashSet<&Word>| {
                of.iter().any(|one| side.armies.iter().any(|army| **army == ***one))
            };
            armies(&bearers) && armies(&owners)
        };
        let mut sides = typed.scenarios.values().flat_map(|scenario| &scenario.sides);
        if elsewhere
            || bearers.is_empty()
            || bearers.intersection(&owners).next().is_some()
            || reached(facts, &Side::of_clause(facts.typed, clause)) != Reached::Friends
            || sides.any(together)
        {
            continue;
        }
        let name = typed.abilities.get(denied).map_or("", |def| def.name.as_str());
        Diagnostic::at(codes::NEVER_APPLIES, clause.span)
            .says(format!(
                "{} takes `{name}` from friends, and none of them has it",
                label(&clause.label)
            ))
            .label(format!("nobody of their army list has or gets `{name}`"))
            .help("reach whom it is to harm: a relation that says `foe_of`, or the like")
            .emit(sink);
    }
}

/// Whether a clause is good for whom it reaches, and the name of the role for which the number is good.
fn helps<'t>(typed: &'t Typed, clause: &'t ClauseDef) -> Option<(bool, &'t str)> {
    let (ClauseOwner::Quantity(id), BearerDef::Ability(_)) = (clause.owner, clause.bearer) else {
        return None;
    };
    let ClauseVerb::Modify { verb, amount, .. } = &clause.does else { return None };
    let (ReachDef::Related { role, .. } | ReachDef::Role(role)) = &clause.reach else {
        return None;
    };
    let def = typed.quantities.get(id)?;
    let favours = def.favours?;
    let favoured = favours.role;
    let raises = raises(typed, *verb, amount)?;
    let ty = |role| typed.role_at(&clause.locals.all, role).map(|(_, ty)| ty);
    if favoured != *role && ty(favoured) != ty(*role) {
        return None;
    }
    let (name, _) = typed.role_at(&def.locals.all, favoured)?;
    Some((favours.gains(raises) == (favoured == *role), name))
}

/// Whom a clause or hook reaches.
pub(crate) fn reached(facts: &Facts<'_>, side: &Side<'_>) -> Reached {
    let typed = facts.typed;
    let ReachDef::Related { role, holds, or_self } = side.reach else {
        return Reached::Anybody;
    };
    if let (true, ExprKind::Or(_, related)) = (or_self, &holds.kind) {
        // The bearer itself is of its own side.
        let holds = (**related).clone();
        let reach = &ReachDef::Related { role: *role, holds, or_self: false };
        return reached(facts, &Side { reach, ..*side });
    }
    let whom = typed.role_expr(&side.locals.all, *role, side.span);
    let bearer = side.locals.all.iter().position(|it| it.role == LocalRole::Bearer);
    let bearer = bearer.and_then(|at| u32::try_from(at).ok());
    let bearer = bearer.and_then(|at| local(side, LocalId(at)));
    let (Some(whom), Some(bearer)) = (whom, bearer) else { return Reached::Anybody };
    let owned = |value: &Expr| match value.ty {
        Type::Entity(kind) => typed.kinds.get(kind).is_some_and(KindDef::has_owner),
        _ => false,
    };
    let player = typed.kinds.iter().find(|(_, def)| def.base == ir::KindBase::Player);
    let Some((player, _)) = player.filter(|_| owned(&whom) && owned(&bearer)) else {
        return Reached::Anybody;
    };
    let of = |value: &Expr| {
        let kind = ExprKind::OwnerOf(Box::new(value.clone()));
        Expr::new(kind, Type::Entity(player), side.span)
    };
    let team = |value: &Expr| {
        Expr::new(ExprKind::TeamOf(Box::new(of(value))), Type::Entity(player), side.span)
    };
    // Who belongs together is of one player, or of one team where a game has teams.
    let together = [(of(&whom), of(&bearer)), (team(&whom), team(&bearer))]
        .map(|(one, other)| Expr::compare(Compare::Eq, one, other, side.span));
    let mut reader = Reader::new(typed, &facts.bent);
    let mut all = side.formulas(&mut reader, 1);
    let same = together.map(|one| reader.condition(&one));
    let mut never = |more: Formula| {
        all.push(more);
        let never = facts.never(&reader, &all, false).is_some();
        all.pop();
        never
    };
    let friends = same.iter().any(|same| never(negated(same)));
    let foes = same.into_iter().any(never);
    match (friends, foes) {
        (true, false) => Reached::Friends,
        (false, true) => Reached::Foes,
        _ => Reached::Anybody,
    }
}

fn local(side: &Side<'_>, id: LocalId) -> Option<Expr> {
    let def = side.locals.get(id)?;
    Some(Expr::new(ExprKind::Local(id), def.ty.clone(), side.span))
}
