//! Acts as code: takes a body, gives its acts one after the other as instructions. Acts that ask somebody, run other rules or
//! change more than fields are left to the machine, which goes on with code behind them.

use super::maker::{Jumps, Known, Maker};
use super::{Deeds, Op};
use crate::link::{FieldPlace, Linked, Setting};
use warwright_ir::{Act, BodyId, ExprId, FieldId, Procedure, Slot, Target};

/// Where a jump leads, until it is known where each act begins: the instruction, the act.
type Ends = Vec<(usize, u32)>;

/// The code of a body; nothing where all its acts are left to the machine.
pub(super) fn body(linked: &Linked, setting: &Setting, id: BodyId) -> Option<Box<Deeds>> {
    let body = linked.program.bodies.get(id)?;
    let mut maker = Maker::new(linked, setting);
    let (mut begins, mut starts, mut ends) = (Vec::new(), Vec::new(), Ends::new());
    for (at, act) in (0_u32..).zip(&body.acts) {
        let here = u16::try_from(maker.unit.ops.len()).ok()?;
        maker.emit(Op::Act { at });
        let made = match act {
            Act::CallStep { step } => maker.call_step(id, at, *step, &mut ends),
            _ => maker.act(act, &mut ends),
        };
        if made.is_none() {
            maker.unit.ops.truncate(usize::from(here));
            maker.emit(Op::Leave { at });
        }
        maker.give_back(0);
        begins.push(here);
        starts.push(made.map(|()| here));
    }
    begins.push(u16::try_from(maker.unit.ops.len()).ok()?);
    starts.push(None);
    maker.emit(Op::Leave { at: u32::try_from(body.acts.len()).ok()? });
    for (op, act) in ends {
        let to = *begins.get(act as usize)?;
        if let Some(end) = maker.unit.ops.get_mut(op).and_then(Op::end_mut) {
            *end = to;
        }
    }
    let any = starts.iter().any(Option::is_some);
    let unit = *maker.finish().filter(|_| any)?;
    Some(Box::new(Deeds { unit, starts }))
}

impl Maker<'_> {
    /// What an act does; nothing where the machine does it.
    fn act(&mut self, act: &Act, ends: &mut Ends) -> Option<()> {
        match act {
            Act::Set { target: Target::Local(Slot::Scalar(slot)), value } => {
                let slot = self.own(*slot)?;
                self.value(*value);
                self.emit(Op::Put(slot));
            }
            Act::Set { target: Target::Local(Slot::Wide(slot)), value } => {
                self.emit(Op::SetWide { slot: *slot, value: *value });
            }
            Act::Set { target: Target::Field { of, field }, value } => {
                self.set_field(*of, *field, *value)?;
            }
            Act::Forget(slots) => {
                let slots = slots.iter().filter(|_| self.linked.optimisations.forgetting);
                let slots: Vec<Slot> = slots.copied().collect();
                for slot in slots {
                    match slot {
                        Slot::Scalar(slot) => {
                            let slot = self.own(slot)?;
                            self.emit(Op::Forget(slot));
                        }
                        Slot::Wide(slot) => self.emit(Op::ForgetWide { slot }),
                    }
                }
            }
            Act::Jump(to) => {
                ends.push((self.unit.ops.len(), *to));
                self.emit(Op::Jump { to: 0 });
            }
            Act::JumpUnless { when, to } => {
                let mut jumps = Jumps::new();
                self.branch(*when, false, &mut jumps);
                ends.extend(jumps.into_iter().map(|op| (op, *to)));
            }
            Act::Roll { slot, die, count, .. } if self.linked.fair.contains(die) => {
                self.value(*count);
                self.emit(Op::Roll { slot: *slot, die: die.0 });
            }
            Act::Bound { left, at_most } => {
                let left = self.own(*left)?;
                self.value(*at_most);
                self.emit(Op::Put(left));
            }
            Act::Tick { left } => {
                let left = self.own(*left)?;
                self.emit(Op::Tick { left });
            }
            Act::Say { .. } => self.emit(Op::Quiet),
            _ => return None,
        }
        Some(())
    }

    /// A step that is called and does not begin is passed over; else the machine begins it.
    fn call_step(&mut self, body: BodyId, at: u32, step: u16, ends: &mut Ends) -> Option<()> {
        let within = |procedure: &&Procedure| procedure.steps.iter().any(|step| step.body == body);
        let mut procedures = self.linked.program.procedures.values().filter(within);
        let (Some(procedure), None) = (procedures.next(), procedures.next()) else { return None };
        let called = procedure.steps.get(usize::from(step))?;
        let when = called.when.filter(|_| called.moments.is_empty())?;
        let mut jumps = Jumps::new();
        self.branch(when, false, &mut jumps);
        let next = at.checked_add(1)?;
        ends.extend(jumps.into_iter().map(|op| (op, next)));
        self.emit(Op::Leave { at });
        Some(())
    }

    /// A slot of the body's own.
    fn own(&mut self, slot: u16) -> Option<u16> {
        match self.found(slot) {
            Known::Slot(slot) => Some(slot),
            Known::Constant(_) => None,
        }
    }

    fn set_field(&mut self, of: ExprId, field: FieldId, value: ExprId) -> Option<()> {
        let Some(FieldPlace::Cell(_)) = self.linked.fields.get(field) else { return None };
        let slot = match self.local(of) {
            Some(slot) => slot,
            None => {
                let at = self.aside(of);
                self.in_room(at)
            }
        };
        self.value(value);
        self.emit(Op::SetField { slot, field: field.0 });
        Some(())
    }
}
