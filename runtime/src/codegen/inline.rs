//! Inlining: runs of procedures on which nothing hangs, and their steps, become part of the body that calls them. Their locals stand
//! where the machine would put them, and their frames are made only where the machine must go on (deoptimisation).

use super::acts::{Bodies, Exits};
use super::maker::Jumps;
use crate::code::Op;
use crate::code::Stage;
use crate::code::{At, Part};
use crate::link::ProcedureLink;
use warwright_ir::{ExprId, NONE, Procedure, ProcedureId, Slot, Step};

/// No unit with parts is longer.
const LONGEST: usize = 1_500;
/// So many parts lie within each other at most.
const DEEPEST: usize = 8;

/// The steps of a run.
#[derive(Default)]
pub(super) struct Steps {
    /// At which instruction it goes on, by the stage of the run; nothing where the machine does.
    pub(super) starts: Vec<Option<u16>>,
    /// Jumps to its end.
    ends: Jumps,
    /// Whether all are there, as far as it is code.
    whole: bool,
}

impl<'a> Bodies<'a> {
    /// Something as a part of the unit, by its number among all; nothing where it does not become one.
    pub(super) fn inlined<T>(
        &mut self,
        within: Option<u16>,
        make: impl FnOnce(&mut Self, u16) -> Option<T>,
    ) -> Option<T> {
        let number = u16::try_from(self.parts.len()).ok()?;
        let (stands, wides, ops) = (self.stands.len(), self.wides, self.maker.unit.ops.len());
        let may = ops <= LONGEST && self.around(within).count() < DEEPEST;
        let made = if may { make(self, number) } else { None };
        self.wides = wides;
        let made = made.filter(|_| self.maker.unit.ops.len() <= LONGEST);
        if made.is_none() {
            self.parts.truncate(usize::from(number));
            self.stands.truncate(stands);
            self.maker.unit.ops.truncate(ops);
        }
        made
    }

    /// A part and all in which it lies, from the inside out.
    fn around(&self, part: Option<u16>) -> impl Iterator<Item = &Part> {
        let found = |part: Option<u16>| self.parts.get(usize::from(part?));
        std::iter::successors(found(part), move |inner| found(inner.within()))
    }

    /// A run of a procedure on which nothing hangs as a whole, up to the first step on which something does.
    pub(super) fn run(
        &mut self,
        (part, at): (Option<u16>, u32),
        number: u16,
        (procedure, args): (ProcedureId, &[ExprId]),
        result_to: Option<Slot>,
    ) -> Option<()> {
        let (declared, link) = self.plain(procedure)?;
        let again =
            |outer: &Part| matches!(outer, Part::Run { procedure: of, .. } if *of == procedure);
        if self.around(part).any(again) || matches!(result_to, Some(Slot::Wide(_))) {
            return None;
        }
        let (scalars, wides) = (self.maker.take(link.env.scalars), self.wides);
        self.wides = wides.checked_add(link.env.wides)?;
        let (within, next, env) = (part, at.checked_add(1)?, link.env);
        self.parts.push(Part::Run { within, next, procedure, result_to, scalars, wides, env });
        self.maker.emit(Op::Begin { part: number });
        for (param, arg) in declared.params.iter().zip(args) {
            match param.slot {
                Slot::Scalar(slot) => {
                    self.maker.value(*arg);
                    let slot = self.maker.in_room(scalars.checked_add(slot)?);
                    self.maker.emit(Op::Store(slot));
                }
                Slot::Wide(slot) => {
                    self.maker.emit(Op::Give { at: wides.checked_add(slot)?, value: *arg });
                }
            }
        }
        self.maker.emit(Op::Within { part: Some(number) });
        self.stand(Some(number), At::Stage(Stage::Begin));
        self.variables(declared);
        let steps = self.steps(Some(number), procedure, (declared, link));
        steps.starts.first().copied().flatten()?;
        if steps.whole {
            self.maker.emit(Op::Const(NONE));
            self.end_run(part, result_to);
        }
        self.maker.land(steps.ends);
        Some(())
    }

    /// The variables of a run get their first values.
    pub(super) fn variables(&mut self, declared: &Procedure) {
        for (slot, value) in &declared.variables {
            match slot {
                Slot::Scalar(slot) => {
                    self.maker.value(*value);
                    self.maker.emit(Op::Put(*slot));
                }
                Slot::Wide(slot) => self.maker.emit(Op::SetWide { slot: *slot, value: *value }),
            }
        }
    }

    /// The steps of a run one after the other: of one that is part of the unit up to the first that the machine must run, and in any
    /// case where it stands behind them.
    pub(super) fn steps(
        &mut self,
        run: Option<u16>,
        procedure: ProcedureId,
        (declared, link): (&'a Procedure, &'a ProcedureLink),
    ) -> Steps {
        let mut steps = Steps { whole: true, ..Steps::default() };
        let mut from = 0;
        let own = (0_u16..).zip(declared.steps.iter().zip(&link.steps));
        for (step, (declared, link)) in own.filter(|(_, (it, _))| !it.called) {
            let here = self.maker.here();
            self.stand(run, At::Stage(Stage::Work(from)));
            let made = self.inlined(run, |this, number| {
                if link.plain { this.step(run, number, (procedure, step), declared) } else { None }
            });
            let is_made = made.is_some();
            steps.starts.resize(usize::from(from), None);
            steps.starts.push(is_made.then_some(here));
            steps.ends.extend(made.unwrap_or_default());
            from = step.saturating_add(1);
            if !is_made {
                self.maker.emit(Op::Leave);
                steps.whole = run.is_none();
                if !steps.whole {
                    return steps;
                }
            }
        }
        self.stand(run, At::Stage(Stage::Work(from)));
        steps
    }

    /// A step on which nothing hangs; gives the jumps to the end of its run.
    fn step(
        &mut self,
        within: Option<u16>,
        number: u16,
        (procedure, step): (ProcedureId, u16),
        declared: &'a Step,
    ) -> Option<Jumps> {
        let mut past = Jumps::new();
        if let Some(when) = declared.when {
            self.maker.branch(when, false, &mut past);
        }
        let (body, next) = (declared.body, None);
        self.parts.push(Part::Step { within, next, procedure, step, body });
        let mut exits = Exits::default();
        self.body(Some(number), body, &mut exits)?;
        self.maker.land(exits.step);
        self.maker.land(past);
        Some(exits.run)
    }

    /// The run whose locals a part has; nothing: those of the body itself.
    fn locals_of(&self, part: Option<u16>) -> Option<u16> {
        match self.parts.get(usize::from(part?))? {
            Part::Run { .. } => part,
            Part::Step { within, .. } => self.locals_of(*within),
        }
    }

    /// Goes back to whoever called, with the accumulator as the result.
    fn end_run(&mut self, outer: Option<u16>, result_to: Option<Slot>) {
        let part = self.locals_of(outer);
        self.maker.emit(Op::Within { part });
        if let Some(Slot::Scalar(slot)) = result_to {
            self.maker.emit(Op::Put(slot));
        }
    }

    /// Ends the run in which a part is.
    pub(super) fn finish(
        &mut self,
        part: Option<u16>,
        result: Option<ExprId>,
        exits: &mut Exits,
    ) -> Option<()> {
        let run = self.parts.get(usize::from(self.locals_of(part)?))?;
        let Part::Run { within, result_to, .. } = *run else { return None };
        match result {
            Some(value) if self.maker.is_wide(value) => return None,
            Some(value) => self.maker.value(value),
            None => self.maker.emit(Op::Const(NONE)),
        }
        self.end_run(within, result_to);
        self.maker.jump(Op::Jump { to: 0 }, &mut exits.run);
        Some(())
    }

    /// A procedure on which nothing hangs as a whole, with what is known of it in the scenario.
    fn plain(&self, id: ProcedureId) -> Option<(&'a Procedure, &'a ProcedureLink)> {
        let declared = self.maker.linked.program.procedures.get(id)?;
        let link = self.maker.setting.procedures.get(id)?;
        let plain = declared.recursive == 0
            && declared.moments.is_empty()
            && link.before.is_empty()
            && link.after.is_empty();
        plain.then_some((declared, link))
    }
}
