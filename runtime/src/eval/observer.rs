//! Observers: what a quantity tells of how it comes about, a line for each clause; whoever only wants the number hears nothing.

use crate::number::Fraction;
use crate::state::Wide;
use serde::{Deserialize, Serialize};
use warwright_ir::{ClauseId, QuantityId, Verb};

/// Someone who watches how a quantity comes about.
pub(crate) trait Observer {
    /// Whether anything is to be told at all.
    const WATCHES: bool;
    /// The evaluation of a quantity begins, with the values of its parameters.
    fn begin(&mut self, _quantity: QuantityId, _args: Vec<Wide>) {}
    /// Its base is known.
    fn base(&mut self, _value: i64) {}
    /// A clause has had its effect, or would have had it.
    fn line(&mut self, _line: Line) {}
    /// Its value is known.
    fn end(&mut self, _value: i64) {}
}

impl Observer for () {
    const WATCHES: bool = false;
}

/// What a clause did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The clause; none for what the quantity itself declares.
    pub(crate) clause: Option<ClauseId>,
    /// Its bearer, or none.
    pub(crate) bearer: i64,
    /// What it did.
    pub(crate) effect: Effect,
    /// The value before.
    pub(crate) before: Fraction,
    /// The value after.
    pub(crate) after: Fraction,
    /// The clause on whose account it did not count.
    pub(crate) struck_by: Option<ClauseId>,
}

/// What was done to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// A clause's verb, with its amount and its cap (none for most), as cells.
    Verb {
        /// The verb.
        verb: Verb,
        /// The amount.
        amount: i64,
        /// Whether the amount is a fraction.
        ratio: bool,
        /// The cap.
        cap: i64,
    },
    /// The result was made whole.
    Rounded,
    /// The result was brought into the declared range.
    Range,
}
