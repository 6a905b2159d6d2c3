//! Draws: takes a state that waits for one of several items to be drawn, or for a choice that chance settles, gives the states
//! that come of it with their weights.
//!
//! Items that are alike weigh together: those of one entry whose figures and state are the same, which nothing else tells apart.

use super::OddsFault;
use super::mass::{Mass, Over};
use super::weight::Weight;
use crate::dice::RollOf;
use crate::link::{Head, Linked, kind_of};
use crate::machine::{Answer, Machine, Tells};
use crate::session::Session;
use crate::state::{State, Tally, Wide, Work, items};
use std::rc::Rc;
use warwright_ir::Ty;

/// The states that come of a draw, each with its chance.
pub(super) fn drawn(
    machine: &Machine,
    state: &State,
    of: &RollOf,
) -> Result<Vec<(Box<State>, Mass)>, OddsFault> {
    let RollOf::Items { items, entries } = of else { return Ok(Vec::new()) };
    let over = Rc::new(Over::default().times(items.len() as u64, 1));
    // Of each group of alike items the first, and how many there are.
    let mut groups: Vec<(usize, u128)> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let same = |first: &usize| {
            entries.get(*first) == entries.get(at)
                && items
                    .get(*first)
                    .is_some_and(|first| alike(machine.linked(), state, *first, *item))
        };
        match groups.iter_mut().find(|(first, _)| same(first)) {
            Some((_, many)) => *many += 1,
            None => groups.push((at, 1)),
        }
    }
    let mut children = Vec::with_capacity(groups.len());
    for (first, many) in groups {
        let counts: Vec<i64> = (0..items.len()).map(|at| i64::from(at == first)).collect();
        let mut child = Session::new(state.clone());
        machine.answer_roll(&mut child, &counts, &mut Tells::quiet())?;
        children.push((
            child.into_parts().0,
            Mass { weight: Weight::Small(many), over: Rc::clone(&over) },
        ));
    }
    Ok(children)
}

/// The states that come of a choice that chance settles, each with its chance.
pub(super) fn chosen(
    machine: &Machine,
    state: &State,
    ways: &[(Answer, u64)],
) -> Result<Vec<(Box<State>, Mass)>, OddsFault> {
    let over = Rc::new(Over::default().times(ways.iter().map(|(_, weight)| weight).sum(), 1));
    let mut children = Vec::with_capacity(ways.len());
    for (answer, weight) in ways {
        let mut child = Session::new(state.clone());
        machine.answer_choice(&mut child, answer, &mut Tells::quiet())?;
        let weight = Weight::Small(u128::from(*weight));
        children.push((child.into_parts().0, Mass { weight, over: Rc::clone(&over) }));
    }
    Ok(children)
}

/// Whether two entities could be exchanged and nothing in the state would be another.
fn alike(linked: &Linked, state: &State, one: i64, other: i64) -> bool {
    let (Some(first), Some(second)) = (state.head(one), state.head(other)) else { return false };
    let named = |cell: i64| cell == one || cell == other;
    let tallied = |tally: &Tally| named(tally.who) || named(tally.each);
    let mut worlds = vec![(state.cells(), state.wides())];
    for frame in &state.frames {
        let (memory, waits) = match &frame.work {
            Work::Run(run) => (run.memory.as_deref(), run.queue.as_deref()),
            Work::Step(run) => (run.memory.as_deref(), run.queue.as_deref()),
            Work::Hook(run) => (None, run.below.as_deref()),
            _ => (None, None),
        };
        if waits.is_some_and(|queue| queue.waiting.iter().any(|queued| named(queued.bearer)))
            || memory.is_some_and(|memory| memory.tallies.iter().any(tallied))
        {
            return false;
        }
        let remembered = memory.into_iter().flat_map(|memory| &memory.snapshots);
        worlds.extend(
            remembered.map(|(_, snapshot)| (snapshot.cells.as_slice(), snapshot.wides.as_slice())),
        );
    }
    // What locals hold is not known here: a number that could be either tells them apart.
    let locals = &state.locals;
    first.kind == second.kind
        && !locals.scalars.iter().chain(locals.wides.iter().flatten()).any(|cell| named(*cell))
        && !state.held().iter().any(|held| named(held.entity))
        && !state.ties().iter().any(|tied| named(tied.left) || named(tied.right))
        && !state.tallies.iter().any(tallied)
        && worlds.iter().all(|world| {
            own(linked, *world, first) == own(linked, *world, second)
                && !named_apart(linked, state, *world, (one, other))
        })
}

type World<'s> = (&'s [i64], &'s [Wide]);

/// All values of an entity.
fn own<'s>(
    linked: &Linked,
    (cells, wides): World<'s>,
    head: Head,
) -> Option<(&'s [i64], &'s [Wide])> {
    let kind = linked.kinds.get(head.kind)?;
    let (cell, wide) = (head.cells as usize, head.wides as usize);
    Some((cells.get(cell..cell + kind.cells)?, wides.get(wide..wide + kind.wides)?))
}

/// Whether a field names one of two and not the other, or names them in an order. Sets that hold both do neither.
fn named_apart(
    linked: &Linked,
    state: &State,
    (cells, wides): World<'_>,
    (one, other): (i64, i64),
) -> bool {
    for (field, declared) in linked.program.fields.iter() {
        if kind_of(&declared.ty).is_none() {
            continue;
        }
        for head in state.heads().iter() {
            if !linked.kinds.get(head.kind).is_some_and(|kind| kind.fields.contains(&field)) {
                continue;
            }
            let items = items(linked, cells, wides, *head, field);
            let (first, second) = (items.contains(&one), items.contains(&other));
            if (first || second) && !(first && second && matches!(declared.ty, Ty::Set(_))) {
                return true;
            }
        }
    }
    false
}
