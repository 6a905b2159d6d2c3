//! Cards on the stack and in what is held and tied: takes a state, forgets the cards that are named there or calls them otherwise.

use super::setup::Rules;
use super::sight::hide;
use super::{Held, Locals, Queue, Snapshot, State, Tally, Tied, Work, snapshots};
use crate::fault::Checked;
use crate::link::owned_as;
use crate::link::{CardSlots, ENTRY, Linked, kind_of};
use std::sync::Arc;
use warwright_ir::{AbilityId, EntryId, FieldId, NONE, ScenarioId, Slot};

/// What a card is called from now on; nothing where it is named no more. Other numbers are never asked about.
pub(super) type Names<'n> = &'n dyn Fn(i64) -> Option<i64>;

/// Calls the cards otherwise that locals, queues and tallies name, that hold abilities and that are tied.
pub(super) fn rename(linked: &Linked, state: &mut State, names: Names<'_>) {
    let known = &linked.cards;
    rename_holdings(linked, state, names);
    let State { frames, locals, tallies, .. } = state;
    rename_tallies(tallies, names);
    for frame in frames {
        let held = match &mut frame.work {
            Work::Run(run) => known.procedures.get(&run.procedure),
            Work::Hook(run) => known.hooks.get(&run.hook),
            Work::Action(run) => known.actions.get(&run.action),
            Work::Acts(acts) if acts.owns => known.bodies.get(&acts.body),
            _ => None,
        };
        if let Some(held) = held {
            rename_locals(locals, (frame.scalars as usize, frame.wides as usize), held, names);
        }
        let (queue, memory) = match &mut frame.work {
            Work::Run(run) => {
                let result = linked.program.procedures.get(run.procedure);
                let result = result.and_then(|it| kind_of(it.result.as_ref()?));
                let gives_card = result.is_some_and(|kind| known.kinds.contains(&kind));
                if let Some(result) = run.result.as_deref_mut().filter(|_| gives_card) {
                    result.iter_mut().for_each(|it| *it = names(*it).unwrap_or(NONE));
                }
                (run.queue.as_mut(), run.memory.as_mut())
            }
            Work::Step(run) => (run.queue.as_mut(), run.memory.as_mut()),
            Work::Hook(run) => (run.below.as_mut(), None),
            _ => (None, None),
        };
        if let Some(queue) = queue {
            rename_queue(queue, names);
        }
        if let Some(memory) = memory {
            rename_tallies(&mut memory.tallies, names);
        }
    }
}

/// What cards hold for a time and are tied to goes with their names, now and in what is remembered.
fn rename_holdings(linked: &Linked, state: &mut State, names: Names<'_>) {
    let (scenario, heads) = (state.scenario, Arc::clone(&state.heads));
    let rename = |cells: &mut [i64], held: &mut Vec<Held>, ties: &mut Vec<Tied>| {
        rename_ties(linked, ties, names);
        let moved: Vec<(i64, AbilityId)> = held
            .iter()
            .filter(|held| names(held.entity) != Some(held.entity))
            .flat_map(|held| {
                let both = [Some(held.entity), names(held.entity)];
                both.into_iter().flatten().map(|entity| (entity, held.ability))
            })
            .collect();
        if moved.is_empty() {
            return;
        }
        held.retain_mut(|held| match names(held.entity) {
            Some(entity) => {
                held.entity = entity;
                true
            }
            None => false,
        });
        held.sort_unstable();
        for (entity, ability) in moved {
            let number = usize::try_from(entity).ok();
            let head = number.and_then(|number| heads.get(number));
            let (Some(head), Some(link)) = (head, linked.abilities.get(ability)) else { continue };
            let at = head.cells as usize;
            let on = held.iter().any(|it| (it.entity, it.ability) == (entity, ability))
                || owns(linked, scenario, cells.get(at + ENTRY), ability);
            if let Some(word) = cells.get_mut(at + link.word) {
                *word = if on { *word | link.mask } else { *word & !link.mask };
            }
        }
    };
    rename(&mut state.cells, &mut state.held, &mut state.ties);
    for (_, snapshot) in snapshots(state) {
        let Snapshot { cells, held, ties, .. } = Arc::make_mut(snapshot);
        rename(cells, held, ties);
    }
}

/// Whether a card of an entry has an ability of its own.
fn owns(linked: &Linked, scenario: ScenarioId, entry: Option<&i64>, ability: AbilityId) -> bool {
    let entry = entry.and_then(|entry| u32::try_from(*entry).ok()).map(EntryId);
    entry.is_some_and(|entry| owned_as(linked, scenario, entry, None).contains(&ability))
}

fn rename_ties(linked: &Linked, ties: &mut Vec<Tied>, names: Names<'_>) {
    ties.retain_mut(|tied| match (names(tied.left), names(tied.right)) {
        (Some(left), Some(right)) => {
            (tied.left, tied.right) = (left, right);
            let declared = linked.program.ties.get(tied.tie);
            if declared.is_some_and(|tie| tie.left == tie.right) && left > right {
                std::mem::swap(&mut tied.left, &mut tied.right);
                std::mem::swap(&mut tied.of_left, &mut tied.of_right);
            }
            true
        }
        _ => false,
    });
    ties.sort_unstable();
}

/// Puts what statuses of some cards count back to what it is at first.
pub(super) fn forget_counts(rules: Rules<'_>, state: &mut State, cards: &[i64]) -> Checked<()> {
    let linked = rules.linked;
    let counts = linked.program.abilities.values().flat_map(|ability| &ability.state);
    let counts: Vec<FieldId> = counts.map(|count| count.field).collect();
    for card in cards {
        let kind = state.head(*card).and_then(|head| linked.kinds.get(head.kind));
        let Some(kind) = kind else { continue };
        for field in counts.iter().filter(|field| kind.fields.contains(field)) {
            hide(rules, state, *card, *field)?;
        }
    }
    Ok(())
}

fn rename_queue(queue: &mut Queue, names: Names<'_>) {
    queue.waiting.retain_mut(|queued| match names(queued.bearer) {
        Some(bearer) => {
            queued.bearer = bearer;
            true
        }
        None => false,
    });
}

fn rename_tallies(tallies: &mut Vec<Tally>, names: Names<'_>) {
    tallies.retain_mut(|tally| match (names(tally.who), names(tally.each)) {
        (Some(who), Some(each)) => {
            (tally.who, tally.each) = (who, each);
            true
        }
        _ => false,
    });
    tallies.sort_unstable();
}

/// Calls the cards in the locals of a frame otherwise. What was in order stays in order, as sets must.
fn rename_locals(
    locals: &mut Locals,
    (scalars, wides): (usize, usize),
    held: &CardSlots,
    names: Names<'_>,
) {
    for slot in held {
        match slot {
            Slot::Scalar(slot) => {
                if let Some(local) = locals.scalars.get_mut(scalars + usize::from(*slot)) {
                    *local = names(*local).unwrap_or(NONE);
                }
            }
            Slot::Wide(slot) => {
                if let Some(local) = locals.wides.get_mut(wides + usize::from(*slot)) {
                    let sorted = local.is_sorted();
                    *local = local.iter().filter_map(|item| names(*item)).collect();
                    if sorted {
                        local.sort_unstable();
                    }
                }
            }
        }
    }
}
