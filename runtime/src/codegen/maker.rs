//! The maker of a unit: instructions one after the other, jumps that are told later where they lead, room that is given back.

use crate::code::{Items, Op, ROOM, Test, Unit};
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
    scope: Scope,
}

/// In which environment instructions are made.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// That of what was called, where it has become part of the unit.
    pub(super) called: Option<Called>,
    /// Whether something in it needs an environment of its own.
    pub(super) needs_own: bool,
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
            unit: Unit { ops: Vec::new(), room: 0, lists: Vec::new(), items: Vec::new() },
            taken: 0,
            too_large: false,
            scope: Scope { called: None, needs_own: false },
        }
    }

    /// The unit, if it is worth running.
    pub(super) fn finish(mut self) -> Option<Box<Unit>> {
        self.emit(Op::Return);
        self.thread_jumps();
        if self.linked.optimisations.pairing {
            super::pairs::pair(&mut self.unit);
        }
        (!self.too_large).then(|| Box::new(self.unit))
    }

    pub(super) fn emit(&mut self, op: Op) {
        let own = matches!(
            op,
            Op::Ask(_) | Op::Seat { .. } | Op::Gather { .. } | Op::NoReasons { .. } | Op::GiveUp
        );
        self.scope.needs_own |= own && self.scope.called.is_some();
        self.unit.ops.push(op);
    }

    /// The wide locals that are known to be empty.
    pub(super) fn empties(&self) -> &[u16] {
        self.scope.called.as_ref().map_or(&[], |called| &called.empty)
    }

    /// Whether what is made now was called, and has become part of the unit.
    pub(super) const fn is_part(&self) -> bool {
        self.scope.called.is_some()
    }

    /// Where what is in a slot of the running environment is found.
    pub(super) fn found(&mut self, slot: u16) -> Known {
        let Some(called) = &self.scope.called else {
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
        let (ops, taken) = (self.unit.ops.len(), self.taken);
        self.attempt(|this| {
            let outer = this.within(Scope { called: Some(called), needs_own: false });
            let made = make(this);
            let inner = this.within(outer);
            this.taken = taken;
            let made_now = this.unit.ops.get(ops..).unwrap_or_default();
            // The values of what goes over many things are worth keeping, by what is called.
            let loops = made_now.iter().any(|op| matches!(op, Op::Each { .. }));
            made.filter(|()| !inner.needs_own && !loops && made_now.len() <= SHORT)
        })
    }

    /// Makes something, or takes all of it back.
    pub(super) fn attempt(&mut self, make: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let (ops, lists) = (self.unit.ops.len(), self.unit.lists.len());
        let (items, taken) = (self.unit.items.len(), self.taken);
        let made = make(self);
        if made.is_none() {
            self.unit.ops.truncate(ops);
            self.unit.lists.truncate(lists);
            self.unit.items.truncate(items);
            self.taken = taken;
        }
        made
    }

    /// Goes on in another environment; gives the one before.
    pub(super) const fn within(&mut self, scope: Scope) -> Scope {
        std::mem::replace(&mut self.scope, scope)
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

    /// The place in the room that a slot is.
    pub(super) const fn room_of(&self, slot: u16) -> u16 {
        slot & !ROOM
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

    /// Items to go over, by their number.
    pub(super) fn items_from(&mut self, items: Items) -> u16 {
        let at = u16::try_from(self.unit.items.len()).unwrap_or_else(|_| {
            self.too_large = true;
            0
        });
        self.unit.items.push(items);
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
            | Self::JumpConst { to, .. }
            | Self::Count { to, .. }
            | Self::Each { to, .. }
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
