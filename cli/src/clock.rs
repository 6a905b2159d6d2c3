//! The clock of a command: says how much time is left, and nothing of what is worked out in it.
#![expect(
    clippy::disallowed_types,
    reason = "the clock says how long is looked for an answer, and which kind of answer there is time for"
)]

use std::time::{Duration, Instant};

/// A time that was allowed, from the moment it was made.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    begun: Instant,
    most: Duration,
}

impl Clock {
    /// So much time from now on.
    pub fn of(most: Duration) -> Self {
        Self { begun: Instant::now(), most }
    }

    /// How much time has passed.
    pub fn passed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// How much time is left: none when it is over.
    pub fn left(&self) -> Duration {
        self.most.saturating_sub(self.passed())
    }

    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    /// Whether the time is over by more than a quarter of it, and two seconds.
    pub fn is_long_over(&self) -> bool {
        self.passed() > self.most + (self.most / 4).max(Duration::from_secs(2))
    }
}
