//! Equality of states: who works out odds compares more of them than anything else, and most wide values are empty or short.

use super::{Locals, State, Wide};
use std::hash::{Hash, Hasher};

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let Self { scenario, cells, wides, heads, held, ties, frames, locals, tallies, outcome } =
            self;
        *scenario == other.scenario
            && same_cells(cells, &other.cells)
            && *locals == other.locals
            && same(wides, &other.wides)
            && *frames == other.frames
            && *held == other.held
            && *ties == other.ties
            && *tallies == other.tallies
            && *outcome == other.outcome
            && *heads == other.heads
    }
}

impl Eq for State {}

impl PartialEq for Locals {
    fn eq(&self, other: &Self) -> bool {
        let Self { scalars, wides } = self;
        same_cells(scalars, &other.scalars) && same(wides, &other.wides)
    }
}

impl Eq for Locals {}

impl Hash for Locals {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { scalars, wides } = self;
        scalars.hash(hasher);
        wides.hash(hasher);
    }
}

/// Whether cells are the same. None at all are not handed on to be compared: where they would lie is no memory, and some processors take
/// their time to read none of that.
fn same_cells(one: &[i64], other: &[i64]) -> bool {
    one.len() == other.len() && (one.is_empty() || one == other)
}

/// Whether wide values are the same: cell by cell, as most are too short for anything else to pay.
fn same(one: &[Wide], other: &[Wide]) -> bool {
    let same = |(one, other): (&Wide, &Wide)| one.len() == other.len() && one.iter().eq(&**other);
    one.len() == other.len() && one.iter().zip(other).all(same)
}
