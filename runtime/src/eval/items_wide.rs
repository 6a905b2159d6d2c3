//! Lists of points, places and edges: their items take several cells each and stand in wide slots.

use super::items::Flow;
use super::{Evaluator, Observer};
use crate::arith::comparable;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::number::Fraction;
use crate::state::Wide;
use warwright_ir::{Expr, ExprId, NONE, Quantifier, Slot, Ty};

impl<O: Observer> Evaluator<'_, O> {
    /// How many cells each item of a list takes.
    pub(super) fn stride(&self, of: ExprId) -> Checked<usize> {
        Ok(match self.ty(of)? {
            Ty::List(item) => item.cells().unwrap_or(1).max(1),
            _ => 1,
        })
    }

    /// Tells `visit` of each item by its position, with the item in a wide slot meanwhile.
    pub(super) fn each_wide_in(
        &mut self,
        of: ExprId,
        slot: u16,
        visit: &mut dyn FnMut(&mut Self, i64, i64) -> Checked<Flow>,
    ) -> Checked<Flow> {
        let saved = self.local_wide(slot)?.clone();
        // Where the first item does, the others are not even found.
        let first = self.first_berth(of)?;
        let mut flow = match &first {
            Some(item) => {
                self.set_wide(slot, item.clone())?;
                visit(self, 0, 1)?
            }
            None => Flow::On,
        };
        if flow == Flow::On {
            let (each, items) = (self.stride(of)?, self.wide(of)?);
            let items = (0_i64..).zip(items.chunks_exact(each));
            for (position, item) in items.skip(usize::from(first.is_some())) {
                self.burn(1)?;
                self.set_wide(slot, Wide::from_slice(item))?;
                flow = visit(self, position, 1)?;
                if flow == Flow::Stop {
                    break;
                }
            }
        }
        self.set_wide(slot, saved)?;
        Ok(flow)
    }

    /// The first item; no cells where there is none.
    pub(super) fn first_wide(&mut self, of: ExprId) -> Checked<Wide> {
        if let Some(Expr::Filter { of: inner, slot: Slot::Wide(slot), when }) =
            self.linked.program.exprs.get(of)
        {
            let (slot, when) = (*slot, *when);
            let mut first = Wide::new();
            self.each_wide_in(*inner, slot, &mut |this, _, _| {
                if !this.holds(when)? {
                    return Ok(Flow::On);
                }
                first = this.local_wide(slot)?.clone();
                Ok(Flow::Stop)
            })?;
            return Ok(first);
        }
        let each = self.stride(of)?;
        let all = self.wide(of)?;
        Ok(all.iter().copied().take(each).collect())
    }

    /// The items for which a condition holds.
    pub(super) fn filter_wide(&mut self, of: ExprId, slot: u16, when: ExprId) -> Checked<Wide> {
        let mut kept = Wide::new();
        self.each_wide_in(of, slot, &mut |this, _, _| {
            if this.holds(when)? {
                let item = this.local_wide(slot)?.clone();
                kept.extend(item);
            }
            Ok(Flow::On)
        })?;
        Ok(kept)
    }

    /// The item with the least or greatest value; no cells where there is none.
    pub(super) fn extreme_wide(
        &mut self,
        how: Quantifier,
        of: ExprId,
        slot: u16,
        when: Option<ExprId>,
        value: Option<ExprId>,
    ) -> Checked<Wide> {
        let Some(value) = value else { return Err(Fault::damaged(DamagedPart::Type)) };
        let ty = self.ty(value)?;
        let greatest = how == Quantifier::Most;
        let mut best: Option<(Fraction, Wide)> = None;
        self.each_wide_in(of, slot, &mut |this, _, _| {
            if let Some(when) = when
                && !this.holds(when)?
            {
                return Ok(Flow::On);
            }
            let cell = this.scalar(value)?;
            if cell == NONE {
                return Ok(Flow::On);
            }
            let number = comparable(ty, cell)?;
            let better = best
                .as_ref()
                .is_none_or(|(other, _)| if greatest { number > *other } else { number < *other });
            if better {
                best = Some((number, this.local_wide(slot)?.clone()));
            }
            Ok(Flow::On)
        })?;
        Ok(best.map_or_else(Wide::new, |(_, item)| item))
    }

    /// Writes a wide local of the running environment.
    pub(crate) fn set_wide(&mut self, slot: u16, value: Wide) -> Checked<()> {
        self.put_wide(self.wide_base + usize::from(slot), value)
    }
}
