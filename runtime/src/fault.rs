//! Faults: what goes wrong while a program runs, as typed values with the places of the rules at fault.

use crate::space::plane::RegionFault;
use serde::{Deserialize, Serialize};
use warwright_ir::{
    ClauseId, HookId, MomentId, NONE, PermissionId, ProcedureId, QuantityId, SpanId, TextId, TieId,
};

/// Something that went wrong while a program ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// The rule at fault: the expression or act.
    pub span: Option<SpanId>,
    /// What was being worked out or run, innermost first.
    pub within: Vec<Within>,
    /// What the piece that it is about is called.
    #[serde(default)]
    pub who: String,
}

/// A rule that was being worked out or run when a fault happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Within {
    /// A quantity.
    Quantity(QuantityId),
    /// A clause of a quantity or permission.
    Clause(ClauseId),
    /// A permission.
    Permission(PermissionId),
    /// A pure function.
    Function(warwright_ir::FunctionId),
    /// A run of a procedure, and the step that was running.
    Procedure(ProcedureId, Option<u16>),
    /// A hook.
    Hook(HookId),
    /// An action.
    Action(warwright_ir::ActionId),
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaultKind {
    /// A number too large for its type.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A number that should be whole is not, and no rounding is declared.
    NotWhole {
        /// The quantity.
        quantity: QuantityId,
    },
    /// A figure or state of nothing (none) was read or written.
    NothingThere,
    /// A number came to what its place may not have.
    OutOfRange {
        /// The name of the field that it was to be written to, where it was one.
        field: Option<TextId>,
        /// The number.
        value: i64,
        /// The least that its place may have.
        least: Option<i64>,
        /// The greatest.
        most: Option<i64>,
    },
    /// Two clauses of one level set different values.
    Fighting {
        /// One of them.
        first: ClauseId,
        /// The other.
        second: ClauseId,
    },
    /// A field of a tie between two entities that are not tied was written.
    NotTied {
        /// The tie.
        tie: TieId,
    },
    /// An entity was to be tied to itself.
    TiedToItself {
        /// The tie.
        tie: TieId,
    },
    /// A value was asked for as of a moment that does not remember it.
    NotRemembered {
        /// The moment.
        moment: MomentId,
    },
    /// A table has no row for the keys.
    NoRow,
    /// A list grew beyond what is allowed.
    TooMany {
        /// The most that is allowed.
        most: u64,
    },
    /// Evaluation nests too deeply.
    TooDeep,
    /// The stack of runs is too deep.
    TooManyRuns,
    /// A procedure reached itself more often than it says.
    Recursion {
        /// The procedure.
        procedure: ProcedureId,
        /// How often it may.
        at_most: u16,
    },
    /// A bounded loop ran more often than it says.
    LoopBound,
    /// The fuel of the run is used up.
    OutOfFuel,
    /// Whoever had a clock stopped it.
    Halted,
    /// A choice of a number from an empty range.
    EmptyRange,
    /// More dice than a pool may hold, or fewer than none.
    DiceCount {
        /// How many.
        count: i64,
    },
    /// Dice are taken out of a pool that are not in it.
    DiceNotThere {
        /// The face that they would show.
        face: i64,
        /// How many are taken.
        taken: i64,
        /// How many there are.
        there: i64,
    },
    /// Two hooks of one level would both run in a step's place.
    FightingHooks {
        /// One of them.
        first: HookId,
        /// The other.
        second: HookId,
    },
    /// A hook ran what it replaced a second time.
    ProceededTwice,
    /// Something was done that needs something to be going on that is not (`proceed` outside a hook, a step of no run).
    NoRun,
    /// Something is asked about a piece that is not on the board.
    NotOnBoard {
        /// The piece.
        entity: i64,
    },
    /// A piece is put on a board that it is too large for.
    OffBoard {
        /// The piece.
        entity: i64,
    },
    /// Something is asked about the board of a battle that has none.
    NoBoard,
    /// A cell is named that this battle's board has not.
    NoCell {
        /// Its row.
        row: i64,
        /// Its column.
        column: i64,
    },
    /// Lengths that make no footprint.
    BadFootprint,
    /// Points that are no border of a region.
    BadRegion {
        /// Why.
        why: RegionFault,
    },
    /// A corner is asked for where sides do not meet, or a wheel about such a side.
    NoCorner,
    /// A move is to be made, or to go on, from where its piece is not.
    BrokenRoute,
    /// An action that is tried for a plan asks somebody, rolls dice, ends the battle or makes a plan itself.
    PlanAsks,
    /// The program is damaged in a way that validation does not see.
    Damaged {
        /// What is missing.
        what: DamagedPart,
    },
}

/// What a damaged program lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamagedPart {
    /// An id is out of range.
    Id,
    /// A local is beyond the frame.
    Local,
    /// A value is not of the type that is said.
    Type,
    /// A state is not one of this program.
    State,
    /// Act positions do not fit.
    Position,
}

/// What evaluation and acting give.
pub type Checked<T> = Result<T, Box<Fault>>;

impl Fault {
    /// A fault without a place.
    pub fn new(kind: FaultKind) -> Box<Self> {
        Box::new(Self { kind, span: None, within: Vec::new(), who: String::new() })
    }
    /// A number that must lie in a range; none lies in every range.
    pub(crate) fn unless_within(
        value: i64,
        (least, most): (Option<i64>, Option<i64>),
        field: Option<TextId>,
    ) -> Checked<i64> {
        let below = least.is_some_and(|least| value < least);
        let above = most.is_some_and(|most| value > most);
        if value != NONE && (below || above) {
            return Err(Self::new(FaultKind::OutOfRange { field, value, least, most }));
        }
        Ok(value)
    }
    /// A damaged program.
    pub fn damaged(what: DamagedPart) -> Box<Self> {
        Self::new(FaultKind::Damaged { what })
    }
    /// Whether it lies in what the rules ask, not in the program or in how much is asked.
    pub(crate) const fn is_of_rules(&self) -> bool {
        !matches!(
            self.kind,
            FaultKind::Damaged { .. }
                | FaultKind::OutOfFuel
                | FaultKind::Halted
                | FaultKind::TooDeep
        )
    }
    /// The piece that it is about.
    pub(crate) const fn piece(&self) -> Option<i64> {
        match self.kind {
            FaultKind::NotOnBoard { entity } | FaultKind::OffBoard { entity } => Some(entity),
            _ => None,
        }
    }
    /// With a place, unless it already has one.
    pub(crate) fn at(mut self: Box<Self>, span: Option<SpanId>) -> Box<Self> {
        if self.span.is_none() {
            self.span = span;
        }
        self
    }
    /// Within a rule.
    pub(crate) fn inside(mut self: Box<Self>, within: Within) -> Box<Self> {
        if self.within.len() < MOST_WITHIN {
            self.within.push(within);
        }
        self
    }
}

/// How many enclosing rules a fault names.
const MOST_WITHIN: usize = 16;
