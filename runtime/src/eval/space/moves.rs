//! Moves as values: each from where its piece is, or is supposed; where they stop, and where pieces find room.

use super::super::{Evaluator, Observer};
use super::shaped::Shaped;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::space::plane::{
    Along, Angle, Bounds, Corner, Corners, Grain, Motion, Point, Pose, Route, Shape, Side, Squared,
    align, berths, best_berth, on_board,
};
use crate::state::Wide;
use warwright_ir::{Expr, ExprId, SpaceOp, Wanted};

/// At every so many micrometres of a move its condition is asked, and to the grid where it first fails.
const STRIDE: i64 = 6_350;

impl<O: Observer> Evaluator<'_, O> {
    /// Moves: whose, and the way.
    pub(super) fn moved(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<(i64, Route)> {
        let (piece, rest) = match (op, args) {
            (SpaceOp::FollowedBy, [one, other]) => {
                let (entity, first) = self.route(*one)?;
                let overlay = self.at_pose(entity, &first.end().cells())?;
                let view = self.view.supposing(&overlay);
                let (who, then) = self.on(view).route(*other)?;
                let whole = if who == entity { first.followed_by(&then) } else { None };
                let whole = whole.ok_or_else(|| Fault::new(FaultKind::BrokenRoute))?;
                return Ok((entity, whole));
            }
            (SpaceOp::Shortened, [route, length]) => {
                let (entity, route) = self.route(*route)?;
                return Ok((entity, route.within(self.scalar(*length)?)));
            }
            (SpaceOp::UntilTouching, [route, shapes]) => {
                let (entity, route) = self.route(*route)?;
                // Nothing of the piece leaves the circle about its start that its length opens.
                let footprint = self.footprint(entity)?;
                let reach = footprint.reach() + route.length();
                let shapes = self.obstacles(*shapes, entity, (route.start().at, reach))?;
                let grain = self.linked.grain;
                let stopped = route.until_touching(&footprint, &shapes, grain);
                return Ok((entity, stopped.route));
            }
            (_, [piece, rest @ ..]) => (*piece, rest),
            _ => return Err(Fault::damaged(DamagedPart::Type)),
        };
        let entity = self.scalar(piece)?;
        let start = self.pose(entity)?;
        let motion = self.motion(op, rest, entity, start)?;
        let footprint = self.footprint(entity)?;
        let route = Route::standing(start).then(&footprint, motion);
        Ok((entity, route))
    }

    pub(super) fn motion(
        &mut self,
        op: SpaceOp,
        args: &[ExprId],
        entity: i64,
        start: Pose,
    ) -> Checked<Motion> {
        Ok(match (op, args) {
            (SpaceOp::Sliding, [side, length]) => {
                let side = self.side(*side)?;
                Motion::aside(side, self.scalar(*length)?)
            }
            (SpaceOp::SlidingTo, [direction, length]) => {
                let direction = Angle::new(self.scalar(*direction)?);
                let bearing = direction.turned(-start.facing.micro_degrees());
                Motion::Slide { bearing, length: self.scalar(*length)? }
            }
            (SpaceOp::Wheeling, [side, angle]) => {
                let (about, sign) = match self.side(*side)? {
                    Side::Left => (Corner::FrontLeft, -1),
                    Side::Right => (Corner::FrontRight, 1),
                    Side::Front | Side::Rear => return Err(Fault::new(FaultKind::NoCorner)),
                };
                Motion::Wheel { about, angle: self.scalar(*angle)?.saturating_mul(sign) }
            }
            (SpaceOp::Turning, [angle]) => Motion::Turn { angle: self.scalar(*angle)? },
            (SpaceOp::TurningAbout, [angle, about]) => {
                Motion::Round { angle: self.scalar(*angle)?, about: self.point(*about)? }
            }
            (SpaceOp::Aligned, [side, edge]) => {
                let (side, edge) = (self.side(*side)?, self.edge(*edge)?);
                let footprint = self.footprint(entity)?;
                Motion::Lift { to: align(&footprint, side, &edge, Along::Centred) }
            }
            (SpaceOp::AlignedNear, [side, edge, near]) => {
                let (side, edge) = (self.side(*side)?, self.edge(*edge)?);
                let along = Along::Most(self.point(*near)?);
                let footprint = self.footprint(entity)?;
                Motion::Lift { to: align(&footprint, side, &edge, along) }
            }
            (SpaceOp::Placed, [place]) => Motion::Lift { to: self.place(*place)? },
            _ => return Err(Fault::damaged(DamagedPart::Type)),
        })
    }

    /// The first berth of an expression that is all places for contact, found without all the others.
    pub(in crate::eval) fn first_berth(&mut self, of: ExprId) -> Checked<Option<Wide>> {
        let Some(Expr::Space { op: SpaceOp::Berths, args }) = self.linked.program.exprs.get(of)
        else {
            return Ok(None);
        };
        let [piece, side, edge, near, _] = args.as_slice() else { return Ok(None) };
        let entity = self.scalar(*piece)?;
        let (side, edge) = (self.side(*side)?, self.edge(*edge)?);
        let near = self.point(*near)?;
        let footprint = self.footprint(entity)?;
        let best = best_berth(&footprint, side, &edge, near);
        Ok(Some(best.cells().into_iter().collect()))
    }

    pub(super) fn berths(
        &mut self,
        piece: ExprId,
        side: ExprId,
        edge: ExprId,
        near: ExprId,
        others: ExprId,
    ) -> Checked<Wide> {
        let entity = self.scalar(piece)?;
        let (side, edge) = (self.side(side)?, self.edge(edge)?);
        let near = self.point(near)?;
        let footprint = self.footprint(entity)?;
        let length = Grain::FINEST.root(Squared::of(edge.way()));
        let around = (edge.centre(), length + 3 * footprint.reach());
        let others = self.obstacles(others, entity, around)?;
        let found = berths(&footprint, side, &edge, near, &others, self.linked.grain);
        Ok(found.iter().flat_map(|berth| berth.pose.cells()).collect())
    }

    /// Where a piece comes to that rules put somewhere: a move ends at the edge of the board, and what is put over the edge is
    /// set back from it.
    pub(crate) fn kept_on_board(&mut self, entity: i64, cells: Wide, by: ExprId) -> Checked<Wide> {
        let (Some((width, depth)), Some(pose)) = (self.setting.board, Pose::from_cells(&cells))
        else {
            return Ok(cells);
        };
        let footprint = self.footprint(entity)?;
        let far = Point::new(width, depth);
        let stands = |pose| on_board(&footprint.at(pose), Point::default(), far);
        if stands(pose) || !self.view.in_play(entity)? {
            return Ok(cells);
        }
        if let Some(Expr::Space { op: SpaceOp::RouteEnd | SpaceOp::Moved, args }) =
            self.linked.program.exprs.get(by)
            && let Some(route) = args.last()
        {
            let (_, route) = self.route(*route)?;
            let ended = route.while_holds(&footprint, STRIDE, stands).end();
            if stands(ended) {
                return Ok(ended.cells());
            }
        }
        // From a point of the board: what is far beyond it would leave the numbers of the plane.
        let at = Point::new(pose.at.x().clamp(0, width), pose.at.y().clamp(0, depth));
        let pose = Pose { at, ..pose };
        let around = Bounds::of(footprint.at(pose).corners());
        let grain = self.linked.grain.micrometres().max(1);
        // How far it is to be moved, in whole steps of the grain, so that nothing reaches over either end.
        let back = |low: i64, high: i64, end: i64| {
            if low < 0 {
                -low.div_euclid(grain) * grain
            } else if high > end {
                -((high - end + grain - 1).div_euclid(grain)) * grain
            } else {
                0
            }
        };
        let across = back(around.left, around.right, width);
        let along = back(around.near, around.far, depth);
        let set = Pose { at: Point::new(pose.at.x() + across, pose.at.y() + along), ..pose };
        if stands(set) { Ok(set.cells()) } else { Err(Fault::new(FaultKind::OffBoard { entity })) }
    }

    /// The longest beginning of a move along which a condition holds.
    pub(in crate::eval) fn route_while(&mut self, route: ExprId, when: ExprId) -> Checked<Wide> {
        let (entity, route) = self.route(route)?;
        let footprint = self.footprint(entity)?;
        let mut fault = None;
        let whole = route.while_holds(&footprint, STRIDE, |pose| {
            let held = self.burn(1).and_then(|()| self.holds_at(entity, pose, when));
            held.unwrap_or_else(|found| {
                fault = Some(found);
                false
            })
        });
        match fault {
            Some(fault) => Err(fault),
            None => Ok(route_cells(entity, &whole)),
        }
    }

    /// Whether a condition holds with a piece supposed at a pose.
    pub(crate) fn holds_at(&mut self, entity: i64, pose: Pose, when: ExprId) -> Checked<bool> {
        let overlay = self.at_pose(entity, &pose.cells())?;
        let view = self.view.supposing(&overlay);
        self.on(view).holds(when)
    }

    /// The shapes of a set of pieces or areas, or of one shape, without that of `except` and those of pieces that are
    /// surely outside a circle.
    fn obstacles(
        &mut self,
        of: ExprId,
        except: i64,
        (centre, room): (Point, i64),
    ) -> Checked<Vec<Corners>> {
        let mut shapes: Vec<Corners> = Vec::new();
        let mut add = |shape: &Shaped| {
            shapes.extend(shape.parts().into_iter().map(Corners::from));
        };
        if Wanted::Pieces.takes(&self.linked.program, self.ty(of)?) {
            self.each_item(of, &mut |this, item| {
                if item != except
                    && !this.is_beyond(item, centre, room)?
                    && let Some(shape) = this.entity_shape(item)?
                {
                    add(&shape);
                }
                Ok(())
            })?;
        } else {
            add(&self.shape(of)?);
        }
        Ok(shapes)
    }
}

/// A move as cells: whose, and the way.
pub(super) fn route_cells(entity: i64, route: &Route) -> Wide {
    let mut cells = Wide::new();
    cells.push(entity);
    cells.extend(route.cells());
    cells
}
