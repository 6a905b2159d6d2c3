//! What was made in play: takes a state, gives the things that came into being since the start, and which of them are parts of a piece.

use crate::fault::Checked;
use crate::link::{FieldPlace, Linked, OWNER};
use crate::machine::Machine;
use crate::state::State;
use warwright_ir::{EntryId, FieldId, Kind, KindBase, KindId, NONE, Sight, Ty};

/// A part of a piece: a thing made in play that is in a set of the piece's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartOf {
    /// The piece.
    pub body: i64,
    /// Which of its parts it is, from 1.
    pub number: usize,
}

impl PartOf {
    /// The letter of the part; of one beyond the alphabet its number.
    pub fn letter(self) -> String {
        let letter = self.number.checked_sub(1).and_then(|at| ('a'..='z').nth(at));
        letter.map_or_else(|| self.number.to_string(), String::from)
    }
}

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

/// The fields of a kind whose things are parts of a piece: what holds the piece, whose set of them mirrors it, and the first number
/// that counts from 1.
fn holder(linked: &Linked, kind: KindId) -> Option<(FieldId, FieldId)> {
    let program = &linked.program;
    let of = |kind: KindId| -> Option<&Kind> { program.kinds.get(kind) };
    let own = of(kind).filter(|it| it.fleeting && it.base == KindBase::Piece)?;
    let fields = || own.fields.iter().filter_map(|id| Some((*id, program.fields.get(*id)?)));
    let (holder, _) = fields().find(|(id, field)| {
        let held = bare(&field.ty);
        linked.mirrors.get(*id).is_some_and(Option::is_some)
            && field.sight == Sight::All
            && matches!(held, Ty::Entity(held) if of(*held).is_some_and(|it| it.base == KindBase::Piece))
    })?;
    let (number, _) = fields().find(|(_, field)| field.ty == Ty::Int && field.least == Some(1))?;
    Some((holder, number))
}

fn bare(ty: &Ty) -> &Ty {
    match ty {
        Ty::Optional(inner) => inner,
        other => other,
    }
}

pub(crate) fn part_of(linked: &Linked, state: &State, entity: i64) -> Option<PartOf> {
    let kind = state.head(entity)?.kind;
    let (holder, number) = holder(linked, kind)?;
    let value = |field: FieldId| match linked.fields.get(field) {
        Some(FieldPlace::Cell(at)) => cell(state, entity, usize::try_from(*at).ok()?),
        _ => None,
    };
    let body = value(holder).filter(|body| *body != NONE)?;
    Some(PartOf { body, number: usize::try_from(value(number)?).ok()? })
}

fn cell(state: &State, entity: i64, at: usize) -> Option<i64> {
    let head = state.head(entity)?;
    state.cells().get(head.cells as usize + at).copied()
}
