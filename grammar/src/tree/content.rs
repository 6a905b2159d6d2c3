//! Content: factions, abilities, entities of the system's kinds, rosters, and the members that they share.

use serde::Serialize;

use super::{
    Binder, Block, CellKind, Clause, Expr, Item, Label, Name, Param, See, State, Template,
};
use crate::source::Span;

/// `faction NAME [like NAME] { .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Faction {
    /// Its name.
    pub name: Name,
    /// `like NAME`.
    pub like: Option<Name>,
    /// What it holds: fields, limits, entities and their tables, clauses.
    pub body: Vec<Member>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `ability NAME(n: int 2..6) for unit { .. }`, `status NAME for unit [stacks] [slot WORD] { .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ability {
    /// `status` rather than `ability`.
    pub is_status: bool,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// `for unit, ground`: the kinds that may bear it; empty when not said.
    pub bearers: Vec<Name>,
    /// `stacks`: held as often as it is granted.
    pub stacks: bool,
    /// `slot WORD`: one of that slot at a time.
    pub slot: Option<Name>,
    /// What it holds: text, state, clauses, fields.
    pub body: Vec<Member>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `unit "Name" [(params)] [like "Other"] { .. }`: an entity; the first word is a kind of the system.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entity {
    /// The kind, as written.
    pub kind: Name,
    /// Its name.
    pub name: Name,
    /// `like NAME`.
    pub like: Option<Name>,
    /// What it holds.
    pub body: Vec<Member>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// What may stand in the braces of a bearer; the checker says what is not allowed where.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Member {
    /// `points 290`, `abilities + Large`, `attack 5 5/4`
    Field(Field),
    /// `text: words with {data}`
    Text(Template),
    /// `modify ..`, `forbid ..`, a hook, an action, ..
    Clause(Clause),
    /// `state lurch: length = 0" until end of turn`
    State(Box<State>),
    /// `allowed: COND`: the answer to what the kind `asks`
    Answer(Box<Answer>),
    /// `effect { statements }`: what the kind `does`
    Does(Box<DoesBody>),
    /// `option "Great club" +15 points { power 8 }`
    Option(Box<OptionDecl>),
    /// `form limbered { move 3.5" }`
    Form(Box<FormDecl>),
    /// `limit C "why"`
    Limit(Box<Limit>),
    /// A declaration inside: entities, tables of entities, abilities, rosters
    Item(Box<Item>),
    /// Could not be read (a diagnostic was given)
    Error(Span),
}

impl Member {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Field(node) => node.span,
            Self::Text(node) => node.span,
            Self::Clause(node) => node.span(),
            Self::State(node) => node.span,
            Self::Answer(node) => node.span,
            Self::Does(node) => node.span,
            Self::Option(node) => node.span,
            Self::Form(node) => node.span,
            Self::Limit(node) => node.span,
            Self::Item(node) => node.span(),
            Self::Error(span) => *span,
        }
    }
}

/// A field with its value: `points 290`, `abilities + A, B`, `fearless` (no value: yes).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// The field.
    pub name: Name,
    /// `+`, `-`, `=` of a list.
    pub sign: Option<ListSign>,
    /// The value; `Empty` when nothing follows the name.
    pub value: CellKind,
    /// The whole field.
    pub span: Span,
}

/// How a list under `like` relates to its parent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ListSign {
    /// `+`
    Add,
    /// `-`
    Remove,
    /// `=`
    Replace,
}

/// `NAME: EXPR`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// What is answered.
    pub name: Name,
    /// The answer.
    pub value: Expr,
    /// All of it.
    pub span: Span,
}

/// `NAME { statements }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DoesBody {
    /// What is done.
    pub name: Name,
    /// How.
    pub body: Block,
    /// All of it.
    pub span: Span,
}

/// `option "Great club" [+15 points] [{ power 8 }]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionDecl {
    /// Its name.
    pub name: Name,
    /// The price, with its sign.
    pub price: Option<Expr>,
    /// The word after the price: the field that it adds to (`points`).
    pub price_field: Option<Name>,
    /// What it changes.
    pub body: Vec<Member>,
    /// `see`
    pub see: See,
    /// All of it.
    pub span: Span,
}

/// `form limbered { .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormDecl {
    /// Its name.
    pub name: Name,
    /// What differs.
    pub body: Vec<Member>,
    /// All of it.
    pub span: Span,
}

/// `limit C [each x in S [where D]] "why"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Limit {
    /// What must hold.
    pub condition: Expr,
    /// `each x in S where D`: for each of these, reported apart.
    pub each: Option<Binder>,
    /// The reason.
    pub label: Option<Label>,
    /// `see`
    pub see: See,
    /// All of it.
    pub span: Span,
}

/// `roster NAME of FACTION [budget N] { lines }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Roster {
    /// Its name.
    pub name: Name,
    /// The faction.
    pub of: Option<Name>,
    /// `budget N`.
    pub budget: Option<Expr>,
    /// Its lines.
    pub items: Vec<RosterItem>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// A line of a roster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum RosterItem {
    /// `3 "Vale Spearmen" with "Great club" as "Old Tom"`
    Entry(Box<RosterEntry>),
    /// `part "Left wing" { lines }`: the word is the system's
    Group {
        /// The word.
        word: Name,
        /// Its name.
        name: Option<Name>,
        /// Its lines.
        items: Vec<RosterItem>,
        /// All of it.
        span: Span,
    },
    /// `ruling core_sets = 2`: a reading for limits that ask it
    Ruling {
        /// The ruling.
        name: Name,
        /// What it is here.
        value: Expr,
        /// All of it.
        span: Span,
    },
    /// `leader "Old Tom"`, `text: ..` and the like
    Member(Member),
}

/// `3 "Vale Spearmen" [with A, 2 B] [as "Old Tom"] [{ fields }]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RosterEntry {
    /// How many.
    pub count: Expr,
    /// Of what.
    pub entity: Name,
    /// `of "Army List"`: the list in which that stands, where it is not the roster's.
    pub of: Option<Name>,
    /// Options and items.
    pub with: Vec<RosterOption>,
    /// `as NAME`; several for several pieces.
    pub names: Vec<Name>,
    /// `{ fields }`
    pub body: Vec<Member>,
    /// All of it.
    pub span: Span,
}

/// `"Great club"`, `2 "Scroll"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RosterOption {
    /// How many; one when absent.
    pub count: Option<Expr>,
    /// The option or item.
    pub name: Name,
    /// All of it.
    pub span: Span,
}
