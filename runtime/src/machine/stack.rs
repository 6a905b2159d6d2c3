//! The stack of frames: what runs is put on it, ends and gives back, and belongs to what stands below it.

use super::engine::{Base, Engine};
use super::watched;
use crate::dependencies::Input;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::state::{Acts, Frame, Locals, Outcome, Run, Stage, Wide, Work};
use std::sync::Arc;
use warwright_ir::{BodyId, NONE, ProcedureId, Slot};

/// How many frames may stand on the stack.
pub(super) const MOST_FRAMES: usize = 4_000;

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

impl Engine<'_> {
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
            let locals = if owns { watched::last(all, base) } else { Locals::default() };
            self.state.outcome =
                Some(Box::new(Outcome::Ended { locals: Arc::new(locals), result }));
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

    /// Whether one more run of a procedure would be deeper than it says.
    pub(super) fn is_too_deep(&self, procedure: ProcedureId) -> bool {
        let declared = self.linked.program.procedures.get(procedure);
        let at_most = declared.map_or(0, |declared| usize::from(declared.recursive));
        let mut going_on =
            self.state.frames.iter().filter(
                |frame| matches!(&frame.work, Work::Run(run) if run.procedure == procedure),
            );
        going_on.nth(at_most).is_some()
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
        if self.is_too_deep(procedure) {
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
        let env = self.linked.program.bodies.get(body).map(|body| body.env);
        let mut env = env.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        env.scalars = env.scalars.max(u16::try_from(scalars.len()).unwrap_or(u16::MAX));
        let base = self.reserve(env)?;
        for (slot, value) in scalars.iter().enumerate() {
            self.set_local(base, u16::try_from(slot).unwrap_or(u16::MAX), *value)?;
        }
        let acts = Acts { body, at: 0, pending: 0, owns: true, tries: Vec::new() };
        self.push(base, Work::Acts(acts))
    }
}
