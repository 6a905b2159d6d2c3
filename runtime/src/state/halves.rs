//! States in two halves: takes a state that no session holds, gives the cells of its world and the rest, which many worlds share.
//!
//! A state is given away whole here, so a state that a cache answers for cannot lose its cells this way.

use super::State;

impl State {
    /// The state without the cells of its world, and these.
    pub(crate) fn without_cells(mut self: Box<Self>) -> (Box<Self>, Vec<i64>) {
        let cells = std::mem::take(&mut self.cells);
        (self, cells)
    }

    /// The state with the cells of a world.
    pub(crate) fn with_cells(mut self: Box<Self>, cells: Vec<i64>) -> Box<Self> {
        self.cells = cells;
        self
    }

    /// The state with a copy of the cells of a world, in the memory that is there.
    pub(crate) fn with_copied_cells(mut self: Box<Self>, cells: &[i64]) -> Box<Self> {
        self.cells.clear();
        self.cells.extend_from_slice(cells);
        self
    }
}
