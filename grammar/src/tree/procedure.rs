//! Procedures and their steps, actions, and what they require.

use serde::Serialize;

use super::{
    Block, Expr, HookPosition, Label, Name, Once, Param, Path, Reach, See, Template, TypeExpr,
};
use crate::source::Span;

/// `procedure NAME(..) [: TYPE] [recursive N [otherwise VALUE]] [see ".."] { var .. ; step .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Procedure {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Param>,
    /// What it returns.
    pub result: Option<TypeExpr>,
    /// How deep it may reach itself.
    pub recursive: Option<Recursive>,
    /// `for team`: a run of its player is one of all players of his team.
    pub team: Option<Span>,
    /// `heading` on the whole procedure.
    pub heading: Option<Heading>,
    /// `see`
    pub see: See,
    /// Variables, steps, and perhaps statements between them.
    pub body: Block,
    /// The whole declaration.
    pub span: Span,
}

/// `recursive N [otherwise VALUE]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recursive {
    /// How deep.
    pub depth: Expr,
    /// What it gives to whoever calls it deeper.
    pub otherwise: Option<Expr>,
}

/// `step NAME [heading ["text"]] [called] [when C] [see ".."] { .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The name.
    pub name: Name,
    /// `heading`: groups the story of a battle, under its text or else the step's name.
    pub heading: Option<Heading>,
    /// `called`: runs only by name.
    pub called: bool,
    /// `when C`.
    pub when: Option<Expr>,
    /// `see`
    pub see: See,
    /// The body.
    pub body: Block,
}

/// `heading`, `heading "The volley of {u}"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Heading {
    /// The words.
    pub text: Option<Template>,
    /// All of it.
    pub span: Span,
}

/// `action NAME(..) in WINDOW by PLAYER [must] [once per ..] "label" { cost .. ; require .. ; do { .. } }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Action {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Param>,
    /// Where it may be taken.
    pub window: ActionWindow,
    /// Whom it reaches, in a bearer.
    pub reach: Reach,
    /// `by PLAYER`.
    pub by: Option<Expr>,
    /// `must`.
    pub must: bool,
    /// `when C`.
    pub when: Option<Expr>,
    /// `once per M [each foe]`.
    pub once: Option<Box<Once>>,
    /// What the player reads.
    pub label: Option<Label>,
    /// `see`
    pub see: See,
    /// What is in its braces, in order.
    pub body: Vec<ActionItem>,
    /// The whole declaration.
    pub span: Span,
}

/// Where an action may be taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ActionWindow {
    /// Nothing was said
    Unsaid,
    /// `in Command`
    In(Name),
    /// `at clash.ignore_losses`, `at before exchange.roll`
    At {
        /// `before`, `after`, `instead of`, or the step as a window.
        position: Option<HookPosition>,
        /// The procedure and step.
        path: Path,
    },
}

/// What may stand in the braces of an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ActionItem {
    /// `cost 1 of u.player.commands`, `cost 0`
    Cost {
        /// How much.
        amount: Expr,
        /// From which state.
        of: Option<Expr>,
        /// All of it.
        span: Span,
    },
    /// `require C "why"`
    Require(Require),
    /// `let x = E`
    Let(Name, Expr),
    /// `do { .. }`
    Do(Block),
    /// `text: ..`
    Text(Template),
    /// Could not be read
    Error(Span),
}

/// `require C "why" [: "{data}"] [see ".."]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Require {
    /// The condition.
    pub condition: Expr,
    /// The reason when it fails.
    pub label: Option<Label>,
    /// `see`
    pub see: See,
    /// All of it.
    pub span: Span,
}
