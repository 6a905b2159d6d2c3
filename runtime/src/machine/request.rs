//! What the machine asks for, how it is answered, and how an answer is refused.

use crate::dice::RollOf;
use crate::fault::Fault;
use crate::state::{Outcome, Wide};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use warwright_ir::{ActionId, DieId, SiteId, SpanId, Ty, WindowId};

/// What the machine needs before it can go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Dice, or something to be drawn.
    Roll(RollRequest),
    /// A decision.
    Choose(Box<ChooseRequest>),
    /// Nothing: all is over.
    Over(Outcome),
}

/// A request for chance: dice to be rolled, or one item to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollRequest {
    /// What is rolled.
    pub of: RollOf,
    /// How many; 1 of what is drawn.
    pub count: u32,
    /// For what, in words; empty where the rule does not say or nothing is told.
    pub purpose: String,
    /// The rule.
    pub span: Option<SpanId>,
}

/// A request for a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChooseRequest {
    /// Who decides.
    pub player: i64,
    /// The choice, for one in a rule.
    pub site: Option<SiteId>,
    /// The window, for an action in a window that has a name.
    pub window: Option<WindowId>,
    /// What is asked, in words; of a moment in the middle of a procedure `procedure.step`. Empty where nothing is told.
    pub question: String,
    /// What can be answered.
    pub options: Options,
    /// The rule.
    pub span: Option<SpanId>,
}

/// What can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Options {
    /// One of the candidates, or none.
    One {
        /// The type of a candidate.
        ty: Ty,
        /// The candidates, in the order of their set.
        candidates: Wide,
        /// Whether none may be answered.
        none: bool,
    },
    /// So many of the candidates, each once.
    Some {
        /// The type of a candidate.
        ty: Ty,
        /// The candidates.
        candidates: Wide,
        /// At least so many.
        low: u32,
        /// At most so many.
        high: u32,
    },
    /// All of the items, in an order.
    Order {
        /// The type of an item.
        ty: Ty,
        /// The items.
        items: Wide,
    },
    /// A whole number.
    Number {
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
    },
    /// Yes (1) or no (0).
    Whether,
    /// A place for a piece: one that is proposed, or any other that the rules allow.
    Place {
        /// The places that are proposed, as cells.
        proposals: Vec<Wide>,
        /// Whether none may be answered.
        none: bool,
    },
    /// Points over items: a list as long as theirs, each 0 or more, that adds up.
    Split {
        /// The type of an item.
        ty: Ty,
        /// The items.
        items: Wide,
        /// The points.
        total: i64,
    },
    /// Dice of a pool: how many of each face.
    Dice {
        /// The kind of die.
        die: DieId,
        /// How many of each face there are to choose from.
        available: Wide,
        /// At least so many together.
        at_least: u32,
        /// At most so many together.
        at_most: u32,
    },
    /// An action.
    Actions {
        /// The legal ones.
        list: Vec<ActionOption>,
        /// Whether the player may be done (or pass).
        done: bool,
    },
}

impl Options {
    /// What is chosen from, one by one, and the type of each.
    pub(super) fn items(&self) -> Option<(&Ty, &Wide)> {
        match self {
            Self::One { ty, candidates: items, .. }
            | Self::Some { ty, candidates: items, .. }
            | Self::Order { ty, items }
            | Self::Split { ty, items, .. } => Some((ty, items)),
            Self::Number { .. }
            | Self::Whether
            | Self::Place { .. }
            | Self::Dice { .. }
            | Self::Actions { .. } => None,
        }
    }
}

/// An action with values for its parameters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ActionOption {
    /// The action.
    pub action: ActionId,
    /// Who brings it, or [`warwright_ir::NONE`].
    pub bearer: i64,
    /// Which of several possessions of the bearer.
    pub ordinal: u16,
    /// Values of its parameters.
    pub args: SmallVec<[i64; 4]>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Answer {
    /// None of the candidates; done with a window, or passing.
    Nothing,
    /// A candidate, a number, yes (1) or no (0).
    Value(i64),
    /// Several candidates, items in order, points, or dice of each face.
    Values(Vec<i64>),
    /// An action.
    Act(ActionOption),
}

/// Why an answer is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing of the kind was asked.
    NotAsked,
    /// Other dice were asked for.
    WrongDice {
        /// How many dice.
        count: u32,
        /// How many faces the die has.
        faces: usize,
    },
    /// The answer is not among what can be answered.
    NotLegal,
    /// A fault of the rules happened while the answer was looked at.
    Fault(Box<Fault>),
}

impl From<Box<Fault>> for Refusal {
    fn from(fault: Box<Fault>) -> Self {
        Self::Fault(fault)
    }
}
