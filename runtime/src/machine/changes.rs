//! Acts that change things: abilities granted and taken, ties, forms, what comes into being and what leaves.

use super::engine::{Base, Engine};
use super::tell::{Hearers, TellKind};
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::rounds::RoundCount;
use crate::state::{Held, Tied, Until, Wide};
use smallvec::SmallVec;
use warwright_ir::{Act, Edge, EntryId, ExprId, GrantUntil, NONE, SpanId};

impl Engine<'_> {
    /// Does what an act changes of things: what they have, what they are tied to, what they are, that they come and go.
    pub(super) fn change_things(
        &mut self,
        act: &Act,
        base: Base,
        span: Option<SpanId>,
    ) -> Checked<()> {
        match act {
            Act::Grant { .. } => self.grant(act, base, span)?,
            Act::Remove { ability, from, all } => {
                let entity = self.scalar(base, *from)?;
                let ended = if *all {
                    let is = |held: &Held| held.entity == entity && held.ability == *ability;
                    self.writer().end_held(is)?
                } else {
                    self.writer().end_one(entity, *ability)?
                };
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
            Act::Create { kind, owner, slot } => {
                let owner = owner.map_or(Ok(NONE), |owner| self.scalar(base, owner))?;
                let entity = self.writer().create(*kind, owner)?;
                self.set_local(base, *slot, entity)?;
                self.tell_entity(TellKind::Created, entity, span);
            }
            Act::Leave { of } => {
                let entity = self.scalar(base, *of)?;
                self.writer().leave(entity)?;
                if !self.tells.is_quiet() {
                    let round = RoundCount::of(&self.linked.program, self.state);
                    let round = round.and_then(|it| it.value(self.linked, self.state));
                    self.tells.left.push((entity, round));
                }
                self.tell_entity(TellKind::Left, entity, span);
            }
            Act::TakeForm { of, form } => self.take_form(base, *of, *form)?,
            _ => return Err(Fault::damaged(DamagedPart::Position)),
        }
        Ok(())
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
        let GrantUntil::Moment { moment, edge, next, whose, others } = until else {
            return Ok(Until::Removed);
        };
        let linked = self.linked;
        let Some(declared) = linked.program.moments.get(*moment) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let whose = match whose {
            Some(whose) => {
                let who = self.scalar(base, *whose)?;
                self.counted_for(declared, who)
            }
            None => NONE,
        };
        let coming = Until::Next { moment: *moment, edge: *edge, whose, others: *others, skip: 0 };
        if *edge == Edge::Start {
            return Ok(coming);
        }
        let going_on = match self.innermost(*moment) {
            Some(depth) if coming.means(self.whose_run(declared, depth)?) => Some(depth),
            Some(_) | None => None,
        };
        Ok(match going_on {
            Some(depth) if !next => {
                Until::RunEnds { depth: u32::try_from(depth).unwrap_or(u32::MAX) }
            }
            Some(_) => {
                Until::Next { moment: *moment, edge: *edge, whose, others: *others, skip: 1 }
            }
            None => coming,
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

    fn tell_entity(&mut self, kind: TellKind, entity: i64, span: Option<SpanId>) {
        let hearers = Hearers::WhoKnow(Wide::from_elem(entity, 1), None);
        self.tell(kind, span, hearers, |it| (it.renderer().entity(entity), String::new()));
    }
}
