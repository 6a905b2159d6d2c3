//! Acts as code. What asks somebody, or changes more than a field, is left to the machine; between two of such, acts run one after
//! the other.

use super::maker::{Jumps, Known, Maker};
use crate::code::Stage;
use crate::code::{At, Deeds, Part, Stand};
use crate::code::{Op, Unit};
use crate::link::{FieldPlace, Linked, Setting};
use warwright_ir::{Act, BodyId, ExprId, FieldId, Procedure, ProcedureId, Slot, Target};

/// Where a jump leads, until it is known where each act begins: the instruction, the act.
type Ends = Vec<(usize, u32)>;

/// Jumps to the end of the step and of the run of which a body is part.
#[derive(Default)]
pub(super) struct Exits {
    pub(super) step: Jumps,
    pub(super) run: Jumps,
}

/// Makes the code of a body and all that becomes part of it.
pub(super) struct Bodies<'a> {
    pub(super) maker: Maker<'a>,
    pub(super) parts: Vec<Part>,
    pub(super) stands: Vec<(u16, Stand)>,
    /// How many wide locals of runs that are part of it there are now.
    pub(super) wides: u16,
}

/// The code of a body; nothing where all its acts are left to the machine.
pub(super) fn body(linked: &Linked, setting: &Setting, id: BodyId) -> Option<Box<Deeds>> {
    let mut bodies = Bodies::new(linked, setting);
    let starts = bodies.body(None, id, &mut Exits::default())?;
    let after = u32::try_from(starts.len()).ok()?;
    bodies.stand(None, At::Act(after));
    bodies.finish_with(starts)
}

/// The code of a run: its variables, and its steps as far as nothing hangs on them.
pub(super) fn run(linked: &Linked, setting: &Setting, id: ProcedureId) -> Option<Box<Deeds>> {
    let mut bodies = Bodies::new(linked, setting);
    let (declared, link) = (linked.program.procedures.get(id)?, setting.procedures.get(id)?);
    let begins = declared.moments.is_empty() && link.before.is_empty();
    bodies.stand(None, At::Stage(Stage::Begin));
    if begins {
        bodies.variables(declared);
    }
    let steps = bodies.steps(None, id, (declared, link)).starts;
    let begin = if begins { steps.first().copied().flatten().map(|_| 0) } else { None };
    let starts = std::iter::once(begin).chain(steps).collect();
    bodies.finish_with(starts)
}

impl<'a> Bodies<'a> {
    const fn new(linked: &'a Linked, setting: &'a Setting) -> Self {
        let maker = Maker::new(linked, setting);
        Self { maker, parts: Vec::new(), stands: Vec::new(), wides: 0 }
    }

    fn finish_with(mut self, starts: Vec<Option<u16>>) -> Option<Box<Deeds>> {
        self.maker.emit(Op::Leave);
        let any = starts.iter().any(Option::is_some);
        let Self { maker, parts, stands, .. } = self;
        let unit: Unit = *maker.finish().filter(|_| any)?;
        Some(Box::new(Deeds { unit, starts, parts, stands }))
    }

    pub(super) const fn linked(&self) -> &'a Linked {
        self.maker.linked
    }

    /// From the next instruction on the machine would stand there.
    pub(super) fn stand(&mut self, part: Option<u16>, at: At) {
        let here = self.maker.here();
        self.stands.push((here, Stand { part, at }));
    }

    /// The acts of a body one after the other; gives at which instruction each begins.
    pub(super) fn body(
        &mut self,
        part: Option<u16>,
        id: BodyId,
        exits: &mut Exits,
    ) -> Option<Vec<Option<u16>>> {
        let body = self.linked().program.bodies.get(id)?;
        let (mut begins, mut starts, mut ends) = (Vec::new(), Vec::new(), Ends::new());
        let room = self.maker.taken();
        for (at, act) in (0_u32..).zip(&body.acts) {
            let here = self.maker.here();
            self.stand(part, At::Act(at));
            let made = self.one((part, id, at), act, &mut ends, exits);
            if made.is_none() {
                let op = usize::from(here);
                self.maker.unit.ops.truncate(op);
                ends.retain(|(jump, _)| *jump < op);
                exits.step.retain(|jump| *jump < op);
                exits.run.retain(|jump| *jump < op);
                self.maker.emit(Op::Leave);
            }
            self.maker.give_back(room);
            begins.push(here);
            starts.push(made.map(|()| here));
        }
        begins.push(self.maker.here());
        for (op, act) in ends {
            let to = *begins.get(act as usize)?;
            if let Some(end) = self.maker.unit.ops.get_mut(op).and_then(Op::end_mut) {
                *end = to;
            }
        }
        Some(starts)
    }

    /// What an act does; nothing where the machine does it.
    fn one(
        &mut self,
        (part, body, at): (Option<u16>, BodyId, u32),
        act: &'a Act,
        ends: &mut Ends,
        exits: &mut Exits,
    ) -> Option<()> {
        match act {
            Act::CallStep { step } => self.call_step((part, body, at), *step, ends, exits),
            Act::Call { procedure, args, result } => {
                self.inlined(part, |this, number| {
                    this.run((part, at), number, (*procedure, args), *result)
                })?;
                self.stand(part, At::Act(at.checked_add(1)?));
                Some(())
            }
            Act::EndStep => {
                part?;
                self.maker.jump(Op::Jump { to: 0 }, &mut exits.step);
                Some(())
            }
            Act::Finish { result } => self.finish(part, *result, exits),
            _ => self.maker.act(act, at, ends),
        }
    }

    /// A step that is called and does not begin is passed over; else it becomes part of the body, or the machine begins it.
    fn call_step(
        &mut self,
        (part, body, at): (Option<u16>, BodyId, u32),
        step: u16,
        ends: &mut Ends,
        exits: &mut Exits,
    ) -> Option<()> {
        let program = &self.linked().program;
        let within = |(_, it): &(ProcedureId, &Procedure)| it.steps.iter().any(|s| s.body == body);
        let mut procedures = program.procedures.iter().filter(within);
        let (Some((procedure, declared)), None) = (procedures.next(), procedures.next()) else {
            return None;
        };
        let called = declared.steps.get(usize::from(step))?;
        if !called.moments.is_empty() {
            return None;
        }
        let next = at.checked_add(1)?;
        if let Some(when) = called.when {
            let mut jumps = Jumps::new();
            self.maker.branch(when, false, &mut jumps);
            ends.extend(jumps.into_iter().map(|op| (op, next)));
        }
        let link = self.maker.setting.procedures.get(procedure)?;
        let plain = link.steps.get(usize::from(step)).is_some_and(|step| step.plain);
        let made = self.inlined(part, |this, number| {
            if !plain {
                return None;
            }
            let (within, next, body) = (part, Some(next), called.body);
            this.parts.push(Part::Step { within, next, procedure, step, body });
            let mut inner = Exits::default();
            this.body(Some(number), body, &mut inner)?;
            this.maker.land(inner.step);
            Some(inner.run)
        });
        match made {
            // What ends the run ends more than the step.
            Some(ends) => {
                exits.run.extend(ends);
                self.stand(part, At::Act(next));
            }
            None => {
                called.when?;
                self.maker.emit(Op::Leave);
            }
        }
        Some(())
    }
}

impl Maker<'_> {
    /// What an act does that is no call; nothing where the machine does it.
    fn act(&mut self, act: &Act, at: u32, ends: &mut Ends) -> Option<()> {
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
                if self.linked.optimisations.forgetting {
                    self.forget(slots)?;
                }
            }
            Act::Jump(to) => {
                if *to <= at {
                    self.emit(Op::Again);
                }
                ends.push((self.unit.ops.len(), *to));
                self.emit(Op::Jump { to: 0 });
            }
            Act::JumpUnless { when, to } if *to > at => {
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

    /// Forgets what stands in slots, of many of which one instruction tells.
    fn forget(&mut self, slots: &[Slot]) -> Option<()> {
        let (mut scalars, mut wides) = (Vec::new(), Vec::new());
        for slot in slots {
            match slot {
                Slot::Scalar(slot) => scalars.push(self.own(*slot)?),
                Slot::Wide(slot) => wides.push(*slot),
            }
        }
        for (from, bits) in runs_of_slots(scalars) {
            self.emit(Op::Forget { from, bits });
        }
        for (from, bits) in runs_of_slots(wides) {
            self.emit(Op::ForgetWide { from, bits });
        }
        Some(())
    }

    /// A slot of the body's own.
    pub(super) fn own(&mut self, slot: u16) -> Option<u16> {
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

/// Slots by the first of each few, with a bit for each from it on.
fn runs_of_slots(mut slots: Vec<u16>) -> Vec<(u16, u64)> {
    slots.sort_unstable();
    let mut runs: Vec<(u16, u64)> = Vec::new();
    for slot in slots {
        match runs.last_mut() {
            Some((from, bits)) if slot - *from < 64 => *bits |= 1 << (slot - *from),
            _ => runs.push((slot, 1)),
        }
    }
    runs
}
