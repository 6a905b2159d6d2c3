//! Declarations of a system: the vocabulary that content may use.

use serde::Serialize;

use super::{
    Expr, Label, Member, Moment, Name, Param, Prefer, Range, Recursive, Require, See, Template,
    TypeExpr,
};
use crate::source::Span;

/// `system NAME { measure in ; grain 0.05 mm ; dice d6 ; .. }`; the braces may be absent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct System {
    /// Its name.
    pub name: Name,
    /// Settings (fields), texts and clauses.
    pub body: Vec<Member>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `layer NAME { .. }`: clauses of the system that stand in a layer of precedence of their own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Layer {
    /// Which layer of the table of precedence.
    pub name: Name,
    /// Clauses and texts.
    pub body: Vec<Member>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `kind NAME is BASE [closed] [fleeting] [copies PROFILE] [for each player] [plural WORD] { .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Kind {
    /// Its name.
    pub name: Name,
    /// What it is: a base of the engine or another kind.
    pub base: Name,
    /// `closed`: all known after loading.
    pub closed: bool,
    /// `fleeting`: created and removed in play.
    pub fleeting: bool,
    /// `copies PROFILE`: so many of each entry.
    pub copies: Option<Name>,
    /// `for each player`: one set for each.
    pub each_player: Option<Span>,
    /// `plural WORD`, where `name` + `s` will not do.
    pub plural: Option<Name>,
    /// `see`
    pub see: See,
    /// What it has.
    pub members: Vec<KindMember>,
    /// The whole declaration.
    pub span: Span,
}

/// A line in the braces of a kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum KindMember {
    /// `profile skill, power: int 0..12 [as attack] [= default] [[less] favours ROLE]`
    Profile(Profile),
    /// `state damage: int = 0 only by hurt`
    State(Box<State>),
    /// `derive colour: Colour = E`
    Derive(Derive),
    /// `asks allowed(caster: unit, target: unit): bool = true`
    Asks(Asks),
    /// `does effect(caster: unit, target: unit)`
    Does(Does),
    /// `forms`: entities may list forms
    Forms(Span),
    /// `leaves only by P, Q`: the procedures that may remove one.
    Leaves(Vec<Name>),
    /// `statline attack "({dice}) {skill}/{power}"`
    Statline(Statline),
    /// Anything that any bearer may hold: text, clauses, limits
    Member(Member),
}

/// `profile a, b: TYPE [= E] [as COLUMN] [[less] favours ROLE] [see ".."]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Profile {
    /// The names before the colon.
    pub names: Vec<Name>,
    /// The type, with its scale (`length on Pace`).
    pub ty: TypeExpr,
    /// The value when an entity says nothing.
    pub default: Option<Expr>,
    /// `as COLUMN`: the printed column that holds it.
    pub column: Option<Name>,
    /// `favours ROLE`.
    pub favours: Option<Favours>,
    /// `rounded up`.
    pub rounded: Option<Rounding>,
    /// `see`
    pub see: See,
    /// The whole line.
    pub span: Span,
}

/// `state NAME: TYPE = E [until M] [only by P, Q] [seen by W [until M]] [inverse K.f] [marks]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// The names before the colon.
    pub names: Vec<Name>,
    /// The type.
    pub ty: TypeExpr,
    /// The first value.
    pub default: Option<Expr>,
    /// `until M`: goes back to its first value then.
    pub until: Option<Moment>,
    /// `only by P, Q`: the procedures that may write it.
    pub only_by: Vec<Name>,
    /// `seen by owner`, `seen by none`, `seen by all`.
    pub seen_by: Option<Name>,
    /// `until M` after `seen by`.
    pub seen_until: Option<Moment>,
    /// `inverse unit.group`.
    pub inverse: Option<(Name, Name)>,
    /// `see`
    pub see: See,
    /// The whole line.
    pub span: Span,
}

/// `derive NAME: TYPE = E`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Derive {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: TypeExpr,
    /// How it is worked out.
    pub value: Expr,
    /// `see`
    pub see: See,
    /// The whole line.
    pub span: Span,
}

/// `asks NAME(..): TYPE = E`: authors answer with `NAME: EXPR`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asks {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Param>,
    /// The type of the answer.
    pub ty: TypeExpr,
    /// The answer when an entity gives none.
    pub default: Option<Expr>,
    /// The whole line.
    pub span: Span,
}

/// `does NAME(..)`: authors write `NAME { statements }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Does {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Param>,
    /// The whole line.
    pub span: Span,
}

/// `statline attack "({dice}) {skill}/{power}"`: how a printed column shows its figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statline {
    /// The column.
    pub name: Name,
    /// How it is shown.
    pub text: Template,
    /// The whole line.
    pub span: Span,
}

/// `favours ROLE`, `less favours ROLE`, `favours nobody`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Favours {
    /// A role.
    Role {
        /// Its name.
        name: Name,
        /// Whether less is better for it.
        less: bool,
    },
    /// `nobody`
    Nobody(Span),
}

/// `rounded up | down | nearest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Rounding {
    /// `up`
    Up,
    /// `down`
    Down,
    /// `nearest`
    Nearest,
}

/// `enum Side { front, left, right, rear }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Enum {
    /// Its name.
    pub name: Name,
    /// Its values, in order.
    pub values: Vec<Name>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `words { oar "rower", "rowed" }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Words {
    /// Its lines.
    pub lines: Vec<CalledBy>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `oar "rower", "rowed", not "idle"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CalledBy {
    /// The name that rules have for it.
    pub name: Name,
    /// What texts call it besides.
    pub words: Vec<Name>,
    /// What texts call its contrary.
    pub contrary: Vec<Name>,
}

/// `die d6 { 1 2 3 4 5 6 }`, `die battle { sword x 3, flag, blank }`, `die d10 { 1..10 }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Die {
    /// Its name.
    pub name: Name,
    /// Its faces.
    pub faces: Vec<Face>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// A face of a die, or a run of numbered faces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Face {
    /// A number, a word, or a range.
    pub value: FaceValue,
    /// `x 3`: how many sides show it; one when absent.
    pub times: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// What a face shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum FaceValue {
    /// A number or a word
    One(Expr),
    /// `1..6`
    Range(Range),
}

/// `scale Pace of length { 0" 1.25" 1.75" }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scale {
    /// Its name.
    pub name: Name,
    /// The type of its steps.
    pub of: TypeExpr,
    /// The steps, from the lowest: literals or names.
    pub steps: Vec<Expr>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `relation half_in(u: unit, g: ground) = COND`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Relation {
    /// Its name.
    pub name: Name,
    /// Its two parameters (the checker counts them).
    pub params: Vec<Param>,
    /// When it holds.
    pub value: Expr,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `quantity NAME(..): TYPE [[less] favours ROLE] [rounded down] [recursive N] = E [{ group .. ; stages .. }]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Quantity {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its type, with its scale.
    pub result: TypeExpr,
    /// For whom larger, or less, is better.
    pub favours: Option<Favours>,
    /// How a rational becomes an int, once, at the end.
    pub rounded: Option<Rounding>,
    /// `group NAME keeps strongest`.
    pub groups: Vec<Group>,
    /// `stages a, b, c`: the order of the verbs and of named stages.
    pub stages: Vec<Name>,
    /// The value before any clause.
    pub base: Expr,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `group cover keeps strongest`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Its name.
    pub name: Name,
    /// `strongest` or another word.
    pub keeps: Name,
    /// All of it.
    pub span: Span,
}

/// `permission NAME(..) { require C "why" ; .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Permission {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it requires, in order.
    pub items: Vec<PermissionItem>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// A line of a permission.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum PermissionItem {
    /// `require C "why"`
    Require(Require),
    /// `let x = E`
    Let(Name, Expr),
    /// `text: ..`
    Text(Template),
    /// Could not be read
    Error(Span),
}

/// `define NAME(..): TYPE = E`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Define {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its type; may be absent where the value shows it.
    pub result: Option<TypeExpr>,
    /// `recursive N`, which no definition may say.
    pub recursive: Option<Recursive>,
    /// The value.
    pub value: Expr,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `record attack { attacker: unit ; target: unit ; free: bool = false }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Its name.
    pub name: Name,
    /// Its fields, in order.
    pub fields: Vec<Param>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `tie engaged between unit and unit { each side: Side ; since: int = 0 }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tie {
    /// Its name.
    pub name: Name,
    /// The kinds of its two ends.
    pub between: (Name, Name),
    /// Its fields.
    pub fields: Vec<TieDeclField>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `each side: Side`, `since: int`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TieDeclField {
    /// `each`: one value for each end.
    pub each: bool,
    /// Name, type, first value.
    pub param: Param,
}

/// `ruling extreme_range: int = 2 "A-01"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ruling {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeExpr,
    /// The value that the system takes.
    pub value: Expr,
    /// The question that it answers.
    pub label: Option<Label>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// `policy bold { in shoot.target prefer highest E ; in regroup never }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Policy {
    /// Its name.
    pub name: Name,
    /// `like OTHER`.
    pub like: Option<Name>,
    /// Its advice, in order, texts apart.
    pub prefers: Vec<Prefer>,
    /// `text: ..`
    pub text: Vec<Template>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}
