//! Expressions. Acting forms (`roll`, `draw`, `create`) are read anywhere; the checker says where they may stand.

use serde::Serialize;

use super::{
    Binary, BinaryOp, CellsFrom, ClearLine, CutRoute, Date, Field, Identity, Membership, Moment,
    Name, Number, PlanSearch, Range, Related, Supposing, Template, UnaryOp,
};
use crate::source::Span;

/// An expression.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Where it stands, with its brackets.
    pub span: Span,
}

/// The forms of an expression. What is larger than a name stands in a box: a node has the size of the largest form.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ExprKind {
    /// `3`, `3.5"`, `12 cm`, `7%`, `45 deg`, `2 hexes`
    Number(Number),
    /// `2d6`, `d6`-like names are plain names; `5d6` is a pool value
    Dice {
        /// How many.
        count: u32,
        /// The die, `d6` (its span is that of the part after the count).
        die: Box<Name>,
    },
    /// `true`, `false`
    Bool(bool),
    /// `none`
    None,
    /// `2010-03-01`
    Date(Date),
    /// `"Quoted Title"`: text, or the name of a thing where one is expected
    Text(Box<Template>),
    /// A plain word, `self` and `it` included
    Name(Name),
    /// `a.b`
    Field(Box<FieldOf>),
    /// `f(a, free: true)`, `u.player.bag(o)`, `count(S where C)`, `attack(u, t)`
    Call(Box<Call>),
    /// `(18", 15")`: a point, or any comma list in round brackets
    Tuple(Box<[Expr]>),
    /// `[a, b]`
    List(Box<[Expr]>),
    /// `{a, b}`
    Set(Box<[Expr]>),
    /// `3.5" x 2.5"`
    Size {
        /// Before the `x`.
        width: Box<Expr>,
        /// After the `x`.
        depth: Box<Expr>,
    },
    /// `-x`, `+x`, `not x`
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        value: Box<Expr>,
    },
    /// `a + b`, `a and b`, `a otherwise b`
    Binary(Box<Binary>),
    /// `u half_in wood`: a relation or tie of the system, used infix
    Relation(Box<Related>),
    /// `x in S`, `x not in S`
    In(Box<Membership>),
    /// `E is x`, `E is not x`, `E is some x`, `E is empty`
    Is(Box<Identity>),
    /// `u has Ability`, `u has Regrow(n)`
    Has {
        /// The owner.
        owner: Box<Expr>,
        /// The ability or status.
        ability: Box<Expr>,
    },
    /// `may regroup(u)`
    May(Box<Expr>),
    /// `if c then a else if d then b else e`
    If(Box<IfValue>),
    /// `match e { A: x ; B or C: y ; else: z }`
    Match(Box<MatchValue>),
    /// `any x in S where C`, `all x in S where C`, `no x in S where C`
    Quantified {
        /// Which.
        quantifier: Quantifier,
        /// The names, the set, the condition.
        binder: Box<Binder>,
    },
    /// `S where C`, as an argument, in brackets, or as the whole right-hand side; the candidate is `it`
    Filter {
        /// The set or pool.
        set: Box<Expr>,
        /// The condition on each.
        condition: Box<Expr>,
    },
    /// `E for each x in S where C`, as an argument of `sum`, `least`, `most` and the like
    ForEach {
        /// The value for each.
        value: Box<Expr>,
        /// The names, the set, the condition.
        binder: Box<Binder>,
    },
    /// `E as of clash`
    AsOf {
        /// What is read.
        value: Box<Expr>,
        /// When.
        moment: Box<Moment>,
    },
    /// `during march`
    During(Box<Moment>),
    /// `supposing u at R.end, t gone, u has Held { EXPR }`
    Supposing(Box<Supposing>),
    /// `clear line from P to any part of T wide W past x where COND`
    ClearLine(Box<ClearLine>),
    /// `cells from H within N into x where A on from y where B`, `path from H to G into x where A on from y where B`
    CellsFrom(Box<CellsFrom>),
    /// `R while COND`, `R until touching S` (in brackets or as a whole right-hand side)
    Route(Box<CutRoute>),
    /// `plan u by WINDOW towards X until COND at most N runs of TURN { .. }`; acts
    Plan(Box<PlanSearch>),
    /// `roll 5d6`, `roll n of d6`; acts
    Roll {
        /// `n` before `of`.
        count: Option<Box<Expr>>,
        /// The dice or pool.
        dice: Box<Expr>,
    },
    /// `draw from S where C`: one of a set, each as likely as the others; acts
    Draw(Box<Expr>),
    /// `create group for p { members = s ; .. }`; acts
    Create(Box<Create>),
    /// `some of P where C`: dice committed
    SomeOf {
        /// The pool.
        pool: Box<Expr>,
        /// The condition on each die.
        filter: Option<Box<Expr>>,
    },
    /// Could not be read (a diagnostic was given)
    Error,
}

/// A field of a thing: `a.b`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldOf {
    /// The thing.
    pub of: Expr,
    /// The field.
    pub name: Name,
}

/// A call: `f(a, free: true)`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Call {
    /// What is called: a name or a field.
    pub callee: Expr,
    /// The arguments.
    pub args: Vec<Arg>,
}

/// `if c then a else if d then b else e`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IfValue {
    /// Conditions and values, in order; at least one.
    pub arms: Vec<(Expr, Expr)>,
    /// After the last `else`; none was given in a broken text.
    pub otherwise: Option<Expr>,
}

/// `match e { A: x ; B or C: y ; else: z }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchValue {
    /// What is looked at.
    pub value: Expr,
    /// The arms.
    pub arms: Vec<MatchArm<Expr>>,
}

/// `create group for p { members = s ; .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Create {
    /// The kind or entity.
    pub what: Expr,
    /// `for p`: the player that owns it.
    pub owner: Option<Expr>,
    /// First values of its state.
    pub fields: Vec<Field>,
}

/// An argument: `a`, `free: true`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arg {
    /// The parameter's name, if written.
    pub name: Option<Name>,
    /// The value.
    pub value: Expr,
    /// Both.
    pub span: Span,
}

/// `any`, `all`, `no`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Quantifier {
    /// `any x in S where C`: C holds for at least one
    Any,
    /// `all x in S where C`: C holds for each
    All,
    /// `no x in S where C`: C holds for none
    No,
}

/// `x in S where C`: names bound to the members of a set for which a condition holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Binder {
    /// The names; several (`a, b in S`) stand for different members.
    pub names: Vec<Name>,
    /// The set.
    pub set: Expr,
    /// The condition.
    pub filter: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// An arm of a `match`, with an expression or statements as its body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchArm<Body> {
    /// The patterns between `or`; empty for `else`.
    pub patterns: Vec<Pattern>,
    /// What follows the colon.
    pub body: Body,
    /// The whole arm.
    pub span: Span,
}

/// A pattern of a `match`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Pattern {
    /// A name, a literal, `none`
    Value(Expr),
    /// `2..6`
    Range(Range),
    /// `some x`
    Some(Name),
}

/// `least K`, `lowest K`, `fewest K`, or `most K`, `highest K`: an order of candidates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Key {
    /// Whether the larger value is first.
    pub most: bool,
    /// What is compared.
    pub value: Expr,
    /// All of it.
    pub span: Span,
}

impl Expr {
    /// The two sides of a quotient, `a/b`.
    #[must_use]
    pub fn as_quotient(&self) -> Option<(&Expr, &Expr)> {
        match &self.kind {
            ExprKind::Binary(it) if it.op == BinaryOp::Divide => Some((&it.left, &it.right)),
            _ => None,
        }
    }

    /// An expression that could not be read.
    #[must_use]
    pub fn error(span: Span) -> Self {
        Self { kind: ExprKind::Error, span }
    }

    /// The name, when it is a plain word.
    #[must_use]
    pub fn as_name(&self) -> Option<&Name> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }
}
