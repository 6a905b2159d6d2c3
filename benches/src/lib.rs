//! What the benchmarks share: generated content, rules written by hand as peers, timing.

pub mod generate;
pub mod hand;
pub mod timing;
