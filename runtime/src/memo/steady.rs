//! Values that are the same for all items: takes on what one rests, gives it if it was made of just that.

use crate::dependencies::Dependencies;
use crate::wide::Wide;
use smallvec::SmallVec;

/// After so many that were made it is looked whether it pays.
const TRIAL: u32 = 64;

/// A value as it was made last.
#[derive(Debug, Default)]
pub(crate) struct Steady {
    /// The view that was read, and what was written last.
    pub(crate) when: ((u32, u64), u64),
    /// What stood in the locals that it rests on.
    pub(crate) locals: SmallVec<[i64; 16]>,
    pub(crate) value: Option<Wide>,
    pub(crate) rests_on: Dependencies,
    found: u32,
    made: u32,
}

impl Steady {
    /// Whether it is found often enough to be kept.
    pub(crate) const fn pays(&self) -> bool {
        self.made < TRIAL || self.found >= self.made
    }

    /// It was found again.
    pub(crate) const fn find(&mut self) {
        self.found = self.found.saturating_add(1);
    }

    /// It had to be made.
    pub(crate) const fn make(&mut self) {
        self.made = self.made.saturating_add(1);
    }
}
