//! Expressions on cells: takes entities that are cells of the board, asks its grid, gives numbers and entities.

use super::{Evaluator, Observer};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::Field;
use crate::space::cells::{Hand, crossed, reach};
use crate::state::Wide;
use warwright_ir::{CellTest, ExprId, NONE, ReachLimit, Slot, SpaceOp};

impl<'a, O: Observer> Evaluator<'a, O> {
    /// An operation on cells that gives one value, of operands that are worked out.
    pub(in crate::eval) fn cell_made(&mut self, op: SpaceOp, args: &[i64]) -> Checked<i64> {
        self.burn(2)?;
        self.cell_scalar(op, args)
    }

    /// The same.
    pub(super) fn cell_scalar(&self, op: SpaceOp, args: &[i64]) -> Checked<i64> {
        let field = self.cells()?;
        match (op, args) {
            (SpaceOp::CellRow | SpaceOp::CellColumn, [cell]) => {
                let (row, column) = field.grid.place(self.cell_of(*cell)?).unwrap_or((0, 0));
                Ok(if op == SpaceOp::CellRow { row } else { column })
            }
            (SpaceOp::CellNamed, [row, column]) => {
                let (row, column) = (*row, *column);
                let cell = field.grid.at(row, column);
                let cell = cell.ok_or_else(|| Fault::new(FaultKind::NoCell { row, column }))?;
                Ok(field.entity(cell))
            }
            (SpaceOp::Steps, [from, to]) => {
                let (from, to) = (self.cell_of(*from)?, self.cell_of(*to)?);
                Ok(field.grid.distance(from, to).map_or(0, i64::from))
            }
            (SpaceOp::Beyond, [from, to]) => {
                let (from, to) = (self.cell_of(*from)?, self.cell_of(*to)?);
                Ok(field.grid.beyond(from, to).map_or(NONE, |cell| field.entity(cell)))
            }
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// An operation on cells that gives several.
    pub(super) fn cell_wide(&mut self, op: SpaceOp, args: &[ExprId]) -> Checked<Wide> {
        let field = self.cells()?;
        let entity = |cell: usize| field.entity(cell);
        match (op, args) {
            (SpaceOp::Neighbours, [cell]) => {
                let cell = self.cell(*cell)?;
                Ok(field.grid.neighbours(cell).map(entity).collect())
            }
            (SpaceOp::Around, [cell, steps]) => {
                let (cell, steps) = (self.cell(*cell)?, self.steps(*steps)?);
                let found: Wide = field.grid.around(cell, steps).map(entity).collect();
                self.burn(u64::try_from(found.len()).unwrap_or(u64::MAX))?;
                Ok(found)
            }
            (SpaceOp::LineLeft | SpaceOp::LineRight, [from, to]) => {
                let (from, to) = (self.cell(*from)?, self.cell(*to)?);
                let hand = if op == SpaceOp::LineLeft { Hand::Left } else { Hand::Right };
                let found: Wide = crossed(&field.grid, from, to, hand).map(entity).collect();
                self.burn(u64::try_from(found.len()).unwrap_or(u64::MAX))?;
                Ok(found)
            }
            _ => Err(Fault::damaged(DamagedPart::Type)),
        }
    }

    /// `cells from H within N into x where A on from y where B`, `path from H to G ..`.
    pub(in crate::eval) fn reached(
        &mut self,
        from: ExprId,
        limit: ReachLimit,
        [into, on]: [Option<CellTest>; 2],
    ) -> Checked<Wide> {
        let field = self.cells()?;
        let start = self.cell(from)?;
        let (steps, goal) = match limit {
            ReachLimit::Within(steps) => (self.steps(steps)?, None),
            ReachLimit::To(goal) => (u32::MAX, Some(self.cell(goal)?)),
        };
        let this = std::cell::RefCell::new(&mut *self);
        let test = |test: Option<CellTest>, cell: usize| match test {
            Some(test) => this.borrow_mut().cell_passes(test, field.entity(cell)),
            None => this.borrow_mut().burn(1).map(|()| true),
        };
        let ways = reach(
            &field.grid,
            start,
            (steps, goal),
            |cell| test(into, cell),
            |cell| test(on, cell),
        )?;
        let found = match goal {
            Some(goal) => ways.way(goal),
            None => ways.cells(),
        };
        Ok(found.into_iter().map(|cell| field.entity(cell)).collect())
    }

    /// Whether a condition holds of a cell; its local keeps what it held before.
    fn cell_passes(&mut self, test: CellTest, cell: i64) -> Checked<bool> {
        self.burn(1)?;
        let Slot::Scalar(slot) = test.slot else { return Err(Fault::damaged(DamagedPart::Type)) };
        let before = self.local(slot)?;
        self.set_scalar(slot, cell)?;
        let holds = self.holds(test.when);
        self.set_scalar(slot, before)?;
        holds
    }

    fn cells(&self) -> Checked<&'a Field> {
        let setting = self.setting;
        setting.cells.as_ref().ok_or_else(|| Fault::new(FaultKind::NoBoard))
    }

    /// The number of a cell on the board.
    fn cell(&mut self, of: ExprId) -> Checked<usize> {
        let entity = self.scalar(of)?;
        self.cell_of(entity)
    }

    fn cell_of(&self, entity: i64) -> Checked<usize> {
        let cell = self.cells()?.cell(entity);
        cell.ok_or_else(|| Fault::damaged(DamagedPart::State))
    }

    /// A number of steps; none where it is less than nothing.
    fn steps(&mut self, of: ExprId) -> Checked<u32> {
        Ok(u32::try_from(self.scalar(of)?.max(0)).unwrap_or(u32::MAX))
    }
}
