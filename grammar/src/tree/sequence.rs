//! The sequence of play: set-up, rounds, and the verdict that ends a battle.

use serde::Serialize;

use super::{Block, Cell, Expr, Heading, Moment, Name, See, Template};
use crate::source::Span;

/// `sequence { setup { .. } ; round at most 20 { .. } ; verdict at end of round { .. } }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sequence {
    /// The parts, in order.
    pub parts: Vec<SequencePart>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// A part of the sequence of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum SequencePart {
    /// `setup { .. }`
    Setup(Block),
    /// `round at most 20 [heading ".."] { .. }`; another word than `round` names the loop otherwise
    Round {
        /// The word.
        name: Name,
        /// The bound.
        at_most: Option<Expr>,
        /// `heading`
        heading: Option<Heading>,
        /// What a round is.
        body: Block,
        /// All of it.
        span: Span,
    },
    /// `verdict at end of round { COND | won by p "why" ; else | draw }`
    Verdict(Verdict),
    /// Could not be read
    Error(Span),
}

/// `verdict at MOMENT { rows }`: the first row that holds decides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// When it is asked.
    pub at: Option<Moment>,
    /// The rows, in order.
    pub rows: Vec<VerdictRow>,
    /// All of it.
    pub span: Span,
}

/// `COND | won by p "why"`, `COND | draw "why"`, `else | draw`, `else | none`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VerdictRow {
    /// The condition; none for `else`.
    pub condition: Option<Expr>,
    /// What then.
    pub outcome: Outcome,
    /// Why, in words.
    pub why: Option<Template>,
    /// The whole row.
    pub span: Span,
}

/// How a battle ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Outcome {
    /// `won by p`
    WonBy(Expr),
    /// `draw`
    Draw,
    /// `none`: it goes on
    GoesOn,
    /// Any other cell, for instance a table of the scenario's own
    Other(Cell),
}
