//! What is the same for all items: takes such a value, gives it as it was made for the item before, or makes it.

use super::items::cell;
use super::{Evaluator, Observer};
use crate::dependencies::Reads;
use crate::fault::Checked;
use crate::state::Wide;
use smallvec::SmallVec;
use warwright_ir::{ExprId, Slot};

impl<'a, O: Observer> Evaluator<'a, O> {
    /// A value that is the same for all items, where what it rests on is the same as when it was made last.
    pub(super) fn steady(
        &mut self,
        id: ExprId,
        (place, slots): (usize, &'a [Slot]),
        reads: &Reads,
    ) -> Checked<Wide> {
        let when = (self.view.number(), self.memo.written);
        let Some(locals) = self.standing_in(slots) else { return self.made_wide(id) };
        if place >= self.memo.steady.len() {
            self.memo.steady.resize_with(place + 1, Default::default);
        }
        let Some(known) = self.memo.steady.get_mut(place).filter(|known| known.pays()) else {
            return self.made_wide(id);
        };
        if known.when == when
            && known.locals == locals
            && let Some(value) = &known.value
        {
            let value = value.clone();
            reads.add(&known.rests_on);
            known.find();
            return Ok(value);
        }
        known.make();
        let outer = reads.take();
        let result = self.made_wide(id);
        let rests_on = reads.take();
        reads.add(&outer);
        reads.add(&rests_on);
        if let (Ok(value), Some(known)) = (&result, self.memo.steady.get_mut(place)) {
            known.value = Some(value.clone());
            (known.when, known.locals, known.rests_on) = (when, locals, rests_on);
        }
        result
    }

    /// What stands in some locals, of wide ones after the number of their cells.
    fn standing_in(&self, slots: &[Slot]) -> Option<SmallVec<[i64; 16]>> {
        let mut locals = SmallVec::new();
        for slot in slots {
            match slot {
                Slot::Scalar(slot) => locals.push(self.local(*slot).ok()?),
                Slot::Wide(slot) => {
                    let cells = self.local_wide(*slot).ok()?;
                    locals.push(cell(cells.len()));
                    locals.extend_from_slice(cells);
                }
            }
        }
        Some(locals)
    }
}
