//! Suppositions: a state that is otherwise, and what is asked of it.

use serde::Serialize;

use super::{Expr, Name};
use crate::source::Span;

/// `supposing u at R.end, t gone { EXPR }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Supposing {
    /// The changes.
    pub changes: Vec<Supposition>,
    /// What is asked on the changed state.
    pub value: Expr,
}

/// One change of a supposition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Supposition {
    /// What is changed.
    pub what: Expr,
    /// How.
    pub change: SupposedChange,
    /// All of it.
    pub span: Span,
}

/// The changes that may be supposed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum SupposedChange {
    /// `u at PLACE`
    At(Expr),
    /// `t gone`
    Gone,
    /// `u has X`
    Has(Expr),
    /// `u lacks X`
    Lacks(Expr),
    /// `u.field = V`
    Set(Expr),
    /// `u by TIE v`: joined to v
    Joined {
        /// The tie.
        tie: Name,
        /// The other end.
        other: Expr,
    },
}
