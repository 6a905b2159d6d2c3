//! States in two halves: takes a state that no session holds, gives the cells of its world and the rest, which many worlds share; and
//! what is the same in some worlds.
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

/// The cells that are the same in some worlds: what may be read of a state whose cells were taken out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Common {
    cells: Vec<Option<i64>>,
}

impl Common {
    /// Of worlds by their cells.
    pub(crate) fn of<'c>(worlds: impl IntoIterator<Item = &'c [i64]>) -> Self {
        let mut worlds = worlds.into_iter();
        let first = worlds.next().unwrap_or_default();
        let mut cells: Vec<Option<i64>> = first.iter().copied().map(Some).collect();
        for world in worlds {
            cells.truncate(world.len());
            for ((cell, known), here) in cells.iter_mut().zip(first).zip(world) {
                if known != here {
                    *cell = None;
                }
            }
        }
        Self { cells }
    }

    /// A cell that all have.
    pub(crate) fn get(&self, at: usize) -> Option<i64> {
        *self.cells.get(at)?
    }
}
