//! Clauses: whom rules reach and what they bend, forbid, lend and grant: those that fight, count twice, harm their own bearer or
//! never count.

pub(super) mod actors;
pub(super) mod auras;
pub(super) mod bearers;
pub(super) mod durations;
pub(super) mod during;
pub(super) mod fights;
pub(super) mod outside;
pub(super) mod overrides;
pub(super) mod owners;
pub(super) mod placed;
pub(super) mod reflexive;
pub(super) mod roles;
pub(super) mod shapes;
pub(super) mod siblings;
pub(super) mod stacked;
pub(super) mod twice;
pub(super) mod twins;
