//! The running machine: the loop over the stack of frames, and what all kinds of frames share.

use super::playout::Chance;
use super::request::Request;
use super::tell::{TellKind, Tells};
use crate::dependencies::{Input, Reads};
use crate::eval::{Evaluator, Memo};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind, Within};
use crate::link::{Linked, Setting};
use crate::state::{Acts, Frame, Locals, Outcome, Run, Stage, State, Wide, Work};
use crate::state::{Held, Writer};
use crate::view::View;
use warwright_ir::{BodyId, Env, ExprId, Id, NONE, ProcedureId, Slot, SpanId};

/// How many frames may stand on the stack.
const MOST_FRAMES: usize = 4_000;
/// How many scalar locals all frames may have together.
const MOST_LOCALS: usize = 1_000_000;

/// A machine at work on a state.
#[derive(Debug)]
pub(super) struct Engine<'a> {
    pub(super) linked: &'a Linked,
    pub(super) setting: &'a Setting,
    pub(super) state: &'a mut State,
    pub(super) tells: &'a mut Tells,
    pub(super) fuel: &'a mut u64,
    /// What was worked out before, and is given back to the state in the end.
    pub(super) memo: Box<Memo>,
    /// Whether what runs is only tried, for a plan.
    pub(super) planning: bool,
    /// What settles choices by chance as they come up, where nobody is asked.
    pub(super) chance: Option<Chance<'a>>,
}

/// Where the locals of a frame begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Base {
    pub(super) scalars: usize,
    pub(super) wides: usize,
}

/// To what the innermost acts belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A step, at this depth, of the procedure's run at that depth.
    Step { depth: usize, run: usize },
    /// A procedure's run as a whole.
    Run { depth: usize },
    /// A hook on the procedure's run at that depth.
    Hook { depth: usize, run: usize },
    /// An action.
    Action { depth: usize },
    /// What a hook replaced and now runs itself.
    Replaced { depth: usize, hook: usize },
    /// A body that was begun from outside.
    Outside,
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        self.state.memo.put(self.linked, std::mem::take(&mut self.memo));
    }
}

impl<'a> Engine<'a> {
    /// Runs until something is needed.
    pub(super) fn run(&mut self) -> Checked<Request> {
        loop {
            if let Some(request) = self.go_on()? {
                return Ok(request);
            }
        }
    }

    /// Goes one stage on, and gives what is needed before the next; a fault names the rules within which it happened.
    pub(super) fn go_on(&mut self) -> Checked<Option<Request>> {
        self.advance().map_err(|fault| self.placed(fault))
    }

    pub(super) fn advance(&mut self) -> Checked<Option<Request>> {
        if let Some(outcome) = &self.state.outcome {
            return Ok(Some(Request::Over((**outcome).clone())));
        }
        let Some(frame) = self.state.frames.last() else {
            let outcome = Outcome::Ended { locals: Locals::default(), result: None };
            return Ok(Some(Request::Over(outcome)));
        };
        match frame.work {
            Work::Acts(_) => self.acts(),
            Work::Run(ref run) => {
                let stage = run.stage;
                self.run_stage(stage).map(|()| None)
            }
            Work::Step(ref run) if run.stage == Stage::Plain => {
                let run = run.run as usize;
                self.end_plain(run).map(|()| None)
            }
            Work::Step(ref run) => {
                let stage = run.stage;
                self.step_stage(stage).map(|()| None)
            }
            Work::Hook(_) | Work::Action(_) => {
                self.burn(1)?;
                self.pop().map(|()| None)
            }
            Work::Refresh { hook } => {
                self.state.frames.pop();
                self.refresh_hook(hook as usize).map(|()| None)
            }
            Work::Window(_) => self.window(),
        }
    }

    /// Names the rules within which a fault happened.
    fn placed(&self, fault: Box<Fault>) -> Box<Fault> {
        let mut fault = fault;
        for frame in self.state.frames.iter().rev() {
            match &frame.work {
                Work::Hook(run) => fault = fault.inside(Within::Hook(run.hook)),
                Work::Action(run) => fault = fault.inside(Within::Action(run.action)),
                Work::Step(run) => {
                    fault = fault.inside(Within::Procedure(run.procedure, Some(run.step)));
                }
                Work::Run(_) | Work::Acts(_) | Work::Window(_) | Work::Refresh { .. } => {}
            }
        }
        fault
    }

    pub(super) fn burn(&mut self, amount: u64) -> Checked<()> {
        match self.fuel.checked_sub(amount) {
            Some(left) => {
                *self.fuel = left;
                Ok(())
            }
            None => Err(Fault::new(FaultKind::OutOfFuel)),
        }
    }

    /// Asks something of the evaluator, with the locals that begin at `base`.
    pub(super) fn ask<T>(
        &mut self,
        base: Base,
        question: impl FnOnce(&mut Evaluator<'_, ()>) -> Checked<T>,
    ) -> Checked<T> {
        let mut locals = std::mem::take(&mut self.state.locals);
        let reads = Reads::default();
        let mut evaluator = Evaluator {
            linked: self.linked,
            setting: self.setting,
            view: View::live(self.state).noting(&reads),
            locals: &mut locals,
            base: base.scalars,
            wide_base: base.wides,
            depth: 0,
            fuel: self.fuel,
            memo: &mut self.memo,
            observer: &mut (),
        };
        let result = question(&mut evaluator);
        self.state.locals = locals;
        result
    }

    pub(super) fn scalar(&mut self, base: Base, expr: ExprId) -> Checked<i64> {
        let state = &*self.state;
        let locals = state.locals.scalars.get(base.scalars..).unwrap_or_default();
        let quick = self.linked.quick.get(expr.position()).and_then(|quick| {
            quick.read(
                |slot| locals.get(usize::from(slot)).copied(),
                |entity, offset| View::live(state).plain_cell(entity, offset),
            )
        });
        if let Some(value) = quick {
            return Ok(value);
        }
        self.ask(base, |evaluator| evaluator.scalar(expr))
    }

    pub(super) fn wide(&mut self, base: Base, expr: ExprId) -> Checked<Wide> {
        self.ask(base, |evaluator| evaluator.wide(expr))
    }

    pub(super) fn writer(&mut self) -> Writer<'_> {
        let memo = &mut *self.memo;
        Writer { linked: self.linked, setting: self.setting, state: self.state, memo }
    }

    /// Where the locals of the frame at a depth begin.
    pub(super) fn base_at(&self, depth: usize) -> Checked<Base> {
        let frame = self.state.frames.get(depth);
        let frame = frame.ok_or_else(|| Fault::damaged(DamagedPart::State))?;
        Ok(Base { scalars: frame.scalars as usize, wides: frame.wides as usize })
    }

    /// The depth of the innermost frame.
    pub(super) fn depth(&self) -> usize {
        self.state.frames.len().saturating_sub(1)
    }

    /// Room for locals on top of all others.
    pub(super) fn reserve(&mut self, env: Env) -> Checked<Base> {
        let locals = &mut self.state.locals;
        let base = Base { scalars: locals.scalars.len(), wides: locals.wides.len() };
        if base.scalars > MOST_LOCALS || base.wides > MOST_LOCALS {
            return Err(Fault::new(FaultKind::TooManyRuns));
        }
        locals.scalars.resize(base.scalars + usize::from(env.scalars), 0);
        if env.wides > 0 {
            locals.wides.resize(base.wides + usize::from(env.wides), Wide::new());
        }
        Ok(base)
    }

    pub(super) fn release(&mut self, base: Base) {
        self.state.locals.scalars.truncate(base.scalars);
        self.state.locals.wides.truncate(base.wides);
    }

    pub(super) fn set_local(&mut self, base: Base, slot: u16, value: i64) -> Checked<()> {
        match self.state.locals.scalars.get_mut(base.scalars + usize::from(slot)) {
            Some(local) => {
                *local = value;
                Ok(())
            }
            None => Err(Fault::damaged(DamagedPart::Local)),
        }
    }

    pub(super) fn set_wide_local(&mut self, base: Base, slot: u16, value: Wide) -> Checked<()> {
        match self.state.locals.wides.get_mut(base.wides + usize::from(slot)) {
            Some(local) => {
                *local = value;
                Ok(())
            }
            None => Err(Fault::damaged(DamagedPart::Local)),
        }
    }

    pub(super) fn local(&self, base: Base, slot: u16) -> Checked<i64> {
        let value = self.state.locals.scalars.get(base.scalars + usize::from(slot));
        value.copied().ok_or_else(|| Fault::damaged(DamagedPart::Local))
    }

    pub(super) fn wide_local(&self, base: Base, slot: u16) -> Checked<&Wide> {
        let value = self.state.locals.wides.get(base.wides + usize::from(slot));
        value.ok_or_else(|| Fault::damaged(DamagedPart::Local))
    }

    /// Copies some locals from one frame to another, slot by slot.
    pub(super) fn copy_locals(&mut self, slots: &[Slot], from: Base, to: Base) -> Checked<()> {
        for slot in slots {
            match slot {
                Slot::Scalar(slot) => {
                    let value = self.local(from, *slot)?;
                    self.set_local(to, *slot, value)?;
                }
                Slot::Wide(slot) => {
                    let value = self.wide_local(from, *slot)?.clone();
                    self.set_wide_local(to, *slot, value)?;
                }
            }
        }
        Ok(())
    }

    /// Puts a frame on the stack.
    pub(super) fn push(&mut self, base: Base, work: Work) -> Checked<()> {
        if self.state.frames.len() >= MOST_FRAMES {
            return Err(Fault::new(FaultKind::TooManyRuns));
        }
        self.note_run(&work);
        self.state.frames.push(Frame {
            scalars: u32::try_from(base.scalars).unwrap_or(u32::MAX),
            wides: u32::try_from(base.wides).unwrap_or(u32::MAX),
            work,
        });
        Ok(())
    }

    /// A run begins or ends: rules ask which runs go on, and what they remember.
    fn note_run(&mut self, work: &Work) {
        let procedure = |id| self.linked.program.procedures.get(id);
        let moments = match work {
            Work::Run(run) => procedure(run.procedure).map(|it| &it.moments),
            Work::Step(run) => procedure(run.procedure)
                .and_then(|it| it.steps.get(usize::from(run.step)))
                .map(|step| &step.moments),
            _ => None,
        };
        for moment in moments.into_iter().flatten() {
            self.memo.write(Input::Run(*moment));
        }
    }

    /// Puts acts on the stack.
    pub(super) fn push_acts(&mut self, base: Base, body: BodyId) -> Checked<()> {
        let acts = Acts { body, at: 0, pending: 0, owns: false, tries: Vec::new() };
        self.push(base, Work::Acts(acts))
    }

    /// Takes the innermost frame off the stack: what it must give back, it gives back.
    pub(super) fn pop(&mut self) -> Checked<()> {
        let Some(frame) = self.state.frames.pop() else {
            return Err(Fault::damaged(DamagedPart::State));
        };
        let base = Base { scalars: frame.scalars as usize, wides: frame.wides as usize };
        self.note_run(&frame.work);
        let (owns, result, result_to) = match frame.work {
            Work::Hook(run) => {
                self.give_back(run.hook, base, run.run as usize)?;
                (true, None, None)
            }
            Work::Action(run) => {
                if let Some(depth) = run.run {
                    let action = self.linked.program.actions.get(run.action);
                    if let Some(warwright_ir::WindowPlace::Step { procedure, .. }) =
                        action.map(|action| action.place)
                    {
                        self.copy_open(procedure, base, depth as usize)?;
                    }
                }
                (true, None, None)
            }
            Work::Run(run) => (true, run.result.map(|result| *result), run.result_to),
            Work::Acts(acts) => (acts.owns, None, None),
            Work::Step(_) | Work::Window(_) | Work::Refresh { .. } => (false, None, None),
        };
        if self.state.frames.is_empty() {
            let all = std::mem::take(&mut self.state.locals);
            let locals = if owns { all } else { Locals::default() };
            self.state.outcome = Some(Box::new(Outcome::Ended { locals, result }));
            return Ok(());
        }
        if owns {
            self.release(base);
        }
        if let Some(slot) = result_to {
            let base = self.base_at(self.depth())?;
            match slot {
                Slot::Scalar(slot) => {
                    let value = result.and_then(|result| result.first().copied());
                    self.set_local(base, slot, value.unwrap_or(NONE))?;
                }
                Slot::Wide(slot) => self.set_wide_local(base, slot, result.unwrap_or_default())?,
            }
        }
        Ok(())
    }

    /// Copies the open variables of a procedure back to its run.
    pub(super) fn copy_open(
        &mut self,
        procedure: ProcedureId,
        from: Base,
        run: usize,
    ) -> Checked<()> {
        let linked = self.linked;
        let open = linked.program.procedures.get(procedure).map_or(&[] as &[Slot], |p| &p.open);
        let to = self.base_at(run)?;
        self.copy_locals(open, from, to)
    }

    /// To what the innermost acts belong.
    pub(super) fn owner(&self) -> Owner {
        for (depth, frame) in self.state.frames.iter().enumerate().rev() {
            match &frame.work {
                Work::Acts(_) | Work::Window(_) => {}
                Work::Step(run) => return Owner::Step { depth, run: run.run as usize },
                Work::Run(_) => return Owner::Run { depth },
                Work::Hook(run) => return Owner::Hook { depth, run: run.run as usize },
                Work::Action(_) => return Owner::Action { depth },
                Work::Refresh { hook } => {
                    return Owner::Replaced { depth, hook: *hook as usize };
                }
            }
        }
        Owner::Outside
    }

    /// The depth of the procedure's run to which the innermost acts belong.
    pub(super) fn running(&self) -> Option<usize> {
        match self.owner() {
            Owner::Step { run, .. } | Owner::Hook { run, .. } => Some(run),
            Owner::Run { depth } => Some(depth),
            Owner::Replaced { hook, .. } => match &self.state.frames.get(hook)?.work {
                Work::Hook(run) => Some(run.run as usize),
                _ => None,
            },
            Owner::Action { .. } | Owner::Outside => None,
        }
    }

    /// Begins a run of a procedure whose parameters stand in the locals at `base`.
    pub(super) fn push_run(
        &mut self,
        procedure: ProcedureId,
        base: Base,
        result_to: Option<Slot>,
    ) -> Checked<()> {
        let Some(declared) = self.linked.program.procedures.get(procedure) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let going_on =
            self.state.frames.iter().filter(
                |frame| matches!(&frame.work, Work::Run(run) if run.procedure == procedure),
            );
        if going_on.count() > usize::from(declared.recursive) {
            let at_most = declared.recursive;
            return Err(Fault::new(FaultKind::Recursion { procedure, at_most }));
        }
        let run = Run {
            procedure,
            stage: Stage::Begin,
            finishing: false,
            result_to,
            result: None,
            queue: None,
            memory: None,
        };
        self.push(base, Work::Run(run))
    }

    /// Begins a procedure from outside.
    pub(super) fn begin_procedure(&mut self, procedure: ProcedureId, args: &[Wide]) -> Checked<()> {
        let (Some(declared), Some(link)) =
            (self.linked.program.procedures.get(procedure), self.setting.procedures.get(procedure))
        else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let base = self.reserve(link.env)?;
        for (param, arg) in declared.params.iter().zip(args) {
            match param.slot {
                Slot::Scalar(slot) => {
                    let value = arg.first().copied();
                    let value = value.ok_or_else(|| Fault::damaged(DamagedPart::Type))?;
                    self.set_local(base, slot, value)?;
                }
                Slot::Wide(slot) => self.set_wide_local(base, slot, arg.clone())?,
            }
        }
        self.push_run(procedure, base, None)
    }

    /// Begins a body from outside.
    pub(super) fn begin_body(&mut self, body: BodyId, scalars: &[i64]) -> Checked<()> {
        let env = self.linked.bodies.get(body).copied();
        let mut env = env.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        env.scalars = env.scalars.max(u16::try_from(scalars.len()).unwrap_or(u16::MAX));
        let base = self.reserve(env)?;
        for (slot, value) in scalars.iter().enumerate() {
            self.set_local(base, u16::try_from(slot).unwrap_or(u16::MAX), *value)?;
        }
        let acts = Acts { body, at: 0, pending: 0, owns: true, tries: Vec::new() };
        self.push(base, Work::Acts(acts))
    }

    /// Ends the battle.
    pub(super) fn end_battle(&mut self, outcome: Outcome) {
        self.memo.clear();
        self.state.frames.clear();
        self.state.locals = Locals::default();
        self.state.outcome = Some(Box::new(outcome));
    }

    /// Tells of what is no longer held.
    pub(super) fn tell_ended(&mut self, ended: Vec<Held>, span: Option<SpanId>) {
        for held in ended {
            self.tell_held(TellKind::Ended, &held, span);
        }
    }

    /// Tells of an ability that is held from now on, or no longer.
    pub(super) fn tell_held(&mut self, kind: TellKind, held: &Held, span: Option<SpanId>) {
        let linked = self.linked;
        if self.tells.is_quiet() {
            return;
        }
        let Some(ability) = linked.program.abilities.get(held.ability) else { return };
        if !ability.titled {
            return;
        }
        self.tell(kind, span, |engine| {
            let renderer = engine.renderer();
            (renderer.entity(held.entity), renderer.text(ability.name))
        });
    }

    /// What turns values into words.
    pub(super) fn renderer(&self) -> crate::render::Renderer<'_> {
        crate::render::Renderer { linked: self.linked, setting: self.setting, state: self.state }
    }
}

/// The piece for which a place is being chosen in the innermost acts.
pub(super) fn chosen_for(linked: &Linked, state: &State) -> Option<ExprId> {
    let Work::Acts(acts) = &state.frames.last()?.work else { return None };
    match linked.program.bodies.get(acts.body)?.acts.get(acts.at as usize)? {
        warwright_ir::Act::Choose { kind: warwright_ir::ChoiceKind::Place { who, .. }, .. } => {
            Some(*who)
        }
        _ => None,
    }
}
