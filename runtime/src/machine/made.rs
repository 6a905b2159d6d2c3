//! What was made in play: takes a state, gives the things that came into being since the start, and what stands on the board at all.

use super::Machine;
use crate::fault::Checked;
use crate::link::OWNER;
use crate::state::{PartOf, State, bare, cell, holder, part_of};
use warwright_ir::{EntryId, Kind, KindBase, KindId, NONE, Ty};

/// A thing on the board that was made in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// The thing.
    pub entity: i64,
    /// The player to whom it belongs.
    pub owner: Option<i64>,
    /// Of which piece it is a part.
    pub part: Option<PartOf>,
    /// Of what is no part: how many others were made before it, whether they are still there or not.
    pub before: usize,
}

impl Machine {
    /// The pieces and areas that were made in play and are there, in the order in which they were made.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn made(&self, state: &State) -> Checked<Vec<Made>> {
        let planned = self.layout(state.scenario)?.plan.len();
        let linked = self.linked();
        let mut before = 0;
        let mut made = Vec::new();
        for (entity, head) in (0_i64..).zip(state.heads().iter()).skip(planned) {
            let Some(kind) = linked.program.kinds.get(head.kind) else { continue };
            if !matches!(kind.base, KindBase::Piece | KindBase::Area) {
                continue;
            }
            let parts = holder(linked, head.kind).is_some();
            if state.in_play(entity) {
                let owner = cell(state, entity, OWNER).filter(|owner| *owner != NONE);
                let part = part_of(linked, state, entity);
                made.push(Made { entity, owner, part, before });
            }
            before += usize::from(!parts);
        }
        Ok(made)
    }

    /// Whether a piece of an entry stands on the board, it or its parts. Where pieces of no kind do, all that rosters list is alike.
    pub fn stands(&self, entry: EntryId) -> bool {
        let linked = self.linked();
        let Some(kind) = linked.program.entries.get(entry).map(|it| it.kind) else { return false };
        let kinds = &linked.program.kinds;
        let on_board = |it: &Kind| {
            it.base == KindBase::Piece
                && (it.footprint.is_some() || it.place.is_some() || it.cell.is_some())
        };
        let part_of_it = |part: KindId| {
            let (held_by, _) = holder(linked, part)?;
            let held_by = linked.program.fields.get(held_by)?;
            Some(matches!(bare(&held_by.ty), Ty::Entity(of) if *of == kind))
        };
        kinds.get(kind).is_some_and(on_board)
            || kinds.iter().any(|(id, it)| on_board(it) && part_of_it(id) == Some(true))
            || !kinds.values().any(on_board)
    }

    /// Of which piece something is a part.
    pub fn part_of(&self, state: &State, entity: i64) -> Option<PartOf> {
        part_of(self.linked(), state, entity)
    }
}
