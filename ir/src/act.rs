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
    Set {
        /// What is written.
        target: Target,
        /// The value.
        value: ExprId,
    },
    /// Puts locals back to what they are when a frame begins (0, or no items), because nothing reads them any more: so equal
    /// states are equal. Written by the compiler before acts at which the driver may be asked.
    Forget(Vec<Slot>),
    /// Goes on at another act.
    Jump(u32),
    /// Goes on at another act where the condition does not hold.
    JumpUnless {
        /// The condition.
        when: ExprId,
        /// The act to go on at.
        to: u32,
    },
    /// Rolls `count` dice and puts the pool into the slot. The driver is asked.
    Roll {
        /// The wide slot of the pool.
        slot: u16,
        /// The die.
        die: DieId,
        /// How many.
        count: ExprId,
        /// What the dice are for, in words.
        purpose: Option<Template>,
    },
    /// Draws one of the items of a set, each as likely as the others, and puts it into the slot; none where there is none. The
    /// driver is asked as for a roll: the set is a die with one side for each item.
    Draw {
        /// The scalar slot.
        slot: u16,
        /// The set or list.
        of: ExprId,
    },
    /// Rolls again the dice of the pool in `slot` whose face (in `face`) fulfils `when`; `upto`: at most so many, chosen by `by`
    /// (all that fulfil it where `by` is missing).
    Reroll {
        /// The wide slot of the pool.
        slot: u16,
        /// The die of the pool.
        die: DieId,
        /// The scalar slot that holds a face while `when` is asked.
        face: u16,
        /// The condition.
        when: Option<ExprId>,
        /// At most so many; all where missing.
        upto: Option<ExprId>,
        /// Who chooses which; nobody where all that fulfil it are rolled.
        by: Option<ExprId>,
        /// Where the choice stands.
        site: Option<SiteId>,
    },
    /// Turns dice of the pool that fulfil `when` to another face, `upto` of them at most, those of the lowest face first.
    Change {
        /// The wide slot of the pool.
        slot: u16,
        /// The die of the pool.
        die: DieId,
        /// The scalar slot that holds a face while `when` is asked.
        face: u16,
        /// The condition.
        when: Option<ExprId>,
        /// At most so many; all where missing.
        upto: Option<ExprId>,
        /// The face to turn them to.
        to: ExprId,
    },
    /// Puts the items of `of` into the wide slot `cursor`, to be taken by [`Act::Next`].
    Iterate {
        /// The wide slot.
        cursor: u16,
        /// A list, set or pool.
        of: ExprId,
    },
    /// Takes the next item of the cursor that is still in play and fulfils `when` into `item`; goes on at `done` when none is left.
    /// With `ordered_by` that player says which comes next.
    Next {
        /// The wide slot.
        cursor: u16,
        /// The slot of the item: wide for points, places and edges.
        item: Slot,
        /// What an item must fulfil; anything where missing.
        when: Option<ExprId>,
        /// Who says which comes next; else they come in order. Of scalar items only.
        ordered_by: Option<ExprId>,
        /// Where the choice stands.
        site: Option<SiteId>,
        /// The act to go on at when none is left.
        done: u32,
    },
    /// Begins a loop that may run `at_most` times: puts the count into the scalar slot `left`.
    Bound {
        /// The scalar slot that counts.
        left: u16,
        /// How many rounds.
        at_most: ExprId,
    },
    /// Counts a round of a bounded loop; where none is left, it is a fault that names the loop.
    Tick {
        /// The scalar slot that counts.
        left: u16,
    },
    /// Runs a procedure; its result, if any, goes into the slot.
    Call {
        /// The procedure.
        procedure: ProcedureId,
        /// The arguments.
        args: Vec<ExprId>,
        /// Where its result goes.
        result: Option<Slot>,
    },
    /// Runs a step that is marked `called` of the running procedure.
    CallStep {
        /// The position of the step in the procedure.
        step: u16,
    },
    /// Runs what the running `instead of` hook replaced; at most once.
    Proceed,
    /// Ends the innermost step (`stop` outside a loop is lowered to this), with its after-hooks.
    EndStep,
    /// Ends the running procedure, with a result or without.
    Finish {
        /// The result.
        result: Option<ExprId>,
    },
    /// Gives an ability for a time.
    Grant {
        /// The ability.
        ability: AbilityId,
        /// The arguments.
        args: Vec<ExprId>,
        /// Who gets it.
        to: ExprId,
        /// How long.
        until: GrantUntil,
    },
    /// Takes away what was granted.
    Remove {
        /// The ability.
        ability: AbilityId,
        /// Who loses it.
        from: ExprId,
    },
    /// Ties two entities; fields in the order of [`crate::Tie::fields`], those that each end has once for each end.
    Join {
        /// The tie.
        tie: TieId,
        /// One end.
        left: ExprId,
        /// The other end.
        right: ExprId,
        /// Values of the fields that the pair has once.
        shared: Vec<ExprId>,
        /// Values of the fields that each end has, for the left one.
        of_left: Vec<ExprId>,
        /// The same for the right one.
        of_right: Vec<ExprId>,
    },
    /// Unties two entities, or one from all.
    Part {
        /// The tie.
        tie: TieId,
        /// The entity.
        left: ExprId,
        /// The one it is untied from; all where missing.
        right: Option<ExprId>,
    },
    /// Makes an entity of a fleeting kind.
    Create {
        /// The kind.
        kind: KindId,
        /// The scalar slot that it is put into.
        slot: u16,
    },
    /// Takes an entity out of play, with its ties and statuses.
    Leave {
        /// The entity.
        of: ExprId,
    },
    /// Makes an entity one of another declared form.
    TakeForm {
        /// The entity.
        of: ExprId,
        /// The entry that it becomes one of, by its name (a text).
        form: ExprId,
    },
    /// Asks a player.
    Choose {
        /// The player.
        who: ExprId,
        /// What is asked.
        kind: ChoiceKind,
        /// Where the answer goes.
        slot: Slot,
        /// Where the choice stands.
        site: SiteId,
    },
    /// Looks for the manoeuvres of a window that bring a piece to where a condition holds in the fewest turns; a plan, or
    /// nothing where none is found.
    Plan {
        /// The wide slot of the plan.
        slot: u16,
        /// The piece.
        who: ExprId,
        /// The window whose actions are its manoeuvres.
        window: WindowId,
        /// What it makes for.
        towards: Option<ExprId>,
        /// What must hold at the end.
        until: ExprId,
        /// In how many turns at most.
        at_most: ExprId,
    },
    /// Takes the actions of the first turn of a plan, one after the other, as long as they are legal.
    Follow {
        /// The wide slot of the plan, from which each action is taken off.
        cursor: u16,
    },
    /// Opens a window.
    Open(Opening),
    /// Says something.
    Say {
        /// What is said.
        words: Template,
    },
    /// Begins a part that is all or nothing; on a failed [`Act::Require`] all is as it was and goes on at `other`.
    Try {
        /// The act to go on at when it fails.
        other: u32,
    },
    /// Ends such a part.
    EndTry,
    /// A condition of a `try` part.
    Require {
        /// The condition.
        holds: ExprId,
        /// Why it fails.
        reason: Template,
    },
    /// Ends the battle: won by a player or drawn.
    EndBattle {
        /// The player who wins; nobody: a draw.
        winner: Option<ExprId>,
        /// The reason, in words.
        why: Template,
    },
    /// A test's question: fails the test where it does not hold.
    Expect {
        /// The condition.
        holds: ExprId,
        /// What was expected, in words.
        words: Template,
    },
    /// Runs a body with the locals of this one (the steps of a sequence).
    Run {
        /// The body.
        body: BodyId,
    },
}

/// What can be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// A local.
    Local(Slot),
    /// A state field of an entity.
    Field {
        /// The entity.
        of: ExprId,
        /// The state field.
        field: FieldId,
    },
    /// A field of the tie between two entities, `of`'s own where each end has it.
    TieField {
        /// The tie.
        tie: TieId,
        /// The end whose field it is, where each has one.
        of: ExprId,
        /// The other end.
        other: ExprId,
        /// The position of the field in the tie.
        field: u16,
    },
}

/// How long a grant lasts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GrantUntil {
    /// Until it is removed.
    Removed,
    /// Until a moment, for the player `whose` where the moment asks whose run it is.
    Moment {
        /// The moment.
        moment: MomentId,
        /// Its start or its end.
        edge: crate::Edge,
        /// The next run, and not one that goes on now.
        next: bool,
        /// Whose run; anybody's where missing.
        whose: Option<ExprId>,
    },
}

/// The choices that can be put to a player. Candidates come in the order of their set; answers are values, not positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChoiceKind {
    /// One of a set; with `none` (where that expression holds, always if it is true) also none.
    One {
        /// The candidates.
        of: ExprId,
        /// What narrows the candidates.
        filter: Option<ChoiceFilter>,
        /// When nothing may be chosen; never where missing.
        none: Option<ExprId>,
    },
    /// So many of a set, from `low` to `high`.
    Some {
        /// The candidates.
        of: ExprId,
        /// What narrows the candidates.
        filter: Option<ChoiceFilter>,
        /// The least.
        low: ExprId,
        /// The greatest.
        high: ExprId,
    },
    /// All of a set, in an order.
    Order {
        /// The items.
        of: ExprId,
    },
    /// A whole number.
    Number {
        /// The least.
        low: ExprId,
        /// The greatest.
        high: ExprId,
    },
    /// Yes or no.
    Whether {
        /// What is asked, in words.
        question: Template,
    },
    /// A place for a piece in a region. The condition and the measure are asked with the piece supposed there.
    Place {
        /// The piece.
        who: ExprId,
        /// Where its place must be: all of the piece lies in this region.
        within: ExprId,
        /// Which way it looks; as it does now where missing.
        facing: Option<ExprId>,
        /// The wide slot of the candidate.
        slot: u16,
        /// The condition.
        when: Option<ExprId>,
        /// Among the places that are proposed, only those whose measure is least.
        least: Option<ExprId>,
        /// When nothing may be chosen; never where missing.
        none: Option<ExprId>,
    },
    /// So many points over the items of a set: a list as long as the set.
    Split {
        /// How many points.
        total: ExprId,
        /// The items.
        of: ExprId,
    },
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
