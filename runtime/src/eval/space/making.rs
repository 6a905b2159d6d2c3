//! Values of the board that are made of others: points, places, edges, regions.

use super::super::{Evaluator, Observer};
use super::moves::route_cells;
use super::nothing;
use crate::fault::{Checked, Fault, FaultKind};
use crate::space::plane::{Angle, Corner, Edge, Point, Pose, Region, RegionFault, Side};
use crate::state::Wide;
use warwright_ir::{ExprId, SpaceOp};

impl<O: Observer> Evaluator<'_, O> {
    /// An operation that gives a value of space.
    pub(in crate::eval) fn space_wide(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<Wide> {
        self.burn(2)?;
        match (op, args) {
            _ if op.is_of_cells() => self.cell_wide(op, args),
            (SpaceOp::Centre, [shape]) => Ok(self.shape(*shape)?.centre().cells()),
            (SpaceOp::EdgeOf, [piece, side]) => {
                let piece = self.posed(*piece)?;
                Ok(piece.edge(self.side(*side)?).cells())
            }
            (SpaceOp::Corner, [piece, one, other]) => {
                let piece = self.posed(*piece)?;
                let corner = corner_between(self.side(*one)?, self.side(*other)?);
                let corner = corner.ok_or_else(|| Fault::new(FaultKind::NoCorner))?;
                Ok(piece.corner(corner).cells())
            }
            (SpaceOp::Point, [x, y]) => {
                let x = self.scalar(*x)?;
                Ok(Point::new(x, self.scalar(*y)?).cells())
            }
            (SpaceOp::Place, [at, facing]) => {
                let at = self.point(*at)?;
                Ok(Pose::new(at, Angle::new(self.scalar(*facing)?)).cells())
            }
            (SpaceOp::Edge, [left, right]) => {
                let left = self.point(*left)?;
                Ok(Edge::new(self.point(*right)?, left).cells())
            }
            (SpaceOp::Footprint | SpaceOp::FootprintAhead | SpaceOp::FootprintBeside, _) => {
                self.made_footprint(args)
            }
            (SpaceOp::ShiftedPoint, [point, direction, length]) => {
                let point = self.point(*point)?;
                Ok(point.plus(self.way(*direction, *length)?).cells())
            }
            (SpaceOp::ShiftedPlace, [place, direction, length]) => {
                let place = self.place(*place)?;
                let at = place.at.plus(self.way(*direction, *length)?);
                Ok(Pose::new(at, place.facing).cells())
            }
            (SpaceOp::Turned, [place, by]) => {
                let place = self.place(*place)?;
                Ok(Pose::new(place.at, place.facing.turned(self.scalar(*by)?)).cells())
            }
            (SpaceOp::PlaceAt, [place]) => Ok(self.place(*place)?.at.cells()),
            (SpaceOp::EdgeCentre, [edge]) => Ok(self.edge(*edge)?.centre().cells()),
            (SpaceOp::EdgeLeft, [edge]) => Ok(self.edge(*edge)?.to().cells()),
            (SpaceOp::EdgeRight, [edge]) => Ok(self.edge(*edge)?.from().cells()),
            (SpaceOp::RouteStart, [route]) => Ok(self.route(*route)?.1.start().cells()),
            (SpaceOp::Moved, [piece, route]) => {
                let (entity, (whose, route)) = (self.scalar(*piece)?, self.route(*route)?);
                if whose != entity || route.start() != self.pose(entity)? {
                    return Err(Fault::new(FaultKind::BrokenRoute));
                }
                Ok(route.end().cells())
            }
            (SpaceOp::RouteEnd, [route]) => Ok(self.route(*route)?.1.end().cells()),
            (SpaceOp::PlanEnd, [plan]) => {
                let plan = self.wide(*plan)?;
                Ok(Wide::from_slice(plan.get(2..5).ok_or_else(nothing)?))
            }
            (SpaceOp::Berths, [piece, side, edge, near, others]) => {
                self.berths(*piece, *side, *edge, *near, *others)
            }
            (
                SpaceOp::Rectangle
                | SpaceOp::Oval
                | SpaceOp::Polygon
                | SpaceOp::Strip
                | SpaceOp::Band
                | SpaceOp::Board
                | SpaceOp::NorthEdge
                | SpaceOp::SouthEdge
                | SpaceOp::EastEdge
                | SpaceOp::WestEdge,
                _,
            ) => self.ground(op, args),
            _ => {
                let (entity, route) = self.moved(op, args)?;
                Ok(route_cells(entity, &route))
            }
        }
    }

    /// Regions and edges of the board.
    fn ground(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<Wide> {
        let region = match (op, args) {
            (SpaceOp::Rectangle | SpaceOp::Oval, [place, width, depth]) => {
                let place = self.place(*place)?;
                let (width, depth) = (self.scalar(*width)?, self.scalar(*depth)?);
                match op {
                    SpaceOp::Rectangle => Region::rectangle(place, width, depth),
                    _ => Region::oval(place, width, depth),
                }
            }
            (SpaceOp::Polygon, [points]) => Region::polygon(&self.points(*points)?),
            (SpaceOp::Strip, [points, width]) => {
                let points = self.points(*points)?;
                Region::strip(&points, self.scalar(*width)?)
            }
            (SpaceOp::Band, [edge, depth]) => {
                let edge = self.edge(*edge)?;
                let inward = edge.facing.opposite().way(self.scalar(*depth)?);
                let (from, to) = (edge.from().plus(inward), edge.to().plus(inward));
                Region::polygon(&[edge.from(), edge.to(), to, from])
            }
            _ => return self.of_board(op),
        };
        let bad = |why: RegionFault| Fault::new(FaultKind::BadRegion { why });
        region.map(|region| region.cells()).map_err(bad)
    }

    fn of_board(&self, op: SpaceOp) -> Checked<Wide> {
        let Some((width, depth)) = self.setting.board else {
            return Err(Fault::new(FaultKind::NoBoard));
        };
        let at = |x: i64, y: i64| Point::new(x * width, y * depth);
        let edge = |from: Point, to: Point| Ok(Edge::new(from, to).cells());
        match op {
            SpaceOp::NorthEdge => edge(at(1, 1), at(0, 1)),
            SpaceOp::SouthEdge => edge(at(0, 0), at(1, 0)),
            SpaceOp::EastEdge => edge(at(1, 0), at(1, 1)),
            SpaceOp::WestEdge => edge(at(0, 1), at(0, 0)),
            _ => {
                let board = self.setting.whole_board.as_ref();
                Ok(board.ok_or_else(|| Fault::new(FaultKind::NoBoard))?.cells())
            }
        }
    }
}

/// The corner between two sides that meet.
fn corner_between(one: Side, other: Side) -> Option<Corner> {
    match (one, other) {
        (Side::Front, Side::Left) | (Side::Left, Side::Front) => Some(Corner::FrontLeft),
        (Side::Front, Side::Right) | (Side::Right, Side::Front) => Some(Corner::FrontRight),
        (Side::Rear, Side::Left) | (Side::Left, Side::Rear) => Some(Corner::RearLeft),
        (Side::Rear, Side::Right) | (Side::Right, Side::Rear) => Some(Corner::RearRight),
        _ => None,
    }
}
