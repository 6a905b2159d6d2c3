//! Pure expressions: a typed arena without any acting form.
//!
//! A child always has a smaller id than its parent, so an expression is a tree of bounded depth. The type of each
//! expression stands beside it in [`crate::Program::types`].

use crate::facts::{
    CostClass::{Cheap, Dear, Long},
    Facts,
    Gives::{
        Bool, Cells, Declared, Entities, Entity, Int, Ints, Item, Members, Of, Otherwise, Own,
        Position, Route, Text,
    },
    Reads::{Asks, Steady},
    gives,
};
use crate::form::{Holds as H, forms};
use crate::operators::{BinaryOp, Quantifier, Rounding, UnaryOp};
use crate::{
    AbilityId, EntryId, ExprId, FieldId, FunctionId, KindId, MomentId, PermissionId, ProfileId,
    QuantityId, ScaleId, Slot, SpaceOp, TableId, TieId, Wanted as W,
};
use serde::{Deserialize, Serialize};

forms! {
    /// A pure expression. What it gives is said for each form; `none` is [`crate::NONE`].
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Expr: Facts {
        /// A scalar.
        Const(value: i64) => "{value}", gives(Own, Steady, Cheap);
        /// A wide value with fixed items.
        Wide(values: Vec<i64>) => "{values}", gives(Own, Steady, Cheap);
        /// A wide value of scalar expressions (sets are sorted and deduplicated); of a pool, how many dice show each face.
        Items(items: Vec<ExprId>) => "[{items}]", gives(Own, Steady, Cheap);
        /// A local value.
        Local(slot: Slot) => "{slot}", gives(Own, Steady, Cheap);
        /// The value of `body` with `slot` set to `value`.
        Let {
            /// The local.
            slot: Slot = Binds(H::Operand("value")),
            /// What it is set to.
            value: ExprId,
            /// What is evaluated with it.
            body: ExprId,
        } => "(let {slot} = {value}; {body})", gives(Of(&["body"]), Steady, Cheap);
        /// A state field of an entity.
        Field {
            /// The entity.
            of: ExprId = Bearer,
            /// The state field.
            field: FieldId,
        } => "{of}.{field}", gives(Declared, Asks, Cheap);
        /// A printed figure, with no clause applied; `of` is an entity or a member.
        Printed {
            /// The entity asked about.
            of: ExprId = Bearer,
            /// The figure.
            profile: ProfileId,
        } => "{of}.printed.{profile}", gives(Declared, Asks, Cheap);
        /// A quantity with all its clauses.
        Quantity {
            /// The quantity.
            quantity: QuantityId,
            /// The arguments.
            args: Vec<ExprId> = Args,
        } => "{quantity}({args})", gives(Declared, Asks, Dear);
        /// A pure function.
        Call {
            /// The function.
            function: FunctionId,
            /// The arguments.
            args: Vec<ExprId> = Args,
        } => "{function}({args})", gives(Declared, Asks, Dear);
        /// Whether a permission holds.
        May {
            /// The permission.
            permission: PermissionId,
            /// The arguments.
            args: Vec<ExprId> = Args,
        } => "may {permission}({args})", gives(Bool, Asks, Long);
        /// Whether an entity has an ability or status, by whatever way.
        Has {
            /// The entity.
            of: ExprId = Bearer,
            /// The ability.
            ability: AbilityId,
        } => "({of} has {ability})", gives(Bool, Asks, Cheap);
        /// How often an entity has it (a status that stacks).
        Held {
            /// The entity.
            of: ExprId = Bearer,
            /// The ability.
            ability: AbilityId,
        } => "times_held {ability} by ({of})", gives(Int, Asks, Cheap);
        /// The value of a parameter of the ability as the entity has it, or none where it does not have it.
        AbilityArg {
            /// The entity asked about.
            of: ExprId = Bearer,
            /// The ability.
            ability: AbilityId,
            /// The position of the parameter.
            param: u16 = Position,
        } => "{of}.{ability}.{param}", gives(Position, Asks, Cheap);
        /// A look-up. Missing keys were refused by the compiler.
        Table {
            /// The table.
            table: TableId,
            /// One for each axis.
            keys: Vec<ExprId> = Args,
        } => "{table}({keys})", gives(Declared, Steady, Cheap);
        /// What an entity is called, as a text: its own name, else that of the declared thing of which it is one.
        NameOf(of: ExprId = Thing) => "{of}.name", gives(Text, Asks, Cheap);
        /// The declared thing of which the entity is one, without what was bought with it, as a text: its name.
        EntryOf(of: ExprId = Thing) => "{of}.entry", gives(Text, Asks, Cheap);
        /// The army list of the declared thing of which the entity is one, of a player that of his army, as a text; none where there is none.
        ListOf(of: ExprId = Thing) => "{of}.faction", gives(Own, Asks, Cheap);
        /// The player to whom an entity belongs, or none.
        OwnerOf(of: ExprId = Thing) => "{of}.owner", gives(Own, Asks, Cheap);
        /// The first of the players who fight on one side with a player: itself where it fights alone.
        TeamOf(of: ExprId = Thing) => "{of}.team", gives(Own, Asks, Cheap);
        /// Whether an entity (still) is in play.
        InPlay(of: ExprId = Thing) => "{of}.in_play", gives(Bool, Asks, Cheap);
        /// Whether an entity's declared thing is the one given (`u is "Name"`).
        IsEntry {
            /// The entity asked about.
            of: ExprId = Bearer,
            /// The declared thing.
            entry: EntryId,
        } => "({of} is {entry})", gives(Bool, Asks, Cheap);
        /// The only entity of a kind that has exactly one (the battle).
        Only(kind: KindId) => "the {kind}", gives(Entity, Asks, Cheap);
        /// All entities of a kind in play, in order of creation. A set.
        All(kind: KindId) => "all {kind}", gives(Entities, Asks, Cheap);
        /// All members of a closed kind, in order. A list.
        Members(kind: KindId) => "all {kind}", gives(Members, Steady, Cheap);
        /// The whole numbers from `low` to `high`, both included. A list, empty where `high < low`.
        Range {
            /// The first.
            low: ExprId = Int,
            /// The last.
            high: ExprId = Int,
        } => "({low} .. {high})", gives(Ints, Steady, Cheap);
        /// The items of `of` for which `when` holds; `slot` holds the item meanwhile.
        Filter {
            /// The items.
            of: ExprId = Wide,
            /// The local of the item.
            slot: Slot = Binds(H::Item("of")),
            /// The condition.
            when: ExprId = Bool,
        } => "filter({slot} in {of} where {when})", gives(Of(&["of"]), Steady, Dear);
        /// What `value` gives for each item.
        Map {
            /// The items.
            of: ExprId = Wide,
            /// The local of the item.
            slot: Slot = Binds(H::Item("of")),
            /// What each gives.
            value: ExprId,
        } => "map({slot} in {of}: {value})", gives(Own, Steady, Dear);
        /// Set algebra on two wide values of one type; on pools it adds or takes away dice.
        Union {
            /// One value.
            left: ExprId = Wide,
            /// The other.
            right: ExprId,
        } => "({left} + {right})", gives(Of(&["left", "right"]), Steady, Cheap);
        /// The items of `left` that are not in `right`.
        Without {
            /// What items are taken from.
            left: ExprId = Wide,
            /// The items taken away.
            right: ExprId = Like("left"),
        } => "({left} without {right})", gives(Of(&["left"]), Steady, Cheap);
        /// The number of items, or of dice.
        Size(of: ExprId = Wide) => "size({of})", gives(Int, Steady, Cheap);
        /// Whether a scalar is among the items.
        Contains {
            /// The items.
            of: ExprId = Wide,
            /// What is looked for.
            item: ExprId = ItemOf("of"),
        } => "({item} in {of})", gives(Bool, Steady, Cheap);
        /// The first item, or none.
        First(of: ExprId = Wide) => "first({of})", gives(Item("of"), Steady, Dear);
        /// A question about all items for which `when` holds (always, where it is missing).
        Quantified {
            /// The question.
            how: Quantifier,
            /// The items.
            of: ExprId = Wide,
            /// The local of the item.
            slot: Slot = Binds(H::Item("of")),
            /// Which items count; all where missing.
            when: Option<ExprId> = Bool,
            /// What is asked of each item; the item itself where missing.
            value: Option<ExprId>,
        } => "{how}({slot} in {of}< where {when}><: {value}>)", gives(Own, Steady, Dear);
        /// The entities tied to an entity by a tie. A set.
        Tied {
            /// The tie.
            tie: TieId,
            /// The entity.
            of: ExprId = End,
        } => "{of}.{tie}", gives(Own, Asks, Dear);
        /// Whether two entities are tied.
        AreTied {
            /// The tie.
            tie: TieId,
            /// One end.
            left: ExprId = End,
            /// The other end.
            right: ExprId = End,
        } => "({left} {tie} {right})", gives(Bool, Asks, Cheap);
        /// A field of the tie between two entities; `of` says whose end for a field that each end has. None where not tied.
        TieField {
            /// The tie.
            tie: TieId,
            /// The end whose field it is, where each has one.
            of: ExprId = End,
            /// The other end.
            other: ExprId = End,
            /// The position of the field in the tie.
            field: u16 = Position,
        } => "{tie}.{field}({of}, {other})", gives(Position, Asks, Cheap);
        /// An operation on one value.
        Unary {
            /// The operation.
            op: UnaryOp,
            /// The value.
            of: ExprId,
        } => "{op}", gives(Own, Steady, Cheap);
        /// An operation on two scalars.
        Binary {
            /// The operation.
            op: BinaryOp,
            /// The left side.
            left: ExprId,
            /// The right side.
            right: ExprId,
        } => "({left} {op} {right})", gives(Own, Steady, Cheap);
        /// `left and right`, right only where left holds.
        And {
            /// The left side.
            left: ExprId = Bool,
            /// The right side.
            right: ExprId = Bool,
        } => "({left} and {right})", gives(Bool, Steady, Cheap);
        /// `left or right`, right only where left does not hold.
        Or {
            /// The left side.
            left: ExprId = Bool,
            /// The right side.
            right: ExprId = Bool,
        } => "({left} or {right})", gives(Bool, Steady, Cheap);
        /// One of two values.
        If {
            /// The condition.
            when: ExprId = Bool,
            /// The value where it holds.
            then: ExprId,
            /// The value where it does not.
            other: ExprId,
        } => "(if {when} then {then} else {other})", gives(Of(&["then", "other"]), Steady, Cheap);
        /// The first value, or the second where the first is none.
        Otherwise {
            /// A value that may be none.
            of: ExprId = One,
            /// What stands for none.
            other: ExprId,
        } => "({of} otherwise {other})", gives(Otherwise, Steady, Cheap);
        /// Whether an optional has a value; puts the value into `slot` for what is evaluated afterwards under it.
        IsSome {
            /// A value that may be none.
            of: ExprId = One,
            /// Where the value is put.
            slot: Option<Slot> = Leaves(H::Some("of")),
        } => "({of} is some< {slot}>)", gives(Bool, Steady, Cheap);
        /// A whole number, or several, that must lie in a range; outside is a fault. None lies in every range.
        Within {
            /// The number or numbers.
            of: ExprId,
            /// The least; any where missing.
            least: Option<i64>,
            /// The greatest; any where missing.
            most: Option<i64>,
        } => "({of} within <{least}>..<{most}>)", gives(Of(&["of"]), Steady, Cheap);
        /// A rational made whole.
        Round {
            /// The ratio.
            of: ExprId = Ratio,
            /// Which way.
            how: Rounding,
        } => "{how}({of})", gives(Int, Steady, Cheap);
        /// A step on a scale: the value `by` rungs above, stopping at the ends.
        Rung {
            /// The scale.
            scale: ScaleId,
            /// The value.
            of: ExprId = Value,
            /// How many rungs up; below zero: down.
            by: ExprId = Int,
        } => "rung {scale}({of}, {by})", gives(Declared, Steady, Cheap);
        /// Whether a run of the moment's procedure or step is going on.
        During(moment: MomentId) => "during {moment}", gives(Bool, Asks, Cheap);
        /// The value of `of` as it was when the innermost run of the moment began; the value now where none goes on.
        AsOf {
            /// The moment.
            moment: MomentId,
            /// What is evaluated.
            of: ExprId,
        } => "({of} as of {moment})", gives(Of(&["of"]), Asks, Dear);
        /// The value of `of` on a state in which the suppositions hold.
        Supposing {
            /// What is supposed.
            changes: Vec<Supposition>,
            /// What is evaluated.
            of: ExprId,
        } => "(supposing {changes:, }: {of})", gives(Of(&["of"]), Asks, Long);
        /// The value of a ruling: the scenario's, else its own.
        Ruling(number: u16 = Ruling) => "{number}", gives(Own, Asks, Cheap);
        /// An operation on places, shapes and moves.
        Space {
            /// The operation.
            op: SpaceOp,
            /// What it takes, as its sign says.
            args: Vec<ExprId>,
        } => "{op}({args})", gives(Own, Asks, Dear);
        /// The longest beginning of a move along which a condition holds, the piece being supposed where it is on the way.
        RouteWhile {
            /// The move.
            route: ExprId = Space(W::Route),
            /// The condition.
            when: ExprId = Bool,
        } => "({route} while {when})", gives(Route, Asks, Dear);
        /// Whether the line from a point to a point or to any part of a shape goes into nothing that is in the way. Where it
        /// does, the slot of what is in the way holds that afterwards, and those of the others hold none.
        ClearLine {
            /// Where it starts: a point.
            from: ExprId = Space(W::Point),
            /// Where it goes: a point, or a shape of which any part will do.
            to: ExprId = Space(W::Shape),
            /// How wide it is; without width where missing.
            wide: Option<ExprId> = Length,
            /// What may be in the way.
            past: Vec<Past>,
        } => "clear_line({from}, {to}<, {wide}>){past}", gives(Bool, Asks, Long);
        /// Cells that are reached step by step: all that can be, by the number of steps and then in the order of the board; or
        /// the shortest way to one of them. A list.
        Reach {
            /// The cell where it starts, which is not among them.
            from: ExprId = Space(W::Cell),
            /// How far, or to where.
            limit: ReachLimit,
            /// Which cells may be entered; all where missing.
            into: Option<CellTest>,
            /// From which cells one may go on; all where missing.
            on: Option<CellTest>,
        } => "{limit}< into {into}>< on from {on}>", gives(Cells, Asks, Dear);
    }
}

forms! {
    /// How far cells are reached.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum ReachLimit: () {
        /// In so many steps: all that can be.
        Within(steps: ExprId = Int) => "cells_within({from}, {steps})";
        /// To this cell: the way to it.
        To(cell: ExprId = Space(W::Cell)) => "path({from}, {cell})";
    }
}

forms! {
    /// A condition on a cell.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct CellTest {
        /// The local of the cell.
        pub slot: Slot = Binds(H::Cell("from")),
        /// The condition.
        pub when: ExprId = Bool,
    } => "{slot} where {when}";
}

forms! {
    /// What may be in the way of a line.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Past {
        /// A set of pieces or areas.
        pub of: ExprId = Space(W::Pieces),
        /// The local of each.
        pub slot: Slot = Leaves(H::Item("of")),
        /// Which of them count; all where missing.
        pub when: Option<ExprId> = Bool,
        /// So much of the line may lie in one; nothing where missing.
        pub through: Option<ExprId> = Length,
    } => " past({slot} in {of}< where {when}><: {through}>)";
}

forms! {
    /// What is supposed, in [`Expr::Supposing`].
    #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Supposition: () {
        /// A state field has this value.
        Field {
            /// The entity.
            of: ExprId = Bearer,
            /// The state field.
            field: FieldId,
            /// What it is supposed to be.
            value: ExprId = Value,
        } => "{of}.{field} = {value}";
        /// The entity is out of play.
        Gone(of: ExprId = Thing) => "{of} gone";
        /// The entity has, or lacks, an ability.
        Has {
            /// The entity.
            of: ExprId = Bearer,
            /// The ability.
            ability: AbilityId,
            /// The arguments.
            args: Vec<ExprId> = ArgsOrNone,
            /// Whether it is supposed to have it.
            holds: bool = Words("has", "lacks"),
        } => "{of} {holds} {ability}({args})";
    }
}
