//! Statements: what steps, hooks and actions do.

use serde::Serialize;

use super::{
    Binder, Cell, Expr, HookPosition, Key, Label, MatchArm, Moment, Name, Once, Param, Path, Range,
    Reach, See, Template, TypeExpr,
};
use crate::source::Span;

/// Statements in braces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// With its braces.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of a statement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum StmtKind {
    /// `let x = E`
    Let {
        /// The name.
        name: Name,
        /// The value; `roll`, `draw` and `create` may be all of it.
        value: Expr,
    },
    /// `var x: int = 0`, `open var x = 0`
    Var(Box<VarDecl>),
    /// `step NAME { .. }`
    Step(Box<Step>),
    /// `x = E`, `u.f += E`, `u.f -= E`
    Assign {
        /// A name or a field.
        target: Expr,
        /// Which.
        op: AssignOp,
        /// The value.
        value: Expr,
    },
    /// A call, or `draw from Z`, `create K`; the checker refuses other expressions
    Expr(Expr),
    /// `require C "why"`
    Require(Box<Require>),
    /// `if C { } else if D { } else { }`
    If {
        /// Conditions and blocks, in order; at least one.
        arms: Vec<(Expr, Block)>,
        /// `else { }`
        otherwise: Option<Block>,
    },
    /// `match E { A: stmt ; B or C: { .. } ; else: stmt }`
    Match {
        /// What is looked at.
        value: Expr,
        /// The arms.
        arms: Vec<MatchArm<Block>>,
    },
    /// `for each x in S where C [ordered by p] { }`
    ForEach {
        /// Names, set, condition.
        binder: Box<Binder>,
        /// Who orders.
        ordered_by: Option<Expr>,
        /// The body.
        body: Block,
    },
    /// `for next x in S where C by lowest K [, then ..] [, choice of p] { }`
    ForNext {
        /// Names, set, condition.
        binder: Box<Binder>,
        /// The order.
        by: Vec<Key>,
        /// `choice of p`: who breaks ties.
        choice_of: Option<Box<Expr>>,
        /// The body.
        body: Block,
    },
    /// `repeat at most N [while C] { }`
    Repeat {
        /// The bound.
        at_most: Expr,
        /// The condition.
        condition: Option<Box<Expr>>,
        /// The body.
        body: Block,
    },
    /// `try { } else { }`
    Try {
        /// All or nothing.
        body: Block,
        /// When a `require` in it fails.
        otherwise: Option<Block>,
    },
    /// `p chooses x: ..`
    Choose(Box<Choice>),
    /// `grant S(args), T to u [until M]`
    Grant {
        /// The abilities or statuses.
        abilities: Vec<Expr>,
        /// To whom: a thing or a set.
        to: Expr,
        /// `until M`.
        until: Option<Box<Moment>>,
    },
    /// `remove S from u`, `remove g`
    Remove {
        /// The status, or the thing itself.
        what: Expr,
        /// From whom.
        from: Option<Expr>,
    },
    /// `say "text"`
    Say(Template),
    /// `move u along R`
    MoveAlong {
        /// The piece.
        what: Expr,
        /// The route.
        along: Expr,
    },
    /// `follow P`
    Follow(Expr),
    /// `put u at P`, `put Marsh at E7, E8`
    Put {
        /// The piece, or what cells are to be.
        what: Expr,
        /// The place, or the cells.
        at: Vec<Expr>,
    },
    /// `join a, b by TIE { side of a: front, since: 3 }`
    Join {
        /// One end.
        a: Box<Expr>,
        /// The other.
        b: Box<Expr>,
        /// The tie.
        tie: Name,
        /// Its fields.
        fields: Vec<TieField>,
    },
    /// `part a, b by TIE`, `part a from all by TIE`
    Part {
        /// One end.
        a: Expr,
        /// The other; none for `from all`.
        b: Option<Box<Expr>>,
        /// The tie.
        tie: Name,
    },
    /// `reroll P [where C]`
    Reroll {
        /// The pool.
        pool: Expr,
        /// Which dice.
        filter: Option<Expr>,
    },
    /// `p rerolls up to N of P [where C]`
    Rerolls {
        /// Who may.
        player: Box<Expr>,
        /// How many at most.
        up_to: Box<Expr>,
        /// The pool.
        pool: Box<Expr>,
        /// Which dice.
        filter: Option<Box<Expr>>,
    },
    /// `change [up to] [N of] P [where C] to FACE`
    Change {
        /// How many; all when absent.
        count: Option<Box<Expr>>,
        /// `up to`.
        up_to: bool,
        /// The pool.
        pool: Box<Expr>,
        /// Which dice.
        filter: Option<Box<Expr>>,
        /// The new face.
        to: Box<Expr>,
    },
    /// `open WINDOW to p until done`, `open WINDOW to p, q in turn until all pass`
    Open(Box<Open>),
    /// `end battle won by p "why"`, `end battle drawn "why"`
    EndBattle {
        /// Who wins; none when drawn.
        winner: Option<Expr>,
        /// Why.
        why: Option<Template>,
    },
    /// `finish`: ends the procedure
    Finish,
    /// `stop`: ends the loop
    Stop,
    /// `return E`
    Return(Option<Expr>),
    /// `proceed`: runs what an `instead of` replaced
    Proceed,
    /// Could not be read (a diagnostic was given)
    Error,
}

/// `var x: int = 0`, `open var pool: pool = ..`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VarDecl {
    /// `open`: hooks may read and write it.
    pub open: bool,
    /// The name.
    pub name: Name,
    /// The type, if written.
    pub ty: Option<TypeExpr>,
    /// The first value.
    pub value: Option<Expr>,
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

/// `=`, `+=`, `-=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
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

/// `side of a: front`, `since: 3`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TieField {
    /// The field.
    pub name: Name,
    /// `of a`: whose end.
    pub of: Option<Expr>,
    /// The value.
    pub value: Expr,
    /// All of it.
    pub span: Span,
}

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

/// `, or none [when C]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OrNone {
    /// `when C`.
    pub when: Option<Expr>,
    /// All of it.
    pub span: Span,
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

/// `open WINDOW to p [, q] [in turn] [until done | until all pass] [at most N]`.
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
}

/// When a window ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum WindowEnd {
    /// `until done`
    Done,
    /// `until all pass`
    AllPass,
}

/// `procedure NAME(..) [: TYPE] [recursive N] [see ".."] { var .. ; step .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Procedure {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Param>,
    /// What it returns.
    pub result: Option<TypeExpr>,
    /// `recursive N`.
    pub recursive: Option<Expr>,
    /// `heading` on the whole procedure.
    pub heading: Option<Heading>,
    /// `see`
    pub see: See,
    /// Variables, steps, and perhaps statements between them.
    pub body: Block,
    /// The whole declaration.
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
    /// `recursive N`.
    pub recursive: Option<Expr>,
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
