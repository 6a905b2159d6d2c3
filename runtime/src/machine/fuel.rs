//! How much work a run may do, and how all that runs is stopped from outside.

use super::Machine;
use crate::fault::{Checked, Fault, FaultKind};
use crate::link::Linked;
use std::sync::atomic::Ordering;

/// How much work a run may do, in acts and calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel {
    /// What is left.
    pub left: u64,
}

impl Fuel {
    /// Enough for a long battle of large armies: some ten seconds and more of work.
    pub const BATTLE: Self = Self { left: 1_000_000_000 };
    /// Enough for one question.
    pub const QUESTION: Self = Self { left: 10_000_000 };
}

/// After so much work, as a power of two, it is looked whether to stop: some tenths of a millisecond.
const LOOKED_AFTER: u32 = 13;

impl Linked {
    /// Uses up fuel.
    #[inline]
    pub(crate) fn burn(&self, fuel: &mut u64, amount: u64) -> Checked<()> {
        let Some(left) = fuel.checked_sub(amount) else {
            return Err(Fault::new(FaultKind::OutOfFuel));
        };
        if (*fuel ^ left) >> LOOKED_AFTER != 0 && self.halted.load(Ordering::Relaxed) {
            return Err(Fault::new(FaultKind::Halted));
        }
        *fuel = left;
        Ok(())
    }
}

impl Machine {
    /// Stops all that this machine runs, in whatever thread, with a fault that says so; or lets it run again. For whoever has a
    /// clock: what was stopped enters no result.
    pub fn halt(&self, halted: bool) {
        self.linked.halted.store(halted, Ordering::Relaxed);
    }
}
