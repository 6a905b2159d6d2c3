//! The numbers of entities: which number the machine gives to what a test names, so that an answer can name it too.

use super::super::checker::Checker;
use super::script::Reading;
use super::sides::{GROUND, Pieces};
use crate::typed::{Expr, ExprKind};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// The cell that an answer names: a piece, a player or a cell of the board by its number, or a constant.
    pub(super) fn answer_cell(&mut self, reading: &Reading<'_, 'a>, value: &Expr) -> Option<i64> {
        match &value.kind {
            ExprKind::Local(local) => {
                let at = reading
                    .pieces
                    .all
                    .iter()
                    .position(|piece| self.scope.peek(&piece.given.name.text) == Some(*local));
                if let Some(at) = at {
                    return i64::try_from(self.given_number(reading.pieces, at)).ok();
                }
            }
            ExprKind::Space { op: ir::SpaceOp::CellNamed, args } => {
                let [row, column] = args.as_slice() else { return None };
                let (row, column) = (self.constant_cell(row)?, self.constant_cell(column)?);
                let at = self.board.cells()?.position(row, column)?;
                let pieces = reading.pieces;
                let before = self.entities_before_ground(pieces.side_count());
                let all = pieces.laid_out + pieces.all.len();
                return i64::try_from(before + all + at).ok();
            }
            ExprKind::OwnerOf(of) => {
                if let ExprKind::Local(local) = of.kind {
                    let piece = reading
                        .pieces
                        .all
                        .iter()
                        .find(|piece| self.scope.peek(&piece.given.name.text) == Some(local));
                    if let Some(piece) = piece {
                        return i64::try_from(piece.side).ok();
                    }
                }
            }
            _ => {}
        }
        self.constant_cell(value)
    }

    /// Entities are numbered as the machine numbers them: players, the battle, things, the ground, then pieces in the order of the
    /// sides. Of the ground what the scenario has laid out comes first.
    fn given_number(&self, pieces: &Pieces<'a>, at: usize) -> usize {
        let areas = pieces.all.iter().filter(|piece| piece.side == GROUND).count();
        let before = self.entities_before_ground(pieces.side_count()) + pieces.laid_out;
        match at.checked_sub(pieces.all.len() - areas) {
            Some(area) => before + area,
            None => before + areas + at,
        }
    }

    pub(crate) fn entities_before_ground(&self, sides: usize) -> usize {
        let battles =
            self.typed.kinds.values().filter(|kind| kind.base == ir::KindBase::Battle).count();
        let things: usize = self
            .typed
            .kinds
            .values()
            .filter(|kind| kind.base == ir::KindBase::Thing && !kind.closed && !kind.fleeting)
            .flat_map(|kind| &kind.entries)
            .filter(|id| self.typed.entries.get(**id).is_some_and(|entry| entry.base.is_none()))
            .count();
        sides + battles + things
    }
}
