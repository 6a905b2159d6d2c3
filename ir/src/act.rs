//! Acts: flat instructions. Only acts change the state, and they do it through frames that can be resumed anywhere.

use crate::choice::{ChoiceKind, Opening, PlanManner};
use crate::form::{Form, Holds as H, Operand, Want, forms};
use crate::{
    AbilityId, DieId, Env, ExprId, FieldId, KindId, MomentId, ProcedureId, SiteId, Slot, SpanId,
    Template, TieId, Wanted as W, WindowId,
};
use Changed::{Locals, World};
use Driver::{Runs, Waits};
use Follows::{Falls, Leaves};
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

/// Whether the act after one can come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// It can.
    Falls,
    /// It goes on elsewhere.
    Leaves,
}

/// Whether the driver may be asked while an act runs, so that the state may be compared with others there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// It may be asked, or what the act runs may ask it.
    Waits,
    /// It is not asked, unless for a chooser that the row names.
    Runs,
}

/// What an act changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// Nothing but locals, unless there is a chooser.
    Locals,
    /// More.
    World,
}

/// What else is known of a form of acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActFacts {
    /// Whether the act after it can come next.
    pub follows: Follows,
    /// Whether the driver may be asked.
    pub driver: Driver,
    /// What it changes.
    pub changes: Changed,
}

const fn act(follows: Follows, driver: Driver, changes: Changed) -> ActFacts {
    ActFacts { follows, driver, changes }
}

forms! {
    /// An instruction.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Act: ActFacts {
        /// Writes a value. Wide targets take wide values.
        Set {
            /// What is written.
            target: Target,
            /// The value.
            value: ExprId,
        } => "{target} = {value}", act(Falls, Runs, World);
        /// Puts locals back to what they are when a frame begins (0, or no items), because nothing reads them any more: so equal
        /// states are equal. Written by the compiler before acts at which the driver may be asked.
        Forget(slots: Vec<Slot> = Sets(H::Nothing)) => "forget {slots}", act(Falls, Runs, Locals);
        /// Goes on at another act.
        Jump(to: u32 = Jump) => "jump {to}", act(Leaves, Runs, Locals);
        /// Goes on at another act where the condition does not hold.
        JumpUnless {
            /// The condition.
            when: ExprId = Bool,
            /// The act to go on at.
            to: u32 = Jump,
        } => "jump {to} unless {when}", act(Falls, Runs, Locals);
        /// Rolls `count` dice and puts the pool into the slot. The driver is asked.
        Roll {
            /// The wide slot of the pool.
            slot: u16 = Sets(H::Pool),
            /// The die.
            die: DieId,
            /// How many.
            count: ExprId = Int,
            /// What the dice are for, in words.
            purpose: Option<Template>,
        } => "{slot} = roll {count} of {die}< for {purpose}>", act(Falls, Waits, Locals);
        /// Draws one of the items of a set, each as likely as the others, and puts it into the slot; none where there is none. The
        /// driver is asked as for a roll: the set is a die with one side for each item.
        Draw {
            /// The scalar slot.
            slot: u16 = Sets(H::Drawn("of")),
            /// The set or list.
            of: ExprId,
        } => "{slot} = draw from {of}", act(Falls, Waits, World);
        /// Rolls again the dice of the pool in `slot` whose face (in `face`) fulfils `when`; `upto`: at most so many, chosen by `by`
        /// (all that fulfil it where `by` is missing).
        Reroll {
            /// The wide slot of the pool.
            slot: u16 = Changes(H::Pool),
            /// The die of the pool.
            die: DieId,
            /// The scalar slot that holds a face while `when` is asked.
            face: u16 = Scratch(H::Face),
            /// The condition.
            when: Option<ExprId> = Bool,
            /// At most so many; all where missing.
            upto: Option<ExprId> = Int,
            /// Who chooses which; nobody where all that fulfil it are rolled.
            by: Option<ExprId> = Chooser,
            /// Where the choice stands.
            site: Option<SiteId>,
        } => "reroll {slot} of {die} as {face}< where {when}>< up to {upto}>< by {by}>", act(Falls, Waits, Locals);
        /// Turns dice of the pool that fulfil `when` to another face, `upto` of them at most, those of the lowest face first.
        Change {
            /// The wide slot of the pool.
            slot: u16 = Changes(H::Pool),
            /// The die of the pool.
            die: DieId,
            /// The scalar slot that holds a face while `when` is asked.
            face: u16 = Scratch(H::Face),
            /// The condition.
            when: Option<ExprId> = Bool,
            /// At most so many; all where missing.
            upto: Option<ExprId> = Int,
            /// The face to turn them to.
            to: ExprId,
        } => "change {slot} of {die} as {face}< where {when}>< up to {upto}> to {to}", act(Falls, Runs, Locals);
        /// Puts the items of `of` into the wide slot `cursor`, to be taken by [`Act::Next`].
        Iterate {
            /// The wide slot.
            cursor: u16 = Sets(H::Items("of")),
            /// A list, set or pool.
            of: ExprId = Wide,
        } => "{cursor} = each of {of}", act(Falls, Runs, Locals);
        /// Takes the next item of the cursor that is still in play and fulfils `when` into `item`; goes on at `done` when none is left.
        /// With `ordered_by` that player says which comes next.
        Next {
            /// The wide slot.
            cursor: u16 = Changes(H::Rest),
            /// The slot of the item: wide for points, places and edges.
            item: Slot = Takes(H::Next("cursor")),
            /// What an item must fulfil; anything where missing.
            when: Option<ExprId> = Bool,
            /// Who says which comes next; else they come in order. Of scalar items only.
            ordered_by: Option<ExprId> = Chooser,
            /// Where the choice stands.
            site: Option<SiteId>,
            /// The act to go on at when none is left.
            done: u32 = Jump,
        } => "{item} = next of {cursor}< where {when}>< ordered by {ordered_by}>, else jump {done}", act(Falls, Runs, Locals);
        /// Begins a loop that may run `at_most` times: puts the count into the scalar slot `left`.
        Bound {
            /// The scalar slot that counts.
            left: u16 = Sets(H::Int),
            /// How many rounds.
            at_most: ExprId = Int,
        } => "{left} = at most {at_most}", act(Falls, Runs, Locals);
        /// Counts a round of a bounded loop; where none is left, it is a fault that names the loop.
        Tick {
            /// The scalar slot that counts.
            left: u16 = Changes(H::Int),
        } => "tick {left}", act(Falls, Runs, Locals);
        /// Runs a procedure; its result, if any, goes into the slot.
        Call {
            /// The procedure.
            procedure: ProcedureId,
            /// The arguments.
            args: Vec<ExprId> = Args,
            /// Where its result goes.
            result: Option<Slot> = Sets(H::Result),
        } => "<{result} = >call {procedure}({args})", act(Falls, Waits, World);
        /// Runs a step that is marked `called` of the running procedure.
        CallStep {
            /// The position of the step in the procedure.
            step: u16,
        } => "call step {step}", act(Falls, Waits, World);
        /// Runs what the running `instead of` hook replaced; at most once.
        Proceed => "proceed", act(Falls, Waits, World);
        /// Ends the innermost step (`stop` outside a loop is lowered to this), with its after-hooks.
        EndStep => "end step", act(Leaves, Waits, World);
        /// Ends the running procedure, with a result or without.
        Finish {
            /// The result.
            result: Option<ExprId>,
        } => "finish< with {result}>", act(Leaves, Runs, World);
        /// Gives an ability for a time.
        Grant {
            /// The ability.
            ability: AbilityId,
            /// The arguments.
            args: Vec<ExprId> = Args,
            /// Who gets it.
            to: ExprId = Bearer,
            /// How long.
            until: GrantUntil,
        } => "grant {ability}({args}) to {to}{until}", act(Falls, Runs, World);
        /// Takes away what was granted.
        Remove {
            /// The ability.
            ability: AbilityId,
            /// Who loses it.
            from: ExprId = Bearer,
            /// However often it is held; else the one with the greatest arguments.
            all: bool = Words("", "one "),
        } => "remove {all}{ability} from {from}", act(Falls, Runs, World);
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
        } => "join {tie} {left} and {right} shared [{shared}] left [{of_left}] right [{of_right}]", act(Falls, Runs, World);
        /// Unties two entities, or one from all.
        Part {
            /// The tie.
            tie: TieId,
            /// The entity.
            left: ExprId = Thing,
            /// The one it is untied from; all where missing.
            right: Option<ExprId> = Thing,
        } => "part {tie} {left}< from {right}>", act(Falls, Runs, World);
        /// Makes an entity of a fleeting kind.
        Create {
            /// The kind.
            kind: KindId,
            /// The player to whom it belongs: a piece belongs to one, all else to nobody.
            owner: Option<ExprId> = Player,
            /// The scalar slot that it is put into.
            slot: u16 = Sets(H::Entity),
        } => "{slot} = create {kind}< for {owner}>", act(Falls, Runs, World);
        /// Takes an entity out of play, with its ties and statuses.
        Leave {
            /// The entity.
            of: ExprId = Thing,
        } => "remove {of}", act(Falls, Runs, World);
        /// Makes an entity one of another declared form.
        TakeForm {
            /// The entity.
            of: ExprId = Thing,
            /// The entry that it becomes one of, by its name (a text).
            form: ExprId = Scalar,
        } => "{of} becomes {form}", act(Falls, Runs, World);
        /// Asks a player.
        Choose {
            /// The player.
            who: ExprId = Chooser,
            /// What is asked.
            kind: ChoiceKind,
            /// Where the answer goes.
            slot: Slot = Sets(H::Chosen),
            /// Where the choice stands.
            site: SiteId,
        } => "{slot} = {who} chooses {site}: {kind}", act(Falls, Waits, World);
        /// Looks for the manoeuvres of a window that bring a piece to where a condition holds in the fewest turns; a plan, or
        /// nothing where none is found.
        Plan {
            /// The wide slot of the plan.
            slot: u16 = Sets(H::Plan),
            /// The piece.
            who: ExprId = Space(W::Piece),
            /// The window whose actions are its manoeuvres.
            window: WindowId,
            /// What it makes for.
            towards: Option<ExprId> = Space(W::Shape),
            /// What must hold at the end.
            until: ExprId = Bool,
            /// In how many turns at most.
            at_most: ExprId = Int,
            /// Whose runs the turns are.
            turn: MomentId,
            /// What ways cost, and how hard it looks.
            manner: PlanManner,
        } => "{slot} = plan {who} by {window}< towards {towards}> until {until} at most {at_most} runs of {turn}{manner}", act(Falls, Runs, World);
        /// Takes the actions of the first turn of a plan, one after the other, as long as they are legal.
        Follow {
            /// The wide slot of the plan, from which each action is taken off.
            cursor: u16 = Changes(H::Plan),
        } => "follow {cursor}", act(Falls, Waits, World);
        /// Opens a window.
        Open(opening: Opening) => "{opening}", act(Falls, Waits, World);
        /// Says something.
        Say {
            /// What is said.
            words: Template,
        } => "say {words}", act(Falls, Runs, Locals);
        /// Begins a part that is all or nothing; on a failed [`Act::Require`] all is as it was and goes on at `other`.
        Try {
            /// The act to go on at when it fails.
            other: u32 = Jump,
        } => "try, else jump {other}", act(Falls, Runs, World);
        /// Ends such a part.
        EndTry => "end try", act(Falls, Runs, World);
        /// A condition of a `try` part.
        Require {
            /// The condition.
            holds: ExprId = Bool,
            /// Why it fails.
            reason: Template,
        } => "require {holds} {reason}", act(Falls, Runs, World);
        /// Ends the battle: won by a player or several, or drawn.
        EndBattle {
            /// The players who win; nobody: a draw.
            winner: Option<ExprId> = Players,
            /// The reason, in words.
            why: Template,
        } => "end battle <won by {winner}|draw> {why}", act(Leaves, Runs, World);
    }
}

impl Act {
    /// The position of the act that it jumps to.
    pub fn jump(&self) -> Option<u32> {
        let mut to = None;
        self.operands(&mut |sign, operand| {
            if let (Want::Jump, Operand::Number(number)) = (sign.want, operand) {
                to = u32::try_from(number).ok();
            }
        });
        to
    }
    /// Whether the act after it can come next.
    pub fn falls_through(&self) -> bool {
        self.sign().facts.follows == Falls
    }
    /// Whether a player is asked by it, and not by what it runs.
    pub fn asks_player(&self) -> bool {
        let mut asks = false;
        self.operands(&mut |sign, operand| {
            asks |= sign.want == Want::Chooser && matches!(operand, Operand::Expr(_));
        });
        asks
    }
    /// Whether the driver may be asked while it runs, so that the state may be compared with others there.
    pub fn may_wait(&self) -> bool {
        self.sign().facts.driver == Waits || self.asks_player()
    }
    /// Whether it changes nothing but locals, so that expressions without them give the same before and after.
    pub fn is_quiet(&self) -> bool {
        let locals = matches!(self, Self::Set { target: Target::Local(_), .. })
            || self.sign().facts.changes == Locals;
        locals && !self.asks_player()
    }
    /// The position of the step that it calls.
    pub fn step(&self) -> Option<usize> {
        match self {
            Self::CallStep { step } => Some(usize::from(*step)),
            _ => None,
        }
    }
    /// The choice site at which players, and policies for them, are asked.
    pub fn site(&self) -> Option<SiteId> {
        match self {
            Self::Reroll { site, .. } | Self::Next { site, .. } => *site,
            Self::Choose { site, .. } => Some(*site),
            _ => None,
        }
    }
}

forms! {
    /// What can be written.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Target: () {
        /// A local.
        Local(slot: Slot = Sets(H::Operand("value"))) => "{slot}";
        /// A state field of an entity.
        Field {
            /// The entity.
            of: ExprId = Bearer,
            /// The state field.
            field: FieldId,
        } => "{of}.{field}";
        /// A field of the tie between two entities, `of`'s own where each end has it.
        TieField {
            /// The tie.
            tie: TieId,
            /// The end whose field it is, where each has one.
            of: ExprId = Thing,
            /// The other end.
            other: ExprId = Thing,
            /// The position of the field in the tie.
            field: u16 = Position,
        } => "{tie}.{field}({of}, {other})";
    }
}

forms! {
    /// How long a grant lasts.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum GrantUntil: () {
        /// Until it is removed.
        Removed => "";
        /// Until a moment, for the player or thing `whose` where the moment asks whose run it is.
        Moment {
            /// The moment.
            moment: MomentId,
            /// Its start or its end.
            edge: crate::Edge,
            /// The next run, and not one that goes on now.
            next: bool = Words("next ", ""),
            /// Whose run; anybody's where missing.
            whose: Option<ExprId> = Thing,
            /// A run of any other player than that one.
            others: bool = Words("'s foes", ""),
        } => " until {edge} of {next}{moment}< of {whose}>{others}";
    }
}
