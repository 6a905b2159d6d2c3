//! Usage: what is declared and that nothing has, asks, reads, plays or speaks of.

pub(super) mod advice;
pub(super) mod closed;
pub(super) mod faces;
pub(super) mod figures;
pub(super) mod hands;
pub(super) mod policies;
pub(super) mod unread;
pub(super) mod unused;
pub(super) mod uses;
