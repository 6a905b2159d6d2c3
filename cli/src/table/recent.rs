//! What happened before a sitting: of all that is told of a battle keeps the last chapter and the one before.

use super::begins;
use warwright_runtime::Tell;

/// The last two chapters that were told.
#[derive(Debug, Default)]
pub(super) struct Recent {
    pub(super) told: Vec<Tell>,
    /// Where the last of the two begins.
    last: usize,
}

impl Recent {
    /// Hears what happens next.
    pub(super) fn hear(&mut self, tells: &[Tell]) {
        for tell in tells {
            if begins(tell) {
                self.told.drain(..self.last);
                self.last = self.told.len();
            }
            self.told.push(tell.clone());
        }
    }
}
