//! Acts: one instruction after the other, until one needs something or another frame goes first.

use super::engine::{Base, Engine};
use super::request::Request;
use super::tell::{Hearers, TellKind};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::state::{Acts, Outcome, Savepoint, Wide, WindowRun, WindowSource, Work};
use crate::watch::Part;
use smallvec::SmallVec;
use warwright_ir::{
    Act, BodyId, ExprId, NONE, Opening, ProcedureId, Slot, SpanId, Target, Template,
};

/// How it goes on after an act.
#[derive(Debug)]
pub(super) enum Next {
    /// With the next act.
    Act,
    /// With the act at this position.
    Jump(u32),
    /// With whatever frame is on top now.
    Frames,
    /// Not before this is answered; then with the same act.
    Ask(Request),
}

impl Engine<'_> {
    pub(super) fn top_acts(&mut self) -> Checked<&mut Acts> {
        match self.state.frames.last_mut().map(|frame| &mut frame.work) {
            Some(Work::Acts(acts)) => Ok(acts),
            _ => Err(Fault::damaged(DamagedPart::State)),
        }
    }

    /// Runs the innermost acts.
    pub(super) fn acts(&mut self) -> Checked<Option<Request>> {
        let linked = self.linked;
        let base = self.base_at(self.depth())?;
        let (id, mut at) = {
            let acts = self.top_acts()?;
            (acts.body, acts.at)
        };
        let Some(body) = linked.program.bodies.get(id) else {
            return Err(Fault::damaged(DamagedPart::State));
        };
        // A state whose cells were taken out: what looks at the world is a fault, and so is any act that may change it.
        let bare = self.state.cells().is_empty() && !self.state.heads().is_empty();
        let deeds = if bare { None } else { self.deeds_of(id) };
        loop {
            if let Some(deeds) = deeds {
                match self.run_deeds(deeds, base, at)? {
                    Some(left) => at = left,
                    None => return Ok(None),
                }
            }
            self.burn(1)?;
            let Some(act) = body.acts.get(at as usize) else {
                self.pop()?;
                return Ok(None);
            };
            if bare && !touches_locals_alone(act) {
                return Err(Fault::damaged(DamagedPart::State));
            }
            // Whatever happens next, the frame goes on behind this act; a request puts it back.
            self.top_acts()?.at = at.saturating_add(1);
            if !matches!(act, Act::JumpUnless { .. }) {
                linked.note(|| Part::Act(id, at));
            }
            let span = body.spans.get(at as usize).copied();
            match self.act(act, id, at, base, span).map_err(|fault| fault.at(span))? {
                Next::Act => at = at.saturating_add(1),
                Next::Jump(to) => at = to,
                Next::Frames => return Ok(None),
                Next::Ask(request) => {
                    self.top_acts()?.at = at;
                    return Ok(Some(request));
                }
            }
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each act, each a line or two")]
    fn act(
        &mut self,
        act: &Act,
        body: BodyId,
        at: u32,
        base: Base,
        span: Option<SpanId>,
    ) -> Checked<Next> {
        match act {
            Act::Set { target, value } => self.assign(base, target, *value)?,
            Act::Forget(slots) if self.linked.optimisations.forgetting => {
                self.forget(base, slots)?;
            }
            Act::Forget(_) => {}
            Act::Jump(to) => return Ok(Next::Jump(*to)),
            Act::JumpUnless { when, to } => {
                if self.scalar(base, *when)? == 0 {
                    return Ok(Next::Jump(*to));
                }
                self.linked.note(|| Part::Act(body, at));
            }
            Act::Roll { slot, die, count, purpose } => {
                return self.roll(base, *slot, *die, *count, purpose.as_ref(), span);
            }
            Act::Draw { slot, of } => return self.draw(base, *slot, *of, span),
            Act::Reroll { .. } => return self.reroll(act, base, span),
            Act::Change { .. } => self.change(act, base, span)?,
            Act::Iterate { cursor, of } => {
                let mut items = self.items(base, *of)?;
                items.reverse();
                self.set_wide_local(base, *cursor, items)?;
            }
            Act::Next { .. } => return self.next_item(act, body, at, base, span),
            Act::Bound { left, at_most } => {
                let count = self.scalar(base, *at_most)?;
                self.set_local(base, *left, count)?;
            }
            Act::Tick { left } => {
                let count = self.local(base, *left)?;
                if count <= 0 {
                    return Err(Fault::new(FaultKind::LoopBound));
                }
                self.set_local(base, *left, count - 1)?;
            }
            Act::Call { procedure, args, result } => {
                return self.call(base, *procedure, args, *result);
            }
            Act::CallStep { step } => {
                self.call_step(*step)?;
                return Ok(Next::Frames);
            }
            Act::Proceed => {
                self.proceed()?;
                return Ok(Next::Frames);
            }
            Act::EndStep => {
                self.end_step()?;
                return Ok(Next::Frames);
            }
            Act::Finish { result } => {
                let result = match result {
                    Some(result) => Some(self.ask(base, |evaluator| evaluator.value(*result))?),
                    None => None,
                };
                self.finish(result)?;
                return Ok(Next::Frames);
            }
            Act::Grant { .. }
            | Act::Remove { .. }
            | Act::Join { .. }
            | Act::Part { .. }
            | Act::Create { .. }
            | Act::Leave { .. }
            | Act::TakeForm { .. } => self.change_things(act, base, span)?,
            Act::Choose { who, kind, slot, site } => {
                return self.choose(base, *who, kind, *slot, *site, span);
            }
            Act::Plan { slot, .. } => {
                let plan = self.plan(base, act, span)?;
                self.set_wide_local(base, *slot, plan)?;
            }
            Act::Follow { cursor } => return self.follow(base, *cursor, at),
            Act::Open(opening) => {
                self.open(base, opening)?;
                return Ok(Next::Frames);
            }
            Act::Say { words } => {
                if !self.tells.is_quiet() {
                    let words = self.ask(base, |evaluator| evaluator.render(words))?;
                    self.record(TellKind::Said, span, Hearers::All, (words, String::new()));
                }
            }
            Act::Try { other } => self.begin_try(*other)?,
            Act::EndTry => {
                self.tells.marks.pop();
                self.top_acts()?.tries.pop();
            }
            Act::Require { holds, .. } => {
                if self.scalar(base, *holds)? == 0 {
                    self.fail_try()?;
                    return Ok(Next::Frames);
                }
            }
            Act::EndBattle { winner, why } => {
                self.conclude(base, *winner, why, span)?;
                return Ok(Next::Frames);
            }
        }
        Ok(Next::Act)
    }

    fn assign(&mut self, base: Base, target: &Target, value: ExprId) -> Checked<()> {
        match target {
            Target::Local(Slot::Scalar(slot)) => {
                let value = self.scalar(base, value)?;
                self.set_local(base, *slot, value)
            }
            Target::Local(Slot::Wide(slot)) => {
                let value = self.wide(base, value)?;
                self.set_wide_local(base, *slot, value)
            }
            Target::Field { of, field } => {
                let entity = self.scalar(base, *of)?;
                let declared = self.linked.program.fields.get(*field);
                if declared.is_some_and(|field| field.ty.is_wide()) {
                    let mut cells = self.wide(base, value)?;
                    if self.linked.places.contains(field) {
                        cells = self
                            .ask(base, |evaluator| evaluator.kept_on_board(entity, cells, value))?;
                    }
                    self.writer().set_wide(entity, *field, cells)
                } else {
                    let value = self.scalar(base, value)?;
                    self.writer().set(entity, *field, value)
                }
            }
            Target::TieField { tie, of, other, field } => {
                let of = self.scalar(base, *of)?;
                let other = self.scalar(base, *other)?;
                let value = self.scalar(base, value)?;
                self.writer().set_tie(*tie, of, other, *field, value)
            }
        }
    }

    fn call(
        &mut self,
        base: Base,
        procedure: ProcedureId,
        args: &[ExprId],
        result: Option<Slot>,
    ) -> Checked<Next> {
        let (linked, setting) = (self.linked, self.setting);
        let (Some(declared), Some(link)) =
            (linked.program.procedures.get(procedure), setting.procedures.get(procedure))
        else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        // As a loop ends at its `at most`, so a procedure goes no deeper than it says; whoever waits for a value is given one.
        if declared.recursive > 0 && self.is_too_deep(procedure) {
            match (result, declared.beyond) {
                (None, _) => return Ok(Next::Act),
                (Some(Slot::Scalar(slot)), Some(beyond)) => {
                    let given = self.scalar(base, beyond)?;
                    self.set_local(base, slot, given)?;
                    return Ok(Next::Act);
                }
                (Some(Slot::Wide(slot)), Some(beyond)) => {
                    let given = self.wide(base, beyond)?;
                    self.set_wide_local(base, slot, given)?;
                    return Ok(Next::Act);
                }
                (Some(_), None) => {}
            }
        }
        let inner = self.reserve(link.env)?;
        for (param, arg) in declared.params.iter().zip(args) {
            match param.slot {
                Slot::Scalar(slot) => {
                    let value = self.scalar(base, *arg)?;
                    self.set_local(inner, slot, value)?;
                }
                Slot::Wide(slot) => {
                    let value = self.wide(base, *arg)?;
                    self.set_wide_local(inner, slot, value)?;
                }
            }
        }
        self.push_run(procedure, inner, result)?;
        Ok(Next::Frames)
    }

    fn open(&mut self, base: Base, opening: &Opening) -> Checked<()> {
        let players: SmallVec<[i64; 4]> = self.ask(base, |evaluator| {
            Ok(evaluator.value(opening.to)?.into_iter().filter(|player| *player != NONE).collect())
        })?;
        let left = match opening.at_most {
            Some(at_most) => Some(self.scalar(base, at_most)?),
            None => None,
        };
        let window = WindowRun {
            source: WindowSource::Named { window: opening.window, ends: opening.ends },
            players,
            turn: 0,
            passes: 0,
            left,
        };
        self.push(base, Work::Window(Box::new(window)))
    }

    /// Ends the battle as an act says.
    fn conclude(
        &mut self,
        base: Base,
        winner: Option<ExprId>,
        why: &Template,
        span: Option<SpanId>,
    ) -> Checked<()> {
        let winner = match winner {
            Some(winner) => self.ask(base, |evaluator| evaluator.value(winner))?,
            None => Wide::default(),
        };
        let mut players: SmallVec<[i64; 2]> = SmallVec::new();
        for player in winner.into_iter().filter(|player| *player != NONE) {
            if !players.contains(&player) {
                players.push(player);
            }
        }
        let why = self.ask(base, |evaluator| evaluator.render(why))?;
        let words = |it: &mut Self| {
            let renderer = it.renderer();
            let names = players.iter().map(|player| renderer.entity(*player));
            (why.clone(), names.collect::<Vec<_>>().join(" and "))
        };
        self.tell(TellKind::Over, span, Hearers::All, words);
        self.end_battle(match players.is_empty() {
            true => Outcome::Drawn { why },
            false => Outcome::Won { players, why },
        });
        Ok(())
    }

    fn begin_try(&mut self, other: u32) -> Checked<()> {
        let state = Box::new(self.state.clone());
        self.tells.marks.push(self.tells.list.len());
        self.top_acts()?.tries.push(Savepoint { other, state });
        Ok(())
    }

    /// Goes back to how all was when the innermost all-or-nothing part began.
    fn fail_try(&mut self) -> Checked<()> {
        let found = self.state.frames.iter_mut().rev().find_map(|frame| match &mut frame.work {
            Work::Acts(acts) => acts.tries.pop(),
            _ => None,
        });
        let Some(savepoint) = found else { return Err(Fault::new(FaultKind::NoRun)) };
        self.memo.clear();
        *self.state = *savepoint.state;
        if let Some(mark) = self.tells.marks.pop() {
            self.tells.list.truncate(mark);
        }
        self.top_acts()?.at = savepoint.other;
        Ok(())
    }
}

/// Whether an act sets locals and nothing else.
pub(crate) fn touches_locals_alone(act: &Act) -> bool {
    matches!(
        act,
        Act::Set { target: Target::Local(_), .. }
            | Act::Forget(_)
            | Act::Jump(_)
            | Act::JumpUnless { .. }
            | Act::Roll { .. }
            | Act::Reroll { by: None, .. }
            | Act::Change { .. }
            | Act::Bound { .. }
            | Act::Tick { .. }
            | Act::Call { .. }
            | Act::EndStep
            | Act::Finish { .. }
            | Act::Say { .. }
    )
}
