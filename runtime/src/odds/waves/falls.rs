//! Falls: takes throws that wait together, gives what each may come to, with how likely that is.

use super::super::apart::stayed_apart;
use super::super::bundles::{Bundle, Dice, Sums};
use super::super::cells::Cells;
use super::super::mass::Mass;
use super::super::pools::{Outcomes, how_many};
use super::super::{Much, OddsFault};
use super::{Stop, WaitingKey, Waves, lay};
use crate::state::{Common, State};
use smallvec::SmallVec;
use std::rc::Rc;

impl Waves<'_> {
    /// Lets the dice of the worlds of a bundle fall.
    pub(super) fn bundle(&mut self, skeleton: &State, bundle: &Bundle) -> Result<(), OddsFault> {
        let outcomes = self.outcomes(bundle)?;
        let shared = self.machine.linked().optimisations.apart
            && bundle.worlds.len() > 1
            && self.known.apart.may_be(self.machine.program(), skeleton);
        let places = if shared { self.together(skeleton, bundle, &outcomes)? } else { Vec::new() };
        self.one_by_one(skeleton, bundle, &outcomes, &places)
    }

    /// What may come of the rolls of a bundle.
    pub(super) fn outcomes(&self, bundle: &Bundle) -> Result<Rc<Outcomes>, OddsFault> {
        let mut counts: SmallVec<[u32; 8]> = SmallVec::new();
        for (count, _) in bundle.worlds.values().flatten() {
            if let Err(at) = counts.binary_search(count) {
                self.check_falls(&bundle.dice, *count)?;
                counts.insert(at, *count);
            }
        }
        Ok(bundle.dice.classes.outcomes(&counts))
    }

    /// Runs each world by itself, but for falls for which it is known where all worlds go.
    pub(super) fn one_by_one(
        &mut self,
        skeleton: &State,
        bundle: &Bundle,
        outcomes: &Outcomes,
        places: &[Option<WaitingKey>],
    ) -> Result<(), OddsFault> {
        let mut sums = Sums::default();
        for (cells, counts) in &bundle.worlds {
            let over = sums.fill(counts, outcomes);
            for (number, (fall, weight)) in outcomes.falls.iter().zip(sums.take()).enumerate() {
                let Some(weight) = weight else { continue };
                let mass = Mass { weight, over: Rc::clone(&over) };
                if let Some(Some(place)) = places.get(number) {
                    self.join(place, cells, mass);
                    continue;
                }
                let mut child = cells.put_into(self.copy(skeleton));
                lay(&mut child, &bundle.dice, fall)?;
                let stop = self.run_on(child, None)?;
                self.file(stop, mass)?;
            }
        }
        self.check_size(self.many, self.bytes)
    }

    /// Runs the skeleton once for all worlds and says where each fall leads. Nothing for falls after which anything is looked at
    /// that is not the same in all: a run without cells is a fault there, and each world has to be run by itself.
    pub(super) fn together(
        &mut self,
        skeleton: &State,
        bundle: &Bundle,
        outcomes: &Outcomes,
    ) -> Result<Vec<Option<WaitingKey>>, OddsFault> {
        let mut places = Vec::with_capacity(outcomes.falls.len());
        let common = Common::of(bundle.worlds.keys().map(Cells::all));
        let common = Some(&common);
        for fall in &outcomes.falls {
            let mut child = self.copy(skeleton);
            lay(&mut child, &bundle.dice, fall)?;
            places.push(match self.run_on(child, common) {
                Ok(Stop::Waits(state, plan, count)) if stayed_apart(skeleton, &state) => {
                    let classes = plan.classes(self.asking(&state, common));
                    let dice = classes.ok().map(|classes| Dice { plan, classes });
                    dice.map(|dice| self.place(state, dice, count))
                }
                Ok(_) | Err(_) => None,
            });
        }
        if places.iter().all(Option::is_none) {
            self.known.apart.is_not(skeleton);
        }
        Ok(places)
    }

    pub(super) fn check_falls(&self, dice: &Dice, count: u32) -> Result<(), OddsFault> {
        let most = self.asked.limits.states;
        if how_many(&dice.classes.sides, count) > most as u128 {
            return Err(self.too_much(Much::States(most)));
        }
        Ok(())
    }
}
