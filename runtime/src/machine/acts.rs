//! Acts: one instruction after the other, until one needs something or another frame goes first.

use super::engine::{Base, Engine};
use super::request::Request;
use super::tell::TellKind;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::state::{
    Acts, Held, Outcome, Savepoint, Tied, Until, Wide, WindowRun, WindowSource, Work,
};
use crate::watch::Part;
use smallvec::SmallVec;
use warwright_ir::{
    Act, BodyId, Edge, EntryId, ExprId, GrantUntil, NONE, Opening, ProcedureId, Slot, SpanId,
    Target, Ty,
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
        let bare = self.state.cells.is_empty() && !self.state.heads.is_empty();
        loop {
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
            Act::Forget(slots) => self.forget(base, slots)?,
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
            Act::Grant { .. } => self.grant(act, base, span)?,
            Act::Remove { ability, from } => {
                let entity = self.scalar(base, *from)?;
                let ended = self
                    .writer()
                    .end_held(|held| held.entity == entity && held.ability == *ability)?;
                self.tell_ended(ended, span);
            }
            Act::Join { .. } => self.join(act, base)?,
            Act::Part { tie, left, right } => {
                let left = self.scalar(base, *left)?;
                let right = match right {
                    Some(right) => Some(self.scalar(base, *right)?),
                    None => None,
                };
                self.writer().part(*tie, left, right);
            }
            Act::Create { kind, slot } => {
                let entity = self.writer().create(*kind)?;
                self.set_local(base, *slot, entity)?;
                self.tell_entity(TellKind::Created, entity, span);
            }
            Act::Leave { of } => {
                let entity = self.scalar(base, *of)?;
                self.writer().leave(entity)?;
                self.tell_entity(TellKind::Left, entity, span);
            }
            Act::TakeForm { of, form } => self.take_form(base, *of, *form)?,
            Act::Choose { who, kind, slot, site } => {
                return self.choose(base, *who, kind, *slot, *site, span);
            }
            Act::Plan { slot, .. } => {
                let plan = self.plan(base, act)?;
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
                    self.record(TellKind::Said, span, words, String::new());
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
                let winner = match winner {
                    Some(winner) => self.scalar(base, *winner)?,
                    None => NONE,
                };
                let why = self.ask(base, |evaluator| evaluator.render(why))?;
                self.tell(TellKind::Over, span, |engine| {
                    (why.clone(), engine.renderer().entity(winner))
                });
                self.end_battle(match winner {
                    NONE => Outcome::Drawn { why },
                    player => Outcome::Won { player, why },
                });
                return Ok(Next::Frames);
            }
            Act::Expect { holds, words } => {
                let held = self.scalar(base, *holds)? != 0;
                let words = self.ask(base, |evaluator| evaluator.render(words))?;
                self.record(TellKind::Expected(held), span, words, String::new());
            }
            Act::Run { body } => {
                self.push_acts(base, *body)?;
                return Ok(Next::Frames);
            }
        }
        Ok(Next::Act)
    }

    fn forget(&mut self, base: Base, slots: &[Slot]) -> Checked<()> {
        for slot in slots {
            match slot {
                Slot::Scalar(slot) => self.set_local(base, *slot, 0)?,
                Slot::Wide(slot) => self.set_wide_local(base, *slot, Wide::new())?,
            }
        }
        Ok(())
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
                    let value = self.wide(base, value)?;
                    self.writer().set_wide(entity, *field, value)
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

    /// The items of a wide value; of a pool the face of each die.
    pub(super) fn items(&mut self, base: Base, of: ExprId) -> Checked<Wide> {
        self.ask(base, |evaluator| {
            let items = evaluator.wide(of)?;
            if !matches!(evaluator.ty(of)?, Ty::Pool(_)) {
                return Ok(items);
            }
            let mut dice = Wide::new();
            for (face, count) in items.iter().enumerate() {
                for _ in 0..*count {
                    dice.push(i64::try_from(face).unwrap_or(i64::MAX));
                }
            }
            Ok(dice)
        })
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

    /// Takes the next item of a loop.
    fn next_item(
        &mut self,
        act: &Act,
        body: BodyId,
        at: u32,
        base: Base,
        span: Option<SpanId>,
    ) -> Checked<Next> {
        let Act::Next { cursor, item, when, ordered_by, done, .. } = act else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        let items = self.items_of(body, at, *cursor);
        let entities = matches!(items, Some(Ty::Entity(_)));
        if ordered_by.is_some() {
            return self.next_ordered(act, entities, base, span);
        }
        let cells = items.and_then(Ty::cells).unwrap_or(1);
        loop {
            self.burn(1)?;
            let local = self.state.locals.wides.get_mut(base.wides + usize::from(*cursor));
            let Some(left) = local else { return Err(Fault::damaged(DamagedPart::Local)) };
            if left.is_empty() {
                return Ok(Next::Jump(*done));
            }
            // The list lies the other way round, so that the first cell of the next item is its last.
            let next: Wide = (0..cells).map_while(|_| left.pop()).collect();
            let taken = match (item, next.as_slice()) {
                (Slot::Scalar(slot), [next]) => {
                    self.is_next(*next, entities, *slot, *when, base)?
                }
                (Slot::Wide(slot), _) => {
                    self.set_wide_local(base, *slot, next)?;
                    self.fulfils(base, *when)?
                }
                (Slot::Scalar(_), _) => return Err(Fault::damaged(DamagedPart::Type)),
            };
            if taken {
                return Ok(Next::Act);
            }
        }
    }

    /// Whether an item may be taken; if so it stands in its slot.
    pub(super) fn is_next(
        &mut self,
        item: i64,
        entities: bool,
        slot: u16,
        when: Option<ExprId>,
        base: Base,
    ) -> Checked<bool> {
        if entities && !self.state.in_play(item) {
            return Ok(false);
        }
        self.set_local(base, slot, item)?;
        self.fulfils(base, when)
    }

    fn fulfils(&mut self, base: Base, when: Option<ExprId>) -> Checked<bool> {
        match when {
            Some(when) => Ok(self.scalar(base, when)? != 0),
            None => Ok(true),
        }
    }

    /// Whether the loop of a cursor is over entities, which must still be in play when their turn comes.
    pub(super) fn loops_over_entities(&self, body: BodyId, at: u32, cursor: u16) -> bool {
        matches!(self.items_of(body, at, cursor), Some(Ty::Entity(_)))
    }

    /// The type of the items that a loop takes from a cursor; nothing where they are dice.
    fn items_of(&self, body: BodyId, at: u32, cursor: u16) -> Option<&Ty> {
        let program = &self.linked.program;
        let acts = program.bodies.get(body).map_or(&[] as &[Act], |body| &body.acts);
        let begun = acts.iter().take(at as usize).rev().find_map(|act| match act {
            Act::Iterate { cursor: other, of } if *other == cursor => Some(*of),
            _ => None,
        });
        let ty = begun.and_then(|of| program.types.get(warwright_ir::Id::position(of)));
        match ty {
            Some(Ty::List(item) | Ty::Set(item)) => Some(item),
            _ => None,
        }
    }

    fn grant(&mut self, act: &Act, base: Base, span: Option<SpanId>) -> Checked<()> {
        let Act::Grant { ability, args, to, until } = act else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        let (targets, values) = self.ask(base, |evaluator| {
            let targets = evaluator.value(*to)?;
            let mut values: SmallVec<[i64; 2]> = SmallVec::new();
            for arg in args {
                values.push(evaluator.scalar(*arg)?);
            }
            Ok((targets, values))
        })?;
        let until = self.until(until, base)?;
        for entity in targets {
            let held = Held { entity, ability: *ability, args: values.clone(), until };
            self.writer().grant(held.clone())?;
            self.tell_held(TellKind::Granted, &held, span);
        }
        Ok(())
    }

    fn until(&mut self, until: &GrantUntil, base: Base) -> Checked<Until> {
        let GrantUntil::Moment { moment, edge, next, whose } = until else {
            return Ok(Until::Removed);
        };
        let whose = match whose {
            Some(whose) => self.scalar(base, *whose)?,
            None => NONE,
        };
        if *edge == Edge::Start {
            return Ok(Until::Next { moment: *moment, edge: *edge, whose, skip: 0 });
        }
        let linked = self.linked;
        let Some(declared) = linked.program.moments.get(*moment) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let going_on = match self.innermost(*moment) {
            Some(depth) if whose == NONE || self.whose_run(declared, depth)? == whose => {
                Some(depth)
            }
            Some(_) | None => None,
        };
        Ok(match going_on {
            Some(depth) if !next => {
                Until::RunEnds { depth: u32::try_from(depth).unwrap_or(u32::MAX) }
            }
            Some(_) => Until::Next { moment: *moment, edge: *edge, whose, skip: 1 },
            None => Until::Next { moment: *moment, edge: *edge, whose, skip: 0 },
        })
    }

    fn join(&mut self, act: &Act, base: Base) -> Checked<()> {
        let Act::Join { tie, left, right, shared, of_left, of_right } = act else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        let linked = self.linked;
        let Some(declared) = linked.program.ties.get(*tie) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let tied = self.ask(base, |evaluator| {
            let mut tied = Tied {
                tie: *tie,
                left: evaluator.scalar(*left)?,
                right: evaluator.scalar(*right)?,
                of_left: SmallVec::new(),
                of_right: SmallVec::new(),
            };
            let (mut shared, mut of_left, mut of_right) =
                (shared.iter(), of_left.iter(), of_right.iter());
            for field in &declared.fields {
                let (mine, theirs) = if field.each {
                    (of_left.next(), of_right.next())
                } else {
                    let one = shared.next();
                    (one, one)
                };
                let (Some(mine), Some(theirs)) = (mine, theirs) else {
                    return Err(Fault::damaged(DamagedPart::Type));
                };
                tied.of_left.push(evaluator.scalar(*mine)?);
                tied.of_right.push(evaluator.scalar(*theirs)?);
            }
            Ok(tied)
        })?;
        self.writer().join(tied)
    }

    fn take_form(&mut self, base: Base, of: ExprId, form: ExprId) -> Checked<()> {
        let linked = self.linked;
        let (entity, entry) = self.ask(base, |evaluator| {
            let entity = evaluator.scalar(of)?;
            let form = evaluator.scalar(form)?;
            let now = u32::try_from(evaluator.view.entry(entity)?).ok().map(EntryId);
            Ok((entity, now.and_then(|now| linked.form(now, form))))
        })?;
        let entry = entry.ok_or_else(|| Fault::new(FaultKind::NothingThere))?;
        self.writer().take_form(entity, entry)
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

    fn tell_entity(&mut self, kind: TellKind, entity: i64, span: Option<SpanId>) {
        self.tell(kind, span, |engine| (engine.renderer().entity(entity), String::new()));
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
