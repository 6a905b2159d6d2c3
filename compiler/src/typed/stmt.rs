//! Typed statements: what steps, hooks and actions do.

use super::{Expr, LocalId, Words};
use warwright_grammar::source::Span;
use warwright_ir as ir;

/// A statement with its place.
#[derive(Clone, Debug, Hash)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of statements. Nearly all are assignments, conditions and words that are said: what else has several expressions
/// keeps them in boxes, so that these stay small.
#[derive(Clone, Debug, Hash)]
pub enum StmtKind {
    /// `x = e`, `x += e`, `x -= e`, `let x = e`; the value may be a [`super::ExprKind::Roll`] with the words of its purpose.
    Assign { to: Assign, value: Expr, purpose: Option<Box<Words>> },
    /// A condition with two parts.
    If { when: Expr, then: Vec<Stmt>, other: Vec<Stmt> },
    /// `match`: arms with keys; the one without is `else`.
    Match { of: Expr, arms: Vec<(Vec<Expr>, Vec<Stmt>)> },
    /// `for each x in S where C ordered by p`.
    ForEach {
        item: LocalId,
        of: Expr,
        when: Option<Box<Expr>>,
        ordered_by: Option<Box<Expr>>,
        body: Vec<Stmt>,
    },
    /// `for next x in S where C by lowest K, choice of p`: re-read before every turn; each thing at most once.
    ForNext {
        item: LocalId,
        of: Expr,
        when: Option<Box<Expr>>,
        key: Option<Box<(bool, Expr)>>,
        choice_of: Option<Box<Expr>>,
        body: Vec<Stmt>,
    },
    /// `repeat at most N while C`.
    Repeat { at_most: Expr, when: Option<Box<Expr>>, body: Vec<Stmt> },
    /// `repeat at most N { } until C`.
    RepeatUntil { at_most: Expr, until: Box<Expr>, body: Vec<Stmt> },
    /// `try { } else { }`.
    Try { body: Vec<Stmt>, other: Vec<Stmt> },
    /// `require C "why"` inside `try`.
    Require { holds: Expr, why: Words },
    /// A call of a procedure, its result into a local.
    Call { procedure: ir::ProcedureId, args: Vec<Expr>, result: Option<LocalId> },
    /// A call of a `called` step of the same procedure.
    CallStep { step: u16 },
    /// `proceed`.
    Proceed,
    /// `stop`: leaves the innermost loop, or outside a loop the step.
    Stop,
    /// `finish`, `return e`.
    Finish(Option<Expr>),
    /// `grant S(..) to u until ..`.
    Grant { ability: ir::AbilityId, args: Vec<Expr>, to: Box<Expr>, until: UntilDef },
    /// `remove S from u`.
    Remove { ability: ir::AbilityId, from: Expr, all: bool },
    /// `join a, b by t { .. }`: shared fields, those of the left end, those of the right end, in order of the tie's fields.
    Join {
        tie: ir::TieId,
        left: Box<Expr>,
        right: Box<Expr>,
        shared: Vec<Expr>,
        of_left: Vec<Expr>,
        of_right: Vec<Expr>,
    },
    /// `part a, b by t`, `part a from all by t`.
    Part { tie: ir::TieId, left: Expr, right: Option<Box<Expr>> },
    /// `create k for p` into a local.
    Create { kind: ir::KindId, owner: Option<Box<Expr>>, local: LocalId },
    /// `remove u from play`.
    Leave(Expr),
    /// `follow p`: the manoeuvres of a plan, kept in a local.
    Follow { plan: Expr },
    /// `u.form = ..`.
    TakeForm { of: Expr, form: String },
    /// `p chooses x: ..`.
    Choose {
        who: Box<Expr>,
        local: LocalId,
        choice: Box<Choice>,
        name: String,
        question: Option<Box<Words>>,
        advice: Option<Box<Advice>>,
        /// The names that are known where it is asked, for advice on it.
        sees: Vec<LocalId>,
    },
    /// `open W to ..`.
    Open(Box<OpenDef>),
    /// `say "..."`.
    Say(Words),
    /// `reroll P where C`, `p rerolls up to N of P where C`.
    Reroll {
        pool: LocalId,
        face: LocalId,
        when: Option<Box<Expr>>,
        upto: Option<Box<Expr>>,
        by: Option<Box<Expr>>,
        /// As of a choice.
        sees: Vec<LocalId>,
    },
    /// `change up to N of P where C to F`.
    Change {
        pool: LocalId,
        face: LocalId,
        when: Option<Box<Expr>>,
        upto: Option<Box<Expr>>,
        to: Box<Expr>,
    },
    /// `end battle won by p "why"`, `end battle drawn "why"`.
    EndBattle { winner: Option<Box<Expr>>, why: Words },
    /// What is broken.
    Error,
}

impl StmtKind {
    /// Whether nothing that stands behind it in its body is ever run.
    pub const fn leaves(&self) -> bool {
        matches!(self, Self::Stop | Self::Finish(_) | Self::EndBattle { .. })
    }

    /// The local to which it gives another value.
    pub const fn given(&self) -> Option<LocalId> {
        match self {
            Self::Assign { to: Assign::Local(local), .. }
            | Self::Call { result: Some(local), .. }
            | Self::Create { local, .. }
            | Self::Choose { local, .. }
            | Self::ForEach { item: local, .. }
            | Self::ForNext { item: local, .. }
            | Self::Reroll { pool: local, .. }
            | Self::Change { pool: local, .. } => Some(*local),
            _ => None,
        }
    }
}

/// What is written.
#[derive(Clone, Debug, Hash)]
pub enum Assign {
    /// A local.
    Local(LocalId),
    /// A state field.
    Field { of: Box<Expr>, field: ir::FieldId },
    /// A field of a tie.
    TieField { tie: ir::TieId, of: Box<Expr>, other: Box<Expr>, field: u16 },
}

/// How long a grant lasts.
#[derive(Clone, Debug, Hash)]
pub enum UntilDef {
    /// Until removed.
    Removed,
    /// Until a moment; `whose` is the player whose run is meant, with `others` everybody but that one; `each`: anybody's, as is said.
    Moment {
        moment: ir::MomentId,
        edge: ir::Edge,
        next: bool,
        whose: Option<Box<Expr>>,
        others: bool,
        each: bool,
    },
}

/// A choice.
#[derive(Clone, Debug, Hash)]
pub enum Choice {
    /// `one of S [, or none [when C]]`: optional where none is allowed or the set may be empty.
    One { of: ChoiceOf, none: Option<Expr> },
    /// `N of S`, `up to N of S`, `any of S`.
    Some { of: ChoiceOf, low: Expr, high: Expr },
    /// `order of S`.
    Order(Expr),
    /// `int a..b`.
    Number { low: Expr, high: Expr },
    /// `whether "question"`.
    Whether(Words),
    /// `place for u in R`.
    Place(Box<PlaceOf>),
    /// `split of N among S`.
    Split { total: Expr, of: Expr },
}

/// A place that is chosen.
#[derive(Clone, Debug, Hash)]
pub struct PlaceOf {
    /// For whom.
    pub who: Expr,
    /// In which region.
    pub within: Expr,
    /// Which way it looks.
    pub facing: Option<Expr>,
    /// The candidate.
    pub item: LocalId,
    /// `where C`.
    pub when: Option<Expr>,
    /// `with least E`.
    pub least: Option<Expr>,
    /// `or none [when C]`.
    pub none: Option<Expr>,
}

/// What the rule that asks for a choice advises.
#[derive(Clone, Debug, Hash)]
pub struct Advice {
    /// The candidate.
    pub item: LocalId,
    /// Highest (true) or lowest (false) of each, in order.
    pub ranked: Vec<(bool, Expr)>,
    /// Where it stands.
    pub span: Span,
}

/// The candidates of a choice.
#[derive(Clone, Debug, Hash)]
pub struct ChoiceOf {
    /// The set.
    pub of: Expr,
    /// The candidate.
    pub item: LocalId,
    /// `where C`.
    pub when: Option<Expr>,
    /// `with least E [within T]`.
    pub least: Option<(Expr, Option<Expr>)>,
}

/// A window to open.
#[derive(Clone, Debug, Hash)]
pub struct OpenDef {
    /// The window.
    pub window: ir::WindowId,
    /// One player or a list of players.
    pub to: Expr,
    /// When it closes.
    pub ends: ir::WindowEnd,
    /// At most so many actions.
    pub at_most: Option<Expr>,
}
