//! Acts: flat instructions. Only acts change the state, and they do it through frames that can be resumed anywhere.

use crate::{
    AbilityId, BodyId, DieId, Env, ExprId, FieldId, KindId, MomentId, ProcedureId, SiteId, Slot,
    SpanId, Template, TieId, WindowId,
};
use serde::{Deserialize, Serialize};

/// A list of acts with the locals they use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// Locals, parameters first.
    pub env: Env,
    /// The acts; positions are jump targets. Running past the end ends the body.
    pub acts: Vec<Act>,
    /// Where each act stands.
    pub spans: Vec<SpanId>,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// Writes a value. Wide targets take wide values.
    Set { target: Target, value: ExprId },
    /// Puts locals back to what they are when a frame begins (0, or no items), because nothing reads them any more: so equal
    /// states are equal. Written by the compiler before acts at which the driver may be asked.
    Forget(Vec<Slot>),
    /// Goes on at another act.
    Jump(u32),
    /// Goes on at another act where the condition does not hold.
    JumpUnless { when: ExprId, to: u32 },
    /// Rolls `count` dice and puts the pool into the slot. The driver is asked.
    Roll { slot: u16, die: DieId, count: ExprId, purpose: Option<Template> },
    /// Rolls again the dice of the pool in `slot` whose face (in `face`) fulfils `when`; `upto`: at most so many, chosen by `by`
    /// (all that fulfil it where `by` is missing).
    Reroll {
        slot: u16,
        face: u16,
        when: Option<ExprId>,
        upto: Option<ExprId>,
        by: Option<ExprId>,
        site: Option<SiteId>,
    },
    /// Turns dice of the pool that fulfil `when` to another face, `upto` of them at most, those of the lowest face first.
    Change { slot: u16, face: u16, when: Option<ExprId>, upto: Option<ExprId>, to: ExprId },
    /// Puts the items of `of` into the wide slot `cursor`, to be taken by [`Act::Next`].
    Iterate { cursor: u16, of: ExprId },
    /// Takes the next item of the cursor that is still in play and fulfils `when` into `item`; goes on at `done` when none is left.
    /// With `ordered_by` that player says which comes next.
    Next {
        cursor: u16,
        item: u16,
        when: Option<ExprId>,
        ordered_by: Option<ExprId>,
        site: Option<SiteId>,
        done: u32,
    },
    /// Begins a loop that may run `at_most` times: puts the count into the scalar slot `left`.
    Bound { left: u16, at_most: ExprId },
    /// Counts a round of a bounded loop; where none is left, it is a fault that names the loop.
    Tick { left: u16 },
    /// Runs a procedure; its result, if any, goes into the slot.
    Call { procedure: ProcedureId, args: Vec<ExprId>, result: Option<Slot> },
    /// Runs a step that is marked `called` of the running procedure.
    CallStep { step: u16 },
    /// Runs what the running `instead of` hook replaced; at most once.
    Proceed,
    /// Ends the innermost step (`stop` outside a loop is lowered to this), with its after-hooks.
    EndStep,
    /// Ends the running procedure, with a result or without.
    Finish { result: Option<ExprId> },
    /// Gives an ability for a time.
    Grant { ability: AbilityId, args: Vec<ExprId>, to: ExprId, until: GrantUntil },
    /// Takes away what was granted.
    Remove { ability: AbilityId, from: ExprId },
    /// Ties two entities; fields in the order of [`crate::Tie::fields`], those that each end has once for each end.
    Join {
        tie: TieId,
        left: ExprId,
        right: ExprId,
        shared: Vec<ExprId>,
        of_left: Vec<ExprId>,
        of_right: Vec<ExprId>,
    },
    /// Unties two entities, or one from all.
    Part { tie: TieId, left: ExprId, right: Option<ExprId> },
    /// Makes an entity of a fleeting kind.
    Create { kind: KindId, slot: u16 },
    /// Takes an entity out of play, with its ties and statuses.
    Leave { of: ExprId },
    /// Makes an entity one of another declared form.
    TakeForm { of: ExprId, form: ExprId },
    /// Asks a player.
    Choose { who: ExprId, kind: ChoiceKind, slot: Slot, site: SiteId },
    /// Opens a window.
    Open(Opening),
    /// Says something.
    Say { words: Template },
    /// Begins a part that is all or nothing; on a failed [`Act::Require`] all is as it was and goes on at `other`.
    Try { other: u32 },
    /// Ends such a part.
    EndTry,
    /// A condition of a `try` part.
    Require { holds: ExprId, reason: Template },
    /// Ends the battle: won by a player or drawn.
    EndBattle { winner: Option<ExprId>, why: Template },
    /// A test's question: fails the test where it does not hold.
    Expect { holds: ExprId, words: Template },
    /// Runs a body with the locals of this one (the steps of a sequence).
    Run { body: BodyId },
}

/// What can be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// A local.
    Local(Slot),
    /// A state field of an entity.
    Field { of: ExprId, field: FieldId },
    /// A field of the tie between two entities, `of`'s own where each end has it.
    TieField { tie: TieId, of: ExprId, other: ExprId, field: u16 },
}

/// How long a grant lasts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GrantUntil {
    /// Until it is removed.
    Removed,
    /// Until a moment, for the player `whose` where the moment asks whose run it is.
    Moment { moment: MomentId, edge: crate::Edge, next: bool, whose: Option<ExprId> },
}

/// The choices that can be put to a player. Candidates come in the order of their set; answers are values, not positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChoiceKind {
    /// One of a set; with `none` (where that expression holds, always if it is true) also none.
    One { of: ExprId, filter: Option<ChoiceFilter>, none: Option<ExprId> },
    /// So many of a set, from `low` to `high`.
    Some { of: ExprId, filter: Option<ChoiceFilter>, low: ExprId, high: ExprId },
    /// All of a set, in an order.
    Order { of: ExprId },
    /// A whole number.
    Number { low: ExprId, high: ExprId },
    /// Yes or no.
    Whether { question: Template },
    /// So many points over the items of a set: a list as long as the set.
    Split { total: ExprId, of: ExprId },
}

/// What narrows the candidates of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceFilter {
    /// The scalar slot of the candidate.
    pub slot: u16,
    /// The condition.
    pub when: Option<ExprId>,
    /// Only candidates whose value is within `within` of the least (`with least E within T`).
    pub least: Option<(ExprId, Option<ExprId>)>,
}

/// A window opened by a step: players are asked for actions until it closes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The window.
    pub window: WindowId,
    /// The players, in the order in which they are asked: a wide value or one player.
    pub to: ExprId,
    /// When it closes.
    pub ends: WindowEnd,
    /// At most so many actions.
    pub at_most: Option<ExprId>,
}

/// When a window closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WindowEnd {
    /// When the player says so (each in turn, one after the other, where there are several).
    Done,
    /// When all have passed in a row.
    AllPass,
}
