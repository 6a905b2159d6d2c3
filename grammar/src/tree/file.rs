//! A file: its declarations and clauses in order, and its comments.

use serde::Serialize;

use super::{
    Ability, Action, Clause, Define, Die, Entity, EntityTable, Enum, Errata, Faction, Group, Kind,
    Layer, ModifierTable, Name, Permission, Policy, Procedure, Quantity, Record, Relation, Roster,
    Ruling, Scale, Scenario, Sequence, System, Table, Test, Tie, Words,
};
use crate::source::{FileId, Span};

/// One source file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct File {
    /// Its number in the source map.
    pub id: FileId,
    /// What it declares, in order.
    pub items: Vec<Item>,
    /// Its comments, in order.
    pub comments: Vec<Comment>,
    /// The whole file.
    pub span: Span,
}

/// `// words to the end of the line`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Comment {
    /// From the first slash to the end of the line, without the line end.
    pub span: Span,
}

/// `use towers`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Use {
    /// The system (or other package) that is used.
    pub name: Name,
    /// The whole line.
    pub span: Span,
}

/// A declaration, or a clause that stands in a system file by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Item {
    /// `use NAME`
    Use(Use),
    /// `system NAME { .. }`
    System(System),
    /// `layer NAME { .. }`
    Layer(Layer),
    /// `kind NAME is BASE { .. }`
    Kind(Kind),
    /// `enum NAME { a, b }`
    Enum(Enum),
    /// `words { .. }`
    Words(Words),
    /// `die NAME { 1 2 3 }`
    Die(Die),
    /// `scale NAME of TYPE { .. }`
    Scale(Scale),
    /// `table NAME(..): TYPE { .. }`, `table NAME by 2d6 { .. }`
    Table(Table),
    /// `modifiers to QUANTITY as ROLE { label | by | when }`
    ModifierTable(ModifierTable),
    /// `relation NAME(a: K, b: L) = COND`
    Relation(Relation),
    /// `quantity NAME(..): TYPE favours ROLE = EXPR`
    Quantity(Quantity),
    /// `group NAME keeps strongest` for every quantity
    Group(Group),
    /// `permission NAME(..) { require .. }`
    Permission(Permission),
    /// `procedure NAME(..) { step .. }`
    Procedure(Procedure),
    /// `action NAME(..) in WINDOW by PLAYER "label" { .. }`
    Action(Box<Action>),
    /// `policy NAME { in WINDOW prefer .. }`
    Policy(Policy),
    /// `sequence { setup {} ; round at most 20 {} ; verdict at end of round {} }`
    Sequence(Sequence),
    /// `tie NAME between K and L { .. }`
    Tie(Tie),
    /// `record NAME { .. }`
    Record(Record),
    /// `define NAME(..): TYPE = EXPR`
    Define(Define),
    /// `ruling NAME: TYPE = EXPR "A-01"`
    Ruling(Ruling),
    /// `faction NAME { .. }`
    Faction(Faction),
    /// `ability NAME(..) for KIND { .. }`, `status NAME for KIND { .. }`
    Ability(Ability),
    /// `unit "Name" like "Other" { .. }`: an entity of any kind
    Entity(Entity),
    /// `units { name | a | b .. }`: a table of entities of any kind, also `items { .. }`
    EntityTable(EntityTable),
    /// `roster NAME of FACTION budget N { .. }`
    Roster(Roster),
    /// `scenario NAME { .. }`
    Scenario(Scenario),
    /// `errata NAME dated DATE { .. }`
    Errata(Errata),
    /// `test NAME covers ".." { .. }`
    Test(Test),
    /// A clause that stands by itself in a system file
    Clause(Clause),
    /// What could not be read (a diagnostic was given)
    Error(Span),
}

impl Item {
    /// The whole declaration.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Use(node) => node.span,
            Self::System(node) => node.span,
            Self::Layer(node) => node.span,
            Self::Kind(node) => node.span,
            Self::Enum(node) => node.span,
            Self::Words(node) => node.span,
            Self::Die(node) => node.span,
            Self::Scale(node) => node.span,
            Self::Table(node) => node.span,
            Self::ModifierTable(node) => node.span,
            Self::Relation(node) => node.span,
            Self::Quantity(node) => node.span,
            Self::Group(node) => node.span,
            Self::Permission(node) => node.span,
            Self::Procedure(node) => node.span,
            Self::Action(node) => node.span,
            Self::Policy(node) => node.span,
            Self::Sequence(node) => node.span,
            Self::Tie(node) => node.span,
            Self::Record(node) => node.span,
            Self::Define(node) => node.span,
            Self::Ruling(node) => node.span,
            Self::Faction(node) => node.span,
            Self::Ability(node) => node.span,
            Self::Entity(node) => node.span,
            Self::EntityTable(node) => node.span,
            Self::Roster(node) => node.span,
            Self::Scenario(node) => node.span,
            Self::Errata(node) => node.span,
            Self::Test(node) => node.span,
            Self::Clause(node) => node.span(),
            Self::Error(span) => *span,
        }
    }
}
