//! The clock of a command: says how much time is left, and nothing of what is worked out in it.
#![expect(
    clippy::disallowed_types,
    reason = "the clock says how long is looked for an answer, and which kind of answer there is time for"
)]

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::Builder;
use std::time::{Duration, Instant};
use warwright_runtime::Machine;

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

    /// Does what a machine is wanted for. What it still runs when the time is over by more than a quarter of it, and two
    /// seconds, is stopped, wherever it is.
    pub fn over<T>(&self, machine: &Machine, work: impl FnOnce() -> T) -> T {
        let late = self.left() + (self.most / 4).max(Duration::from_secs(2));
        let (done, over) = mpsc::channel::<()>();
        let found = std::thread::scope(|scope| {
            let watch = move || {
                if over.recv_timeout(late) == Err(RecvTimeoutError::Timeout) {
                    machine.halt(true);
                }
            };
            // Without a thread the time is looked at between two rolls only.
            drop(Builder::new().spawn_scoped(scope, watch));
            let found = work();
            drop(done);
            found
        });
        machine.halt(false);
        found
    }
}
