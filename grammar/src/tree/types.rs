//! Types as written, parameters and ranges.

use serde::Serialize;

use super::{Expr, Name};
use crate::source::Span;

/// A type as written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypeExpr {
    /// What it says.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of a type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum TypeKind {
    /// `int`, `length`, `unit`, `Side`; a range may follow: `int 1..9`, `length 0"..reach(u)`
    Named {
        /// The type's name.
        name: Name,
        /// The range, if written.
        range: Option<Box<Range>>,
    },
    /// `list of T`
    ListOf(Box<TypeExpr>),
    /// `set of T`
    SetOf(Box<TypeExpr>),
    /// `pool of D`, `form of K` and the like: any other word before `of`
    Of {
        /// The word.
        what: Name,
        /// What it is of.
        item: Box<TypeExpr>,
    },
    /// `T?`
    Optional(Box<TypeExpr>),
    /// `unit or ground`
    OneOf(Vec<TypeExpr>),
    /// `length on Pace`: values of a scale
    On {
        /// The type of the values.
        item: Box<TypeExpr>,
        /// The scale.
        scale: Name,
    },
    /// `some of P where C`: dice that a player commits, as the type of a parameter
    SomeOf {
        /// The pool.
        pool: Box<Expr>,
        /// The condition on each die.
        filter: Option<Box<Expr>>,
    },
    /// Could not be read
    Error,
}

/// `2..6`, `..-1`, `10..`; both ends belong to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The lower end; open when absent.
    pub low: Option<Expr>,
    /// The upper end; open when absent.
    pub high: Option<Expr>,
    /// The whole range.
    pub span: Span,
}

/// A parameter: `target: unit`, `free: bool = false`. Several names before one colon give several parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Param {
    /// Its name; of several parameters before one colon each has its own node with the same `ty`.
    pub name: Name,
    /// Its type; none only where recovery made it up.
    pub ty: TypeExpr,
    /// The value when an argument is left out.
    pub default: Option<Expr>,
    /// The whole parameter.
    pub span: Span,
}
