//! Copies of states: who searches makes more of them than anything else, so wide values are copied whole and not cell by cell.

use super::{Locals, State, Wide};
use std::sync::Arc;

impl Clone for State {
    fn clone(&self) -> Self {
        let Self {
            scenario,
            cells,
            wides,
            heads,
            held,
            ties,
            frames,
            locals,
            tallies,
            begun,
            outcome,
            memo,
        } = self;
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
            begun: begun.clone(),
            outcome: outcome.clone(),
            memo: memo.clone(),
        }
    }
}

impl Clone for Locals {
    fn clone(&self) -> Self {
        Self { scalars: self.scalars.clone(), wides: copied(&self.wides) }
    }
}

fn copied(wides: &[Wide]) -> Vec<Wide> {
    wides.iter().map(|wide| Wide::from_slice(wide)).collect()
}
