//! Expressions on places, shapes and moves: takes cells of the state, asks the plane, gives cells rounded to the grain.

mod cells;
mod footprints;
mod lines;
mod making;
mod moves;
mod nearby;
mod planning;
mod reading;
mod shaped;

use super::{Evaluator, Observer};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::number::Fraction;
use crate::space::plane::{
    Angle, Arcs, Corners, Grain, Side, Squared, Wedge, beyond, frontage, overlaps, share_in,
    side_towards,
};
pub(in crate::eval) use nearby::Nearby;
pub(crate) use planning::{Course, Surroundings};
use shaped::Shaped;
use smallvec::SmallVec;
use warwright_ir::{ExprId, FARTHEST, NONE, SpaceOp};

impl<O: Observer> Evaluator<'_, O> {
    /// An operation that gives one cell.
    pub(in crate::eval) fn space_scalar(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<i64> {
        self.burn(2)?;
        let grain = self.linked.grain;
        match (op, args) {
            // What is not on the board is far from all, touches nothing, shares space with nothing and lies in nothing.
            (SpaceOp::Distance, [one, other]) => Ok(self
                .both_there(*one, *other)?
                .map_or(FARTHEST, |(one, other)| one.gap(&other, grain).max(0))),
            (SpaceOp::Touches, [one, other]) => Ok(i64::from(
                self.both_near(*one, *other)?
                    .is_some_and(|(one, other)| one.gap(&other, grain) == 0),
            )),
            (SpaceOp::Overlaps, [one, other]) => Ok(i64::from(
                self.both_near(*one, *other)?
                    .is_some_and(|(one, other)| one.overlaps(&other, grain)),
            )),
            (SpaceOp::Inside, [one, region]) => {
                let (one, region) = (self.shape_there(*one)?, self.region_there(*region)?);
                Ok(i64::from(one.zip(region).is_some_and(|(it, region)| it.inside(&region))))
            }
            (SpaceOp::Frontage, [one, other]) => {
                let there = self.both_there(*one, *other)?;
                Ok(there.map_or(0, |(one, other)| longest_frontage(&one, &other, grain)))
            }
            (SpaceOp::ShareIn, [piece, region]) if self.are_far(*piece, *region)? => {
                crate::arith::cell(Some(Fraction::ZERO))
            }
            (SpaceOp::ShareIn, [piece, region]) => {
                let entity = self.scalar(*piece)?;
                let there = self.posed_there(entity)?.zip(self.region_there(*region)?);
                let share = there.map_or(Fraction::ZERO, |(piece, region)| {
                    share_in(piece.as_ref(), region.as_ref()).fraction()
                });
                crate::arith::cell(Some(share))
            }
            (SpaceOp::SideTowards | SpaceOp::SideWithin, [piece, other, arcs @ ..]) => {
                self.side_of(*piece, *other, arcs)
            }
            (SpaceOp::InWedge | SpaceOp::WhollyInWedge, [shape, edge, opening]) => {
                let Some(shape) = self.shape_there(*shape)? else { return Ok(0) };
                let wedge = Wedge::before(&self.edge(*edge)?, self.scalar(*opening)?);
                let mut parts = shape.parts().into_iter();
                Ok(i64::from(match op {
                    SpaceOp::InWedge => parts.any(|part| wedge.meets(part)),
                    _ => parts.all(|part| wedge.holds(part)),
                }))
            }
            (SpaceOp::LeastBeyond | SpaceOp::MostBeyond, [shape, edge]) => {
                let (shape, edge) = (self.shape(*shape)?, self.edge(*edge)?);
                let parts = shape.parts();
                let spans = parts.iter().map(|part| beyond(&edge, *part, grain));
                Ok(match op {
                    SpaceOp::LeastBeyond => spans.map(|(least, _)| least).min(),
                    _ => spans.map(|(_, most)| most).max(),
                }
                .unwrap_or(0))
            }
            (SpaceOp::Crosses, [route, shape]) => {
                let (footprint, swept) = self.swept(*route)?;
                let Some(shape) = self.shape_there(*shape)? else { return Ok(0) };
                let around = shape.bounds();
                if !swept.bounds.is_near(&around, grain.micrometres()) {
                    return Ok(0);
                }
                let parts = shape.parts();
                let enters = |part: &Corners| parts.iter().any(|p| overlaps(part, *p, grain));
                Ok(i64::from(swept.route.sweeps(&footprint, grain, &around, enters)))
            }
            (SpaceOp::Same, [one, other]) => {
                let one = self.wide(*one)?;
                Ok(i64::from(one == self.wide(*other)?))
            }
            _ if op.is_of_cells() => {
                let cells: Checked<SmallVec<[i64; 2]>> =
                    args.iter().map(|arg| self.scalar(*arg)).collect();
                self.cell_scalar(op, &cells?)
            }
            _ => self.measure(op, args),
        }
    }

    /// Numbers that are parts of values.
    fn measure(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<i64> {
        let grain = self.linked.grain;
        match (op, args) {
            (SpaceOp::Direction, [from, to]) => {
                let way = self.point(*from)?.to(self.point(*to)?);
                Ok(Angle::of(way).map_or(NONE, Angle::micro_degrees))
            }
            (SpaceOp::Turn, [from, to]) => {
                let from = Angle::new(self.scalar(*from)?);
                Ok(from.turn_to(Angle::new(self.scalar(*to)?)))
            }
            (SpaceOp::PointX, [point]) => Ok(grain.round(self.point(*point)?.x())),
            (SpaceOp::PointY, [point]) => Ok(grain.round(self.point(*point)?.y())),
            (SpaceOp::PlaceFacing, [place]) => Ok(self.place(*place)?.facing.micro_degrees()),
            (SpaceOp::EdgeFacing, [edge]) => Ok(self.edge(*edge)?.facing.micro_degrees()),
            (SpaceOp::EdgeLength, [edge]) => Ok(grain.root(Squared::of(self.edge(*edge)?.way()))),
            (SpaceOp::PlanTurns, [plan]) => self.wide(*plan)?.get(1).copied().ok_or_else(nothing),
            (SpaceOp::FootprintWidth, [of]) => self.wide(*of)?.first().copied().ok_or_else(nothing),
            (SpaceOp::FootprintDepth, [of]) => self.wide(*of)?.get(1).copied().ok_or_else(nothing),
            (SpaceOp::RouteLength, [route]) => Ok(grain.round(self.route(*route)?.1.length())),
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    fn side_of(&mut self, piece: ExprId, other: ExprId, arcs: &[ExprId]) -> Checked<i64> {
        let piece = self.posed(piece)?;
        let towards = self.shape(other)?.centre();
        let arcs = match arcs {
            [front, rear] => {
                let front = self.scalar(*front)?;
                Arcs::Angles { front, rear: self.scalar(*rear)? }
            }
            _ => Arcs::Diagonals,
        };
        let side = side_towards(&piece, towards, arcs);
        let position = Side::ALL.iter().position(|one| *one == side).unwrap_or(0);
        Ok(i64::try_from(position).unwrap_or(0))
    }

    /// Two things where both are on the board.
    fn both_there(&mut self, one: ExprId, other: ExprId) -> Checked<Option<(Shaped, Shaped)>> {
        Ok(self.shape_there(one)?.zip(self.shape_there(other)?))
    }

    /// Two things on the board whose gap may be nothing or less.
    fn both_near(&mut self, one: ExprId, other: ExprId) -> Checked<Option<(Shaped, Shaped)>> {
        if self.are_far(one, other)? {
            return Ok(None);
        }
        let slack = self.linked.grain.micrometres();
        let there = self.both_there(one, other)?;
        Ok(there.filter(|(one, other)| one.bounds().is_near(&other.bounds(), slack)))
    }
}

/// How much of the sides of two shapes is in contact.
fn longest_frontage(one: &Shaped, other: &Shaped, grain: Grain) -> i64 {
    let others = other.parts();
    let pairs = one.parts().into_iter();
    let pairs = pairs.flat_map(|a| others.iter().map(move |b| frontage(a, *b, grain)));
    pairs.max().unwrap_or(0)
}

fn nothing() -> Box<Fault> {
    Fault::new(FaultKind::NothingThere)
}
