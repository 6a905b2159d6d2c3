//! Sets up a battle: takes a scenario, gives the state before anything has been run.

use super::{Locals, State, Wide};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::link::{ENTRY, FieldPlace, Head, IN_PLAY, Linked, OWNER, Planned, Setting, owned};
use std::sync::Arc;
use warwright_ir::{Expr, ExprId, FieldId, NONE, ScenarioId};

/// Works out the initial value of a field of an entity, an expression.
pub(crate) type Initial = fn(&Linked, &Setting, &State, (i64, ExprId)) -> Checked<Wide>;

/// The rules by which a state is made and written. What initial values are is asked of whoever evaluates expressions: states do not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'a> {
    pub(crate) linked: &'a Linked,
    pub(crate) setting: &'a Setting,
    pub(crate) initial: Initial,
}

/// The state of a scenario at the start, with nothing running.
pub(crate) fn setup(rules: Rules<'_>, scenario: ScenarioId) -> Checked<State> {
    let Rules { linked, setting, .. } = rules;
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
            reset_field(rules, &mut state, entity, *field)?;
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

/// Sets a field to its initial value.
pub(crate) fn reset_field(
    rules: Rules<'_>,
    state: &mut State,
    entity: i64,
    field: FieldId,
) -> Checked<()> {
    let Rules { linked, setting, initial } = rules;
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
    let value = initial(linked, setting, state, (entity, declared.initial))
        .map_err(|fault| fault.at(Some(declared.span)))?;
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
