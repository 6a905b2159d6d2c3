//! Runs: what happens in which order. Follows bodies, steps and hooks through procedures, and says what never runs, never ends,
//! is written for nothing or may stop a battle.

pub(super) mod cycles;
pub(super) mod dead_stores;
pub(super) mod deeds;
pub(super) mod early_rules;
pub(super) mod effects;
pub(super) mod endings;
pub(super) mod flow;
pub(super) mod graph;
pub(super) mod idle;
pub(super) mod just_written;
pub(super) mod leavers;
pub(super) mod lost;
pub(super) mod proceeds;
pub(super) mod recursion;
pub(super) mod results;
pub(super) mod running;
pub(super) mod skipped;
pub(super) mod step_order;
pub(super) mod stops;
pub(super) mod windows;
