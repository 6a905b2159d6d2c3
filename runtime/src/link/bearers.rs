//! Bearers: takes a scenario, gives for each ability the entities that can ever have it, where that is settled at the start.

use super::{Layout, Linked, Planned};
use warwright_ir::{AbilityId, Act, Arena, EntryId, Expr, ScenarioId, Supposition};

/// Who can have each ability, in order of creation; nothing where rules give it, lend it or suppose it, or change what things are.
pub(super) fn bearers(
    linked: &Linked,
    scenario: ScenarioId,
    layout: &Layout,
) -> Arena<AbilityId, Option<Vec<i64>>> {
    let program = &linked.program;
    let mut acts = program.bodies.values().flat_map(|body| &body.acts);
    let changes_form = acts.any(|act| matches!(act, Act::TakeForm { .. }));
    let mut lists = Arena::new();
    for (id, ability) in program.abilities.iter() {
        let granted = linked.abilities.get(id).is_none_or(|link| link.granted);
        let settled = !granted && !changes_form && ability.lends.is_empty();
        lists.push(settled.then(Vec::new));
    }
    for change in program.exprs.values().filter_map(supposed).flatten() {
        if let Supposition::Has { ability, .. } = change
            && let Some(list) = lists.get_mut(*ability)
        {
            *list = None;
        }
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
