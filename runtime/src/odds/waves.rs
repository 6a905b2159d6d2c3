//! Waves of states from roll to roll, each with its exact chance.
//!
//! Those that have come least far go on first: so all paths to a state have come together before it goes on. How far a state
//! has come is guessed from its stack; a wrong guess costs time and nothing else.

use super::apart::{Apartness, stayed_apart};
use super::bundles::{Bundle, Dice, Sums, Watched, Wave};
use super::cells::{Cells, Keyed, Wanted};
use super::classes::Plan;
use super::ends::Ends;
use super::mass::{Mass, Over};
use super::pools::{Fall, Outcomes, how_many};
use super::progress::{Progress, Progresses};
use super::{Distribution, Limits, OddsFault, Settle, cycles};
use crate::fault::{DamagedPart, Fault};
use crate::machine::{Fuel, Machine, Request, Tells};
use crate::state::{Acts, Frame, State, Work};
use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::rc::Rc;
use warwright_ir::{BodyId, DieId, ScenarioId, Slot};

/// From this wave on it is watched whether states come back.
const WATCHED_FROM: u64 = 64;
/// So many states are kept to be overwritten.
const MOST_SPARE: usize = 64;

/// What a run came to.
pub(super) enum Stop {
    /// It is over.
    Over(Box<State>),
    /// It waits for so many dice.
    Waits(Box<State>, Rc<Plan>, u32),
    /// It waits for one of several items to be drawn.
    Draws(Box<State>),
}

/// Where a skeleton stands among those that wait, and for how many dice.
struct Place {
    progress: Progress,
    skeleton: usize,
    count: u32,
}

/// A state that waits for so many dice (none: for something to be drawn), with its chance.
pub(super) type Begun = (Box<State>, Option<Dice>, u32, Mass);

/// What was worked out once and holds for every run: of acts, of dice, of loops; and memory to be used again.
#[derive(Debug, Default)]
pub(super) struct Known {
    plans: FxHashMap<(ScenarioId, BodyId, u32), Rc<Plan>>,
    progresses: Progresses,
    apart: Apartness,
    /// States to be overwritten.
    #[expect(clippy::vec_box, reason = "states go in and out, and are large to be moved")]
    spare: Vec<Box<State>>,
}

/// The enumeration of one run.
pub(super) struct Waves<'a> {
    machine: &'a Machine,
    settle: &'a mut dyn Settle,
    limits: Limits,
    fuel: Fuel,
    tells: Tells,
    known: &'a mut Known,
    /// States that wait, by how far they have come.
    waiting: BTreeMap<Progress, Wave>,
    /// States that wait for something to be drawn, by how far they have come.
    drawing: BTreeMap<Progress, IndexMap<Keyed, Mass, FxBuildHasher>>,
    /// How many wait.
    many: usize,
    ends: Ends,
}

impl<'a> Waves<'a> {
    pub(super) fn new(
        machine: &'a Machine,
        known: &'a mut Known,
        settle: &'a mut dyn Settle,
        limits: Limits,
    ) -> Self {
        Self {
            machine,
            settle,
            limits,
            fuel: Fuel { left: limits.fuel },
            tells: Tells::quiet(),
            known,
            waiting: BTreeMap::new(),
            drawing: BTreeMap::new(),
            many: 0,
            ends: Ends::default(),
        }
    }

    pub(super) fn run(mut self, start: State) -> Result<Distribution, OddsFault> {
        let stop = self.run_on(Box::new(start))?;
        self.file(stop, Mass::one())?;
        let mut widest = self.many;
        let mut waves = 0_u64;
        let mut watched = Watched::default();
        loop {
            if self.draws_first() {
                self.draw()?;
                widest = widest.max(self.many);
                continue;
            }
            let Some((progress, wave)) = self.waiting.pop_first() else { break };
            waves += 1;
            if waves >= WATCHED_FROM {
                if watched.come_back(&wave) {
                    self.waiting.insert(progress, wave);
                    let (ends, total) = cycles::solve(&mut self)?;
                    return Ok(Distribution { ends, total, widest });
                }
                if waves.is_power_of_two() {
                    watched = Watched::new(&wave);
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
        let mut begun = Vec::new();
        for (Keyed(skeleton), bundles) in std::mem::take(&mut self.waiting).into_values().flatten()
        {
            for Bundle { dice, worlds } in bundles {
                for (cells, counts) in worlds {
                    let mut state = skeleton.clone();
                    cells.put_into(&mut state);
                    let each = counts.into_iter();
                    begun.extend(
                        each.map(|(count, mass)| (state.clone(), Some(dice.clone()), count, mass)),
                    );
                }
            }
        }
        let drawing = std::mem::take(&mut self.drawing).into_values().flatten();
        begun.extend(drawing.map(|(Keyed(state), mass)| (state, None, 0, mass)));
        (begun, std::mem::take(&mut self.ends))
    }

    /// Whether what waits for something to be drawn has come least far.
    fn draws_first(&self) -> bool {
        match (self.drawing.first_key_value(), self.waiting.first_key_value()) {
            (Some((draw, _)), Some((dice, _))) => draw <= dice,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// Draws in all states that have come least far, and runs what comes of it on.
    fn draw(&mut self) -> Result<(), OddsFault> {
        let Some((_, wave)) = self.drawing.pop_first() else { return Ok(()) };
        for (Keyed(state), mass) in wave {
            self.many -= 1;
            for (child, part) in self.drawn(state)? {
                let mut over = (*mass.over).clone();
                for (base, exponent) in part.over.powers() {
                    over = over.times(base, exponent);
                }
                let weight = mass.weight.times(&part.weight);
                let stop = self.run_on(child)?;
                self.file(stop, Mass { weight, over: Rc::new(over) })?;
            }
        }
        self.check_size(self.many)
    }

    /// The states that come of a state in which something is drawn, each with its chance.
    pub(super) fn drawn(
        &mut self,
        mut state: Box<State>,
    ) -> Result<Vec<(Box<State>, Mass)>, OddsFault> {
        match self.machine.run(&mut state, &mut self.tells, &mut self.fuel)? {
            Request::Roll(roll) => super::draws::drawn(self.machine, &state, &roll.of),
            Request::Choose(_) | Request::Over(_) => Err(Fault::damaged(DamagedPart::State).into()),
        }
    }

    /// Lets the dice of all states of a wave fall, and runs what comes of it to the next dice.
    fn wave(&mut self, wave: Wave) -> Result<(), OddsFault> {
        for (Keyed(skeleton), bundles) in wave {
            for bundle in bundles {
                self.many -= bundle.worlds.len();
                let outcomes = self.outcomes(&bundle)?;
                let shared = bundle.worlds.len() > 1
                    && self.known.apart.may_be(self.machine.program(), &skeleton);
                let places =
                    if shared { self.together(&skeleton, &bundle, &outcomes)? } else { Vec::new() };
                self.one_by_one(&skeleton, &bundle, &outcomes, &places)?;
            }
            self.give_back(skeleton);
        }
        Ok(())
    }

    /// What may come of the rolls of a bundle.
    fn outcomes(&self, bundle: &Bundle) -> Result<Rc<Outcomes>, OddsFault> {
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
    fn one_by_one(
        &mut self,
        skeleton: &State,
        bundle: &Bundle,
        outcomes: &Outcomes,
        places: &[Option<Place>],
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
                let mut child = self.copy(skeleton);
                cells.put_into(&mut child);
                lay(&mut child, &bundle.dice, fall)?;
                let stop = self.run_on(child)?;
                self.file(stop, mass)?;
            }
        }
        self.check_size(self.many)
    }

    /// Runs the skeleton once for all worlds and says where each fall leads. Nothing for falls after which the world is
    /// looked at: a run without cells is a fault there, and each world has to be run by itself.
    fn together(
        &mut self,
        skeleton: &State,
        bundle: &Bundle,
        outcomes: &Outcomes,
    ) -> Result<Vec<Option<Place>>, OddsFault> {
        let mut places = Vec::with_capacity(outcomes.falls.len());
        for fall in &outcomes.falls {
            let mut child = self.copy(skeleton);
            lay(&mut child, &bundle.dice, fall)?;
            places.push(match self.run_on(child) {
                Ok(Stop::Waits(state, plan, count))
                    if plan.is_constant() && stayed_apart(skeleton, &state) =>
                {
                    let classes = plan.classes(self.machine, &state)?;
                    Some(self.place(state, Dice { plan, classes }, count))
                }
                Ok(_) | Err(_) => None,
            });
        }
        if places.iter().all(Option::is_none) {
            self.known.apart.is_not(skeleton);
        }
        Ok(places)
    }

    /// Adds paths that come to a skeleton that waits.
    fn join(&mut self, place: &Place, cells: &Cells, mass: Mass) {
        let wave = self.waiting.get_mut(&place.progress);
        let bundles = wave.and_then(|wave| wave.get_index_mut(place.skeleton));
        if let Some(bundle) = bundles.and_then(|(_, bundles)| bundles.first_mut())
            && bundle.add(Some(cells), &Wanted::of(cells), place.count, mass)
        {
            self.many += 1;
        }
    }

    /// The place of a skeleton among those that wait.
    fn place(&mut self, state: Box<State>, dice: Dice, count: u32) -> Place {
        let progress = self.known.progresses.of(self.machine.program(), &state);
        let wave = self.waiting.entry(progress.clone()).or_default();
        let entry = wave.entry(Keyed(state));
        let skeleton = entry.index();
        let bundles = entry.or_default();
        if bundles.is_empty() {
            bundles.push(Bundle { dice, worlds: IndexMap::default() });
        }
        Place { progress, skeleton, count }
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
            Stop::Draws(state) => {
                let progress = self.known.progresses.of(self.machine.program(), &state);
                match self.drawing.entry(progress).or_default().entry(Keyed(state)) {
                    Entry::Occupied(mut known) => known.get_mut().add(&mass),
                    Entry::Vacant(new) => {
                        new.insert(mass);
                        self.many += 1;
                    }
                }
            }
            Stop::Waits(mut state, plan, count) => {
                let classes = plan.classes(self.machine, &state)?;
                let progress = self.known.progresses.of(self.machine.program(), &state);
                let cells = std::mem::take(&mut state.cells);
                let wanted = Wanted::new(&cells);
                let wave = self.waiting.entry(progress).or_default();
                let key = Keyed(state);
                let is_new = match wave.get_mut(&key) {
                    Some(bundles) => {
                        let known =
                            bundles.iter_mut().find(|bundle| bundle.dice.classes == classes);
                        let is_new = match known {
                            Some(bundle) => bundle.add(None, &wanted, count, mass),
                            None => {
                                bundles.push(Bundle::with(plan, classes, &wanted, count, mass));
                                true
                            }
                        };
                        let Keyed(mut state) = key;
                        state.cells = cells;
                        self.give_back(state);
                        is_new
                    }
                    None => {
                        let bundle = Bundle::with(plan, classes, &wanted, count, mass);
                        wave.insert(key, SmallVec::from_iter([bundle]));
                        true
                    }
                };
                self.many += usize::from(is_new);
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
    pub(super) fn run_on(&mut self, mut state: Box<State>) -> Result<Stop, OddsFault> {
        loop {
            match self.machine.run(&mut state, &mut self.tells, &mut self.fuel)? {
                Request::Over(_) => return Ok(Stop::Over(state)),
                Request::Roll(roll) => {
                    let Some(die) = roll.of.die() else { return Ok(Stop::Draws(state)) };
                    let plan = self.answered(&mut state, die)?;
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
        let key = (state.scenario, acts.body, acts.at);
        let plan = match self.known.plans.get(&key) {
            Some(plan) => Rc::clone(plan),
            None => {
                let setting = self.machine.setting(state.scenario)?;
                let program = self.machine.program();
                let plan = Plan::new(program, setting, acts.body, acts.at, die);
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

    fn copy(&mut self, from: &State) -> Box<State> {
        let Some(mut to) = self.known.spare.pop() else { return Box::new(from.clone()) };
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
        // What is known of another world is not known of this one.
        to.memo = crate::state::KeptMemo::default();
        to
    }

    fn give_back(&mut self, state: Box<State>) {
        if self.known.spare.len() < MOST_SPARE {
            self.known.spare.push(state);
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
    ) -> Result<Vec<(Box<State>, Mass)>, OddsFault> {
        self.check_falls(dice, count)?;
        let falls = dice.classes.falls(count);
        let over = Rc::new(Over::default().times(falls.base, count));
        let mut children = Vec::with_capacity(falls.all.len());
        for (fall, ways) in &falls.all {
            let mut child = self.copy(state);
            lay(&mut child, dice, fall)?;
            children.push((child, Mass { weight: ways.clone(), over: Rc::clone(&over) }));
        }
        Ok(children)
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
