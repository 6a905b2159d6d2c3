//! Copies of states: who searches makes more of them than anything else, so wide values are copied whole and not cell by cell.

use super::{Locals, Outcome, State, Wide};
use std::sync::Arc;

impl Clone for State {
    fn clone(&self) -> Self {
        let Self { scenario, cells, wides, heads, held, ties, frames, locals, tallies, outcome } =
            self;
        Self {
            scenario: *scenario,
            cells: cells.clone(),
            wides: copied(wides),
            heads: Arc::clone(heads),
            held: held.clone(),
            ties: ties.clone(),
            frames: frames.clone(),
            locals: locals.clone(),
            tallies: tallies.clone(),
            outcome: outcome.clone(),
        }
    }

    /// Copies into the memory that is there.
    fn clone_from(&mut self, from: &Self) {
        let Self { scenario, cells, wides, heads, held, ties, frames, locals, tallies, outcome } =
            from;
        self.scenario = *scenario;
        // The memory of the last locals is used again, where nobody else reads them.
        if let Some(Outcome::Ended { locals: last, .. }) = self.outcome.as_deref_mut()
            && let Some(last) = Arc::get_mut(last)
        {
            std::mem::swap(&mut self.locals, last);
        }
        self.cells.clone_from(cells);
        copy_over(&mut self.wides, wides);
        self.heads.clone_from(heads);
        self.held.clone_from(held);
        self.ties.clone_from(ties);
        self.frames.clone_from(frames);
        self.locals.clone_from(locals);
        self.tallies.clone_from(tallies);
        self.outcome.clone_from(outcome);
    }
}

impl Clone for Locals {
    fn clone(&self) -> Self {
        Self { scalars: self.scalars.clone(), wides: copied(&self.wides) }
    }

    /// Copies into the memory that is there.
    fn clone_from(&mut self, from: &Self) {
        self.scalars.clone_from(&from.scalars);
        copy_over(&mut self.wides, &from.wides);
    }
}

fn copied(wides: &[Wide]) -> Vec<Wide> {
    wides.iter().map(|wide| Wide::from_slice(wide)).collect()
}

/// Copies wide values into the memory that is there.
fn copy_over(to: &mut Vec<Wide>, from: &[Wide]) {
    to.truncate(from.len());
    for (to, from) in to.iter_mut().zip(from) {
        // Most are as long as they were, and many empty.
        if from.is_empty() {
            to.clear();
        } else if to.len() == from.len() {
            to.copy_from_slice(from);
        } else {
            to.clear();
            to.extend_from_slice(from);
        }
    }
    let rest = from.get(to.len()..).unwrap_or_default();
    to.extend(rest.iter().map(|wide| Wide::from_slice(wide)));
}
