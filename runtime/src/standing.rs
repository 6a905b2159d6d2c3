//! How things stand: takes a state, gives in words what of an entity is not as it begins, and who takes part in what goes on.

use crate::fault::Checked;
use crate::link::{ENTRY, FieldPlace};
use crate::machine::Machine;
use crate::render::Renderer;
use crate::state::{Frame, Held, State, Tied, Work, reset_field};
use warwright_ir::{EntryId, FieldId, NONE, ProcedureId, Sight, Slot, TextId, Ty, Value};

/// An entity with what of it is not as it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What it is called.
    pub name: String,
    /// Whether it is in play.
    pub in_play: bool,
    /// State fields that differ from their initial values, and those that are one of several words where the entity is no piece or on
    /// the board, but for those that nobody sees: name and value.
    pub fields: Vec<(String, String)>,
    /// Abilities that it holds for a time, with their figures.
    pub held: Vec<String>,
    /// Its ties.
    pub ties: Vec<TieShown>,
}

/// A tie of an entity, as its end sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieShown {
    /// What the tie is called.
    pub name: String,
    /// Who is at the other end.
    pub other: String,
    /// Its fields: name and value.
    pub fields: Vec<(String, String)>,
}

impl Machine {
    /// How an entity stands.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn standing(&self, state: &State, entity: i64) -> Checked<Standing> {
        let renderer = self.renderer(state)?;
        let mut fields = Vec::new();
        let kind = state.head(entity).and_then(|head| self.program().kinds.get(head.kind));
        let mut fresh = state.clone();
        // Nobody has said anything yet of a piece that is not on the board.
        let place = kind.and_then(|kind| kind.place);
        let place = place.map(|place| self.initial_and_now(&fresh, state, entity, place));
        let is_there = place
            .is_none_or(|place| place.is_some_and(|(_, now)| now.iter().any(|cell| *cell != NONE)));
        for field in kind.map(|kind| kind.fields.as_slice()).unwrap_or_default() {
            reset_field(self.rules(state.scenario)?, &mut fresh, entity, *field)?;
            let Some(declared) = self.program().fields.get(*field) else { continue };
            // A word is told as it begins too, unless it counts for a moment alone.
            let tells = is_there && is_word(&declared.ty) && declared.resets.is_none();
            if let Some((initial, now)) = self.initial_and_now(&fresh, state, entity, *field)
                && (initial != now || (tells && now != [NONE]))
                && !is_drawn(&declared.ty)
                && declared.sight != Sight::Nobody
            {
                let name = renderer.text(declared.name);
                fields.push((name, renderer.value(&declared.ty, &now)));
            }
        }
        let held = state.held().iter().filter(|held| held.entity == entity);
        let tied = state.ties().iter().filter(|tied| tied.left == entity || tied.right == entity);
        Ok(Standing {
            name: renderer.entity(entity),
            in_play: state.in_play(entity),
            fields,
            held: held.map(|held| self.held_words(&renderer, held)).collect(),
            ties: tied.map(|tied| self.tie_words(&renderer, tied, entity)).collect(),
        })
    }

    /// The printed figures of an entry: name and value of each profile of its kind.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn printed(&self, state: &State, entry: EntryId) -> Checked<Vec<(String, String)>> {
        let renderer = self.renderer(state)?;
        let Some(declared) = self.program().entries.get(entry) else { return Ok(Vec::new()) };
        let kind = self.program().kinds.get(declared.kind);
        let profiles = kind.map(|kind| kind.profiles.as_slice()).unwrap_or_default();
        let figures = profiles.iter().zip(&declared.values).filter_map(|(profile, value)| {
            let profile = self.program().profiles.get(*profile)?;
            let value = match value {
                Value::Scalar(cell) => renderer.cell(&profile.ty, *cell),
                Value::Wide(cells) => renderer.value(&profile.ty, cells),
            };
            Some((renderer.text(profile.name), value))
        });
        Ok(figures.collect())
    }

    /// What an entity is one of; nothing where it is no such thing.
    pub fn entry(&self, state: &State, entity: i64) -> Option<EntryId> {
        let head = state.head(entity)?;
        let cell = state.cells().get(head.cells as usize + ENTRY)?;
        u32::try_from(*cell).ok().map(EntryId)
    }

    /// The entities that fill the roles of the innermost procedure that runs: role and name.
    ///
    /// # Errors
    ///
    /// A fault where the state is not one of this program.
    pub fn roles(&self, state: &State) -> Checked<Vec<(String, String)>> {
        let renderer = self.renderer(state)?;
        let run = state.frames.iter().rev().find(|frame| matches!(frame.work, Work::Run(_)));
        let roles = run.map(|frame| self.cast(state, frame)).unwrap_or_default().into_iter();
        Ok(roles.map(|(role, entity)| (renderer.text(role), renderer.entity(entity))).collect())
    }

    /// How many procedures run, one within the other.
    pub fn runs(&self, state: &State) -> u16 {
        crate::machine::runs(state)
    }

    /// Who takes part in the procedures that run, of the innermost first: each with the entities that fill its roles.
    pub fn taking_part(&self, state: &State) -> Vec<(ProcedureId, Vec<i64>)> {
        let running = state.frames.iter().rev().filter_map(|frame| match &frame.work {
            Work::Run(run) => {
                let cast = self.cast(state, frame).into_iter().map(|(_, entity)| entity);
                Some((run.procedure, cast.collect()))
            }
            _ => None,
        });
        running.collect()
    }

    /// The roles of a procedure that runs, and who fills them.
    fn cast(&self, state: &State, frame: &Frame) -> Vec<(TextId, i64)> {
        let Work::Run(run) = &frame.work else { return Vec::new() };
        let params = self.program().procedures.get(run.procedure).map(|it| it.params.as_slice());
        let filled = params.unwrap_or_default().iter().filter_map(|param| {
            let (Ty::Entity(_), Slot::Scalar(slot)) = (&param.ty, param.slot) else { return None };
            let local = state.locals.scalars.get(frame.scalars as usize + usize::from(slot))?;
            (*local != NONE).then_some((param.name, *local))
        });
        filled.collect()
    }

    /// The value of a field in a fresh state, and as it is.
    fn initial_and_now(
        &self,
        fresh: &State,
        state: &State,
        entity: i64,
        field: FieldId,
    ) -> Option<(Vec<i64>, Vec<i64>)> {
        let head = state.head(entity)?;
        let value = |of: &State| match self.linked().fields.get(field)? {
            FieldPlace::Cell(offset) => {
                of.cells().get(head.cells as usize + *offset as usize).map(|cell| vec![*cell])
            }
            FieldPlace::Wide(offset) => {
                of.wides().get(head.wides as usize + *offset as usize).map(|wide| wide.to_vec())
            }
        };
        Some((value(fresh)?, value(state)?))
    }

    fn held_words(&self, renderer: &Renderer<'_>, held: &Held) -> String {
        let Some(ability) = self.program().abilities.get(held.ability) else {
            return String::new();
        };
        let figures: Vec<String> = ability
            .params
            .iter()
            .zip(&held.args)
            .map(|(param, value)| renderer.cell(&param.ty, *value))
            .collect();
        let name = renderer.text(ability.name);
        if figures.is_empty() { name } else { format!("{name}({})", figures.join(", ")) }
    }

    fn tie_words(&self, renderer: &Renderer<'_>, tied: &Tied, entity: i64) -> TieShown {
        let (other, values) = if tied.left == entity {
            (tied.right, &tied.of_left)
        } else {
            (tied.left, &tied.of_right)
        };
        let tie = self.program().ties.get(tied.tie);
        let fields = tie.map(|tie| tie.fields.as_slice()).unwrap_or_default();
        TieShown {
            name: tie.map_or_else(String::new, |tie| renderer.text(tie.name)),
            other: renderer.entity(other),
            fields: fields
                .iter()
                .zip(values)
                .map(|(field, value)| (renderer.text(field.name), renderer.cell(&field.ty, *value)))
                .collect(),
        }
    }
}

/// Whether a value is one of several words, which say something whichever it is.
fn is_word(ty: &Ty) -> bool {
    match ty {
        Ty::Optional(inner) => is_word(inner),
        ty => matches!(ty, Ty::Member(_)),
    }
}

/// Whether a value is one that a drawing shows and words do not.
fn is_drawn(ty: &Ty) -> bool {
    match ty {
        Ty::Optional(inner) => is_drawn(inner),
        ty => matches!(ty, Ty::Region | Ty::Edge | Ty::Route),
    }
}
