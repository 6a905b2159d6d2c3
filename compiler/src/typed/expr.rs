//! Typed expressions and the locals that they read.

use super::{Bounds, Type};
use warwright_grammar::source::Span;
use warwright_grammar::tree::Word;
use warwright_ir as ir;

/// A local of a body, by position in its [`Locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

/// The locals of a body, a function, a clause: parameters first, then (in a bearer) the bearer and its parameters, then the rest.
#[derive(Clone, Debug, Default)]
pub struct Locals {
    /// By [`LocalId`].
    pub all: Vec<Local>,
    /// The ranges of numbers, and how many dice pools hold, where that is known wherever they are read.
    pub ranges: Vec<(LocalId, Bounds)>,
}

impl Locals {
    /// What is known of one of them.
    #[must_use]
    pub fn get(&self, local: LocalId) -> Option<&Local> {
        self.all.get(local.0 as usize)
    }

    /// The first of them, which are the parameters.
    #[must_use]
    pub fn first(&self, params: u16) -> &[Local] {
        self.all.get(..usize::from(params)).unwrap_or(&self.all)
    }
}

/// A local.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name; loop and temporary locals without a name have an empty one.
    pub name: Word,
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub role: LocalRole,
    /// Where it is declared.
    pub span: Span,
}

impl Local {
    /// A parameter.
    #[must_use]
    pub fn param(name: impl Into<Word>, ty: Type, span: Span) -> Self {
        Self::new(name, ty, LocalRole::Param, span)
    }
    /// A local of some role.
    #[must_use]
    pub fn new(name: impl Into<Word>, ty: Type, role: LocalRole, span: Span) -> Self {
        Self { name: name.into(), ty, role, span }
    }
}

/// What a local is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LocalRole {
    /// A parameter of the owner (of the procedure, for a hook or action at a step).
    Param,
    /// An open variable of the procedure, in a hook, an action or the procedure itself.
    Open,
    /// A private variable of the procedure.
    Var,
    /// The bearer.
    Bearer,
    /// A parameter of the bearer's ability.
    AbilityParam,
    /// A parameter of an action.
    ActionParam,
    /// A piece of a test.
    Given,
    /// Anything else: `let`, loops, `it`, names bound by `is some`.
    Let,
}

/// An expression with its type and place.
#[derive(Clone, Debug, Default, Hash)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type, never [`Type::Nothing`] where the context says more (`none` takes the optional's type).
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

// A large game has many: what is larger than a list and an id stands in a box.
const _: () = assert!(size_of::<Expr>() <= 56, "an expression is seven words");

/// The forms of expressions. Conversions (int to ratio, value to optional) are explicit where they change the cell:
/// [`ExprKind::ToRatio`]; a value stands for an optional unchanged.
#[derive(Clone, Debug, Default, Hash)]
pub enum ExprKind {
    /// A cell of the type: int, bool, length, angle, member, face.
    Cell(i64),
    /// A fraction, reduced, denominator positive.
    Fraction(i64, i64),
    /// Words.
    Text(String),
    /// None.
    None,
    /// A list, set of the items.
    Items(Vec<Expr>),
    /// A local.
    Local(LocalId),
    /// A ruling, by position.
    Ruling(u16),
    /// A state field.
    Field { of: Box<Expr>, field: ir::FieldId },
    /// A field of a record.
    RecordField { of: Box<Expr>, position: u16 },
    /// A record made of values in the order of its fields.
    Record(Vec<Expr>),
    /// The printed figure.
    Printed { of: Box<Expr>, profile: ir::ProfileId },
    /// A quantity, a bent profile too.
    Quantity { quantity: ir::QuantityId, args: Vec<Expr> },
    /// A define, relation, derived fact.
    Call { function: ir::FunctionId, args: Vec<Expr> },
    /// `may p(..)`.
    May { permission: ir::PermissionId, args: Vec<Expr> },
    /// `u has A`, binding its parameters to locals or testing them against values.
    Has { of: Box<Expr>, ability: ir::AbilityId, args: Box<HeldArgs> },
    /// How often a stacking status is held.
    HeldCount { of: Box<Expr>, ability: ir::AbilityId },
    /// A table look-up.
    Table { table: ir::TableId, keys: Vec<Expr> },
    /// `u.name`.
    NameOf(Box<Expr>),
    /// `x.entry`: the name of the declared thing of which it is one, without what was bought with it.
    EntryOf(Box<Expr>),
    /// `u.faction`: the army list of an entry, or the first of a player's.
    ListOf(Box<Expr>),
    /// `u.player`.
    OwnerOf(Box<Expr>),
    /// `p.team`: the first of the players who fight on one side with it.
    TeamOf(Box<Expr>),
    /// `u in play`, `u is gone` negated.
    InPlay(Box<Expr>),
    /// `u is "Entry"`.
    IsEntry { of: Box<Expr>, entry: ir::EntryId },
    /// `battle`.
    Only(ir::KindId),
    /// `units`: all in play of a kind.
    All(ir::KindId),
    /// All members of a closed kind.
    Members(ir::KindId),
    /// `a..b`.
    Range { low: Box<Expr>, high: Box<Expr> },
    /// `S where C`.
    Filter { of: Box<Expr>, item: LocalId, when: Box<Expr> },
    /// `E for each x in S`, `S.field`.
    Map { of: Box<Expr>, item: LocalId, value: Box<Expr> },
    /// Of sets, lists, pools.
    Union(Box<Expr>, Box<Expr>),
    /// Of sets, lists, pools.
    Without(Box<Expr>, Box<Expr>),
    /// `count(S)`.
    Size(Box<Expr>),
    /// `x in S`.
    Contains { of: Box<Expr>, item: Box<Expr> },
    /// The first item or none.
    First(Box<Expr>),
    /// A question about the items of a set.
    Quantified {
        how: Question,
        of: Box<Expr>,
        item: LocalId,
        when: Option<Box<Expr>>,
        value: Option<Box<Expr>>,
    },
    /// `u.tie`: the entities tied to it.
    Tied { tie: ir::TieId, of: Box<Expr> },
    /// `u tie v`.
    AreTied { tie: ir::TieId, left: Box<Expr>, right: Box<Expr> },
    /// A field of the tie between two.
    TieField { tie: ir::TieId, of: Box<Expr>, other: Box<Expr>, field: u16 },
    /// `not`.
    Not(Box<Expr>),
    /// `and`.
    And(Box<Expr>, Box<Expr>),
    /// `or`.
    Or(Box<Expr>, Box<Expr>),
    /// `-x`.
    Negate(Box<Expr>),
    /// Arithmetic; both sides of the types that the operation wants.
    Arithmetic { how: Arithmetic, left: Box<Expr>, right: Box<Expr> },
    /// Comparison of two values of one type.
    Compare { how: Compare, left: Box<Expr>, right: Box<Expr> },
    /// A whole number, perhaps none, or several, held against a range that it may leave.
    Within { of: Box<Expr>, bounds: Box<Bounds> },
    /// Int to ratio.
    ToRatio(Box<Expr>),
    /// The number on a face.
    FaceValue(Box<Expr>),
    /// `floor`, `ceil`, `round` of a ratio.
    Round { how: ir::Rounding, of: Box<Expr> },
    /// `rung` on a scale.
    Rung { scale: ir::ScaleId, of: Box<Expr>, by: Box<Expr> },
    /// `if c then a else b`.
    If { when: Box<Expr>, then: Box<Expr>, other: Box<Expr> },
    /// `match`: the first arm of whose keys one equals the value; the last without keys is `else`.
    Match { of: Box<Expr>, arms: Box<[(Vec<Expr>, Expr)]> },
    /// `x otherwise y`.
    Otherwise(Box<Expr>, Box<Expr>),
    /// `x is some y`: y in what is evaluated under it.
    IsSome { of: Box<Expr>, binds: Option<LocalId> },
    /// `let` inside an expression (bodies of defines, shared values).
    Let { local: LocalId, value: Box<Expr>, body: Box<Expr> },
    /// `during m`.
    During(ir::MomentId),
    /// `E as of m`.
    AsOf { moment: ir::MomentId, of: Box<Expr> },
    /// `supposing .. { E }`.
    Supposing { changes: Box<[Supposed]>, of: Box<Expr> },
    /// An operation on places, shapes and moves, with what its sign takes.
    Space { op: ir::SpaceOp, args: Vec<Expr> },
    /// A footprint as its cells are, see [`ir::Ty::Footprint`].
    Footprint(Box<[i64; 4]>),
    /// `R while C`.
    RouteWhile { route: Box<Expr>, when: Box<Expr> },
    /// `clear line from P to Q past x in S where C`.
    ClearLine(Box<Line>),
    /// `cells from H within N ..`, `path from H to G ..`.
    Reach(Box<SearchDef>),
    /// A roll: only as the whole right side of a statement, which the checker has seen to.
    Roll { die: ir::DieId, count: Box<Expr> },
    /// A draw from a set: only as the whole right side of a statement, like a roll.
    Draw(Box<Expr>),
    /// A search for manoeuvres: only as the whole right side of a statement, like a roll.
    Plan(Box<PlanDef>),
    /// What is broken.
    #[default]
    Error,
}

/// What `u has A(..)` says of the parameters of an ability, by their positions.
#[derive(Clone, Debug, Default, Hash)]
pub struct HeldArgs {
    /// Those that it gives names to.
    pub binds: Vec<(u16, LocalId)>,
    /// Those that it holds against values.
    pub tests: Vec<(u16, Expr)>,
}

/// Cells that are reached step by step.
#[derive(Clone, Debug, Hash)]
pub struct SearchDef {
    /// Where it starts.
    pub from: Expr,
    /// How many steps, or the cell where a path goes.
    pub limit: Expr,
    /// Whether it is a path.
    pub is_path: bool,
    /// What may be entered.
    pub into: Option<(LocalId, Expr)>,
    /// From where one may go on.
    pub on: Option<(LocalId, Expr)>,
}

/// A search for the manoeuvres that bring a piece somewhere.
#[derive(Clone, Debug, Hash)]
pub struct PlanDef {
    /// Who moves.
    pub who: Expr,
    /// The window whose actions are the manoeuvres.
    pub window: ir::WindowId,
    /// What it makes for.
    pub towards: Option<Expr>,
    /// What holds at the end.
    pub until: Expr,
    /// In how many turns at most.
    pub at_most: Expr,
    /// Whose runs the turns are.
    pub turn: ir::MomentId,
    /// The length of the way that is left, as the estimate may read it.
    pub it: LocalId,
    /// What ways cost and how hard it looks, by the names of [`ir::PlanManner`].
    pub manner: Vec<(&'static str, Expr)>,
}

/// A line that must be clear.
#[derive(Clone, Debug, Hash)]
pub struct Line {
    /// Where it starts: a point.
    pub from: Expr,
    /// Where it goes: a point, or a shape of which any part will do.
    pub to: Expr,
    /// How wide it is.
    pub wide: Option<Expr>,
    /// What may be in the way.
    pub past: Vec<PastDef>,
}

/// What may be in the way of a line.
#[derive(Clone, Debug, Hash)]
pub struct PastDef {
    /// A set of pieces or areas.
    pub of: Expr,
    /// The local of each; afterwards of what is in the way.
    pub item: LocalId,
    /// Which of them count.
    pub when: Option<Expr>,
    /// So much of the line may lie in one.
    pub through: Option<Expr>,
}

/// A supposition.
#[derive(Clone, Debug, Hash)]
pub enum Supposed {
    /// `x.f = v`.
    Field { of: Expr, field: ir::FieldId, value: Expr },
    /// `x gone`.
    Gone(Expr),
    /// `x has A(..)`, `x lacks A`.
    Has { of: Expr, ability: ir::AbilityId, args: Vec<Expr>, holds: bool },
}

/// Questions about items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// `any x in S where C`.
    Any,
    /// `all x in S where C`; the condition stands in `value`.
    All,
    /// `no x in S where C`.
    No,
    /// `count(S where C)`.
    Count,
    /// `sum(E for each x in S)`.
    Sum,
    /// The item with the least value, or none.
    LeastItem,
    /// The item with the greatest value, or none.
    MostItem,
    /// The least value, or none.
    LeastValue,
    /// The greatest value, or none.
    MostValue,
}

/// Arithmetic by the types of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Of ints, ratios or measures of one kind.
    Add,
    /// Likewise.
    Sub,
    /// Int by int, ratio by ratio, measure by int (measure first), measure by ratio (measure first).
    Mul,
    /// Of ints (giving a ratio), ratios, measures of one kind (giving a ratio), measure by int or ratio (giving a measure).
    Div,
    /// Of ints.
    Rem,
    /// Of ints, ratios excepted, or measures.
    Min,
    /// Likewise.
    Max,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// At most.
    Le,
    /// Greater.
    Gt,
    /// At least.
    Ge,
}

impl Compare {
    /// What it says of the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Lt => Self::Gt,
            Self::Le => Self::Ge,
            Self::Gt => Self::Lt,
            Self::Ge => Self::Le,
            Self::Eq | Self::Ne => self,
        }
    }

    /// Whether it holds of two cells.
    #[must_use]
    pub const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Eq => left == right,
            Self::Ne => left != right,
            Self::Lt => left < right,
            Self::Le => left <= right,
            Self::Gt => left > right,
            Self::Ge => left >= right,
        }
    }
}

/// Words with values in them.
#[derive(Clone, Debug, Default, Hash)]
pub struct Words {
    /// In reading order.
    pub parts: Vec<Quoted>,
    /// Where they stand.
    pub span: Span,
}

impl Words {
    /// Words without values.
    #[must_use]
    pub fn fixed(text: &str, span: Span) -> Self {
        Self { parts: vec![Quoted::Fixed(text.to_owned())], span }
    }
}

/// A part of [`Words`].
#[derive(Clone, Debug, Hash)]
pub enum Quoted {
    /// Fixed words.
    Fixed(String),
    /// A value.
    Value(Expr),
}
