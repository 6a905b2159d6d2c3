//! What players decide: choices, and windows in which they act.

use serde::Serialize;

use super::{Expr, Key, Label, Name, Range, Template};
use crate::source::Span;

/// `p chooses NAME: WHAT [where C] [with least E [within T]] [prefer ..] [, or none [when C]] ["prompt"]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// Who.
    pub player: Expr,
    /// The name that is bound.
    pub name: Name,
    /// From what.
    pub what: ChoiceOf,
    /// `where C`, on the candidate `it`.
    pub filter: Option<Expr>,
    /// `with least E, ..`: narrows what is legal.
    pub with: Vec<Key>,
    /// `within T` after `with`.
    pub within: Option<Expr>,
    /// `prefer highest E`: advice.
    pub prefer: Vec<Key>,
    /// `, or none [when C]`.
    pub or_none: Option<OrNone>,
    /// What the player is asked.
    pub prompt: Option<Template>,
}

/// From what a player chooses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ChoiceOf {
    /// `one of S`
    One(Expr),
    /// `N of S`
    Exactly(Expr, Expr),
    /// `up to N of S`
    UpTo(Expr, Expr),
    /// `any of S`
    Any(Expr),
    /// `some of S`: at least one of them.
    Some(Expr),
    /// `order of S`
    Order(Expr),
    /// `split of N among S`
    Split(Expr, Expr),
    /// `int A..B`
    Int(Range),
    /// `place for u in R`
    Place {
        /// Who is placed.
        who: Expr,
        /// Where.
        region: Expr,
        /// `facing A`.
        facing: Option<Expr>,
    },
    /// `whether "question"`
    Whether(Template),
    /// Could not be read
    Error,
}

/// `, or none [when C]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrNone {
    /// `when C`.
    pub when: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// `open WINDOW to p [, q] [in turn] [until done | until all pass] [at most N] ["question"]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Open {
    /// The window.
    pub window: Name,
    /// Who is asked.
    pub to: Vec<Expr>,
    /// `in turn`.
    pub in_turn: bool,
    /// When it ends; once each when absent.
    pub until: Option<WindowEnd>,
    /// `at most N`.
    pub at_most: Option<Expr>,
    /// What is asked, in words.
    pub question: Option<Label>,
}

/// When a window ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum WindowEnd {
    /// `until done`
    Done,
    /// `until all pass`
    AllPass,
}
