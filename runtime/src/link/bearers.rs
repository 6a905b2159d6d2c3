//! Bearers: takes a scenario, gives for each ability the entities that can ever have it, where that is settled at the start.

use super::{Layout, Linked, Planned};
use std::collections::BTreeSet;
use warwright_ir::{AbilityId, Act, Arena, EntryId, Expr, Program, ScenarioId, Supposition};

/// The abilities that rules give, lend or suppose.
pub(super) fn given(program: &Program) -> BTreeSet<AbilityId> {
    let acts = program.bodies.values().flat_map(|body| &body.acts);
    let granted = acts.filter_map(|act| match act {
        Act::Grant { ability, .. } => Some(*ability),
        _ => None,
    });
    let changes = program.exprs.values().filter_map(supposed).flatten();
    let had = changes.filter_map(|change| match change {
        Supposition::Has { ability, .. } => Some(*ability),
        _ => None,
    });
    let lent = program.abilities.iter().filter(|(_, it)| !it.lends.is_empty()).map(|(id, _)| id);
    granted.chain(had).chain(lent).collect()
}

/// Whether rules change what things are.
pub(super) fn changes_form(program: &Program) -> bool {
    let mut acts = program.bodies.values().flat_map(|body| &body.acts);
    acts.any(|act| matches!(act, Act::TakeForm { .. }))
}

/// Who can have each ability, in order of creation; nothing where that may change.
pub(super) fn bearers(
    linked: &Linked,
    scenario: ScenarioId,
    layout: &Layout,
) -> Arena<AbilityId, Option<Vec<i64>>> {
    let mut lists = Arena::new();
    for (id, _) in linked.program.abilities.iter() {
        let settled = !linked.changes_form && !linked.given.contains(&id);
        lists.push(settled.then(Vec::new));
    }
    for (entity, planned) in (0_i64..).zip(&layout.plan) {
        for ability in owned(linked, scenario, *planned) {
            if let Some(Some(list)) = lists.get_mut(ability)
                && list.last() != Some(&entity)
            {
                list.push(entity);
            }
        }
    }
    lists
}

fn supposed(expr: &Expr) -> Option<&[Supposition]> {
    match expr {
        Expr::Supposing { changes, .. } => Some(changes),
        _ => None,
    }
}

/// What an entity owns: by its entry, and as a piece of its side.
pub(crate) fn owned(linked: &Linked, scenario: ScenarioId, planned: Planned) -> Vec<AbilityId> {
    let side = planned.piece.map(|(side, _)| side);
    planned.entry.map_or_else(Vec::new, |entry| owned_as(linked, scenario, entry, side))
}

/// What a piece of a side owns while it is one of an entry.
pub(crate) fn owned_as(
    linked: &Linked,
    scenario: ScenarioId,
    entry: EntryId,
    side: Option<usize>,
) -> Vec<AbilityId> {
    let Some(declared) = linked.program.entries.get(entry) else { return Vec::new() };
    let mut owned: Vec<AbilityId> = declared.abilities.iter().map(|own| own.ability).collect();
    let setup = linked.program.scenarios.get(scenario);
    if let Some(side) = side.and_then(|side| setup?.sides.get(side)) {
        let class = |kind| linked.kinds.get(kind).map(|link| link.class);
        owned.extend(side.abilities.iter().copied().filter(|ability| {
            let of = linked.program.abilities.get(*ability);
            of.is_some_and(|of| class(of.kind) == class(declared.kind))
        }));
    }
    owned
}
