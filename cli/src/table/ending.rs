//! How a battle ended and in which round, in words.

use warwright_ir::KindBase;
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

/// The round, where the system counts them.
pub fn round(machine: &Machine, state: &State) -> Option<i64> {
    let program = machine.program();
    let (_, battle) = program.kinds.iter().find(|(_, kind)| kind.base == KindBase::Battle)?;
    let field = battle.fields.iter().find(|field| {
        let name = program.fields.get(**field).and_then(|field| program.texts.get(field.name));
        name.is_some_and(|name| name == "round")
    })?;
    let entity = (0..state.entities()).find(|entity| {
        let kind = state.head(*entity).and_then(|head| program.kinds.get(head.kind));
        kind.is_some_and(|kind| kind.base == KindBase::Battle)
    })?;
    machine.field(state, entity, *field).ok()
}
