//! Expressions. Acting forms (`roll`, `draw`, `create`) are read anywhere; the checker says where they may stand.

use serde::Serialize;

use super::{Field, Moment, Name, Range, Template};
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
    /// `plan u by WINDOW towards X until COND at most N turns`; acts
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

/// `R while COND`, `R until touching S`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CutRoute {
    /// The route that is cut short.
    pub route: Expr,
    /// `until touching` (true) or `while` (false).
    pub until_touching: bool,
    /// The condition, or what is touched.
    pub stop: Expr,
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

/// `supposing u at R.end, t gone { EXPR }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Supposing {
    /// The changes.
    pub changes: Vec<Supposition>,
    /// What is asked on the changed state.
    pub value: Expr,
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

/// A number as written, as an exact fraction: `3.5"` is 35 over 10, in inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Number {
    /// The digits without the point.
    pub numerator: i64,
    /// A power of ten, or the divisor of a fraction character; at least 1.
    pub denominator: u32,
    /// The measure.
    pub unit: Option<Unit>,
}

/// The measures that a number may carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Unit {
    /// `"` or `in`
    Inch,
    /// `cm`
    Centimetre,
    /// `mm`
    Millimetre,
    /// `hex`, `hexes`
    Hex,
    /// `deg`
    Degree,
    /// `%`
    Percent,
}

/// A day: `2010-03-01`, which is a real one (the reader checks month and day).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day, 1 to 31.
    pub day: u8,
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

/// `cells from H within N ..`, `path from H to G ..`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellsFrom {
    /// Where it begins.
    pub from: Expr,
    /// `within N`, or `to G` of a path.
    pub limit: Expr,
    /// Whether it is a path.
    pub is_path: bool,
    /// `into x where A`: what may be entered.
    pub into: Option<CellTest>,
    /// `on from y where B`: from where one may go on.
    pub on_from: Option<CellTest>,
}

/// `x where A`, of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellTest {
    /// What the cell is called.
    pub name: Name,
    /// What must hold of it; missing where nothing must.
    pub filter: Option<Expr>,
}

/// `clear line from P to (Q | any part of T) [wide W] past x where COND`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClearLine {
    /// Where it begins.
    pub from: Expr,
    /// Where it ends.
    pub to: Expr,
    /// `any part of`.
    pub any_part: bool,
    /// `wide W`.
    pub wide: Option<Expr>,
    /// `past x in S where C`: what may be in the way.
    pub past: Vec<Past>,
}

/// `past x in S`: what may be in the way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Past {
    /// The name of a blocker.
    pub name: Name,
    /// The set it is one of.
    pub among: Option<Expr>,
    /// `through L`: so much of the line may lie in one.
    pub through: Option<Expr>,
    /// `where COND`: what blocks.
    pub filter: Option<Expr>,
}

/// `plan u by WINDOW towards X until COND at most N turns`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanSearch {
    /// Who moves.
    pub who: Expr,
    /// The window whose actions are searched.
    pub by: Name,
    /// `towards X`: what it makes for.
    pub towards: Option<Expr>,
    /// The goal.
    pub until: Expr,
    /// `at most N turns`.
    pub at_most: Expr,
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
