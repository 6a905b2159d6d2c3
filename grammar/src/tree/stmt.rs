//! Statements: what steps, hooks and actions do.

use serde::Serialize;

use super::{
    Binder, Choice, Expr, Key, MatchArm, Moment, Name, Open, Require, Step, Template, TypeExpr,
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
    /// `remove S from u`, `remove all S from u`, `remove g`
    Remove {
        /// `all`: every one of what is held several times.
        all: Option<Span>,
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
    /// `u becomes FORM`
    Becomes {
        /// The thing.
        what: Expr,
        /// Its form from now on.
        form: Name,
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
