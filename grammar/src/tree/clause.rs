//! Clauses: the five ways to bend the rules, with the parts that they share.

use serde::Serialize;

use super::{Action, Block, Expr, Key, Label, Name, Once, Path, See, Whose};
use crate::source::Span;

/// A clause.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Clause {
    /// `modify Q as ROLE by -1 when C "label"`
    Modify(Box<Modify>),
    /// `forbid P as ROLE when C "label"`
    Forbid(Box<Permit>),
    /// `allow P as ROLE over "reason" when C "label"`
    Allow(Box<Permit>),
    /// `lend ABILITY as ROLE REL self when C "label"`
    Lend(Box<Lend>),
    /// `deny ABILITY as ROLE REL self when C "label"`
    Deny(Box<Lend>),
    /// `before P.step as ROLE when C once per turn "label" { .. }`
    Hook(Box<Hook>),
    /// `action NAME(..) in WINDOW by PLAYER "label" { .. }`
    Action(Box<Action>),
    /// `in WINDOW prefer lowest K`
    Prefer(Box<Prefer>),
}

/// Whom a clause reaches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Reach {
    /// Nothing was said
    Unsaid,
    /// `as ROLE [REL self [and REL self]] [or self] [strongest counts]`
    Role {
        /// The role: a parameter, or a field of a record parameter.
        role: Name,
        /// How whoever fills it stands to the bearer; empty when it is the bearer itself.
        relations: Vec<ReachRelation>,
        /// `or self`: the bearer too.
        or_self: bool,
        /// `strongest counts`: of several bearers the one that bends it most.
        strongest: bool,
        /// All of it.
        span: Span,
    },
    /// `of any`: once for each bearer in play, with `self` bound
    Any(Span),
}

/// `RELATION self` in a reach, perhaps after `not`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReachRelation {
    /// The relation or tie.
    pub name: Name,
    /// `not`.
    pub negated: bool,
    /// All of it.
    pub span: Span,
}

/// What a clause bends: `to_hit`, `unit.move`, `cost of regroup`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Target {
    /// `cost of`: the cost of the action that `path` names.
    pub cost_of: bool,
    /// The quantity, permission or action.
    pub path: Path,
    /// All of it.
    pub span: Span,
}

/// `modify Q, R [as ROLE ..] [in GROUP] [VERB E] [over ".."] [when C] [once per M] ["label"] [drawback] [see ".."]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Modify {
    /// What is bent.
    pub targets: Vec<Target>,
    /// Whom it reaches.
    pub reach: Reach,
    /// `in GROUP`.
    pub group: Option<Name>,
    /// The verb and its amount; none in a clause that only strikes others (`over`).
    pub change: Option<Change>,
    /// The rest.
    pub tail: Tail,
    /// The whole clause.
    pub span: Span,
}

/// A verb with its amount.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The verb.
    pub verb: Verb,
    /// The amount.
    pub amount: Expr,
    /// `up to N` after `by`.
    pub up_to: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// The verbs of `modify`, in the order in which they apply.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Verb {
    /// `set to E`
    SetTo,
    /// `rung E`
    Rung,
    /// `by E`
    By,
    /// `times E`
    Times,
    /// `at least E`
    AtLeast,
    /// `at most E`
    AtMost,
    /// `at STAGE by E`: the verb `by` in a stage that the system or quantity names
    Stage(Name),
}

/// What may end any clause, in any order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tail {
    /// `over "label", "label"`: what it strikes.
    pub over: Vec<Name>,
    /// `when C`.
    pub when: Option<Expr>,
    /// `once per M [each foe]`.
    pub once: Option<Box<Once>>,
    /// `"label"`.
    pub label: Option<Label>,
    /// `drawback`: where the word stands.
    pub drawback: Option<Span>,
    /// `see ".."`.
    pub see: See,
}

/// `forbid` or `allow`: `forbid may_enter as mover when .. "walls"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Permit {
    /// The permissions or actions.
    pub targets: Vec<Target>,
    /// Whom it reaches.
    pub reach: Reach,
    /// The rest.
    pub tail: Tail,
    /// The whole clause.
    pub span: Span,
}

/// `lend` or `deny`: `lend Stubborn as piece within_6 self`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lend {
    /// The abilities: names or calls (`Regrow(2)`).
    pub abilities: Vec<Expr>,
    /// Whom it reaches.
    pub reach: Reach,
    /// The rest.
    pub tail: Tail,
    /// The whole clause.
    pub span: Span,
}

/// `before | after | instead of [my] P.step [as ROLE] [when ..] [once per ..] ["label"] { .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hook {
    /// Before, after or instead.
    pub position: HookPosition,
    /// `my`, `foe's`, `each`.
    pub whose: Option<Whose>,
    /// `procedure` or `procedure.step`.
    pub path: Path,
    /// Whom it reaches.
    pub reach: Reach,
    /// The rest.
    pub tail: Tail,
    /// What happens.
    pub body: Block,
    /// The whole clause.
    pub span: Span,
}

/// Where a hook stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum HookPosition {
    /// `before`
    Before,
    /// `after`
    After,
    /// `instead of`
    InsteadOf,
}

/// `in WINDOW.choice [when C] prefer highest E, then lowest F` | `.. never`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prefer {
    /// The choice, action or window.
    pub at: Path,
    /// Whom it reaches, in a bearer.
    pub reach: Reach,
    /// `when C`.
    pub when: Option<Expr>,
    /// The advice.
    pub advice: Advice,
    /// The whole clause.
    pub span: Span,
}

/// What a policy advises.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Advice {
    /// `prefer highest E, then lowest F`
    Order(Vec<Key>),
    /// `prefer E`: the options for which E holds, or the option that E is
    Option(Expr),
    /// `never`
    Never(Span),
    /// `always`
    Always(Span),
}

impl Clause {
    /// The whole clause.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Modify(clause) => clause.span,
            Self::Forbid(clause) | Self::Allow(clause) => clause.span,
            Self::Lend(clause) | Self::Deny(clause) => clause.span,
            Self::Hook(clause) => clause.span,
            Self::Action(clause) => clause.span,
            Self::Prefer(clause) => clause.span,
        }
    }

    /// The label, where the clause has one.
    #[must_use]
    pub fn label(&self) -> Option<&Label> {
        match self {
            Self::Modify(clause) => clause.tail.label.as_ref(),
            Self::Forbid(clause) | Self::Allow(clause) => clause.tail.label.as_ref(),
            Self::Lend(clause) | Self::Deny(clause) => clause.tail.label.as_ref(),
            Self::Hook(clause) => clause.tail.label.as_ref(),
            Self::Action(action) => action.label.as_ref(),
            Self::Prefer(_) => None,
        }
    }
}
