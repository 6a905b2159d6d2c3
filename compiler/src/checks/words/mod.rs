//! Words: what texts, labels and reasons say, held against the rules beside them.

pub(super) mod expected;
pub(super) mod reasons;
pub(super) mod said;
mod sentences;
pub(super) mod texts;
