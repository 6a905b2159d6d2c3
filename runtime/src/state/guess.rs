//! Guesses: takes a state and a player, gives a state that looks the same to that player, in which all that the player may
//! not see is dealt anew.
//!
//! Cards are shuffled: those whose places are hidden change places with others of their kind and owner, so that as many lie
//! in each place as before. Other hidden values with few possible ones take any of these; all else is shuffled among the
//! things of one owner that have such a value, and what only one thing has is as the player sees it. Whether a value is there
//! at all counts as known.

use super::cards::{forget_counts, rename};
use super::setup::Rules;
use super::sight::{hidden_cards, hidden_from, hide, items};
use super::uses::forget_uses;
use super::{Snapshot, State, Wide, Work, Writer, snapshots};
use crate::dice::SeededDice;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::{FieldPlace, Linked, OWNER, kind_of};
use crate::memo::Memo;
use std::collections::BTreeMap;
use std::sync::Arc;
use warwright_ir::{FieldId, NONE, Ty};

/// Of so many values or fewer any may be guessed.
const FEW: i64 = 1_000;

/// A state as it may be for all that a player knows.
pub(crate) fn guessed(
    rules: Rules<'_>,
    state: &State,
    player: i64,
    generator: &mut SeededDice,
) -> Checked<State> {
    let linked = rules.linked;
    let mut guess = state.clone();
    let hidden = hidden_from(linked, state, player);
    if hidden.is_empty() {
        return Ok(guess);
    }
    let cards = hidden_cards(linked, state, &hidden);
    let names = shuffled_cards(linked, state, &cards, generator);
    if !names.is_empty() {
        forget_counts(rules, &mut guess, &cards)?;
        call_otherwise(linked, &mut guess, &names);
    }
    deal_values(rules, &mut guess, &hidden, generator)?;
    forget_uses(&mut guess, player);
    Ok(guess)
}

/// Which card each hidden card is now: one of its kind and owner.
fn shuffled_cards(
    linked: &Linked,
    state: &State,
    cards: &[i64],
    generator: &mut SeededDice,
) -> BTreeMap<i64, i64> {
    let mut alike: BTreeMap<(u32, i64), Vec<i64>> = BTreeMap::new();
    for card in cards {
        let Some(head) = state.head(*card) else { continue };
        let owner = state.cells.get(head.cells as usize + OWNER).copied().unwrap_or(NONE);
        let class = linked.kinds.get(head.kind).map_or(u32::MAX, |link| link.class);
        alike.entry((class, owner)).or_default().push(*card);
    }
    let mut names = BTreeMap::new();
    for before in alike.into_values() {
        let mut after = before.clone();
        generator.shuffle(&mut after);
        names.extend(before.into_iter().zip(after));
    }
    names
}

/// Calls cards otherwise wherever they are named: in fields, as they are and as they are remembered, and on the stack.
fn call_otherwise(linked: &Linked, state: &mut State, names: &BTreeMap<i64, i64>) {
    let call = |card: i64| names.get(&card).copied().unwrap_or(card);
    let heads = Arc::clone(&state.heads);
    let Renamer { fields, mirrored } = Renamer::new(linked, &heads, names);
    let apply = |cells: &mut [i64], wides: &mut [Wide]| {
        for (at, sorted) in &fields {
            match at {
                FieldIndex::Cell(at) => {
                    if let Some(cell) = cells.get_mut(*at) {
                        *cell = call(*cell);
                    }
                }
                FieldIndex::Wide(at) => {
                    if let Some(wide) = wides.get_mut(*at) {
                        wide.iter_mut().for_each(|card| *card = call(*card));
                        if *sorted {
                            wide.sort_unstable();
                        }
                    }
                }
            }
        }
        // What says where a card lies stays where the card lay.
        let (old_cells, old_wides) = (cells.to_vec(), wides.to_vec());
        for (from, to) in &mirrored {
            match (from, to) {
                (FieldIndex::Cell(from), FieldIndex::Cell(to)) => {
                    if let (Some(old), Some(cell)) = (old_cells.get(*from), cells.get_mut(*to)) {
                        *cell = *old;
                    }
                }
                (FieldIndex::Wide(from), FieldIndex::Wide(to)) => {
                    if let (Some(old), Some(wide)) = (old_wides.get(*from), wides.get_mut(*to)) {
                        wide.clone_from(old);
                    }
                }
                _ => {}
            }
        }
    };
    apply(&mut state.cells, &mut state.wides);
    for (_, snapshot) in snapshots(state) {
        let Snapshot { cells, wides, .. } = Arc::make_mut(snapshot);
        apply(cells, wides);
    }
    rename(linked, state, &|card| Some(call(card)));
    for frame in &mut state.frames {
        let Work::Acts(acts) = &mut frame.work else { continue };
        for savepoint in &mut acts.tries {
            call_otherwise(linked, &mut savepoint.state, names);
        }
    }
}

/// Where a value of a field stands.
#[derive(Clone, Copy)]
enum FieldIndex {
    Cell(usize),
    Wide(usize),
}

/// Where cards are named among the fields.
struct Renamer {
    /// Fields that hold cards, with whether their items stand in order.
    fields: Vec<(FieldIndex, bool)>,
    /// Fields of a card that mirror where it lies: from which to which the values go.
    mirrored: Vec<(FieldIndex, FieldIndex)>,
}

impl Renamer {
    fn new(linked: &Linked, heads: &[crate::link::Head], names: &BTreeMap<i64, i64>) -> Self {
        let (mut fields, mut mirrored) = (Vec::new(), Vec::new());
        let place = |entity: i64, field: FieldId| {
            let head = usize::try_from(entity).ok().and_then(|entity| heads.get(entity))?;
            let has = linked.kinds.get(head.kind).is_some_and(|it| it.fields.contains(&field));
            match linked.fields.get(field).filter(|_| has)? {
                FieldPlace::Cell(offset) => {
                    Some(FieldIndex::Cell(head.cells as usize + *offset as usize))
                }
                FieldPlace::Wide(offset) => {
                    Some(FieldIndex::Wide(head.wides as usize + *offset as usize))
                }
            }
        };
        for (id, field) in linked.program.fields.iter() {
            if kind_of(&field.ty).is_some_and(|kind| linked.cards.kinds.contains(&kind)) {
                let sorted = matches!(field.ty, Ty::Set(_));
                let all = (0_i64..).zip(heads).filter_map(|(entity, _)| place(entity, id));
                fields.extend(all.map(|place| (place, sorted)));
            }
            if linked.mirrors.get(id).copied().flatten().is_some() {
                for (before, after) in names {
                    mirrored.extend(place(*before, id).zip(place(*after, id)));
                }
            }
        }
        Self { fields, mirrored }
    }
}

/// Deals hidden values anew that are no cards.
fn deal_values(
    rules: Rules<'_>,
    state: &mut State,
    hidden: &[(i64, FieldId)],
    generator: &mut SeededDice,
) -> Checked<()> {
    let linked = rules.linked;
    let mut alike: BTreeMap<(FieldId, i64), Vec<i64>> = BTreeMap::new();
    for (entity, field) in hidden {
        let Some(declared) = linked.program.fields.get(*field) else { continue };
        if kind_of(&declared.ty).is_some_and(|kind| linked.cards.kinds.contains(&kind)) {
            continue;
        }
        let head = state.head(*entity).ok_or_else(|| Fault::damaged(DamagedPart::State))?;
        // Of what leaves play nothing is left to guess.
        if !state.in_play(*entity)
            || items(linked, &state.cells, &state.wides, head, *field).is_empty()
        {
            continue;
        }
        let owner = state.cells.get(head.cells as usize + OWNER).copied().unwrap_or(NONE);
        alike.entry((*field, owner)).or_default().push(*entity);
    }
    for ((field, _), entities) in alike {
        let ty = linked.program.fields.get(field).map(|field| (&field.ty, field.least, field.most));
        let few = ty.and_then(|(ty, least, most)| few_values(linked, ty, least, most));
        match (few, entities.as_slice()) {
            (Some((low, count)), entities) => {
                for entity in entities {
                    let value = low.saturating_add(i64::from(generator.below(count)));
                    let mut writer = Writer { rules, state, memo: &mut Memo::default() };
                    writer.set(*entity, field, value)?;
                }
            }
            (None, [only]) => hide(rules, state, *only, field)?,
            (None, entities) => shuffle_values(rules, state, (field, entities), generator)?,
        }
        remember_guess(linked, state, field, &entities);
    }
    Ok(())
}

/// The least of a few values of a type, and how many there are.
fn few_values(
    linked: &Linked,
    ty: &Ty,
    least: Option<i64>,
    most: Option<i64>,
) -> Option<(i64, u32)> {
    let program = &linked.program;
    let count = |many: usize| u32::try_from(many).ok().filter(|many| *many > 0);
    match ty {
        Ty::Bool => Some((0, 2)),
        Ty::Int => {
            let (least, most) = (least?, most?);
            let span = most.checked_sub(least).filter(|span| (0..FEW).contains(span))?;
            Some((least, u32::try_from(span).ok()?.checked_add(1)?))
        }
        Ty::Member(kind) => Some((0, count(program.kinds.get(*kind)?.entries.len())?)),
        Ty::Face(die) => Some((0, count(program.dice.get(*die)?.faces.len())?)),
        Ty::Optional(inner) => few_values(linked, inner, least, most),
        _ => None,
    }
}

/// Gives the values of some things to others of them.
fn shuffle_values(
    rules: Rules<'_>,
    state: &mut State,
    (field, entities): (FieldId, &[i64]),
    generator: &mut SeededDice,
) -> Checked<()> {
    let linked = rules.linked;
    let mut values = Vec::with_capacity(entities.len());
    for entity in entities {
        let head = state.head(*entity).ok_or_else(|| Fault::damaged(DamagedPart::State))?;
        values.push(items(linked, &state.cells, &state.wides, head, field));
    }
    generator.shuffle(&mut values);
    let mut writer = Writer { rules, state, memo: &mut Memo::default() };
    for (entity, value) in entities.iter().zip(values) {
        match linked.fields.get(field) {
            Some(FieldPlace::Cell(_)) => {
                writer.set(*entity, field, value.first().copied().unwrap_or(NONE))?;
            }
            Some(FieldPlace::Wide(_)) => writer.set_wide(*entity, field, value)?,
            None => return Err(Fault::damaged(DamagedPart::Id)),
        }
    }
    Ok(())
}

/// What is guessed of now is guessed of what is remembered too.
fn remember_guess(linked: &Linked, state: &mut State, field: FieldId, entities: &[i64]) {
    let heads = Arc::clone(&state.heads);
    let (cells, wides) = (state.cells.clone(), state.wides.clone());
    for (_, snapshot) in snapshots(state) {
        let Snapshot { cells: old_cells, wides: old_wides, .. } = Arc::make_mut(snapshot);
        for entity in entities {
            let head = usize::try_from(*entity).ok().and_then(|entity| heads.get(entity));
            let (Some(head), Some(place)) = (head, linked.fields.get(field)) else { continue };
            match place {
                FieldPlace::Cell(offset) => {
                    let at = head.cells as usize + *offset as usize;
                    if let (Some(old), Some(now)) = (old_cells.get_mut(at), cells.get(at)) {
                        *old = *now;
                    }
                }
                FieldPlace::Wide(offset) => {
                    let at = head.wides as usize + *offset as usize;
                    if let (Some(old), Some(now)) = (old_wides.get_mut(at), wides.get(at)) {
                        old.clone_from(now);
                    }
                }
            }
        }
    }
}
