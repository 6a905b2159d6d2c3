//! One state of a wave run on to where chance decides: takes a state, gives it back where it waits, with what dice, or its end.

use super::{Stop, Waves};
use crate::fault::{DamagedPart, Fault};
use crate::machine::{Request, RollRequest};
use crate::odds::classes::Plan;
use crate::odds::{OddsFault, Settled};
use crate::session::Session;
use crate::state::{Acts, Common, Frame, State, Work};
use std::rc::Rc;
use warwright_ir::{DieId, Slot};

/// What a run is asked for.
enum Halt {
    /// Nothing: it is over.
    Over,
    /// Dice, or one of several items.
    Roll(RollRequest),
    /// A choice that chance settles.
    Chance,
}

impl Waves<'_> {
    /// Runs a state to its next dice or its end; choices on the way are settled. `common`: what all worlds have for which it stands,
    /// where its cells were taken out.
    pub(in crate::odds) fn run_on(
        &mut self,
        state: Box<State>,
        common: Option<&Common>,
    ) -> Result<Stop, OddsFault> {
        let mut battle = self.session(state);
        let halt = self.asked(&mut battle, common)?;
        let (mut state, table) = battle.into_parts();
        if self.machine.linked().optimisations.spare {
            self.known.table = Some(table);
        }
        let roll = match halt {
            Halt::Over => return Ok(Stop::Over(state)),
            Halt::Chance => return Ok(Stop::Draws(state)),
            Halt::Roll(roll) => roll,
        };
        let Some(die) = roll.of.die() else { return Ok(Stop::Draws(state)) };
        let plan = self.answered(&mut state, die)?;
        Ok(Stop::Waits(state, plan, roll.count))
    }

    /// Runs to the next thing that chance decides, which is given, or the end.
    fn asked(&mut self, battle: &mut Session, common: Option<&Common>) -> Result<Halt, OddsFault> {
        loop {
            match self.next(battle, common)? {
                Request::Over(_) => return Ok(Halt::Over),
                Request::Roll(_) if self.asked.settle.stops_before_roll(self.machine, battle) => {
                    return Ok(Halt::Over);
                }
                Request::Roll(roll) => return Ok(Halt::Roll(roll)),
                Request::Choose(choice) => {
                    match self.asked.settle.settle(self.machine, battle, &choice)? {
                        Settled::By(answer) => {
                            self.machine.answer_choice(battle, &answer, &mut self.tells)?;
                        }
                        Settled::ByChance(_) => return Ok(Halt::Chance),
                        Settled::Stops => return Ok(Halt::Over),
                        Settled::Open => return Err(OddsFault::Unsettled(choice)),
                    }
                }
            }
        }
    }

    /// Puts a state that waits for dice behind the act that rolls them, and forgets what nothing reads any more.
    fn answered(&mut self, state: &mut State, die: DieId) -> Result<Rc<Plan>, OddsFault> {
        let watched = state
            .frames
            .last()
            .is_some_and(|it| state.is_watched(it.scalars as usize, it.wides as usize));
        let Some(Frame { scalars, wides, work: Work::Acts(acts) }) = state.frames.last_mut() else {
            return Err(Fault::damaged(DamagedPart::State).into());
        };
        let key = (state.scenario, acts.body, acts.at, watched);
        let plan = match self.known.plans.get(&key) {
            Some(plan) => Rc::clone(plan),
            None => {
                let setting = self.machine.setting(state.scenario)?;
                let plan = Plan::new(self.machine, setting, acts.body, acts.at, die, watched);
                let plan = Rc::new(plan.ok_or_else(|| Fault::damaged(DamagedPart::Position))?);
                self.known.plans.insert(key, Rc::clone(&plan));
                plan
            }
        };
        let Acts { at, pending, .. } = acts;
        *at = at.saturating_add(1);
        *pending = 0;
        let (scalars, wides) = (*scalars as usize, *wides as usize);
        for slot in &plan.dead {
            match slot {
                Slot::Scalar(slot) => {
                    if let Some(local) = state.locals.scalars.get_mut(scalars + usize::from(*slot))
                    {
                        *local = 0;
                    }
                }
                Slot::Wide(slot) => {
                    if let Some(local) = state.locals.wides.get_mut(wides + usize::from(*slot)) {
                        local.clear();
                    }
                }
            }
        }
        Ok(plan)
    }
}
