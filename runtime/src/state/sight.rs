//! Sight: takes a state and a player, gives the state as far as that player may see it.
//!
//! What a player may not see reads for that player as if it had never been set, in what is remembered as well, so that whoever
//! chooses for a player can be given the whole state without being given the secrets of others. What mirrors a hidden field
//! is seen by the same players: a card does not say in whose hand it is. A card that stands in a field hidden from the player,
//! and in none that the player sees, is named nowhere: not by locals of what is running, not by what waits to run, not by what is
//! held for a time or tied. A local that holds what was chosen to be hidden is known to whoever chose it and to whoever sees the
//! field into which it goes. A use that is counted is known to its user alone, where it wrote what is hidden.

use super::cards::{forget_counts, rename};
use super::setup::{Rules, reset_field};
use super::uses::forget_uses;
use super::{Frame, Snapshot, State, Wide, Work};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::{FieldPlace, Head, Linked, OWNER, Secret, kind_of};
use std::borrow::Cow;
use std::sync::Arc;
use warwright_ir::{Field, FieldId, NONE, Sight, Slot};

/// The state as a player sees it: itself, where nothing in it is hidden from that player.
pub(crate) fn seen_by<'s>(
    rules: Rules<'_>,
    state: &'s State,
    player: i64,
) -> Checked<Cow<'s, State>> {
    let linked = rules.linked;
    let hidden = hidden_from(linked, state, player);
    if hidden.is_empty() {
        return Ok(Cow::Borrowed(state));
    }
    let cards = hidden_cards(linked, state, &hidden);
    let mut seen = state.clone();
    for (entity, field) in hidden {
        hide(rules, &mut seen, entity, field)?;
    }
    forget_uses(&mut seen, player);
    if !cards.is_empty() {
        forget_counts(rules, &mut seen, &cards)?;
        rename(linked, &mut seen, &|card| cards.binary_search(&card).is_err().then_some(card));
    }
    for secret in secret_locals(linked, state) {
        if !knows(linked, state, &secret, player) {
            blank(&mut seen, secret);
        }
    }
    for frame in &mut seen.frames {
        let Work::Acts(acts) = &mut frame.work else { continue };
        for savepoint in &mut acts.tries {
            *savepoint.state = seen_by(rules, &savepoint.state, player)?.into_owned();
        }
    }
    Ok(Cow::Owned(seen))
}

/// A local on the stack that may hold a secret: where the locals of its frame begin, and what it is.
pub(super) type SecretLocal = ((usize, usize), Secret);

/// The locals on the stack that may hold secrets.
pub(super) fn secret_locals(linked: &Linked, state: &State) -> Vec<SecretLocal> {
    let known = &linked.secrets;
    let of_frame = |frame: &Frame| {
        let list = match &frame.work {
            Work::Run(run) => known.procedures.get(&run.procedure),
            Work::Hook(run) => known.hooks.get(&run.hook),
            Work::Action(run) => known.actions.get(&run.action),
            Work::Acts(acts) if acts.owns => known.bodies.get(&acts.body),
            _ => None,
        };
        let at = (frame.scalars as usize, frame.wides as usize);
        list.into_iter().flatten().map(move |secret| (at, secret.clone()))
    };
    state.frames.iter().flat_map(of_frame).collect()
}

/// Whether a player may know a secret: whoever chose it, and whoever sees the field into which it goes.
pub(super) fn knows(
    linked: &Linked,
    state: &State,
    ((scalars, _), secret): &SecretLocal,
    player: i64,
) -> bool {
    let local = |slot: u16| state.locals.scalars.get(scalars + usize::from(slot)).copied();
    if secret.by.is_some_and(|by| local(by) == Some(player)) {
        return true;
    }
    let Some((slot, field)) = secret.goes else { return false };
    let head = local(slot).and_then(|entity| state.head(entity));
    let field = linked.program.fields.get(field);
    field.zip(head).is_some_and(|(field, head)| sees(field, state, head, player))
}

/// Puts a secret back to what it is before anything was chosen.
fn blank(state: &mut State, ((scalars, wides), secret): SecretLocal) {
    match secret.slot {
        Slot::Scalar(slot) => {
            if let Some(local) = state.locals.scalars.get_mut(scalars + usize::from(slot)) {
                *local = secret.blank;
            }
        }
        Slot::Wide(slot) => {
            if let Some(local) = state.locals.wides.get_mut(wides + usize::from(slot)) {
                local.clear();
            }
        }
    }
}

/// The fields that a player may not see, each of one entity.
pub(super) fn hidden_from(linked: &Linked, state: &State, player: i64) -> Vec<(i64, FieldId)> {
    let mut hidden = Vec::new();
    for (field, declared) in linked.program.fields.iter() {
        if declared.sight == Sight::All {
            continue;
        }
        for (entity, head) in bearers(linked, state, field) {
            if !sees(declared, state, head, player) {
                hidden.push((entity, field));
            }
        }
    }
    hidden
}

/// The entities that have a field.
fn bearers<'s>(
    linked: &'s Linked,
    state: &'s State,
    field: FieldId,
) -> impl Iterator<Item = (i64, Head)> + use<'s> {
    let kind = linked.program.fields.get(field).and_then(|field| linked.kinds.get(field.kind));
    let of_class = kind.map_or(&[] as &[i64], |kind| state.heads.of_class(kind.class));
    of_class.iter().filter_map(move |entity| {
        let head = state.head(*entity)?;
        let has = linked.kinds.get(head.kind)?.fields.contains(&field);
        has.then_some((*entity, head))
    })
}

fn sees(field: &Field, state: &State, head: Head, player: i64) -> bool {
    match field.sight {
        Sight::All => true,
        Sight::Owner => state.cells.get(head.cells as usize + OWNER) == Some(&player),
        Sight::Nobody => false,
    }
}

/// The cards of which a player may not know where they are, in order.
pub(crate) fn cards_hidden_from(linked: &Linked, state: &State, player: i64) -> Vec<i64> {
    if linked.cards.kinds.is_empty() {
        return Vec::new();
    }
    hidden_cards(linked, state, &hidden_from(linked, state, player))
}

/// The cards that stand in hidden fields and in none that the player sees, in order.
pub(super) fn hidden_cards(linked: &Linked, state: &State, hidden: &[(i64, FieldId)]) -> Vec<i64> {
    let kinds = &linked.cards.kinds;
    if kinds.is_empty() {
        return Vec::new();
    }
    let holds = |field: &Field| kind_of(&field.ty).is_some_and(|kind| kinds.contains(&kind));
    let mut secret: Vec<(FieldId, i64)> =
        hidden.iter().map(|(entity, id)| (*id, *entity)).collect();
    secret.sort_unstable();
    let (mut away, mut open) = (Vec::new(), Vec::new());
    for (id, _) in linked.program.fields.iter().filter(|(_, field)| holds(field)) {
        for (entity, head) in bearers(linked, state, id) {
            let is_secret = secret.binary_search(&(id, entity)).is_ok();
            let list = if is_secret { &mut away } else { &mut open };
            list.extend(items(linked, &state.cells, &state.wides, head, id));
        }
    }
    open.sort_unstable();
    away.retain(|card| open.binary_search(card).is_err());
    away.sort_unstable();
    away.dedup();
    away
}

/// What a field holds: its value, or its items.
pub(crate) fn items(
    linked: &Linked,
    cells: &[i64],
    wides: &[Wide],
    head: Head,
    field: FieldId,
) -> Wide {
    match linked.fields.get(field) {
        Some(FieldPlace::Cell(offset)) => {
            let cell = cells.get(head.cells as usize + *offset as usize);
            cell.filter(|cell| **cell != NONE)
                .map(|cell| Wide::from_elem(*cell, 1))
                .unwrap_or_default()
        }
        Some(FieldPlace::Wide(offset)) => {
            wides.get(head.wides as usize + *offset as usize).cloned().unwrap_or_default()
        }
        None => Wide::new(),
    }
}

/// Puts a field back to its first value, as it is and as it is remembered, with what mirrors it.
pub(super) fn hide(
    rules: Rules<'_>,
    state: &mut State,
    entity: i64,
    field: FieldId,
) -> Checked<()> {
    let linked = rules.linked;
    let place = *linked.fields.get(field).ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
    let head = state.head(entity).ok_or_else(|| Fault::damaged(DamagedPart::State))?;
    let heads = Arc::clone(&state.heads);
    let before = items(linked, &state.cells, &state.wides, head, field);
    reset_field(rules, state, entity, field)?;
    let State { cells, wides, frames, .. } = state;
    unmirror(linked, &heads, (cells, wides), (entity, field), &before);
    let memories = frames.iter_mut().filter_map(|frame| match &mut frame.work {
        Work::Run(run) => run.memory.as_mut(),
        Work::Step(run) => run.memory.as_mut(),
        _ => None,
    });
    for (_, snapshot) in memories.flat_map(|memory| memory.snapshots.iter_mut()) {
        let Snapshot { cells: old_cells, wides: old_wides, .. } = Arc::make_mut(snapshot);
        let before = items(linked, old_cells, old_wides, head, field);
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
        unmirror(linked, &heads, (old_cells, old_wides), (entity, field), &before);
    }
    Ok(())
}

/// Takes an entity out of the fields that mirror a field of it.
fn unmirror(
    linked: &Linked,
    heads: &[Head],
    (cells, wides): (&mut [i64], &mut [Wide]),
    (entity, field): (i64, FieldId),
    items: &[i64],
) {
    let Some(mirror) = linked.mirrors.get(field).copied().flatten() else { return };
    for item in items {
        let head = usize::try_from(*item).ok().and_then(|item| heads.get(item));
        let (Some(head), Some(place)) = (head, linked.fields.get(mirror)) else { continue };
        match place {
            FieldPlace::Cell(offset) => {
                let cell = cells.get_mut(head.cells as usize + *offset as usize);
                if let Some(cell) = cell.filter(|cell| **cell == entity) {
                    *cell = NONE;
                }
            }
            FieldPlace::Wide(offset) => {
                if let Some(wide) = wides.get_mut(head.wides as usize + *offset as usize) {
                    wide.retain(|other| *other != entity);
                }
            }
        }
    }
}
