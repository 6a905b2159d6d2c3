//! The cells of a battle's board: their grid, and which entities they are.

use crate::space::cells::Grid;

/// The cells of a board.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// How they lie.
    pub(crate) grid: Grid,
    /// The entity that is the first of them; the others follow in the order of the board.
    pub(crate) first: i64,
}

impl Field {
    /// The entity of a cell.
    pub(crate) fn entity(&self, cell: usize) -> i64 {
        self.first.saturating_add(i64::try_from(cell).unwrap_or(i64::MAX))
    }

    /// The cell that an entity is.
    pub(crate) fn cell(&self, entity: i64) -> Option<usize> {
        let cell = usize::try_from(entity.checked_sub(self.first)?).ok()?;
        (cell < self.grid.len()).then_some(cell)
    }
}
