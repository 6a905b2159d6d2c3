//! Logic: what conditions mean. Reads conditions as formulas over variables, solves them, and says which can never hold and which
//! always do.

pub(super) mod asks;
pub(super) mod ceilings;
pub(super) mod cells;
pub(super) mod compared;
pub(super) mod conditions;
pub(super) mod dead;
pub(super) mod explain;
pub(super) mod formula;
pub(super) mod rows;
pub(super) mod scene;
pub(super) mod sides;
pub(super) mod solve;
