//! What is known of every form of expressions and operators besides its operands: what it gives, what it hangs on, what it costs.

use crate::form::Want;

/// What an expression gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// More than a row can say: the validator has a rule for it.
    Own,
    /// Yes or no.
    Bool,
    /// A whole number.
    Int,
    /// A fraction.
    Ratio,
    /// A text.
    Text,
    /// A move.
    Route,
    /// What each of these operands gives.
    Of(&'static [&'static str]),
    /// What `of` gives where it is not none, and what `other` gives.
    Otherwise,
    /// An item of the operand, or none.
    Item(&'static str),
    /// What the declared thing of the row gives.
    Declared,
    /// What the part of the declared thing at the position in the row is.
    Position,
    /// An entity of the kind of the row.
    Entity,
    /// A set of them.
    Entities,
    /// The members of the kind of the row.
    Members,
    /// Whole numbers.
    Ints,
    /// Cells of the board.
    Cells,
}

/// What the value of an expression hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// On its operands alone: it is the same in every state.
    Steady,
    /// On the state as well.
    Asks,
}

/// What it costs to evaluate an expression, its operands left aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CostClass {
    /// A few cells.
    Cheap,
    /// Enough that its value is worth keeping.
    Dear,
    /// So much that it is asked after all else.
    Long,
}

/// What else is known of a form of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// What it gives.
    pub gives: Gives,
    /// What its value hangs on.
    pub reads: Reads,
    /// What it costs.
    pub cost: CostClass,
}

pub(crate) const fn gives(gives: Gives, reads: Reads, cost: CostClass) -> Facts {
    Facts { gives, reads, cost }
}

/// What an operator takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// What is asked of its sides, from the left.
    pub takes: &'static [Want],
    /// What it gives.
    pub gives: Gives,
}

pub(crate) const fn takes(takes: &'static [Want], gives: Gives) -> Sides {
    Sides { takes, gives }
}
