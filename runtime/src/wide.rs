//! Values of several cells.

use smallvec::SmallVec;

/// A wide value: a list, a set or a pool.
pub type Wide = SmallVec<[i64; 8]>;
