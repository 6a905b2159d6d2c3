//! Lines that must be clear: takes what may be in the way, gives whether the line is free and what hinders it.

use super::super::{Evaluator, Observer};
use crate::fault::{Checked, DamagedPart, Fault};
use crate::space::plane::{
    Bounds, Corners, Point, Thicket, clear_line, clear_line_to_any, is_shaded,
};
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
        // All lines lie in the circle about the middle between the start and the target that reaches both.
        let targets = to.parts();
        let middle = from.middle(to.centre());
        let far = targets.iter().copied().flatten().map(|corner| middle.to(*corner).square());
        let room = far.max().unwrap_or(0).max(middle.to(from).square()).isqrt() + 1 + wide;
        let ends = targets.iter().copied().flatten().copied().chain([from]);
        let around = Bounds::of(&ends.collect::<Corners>());
        let mut obstacles: Vec<Thicket> = Vec::new();
        let mut whose: Vec<(u16, i64)> = Vec::new();
        for past in past {
            let Slot::Scalar(slot) = past.slot else {
                return Err(Fault::damaged(DamagedPart::Type));
            };
            self.each_item(past.of, &mut |this, item| {
                if this.is_beyond(item, middle, room)? || this.is_outside(item, &around, wide)? {
                    return Ok(());
                }
                this.set_scalar(slot, item)?;
                let counts = match past.when {
                    Some(when) => this.holds(when)?,
                    None => true,
                };
                if counts && let Some(shape) = this.entity_shape(item)? {
                    let through = past.through.map(|through| this.scalar(through)).transpose()?;
                    let parts = shape.parts().into_iter().map(Corners::from).collect();
                    obstacles.push(Thicket { parts, through });
                    whose.push((slot, item));
                }
                Ok(())
            })?;
            self.set_scalar(slot, NONE)?;
        }
        let grain = self.linked.grain;
        let mut blocker = None;
        let seen = |corner: &Point| clear_line(from, *corner, wide, &obstacles, grain).is_ok();
        let sees_corner = |part: &[Point]| part.iter().any(seen);
        for target in targets {
            let clear = match target {
                [point] => clear_line(from, *point, wide, &obstacles, grain),
                // Where it is not all hidden it is most often a corner that is seen.
                part if !is_shaded(from, part, &obstacles, grain) && sees_corner(part) => Ok(()),
                part => clear_line_to_any(from, part, wide, &obstacles, grain).map(|_| ()),
            };
            match clear {
                Ok(()) => return Ok(1),
                Err(by) => blocker = blocker.or(whose.get(by).copied()),
            }
        }
        if let Some((slot, item)) = blocker {
            self.set_scalar(slot, item)?;
        }
        Ok(0)
    }
}
