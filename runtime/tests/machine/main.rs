//! The machine on programs built by hand: evaluation, runs, hooks, statuses, windows, drivers, faults.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a failed unwrap is a failed test"
)]

mod faults;
mod make;
mod mutate;
mod permissions;
mod players;
mod procedures;
mod quantities;
mod statuses;
mod windows;
