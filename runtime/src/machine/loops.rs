//! Loops: the items that wait for their turn, and which of them is next.

use super::acts::Next;
use super::engine::{Base, Engine};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::state::Wide;
use warwright_ir::{Act, BodyId, ExprId, Slot, SpanId, Ty};

impl Engine<'_> {
    /// The items of a wide value; of a pool the face of each die.
    pub(super) fn items(&mut self, base: Base, of: ExprId) -> Checked<Wide> {
        self.ask(base, |evaluator| {
            let items = evaluator.wide(of)?;
            if !matches!(evaluator.ty(of)?, Ty::Pool(_)) {
                return Ok(items);
            }
            let mut dice = Wide::new();
            for (face, count) in items.iter().enumerate() {
                for _ in 0..*count {
                    dice.push(i64::try_from(face).unwrap_or(i64::MAX));
                }
            }
            Ok(dice)
        })
    }

    /// Takes the next item of a loop.
    pub(super) fn next_item(
        &mut self,
        act: &Act,
        body: BodyId,
        at: u32,
        base: Base,
        span: Option<SpanId>,
    ) -> Checked<Next> {
        let Act::Next { cursor, item, when, ordered_by, done, .. } = act else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        let items = self.items_of(body, at, *cursor);
        let entities = matches!(items, Some(Ty::Entity(_)));
        if ordered_by.is_some() {
            return self.next_ordered(act, entities, base, span);
        }
        let cells = items.and_then(Ty::cells).unwrap_or(1);
        let damaged = || Fault::damaged(DamagedPart::Local);
        let found = self.ask(base, |evaluator| {
            loop {
                evaluator.burn(1)?;
                let left = evaluator.local_wide_mut(*cursor)?;
                if left.is_empty() {
                    return Ok(false);
                }
                // The list lies the other way round, so that the first cell of the next item is its last.
                match item {
                    Slot::Scalar(slot) => {
                        let next = left.pop().filter(|_| cells == 1).ok_or_else(damaged)?;
                        if entities && !evaluator.view.state().in_play(next) {
                            continue;
                        }
                        evaluator.set_scalar(*slot, next)?;
                    }
                    Slot::Wide(slot) => {
                        let next = (0..cells).map_while(|_| left.pop()).collect();
                        *evaluator.local_wide_mut(*slot)? = next;
                    }
                }
                if when.map_or(Ok(true), |when| evaluator.holds(when))? {
                    return Ok(true);
                }
            }
        })?;
        Ok(if found { Next::Act } else { Next::Jump(*done) })
    }

    /// Whether an item may be taken; if so it stands in its slot.
    pub(super) fn is_next(
        &mut self,
        item: i64,
        entities: bool,
        slot: u16,
        when: Option<ExprId>,
        base: Base,
    ) -> Checked<bool> {
        if entities && !self.state.in_play(item) {
            return Ok(false);
        }
        self.set_local(base, slot, item)?;
        match when {
            Some(when) => Ok(self.scalar(base, when)? != 0),
            None => Ok(true),
        }
    }

    /// Whether the loop of a cursor is over entities, which must still be in play when their turn comes.
    pub(super) fn loops_over_entities(&self, body: BodyId, at: u32, cursor: u16) -> bool {
        matches!(self.items_of(body, at, cursor), Some(Ty::Entity(_)))
    }

    /// The type of the items that a loop takes from a cursor; nothing where they are dice.
    fn items_of(&self, body: BodyId, at: u32, cursor: u16) -> Option<&Ty> {
        let program = &self.linked.program;
        let acts = program.bodies.get(body).map_or(&[] as &[Act], |body| &body.acts);
        let begun = acts.iter().take(at as usize).rev().find_map(|act| match act {
            Act::Iterate { cursor: other, of } if *other == cursor => Some(*of),
            _ => None,
        });
        let ty = begun.and_then(|of| program.types.get(warwright_ir::Id::position(of)));
        match ty {
            Some(Ty::List(item) | Ty::Set(item)) => Some(item),
            _ => None,
        }
    }
}
