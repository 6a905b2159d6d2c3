//! Lines that must be clear: takes what may be in the way, gives whether the line is free and what hinders it.

use super::super::{Evaluator, Observer};
use super::shaped::Shaped;
use crate::fault::{Checked, DamagedPart, Fault};
use crate::space::plane::{Beam, Corners, Lookout, Obstacle};
use warwright_ir::{ExprId, NONE, Past, Slot};

impl<O: Observer> Evaluator<'_, O> {
    /// Whether a line is clear; where it is not, the slot of what is in the way holds that.
    pub(in crate::eval) fn clear(
        &mut self,
        (from, to, wide): (ExprId, ExprId, Option<ExprId>),
        past: &[Past],
    ) -> Checked<i64> {
        let from = self.point(from)?;
        let to = self.shape(to)?;
        let wide = wide.map_or(Ok(0), |wide| self.scalar(wide))?;
        let targets = to.parts();
        let corners: Corners = targets.iter().copied().flatten().copied().collect();
        let room = wide.saturating_add(self.linked.grain.micrometres());
        let beam = Beam::new(from, to.centre(), &corners, room);
        let mut about: Vec<(Shaped, Option<i64>)> = Vec::new();
        let mut whose: Vec<(u16, i64)> = Vec::new();
        for past in past {
            let Slot::Scalar(slot) = past.slot else {
                return Err(Fault::damaged(DamagedPart::Type));
            };
            self.each_item(past.of, &mut |this, item| {
                if this.is_beside(item, &beam)? {
                    return Ok(());
                }
                this.set_scalar(slot, item)?;
                let counts = match past.when {
                    Some(when) => this.holds(when)?,
                    None => true,
                };
                if counts && let Some(shape) = this.entity_shape(item)? {
                    let through = past.through.map(|through| this.scalar(through)).transpose()?;
                    about.push((shape, through));
                    whose.push((slot, item));
                }
                Ok(())
            })?;
            self.set_scalar(slot, NONE)?;
        }
        let obstacles = about.iter().map(|(shape, through)| Obstacle {
            parts: shape.parts().into_iter().collect(),
            through: *through,
        });
        let lookout = Lookout::new(from, wide, obstacles, self.linked.grain);
        let mut blocker = None;
        for target in targets {
            match lookout.to_any(target) {
                Ok(_) => return Ok(1),
                Err(by) => blocker = blocker.or(whose.get(by).copied()),
            }
        }
        if let Some((slot, item)) = blocker {
            self.set_scalar(slot, item)?;
        }
        Ok(0)
    }
}
