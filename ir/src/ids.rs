//! The ids of everything in a program: one type for each arena, so that no two can be mixed up.

use crate::arena::Id;
use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub struct $name(pub u32);
        impl Id for $name {
            #[inline]
            fn new(position: usize) -> Self {
                Self(u32::try_from(position).unwrap_or(u32::MAX))
            }
            #[inline]
            fn position(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A string: a name, a label, a piece of a message.
    TextId,
    /// A place in a source file.
    SpanId,
    /// A kind of thing that exists.
    KindId,
    /// A state field of a kind.
    FieldId,
    /// A profile of a kind: a figure that authors print.
    ProfileId,
    /// A declared thing of some kind, with its printed figures.
    EntryId,
    /// A bearer of clauses.
    AbilityId,
    /// A tie between two entities.
    TieId,
    /// A kind of die.
    DieId,
    /// A ladder of values.
    ScaleId,
    /// A lookup table.
    TableId,
    /// A pure function: a define, a relation, a derived fact.
    FunctionId,
    /// A number that clauses bend.
    QuantityId,
    /// A yes or no with reasons.
    PermissionId,
    /// A modifying clause of a quantity, or a forbidding or allowing clause of a permission.
    ClauseId,
    /// An expression.
    ExprId,
    /// A body of acts.
    BodyId,
    /// A procedure.
    ProcedureId,
    /// A hook on a step or a procedure.
    HookId,
    /// Something that a player may choose to do.
    ActionId,
    /// A window in which actions are offered.
    WindowId,
    /// The start and end of runs of a procedure or step.
    MomentId,
    /// A place in a body where a choice is made.
    SiteId,
    /// Advice for computer players.
    PolicyId,
    /// A battle as set up by an author.
    ScenarioId,
    /// A test, or a question put from outside.
    TestId,
}
