//! Parts of pieces: takes a state and a thing, gives the piece of which it is a part.

use super::State;
use crate::link::{FieldPlace, Linked};
use warwright_ir::{FieldId, Kind, KindBase, KindId, NONE, Sight, Ty};

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

/// The fields of a kind whose things are parts of a piece: what holds the piece, whose set of them mirrors it, and the first number
/// that counts from 1.
pub(crate) fn holder(linked: &Linked, kind: KindId) -> Option<(FieldId, FieldId)> {
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

pub(crate) fn bare(ty: &Ty) -> &Ty {
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

pub(crate) fn cell(state: &State, entity: i64, at: usize) -> Option<i64> {
    let head = state.head(entity)?;
    state.cells().get(head.cells as usize + at).copied()
}
