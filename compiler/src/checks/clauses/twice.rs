//! Twice: takes what an entry has of its own, from its parent and from abilities, says where one rule stands there two times and both count; and where
//! a permission requires one thing twice.

use super::fights::Side;
use super::owners::{bearer, label};
use crate::checks::logic::formula::Reader;
use crate::checks::logic::solve::Facts;
use crate::checks::runs::idle::is_same;
use crate::typed::{BearerDef, ClauseDef, ClauseVerb, EntryDef, HookDef, ReachDef, RoleRef, Typed};
use rustc_hash::{FxHashMap, FxHashSet};
use warwright_grammar::{Diagnostic, Sink, Span, codes};
use warwright_ir::{AbilityId, Verb};

/// What an heir restates counts once.
pub(crate) fn what_is_restated_counts_once(facts: &Facts<'_>, sink: &mut Sink) {
    let typed = facts.typed;
    let of = |at: BearerDef| match at {
        BearerDef::Ability(id) => Some(id),
        BearerDef::System | BearerDef::Scenario(_) => None,
    };
    let mut clauses: FxHashMap<AbilityId, Vec<&ClauseDef>> = FxHashMap::default();
    for clause in typed.clauses.values() {
        let added = matches!(
            clause.does,
            ClauseVerb::Modify { verb: Verb::By | Verb::ByUpTo | Verb::Times, group: None, .. }
        );
        if let Some(id) = of(clause.bearer).filter(|_| added && clause.over.is_empty()) {
            clauses.entry(id).or_default().push(clause);
        }
    }
    let mut hooks: FxHashMap<AbilityId, Vec<&HookDef>> = FxHashMap::default();
    for hook in typed.hooks.values().filter(|hook| hook.over.is_empty()) {
        if let Some(id) = of(hook.bearer) {
            hooks.entry(id).or_default().push(hook);
        }
    }
    let mut told = FxHashSet::default();
    for entry in typed.entries.values() {
        let all = |at: usize| entry.abilities.get(at).map(|it| it.ability);
        for (later, id) in entry.abilities.iter().map(|it| it.ability).enumerate() {
            for before in (0..later).filter_map(all) {
                let found = clause_twice(facts, of_both(&clauses, before, id))
                    .or_else(|| hook_twice(facts, of_both(&hooks, before, id)));
                if let Some((name, first, second)) = found
                    && told.insert((first.1, second.1))
                {
                    sink.push(twice(typed, entry, name, (first, second)));
                }
            }
        }
    }
}

/// What a permission requires is asked once.
pub(crate) fn requirements_are_asked_once(typed: &Typed, sink: &mut Sink) {
    for permission in typed.permissions.values() {
        for (at, later) in permission.requires.iter().enumerate() {
            let mut before = permission.requires.iter().take(at);
            let Some(first) = before.find(|it| is_same(&it.holds, &later.holds)) else { continue };
            Diagnostic::warning(codes::NO_EFFECT, later.holds.span)
                .says("this is required already")
                .label("asked a second time")
                .also(first.holds.span, "asked here")
                .help("take one of them out, or write what was meant in its place")
                .emit(sink);
        }
    }
}

type Both<'a, 't, T> = (&'a [&'t T], &'a [&'t T]);

/// Whose rule it is, and where it stands.
type Place = (BearerDef, Span);

fn of_both<'a, 't, T>(
    all: &'a FxHashMap<AbilityId, Vec<&'t T>>,
    one: AbilityId,
    other: AbilityId,
) -> Both<'a, 't, T> {
    let of = |id| all.get(&id).map_or(&[][..], Vec::as_slice);
    (of(one), of(other))
}

fn role(reach: &ReachDef) -> Option<RoleRef> {
    match reach {
        ReachDef::Role(role) => Some(*role),
        ReachDef::All | ReachDef::Any | ReachDef::Related { .. } => None,
    }
}

fn clause_twice<'t>(
    facts: &Facts<'_>,
    (one, other): Both<'_, 't, ClauseDef>,
) -> Option<(&'t str, Place, Place)> {
    let typed = facts.typed;
    let same = |a: &ClauseDef, b: &ClauseDef| {
        let alike = a.owner == b.owner && a.label == b.label && a.span != b.span;
        alike
            && role(&a.reach).is_some()
            && role(&a.reach) == role(&b.reach)
            && can_meet(facts, &Side::of_clause(typed, a), &Side::of_clause(typed, b))
    };
    let later = other.iter().find_map(|b| Some((one.iter().find(|a| same(a, b))?, b)));
    later.map(|(a, b)| (b.label.as_str(), (a.bearer, a.span), (b.bearer, b.span)))
}

fn hook_twice<'t>(
    facts: &Facts<'_>,
    (one, other): Both<'_, 't, HookDef>,
) -> Option<(&'t str, Place, Place)> {
    let typed = facts.typed;
    let same = |a: &HookDef, b: &HookDef| {
        let place = |it: &HookDef| (it.procedure, it.step, it.time, it.whose, role(&it.reach));
        place(a) == place(b)
            && (role(&a.reach).is_some() || a.whose.is_some())
            && a.label == b.label
            && a.span != b.span
            && can_meet(facts, &Side::of_hook(typed, a), &Side::of_hook(typed, b))
    };
    let later = other.iter().find_map(|b| Some((one.iter().find(|a| same(a, b))?, b)));
    later.map(|(a, b)| (b.label.as_str(), (a.bearer, a.span), (b.bearer, b.span)))
}

/// Whether nothing keeps two rules apart.
fn can_meet(facts: &Facts<'_>, one: &Side<'_>, other: &Side<'_>) -> bool {
    let mut reader = Reader::new(facts.typed, &facts.bent);
    let mut all = one.formulas(&mut reader, 1);
    all.extend(other.formulas(&mut reader, 2));
    facts.never(&reader, &all, false).is_none()
}

fn twice(
    typed: &Typed,
    entry: &EntryDef,
    name: &str,
    (first, second): (Place, Place),
) -> Diagnostic {
    let (one, other) = (bearer(typed, first.0), bearer(typed, second.0));
    let message =
        format!("{} counts twice for \"{}\": here, and in {one}", label(name), entry.name);
    let titled = |at: BearerDef| match at {
        BearerDef::Ability(id) => typed.abilities.get(id).filter(|def| def.titled),
        BearerDef::System | BearerDef::Scenario(_) => None,
    };
    let help = match titled(first.0) {
        Some(def) => format!(
            "an heir or option that has {other} gives up the other: `abilities - {}`; if both are meant, give them labels of their own",
            crate::types::spelled(&def.name, false)
        ),
        None => "what a parent says its heirs have too: say it in an ability that an heir can give up, `abilities - NAME`; if both are meant, give them labels of their own".to_owned(),
    };
    Diagnostic::at(codes::IDLE_CLAUSE, second.1)
        .says(message)
        .label("added to the other")
        .also(first.1, "the other")
        .help(help)
}
