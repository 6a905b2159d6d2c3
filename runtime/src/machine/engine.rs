//! The running machine: the loop over the stack of frames, questions to the evaluator, and locals.

use super::playout::Chance;
use super::request::Request;
use super::rules;
use super::shunned::Shuns;
use super::tell::{Hearers, TellKind, Tells};
use super::{Fuel, Machine};
use crate::dependencies::Reads;
use crate::dice::SeededDice;
use crate::eval::Evaluator;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind, Within};
use crate::link::{Linked, Setting};
use crate::memo::Memo;
use crate::session::Session;
use crate::state::View;
use crate::state::{Common, Held, Outcome, Stage, State, Wide, Work, Writer};
use std::sync::Arc;
use warwright_ir::{Env, Expr, ExprId, Slot, SpanId};

/// How many scalar locals all frames may have together.
pub(super) const MOST_LOCALS: usize = 1_000_000;

/// A machine at work on a state.
#[derive(Debug)]
pub(super) struct Engine<'a> {
    pub(super) linked: &'a Linked,
    pub(super) setting: &'a Setting,
    pub(super) state: &'a mut State,
    pub(super) tells: &'a mut Tells,
    pub(super) fuel: &'a mut u64,
    /// What was worked out of the state before: it hears of all that is written.
    pub(super) memo: &'a mut Memo,
    /// Whether what runs is only tried, for a plan.
    pub(super) planning: bool,
    /// What settles choices by chance as they come up, where nobody is asked.
    pub(super) chance: Option<Chance<'a>>,
    /// Which actions whoever is asked never takes, where that is known.
    pub(super) shuns: Option<Shuns<'a>>,
    /// Dice that need not be asked for, where nobody watches how they fall.
    pub(super) dice: Option<&'a mut SeededDice>,
    /// What is read while something is asked; nobody keeps what rests on all of it.
    pub(super) reads: Reads,
    /// What is known of the cells of a state that has none.
    pub(super) common: Option<&'a Common>,
}

/// Where the locals of a frame begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Base {
    pub(super) scalars: usize,
    pub(super) wides: usize,
}

impl Machine {
    /// A machine at work on the state of a session.
    pub(super) fn engine<'a>(
        &'a self,
        session: &'a mut Session,
        tells: &'a mut Tells,
        fuel: &'a mut Fuel,
    ) -> Checked<Engine<'a>> {
        let setting = self.setting(session.scenario)?;
        let (linked, fuel, chance, shuns) = (&*self.linked, &mut fuel.left, None, None);
        let (state, memo) = session.parts(linked);
        let (planning, dice, reads, common) = (false, None, Reads::default(), None);
        Ok(Engine {
            linked,
            setting,
            state,
            tells,
            fuel,
            memo,
            planning,
            chance,
            shuns,
            dice,
            reads,
            common,
        })
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
        match self.advance() {
            // Requests are large and seldom: nothing is moved where there is none.
            Ok(None) => Ok(None),
            Err(fault) => Err(self.placed(fault)),
            request => request,
        }
    }

    pub(super) fn advance(&mut self) -> Checked<Option<Request>> {
        if let Some(outcome) = &self.state.outcome {
            return Ok(Some(Request::Over((**outcome).clone())));
        }
        let Some(frame) = self.state.frames.last() else {
            let outcome = Outcome::Ended { locals: Arc::default(), result: None };
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

    /// Names the rules within which a fault happened, and the piece that it is about.
    fn placed(&self, fault: Box<Fault>) -> Box<Fault> {
        let mut fault = fault;
        if let Some(piece) = fault.piece() {
            fault.who = self.renderer().entity(piece);
        }
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
        self.linked.burn(self.fuel, amount)
    }

    /// Asks something of the evaluator, with the locals that begin at `base`.
    pub(super) fn ask<T>(
        &mut self,
        base: Base,
        question: impl FnOnce(&mut Evaluator<'_, ()>) -> Checked<T>,
    ) -> Checked<T> {
        let mut locals = std::mem::take(&mut self.state.locals);
        let mut evaluator = Evaluator {
            linked: self.linked,
            setting: self.setting,
            view: View::live(self.state)
                .noting_if(&self.reads, self.memo.is_warm())
                .standing_for(self.common),
            locals: &mut locals,
            base: base.scalars,
            wide_base: base.wides,
            depth: 0,
            walking: false,
            fuel: self.fuel,
            memo: self.memo,
            observer: &mut (),
        };
        let result = question(&mut evaluator);
        self.state.locals = locals;
        result
    }

    pub(super) fn scalar(&mut self, base: Base, expr: ExprId) -> Checked<i64> {
        match self.linked.program.exprs.get(expr) {
            Some(Expr::Const(value)) => return Ok(*value),
            Some(Expr::Local(Slot::Scalar(slot))) => return self.local(base, *slot),
            _ => {}
        }
        self.ask(base, |evaluator| evaluator.scalar(expr))
    }

    pub(super) fn wide(&mut self, base: Base, expr: ExprId) -> Checked<Wide> {
        if let Some(Expr::Wide(items)) = self.linked.program.exprs.get(expr) {
            return Ok(Wide::from_slice(items));
        }
        self.ask(base, |evaluator| evaluator.wide(expr))
    }

    pub(super) fn writer(&mut self) -> Writer<'_> {
        let rules = rules(self.linked, self.setting);
        Writer { rules, state: self.state, memo: self.memo }
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
        if value == 0 {
            self.emptied_scalar(base, slot);
        }
        match self.state.locals.scalars.get_mut(base.scalars + usize::from(slot)) {
            Some(local) => {
                *local = value;
                Ok(())
            }
            None => Err(Fault::damaged(DamagedPart::Local)),
        }
    }

    pub(super) fn set_wide_local(&mut self, base: Base, slot: u16, value: Wide) -> Checked<()> {
        if value.is_empty() {
            self.emptied_wide(base, slot);
        }
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

    /// Ends the battle.
    pub(super) fn end_battle(&mut self, outcome: Outcome) {
        self.memo.clear();
        self.state.frames.clear();
        self.state.locals.scalars.clear();
        self.state.locals.wides.clear();
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
        let hearers = Hearers::WhoKnow(Wide::from_elem(held.entity, 1), None);
        self.tell(kind, span, hearers, |engine| {
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
