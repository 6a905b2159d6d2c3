//! Rounds: takes a program and a state of a battle, gives where it counts its rounds, and which one it is.

use crate::link::Linked;
use crate::state::{State, View};
use warwright_ir::{FieldId, Kind, KindBase, Program};

/// Where a battle counts its rounds.
#[derive(Clone, Copy, Debug)]
pub struct RoundCount {
    /// The field.
    pub field: FieldId,
    /// The battle, of which it is one.
    pub entity: i64,
}

impl RoundCount {
    /// Looks for it in any state of the battle; none where the system counts none.
    pub fn of(program: &Program, state: &State) -> Option<Self> {
        let is_battle = |kind: &Kind| kind.base == KindBase::Battle;
        let battle = program.kinds.values().find(|kind| is_battle(kind))?;
        let is_round = |field: &FieldId| {
            let name = program.fields.get(*field).and_then(|field| program.texts.get(field.name));
            name.is_some_and(|name| name == "round")
        };
        let field = battle.fields.iter().copied().find(is_round)?;
        let entity = (0..state.entities()).find(|entity| {
            let kind = state.head(*entity).and_then(|head| program.kinds.get(head.kind));
            kind.is_some_and(is_battle)
        })?;
        Some(Self { field, entity })
    }

    /// The round of a state of that battle, for a machine at work.
    pub(crate) fn value(self, linked: &Linked, state: &State) -> Option<i64> {
        View::live(state).field(linked, self.entity, self.field).ok()
    }
}
