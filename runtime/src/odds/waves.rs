//! Waves of states from roll to roll, with weights over one common denominator.

use super::classes::{Classes, Plan};
use super::pools::{Fall, Tables, how_many};
use super::weight::Weight;
use super::ends::Ends;
use super::{Distribution, Limits, OddsFault, Settle, cycles};
use crate::fault::{DamagedPart, Fault};
use crate::machine::{Fuel, Machine, Request, Tells};
use crate::state::{Acts, Frame, State, Work};
use indexmap::{IndexMap, IndexSet};
use num_integer::Integer;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::rc::Rc;
use warwright_ir::{BodyId, DieId, Slot};

/// From this wave on it is watched whether states come back.
const WATCHED_FROM: u32 = 64;

/// States that wait for dice. Each is as it will be when the dice lie, but for the dice themselves.
type Waiting = IndexMap<State, Rolls, FxBuildHasher>;

/// What is to be rolled in a state.
#[derive(Debug)]
struct Rolls {
    dice: Dice,
    /// How many dice, with the weight of the paths that roll so many.
    counts: SmallVec<[(u32, Weight); 2]>,
}

/// Dice that are to be rolled.
#[derive(Clone, Debug)]
pub(super) struct Dice {
    plan: Rc<Plan>,
    classes: Rc<Classes>,
}

/// What a run came to.
pub(super) enum Stop {
    /// It is over.
    Over(State),
    /// It waits for so many dice.
    Waits(State, Rc<Plan>, u32),
}

/// The enumeration.
pub(super) struct Waves<'a> {
    machine: &'a Machine,
    settle: &'a mut dyn Settle,
    limits: Limits,
    fuel: Fuel,
    tells: Tells,
    tables: Tables,
    plans: FxHashMap<(BodyId, u32), Rc<Plan>>,
    /// States to be overwritten, so that their memory is used again.
    spare: Vec<State>,
}

impl<'a> Waves<'a> {
    pub(super) fn new(machine: &'a Machine, settle: &'a mut dyn Settle, limits: Limits) -> Self {
        Self {
            machine,
            settle,
            limits,
            fuel: Fuel { left: limits.fuel },
            tells: Tells::quiet(),
            tables: Tables::default(),
            plans: FxHashMap::default(),
            spare: Vec::new(),
        }
    }

    pub(super) fn run(mut self, start: State) -> Result<Distribution, OddsFault> {
        let mut ends = Ends::default();
        let mut waiting = Waiting::default();
        let stop = self.run_on(start)?;
        self.file(stop, &Weight::ONE, &mut waiting, &mut ends)?;
        let mut widest = waiting.len();
        let mut wave = 0_u32;
        let mut watched: Option<IndexSet<State, FxBuildHasher>> = None;
        while !waiting.is_empty() {
            wave = wave.saturating_add(1);
            if wave >= WATCHED_FROM {
                let back = watched.as_ref().map(|watched| {
                    waiting.keys().any(|state| watched.contains(state))
                });
                if back == Some(true) {
                    let begun = waiting.into_iter().flat_map(|(state, rolls)| {
                        let counts = rolls.counts.into_iter();
                        let dice = rolls.dice;
                        counts.map(move |(count, weight)| (state.clone(), dice.clone(), count, weight))
                    });
                    let begun: Vec<_> = begun.collect();
                    let (ends, total) = cycles::solve(&mut self, begun, ends)?;
                    return Ok(Distribution { ends, total, widest });
                }
                if wave.is_power_of_two() {
                    watched = Some(waiting.keys().cloned().collect());
                }
            }
            waiting = self.wave(waiting, &mut ends)?;
            widest = widest.max(waiting.len());
        }
        let (ends, total) = ends.all();
        Ok(Distribution { ends, total, widest })
    }

    /// Lets the dice of all states fall, and runs what comes of it to the next dice.
    fn wave(&mut self, waiting: Waiting, ends: &mut Ends) -> Result<Waiting, OddsFault> {
        let common = self.common(&waiting)?;
        ends.rescale(common.clone());
        let mut next = Waiting::default();
        let mut fallen: IndexMap<Fall, Weight, FxBuildHasher> = IndexMap::default();
        for (state, rolls) in waiting {
            fallen.clear();
            for (count, weight) in &rolls.counts {
                let falls = self.tables.falls(&rolls.dice.classes.sides, *count);
                let factor = weight.times(&quotient(&common, &falls.total));
                for (fall, ways) in &falls.all {
                    let weight = factor.times(ways);
                    match fallen.get_mut(fall) {
                        Some(sum) => sum.add(weight),
                        None => {
                            fallen.insert(fall.clone(), weight);
                        }
                    }
                }
            }
            for (fall, weight) in &fallen {
                let mut child = self.copy(&state);
                lay(&mut child, &rolls.dice, fall)?;
                let stop = self.run_on(child)?;
                self.file(stop, weight, &mut next, ends)?;
            }
            self.give_back(state);
        }
        Ok(next)
    }

    /// The least common denominator of all rolls of a wave.
    fn common(&mut self, waiting: &Waiting) -> Result<Weight, OddsFault> {
        let mut common = Weight::ONE;
        for rolls in waiting.values() {
            for (count, _) in &rolls.counts {
                self.check_falls(&rolls.dice, *count)?;
                let total = &self.tables.falls(&rolls.dice.classes.sides, *count).total;
                common = match (&common, total) {
                    (one, other) if one == other => continue,
                    (Weight::Small(one), Weight::Small(other)) => {
                        let step = other / one.gcd(other);
                        Weight::Small(*one).times(&Weight::Small(step))
                    }
                    (one, other) => Weight::Big(one.big().lcm(&other.big())),
                };
            }
        }
        Ok(common)
    }

    fn check_falls(&self, dice: &Dice, count: u32) -> Result<(), OddsFault> {
        if how_many(&dice.classes.sides, count) > self.limits.states as u128 {
            return Err(OddsFault::TooMany { most: self.limits.states });
        }
        Ok(())
    }

    /// Puts a state to those that wait or to the ends.
    fn file(
        &mut self,
        stop: Stop,
        weight: &Weight,
        waiting: &mut Waiting,
        ends: &mut Ends,
    ) -> Result<(), OddsFault> {
        match stop {
            Stop::Over(state) => ends.add(state, weight.clone()),
            Stop::Waits(state, plan, count) => {
                if let Some(rolls) = waiting.get_mut(&state) {
                    rolls.add(count, weight.clone());
                    self.give_back(state);
                } else {
                    let classes = plan.classes(self.machine, &state)?;
                    let counts = SmallVec::from_iter([(count, weight.clone())]);
                    waiting.insert(state, Rolls { dice: Dice { plan, classes }, counts });
                }
            }
        }
        self.check_size(ends.len().max(waiting.len()))
    }

    /// Refuses to keep more than the limit.
    pub(super) fn check_size(&self, size: usize) -> Result<(), OddsFault> {
        if size > self.limits.states {
            return Err(OddsFault::TooMany { most: self.limits.states });
        }
        Ok(())
    }

    /// Runs a state to its next dice or its end; choices on the way are settled.
    pub(super) fn run_on(&mut self, mut state: State) -> Result<Stop, OddsFault> {
        loop {
            match self.machine.run(&mut state, &mut self.tells, &mut self.fuel)? {
                Request::Over(_) => return Ok(Stop::Over(state)),
                Request::Roll(roll) => {
                    let plan = self.answered(&mut state, roll.die)?;
                    return Ok(Stop::Waits(state, plan, roll.count));
                }
                Request::Choose(choice) => {
                    let answer = self.settle.settle(self.machine, &state, &choice)?;
                    let answer = answer.ok_or(OddsFault::Unsettled(choice))?;
                    self.machine.answer_choice(&mut state, &answer, &mut self.tells)?;
                }
            }
        }
    }

    /// Puts a state that waits for dice behind the act that rolls them, and forgets what nothing reads any more.
    fn answered(&mut self, state: &mut State, die: DieId) -> Result<Rc<Plan>, OddsFault> {
        let Some(Frame { scalars, wides, work: Work::Acts(acts) }) = state.frames.last_mut() else {
            return Err(Fault::damaged(DamagedPart::State).into());
        };
        let plan = match self.plans.get(&(acts.body, acts.at)) {
            Some(plan) => Rc::clone(plan),
            None => {
                let plan = Plan::new(self.machine.program(), acts.body, acts.at, die);
                let plan = Rc::new(plan.ok_or_else(|| Fault::damaged(DamagedPart::Position))?);
                self.plans.insert((acts.body, acts.at), Rc::clone(&plan));
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
                    if let Some(local) = state.locals.scalars.get_mut(scalars + usize::from(*slot)) {
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

    fn copy(&mut self, from: &State) -> State {
        let Some(mut to) = self.spare.pop() else { return from.clone() };
        to.scenario = from.scenario;
        to.cells.clone_from(&from.cells);
        to.wides.clone_from(&from.wides);
        to.heads.clone_from(&from.heads);
        to.held.clone_from(&from.held);
        to.ties.clone_from(&from.ties);
        to.frames.clone_from(&from.frames);
        to.locals.scalars.clone_from(&from.locals.scalars);
        to.locals.wides.clone_from(&from.locals.wides);
        to.tallies.clone_from(&from.tallies);
        to.begun.clone_from(&from.begun);
        to.outcome.clone_from(&from.outcome);
        to
    }

    fn give_back(&mut self, state: State) {
        if self.spare.len() < 64 {
            self.spare.push(state);
        }
    }

    /// The dice of a state that waits for them.
    pub(super) fn dice(&self, state: &State, plan: Rc<Plan>) -> Result<Dice, OddsFault> {
        let classes = plan.classes(self.machine, state)?;
        Ok(Dice { plan, classes })
    }

    /// The states that come of a state with so many dice, each with its weight, and the sum of the weights.
    pub(super) fn children(
        &mut self,
        state: &State,
        dice: &Dice,
        count: u32,
    ) -> Result<(Vec<(State, Weight)>, Weight), OddsFault> {
        self.check_falls(dice, count)?;
        let falls = self.tables.falls(&dice.classes.sides, count);
        let mut children = Vec::with_capacity(falls.all.len());
        for (fall, ways) in &falls.all {
            let mut child = self.copy(state);
            lay(&mut child, dice, fall)?;
            children.push((child, ways.clone()));
        }
        Ok((children, falls.total.clone()))
    }
}

impl Rolls {
    fn add(&mut self, count: u32, weight: Weight) {
        match self.counts.iter_mut().find(|(known, _)| *known == count) {
            Some((_, sum)) => sum.add(weight),
            None => self.counts.push((count, weight)),
        }
    }
}

/// Lays dice on the table: so many of each class.
fn lay(state: &mut State, dice: &Dice, fall: &Fall) -> Result<(), OddsFault> {
    let base = state.frames.last().map_or(0, |frame| frame.wides as usize);
    let pool = state.locals.wides.get_mut(base + usize::from(dice.plan.pool));
    let pool = pool.ok_or_else(|| Fault::damaged(DamagedPart::Local))?;
    for (count, face) in fall.iter().zip(&dice.classes.faces) {
        if let Some(shown) = pool.get_mut(*face) {
            *shown += i64::from(*count);
        }
    }
    Ok(())
}

/// One number divided by another that divides it.
fn quotient(number: &Weight, divisor: &Weight) -> Weight {
    match (number, divisor) {
        (one, other) if one == other => Weight::ONE,
        (Weight::Small(number), Weight::Small(divisor)) => Weight::Small(number / divisor),
        (number, divisor) => Weight::Big(number.big() / divisor.big()),
    }
}
