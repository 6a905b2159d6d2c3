//! Waves of states from roll to roll, each with its exact chance.
//!
//! Those that have come least far go on first: so all paths to a state have come together before it goes on. How far a state
//! has come is guessed from its stack; a wrong guess costs time and nothing else.

use super::classes::{Classes, Plan};
use super::ends::Ends;
use super::mass::{Mass, Over};
use super::pools::{Fall, Tables, how_many};
use super::progress::{Progress, Progresses};
use super::weight::Weight;
use super::{Distribution, Limits, OddsFault, Settle, cycles};
use crate::fault::{DamagedPart, Fault};
use crate::machine::{Fuel, Machine, Request, Tells};
use crate::state::{Acts, Frame, State, Work};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::rc::Rc;
use warwright_ir::{BodyId, DieId, Slot};

/// From this wave on it is watched whether states come back.
const WATCHED_FROM: u64 = 64;

/// States that wait for dice. Each is as it will be when the dice lie, but for the dice themselves.
type Wave = IndexMap<State, Rolls, FxBuildHasher>;

/// What is to be rolled in a state.
#[derive(Debug)]
struct Rolls {
    dice: Dice,
    /// How many dice, with the chance of the paths that roll so many.
    counts: SmallVec<[(u32, Mass); 1]>,
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

/// A state that waits for so many dice, with its chance.
pub(super) type Begun = (State, Dice, u32, Mass);

/// The enumeration.
pub(super) struct Waves<'a> {
    machine: &'a Machine,
    settle: &'a mut dyn Settle,
    limits: Limits,
    fuel: Fuel,
    tells: Tells,
    tables: Tables,
    plans: FxHashMap<(BodyId, u32), Rc<Plan>>,
    progresses: Progresses,
    /// States that wait, by how far they have come.
    waiting: BTreeMap<Progress, Wave>,
    /// How many wait.
    many: usize,
    ends: Ends,
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
            progresses: Progresses::default(),
            waiting: BTreeMap::new(),
            many: 0,
            ends: Ends::default(),
            spare: Vec::new(),
        }
    }

    pub(super) fn run(mut self, start: State) -> Result<Distribution, OddsFault> {
        let stop = self.run_on(start)?;
        self.file(stop, Mass::one())?;
        let mut widest = self.many;
        let mut waves = 0_u64;
        let mut watched: Option<IndexSet<State, FxBuildHasher>> = None;
        while let Some((progress, wave)) = self.waiting.pop_first() {
            self.many -= wave.len();
            waves += 1;
            if waves >= WATCHED_FROM {
                let back = |watched: &IndexSet<State, FxBuildHasher>| {
                    wave.keys().any(|state| watched.contains(state))
                };
                if watched.as_ref().is_some_and(back) {
                    self.waiting.insert(progress, wave);
                    let (ends, total) = cycles::solve(&mut self)?;
                    return Ok(Distribution { ends, total, widest });
                }
                if waves.is_power_of_two() {
                    watched = Some(wave.keys().cloned().collect());
                }
            }
            self.wave(wave)?;
            widest = widest.max(self.many);
        }
        let (ends, total) = self.ends.all();
        Ok(Distribution { ends, total, widest })
    }

    /// All that waits and all that has ended, to be gone on with by other means.
    pub(super) fn take(&mut self) -> (Vec<Begun>, Ends) {
        let states = std::mem::take(&mut self.waiting).into_values().flatten();
        let begun = states.flat_map(|(state, Rolls { dice, counts })| {
            counts.into_iter().map(move |(count, mass)| (state.clone(), dice.clone(), count, mass))
        });
        (begun.collect(), std::mem::take(&mut self.ends))
    }

    /// Lets the dice of all states of a wave fall, and runs what comes of it to the next dice.
    fn wave(&mut self, wave: Wave) -> Result<(), OddsFault> {
        let mut fallen: IndexMap<Fall, Weight, FxBuildHasher> = IndexMap::default();
        for (state, rolls) in wave {
            fallen.clear();
            let mut over = Over::default();
            for (count, mass) in &rolls.counts {
                self.check_falls(&rolls.dice, *count)?;
                let falls = self.tables.falls(&rolls.dice.classes.sides, *count);
                over.join(&mass.over.times(falls.base, *count));
            }
            for (count, mass) in &rolls.counts {
                let falls = self.tables.falls(&rolls.dice.classes.sides, *count);
                let own = mass.over.times(falls.base, *count);
                let weight = mass.weight.times(&own.factor_to(&over));
                for (fall, ways) in &falls.all {
                    let weight = weight.times(ways);
                    match fallen.get_mut(fall) {
                        Some(sum) => sum.add(&weight),
                        None => {
                            fallen.insert(fall.clone(), weight);
                        }
                    }
                }
            }
            for (fall, weight) in fallen.drain(..) {
                let mut child = self.copy(&state);
                lay(&mut child, &rolls.dice, &fall)?;
                let stop = self.run_on(child)?;
                self.file(stop, Mass { weight, over: over.clone() })?;
            }
            self.give_back(state);
        }
        Ok(())
    }

    fn check_falls(&self, dice: &Dice, count: u32) -> Result<(), OddsFault> {
        if how_many(&dice.classes.sides, count) > self.limits.states as u128 {
            return Err(OddsFault::TooMany { most: self.limits.states });
        }
        Ok(())
    }

    /// Puts a state to those that wait or to the ends.
    fn file(&mut self, stop: Stop, mass: Mass) -> Result<(), OddsFault> {
        match stop {
            Stop::Over(state) => self.ends.add(state, mass),
            Stop::Waits(state, plan, count) => {
                let progress = self.progresses.of(self.machine.program(), &state);
                let wave = self.waiting.entry(progress).or_default();
                if let Some(rolls) = wave.get_mut(&state) {
                    rolls.add(count, mass);
                    self.give_back(state);
                } else {
                    let classes = plan.classes(self.machine, &state)?;
                    let counts = SmallVec::from_iter([(count, mass)]);
                    wave.insert(state, Rolls { dice: Dice { plan, classes }, counts });
                    self.many += 1;
                }
            }
        }
        self.check_size(self.ends.len().max(self.many))
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

    /// The states that come of a state with so many dice, each with its chance.
    pub(super) fn children(
        &mut self,
        state: &State,
        dice: &Dice,
        count: u32,
    ) -> Result<Vec<(State, Mass)>, OddsFault> {
        self.check_falls(dice, count)?;
        let falls = self.tables.falls(&dice.classes.sides, count);
        let mut children = Vec::with_capacity(falls.all.len());
        for (fall, ways) in &falls.all {
            let mut child = self.copy(state);
            lay(&mut child, dice, fall)?;
            let over = Over::default().times(falls.base, count);
            children.push((child, Mass { weight: ways.clone(), over }));
        }
        Ok(children)
    }
}

impl Rolls {
    fn add(&mut self, count: u32, mass: Mass) {
        match self.counts.iter_mut().find(|(known, _)| *known == count) {
            Some((_, sum)) => sum.add(&mass),
            None => self.counts.push((count, mass)),
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
