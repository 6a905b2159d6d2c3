//! Play-outs: takes a state, plays on with dice and choices of chance, and gives how it ended. Nobody is asked, so nothing is listed
//! that is not chosen, and no answer needs to be looked at twice.

use super::engine::{Base, Engine};
use super::offers::{Drawn, Offer};
use super::request::{ActionOption, Answer, Options, Refusal, Request};
use super::tell::Tells;
use super::{Fuel, Machine};
use crate::dice::SeededDice;
use crate::fault::{Checked, Fault, FaultKind};
use crate::session::Session;
use crate::state::{Outcome, Wide};
use warwright_ir::{ActionId, ChoiceKind, ExprId, NONE};

/// How a play-out went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedOut {
    /// How all ended; nothing where it was cut off.
    pub outcome: Option<Outcome>,
    /// How many decisions were made. Being done with a window is not counted.
    pub decisions: u32,
}

/// Choices by chance.
#[derive(Debug)]
pub(super) struct Chance<'a> {
    generator: &'a mut SeededDice,
    decisions: u32,
}

impl Chance<'_> {
    /// A uniform choice among what can be answered.
    pub(super) fn answer(&mut self, options: &Options) -> Answer {
        self.decided();
        options.uniform(self.generator)
    }

    /// One decision more was made.
    fn decided(&mut self) {
        self.decisions = self.decisions.saturating_add(1);
    }

    /// Takes one of the items out.
    fn take(&mut self, items: &mut Wide) -> Option<i64> {
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        let at = if count == 0 { 0 } else { self.generator.below(count) };
        let at = usize::try_from(at).ok().filter(|at| *at < items.len());
        at.map(|at| items.swap_remove(at))
    }
}

impl Machine {
    /// Plays on by chance until all is over or about so many decisions were made; it stops where a player would be asked or dice would
    /// be rolled. An action is drawn by who brings it and for whom first it is, then by its other values.
    ///
    /// # Errors
    ///
    /// A fault of the rules. The state is then of no further use.
    pub fn play_out(
        &self,
        session: &mut Session,
        generator: &mut SeededDice,
        most: u32,
        fuel: &mut Fuel,
    ) -> Result<PlayedOut, Refusal> {
        let mut tells = Tells::quiet();
        let mut engine = self.engine(session, &mut tells, fuel)?;
        engine.chance = Some(Chance { generator, decisions: 0 });
        loop {
            let decisions = engine.chance.as_ref().map_or(0, |chance| chance.decisions);
            if decisions >= most {
                return Ok(PlayedOut { outcome: None, decisions });
            }
            let Some(request) = engine.go_on()? else { continue };
            let Some(chance) = &mut engine.chance else { continue };
            match request {
                Request::Over(outcome) => {
                    return Ok(PlayedOut { outcome: Some(outcome), decisions });
                }
                Request::Roll(roll) => {
                    let counts = chance.generator.roll(self.program(), &roll.of, roll.count);
                    engine.answer_roll(&counts)?;
                }
                Request::Choose(request) => {
                    let answer = chance.answer(&request.options);
                    engine.answer_choice(&answer, Some(&request.options))?;
                }
            }
        }
    }
}

impl Engine<'_> {
    /// A candidate that is drawn, each that is legal as likely as any other. One after the other is looked at until two are found:
    /// where there is but one, nothing was decided. Nothing where nobody draws, or all candidates must be known.
    pub(super) fn drawn_candidate(
        &mut self,
        base: Base,
        who: ExprId,
        kind: &ChoiceKind,
    ) -> Checked<Option<Answer>> {
        let ChoiceKind::One { of, filter: Some(filter), none } = kind else { return Ok(None) };
        let (Some(when), None) = (filter.when, filter.least) else { return Ok(None) };
        if self.chance.is_none() || self.pool_die(*of)?.is_some() {
            return Ok(None);
        }
        let mut left = self.items(base, *of)?;
        if let Some(none) = none
            && self.scalar(base, *none)? != 0
        {
            left.push(NONE);
        }
        let saved = self.local(base, filter.slot)?;
        let mut drawn = None;
        while let Some(item) = self.chance.as_mut().and_then(|chance| chance.take(&mut left)) {
            self.set_local(base, filter.slot, item)?;
            if item != NONE && self.scalar(base, when)? == 0 {
                continue;
            }
            if drawn.is_none() {
                drawn = Some(item);
                continue;
            }
            if self.scalar(base, who)? == NONE {
                return Err(Fault::new(FaultKind::NothingThere));
            }
            if let Some(chance) = &mut self.chance {
                chance.decided();
            }
            break;
        }
        self.set_local(base, filter.slot, saved)?;
        let drawn = drawn.filter(|item| *item != NONE);
        Ok(Some(drawn.map_or(Answer::Nothing, Answer::Value)))
    }

    /// An option that is drawn; nothing where the player is done.
    pub(super) fn drawn(
        &mut self,
        base: Base,
        actions: &[ActionId],
        offer: Offer,
    ) -> Checked<Option<ActionOption>> {
        let Some(Chance { generator, decisions }) = self.chance.take() else { return Ok(None) };
        let must = |id: &ActionId| self.linked.program.actions.get(*id).is_some_and(|it| it.must);
        let (musts, others): (Vec<ActionId>, Vec<ActionId>) =
            actions.iter().copied().partition(must);
        let drawn = self.ask(base, |evaluator| {
            let drawn = match evaluator.draw(&musts, offer, false, generator)? {
                // Any will do, but none will not.
                Drawn::Option(_) if !others.is_empty() => {
                    evaluator.draw(actions, offer, false, generator)?
                }
                Drawn::Nothing | Drawn::Done => evaluator.draw(&others, offer, true, generator)?,
                only @ Drawn::Option(_) => only,
            };
            match drawn {
                Drawn::Option(option) => Ok(Some(option)),
                Drawn::Nothing | Drawn::Done => Ok(None),
            }
        });
        let counted = matches!(drawn, Ok(Some(_)));
        let decisions = decisions.saturating_add(u32::from(counted));
        self.chance = Some(Chance { generator, decisions });
        drawn
    }
}
