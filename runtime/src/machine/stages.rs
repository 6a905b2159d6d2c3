//! Runs of procedures and steps, stage by stage: hooks, offers, bodies, moments.

use super::engine::{Base, Engine};
use super::stack::Owner;
use super::tell::{Hearers, TellKind};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::link::StepLink;
use crate::state::{Queue, Run, Stage, StepRun, Wide, WindowRun, WindowSource, Work};
use smallvec::SmallVec;
use warwright_ir::{Edge, ExprId, MomentId, ProcedureId, Slot, Step};

impl Engine<'_> {
    pub(super) fn top_run(&mut self) -> Checked<&mut Run> {
        match self.state.frames.last_mut().map(|frame| &mut frame.work) {
            Some(Work::Run(run)) => Ok(run),
            _ => Err(Fault::damaged(DamagedPart::State)),
        }
    }

    fn top_step(&mut self) -> Checked<&mut StepRun> {
        match self.state.frames.last_mut().map(|frame| &mut frame.work) {
            Some(Work::Step(run)) => Ok(run),
            _ => Err(Fault::damaged(DamagedPart::State)),
        }
    }

    /// One stage of the innermost procedure's run.
    pub(super) fn run_stage(&mut self, stage: Stage) -> Checked<()> {
        self.burn(1)?;
        let depth = self.depth();
        let base = self.base_at(depth)?;
        let (procedure, finishing) = {
            let run = self.top_run()?;
            (run.procedure, run.finishing)
        };
        let left = if finishing { Some(stage) } else { self.run_stages(procedure, base, stage)? };
        let Some(stage) = left else { return Ok(()) };
        let (linked, setting) = (self.linked, self.setting);
        let (Some(declared), Some(link)) =
            (linked.program.procedures.get(procedure), setting.procedures.get(procedure))
        else {
            return Err(Fault::damaged(DamagedPart::State));
        };
        match stage {
            Stage::Begin | Stage::OfferBefore | Stage::OfferAt => {
                for (slot, value) in &declared.variables {
                    self.set_variable(base, *slot, *value)?;
                }
                if !declared.moments.is_empty() {
                    self.begin_moments(&declared.moments, procedure, depth)?;
                }
                let next = if link.before.is_empty() {
                    Stage::Work(0)
                } else {
                    let queue = self.queue(&link.before, depth, Edge::Start)?;
                    self.top_run()?.queue = queue;
                    Stage::Before
                };
                self.top_run()?.stage = next;
            }
            Stage::Before | Stage::After => {
                if finishing && stage == Stage::Before {
                    self.top_run()?.queue = None;
                } else if self.next_hook(depth)? {
                    return Ok(());
                }
                self.top_run()?.stage = match stage {
                    Stage::Before if finishing => Stage::End,
                    Stage::Before => Stage::Work(0),
                    _ => Stage::End,
                };
            }
            Stage::Work(next) => {
                let found = if finishing { None } else { next_step(&link.steps, next) };
                match found {
                    None => self.top_run()?.stage = Stage::QueueAfter,
                    Some((step, steps)) => {
                        self.top_run()?.stage = Stage::Work(step.saturating_add(1));
                        self.push_step(procedure, step, steps, depth, base)?;
                    }
                }
            }
            Stage::QueueAfter => {
                if link.after.is_empty() {
                    self.top_run()?.stage = Stage::End;
                } else {
                    let queue = self.queue(&link.after, depth, Edge::End)?;
                    let run = self.top_run()?;
                    run.queue = queue;
                    run.stage = Stage::After;
                }
            }
            Stage::OfferAfter | Stage::End | Stage::Plain => {
                if !declared.moments.is_empty() {
                    self.end_moments(&declared.moments, procedure, depth)?;
                }
                self.pop()?;
            }
        }
        Ok(())
    }

    fn set_variable(&mut self, base: Base, slot: Slot, value: ExprId) -> Checked<()> {
        match slot {
            Slot::Scalar(slot) => {
                let value = self.scalar(base, value)?;
                self.set_local(base, slot, value)
            }
            Slot::Wide(slot) => {
                let value = self.wide(base, value)?;
                self.set_wide_local(base, slot, value)
            }
        }
    }

    /// Begins a step of the procedure's run at depth `run`.
    fn push_step(
        &mut self,
        procedure: ProcedureId,
        step: u16,
        link: &StepLink,
        run: usize,
        base: Base,
    ) -> Checked<()> {
        let mut frame = StepRun {
            procedure,
            step,
            run: u32::try_from(run).unwrap_or(u32::MAX),
            stage: Stage::Begin,
            queue: None,
            memory: None,
        };
        if !link.plain {
            return self.push(base, Work::Step(frame));
        }
        // Nothing hangs on this step: it goes straight to its body.
        let declared = self.linked.program.procedures.get(procedure);
        let declared = declared.and_then(|p| p.steps.get(usize::from(step)));
        if let Some(when) = declared.and_then(|step| step.when)
            && self.scalar(base, when)? == 0
        {
            return Ok(());
        }
        frame.stage = Stage::Plain;
        self.push(base, Work::Step(frame))?;
        self.push_acts(base, link.body)
    }

    /// Begins a step that runs only when called.
    pub(super) fn call_step(&mut self, step: u16) -> Checked<()> {
        let run = self.running().ok_or_else(|| Fault::new(FaultKind::NoRun))?;
        let procedure = match self.state.frames.get(run).map(|frame| &frame.work) {
            Some(Work::Run(run)) => run.procedure,
            _ => return Err(Fault::damaged(DamagedPart::State)),
        };
        let setting = self.setting;
        let link = setting.procedures.get(procedure);
        let link = link.and_then(|procedure| procedure.steps.get(usize::from(step)));
        let link = link.ok_or_else(|| Fault::damaged(DamagedPart::Id))?;
        let base = self.base_at(run)?;
        self.push_step(procedure, step, link, run, base)
    }

    /// One stage of the innermost step.
    pub(super) fn step_stage(&mut self, stage: Stage) -> Checked<()> {
        self.burn(1)?;
        let depth = self.depth();
        let base = self.base_at(depth)?;
        let (procedure, step, run) = {
            let run = self.top_step()?;
            (run.procedure, run.step, run.run as usize)
        };
        let (linked, setting) = (self.linked, self.setting);
        let declared = linked.program.procedures.get(procedure);
        let declared = declared.and_then(|p| p.steps.get(usize::from(step)));
        let link = setting.procedures.get(procedure);
        let link = link.and_then(|p| p.steps.get(usize::from(step)));
        let (Some(declared), Some(link)) = (declared, link) else {
            return Err(Fault::damaged(DamagedPart::State));
        };
        match stage {
            Stage::Begin => self.begin_step(declared, link, procedure, (depth, run)),
            Stage::OfferBefore => {
                let queue = self.queue(&link.before, run, Edge::Start)?;
                let top = self.top_step()?;
                top.queue = queue;
                top.stage = Stage::Before;
                Ok(())
            }
            Stage::Before => {
                if self.next_hook(run)? {
                    return Ok(());
                }
                let stopped = self.was_stopped(declared.when, link, base)?;
                self.top_step()?.stage = if stopped { Stage::End } else { Stage::OfferAt };
                if stopped { Ok(()) } else { self.offer(link, Stage::OfferAt, run) }
            }
            Stage::OfferAt => {
                self.top_step()?.stage = Stage::Work(0);
                Ok(())
            }
            Stage::Work(0) => {
                self.top_step()?.stage = Stage::QueueAfter;
                self.replace_or_run(&link.instead, run, link.body)
            }
            Stage::Work(_) | Stage::QueueAfter => {
                let queue = self.queue(&link.after, run, Edge::End)?;
                let skips = linked.optimisations.skipping;
                if skips && queue.is_none() && link.offers_after.is_empty() {
                    return self.close_step(&declared.moments, procedure, (depth, run));
                }
                let top = self.top_step()?;
                top.queue = queue;
                top.stage = Stage::After;
                Ok(())
            }
            Stage::After => {
                if self.next_hook(run)? {
                    return Ok(());
                }
                self.top_step()?.stage = Stage::End;
                self.offer(link, Stage::OfferAfter, run)
            }
            Stage::OfferAfter | Stage::End | Stage::Plain => {
                self.close_step(&declared.moments, procedure, (depth, run))
            }
        }
    }

    /// Begins the innermost step, at a depth, of the run at another.
    fn begin_step(
        &mut self,
        declared: &Step,
        link: &StepLink,
        procedure: ProcedureId,
        (depth, run): (usize, usize),
    ) -> Checked<()> {
        let base = self.base_at(depth)?;
        if let Some(when) = declared.when
            && self.scalar(base, when)? == 0
        {
            return self.pop();
        }
        if !declared.moments.is_empty() {
            self.begin_moments(&declared.moments, procedure, depth)?;
        }
        if let Some(heading) = &declared.heading
            && !self.tells.is_quiet()
        {
            let words = self.ask(base, |evaluator| evaluator.render(heading))?;
            let words = (words, String::new());
            self.record(TellKind::Heading, Some(declared.span), Hearers::All, words);
        }
        let skips = self.linked.optimisations.skipping;
        let nothing_before =
            link.offers_before.is_empty() && link.before.is_empty() && link.offers_at.is_empty();
        if skips && nothing_before {
            self.top_step()?.stage = Stage::QueueAfter;
            return self.replace_or_run(&link.instead, run, link.body);
        }
        self.top_step()?.stage = Stage::OfferBefore;
        self.offer(link, Stage::OfferBefore, run)
    }

    /// Ends the innermost step, at a depth, of the run at another.
    fn close_step(
        &mut self,
        moments: &[MomentId],
        procedure: ProcedureId,
        (depth, run): (usize, usize),
    ) -> Checked<()> {
        if !moments.is_empty() {
            self.end_moments(moments, procedure, depth)?;
        }
        self.pop()?;
        self.finish_on(run)
    }

    /// Whether what came before a step has taken away what it waits for.
    fn was_stopped(&mut self, when: Option<ExprId>, link: &StepLink, base: Base) -> Checked<bool> {
        let untouched = link.before.is_empty() && link.offers_before.is_empty();
        match when.filter(|_| !untouched) {
            Some(when) => Ok(self.scalar(base, when)? == 0),
            None => Ok(false),
        }
    }

    /// Opens the window of a step's offers, if it has any.
    fn offer(&mut self, link: &StepLink, stage: Stage, run: usize) -> Checked<()> {
        let offers = match stage {
            Stage::OfferBefore => &link.offers_before,
            Stage::OfferAt => &link.offers_at,
            _ => &link.offers_after,
        };
        if offers.is_empty() {
            return Ok(());
        }
        let (procedure, step) = {
            let run = self.top_step()?;
            (run.procedure, run.step)
        };
        let base = self.base_at(self.depth())?;
        let window = WindowRun {
            source: WindowSource::Step {
                procedure,
                step,
                stage,
                run: u32::try_from(run).unwrap_or(u32::MAX),
            },
            players: self.players_active_first(),
            turn: 0,
            passes: 0,
            left: None,
        };
        self.push(base, Work::Window(Box::new(window)))
    }

    /// All players, the one whose turn it is first.
    fn players_active_first(&mut self) -> SmallVec<[i64; 4]> {
        let active = self.active_player();
        let players = &self.setting.layout.players;
        let first = players.iter().position(|player| Some(*player) == active).unwrap_or(0);
        players.iter().cycle().skip(first).take(players.len()).copied().collect()
    }

    /// Ends the innermost step, hook or action.
    pub(super) fn end_step(&mut self) -> Checked<()> {
        match self.owner() {
            Owner::Step { depth, .. } => {
                self.unwind_to(depth)?;
                let top = self.top_step()?;
                if !matches!(top.stage, Stage::End | Stage::Plain) {
                    top.stage = Stage::QueueAfter;
                }
                Ok(())
            }
            Owner::Run { depth }
            | Owner::Hook { depth, .. }
            | Owner::Action { depth }
            | Owner::Replaced { depth, .. } => self.unwind_to(depth),
            Owner::Outside => {
                self.unwind_to(0)?;
                self.pop()
            }
        }
    }

    /// Ends the running procedure; of an action only the action.
    pub(super) fn finish(&mut self, result: Option<Wide>) -> Checked<()> {
        let Some(run) = self.running() else { return self.end_step() };
        match self.state.frames.get_mut(run).map(|frame| &mut frame.work) {
            Some(Work::Run(top)) => {
                top.finishing = true;
                if result.is_some() {
                    top.result = result.map(Box::new);
                }
            }
            _ => return Err(Fault::damaged(DamagedPart::State)),
        }
        self.finish_on(run)
    }

    /// Ends a step on which nothing hangs.
    pub(super) fn end_plain(&mut self, run: usize) -> Checked<()> {
        self.burn(1)?;
        self.state.frames.pop();
        self.finish_on(run)
    }

    /// Goes on with the end of the procedure's run at a depth, if it is ending: to its innermost step, else to itself.
    fn finish_on(&mut self, run: usize) -> Checked<()> {
        match self.state.frames.get(run).map(|frame| &frame.work) {
            Some(Work::Run(top)) if top.finishing => {}
            _ => return Ok(()),
        }
        let step =
            self.state.frames.iter().rposition(
                |frame| matches!(&frame.work, Work::Step(step) if step.run as usize == run),
            );
        let Some(step) = step.filter(|step| *step > run) else { return self.unwind_to(run) };
        self.unwind_to(step)?;
        let top = self.top_step()?;
        match top.stage {
            Stage::Begin | Stage::OfferBefore | Stage::Before | Stage::OfferAt => {
                top.queue = None;
                top.stage = Stage::End;
            }
            Stage::Work(_) => top.stage = Stage::QueueAfter,
            Stage::QueueAfter | Stage::After | Stage::OfferAfter | Stage::End | Stage::Plain => {}
        }
        Ok(())
    }

    /// Takes all frames above a depth off the stack.
    pub(super) fn unwind_to(&mut self, depth: usize) -> Checked<()> {
        while self.depth() > depth {
            self.pop()?;
        }
        Ok(())
    }

    /// The hooks that wait in the innermost run or step.
    pub(super) fn top_queue(&mut self) -> Option<&mut Option<Box<Queue>>> {
        match self.state.frames.last_mut().map(|frame| &mut frame.work) {
            Some(Work::Run(run)) => Some(&mut run.queue),
            Some(Work::Step(run)) => Some(&mut run.queue),
            _ => None,
        }
    }
}

fn next_step(steps: &[StepLink], from: u16) -> Option<(u16, &StepLink)> {
    let found = steps.iter().enumerate().skip(usize::from(from)).find(|(_, step)| !step.called);
    found.map(|(number, step)| (u16::try_from(number).unwrap_or(u16::MAX), step))
}
