//! Content: declared things with their figures, battles as set up, tests.

use crate::{
    AbilityId, ActionId, Board, BodyId, DieId, EntryId, Env, ExprId, FieldId, KindId, Origins,
    PolicyId, ProcedureId, ScenarioId, Slot, SpanId, TextId, Ty,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A declared thing: a card of figures of which pieces are made, an effect, a member of a closed kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its title.
    pub name: TextId,
    /// Its kind.
    pub kind: KindId,
    /// The army list that it belongs to.
    pub faction: Option<TextId>,
    /// One for each profile of the kind, in order.
    pub values: Vec<Value>,
    /// Where each value comes from, oldest first: declaration, parent, errata.
    pub origins: Origins,
    /// What it owns, in order.
    pub abilities: Vec<EntryAbility>,
    /// The entry whose form or option this one is.
    pub base: Option<EntryId>,
    /// The name of the form, where it is one.
    pub form: Option<TextId>,
    /// Its other forms.
    pub forms: Vec<EntryId>,
    /// Where it is declared.
    pub span: SpanId,
}

/// An ability that an entry owns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryAbility {
    /// The ability.
    pub ability: AbilityId,
    /// Values for its parameters.
    pub args: Vec<i64>,
}

/// A printed value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Value {
    /// One cell.
    Scalar(i64),
    /// A list of cells, shared by all that have it from one default.
    Wide(Arc<[i64]>),
}

/// A battle as an author sets it up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scenario {
    /// Its title.
    pub name: TextId,
    /// The sides in order; each has one player.
    pub sides: Vec<SideSetup>,
    /// The board; none for a battle without one.
    pub board: Option<Board>,
    /// The areas of the board, in order: they belong to nobody.
    pub ground: Vec<Piece>,
    /// The last round, where the scenario sets one.
    pub rounds: Option<u32>,
    /// Set-up of its own, run before the sequence.
    pub setup: Option<BodyId>,
    /// The scenario whose clauses count in it as well.
    pub rules_of: Option<ScenarioId>,
    /// Values of rulings that it sets, by position in [`crate::Program::rulings`].
    pub rulings: Vec<(u16, i64)>,
    /// Where it is declared.
    pub span: SpanId,
}

/// A side of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideSetup {
    /// Its name.
    pub name: TextId,
    /// The army lists that it is of.
    pub armies: Vec<TextId>,
    /// Its pieces in roster order.
    pub pieces: Vec<Piece>,
    /// Points to spend, where its roster says.
    pub budget: Option<i64>,
    /// Abilities that all its pieces own (the side's and faction's clauses).
    pub abilities: Vec<AbilityId>,
    /// How a computer player of it chooses, where the scenario says.
    pub policy: Option<PolicyId>,
    /// The position of the first side of its team; none where it fights alone or is that side itself.
    pub team: Option<u32>,
}

/// A piece made at set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The entry of which it is one.
    pub entry: EntryId,
    /// Its own name; else it is called after its entry, numbered where a side has several.
    pub name: Option<TextId>,
    /// State that it begins with.
    pub state: Vec<(FieldId, i64)>,
}

/// A test, or a question put from outside: pieces, a script, what is to be found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// Its title.
    pub name: TextId,
    /// Rows of the conformance list that it shows.
    pub covers: Vec<TextId>,
    /// Two sides or more with the pieces of `given`; pieces stand in the first scalar slots of the script, in order.
    pub scenario: crate::ScenarioId,
    /// Ties and states of `given`, run first.
    pub setup: BodyId,
    /// What is run.
    pub run: TestRun,
    /// Dice, in the order in which they are rolled: faces of any die that has one of that name, whichever die is rolled.
    pub rolls: Vec<(DieId, u32)>,
    /// Each of them as it is written.
    pub rolls_at: Vec<ScriptPart>,
    /// What is drawn, in order: the entries of cards or other things, the members of closed kinds.
    pub draws: Vec<EntryId>,
    /// Each of them as it is written.
    pub draws_at: Vec<ScriptPart>,
    /// Answers to choices, in order.
    pub answers: Vec<Scripted>,
    /// Each of them as it is written.
    pub answers_at: Vec<ScriptPart>,
    /// What must hold afterwards. Slots: the pieces, then the exported locals of the run procedure.
    pub expects: Vec<Expectation>,
    /// Locals of the script.
    pub env: Env,
    /// Where it is declared.
    pub span: SpanId,
}

/// A die, a draw or an answer in the words of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptPart {
    /// Its text.
    pub source: TextId,
    /// Where it stands.
    pub span: SpanId,
}

/// An answer that a test has for a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scripted {
    /// None of the candidates; done with a window, or passing.
    Nothing,
    /// A candidate, a number, yes (1) or no (0), a die by what it shows; in a window what a thing of that name brings or is chosen for.
    One(Named),
    /// Several candidates, items in order, points, dice one by one.
    Several(Vec<Named>),
    /// So many dice of each face.
    Dice(Vec<(u32, Named)>),
    /// An action in a window.
    Act {
        /// The action.
        action: ActionId,
        /// What brings it, where that is said.
        bearer: Option<Named>,
        /// Values of its parameters.
        args: Vec<Named>,
    },
}

/// A value in a test: itself, or any thing of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Named {
    /// A value, and of which sort, where that is known.
    Cell(i64, Option<Sort>),
    /// Whichever card or other thing there is of this entry.
    Entry(EntryId),
    /// What a die shows: the face of this name, whichever die it is.
    Face(DieId, u32),
}

/// The sort of a value in a test: what is a yes to one question is the second of three ways to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sort {
    /// Yes or no.
    Truth,
    /// A number.
    Number,
    /// A length or an angle.
    Measure,
    /// A text.
    Text,
    /// An entity.
    Entity,
    /// A member of a closed kind.
    Member(KindId),
    /// A face of a die.
    Face(DieId),
}

impl Sort {
    /// The sort of values of a type; none of those that take several cells.
    pub fn of(ty: &Ty) -> Option<Self> {
        Some(match ty {
            Ty::Bool => Self::Truth,
            Ty::Int | Ty::Ratio => Self::Number,
            Ty::Length | Ty::Angle => Self::Measure,
            Ty::Text => Self::Text,
            Ty::Entity(_) => Self::Entity,
            Ty::Member(kind) => Self::Member(*kind),
            Ty::Face(die) => Self::Face(*die),
            Ty::Optional(of) => return Self::of(of),
            _ => return None,
        })
    }
}

/// What a test runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TestRun {
    /// Nothing: only asks.
    Nothing,
    /// A procedure; afterwards its locals (first of each pair) stand in the script's slots (second).
    Procedure {
        /// The procedure.
        procedure: ProcedureId,
        /// The arguments.
        args: Vec<ExprId>,
        /// Locals of the procedure and the script's slots that they are put into.
        exports: Vec<(Slot, Slot)>,
    },
    /// The sequence of the system, to its end.
    Battle,
}

/// Something that a test expects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expectation {
    /// A condition holds.
    Holds {
        /// The condition.
        holds: ExprId,
        /// The condition as written.
        source: TextId,
        /// Where it stands.
        span: SpanId,
    },
    /// A permission is refused, with this reason among others.
    Refused {
        /// The permission.
        permission: crate::PermissionId,
        /// The arguments.
        args: Vec<ExprId>,
        /// The label of the reason.
        reason: TextId,
        /// Where it stands.
        span: SpanId,
    },
    /// Something was said that contains the words.
    Said {
        /// What is contained in something said.
        words: TextId,
        /// Where it stands.
        span: SpanId,
    },
    /// Nothing was said that contains the words.
    Silent {
        /// What is contained in nothing said.
        words: TextId,
        /// Where it stands.
        span: SpanId,
    },
    /// Whether a roster keeps its limits and its budget.
    Legal {
        /// Whether it keeps them; else it does not.
        holds: bool,
        /// The roster, by position in [`crate::Program::rosters`].
        roster: u32,
        /// The label of a limit that it breaks, or [`crate::OVER_BUDGET`].
        reason: Option<TextId>,
        /// Where it stands.
        span: SpanId,
    },
    /// How the battle ended.
    Ended {
        /// Whether it ended so; else it did not.
        holds: bool,
        /// Who won; none: it was drawn.
        winner: Option<ExprId>,
        /// What the words of the result contain.
        why: Option<TextId>,
        /// Where it stands.
        span: SpanId,
    },
    /// Over all dice and choices of the run: the exact chance that a condition holds, held against a ratio of two whole numbers.
    Chance {
        /// The condition.
        holds: ExprId,
        /// How the chance stands to the ratio.
        how: Comparison,
        /// The numerator of the ratio.
        numerator: u64,
        /// The denominator of the ratio.
        denominator: u64,
        /// Where it stands.
        span: SpanId,
    },
    /// Likewise the exact mean of an int.
    Mean {
        /// The number.
        of: ExprId,
        /// How the mean stands to the ratio.
        how: Comparison,
        /// The numerator of the mean.
        numerator: i64,
        /// The denominator of the mean.
        denominator: u64,
        /// Where it stands.
        span: SpanId,
    },
    /// A value to be shown or explained: what is asked from outside. Always met.
    Show {
        /// The value.
        of: ExprId,
        /// The question as written.
        name: TextId,
        /// Where it stands.
        span: SpanId,
    },
}

/// How one number stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// Whether a number that stands so to another is what is wanted.
    pub fn holds(self, found: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => found.is_eq(),
            Self::NotEqual => found.is_ne(),
            Self::Less => found.is_lt(),
            Self::AtMost => found.is_le(),
            Self::More => found.is_gt(),
            Self::AtLeast => found.is_ge(),
        }
    }

    /// As it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }
}
