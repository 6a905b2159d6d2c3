//! Warwright: compiler.

pub mod errata;
pub mod like;
pub mod names;
