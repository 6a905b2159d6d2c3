//! Space: where pieces stand, and what can be asked of places. Takes and gives plain values; knows no rules.

pub mod cells;
pub mod plane;
