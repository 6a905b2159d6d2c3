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
        loop {
            self.burn(1)?;
            let local = self.state.locals.wides.get_mut(base.wides + usize::from(*cursor));
            let Some(left) = local else { return Err(Fault::damaged(DamagedPart::Local)) };
            if left.is_empty() {
                return Ok(Next::Jump(*done));
            }
            // The list lies the other way round, so that the first cell of the next item is its last.
            let next: Wide = (0..cells).map_while(|_| left.pop()).collect();
            let taken = match (item, next.as_slice()) {
                (Slot::Scalar(slot), [next]) => {
                    self.is_next(*next, entities, *slot, *when, base)?
                }
                (Slot::Wide(slot), _) => {
                    self.set_wide_local(base, *slot, next)?;
                    self.fulfils(base, *when)?
                }
                (Slot::Scalar(_), _) => return Err(Fault::damaged(DamagedPart::Type)),
            };
            if taken {
                return Ok(Next::Act);
            }
        }
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
        self.fulfils(base, when)
    }

    fn fulfils(&mut self, base: Base, when: Option<ExprId>) -> Checked<bool> {
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
