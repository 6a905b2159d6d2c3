//! Sight: takes a state and a player, gives the state as far as that player may see it.
//!
//! What only its owner may see reads for others as if it had never been set, in what is remembered as well, so that whoever
//! chooses for a player can be given the whole state without being given the secrets of others.

use super::setup::reset_field;
use super::{Snapshot, State, Work};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::{FieldPlace, Head, Linked, OWNER, Setting};
use std::borrow::Cow;
use std::sync::Arc;
use warwright_ir::FieldId;

/// The state as a player sees it: itself, where nothing in it is hidden from that player.
pub(crate) fn seen_by<'s>(
    linked: &Linked,
    setting: &Setting,
    state: &'s State,
    player: i64,
) -> Checked<Cow<'s, State>> {
    let mut seen = Cow::Borrowed(state);
    for (field, declared) in linked.program.fields.iter() {
        if !declared.hidden {
            continue;
        }
        for (number, head) in state.heads.iter().enumerate() {
            let has = linked.kinds.get(head.kind).is_some_and(|kind| kind.fields.contains(&field));
            let owner = state.cells.get(head.cells as usize + OWNER);
            if has && owner != Some(&player) {
                let entity =
                    i64::try_from(number).map_err(|_| Fault::damaged(DamagedPart::State))?;
                hide(linked, setting, seen.to_mut(), (entity, *head), field)?;
            }
        }
    }
    Ok(seen)
}

/// Puts a field back to its first value, as it is and as it is remembered.
fn hide(
    linked: &Linked,
    setting: &Setting,
    state: &mut State,
    (entity, head): (i64, Head),
    field: FieldId,
) -> Checked<()> {
    reset_field(linked, setting, state, entity, field)?;
    let place = *linked.fields.get(field).ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
    let State { cells, wides, frames, .. } = state;
    let memories = frames.iter_mut().filter_map(|frame| match &mut frame.work {
        Work::Run(run) => run.memory.as_mut(),
        Work::Step(run) => run.memory.as_mut(),
        _ => None,
    });
    for (_, snapshot) in memories.flat_map(|memory| memory.snapshots.iter_mut()) {
        let Snapshot { cells: old_cells, wides: old_wides, .. } = Arc::make_mut(snapshot);
        match place {
            FieldPlace::Cell(offset) => {
                let at = head.cells as usize + offset as usize;
                if let (Some(old), Some(first)) = (old_cells.get_mut(at), cells.get(at)) {
                    *old = *first;
                }
            }
            FieldPlace::Wide(offset) => {
                let at = head.wides as usize + offset as usize;
                if let (Some(old), Some(first)) = (old_wides.get_mut(at), wides.get(at)) {
                    old.clone_from(first);
                }
            }
        }
    }
    Ok(())
}
