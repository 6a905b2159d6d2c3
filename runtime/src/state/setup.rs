//! Sets up a battle: takes a scenario, gives the state before anything has been run.

use super::{Locals, State, Wide};
use crate::eval::Evaluator;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::{ENTRY, FieldPlace, Head, IN_PLAY, Linked, OWNER, Planned, Setting};
use crate::view::View;
use std::sync::Arc;
use warwright_ir::{AbilityId, EntryId, Expr, FieldId, NONE, ScenarioId};

/// Fuel for the initial value of one field.
const INITIAL_FUEL: u64 = 100_000;
/// Locals for the initial value of a field, as the validator grants them.
const SCALARS: usize = 16;
/// See [`SCALARS`].
const WIDES: usize = 4;

/// The state of a scenario at the start, with nothing running.
pub(crate) fn setup(linked: &Linked, setting: &Setting, scenario: ScenarioId) -> Checked<State> {
    let layout = &setting.layout;
    let mut state = State {
        scenario,
        cells: vec![0; layout.cells],
        wides: vec![Wide::new(); layout.wides],
        heads: Arc::clone(&layout.heads),
        held: Vec::new(),
        ties: Vec::new(),
        frames: Vec::new(),
        locals: Locals::default(),
        tallies: Vec::new(),
        outcome: None,
    };
    for (number, planned) in layout.plan.iter().enumerate() {
        let Some(head) = layout.heads.get(number).copied() else { continue };
        fill_head(&mut state, head, *planned);
        for ability in owned(linked, scenario, *planned) {
            let Some(link) = linked.abilities.get(ability) else { continue };
            if let Some(word) = state.cells.get_mut(head.cells as usize + link.word) {
                *word |= link.mask;
            }
        }
    }
    for (number, planned) in layout.plan.iter().enumerate() {
        let Some(head) = layout.heads.get(number).copied() else { continue };
        let entity = i64::try_from(number).unwrap_or(i64::MAX);
        let fields = linked.kinds.get(head.kind).map_or(&[] as &[FieldId], |kind| &kind.fields);
        for field in fields {
            reset_field(linked, setting, &mut state, entity, *field)?;
        }
        if let Some(place) = planned.piece {
            given_state(linked, &mut state, head, place);
        }
    }
    Ok(state)
}

fn fill_head(state: &mut State, head: Head, planned: Planned) {
    let at = head.cells as usize;
    let entry = planned.entry.map_or(NONE, |entry| i64::from(entry.0));
    let values = [(ENTRY, entry), (OWNER, planned.owner.unwrap_or(NONE)), (IN_PLAY, 1)];
    for (part, value) in values {
        if let Some(cell) = state.cells.get_mut(at + part) {
            *cell = value;
        }
    }
}

/// What an entity owns: by its entry, and as a piece of its side.
pub(crate) fn owned(linked: &Linked, scenario: ScenarioId, planned: Planned) -> Vec<AbilityId> {
    let side = planned.piece.map(|(side, _)| side);
    planned.entry.map_or_else(Vec::new, |entry| owned_as(linked, scenario, entry, side))
}

/// What a piece of a side owns while it is one of an entry.
pub(crate) fn owned_as(
    linked: &Linked,
    scenario: ScenarioId,
    entry: EntryId,
    side: Option<usize>,
) -> Vec<AbilityId> {
    let Some(declared) = linked.program.entries.get(entry) else { return Vec::new() };
    let mut owned: Vec<AbilityId> = declared.abilities.iter().map(|own| own.ability).collect();
    let setup = linked.program.scenarios.get(scenario);
    if let Some(side) = side.and_then(|side| setup?.sides.get(side)) {
        let class = |kind| linked.kinds.get(kind).map(|link| link.class);
        owned.extend(side.abilities.iter().copied().filter(|ability| {
            let of = linked.program.abilities.get(*ability);
            of.is_some_and(|of| class(of.kind) == class(declared.kind))
        }));
    }
    owned
}

/// Sets a field to its initial value.
pub(crate) fn reset_field(
    linked: &Linked,
    setting: &Setting,
    state: &mut State,
    entity: i64,
    field: FieldId,
) -> Checked<()> {
    let Some(declared) = linked.program.fields.get(field) else {
        return Err(Fault::damaged(DamagedPart::Id));
    };
    if let (Some(Expr::Const(value)), Some(FieldPlace::Cell(offset)), Some(head)) =
        (linked.program.exprs.get(declared.initial), linked.fields.get(field), state.head(entity))
    {
        if let Some(cell) = state.cells.get_mut(head.cells as usize + *offset as usize) {
            *cell = *value;
        }
        return Ok(());
    }
    let mut locals = Locals { scalars: vec![0; SCALARS], wides: vec![Wide::new(); WIDES] };
    if let Some(first) = locals.scalars.first_mut() {
        *first = entity;
    }
    let mut fuel = INITIAL_FUEL;
    let mut evaluator = Evaluator {
        linked,
        setting,
        view: View::live(state),
        locals: &mut locals,
        base: 0,
        wide_base: 0,
        depth: 0,
        walking: false,
        fuel: &mut fuel,
        memo: &mut crate::eval::Memo::default(),
        observer: &mut (),
    };
    let value = evaluator.value(declared.initial).map_err(|fault| fault.at(Some(declared.span)))?;
    let head = state.head(entity).ok_or_else(|| Fault::damaged(DamagedPart::State))?;
    match linked.fields.get(field) {
        Some(FieldPlace::Cell(offset)) => {
            let cell = state.cells.get_mut(head.cells as usize + *offset as usize);
            if let (Some(cell), Some(value)) = (cell, value.first()) {
                *cell = *value;
            }
        }
        Some(FieldPlace::Wide(offset)) => {
            if let Some(wide) = state.wides.get_mut(head.wides as usize + *offset as usize) {
                *wide = value;
            }
        }
        None => return Err(Fault::damaged(DamagedPart::Id)),
    }
    Ok(())
}

/// The state that a scenario gives a piece to begin with.
fn given_state(linked: &Linked, state: &mut State, head: Head, (side, position): (usize, usize)) {
    let setup = linked.program.scenarios.get(state.scenario);
    let piece = setup.and_then(|setup| setup.sides.get(side)?.pieces.get(position));
    for (field, value) in piece.iter().flat_map(|piece| &piece.state) {
        if let Some(FieldPlace::Cell(offset)) = linked.fields.get(*field)
            && let Some(cell) = state.cells.get_mut(head.cells as usize + *offset as usize)
        {
            *cell = *value;
        }
    }
}
