//! Tests of the whole crate on one program made by hand.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failed unwrap is a failed test"
)]

mod compare;
mod faults;
mod forms;
mod mutate;
mod sample;
mod space;
mod stored;
