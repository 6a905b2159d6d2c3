//! Reading values of the board: what shape an expression has, where a piece is, how far it reaches.

use super::super::{Evaluator, Observer};
use super::footprints::Known as Footprinted;
use super::nothing;
use super::shaped::Shaped;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::memo::{Ground, Swept};
use crate::space::plane::{
    Angle, Beam, Bounds, Edge, Point, Pose, Posed, Region, Route, Side, Vector,
};
use crate::state::Overlay;
use crate::state::Wide;
use std::rc::Rc;
use warwright_ir::{Expr, ExprId, Kind, NONE, Slot, SpaceOp, Ty};

impl<'a, O: Observer> Evaluator<'a, O> {
    /// The shape that a value is or has.
    pub(crate) fn shape(&mut self, of: ExprId) -> Checked<Shaped> {
        match self.shape_there(of)? {
            Some(shape) => Ok(shape),
            None => {
                let entity = self.scalar(of)?;
                Err(Fault::new(FaultKind::NotOnBoard { entity }))
            }
        }
    }

    /// The same; nothing of what is not on the board.
    pub(super) fn shape_there(&mut self, of: ExprId) -> Checked<Option<Shaped>> {
        if let Ty::Entity(_) = self.ty(of)? {
            let entity = self.scalar(of)?;
            return self.entity_shape(entity);
        }
        self.free_shape(of).map(Some)
    }

    /// The shape that a value without an owner is.
    fn free_shape(&mut self, of: ExprId) -> Checked<Shaped> {
        match self.ty(of)? {
            Ty::Point => self.point(of).map(Shaped::Point),
            Ty::Edge => self.edge(of).map(Shaped::Edge),
            Ty::Region => self.region(of).map(Shaped::Region),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    pub(super) fn kind_of(&self, entity: i64) -> Checked<&'a Kind> {
        if entity == NONE {
            return Err(Fault::new(FaultKind::NothingThere));
        }
        let head = self.view.state().head(entity);
        let kind = head.and_then(|head| self.linked.program.kinds.get(head.kind));
        kind.ok_or_else(|| Fault::damaged(DamagedPart::State))
    }

    /// The shape of a piece or an area; nothing where it is not on the board.
    pub(crate) fn entity_shape(&mut self, entity: i64) -> Checked<Option<Shaped>> {
        let kind = self.kind_of(entity)?;
        if kind.place.is_some() {
            return Ok(self.posed_there(entity)?.map(Shaped::Piece));
        }
        Ok(self.ground_of(entity, kind)?.map(|(region, _)| Shaped::Region(region)))
    }

    /// The footprint of a piece where it is; nothing where it is not on the board.
    pub(super) fn posed_there(&mut self, entity: i64) -> Checked<Option<Rc<Posed>>> {
        let field = self.kind_of(entity)?.place;
        let field = field.ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
        let place = self.view.wide(self.linked, entity, field)?;
        let Some(pose) = Pose::from_cells(place) else { return Ok(None) };
        let Some((number, footprint)) = self.known_footprint(entity)? else {
            return Err(Fault::damaged(DamagedPart::Type));
        };
        Ok(Some(self.memo.posed((entity, number), pose, || footprint.at(pose))))
    }

    /// The region of an area and the box around it; nothing where it is not on the board.
    pub(super) fn ground_of(
        &mut self,
        entity: i64,
        kind: &Kind,
    ) -> Checked<Option<(Rc<Region>, Bounds)>> {
        let field = kind.region.ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
        let cells = self.view.wide(self.linked, entity, field)?;
        Ok(self.memo.region(entity, cells))
    }

    pub(super) fn posed(&mut self, of: ExprId) -> Checked<Rc<Posed>> {
        let entity = self.scalar(of)?;
        self.posed_there(entity)?.ok_or_else(|| Fault::new(FaultKind::NotOnBoard { entity }))
    }

    /// What the view becomes where a piece is supposed at a place.
    pub(crate) fn at_pose(&mut self, entity: i64, cells: &[i64]) -> Checked<Overlay<'a>> {
        let field = self.kind_of(entity)?.place;
        let field = field.ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
        let mut overlay = Overlay::over(&self.view, self.memo.number());
        let at = self.view.wide_at(self.linked, entity, field)?;
        overlay.set_wide(at, Wide::from_slice(cells));
        Ok(overlay)
    }

    /// Where a piece is.
    pub(crate) fn pose(&self, entity: i64) -> Checked<Pose> {
        let field = self.kind_of(entity)?.place;
        let field = field.ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
        let place = Pose::from_cells(self.view.wide(self.linked, entity, field)?);
        place.ok_or_else(|| Fault::new(FaultKind::NotOnBoard { entity }))
    }

    /// A circle around a piece: its centre and how far it reaches. Nothing of what has no footprint or no place.
    pub(in crate::eval) fn circle(&mut self, entity: i64) -> Checked<Option<(Point, i64)>> {
        let Some(field) = self.kind_of(entity)?.place else { return Ok(None) };
        let Some(pose) = Pose::from_cells(self.view.wide(self.linked, entity, field)?) else {
            return Ok(None);
        };
        Ok(self.known_footprint(entity)?.map(|(_, footprint)| (pose.at, footprint.reach())))
    }

    /// Whether a piece or an area is surely farther than `room` from a point, so that its corners need not be looked at.
    pub(in crate::eval) fn is_beyond(
        &mut self,
        entity: i64,
        from: Point,
        room: i64,
    ) -> Checked<bool> {
        let kind = self.kind_of(entity)?;
        if kind.place.is_none() && kind.region.is_some() {
            let ground = self.ground_of(entity, kind)?;
            let slack = self.linked.grain.micrometres();
            return Ok(ground
                .is_some_and(|(_, around)| !around.is_near(&Bounds::about(from, room), slack)));
        }
        let circle = self.circle(entity)?;
        Ok(circle.is_some_and(|(centre, reach)| {
            let room = room + reach + self.linked.grain.micrometres();
            from.to(centre).square() > room.saturating_mul(room)
        }))
    }

    /// Whether a piece or an area surely lies beside where lines may run.
    pub(super) fn is_beside(&mut self, entity: i64, beam: &Beam) -> Checked<bool> {
        let kind = self.kind_of(entity)?;
        if kind.place.is_none() && kind.region.is_some() {
            let ground = self.ground_of(entity, kind)?;
            return Ok(ground.is_some_and(|(_, around)| beam.misses_box(&around)));
        }
        let circle = self.circle(entity)?;
        Ok(circle.is_some_and(|(centre, reach)| beam.misses_circle(centre, reach)))
    }

    /// Whether two pieces, or a piece and an area, are surely apart.
    pub(super) fn are_far(&mut self, one: ExprId, other: ExprId) -> Checked<bool> {
        let (Ty::Entity(_), Ty::Entity(_)) = (self.ty(one)?, self.ty(other)?) else {
            return Ok(false);
        };
        let (one, other) = (self.scalar(one)?, self.scalar(other)?);
        for (one, other) in [(one, other), (other, one)] {
            if let Some((centre, reach)) = self.circle(one)? {
                return self.is_beyond(other, centre, reach);
            }
        }
        Ok(false)
    }

    pub(super) fn point(&mut self, of: ExprId) -> Checked<Point> {
        Point::from_cells(&self.wide(of)?).ok_or_else(nothing)
    }

    pub(super) fn points(&mut self, of: ExprId) -> Checked<Vec<Point>> {
        Ok(self.wide(of)?.chunks_exact(2).filter_map(Point::from_cells).collect())
    }

    pub(crate) fn place(&mut self, of: ExprId) -> Checked<Pose> {
        Pose::from_cells(&self.wide(of)?).ok_or_else(nothing)
    }

    pub(super) fn edge(&mut self, of: ExprId) -> Checked<Edge> {
        Edge::from_cells(&self.wide(of)?).ok_or_else(nothing)
    }

    /// The region that a value is or that an area covers.
    pub(crate) fn region(&mut self, of: ExprId) -> Checked<Rc<Region>> {
        match self.shape_of_ground(of)? {
            Shaped::Region(region) => Ok(region),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// The same; nothing of an area that is not on the board.
    pub(super) fn region_there(&mut self, of: ExprId) -> Checked<Option<Rc<Region>>> {
        if let Ty::Entity(_) = self.ty(of)? {
            return Ok(match self.shape_there(of)? {
                Some(Shaped::Region(region)) => Some(region),
                _ => None,
            });
        }
        self.region(of).map(Some)
    }

    fn shape_of_ground(&mut self, of: ExprId) -> Checked<Shaped> {
        if let Some(Expr::Space { op: SpaceOp::Board, .. }) = self.linked.program.exprs.get(of)
            && let Some(board) = &self.setting.whole_board
        {
            return Ok(Shaped::Region(self.memo.board(board)));
        }
        if let Ty::Region = self.ty(of)? {
            return self.made_region(of).map(|(region, _)| Shaped::Region(region));
        }
        self.shape(of)
    }

    /// The region that a value is, and the box around it.
    pub(super) fn made_region(&mut self, of: ExprId) -> Checked<Ground> {
        if let Some(Expr::Local(Slot::Wide(slot))) = self.linked.program.exprs.get(of) {
            let cells = self.locals.wides.get(self.wide_base + usize::from(*slot));
            let cells = cells.ok_or_else(|| Fault::damaged(DamagedPart::Local))?;
            return self.memo.made.region(cells).ok_or_else(nothing);
        }
        let cells = self.wide(of)?;
        self.memo.made.region(&cells).ok_or_else(nothing)
    }

    /// A move as its piece makes it, and the footprint of that.
    pub(super) fn swept(&mut self, of: ExprId) -> Checked<(Footprinted<'a>, Rc<Swept>)> {
        let local = match self.linked.program.exprs.get(of) {
            Some(Expr::Local(Slot::Wide(slot))) => Some(*slot),
            _ => None,
        };
        let made = if local.is_some() { Wide::new() } else { self.wide(of)? };
        let first = match local {
            Some(slot) => self.local_wide(slot)?.first(),
            None => made.first(),
        };
        let entity = *first.ok_or_else(nothing)?;
        let Some((number, footprint)) = self.known_footprint(entity)? else {
            return Err(Fault::new(FaultKind::NotOnBoard { entity }));
        };
        let cells = match local {
            Some(slot) => self.locals.wides.get(self.wide_base + usize::from(slot)),
            None => Some(&made),
        };
        let cells = cells.ok_or_else(nothing)?;
        let swept = self.memo.made.swept(cells, (number, &footprint)).ok_or_else(nothing)?;
        Ok((footprint, swept))
    }

    pub(super) fn route(&mut self, of: ExprId) -> Checked<(i64, Route)> {
        let cells = self.wide(of)?;
        let (entity, route) = cells.split_first().ok_or_else(nothing)?;
        let route = Route::from_cells(route).ok_or_else(nothing)?;
        Ok((*entity, route))
    }

    pub(super) fn side(&mut self, of: ExprId) -> Checked<Side> {
        let position = usize::try_from(self.scalar(of)?).ok();
        position.and_then(|at| Side::ALL.get(at).copied()).ok_or_else(nothing)
    }

    pub(super) fn way(&mut self, direction: ExprId, length: ExprId) -> Checked<Vector> {
        let direction = Angle::new(self.scalar(direction)?);
        Ok(direction.way(self.scalar(length)?))
    }
}
