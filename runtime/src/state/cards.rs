//! Cards on the stack: takes what is running and what waits to run, forgets the cards it names or calls them otherwise.

use super::{Locals, Queue, State, Tally, Work};
use crate::link::{CardSlots, Linked, kind_of};
use warwright_ir::{NONE, Slot};

/// What a card is called from now on; nothing where it is named no more. Other numbers are never asked about.
pub(super) type Names<'n> = &'n dyn Fn(i64) -> Option<i64>;

/// Calls the cards that locals, queues and tallies name otherwise.
pub(super) fn rename(linked: &Linked, state: &mut State, names: Names<'_>) {
    let known = &linked.cards;
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
