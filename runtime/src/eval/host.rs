//! The loop over instructions: takes a unit and what it runs on, gives a cell, or nothing where the walker must go on. An
//! evaluator runs what is asked; the machine runs acts as well.

use crate::arith::{binary, quick};
use crate::code::{FieldCell, Op, ROOM, Unit};
use warwright_ir::{BinaryOp, DieId, FieldId, NONE};

/// The result of an operation; nothing where it cannot be done.
#[inline]
fn operation(op: BinaryOp, left: i64, right: i64) -> Option<i64> {
    match quick(op, left, right) {
        None => binary(op, left, right).ok(),
        result => result,
    }
}

/// What code runs on: locals, and what its instructions read and call.
pub(crate) trait Host<'a> {
    /// Where the scalar locals of the running environment begin.
    fn base(&self) -> usize;
    /// All scalar locals.
    fn scalars(&self) -> &[i64];
    /// The same, to be changed.
    fn scalars_mut(&mut self) -> &mut [i64];
    /// A wide local.
    fn pool(&self, slot: u16) -> Option<&[i64]>;
    /// A cell of an entity.
    fn cell_at(&self, entity: i64, place: FieldCell) -> Option<i64>;
    /// A printed figure of an entity, by its place among those of its kind.
    fn printed_of(&self, entity: i64, at: u32) -> Option<i64>;
    /// How many items a wide field of an entity has.
    fn length(&self, entity: i64, field: FieldId) -> Option<i64>;
    /// Whether an entity has an ability that nobody lends or denies.
    fn bit(&self, entity: i64, ability: u32) -> Option<bool>;
    /// What an instruction makes of the code within it, which begins at an instruction.
    fn inner(&mut self, unit: &'a Unit, op: &Op, from: (usize, usize)) -> Option<i64>;
    /// The instructions that the loop need not have at hand.
    fn called_out(&mut self, unit: &'a Unit, op: &Op, value: i64, top: usize) -> Option<i64>;

    /// A slot gets a value, as an act gives it.
    fn put(&mut self, _top: usize, _slot: u16, _value: i64) -> Option<()> {
        None
    }
    /// What stands in slots is forgotten.
    fn forget(&mut self, _from: u16, _bits: u64) -> Option<()> {
        None
    }
    /// What stands in wide slots is forgotten.
    fn forget_wide(&mut self, _from: u16, _bits: u64) -> Option<()> {
        None
    }
    /// A field of an entity gets a value.
    fn set_field(&mut self, _entity: i64, _field: FieldId, _value: i64) -> Option<()> {
        None
    }
    /// Dice are rolled.
    fn roll(&mut self, _slot: u16, _die: DieId, _count: i64) -> Option<()> {
        None
    }
    /// Nobody listens.
    fn quiet(&self) -> Option<()> {
        None
    }
    /// Acts begin again from an earlier one.
    fn again(&mut self) -> Option<()> {
        None
    }
    /// A round of a loop is counted.
    fn tick(&mut self, _top: usize, _left: u16) -> Option<()> {
        None
    }
    /// A run that is part of the unit gets locals.
    fn begin(&mut self, _part: u16) -> Option<()> {
        None
    }
    /// Goes on with the locals of a part of the unit.
    fn go_within(&mut self, _part: Option<u16>) -> Option<()> {
        None
    }

    /// What stands in a slot.
    #[inline]
    fn slot(&self, top: usize, slot: u16) -> Option<i64> {
        let from = if slot & ROOM == 0 { self.base() } else { top };
        self.scalars().get(from + usize::from(slot & !ROOM)).copied()
    }

    /// A slot, to be changed.
    #[inline]
    fn slot_mut(&mut self, top: usize, slot: u16) -> Option<&mut i64> {
        let from = if slot & ROOM == 0 { self.base() } else { top };
        self.scalars_mut().get_mut(from + usize::from(slot & !ROOM))
    }

    /// What stands in the room.
    #[inline]
    fn room(&self, top: usize, at: u16) -> Option<i64> {
        self.scalars().get(top + usize::from(at)).copied()
    }

    /// A place in the room, to be changed.
    #[inline]
    fn room_mut(&mut self, top: usize, at: u16) -> Option<&mut i64> {
        self.scalars_mut().get_mut(top + usize::from(at))
    }

    /// How many dice of a pool compare so with a number; their faces count from `first`.
    #[inline]
    fn count_where(&self, op: BinaryOp, pool: u16, first: i32, than: i64) -> Option<i64> {
        let counts = self.pool(pool)?;
        let many = i64::try_from(counts.len()).ok()?;
        let first = i64::from(first);
        // The faces that compare so lie side by side, or all others do.
        let (from, to) = match op {
            BinaryOp::Le => (i64::MIN, than.saturating_add(1)),
            BinaryOp::Lt => (i64::MIN, than),
            BinaryOp::Eq | BinaryOp::Ne => (than, than.saturating_add(1)),
            _ => return None,
        };
        let at = |face: i64| usize::try_from(face.saturating_sub(first).clamp(0, many)).ok();
        let within = counts.get(at(from)?..at(to)?)?;
        let sum = |counts: &[i64]| counts.iter().fold(0_i64, |sum, it| sum.saturating_add(*it));
        let inside = sum(within);
        Some(if op == BinaryOp::Ne { sum(counts) - inside } else { inside })
    }
}

/// The value of the instructions from one on to the next return.
pub(crate) fn run_on<'a, H: Host<'a>>(
    host: &mut H,
    unit: &'a Unit,
    from: usize,
    top: usize,
) -> Option<i64> {
    run_through(host, unit, &mut unit.ops.get(from..)?.iter(), top)
}

/// Runs the instructions from one on; gives which could not be run.
pub(crate) fn run_until<'a, H: Host<'a>>(
    host: &mut H,
    unit: &'a Unit,
    from: usize,
    top: usize,
) -> usize {
    let mut ops = unit.ops.get(from..).unwrap_or_default().iter();
    let _: Option<i64> = run_through(host, unit, &mut ops, top);
    (unit.ops.len() - ops.len()).saturating_sub(1)
}

#[expect(clippy::too_many_lines, reason = "one arm for each instruction, each a line or few")]
#[inline(always)]
fn run_through<'a, H: Host<'a>>(
    host: &mut H,
    unit: &'a Unit,
    ops: &mut std::slice::Iter<'a, Op>,
    top: usize,
) -> Option<i64> {
    let on = |to: u16| unit.ops.get(usize::from(to)..).map(<[Op]>::iter);
    let mut value = 0_i64;
    loop {
        let op = ops.next()?;
        match *op {
            Op::Return => return Some(value),
            Op::GiveUp => return None,
            Op::Needed if value == NONE => return None,
            Op::Needed => {}
            Op::Const(constant) => value = constant,
            Op::Local(slot) => value = host.slot(top, slot)?,
            Op::Store(slot) => *host.slot_mut(top, slot)? = value,
            Op::Put(slot) => host.put(top, slot, value)?,
            Op::Forget { from, bits } => host.forget(from, bits)?,
            Op::ForgetWide { from, bits } => host.forget_wide(from, bits)?,
            Op::Cell { slot, place } => value = host.cell_at(host.slot(top, slot)?, place)?,
            Op::CellOf(place) => value = host.cell_at(value, place)?,
            Op::Bit { ability } => value = i64::from(host.bit(value, ability)?),
            Op::Printed { at } => value = host.printed_of(value, at)?,
            Op::PrintedOf { slot, at } => value = host.printed_of(host.slot(top, slot)?, at)?,
            Op::Length { field } => value = host.length(value, FieldId(field))?,
            Op::Face { faces, first } => {
                let there = (0..i64::from(faces)).contains(&value);
                value = there.then(|| value + i64::from(first))?;
            }
            Op::Binary { op, at } => value = operation(op, host.room(top, at)?, value)?,
            Op::WithConst { op, constant } => value = operation(op, value, constant)?,
            Op::WithLocal { op, slot } => value = operation(op, value, host.slot(top, slot)?)?,
            Op::Not => value = i64::from(value == 0),
            Op::Some { into } => {
                if value != NONE {
                    *host.slot_mut(top, into)? = value;
                }
                value = i64::from(value != NONE);
            }
            // Of two instructions that are one the second is passed over.
            Op::Move { from, to } => {
                value = host.slot(top, from)?;
                *host.slot_mut(top, to)? = value;
                ops.next();
            }
            Op::Fill { to, constant } => {
                value = constant;
                *host.slot_mut(top, to)? = value;
                ops.next();
            }
            Op::JumpConst { op, constant, to, want } => {
                value = operation(op, value, constant)?;
                if (value != 0) == want {
                    *ops = on(to)?;
                } else {
                    ops.next();
                }
            }
            Op::Jump { to } => *ops = on(to)?,
            Op::JumpIf { to } if value != 0 => *ops = on(to)?,
            Op::JumpUnless { to } if value == 0 => *ops = on(to)?,
            Op::JumpNone { to } if value == NONE => *ops = on(to)?,
            Op::JumpIf { .. } | Op::JumpUnless { .. } | Op::JumpNone { .. } => {}
            Op::JumpLocal { test, slot, than, to } => {
                if test.holds(host.slot(top, slot)?, i64::from(than)) {
                    *ops = on(to)?;
                }
            }
            Op::JumpCell { test, slot, than, to, place } => {
                if test.holds(host.cell_at(host.slot(top, slot)?, place)?, i64::from(than)) {
                    *ops = on(to)?;
                }
            }
            Op::JumpBit { slot, ability, to, want } => {
                if host.bit(host.slot(top, slot)?, ability)? == want {
                    *ops = on(to)?;
                }
            }
            Op::Into { op, at } => {
                let place = host.room_mut(top, at)?;
                *place = operation(op, *place, value).filter(|value| *value != NONE)?;
            }
            Op::CountWhere { op, pool, first } => {
                value = host.count_where(op, pool, first, value)?;
            }
            Op::Count { to, .. } | Op::AsOf { to, .. } | Op::Each { to, .. } => {
                let here = unit.ops.len() - ops.len();
                value = host.inner(unit, op, (here, top))?;
                *ops = on(to)?;
            }
            Op::SetField { slot, field } => {
                host.set_field(host.slot(top, slot)?, FieldId(field), value)?;
            }
            Op::Roll { slot, die } => host.roll(slot, DieId(die), value)?,
            Op::Again => host.again()?,
            Op::Tick { left } => host.tick(top, left)?,
            Op::Begin { part } => host.begin(part)?,
            Op::Within { part } => host.go_within(part)?,
            Op::Quiet => host.quiet()?,
            Op::Leave => return None,
            _ => value = host.called_out(unit, op, value, top)?,
        }
    }
}
