//! States in two halves: what is running (the skeleton), and the cells of the world, which many skeletons share.
//!
//! Dice are often counted without a look at the world, or at no more of it than is the same in all worlds. Such a stretch is run once on
//! the skeleton, for all worlds together.

use crate::state::{Outcome, State};
use indexmap::Equivalent;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The cells of a world, with their hash.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    hash: u64,
    cells: Rc<[i64]>,
}

/// Cells to be looked for.
pub(super) struct Wanted<'c> {
    hash: u64,
    cells: &'c [i64],
}

impl<'c> Wanted<'c> {
    pub(super) fn new(cells: &'c [i64]) -> Self {
        let mut hasher = FxHasher::default();
        cells.iter().for_each(|cell| hasher.write_i64(*cell));
        Self { hash: hasher.finish(), cells }
    }

    /// Cells that are kept already.
    pub(super) fn of(cells: &'c Cells) -> Self {
        Self { hash: cells.hash, cells: &cells.cells }
    }

    /// How many bytes they take where they are kept.
    pub(super) fn size(&self) -> usize {
        size_of_val(self.cells) + 2 * size_of::<usize>()
    }

    /// The cells, to be kept.
    pub(super) fn keep(&self) -> Cells {
        Cells { hash: self.hash, cells: self.cells.into() }
    }
}

impl Cells {
    /// All of them.
    pub(super) fn all(&self) -> &[i64] {
        &self.cells
    }

    /// A state without cells as one of this world.
    pub(super) fn put_into(&self, state: Box<State>) -> Box<State> {
        state.with_copied_cells(&self.cells)
    }
}

impl Hash for Cells {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Hash for Wanted<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.cells, &other.cells)
            || (self.hash == other.hash && self.cells == other.cells)
    }
}

impl Eq for Cells {}

impl Equivalent<Cells> for Wanted<'_> {
    fn equivalent(&self, key: &Cells) -> bool {
        self.hash == key.hash && self.cells == &*key.cells
    }
}

/// A state as a key of a map: hashed by the parts in which states that meet are likely to differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Keyed(pub(super) Box<State>);

impl Hash for Keyed {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let state = &self.0;
        for cell in state.cells().iter().chain(&state.locals.scalars) {
            hasher.write_i64(*cell);
        }
        for wide in state.wides().iter().chain(&state.locals.wides) {
            hasher.write_usize(wide.len());
            wide.iter().for_each(|item| hasher.write_i64(*item));
        }
        for held in state.held() {
            hasher.write_i64(held.entity);
            hasher.write_u32(held.ability.0);
        }
        for tied in state.ties() {
            hasher.write_i64(tied.left);
            hasher.write_i64(tied.right);
        }
        // Ends of a procedure mostly differ in what its variables held last.
        if let Some(Outcome::Ended { locals, .. }) = state.outcome.as_deref() {
            locals.scalars.iter().for_each(|cell| hasher.write_i64(*cell));
            locals.wides.iter().flatten().for_each(|item| hasher.write_i64(*item));
        }
        hasher.write_usize(state.frames.len());
        hasher.write_usize(state.tallies.len());
        if let Some(crate::state::Work::Acts(acts)) = state.frames.last().map(|frame| &frame.work) {
            hasher.write_u32(acts.body.0);
            hasher.write_u32(acts.at);
        }
    }
}
