//! What became of a state: takes two states of one battle, tells what was worked out of the first all that is otherwise in the second.

use super::{Frame, Memory, State};
use crate::dependencies::Input;
use crate::eval::Memo;
use crate::link::Linked;
use std::collections::BTreeSet;
use warwright_ir::Moment;

/// Tells `memo`, which knows `before`, what is otherwise in `after`.
pub(crate) fn tell_differences(linked: &Linked, before: &State, after: &State, memo: &mut Memo) {
    let same_entities = before.heads.get(..) == after.heads.get(..before.heads.len());
    if before.scenario != after.scenario || !same_entities {
        memo.clear();
        return;
    }
    for head in after.heads.iter().skip(before.heads.len()) {
        memo.write(Input::Entities { class: head.class });
    }
    tell_fields(before, after, memo);
    if before.held != after.held {
        let abilities: BTreeSet<_> =
            before.held.iter().chain(&after.held).map(|held| held.ability).collect();
        abilities.into_iter().for_each(|ability| memo.write(Input::Held(ability)));
    }
    if before.ties != after.ties {
        let ties: BTreeSet<_> =
            before.ties.iter().chain(&after.ties).map(|tied| tied.tie).collect();
        ties.into_iter().for_each(|tie| memo.write(Input::Ties(tie)));
    }
    if before.begun != after.begun {
        memo.write(Input::Begun);
    }
    for (id, moment) in linked.program.moments.iter() {
        if going_on(before, moment) != going_on(after, moment) {
            memo.write(Input::Run(id));
        }
    }
}

/// Which fields have another value for any entity that was there before.
fn tell_fields(before: &State, after: &State, memo: &mut Memo) {
    // What was told once need not be told again of other entities.
    let mut told = BTreeSet::new();
    for (at, head) in before.heads.iter().enumerate() {
        let next = before.heads.get(at + 1);
        let cells = head.cells as usize..next.map_or(before.cells.len(), |it| it.cells as usize);
        let (old, new) = (before.cells.get(cells.clone()), after.cells.get(cells));
        if old != new {
            let pairs = old.unwrap_or_default().iter().zip(new.unwrap_or_default());
            for (offset, _) in pairs.enumerate().filter(|(_, (old, new))| old != new) {
                told.insert((false, head.class, offset, at));
            }
        }
        let wides = head.wides as usize..next.map_or(before.wides.len(), |it| it.wides as usize);
        let (old, new) = (before.wides.get(wides.clone()), after.wides.get(wides));
        if old != new {
            let pairs = old.unwrap_or_default().iter().zip(new.unwrap_or_default());
            for (offset, _) in pairs.enumerate().filter(|(_, (old, new))| old != new) {
                told.insert((true, head.class, offset, at));
            }
        }
    }
    for (wide, class, offset, at) in told {
        let entity = i64::try_from(at).unwrap_or(i64::MAX);
        memo.write(match wide {
            true => Input::Wide { class, offset, entity },
            false => Input::Cell { class, offset, entity },
        });
    }
}

/// What the innermost run of a moment that goes on remembers.
fn going_on<'s>(state: &'s State, moment: &Moment) -> Option<Option<&'s Memory>> {
    state.innermost(moment).map(|depth| state.frames.get(depth).and_then(Frame::memory))
}
