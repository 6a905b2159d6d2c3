//! How a battle ended and in which round, in words.

use warwright_ir::{FieldId, Kind, KindBase, Program};
use warwright_runtime::{Machine, Outcome, State};

/// The last line of a battle: `result: won by SIDE (WHY) in round N` or `result: draw (WHY) in round N`.
pub fn result(machine: &Machine, state: &State, outcome: &Outcome) -> String {
    let round =
        round(machine, state).map_or_else(String::new, |round| format!(" in round {round}"));
    match outcome {
        Outcome::Won { player, why } => {
            let name = machine.name(state, *player).unwrap_or_default();
            format!("result: won by {name} ({why}){round}")
        }
        Outcome::Drawn { why } => format!("result: draw ({why}){round}"),
        Outcome::Ended { .. } => format!("result: draw (no verdict){round}"),
    }
}

/// A line for each side that has pieces: how many of them are left, and which are not.
pub fn losses(machine: &Machine, state: &State) -> Vec<String> {
    let Ok(layout) = machine.layout(state.scenario) else { return Vec::new() };
    let name = |entity| machine.name(state, entity).unwrap_or_default();
    let owner = |piece: i64| layout.plan.get(usize::try_from(piece).ok()?)?.owner;
    let mut lines = Vec::new();
    for player in &layout.players {
        let own = layout.pieces.iter().filter(|piece| owner(**piece) == Some(*player));
        let (left, lost): (Vec<i64>, Vec<i64>) = own.partition(|piece| state.in_play(**piece));
        let (side, all) = (name(*player), left.len() + lost.len());
        let lost: Vec<String> = lost.into_iter().map(name).collect();
        match (all, lost.as_slice()) {
            (0, _) => {}
            (_, []) => lines.push(format!("{side}: nobody lost")),
            (_, lost) => {
                lines.push(format!(
                    "{side}: {} of {all} left; lost {}",
                    left.len(),
                    lost.join(", ")
                ));
            }
        }
    }
    lines
}

/// The round, where the system counts them.
pub fn round(machine: &Machine, state: &State) -> Option<i64> {
    RoundCount::of(machine.program(), state)?.round(machine, state)
}

/// Where a battle counts its rounds.
#[derive(Clone, Copy, Debug)]
pub struct RoundCount {
    field: FieldId,
    entity: i64,
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

    /// The round of a state of that battle.
    pub fn round(self, machine: &Machine, state: &State) -> Option<i64> {
        machine.field(state, self.entity, self.field).ok()
    }
}
