//! Loops of code: takes what a loop goes over, runs its body for each item.

use super::host::{Host, run_on};
use super::items::Flow;
use super::space::Nearby;
use super::{Evaluator, Observer};
use crate::code::{Items, Source, Unit};
use crate::fault::{Checked, DamagedPart, Fault};

impl<'a, O: Observer> Evaluator<'a, O> {
    /// Runs the body that begins at an instruction for each item, which stands in a slot meanwhile, until it gives something other than
    /// 0; whether it did.
    pub(super) fn run_each(
        &mut self,
        unit: &'a Unit,
        (items, slot): (u16, u16),
        (from, top): (usize, usize),
    ) -> Option<i64> {
        let items = *unit.items.get(usize::from(items))?;
        let before = self.slot(top, slot)?;
        let mut near = Nearby::of(items.near);
        let left = || Fault::damaged(DamagedPart::Position);
        let flow = self.each_at_hand(items, top, &mut |this, item, _| {
            if this.is_apart(item, &mut near)? {
                return Ok(Flow::On);
            }
            *this.slot_mut(top, slot).ok_or_else(left)? = item;
            let stops = run_on(this, unit, from, top).ok_or_else(left)? != 0;
            Ok(if stops { Flow::Stop } else { Flow::On })
        });
        *self.slot_mut(top, slot)? = before;
        Some(i64::from(flow.ok()? == Flow::Stop))
    }

    fn each_at_hand(
        &mut self,
        items: Items,
        top: usize,
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        let damaged = || Fault::damaged(DamagedPart::Local);
        let stood = |this: &Self, at: u16| this.room(top, at).ok_or_else(damaged);
        match items.from {
            Source::Kind(kind) => self.each_entity(kind, visit),
            Source::Owned(kind) => {
                let owner = stood(self, items.at)?;
                self.each_entity(kind, &mut |this, entity, count| {
                    if this.view.owner(entity)? == owner {
                        visit(this, entity, count)
                    } else {
                        Ok(Flow::On)
                    }
                })
            }
            Source::Range => {
                let low = stood(self, items.at)?;
                let high = stood(self, items.at.saturating_add(1))?;
                self.each_number(low, high, visit)
            }
            Source::Field(field) => {
                let entity = stood(self, items.at)?;
                let cells = self.view.wide(self.linked, entity, field)?;
                self.each_cell(cells, visit)
            }
            Source::Asked(of) => {
                let cells = self.wide(of)?;
                self.each_cell(&cells, visit)
            }
        }
    }
}
