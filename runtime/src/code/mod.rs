//! Code: what expressions and rules become before they are run. Flat instructions work on one cell, the accumulator; locals stay in
//! their slots. What has no instruction is left to the tree walker, and so is every fault: code that cannot go on gives nothing, and
//! the walker finds the fault again with its place.

mod deeds;
mod stage;

pub(crate) use deeds::{At, Deeds, Part, Stand};
pub use stage::Stage;

use std::sync::OnceLock;
use warwright_ir::{BinaryOp, ExprId, FieldId, KindId, Program};

/// A scalar field, or the player to whom an entity belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FieldCell {
    /// Where it stands in the entity.
    pub(crate) offset: u16,
    /// The field by number; [`FieldCell::OWNER`] for the player.
    pub(crate) field: u32,
}

impl FieldCell {
    /// Stands for no field but the player to whom an entity belongs.
    pub(crate) const OWNER: u32 = u32::MAX;
}

/// How a cell is compared with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Test {
    /// Whether it holds.
    #[inline]
    pub(crate) const fn holds(self, left: i64, right: i64) -> bool {
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

/// Set in the number of a slot that is none of the environment but of the unit's own room.
pub(crate) const ROOM: u16 = 1 << 15;

/// An instruction. Slots count from where the locals of the environment begin; room, and slots with [`ROOM`], from where the
/// locals ended when the unit began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// The accumulator is the value.
    Return,
    /// There is no value: the walker must find out why, or what it is.
    GiveUp,
    /// No value either where the accumulator is none.
    Needed,
    /// A constant.
    Const(i64),
    /// What stands in a slot.
    Local(u16),
    /// Into a slot.
    Store(u16),
    /// A field of the entity in a slot.
    Cell {
        slot: u16,
        place: FieldCell,
    },
    /// A field of the entity.
    CellOf(FieldCell),
    /// Whether the entity has an ability that nobody lends or denies, by number.
    Bit {
        ability: u32,
    },
    /// Whether it has an ability, by number.
    Has {
        ability: u32,
    },
    /// A printed figure of the entity, by its place among those of its kind.
    Printed {
        at: u32,
    },
    /// The same of the entity in a slot.
    PrintedOf {
        slot: u16,
        at: u32,
    },
    /// How many items a wide field, by number, of the entity has.
    Length {
        field: u32,
    },
    /// The number on a face of a die whose faces count from `first`.
    Face {
        faces: u16,
        first: i32,
    },
    /// A form of one scalar operand.
    One(ExprId),
    /// A form of two: the left one stands in the room.
    Two {
        expr: ExprId,
        at: u16,
    },
    /// What an operation makes of what stands in the room and the accumulator.
    Binary {
        op: BinaryOp,
        at: u16,
    },
    /// Of the accumulator and a constant.
    WithConst {
        op: BinaryOp,
        constant: i64,
    },
    /// Of the accumulator and what stands in a slot.
    WithLocal {
        op: BinaryOp,
        slot: u16,
    },
    /// Whether it is 0.
    Not,
    /// Whether it is something, which then stands in the slot.
    Some {
        into: u16,
    },
    /// Whether it is among constants of the unit.
    Among {
        list: u16,
    },
    /// On at another instruction.
    Jump {
        to: u16,
    },
    /// Only where the accumulator is not 0, or is.
    JumpIf {
        to: u16,
    },
    JumpUnless {
        to: u16,
    },
    /// Only where it is none.
    JumpNone {
        to: u16,
    },
    /// Only where what stands in a slot is so.
    JumpLocal {
        test: Test,
        slot: u16,
        than: i32,
        to: u16,
    },
    /// Only where a field of the entity in a slot is so.
    JumpCell {
        test: Test,
        slot: u16,
        than: i16,
        to: u16,
        place: FieldCell,
    },
    /// Only where the entity in a slot has, or has not, an ability that nobody lends or denies.
    JumpBit {
        slot: u16,
        ability: u32,
        to: u16,
        want: bool,
    },
    /// How many dice of a pool fulfil the condition that follows and ends at `to`.
    Count {
        pool: u16,
        face: u16,
        to: u16,
    },
    /// What follows and ends at `to`, for each item by the number of what it is one of, with the item in a slot, until it gives something
    /// other than 0; whether it did.
    Each {
        items: u16,
        slot: u16,
        to: u16,
    },
    /// Keeps the accumulator in the room if nothing is there or it is less (or more) than that; whether it did.
    Best {
        less: BinaryOp,
        most: bool,
        at: u16,
    },
    /// How many dice of a pool, whose faces are numbers from `first` on, compare so with the accumulator.
    CountWhere {
        op: BinaryOp,
        pool: u16,
        first: i32,
    },
    /// The value of what follows and ends at `to`, as it was when the run of a moment, by number, began.
    AsOf {
        moment: u32,
        to: u16,
    },
    /// Whether a run of a moment, by number, goes on.
    During {
        moment: u32,
    },
    /// Adds to what stands in the room, or raises or lowers it to the accumulator.
    Into {
        op: BinaryOp,
        at: u16,
    },
    /// Puts a bearer and the arguments of its ability into slots.
    Seat {
        bearer: u16,
        self_slot: u16,
        ability: u32,
    },
    /// The value of a function, by number, whose arguments stand in the room.
    Call {
        function: u32,
        at: u16,
    },
    /// Likewise of a quantity.
    Quantity {
        quantity: u32,
        at: u16,
    },
    /// Whether a permission holds.
    May {
        permission: u32,
        at: u16,
    },
    /// A clause applies: to be noted, where somebody wants to know.
    Note {
        clause: u32,
    },
    /// What a clause of a quantity, by its place among them, adds for all its bearers.
    Gather {
        quantity: u32,
        clause: u16,
    },
    /// Whether the permission of the unit has no reasons against it.
    NoReasons {
        permission: u32,
    },
    /// What the walker says.
    Ask(ExprId),
    /// What comes is left to the machine.
    Leave,
    /// A run that is part of the unit, by number, gets locals of its own.
    Begin {
        part: u16,
    },
    /// Goes on with the locals of a part of the unit, by number, or of the unit itself.
    Within {
        part: Option<u16>,
    },
    /// A wide value into a wide local that a run will find, counted from where all wide locals ended when the unit began.
    Give {
        at: u16,
        value: ExprId,
    },
    /// Into a slot, as an act does it.
    Put(u16),
    /// What stands in slots is forgotten: in those that are bits, counted from the first.
    Forget {
        from: u16,
        bits: u64,
    },
    /// The accumulator into a field, by number, of the entity in a slot.
    SetField {
        slot: u16,
        field: u32,
    },
    /// A wide value into a wide slot.
    SetWide {
        slot: u16,
        value: ExprId,
    },
    /// What stands in wide slots is forgotten, likewise.
    ForgetWide {
        from: u16,
        bits: u64,
    },
    /// Acts begin again from an earlier one.
    Again,
    /// Counts a round of a loop.
    Tick {
        left: u16,
    },
    /// As many dice as the accumulator says, by number, into a wide slot.
    Roll {
        slot: u16,
        die: u32,
    },
    /// No value where somebody listens.
    Quiet,
    /// [`Op::Local`] and the [`Op::Store`] that follows, which is passed over. So are the second ones of the next two.
    Move {
        from: u16,
        to: u16,
    },
    /// [`Op::Const`] and [`Op::Store`].
    Fill {
        to: u16,
        constant: i64,
    },
    /// [`Op::WithConst`] and [`Op::JumpIf`] (`want`) or [`Op::JumpUnless`].
    JumpConst {
        op: BinaryOp,
        constant: i64,
        to: u16,
        want: bool,
    },
}

const _: () = assert!(size_of::<Op>() <= 16, "an instruction is two words");

/// What a loop goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Items {
    pub(crate) from: Source,
    /// Where what finds them stands in the room: an entity, a player, or two numbers.
    pub(crate) at: u16,
    /// Only what is near to this can count.
    pub(crate) near: Option<Near>,
}

/// What an item must be near to fulfil a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Near {
    /// An entity in a local, or a region, a move, an edge or a point that is the same for all items.
    pub(crate) what: ExprId,
    /// So far away it may be; where it is missing, not at all.
    pub(crate) within: Option<ExprId>,
}

/// Where items come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// All entities of a kind.
    Kind(KindId),
    /// Those that belong to a player.
    Owned(KindId),
    /// All numbers from one to another.
    Range,
    /// A wide field of an entity.
    Field(FieldId),
    /// What the walker says.
    Asked(ExprId),
}

/// The code of an expression or rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unit {
    /// It ends with [`Op::Return`] or [`Op::GiveUp`].
    pub(crate) ops: Vec<Op>,
    /// How much room it needs beyond all locals.
    pub(crate) room: u16,
    /// Constants that a value may be among.
    pub(crate) lists: Vec<Vec<i64>>,
    /// What its loops go over.
    pub(crate) items: Vec<Items>,
}

/// Code that is made when it is first asked for; nothing of what the walker does.
pub(crate) type Made = OnceLock<Option<Box<Unit>>>;

/// All code of a scenario, each unit made when it is first asked for; nothing of what the walker does as well.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) exprs: Vec<Made>,
    pub(crate) quantities: Vec<Made>,
    pub(crate) permissions: Vec<Made>,
    pub(crate) bodies: Vec<OnceLock<Option<Box<Deeds>>>>,
    pub(crate) runs: Vec<OnceLock<Option<Box<Deeds>>>>,
}

impl Code {
    /// Room for what a program becomes; `acts` says whether acts become code as well.
    pub(crate) fn new(program: &Program, acts: bool) -> Self {
        let room = |many: usize| (0..many).map(|_| OnceLock::new()).collect();
        let deeds = |many: usize| {
            let many = if acts { many } else { 0 };
            (0..many).map(|_| OnceLock::new()).collect()
        };
        Self {
            exprs: room(program.exprs.len()),
            quantities: room(program.quantities.len()),
            permissions: room(program.permissions.len()),
            bodies: deeds(program.bodies.len()),
            runs: deeds(program.procedures.len()),
        }
    }
}
