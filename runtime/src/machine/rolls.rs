//! Dice: asking for them, taking them, rolling again, turning them.

use super::acts::Next;
use super::engine::{Base, Engine};
use super::request::{ChooseRequest, Options, Refusal, Request, RollRequest};
use super::tell::{Hearers, TellKind};
use crate::dice::RollOf;
use crate::fault::{Checked, DamagedPart, Fault, FaultKind};
use crate::state::{Wide, Work};
use warwright_ir::{Act, DieId, ExprId, MAX_DICE, NONE, SpanId, Template};

impl Engine<'_> {
    pub(super) fn faces(&self, die: DieId) -> Checked<usize> {
        let die = self.linked.program.dice.get(die);
        die.map(|die| die.faces.len()).ok_or_else(|| Fault::damaged(DamagedPart::Id))
    }

    /// Asks for the dice of a roll.
    pub(super) fn roll(
        &mut self,
        base: Base,
        slot: u16,
        die: DieId,
        count: ExprId,
        purpose: Option<&Template>,
        span: Option<SpanId>,
    ) -> Checked<Next> {
        if self.top_acts()?.pending == 0 {
            let wanted = self.scalar(base, count)?;
            if !(0..=MAX_DICE).contains(&wanted) {
                return Err(Fault::new(FaultKind::DiceCount { count: wanted }));
            }
            let none = Wide::from_elem(0, self.faces(die)?);
            self.set_wide_local(base, slot, none)?;
            if wanted == 0 {
                return Ok(Next::Act);
            }
            self.top_acts()?.pending = u32::try_from(wanted).unwrap_or(u32::MAX);
        }
        let purpose = self.purpose(base, purpose)?;
        let count = self.top_acts()?.pending;
        Ok(Next::Ask(Request::Roll(RollRequest { of: RollOf::Die(die), count, purpose, span })))
    }

    fn purpose(&mut self, base: Base, purpose: Option<&Template>) -> Checked<String> {
        match purpose {
            Some(purpose) if !self.tells.is_quiet() => {
                self.ask(base, |evaluator| evaluator.render(purpose))
            }
            Some(_) | None => Ok(String::new()),
        }
    }

    /// Rolls dice of a pool again.
    pub(super) fn reroll(&mut self, act: &Act, base: Base, span: Option<SpanId>) -> Checked<Next> {
        let Act::Reroll { slot, die, face, when, upto, by, site } = act else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        let die = *die;
        if self.top_acts()?.pending == 0 {
            let eligible = self.eligible(base, *slot, *face, *when)?;
            let most = self.limit(base, *upto, &eligible)?;
            if most == 0 {
                return Ok(Next::Act);
            }
            if let Some(by) = by {
                let player = self.scalar(base, *by)?;
                let question = self.question(base, *site)?;
                return Ok(Next::Ask(Request::Choose(Box::new(ChooseRequest {
                    player,
                    site: *site,
                    window: None,
                    question,
                    options: Options::Dice { die, available: eligible, at_least: 0, at_most: most },
                    span,
                }))));
            }
            self.take_dice(base, *slot, &lowest(&eligible, most))?;
        }
        let count = self.top_acts()?.pending;
        let purpose = String::new();
        Ok(Next::Ask(Request::Roll(RollRequest { of: RollOf::Die(die), count, purpose, span })))
    }

    /// How many dice of each face fulfil a condition.
    fn eligible(
        &mut self,
        base: Base,
        slot: u16,
        face: u16,
        when: Option<ExprId>,
    ) -> Checked<Wide> {
        let mut eligible = self.wide_local(base, slot)?.clone();
        let Some(when) = when else { return Ok(eligible) };
        let saved = self.local(base, face)?;
        for (number, count) in eligible.iter_mut().enumerate() {
            if *count == 0 {
                continue;
            }
            self.set_local(base, face, i64::try_from(number).unwrap_or(NONE))?;
            if self.scalar(base, when)? == 0 {
                *count = 0;
            }
        }
        self.set_local(base, face, saved)?;
        Ok(eligible)
    }

    fn limit(&mut self, base: Base, upto: Option<ExprId>, eligible: &Wide) -> Checked<u32> {
        let total = eligible.iter().fold(0_i64, |sum, count| sum.saturating_add(*count));
        let most = match upto {
            Some(upto) => self.scalar(base, upto)?.clamp(0, total),
            None => total,
        };
        u32::try_from(most).map_err(|_| Fault::new(FaultKind::DiceCount { count: most }))
    }

    /// Takes dice off the table that are to be rolled again.
    fn take_dice(&mut self, base: Base, slot: u16, taken: &[i64]) -> Checked<()> {
        let mut pool = self.wide_local(base, slot)?.clone();
        for (count, taken) in pool.iter_mut().zip(taken) {
            *count = count.saturating_sub(*taken);
        }
        self.set_wide_local(base, slot, pool)?;
        let total: i64 = taken.iter().sum();
        self.top_acts()?.pending = u32::try_from(total).unwrap_or(u32::MAX);
        Ok(())
    }

    /// Takes the player's word which dice are rolled again.
    pub(super) fn choose_dice(
        &mut self,
        act: &Act,
        base: Base,
        chosen: &[i64],
    ) -> Result<(), Refusal> {
        let Act::Reroll { slot, face, when, upto, .. } = act else {
            return Err(Refusal::NotAsked);
        };
        let eligible = self.eligible(base, *slot, *face, *when)?;
        let most = self.limit(base, *upto, &eligible)?;
        let fits = chosen.len() == eligible.len()
            && chosen.iter().zip(&eligible).all(|(mine, there)| (0..=*there).contains(mine))
            && chosen.iter().sum::<i64>() <= i64::from(most);
        if !fits {
            return Err(Refusal::NotLegal);
        }
        self.take_dice(base, *slot, chosen)?;
        let acts = self.top_acts()?;
        if acts.pending == 0 {
            acts.at = acts.at.saturating_add(1);
        }
        Ok(())
    }

    /// Turns dice of a pool to other faces.
    pub(super) fn change(&mut self, act: &Act, base: Base, span: Option<SpanId>) -> Checked<()> {
        let Act::Change { slot, die, face, when, upto, to } = act else {
            return Err(Fault::damaged(DamagedPart::Position));
        };
        let eligible = self.eligible(base, *slot, *face, *when)?;
        let most = self.limit(base, *upto, &eligible)?;
        let chosen = lowest(&eligible, most);
        let mut pool = self.wide_local(base, *slot)?.clone();
        let saved = self.local(base, *face)?;
        for (number, count) in chosen.iter().enumerate().filter(|(_, count)| **count > 0) {
            self.set_local(base, *face, i64::try_from(number).unwrap_or(NONE))?;
            let to = self.scalar(base, *to)?;
            let from = pool.get_mut(number).ok_or_else(|| Fault::damaged(DamagedPart::Local))?;
            *from = from.saturating_sub(*count);
            let new = usize::try_from(to).ok().and_then(|to| pool.get_mut(to));
            let new = new.ok_or_else(|| Fault::new(FaultKind::NothingThere))?;
            *new = new.saturating_add(*count);
        }
        self.set_local(base, *face, saved)?;
        if most > 0 {
            self.tell(TellKind::Changed, span, Hearers::All, |engine| {
                (String::new(), engine.renderer().pool(*die, &pool))
            });
        }
        self.set_wide_local(base, *slot, pool)
    }

    /// Takes the dice that were asked for.
    pub(super) fn answer_roll(&mut self, counts: &[i64]) -> Result<(), Refusal> {
        let linked = self.linked;
        let base = self.base_at(self.depth())?;
        let (id, at, pending) = match self.state.frames.last().map(|frame| &frame.work) {
            Some(Work::Acts(acts)) => (acts.body, acts.at, acts.pending),
            _ => return Err(Refusal::NotAsked),
        };
        let body = linked.program.bodies.get(id).ok_or(Refusal::NotAsked)?;
        let span = body.spans.get(at as usize).copied();
        let (slot, die, purpose) = match body.acts.get(at as usize) {
            Some(Act::Roll { slot, die, purpose, .. }) => (*slot, *die, purpose.as_ref()),
            Some(Act::Reroll { slot, die, .. }) => (*slot, *die, None),
            Some(Act::Draw { slot, of }) => return self.answer_draw(base, *slot, *of, counts),
            _ => return Err(Refusal::NotAsked),
        };
        if pending == 0 {
            return Err(Refusal::NotAsked);
        }
        let faces = self.faces(die)?;
        let total = counts
            .iter()
            .try_fold(0_i64, |sum, count| if *count < 0 { None } else { sum.checked_add(*count) });
        if counts.len() != faces || total != Some(i64::from(pending)) {
            return Err(Refusal::WrongDice { count: pending, faces });
        }
        let mut pool = Wide::from_slice(self.wide_local(base, slot)?);
        if pool.len() != faces {
            pool = Wide::from_elem(0, faces);
        }
        for (count, more) in pool.iter_mut().zip(counts) {
            *count = count.saturating_add(*more);
        }
        self.set_wide_local(base, slot, pool)?;
        if !self.tells.is_quiet() {
            let words = self.purpose(base, purpose)?;
            let dice = self.renderer().pool(die, counts);
            self.record(TellKind::Rolled, span, Hearers::All, (words, dice));
        }
        let acts = self.top_acts()?;
        acts.pending = 0;
        acts.at = at.saturating_add(1);
        Ok(())
    }
}

/// The first `most` of the dice, those of the lowest faces first.
fn lowest(dice: &Wide, most: u32) -> Wide {
    let mut left = i64::from(most);
    let take = |count: &i64| {
        let taken = (*count).min(left);
        left -= taken;
        taken
    };
    dice.iter().map(take).collect()
}
