//! Waves of states from roll to roll, each with its exact chance.
//!
//! Those that have come least far go on first: so all paths to a state have come together before it goes on. How far a state
//! has come is guessed from its stack; a wrong guess costs time and nothing else.

mod falls;
mod halts;

use super::apart::Apartness;
use super::bundles::{Added, Bundle, Dice, Watched, Wave};
use super::cells::{Cells, Keyed, Wanted};
use super::classes::{Asking, Plan};
use super::ends::Ends;
use super::limits::{Asked, a_world};
use super::mass::{Mass, Over};
use super::pools::Fall;
use super::progress::{Progress, Progresses};
use super::weight::Weight;
use super::{Distribution, Much, OddsFault, Settled, TooMuch, cycles};
use crate::fault::{DamagedPart, Fault, FaultKind};
use crate::machine::{Fuel, Machine, Request, Tells};
use crate::memo::Memo;
use crate::session::Session;
use crate::state::{Common, State};
use indexmap::IndexMap;
use indexmap::map::Entry;
use num_bigint::BigUint;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::rc::Rc;
use warwright_ir::{BodyId, ScenarioId};

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
    /// It waits for one of several items to be drawn, or for a choice that chance settles.
    Draws(Box<State>),
}

/// Where a bundle stands among those that wait, and for how many dice.
struct WaitingKey {
    progress: Progress,
    skeleton: usize,
    bundle: usize,
    count: u32,
}

/// A state that waits for so many dice (none: for something to be drawn), with its chance.
pub(super) type Begun = (Box<State>, Option<Dice>, u32, Mass);

/// What was worked out once and holds for every run: of acts, of dice, of loops; and memory to be used again.
#[derive(Debug, Default)]
pub(super) struct Known {
    plans: FxHashMap<(ScenarioId, BodyId, u32, bool), Rc<Plan>>,
    progresses: Progresses,
    apart: Apartness,
    /// States to be overwritten.
    #[expect(clippy::vec_box, reason = "states go in and out, and are large to be moved")]
    spare: Vec<Box<State>>,
    /// For what is worked out while one state runs to its next dice: of no state meanwhile.
    table: Option<Box<Memo>>,
}

/// The enumeration of one run.
pub(super) struct Waves<'a> {
    pub(super) machine: &'a Machine,
    pub(super) asked: Asked<'a>,
    pub(super) fuel: Fuel,
    pub(super) tells: Tells,
    known: &'a mut Known,
    /// States that wait, by how far they have come.
    pub(super) waiting: BTreeMap<Progress, Wave>,
    /// States that wait for something to be drawn, by how far they have come; with how much memory each takes.
    drawing: BTreeMap<Progress, IndexMap<Keyed, (Mass, usize), FxBuildHasher>>,
    /// How many wait.
    pub(super) many: usize,
    /// How many bytes they take, about.
    bytes: usize,
    pub(super) ends: Ends,
    /// What the weights of all that was begun come to.
    pub(super) total: BigUint,
}

impl<'a> Waves<'a> {
    pub(super) fn new(
        machine: &'a Machine,
        known: &'a mut Known,
        asked: Asked<'a>,
        total: BigUint,
    ) -> Self {
        Self {
            machine,
            fuel: Fuel { left: asked.limits.fuel },
            asked,
            tells: Tells::quiet(),
            known,
            waiting: BTreeMap::new(),
            drawing: BTreeMap::new(),
            many: 0,
            bytes: 0,
            ends: Ends::default(),
            total,
        }
    }

    /// All ends; where there is too much to follow, those that were found go with the refusal.
    pub(super) fn run(mut self, starts: Distribution) -> Result<Distribution, OddsFault> {
        self.follow(starts).map_err(|fault| match self.in_time(fault) {
            OddsFault::TooMuch(much) => {
                self.waiting.clear();
                self.drawing.clear();
                let ended = std::mem::take(&mut self.ends).all();
                let settled = self.distribution(ended, self.many);
                OddsFault::TooMuch(Box::new(TooMuch { settled, ..*much }))
            }
            other => other,
        })
    }

    /// What was stopped by whoever has the clock had too little time.
    fn in_time(&self, fault: OddsFault) -> OddsFault {
        match fault {
            OddsFault::Fault(fault) if matches!(fault.kind, FaultKind::Halted) => {
                self.too_much(Much::Time)
            }
            other => other,
        }
    }

    /// The chances of ends, of which each start gave as much as it weighs.
    fn distribution(
        &self,
        (ends, over): (Vec<(State, BigUint)>, BigUint),
        widest: usize,
    ) -> Distribution {
        Distribution { ends, total: over * &self.total, widest }
    }

    fn follow(&mut self, starts: Distribution) -> Result<Distribution, OddsFault> {
        for (start, weight) in starts.ends {
            let stop = self.run_on(Box::new(start), None)?;
            self.file(stop, Mass { weight: Weight::of(weight), over: Rc::default() })?;
        }
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
                    let ended = cycles::solve(self)?;
                    return Ok(self.distribution(ended, widest));
                }
                if waves.is_power_of_two() {
                    self.bytes -= watched.bytes;
                    watched = Watched::new(&wave);
                    self.bytes += watched.bytes;
                }
            }
            self.wave(wave)?;
            widest = widest.max(self.many);
        }
        let ended = std::mem::take(&mut self.ends).all();
        Ok(self.distribution(ended, widest))
    }

    /// All that waits and all that has ended, to be gone on with by other means.
    pub(super) fn take(&mut self) -> (Vec<Begun>, Ends) {
        let mut begun = Vec::new();
        for (Keyed(skeleton), bundles) in std::mem::take(&mut self.waiting).into_values().flatten()
        {
            for Bundle { dice, worlds, .. } in bundles {
                for (cells, counts) in worlds {
                    let state = cells.put_into(skeleton.clone());
                    let each = counts.into_iter();
                    begun.extend(
                        each.map(|(count, mass)| (state.clone(), Some(dice.clone()), count, mass)),
                    );
                }
            }
        }
        let drawing = std::mem::take(&mut self.drawing).into_values().flatten();
        begun.extend(drawing.map(|(Keyed(state), (mass, _))| (state, None, 0, mass)));
        self.bytes = 0;
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
        for (Keyed(state), (mass, bytes)) in wave {
            self.many -= 1;
            self.bytes -= bytes;
            for (child, part) in self.drawn(state)? {
                let mut over = (*mass.over).clone();
                for (base, exponent) in part.over.powers() {
                    over = over.times(base, exponent);
                }
                let weight = mass.weight.times(&part.weight);
                let stop = self.run_on(child, None)?;
                self.file(stop, Mass { weight, over: Rc::new(over) })?;
            }
        }
        self.check_size(self.many, self.bytes)
    }

    /// The states that come of a state in which something is drawn, each with its chance.
    pub(super) fn drawn(
        &mut self,
        state: Box<State>,
    ) -> Result<Vec<(Box<State>, Mass)>, OddsFault> {
        let mut battle = self.session(state);
        match self.next(&mut battle, None)? {
            Request::Roll(roll) => super::draws::drawn(self.machine, &battle, &roll.of),
            Request::Choose(choice) => {
                match self.asked.settle.settle(self.machine, &battle, &choice)? {
                    Settled::ByChance(ways) => super::draws::chosen(self.machine, &battle, &ways),
                    Settled::By(_) | Settled::Stops | Settled::Open => {
                        Err(OddsFault::Unsettled(choice))
                    }
                }
            }
            Request::Over(_) => Err(Fault::damaged(DamagedPart::State).into()),
        }
    }

    /// A state to be run, with the one table for what is worked out meanwhile.
    fn session(&mut self, state: Box<State>) -> Session {
        let table = self.known.table.take().unwrap_or_default();
        Session::with_table(self.machine.linked(), state, table)
    }

    /// Lets the dice of all states of a wave fall, and runs what comes of it to the next dice.
    fn wave(&mut self, wave: Wave) -> Result<(), OddsFault> {
        for (Keyed(skeleton), bundles) in wave {
            for bundle in bundles {
                self.many -= bundle.worlds.len();
                self.bytes -= bundle.bytes;
                self.bundle(&skeleton, &bundle).map_err(|fault| match fault {
                    // No other has come less far.
                    OddsFault::TooMuch(much) => OddsFault::TooMuch(Box::new(TooMuch {
                        waiting: much.waiting + bundle.worlds.len(),
                        least_far: a_world(&skeleton, &bundle),
                        ..*much
                    })),
                    other => other,
                })?;
            }
            self.give_back(skeleton);
        }
        Ok(())
    }

    /// Adds paths that come to a skeleton that waits.
    fn join(&mut self, place: &WaitingKey, cells: &Cells, mass: Mass) {
        let wave = self.waiting.get_mut(&place.progress);
        let bundles = wave.and_then(|wave| wave.get_index_mut(place.skeleton));
        if let Some(bundle) = bundles.and_then(|(_, bundles)| bundles.get_mut(place.bundle)) {
            let added = bundle.add(Some(cells), &Wanted::of(cells), place.count, mass);
            self.many += usize::from(added.is_new);
            self.bytes += added.bytes;
        }
    }

    /// The place of a skeleton, with dice that fall into the same classes in all worlds, among those that wait.
    fn place(&mut self, state: Box<State>, dice: Dice, count: u32) -> WaitingKey {
        let progress = self.known.progresses.of(self.machine.program(), &state);
        let wave = self.waiting.entry(progress.clone()).or_default();
        let size = state.size();
        let entry = wave.entry(Keyed(state));
        let skeleton = entry.index();
        let bundles = entry.or_default();
        let known = bundles.iter().position(|it| it.dice.classes == dice.classes);
        let bundle = known.unwrap_or(bundles.len());
        if known.is_none() {
            let bundle = Bundle::none(dice, if bundle == 0 { size } else { 0 });
            self.bytes += bundle.bytes;
            bundles.push(bundle);
        }
        WaitingKey { progress, skeleton, bundle, count }
    }

    /// Puts a state to those that wait or to the ends.
    fn file(&mut self, stop: Stop, mass: Mass) -> Result<(), OddsFault> {
        match stop {
            Stop::Over(state) => {
                if let Some(known) = self.ends.add(state, mass) {
                    self.give_back(known);
                }
            }
            Stop::Draws(state) => {
                let progress = self.known.progresses.of(self.machine.program(), &state);
                match self.drawing.entry(progress).or_default().entry(Keyed(state)) {
                    Entry::Occupied(mut known) => known.get_mut().0.add(&mass),
                    Entry::Vacant(new) => {
                        let bytes = new.key().0.size() + mass.size();
                        new.insert((mass, bytes));
                        self.bytes += bytes;
                        self.many += 1;
                    }
                }
            }
            Stop::Waits(state, plan, count) => {
                let added = self.add(state, plan, count, mass)?;
                self.many += usize::from(added.is_new);
                self.bytes += added.bytes;
            }
        }
        self.check_size(self.ends.len().max(self.many), self.ends.bytes() + self.bytes)
    }

    /// Adds paths that come to a state that waits for so many dice.
    fn add(
        &mut self,
        state: Box<State>,
        plan: Rc<Plan>,
        count: u32,
        mass: Mass,
    ) -> Result<Added, OddsFault> {
        let progress = self.known.progresses.of(self.machine.program(), &state);
        let (state, cells) = state.without_cells();
        let (wanted, key) = (Wanted::new(&cells), Keyed(state));
        let wave = self.waiting.entry(progress).or_default();
        let known = wave.get_index_of(&key);
        let bundles = known.and_then(|at| wave.get_index_mut(at)).map(|(_, bundles)| bundles);
        // Most paths come to a state in which the classes of the faces are known.
        let same =
            bundles.and_then(|all| all.iter_mut().find(|it| it.worlds.contains_key(&wanted)));
        if let Some(bundle) = same {
            let added = bundle.add(None, &wanted, count, mass);
            self.give_back(key.0.with_cells(cells));
            return Ok(added);
        }
        let state = key.0.with_cells(cells);
        let asking = Asking { machine: self.machine, state: &state, common: None };
        let classes = plan.classes(asking)?;
        let (state, cells) = state.without_cells();
        let (wanted, dice) = (Wanted::new(&cells), Dice { plan, classes });
        let Some((_, bundles)) = known.and_then(|at| wave.get_index_mut(at)) else {
            let bundle = Bundle::with(dice, state.size(), &wanted, count, mass);
            let bytes = bundle.bytes;
            wave.insert(Keyed(state), SmallVec::from_iter([bundle]));
            return Ok(Added { is_new: true, bytes });
        };
        let added = match bundles.iter_mut().find(|it| it.dice.classes == dice.classes) {
            Some(bundle) => bundle.add(None, &wanted, count, mass),
            None => {
                let bundle = Bundle::with(dice, 0, &wanted, count, mass);
                let bytes = bundle.bytes;
                bundles.push(bundle);
                Added { is_new: true, bytes }
            }
        };
        self.give_back(state.with_cells(cells));
        Ok(added)
    }

    fn copy(&mut self, from: &State) -> Box<State> {
        let Some(mut to) = self.known.spare.pop() else { return Box::new(from.clone()) };
        (*to).clone_from(from);
        to
    }

    fn give_back(&mut self, state: Box<State>) {
        let on = self.machine.linked().optimisations;
        if on.spare && self.known.spare.len() < MOST_SPARE {
            self.known.spare.push(state);
        }
    }

    fn asking<'s>(&'s self, state: &'s State, common: Option<&'s Common>) -> Asking<'s> {
        Asking { machine: self.machine, state, common }
    }

    /// The dice of a state that waits for them.
    pub(super) fn dice(&self, state: &State, plan: Rc<Plan>) -> Result<Dice, OddsFault> {
        let classes = plan.classes(self.asking(state, None))?;
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
        self.check_size(0, state.size().saturating_mul(falls.all.len()))?;
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
