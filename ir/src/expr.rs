//! Pure expressions: a typed arena without any acting form.
//!
//! A child always has a smaller id than its parent, so an expression is a tree of bounded depth. The type of each
//! expression stands beside it in [`crate::Program::types`].

use crate::{
    AbilityId, ClauseId, ExprId, FieldId, FunctionId, KindId, MomentId, PermissionId, ProcedureId,
    ProfileId, QuantityId, Slot, SpaceOp, TableId, TieId,
};
use serde::{Deserialize, Serialize};

/// A pure expression. What it gives is said for each form; `none` is [`crate::NONE`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expr {
    /// A scalar.
    Const(i64),
    /// A wide value with fixed items.
    Wide(Vec<i64>),
    /// A wide value of scalar expressions (sets are sorted and deduplicated); of a pool, how many dice show each face.
    Items(Vec<ExprId>),
    /// A local value.
    Local(Slot),
    /// The value of `body` with `slot` set to `value`.
    Let {
        /// The local.
        slot: Slot,
        /// What it is set to.
        value: ExprId,
        /// What is evaluated with it.
        body: ExprId,
    },
    /// A state field of an entity.
    Field {
        /// The entity.
        of: ExprId,
        /// The state field.
        field: FieldId,
    },
    /// A printed figure, with no clause applied; `of` is an entity or a member.
    Printed {
        /// The entity asked about.
        of: ExprId,
        /// The figure.
        profile: ProfileId,
    },
    /// A quantity with all its clauses.
    Quantity {
        /// The quantity.
        quantity: QuantityId,
        /// The arguments.
        args: Vec<ExprId>,
    },
    /// A pure function.
    Call {
        /// The function.
        function: FunctionId,
        /// The arguments.
        args: Vec<ExprId>,
    },
    /// Whether a permission holds.
    May {
        /// The permission.
        permission: PermissionId,
        /// The arguments.
        args: Vec<ExprId>,
    },
    /// Whether an entity has an ability or status, by whatever way.
    Has {
        /// The entity.
        of: ExprId,
        /// The ability.
        ability: AbilityId,
    },
    /// How often an entity has it (a status that stacks).
    Held {
        /// The entity.
        of: ExprId,
        /// The ability.
        ability: AbilityId,
    },
    /// The value of a parameter of the ability as the entity has it, or none where it does not have it.
    AbilityArg {
        /// The entity asked about.
        of: ExprId,
        /// The ability.
        ability: AbilityId,
        /// The position of the parameter.
        param: u16,
    },
    /// A look-up. Missing keys were refused by the compiler.
    Table {
        /// The table.
        table: TableId,
        /// One for each axis.
        keys: Vec<ExprId>,
    },
    /// The declared thing of which the entity is one, as a text: its name.
    NameOf(ExprId),
    /// The player to whom an entity belongs, or none.
    OwnerOf(ExprId),
    /// Whether an entity (still) is in play.
    InPlay(ExprId),
    /// Whether an entity's declared thing is the one given (`u is "Name"`).
    IsEntry {
        /// The entity asked about.
        of: ExprId,
        /// The declared thing.
        entry: crate::EntryId,
    },
    /// The only entity of a kind that has exactly one (the battle).
    Only(KindId),
    /// All entities of a kind in play, in order of creation. A set.
    All(KindId),
    /// All members of a closed kind, in order. A list.
    Members(KindId),
    /// The whole numbers from `low` to `high`, both included. A list, empty where `high < low`.
    Range {
        /// The first.
        low: ExprId,
        /// The last.
        high: ExprId,
    },
    /// The items of `of` for which `when` holds; `slot` holds the item meanwhile.
    Filter {
        /// The items.
        of: ExprId,
        /// The local of the item.
        slot: Slot,
        /// The condition.
        when: ExprId,
    },
    /// What `value` gives for each item.
    Map {
        /// The items.
        of: ExprId,
        /// The local of the item.
        slot: Slot,
        /// What each gives.
        value: ExprId,
    },
    /// Set algebra on two wide values of one type; on pools it adds or takes away dice.
    Union {
        /// One value.
        left: ExprId,
        /// The other.
        right: ExprId,
    },
    /// The items of `left` that are not in `right`.
    Without {
        /// What items are taken from.
        left: ExprId,
        /// The items taken away.
        right: ExprId,
    },
    /// The number of items, or of dice.
    Size(ExprId),
    /// Whether a scalar is among the items.
    Contains {
        /// The items.
        of: ExprId,
        /// What is looked for.
        item: ExprId,
    },
    /// The first item, or none.
    First(ExprId),
    /// A question about all items for which `when` holds (always, where it is missing).
    Quantified {
        /// The question.
        how: Quantifier,
        /// The items.
        of: ExprId,
        /// The local of the item.
        slot: Slot,
        /// Which items count; all where missing.
        when: Option<ExprId>,
        /// What is asked of each item; the item itself where missing.
        value: Option<ExprId>,
    },
    /// The entities tied to an entity by a tie. A set.
    Tied {
        /// The tie.
        tie: TieId,
        /// The entity.
        of: ExprId,
    },
    /// Whether two entities are tied.
    AreTied {
        /// The tie.
        tie: TieId,
        /// One end.
        left: ExprId,
        /// The other end.
        right: ExprId,
    },
    /// A field of the tie between two entities; `of` says whose end for a field that each end has. None where not tied.
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
    /// An operation on one value.
    Unary {
        /// The operation.
        op: UnaryOp,
        /// The value.
        of: ExprId,
    },
    /// An operation on two scalars.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The left side.
        left: ExprId,
        /// The right side.
        right: ExprId,
    },
    /// `left and right`, right only where left holds.
    And {
        /// The left side.
        left: ExprId,
        /// The right side.
        right: ExprId,
    },
    /// `left or right`, right only where left does not hold.
    Or {
        /// The left side.
        left: ExprId,
        /// The right side.
        right: ExprId,
    },
    /// One of two values.
    If {
        /// The condition.
        when: ExprId,
        /// The value where it holds.
        then: ExprId,
        /// The value where it does not.
        other: ExprId,
    },
    /// The first value, or the second where the first is none.
    Otherwise {
        /// A value that may be none.
        of: ExprId,
        /// What stands for none.
        other: ExprId,
    },
    /// Whether an optional has a value; puts the value into `slot` for what is evaluated afterwards under it.
    IsSome {
        /// A value that may be none.
        of: ExprId,
        /// Where the value is put.
        slot: Option<Slot>,
    },
    /// A rational made whole.
    Round {
        /// The ratio.
        of: ExprId,
        /// Which way.
        how: Rounding,
    },
    /// A step on a scale: the value `by` rungs above, stopping at the ends.
    Rung {
        /// The scale.
        scale: crate::ScaleId,
        /// The value.
        of: ExprId,
        /// How many rungs up; below zero: down.
        by: ExprId,
    },
    /// Whether a run of the moment's procedure or step is going on.
    During(MomentId),
    /// The number of runs that the moment's procedure has begun under the innermost run of `within`, or in the battle.
    Begun {
        /// The procedure.
        procedure: ProcedureId,
        /// The moment under whose run they are counted; the battle where missing.
        within: Option<MomentId>,
    },
    /// The value of `of` as it was when the innermost run of the moment began; the value now where none goes on.
    AsOf {
        /// The moment.
        moment: MomentId,
        /// What is evaluated.
        of: ExprId,
    },
    /// The value of `of` on a state in which the suppositions hold.
    Supposing {
        /// What is supposed.
        changes: Vec<Supposition>,
        /// What is evaluated.
        of: ExprId,
    },
    /// The value of a ruling: the scenario's, else its own.
    Ruling(u16),
    /// An operation on places, shapes and moves.
    Space {
        /// The operation.
        op: SpaceOp,
        /// What it takes, as its sign says.
        args: Vec<ExprId>,
    },
    /// The longest beginning of a move along which a condition holds, the piece being supposed where it is on the way.
    RouteWhile {
        /// The move.
        route: ExprId,
        /// The condition.
        when: ExprId,
    },
    /// Whether the line from a point to a point or to any part of a shape goes into nothing that is in the way. Where it
    /// does, the slot of what is in the way holds that afterwards, and those of the others hold none.
    ClearLine {
        /// Where it starts: a point.
        from: ExprId,
        /// Where it goes: a point, or a shape of which any part will do.
        to: ExprId,
        /// How wide it is; without width where missing.
        wide: Option<ExprId>,
        /// What may be in the way.
        past: Vec<Past>,
    },
    /// Cells that are reached step by step: all that can be, by the number of steps and then in the order of the board; or
    /// the shortest way to one of them. A list.
    Reach {
        /// The cell where it starts, which is not among them.
        from: ExprId,
        /// How far, or to where.
        limit: ReachLimit,
        /// Which cells may be entered; all where missing.
        into: Option<CellTest>,
        /// From which cells one may go on; all where missing.
        on: Option<CellTest>,
    },
    /// Whether a clause of a quantity applies with these arguments (for policies and `why`).
    Applies {
        /// The clause.
        clause: ClauseId,
        /// The arguments.
        args: Vec<ExprId>,
    },
}

/// How far cells are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReachLimit {
    /// In so many steps: all that can be.
    Within(ExprId),
    /// To this cell: the way to it.
    To(ExprId),
}

/// A condition on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CellTest {
    /// The local of the cell.
    pub slot: Slot,
    /// What must hold.
    pub when: ExprId,
}

/// What may be in the way of a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Past {
    /// A set of pieces or areas.
    pub of: ExprId,
    /// The local of each.
    pub slot: Slot,
    /// Which of them count; all where missing.
    pub when: Option<ExprId>,
    /// So much of the line may lie in one; nothing where missing.
    pub through: Option<ExprId>,
}

/// What is supposed, in [`Expr::Supposing`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Supposition {
    /// A state field has this value.
    Field {
        /// The entity.
        of: ExprId,
        /// The state field.
        field: FieldId,
        /// What it is supposed to be.
        value: ExprId,
    },
    /// The entity is out of play.
    Gone(ExprId),
    /// The entity has, or lacks, an ability.
    Has {
        /// The entity.
        of: ExprId,
        /// The ability.
        ability: AbilityId,
        /// The arguments.
        args: Vec<ExprId>,
        /// Whether it is supposed to have it.
        holds: bool,
    },
}

/// Questions about items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Quantifier {
    /// Some item: bool.
    Any,
    /// Every item has a true `value`: bool.
    All,
    /// How many: int.
    Count,
    /// The sum of `value`.
    Sum,
    /// The item with the least `value`, the first of equals; none without items.
    Least,
    /// The item with the greatest `value`, the first of equals; none without items.
    Most,
    /// The least `value` itself; none without items.
    Lowest,
    /// The greatest `value` itself; none without items.
    Highest,
}

/// Operations on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnaryOp {
    /// Bool.
    Not,
    /// Int, length, angle.
    Neg,
    /// Ratio.
    NegRatio,
    /// Int to ratio.
    ToRatio,
    /// The number of a face, where all faces of the die are numbers.
    FaceValue,
}

/// Operations on two scalars. Overflow and division by zero are faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BinaryOp {
    /// Of cells of one type (int, length, angle).
    Add,
    /// Of cells of one type.
    Sub,
    /// Int by int, or measure by int.
    Mul,
    /// Of ints or of two measures of one kind, as a ratio.
    DivRatio,
    /// Ratio by ratio.
    AddRatio,
    /// Ratio by ratio.
    SubRatio,
    /// Ratio by ratio.
    MulRatio,
    /// Ratio by ratio.
    DivideRatios,
    /// A measure times a ratio, rounded to the nearest unit of the measure, halves to even.
    ScaleMeasure,
    /// The rest of a division of ints, with the sign of the divisor.
    Rem,
    /// The lesser of two cells (not of ratios).
    Min,
    /// The greater of two cells (not of ratios).
    Max,
    /// Equality of any cells of one type.
    Eq,
    /// The opposite.
    Ne,
    /// Order of cells (int, measures, members by position, faces by position).
    Lt,
    /// Likewise.
    Le,
    /// Order of ratios.
    LtRatio,
    /// Order of ratios.
    LeRatio,
}

/// How a rational becomes whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Rounding {
    /// Down.
    Floor,
    /// Up.
    Ceil,
    /// To the nearest, halves away from zero.
    Nearest,
}
