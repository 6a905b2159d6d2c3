//! Warwright: benches.
