//! Tests of the whole crate on one program made by hand.

mod compare;
mod faults;
mod forms;
mod mutate;
mod sample;
mod space;
mod stored;
