//! Armies: how each is set up to be judged, and the limits that its army list, its game and its battle set it.

use crate::{Env, ExprId, KindId, ScenarioId, Slot, SpanId, TextId, Ty};
use serde::{Deserialize, Serialize};

/// What an army that costs more than it may is refused for, as limits are for their labels.
pub const OVER_BUDGET: &str = "over budget";

/// An army as a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roster {
    /// Its title; empty for one in the braces of a side.
    pub name: TextId,
    /// Its army list.
    pub faction: Option<TextId>,
    /// What it may cost.
    pub budget: Option<i64>,
    /// What it costs; none where pieces have no price.
    pub points: Option<i64>,
    /// The army by itself: one side with its pieces, and what it takes for rulings. Nobody plays it.
    pub scenario: ScenarioId,
    /// Of each piece of that side its line and the position of its group.
    pub lines: Vec<(SpanId, Option<u32>)>,
    /// Its groups, outer ones first.
    pub groups: Vec<RosterGroup>,
    /// The limits that it must keep, by position in [`crate::Program::limits`].
    pub limits: Vec<u32>,
    /// Whether only a test holds it against its limits.
    pub tried: bool,
    /// Where it is declared.
    pub span: SpanId,
}

/// A group of pieces of an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterGroup {
    /// The word of the system for such a group.
    pub word: TextId,
    /// Its title.
    pub name: Option<TextId>,
    /// The position of the group around it.
    pub within: Option<u32>,
}

/// A condition that armies must meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// The words shown where it is broken.
    pub label: TextId,
    /// Whose it is, in words.
    pub whose: TextId,
    /// The sections of the printed rules that it stands for.
    pub see: Option<TextId>,
    /// Whether it is asked of what a battle lays out before it is played, not of an army.
    pub laid: bool,
    /// What it is asked of one by one; of the whole army where missing.
    pub each: Option<EachOf>,
    /// What must hold.
    pub holds: ExprId,
    /// Its locals: what [`Limit::given`] says, then its own.
    pub env: Env,
    /// Whether it asks what the army may cost, and what it costs.
    pub asks: [bool; 2],
    /// Where it stands.
    pub span: SpanId,
}

/// What a limit is asked of one by one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EachOf {
    /// The items.
    pub of: ExprId,
    /// The local of the item.
    pub slot: Slot,
    /// Which of them count; all where missing.
    pub when: Option<ExprId>,
}

impl Limit {
    /// What stands in the first scalar slots of every limit: whose army it is, what it may cost, what it costs, its army list.
    pub fn given(player: KindId) -> [Ty; 4] {
        [Ty::Entity(player), Ty::Int, Ty::Int, Ty::Optional(Box::new(Ty::Text))]
    }
}
