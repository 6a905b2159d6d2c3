//! Operators and what they stand between: arithmetic, comparisons, relations, `in` and `is`.

use serde::Serialize;

use super::{Expr, Name};
use crate::source::Span;

/// Operators before their operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum UnaryOp {
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `not`
    Not,
}

/// An operator between two operands: `a + b`, `a and b`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Binary {
    /// The operator.
    pub op: BinaryOp,
    /// Where it stands.
    pub op_span: Span,
    /// The left operand.
    pub left: Expr,
    /// The right operand.
    pub right: Expr,
}

/// Operators between their operands, from the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `a otherwise b`: a, or b where a is none
    Otherwise,
    /// `R followed by S`
    FollowedBy,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// A relation or tie used infix: `u half_in wood`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Related {
    /// The relation.
    pub name: Name,
    /// The left operand.
    pub left: Expr,
    /// The right operand.
    pub right: Expr,
}

/// `x in S`, `x not in S`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Membership {
    /// The member.
    pub value: Expr,
    /// `not`.
    pub negated: bool,
    /// The set.
    pub set: Expr,
}

/// `E is x`, `E is not x`, `E is some x`, `E is empty`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Identity {
    /// The value asked about.
    pub value: Expr,
    /// `not`.
    pub negated: bool,
    /// What is asked.
    pub what: IsWhat,
}

/// What `is` asks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum IsWhat {
    /// `is x`: equal to, or of that kind
    Value(Expr),
    /// `is some x`: there, and then called x
    Some(Name),
    /// `is empty`
    Empty(Span),
}
