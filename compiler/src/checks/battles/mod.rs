//! Battles: boards, set-ups, sides, rosters and tests: what they ask, field and lay out.

pub(super) mod boards;
pub(super) mod fielded;
pub(super) mod limits;
pub(super) mod plans;
pub(super) mod setups;
pub(super) mod trials;
pub(super) mod verdicts;
pub(super) mod winners;
