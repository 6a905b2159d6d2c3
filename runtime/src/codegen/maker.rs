//! The maker of a unit: instructions one after the other, jumps that are told later where they lead, room that is given back.

use crate::code::{Op, ROOM, Test, Unit};
use crate::link::{Linked, Setting};
use smallvec::SmallVec;
use warwright_ir::BinaryOp;

/// What is called becomes part of what calls it, if it is no longer than so many instructions.
const SHORT: usize = 48;

/// Makes one unit.
pub(super) struct Maker<'a> {
    pub(super) linked: &'a Linked,
    pub(super) setting: &'a Setting,
    pub(super) unit: Unit,
    /// How much room is taken now.
    taken: u16,
    /// Whether it became larger than a unit may be.
    too_large: bool,
    /// The environment of what was called, where that has become part of the unit.
    called: Option<Called>,
    /// Whether something needs an environment of its own.
    needs_own: bool,
}

/// The environment of a call that has become part of its caller.
#[derive(Clone, Debug)]
pub(super) struct Called {
    /// Its slots stand in the room from here on.
    pub(super) at: u16,
    /// Parameters that are constants or slots of the caller.
    pub(super) known: Vec<(u16, Known)>,
    /// Wide parameters that are empty.
    pub(super) empty: SmallVec<[u16; 2]>,
}

/// What a parameter is known to be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    Constant(i64),
    Slot(u16),
}

/// Jumps whose end is not known yet.
pub(super) type Jumps = Vec<usize>;

impl<'a> Maker<'a> {
    pub(super) const fn new(linked: &'a Linked, setting: &'a Setting) -> Self {
        Self {
            linked,
            setting,
            unit: Unit { ops: Vec::new(), room: 0, lists: Vec::new() },
            taken: 0,
            too_large: false,
            called: None,
            needs_own: false,
        }
    }

    /// The unit, if it is worth running.
    pub(super) fn finish(mut self) -> Option<Box<Unit>> {
        self.emit(Op::Return);
        self.thread_jumps();
        (!self.too_large).then(|| Box::new(self.unit))
    }

    pub(super) fn emit(&mut self, op: Op) {
        let own = matches!(
            op,
            Op::Ask(_) | Op::Seat { .. } | Op::Gather { .. } | Op::NoReasons { .. } | Op::GiveUp
        );
        self.needs_own |= own && self.called.is_some();
        self.unit.ops.push(op);
    }

    /// The wide locals that are known to be empty.
    pub(super) fn empties(&self) -> &[u16] {
        self.called.as_ref().map_or(&[], |called| &called.empty)
    }

    /// Whether what is made now was called, and has become part of the unit.
    pub(super) const fn is_part(&self) -> bool {
        self.called.is_some()
    }

    /// Where what is in a slot of the running environment is found.
    pub(super) fn found(&mut self, slot: u16) -> Known {
        let Some(called) = &self.called else {
            self.too_large |= slot >= ROOM;
            return Known::Slot(slot);
        };
        let known = called.known.iter().find(|(of, _)| *of == slot);
        known.map_or_else(|| Known::Slot(self.in_room(called.at.saturating_add(slot))), |it| it.1)
    }

    /// The slot that something in the room is.
    pub(super) const fn in_room(&self, at: u16) -> u16 {
        at | ROOM
    }

    /// Makes what is called part of the unit, in an environment of its own, if it is short and needs no more.
    pub(super) fn made_part(
        &mut self,
        called: Called,
        make: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let (ops, lists) = (self.unit.ops.len(), self.unit.lists.len());
        let (taken, needs_own) = (self.taken, self.needs_own);
        let outer = self.called.replace(called);
        self.needs_own = false;
        let made = make(self);
        self.called = outer;
        let fits = made.is_some() && !self.needs_own && self.unit.ops.len() - ops <= SHORT;
        self.needs_own = needs_own;
        self.taken = taken;
        if fits {
            return Some(());
        }
        self.unit.ops.truncate(ops);
        self.unit.lists.truncate(lists);
        None
    }

    /// Where the next instruction will stand.
    pub(super) fn here(&mut self) -> u16 {
        u16::try_from(self.unit.ops.len()).unwrap_or_else(|_| {
            self.too_large = true;
            0
        })
    }

    /// A jump whose end is not known yet.
    pub(super) fn jump(&mut self, op: Op, jumps: &mut Jumps) {
        jumps.push(self.unit.ops.len());
        self.emit(op);
    }

    /// Jumps lead to the next instruction.
    pub(super) fn land(&mut self, jumps: Jumps) {
        let here = self.here();
        for at in jumps {
            if let Some(to) = self.unit.ops.get_mut(at).and_then(Op::end_mut) {
                *to = here;
            }
        }
    }

    /// So much room, until it is given back.
    pub(super) fn take(&mut self, many: u16) -> u16 {
        let at = self.taken;
        match at.checked_add(many) {
            Some(taken) => self.taken = taken,
            None => self.too_large = true,
        }
        self.too_large |= self.taken >= ROOM;
        self.unit.room = self.unit.room.max(self.taken);
        at
    }

    /// How much room is taken.
    pub(super) const fn taken(&self) -> u16 {
        self.taken
    }

    /// All room that was taken from there on is free again.
    pub(super) const fn give_back(&mut self, at: u16) {
        self.taken = at;
    }

    pub(super) fn list(&mut self, list: Vec<i64>) -> u16 {
        let at = u16::try_from(self.unit.lists.len()).unwrap_or_else(|_| {
            self.too_large = true;
            0
        });
        self.unit.lists.push(list);
        at
    }

    /// A jump that leads to the same question, which will have the same answer, leads where that leads.
    fn thread_jumps(&mut self) {
        for at in (0..self.unit.ops.len()).rev() {
            let Some(op) = self.unit.ops.get(at).copied() else { continue };
            let Op::JumpLocal { test, slot, than, to } = op else { continue };
            let Some(Op::JumpLocal { test: then, slot: of, than: other, to: on }) =
                self.unit.ops.get(usize::from(to)).copied()
            else {
                continue;
            };
            if (test, slot, than) == (then, of, other)
                && let Some(end) = self.unit.ops.get_mut(at).and_then(Op::end_mut)
            {
                *end = on;
            }
        }
    }
}

impl Op {
    /// Where a jump leads.
    pub(super) const fn end_mut(&mut self) -> Option<&mut u16> {
        match self {
            Self::Jump { to }
            | Self::JumpIf { to }
            | Self::JumpUnless { to }
            | Self::JumpNone { to }
            | Self::JumpLocal { to, .. }
            | Self::JumpCell { to, .. }
            | Self::JumpBit { to, .. }
            | Self::Count { to, .. }
            | Self::AsOf { to, .. } => Some(to),
            _ => None,
        }
    }
}

impl Test {
    /// The test that a comparison of two cells is, or the opposite.
    pub(super) const fn of(op: BinaryOp, holds: bool) -> Option<Self> {
        Some(match (op, holds) {
            (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => Self::Eq,
            (BinaryOp::Ne, true) | (BinaryOp::Eq, false) => Self::Ne,
            (BinaryOp::Lt, true) => Self::Lt,
            (BinaryOp::Lt, false) => Self::Ge,
            (BinaryOp::Le, true) => Self::Le,
            (BinaryOp::Le, false) => Self::Gt,
            _ => return None,
        })
    }

    /// The same test with its sides exchanged.
    pub(super) const fn turned(self) -> Self {
        match self {
            Self::Eq => Self::Eq,
            Self::Ne => Self::Ne,
            Self::Lt => Self::Gt,
            Self::Le => Self::Ge,
            Self::Gt => Self::Lt,
            Self::Ge => Self::Le,
        }
    }
}
