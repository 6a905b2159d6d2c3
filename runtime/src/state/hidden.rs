//! What is hidden, as inputs: takes a state and a player, gives all that reads otherwise where the state is seen as the player sees it.
//!
//! What is worked out of the true state and has read none of that is the same of the state as the player sees it.

use super::sight::{SecretLocal, hidden_cards, hidden_from, knows, secret_locals};
use super::{Snapshot, State, Work};
use crate::dependencies::Input;
use crate::link::{CardSlots, FieldPlace, Linked};
use warwright_ir::{FieldId, Slot};

/// The parts of a state that read otherwise for a player; nothing where more than that is hidden: locals, or what is tied or held.
pub(crate) fn hidden_inputs(linked: &Linked, state: &State, player: i64) -> Option<Vec<Input>> {
    let hidden = hidden_from(linked, state, player);
    let cards = hidden_cards(linked, state, &hidden);
    let is_secret = |it: &SecretLocal| !knows(linked, state, it, player);
    if secret_locals(linked, state).iter().any(is_secret) || names_any(linked, state, &cards) {
        return None;
    }
    // Uses may be secrets.
    let mut inputs = vec![Input::Uses];
    for (entity, field) in &hidden {
        add(linked, state, (*entity, *field), &mut inputs);
        let mirror = linked.mirrors.get(*field).copied().flatten();
        if let Some(mirror) = mirror {
            let kind = linked.program.fields.get(mirror).and_then(|it| linked.kinds.get(it.kind));
            for other in kind.map_or(&[] as &[i64], |kind| state.heads.of_class(kind.class)) {
                add(linked, state, (*other, mirror), &mut inputs);
            }
        }
    }
    let counts = linked.program.abilities.values().flat_map(|ability| &ability.state);
    for count in counts {
        for card in &cards {
            add(linked, state, (*card, count.field), &mut inputs);
        }
    }
    Some(inputs)
}

/// A field of an entity, where it has it.
fn add(linked: &Linked, state: &State, (entity, field): (i64, FieldId), inputs: &mut Vec<Input>) {
    let (Some(head), Some(place)) = (state.head(entity), linked.fields.get(field)) else { return };
    let class = head.class;
    inputs.push(match place {
        FieldPlace::Cell(offset) => Input::Cell { class, offset: *offset as usize, entity },
        FieldPlace::Wide(offset) => Input::Wide { class, offset: *offset as usize, entity },
    });
}

/// Whether locals, what is held for a time or ties name any of some cards, now or in what is remembered.
fn names_any(linked: &Linked, state: &State, cards: &[i64]) -> bool {
    if cards.is_empty() {
        return false;
    }
    let is_card = |it: i64| cards.binary_search(&it).is_ok();
    let holds = |held: &[super::Held], ties: &[super::Tied]| {
        held.iter().any(|held| is_card(held.entity))
            || ties.iter().any(|tied| is_card(tied.left) || is_card(tied.right))
    };
    let remembers = |snapshot: &Snapshot| holds(&snapshot.held, &snapshot.ties);
    holds(&state.held, &state.ties)
        || state.frames.iter().any(|frame| {
            let known = &linked.cards;
            let slots = match &frame.work {
                Work::Run(run) => known.procedures.get(&run.procedure),
                Work::Hook(run) => known.hooks.get(&run.hook),
                Work::Action(run) => known.actions.get(&run.action),
                Work::Acts(acts) if acts.owns => known.bodies.get(&acts.body),
                _ => None,
            };
            let base = (frame.scalars as usize, frame.wides as usize);
            let memory = frame.memory();
            slots.is_some_and(|slots| stand_in(state, base, slots, &is_card))
                || memory.is_some_and(|it| it.snapshots.iter().any(|(_, it)| remembers(it)))
        })
}

/// Whether any of some cards stands in some locals.
fn stand_in(
    state: &State,
    (scalars, wides): (usize, usize),
    slots: &CardSlots,
    is_card: &dyn Fn(i64) -> bool,
) -> bool {
    slots.iter().any(|slot| match slot {
        Slot::Scalar(slot) => {
            let local = state.locals.scalars.get(scalars + usize::from(*slot));
            local.is_some_and(|it| is_card(*it))
        }
        Slot::Wide(slot) => {
            let local = state.locals.wides.get(wides + usize::from(*slot));
            local.is_some_and(|it| it.iter().any(|it| is_card(*it)))
        }
    })
}
