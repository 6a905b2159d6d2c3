//! The machine on programs built by hand: evaluation, runs, hooks, statuses, windows, drivers, faults.

mod faults;
mod make;
mod mutate;
mod permissions;
mod players;
mod procedures;
mod quantities;
mod statuses;
mod windows;
