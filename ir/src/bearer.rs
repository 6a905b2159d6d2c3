//! Bearers of clauses: whoever has an ability has its clauses.
//!
//! A bearer that is not an ability in the source (a unit's own body, a faction, a side, an area's rules) becomes an ability
//! without a title that its members own, so that possession is one mechanism.

use crate::{ClauseId, ExprId, FieldId, KindId, Param, SpanId, TextId};
use serde::{Deserialize, Serialize};

/// An ability or status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ability {
    /// Its title; of an untitled bearer the title of what it belongs to.
    pub name: TextId,
    /// What may have it.
    pub kind: KindId,
    /// Its parameters, all scalar.
    pub params: Vec<Param>,
    /// Whether it is held for a time (a status) rather than owned.
    pub is_status: bool,
    /// Whether a second grant adds to the first instead of renewing it.
    pub stacks: bool,
    /// Of the statuses of one slot an entity holds the newest only.
    pub slot: Option<TextId>,
    /// State that its bearers keep for it: fields of the kind, reset at each grant.
    pub state: Vec<AbilityField>,
    /// Clauses by which others lend it.
    pub lends: Vec<LendClause>,
    /// Clauses by which others deny it.
    pub denies: Vec<DenyClause>,
    /// Whether the source titles it (an untitled one is not shown among a piece's abilities).
    pub titled: bool,
    /// Where it is declared.
    pub span: SpanId,
}

/// A state field that stands in an ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AbilityField {
    /// The field of the bearer's kind that holds it.
    pub field: FieldId,
}

/// Who brings a clause into play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Bearer {
    /// The system: always.
    System,
    /// A scenario, while it is played.
    Scenario(crate::ScenarioId),
    /// Whoever has the ability. The clause's slots after the owner's parameters are: the bearer, then the ability's parameters.
    Ability(crate::AbilityId),
}

/// Whom a clause of a bearer reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    /// Everything (only for the bearers system and scenario).
    All,
    /// The bearer fills a parameter of the owner (position in its list of parameters).
    Role(u16),
    /// Whoever fills the parameter stands in a relation to the bearer. `holds` is evaluated with the bearer in its slot.
    Related {
        /// The position of the parameter.
        role: u16,
        /// The relation, asked with the bearer in its slot.
        holds: ExprId,
        /// Whether several bearers of one ability count several times.
        each_adds: bool,
    },
    /// No parameter: once for each bearer in play.
    Any,
}

/// `lend A as ROLE ..`: the subject (slot 0) has the ability while a bearer (slot 1, then its parameters) reaches it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LendClause {
    /// The clause's own number, for ledgers and strikes.
    pub id: ClauseId,
    /// The arguments that the ability gets.
    pub args: Vec<ExprId>,
}

/// `deny A as ROLE ..`: the subject (slot 0) does not have it while a bearer reaches it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DenyClause {
    /// The clause's own number.
    pub id: ClauseId,
}
