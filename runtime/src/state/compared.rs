//! What became of a state: takes two states of one battle, tells what was worked out of the first all that is otherwise in the second.

#[cfg(test)]
mod tests;

use super::{Frame, Memory, State, Tally};
use crate::dependencies::Input;
use crate::link::{Head, Linked};
use crate::memo::Memo;
use std::collections::BTreeSet;
use warwright_ir::Moment;

/// Tells `memo`, which knows `before`, what is otherwise in `after`.
pub(crate) fn tell_differences(linked: &Linked, before: &State, after: &State, memo: &mut Memo) {
    if !each_difference(linked, before, after, &mut |input| memo.write(input)) {
        memo.clear();
    }
}

/// Gives all that is otherwise; false where the states have too little in common.
fn each_difference(
    linked: &Linked,
    before: &State,
    after: &State,
    found: &mut dyn FnMut(Input),
) -> bool {
    let same_entities = before.heads.get(..) == after.heads.get(..before.heads.len());
    if before.scenario != after.scenario || !same_entities {
        return false;
    }
    for head in after.heads.iter().skip(before.heads.len()) {
        found(Input::Entities { class: head.class });
    }
    each_field(before, after, found);
    if before.held != after.held {
        let abilities: BTreeSet<_> =
            before.held.iter().chain(&after.held).map(|held| held.ability).collect();
        abilities.into_iter().for_each(|ability| found(Input::Held(ability)));
    }
    if before.ties != after.ties {
        let ties: BTreeSet<_> =
            before.ties.iter().chain(&after.ties).map(|tied| tied.tie).collect();
        ties.into_iter().for_each(|tie| found(Input::Ties(tie)));
    }
    if before.tallies != after.tallies || in_runs(before).ne(in_runs(after)) {
        found(Input::Uses);
    }
    for (id, moment) in linked.program.moments.iter() {
        if going_on(before, moment) != going_on(after, moment) {
            found(Input::Run(id));
        }
    }
    true
}

/// The uses that count for the runs that go on.
fn in_runs(state: &State) -> impl Iterator<Item = &[Tally]> {
    state.frames.iter().map(|frame| frame.memory().map_or(&[][..], |it| it.tallies.as_slice()))
}

/// Which fields have another value for any entity that was there before.
fn each_field(before: &State, after: &State, found: &mut dyn FnMut(Input)) {
    // Whose the value at a place is, and which of its values.
    let place = |at: usize, begins: fn(&Head) -> u32| {
        let entity =
            before.heads.partition_point(|head| begins(head) as usize <= at).checked_sub(1)?;
        let head = before.heads.get(entity)?;
        Some((head.class, at - begins(head) as usize, i64::try_from(entity).ok()?))
    };
    differing(&before.cells, &after.cells, |at| {
        if let Some((class, offset, entity)) = place(at, |head| head.cells) {
            found(Input::Cell { class, offset, entity });
        }
    });
    differing(&before.wides, &after.wides, |at| {
        if let Some((class, offset, entity)) = place(at, |head| head.wides) {
            found(Input::Wide { class, offset, entity });
        }
    });
}

/// At which places values differ: most stretches of a state are as they were, and looked at as a whole.
fn differing<T: PartialEq>(before: &[T], after: &[T], mut found: impl FnMut(usize)) {
    const STRETCH: usize = 64;
    let stretches = before.chunks(STRETCH).zip(after.chunks(STRETCH)).enumerate();
    for (number, (old, new)) in stretches.filter(|(_, (old, new))| old != new) {
        let pairs = old.iter().zip(new).enumerate();
        for (at, _) in pairs.filter(|(_, (old, new))| old != new) {
            found(number * STRETCH + at);
        }
    }
}

/// What the innermost run of a moment that goes on remembers.
fn going_on<'s>(state: &'s State, moment: &Moment) -> Option<Option<&'s Memory>> {
    state.innermost(moment).map(|depth| state.frames.get(depth).and_then(Frame::memory))
}
