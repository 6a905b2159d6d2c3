//! What the benchmarks share: generated content, rules written by hand as peers, compiled programs, timing.

pub mod battleground;
pub mod duel;
pub mod exact;
pub mod exchange;
pub mod generate;
pub mod growth;
pub mod hand;
pub mod players;
pub mod playouts;
pub mod program;
pub mod reading;
pub mod shares;
pub mod timing;
