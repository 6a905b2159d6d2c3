//! What is near something: takes an item and what it has to be near, says whether it surely lies apart from that.

use super::super::{Evaluator, Observer};
use crate::code::Near;
use crate::fault::Checked;
use crate::space::plane::{Bounds, Point};
use warwright_ir::{Expr, ExprId, Id, Ty};

/// What items have to be near, which is looked at when the first comes.
#[derive(Debug)]
pub(in crate::eval) struct Nearby {
    near: Option<Near>,
    around: Option<Around>,
}

/// Where something is: a box around it, or a circle.
#[derive(Clone, Copy, Debug)]
enum Around {
    Box(Bounds, i64),
    Circle(Point, i64),
}

impl Nearby {
    /// What items have to be near; where it is missing, nothing.
    pub(in crate::eval) const fn of(near: Option<Near>) -> Self {
        Self { near, around: None }
    }
}

impl<O: Observer> Evaluator<'_, O> {
    /// Whether an item surely lies apart from what it has to be near.
    #[inline]
    pub(in crate::eval) fn is_apart(&mut self, item: i64, nearby: &mut Nearby) -> Checked<bool> {
        if let Some(near) = nearby.near.take() {
            // Of nothing the condition itself finds, and says where, that it is nothing.
            nearby.around = self.tried(|this| this.around(near)).ok().flatten();
        }
        match nearby.around {
            None => Ok(false),
            Some(Around::Circle(centre, room)) => self.is_beyond(item, centre, room),
            Some(Around::Box(bounds, room)) => self.is_off(item, &bounds, room),
        }
    }

    fn around(&mut self, near: Near) -> Checked<Option<Around>> {
        let room = match near.within {
            Some(within) => self.scalar(within)?.max(0),
            None => 0,
        };
        Ok(match self.around_value(near.what)? {
            Some(Around::Circle(centre, reach)) => {
                Some(Around::Circle(centre, reach.saturating_add(room)))
            }
            Some(Around::Box(bounds, _)) => Some(Around::Box(bounds, room)),
            None => None,
        })
    }

    fn around_value(&mut self, what: ExprId) -> Checked<Option<Around>> {
        let is_local = matches!(self.linked.program.exprs.get(what), Some(Expr::Local(_)));
        // Who watches is told of nothing that is asked twice.
        if O::WATCHES && !is_local {
            return Ok(None);
        }
        let within = |bounds| Some(Around::Box(bounds, 0));
        Ok(match self.linked.program.types.get(what.position()) {
            Some(Ty::Entity(_)) => {
                let entity = self.scalar(what)?;
                self.circle(entity)?.map(|(centre, reach)| Around::Circle(centre, reach))
            }
            Some(Ty::Region) => within(self.made_region(what)?.1),
            Some(Ty::Route) => within(self.swept(what)?.1.bounds),
            Some(Ty::Edge) => {
                let edge = self.edge(what)?;
                within(Bounds::of(&[edge.from(), edge.to()]))
            }
            Some(Ty::Point) => within(Bounds::of(&[self.point(what)?])),
            _ => None,
        })
    }

    /// Whether a piece or an area is surely farther than `room` from a box.
    fn is_off(&mut self, entity: i64, bounds: &Bounds, room: i64) -> Checked<bool> {
        let slack = room.saturating_add(self.linked.grain.micrometres());
        let kind = self.kind_of(entity)?;
        if kind.place.is_none() && kind.region.is_some() {
            let ground = self.ground_of(entity, kind)?;
            return Ok(ground.is_some_and(|(_, around)| !around.is_near(bounds, slack)));
        }
        let circle = self.circle(entity)?;
        Ok(circle
            .is_some_and(|(centre, reach)| !bounds.is_near(&Bounds::about(centre, reach), slack)))
    }
}
